"""Tables, seats and the log of actions."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "tables",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("board_name", sa.Text, nullable=False),
        sa.Column("board_digest", sa.String(64), nullable=False),
        sa.Column("board_text", sa.Text),
        sa.Column("status", sa.String(8), nullable=False),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("host", sa.LargeBinary(32), nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("first", sa.SmallInteger),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("seed", sa.BigInteger),
        sa.Column("started", sa.BigInteger),
        sa.Column("ended", sa.BigInteger),
        sa.Column("winners", sa.JSON),
        sa.Column("totals", sa.JSON),
        sa.Column("rematch", sa.String(16)),
        sa.Column("kicked", sa.JSON, nullable=False),
        sa.Column("imported", sa.Boolean, nullable=False),
        sa.Column("record", sa.Text),
    )
    op.create_index("tables_by_status", "tables", ["status", "public", "created"])
    op.create_index("tables_by_host", "tables", ["host"])
    op.create_table(
        "seats",
        sa.Column("table_id", sa.String(16), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seat", sa.SmallInteger, primary_key=True),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("colour", sa.String(12), nullable=False),
        sa.Column("owner", sa.LargeBinary(32)),
        sa.Column("bot", sa.String(40)),
        sa.Column("stand_in", sa.String(40)),
        sa.Column("present_until", sa.BigInteger, nullable=False, server_default="0"),
    )
    op.create_index("seats_by_owner", "seats", ["owner"])
    op.create_table(
        "actions",
        sa.Column("table_id", sa.String(16), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("sequence", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("seat", sa.SmallInteger),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("key", sa.LargeBinary(8)),
        sa.Column("played_by", sa.String(8)),
        sa.Column("spent", sa.Integer),
    )


def downgrade() -> None:
    op.drop_table("actions")
    op.drop_table("seats")
    op.drop_table("tables")
