"""Tables, seats, moves and notes."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "games",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("guild_id", sa.BigInteger, nullable=False),
        sa.Column("channel_id", sa.BigInteger, nullable=False),
        sa.Column("rules", sa.Text, nullable=False),
        sa.Column("size", sa.Integer, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("host_id", sa.BigInteger, nullable=False),
        sa.Column("dealer", sa.Integer),
        sa.Column("deck", sa.Text),
        sa.Column("engine_revision", sa.Integer, nullable=False),
        sa.Column("message_id", sa.BigInteger),
        sa.Column("message_at", sa.DateTime(timezone=True)),
        sa.Column("mention_id", sa.BigInteger),
        sa.Column("deadline", sa.DateTime(timezone=True)),
        sa.Column("opened_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("started_at", sa.DateTime(timezone=True)),
        sa.Column("ended_at", sa.DateTime(timezone=True)),
        sa.Column("loser", sa.Integer),
        sa.Column("end_shown", sa.Boolean, nullable=False),
    )
    op.create_index(
        "one_live_table_a_channel",
        "games",
        ["channel_id"],
        unique=True,
        sqlite_where=sa.text("ended_at IS NULL"),
        postgresql_where=sa.text("ended_at IS NULL"),
    )
    op.create_index("finished_games", "games", ["guild_id", "ended_at"])
    op.create_table(
        "seats",
        sa.Column("game_id", sa.Integer, sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("user_id", sa.BigInteger),
        sa.Column("computer", sa.Text),
        sa.Column("place", sa.Integer),
    )
    op.create_index("games_of_a_person", "seats", ["user_id", "game_id"], unique=True)
    op.create_table(
        "moves",
        sa.Column("game_id", sa.Integer, sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("ply", sa.Integer, primary_key=True),
        sa.Column("move", sa.Text, nullable=False),
        sa.Column("interaction_id", sa.BigInteger, unique=True),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
    )
    op.create_table(
        "notes",
        sa.Column("key", sa.Text, primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )
