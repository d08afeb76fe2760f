"""From an older Myllymatti: whoever sat at a table before the upgrade sits there after it, and plays on."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest
import sqlalchemy as sa
from alembic import command

from bot.config import Settings
from bot.rebuild import catch_up
from bot.schema import alembic_config
from bot.seating import Seating, Sitting
from bot.standings import PARTS, Tally
from bot.store import Conflict, Due, Status, Store, StoreError, Why
from bot.tables import Tables
from engine import DECK, PRESETS, apply, deal, legal_moves
from engine.fair import promise
from tests.store.games import AINO, BROR, CHANNEL, CIA, GUILD, NOW, OTSO, a_lobby, loaded, rows, seated

Rows = list[list[Any]]
PLAYED, LOBBY, FINISHED, ABANDONED, CLOSED = range(1, 6)
BEFORE, LONG_AFTER = "2026-01-01 12:00:00.000000", "2100-01-01 12:03:00.000000"

COLUMNS: Final = {
    "games": (
        *("id", "guild_id", "channel_id", "rules", "size", "status", "host_id", "dealer", "deck"),
        *("engine_revision", "message_id", "message_at", "mention_id", "deadline"),
        *("opened_at", "started_at", "ended_at", "loser", "end_shown"),
    ),
    "seats": ("game_id", "seat", "user_id", "computer", "place"),
    "moves": ("game_id", "ply", "move", "interaction_id", "made_at"),
    "notes": ("key", "value"),
}
"""Each table as revision 0001 has it."""

SHUFFLED: Final = Random(1).sample(DECK, 52)
STATES: Final = [deal(PRESETS["skitgubbe"], 3, SHUFFLED)]
PLAYS: Final[list[str]] = []
while len(PLAYS) < 30:
    first, *_ = legal_moves(STATES[-1])
    PLAYS.append(str(first))
    STATES.append(apply(STATES[-1], first)[0])


def a_row(game: int, status: Status, **values: Any) -> list[Any]:
    """One table, of skitgubbe for three where nothing else is said."""
    always = {"id": game, "guild_id": GUILD, "channel_id": CHANNEL + game, "status": status}
    usual = {"rules": "skitgubbe", "size": 3, "host_id": AINO, "engine_revision": 1, "end_shown": False}
    message = {"message_id": 900 + game, "message_at": BEFORE, "opened_at": BEFORE}
    return list((dict.fromkeys(COLUMNS["games"]) | always | usual | message | values).values())


def a_database() -> dict[str, Rows]:
    """A game that is on, its second seat kept by a computer; a lobby; three tables that have ended."""
    begun: dict[str, Any] = {"deck": " ".join(map(str, SHUFFLED)), "dealer": 2, "started_at": BEFORE}
    ended: dict[str, Any] = {"ended_at": BEFORE, "end_shown": True}
    lobby: dict[str, Any] = {"rules": "mattis runs=no", "size": 4, "dealer": 1, "host_id": CIA}
    return {
        "games": [
            a_row(PLAYED, Status.PLAYING, deadline=LONG_AFTER, mention_id=77, **begun),
            a_row(LOBBY, Status.LOBBY, deadline=LONG_AFTER, **lobby),
            a_row(FINISHED, Status.FINISHED, **begun | ended | {"size": 2, "dealer": 1, "loser": 1}),
            a_row(ABANDONED, Status.ABANDONED, **begun | {"ended_at": BEFORE}),
            a_row(CLOSED, Status.CLOSED, **ended),
        ],
        "seats": [
            [PLAYED, 0, AINO, None, None],
            [PLAYED, 1, BROR, "Repo", None],
            [PLAYED, 2, None, "Otso", None],
            [LOBBY, 0, CIA, None, None],
            [LOBBY, 1, None, "Otso", None],
            [LOBBY, 2, BROR, None, None],
            [FINISHED, 0, AINO, None, 1],
            [FINISHED, 1, BROR, "Otso", 2],
            [ABANDONED, 0, AINO, "Repo", None],
            [ABANDONED, 1, BROR, "Ilves", None],
            [ABANDONED, 2, None, "Otso", None],
        ],
        "moves": [[PLAYED, ply, move, 5_000 + ply, BEFORE] for ply, move in enumerate(PLAYS)],
        "notes": [["alive", "2026-01-01T12:00:00+00:00"]],
    }


@pytest.fixture
def old(file: Path) -> Path:
    """A database of revision 0001, with all that players may have in it."""
    engine = sa.create_engine(f"sqlite:///{file}")
    with engine.begin() as connection:
        command.upgrade(alembic_config(connection), "0001")
    engine.dispose()
    with closing(sqlite3.connect(file)) as database, database:
        for table, found in a_database().items():
            names = COLUMNS[table]
            into = f"{table} ({', '.join(names)})"
            database.executemany(f"INSERT INTO {into} VALUES ({', '.join('?' * len(names))})", found)
    return file


def kept(file: Path) -> dict[str, Rows]:
    """What revision 0001 knows of, but for the notes: there, each start says that it was there."""
    with closing(sqlite3.connect(file)) as database:
        return {
            table: [list(row) for row in database.execute(f"SELECT {', '.join(names)} FROM {table}")]
            for table, names in COLUMNS.items()
            if table != "notes"
        }


PLAYERS_HAVE: Final = {table: found for table, found in a_database().items() if table != "notes"}


def schema(file: Path) -> list[Any]:
    with closing(sqlite3.connect(file)) as database:
        return database.execute("SELECT name, sql FROM sqlite_master ORDER BY name").fetchall()


def test_the_old_database_is_of_the_old_schema(old: Path) -> None:
    """The eye of the tests below."""
    with closing(sqlite3.connect(old)) as database:
        assert database.execute("SELECT version_num FROM alembic_version").fetchall() == [("0001",)]
        for table, names in COLUMNS.items():
            assert tuple(name for _, name, *_ in database.execute(f"PRAGMA table_info({table})")) == names
    assert kept(old) == PLAYERS_HAVE


@pytest.fixture
async def upgraded(old: Path) -> AsyncIterator[Store]:
    """The bot of today has opened that database."""
    store = Store(f"sqlite+aiosqlite:///{old}")
    await store.open()
    yield store
    await store.close()


async def test_nothing_is_lost(upgraded: Store, old: Path) -> None:
    """Moves, seats, decks, results, times and where the messages are: all as they were."""
    assert kept(old) == PLAYERS_HAVE
    assert await upgraded.alive() == NOW
    assert await rows(upgraded, "PRAGMA foreign_key_check") == []


async def test_every_turn_has_the_time_it_had(upgraded: Store) -> None:
    """Without one, the first turn that runs out would end the game."""
    assert await rows(upgraded, "SELECT DISTINCT turn_seconds FROM games") == [(180,)]


async def test_nothing_new_is_due(upgraded: Store) -> None:
    news = "SELECT DISTINCT remind_at, vote_until, paused_at, why FROM games"
    assert await rows(upgraded, news) == [(None, None, None, None)]
    assert await rows(upgraded, "SELECT DISTINCT since, missed, agrees FROM seats") == [(None, 0, 0)]


async def test_whose_seat_a_computer_keeps_had_left(upgraded: Store) -> None:
    """Until then nobody fell asleep; and computers with seats of their own have left nothing."""
    assert await rows(upgraded, 'SELECT game_id, seat FROM seats WHERE "left" = 1') == [
        *((PLAYED, 1), (FINISHED, 1), (ABANDONED, 0), (ABANDONED, 1)),
    ]
    assert await rows(upgraded, 'SELECT count(*) FROM seats WHERE "left" = 0') == [(7,)]


async def test_computers_play_as_they_did(upgraded: Store) -> None:
    """All were the careful player; who keeps a person's seat has no level, nor has a person."""
    assert await rows(upgraded, "SELECT game_id, seat, level FROM seats WHERE level IS NOT NULL") == [
        *((PLAYED, 2, "normal"), (LOBBY, 1, "normal"), (ABANDONED, 2, "normal")),
    ]


