"""How servers and people wish to see things."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.create_table(
        "servers",
        sa.Column("guild_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("language", sa.Text),
        sa.Column("pictures", sa.Boolean),
        sa.Column("four_colours", sa.Boolean),
    )
    op.create_table(
        "people",
        sa.Column("user_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("language", sa.Text),
        sa.Column("pictures", sa.Boolean),
        sa.Column("four_colours", sa.Boolean),
        sa.Column("hints", sa.Boolean),
        sa.Column("hints_seen", sa.Text),
    )
