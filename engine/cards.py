"""Cards and sets of cards: small integers with a readable face.

A card is `suit * 13 + rank`, a set of cards the integer whose bit `card` is set, so that the
cards of one suit lie side by side in rank order and a run is a row of neighbouring bits.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import IntEnum
from typing import Final

from engine.errors import Unreadable

RANKS: Final = "23456789TJQKA"
SUITS: Final = "SHDC"


class Suit(IntEnum):
    """A suit; `str` gives its letter in records."""

    SPADES = 0
    HEARTS = 1
    DIAMONDS = 2
    CLUBS = 3

    def __str__(self) -> str:
        return SUITS[self]


class Rank(IntEnum):
    """A rank, the ace highest; `str` gives its letter in records."""

    TWO = 0
    THREE = 1
    FOUR = 2
    FIVE = 3
    SIX = 4
    SEVEN = 5
    EIGHT = 6
    NINE = 7
    TEN = 8
    JACK = 9
    QUEEN = 10
    KING = 11
    ACE = 12

    def __str__(self) -> str:
        return RANKS[self]


class Card(int):
    """One of the 52 cards, 0 to 51 by suit and rank.

    >>> card = parse_card("7S")
    >>> str(card), card.suit.name, card.rank.name
    ('7S', 'SPADES', 'SEVEN')
    """

    __slots__ = ()

    @property
    def suit(self) -> Suit:
        return Suit(self // 13)

    @property
    def rank(self) -> Rank:
        return Rank(self % 13)

    @property
    def mask(self) -> int:
        """The set that holds this card alone."""
        return 1 << self

    def __str__(self) -> str:
        return RANKS[self % 13] + SUITS[self // 13]

    __repr__ = __str__


DECK: Final = tuple(Card(number) for number in range(52))
"""The 52 cards in order; `DECK[number]` is the one object for each card."""

ALL: Final = (1 << 52) - 1
_BY_NAME: Final = {str(card): card for card in DECK}


class CardSet(int):
    """A set of cards: iterates low to high by suit, counts with `len`, reads as `7S 9H`.

    >>> hand = CardSet.of([parse_card("9H"), parse_card("7S")])
    >>> len(hand), str(hand), parse_card("7S") in hand
    (2, '7S 9H', True)
    """

    __slots__ = ()

    @classmethod
    def of(cls, cards: Iterable[int]) -> CardSet:
        mask = 0
        for card in cards:
            mask |= 1 << card
        return cls(mask)

    def __iter__(self) -> Iterator[Card]:
        mask = int(self)
        while mask:
            low = mask & -mask
            yield DECK[low.bit_length() - 1]
            mask ^= low

    def __len__(self) -> int:
        return self.bit_count()

    def __contains__(self, card: object) -> bool:
        return isinstance(card, int) and 0 <= card < 52 and bool(self >> card & 1)

    @property
    def lowest(self) -> Card:
        """The lowest card of a play; the set must not be empty."""
        return DECK[(self & -self).bit_length() - 1]

    @property
    def highest(self) -> Card:
        """The highest card of a play; the set must not be empty."""
        return DECK[self.bit_length() - 1]

    def __str__(self) -> str:
        return " ".join(map(str, self))

    def __repr__(self) -> str:
        return f"CardSet({str(self)!r})"


def suit_mask(suit: Suit) -> int:
    """All thirteen cards of a suit."""
    return 0x1FFF << 13 * suit


def parse_card(text: str) -> Card:
    """Read `7S` or `TH`: rank 2-9 T J Q K A, then suit S H D C. `Unreadable` if it is no card."""
    card = _BY_NAME.get(text)
    if card is not None:
        return card
    if len(text) != 2:
        raise Unreadable("card", text, f"{len(text)} characters", "a card is a rank and a suit, as 7S or TH")
    if text[0] not in RANKS:
        raise Unreadable("card", text, "character 1", f"{text[0]!r} is no rank of {RANKS}")
    raise Unreadable("card", text, "character 2", f"{text[1]!r} is no suit of {SUITS}")
