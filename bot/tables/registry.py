"""The tables there are, as the store has them: found, taken up after a restart, got up from, ended.

Each change goes the same way: lock, check, commit, assign, tell.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from functools import partial
from random import Random, SystemRandom
from typing import Final

from discord.utils import utcnow

from bot.config import Settings
from bot.options import Options
from bot.records import so_far
from bot.seating import Seating
from bot.store import ENGINE_REVISION, NO_WAIT, Conflict, Due, Status, Store, StoredGame, Why
from bot.table import Refusal, Refused, Table
from engine import Seat, State, fair, parse_rules
from engine.errors import EngineError
from engine.record import steps

log = logging.getLogger(__name__)

AFTER_A_RESTART: Final = timedelta(minutes=1)
"""What a turn that ran out while the bot was away has left when it comes back."""
ALL_ASLEEP: Final = timedelta(days=1)
"""How long a game whose people have all fallen asleep waits for one of them."""
UNLIMITED: Final = timedelta(days=30)
"""How long a turn without limit is waited for: no table waits for ever."""


class Registry:
    """All live tables."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self.store = store
        self.settings = settings
        self.random: Random = SystemRandom()  # of computers; it deals no cards
        self.new_seed: Callable[[], bytes] = partial(secrets.token_bytes, fair.SEED_BYTES)
        self.shuffled: Callable[[bytes, fair.Context], fair.Shuffled] = fair.shuffled
        self.changed: Callable[[Table], None] = lambda table: None
        self._live: dict[int, Table] = {}
        self._unshown: dict[int, Table] = {}  # have ended, and their messages do not say so yet
        self._door = asyncio.Lock()  # one sits down at a time, so that the caps hold

    def __iter__(self) -> Iterator[Table]:
        """Every table whose message has something to show."""
        return iter((*self._live.values(), *self._unshown.values()))

    def __contains__(self, table: Table) -> bool:
        return table.id in self._live or table.id in self._unshown

    async def restore(self) -> None:
        """Take up every live table after a restart, and those whose end is still to be shown."""
        for stored in (*await self.store.load_live(), *await self.store.load_unshown()):
            try:
                table = await self._rebuild(stored)
            except EngineError as error:
                log.error("table %s cannot be taken up again: %s", stored.id, error)
                if stored.ended_at is None:
                    await self.store.end(stored.id, Status.ABANDONED, Why.UNREADABLE, utcnow())
                await self.store.set_end_shown(stored.id)
                continue
            if not table.live:
                self._unshown[table.id] = table
                continue
            ran_out = table.deadline is not None and table.deadline <= utcnow()
            if table.playing and ran_out and table.paused_at is None:
                table.due = Due(utcnow() + AFTER_A_RESTART)
                await self.store.set_due(table.id, table.due)
            self._live[table.id] = table

    async def find(self, table_id: int) -> Table:
        """A table, live or ended; `Refused` if there never was one, or none that can still be read."""
        if (table := self._live.get(table_id) or self._unshown.get(table_id)) is not None:
            return table
        stored = await self.store.load(table_id)
        if stored is None:
            raise Refused(Refusal.GONE)
        try:
            return await self._rebuild(stored)
        except EngineError:
            raise Refused(Refusal.GONE) from None

    def in_channel(self, channel_id: int) -> Table:
        """The live table of a channel; `Refused` if it has none."""
        table = self._in_channel_or_none(channel_id)
        if table is None:
            raise Refused(Refusal.NO_TABLE)
        return table

    def where(self, guild_id: int, channel_id: int | None = None) -> list[Table]:
        """The tables of a server, or of one of its channels, whose messages have something to show."""
        return [t for t in self if t.guild_id == guild_id and channel_id in (None, t.channel_id)]

    async def placed(self, table: Table, message_id: int) -> None:
        """The table message is there."""
        now = utcnow()
        await self.store.set_message(table.id, message_id, now)
        table.message_id, table.message_at = message_id, now

    async def mentioned(self, table: Table, mention_id: int | None) -> None:
        """The message that tells somebody to play is there, or gone."""
        await self.store.set_mention(table.id, mention_id)
        table.mention_id = mention_id

    async def end_shown(self, table: Table) -> None:
        """The table message says how the table has ended."""
        if self._unshown.pop(table.id, None) is not None:
            await self.store.set_end_shown(table.id)

    # getting up

    async def leave(self, table_id: int, user_id: int, *, knowing: bool = False) -> Table:
        """Get up: in a lobby the seat is free again, in a game a computer keeps it and the loss stays.

        From a game that can still be lost only `knowing` that. With the last person the table ends.
        """
        table = await self.find(table_id)
        async with table.lock:
            seat = table.seating.belongs_to(user_id)
            if seat is None:
                raise Refused(Refusal.NOT_SEATED, table)
            if not table.live:
                raise Refused(Refusal.OVER, table)
            if table.playing and not knowing and not table.out(user_id):
                raise Refused(Refusal.LEAVES_A_GAME, table)
            await self._get_up(table, seat)
        return table

    async def gone(self, table: Table, user_id: int) -> None:
        """A person is no more in the server: a computer takes the seat, or it is free again."""
        async with table.lock:
            seat = table.seating.belongs_to(user_id)
            if table.live and seat is not None:
                await self._get_up(table, seat)

    async def _get_up(self, table: Table, seat: Seat) -> None:
        if table.playing:
            seating = table.seating.gone(seat)
            if seating.people or seating.sleepers:
                await self._reseat(table, seating)
            else:
                await self._end(table, Why.EMPTY)
        elif len(table.seating.people) > 1:
            await self._reseat(table, table.seating.without(seat))
        else:
            await self._end(table, Why.EMPTY)

    # ending

    async def end(self, table: Table, why: Why) -> None:
        """Somebody may end this table (a moderator), or it has no place any more."""
        async with table.lock:
            if not table.live:
                raise Refused(Refusal.OVER, table)
            await self._end(table, why)

    async def lost(self, table: Table, why: Why) -> None:
        """The place of a table is gone, and with it whatever its message could show."""
        async with table.lock:
            if table.live:
                await self._end(table, why)
        await self.end_shown(table)

    async def _end(self, table: Table, why: Why) -> None:
        now = utcnow()
        status = Status.ABANDONED if table.playing else Status.CLOSED
        async with self._writing(table):
            await self.store.end(table.id, status, why, now)
        table.why = why
        self._finish(table, status, now)
        self.changed(table)

    def _finish(self, table: Table, status: Status, now: datetime) -> None:
        table.status, table.ended_at = status, now
        table.due, table.vote_until, table.paused_at = NO_WAIT, None, None
        self._live.pop(table.id, None)
        self._unshown[table.id] = table

    # writing

    async def _reseat(self, table: Table, seating: Seating, **changes: datetime | None) -> None:
        """Who sits where has changed. Whom the game waits for may be another now, or the vote unanimous."""
        vote_until = changes.get("vote_until", table.vote_until)
        if vote_until is not None and seating.agreed:
            await self._end(table, Why.CONSENT)
            return
        due = table.due
        if table.state is not None and _waits_for(seating, table.state) != _waits_for(
            table.seating, table.state
        ):
            due = self._due_again(table, seating, table.state)
        async with self._writing(table):
            await self.store.reseat(
                table.id,
                seating,
                due,
                vote_until=vote_until,
                during=(table.status,),
                instead_of=table.seating,
            )
        table.seating, table.due, table.vote_until = seating, due, vote_until
        self.changed(table)

    def _due(self, options: Options, seating: Seating, state: State, now: datetime) -> Due:
        """Invariant 7: who waits for a person has a deadline. Computers keep nobody waiting."""
        if state.turn is None:
            return NO_WAIT
        if not seating.people:
            return Due(now + ALL_ASLEEP)
        if not seating.sittings[state.turn].plays:
            return NO_WAIT
        if options.turn_seconds is None:
            return Due(now + UNLIMITED)
        turn = timedelta(seconds=options.turn_seconds)
        return Due(now + turn, now + turn / 2)

    def _due_again(self, table: Table, seating: Seating, state: State) -> Due:
        """What is due once somebody has got up or come back: to and fro lengthens nobody's turn."""
        due = self._due(table.options, seating, state, table.now)
        (_, person), ply = _waits_for(seating, state), table.ply
        if person is None:
            _, waited_for = _waits_for(table.seating, state)
            if waited_for is not None:
                table.promised = ply, waited_for, table.due
        elif table.promised is not None and table.promised[:2] == (ply, person):
            deadline, remind_at = table.promised[2]
            if deadline is not None:
                due = Due(max(deadline, table.now + AFTER_A_RESTART), remind_at)
        return due

    @asynccontextmanager
    async def _writing(self, table: Table) -> AsyncIterator[None]:
        """While a change is written: if another process was first, what it wrote holds."""
        try:
            yield
        except Conflict:
            await self._reload(table)
            raise Refused(Refusal.STALE, table) from None

    # from the store

    async def _rebuild(self, stored: StoredGame) -> Table:
        """A table from its row and the fold of its moves."""
        ended = None if stored.ended_at is None else (stored.ended_at, stored.id)
        table = Table(
            id=stored.id,
            guild_id=stored.guild_id,
            channel_id=stored.channel_id,
            options=Options(parse_rules(stored.rules), stored.size, stored.turn_seconds),
            status=stored.status,
            seating=stored.seating,
            hat=await self.store.results.last_loser(stored.guild_id, ended),
            message_id=stored.message_id,
            message_at=stored.message_at,
            mention_id=stored.mention_id,
        )
        _take_over(table, stored)
        return table

    async def _reload(self, table: Table) -> None:
        """Take over what the store says."""
        stored = await self.store.load(table.id)
        if stored is None:
            return
        _take_over(table, stored)
        if stored.ended_at is not None:
            self._finish(table, stored.status, stored.ended_at)
        self.changed(table)

    def _in_channel_or_none(self, channel_id: int) -> Table | None:
        return next((table for table in self._live.values() if table.channel_id == channel_id), None)


