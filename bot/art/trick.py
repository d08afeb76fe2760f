"""The trick: its places side by side, in one row or two, with the cards as large as the room allows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

from bot.art import faces, parts
from bot.art.canvas import Canvas, middle
from bot.art.drawings import Look, Place
from bot.art.faces import State
from engine import Card, CardSet

GAP: Final = 20
TUCKED: Final = 20
"""How much of the word on a bounce lies on the two cards."""
SLIVER: Final = 0.07
"""What is seen of a card in the middle of a long run, of its width: its first and its last card tell it."""
WIDEST, NARROWEST = 186, 90
STEP: Final = 6
"""Few widths, so that the cards are mostly drawn already."""
WORD: Final = 240
"""What the word on a golden tag may take, even of the neighbours' cards."""
BELOW: Final = 80
"""What a row needs below its cards: half a tag and the name."""


class Box(NamedTuple):
    """Room in a picture."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def width(self) -> int:
        return self.right - self.left

    @property
    def height(self) -> int:
        return self.bottom - self.top


@dataclass(frozen=True, slots=True)
class Spread:
    """How the cards of a place overlap, in widths of a card: where each begins, where the last play does."""

    place: Place
    cards: tuple[tuple[Card, float], ...]
    last: float
    extent: float

    @classmethod
    def of(cls, place: Place, dense: bool) -> Spread:
        laid: list[tuple[Card, float]] = []
        at = last = 0.0
        for play in map(CardSet, place.plays):
            for n, card in enumerate(play):
                if laid:
                    at += SLIVER if dense and n > 1 and len(play) > 2 else faces.INDEX
                if n == 0:
                    last = at
                laid.append((card, at))
        if place.asked and laid:
            at += faces.INDEX
        return cls(place, tuple(laid), last, at + 1)


class Row(NamedTuple):
    """A row of places, and the gaps between them: a word between two of them needs a wider one."""

    spreads: tuple[Spread, ...]
    gaps: tuple[int, ...]

    def wide(self, width: int) -> float:
        return sum(spread.extent for spread in self.spreads) * width + sum(self.gaps)


class Laid(NamedTuple):
    """Where a place is, how wide its cards are, and how much room its name has."""

    spread: Spread
    x: int
    y: int
    width: int
    name_room: int

    @property
    def right(self) -> int:
        return self.x + round(self.spread.extent * self.width)

    @property
    def bottom(self) -> int:
        return self.y + faces.height(self.width)


def bounced(places: tuple[Place, ...]) -> list[int]:
    """The first two places whose last plays have just bounced: of those with the most layers."""
    most = max((len(place.plays) for place in places), default=0)
    return [n for n, place in enumerate(places) if place.plays and len(place.plays) == most][:2]


def rows(places: tuple[Place, ...], room: Box, tag: int) -> tuple[list[Row], int]:
    """The places in rows, and how wide a card can be in them."""
    half = len(places) if len(places) <= 4 else (len(places) + 1) // 2
    pair = bounced(places) if tag else []
    for dense in (False, True):
        laid = []
        for first in range(0, len(places), half):
            some = places[first : first + half]
            between = [[n, n + 1] for n in range(first, first + len(some) - 1)]
            gaps = tuple(max(GAP, tag - TUCKED) if pair == both else GAP for both in between)
            laid.append(Row(tuple(Spread.of(place, dense) for place in some), gaps))
        width = min(WIDEST, int((room.height / len(laid) - BELOW) / faces.TALL) // STEP * STEP)
        while width > STEP and any(row.wide(width) > room.width - 2 * parts.RING for row in laid):
            width -= STEP
        if width >= NARROWEST:
            break
    return laid, width


def layout(places: tuple[Place, ...], room: Box, tag: int) -> list[Laid]:
    """Where each place is; `tag` is how wide the word on a bounce is, or 0."""
    laid, width = rows(places, room, tag)
    high = faces.height(width) + BELOW
    apart = max(0, (room.height - len(laid) * high) // (len(laid) + 1))
    found = []
    for number, row in enumerate(laid):
        spare = min((room.width - row.wide(width)) / len(row.spreads), width * (0.1 if tag else 0.5))
        x = room.left + (room.width - row.wide(width) - spare * len(row.gaps)) / 2
        for spread, gap in zip(row.spreads, (*row.gaps, 0), strict=True):
            wide = spread.extent * width
            y = room.top + apart + number * (high + apart)
            found.append(Laid(spread, round(x), y, width, round(wide + spare) + GAP - 14))
            x += wide + spare + gap
    return found


def draw(
    canvas: Canvas, room: Box, look: Look, places: tuple[Place, ...], to_beat: str, bounce: str | None
) -> None:
    """Draw the places into the room."""
    if not places:
        return
    found = layout(places, room, parts.tag_width(bounce or "", room.width // 2))
    for laid in found:
        lay(canvas, laid, look)
        name = laid.spread.place.name
        parts.caption(canvas, name, (laid.x + laid.right) // 2, laid.bottom + 32, laid.name_room)
    for laid in found:
        if laid.spread.place.to_beat and laid.spread.cards:
            last = laid.x + round(laid.spread.last * laid.width)
            parts.tag(canvas, to_beat, (last + laid.right) // 2, laid.bottom + 2, max(laid.name_room, WORD))
    if bounce:
        pair = bounced(places)
        one, other = found[pair[0]], found[pair[-1]]
        if pair[-1] == pair[0] + 1 and one.y == other.y:
            parts.tag(canvas, bounce, (one.right + other.x) // 2, (one.y + one.bottom) // 2, room.width // 2)
        else:
            for laid in (one, other):
                about = laid.right - laid.width // 2
                parts.tag(canvas, bounce, about, laid.bottom + 2, room.width // 2)


def lay(canvas: Canvas, laid: Laid, look: Look) -> None:
    """The cards of a place, in a ring if they are to be beaten, and where the next one will lie."""
    spread, x, y, width = laid.spread, laid.x, laid.y, laid.width
    high = faces.height(width)
    under = "felt"
    for n, (card, at) in enumerate(spread.cards):
        left = x + round(at * width)
        ringed = spread.place.to_beat and at == spread.last
        if ringed:
            parts.ring(canvas, left, y, (laid.right - left, high))
            under = "gold"
        elif n:
            canvas.shade(left, y + 4, y + high - 4, "paper")
        covered = n + 1 < len(spread.cards) or spread.place.asked
        canvas.put(faces.card(canvas.palette, look, card, width, State.PLAIN, under, covered), left, y)
        under = under if under == "gold" else "paper"
    if spread.place.asked or not spread.cards:
        left = laid.right - width
        canvas.put(parts.dashed(canvas.palette, width, high, not spread.place.asked), left, y)
    if spread.place.asked:
        size = round(0.46 * width)
        canvas.write("?", (left + width // 2, middle(y + high // 2, size)), size, parts.ON_FELT, anchor=0.5)
