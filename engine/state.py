"""The whole of a game at one moment, as an immutable value.

Sets of cards are kept as plain masks (`engine.cards`); the properties give them their readable face.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum, IntEnum
from functools import cache
from typing import Final, NamedTuple

from engine.cards import DECK, Card, CardSet, Suit
from engine.errors import BadDeal
from engine.rules import SEATS, Rules

Seat = int
"""A place at the table: 0 is to the dealer's left, the dealer has the highest; clockwise is upwards."""


class Phase(Enum):
    """Which half of the game is on."""

    BUILDING = 1  # phase 1: building the hand
    SHEDDING = 2  # phase 2: getting rid of it
    OVER = 3


BUILDING, SHEDDING, OVER = Phase
"""Enum members by a short name: in the engine's inner loops the dotted ones are slow."""


class Sweep(IntEnum):
    """How near the table is to being swept (3.1, 3.2)."""

    FAR = 0
    NEAR = 1  # the table has been told
    DUE = 2  # the next card played is swept


FAR, NEAR, DUE = Sweep


class Play(NamedTuple):
    """One play on the table: whose it is and its cards."""

    seat: Seat
    cards: CardSet


Position = tuple[tuple[int, ...], tuple[int, ...], Seat, int, int]
"""What must stand again for phase 2 to have come round (3.1): all hands, the plays on the table in their
order (whoever made them), who is to act, who is in, the trick's size."""


class State(NamedTuple):
    """A game. Changed only by `engine.apply`, which returns another one.

    Fields that belong to the other phase are empty. `hand_masks` and `won_masks` have an entry for each
    seat; a seat's won pile is part of its hand once phase 2 begins. Fields stand in the order in which
    they change, what stays longest first, so that most of a state is copied in one piece.
    """

    rules: Rules
    deck: tuple[Card, ...]
    phase: Phase
    # phase 1, changed by a decided round
    won_masks: tuple[int, ...]
    leader: Seat  # of the trick that is on (1.8)
    round: tuple[Seat, ...]  # who plays to the round that is on, in order; a bounce begins a new one
    captors: int  # who has captured a trick, a bit for each seat
    last_winner: Seat  # of the last decided trick; seat 0 before there is one
    trump_drawer: Seat | None
    trump: Suit | None  # None until all may know it
    # phase 1, changed by each play
    top: int  # the stock is deck[top:]
    played: int  # how many of `round` have played
    # both phases
    turn: Seat | None  # who is to act; None when the game is over
    hand_masks: tuple[int, ...]
    table: tuple[Play, ...]  # in the order played, the oldest first
    shown: int  # every card that all have seen, for `view`
    # phase 2
    still_in: int  # a bit for each seat
    out: tuple[Seat, ...]  # who went out, in order
    size: int  # plays that make the trick complete (2.5)
    gone: int  # cards that have left the game
    unbeaten: tuple[int, ...]  # where who can beat must: the cards that each seat picked up before (2.2)
    history: tuple[Position, ...]  # since a card last left the game, while three or more are in (3.1)
    sweep: Sweep
    loser: Seat | None

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.hand_masks)

    @property
    def hands(self) -> tuple[CardSet, ...]:
        """What each seat holds in its hand; won piles are no part of it in phase 1."""
        return tuple(map(CardSet, self.hand_masks))

    @property
    def won(self) -> tuple[CardSet, ...]:
        """Each seat's won pile of phase 1."""
        return tuple(map(CardSet, self.won_masks))

    @property
    def stock(self) -> tuple[Card, ...]:
        """The stock, its top card first."""
        return self.deck[self.top :]

    @property
    def trump_card(self) -> Card | None:
        """The last card of the stock once it is drawn, while it lies apart from all hands and piles."""
        apart = self.phase is BUILDING and self.trump_drawer is not None
        return (
            self.deck[-1] if apart and not any(won >> self.deck[-1] & 1 for won in self.won_masks) else None
        )


TOP: Final = State._fields.index("top")
TURN: Final = State._fields.index("turn")
STILL_IN: Final = State._fields.index("still_in")
"""Where the fields begin that change with each play; `_replace` takes five times as long as a slice."""


@cache  # 8 seats and 256 ways of being in: each is worked out once
def next_in(seat: Seat, still_in: int, seats: int) -> Seat:
    """The next seat clockwise that is still in; there must be one."""
    return next(s % seats for s in range(seat + 1, seat + seats + 1) if still_in >> s % seats & 1)


def deal(rules: Rules, seats: int, deck: Sequence[Card]) -> State:
    """Three cards to each, one at a time from seat 0, `deck[0]` first (1.1); seat 0 leads (1.2).

    `deck` holds the 52 cards in any order, the rest of it becomes the stock. `BadDeal` if it does not,
    or if `seats` is no number from 2 to 8.
    """
    if type(seats) is not int or seats not in SEATS:
        raise BadDeal(f"seats cannot be {seats!r}: a number from 2 to 8")
    if len(deck) != 52 or set(deck) != set(DECK):
        raise BadDeal(f"a deck is the 52 cards, each once; these are {len({*deck} & {*DECK})} of {len(deck)}")
    everyone = tuple(range(seats))
    return State(
        rules=rules,
        deck=tuple(DECK[card] for card in deck),
        top=3 * seats,
        phase=BUILDING,
        turn=0,
        hand_masks=tuple(int(CardSet.of(deck[seat : 3 * seats : seats])) for seat in everyone),
        won_masks=(0,) * seats,
        table=(),
        shown=0,
        leader=0,
        round=everyone[:2] if rules.duel else everyone,
        played=0,
        captors=0,
        last_winner=0,
        trump_drawer=None,
        trump=None,
        still_in=(1 << seats) - 1,
        out=(),
        size=0,
        gone=0,
        unbeaten=(0,) * seats,
        history=(),
        sweep=FAR,
        loser=None,
    )
