"""Fair deals: no card prefers a place, the bytes are the document's, and each changed byte is seen."""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Callable, Sequence
from itertools import chain, pairwise
from math import sqrt
from pathlib import Path
from random import Random
from statistics import NormalDist

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import (
    DECK,
    PRESETS,
    BrokenPromise,
    Card,
    Record,
    Unreadable,
    legal_moves,
    read,
    verify,
    write,
)
from engine import apply as play
from engine.fair import Context, promise, read_context, shuffled
from engine.record import Dealing
from engine.state import deal
from tests.engine.chance import all_rules, quick

DOCUMENT = (Path(__file__).parents[2] / "docs" / "fair-deals.md").read_text("utf-8")
RECORDS = Path(__file__).parent.parent / "records"
VERIFIED = sorted(RECORDS.glob("fair-*.txt"))
DECKS = 10_000
SEED = bytes(range(32))
SKITGUBBE = PRESETS["skitgubbe"]


# written again, by the document alone


class Again:
    """Another implementation: it reads bytes and lines, and knows nothing of the engine."""

    def __init__(self, seed: bytes, context: str) -> None:
        self.seed, self.context = seed, context
        self.block, self.left = 0, b""

    def byte(self) -> int:
        if not self.left:
            counter = bytes(self.block >> shift & 255 for shift in (24, 16, 8, 0))
            self.left = hmac.new(self.seed, self.context.encode("ascii") + counter, hashlib.sha256).digest()
            self.block += 1
        first, self.left = self.left[0], self.left[1:]
        return first

    def number(self, below: int) -> int:
        usable = 256 - 256 % below
        while (byte := self.byte()) >= usable:
            pass
        return byte % below

    def deal(self) -> tuple[int, str]:
        """The place that deals, as the document numbers it, and the deck."""
        lines = self.context.split("\n")
        dealer = lines[-2].removeprefix("dealer ")
        place = self.number(int(lines[2].removeprefix("seats "))) + 1 if dealer == "by-lot" else int(dealer)
        deck = [rank + suit for suit in "SHDC" for rank in "23456789TJQKA"]
        last = 51
        while last > 0:
            other = self.number(last + 1)
            deck[other], deck[last] = deck[last], deck[other]
            last -= 1
        return place, " ".join(deck)


def ours(seed: bytes, context: Context) -> tuple[int, str]:
    dealer, deck = shuffled(seed, context)
    return dealer + 1, " ".join(map(str, deck))


presses = st.one_of(st.just("computer"), st.just("-"), st.integers(0, 2**64 - 1).map(str))


@st.composite
def contexts(draw: st.DrawFn) -> Context:
    places = tuple(draw(st.lists(presses, min_size=2, max_size=8)))
    dealer = draw(st.none() | st.integers(0, len(places) - 1))
    return Context(draw(all_rules()), places, dealer)


@quick(60)
@given(seed=st.binary(min_size=32, max_size=32), context=contexts())
def test_whoever_writes_it_again_gets_the_same(seed: bytes, context: Context) -> None:
    assert Again(seed, str(context)).deal() == ours(seed, context)
    assert read_context(str(context).splitlines()) == context


def vectors() -> list[tuple[str, int, str]]:
    """What the document gives as examples: a context, the place that deals, the deck."""
    blocks = re.findall(r"```\n(.*?)```", DOCUMENT, re.DOTALL)
    places = [int(place) for place in re.findall(r"place (\d) deals", DOCUMENT)]
    decks = [" ".join(deck.split()) for deck in blocks[1::2]]
    return list(zip(blocks[::2], places, decks, strict=True))


@pytest.mark.parametrize(("context", "place", "deck"), vectors())
def test_the_vectors_of_the_document(context: str, place: int, deck: str) -> None:
    assert ours(SEED, read_context(context.splitlines())) == (place, deck)
    assert Again(SEED, context).deal() == (place, deck)
    assert str(read_context(context.splitlines())) == context


