"""Pictures: the same for equal values, whole, never too large, and telling nothing beyond the value."""

from __future__ import annotations

import io
import random
from concurrent.futures import ThreadPoolExecutor
from dataclasses import fields, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageChops

from bot.art import canvas, draw, drawable, end, faces, letters, palette, parts, shapes, trick
from bot.art import table as tables
from bot.art.canvas import BAND
from bot.art.drawings import (
    ExamplePicture,
    Ground,
    HandPicture,
    LobbyPicture,
    Look,
    Moment,
    Place,
    Plate,
    Stock,
    TablePicture,
    Trump,
)
from bot.art.faces import State
from bot.art.hand import RISE, rows
from bot.art.palette import COLOURS, HAND
from bot.art.trick import Box
from docs import art
from engine import DECK, Card, CardSet, Rank, Suit, parse_card
from tests.art.pictures import (
    COURTS,
    ENGLISH,
    LONG,
    SWEDISH,
    TRUMP,
    crowded,
    fanned,
    hand,
    play,
    samples,
    seen,
    table,
)

KIB = 1024
NASTY = (
    "",
    " ",
    "\n\n",
    "two\nlines\tand a tab",
    "W" * 32,
    "🎩🃏👩‍👩‍👧",
    "王小明",
    "محمد",
    "שלום",
    "นที",
    "e\u0301\u0302\u0303 Zalgo h\u0335\u0321\u034a",
    "\u202eevil\u202c\u200b\u200d\ufeff",
    "\x00\x1b[31m",
    "\ud800",
    "\U0001d56d\U0001d597\U0001d594\U0001d597",
    "ﷺ",
    "﷽" * 8,
    "i" * 500,
    "wörd " * 60,
    "1\u20442 ½ № ™ {name} %s **bold**",
)


def changed(one: Image.Image, other: Image.Image) -> Image.Image:
    """A mask of the pixels that differ."""
    channels = ImageChops.difference(one, other).split()
    return ImageChops.lighter(ImageChops.lighter(channels[0], channels[1]), channels[2]).point(
        lambda value: 255 if value > 4 else 0
    )


def count(mask: Image.Image) -> int:
    return mask.histogram()[255]


def gold(image: Image.Image) -> Image.Image:
    """A mask of what is gold."""
    plain = Image.new("RGB", image.size, COLOURS["gold"])
    return changed(image, plain).point(lambda value: 255 - value)


# what is drawn


@pytest.mark.parametrize("name", samples())
def test_equal_values_give_equal_bytes(name: str) -> None:
    one, other = samples()[name], samples()[name]
    assert one is not other
    assert draw.__wrapped__(one) == draw.__wrapped__(other)


def test_threads_draw_what_one_alone_draws() -> None:
    pictures = [
        samples()[name] for name in ("layers", "crowded 2", "raised", "own", "end", "lobby", "rate", "losers")
    ]
    alone = [draw.__wrapped__(picture) for picture in pictures]
    for module in (canvas, end, faces, letters, palette, parts, shapes, tables):
        for kept in vars(module).values():
            if hasattr(kept, "cache_clear"):
                kept.cache_clear()
    with ThreadPoolExecutor(8) as threads:
        assert list(threads.map(draw.__wrapped__, pictures)) == alone


@pytest.mark.parametrize(
    ("name", "size"),
    [
        ("trick", (800, 640)),
        ("crowded 2", (960, 800)),
        ("own", (800, 364)),
        ("lobby", (800, 230)),
        ("end", (800, 554)),
        ("rate", (800, 400)),
        ("losers", (800, 302)),
    ],
)
def test_sizes_are_those_of_the_screens(name: str, size: tuple[int, int]) -> None:
    image = Image.open(io.BytesIO(draw(samples()[name])))
    assert (image.format, image.mode, image.size) == ("PNG", "P", size)


def test_every_ground_has_its_colours() -> None:
    for name in ("bounce", "moment", "hand"):
        picture = samples()[name]
        assert isinstance(picture, TablePicture | HandPicture | ExamplePicture)
        assert len({draw(replace(picture, ground=ground)) for ground in Ground}) == len(Ground)


def test_a_closed_card_hides_what_it_is() -> None:
    """Whoever fills the value may know the card; the picture must not tell it."""
    for card in ("2S", "KH", None):
        known = None if card is None else parse_card(card)
        picture = table(3, side=(Trump("trump", card=known, back=True),))
        assert draw(picture) == draw(table(3, side=(Trump("trump", back=True),)))


