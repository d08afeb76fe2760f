"""What the database has of one person: shown to him, and deleted. Knows SQL, as `bot.store` does."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from typing import Any, Final, NamedTuple

import sqlalchemy as sa
from sqlalchemy.exc import OperationalError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.residue import is_left
from bot.schema import games, moves, notes, people, results, seats, standings
from bot.standings import PARTS
from bot.store import Status
from engine import apply, deal, parse_card, parse_move, parse_rules
from engine.errors import EngineError

WHOSE: Final = (games.c.host_id, seats.c.user_id, results.c.user_id, standings.c.user_id)
"""Where a person's id stands in what is others' too. His settings are under it as well, and go."""
WAIT: Final = 500
"""Milliseconds."""
TO_WIPE: Final = "wipe"
"""The note that somebody's data has been deleted, and the file not been cleaned yet.

It says of how many (`ONE` or `MANY`), then something random: who has cleaned takes back what he has read.
"""
ONE: Final = "one"
MANY: Final = "many"
NOTED: Final = sa.select(notes.c.value).where(notes.c.key == TO_WIPE)
GAME: Final = {
    "game": games.c.id,
    "server_id": games.c.guild_id,
    "channel_id": games.c.channel_id,
    "rules": games.c.rules,
    "seats": games.c.size,
    "turn_seconds": games.c.turn_seconds,
    "status": games.c.status,
    "ended_because": games.c.why,
    "opened_at": games.c.opened_at,
    "started_at": games.c.started_at,
    "ended_at": games.c.ended_at,
}
"""What is told of a game, by the name under which it is told: neither seed, deck nor anybody else."""
NOT_TOLD: Final = ("game_id", "user_id", "guild_id")
"""What stands beside a seat or a result already."""


class Held(NamedTuple):
    """How much there is of a person."""

    games: int
    settings: bool


async def held(engine: AsyncEngine, user_id: int) -> Held:
    """How much there is of a person; tables that never began count as well."""
    async with engine.connect() as connection:
        number = await connection.scalar(
            sa.select(sa.func.count()).select_from(games).where(_knows(user_id)).correlate(None)
        )
        settings = await connection.scalar(sa.select(people.c.user_id).where(people.c.user_id == user_id))
    return Held(number or 0, settings is not None)


def _knows(user_id: int) -> sa.ColumnElement[bool]:
    """The games in which a person sits or sat, or of which he is or was the host."""
    return sa.or_(
        games.c.host_id == user_id,
        games.c.id.in_(sa.select(seats.c.game_id).where(seats.c.user_id == user_id)),
        games.c.id.in_(sa.select(results.c.game_id).where(results.c.user_id == user_id)),
    )


async def data_of(engine: AsyncEngine, user_id: int) -> dict[str, Any]:
    """Everything under a person's id, to be written as JSON: ids as text, moments in ISO 8601, UTC.

    Of others there is nothing, and of a game that is on no card but those he has played himself. Which moves
    are his is not stored: it is worked out by playing each game once more, in a thread.
    """
    async with engine.connect() as connection:
        settings = (await connection.execute(sa.select(people).where(people.c.user_id == user_id))).first()
        found = (await connection.execute(sa.select(games).where(_knows(user_id)).order_by(games.c.id))).all()
        sat = await _by_game(connection, seats, user_id)
        ended = await _by_game(connection, results, user_id)
        told = []
        for game in found:
            played = sa.select(moves).where(moves.c.game_id == game.id).order_by(moves.c.ply)
            made = (await connection.execute(played)).all()
            seat, result = sat.get(game.id), ended.get(game.id)
            told.append(await asyncio.to_thread(_told, user_id, game, seat, result, made))
        summed = sa.select(standings).where(standings.c.user_id == user_id)
        sums = [
            {"server_id": str(row.guild_id), **(_row(row) or {}), "fair": row.fair / PARTS}
            for row in await connection.execute(summed)
        ]
    return {
        "your_discord_id": str(user_id),
        "your_settings": _row(settings),
        "your_games": told,
        "your_standings": sums,
    }


def _told(user_id: int, game: Any, seat: Any, result: Any, made: Iterable[Any]) -> dict[str, Any]:
    return {
        **{name: _plain(column.name, game._mapping[column.name]) for name, column in GAME.items()},
        "you_host_it": game.host_id == user_id,
        "you_lost": _lost(game, seat),
        "your_seat": _row(seat),
        "your_result": _row(result),
        "moves_you_pressed": list(_own(game, seat, made)),
    }


async def _by_game(connection: AsyncConnection, table: sa.Table, user_id: int) -> dict[int, Any]:
    rows = await connection.execute(sa.select(table).where(table.c.user_id == user_id))
    return {row.game_id: row for row in rows}


def _lost(game: Any, seat: Any) -> bool | None:
    """None: there is no loser yet, or never will be."""
    if game.status != Status.FINISHED or seat is None:
        return None
    return bool(game.loser == seat.seat)


def _own(game: Any, seat: Any, made: Iterable[Any]) -> Iterator[dict[str, Any]]:
    """The moves that came of this seat's own presses, as far as the game can still be replayed."""
    if game.deck is None or seat is None:
        return
    try:
        state = deal(parse_rules(game.rules), game.size, tuple(map(parse_card, game.deck.split())))
        for row in made:
            if state.turn == seat.seat and row.interaction_id is not None:
                yield {
                    "number": row.ply + 1,
                    "move": row.move,
                    "made_at": _plain("made_at", row.made_at),
                    "press_id": _plain("interaction_id", row.interaction_id),
                }
            state, _ = apply(state, parse_move(row.move))
    except EngineError:  # by rules of an older Myllymatti
        return


