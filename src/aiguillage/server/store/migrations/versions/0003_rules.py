"""A table knows by which rules its game is played. Games of rules version 1 that were going on are closed."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("tables", sa.Column("rules", sa.SmallInteger, nullable=False, server_default="1"))
    op.execute("UPDATE tables SET status = 'closed' WHERE status = 'playing'")


def downgrade() -> None:
    op.drop_column("tables", "rules")
