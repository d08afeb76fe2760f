"""The table: seats above and below, the trick between them, stock or trump at the right."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from PIL import Image, ImageDraw

from bot.art import faces, letters, parts, shapes, trick
from bot.art.canvas import Canvas, Sprite, middle, settled
from bot.art.drawings import ExamplePicture, Moment, Plate, Stock, TablePicture, Trump
from bot.art.faces import State
from bot.art.palette import TABLE, Palette, palette
from bot.art.trick import Box
from engine import Suit

MARGIN: Final = 24
BETWEEN: Final = 14
PLATE: Final = 112
PAD: Final = 20
NAME: Final = 44
BACK, HEAP = (28, 40), (42, 36)
PALE: Final = 0.58
MOMENT: Final = 216
EXAMPLE: Final = 800, 304


def table(picture: TablePicture) -> bytes:
    """The table as everybody sees it."""
    seats = len(picture.plates)
    size = (960, 800) if seats >= 7 else (800, 800) if seats >= 5 else (800, 640)
    canvas = parts.sheet(palette(picture.ground, TABLE), *size)
    columns = max(2, (seats + 1) // 2)
    upper, lower = picture.plates[: (seats + 1) // 2], picture.plates[(seats + 1) // 2 :][::-1]
    wide = (canvas.width - 2 * MARGIN - (columns - 1) * BETWEEN) // columns
    for plates, y in ((upper, MARGIN), (lower, canvas.height - MARGIN - PLATE)):
        x = (canvas.width - len(plates) * (wide + BETWEEN) + BETWEEN) // 2
        for plate in plates:
            _plate(canvas, plate, (x, y), wide)
            x += wide + BETWEEN
    zone = Box(MARGIN, MARGIN + PLATE + 14, canvas.width - MARGIN, canvas.height - MARGIN - PLATE - 6)
    if picture.moment is not None:
        _moment(canvas, picture, picture.moment, zone)
        return parts.finished(canvas)
    side = _side_width(picture.side)
    if side:
        _side(canvas, picture, Box(zone.right - side, zone.top, zone.right, zone.bottom))
        zone = zone._replace(right=zone.right - side - 12)
    if picture.places:
        trick.draw(canvas, zone, picture.look, picture.places, picture.to_beat, picture.bounce)
    elif picture.empty:
        _lines(canvas, picture.empty, zone)
    return parts.finished(canvas)


def example(picture: ExamplePicture) -> bytes:
    """A strip of places."""
    room = Box(MARGIN, 30, EXAMPLE[0] - MARGIN, 30 + EXAMPLE[1])
    found = trick.layout(picture.places, room, 0) if picture.places else []
    lowest = max((laid.bottom for laid in found), default=room.bottom - trick.BELOW)
    named = any(place.name for place in picture.places)
    canvas = parts.sheet(palette(picture.ground, TABLE), EXAMPLE[0], lowest + (92 if named else 58))
    trick.draw(canvas, room, picture.look, picture.places, picture.to_beat, picture.bounce)
    return parts.finished(canvas)


def _plate(canvas: Canvas, plate: Plate, at: tuple[int, int], wide: int) -> None:
    x, y = at
    ground = "birch" if plate.to_play else "plate"
    ramp = ("birch", "ink") if plate.to_play else ("plate", "birch")
    strength = PALE if plate.note is not None else 1.0
    canvas.put(parts.box(canvas.palette, (wide, PLATE), 18, ground, "felt"), x, y)
    left, right = x + PAD, x + wide - PAD + 4
    line = y + 51
    if plate.to_play:
        canvas.put(_triangle(canvas.palette), left - 4, line - 32)
        left += 34
    room = right - left - (56 if plate.hat else 0)
    name, size = letters.fitted(plate.name, room, NAME, 38, bold=True)
    left += canvas.write(name, (left, line), size, ramp, bold=True, strength=strength)
    if plate.hat:
        canvas.put(_hat(canvas.palette, 46, ground), left + 10, y + 9)
    line, left = y + 100, x + PAD
    if plate.note is not None:
        note, size = letters.fitted(plate.note, right - left, 42, 34)
        canvas.write(note, (left, line - 2), size, ramp, strength=strength)
        return
    away = letters.drawable(plate.away or "")
    for size, gap, away_size in ((NAME, 12, 38), (NAME, 12, 34), (38, 7, 34)):
        fits = (
            x + PAD + _counts_width(plate, size, gap) + (letters.width(away, away_size) + 16 if away else 0)
        )
        if fits <= right:
            canvas.write(away, (right - letters.width(away, away_size), line), away_size, ramp, strength=0.8)
            break
    else:
        size, gap = (NAME, 12) if x + PAD + _counts_width(plate, NAME, 12) <= right else (38, 7)
    _counts(canvas, plate, (x + PAD, line), ground, (size, gap))


def _fanned(plate: Plate) -> int:
    """How many backs are drawn: those of a small hand all, which needs no figure then."""
    return plate.hand if plate.won is not None and plate.hand <= 3 else min(plate.hand, 1)


def _counts_width(plate: Plate, size: int, gap: int) -> int:
    backs = _fanned(plate)
    wide = BACK[0] + (gap + 9) * (backs - 1) if backs else -gap
    if backs != plate.hand or plate.won is None or not backs:
        wide += gap + letters.width(str(plate.hand), size, True)
    if plate.won is not None:
        wide += 2 * gap + HEAP[0] + gap + letters.width(str(plate.won), size, True)
    return wide


def _counts(canvas: Canvas, plate: Plate, at: tuple[int, int], ground: str, look: tuple[int, int]) -> None:
    """What a seat holds: the hand, and in phase 1 the heap of cards won."""
    (left, line), (size, gap) = at, look
    ramp = ("birch", "ink") if ground == "birch" else ("plate", "birch")
    backs = _fanned(plate)
    for n in range(backs):
        canvas.put(_small_back(canvas.palette, ground), left + (gap + 9) * n, line - 36)
    left += BACK[0] + (gap + 9) * (backs - 1) if backs else -gap
    if backs != plate.hand or plate.won is None or not backs:
        left += gap
        left += canvas.write(str(plate.hand), (left, line), size, ramp, bold=True)
    if plate.won is not None:
        left += 2 * gap
        canvas.put(_heap(canvas.palette, ground), left, line - 35)
        canvas.write(str(plate.won), (left + HEAP[0] + gap, line), size, ramp, bold=True)


@lru_cache(64)
def _triangle(palette: Palette) -> Sprite:
    image = Image.new("RGBA", (26 * 4, 32 * 4), (*palette.named["ink"], 0))
    ImageDraw.Draw(image).polygon([(0, 0), (26 * 4, 16 * 4), (0, 32 * 4)], (*palette.named["ink"], 255))
    return settled(palette, image.reduce(4), "birch")


@lru_cache(64)
def _hat(palette: Palette, wide: int, ground: str) -> Sprite:
    return settled(palette, shapes.hat(wide, ground == "birch"), ground)


@lru_cache(64)
def _small_back(palette: Palette, ground: str) -> Sprite:
    return settled(palette, shapes.back(*BACK), ground)


@lru_cache(64)
def _heap(palette: Palette, ground: str) -> Sprite:
    """Cards won, as a heap seen from the side."""
    light, dark = ("plate", "birch") if ground == "plate" else ("birch", "ink")
    image = Image.new("RGBA", (42 * 4, 36 * 4), (*palette.named[light], 0))
    pen = ImageDraw.Draw(image)
    for n in (2, 1, 0):
        y = (2 + 10 * n) * 4
        sheet = [(12 * 4, y), (42 * 4, y), (30 * 4, y + 48), (0, y + 48)]
        pen.polygon([(x, y - 10) for x, y in sheet], (*palette.named[light], 255))
        pen.polygon(sheet, (*palette.named[dark], 255))
    return settled(palette, image.reduce(4), ground)


def _side_width(side: tuple[Stock | Trump, ...]) -> int:
    """The column at the right is wider for longer words."""
    if not side:
        return 0
    longest = max(
        (letters.width(letters.drawable(word), 36) for item in side for word in item.caption.split()),
        default=0,
    )
    return min(max(140, longest + 4), 196)


def _side(canvas: Canvas, picture: TablePicture, room: Box) -> None:
    high = room.height // len(picture.side)
    for n, item in enumerate(picture.side):
        top = room.top + n * high
        lines, size = letters.wrapped(item.caption, room.width, 42 if len(picture.side) == 1 else 38, 34, 3)
        words = round(len(lines) * size * 1.12)
        tile = isinstance(item, Trump) and _tile_suit(item) is not None
        width = max(24, min(112, int((high - words - 28) / (1 if tile else faces.TALL))))
        tall = width if tile else faces.height(width)
        x, y = (room.left + room.right - width) // 2, top + max(4, (high - tall - words - 22) // 2)
        if isinstance(item, Stock):
            _stock(canvas, item, (x, y), width)
        else:
            _trump(canvas, picture, item, (x, y), width)
        y += tall + 22
        for row in lines:
            parts.caption(canvas, row, (room.left + room.right) // 2, y, room.width, (size, size))
            y += round(size * 1.12)


def _stock(canvas: Canvas, stock: Stock, at: tuple[int, int], width: int) -> None:
    x, y = at
    high = faces.height(width)
    if stock.left == 0:
        canvas.put(parts.dashed(canvas.palette, width, high, True), x, y)
    else:
        depth = min(3, (stock.left - 1 + 7) // 8)
        for n in range(depth, -1, -1):
            under = "felt" if n == depth else "birch"
            canvas.put(faces.back(canvas.palette, width, under), x + 6 * n - 6, y - 6 * n + 6)
    size = 44
    text = str(stock.left)
    wide = letters.width(text, size, True) + 34
    middle_x, middle_y = x + width // 2 - (6 if stock.left else 0), y + high // 2 + (6 if stock.left else 0)
    canvas.put(
        parts.box(canvas.palette, (wide, 56), 28, "ink", "navy" if stock.left else "felt"),
        middle_x - wide // 2,
        middle_y - 28,
    )
    canvas.write(text, (middle_x, middle(middle_y, size)), size, ("ink", "birch"), bold=True, anchor=0.5)


def _tile_suit(trump: Trump) -> Suit | None:
    """Of a suit alone a tile is shown."""
    return None if trump.back or trump.card is not None else trump.suit


def _trump(canvas: Canvas, picture: TablePicture, trump: Trump, at: tuple[int, int], width: int) -> None:
    x, y = at
    suit = _tile_suit(trump)
    if suit is not None:
        canvas.put(_tile(canvas.palette, suit, faces.colour(suit, picture.look), width), x - 6, y - 6)
        return
    parts.ring(canvas, x, y, (width, faces.height(width)))
    if trump.card is None or trump.back:
        canvas.put(faces.back(canvas.palette, width, "gold"), x, y)
    else:
        canvas.put(faces.card(canvas.palette, picture.look, trump.card, width, State.PLAIN, "gold"), x, y)


@lru_cache(32)
def _tile(palette: Palette, suit: Suit, ink: str, width: int) -> Sprite:
    """A suit on paper in a golden ring."""
    size = width + 12, width + 12
    image = shapes.rounded(size, 22, palette.named["paper"], palette.named["gold"], 6).copy()
    pip = shapes.suit(suit, round(0.66 * width))
    image.paste((*palette.named[ink], 255), ((size[0] - pip.width) // 2, (size[1] - pip.height) // 2), pip)
    return settled(palette, image, "felt")


def _lines(canvas: Canvas, words: str, zone: Box) -> None:
    """Words where nothing lies."""
    lines, size = letters.wrapped(words, zone.width - 40, 46, 38, 3)
    y = (zone.top + zone.bottom - round(len(lines) * size * 1.2)) // 2
    for line in lines:
        parts.caption(canvas, line, (zone.left + zone.right) // 2, y, zone.width, (size, size), strength=0.8)
        y += round(size * 1.2)


@lru_cache(8)
def _glow(palette: Palette, width: int, high: int) -> Sprite:
    """Light about a card."""
    wide, tall = width + 170, high + 150
    light = Image.radial_gradient("L").resize((wide, tall))
    ramp = palette.ramp("felt", "glow")
    return Sprite(light.point([ramp[max(0, 255 - round(1.2 * far))] for far in range(256)]), None)


def _moment(canvas: Canvas, picture: TablePicture, moment: Moment, zone: Box) -> None:
    width = min(MOMENT, int((zone.height - 36) / faces.TALL))
    high = faces.height(width)
    x, y = zone.left + 64, (zone.top + zone.bottom - high) // 2 - 2
    canvas.put(
        _glow(canvas.palette, width, min(high, zone.height - 150)),
        x - 85,
        zone.top + (zone.height - min(high, zone.height - 150) - 150) // 2,
    )
    parts.ring(canvas, x, y, (width, high), 9)
    if moment.card is None:
        canvas.put(faces.back(canvas.palette, width, "gold"), x, y)
    else:
        canvas.put(faces.card(canvas.palette, picture.look, moment.card, width, State.PLAIN, "gold"), x, y)
    left = x + width + 60
    room = zone.right - left
    lines = [letters.fitted(moment.suit, room, 76, 50, bold=True)]
    size = 56
    for words in moment.words:
        wrapped, size = letters.wrapped(words, room, min(size, 56 if len(lines) == 1 else 46), 38, 2)
        lines += [(line, size) for line in wrapped]
    total = sum(round(size * 1.2) for _, size in lines)
    y = (zone.top + zone.bottom - total) // 2
    for n, (text, size) in enumerate(lines):
        y += round(size * 1.2)
        canvas.write(text, (left, y - round(size * 0.25)), size, parts.ON_FELT, bold=n == 0)