# bytes


@pytest.mark.parametrize("seed", range(2))
def test_hands_weigh_little(seed: int) -> None:
    rng = random.Random(seed)
    assert len(draw(hand(33, rng))) <= 40 * KIB
    assert len(draw(hand(33, rng, SWEDISH, raising=True))) <= 40 * KIB
    assert len(draw(hand(45, rng, ENGLISH._replace(four_colours=True), raising=True))) <= 44 * KIB


@pytest.mark.parametrize("seed", range(4))
def test_tables_weigh_little(seed: int) -> None:
    rng = random.Random(seed)
    for phase in (1, 2):
        assert len(draw(crowded(phase, rng))) <= 48 * KIB
    plays = rng.sample(DECK, 8)
    places = tuple(
        Place(name, (card.mask,), n == 7) for n, (name, card) in enumerate(zip(LONG, plays, strict=True))
    )
    assert len(draw(table(8, places, side=(Trump("trump", Suit.CLUBS),)))) <= 40 * KIB
    three = tuple(Place(name, (play(card),)) for name, card in zip(LONG, rng.sample(COURTS, 3), strict=False))
    assert len(draw(table(3, three, side=(Trump("trump", Suit.CLUBS),)))) <= 40 * KIB


# hands


def index_pixels(cards: list[Card], look: Look, width: int) -> int:
    """How many pixels the indexes of these cards print on."""
    return sum(sum(faces.index(look.letters[card.rank], width).histogram()[32:]) for card in cards)


@pytest.mark.parametrize("size", [20, 45, 52])
@pytest.mark.parametrize("raising", [False, True])
def test_every_card_shows_its_whole_index(size: int, raising: bool) -> None:
    """Without the letter of a rank, as much changes as is printed in the indexes of its cards."""
    rng = random.Random(size)
    look = rng.choice((ENGLISH, SWEDISH))
    picture = hand(size, rng, look, raising)
    image = seen(picture)
    cards = [card for fan in picture.fans for card in fan]
    width = rows(picture.fans)[0].width
    for rank in Rank:
        blank = tuple("" if n == rank else letter for n, letter in enumerate(look.letters))
        without = seen(replace(picture, look=look._replace(letters=blank)))
        those = [card for card in cards if card.rank == rank]
        assert count(changed(image, without)) >= 0.99 * index_pixels(those, look, width)


@pytest.mark.parametrize("seed", range(2))
def test_every_card_shows_its_suit(seed: int) -> None:
    """With four colours, as much changes as is printed in the small signs of diamonds and clubs."""
    picture = hand(45, random.Random(seed), raising=seed % 2 == 1)
    coloured = replace(picture, look=ENGLISH._replace(four_colours=True))
    sign = sum(shapes.suit(Suit.DIAMONDS, round(0.27 * 136)).histogram()[160:])
    minor = [card for fan in picture.fans for card in fan if card.suit in (Suit.DIAMONDS, Suit.CLUBS)]
    assert count(changed(seen(picture), seen(coloured))) >= len(minor) * sign


@pytest.mark.parametrize("size", [1, 3, 5, 8, 13, 20, 33, 45, 52])
@pytest.mark.parametrize("raising", [False, True])
def test_the_frame_of_trump_is_whole(size: int, raising: bool) -> None:
    rng = random.Random(size)
    cards = [*rng.sample(DECK, size), parse_card("2D")]
    if size == 52:
        cards = list(DECK)
    fans = fanned(list(set(cards)))
    raised = frozenset(card for fan in fans for card in fan if rng.random() < 0.5) if raising else None
    frame = gold(seen(HandPicture(ENGLISH, Ground.SHEDDING, fans, raised, TRUMP)))
    lowest = frame.getbbox()
    assert lowest is not None
    line = frame.crop((0, lowest[3] - 2, frame.width, lowest[3] - 1))
    edge = line.getbbox()
    assert edge is not None
    left, right = edge[0], edge[2]
    assert count(line) == right - left > 100
    assert lowest[3] < frame.height - BAND
    sides = [
        x for x in range(frame.width) if count(frame.crop((x, lowest[3] - 150, x + 1, lowest[3] - 30))) == 120
    ]
    assert any(8 <= x < left for x in sides)
    assert any(right <= x < frame.width - 8 for x in sides)


