"""Pictures to test with: those of the mock-ups, and the worst that tables can come to."""

from __future__ import annotations

import io
import random
from itertools import groupby

from PIL import Image

from bot.art import draw
from bot.art.drawings import (
    Bar,
    EndPicture,
    ExamplePicture,
    Ground,
    HandPicture,
    LobbyPicture,
    Look,
    LosersPicture,
    Moment,
    Picture,
    Place,
    Plate,
    RatePicture,
    Stock,
    TablePicture,
    Trump,
)
from engine import DECK, Card, CardSet, Suit, parse_card

ENGLISH = Look(("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"))
SWEDISH = Look(("2", "3", "4", "5", "6", "7", "8", "9", "10", "Kn", "D", "K", "E"))
LONG = (
    "Øystein",
    "Henriikka",
    "Maximiliana",
    "Guðmundur",
    "Ragnhild",
    "Åsa-Kristin",
    "Bjørnstjerne",
    "Þórunn",
)
COURTS = ("JS", "QS", "KS", "JH", "QH", "KH", "JD", "QD", "KD", "JC", "QC", "KC")
TRUMP = (Suit.DIAMONDS, "trump")


def play(names: str) -> int:
    """The mask of some cards."""
    return CardSet.of(map(parse_card, names.split()))


def fanned(cards: list[Card]) -> tuple[tuple[Card, ...], ...]:
    """Cards by suit, diamonds last."""
    order = (Suit.SPADES, Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS)
    by_suit = groupby(
        sorted(cards, key=lambda card: (order.index(card.suit), card.rank)), lambda card: card.suit
    )
    return tuple(tuple(fan) for _, fan in by_suit)


def hand(size: int, rng: random.Random, look: Look = ENGLISH, raising: bool = False) -> HandPicture:
    """A hand of phase 2 as chance deals it."""
    cards = rng.sample(DECK, size)
    raised = frozenset(card for card in cards if rng.random() < 0.5) if raising else None
    return HandPicture(look, Ground.SHEDDING, fanned(cards), raised, TRUMP)


def table(seats: int = 3, places: tuple[Place, ...] = (), **more: object) -> TablePicture:
    """A table of phase 2."""
    plates = tuple(Plate(name, hand=seat + 2) for seat, name in enumerate(LONG[:seats]))
    fields: dict[str, object] = {"plates": plates, "places": places, "to_beat": "to beat"}
    return TablePicture(**({"look": ENGLISH, "ground": Ground.SHEDDING} | fields | more))  # type: ignore[arg-type]


def crowded(phase: int, rng: random.Random) -> TablePicture:
    """Eight people with long names, and court cards wherever cards can be."""
    plates = tuple(
        Plate(
            name, n == 2, n == 5, rng.randint(4, 13), None if phase == 2 else rng.randint(10, 30), away="away"
        )
        for n, name in enumerate(LONG)
    )
    runs = ("JS QS", "QH KH", "JD QD KD", "QC KC", "9S TS JS", "8H 9H", "TD JD", "QS KS")
    plays = rng.sample(runs if phase == 2 else COURTS, 8)
    places = tuple(
        Place(name, (play(cards),), n == 7) for n, (name, cards) in enumerate(zip(LONG, plays, strict=True))
    )
    trump = Trump("trump", Suit.HEARTS, None if phase == 2 else parse_card("KH"))
    side = (trump,) if phase == 2 else (Stock(17, "korttia jäljellä"), trump)
    ground = Ground.SHEDDING if phase == 2 else Ground.BUILDING
    return TablePicture(ENGLISH, ground, plates, places, side, to_beat="lyötävä")


def curve(games: int) -> tuple[tuple[float, float], ...]:
    """Losses by chance among three."""
    rng, lost = random.Random(games), 0
    points = []
    for n in range(1, games + 1):
        lost += rng.random() < 1 / 3
        points.append((lost / n, 1 / 3))
    return tuple(points)


def samples() -> dict[str, Picture]:
    """One of each kind, and what each kind has to tell."""
    rng = random.Random(5)
    layered = (
        Place("Bror", (play("8S"), play("9H")), to_beat=True),
        Place("Cia", (play("8D"),), asked=True),
    )
    bounce = (Place("Bror", (play("8S"),)), Place("Cia", (play("8D"),)))
    trick = (
        Place("Bror", (play("9C"),)),
        Place("Cia", (play("JC"),), to_beat=True),
        Place("Aino", asked=True),
    )
    trump = (Trump("trump", Suit.DIAMONDS),)
    building = (
        Plate("Aino", hand=3, won=8),
        Plate("Bror", True, True, 3, 6),
        Plate("Cia", hand=5, won=10, away="away"),
    )
    stock = (Stock(17, "stock"),)
    named = parse_card("6D")
    moment = Moment(named, "Diamonds", ("are trump", "drawn by Aino"))
    closed = Moment(None, "Valttia ei tiedetä", ("se selviää, kun kortti käännetään",))
    own = ((parse_card("4C"), parse_card("9D"), parse_card("KS")),)
    beat = (play("9H"), "to beat", "Bror led")
    out = tuple((name, "out first") for name in LONG[:7])
    return {
        "bounce": table(3, bounce, plates=building, side=stock, bounce="bounce", ground=Ground.BUILDING),
        "layers": table(3, layered, plates=building, side=stock, ground=Ground.BUILDING),
        "moment": table(4, moment=moment, ground=Ground.BUILDING),
        "closed moment": table(2, moment=closed, ground=Ground.BUILDING),
        "trick": table(4, trick, side=trump),
        "closed trump": table(5, trick, side=(Trump("valttia ei tiedetä", back=True),)),
        "empty": table(6, empty="pöytä on tyhjä", side=(Stock(0, "stock"), *trump)),
        "crowded 1": crowded(1, rng),
        "crowded 2": crowded(2, rng),
        "hand": hand(20, rng),
        "raised": hand(33, rng, SWEDISH, raising=True),
        "one card": hand(1, rng),
        "all cards": hand(52, rng, raising=True),
        "own": HandPicture(ENGLISH, Ground.BUILDING, own, beat=beat, caption="your hand"),
        "own, leading": HandPicture(SWEDISH, Ground.BUILDING, own, caption="din hand"),
        "end": EndPicture("Bror", "is the myllymatti", out[:2]),
        "end of eight": EndPicture(LONG[7], "on myllymatti", out),
        "lobby": LobbyPicture(ENGLISH, "Myllymatti", "3 of 3 seats taken"),
        "rate": RatePicture(curve(31), "loss rate 26 %", "fair share 34 %", "31 games"),
        "rate of thousands": RatePicture(curve(5000), "häviöosuus 26 %", "reilu osuus 34 %", "5000 peliä"),
        "losers": LosersPicture(tuple(Bar(n, 0.39, 0.31, "39 %") for n in LONG[:3]), "fair share"),
        "all losers": LosersPicture(
            tuple(Bar(n, 1.0, 0.5, "100 %") for n in (*LONG, *LONG)[:10]), "reilu osuus"
        ),
        "example": ExamplePicture(ENGLISH, Ground.BUILDING, bounce, bounce="bounce"),
        "example, asked": ExamplePicture(ENGLISH, Ground.SHEDDING, trick, to_beat="to beat"),
    }


def seen(picture: Picture) -> Image.Image:
    """The picture as it is seen."""
    return Image.open(io.BytesIO(draw(picture))).convert("RGB")