async def test_games_and_lobbies_are_loaded(upgraded: Store) -> None:
    game, lobby = await upgraded.load_live()
    assert (game.id, game.status, game.moves, game.started_at) == (PLAYED, Status.PLAYING, tuple(PLAYS), NOW)
    assert game.seating == seated(AINO, Sitting(BROR, "Repo", left=True), OTSO, dealer=2)
    assert (lobby.id, lobby.status, lobby.rules, lobby.size) == (LOBBY, Status.LOBBY, "mattis runs=no", 4)
    assert lobby.seating == seated(CIA, OTSO, BROR, dealer=1)
    assert [table.id for table in await upgraded.load_unshown()] == [ABANDONED]
    closed = await loaded(upgraded, CLOSED)
    assert (closed.status, closed.why, closed.seating) == (Status.CLOSED, None, Seating(AINO, None, ()))


async def test_who_has_lost_has_lost(upgraded: Store) -> None:
    """Also before there were results: the first start works them out."""
    await catch_up(upgraded)
    assert await upgraded.results.last_loser(GUILD) == Sitting(BROR, "Otso")
    (lost,) = await upgraded.results.of(BROR, GUILD)
    assert (lost.game, lost.lost, lost.place) == ("skitgubbe", True, 2)
    half = PARTS // 2
    found = sorted(await upgraded.results.tallies(GUILD), key=str)
    assert found == [Tally(AINO, 1, 0, half), Tally(BROR, 1, 1, half)]


async def test_new_tables_are_opened_beside_the_old_ones(upgraded: Store) -> None:
    assert await upgraded.last_options(CHANNEL + FINISHED) == ("skitgubbe", 2, 180)
    game = await a_lobby(upgraded, AINO, channel_id=CHANNEL + FINISHED, turn_seconds=None)
    assert game > CLOSED
    assert await upgraded.last_options(CHANNEL + FINISHED) == ("myllymatti", 1, None)
    with pytest.raises(Conflict):
        await a_lobby(upgraded, CIA, channel_id=CHANNEL + PLAYED)


# at the tables


@pytest.fixture
async def tables(upgraded: Store) -> Tables:
    """All tables after the upgrade."""
    tables = Tables(upgraded, Settings(discord_token="none", tables_per_person=2))
    await tables.restore()
    return tables


