"""What the servers of a database know and nobody else does: the key that marks the cookies that they give out."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.create_table(
        "secrets",
        sa.Column("name", sa.String(16), primary_key=True),
        sa.Column("value", sa.LargeBinary(32), nullable=False),
    )


def downgrade() -> None:
    op.drop_table("secrets")
