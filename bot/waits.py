"""What each table waits for: set on the clock whenever it changes, and done when the time has come."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from discord.utils import utcnow

from bot.clock import Clock
from bot.config import Settings
from bot.hands import Hands
from bot.names import SEEN_LATELY, Names
from bot.painter import Painter
from bot.table import Table
from bot.tables import PAUSED, Tables
from bot.thinking import Thinkers
from engine import view
from engine.players.levels import Level

NEVER_SEEN: Final = timedelta(0)
LOOK_AGAIN: Final = timedelta(hours=1)
PACES: Final = {Level.EASY: 0.75, Level.NORMAL: 1.0, Level.HARD: 1.25}
"""How long a computer seems to think, as a share of what is set: who plays well weighs his moves."""


class Turn(NamedTuple):
    """A computer's turn, which begins when it is to play."""

    ply: int
    until: datetime  # people can follow when it moves then
    seed: int


class Waits:
    """Deadlines, reminders, votes, pauses and computers' moves of all tables."""

    def __init__(
        self,
        tables: Tables,
        thinkers: Thinkers,
        clock: Clock,
        names: Names,
        hands: Hands,
        painter: Painter,
        settings: Settings,
    ) -> None:
        self._tables = tables
        self._thinkers = thinkers
        self._clock = clock
        self._names = names
        self._hands = hands
        self._painter = painter
        self._settings = settings
        self._thinking: dict[int, Turn] = {}  # about which a computer thinks, by table

    def set(self, table: Table) -> None:
        """A table has changed: this and nothing else is due at it now."""
        paused = table.paused_at is not None
        deadline, remind_at = (None, None) if paused else table.due
        self._at("deadline", table, deadline, lambda: self._expire(table))
        self._at("reminder", table, remind_at, lambda: self._remind(table))
        self._at("vote", table, None if paused else table.vote_until, lambda: self._tables.close_vote(table))
        given_up = None if table.paused_at is None else table.paused_at + PAUSED
        self._at("pause", table, given_up, lambda: self._tables.give_up(table))
        called = None if paused else table.waiting_for
        self._at("presence", table, None if called is None else utcnow(), lambda: self._look_for(table))
        self._think(table)

    def _think(self, table: Table) -> None:
        """A computer thinks from when it is to play, whatever else happens at the table."""
        known = self._thinking.get(table.id)
        if not table.computer_to_play:
            self._thinking.pop(table.id, None)
            self._clock.unset(("computer", table.id))
        elif known is None or known.ply != table.ply:
            now = utcnow()
            turn = Turn(table.ply, now + self._pace(table), self._tables.random.getrandbits(64))
            self._thinking[table.id] = turn
            self._at("computer", table, now, lambda: self._consider(table, turn))

    async def _consider(self, table: Table, turn: Turn) -> None:
        """Think at once, so that the pace is no pause on top of the thinking. The table is not held up."""
        state = table.state
        if not self._is_on(table, turn) or state is None or state.turn is None:
            return
        level = table.sittings[state.turn].strength
        move = await self._thinkers.choose(level, view(state, state.turn), turn.seed)
        if self._is_on(table, turn):
            self._at("computer", table, turn.until, lambda: self._tables.play_computer(table, turn.ply, move))

    def _is_on(self, table: Table, turn: Turn) -> bool:
        """Whether it is this turn still: a seat taken back and left again begins another."""
        return self._thinking.get(table.id) is turn and table.computer_to_play and table.ply == turn.ply

    async def _look_for(self, table: Table) -> None:
        """Whose turn it has become may have left the server; without a limit he is looked for again."""
        called = table.waiting_for
        if called is None or not await self._is_there(table, called, SEEN_LATELY):
            return
        if table.options.turn_seconds is None and table.waiting_for == called:
            self._at("presence", table, utcnow() + LOOK_AGAIN, lambda: self._look_for(table))

    def _at(self, what: str, table: Table, when: datetime | None, job: Callable[[], Awaitable[None]]) -> None:
        if when is None:
            self._clock.unset((what, table.id))
        else:
            self._clock.set((what, table.id), when, job)

    def _pace(self, table: Table) -> timedelta:
        """How long the computer on turn takes, so that people can follow."""
        assert table.state is not None
        assert table.state.turn is not None
        level = table.sittings[table.state.turn].strength
        low, high = self._settings.computer_pace_min, self._settings.computer_pace_max
        return timedelta(seconds=PACES[level] * self._tables.random.uniform(low, high))

    async def _expire(self, table: Table) -> None:
        late = table.waiting_for
        await self._tables.expire(table)
        if late is not None:
            await self._is_there(table, late)

    async def _remind(self, table: Table) -> None:
        """Half-way: once, and nobody else hears of it."""
        late, ply = await self._tables.remind(table), table.ply
        if late is None or not await self._is_there(table, late):
            return
        if (table.waiting_for, table.ply) != (late, ply):  # he has played while he was looked for
            return
        if not await self._hands.remind(table, late):
            self._painter.call_again(table)

    async def _is_there(self, table: Table, user_id: int, lately: timedelta = NEVER_SEEN) -> bool:
        """Who has left the server is waited for no longer."""
        there = await self._names.present(table.guild_id, user_id, lately)
        if not there:
            await self._tables.gone(table, user_id)
        return there
