"""The cards as emoji, for labels and menus: the same in all languages, so without letters."""

from __future__ import annotations

import io
from functools import cache
from typing import Final

from PIL import Image, ImageDraw, ImageFilter

from bot.art import faces, letters, shapes
from bot.art.drawings import Look
from bot.art.palette import COLOURS
from engine import Card, Rank

SIDE: Final = 128
HALO: Final = 7
VIEW: Final = 172
"""How much of a head is seen."""
LOOK: Final = Look(())
MIDDLES: Final = {
    "JS": 138, "QS": 160, "KS": 150, "JH": 128, "QH": 118, "KH": 112,
    "JD": 112, "QD": 140, "KD": 108, "JC": 145, "QC": 132, "KC": 120,
}  # fmt: skip
"""Where the face is in each head."""


@cache
def emoji(card: Card | None) -> bytes:
    """A card, or the back, as a PNG of 128 × 128 with clear corners."""
    tile = shapes.rounded((SIDE, SIDE), 20, COLOURS["paper"], (0x6B, 0x69, 0x6B), 3).copy()
    if card is None:
        _back(tile)
    elif card.rank is Rank.ACE:
        _pip(tile, card, 112, (64, 64), halo=False)
    elif card.rank >= Rank.JACK:
        _court(tile, card)
    else:
        _number(tile, card)
    out = io.BytesIO()
    tile.save(out, "PNG", optimize=True)
    return out.getvalue()


def _pip(tile: Image.Image, card: Card, size: int, about: tuple[int, int], halo: bool = True) -> None:
    ink = COLOURS[faces.colour(card.suit, LOOK)]
    pip = shapes.suit(card.suit, size)
    room = Image.new("L", (size + 2 * HALO, size + 2 * HALO))
    room.paste(pip, (HALO, HALO))
    x, y = about[0] - room.width // 2, about[1] - room.height // 2
    if halo:
        tile.paste((*COLOURS["paper"], 255), (x, y), _grown(room))
    tile.paste((*ink, 255), (x, y), room)


def _number(tile: Image.Image, card: Card) -> None:
    """The figure as large as it can be, the suit beside it."""
    mask = letters.mask(str(int(card.rank) + 2), 116, bold=True)
    mask = mask.crop(mask.getbbox())
    size, pip = ((90, 60), 54) if card.rank is Rank.TEN else ((62, 86), 58)
    ink = COLOURS[faces.colour(card.suit, LOOK)]
    tile.paste((*ink, 255), (12, 12), mask.resize(size, Image.Resampling.LANCZOS))
    _pip(tile, card, pip, (90, 89 if pip == 58 else 96))


def _court(tile: Image.Image, card: Card) -> None:
    """The head, and the suit on a piece of paper."""
    head = faces.head(card)
    left = max(0, MIDDLES[str(card)] - 66)
    part = Image.new("RGB", (VIEW, VIEW), COLOURS["paper"])
    part.paste(head, (-left, 0))
    part = part.resize((SIDE - 8, SIDE - 8), Image.Resampling.LANCZOS)
    cut = shapes.rounded(part.size, 16, COLOURS["paper"]).getchannel("A")
    tile.paste(part, (4, 4), cut)
    _pip(tile, card, 60, (89, 89))


def _grown(shape: Image.Image) -> Image.Image:
    """A mask, a little larger all round."""
    return shape.filter(ImageFilter.GaussianBlur(HALO / 2)).point(lambda cover: min(255, cover * 8))


def _back(tile: Image.Image) -> None:
    inner = Image.new("RGB", ((SIDE - 16) * 4,) * 2, COLOURS["navy"])
    shapes.rose(ImageDraw.Draw(inner), inner.width / 2, inner.width / 2, inner.width * 0.42, COLOURS["birch"])
    cut = shapes.rounded((SIDE - 16, SIDE - 16), 14, COLOURS["paper"]).getchannel("A")
    tile.paste(inner.reduce(4), (8, 8), cut)
