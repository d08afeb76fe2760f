"""Deals that nobody chooses: from a seed and from what everybody knew come the dealer and the deck.

`docs/fair-deals.md` says which byte goes where, so that it can be written again in another language.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator, Sequence
from itertools import count
from typing import Final, NamedTuple

from engine.cards import DECK, Card
from engine.errors import Unreadable
from engine.lines import read_line
from engine.rules import SEATS, Rules, parse_rules

SEED_BYTES: Final = 32
TITLE: Final = "shuffle 1"
COMPUTER: Final = "computer"
NO_PRESS: Final = "-"
BY_LOT: Final = "by-lot"
LARGEST_PRESS: Final = 2**64 - 1
"""Discord's ids have 64 bits."""


class Context(NamedTuple):
    """What goes into a shuffle besides the seed; `str` gives the lines that are shuffled with.

    Whoever sits there is told by what he pressed, never by who he is.
    """

    rules: Rules
    places: tuple[str, ...]  # in the lobby's order: a press's id, `COMPUTER` or `NO_PRESS`
    dealer: int | None = None  # the place that deals, 0 being the first; None: it is drawn by lot

    def __str__(self) -> str:
        places = (f"place {number} {press}" for number, press in enumerate(self.places, start=1))
        dealer = BY_LOT if self.dealer is None else str(self.dealer + 1)
        lines = [TITLE, f"rules {self.rules}", f"seats {len(self.places)}", *places, f"dealer {dealer}"]
        return "\n".join(lines) + "\n"


class Shuffled(NamedTuple):
    """What comes of a shuffle: the place that deals, 0 being the first of the lobby, and the deck."""

    dealer: int
    deck: tuple[Card, ...]


def promise(seed: bytes) -> str:
    """What is shown before the deal: the seed's SHA-256, in 64 hexadecimal digits."""
    return hashlib.sha256(seed).hexdigest()


def shuffled(seed: bytes, context: Context) -> Shuffled:
    """The dealer and the deck that these give, and no others."""
    stream = _stream(seed, str(context).encode())
    dealer = _below(len(context.places), stream) if context.dealer is None else context.dealer
    deck = list(DECK)
    for last in range(51, 0, -1):
        other = _below(last + 1, stream)
        deck[last], deck[other] = deck[other], deck[last]
    return Shuffled(dealer, tuple(deck))


def read_context(lines: Sequence[str], first: int = 1) -> Context:
    """What `str(context)` writes, from line `first` on; what follows is not looked at.

    `Unreadable` names the line.
    """
    read_line(lines, first, "shuffle", _version)
    rules = read_line(lines, first + 1, "rules", parse_rules)
    seats = read_line(lines, first + 2, "seats", parse_seats)
    places = tuple(read_line(lines, first + 2 + n, f"place {n}", _press) for n in range(1, seats + 1))
    dealer = read_line(lines, first + 3 + seats, "dealer", lambda text: _dealer(text, seats))
    return Context(rules, places, dealer)


def write_shuffle(context: Context, dealer: int) -> str:
    """The context, and in one line more which place dealt."""
    return f"{context}deals {dealer + 1}\n"


def read_shuffle(lines: Sequence[str], first: int = 1) -> tuple[Context, int]:
    """What `write_shuffle` writes, from line `first` on; what follows is not looked at.

    `Unreadable` names the line. The place that dealt need not be the one that should have.
    """
    context = read_context(lines, first)
    seats = len(context.places)
    return context, read_line(lines, first + 4 + seats, "deals", lambda text: parse_place(text, seats))


def parse_seats(text: str) -> int:
    """How many seats there are, from 2 to 8."""
    if text not in map(str, SEATS):
        raise Unreadable("seats", text, "after the word seats", "a number from 2 to 8")
    return int(text)


def parse_place(text: str, seats: int) -> int:
    """A place of the lobby, written from 1 on; 0 is the first."""
    if text not in map(str, range(1, seats + 1)):
        raise Unreadable("place", text, "after the word", f"a number from 1 to {seats}")
    return int(text) - 1


def _dealer(text: str, seats: int) -> int | None:
    return None if text == BY_LOT else parse_place(text, seats)


def _version(text: str) -> None:
    if f"shuffle {text}" != TITLE:
        raise Unreadable("shuffle", text, "after the word shuffle", "this is another way to shuffle than 1")


def _press(text: str) -> str:
    is_id = text.isascii() and text.isdecimal() and len(text) <= 20 and text == str(int(text))
    if text not in (COMPUTER, NO_PRESS) and not (is_id and int(text) <= LARGEST_PRESS):
        raise Unreadable("place", text, "after the place", f"a press's id, {COMPUTER} or {NO_PRESS}")
    return text


def _stream(seed: bytes, message: bytes) -> Iterator[int]:
    """Bytes without end, that nobody can tell beforehand who does not know the seed."""
    for block in count():
        yield from hmac.digest(seed, message + block.to_bytes(4, "big"), "sha256")


def _below(number: int, stream: Iterator[int]) -> int:
    """A number from 0 on below this one, each as likely as the others: bytes that would favour some go."""
    usable = 256 - 256 % number
    return next(byte for byte in stream if byte < usable) % number
