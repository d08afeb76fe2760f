"""The end of a game, and the banner of a lobby."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from PIL import Image

from bot.art import faces, letters, parts, shapes
from bot.art.canvas import BAND, Sprite, settled
from bot.art.drawings import EndPicture, Ground, LobbyPicture, Look
from bot.art.palette import TABLE, Palette, palette
from engine import parse_card

WIDE: Final = 800
HAT: Final = 220
FANNED: Final = (("7S", 13), ("QH", 5), ("JC", -4), ("AD", -14))


def end(picture: EndPicture) -> bytes:
    """The loser's name under the hat; below it who went out, in order."""
    columns = min(3, len(picture.out)) or 1
    if len(picture.out) == 4:
        columns = 2
    lines = -(-len(picture.out) // columns)
    canvas = parts.sheet(palette(Ground.END, TABLE), WIDE, 394 + lines * 130 + (30 if lines else 0))
    name, size = letters.fitted(picture.name, 640, 76, 48, bold=True)
    title, smaller = letters.fitted(picture.title, 640, 52, 40)
    wide = max(560, letters.width(name, size, True) + 60, letters.width(title, smaller) + 60)
    middle = WIDE // 2
    canvas.put(_hat(canvas.palette), middle - HAT // 2, BAND + 8)
    canvas.put(parts.box(canvas.palette, (wide, 152), 24, "birch", "felt"), middle - wide // 2, 222)
    canvas.write(name, (middle, 298), size, ("birch", "ink"), bold=True, anchor=0.5)
    canvas.write(title, (middle, 354), smaller, ("birch", "ink"), anchor=0.5)
    room = min(340, (WIDE - 48 - 14 * (columns - 1)) // columns)
    for n, (who, when) in enumerate(picture.out):
        row, column = divmod(n, columns)
        here = min(columns, len(picture.out) - row * columns)
        x = (WIDE - here * (room + 18) + 18) // 2 + column * (room + 18)
        y = 412 + row * 130
        canvas.put(parts.box(canvas.palette, (room, 112), 18, "plate", "felt"), x, y)
        text, size = letters.fitted(who, room - 40, 46, 38, bold=True)
        canvas.write(text, (x + 20, y + 52), size, ("plate", "birch"), bold=True)
        text, size = letters.fitted(when, room - 40, 42, 34)
        canvas.write(text, (x + 20, y + 97), size, ("plate", "birch"))
    return parts.finished(canvas)


@lru_cache(4)
def _hat(palette: Palette) -> Sprite:
    return settled(palette, shapes.hat(HAT), "felt")


def lobby(picture: LobbyPicture) -> bytes:
    """The banner: some cards, the game, how many have come."""
    canvas = parts.sheet(palette(Ground.LOBBY, TABLE), WIDE, 230)
    canvas.put(_fanned(canvas.palette, picture.look), 0, 0)
    left, room = 412, WIDE - 412 - 20
    name, size = letters.fitted(picture.game, room, 68, 48, bold=True)
    lines, smaller = letters.wrapped(picture.words, room, 46, 38, 2)
    total = round(size * 1.16) + round(len(lines) * smaller * 1.16)
    y = (230 - total) // 2 + round(size * 0.94)
    canvas.write(name, (left, y), size, parts.ON_FELT, bold=True)
    for line in lines:
        y += round(smaller * 1.22)
        canvas.write(line, (left, y), smaller, parts.ON_FELT)
    return parts.finished(canvas)


@lru_cache(8)
def _fanned(palette: Palette, look: Look) -> Sprite:
    """Four cards, held."""
    felt = palette.named["felt"]
    fine = 2
    width = 144 * fine
    fan = Image.new("RGBA", (406 * fine, 230 * fine), (*felt, 0))
    for n, (name, angle) in enumerate(FANNED):
        card_ = parse_card(name)
        face = faces.inked(card_, look.letters[card_.rank], faces.colour(card_.suit, look), width)
        card = faces.outlined(face, (140, 138, 138))
        turned = card.rotate(angle, Image.Resampling.BICUBIC, expand=True)
        x = (20 + 66 * n) * fine
        y = (30 + (0, -4, 2, 8)[n]) * fine
        box = turned.getbbox() or (0, 0, 1, 1)
        fan.alpha_composite(turned.crop(box), (max(0, x - round(10 * fine)), y))
    small = fan.reduce(fine)
    flat = Image.alpha_composite(Image.new("RGBA", small.size, felt), small)
    return settled(palette, palette.roughly(flat.convert("RGB")), None)
