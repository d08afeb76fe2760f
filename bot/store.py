"""The database. More queries are in `bot.results`, `privacy`, `purge`, `finished`: nothing else knows SQL.

`moves` is append-only and its primary key (game, ply) is the truth about order. A game's state is the
fold of its moves. Neither names nor message texts nor tokens are kept.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, fields
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from typing import Any, Final, NamedTuple

import sqlalchemy as sa
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError, InvalidRequestError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from bot import schema
from bot.results import Results
from bot.schema import games, moves, notes, people, seats, servers
from bot.seating import Seating, Sitting

ENGINE_REVISION: Final = 1
"""Goes up when a rule changes in a way that would make running games play differently."""


class StoreError(Exception):
    """The database cannot be used; the message is one line that says what to do."""


class Conflict(Exception):
    """Somebody else wrote this first: another process made the move, or opened a table there."""


class Status(StrEnum):
    """Where a table stands. It only ever goes on from here, never back."""

    LOBBY = "lobby"
    PLAYING = "playing"
    FINISHED = "finished"  # played to its loser
    ABANDONED = "abandoned"  # nobody was left at the table
    CLOSED = "closed"  # a lobby that was never started


ALIVE: Final = "alive"


LIVE: Final = (Status.LOBBY, Status.PLAYING)

PRAGMAS: Final = (
    *("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000"),
    "secure_delete=ON",  # what is deleted is overwritten
)
NOTHING_DUE: Final[dict[str, Any]] = {
    "deadline": None,
    "remind_at": None,
    "vote_until": None,
    "paused_at": None,
}
SITTING: Final = tuple(seats.c[each.name] for each in fields(Sitting))


class Why(StrEnum):
    """Why a table ended without a loser."""

    UNSTARTED = "unstarted"  # a lobby that nobody started in time
    EMPTY = "empty"  # the last person left
    HOST = "host"  # the host closed the lobby
    CONSENT = "consent"  # everybody agreed to end the game
    MODERATOR = "moderator"  # somebody with Manage Server ended it
    ASLEEP = "asleep"  # nobody played for a very long time
    CHANNEL = "channel"  # the channel is gone
    SERVER = "server"  # the bot is no more in the server
    PAUSED = "paused"  # the bot could not post for a very long time
    UNREADABLE = "unreadable"  # its moves cannot be replayed


class Due(NamedTuple):
    """When the wait that is on ends, and when who is waited for is reminded; None: there is none."""

    deadline: datetime | None = None
    remind_at: datetime | None = None


NO_WAIT: Final = Due()


class NewMove(NamedTuple):
    """A move that is to be written; `interaction_id` of the press that asked for it."""

    ply: int
    move: str
    made_at: datetime
    interaction_id: int | None = None


@dataclass(frozen=True, slots=True)
class NewTable:
    """A table that is to be opened."""

    guild_id: int
    channel_id: int
    rules: str
    size: int
    turn_seconds: int | None  # None: no limit
    seating: Seating
    seed: str = field(repr=False)  # 64 hexadecimal digits


class NewGame(NamedTuple):
    """A lobby that is to become a game: what it was played for, who sits where now, and the deal."""

    rules: str
    lobby: Seating  # who sat how, and was ready by which press, when the cards were shuffled
    seating: Seating  # seat 0 is the first
    shuffle: str  # as `engine.fair.write_shuffle` has it
    deck: str


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A table as the database has it."""

    id: int
    guild_id: int
    channel_id: int
    rules: str
    size: int
    turn_seconds: int | None
    status: Status
    seed: str | None = field(repr=False)  # 64 hexadecimal digits; None: a game from before fair deals
    shuffle: str | None  # as `engine.fair.write_shuffle` has it
    deck: str | None
    engine_revision: int
    message_id: int | None
    message_at: datetime | None
    mention_id: int | None
    deadline: datetime | None
    remind_at: datetime | None
    vote_until: datetime | None
    paused_at: datetime | None
    opened_at: datetime
    started_at: datetime | None
    ended_at: datetime | None
    loser: int | None
    why: Why | None
    end_shown: bool
    seating: Seating
    moves: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended: the loser's seat, and each seat's place, 1 for the first to go out."""

    loser: int
    places: tuple[int, ...]
    blue: tuple[int, ...] = ()  # the seats that captured no trick in phase 1
    worst: tuple[int, ...] = ()  # each seat's largest hand in phase 2; empty: not known


class Wishes(NamedTuple):
    """How a server, or a person, wishes to see things; None: nothing has been said."""

    language: str | None = None  # one of `bot.texts.LANGUAGES`
    pictures: bool | None = None
    four_colours: bool | None = None
    hints: bool | None = None  # a person's alone
    hints_seen: str | None = None  # their names, with spaces between them


class Store:
    """One database, by SQLAlchemy URL. Call `open` before anything else.

    Errors and logs show no values, or a seed might be among them.
    """

    def __init__(self, url: str) -> None:
        try:
            self.engine: AsyncEngine = create_async_engine(url, hide_parameters=True)  # nothing of it in logs
        except (ArgumentError, InvalidRequestError, ImportError, ValueError) as error:
            raise StoreError(f"DATABASE_URL {_shown(url)} cannot be used: {_line(error)}") from error
        self.results = Results(self.engine)
        self.name = self.engine.url.render_as_string(hide_password=True)
        if self.engine.dialect.name == "sqlite":
            sa.event.listen(self.engine.sync_engine, "connect", _sqlite_pragmas)

    async def open(self) -> None:
        """Bring the schema up to date. `StoreError` if the database is unwritable or newer than this bot."""
        with self._opening():
            await asyncio.to_thread(self._try_file)
            async with self.engine.begin() as connection:
                await connection.run_sync(schema.upgrade)
            await self.set_note("opened", datetime.now(UTC).isoformat())  # shows that it can be written

    async def open_as_it_is(self, *, alone: bool = False) -> None:
        """Neither make a database nor bring it up to date. `StoreError` if it is not of this bot's age.

        `alone`: all others are kept out of it until `close`; `StoreError` if somebody has it open. That can
        be known of SQLite only, which one connection at a time may then use.
        """
        self._find_file()
        with self._opening():
            await asyncio.to_thread(self._try_file)
            async with self.engine.connect() as connection:
                up_to_date = await connection.run_sync(schema.up_to_date)
        if not up_to_date:
            raise StoreError(
                f"the database {self.name} is of an older Myllymatti: stop the bot, type `myllymatti migrate`"
            )
        if alone and self.engine.dialect.name == "sqlite":
            await self._keep_others_out()

    async def _keep_others_out(self) -> None:
        try:
            async with self.engine.connect() as connection:
                for statement in (
                    "PRAGMA busy_timeout=0",
                    "PRAGMA locking_mode=EXCLUSIVE",
                    "BEGIN EXCLUSIVE",
                    "COMMIT",
                ):
                    await connection.exec_driver_sql(statement)
        except DBAPIError as error:
            raise StoreError(
                f"the database {self.name} is in use ({_line(error)}): stop the bot first, and start it again"
                " afterwards"
            ) from error

    @contextmanager
    def _opening(self) -> Iterator[None]:
        try:
            yield
        except schema.NewerSchema as error:
            raise StoreError(
                f"the database {self.name} is of a newer Myllymatti (its schema is {error}): bring Myllymatti"
                " up to date, or set DATABASE_URL to another database"
            ) from error
        except (DBAPIError, sqlite3.Error, OSError) as error:
            raise StoreError(
                f"the database {self.name} cannot be written: {_line(error)}; check DATABASE_URL and the"
                " rights on the file and its folder"
            ) from error

    def _try_file(self) -> None:
        """Where SQLite cannot open the file, aiosqlite leaves a thread behind that dies in public."""
        if self.engine.dialect.name == "sqlite":
            words, options = self.engine.dialect.create_connect_args(self.engine.url)
            connect: Any = sqlite3.connect
            connect(*words, **options).close()

    def _find_file(self) -> None:
        file = self.engine.url.database
        named = self.engine.dialect.name == "sqlite" and file and not file.startswith((":memory:", "file:"))
        if named and not Path(str(file)).exists():
            raise StoreError(f"there is no database {self.name}: start the bot, or type `myllymatti migrate`")

    async def close(self) -> None:
        await self.engine.dispose()

    # tables

    async def open_table(self, new: NewTable, *, opened_at: datetime, deadline: datetime) -> int:
        """A new lobby; `Conflict` if the channel has a live table already."""
        try:
            async with self.engine.begin() as connection:
                row = await connection.execute(
                    games.insert()
                    .values(
                        guild_id=new.guild_id,
                        channel_id=new.channel_id,
                        rules=new.rules,
                        size=new.size,
                        turn_seconds=new.turn_seconds,
                        status=Status.LOBBY,
                        host_id=new.seating.host_id,
                        dealer=new.seating.dealer,
                        seed=new.seed,
                        engine_revision=ENGINE_REVISION,
                        opened_at=opened_at,
                        deadline=deadline,
                        end_shown=False,
                    )
                    .returning(games.c.id)
                )
                game_id = int(row.scalar_one())
                await self._seat(connection, game_id, new.seating)
        except IntegrityError as error:
            raise Conflict("the channel has a table") from error
        return game_id

    async def reseat(
        self,
        game_id: int,
        seating: Seating,
        due: Due,
        *,
        vote_until: datetime | None = None,
        during: Sequence[Status] = LIVE,
        instead_of: Seating | None = None,
    ) -> None:
        """Who sits where has changed; `Conflict` if the table has ended, or is in no status of `during`.

        Also if others sit there by now than `instead_of` says, as in all that changes seats.
        """
        async with self.engine.begin() as connection:
            await self._update(connection, game_id, during, **due._asdict(), vote_until=vote_until)
            await self._seat(connection, game_id, seating, instead_of)

    async def configure(
        self,
        game_id: int,
        *,
        rules: str,
        size: int,
        turn_seconds: int | None,
        seating: Seating,
        instead_of: Seating | None = None,
    ) -> None:
        """A lobby is to play another game; `Conflict` if it is a lobby no more."""
        async with self.engine.begin() as connection:
            await self._update(
                connection, game_id, (Status.LOBBY,), rules=rules, size=size, turn_seconds=turn_seconds
            )
            await self._seat(connection, game_id, seating, instead_of)

    async def seed(self, game_id: int) -> str | None:
        """What the deal of a table is made of: nobody may be shown it before the game has its loser."""
        async with self.engine.connect() as connection:
            return await connection.scalar(sa.select(games.c.seed).where(games.c.id == game_id))

    async def start(self, game_id: int, new: NewGame, *, started_at: datetime, due: Due) -> None:
        """The lobby becomes a game.

        `Conflict` if it is a lobby no more, or not the one that the cards were shuffled for.
        """
        rules, lobby, seating, shuffle, deck = new
        values = {"status": Status.PLAYING, "shuffle": shuffle, "deck": deck, "started_at": started_at}
        still = games.c.rules == rules, games.c.size == len(seating)
        async with self.engine.begin() as connection:
            await self._update(connection, game_id, (Status.LOBBY,), *still, **values, **due._asdict())
            await self._seat(connection, game_id, seating, lobby)

    async def add_move(
        self,
        game_id: int,
        new: NewMove,
        due: Due,
        *,
        seating: Seating | None = None,
        instead_of: Seating | None = None,
        result: Result | None = None,
    ) -> None:
        """One move, what is due next, who sits how, and with the last move the result: all or nothing.

        `seating` is None where it has not changed. `Conflict` if this ply, or this interaction, has been
        written already, or the game has ended.
        """
        try:
            async with self.engine.begin() as connection:
                await connection.execute(moves.insert().values(game_id=game_id, **new._asdict()))
                await self._update(connection, game_id, (Status.PLAYING,), **due._asdict())
                if seating is not None:
                    await self._seat(connection, game_id, seating, instead_of)
                if result is not None:
                    await self._finish(connection, game_id, new.made_at, result)
        except IntegrityError as error:
            raise Conflict(f"move {new.ply} of game {game_id} is written") from error

    async def _finish(self, connection: Any, game_id: int, ended_at: datetime, result: Result) -> None:
        values = {**NOTHING_DUE, "status": Status.FINISHED, "ended_at": ended_at, "loser": result.loser}
        await self._update(connection, game_id, (Status.PLAYING,), **values)
        for seat, place in enumerate(result.places):
            await connection.execute(
                seats.update().where(seats.c.game_id == game_id, seats.c.seat == seat).values(place=place)
            )
        await self.results.write(connection, game_id, ended_at, result)

    async def end(self, game_id: int, status: Status, why: Why, ended_at: datetime) -> None:
        """The table ends without a loser; `Conflict` if it has ended already."""
        async with self.engine.begin() as connection:
            values = {**NOTHING_DUE, "status": status, "why": why, "ended_at": ended_at}
            await self._update(connection, game_id, LIVE, **values)

    async def set_message(self, game_id: int, message_id: int, message_at: datetime) -> None:
        """Where the table message is."""
        async with self.engine.begin() as connection:
            await self._update(connection, game_id, message_id=message_id, message_at=message_at)

    async def set_end_shown(self, game_id: int) -> None:
        """The message shows how the table has ended: nothing of it is left to do."""
        async with self.engine.begin() as connection:
            await self._update(connection, game_id, end_shown=True)

    async def set_mention(self, game_id: int, mention_id: int | None) -> None:
        """Where the message is that tells somebody to play."""
        async with self.engine.begin() as connection:
            await self._update(connection, game_id, mention_id=mention_id)

    async def set_due(self, game_id: int, due: Due) -> None:
        """When the wait that is on ends."""
        async with self.engine.begin() as connection:
            await self._update(connection, game_id, **due._asdict())

    async def set_pause(
        self, game_id: int, paused_at: datetime | None, due: Due, vote_until: datetime | None
    ) -> None:
        """The table stands still since then, or (None) goes on; `Conflict` if it has ended."""
        async with self.engine.begin() as connection:
            await self._update(
                connection,
                game_id,
                LIVE,
                **due._asdict(),
                paused_at=paused_at,
                vote_until=vote_until,
            )

    async def load(self, game_id: int) -> StoredGame | None:
        """One table, ended or not."""
        found = await self._load(games.c.id == game_id)
        return found[0] if found else None

    async def load_all(self, game_ids: Sequence[int]) -> list[StoredGame]:
        """Several tables, by number."""
        return await self._load(games.c.id.in_(game_ids))

    async def load_live(self) -> list[StoredGame]:
        """Every table that has not ended."""
        return await self._load(games.c.ended_at.is_(None))

    async def load_unshown(self) -> list[StoredGame]:
        """Every table that has ended while its message does not say so."""
        return await self._load(games.c.ended_at.is_not(None) & ~games.c.end_shown)

    async def _load(self, which: sa.ColumnElement[bool]) -> list[StoredGame]:
        chosen = sa.select(games.c.id).where(which)
        async with self.engine.connect() as connection:
            rows = (await connection.execute(sa.select(games).where(which).order_by(games.c.id))).all()
            sat = (
                await connection.execute(
                    sa.select(seats.c.game_id, *SITTING)
                    .where(seats.c.game_id.in_(chosen))
                    .order_by(seats.c.game_id, seats.c.seat)
                )
            ).all()
            made = (
                await connection.execute(
                    sa.select(moves.c.game_id, moves.c.move)
                    .where(moves.c.game_id.in_(chosen))
                    .order_by(moves.c.game_id, moves.c.ply)
                )
            ).all()
        sittings: dict[int, list[Sitting]] = {}
        for game_id, *sitting in sat:
            sittings.setdefault(game_id, []).append(Sitting(*sitting))
        played: dict[int, list[str]] = {}
        for game_id, move in made:
            played.setdefault(game_id, []).append(move)
        return [
            _stored(row._mapping, tuple(sittings.get(row.id, ())), tuple(played.get(row.id, ())))
            for row in rows
        ]

    async def last_options(self, channel_id: int) -> tuple[str, int, int | None] | None:
        """Rules, size and turn time of the newest table of a channel, ended or not."""
        query = (
            sa.select(games.c.rules, games.c.size, games.c.turn_seconds)
            .where(games.c.channel_id == channel_id)
            .order_by(games.c.id.desc())
            .limit(1)
        )
        async with self.engine.connect() as connection:
            row = (await connection.execute(query)).first()
        return None if row is None else (row.rules, row.size, row.turn_seconds)

    async def _update(
        self,
        connection: Any,
        game_id: int,
        during: Sequence[Status] = tuple(Status),
        *still: sa.ColumnElement[bool],
        **values: Any,
    ) -> None:
        """`Conflict`, and nothing of the transaction stays, if the game is in no status of `during`."""
        where = games.c.id == game_id, games.c.status.in_(during), *still
        changed = await connection.execute(games.update().where(*where).values(**values))
        if not changed.rowcount:
            raise Conflict(f"game {game_id} has moved on")

    async def _seat(
        self, connection: Any, game_id: int, seating: Seating, instead_of: Seating | None = None
    ) -> None:
        """Everybody in his seat; `Conflict` if another process has seated people otherwise meanwhile."""
        if instead_of is not None:
            sat = await connection.execute(
                sa.select(*SITTING).where(seats.c.game_id == game_id).order_by(seats.c.seat)
            )
            if tuple(Sitting(*row) for row in sat) != instead_of.sittings:
                raise Conflict(f"other people sit at game {game_id}, or are ready for it")
        await self._update(connection, game_id, host_id=seating.host_id, dealer=seating.dealer)
        await connection.execute(seats.delete().where(seats.c.game_id == game_id))
        if seating.sittings:
            rows = [
                {"game_id": game_id, "seat": seat, **asdict(sitting)}
                for seat, sitting in enumerate(seating.sittings)
            ]
            await connection.execute(seats.insert(), rows)

    # how people wish to see things

    async def wishes(self, guild_id: int, user_id: int | None = None) -> tuple[Wishes, Wishes]:
        """A server's and a person's."""
        here = sa.select(servers.c.language, servers.c.pictures, servers.c.four_colours)
        whose = sa.select(*(people.c[name] for name in Wishes._fields))
        async with self.engine.connect() as connection:
            server = (await connection.execute(here.where(servers.c.guild_id == guild_id))).first()
            person = (
                None
                if user_id is None
                else (await connection.execute(whose.where(people.c.user_id == user_id))).first()
            )
        return Wishes(*(server or ())), Wishes(*(person or ()))

    async def wish_for_server(self, guild_id: int, **wishes: Any) -> None:
        """A server wishes these fields of `Wishes` so from now on."""
        await self._upsert(servers, servers.c.guild_id, guild_id, wishes)

    async def wish(self, user_id: int, **wishes: Any) -> None:
        """A person wishes these fields of `Wishes` so from now on."""
        await self._upsert(people, people.c.user_id, user_id, wishes)

    # notes to oneself

    async def note(self, key: str) -> str | None:
        """What was noted under this key."""
        async with self.engine.connect() as connection:
            return await connection.scalar(sa.select(notes.c.value).where(notes.c.key == key))

    async def set_alive(self, now: datetime) -> None:
        """The bot is connected."""
        await self.set_note(ALIVE, now.isoformat())

    async def alive(self) -> datetime | None:
        """When the bot was last connected; `StoreError` if the database cannot be read.

        Asking makes no database where there is none.
        """
        self._find_file()
        try:
            noted = await self.note(ALIVE)
        except DBAPIError as error:
            raise StoreError(f"the database {self.name} cannot be read: {_line(error)}") from error
        return None if noted is None else datetime.fromisoformat(noted)

    async def set_note(self, key: str, value: str) -> None:
        """Note a value under a key."""
        await self._upsert(notes, notes.c.key, key, {"value": value})

    async def _upsert(
        self, table: sa.Table, column: sa.Column[Any], key: object, values: Mapping[str, Any]
    ) -> None:
        """Write first: what reads before it writes fails where somebody wrote in between."""
        try:
            async with self.engine.begin() as connection:
                changed = await connection.execute(table.update().where(column == key).values(**values))
                if not changed.rowcount:
                    await connection.execute(table.insert().values({column.name: key, **values}))
        except IntegrityError:  # another process has just made the row
            async with self.engine.begin() as connection:
                await connection.execute(table.update().where(column == key).values(**values))


def _stored(row: Mapping[Any, Any], sittings: tuple[Sitting, ...], played: tuple[str, ...]) -> StoredGame:
    values = dict(row)
    seating = Seating(values.pop("host_id"), values.pop("dealer"), sittings)
    values["status"] = Status(values["status"])
    values["why"] = None if values["why"] is None else Why(values["why"])
    return StoredGame(**values, seating=seating, moves=played)


def _sqlite_pragmas(connection: Any, _record: Any) -> None:
    """With `synchronous` NORMAL a power cut loses moves that were answered."""
    try:
        cursor = connection.cursor()
        for pragma in PRAGMAS:
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()
    except BaseException:
        connection.close()  # no pool has it yet, and its thread would live on
        raise


def _line(error: BaseException) -> str:
    origin = getattr(error, "orig", None) or error
    return str(origin).strip().splitlines()[0] if str(origin).strip() else type(origin).__name__


def _shown(url: str) -> str:
    try:
        return sa.make_url(url).render_as_string(hide_password=True)
    except (ArgumentError, ValueError):
        return "(not a database address)"
