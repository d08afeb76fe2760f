"""How somebody has lost, and the losers of a season, drawn by matplotlib.

It is imported with the first of these pictures, in the thread that draws it: most starts of the bot need
none. Figures are made as objects, so that nothing is shared between threads, and words are never read as
mathematics: a name may hold dollar signs.
"""

# ruff: noqa: PLC0415 - matplotlib takes a second and some 40 MB, see above

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any, Final, Literal

from PIL import Image

from bot.art import letters
from bot.art.drawings import Ground, LosersPicture, RatePicture
from bot.art.palette import COLOURS, FELTS

if TYPE_CHECKING:
    from matplotlib.axes import Axes

WIDE: Final = 800
DPI: Final = 100
TYPE: Final = 38
"""The size of words in pixels; a phone shows them at less than a third."""
POINTS: Final = 200
"""So many points of a curve are drawn: more than that no phone shows."""
COLOURS_KEPT: Final = 48
LINE: Final = 64
FELT: Final = f"#{FELTS[Ground.LOBBY][0]}"
LOST: Final = f"#{FELTS[Ground.END][1]}"
BIRCH: Final = "#{:02x}{:02x}{:02x}".format(*COLOURS["birch"])
FAINT: Final = "#5c6066"


def rate(picture: RatePicture) -> bytes:
    """The loss rate as a line, the fair share as a broken one; each is named in its own colour."""
    sheet = _Sheet(400)
    left, bottom, high = 140, 70, 222
    axes = sheet.field(left, bottom, 630, high)
    games = len(picture.curve)
    numbers = sorted({*range(1, games + 1, -(-games // POINTS)), games})
    rates, shares = zip(*(picture.curve[n - 1] for n in numbers), strict=True)
    top = 1.04 * min(1.0, max(0.5, *rates, *shares))
    axes.set_xlim(1, max(games, 2))
    axes.set_ylim(0, top)
    for share in (0.0, 0.5, 1.0):
        if share <= top:
            axes.axhline(share, color=FAINT, linewidth=2, zorder=1, clip_on=False)
            sheet.write(f"{round(100 * share)} %", (left - 14, bottom + high * share / top), "right")
    axes.plot(numbers, shares, color=BIRCH, linewidth=4, dashes=(2.2, 1.4), zorder=2, clip_on=False)
    axes.plot(numbers, rates, color=LOST, linewidth=6, solid_capstyle="round", zorder=3, clip_on=False)
    half = (WIDE - 60) // 2
    for words, x, colour in ((picture.rate, 30, LOST), (picture.fair, 40 + half, BIRCH)):
        fitted, size = letters.fitted(words, half - 10, TYPE, 30, bold=True)
        sheet.write(fitted, (x, 356), "left", size, colour=colour, bold=True)
    sheet.write(picture.games, (770, 32), "right")
    return sheet.png()


def losers(picture: LosersPicture) -> bytes:
    """A bar for each, and across it a mark where the fair share is."""
    number, left, bottom, wide = len(picture.bars), 300, 75, 360
    sheet = _Sheet(bottom + LINE * number + 35)
    axes = sheet.field(left, bottom, wide, LINE * number)
    axes.set_xlim(0, max(0.5, *(max(bar.rate, bar.fair) for bar in picture.bars)))
    axes.set_ylim(number - 0.5, -0.5)
    for place, bar in enumerate(picture.bars):
        axes.barh(place, bar.rate, height=0.62, color=LOST, zorder=2)
        axes.plot([bar.fair] * 2, [place - 0.42, place + 0.42], color=BIRCH, linewidth=5, zorder=3)
        y = bottom + LINE * (number - place - 0.5)
        name, size = letters.fitted(bar.name, left - 50, TYPE, 30, bold=True)
        sheet.write(name, (30, y), "left", size, bold=True)
        sheet.write(bar.words, (WIDE - 20, y), "right")
    sheet.field(left, 16, 12, 40).plot([0.5, 0.5], [0, 1], color=BIRCH, linewidth=5)
    fair, size = letters.fitted(picture.fair, wide, TYPE, 30)
    sheet.write(fair, (left + 34, 36), "left", size)
    return sheet.png()


class _Sheet:
    """A figure, measured in pixels from its left lower corner."""

    def __init__(self, tall: int) -> None:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure

        self.tall = tall
        self.figure = Figure((WIDE / DPI, tall / DPI), dpi=DPI, facecolor=FELT)
        self.canvas: Any = FigureCanvasAgg(self.figure)

    def field(self, left: int, bottom: int, wide: int, high: int) -> Axes:
        """A field to draw in, without frame and marks of its own."""
        axes = self.figure.add_axes((left / WIDE, bottom / self.tall, wide / WIDE, high / self.tall))
        axes.set_axis_off()
        return axes

    def write(
        self,
        words: str,
        at: tuple[float, float],
        side: Literal["left", "right"],
        size: int = TYPE,
        *,
        colour: str = BIRCH,
        bold: bool = False,
    ) -> None:
        """Words that begin or end here, about this height."""
        from matplotlib.font_manager import FontProperties

        file = letters.FONTS / f"NotoSans-{'Bold' if bold else 'Regular'}.ttf"
        self.figure.text(
            at[0] / WIDE,
            at[1] / self.tall,
            words,
            color=colour,
            fontproperties=FontProperties(fname=file, size=size * 72 / DPI),
            horizontalalignment=side,
            verticalalignment="center_baseline",
            parse_math=False,
        )

    def png(self) -> bytes:
        self.canvas.draw()
        drawn = Image.frombytes("RGBA", self.canvas.get_width_height(), bytes(self.canvas.buffer_rgba()))
        out = io.BytesIO()
        drawn.convert("RGB").quantize(COLOURS_KEPT, dither=Image.Dither.NONE).save(out, "PNG")
        return out.getvalue()
