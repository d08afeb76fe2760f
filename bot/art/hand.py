"""A hand: in phase 1 one's cards beside the one to beat, in phase 2 fans by suit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from bot.art import faces, parts, trick
from bot.art.canvas import BAND, Canvas
from bot.art.drawings import Ground, HandPicture, Place
from bot.art.faces import State
from bot.art.palette import HAND, palette
from bot.art.trick import Box
from engine import Card

Fan = tuple[Card, ...]

NARROW, BROAD = 0.47, 0.68
"""The step from card to card in a fan, of a card's width."""
RISE: Final = 22
RING: Final = 5

WIDE: Final = 960
MARGIN: Final = 28
ROOM: Final = WIDE - 2 * MARGIN
APART: Final = 44
WIDTH: Final = 136
WIDTHS: Final = (186, 172, 158, 146, WIDTH)
"""A hand that fits in one row has larger cards."""
OVERLAP: Final = 8
"""How much of a row the next one covers."""
FRAME: Final = 12
LONGEST: Final = 13

SMALL: Final = 800
OWN: Final = 160
OWN_MANY: Final = 124
BEAT: Final = 160
LEFT: Final = 24
TOP: Final = 30


def hand(picture: HandPicture) -> bytes:
    """The picture of either phase."""
    return _row(picture) if picture.ground is Ground.BUILDING else _fans(picture)


@dataclass(frozen=True, slots=True)
class FanRow:
    """Fans side by side, with the step that lets them fit."""

    fans: tuple[Fan, ...]
    width: int

    @property
    def steps(self) -> int:
        return sum(len(fan) - 1 for fan in self.fans)

    def wide(self, step: float) -> float:
        """How wide the row is; the last card of a fan is wholly seen."""
        return self.steps * step + len(self.fans) * self.width + (len(self.fans) - 1) * APART

    @property
    def fits(self) -> bool:
        return self.wide(NARROW * self.width) <= ROOM

    @property
    def step(self) -> int:
        return min(int(BROAD * self.width), int((ROOM - self.wide(0)) / max(self.steps, 1)))


def rows(fans: tuple[Fan, ...]) -> list[FanRow]:
    """All in one row with cards as large as that allows, else in rows as they come."""
    for width in WIDTHS:
        if FanRow(fans, width).fits:
            return [FanRow(fans, width)]
    done: list[FanRow] = []
    for fan in fans:
        longer = FanRow((*done[-1].fans, fan), WIDTH) if done else None
        if longer is not None and longer.fits:
            done[-1] = longer
        else:
            done.append(FanRow((fan,), WIDTH))
    return done


