"""What pictures show: plain values, every word of them already in the reader's language.

A screen makes one (`bot.screens`), `bot.art.draw` turns it into a PNG, and equal values give equal bytes:
that is what pictures are cached by. Names are as people write them, without markdown. Cards are
`engine.Card`s, plays masks of cards. What is not in the value cannot be in the picture.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from engine import Card, Suit


class Look(NamedTuple):
    """How card faces are drawn."""

    letters: tuple[str, ...]  # the index of each rank, from the 2 to the ace: "2" … "10", "Kn", "D", "K", "E"
    four_colours: bool = False  # diamonds blue and clubs green


class Ground(Enum):
    """The felt: one hue a phase."""

    LOBBY = "lobby"
    BUILDING = "phase 1"
    SHEDDING = "phase 2"
    END = "end"


@dataclass(frozen=True, slots=True)
class Plate:
    """A seat: who sits there and what he holds."""

    name: str
    hat: bool = False  # lost the last game
    to_play: bool = False
    hand: int = 0  # cards in hand
    won: int | None = None  # cards in the won pile; None in phase 2
    note: str | None = None  # in place of the counts, as "out, 1st"; such a plate is pale
    away: str | None = None  # beside the counts: a computer keeps this seat


@dataclass(frozen=True, slots=True)
class Place:
    """One place of the trick, with the plays lying on it.

    In phase 1 a place is a seat and its plays are the layers of a bounce, the oldest first; in phase 2 it is
    a play of the trick, in order of play. A run is one play of several cards.
    """

    name: str  # who plays here; "" for a place that is nobody's yet
    plays: tuple[int, ...] = ()  # masks of cards
    to_beat: bool = False  # the last play has to be beaten
    asked: bool = False  # a card is awaited here: the dashed place with "?"


@dataclass(frozen=True, slots=True)
class Stock:
    """At the side in phase 1: the cards that are left."""

    left: int
    caption: str


@dataclass(frozen=True, slots=True)
class Trump:
    """At the side: trump. A card lies open or closed; of a suit alone a tile is shown."""

    caption: str
    suit: Suit | None = None
    card: Card | None = None
    back: bool = False  # a closed card: not yet known


@dataclass(frozen=True, slots=True)
class Moment:
    """Trump has just been fixed: in the place of the trick, until the next card is played."""

    card: Card | None  # None: it lies closed
    suit: str  # "Diamonds", large
    words: tuple[str, ...]  # smaller lines below it


@dataclass(frozen=True, slots=True)
class TablePicture:
    """The table as everybody sees it: seats around it, the trick in its middle."""

    look: Look
    ground: Ground
    plates: tuple[Plate, ...]  # 2 to 8, by seat
    places: tuple[Place, ...] = ()  # 0 to 8
    side: tuple[Stock | Trump, ...] = ()  # one or two, at the right edge
    moment: Moment | None = None
    to_beat: str = ""  # the word on the golden tag of the card to beat
    bounce: str | None = None  # the word on the tag between two cards that have just bounced
    empty: str | None = None  # what is said where nothing lies


@dataclass(frozen=True, slots=True)
class HandPicture:
    """A hand of phase 1, in one row, or of phase 2, as fans by suit."""

    look: Look
    ground: Ground
    fans: tuple[tuple[Card, ...], ...]  # phase 1: one; phase 2: one a suit, trump last; none of them empty
    raised: frozenset[Card] | None = None  # may be played, the others are dimmed; None: all alike
    trump: tuple[Suit, str] | None = None  # and the word on its frame
    beat: tuple[int, str, str] | None = None  # phase 1: the play to beat, the tag's word, "Bror led" below it
    caption: str = ""  # phase 1: below one's own cards


@dataclass(frozen=True, slots=True)
class EndPicture:
    """The loser under the hat, and who went out before."""

    name: str
    title: str  # "is the myllymatti"
    out: tuple[tuple[str, str], ...]  # name and "out first", in that order; up to 7


@dataclass(frozen=True, slots=True)
class LobbyPicture:
    """The banner of a lobby."""

    look: Look
    game: str
    words: str  # "3 of 3 seats taken"


@dataclass(frozen=True, slots=True)
class ExamplePicture:
    """A few places of a trick side by side, to explain a rule with."""

    look: Look
    ground: Ground
    places: tuple[Place, ...]
    to_beat: str = ""
    bounce: str | None = None


@dataclass(frozen=True, slots=True)
class RatePicture:
    """A person's loss rate game by game, and his fair share."""

    curve: tuple[tuple[float, float], ...]  # loss rate and fair share after each game, 0 to 1
    rate: str  # "loss rate 26 %", on the line
    fair: str  # "fair share 34 %"
    games: str  # "31 games", below


class Bar(NamedTuple):
    """A line of the table of losers."""

    name: str
    rate: float  # 0 to 1, as the next
    fair: float
    words: str  # "39 %"


@dataclass(frozen=True, slots=True)
class LosersPicture:
    """Loss rates as bars, the fair share of each as a mark across it."""

    bars: tuple[Bar, ...]  # 1 to 10
    fair: str  # what the mark is: "fair share"


Picture = (
    TablePicture | HandPicture | EndPicture | LobbyPicture | ExamplePicture | RatePicture | LosersPicture
)