def test_the_document_has_the_seed_the_promise_and_the_first_block() -> None:
    assert len(vectors()) == 2
    context = vectors()[0][0]
    block = hmac.digest(SEED, context.encode() + bytes(4), "sha256")
    for value in (SEED, hashlib.sha256(SEED).digest(), block):
        assert f"`{value.hex()}`" in DOCUMENT
    assert promise(SEED) == hashlib.sha256(SEED).hexdigest()


# no card prefers a place


def nth(number: int) -> tuple[bytes, Context]:
    """A seed and a context that are the same each time."""
    return hashlib.sha256(b"%d" % number).digest(), Context(SKITGUBBE, (str(number), "-", "computer"))


def chi_square(decks: Sequence[Sequence[Card]]) -> float:
    """How far the counts of card by place are from all being equal.

    Each deck has each card once and each place once: with the factor it is distributed as chi-square with
    51 * 51 degrees of freedom.
    """
    counts = [[0] * 52 for _ in range(52)]
    for deck in decks:
        for place, card in enumerate(deck):
            counts[place][card] += 1
    expected = len(decks) / 52
    return 51 / 52 * sum((count - expected) ** 2 / expected for count in chain.from_iterable(counts))


def quantile(probability: float, freedom: int) -> float:
    """Of the chi-square distribution, by Wilson and Hilferty; with so many degrees it is exact enough."""
    share = 2 / (9 * freedom)
    return float(freedom * (1 - share + NormalDist().inv_cdf(probability) * sqrt(share)) ** 3)


TOO_EVEN, TOO_UNEVEN = quantile(0.0001, 51 * 51), quantile(0.9999, 51 * 51)


def test_the_quantiles_are_those_of_the_tables() -> None:
    assert quantile(0.95, 10) == pytest.approx(18.307, abs=0.02)
    assert quantile(0.99, 100) == pytest.approx(135.807, abs=0.02)


def test_no_card_prefers_a_place() -> None:
    """10,000 decks, always the same ones."""
    decks = [shuffled(*nth(number)).deck for number in range(DECKS)]
    assert all(sorted(deck) == list(DECK) for deck in decks)
    assert TOO_EVEN < chi_square(decks) < TOO_UNEVEN


def test_no_card_prefers_what_follows_it() -> None:
    """That places are even does not show it: a deck that is only cut has each card everywhere as often."""
    counts = [[0] * 52 for _ in range(52)]
    for number in range(DECKS):
        for one, next_one in pairwise(shuffled(*nth(number)).deck):
            counts[one][next_one] += 1
    expected = DECKS * 51 / (52 * 51)
    pairs = [count for card, row in enumerate(counts) for other, count in enumerate(row) if card != other]
    statistic = sum((count - expected) ** 2 / expected for count in pairs)
    assert quantile(0.0001, 2600) < statistic < quantile(0.9999, 2600)


def swapped(draw: Callable[[Random, int], int], number: int) -> list[Card]:
    """A deck shuffled with swaps that choose their place like this."""
    rng, deck = Random(number), list(DECK)
    for last in range(51, 0, -1):
        other = draw(rng, last)
        deck[last], deck[other] = deck[other], deck[last]
    return deck


@pytest.mark.parametrize(
    "draw",
    [
        lambda rng, last: rng.randrange(52),  # any place, whatever has been swapped
        lambda rng, last: rng.randrange(last),  # never the card itself (Sattolo)
        lambda rng, last: rng.randrange(256) % (last + 1),  # without rejection
    ],
)
def test_the_usual_mistakes_are_seen(draw: Callable[[Random, int], int]) -> None:
    statistic = chi_square([swapped(draw, number) for number in range(DECKS)])
    assert not TOO_EVEN < statistic < TOO_UNEVEN


def test_a_good_shuffle_of_another_kind_passes_the_same_test() -> None:
    decks = [swapped(lambda rng, last: rng.randrange(last + 1), number) for number in range(DECKS)]
    assert TOO_EVEN < chi_square(decks) < TOO_UNEVEN


@pytest.mark.parametrize("seats", range(2, 9))
def test_the_lot_falls_on_each_place_as_often(seats: int) -> None:
    counts, expected = [0] * seats, 2000 / seats
    for number in range(2000):
        seed, context = nth(number)
        counts[shuffled(seed, context._replace(places=("-",) * seats)).dealer] += 1
    assert sum((count - expected) ** 2 / expected for count in counts) < quantile(0.999, seats - 1)


