"""Cards: faces and backs as sprites, made once for each palette, width and state."""

from __future__ import annotations

from enum import Enum
from functools import cache, lru_cache
from pathlib import Path
from typing import Final

from PIL import Image, ImageFilter

from bot.art import letters, shapes
from bot.art.canvas import Sprite
from bot.art.drawings import Look
from bot.art.palette import COLOURS, COURT, DIMMED, RGB, Palette, mixed
from engine import Card, Rank, Suit

HEADS: Final = Path(__file__).parent / "heads"
TALL: Final = 1.4
"""How high a card is, of its width."""
INDEX: Final = 0.46
"""How much of a card must be seen to read its index, of its width."""
INDEX_MIDDLE: Final = 0.215
ROUND: Final = 0.065
"""The radius of its corners, of its width."""
SHADOW: Final = 9
CAST: Final = ("felt", "paper", "dim paper")
"""What a card lies on when it throws a shadow on the felt beside."""
SUITS: Final = {Suit.SPADES: "ink", Suit.HEARTS: "red", Suit.DIAMONDS: "red", Suit.CLUBS: "ink"}
FOUR: Final = SUITS | {Suit.DIAMONDS: "blue", Suit.CLUBS: "green"}


class State(Enum):
    """How a card lies there."""

    PLAIN = "paper"
    DIM = "dim paper"


def colour(suit: Suit, look: Look) -> str:
    """The colour of a suit."""
    return (FOUR if look.four_colours else SUITS)[suit]


def height(width: int) -> int:
    """How high a card of that width is."""
    return round(width * TALL)


@cache
def head(card: Card) -> Image.Image:
    """The head of a court card, on paper."""
    with Image.open(HEADS / f"{card}.png") as image:
        return image.convert("RGB")


@lru_cache(128)
def portrait(card: Card, width: int) -> Image.Image:
    """The head that wide, in its five inks and what lies half-way to paper: few colours, few bytes."""
    full = head(card)
    small = full.resize((width, round(width * full.height / full.width)), Image.Resampling.LANCZOS)
    inks = [COLOURS[name] for name in COURT]
    colours = inks + [mixed(inks[0], ink, 0.5) for ink in inks[1:]]
    sheet = Image.new("P", (1, 1))
    sheet.putpalette([part for colour in colours for part in colour])
    return small.quantize(palette=sheet, dither=Image.Dither.NONE).convert("RGB")


def index(text: str, width: int) -> Image.Image:
    """The index of a card that wide, as a mask without margins; squeezed if it is broad or hangs down."""
    size = round(0.30 * width / letters.CAP)
    mask = letters.mask(text, size, bold=True)
    ascent = letters.font(size, True).getmetrics()[0]
    box = mask.getbbox() or (0, 0, 1, 1)
    top = ascent - round(0.30 * width)
    mask = mask.crop((box[0], top, box[2], max(box[3], ascent)))
    fits = min(mask.width, round(0.36 * width)), round(0.31 * width)
    return mask.resize(fits, Image.Resampling.LANCZOS)


def is_court(card: Card) -> bool:
    """Whether a card has a head."""
    return Rank.JACK <= card.rank <= Rank.KING


def inked(card: Card, letter: str, ink_name: str, width: int, covered: bool = False) -> Image.Image:
    """What is printed on a card: index and suit, and a large suit or a head where no card will cover it."""
    ink = COLOURS[ink_name]
    face = Image.new("RGB", (width, height(width)), COLOURS["paper"])

    def stamp(mask: Image.Image, x: float, y: float, least: float = 0) -> None:
        """Print about `x`, from `y` down, both of the width, no further left than `least`."""
        left = max(round(x * width - mask.width / 2), round(least * width))
        face.paste(ink, (left, round(y * width)), mask)

    stamp(index(letter, width), INDEX_MIDDLE, 0.075, least=0.045)
    stamp(shapes.suit(card.suit, round(0.27 * width)), INDEX_MIDDLE, 0.425)
    if covered:
        return face
    if is_court(card):
        drawn = portrait(card, round(0.665 * width))
        face.paste(
            drawn, (round(0.955 * width) - drawn.width, face.height - round(0.05 * width) - drawn.height)
        )
    elif card.rank is Rank.ACE:
        stamp(shapes.suit(card.suit, round(0.62 * width)), 0.60, 0.68)
    else:
        stamp(shapes.suit(card.suit, round(0.50 * width)), 0.665, 0.80)
    return face