def _fans(picture: HandPicture) -> bytes:
    laid = rows(tuple(fan[n : n + LONGEST] for fan in picture.fans for n in range(0, len(fan), LONGEST)))
    raised = picture.raised or frozenset()
    word = _trump_word(picture)
    tops, y = [], BAND + 18 + OVERLAP
    for row in laid:
        y += RISE * any(card in raised for fan in row.fans for card in fan) - OVERLAP
        y += parts.TAG if row is laid[-1] and word is not None else 0
        tops.append(y)
        y += faces.height(row.width)
    y += FRAME + 8 if word is not None else -OVERLAP
    canvas = parts.sheet(palette(picture.ground, HAND), WIDE, y + BAND)
    for row, top in zip(laid, tops, strict=True):
        x = MARGIN if len(laid) > 1 else round((WIDE - row.wide(row.step)) / 2)
        for fan in row.fans:
            extent = row.step * (len(fan) - 1) + row.width
            trumps = word is not None and row is laid[-1] and fan is row.fans[-1]
            frame_top = top - RISE * any(card in raised for card in fan)
            frame_bottom = top + faces.height(row.width) - RISE * all(card in raised for card in fan)
            if trumps:
                _frame(canvas, Box(x, frame_top, x + extent, frame_bottom))
            _fan(canvas, picture, fan, (x, top), row.width, row.step)
            if trumps and word is not None:
                about = x + extent + FRAME - 6 - parts.tag_width(word, WIDE // 2) // 2
                parts.tag(canvas, word, about, frame_top - FRAME - 10, WIDE // 2)
            x += extent + APART
    return parts.finished(canvas)


def _trump_word(picture: HandPicture) -> str | None:
    """The word on the frame of the last fan, if those are trumps: a hand may have none."""
    if picture.trump is None or not picture.fans:
        return None
    suit, word = picture.trump
    return word if picture.fans[-1][0].suit is suit else None


def _fan(canvas: Canvas, picture: HandPicture, fan: Fan, at: tuple[int, int], width: int, step: int) -> None:
    """Cards side by side or one over the other; those that may be played stand higher, in a ring."""
    high = faces.height(width)
    paper = "felt"
    for n, card in enumerate(fan):
        x, y = at[0] + n * step, at[1]
        state, under = State.PLAIN, "felt" if step > width else paper
        if picture.raised is not None and card in picture.raised:
            y -= RISE
            parts.ring(canvas, x, y, (width, high), RING)
            under = "gold"
        else:
            state = State.PLAIN if picture.raised is None else State.DIM
            if under != "felt":
                canvas.shade(x, y + 4, y + high - 4 - (RISE if paper != state.value else 0), paper)
        covered = step < width and n + 1 < len(fan)
        canvas.put(faces.card(canvas.palette, picture.look, card, width, state, under, covered), x, y)
        paper = state.value


def _frame(canvas: Canvas, cards: Box) -> None:
    """The golden frame about the trumps."""
    size = cards.width + 2 * FRAME, cards.height + 2 * FRAME
    canvas.put(
        parts.box(canvas.palette, size, 18, "felt", "felt", "gold", 4), cards.left - FRAME, cards.top - FRAME
    )


def _row(picture: HandPicture) -> bytes:
    """Phase 1. More cards than it ever gives would lie in further rows."""
    fan = tuple(card for fan in picture.fans for card in fan)
    left = LEFT + (BEAT + 2 * parts.RING + 46 if picture.beat is not None else 0)
    room = SMALL - LEFT - left
    width = OWN if OWN + (len(fan) - 1) * NARROW * OWN <= room else OWN_MANY
    most = 1 + int((room - width) / (NARROW * width))
    own = [fan[n : n + most] for n in range(0, len(fan), most)]
    pitch = faces.height(width) - OVERLAP
    top = TOP + (RISE if picture.raised else 0)
    under_cards = top + max(faces.height(BEAT), pitch * len(own) + OVERLAP)
    canvas = parts.sheet(palette(picture.ground, HAND), SMALL, under_cards + 96 + BAND)
    for n, some in enumerate(own):
        step = min(width + 20, int((room - width) / max(len(some) - 1, 1)))
        x = left + (room - step * (len(some) - 1) - width) // 2
        _fan(canvas, picture, some, (x, top + n * pitch), width, step)
    parts.caption(canvas, picture.caption, left + room // 2, under_cards + 38, room)
    if picture.beat is not None:
        _beat(canvas, picture, picture.beat)
        line = (left - 24, TOP - 2, left - 21, canvas.height - BAND - 14)
        canvas.fill(line, canvas.palette.ramp("felt", "birch")[150])
    return parts.finished(canvas)


def _beat(canvas: Canvas, picture: HandPicture, beat: tuple[int, str, str]) -> None:
    """The play to beat, at the left of one's own cards."""
    play, word, below = beat
    spread = trick.Spread.of(Place("", (play,), to_beat=True), dense=True)
    width = int(BEAT / spread.extent)
    trick.lay(canvas, trick.Laid(spread, LEFT + parts.RING, TOP, width, BEAT), picture.look)
    middle = LEFT + parts.RING + BEAT // 2
    parts.tag(canvas, word, middle, TOP + faces.height(width) + 2, BEAT + 40)
    parts.caption(canvas, below, middle, TOP + faces.height(BEAT) + 38, BEAT + 34, (42, 34))
