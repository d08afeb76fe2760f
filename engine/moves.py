"""What a player may ask for: `Move = PlayCard | PlayRun | TurnUp | PickUp`.

In records a move reads `7S`, `7S-9S`, `up` or `take`. There is one object for each move, made once.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import Final

from engine.cards import DECK, Card, CardSet, parse_card
from engine.errors import Unreadable


@dataclass(frozen=True, slots=True)
class PlayCard:
    """Play one card from the hand."""

    card: Card
    cards: CardSet = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "cards", CardSet(1 << self.card))

    def __str__(self) -> str:
        return str(self.card)


@dataclass(frozen=True, slots=True)
class PlayRun:
    """Play two or more consecutive cards of one suit as one play (2.3)."""

    low: Card
    high: Card
    cards: CardSet = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if self.low.suit is not self.high.suit or self.low >= self.high:
            raise Unreadable("run", str(self), "at its ends", "a run goes upwards in one suit, as 7S-9S")
        object.__setattr__(self, "cards", CardSet((2 << self.high) - (1 << self.low)))

    def __str__(self) -> str:
        return f"{self.low}-{self.high}"


@dataclass(frozen=True, slots=True)
class TurnUp:
    """Turn up the top of the stock and play it (1.7)."""

    def __str__(self) -> str:
        return "up"


@dataclass(frozen=True, slots=True)
class PickUp:
    """Pick up from the table in phase 2 (2.2)."""

    def __str__(self) -> str:
        return "take"


Move = PlayCard | PlayRun | TurnUp | PickUp

TURN_UP: Final = TurnUp()
PICK_UP: Final = PickUp()
PLAYS: Final = tuple(PlayCard(card) for card in DECK)
RUNS: Final = {
    (low, high): PlayRun(low, high) for low in DECK for high in DECK[low + 1 : low // 13 * 13 + 13]
}


def parse_move(text: str) -> Move:
    """Read `7S`, `7S-9S`, `up` or `take`; `Unreadable` if it is no move."""
    if text == "up":
        return TURN_UP
    if text == "take":
        return PICK_UP
    low, dash, high = text.partition("-")
    try:
        if not dash:
            return PLAYS[parse_card(low)]
        ends = parse_card(low), parse_card(high)
    except Unreadable as error:
        raise Unreadable("move", text, error.place, f"{error.why}; or up, or take") from None
    run = RUNS.get(ends)
    if run is None:
        raise Unreadable("move", text, "at its ends", "a run goes upwards in one suit, as 7S-9S")
    return run


_SUIT: Final = 0x1FFF


def plays(cards: int, runs: bool) -> tuple[Move, ...]:
    """Every play that can be made of these cards, low to high by suit."""
    of_suit = _cards_and_runs if runs else _cards
    return (
        of_suit(cards & _SUIT)
        + of_suit(cards & _SUIT << 13)
        + of_suit(cards & _SUIT << 26)
        + of_suit(cards & _SUIT << 39)
    )


@cache  # 4 suits of 8,192 sets: each is worked out once
def _cards(cards: int) -> tuple[Move, ...]:
    return tuple(PLAYS[card] for card in CardSet(cards))


@cache  # the same
def _cards_and_runs(cards: int) -> tuple[Move, ...]:
    """Each card followed by the runs that begin with it."""
    moves: list[Move] = []
    for low in CardSet(cards):
        moves.append(PLAYS[low])
        high = low + 1
        while high % 13 and cards >> high & 1:
            moves.append(RUNS[low, DECK[high]])
            high += 1
    return tuple(moves)
