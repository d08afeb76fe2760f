"""A whole game as text, from which `replay` plays it again. Of a game whose deal can be verified:

myllymatti record 2
promise 9f64a7… (64 hexadecimal digits, the SHA-256 of the seed, as it was shown before the deal)
seed 00c2be… (as many)
shuffle 1
rules skitgubbe runs=yes
seats 3
place 1 1189998819991197253 (what was pressed by whoever sat first in the lobby)
place 2 computer
place 3 - (a person who pressed neither Ready nor Start)
dealer by-lot
deals 2 (the second one of the lobby dealt: seat 0 is the third one)
deck 7S TH ... (52 cards, the first is dealt first)
moves
7S TH up 4C ... (twelve to a line)
seal 5d1f4c… (the SHA-256 of all bytes above)

Of any other game only `myllymatti record 1`, `rules`, `seats`, `deck` and `moves`: see docs/records.md.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Final, NamedTuple

from engine.cards import Card, parse_card
from engine.errors import BrokenPromise, IllegalMove, Unreadable
from engine.events import Event
from engine.fair import SEED_BYTES, Context, parse_seats, promise, read_shuffle, shuffled, write_shuffle
from engine.game import apply
from engine.lines import read_line, why
from engine.moves import Move, parse_move
from engine.rules import Rules, parse_rules
from engine.state import State, deal

PLAIN: Final = "myllymatti record 1"
TITLE: Final = "myllymatti record 2"
MOVES_A_LINE: Final = 12
HEX: Final = "0123456789abcdef"
PROMISE, SEED, SHUFFLE, RULES, SEATS = 2, 3, 4, 5, 6
"""The lines of a record 2 that do not depend on how many play."""


class Dealing(NamedTuple):
    """How a deck came about, which `verify` does once more."""

    seed: bytes
    context: Context
    dealer: int  # the place of the lobby that dealt, 0 being the first


class Record(NamedTuple):
    """What makes a game: the same record gives the same game, on every machine."""

    rules: Rules
    seats: int
    deck: tuple[Card, ...]
    moves: tuple[Move, ...] = ()
    dealing: Dealing | None = None  # of a game dealt before there was one


def write(record: Record) -> str:
    """The record as text, which `read` reads back."""
    moves = [str(move) for move in record.moves]
    played = [
        f"deck {' '.join(map(str, record.deck))}",
        "moves",
        *(" ".join(moves[i : i + MOVES_A_LINE]) for i in range(0, len(moves), MOVES_A_LINE)),
    ]
    if record.dealing is None:
        return _text([PLAIN, f"rules {record.rules}", f"seats {record.seats}", *played])
    seed, context, dealer = record.dealing
    proved = [TITLE, f"promise {promise(seed)}", f"seed {seed.hex()}"]
    sealed = _text([*proved, *write_shuffle(context, dealer).splitlines(), *played])
    return f"{sealed}seal {_seal(sealed)}\n"


def read(text: str) -> Record:
    """The record in a text, every move of it legal; `verify` tells whether it was dealt as it says.

    A text that is damaged anywhere raises `Unreadable` with the words that are wrong and their line. In a
    record 2 each byte counts.
    """
    if text.split("\n", 1)[0].strip() == TITLE:
        return _read_sealed(text)
    lines = text.splitlines()
    if not lines or lines[0].strip() != PLAIN:
        raise Unreadable("record", lines[0] if lines else "", "line 1", f"it begins with {TITLE!r}")
    rules = read_line(lines, 2, "rules", parse_rules)
    seats = read_line(lines, 3, "seats", parse_seats)
    deck, moves = _played(lines, 4, rules, seats)
    return Record(rules, seats, deck, moves)


def verify(record: Record) -> None:
    """Deal once more: `BrokenPromise` names the line of a record 2 that seed and context do not give.

    Raises it too, for line 1, if the record has no seed.
    """
    if record.dealing is None:
        raise BrokenPromise(1, "this record has no seed, so that nobody can say how its deck came about")
    seed, context, dealer = record.dealing
    right, deals = shuffled(seed, context), SEATS + record.seats + 2
    if (context.rules, len(context.places)) != (record.rules, record.seats):
        raise BrokenPromise(RULES, "the cards were shuffled for another game")
    if dealer != right.dealer:
        raise BrokenPromise(deals, f"place {dealer + 1} dealt, but place {right.dealer + 1} should have")
    for place, (card, wanted) in enumerate(zip(record.deck, right.deck, strict=True), start=1):
        if card != wanted:
            raise BrokenPromise(
                deals + 1, f"card {place} of the deck is {card}, and seed and presses give {wanted}"
            )


def steps(record: Record) -> Iterator[tuple[State, tuple[Event, ...]]]:
    """The game as it was dealt, then after each move, each time with what happened.

    Raises `BadDeal`, or `Unreadable` that names the move which is not legal.
    """
    state = deal(record.rules, record.seats, record.deck)
    yield state, ()
    for number, move in enumerate(record.moves, start=1):
        try:
            state, events = apply(state, move)
        except IllegalMove as error:
            raise Unreadable("record", str(move), f"move {number}", error.reason.value) from error
        yield state, events


def replay(record: Record) -> State:
    """The state after all its moves; raises as `steps` does."""
    *_, (state, _events) = steps(record)
    return state


def _read_sealed(text: str) -> Record:
    lines = text.split("\n")
    promised = read_line(lines, PROMISE, "promise", _digits)
    seed = read_line(lines, SEED, "seed", _digits)
    if promise(seed) != promised.hex():
        raise Unreadable("record", seed.hex(), f"line {SEED}", "another seed than was promised in line 2")
    context, dealer = read_shuffle(lines, SHUFFLE)
    seats = len(context.places)
    end = next((n for n, line in enumerate(lines) if line.startswith("seal ")), len(lines) - 1)
    deck, moves = _played(lines[:end], SEATS + seats + 3, context.rules, seats)
    record = Record(context.rules, seats, deck, moves, Dealing(seed, context, dealer))
    read_line(lines, end + 1, "seal", _digits)
    for number, (line, wanted) in enumerate(zip_longest(lines, write(record).split("\n")), start=1):
        if line == wanted:
            continue
        place, wrong = f"line {number}", f"it would be written {wanted!r}"
        if number == end + 1:
            _explain(record)
            wrong = "the seal is broken: something has been changed"
        elif wanted is None:
            wrong = "nothing follows the seal"
        raise Unreadable("record", line or "", place, wrong)
    return record


def _explain(record: Record) -> None:
    """Of a record whose seal is broken: the line that has been changed, if it can be told."""
    try:
        verify(record)
    except BrokenPromise as error:
        raise Unreadable("record", "", f"line {error.line}", error.why) from error


def _played(
    lines: Sequence[str], first: int, rules: Rules, seats: int
) -> tuple[tuple[Card, ...], tuple[Move, ...]]:
    """The deck in line `first`, and the moves from there to the last line."""
    deck = read_line(lines, first, "deck", lambda words: tuple(map(parse_card, words.split())))
    state = read_line(lines, first, "deck", lambda _: deal(rules, seats, deck))
    read_line(lines, first + 1, "moves", _nothing)
    moves: list[Move] = []
    for number, line in enumerate(lines[first + 1 :], start=first + 2):
        for word in line.split():
            place = f"line {number}, move {len(moves) + 1}"
            try:
                move = parse_move(word)
                state, _ = apply(state, move)
            except (Unreadable, IllegalMove) as error:
                raise Unreadable("record", word, place, why(error)) from error
            moves.append(move)
    return deck, tuple(moves)


def _text(lines: Sequence[str]) -> str:
    return "\n".join(lines) + "\n"


def _seal(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _digits(text: str) -> bytes:
    if len(text) != 2 * SEED_BYTES or not set(text) <= set(HEX):
        raise Unreadable("bytes", text, "after the word", f"{2 * SEED_BYTES} digits of {HEX}")
    return bytes.fromhex(text)


def _nothing(text: str) -> None:
    if text:
        raise Unreadable("moves", text, "after the word moves", "they begin on the next line")
