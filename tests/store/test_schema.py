"""The schema: the migrations lead to it, it knows its age, and it holds nothing private."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory

from bot.schema import alembic_config, metadata
from bot.store import Store, StoreError
from tests.store.games import AINO, BROR, a_game, rows

Another = Callable[[], Store]


def differences(connection: sa.Connection) -> list[object]:
    """What a migration would still have to do."""
    context = MigrationContext.configure(connection, opts={"compare_type": True})
    found: list[object] = compare_metadata(context, metadata)
    return found


def schema(file: Path) -> list[str]:
    with closing(sqlite3.connect(file)) as database:
        return [sql for (sql,) in database.execute("SELECT sql FROM sqlite_master ORDER BY name")]


async def test_the_migrations_lead_to_the_tables_as_declared(store: Store) -> None:
    async with store.engine.connect() as connection:
        assert await connection.run_sync(differences) == []


async def test_a_column_too_many_would_be_seen(store: Store) -> None:
    """The eye of the test above."""
    async with store.engine.begin() as connection:
        await connection.execute(sa.text("ALTER TABLE games ADD COLUMN winner INTEGER"))
    async with store.engine.connect() as connection:
        assert len(await connection.run_sync(differences)) == 1


@pytest.fixture
def made(tmp_path: Path) -> Path:
    """A database that no migration has made: the tables as declared."""
    made = tmp_path / "made.db"
    engine = sa.create_engine(f"sqlite:///{made}")
    metadata.create_all(engine)
    engine.dispose()
    return made


def columns(file: Path) -> set[tuple[Any, ...]]:
    """Each column: of which table, name, type, NOT NULL, default, place in the primary key."""
    with closing(sqlite3.connect(file)) as database:
        return {
            (table.name, *column)
            for table in metadata.sorted_tables
            for _, *column in database.execute(f"PRAGMA table_info({table.name})")
        }


@pytest.mark.usefixtures("store")
async def test_columns_are_the_same(made: Path, file: Path) -> None:
    """Alembic does not compare what may be empty as strictly, nor defaults at all."""
    assert columns(file) == columns(made)
    assert ("seats", "left", "BOOLEAN", 1, "0", 0) in columns(file)


@pytest.mark.usefixtures("store")
async def test_partial_indexes_are_the_same(made: Path, file: Path) -> None:
    """Alembic does not compare the WHERE of an index, nor what is unique in SQLite; the SQL tells."""
    indexes = {sql for sql in schema(file) if sql is not None and "INDEX" in sql}
    assert indexes == {sql for sql in schema(made) if sql is not None and "INDEX" in sql}
    assert any("WHERE ended_at IS NULL" in sql for sql in indexes)


async def test_open_can_be_repeated(another: Another, file: Path) -> None:
    first = another()
    await first.open()
    game = await a_game(first, AINO, BROR)
    before = schema(file)
    await first.open()
    second = another()
    await second.open()
    assert schema(file) == before
    assert await second.load(game) == await first.load(game)


async def test_it_says_which_schema_it_is(store: Store) -> None:
    async with store.engine.connect() as connection:
        head = await connection.run_sync(
            lambda sync: ScriptDirectory.from_config(alembic_config(sync)).get_current_head()
        )
    assert await rows(store, "SELECT version_num FROM alembic_version") == [(head,)]


async def test_a_newer_schema_is_left_alone(store: Store, another: Another, file: Path) -> None:
    async with store.engine.begin() as connection:
        await connection.execute(sa.text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(StoreError, match=r"newer Myllymatti .* 9999.*: bring Myllymatti up to date") as error:
        await another().open()
    assert str(file) in str(error.value)
    assert "\n" not in str(error.value)
    assert await rows(store, "SELECT version_num FROM alembic_version") == [("9999",)]


# databases that cannot be used


async def refused(store: Store) -> str:
    """The line about a database that cannot be opened."""
    try:
        with pytest.raises(StoreError) as error:
            await store.open()
    finally:
        await store.close()
        await asyncio.sleep(0.02)  # see test_a_refused_database_leaves_no_thread
    line = str(error.value)
    assert "\n" not in line
    assert "check DATABASE_URL" in line, "it says what to do"
    return line


async def test_a_refused_database_leaves_no_thread(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The driver's thread would find the event loop closed and print a traceback below the one clear line."""
    loop, threads = asyncio.get_running_loop(), threading.enumerate()
    report = loop.call_soon_threadsafe

    def report_late(*arguments: Any, **options: Any) -> asyncio.Handle:
        time.sleep(0.05)
        return report(*arguments, **options)

    monkeypatch.setattr(loop, "call_soon_threadsafe", report_late)
    await refused(Store(f"sqlite+aiosqlite:///{tmp_path}"))
    left = [thread.name for thread in threading.enumerate() if thread not in threads]
    await asyncio.sleep(0.2)
    assert [name for name in left if not name.startswith("asyncio_")] == []


async def test_a_folder_is_no_database(tmp_path: Path) -> None:
    assert "unable to open database file" in await refused(Store(f"sqlite+aiosqlite:///{tmp_path}"))


