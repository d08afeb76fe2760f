"""What the store has of one person: all of it is told, and after the deletion no byte of it is left."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine

from bot import privacy
from bot.former import fresh_id, is_former
from bot.residue import is_left
from bot.schema import metadata, people
from bot.seating import Sitting
from bot.store import Store, StoreError
from tests.store.games import CHANNEL, GUILD, NOW, OTSO, a_finished_game, a_game, a_lobby, a_move, rows

AINO, BROR, CIA = (1_456_074_443_980_800_000 + n for n in range(3))
"""Of the size of Discord's ids: SQLite writes small numbers in fewer bytes."""
Another = Callable[[], Store]


def written(file: Path, user_id: int) -> list[str]:
    """The files of a database that hold an id, byte by byte: in binary or in digits."""
    signs = user_id.to_bytes(8, signed=True), str(user_id).encode()
    files = [file, file.with_name(f"{file.name}-wal"), file.with_name(f"{file.name}-shm")]
    return [f.name for f in files if f.exists() and any(sign in f.read_bytes() for sign in signs)]


def test_a_former_id_is_none_of_discords() -> None:
    ids = {fresh_id() for _ in range(1000)}
    assert len(ids) == 1000
    assert all(is_former(number) and -(2**63) <= number < 0 for number in ids)
    assert not any(is_former(number) for number in (1, AINO, 2**63 - 1))


def test_every_column_that_may_hold_a_persons_id_is_known() -> None:
    """Who adds an id has to say whose it is: what is a person's has to be shown and replaced."""
    ids = {str(c) for t in metadata.sorted_tables for c in t.columns if c.name.endswith("_id")}
    of_people = {*map(str, privacy.WHOSE), "people.user_id"}
    of_others = {
        *("games.guild_id", "results.guild_id", "standings.guild_id", "servers.guild_id"),
        "games.channel_id",
        *("games.message_id", "games.mention_id", "moves.interaction_id", "seats.press_id"),
        *("seats.game_id", "moves.game_id", "results.game_id"),
    }
    assert ids == of_people | of_others


async def test_no_byte_is_left(store: Store, another: Another, file: Path) -> None:
    """Another connection, of another process say, has the database open all the while."""
    other = another()
    await other.open()
    await store.wish(AINO, language="fi")
    game = await a_finished_game(store, AINO, BROR, loser=1)
    await a_lobby(store, BROR, AINO, channel_id=CHANNEL + 1)
    assert set(written(file, AINO)) == {"games.db-wal"}
    await other.load_live()
    number = fresh_id()
    await privacy.forget(store.engine, AINO, number)
    assert await privacy.wipe(store.engine, AINO)
    assert written(file, AINO) == []
    assert written(file, number) == ["games.db"]
    assert written(file, BROR) == ["games.db"], "and the others are where they were"
    held = ("seats.user_id", "games.host_id", "results.user_id", "standings.user_id")
    for table, column in (name.split(".") for name in held):
        assert (number,) in await rows(store, f"SELECT {column} FROM {table}")
    assert await rows(store, "SELECT * FROM people") == []
    assert await privacy.held(store.engine, AINO) == (0, False)
    assert await other.load(game) == await store.load(game)


async def test_no_byte_is_left_of_what_was_not_overwritten(store: Store, file: Path) -> None:
    """By an older Myllymatti; and where SQLite divides a full page, a copy may stay behind in any."""
    lobby = await a_lobby(store, BROR)
    with closing(sqlite3.connect(file)) as older:
        older.execute("PRAGMA secure_delete=OFF")
        older.execute(f"INSERT INTO seats (game_id, seat, user_id) VALUES ({lobby}, 1, {AINO})")
        older.execute("DELETE FROM seats WHERE seat = 1")
        older.commit()
    await store.wish(AINO, hints=False)
    await privacy.forget(store.engine, AINO, fresh_id())
    assert await privacy._empty_log(store.engine)
    assert written(file, AINO) == ["games.db"], "deleting is not enough"
    assert await privacy.wipe(store.engine, AINO)
    assert written(file, AINO) == []
    assert await rows(store, "SELECT user_id FROM seats") == [(BROR,)]


@pytest.mark.parametrize("how", ["binary", "digits"])
def test_a_number_is_found_in_a_file(tmp_path: Path, how: str) -> None:
    file = tmp_path / "some.file"
    sign = AINO.to_bytes(8) if how == "binary" else str(AINO).encode()
    file.write_bytes(b"x" * 70_000 + sign + b"y")
    assert is_left(str(file), AINO)
    assert not is_left(str(file), BROR)


async def test_a_file_that_cannot_be_cleaned_now(store: Store, another: Another, file: Path) -> None:
    """False, and the note stays; once the reader is gone it works. Moves wait as long as ever for a lock."""
    await a_lobby(store, AINO)
    reader = another()
    await reader.open()
    async with reader.engine.connect() as connection:
        await connection.exec_driver_sql("BEGIN")
        await connection.execute(sa.select(people))
        await privacy.forget(store.engine, AINO, fresh_id())
        assert not await privacy.wipe(store.engine, AINO)
        assert await privacy.to_wipe(store.engine)
        assert written(file, AINO)
    assert await privacy.wipe(store.engine, AINO)
    assert not await privacy.to_wipe(store.engine)
    assert written(file, AINO) == []
    assert await rows(store, "PRAGMA busy_timeout") == [(5000,)]


