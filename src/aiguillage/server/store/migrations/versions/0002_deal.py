"""A game is dealt from a key of 128 bits, and so is what follows every action."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.add_column("tables", sa.Column("deal", sa.LargeBinary(16)))


def downgrade() -> None:
    op.drop_column("tables", "deal")
