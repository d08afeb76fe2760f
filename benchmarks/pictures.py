"""Pictures of hands and tables, drawn and encoded, beside the naive way to make the same ones.

The naive way lays out alike and has its cards cached alike, but puts them together in RGBA, finds a palette
when all is drawn and has the PNG optimised. Both run in turn in one process, so that a busy machine slows
both. Faces and words are cached, as after a few moves; the picture itself is not.
"""

from __future__ import annotations

import io
import statistics
import time
from collections.abc import Callable
from unittest.mock import patch

from PIL import Image

from bot.art import draw, parts
from bot.art.canvas import Canvas, Sprite
from bot.art.drawings import Ground, HandPicture, Look, Picture, Place, Plate, Stock, TablePicture, Trump
from bot.art.palette import Palette
from engine import CardSet, Suit, parse_card

ROUNDS = 60
MILLISECONDS, KIBIBYTES = 10, 40
"""What a picture may cost."""
LOOK = Look(("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"))


class Naive(Canvas):
    """A sheet in RGBA."""

    sprites: dict[int, tuple[Sprite, Image.Image]] = {}  # noqa: RUF012 - kept as the others' caches are

    def __init__(self, palette: Palette, width: int, height: int) -> None:
        super().__init__(palette, width, height)
        self.image = Image.new("RGBA", (width, height), palette.named["felt"])

    def put(self, sprite: Sprite, x: int, y: int) -> None:
        if id(sprite.image) not in self.sprites:
            coloured = sprite.image.copy()
            coloured.putpalette(self.palette.bytes)
            coloured = coloured.convert("RGBA")
            if sprite.mask is not None:
                coloured.putalpha(sprite.mask)
            self.sprites[id(sprite.image)] = sprite, coloured
        _, drawn = self.sprites[id(sprite.image)]
        self.image.paste(drawn, (x - sprite.left, y - sprite.top), drawn)

    def fill(self, box: tuple[int, int, int, int], number: int) -> None:
        self.image.paste(self.palette.colours[number], box)

    def png(self) -> bytes:
        out = io.BytesIO()
        self.image.convert("RGB").quantize(160).save(out, "PNG", optimize=True)
        return out.getvalue()


def play(names: str) -> int:
    return CardSet.of(map(parse_card, names.split()))


def hand() -> Picture:
    suits = {"S": "234567QK", "H": "3478JQKA", "C": "3578TJQK", "D": "2569TJQKA"}
    fans = tuple(tuple(parse_card(rank + suit) for rank in ranks) for suit, ranks in suits.items())
    return HandPicture(LOOK, Ground.SHEDDING, fans, trump=(Suit.DIAMONDS, "trump"))


def table_of_three() -> Picture:
    plates = (
        Plate("Aino", hand=3, won=8),
        Plate("Bror", hat=True, hand=3, won=6),
        Plate("Cia", to_play=True, hand=3, won=10),
    )
    places = (
        Place("Bror", (play("8S"), play("QH")), to_beat=True),
        Place("Cia", (play("8D"),), asked=True),
    )
    return TablePicture(LOOK, Ground.BUILDING, plates, places, (Stock(16, "stock"),), to_beat="to beat")


def table_of_eight() -> Picture:
    seats = {"Aino": 6, "Bror": 4, "Cia": 11, "Dag": 3, "Elin": 8, "Øystein": 5, "Gro": 7, "Henriikka": 2}
    plates = tuple(Plate(name, name == "Cia", name == "Gro", count) for name, count in seats.items())
    plays = ("4S 5S 6S", "8S", "9S TS", "QS", "2D", "3D 4D")
    trick = zip(seats, plays, strict=False)
    places = (
        *(Place(who, (play(names),), names == plays[-1]) for who, names in trick),
        Place("Gro", asked=True),
    )
    trump = Trump("trump", Suit.DIAMONDS)
    return TablePicture(LOOK, Ground.SHEDDING, plates, (*places, Place("")), (trump,), to_beat="to beat")


def timed(drawing: Callable[[Picture], bytes], picture: Picture) -> float:
    """Milliseconds."""
    start = time.perf_counter()
    drawing(picture)
    return (time.perf_counter() - start) * 1000


def naive(picture: Picture) -> bytes:
    with patch.object(parts, "sheet", Naive):
        return draw.__wrapped__(picture)


def main() -> None:
    """Print milliseconds, KiB, and both as ratios to the budget and to the naive way."""
    print(f"Pictures, median of {ROUNDS}            ms  of budget     KiB  of budget   naive way, ms and KiB")
    held = True
    for name, picture in (
        ("hand of 33", hand()),
        ("table of three", table_of_three()),
        ("table of eight", table_of_eight()),
    ):
        size, larger = (len(way(picture)) / 1024 for way in (draw.__wrapped__, naive))
        times: tuple[list[float], list[float]] = ([], [])
        for _ in range(ROUNDS):
            times[0].append(timed(draw.__wrapped__, picture))
            times[1].append(timed(naive, picture))
        ours, theirs = map(statistics.median, times)
        held &= ours <= MILLISECONDS and size <= KIBIBYTES
        print(
            f"  {name:24} {ours:9.1f} {ours / MILLISECONDS:10.2f} {size:7.1f} {size / KIBIBYTES:10.2f}"
            f"   × {theirs / ours:.1f}, × {larger / size:.1f}"
        )
    print(f"  budget {MILLISECONDS} ms and {KIBIBYTES} KiB: {'held' if held else 'NOT HELD'}")


if __name__ == "__main__":
    main()
