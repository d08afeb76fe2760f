"""Who sits where, and what becomes of it when people sit down, get up, fall asleep and come back.

Pure values: each change gives a new `Seating`. Whether a change is allowed is for `bot.tables` to say.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from engine import Seat
from engine.players.levels import Level

COMPUTERS: Final = ("Otso", "Repo", "Ilves", "Hukka", "Majava", "Hirvi", "Korppi", "Kettu")
"""What computer players are called."""


@dataclass(frozen=True, slots=True)
class Sitting:
    """Who sits in a seat: a person, a computer, or a computer that keeps a person's seat (both)."""

    user_id: int | None = None
    computer: str | None = None
    since: datetime | None = None  # when the person sat down
    missed: int = 0  # turns in a row that ran out
    left: bool = False  # a computer keeps the seat because the person got up and went
    agrees: bool = False  # to ending the game
    level: str | None = None  # one of `Level`, of a computer in a seat of its own
    press_id: int | None = None  # in a lobby: by which the person is ready; it goes into the shuffle

    @property
    def plays(self) -> bool:
        """A person sits here and plays."""
        return self.user_id is not None and self.computer is None

    @property
    def kept(self) -> bool:
        """A computer keeps the seat of a person, who may take it back."""
        return self.user_id is not None and self.computer is not None

    @property
    def asleep(self) -> bool:
        """The person let turns run out, and a computer keeps the seat."""
        return self.kept and not self.left

    @property
    def strength(self) -> Level:
        """How a computer plays here: for a person `normal`, whatever is stored."""
        return Level.NORMAL if self.level is None or self.user_id is not None else Level(self.level)


