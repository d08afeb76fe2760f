"""A whole game to be looked at move by move, and where in it one would wish to go."""

from __future__ import annotations

from enum import Enum
from typing import Final, NamedTuple

from engine import Event, Record, Seat, State
from engine import events as ev
from engine.record import steps


class Moment(NamedTuple):
    """A game after `ply` of its `plies` moves, every card of it."""

    ply: int
    plies: int
    state: State
    events: tuple[Event, ...]  # of the last of these moves; none as the game is dealt


class What(Enum):
    """What makes a moment worth going to; where a moment is several, the first of these counts."""

    DEAL = "the cards are dealt"
    END = "somebody has lost"
    SHEDDING = "phase 2 begins"
    LAST_CARD = "the last card of the stock is drawn"
    OUT = "somebody is out"
    TRICK = "a trick begins"


TRICK_ENDS: Final = (ev.TrickWon, ev.TrickDone, ev.Swept)


class Landmark(NamedTuple):
    """A moment worth going to."""

    ply: int
    what: What
    seat: Seat  # who is out
    trick: int  # which one begins, counted from 1 through both phases


class Replay:
    """A game, played again from its record; raises as `engine.record.steps` does."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.rules = record.rules
        self._steps: Final = tuple(steps(record))

    @property
    def plies(self) -> int:
        """How many moves were made."""
        return len(self._steps) - 1

    @property
    def loser(self) -> Seat | None:
        """Who lost; None where the moves do not go to the end."""
        return self._steps[-1][0].loser

    def at(self, ply: int) -> Moment:
        """The game after so many moves; `ValueError` if it has not so many."""
        if not 0 <= ply <= self.plies:
            raise ValueError(f"there are turns 0 to {self.plies}, not {ply}")
        return Moment(ply, self.plies, *self._steps[ply])

    def landmarks(self, most: int) -> list[Landmark]:
        """Where to go, by turn: all that is rare, and of the tricks as many as leave room, spread evenly."""
        every: list[Landmark] = []
        trick = 1
        for ply in range(self.plies + 1):
            moment = self.at(ply)
            trick += sum(isinstance(event, TRICK_ENDS) for event in moment.events)
            what, seat = _what(moment)
            if what is not None:
                every.append(Landmark(ply, what, seat, trick))
        rare = [mark for mark in every if mark.what is not What.TRICK]
        common = [mark for mark in every if mark.what is What.TRICK]
        room = min(most - len(rare), len(common))
        chosen = [common[len(common) * n // room] for n in range(room)]
        return sorted((*rare, *chosen), key=lambda mark: mark.ply)


def _what(moment: Moment) -> tuple[What | None, Seat]:
    """What a moment is, if it is worth going to, and who is out."""
    kinds = {type(event) for event in moment.events}
    if moment.ply == 0:
        return What.DEAL, 0
    if moment.ply == moment.plies:
        return What.END, 0
    if ev.SheddingBegan in kinds:
        return What.SHEDDING, 0
    if ev.DrewLast in kinds:
        return What.LAST_CARD, 0
    for event in moment.events:
        if isinstance(event, ev.WentOut):
            return What.OUT, event.seat
    return (What.TRICK if kinds.intersection(TRICK_ENDS) else None), 0