@pytest.mark.parametrize("dealer", [0, 2])
def test_a_known_dealer_deals(dealer: int) -> None:
    seed, context = nth(1)
    assert shuffled(seed, context._replace(dealer=dealer)).dealer == dealer


CHANGED = [
    {"rules": PRESETS["mattis"]},
    {"places": ("7", "-", "-")},
    {"places": ("8", "-", "computer")},
    {"places": ("-", "7", "computer")},
    {"places": ("7", "-", "computer", "-")},
    {"dealer": 0},
]


@pytest.mark.parametrize("change", CHANGED)
def test_all_of_the_context_goes_into_the_deck(change: dict[str, object]) -> None:
    seed, context = nth(7)
    assert shuffled(seed, context._replace(**change)).deck != shuffled(seed, context).deck  # type: ignore[arg-type]
    assert shuffled(seed[::-1], context).deck != shuffled(seed, context).deck


@pytest.mark.parametrize(
    ("line", "text", "shown"),
    [
        (1, "shuffle 2", "2"),
        (2, "rules whist", "whist"),
        (3, "seats 1", "1"),
        (4, "place 2 7", "place 1"),
        (4, "place 1 07", "07"),
        (4, "place 1 Aino", "Aino"),
        (4, "place 1 18446744073709551616", "18446744073709551616"),
        (6, "place 3", "''"),
        (7, "dealer 0", "'0'"),
        (7, "dealer 4", "'4'"),
        (7, "deals 1", "dealer"),
    ],
)
def test_a_context_that_is_none_names_its_line(line: int, text: str, shown: str) -> None:
    lines = str(nth(7)[1]).splitlines()
    lines[line - 1] = text
    with pytest.raises(Unreadable, match=f"line {line}") as caught:
        read_context(lines)
    assert shown in str(caught.value)


# records


def record_of(seed: bytes, context: Context, moves: int) -> Record:
    """A game dealt so, after so many moves that somebody may make."""
    dealer, deck = shuffled(seed, context)
    state, made, rng = deal(context.rules, len(context.places), deck), [], Random(seed)
    for _ in range(moves):
        made.append(rng.choice(legal_moves(state)))
        state, _ = play(state, made[-1])
    return Record(context.rules, len(context.places), deck, tuple(made), Dealing(seed, context, dealer))


@quick(40)
@given(seed=st.binary(min_size=32, max_size=32), context=contexts(), moves=st.integers(0, 20))
def test_a_record_reads_back_and_is_as_promised(seed: bytes, context: Context, moves: int) -> None:
    record = record_of(seed, context, moves)
    assert read(write(record)) == record
    assert write(read(write(record))) == write(record)
    verify(record)


ANOTHER = Context(SKITGUBBE, ("1", "2", "3"), 1)


@pytest.mark.parametrize(
    ("change", "line"),
    [
        (lambda d: d._replace(seed=bytes(32)), 12),
        (lambda d: d._replace(dealer=(d.dealer + 1) % 3), 11),
        (lambda d: d._replace(context=d.context._replace(places=("1", "2", "-"))), 12),
        (lambda d: d._replace(context=d.context._replace(places=("1", "2"))), 5),
        (lambda d: d._replace(context=d.context._replace(rules=PRESETS["mattis"])), 5),
    ],
)
def test_a_deal_that_was_not_promised(change: Callable[[Dealing], Dealing], line: int) -> None:
    """Sealed as it should be, and yet another deck than seed and presses give."""
    record = record_of(SEED, ANOTHER, 3)
    assert record.dealing is not None
    forged = record._replace(dealing=change(record.dealing))
    with pytest.raises(BrokenPromise) as caught:
        verify(forged)
    assert caught.value.line == line
    if line > 5:
        assert read(write(forged)) == forged, "its seal is right"


def test_two_cards_that_changed_places() -> None:
    record = record_of(SEED, ANOTHER, 0)
    deck = list(record.deck)
    deck[20], deck[40] = deck[40], deck[20]
    told = f"line 12: card 21 of the deck is {deck[20]}, and seed and presses give {record.deck[20]}"
    with pytest.raises(BrokenPromise, match=told):
        verify(record._replace(deck=tuple(deck)))


