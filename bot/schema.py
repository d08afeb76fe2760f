"""The tables of the database, and how a database of any age is brought up to them."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory


class NewerSchema(Exception):
    """The database is of a newer Myllymatti; says which revision."""


class Time(sa.TypeDecorator[datetime]):
    """A moment in UTC; SQLite gives naive ones back."""

    impl = sa.DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: sa.Dialect) -> datetime | None:
        return None if value is None else value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: sa.Dialect) -> datetime | None:
        return value.replace(tzinfo=UTC) if value is not None and value.tzinfo is None else value


metadata = sa.MetaData()
games = sa.Table(
    "games",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("guild_id", sa.BigInteger, nullable=False),
    sa.Column("channel_id", sa.BigInteger, nullable=False),
    sa.Column("rules", sa.Text, nullable=False),
    sa.Column("size", sa.Integer, nullable=False),
    sa.Column("turn_seconds", sa.Integer),
    sa.Column("status", sa.Text, nullable=False),
    sa.Column("host_id", sa.BigInteger, nullable=False),
    sa.Column("dealer", sa.Integer),
    sa.Column("seed", sa.Text),
    sa.Column("shuffle", sa.Text),
    sa.Column("deck", sa.Text),
    sa.Column("engine_revision", sa.Integer, nullable=False),
    sa.Column("message_id", sa.BigInteger),
    sa.Column("message_at", Time),
    sa.Column("mention_id", sa.BigInteger),
    sa.Column("deadline", Time),
    sa.Column("remind_at", Time),
    sa.Column("vote_until", Time),
    sa.Column("paused_at", Time),
    sa.Column("opened_at", Time, nullable=False),
    sa.Column("started_at", Time),
    sa.Column("ended_at", Time),
    sa.Column("loser", sa.Integer),
    sa.Column("why", sa.Text),
    sa.Column("end_shown", sa.Boolean, nullable=False),
    sa.Index(
        "one_live_table_a_channel",
        "channel_id",
        unique=True,
        sqlite_where=sa.text("ended_at IS NULL"),
        postgresql_where=sa.text("ended_at IS NULL"),
    ),
    sa.Index("finished_games", "guild_id", "ended_at"),
    sa.Index("tables_of_a_channel", "channel_id", "id"),
)
seats = sa.Table(
    "seats",
    metadata,
    sa.Column("game_id", sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("user_id", sa.BigInteger),
    sa.Column("computer", sa.Text),
    sa.Column("place", sa.Integer),
    sa.Column("since", Time),
    sa.Column("missed", sa.Integer, nullable=False, server_default=sa.text("0")),
    sa.Column("left", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("agrees", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("level", sa.Text),
    sa.Column("press_id", sa.BigInteger),
    sa.Index("games_of_a_person", "user_id", "game_id", unique=True),
)
moves = sa.Table(
    "moves",
    metadata,
    sa.Column("game_id", sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("ply", sa.Integer, primary_key=True),
    sa.Column("move", sa.Text, nullable=False),
    sa.Column("interaction_id", sa.BigInteger, unique=True),
    sa.Column("made_at", Time, nullable=False),
)
results = sa.Table(
    "results",
    metadata,
    sa.Column("game_id", sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("guild_id", sa.BigInteger, nullable=False),
    sa.Column("user_id", sa.BigInteger, nullable=False),
    sa.Column("game", sa.Text, nullable=False),
    sa.Column("season", sa.Text, nullable=False),
    sa.Column("ended_at", Time, nullable=False),
    sa.Column("size", sa.Integer, nullable=False),
    sa.Column("people", sa.Integer, nullable=False),
    sa.Column("place", sa.Integer, nullable=False),
    sa.Column("lost", sa.Boolean, nullable=False),
    sa.Column("blamattis", sa.Boolean, nullable=False),
    sa.Column("worst", sa.Integer, nullable=False),
    sa.Column("mu", sa.Float),
    sa.Column("sigma", sa.Float),
    sa.Index("results_in_order", "guild_id", "ended_at", "game_id"),
    sa.Index("results_of_a_person", "user_id", "guild_id", "ended_at"),
)
standings = sa.Table(
    "standings",
    metadata,
    sa.Column("guild_id", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("season", sa.Text, primary_key=True),
    sa.Column("user_id", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("games", sa.Integer, nullable=False),
    sa.Column("losses", sa.Integer, nullable=False),
    sa.Column("fair", sa.Integer, nullable=False),
    sqlite_with_rowid=False,
)
notes = sa.Table(
    "notes",
    metadata,
    sa.Column("key", sa.Text, primary_key=True),
    sa.Column("value", sa.Text, nullable=False),
)
servers = sa.Table(
    "servers",
    metadata,
    sa.Column("guild_id", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("language", sa.Text),
    sa.Column("pictures", sa.Boolean),
    sa.Column("four_colours", sa.Boolean),
    sa.Column("left_at", Time),
    sa.Column("reset_at", Time),
)
people = sa.Table(
    "people",
    metadata,
    sa.Column("user_id", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("language", sa.Text),
    sa.Column("pictures", sa.Boolean),
    sa.Column("four_colours", sa.Boolean),
    sa.Column("hints", sa.Boolean),
    sa.Column("hints_seen", sa.Text),
)


def alembic_config(connection: sa.Connection) -> Config:
    """Alembic's settings, without a file of its own."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    return config


def upgrade(connection: sa.Connection) -> None:
    """Run what is missing, all or nothing; `NewerSchema` if the database has more than there is.

    SQLite's driver would commit each statement by itself; and who comes second waits here for the first.
    """
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("BEGIN IMMEDIATE")
    if not up_to_date(connection):
        command.upgrade(alembic_config(connection), "head")


def up_to_date(connection: sa.Connection) -> bool:
    """Whether the database has the schema of this bot; `NewerSchema` if it has a newer one."""
    script = ScriptDirectory.from_config(alembic_config(connection))
    current = MigrationContext.configure(connection).get_current_revision()
    if current is not None and current not in {revision.revision for revision in script.walk_revisions()}:
        raise NewerSchema(current)
    return current == script.get_current_head()
