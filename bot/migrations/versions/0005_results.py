"""What makes a deal fair, how each person's games ended, and when a server let the bot go."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.add_column("games", sa.Column("seed", sa.Text))
    op.add_column("games", sa.Column("shuffle", sa.Text))
    op.add_column("seats", sa.Column("press_id", sa.BigInteger))
    op.add_column("servers", sa.Column("left_at", sa.DateTime(timezone=True)))
    op.add_column("servers", sa.Column("reset_at", sa.DateTime(timezone=True)))
    op.create_table(
        "results",
        sa.Column("game_id", sa.Integer, sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("guild_id", sa.BigInteger, nullable=False),
        sa.Column("user_id", sa.BigInteger, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("season", sa.Text, nullable=False),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("size", sa.Integer, nullable=False),
        sa.Column("people", sa.Integer, nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("lost", sa.Boolean, nullable=False),
        sa.Column("blamattis", sa.Boolean, nullable=False),
        sa.Column("worst", sa.Integer, nullable=False),
        sa.Column("mu", sa.Float),
        sa.Column("sigma", sa.Float),
    )
    for name, columns in {
        "results_of_a_season": ["guild_id", "season", "user_id", "people", "size", "lost"],
        "results_of_all_time": ["guild_id", "user_id", "people", "size", "lost"],
        "results_in_order": ["guild_id", "ended_at", "game_id"],
        "results_of_a_person": ["user_id", "guild_id", "ended_at"],
    }.items():
        op.create_index(name, "results", columns)
