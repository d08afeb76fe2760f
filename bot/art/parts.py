"""What several pictures have in common: band, tag, ring, dashed place, words that fit."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from PIL import Image, ImageDraw

from bot.art import letters, shapes
from bot.art.canvas import BAND, Canvas, Sprite, middle, settled
from bot.art.palette import Palette, mixed

TAG: Final = 48
RING: Final = 6
ON_FELT: Final = ("felt", "birch")


@lru_cache(16)
def _band(palette: Palette, width: int) -> Sprite:
    felt, light = palette.named["felt"], palette.named["band"]
    fine = 4
    strip = Image.new("RGB", (width * fine, BAND * fine), mixed(felt, light, 1 / 3))
    pen = ImageDraw.Draw(strip)
    count = width // 24
    step = width * fine / count
    for n in range(count + 1):
        shapes.rhomb(pen, (n + 0.5) * step, BAND * fine / 2, (0.40 * step, 0.43 * BAND * fine), light)
        for y in (0, BAND * fine):
            shapes.rhomb(pen, n * step, y, (0.12 * step, 0.26 * BAND * fine), light)
    return settled(palette, strip.reduce(fine), None)


def sheet(palette: Palette, width: int, height: int) -> Canvas:
    """Felt."""
    return Canvas(palette, width, height)


def finished(canvas: Canvas) -> bytes:
    """The PNG, with the woven band along its upper and lower edge."""
    band = _band(canvas.palette, canvas.width)
    canvas.put(band, 0, 0)
    canvas.put(band, 0, canvas.height - BAND)
    return canvas.png()


@lru_cache(96)
def box(
    palette: Palette,
    size: tuple[int, int],
    radius: int,
    fill: str,
    under: str,
    line: str | None = None,
    thick: float = 0,
) -> Sprite:
    """A box with round corners."""
    edge = None if line is None else palette.named[line]
    return settled(palette, shapes.rounded(size, radius, palette.named[fill], edge, thick), under)


def tag(canvas: Canvas, word: str, x: int, y: int, room: int, size: int = 36) -> None:
    """A word on a golden tag, about this point and within the picture."""
    text, size = letters.fitted(word, room - 40, size, min(size, 30), bold=True)
    if not text:
        return
    wide = letters.width(text, size, True) + 40
    left = min(max(x - wide // 2, 6), canvas.width - wide - 6)
    canvas.put(box(canvas.palette, (wide, TAG), TAG // 2, "gold", "felt"), left, y - TAG // 2)
    canvas.write(text, (left + 20, middle(y, size)), size, ("gold", "ink"), bold=True)


def tag_width(word: str, room: int, size: int = 36) -> int:
    """How wide its tag is."""
    text, size = letters.fitted(word, room - 40, size, min(size, 30), bold=True)
    return letters.width(text, size, True) + 40 if text else 0


def ring(canvas: Canvas, x: int, y: int, size: tuple[int, int], thick: int = RING) -> None:
    """Gold under a card: what is seen of it is a ring."""
    wide, high = size[0] + 2 * thick, size[1] + 2 * thick
    radius = round(0.046 * size[1]) + thick
    canvas.put(box(canvas.palette, (wide, high), radius, "gold", "felt"), x - thick, y - thick)


@lru_cache(64)
def dashed(palette: Palette, width: int, height: int, faint: bool) -> Sprite:
    """A place where a card will lie."""
    fine = 4
    felt = palette.named["felt"]
    line = mixed(felt, palette.named["birch"], 0.4 if faint else 0.7)
    w, h = width * fine, height * fine
    image = Image.new("RGBA", (w, h), (*felt, 0))
    pen = ImageDraw.Draw(image)
    pen.rounded_rectangle((0, 0, w - 1, h - 1), 0.065 * w, (*felt, 255))
    thick, dash = 3 * fine, 10 * fine
    for length, level in ((w, True), (h, False)):
        count = max(2, round(length / (1.7 * dash)))
        step = (length - dash) / (count - 1)
        for n in range(count):
            a, b = n * step, n * step + dash
            for near in (0, (h if level else w) - thick):
                edges = (a, near, b, near + thick) if level else (near, a, near + thick, b)
                pen.rectangle(tuple(map(round, edges)), (*line, 255))
    return settled(palette, image.reduce(fine), "felt")


def caption(
    canvas: Canvas,
    text: str,
    x: int,
    y: int,
    room: int,
    sizes: tuple[int, int] = (42, 36),
    strength: float = 1,
) -> None:
    """A line about `x`, its capitals' upper edge at `y`, within the picture; as large as it fits."""
    text, size = letters.fitted(text, room, *sizes)
    half = letters.width(text, size) // 2 + 4
    x = min(max(x, half), canvas.width - half)
    baseline = y + round(sizes[0] * letters.CAP)
    canvas.write(text, (x, baseline), size, ON_FELT, anchor=0.5, strength=strength)