def test_a_hand_without_trumps_has_no_frame() -> None:
    """Else the last suit would look like trump."""
    fans = fanned([*CardSet(play("3S 7S TS 2H 9H 4C"))])
    picture = HandPicture(ENGLISH, Ground.SHEDDING, fans, None, TRUMP)
    assert draw(picture) == draw(replace(picture, trump=None))
    assert gold(seen(picture)).getbbox() is None


def test_a_raised_card_stands_higher_and_brighter() -> None:
    fans = fanned([*CardSet(play("3S 7S TS 2H 9H 4C 2D 8D"))])
    plain = HandPicture(ENGLISH, Ground.SHEDDING, fans, None, TRUMP)
    pictures = {draw(replace(plain, raised=raised)) for raised in (None, frozenset(), frozenset(fans[0][:1]))}
    assert len(pictures) == 3
    each = {draw(replace(plain, raised=frozenset([card]))) for fan in fans for card in fan}
    assert len(each) == 8
    dim = seen(replace(plain, raised=frozenset()))
    one = seen(replace(plain, raised=frozenset([parse_card("7S")])))
    assert one.height == dim.height + RISE
    paper = Image.new("RGB", one.size, COLOURS["paper"])
    bright = changed(one, paper).point(lambda value: 255 - value).getbbox()
    assert bright is not None
    assert bright[1] < one.height - dim.height + BAND + 18
    assert not count(
        changed(dim, Image.new("RGB", dim.size, COLOURS["paper"])).point(lambda value: 255 - value)
    )


def test_a_hand_of_phase_1_of_any_size_is_whole() -> None:
    for size in (1, 3, 4, 8, 20, 52):
        for beat in (None, (play("9H"), "lyötävä", "Maximiliana aloitti")):
            fan = tuple(random.Random(size).sample(DECK, size))
            picture = HandPicture(ENGLISH, Ground.BUILDING, (fan,), beat=beat, caption="omat korttisi")
            image = seen(picture)
            assert image.width == 800
            blank = seen(replace(picture, look=Look(("",) * 13)))
            beaten = [] if beat is None else [parse_card("9H")]
            least = index_pixels([*fan, *beaten], ENGLISH, 124)
            assert count(changed(image, blank)) >= 0.99 * least


# tables


def random_places(rng: random.Random, number: int) -> tuple[Place, ...]:
    """Places as neither phase can make them worse: layers or runs, one to beat, one asked."""
    places = []
    for n in range(number):
        if rng.random() < 0.5:
            plays = tuple(card.mask for card in rng.sample(DECK, rng.randint(1, 4)))
        else:
            first, length = rng.randrange(13), rng.randint(1, 13)
            suit = rng.randrange(4)
            plays = (CardSet.of(range(suit * 13 + first, suit * 13 + min(13, first + length))),)
        places.append(Place(rng.choice(LONG), plays, n == 0, n == 1))
    return tuple(places)


@pytest.mark.parametrize("seed", range(40))
def test_the_trick_stays_in_its_room(seed: int) -> None:
    rng = random.Random(seed)
    number = rng.randint(1, 8)
    places = random_places(rng, number)
    room = Box(24, 150, 580 if number < 7 else 740, 490 if number < 5 else 650)
    found = trick.layout(places, room, rng.choice((0, 180)))
    assert [laid.spread.place for laid in found] == list(places)
    for laid in found:
        assert laid.x >= room.left
        assert laid.right <= room.right
        assert laid.y >= room.top - 1
        assert laid.bottom + 62 <= room.bottom
        assert laid.width >= 54
    for one, other in pairwise(found):
        assert other.y >= one.bottom or (other.y == one.y and other.x >= one.right + 8)


@pytest.mark.parametrize("seed", range(4))
def test_every_card_of_a_trick_is_told(seed: int) -> None:
    """A layer shows its index, a run its first and last."""
    rng = random.Random(seed)
    places = random_places(rng, rng.randint(2, 8))
    picture = table(8, places, side=(Trump("trump", Suit.CLUBS),))
    image = seen(picture)
    for n, place in enumerate(places):
        for m, cards in enumerate(map(CardSet, place.plays)):
            ends = {cards.lowest, max(cards)}
            for card in ends:
                twin = Card((card + 13) % 52)
                if twin in cards:
                    continue
                swapped = CardSet(cards ^ card.mask | twin.mask)
                other = (*place.plays[:m], swapped, *place.plays[m + 1 :])
                told = replace(picture, places=(*places[:n], replace(place, plays=other), *places[n + 1 :]))
                assert count(changed(image, seen(told))) > 60


