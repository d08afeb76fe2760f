"""Suits, rose, hat and band: drawn large, made small by whoever wants them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from math import cos, pi, sin
from typing import Final

from PIL import Image, ImageDraw

from bot.art.palette import COLOURS, RGB, mixed
from engine import Suit

FINE: Final = 8
"""Shapes are drawn so many times larger, then averaged: that makes their edges smooth."""
Point = tuple[float, float]

HEART: Final = (
    (0, -0.52),
    (0.10, -0.80, 0.32, -0.94, 0.53, -0.94),
    (0.84, -0.94, 0.98, -0.68, 0.98, -0.42),
    (0.98, 0.08, 0.30, 0.42, 0, 0.98),
)
SPADE: Final = (
    (0, -1),
    (0.22, -0.56, 0.95, -0.20, 0.95, 0.30),
    (0.95, 0.58, 0.74, 0.72, 0.53, 0.72),
    (0.34, 0.72, 0.18, 0.63, 0.08, 0.47),
    (0.09, 0.72, 0.18, 0.90, 0.38, 1),
    (0.2, 1, 0.1, 1, 0, 1),
)
DIAMOND: Final = ((0, -1), (0.22, -0.56, 0.48, -0.22, 0.76, 0), (0.48, 0.22, 0.22, 0.56, 0, 1))
STEM: Final = ((0, 0), (0.06, 0, 0.07, 0.1, 0.08, 0.3), (0.1, 0.7, 0.2, 0.88, 0.4, 1), (0.2, 1, 0.1, 1, 0, 1))
"""Right halves, from the top down: a point, then curves with two handles each."""
LEAVES: Final = ((0.0, -0.53, 0.45), (-0.53, 0.17, 0.45), (0.53, 0.17, 0.45), (0.0, -0.05, 0.24))


def _outline(half: tuple[tuple[float, ...], ...]) -> list[Point]:
    """A shape from its right half."""
    points: list[Point] = [(half[0][0], half[0][1])]
    for ax, ay, bx, by, x, y in half[1:]:
        x0, y0 = points[-1]
        for step in range(1, 25):
            t = step / 24
            u = 1 - t
            points.append(
                (
                    u**3 * x0 + 3 * u * u * t * ax + 3 * u * t * t * bx + t**3 * x,
                    u**3 * y0 + 3 * u * u * t * ay + 3 * u * t * t * by + t**3 * y,
                )
            )
    return points + [(-x, y) for x, y in reversed(points)]


@lru_cache(256)
def suit(which: Suit, size: int) -> Image.Image:
    """A suit sign as a square mask."""
    big = size * FINE
    mask = Image.new("L", (big, big))
    pen = ImageDraw.Draw(mask)

    def at(points: Iterable[Point]) -> list[Point]:
        return [((x + 1) * big / 2, (y + 1) * big / 2) for x, y in points]

    match which:
        case Suit.HEARTS:
            pen.polygon(at(_outline(HEART)), 255)
        case Suit.SPADES:
            pen.polygon(at(_outline(SPADE)), 255)
        case Suit.DIAMONDS:
            pen.polygon(at(_outline(DIAMOND)), 255)
        case Suit.CLUBS:
            pen.polygon(at(_outline(STEM)), 255)
            for x, y, radius in LEAVES:
                pen.ellipse(at([(x - radius, y - radius), (x + radius, y + radius)]), 255)
    return mask.reduce(FINE)


@lru_cache(32)
def rounded(
    size: tuple[int, int], radius: float, fill: RGB, line: RGB | None = None, thick: float = 0
) -> Image.Image:
    """A filled box with round corners, and a line along its inner edge."""
    wide, high = size[0] * 4, size[1] * 4
    image = Image.new("RGBA", (wide, high), (*fill, 0))
    pen = ImageDraw.Draw(image)
    pen.rounded_rectangle((0, 0, wide - 1, high - 1), radius * 4, (*(line or fill), 255))
    if line is not None:
        edge = thick * 4
        pen.rounded_rectangle((edge, edge, wide - 1 - edge, high - 1 - edge), radius * 4 - edge, (*fill, 255))
    return image.reduce(4)


def _turned(x: float, y: float, radius: float, angle: float) -> Point:
    return x + radius * sin(angle), y - radius * cos(angle)


def rose(pen: ImageDraw.ImageDraw, x: float, y: float, radius: float, fill: RGB) -> None:
    """The rose of knitted mittens: eight petals."""
    for petal in range(8):
        angle = petal * pi / 4
        long = radius * (1 if petal % 2 == 0 else 1.08)
        points = [
            _turned(x, y, radius * 0.10, angle),
            _turned(x, y, radius * 0.60, angle - 0.33),
            _turned(x, y, long, angle),
            _turned(x, y, radius * 0.60, angle + 0.33),
        ]
        pen.polygon(points, fill)


def rhomb(pen: ImageDraw.ImageDraw, x: float, y: float, half: Point, fill: RGB) -> None:
    """A rhomb about its middle."""
    pen.polygon([(x, y - half[1]), (x + half[0], y), (x, y + half[1]), (x - half[0], y)], fill)


def back(wide: int, high: int) -> Image.Image:
    """The back of a card: the rose between rhombs."""
    navy, birch = COLOURS["navy"], COLOURS["birch"]
    image = Image.new("RGBA", (wide * 4, high * 4), (*birch, 0))
    pen = ImageDraw.Draw(image)
    w, h = wide * 4, high * 4
    edge = max(4.0, 0.055 * w)
    pen.rounded_rectangle((0, 0, w - 1, h - 1), 0.065 * w, (0x8B, 0x89, 0x86, 255))
    pen.rounded_rectangle((4, 4, w - 5, h - 5), 0.065 * w - 4, (*birch, 255))
    pen.rounded_rectangle((edge, edge, w - 1 - edge, h - 1 - edge), 0.045 * w, (*navy, 255))
    rose(pen, w / 2, h / 2, 0.33 * w if wide >= 40 else 0.36 * w, birch)
    if wide >= 40:
        for y in (0.14, 0.86):
            for x in (0.2, 0.5, 0.8):
                rhomb(pen, x * w, y * h, (0.055 * w, 0.07 * w), birch)
    else:
        for y in (0.15, 0.85):
            rhomb(pen, 0.5 * w, y * h, (0.10 * w, 0.10 * w), birch)
    return image.reduce(4)


def hat(wide: int, on_birch: bool = False) -> Image.Image:
    """The knitted hat of who lost the last game; its brim and bobble are dark where the ground is light."""
    wool, light = COLOURS["wool"], COLOURS["birch"]
    trim = COLOURS["navy"] if on_birch else light
    fine = FINE if wide < 100 else 4
    w = wide * fine
    image = Image.new("RGBA", (w, w), (*trim, 0))
    pen = ImageDraw.Draw(image)

    def box(*sides: float) -> tuple[float, ...]:
        return tuple(side * w for side in sides)

    pen.pieslice(box(0.06, 0.16, 0.94, 1.28), 180, 360, (*wool, 255))
    for n in range(5):
        x = 0.5 + (n - 2) * 0.155
        rhomb(pen, x * w, 0.50 * w, (0.058 * w, 0.085 * w), light)
    pen.rounded_rectangle(box(0.0, 0.67, 1.0, 0.98), 0.09 * w, (*trim, 255))
    rib = mixed(trim, COLOURS["birch" if on_birch else "ink"], 0.38)
    for n in range(1, 10):
        pen.line(box(n / 10, 0.71, n / 10, 0.94), (*rib, 255), round(0.022 * w))
    for n in range(9):
        x, y = _turned(0.5, 0.14, 0.085, n * 2 * pi / 9)
        pen.ellipse(box(x - 0.062, y - 0.062, x + 0.062, y + 0.062), (*trim, 255))
    pen.ellipse(box(0.41, 0.05, 0.59, 0.23), (*trim, 255))
    if wide >= 100:
        tuft = mixed(trim, COLOURS["ink"], 0.16)
        for n, turn in enumerate((0.2, 1.1, 2.3, 3.2, 4.1, 5.4)):
            x, y = _turned(0.5, 0.14, (0.05, 0.095)[n % 2], turn)
            pen.arc(
                box(x - 0.045, y - 0.045, x + 0.045, y + 0.045),
                60 * n,
                60 * n + 130,
                (*tuft, 255),
                round(0.013 * w),
            )
    return image.reduce(fine)
