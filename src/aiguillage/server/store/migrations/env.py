"""Alembic's way in: migrations run on the connection that the server hands over (see `database.upgrade`)."""

from alembic import context

from aiguillage.server.store.database import METADATA

context.configure(connection=context.config.attributes["connection"], target_metadata=METADATA)
with context.begin_transaction():
    context.run_migrations()
