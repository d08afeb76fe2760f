"""Colours. A picture has one palette, and all that is drawn is drawn in its numbers.

Two colours that meet, as ink on paper, have a ramp between them in the palette; how much of the upper one
covers a pixel is its place on the ramp. So nothing has to be blended, or quantised when a picture is done.
"""

from __future__ import annotations

import sys
from functools import cache
from typing import Final

from PIL import Image

from bot.art.drawings import Ground

RGB = tuple[int, int, int]


def _rgb(hexed: str) -> RGB:
    red, green, blue = bytes.fromhex(hexed)
    return red, green, blue


def mixed(under: RGB, over: RGB, part: float) -> RGB:
    """So much of one colour over another."""
    red, green, blue = (round(a + (b - a) * part) for a, b in zip(under, over, strict=True))
    return red, green, blue


COLOURS: Final = {
    name: _rgb(hexed)
    for name, hexed in {
        "birch": "F4EFE4",
        "ink": "211F23",
        "paper": "FCFAF5",
        "red": "C0162C",
        "blue": "145CBE",
        "green": "12783C",
        "gold": "F6C453",
        "court blue": "2C4C94",
        "court gold": "EBB543",
        "navy": "28487C",
        "wool": "B42A36",
    }.items()
}
FELTS: Final = {
    Ground.LOBBY: ("2F343A", "C9BFA6"),
    Ground.BUILDING: ("1F3647", "6CB0DE"),
    Ground.SHEDDING: ("1C3B32", "63BA92"),
    Ground.END: ("3A2634", "DE626C"),
}
"""The felt, and the hue of the woven band on it."""
COURT: Final = ("paper", "ink", "red", "court blue", "court gold")
DIMMED: Final = 0.52
SHADE: Final = 0.5
"""How dark the deepest shadow is."""

TABLE: Final = (
    ("felt", "birch", 9),
    ("felt", "plate", 4),
    ("plate", "birch", 9),
    ("birch", "ink", 9),
    ("plate", "wool", 5),
    ("birch", "wool", 5),
    ("navy", "birch", 6),
    ("felt", "gold", 8),
    ("felt", "glow", 16),
    ("gold", "ink", 8),
    ("gold", "paper", 5),
    ("navy", "ink", 4),
    ("ink", "birch", 10),
)
HAND: Final = (
    ("felt", "birch", 9),
    ("felt", "gold", 8),
    ("gold", "ink", 8),
    ("gold", "paper", 5),
    ("dim paper", "dim ink", 9),
    ("dim paper", "dim red", 8),
    ("dim paper", "dim blue", 8),
    ("dim paper", "dim green", 8),
    ("dim paper", "dim court blue", 3),
    ("dim paper", "dim court gold", 3),
    ("felt", "dim paper", 6),
)
"""What meets in a picture, besides `CARDS`."""
CARDS: Final = (
    ("paper", "ink", 11),
    ("paper", "red", 9),
    ("paper", "blue", 9),
    ("paper", "green", 9),
    ("felt", "paper", 8),
    ("felt", "shadow", 6),
    ("felt", "band", 4),
    ("paper", "court blue", 3),
    ("paper", "court gold", 3),
)


class Palette:
    """The colours of one kind of picture on one felt, and the ramps between them."""

    def __init__(self, ground: Ground, ramps: tuple[tuple[str, str, int], ...]) -> None:
        felt, hue = (_rgb(hexed) for hexed in FELTS[ground])
        self.named = COLOURS | {
            "felt": felt,
            "plate": mixed(felt, (255, 255, 255), 0.12),
            "band": mixed(felt, hue, 0.62),
            "shadow": mixed(felt, (0, 0, 0), SHADE),
            "glow": mixed(felt, COLOURS["gold"], 0.42),
        }
        for name in (*COURT, "blue", "green"):
            self.named[f"dim {name}"] = mixed(self.named[name], felt, DIMMED)
        self.colours: list[RGB] = []
        self._ramps: dict[tuple[str, str], tuple[int, int]] = {}
        for under, over, steps in (*ramps, *CARDS):
            self._ramps[under, over] = (len(self.colours), steps)
            a, b = self.named[under], self.named[over]
            self.colours += [mixed(a, b, step / (steps - 1)) for step in range(steps)]
        assert len(self.colours) <= 256, len(self.colours)
        self.bytes = bytes(part for colour in self.colours for part in colour)
        self._tables: dict[tuple[str, str, float], bytes] = {}
        self._numbers = _Nearest(self.colours)
        self.shades = {
            paper: tuple(self.ramp(paper, ink)[round(255 * part)] for part in (0.06, 0.12, 0.2))
            for paper, ink in (("paper", "ink"), ("dim paper", "dim ink"))
            if (paper, ink) in self._ramps
        }

    def flat(self, name: str) -> int:
        """The number of a colour."""
        return self.colours.index(self.named[name])

    def ramp(self, under: str, over: str, strength: float = 1) -> bytes:
        """For each cover from 0 to 255 the number of its colour."""
        key = under, over, strength
        if key not in self._tables:
            start, steps = self._ramps[under, over]
            first, last = self.flat(under), (steps - 1) * strength / 255
            places = [round(cover * last) for cover in range(256)]
            self._tables[key] = bytes(start + place if place else first for place in places)
        return self._tables[key]

    def numbers(self, drawing: Image.Image) -> Image.Image:
        """A drawing, each pixel the number of the colour that comes closest."""
        pixels, stride = drawing.convert("RGBX").tobytes(), 4 * drawing.width
        known: dict[bytes, bytes] = {}
        lines = []
        for start in range(0, len(pixels), stride):
            line = pixels[start : start + stride]
            if line not in known:
                known[line] = bytes(map(self._numbers.__getitem__, memoryview(line).cast("I")))
            lines.append(known[line])
        return Image.frombytes("L", drawing.size, b"".join(lines))

    def roughly(self, drawing: Image.Image) -> Image.Image:
        """A drawing in the palette's colours, quickly: for what has thousands of them."""
        sheet = Image.new("P", (1, 1))
        sheet.putpalette(self.bytes)
        return drawing.quantize(palette=sheet, dither=Image.Dither.NONE).convert("RGB")


class _Nearest(dict[int, int]):
    """Of each colour, as four bytes in one number, the place in a palette of the one that comes closest."""

    def __init__(self, colours: list[RGB]) -> None:
        super().__init__()
        self.colours = colours

    def __missing__(self, pixel: int) -> int:
        red, green, blue, _ = pixel.to_bytes(4, sys.byteorder)
        places = range(len(self.colours))
        self[pixel] = place = min(places, key=lambda n: _distance(self.colours[n], (red, green, blue)))
        return place


def _distance(a: RGB, b: RGB) -> int:
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 + (a[2] - b[2]) ** 2


@cache
def palette(ground: Ground, ramps: tuple[tuple[str, str, int], ...]) -> Palette:
    """A palette, made once."""
    return Palette(ground, ramps)