def _row(row: Any) -> dict[str, Any] | None:
    if row is None:
        return None
    values: Mapping[str, Any] = row._mapping
    return {name: _plain(name, value) for name, value in values.items() if name not in NOT_TOLD}


def _plain(name: str, value: Any) -> Any:
    """An id as text, since many programs round numbers so large; a moment in ISO 8601."""
    if isinstance(value, datetime):
        return value.isoformat()
    return str(value) if name.endswith("_id") and value is not None else value


async def note_hints(engine: AsyncEngine, user_id: int, seen: str) -> None:
    """A person has had these hints as he played; of who has been deleted since then nothing is noted."""
    value = sa.literal(user_id, sa.BigInteger), sa.literal(seen, sa.Text)
    plays = sa.exists().where(seats.c.user_id == user_id)
    new = sa.select(*value).where(plays, ~sa.exists().where(people.c.user_id == user_id))
    async with engine.begin() as connection:
        await connection.execute(people.update().where(people.c.user_id == user_id).values(hints_seen=seen))
        await connection.execute(people.insert().from_select(["user_id", "hints_seen"], new))


# deleting


async def forget(engine: AsyncEngine, user_id: int, former_id: int) -> None:
    """From now on `former_id` stands wherever the person's id stood; his settings are gone.

    `wipe` has to follow: until then the database's file still holds what it held.
    """
    async with engine.begin() as connection:
        for column in WHOSE:
            assert isinstance(column.table, sa.Table)
            await connection.execute(
                column.table.update().where(column == user_id).values({column.name: former_id})
            )
        await connection.execute(people.delete().where(people.c.user_id == user_id))
        await note_wipe(connection, ONE)


async def note_wipe(connection: AsyncConnection, whose: str) -> None:
    """Ids are deleted in this transaction: a `wipe` is due."""
    undone = await connection.execute(notes.delete().where(notes.c.key == TO_WIPE))
    if undone.rowcount:
        whose = MANY
    await connection.execute(notes.insert().values(key=TO_WIPE, value=f"{whose} {secrets.token_hex(8)}"))


async def want_wipe(engine: AsyncEngine) -> None:
    """Of a person nothing is stored any more: what he has left behind is to be wiped all the same."""
    async with engine.begin() as connection:
        await note_wipe(connection, ONE)


async def to_wipe(engine: AsyncEngine) -> bool:
    """Whether a `wipe` has been cut short, by a power cut say."""
    async with engine.connect() as connection:
        return await connection.scalar(NOTED) is not None


async def wipe(engine: AsyncEngine, user_id: int | None = None) -> bool:
    """Have no byte of a deleted id be left in SQLite's file and log; False: try again, somebody reads.

    The log is emptied. Pages that SQLite has divided may still hold an id that `secure_delete` has not seen:
    then, and always if the id is None or others wait for the same, the file is written anew. In other
    databases nothing is done.
    """
    try:
        async with engine.connect() as connection:
            noted = await connection.scalar(NOTED)
        alone = noted is None or noted.startswith(ONE)
        if engine.dialect.name == "sqlite" and not await _clean(engine, user_id if alone else None):
            return False
        async with engine.begin() as connection:  # not what has been noted since
            await connection.execute(notes.delete().where(notes.c.key == TO_WIPE, notes.c.value == noted))
    except OperationalError:  # locked for longer than one waits
        return False
    return True


async def _clean(engine: AsyncEngine, user_id: int | None) -> bool:
    if not await _empty_log(engine):
        return False
    if user_id is not None and not await _is_left(engine, user_id):
        return True
    async with engine.connect() as connection:
        await connection.execution_options(isolation_level="AUTOCOMMIT")
        await connection.exec_driver_sql("VACUUM")
    return await _empty_log(engine)


async def _empty_log(engine: AsyncEngine) -> bool:
    """Who waits for a reader here keeps everybody from writing: so not for long."""
    async with engine.connect() as connection:
        usual = (await connection.exec_driver_sql("PRAGMA busy_timeout")).scalar()
        await connection.exec_driver_sql(f"PRAGMA busy_timeout={WAIT}")
        try:
            busy = (await connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")).scalar()
        finally:
            await connection.exec_driver_sql(f"PRAGMA busy_timeout={usual}")
    return not busy


async def _is_left(engine: AsyncEngine, user_id: int) -> bool:
    """Not known of a database without a file."""
    async with engine.connect() as connection:
        files = [row.file for row in await connection.exec_driver_sql("PRAGMA database_list") if row.file]
    found = [await asyncio.to_thread(is_left, file, user_id) for file in files]
    return any(found)