@pytest.mark.parametrize("seats", range(2, 9))
def test_seats_go_round_clockwise(seats: int) -> None:
    picture = table(seats)
    upper = (seats + 1) // 2
    middles = []
    for seat in range(seats):
        plates = list(picture.plates)
        plates[seat] = replace(plates[seat], hand=19)
        box = changed(seen(picture), seen(replace(picture, plates=tuple(plates)))).getbbox()
        assert box is not None
        middles.append(((box[0] + box[2]) / 2, (box[1] + box[3]) / 2))
    assert middles[:upper] == sorted(middles[:upper], key=lambda at: at[0])
    assert middles[upper:] == sorted(middles[upper:], key=lambda at: -at[0])
    half = seen(picture).height / 2
    assert all(y < half for _, y in middles[:upper])
    assert all(y > half for _, y in middles[upper:])


@pytest.mark.parametrize(
    "change",
    [
        {"hat": True},
        {"to_play": True},
        {"hand": 4},
        {"won": 3},
        {"note": "out, 1st"},
        {"away": "away"},
    ],
)
def test_a_plate_tells(change: dict[str, Any]) -> None:
    plate = Plate("Aino", hand=3)
    for seats in (3, 8):
        others = table(seats).plates[1:]
        pictures = {draw(table(seats, plates=(one, *others))) for one in (plate, replace(plate, **change))}
        assert len(pictures) == 2


@pytest.mark.parametrize("seats", [2, 3, 6, 8])
@pytest.mark.parametrize("won", [None, 47])
def test_a_plate_holds_what_it_says(seats: int, won: int | None) -> None:
    """All that is written on a plate lies on it: without it nothing beside the plates changes."""
    full = Plate("W" * 32, True, True, 45, won, away="poissa")
    bare = Plate("", False, True, 0, won)
    for seat in range(seats):
        plates = [replace(plate, name="") for plate in table(seats).plates]
        one, other = (
            seen(table(seats, plates=(*plates[:seat], plate, *plates[seat + 1 :]))) for plate in (full, bare)
        )
        box = changed(one, other).getbbox()
        pale = changed(one, seen(table(seats, plates=tuple(plates)))).getbbox()
        assert box is not None
        assert pale is not None
        assert pale[0] + 8 <= box[0]
        assert box[2] <= pale[2] - 6


def test_stock_trump_and_words_tell() -> None:
    shown = [
        table(3, side=side)
        for side in (
            (),
            (Stock(17, "stock"),),
            (Stock(1, "stock"),),
            (Stock(0, "stock"),),
            (Trump("trump", Suit.HEARTS),),
            (Trump("trump", Suit.DIAMONDS),),
            (Trump("trump", Suit.DIAMONDS, parse_card("6D")),),
            (Trump("trump", back=True),),
            (Stock(17, "stock"), Trump("trump", Suit.DIAMONDS, parse_card("6D"))),
        )
    ] + [table(3, empty="the table is empty"), table(3, moment=Moment(None, "Hearts", ()))]
    assert len({draw(picture) for picture in shown}) == len(shown)


# words


def worded(value: Any, words: str) -> Any:
    """The same picture with all its words replaced."""
    if isinstance(value, str):
        return words
    if isinstance(value, tuple) and not isinstance(value, Look):
        return tuple(worded(part, words) for part in value)
    if hasattr(value, "__dataclass_fields__"):
        parts_of_it = {field.name: worded(getattr(value, field.name), words) for field in fields(value)}
        return replace(value, **parts_of_it)
    return value


