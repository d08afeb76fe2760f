"""Words: what the font can write, how wide it is, how it is made to fit."""

from __future__ import annotations

import unicodedata
from bisect import bisect
from functools import cache, lru_cache
from math import ceil
from pathlib import Path
from typing import Final

from PIL import Image, ImageDraw, ImageFont

FONTS: Final = Path(__file__).parent / "fonts"
CAP: Final = 0.714
"""How high a capital or a figure is, of the size."""
ELLIPSIS: Final = "…"
LONGEST: Final = 100
"""What is longer fits nowhere."""


@lru_cache(64)
def font(size: int, bold: bool) -> ImageFont.FreeTypeFont:
    """The font, with the plain layout: the other needs a library that is not everywhere."""
    file = FONTS / f"NotoSans-{'Bold' if bold else 'Regular'}.ttf"
    return ImageFont.truetype(file, size, layout_engine=ImageFont.Layout.BASIC)


@cache
def _missing() -> bytes:
    return bytes(font(24, False).getmask("\uffff"))


@lru_cache(4096)
def _drawn(char: str) -> str:
    """The character, or a plain one that stands for it (as for mathematical letters), or nothing."""
    if char.isspace():
        return " "
    for known in (char, unicodedata.normalize("NFKC", char)):
        kept = "".join(one for one in known if one == " " or _in_font(one))
        if kept:
            return kept
    return ""


def _in_font(char: str) -> bool:
    """Letters, figures, marks of writing; no accent that stands alone, and nothing unseen."""
    return unicodedata.category(char)[0] in "LNPS" and bytes(font(24, False).getmask(char)) != _missing()


def drawable(text: str) -> str:
    """What is left of a text when all that the font lacks is left out; may be empty."""
    kept = "".join(map(_drawn, unicodedata.normalize("NFC", text[:LONGEST])))
    return " ".join(kept.split())


@lru_cache(4096)
def width(text: str, size: int, bold: bool = False) -> int:
    """How many pixels a line takes."""
    return ceil(font(size, bold).getlength(text))


@lru_cache(4096)
def fitted(text: str, room: int, size: int, least: int, bold: bool = False) -> tuple[str, int]:
    """The line as it fits, and its size: smaller if that is enough, else cut."""
    text = drawable(text)
    while size > least and width(text, size, bold) > room:
        size -= 1
    if width(text, size, bold) <= room:
        return text, size
    face = font(size, bold)
    end = bisect(range(1, len(text)), room, key=lambda n: ceil(face.getlength(text[:n] + ELLIPSIS)))
    return (text[:end].rstrip() + ELLIPSIS if end else ""), size


@lru_cache(1024)
def wrapped(text: str, room: int, size: int, least: int, lines: int) -> tuple[tuple[str, ...], int]:
    """The words in as few lines as they need, and the size of all; what is too long is cut."""
    words = drawable(text).split()
    for most in range(1, lines + 1):
        for smaller in range(size, least - 1, -1):
            rows = _rows(words, room, smaller)
            if len(rows) <= most and all(width(row, smaller) <= room for row in rows):
                return tuple(rows), smaller
    rows = _rows(words, room, least)
    rows[lines - 1 :] = [" ".join(rows[lines - 1 :])]
    return tuple(fitted(row, room, least, least)[0] for row in rows), least


def _rows(words: list[str], room: int, size: int) -> list[str]:
    rows: list[str] = []
    for word in words:
        if rows and width(f"{rows[-1]} {word}", size) <= room:
            rows[-1] = f"{rows[-1]} {word}"
        else:
            rows.append(word)
    return rows


def mask(text: str, size: int, bold: bool = False) -> Image.Image:
    """The line as a mask, as high as the font, its baseline at `font.getmetrics()[0]`."""
    face = font(size, bold)
    ascent, descent = face.getmetrics()
    image = Image.new("L", (width(text, size, bold) + 4, ascent + descent + 2))
    ImageDraw.Draw(image).text((2, ascent), text, 255, face, anchor="ls")
    return image