async def test_one_who_is_deleted_while_another_is_wiped(
    store: Store, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The power fails before the second wipe: his note must be there still."""
    await a_lobby(store, AINO, BROR)
    await privacy.forget(store.engine, AINO, fresh_id())
    empty = privacy._empty_log

    async def and_then(engine: AsyncEngine) -> bool:
        done = await empty(engine)
        await privacy.forget(engine, BROR, fresh_id())
        return done

    with monkeypatch.context() as changed:
        changed.setattr(privacy, "_empty_log", and_then)
        assert await privacy.wipe(store.engine, AINO)
    assert written(file, BROR)
    assert await privacy.to_wipe(store.engine)
    assert await privacy.wipe(store.engine)
    assert written(file, BROR) == []
    assert not await privacy.to_wipe(store.engine)


async def test_who_is_deleted_after_another_is_wiped_with_him(store: Store, file: Path) -> None:
    """The first wipe finds that two wait, and then looks for no single id."""
    await a_lobby(store, AINO, BROR)
    with closing(sqlite3.connect(file)) as older:
        older.execute("PRAGMA secure_delete=OFF")
        older.execute(f"INSERT INTO people (user_id) VALUES ({BROR})")
        older.execute("DELETE FROM people")
        older.commit()
    for person in (AINO, BROR):
        await privacy.forget(store.engine, person, fresh_id())
    assert await privacy.wipe(store.engine, AINO)
    assert not await privacy.to_wipe(store.engine)
    assert written(file, BROR) == []


async def test_everything_of_one_is_told_and_of_others_nothing(store: Store) -> None:
    await store.wish(AINO, language="fi", hints=False)
    await store.wish(BROR, language="sv")
    await a_finished_game(store, BROR, AINO, loser=1)
    hosted = await a_lobby(store, Sitting(BROR), OTSO, channel_id=CHANNEL + 1)
    async with store.engine.begin() as connection:
        await connection.execute(sa.text(f"UPDATE games SET host_id = {AINO} WHERE id = {hosted}"))
    await a_lobby(store, CIA, channel_id=CHANNEL + 2)
    data = await privacy.data_of(store.engine, AINO)
    text = json.dumps(data)
    assert not [other for other in (BROR, CIA) if str(other) in text]
    assert data["your_discord_id"] == str(AINO)
    assert data["your_settings"] == {
        "language": "fi",
        "pictures": None,
        "four_colours": None,
        "hints": False,
        "hints_seen": None,
    }
    first, second = data["your_games"]
    assert first["you_lost"] is True
    assert first["opened_at"] == NOW.isoformat()
    assert first["server_id"] == str(GUILD)
    assert (first["your_result"]["place"], first["your_result"]["lost"]) == (2, True)
    assert first["your_seat"]["seat"] == 1
    assert [(line["games"], line["losses"], line["fair"]) for line in data["your_standings"]] == [
        (1, 1, 0.5)
    ] * 2
    assert {line["season"] for line in data["your_standings"]} == {f"{NOW:%Y-%m}", "all"}
    assert second["you_host_it"] is True
    assert second["your_seat"] is None
    assert set(first) == {
        *privacy.GAME,
        *(name for name in first if name.startswith(("you_", "your_", "moves_"))),
    }


async def test_a_game_that_cannot_be_replayed_is_told_all_the_same(store: Store) -> None:
    game = await a_game(store, AINO, BROR)  # its deck is none
    await a_move(store, game, 0, interaction=AINO + 77)
    (told,) = (await privacy.data_of(store.engine, AINO))["your_games"]
    assert told["moves_you_pressed"] == []
    assert told["status"] == "playing"


async def test_a_hint_writes_nobody_down_who_sits_nowhere(store: Store) -> None:
    await privacy.note_hints(store.engine, AINO, "lead")
    assert await rows(store, "SELECT * FROM people") == []
    await a_game(store, AINO, BROR)
    await privacy.note_hints(store.engine, AINO, "lead")
    await privacy.note_hints(store.engine, AINO, "beat lead")
    assert await rows(store, "SELECT user_id, hints_seen FROM people") == [(AINO, "beat lead")]


async def test_what_goes_wrong_is_told_without_ids(store: Store) -> None:
    """Errors are logged with a traceback, and SQLAlchemy would put the values of the query into it."""
    await a_lobby(store, AINO)
    again = metadata.tables["seats"].insert().values(game_id=1, seat=0, user_id=AINO)
    async with store.engine.begin() as connection:
        with pytest.raises(sa.exc.IntegrityError) as error:
            await connection.execute(again)
    assert str(AINO) not in str(error.value)


async def test_alone(store: Store, another: Another, file: Path) -> None:
    """While the bot has the database open nobody deletes behind its back."""
    await a_finished_game(store, AINO, BROR, loser=0)
    refused = another()
    with pytest.raises(StoreError, match=r"is in use .*: stop the bot first"):
        await refused.open_as_it_is(alone=True)
    await refused.close()
    await a_lobby(store, BROR)
    await store.close()
    alone = another()
    await alone.open_as_it_is(alone=True)
    assert await alone.load(1) is not None
    with (
        closing(sqlite3.connect(file, timeout=0)) as late,
        pytest.raises(sqlite3.OperationalError, match="locked"),
    ):
        late.execute("SELECT * FROM games")
    await privacy.forget(alone.engine, AINO, fresh_id())
    assert await privacy.wipe(alone.engine)
    await alone.close()
    assert written(file, AINO) == []
