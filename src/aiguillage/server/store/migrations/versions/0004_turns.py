"""Whose turn it is over all tables, codes that carry a seat to another device, and who wants to be told."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def _table() -> sa.Column[str]:
    return sa.Column("table_id", sa.String(16), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)


def upgrade() -> None:
    op.create_table(
        "turns",
        _table(),
        sa.Column("waiting", sa.SmallInteger, nullable=False),
        sa.Column("since", sa.BigInteger, nullable=False),
        sa.Column("deadline", sa.BigInteger),
    )
    op.create_index("turns_by_deadline", "turns", ["deadline"])
    op.create_table(
        "handovers",
        _table(),
        sa.Column("seat", sa.SmallInteger, primary_key=True),
        sa.Column("code", sa.LargeBinary(32), nullable=False),
        sa.Column("expires", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "notices",
        _table(),
        sa.Column("address", sa.Text, primary_key=True),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("owner", sa.LargeBinary(32)),
        sa.Column("keys", sa.JSON),
    )


def downgrade() -> None:
    for name in ("notices", "handovers", "turns"):
        op.drop_table(name)