async def test_the_game_is_played_on(tables: Tables) -> None:
    table = await tables.find(PLAYED)
    assert (table.state, table.ply, table.options.turn_seconds) == (STATES[-1], 30, 180)
    assert table.due == Due((await loaded(tables.store, PLAYED)).deadline)
    while table.computer_to_play:
        assert table.state is not None
        await tables.play_computer(table, table.ply, legal_moves(table.state)[0])
    assert table.waiting_for == AINO
    assert table.state is not None
    ply = table.ply
    await tables.play(PLAYED, ply, AINO, legal_moves(table.state)[0])
    assert len((await loaded(tables.store, PLAYED)).moves) == ply + 1


async def test_who_had_left_comes_back(tables: Tables) -> None:
    table = await tables.take_back(PLAYED, BROR)
    assert table.seating.people == (AINO, BROR)
    assert (await loaded(tables.store, PLAYED)).seating == table.seating


async def test_who_had_left_keeps_no_game_waiting(tables: Tables) -> None:
    """With the last person the game ends: nobody sleeps there."""
    table = await tables.leave(PLAYED, AINO, knowing=True)
    assert (table.status, table.why) == (Status.ABANDONED, Why.EMPTY)


async def test_who_had_left_may_sit_at_as_many_tables_as_others(tables: Tables) -> None:
    """At two here: in the lobby, and at one more."""
    options = await tables.usual(1)
    await tables.open(guild_id=GUILD, channel_id=1, host_id=BROR, options=options, computers=0)
    assert sum(table.live and table.seats(BROR) for table in tables) == 2


async def test_the_lobby_is_filled_and_started(tables: Tables) -> None:
    await tables.join(LOBBY, AINO)
    table = await tables.start(LOBBY, CIA)
    assert (table.seating.people, table.seating.dealer) == ((BROR, AINO, CIA), 3)
    assert table.sittings[3] == OTSO
    assert table.state is not None
    assert str(table.state.rules) == "mattis runs=no"


async def test_the_lobby_has_a_promise_of_its_own_and_the_game_none(tables: Tables) -> None:
    """What is on has been dealt already, by nobody knows what."""
    seed = await tables.store.seed(LOBBY)
    assert seed is not None
    assert (await tables.find(LOBBY)).promise == promise(bytes.fromhex(seed))
    assert [(await loaded(tables.store, game)).seed for game in (PLAYED, FINISHED, ABANDONED, CLOSED)] == [
        None
    ] * 4
    assert (await tables.find(PLAYED)).promise is None


async def test_the_host_of_the_lobby_goes(tables: Tables) -> None:
    """Nobody knows who of the others has been seated longest: it goes by seat."""
    await tables.join(LOBBY, AINO)
    table = await tables.leave(LOBBY, CIA)
    assert table.seating.host_id == BROR


# starts that fail


async def opened(file: Path, room: int = 1_000) -> tuple[list[str], str]:
    """A start that finds the disk full after so many changes: what it would write; why it failed or ""."""
    store, written = Store(f"sqlite+aiosqlite:///{file}"), []

    def write(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        if statement.lstrip().startswith(("ALTER", "CREATE", "DELETE", "INSERT", "UPDATE")):
            written.append(" ".join(statement.split()[:6]))
            if len(written) > room:
                raise OSError("the disk is full")

    sa.event.listen(store.engine.sync_engine, "before_cursor_execute", write)
    try:
        await store.open()
    except StoreError as error:
        return written, str(error)
    finally:
        await store.close()
    return written, ""


async def stuck(file: Path, players_have: dict[str, Rows]) -> AsyncIterator[str]:
    """Each statement whose failure leaves a database that the next start cannot open either, and why."""
    whole, copy = file.with_name("whole.db"), file.with_name("copy.db")
    shutil.copy(file, whole)
    statements, _ = await opened(whole)
    assert len(statements) > 5
    for done, statement in enumerate(statements):
        shutil.copy(file, copy)
        _, why = await opened(copy, room=done)
        assert "the disk is full" in why
        _, why = await opened(copy)
        if why:
            yield f"{statement}: {why}"
        else:
            assert schema(copy) == schema(whole)
            assert kept(copy) == players_have


async def test_an_upgrade_that_fails_half_way_is_made_good_by_the_next_start(old: Path) -> None:
    assert [line async for line in stuck(old, PLAYERS_HAVE)] == []


@pytest.fixture
def empty(file: Path) -> Path:
    """A database without any table."""
    file.touch()
    return file


async def test_so_is_a_first_start_that_fails_half_way(empty: Path) -> None:
    assert [line async for line in stuck(empty, {"games": [], "seats": [], "moves": []})] == []


async def test_two_processes_upgrade_at_once(old: Path, another: Callable[[], Store]) -> None:
    stores = [another() for _ in range(2)]
    results = await asyncio.gather(*(store.open() for store in stores), return_exceptions=True)
    assert results == [None, None]
    assert await rows(stores[0], "SELECT version_num FROM alembic_version") == [("0005",)]
    assert kept(old) == PLAYERS_HAVE