@pytest.mark.parametrize("words", NASTY)
def test_no_word_breaks_a_picture(words: str) -> None:
    for name in ("bounce", "closed moment", "empty", "own", "end", "lobby"):
        assert draw.__wrapped__(worded(samples()[name], words)).startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Aino", "Aino"),
        ("Øystein Åsmund Þórunn", "Øystein Åsmund Þórunn"),
        ("Дмитрий Ελένη Łukasz", "Дмитрий Ελένη Łukasz"),
        ("A\u030aino e\u0301", "Åino é"),
        ("🎩 Aino  🃏", "Aino"),
        ("\U0001d56d\U0001d597\U0001d594\U0001d597", "Bror"),
        ("\uff21\uff49\uff4e\uff4f", "Aino"),
        ("王小明", ""),
        ("محمد", ""),
        ("👑👑", ""),
        ("\u200b\u202e", ""),
        ("a\nb", "a b"),
        ("x\u0335\u0321\u034a", "x"),
    ],
)
def test_what_the_font_lacks_is_left_out(text: str, left: str) -> None:
    assert drawable(text) == left


@pytest.mark.parametrize("bold", [False, True])
def test_a_line_fits_or_is_cut(bold: bool) -> None:
    for words in (*LONG, "W" * 32, "i" * 40, "Maximiliana-Elisabeth von und zu"):
        for room in (30, 90, 150, 300, 700):
            text, size = letters.fitted(words, room, 44, 36, bold)
            assert letters.width(text, size, bold) <= room
            assert 36 <= size <= 44
            assert text in (words, "") or text.endswith("…")
            assert text == words or letters.width(words, 36, bold) > room
            lines, smaller = letters.wrapped(words, room, 44, 36, 2)
            assert len(lines) <= 2
            assert all(letters.width(line, smaller) <= room for line in lines)


# cards


@pytest.mark.parametrize("state", State)
def test_suits_are_told_without_colour(state: State) -> None:
    """In grey, the faces of a rank differ by more than a smudge, also where only the index is seen."""
    for covered in (False, True):
        for rank in Rank:
            grey = []
            for suit in Suit:
                sprite = faces.card(
                    palette.palette(Ground.SHEDDING, HAND),
                    ENGLISH,
                    Card(suit * 13 + rank),
                    136,
                    state,
                    "felt",
                    covered,
                )
                face = sprite.image.copy()
                face.putpalette(palette.palette(Ground.SHEDDING, HAND).bytes)
                grey.append(face.convert("L").point(lambda value: 255 if value > 120 else 0))
            for one in range(4):
                for other in range(one):
                    assert count(ImageChops.difference(grey[one], grey[other])) > 150


def test_four_colours_are_four() -> None:
    four = ENGLISH._replace(four_colours=True)
    assert len({faces.colour(suit, four) for suit in Suit}) == 4
    for suit in Suit:
        picture = HandPicture(ENGLISH, Ground.SHEDDING, ((Card(suit * 13 + 5),),))
        same = draw(picture) == draw(replace(picture, look=four))
        assert same == (suit in (Suit.SPADES, Suit.HEARTS))


def test_no_two_faces_are_alike() -> None:
    pictures = {draw(HandPicture(ENGLISH, Ground.SHEDDING, ((card,),))) for card in DECK}
    assert len(pictures) == 52


def test_letters_are_those_of_the_language() -> None:
    for card in DECK:
        english, swedish = (
            seen(HandPicture(look, Ground.SHEDDING, ((card,),))) for look in (ENGLISH, SWEDISH)
        )
        other = ENGLISH.letters[card.rank] != SWEDISH.letters[card.rank]
        assert bool(count(changed(english, swedish))) == other


def test_the_banner_speaks_the_language() -> None:
    english, swedish = (draw(LobbyPicture(look, "Mattis", "2")) for look in (ENGLISH, SWEDISH))
    assert english != swedish


# what is shipped


def test_heads_and_fonts_have_their_licences() -> None:
    heads = {path.stem for path in faces.HEADS.glob("*.png")}
    assert heads == set(COURTS)
    cc0 = (faces.HEADS / "LICENSE.txt").read_text("utf-8")
    assert "Adrian Kennard" in cc0
    assert "CC0" in cc0
    fonts = {path.name for path in letters.FONTS.glob("*.ttf")}
    assert fonts == {"NotoSans-Regular.ttf", "NotoSans-Bold.ttf"}
    assert "SIL OPEN FONT LICENSE Version 1.1" in (letters.FONTS / "OFL.txt").read_text("utf-8")


def test_only_the_known_archive_becomes_heads(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    other = tmp_path / "package.tgz"
    other.write_bytes(b"something else")
    monkeypatch.setattr("sys.argv", ["art", str(other)])
    with pytest.raises(SystemExit, match=r"is not @heruka_urgyen/react-playing-cards 0\.5\.0"):
        art.main()
