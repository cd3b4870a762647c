"""Each table belongs to one of the processes that share a database; who is connected is no longer stored."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.create_table(
        "processes",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("address", sa.Text, nullable=False),
        sa.Column("secret", sa.LargeBinary(32), nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "owners",
        sa.Column("table_id", sa.String(16), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("process", sa.String(16), sa.ForeignKey("processes.id", ondelete="CASCADE"), nullable=False),
    )
    op.create_index("owners_by_process", "owners", ["process"])
    op.drop_column("seats", "present_until")


def downgrade() -> None:
    op.add_column("seats", sa.Column("present_until", sa.BigInteger, nullable=False, server_default="0"))
    op.drop_table("owners")
    op.drop_table("processes")
