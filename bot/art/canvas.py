"""A picture in the making: a sheet of felt on which sprites are put, and its PNG."""

from __future__ import annotations

import io
from functools import lru_cache
from typing import Final, NamedTuple

from PIL import Image

from bot.art import letters
from bot.art.palette import Palette

BAND: Final = 14
"""How high the woven band is."""
LARGE: Final = 40 * 1024
QUICK, HARD = 3, 6
"""How hard zlib tries, and how hard it tries again if that gives a large file: see benchmarks/pictures.py."""


class Sprite(NamedTuple):
    """A piece of a picture in its palette's numbers, and where it covers what lies below."""

    image: Image.Image
    mask: Image.Image | None = None
    left: int = 0  # what stands out of the thing itself, as its shadow
    top: int = 0


def settled(palette: Palette, drawing: Image.Image, under: str | None, left: int = 0, top: int = 0) -> Sprite:
    """A drawing in the palette's numbers: what is clear in it lets through what lies below.

    Its edges are drawn over the colour `under`, which it will lie on; without one it covers all.
    """
    if under is None:
        return Sprite(palette.numbers(drawing.convert("RGB")), None, left, top)
    ground = Image.new("RGBA", drawing.size, palette.named[under])
    flat = Image.alpha_composite(ground, drawing).convert("RGB")
    mask = drawing.getchannel("A").point(lambda alpha: 255 if alpha > 8 else 0)
    return Sprite(palette.numbers(flat), mask, left, top)


@lru_cache(1024)
def _word(palette: Palette, text: str, size: int, bold: bool, ramp: tuple[str, str, float]) -> Sprite:
    mask = letters.mask(text, size, bold)
    under, over, strength = ramp
    return Sprite(
        mask.point(palette.ramp(under, over, strength)),
        mask.point(lambda cover: 255 if cover > 8 else 0),
        left=2,
        top=letters.font(size, bold).getmetrics()[0],
    )


class Canvas:
    """The sheet: `x` and `y` are the left upper corner of what is put there, of words the baseline."""

    def __init__(self, palette: Palette, width: int, height: int) -> None:
        self.palette = palette
        self.width, self.height = width, height
        self.image = Image.new("L", (width, height), palette.flat("felt"))

    def put(self, sprite: Sprite, x: int, y: int) -> None:
        self.image.paste(sprite.image, (x - sprite.left, y - sprite.top), sprite.mask)

    def write(
        self,
        text: str,
        at: tuple[int, int],
        size: int,
        ramp: tuple[str, str],
        *,
        bold: bool = False,
        strength: float = 1,
        anchor: float = 0,
    ) -> int:
        """Write a line that is known to fit, from its left (0) or about its middle (0.5); how wide it is."""
        wide = letters.width(text, size, bold)
        if text:
            self.put(
                _word(self.palette, text, size, bold, (*ramp, strength)), at[0] - round(wide * anchor), at[1]
            )
        return wide

    def fill(self, box: tuple[int, int, int, int], number: int) -> None:
        self.image.paste(number, box)

    def shade(self, x: int, top: int, bottom: int, paper: str) -> None:
        """The shadow that a card whose left edge is at `x` throws on plain paper."""
        for number, (far, near) in zip(self.palette.shades[paper], ((7, 4), (4, 2), (2, 0)), strict=True):
            self.fill((x - far, top, x - near, bottom), number)

    def png(self) -> bytes:
        sheet = self.image.copy()
        sheet.putpalette(self.palette.bytes)
        quick = _encoded(sheet, QUICK)
        return quick if len(quick) <= LARGE else _encoded(sheet, HARD)


def _encoded(sheet: Image.Image, level: int) -> bytes:
    out = io.BytesIO()
    sheet.save(out, "PNG", compress_level=level)
    return out.getvalue()


def middle(y: int, size: int) -> int:
    """The baseline of a line whose capitals stand about this height."""
    return y + round(size * letters.CAP / 2)
