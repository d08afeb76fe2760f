"""What happened, as `apply` tells it: the whole truth, secrets included.

`redact` takes the secrets out for one reader. Named tuples of different kinds can compare equal:
tell events apart by their class.
"""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple, assert_never

from engine.cards import Card, CardSet, Suit
from engine.state import Seat


class Played(NamedTuple):
    """A card or run came on the table; `led` if the trick, or a bounce's next round, begins with it."""

    seat: Seat
    cards: CardSet
    led: bool
    turned_up: bool


class Drew(NamedTuple):
    """A card went from the stock to a hand; only its owner sees which."""

    seat: Seat
    card: Card | None


class DrewLast(NamedTuple):
    """The last card of the stock, which fixes trump (1.10); `card` is None while it lies face down."""

    seat: Seat
    card: Card | None


class Bounced(NamedTuple):
    """The highest cards are equal and stay; these seats play on (1.5, 1.6)."""

    seats: tuple[Seat, ...]
    cards: CardSet


class TrickWon(NamedTuple):
    """A trick of phase 1 was taken with all that lay there."""

    seat: Seat
    cards: CardSet


class Returned(NamedTuple):
    """Cards of an undecided trick went back to who played them (1.13)."""

    seat: Seat
    cards: CardSet


class LeftOver(NamedTuple):
    """A hand left over at the end of phase 1 (1.14); `cards` is None for who may not see it."""

    seat: Seat
    number: int
    exposed: bool
    cards: CardSet | None


class TrumpTurned(NamedTuple):
    """The face-down last card was turned up as phase 2 began."""

    seat: Seat
    card: Card


class SheddingBegan(NamedTuple):
    """Phase 2 began; `leader` leads, or nobody when the game is over with it."""

    leader: Seat | None
    trump: Suit


class PickedUp(NamedTuple):
    """A play went from the table to a hand."""

    seat: Seat
    cards: CardSet


class WentOut(NamedTuple):
    """A seat is out and safe; `place` counts from 1."""

    seat: Seat
    place: int


class TrickDone(NamedTuple):
    """A trick of phase 2 is complete, its cards leave the game, `leader` leads."""

    cards: CardSet
    leader: Seat


class Omen(Enum):
    """Why the table is told of a sweep (3.2)."""

    SECOND_TIME = "the same position stands for the second time"
    LAST_ROUND = "less than a round of actions is left"
    DUE = "the next card played is swept"


class SweepNear(NamedTuple):
    """The table is told that it will be, or is about to be, swept."""

    omen: Omen


class Swept(NamedTuple):
    """All that lay on the table left the game (3.1), `leader` leads."""

    cards: CardSet
    leader: Seat


class Lost(NamedTuple):
    """The game is over and this seat has lost it."""

    seat: Seat


Event = (
    Played
    | Drew
    | DrewLast
    | Bounced
    | TrickWon
    | Returned
    | LeftOver
    | TrumpTurned
    | SheddingBegan
    | PickedUp
    | WentOut
    | TrickDone
    | SweepNear
    | Swept
    | Lost
)


def redact(event: Event, seat: Seat | None) -> Event:
    """The event as `seat` (None: a spectator) may know it, built field by field."""
    match event:
        case Drew(who, card):
            return Drew(who, card if who == seat else None)
        case LeftOver(who, number, exposed, cards):
            return LeftOver(who, number, exposed, cards if exposed or who == seat else None)
        case DrewLast(who, card):
            return DrewLast(who, card)  # None already while it lies face down
        case Played(who, on_table, led, turned_up):
            return Played(who, on_table, led, turned_up)
        case Bounced(seats, on_table):
            return Bounced(seats, on_table)
        case TrickWon(who, on_table):
            return TrickWon(who, on_table)
        case Returned(who, on_table):
            return Returned(who, on_table)
        case TrumpTurned(who, shown):
            return TrumpTurned(who, shown)
        case SheddingBegan(leader, trump):
            return SheddingBegan(leader, trump)
        case PickedUp(who, on_table):
            return PickedUp(who, on_table)
        case WentOut(who, place):
            return WentOut(who, place)
        case TrickDone(on_table, leads):
            return TrickDone(on_table, leads)
        case SweepNear(omen):
            return SweepNear(omen)
        case Swept(on_table, leads):
            return Swept(on_table, leads)
        case Lost(who):
            return Lost(who)
        case _:
            assert_never(event)
