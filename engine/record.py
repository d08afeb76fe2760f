"""A whole game as text, from which `replay` plays it again:

myllymatti record 1
rules skitgubbe runs=yes
seats 3
deck 7S TH ... (52 cards, the first is dealt first)
moves
7S TH up 4C ... (twelve to a line)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple, TypeVar

from engine.cards import Card, parse_card
from engine.errors import BadDeal, EngineError, IllegalMove, Unreadable
from engine.events import Event
from engine.game import apply
from engine.moves import Move, parse_move
from engine.rules import SEATS, Rules, parse_rules
from engine.state import State, deal

TITLE: Final = "myllymatti record 1"
MOVES_A_LINE: Final = 12
T = TypeVar("T")


class Record(NamedTuple):
    """What makes a game: the same record gives the same game, on every machine."""

    rules: Rules
    seats: int
    deck: tuple[Card, ...]
    moves: tuple[Move, ...] = ()


def write(record: Record) -> str:
    """The record as text, which `read` reads back."""
    moves = [str(move) for move in record.moves]
    lines = [
        TITLE,
        f"rules {record.rules}",
        f"seats {record.seats}",
        f"deck {' '.join(map(str, record.deck))}",
        "moves",
        *(" ".join(moves[i : i + MOVES_A_LINE]) for i in range(0, len(moves), MOVES_A_LINE)),
    ]
    return "\n".join(lines) + "\n"


def read(text: str) -> Record:
    """The record in a text, every move of it legal.

    A text that is damaged anywhere raises `Unreadable` with the words that are wrong and their line.
    """
    lines = text.splitlines()
    if not lines or lines[0].strip() != TITLE:
        raise Unreadable("record", lines[0] if lines else "", "line 1", f"it begins with {TITLE!r}")
    rules = _line(lines, 2, "rules", parse_rules)
    seats = _line(lines, 3, "seats", _seats)
    deck = _line(lines, 4, "deck", lambda words: tuple(map(parse_card, words.split())))
    state = _line(lines, 4, "deck", lambda _: deal(rules, seats, deck))
    _line(lines, 5, "moves", _nothing)
    moves: list[Move] = []
    for number, line in enumerate(lines[5:], start=6):
        for word in line.split():
            place = f"line {number}, move {len(moves) + 1}"
            try:
                move = parse_move(word)
                state, _ = apply(state, move)
            except (Unreadable, IllegalMove) as error:
                raise Unreadable("record", word, place, _why(error)) from error
            moves.append(move)
    return Record(rules, seats, deck, tuple(moves))


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


def _line(lines: list[str], number: int, key: str, parse: Callable[[str], T]) -> T:
    line = lines[number - 1] if len(lines) >= number else ""
    word, _, rest = line.strip().partition(" ")
    if word != key:
        raise Unreadable("record", line, f"line {number}", f"here stands {key!r}")
    try:
        return parse(rest)
    except (Unreadable, BadDeal) as error:
        raise Unreadable("record", rest, f"line {number}", _why(error)) from error


def _nothing(text: str) -> None:
    if text:
        raise Unreadable("moves", text, "after the word moves", "they begin on the next line")


def _seats(text: str) -> int:
    if text not in map(str, SEATS):
        raise Unreadable("seats", text, "after the word seats", "a number from 2 to 8")
    return int(text)


def _why(error: EngineError) -> str:
    match error:
        case Unreadable():
            return f"{error.text!r} {error.place}: {error.why}"
        case IllegalMove():
            return error.reason.value
        case _:
            return str(error)