async def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    store = Store(f"sqlite+aiosqlite:///{tmp_path}/nowhere/games.db")
    assert "unable to open database file" in await refused(store)


@pytest.fixture
def letter(file: Path) -> Iterator[None]:
    """Where the database should be lies something else, and it stays as it was."""
    words = b"This is a letter to my aunt, and no database. " * 100
    file.write_bytes(words)
    yield
    assert file.read_bytes() == words


@pytest.mark.usefixtures("letter")
async def test_some_other_file(another: Another) -> None:
    assert "file is not a database" in await refused(another())


async def test_a_database_that_may_only_be_read(store: Store, tmp_path: Path, file: Path) -> None:
    """Also one in the mode it has when the bot has run: WAL."""
    await store.close()
    copy = shutil.copy(file, tmp_path / "copy.db")
    line = await refused(Store(f"sqlite+aiosqlite:///file:{copy}?mode=ro&uri=true"))
    assert "readonly database" in line


def damage(file: Path) -> None:
    with file.open("r+b") as database:
        database.seek(100)
        database.write(b"\xff" * 4000)


async def test_a_damaged_database(store: Store, another: Another, file: Path) -> None:
    await store.close()
    damage(file)
    assert "malformed" in await refused(another())


@pytest.mark.parametrize(
    "url",
    [
        "myllymatti.db",
        "",
        "sqlite:///myllymatti.db",
        "sqlite+pysqlite:///myllymatti.db",
        "nosuch://somewhere/db",
        "nosuch+driver://aino:secret@somewhere/db",
        "postgresql+asyncpg://aino:secret@localhost:notaport/db",
    ],
)
async def test_an_address_that_is_none(url: str) -> None:
    """`sqlite:///` is what every other program takes; here it lacks the asynchronous driver."""
    with pytest.raises(StoreError, match="DATABASE_URL") as error:
        Store(url)
    assert "\n" not in str(error.value)
    assert "secret" not in str(error.value)


# each connection


async def test_every_connection_of_the_pool_is_set_up(store: Store) -> None:
    """With `synchronous` NORMAL a power cut loses moves that were answered."""
    asked = ("journal_mode", "synchronous", "foreign_keys", "busy_timeout", "secure_delete")
    connections = [await store.engine.connect() for _ in range(5)]
    try:
        for connection in connections:
            found = [await connection.scalar(sa.text(f"PRAGMA {pragma}")) for pragma in asked]
            assert found == ["wal", 2, 1, 5000, 1]
        raw = {id((await connection.get_raw_connection()).driver_connection) for connection in connections}
        assert len(raw) == 5, "five connections at the same time"
    finally:
        for connection in connections:
            await connection.close()


async def test_foreign_keys_hold(store: Store) -> None:
    async with store.engine.begin() as connection:
        with pytest.raises(sa.exc.IntegrityError):
            await connection.execute(sa.text("INSERT INTO seats (game_id, seat) VALUES (999, 0)"))


# what is kept

KEPT = {
    "games": {
        *("id", "guild_id", "channel_id", "rules", "size", "turn_seconds", "status", "host_id", "dealer"),
        *("seed", "shuffle", "deck", "engine_revision", "message_id", "message_at", "mention_id"),
        *("deadline", "remind_at", "vote_until", "paused_at"),
        *("opened_at", "started_at", "ended_at", "loser", "why", "end_shown"),
    },
    "seats": {
        *("game_id", "seat", "user_id", "computer", "place"),
        *("since", "missed", "left", "agrees", "level", "press_id"),
    },
    "moves": {"game_id", "ply", "move", "interaction_id", "made_at"},
    "results": {
        *("game_id", "seat", "guild_id", "user_id", "game", "season", "ended_at", "size", "people"),
        *("place", "lost", "blamattis", "worst", "mu", "sigma"),
    },
    "standings": {"guild_id", "season", "user_id", "games", "losses", "fair"},
    "notes": {"key", "value"},
    "servers": {"guild_id", "language", "pictures", "four_colours", "left_at", "reset_at"},
    "people": {"user_id", "language", "pictures", "four_colours", "hints", "hints_seen"},
}


def test_neither_names_nor_tokens_nor_texts_are_kept() -> None:
    """Every column there is: who adds one has to think of what it holds."""
    assert {table.name: {column.name for column in table.columns} for table in metadata.sorted_tables} == KEPT
    columns = {column for names in KEPT.values() for column in names}
    assert not [c for c in columns if any(word in c for word in ("name", "token", "text", "content", "nick"))]


async def test_the_file_has_no_other_tables(store: Store, file: Path) -> None:
    names = await rows(store, "SELECT name FROM sqlite_master WHERE type = 'table'")
    assert {name for (name,) in names} == {*KEPT, "alembic_version"}


def test_ids_of_discord_have_room() -> None:
    """They take 63 bits."""
    ids = [
        c for t in metadata.sorted_tables for c in t.columns if c.name.endswith("_id") and c.name != "game_id"
    ]
    assert len(ids) == 14
    assert all(isinstance(column.type, sa.BigInteger) for column in ids)
