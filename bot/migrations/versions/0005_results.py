"""What makes a deal fair, how each person's games ended, and when a server let the bot go."""

import secrets

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.add_column("games", sa.Column("seed", sa.Text))
    op.add_column("games", sa.Column("shuffle", sa.Text))
    _promise()
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
    op.create_index("results_in_order", "results", ["guild_id", "ended_at", "game_id"])
    op.create_index("results_of_a_person", "results", ["user_id", "guild_id", "ended_at"])
    op.create_table(
        "standings",
        sa.Column("guild_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("season", sa.Text, primary_key=True),
        sa.Column("user_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("losses", sa.Integer, nullable=False),
        sa.Column("fair", sa.Integer, nullable=False),
        sqlite_with_rowid=False,
    )


def _promise() -> None:
    """Every lobby has a seed, those too that are open just now."""
    games = sa.table("games", sa.column("id"), sa.column("seed"), sa.column("status"))
    connection = op.get_bind()
    for game_id in connection.scalars(sa.select(games.c.id).where(games.c.status == "lobby")).all():
        seed = secrets.token_bytes(32).hex()
        connection.execute(games.update().where(games.c.id == game_id).values(seed=seed))