def outlined(face: Image.Image, edge: RGB) -> Image.Image:
    """A face cut to a card, with a fine line along its edge."""
    width, high = face.size
    radius = ROUND * width
    line = shapes.rounded((width, high), radius, edge).copy()
    inner = shapes.rounded((width - 2, high - 2), radius - 1, edge).getchannel("A")
    line.paste(face.crop((1, 1, width - 1, high - 1)), (1, 1), inner)
    return line


def card(
    palette: Palette, look: Look, which: Card, width: int, state: State, under: str, covered: bool = False
) -> Sprite:
    """A card that lies on `under`; covered, another card lies on all but its index."""
    ink = colour(which.suit, look)
    return _card(palette, which, (look.letters[which.rank], ink), width, state, under, covered)


@lru_cache(512)
def _card(
    palette: Palette,
    which: Card,
    print_: tuple[str, str],
    width: int,
    state: State,
    under: str,
    covered: bool,
) -> Sprite:
    face = inked(which, *print_, width, covered)
    if state is State.DIM:
        face = Image.blend(face, Image.new("RGB", face.size, palette.named["felt"]), DIMMED)
    paper = palette.named[state.value]
    ink = palette.named["ink" if state is State.PLAIN else "dim ink"]
    return _lying(palette, outlined(face, mixed(paper, ink, 0.4)), under)


@lru_cache(64)
def back(palette: Palette, width: int, under: str) -> Sprite:
    """A card that lies closed."""
    return _lying(palette, shapes.back(width, height(width)), under)


def _lying(palette: Palette, drawing: Image.Image, under: str) -> Sprite:
    """A card with its shadow: round it on felt, to the right and below on another card, else none."""
    ground = Image.new("RGBA", drawing.size, palette.named[under])
    numbers = palette.numbers(Image.alpha_composite(ground, drawing).convert("RGB"))
    cut = _cut(drawing.size)
    if under not in CAST:
        return Sprite(numbers, cut)
    fall, mask = _fall(palette, drawing.size, under)
    sheet = fall.copy()
    sheet.paste(numbers, (SHADOW, SHADOW), cut)
    return Sprite(sheet, mask, SHADOW, SHADOW)


@lru_cache(64)
def _cut(size: tuple[int, int]) -> Image.Image:
    """Where a card of that size is."""
    card = shapes.rounded(size, ROUND * size[0], COLOURS["paper"])
    return card.getchannel("A").point(lambda alpha: 255 if alpha > 8 else 0)


@lru_cache(64)
def _fall(palette: Palette, card: tuple[int, int], under: str) -> tuple[Image.Image, Image.Image]:
    """The shadow of a card of that size on the felt, and where it or the card is seen."""
    size = card[0] + 2 * SHADOW, card[1] + 2 * SHADOW
    fall = Image.new("L", size)
    fall.paste(255, (SHADOW, SHADOW + 2, size[0] - SHADOW, size[1] - SHADOW + 2))
    fall = fall.filter(ImageFilter.GaussianBlur(SHADOW / 2.6))
    mask = fall.point(lambda depth: 255 if depth > 16 else 0)
    mask.paste(0, (0, 0, size[0], SHADOW))
    if under != "felt":
        mask.paste(0, (0, 0, SHADOW + card[0] // 10, size[1] - SHADOW))
        mask.paste(0, (0, size[1] - SHADOW, SHADOW, size[1]))
    mask.paste(255, (SHADOW, SHADOW), _cut(card))
    return fall.point(palette.ramp("felt", "shadow")), mask