def test_a_record_without_a_seed_cannot_be_verified() -> None:
    with pytest.raises(BrokenPromise, match="no seed"):
        verify(Record(SKITGUBBE, 3, DECK))


@pytest.mark.parametrize(
    ("change", "place", "shown"),
    [
        (lambda text: text.replace("promise 6", "promise 7"), "line 3", "promised"),
        (lambda text: text.replace("seed 00", "seed 01"), "line 3", "promised"),
        (lambda text: text.replace("seed 00", "seed 0"), "line 3", "64 digits"),
        (lambda text: text.replace("8090a0b", "8090A0b"), "line 3", "64"),
        (lambda text: text.replace("place 2 2", "place 2 4"), "line 12", "seed and presses"),
        (lambda text: text.replace("dealer 2", "dealer 1"), "line 11", "place 2 dealt"),
        (lambda text: text.replace("dealer 2", "dealer by-lot"), "line 11", "place 1 should have"),
        (lambda text: text.replace("deals 2", "deals 3"), "line 11", "place 3 dealt"),
        (lambda text: text.replace("moves\n", "moves\n\n"), "line 14", "would be written"),
        (lambda text: text.replace("seats 3", "seats  3"), "line 6", "seats"),
        (lambda text: text.replace("\n", "\r\n"), "line 1", "would be written"),
        (lambda text: text[:-1], "line 17", "would be written"),
        (lambda text: text + "\n", "line 18", "nothing follows"),
        (lambda text: text + "up\n", "line 17", "would be written"),
        (lambda text: re.sub("seal .*\n", "", text), "line 16", "seal"),
        (lambda text: re.sub("(seal .*)..\n", r"\g<1>00\n", text), "line 16", "the seal is broken"),
        (lambda text: re.sub("(seal .*).\n", r"\1\n", text), "line 16", "64 digits"),
    ],
)
def test_a_damaged_record_names_its_line(change: Callable[[str], str], place: str, shown: str) -> None:
    text = write(record_of(SEED, ANOTHER, 14))
    damaged = change(text)
    assert damaged != text
    with pytest.raises(Unreadable) as caught:
        read(damaged)
    assert caught.value.place.startswith(place), str(caught.value)
    assert shown in str(caught.value)


def test_there_is_a_record_for_every_game() -> None:
    assert {path.stem for path in VERIFIED} == {f"fair-{name}" for name in PRESETS}


@pytest.mark.parametrize("path", VERIFIED, ids=lambda path: path.stem)
def test_a_record_of_today_is_as_promised_for_ever(path: Path) -> None:
    text = path.read_bytes().decode("ascii")
    record = read(text)
    assert write(record) == text
    verify(record)
    assert record.dealing is not None
    seed, context, dealer = record.dealing
    assert Again(seed, str(context)).deal() == (dealer + 1, " ".join(map(str, record.deck)))


def test_a_thousand_changed_bytes_are_all_seen() -> None:
    """One byte at a time, anywhere, and what it says is the line where it was, or one that hangs on it."""
    data, rng = (RECORDS / "fair-myllymatti.txt").read_bytes(), Random(1)
    for _ in range(1000):
        place = rng.randrange(len(data))
        byte = rng.choice([b for b in range(256) if b != data[place]])
        changed = data[:place] + bytes([byte]) + data[place + 1 :]
        with pytest.raises((Unreadable, UnicodeDecodeError), match=r"line \d+|ascii"):
            verify(read(changed.decode("ascii")))


def test_every_letter_of_seed_and_presses_counts() -> None:
    """What a byte turned into could be read as well: the nearest digit, another press, another rule."""
    text = (RECORDS / "fair-myllymatti.txt").read_bytes().decode("ascii")
    header = text[: text.index("deck ")]
    assert header
    for place, letter in enumerate(header):
        if letter.isdecimal():
            other = text[:place] + str((int(letter) + 1) % 10) + text[place + 1 :]
            with pytest.raises(Unreadable):
                read(other)
