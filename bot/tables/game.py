"""A game: moves of people, of computers and of turns that ran out, votes and pauses."""

from __future__ import annotations

import logging
from datetime import timedelta
from typing import Final

from discord.utils import utcnow

from bot.seating import Seating
from bot.standings import blue, largest
from bot.store import Due, NewMove, Result, Status, Why
from bot.table import Refusal, Refused, Table
from bot.tables.registry import AFTER_A_RESTART, Registry
from engine import Move, State, apply, view
from engine.players import levels
from engine.players.levels import Level

log = logging.getLogger(__name__)

MISSED_TURNS: Final = 2
"""So many turns in a row that ran out put a computer in the seat until its person is back."""
VOTE: Final = timedelta(minutes=10)
"""How long a vote on ending a game stays open, or for the time of a turn if that is longer."""
PAUSED: Final = timedelta(days=7)
"""How long a game waits for the right to post."""


class Game(Registry):
    """What happens at tables from the deal on."""

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
            if table.paused_at is not None:
                raise Refused(Refusal.PAUSED, table)
            await self._move(table, move, table.seating.played(seat), interaction_id)
        return table

    async def play_computer(self, table: Table, ply: int, move: Move) -> None:
        """What the computer on turn has thought of; unless the table has moved on, or its person is back.

        It is legal if `ply` moves had been made when the thinking began.
        """
        async with table.lock:
            if table.computer_to_play and ply == table.ply:
                await self._move_unasked(table, move, table.seating)

    async def expire(self, table: Table) -> None:
        """The table's deadline has passed: see `docs/endings.md`, and a turn is played by a computer."""
        async with table.lock:
            if table.deadline is None or utcnow() < table.deadline or table.paused_at is not None:
                return
            if table.status is Status.LOBBY:
                await self._end(table, Why.UNSTARTED)
            elif table.waiting_for is None or table.options.turn_seconds is None:
                await self._end(table, Why.ASLEEP)
            elif table.state is not None and table.state.turn is not None:
                await self._move_for(table, table.seating.turn_ran_out(table.state.turn, MISSED_TURNS))

    async def remind(self, table: Table) -> int | None:
        """Half of a turn has passed: who is to be reminded now, told once; None: nobody any more."""
        async with table.lock:
            if table.due.remind_at is None or utcnow() < table.due.remind_at or table.paused_at is not None:
                return None
            due = Due(table.deadline)
            await self.store.set_due(table.id, due)
            table.due = due
            return table.waiting_for

    async def take_back(self, table_id: int, user_id: int) -> Table:
        """A person is back in the seat that a computer has kept; from now on he plays each move."""
        table = await self.find(table_id)
        async with table.lock:
            seat = table.seating.kept_for(user_id)
            if not table.live:
                raise Refused(Refusal.OVER, table)
            if seat is None:
                raise Refused(Refusal.NOT_AWAY if table.seats(user_id) else Refusal.NOT_SEATED, table)
            await self._reseat(table, table.seating.back(seat, utcnow()))
        return table

    async def _move_for(self, table: Table, seating: Seating) -> None:
        """A quick move for whoever is to play: nobody waits while the table is locked."""
        assert table.state is not None
        assert table.state.turn is not None
        seen = view(table.state, table.state.turn)
        await self._move_unasked(table, levels.choose(Level.NORMAL, seen, self.random), seating)

    async def _move_unasked(self, table: Table, move: Move, seating: Seating) -> None:
        try:
            await self._move(table, move, seating, None)
        except Refused:
            log.warning("table %s: another process moved first", table.id)

    async def _move(self, table: Table, move: Move, seating: Seating, interaction_id: int | None) -> None:
        assert table.state is not None
        state, events = apply(table.state, move)
        now = utcnow()
        due, hat, seed = self._due(table.options, seating, state, now), table.hat, None
        if state.loser is not None:
            hat = await self.store.results.last_loser(table.guild_id, (now, table.id))
            seed = await self.store.seed(table.id)
        async with self._writing(table):
            await self.store.add_move(
                table.id,
                NewMove(table.ply, str(move), now, interaction_id),
                due,
                seating=None if seating == table.seating else seating,
                instead_of=table.seating,
                result=_result(state, table.worst),
            )
        table.after(state, events)
        table.due, table.seating, table.hat, table.seed = due, seating, hat, seed
        if state.loser is not None:
            self._finish(table, Status.FINISHED, now)
        elif table.vote_until is not None and seating.agreed:
            await self._end(table, Why.CONSENT)
            return
        self.changed(table)

    # a vote on ending the game

    async def ask_to_end(self, table_id: int, user_id: int) -> Table:
        """The host asks everybody to end the game."""
        table = await self.find(table_id)
        async with table.lock:
            seat = table.seat_of(user_id)
            if not table.live:
                raise Refused(Refusal.OVER, table)
            if not table.playing:
                raise Refused(Refusal.NOT_STARTED, table)
            if user_id != table.seating.host_id:
                raise Refused(Refusal.NOT_HOST, table)
            lasts = max(VOTE, timedelta(seconds=table.options.turn_seconds or 0))
            until = table.vote_until or table.now + lasts
            await self._reseat(table, table.seating.agreeing(seat), vote_until=until)
        return table

    async def vote(self, table_id: int, user_id: int, *, agree: bool) -> Table:
        """Somebody agrees to end the game, or wants to play on, which ends the vote."""
        table = await self.find(table_id)
        async with table.lock:
            seat = table.seat_of(user_id)
            if not table.live:
                raise Refused(Refusal.OVER, table)
            if table.vote_until is None:
                raise Refused(Refusal.NO_VOTE, table)
            if agree:
                await self._reseat(table, table.seating.agreeing(seat))
            else:
                await self._reseat(table, table.seating.disagreeing(), vote_until=None)
        return table

    async def close_vote(self, table: Table) -> None:
        """The time of a vote is up, and not everybody has agreed."""
        async with table.lock:
            if table.vote_until is not None and utcnow() >= table.vote_until and table.paused_at is None:
                await self._reseat(table, table.seating.disagreeing(), vote_until=None)

    # pauses

    async def pause(self, table: Table, missing: tuple[str, ...] = ()) -> None:
        """The bot may not post here, or Discord is out of order: the game stands still, its clock too."""
        async with table.lock:
            if not table.live or (table.paused_at is not None and table.missing == missing):
                return
            since = table.paused_at or utcnow()
            async with self._writing(table):
                await self.store.set_pause(table.id, since, table.due, table.vote_until)
            table.paused_at, table.missing = since, missing
            self.changed(table)

    async def resume(self, table: Table) -> None:
        """The game goes on, with what each wait had left, and with a minute at least."""
        async with table.lock:
            if not table.live or table.paused_at is None:
                return
            now, stood = utcnow(), utcnow() - table.paused_at
            deadline, remind_at = (None if moment is None else moment + stood for moment in table.due)
            due = Due(None if deadline is None else max(deadline, now + AFTER_A_RESTART), remind_at)
            vote_until = None if table.vote_until is None else table.vote_until + stood
            async with self._writing(table):
                await self.store.set_pause(table.id, None, due, vote_until)
            table.paused_at, table.missing = None, ()
            table.due, table.vote_until = due, vote_until
            self.changed(table)

    async def give_up(self, table: Table) -> None:
        """A game has stood still for too long."""
        async with table.lock:
            if table.paused_at is not None and utcnow() >= table.paused_at + PAUSED:
                await self._end(table, Why.PAUSED)


def _result(state: State, before: tuple[int, ...]) -> Result | None:
    """How a game has ended, if it has; `before` are the largest hands until the last move."""
    if state.loser is None:
        return None
    order = (*state.out, state.loser)
    places = tuple(order.index(seat) + 1 for seat in range(state.seats))
    return Result(state.loser, places, blue(state), largest(before, state))