def _take_over(table: Table, stored: StoredGame) -> None:
    """What may change in the life of a table is now as it is stored."""
    table.options = Options(parse_rules(stored.rules), stored.size, stored.turn_seconds)
    table.status, table.seating, table.why = stored.status, stored.seating, stored.why
    table.started_at, table.ended_at = stored.started_at, stored.ended_at
    table.due = Due(stored.deadline, stored.remind_at)
    table.vote_until, table.paused_at = stored.vote_until, stored.paused_at
    table.promise = None if stored.seed is None else fair.promise(bytes.fromhex(stored.seed))
    table.seed = stored.seed if stored.status is Status.FINISHED else None
    table.happenings, table.tricks, table.worst, table.ply, table.state = (), 0, (), 0, None
    if stored.deck is None:
        return
    if stored.engine_revision != ENGINE_REVISION and table.live:
        raise EngineError(f"it was begun under revision {stored.engine_revision} of the rules")
    states = steps(so_far(stored))
    table.state, _ = next(states)
    for state, events in states:
        table.after(state, events)


def _waits_for(seating: Seating, state: State) -> tuple[bool, int | None]:
    """Whether anybody is awake, and the person who is to play."""
    sitting = None if state.turn is None else seating.sittings[state.turn]
    person = sitting.user_id if sitting is not None and sitting.plays else None
    return bool(seating.people), person
