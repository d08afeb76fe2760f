"""Tables and seats. The only place that changes a game, always in this order: lock, check, commit, assign.

Knows no Discord: people are user ids. Who wants to know of a change sets `Tables.changed`.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import Enum
from random import Random, SystemRandom
from typing import Final

from discord.utils import utcnow

from bot.config import Settings
from bot.store import ENGINE_REVISION, LIVE, Conflict, NewTable, Result, Sitting, Status, Store, StoredGame
from engine import DECK, Event, Move, Rules, Seat, State, apply, deal, parse_card, parse_rules, redact, view
from engine import record as records
from engine.errors import EngineError
from engine.events import TrickDone, TrickWon
from engine.moves import parse_move
from engine.players import careful

log = logging.getLogger(__name__)

COMPUTERS: Final = ("Otso", "Repo", "Ilves", "Hukka", "Majava", "Hirvi", "Korppi", "Kettu")
"""What computer players are called."""

LOG_LENGTH: Final = 12
"""How many of the last happenings a table keeps for its message."""


AFTER_A_RESTART: Final = timedelta(minutes=1)
"""What a turn has left at least when the bot comes back."""


class Refusal(Enum):
    """Why a table says no. The sentences are in `bot.texts`."""

    GONE = "there is no such table"
    NO_TABLE = "the channel has no table"
    TABLE_HERE = "the channel has a table already"
    FULL = "no seat is free"
    SEATED = "already seated"
    NOT_SEATED = "not seated here"
    NOT_HOST = "only the host does that"
    SEATS_FREE = "seats are free"
    STARTED = "the game has started"
    LEAVES_A_GAME = "who leaves a game has to know that the loss stays"
    NOT_STARTED = "the game has not started"
    OVER = "the table has ended"
    NOT_OVER = "the game is not over"
    NOT_YOUR_TURN = "somebody else is to play"
    STALE = "the table has moved on"


class Refused(Exception):
    """A table refuses; `table` is the one in question, where there is one."""

    def __init__(self, refusal: Refusal, table: Table | None = None) -> None:
        super().__init__(refusal.value)
        self.refusal = refusal
        self.table = table


@dataclass(slots=True, eq=False)
class Table:
    """A table in a channel, from its lobby to its end. `sittings[seat]` sits in that seat of the engine."""

    id: int
    guild_id: int
    channel_id: int
    rules: Rules
    size: int
    status: Status
    host_id: int
    dealer: int | None  # the sitting that deals; None: drawn by lot at the start
    sittings: tuple[Sitting, ...]
    hat: Sitting | None  # who lost the last game here
    deadline: datetime | None
    message_id: int | None = None
    message_at: datetime | None = None
    mention_id: int | None = None
    state: State | None = None
    ply: int = 0
    happenings: tuple[Event, ...] = ()  # the last public ones, the newest last
    tricks: int = 0
    started_at: datetime | None = None
    ended_at: datetime | None = None
    lock: asyncio.Lock = field(default_factory=asyncio.Lock, repr=False)

    def seat_of(self, user_id: int) -> Seat:
        """Where a person sits and plays; `Refused` if nowhere."""
        for seat, sitting in enumerate(self.sittings):
            if sitting.user_id == user_id and sitting.computer is None:
                return seat
        raise Refused(Refusal.NOT_SEATED, self)

    def seats(self, user_id: int) -> bool:
        """Whether a person sits and plays here."""
        return user_id in self.people

    @property
    def people(self) -> tuple[int, ...]:
        """Who plays here, computers left out."""
        return tuple(s.user_id for s in self.sittings if s.user_id is not None and s.computer is None)

    @property
    def live(self) -> bool:
        return self.status in LIVE

    @property
    def hands_open(self) -> bool:
        """Whether hands can still be looked at: a game is on or was played to its end."""
        return self.state is not None and self.status in (Status.PLAYING, Status.FINISHED)

    @property
    def waiting_for(self) -> int | None:
        """The person who is to play, if it is a person."""
        if self.state is None or self.state.turn is None or not self.live:
            return None
        sitting = self.sittings[self.state.turn]
        return sitting.user_id if sitting.computer is None else None

    def after(self, state: State, events: Sequence[Event]) -> None:
        """Take over what a committed move has made of the game."""
        self.state = state
        self.ply += 1
        self.happenings = (*self.happenings, *(redact(event, None) for event in events))[-LOG_LENGTH:]
        self.tricks += sum(isinstance(event, TrickWon | TrickDone) for event in events)


class Tables:
    """All live tables, as the store has them."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self.store = store
        self.settings = settings
        self.random: Random = SystemRandom()
        self.changed: Callable[[Table], None] = lambda table: None
        self._live: dict[int, Table] = {}
        self._unshown: dict[int, Table] = {}  # have ended, and their messages do not say so yet

    def __iter__(self) -> Iterator[Table]:
        """Every table whose message has something to show."""
        return iter((*self._live.values(), *self._unshown.values()))

    async def restore(self) -> None:
        """Take up every live table after a restart, and those whose end is still to be shown."""
        for stored in (*await self.store.load_live(), *await self.store.load_unshown()):
            try:
                table = await self._rebuild(stored)
            except EngineError as error:
                log.error("table %s cannot be taken up again: %s", stored.id, error)
                if stored.ended_at is None:
                    await self.store.end(stored.id, Status.ABANDONED, utcnow())
                await self.store.set_end_shown(stored.id)
                continue
            if not table.live:
                self._unshown[table.id] = table
                continue
            if table.status is Status.PLAYING and table.deadline is not None:
                table.deadline = max(table.deadline, utcnow() + AFTER_A_RESTART)
                await self.store.set_deadline(table.id, table.deadline)
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

    # the lobby

    async def open(
        self, *, guild_id: int, channel_id: int, host_id: int, rules: Rules, size: int, computers: int
    ) -> Table:
        """A new lobby with its host in the first seat; `computers` is at most `size - 1`.

        Nobody is told: whoever opens a table calls `changed` once its message is there.
        """
        sittings = [Sitting(host_id)]
        for _ in range(computers):
            sittings.append(Sitting(computer=_name_for_computer(sittings)))
        return await self._open(
            NewTable(guild_id, channel_id, str(rules), size, host_id, None, tuple(sittings))
        )

    async def again(self, table_id: int, user_id: int) -> Table:
        """A lobby with the people of a game that is over, in their seats, the loser dealing (1.0).

        Nobody is told, as by `open`.
        """
        old = await self.find(table_id)
        if old.live:
            raise Refused(Refusal.NOT_OVER, old)
        if old.state is None or old.state.loser is None:
            raise Refused(Refusal.OVER, old)
        old.seat_of(user_id)
        sittings = list(old.sittings)
        dealer: int | None = old.state.loser
        for seat in reversed(range(len(sittings))):
            if sittings[seat].user_id is not None and sittings[seat].computer is not None:  # left the game
                dealer = _without(sittings, seat, dealer)
        host_id = old.host_id if any(s.user_id == old.host_id for s in sittings) else user_id
        new = NewTable(
            old.guild_id, old.channel_id, str(old.rules), old.size, host_id, dealer, tuple(sittings)
        )
        return await self._open(new)

    async def _open(self, new: NewTable) -> Table:
        now = utcnow()
        deadline = now + timedelta(seconds=self.settings.lobby_seconds)
        try:
            table_id = await self.store.open_table(new, opened_at=now, deadline=deadline)
        except Conflict:
            raise Refused(Refusal.TABLE_HERE, self._in_channel_or_none(new.channel_id)) from None
        stored = await self.store.load(table_id)
        assert stored is not None
        table = self._live[table_id] = await self._rebuild(stored)
        return table

    async def placed(self, table: Table, message_id: int) -> None:
        """The table message is there."""
        now = utcnow()
        await self.store.set_message(table.id, message_id, now)
        table.message_id, table.message_at = message_id, now

    async def end_shown(self, table: Table) -> None:
        """The table message says how the table has ended."""
        if self._unshown.pop(table.id, None) is not None:
            await self.store.set_end_shown(table.id)

    async def mentioned(self, table: Table, mention_id: int | None) -> None:
        """The message that tells somebody to play is there, or gone."""
        await self.store.set_mention(table.id, mention_id)
        table.mention_id = mention_id

    async def join(self, table_id: int, user_id: int) -> Table:
        """Sit down in the next free seat."""
        async with self._lobby(table_id) as table:
            if table.seats(user_id):
                raise Refused(Refusal.SEATED, table)
            if len(table.sittings) == table.size:
                raise Refused(Refusal.FULL, table)
            sittings = [*table.sittings, Sitting(user_id)]
            await self._reseat(table, table.host_id, table.dealer, sittings, table.deadline)
        return table

    async def leave(self, table_id: int, user_id: int, *, knowing: bool = False) -> Table:
        """Get up: in a lobby the seat is free again, in a game a computer takes it and the loss stays.

        From a game only `knowing` that. With the last person the table ends.
        """
        table = await self.find(table_id)
        async with table.lock:
            seat = table.seat_of(user_id)
            if not table.live:
                raise Refused(Refusal.OVER, table)
            if table.status is Status.PLAYING and not knowing:
                raise Refused(Refusal.LEAVES_A_GAME, table)
            if len(table.people) == 1:
                await self._end(table, Status.CLOSED if table.status is Status.LOBBY else Status.ABANDONED)
                return table
            sittings, dealer = list(table.sittings), table.dealer
            if table.status is Status.LOBBY:
                dealer = _without(sittings, seat, dealer)
            else:
                sittings[seat] = Sitting(user_id, _name_for_computer(sittings))
            host_id = table.host_id
            if host_id == user_id:
                host_id = next(person for person in table.people if person != user_id)
            his_turn = table.state is not None and table.state.turn == seat
            await self._reseat(table, host_id, dealer, sittings, None if his_turn else table.deadline)
        return table

    async def start(self, table_id: int, user_id: int) -> Table:
        """Draw the first dealer by lot (1.0), shuffle and deal; only the host, once all seats are taken."""
        async with self._lobby(table_id) as table:
            table.seat_of(user_id)
            if user_id != table.host_id:
                raise Refused(Refusal.NOT_HOST, table)
            if len(table.sittings) < table.size:
                raise Refused(Refusal.SEATS_FREE, table)
            dealer = self.random.randrange(table.size) if table.dealer is None else table.dealer
            sittings = table.sittings[dealer + 1 :] + table.sittings[: dealer + 1]
            deck = list(DECK)
            self.random.shuffle(deck)
            state, now = deal(table.rules, table.size, deck), utcnow()
            deadline = self._deadline(sittings, state, now)
            async with self._writing(table):
                await self.store.start(
                    table.id,
                    deck=" ".join(map(str, deck)),
                    sittings=sittings,
                    started_at=now,
                    deadline=deadline,
                )
            table.status, table.sittings, table.dealer = Status.PLAYING, sittings, table.size - 1
            table.state, table.started_at, table.deadline = state, now, deadline
            self.changed(table)
        return table

    @asynccontextmanager
    async def _lobby(self, table_id: int) -> AsyncIterator[Table]:
        table = await self.find(table_id)
        async with table.lock:
            if table.status is not Status.LOBBY:
                raise Refused(Refusal.STARTED if table.live else Refusal.OVER, table)
            yield table

    async def _reseat(
        self,
        table: Table,
        host_id: int,
        dealer: int | None,
        sittings: Sequence[Sitting],
        deadline: datetime | None,
    ) -> None:
        async with self._writing(table):
            await self.store.reseat(
                table.id, host_id=host_id, dealer=dealer, sittings=sittings, deadline=deadline
            )
        table.host_id, table.dealer, table.sittings = host_id, dealer, tuple(sittings)
        table.deadline = deadline
        self.changed(table)

    # the game

    async def play(
        self, table_id: int, ply: int, user_id: int, move: Move, interaction_id: int | None = None
    ) -> Table:
        """A person's move, asked for when `ply` moves had been made.

        Raises `Refused`, or the engine's `IllegalMove`; then nothing has changed.
        """
        table = await self.find(table_id)
        async with table.lock:
            seat = table.seat_of(user_id)
            if not table.live:
                raise Refused(Refusal.OVER, table)
            if table.state is None:
                raise Refused(Refusal.NOT_STARTED, table)
            if ply != table.ply:
                raise Refused(Refusal.STALE, table)
            if seat != table.state.turn:
                raise Refused(Refusal.NOT_YOUR_TURN, table)
            await self._move(table, move, interaction_id)
        return table

    async def play_for(self, table: Table, ply: int) -> None:
        """The computer moves for whoever is to act, unless the table has moved on since `ply`."""
        async with table.lock:
            if not table.live or table.state is None or table.state.turn is None or ply != table.ply:
                return
            seen = view(table.state, table.state.turn)
            try:
                await self._move(table, careful.choose(seen, self.random), None)
            except Refused:
                log.warning("table %s: another process moved first", table.id)

    async def _move(self, table: Table, move: Move, interaction_id: int | None) -> None:
        assert table.state is not None
        state, events = apply(table.state, move)
        now = utcnow()
        deadline = self._deadline(table.sittings, state, now)
        async with self._writing(table):
            await self.store.add_move(
                table.id,
                table.ply,
                str(move),
                interaction_id=interaction_id,
                made_at=now,
                deadline=deadline,
                result=_result(state),
            )
        table.after(state, events)
        table.deadline = deadline
        if state.loser is not None:
            self._finish(table, Status.FINISHED, now)
        self.changed(table)

    async def expire(self, table: Table) -> None:
        """The table's deadline has passed: a lobby closes, a turn is played by the computer."""
        if table.deadline is None or utcnow() < table.deadline:
            return
        if table.status is Status.LOBBY:
            async with table.lock:
                if table.status is Status.LOBBY:
                    await self._end(table, Status.CLOSED)
        else:
            await self.play_for(table, table.ply)

    async def _end(self, table: Table, status: Status) -> None:
        now = utcnow()
        async with self._writing(table):
            await self.store.end(table.id, status, now)
        self._finish(table, status, now)
        self.changed(table)

    def _finish(self, table: Table, status: Status, now: datetime) -> None:
        table.status, table.ended_at, table.deadline = status, now, None
        self._live.pop(table.id, None)
        self._unshown[table.id] = table

    def _deadline(self, sittings: Sequence[Sitting], state: State, now: datetime) -> datetime | None:
        """Invariant 7: who waits for a person has a deadline. Computers do not keep anybody waiting."""
        if state.turn is None or sittings[state.turn].computer is not None:
            return None
        return now + timedelta(seconds=self.settings.turn_seconds)

    # from the store

    async def _rebuild(self, stored: StoredGame) -> Table:
        """A table from its row and the fold of its moves."""
        table = Table(
            id=stored.id,
            guild_id=stored.guild_id,
            channel_id=stored.channel_id,
            rules=parse_rules(stored.rules),
            size=stored.size,
            status=stored.status,
            host_id=stored.host_id,
            dealer=stored.dealer,
            sittings=stored.sittings,
            hat=await self.store.last_loser(stored.guild_id),
            deadline=stored.deadline,
            message_id=stored.message_id,
            message_at=stored.message_at,
            mention_id=stored.mention_id,
            started_at=stored.started_at,
            ended_at=stored.ended_at,
        )
        _fold(table, stored)
        return table

    @asynccontextmanager
    async def _writing(self, table: Table) -> AsyncIterator[None]:
        """While a change is written: if another process was first, what it wrote holds."""
        try:
            yield
        except Conflict:
            await self._reload(table)
            raise Refused(Refusal.STALE, table) from None

    async def _reload(self, table: Table) -> None:
        """Take over what the store says."""
        stored = await self.store.load(table.id)
        if stored is None:
            return
        table.status, table.dealer, table.started_at = stored.status, stored.dealer, stored.started_at
        table.sittings, table.host_id, table.deadline = stored.sittings, stored.host_id, stored.deadline
        table.happenings, table.tricks, table.ply, table.state = (), 0, 0, None
        _fold(table, stored)
        if stored.ended_at is not None:
            self._finish(table, stored.status, stored.ended_at)
        self.changed(table)

    def _in_channel_or_none(self, channel_id: int) -> Table | None:
        return next((table for table in self._live.values() if table.channel_id == channel_id), None)


def _fold(table: Table, stored: StoredGame) -> None:
    if stored.deck is None:
        return
    if stored.engine_revision != ENGINE_REVISION and table.live:
        raise EngineError(f"it was begun under revision {stored.engine_revision} of the rules")
    game = records.Record(
        table.rules,
        table.size,
        tuple(map(parse_card, stored.deck.split())),
        tuple(map(parse_move, stored.moves)),
    )
    states = records.steps(game)
    table.state, _ = next(states)
    for state, events in states:
        table.after(state, events)


def _result(state: State) -> Result | None:
    if state.loser is None:
        return None
    order = (*state.out, state.loser)
    return Result(state.loser, tuple(order.index(seat) + 1 for seat in range(state.seats)))


def _without(sittings: list[Sitting], seat: int, dealer: int | None) -> int | None:
    """Take a sitting away; if the dealer goes, the next one clockwise deals (1.0)."""
    del sittings[seat]
    if dealer is None or not sittings:
        return None
    return (dealer - 1 if seat < dealer else dealer) % len(sittings)


def _name_for_computer(sittings: Sequence[Sitting]) -> str:
    taken = {sitting.computer for sitting in sittings}
    return next(name for name in COMPUTERS if name not in taken)