@dataclass(frozen=True, slots=True)
class Seating:
    """The seats of a table. While any person plays, the host is one who does."""

    host_id: int
    dealer: Seat | None  # the sitting that deals; None: drawn by lot at the start
    sittings: tuple[Sitting, ...]

    def __len__(self) -> int:
        return len(self.sittings)

    @property
    def people(self) -> tuple[int, ...]:
        """Who plays here, computers left out."""
        return tuple(s.user_id for s in self.sittings if s.user_id is not None and s.computer is None)

    @property
    def sleepers(self) -> tuple[int, ...]:
        """Whose seats computers keep until they are back; who got up and went is none."""
        return tuple(s.user_id for s in self.sittings if s.user_id is not None and s.asleep)

    @property
    def agreed(self) -> bool:
        """Whether everybody who plays agrees to end the game."""
        return bool(self.people) and all(s.agrees for s in self.sittings if s.plays)

    def seat_of(self, user_id: int) -> Seat | None:
        """Where a person sits and plays."""
        return next((n for n, s in enumerate(self.sittings) if s.user_id == user_id and s.plays), None)

    def kept_for(self, user_id: int) -> Seat | None:
        """Where a computer keeps a person's seat."""
        return next((n for n, s in enumerate(self.sittings) if s.user_id == user_id and s.kept), None)

    def belongs_to(self, user_id: int) -> Seat | None:
        """The seat of a person who has not left, though he may be asleep."""
        return self.kept_for(user_id) if user_id in self.sleepers else self.seat_of(user_id)

    def knows(self, user_id: int) -> bool:
        """Whether a person sits here, is the host, or has a seat that a computer keeps."""
        return user_id == self.host_id or any(s.user_id == user_id for s in self.sittings)

    def renamed(self, user_id: int, to: int) -> Seating:
        """Another id stands for a person."""
        sittings = tuple(replace(s, user_id=to) if s.user_id == user_id else s for s in self.sittings)
        return Seating(to if self.host_id == user_id else self.host_id, self.dealer, sittings)

    def computer(self, name: str) -> Seat | None:
        """Where this computer sits in a seat of its own."""
        found = (n for n, s in enumerate(self.sittings) if s.computer == name and s.user_id is None)
        return next(found, None)

    # before the game

    def joined(self, user_id: int, now: datetime) -> Seating:
        """A person sits down in the next seat."""
        return replace(self, sittings=(*self.sittings, Sitting(user_id, since=now)))

    def with_computer(self, level: Level = Level.NORMAL) -> Seating:
        """A computer sits down in the next seat."""
        sitting = Sitting(computer=self._computer(), level=level.value)
        return replace(self, sittings=(*self.sittings, sitting))

    def at_level(self, seat: Seat, level: Level) -> Seating:
        """The computer in this seat plays so from now on."""
        return self._with(seat, replace(self.sittings[seat], level=level.value))

    def without(self, seat: Seat) -> Seating:
        """A seat is free again. If its sitter was to deal, the next one clockwise does (1.0)."""
        sittings = self.sittings[:seat] + self.sittings[seat + 1 :]
        dealer = self.dealer
        if dealer is not None:
            dealer = (dealer - (seat < dealer)) % len(sittings) if sittings else None
        return Seating(self.host_id, dealer, sittings)._hosted()

    def ready(self, seat: Seat, press_id: int) -> Seating:
        """The person in this seat is ready by this press, and not by an earlier one."""
        return self._with(seat, replace(self.sittings[seat], press_id=press_id))

    def unready(self) -> Seating:
        """Nobody is ready: what people were ready for is not what will be played."""
        return replace(self, sittings=tuple(replace(s, press_id=None) for s in self.sittings))

    def handed_to(self, user_id: int) -> Seating:
        """Another person is the host."""
        return replace(self, host_id=user_id)

    def dealt_by(self, dealer: Seat) -> Seating:
        """As the game begins: seat 0 is to the left of its dealer (RULES, seat 0).

        The presses have gone into the shuffle, and are no more than that.
        """
        sittings = self.sittings[dealer + 1 :] + self.sittings[: dealer + 1]
        return Seating(self.host_id, len(sittings) - 1, sittings).unready()

    # in the game

    def turn_ran_out(self, seat: Seat, patience: int) -> Seating:
        """A computer has moved for a person; after so many moves in a row it keeps the seat."""
        sitting = self.sittings[seat]
        sitting = replace(sitting, missed=sitting.missed + 1)
        if sitting.missed >= patience:
            sitting = replace(sitting, computer=self._computer(), agrees=False)
        return self._with(seat, sitting)

    def played(self, seat: Seat) -> Seating:
        """A person has moved by himself."""
        return self._with(seat, replace(self.sittings[seat], missed=0))

    def gone(self, seat: Seat) -> Seating:
        """A person has left, and a computer keeps the seat."""
        sitting = self.sittings[seat]
        computer = sitting.computer or self._computer()
        return self._with(seat, replace(sitting, computer=computer, left=True, agrees=False))

    def back(self, seat: Seat, now: datetime) -> Seating:
        """A person takes his seat back from the computer that kept it."""
        return self._with(seat, Sitting(self.sittings[seat].user_id, since=now))

    def agreeing(self, seat: Seat) -> Seating:
        """A person agrees to end the game."""
        return self._with(seat, replace(self.sittings[seat], agrees=True))

    def disagreeing(self) -> Seating:
        """Nobody agrees to anything any more."""
        return replace(self, sittings=tuple(replace(s, agrees=False) for s in self.sittings))

    # after the game

    def again(self, user_id: int, loser: Seat, elsewhere: Collection[int] = ()) -> Seating:
        """The same people, the loser dealing; who was away has no seat, nor who sits `elsewhere` by now.

        Who asks for it has his.
        """
        seating = replace(self, dealer=loser)
        for seat in reversed(range(len(self))):
            sitting = self.sittings[seat]
            if sitting.user_id != user_id and (sitting.kept or sitting.user_id in elsewhere):
                seating = seating.without(seat)
        fresh = tuple(s if s.user_id is None else Sitting(s.user_id, since=s.since) for s in seating.sittings)
        stays = any(sitting.user_id == self.host_id for sitting in fresh)
        return replace(seating, host_id=self.host_id if stays else user_id, sittings=fresh)

    def _with(self, seat: Seat, sitting: Sitting) -> Seating:
        sittings = (*self.sittings[:seat], sitting, *self.sittings[seat + 1 :])
        return replace(self, sittings=sittings)._hosted()

    def _hosted(self) -> Seating:
        """A host who does not play hands over to the person who has been seated longest."""
        if self.host_id in self.people or not self.people:
            return self
        return replace(self, host_id=min((s for s in self.sittings if s.plays), key=_seated).user_id or 0)

    def _computer(self) -> str:
        return name_for_computer(self.sittings)


def name_for_computer(sittings: Sequence[Sitting]) -> str:
    """A name that no computer at the table has."""
    taken = {sitting.computer for sitting in sittings}
    return next(name for name in COMPUTERS if name not in taken)


def _seated(sitting: Sitting) -> float:
    return sitting.since.timestamp() if sitting.since is not None else 0.0
