"""Tables that play the deal of a day: each person plays each of them once."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.add_column("tables", sa.Column("daily", sa.String(10)))
    op.create_index("tables_by_day", "tables", ["daily", "game", "host"], unique=True)


def downgrade() -> None:
    op.drop_index("tables_by_day", "tables")
    op.drop_column("tables", "daily")
