"""Whole games as text: written, read, replayed; damaged ones; and golden ones that must not change."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given

from engine import (
    DECK,
    PRESETS,
    BadDeal,
    IllegalMove,
    Phase,
    Reason,
    Record,
    Unreadable,
    legal_moves,
    parse_move,
    read,
    replay,
    write,
)
from engine.events import Swept
from engine.record import steps
from engine.rules import Rules
from tests.engine.chance import PRESETS_AND_SEATS, Game, all_rules, lowest, quick
from tests.engine.golden import GOLDEN, RECORDS, Row, row
from tests.engine.table import cards, of

PLAIN = [path for path in RECORDS.glob("*.txt") if not path.stem.startswith("fair-")]
SHORT = """myllymatti record 1
rules skitgubbe runs=yes
seats 3
deck 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH\
 2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD AD 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC
moves
2S 3S 6S up
"""


def test_record_is_written_as_its_module_says() -> None:
    moves = tuple(map(parse_move, ["2S", "3S", "6S", "up"]))
    record = Record(replace(PRESETS["skitgubbe"], runs=True), 3, DECK, moves)
    assert write(record) == SHORT
    assert read(SHORT) == record
    assert replay(record).turn == 2


def test_twelve_moves_to_a_line() -> None:
    moves = tuple(parse_move("up") for _ in range(26))
    assert write(Record(PRESETS["mattis"], 8, DECK, moves)).splitlines()[5:] == [
        " ".join(["up"] * 12),
        " ".join(["up"] * 12),
        "up up",
    ]


def test_a_game_just_dealt_is_a_record() -> None:
    record = Record(PRESETS["mattis"], 8, DECK)
    assert read(write(record)) == record
    assert replay(record).turn == 0


def test_steps_begin_with_the_deal() -> None:
    record = read(SHORT)
    states = [state for state, _ in steps(record)]
    assert len(states) == 5
    assert states[0].hands[0] == cards("2S 5S 8S")
    assert states[-1] == replay(record)


@quick(40)
@given(all_rules())
def test_record_reads_back_with_any_rules(rules: Rules) -> None:
    record = Record(rules, 4, DECK[::-1])
    assert read(write(record)) == record


# damaged ones


DECK_LINE = SHORT.splitlines()[3]
DAMAGED = [
    (1, "myllymatti record 3", "line 1", "myllymatti record 3"),
    (1, "", "line 1", "''"),
    (2, "rule skitgubbe", "line 2", "rule skitgubbe"),
    (2, "rules whist", "line 2", "whist"),
    (2, "rules skitgubbe runs=maybe", "line 2", "maybe"),
    (3, "seats 9", "line 3", "9"),
    (3, "seats three", "line 3", "three"),
    (3, "seats", "line 3", "seats"),
    (4, DECK_LINE.replace("2S", "3S"), "line 4", "3S"),
    (4, DECK_LINE.removesuffix(" AC"), "line 4", "51"),
    (4, DECK_LINE.replace("TH", "10H"), "line 4", "10H"),
    (4, DECK_LINE.removeprefix("deck "), "line 4", "2S"),
    (5, "move", "line 5", "move"),
    (5, "moves 2S 3S", "line 5", "2S 3S"),
    (6, "2S 3S 6S oops", "line 6, move 4", "oops"),
    (6, "2S 3S 2S", "line 6, move 3", "2S"),
    (6, "2S\n3S\ntake", "line 8, move 3", "take"),
]
"""Which line reads how, and the place and the text that the error must show."""


@pytest.mark.parametrize(("number", "line", "place", "shown"), DAMAGED)
def test_damaged_record_is_shown_with_its_line(number: int, line: str, place: str, shown: str) -> None:
    lines = SHORT.splitlines()
    lines[number - 1] = line
    with pytest.raises(Unreadable) as caught:
        read("\n".join(lines) + "\n")
    assert (caught.value.kind, caught.value.place) == ("record", place)
    assert shown in str(caught.value)
    assert place in str(caught.value)


@pytest.mark.parametrize("lines", range(5))
def test_a_record_cut_off_in_its_header_is_no_record(lines: int) -> None:
    with pytest.raises(Unreadable, match=f"line {lines + 1}"):
        read("\n".join(SHORT.splitlines()[:lines]))


def test_moves_after_the_end_are_no_record() -> None:
    text = (RECORDS / "skitgubbe-3.txt").read_text()
    with pytest.raises(Unreadable, match=Reason.GAME_OVER.value):
        read(text + "take\n")


def test_replay_of_a_move_that_is_not_legal_names_it() -> None:
    record = read(SHORT)._replace(moves=tuple(map(parse_move, ["2S", "2S"])))
    with pytest.raises(Unreadable, match="move 2") as caught:
        replay(record)
    assert isinstance(caught.value.__cause__, IllegalMove)
    assert caught.value.__cause__.reason is Reason.NOT_IN_HAND


def test_replay_of_a_deck_that_is_none() -> None:
    with pytest.raises(BadDeal):
        replay(Record(PRESETS["mattis"], 3, DECK[1:]))


# golden ones


def test_there_is_a_golden_record_for_every_preset_and_number_of_players() -> None:
    names = {f"{name}-{seats}" for name, seats in PRESETS_AND_SEATS} | {"swept-cycle"}
    assert set(GOLDEN) == names == {path.stem for path in PLAIN}


@pytest.mark.parametrize("name", GOLDEN)
def test_golden_record_is_played_to_the_loser_it_had(name: str) -> None:
    text = (RECORDS / f"{name}.txt").read_text()
    record = read(text)
    assert write(record) == text
    assert row(record) == GOLDEN[name]
    assert replay(record).phase is Phase.OVER


def test_3_1_golden_cycle_is_swept() -> None:
    """Three hands, 5D on the table, 7D and QD go round in twelve actions; the third time a sweep is due."""
    record = read((RECORDS / "swept-cycle.txt").read_text())
    game = list(steps(record))
    place, swept = next((n, swept) for n, (_, told) in enumerate(game) for swept in of(told, Swept))
    assert swept.cards == cards("5D QD")
    assert (
        " ".join(map(str, record.moves[place - 13 : place - 1])) == "QD take 7D take " * 2 + "QD take 7D take"
    )
    states = [state for state, _ in game[place - 13 : place]]
    assert all(len(legal_moves(state)) == 1 for state in states), "nobody has a choice"
    assert (states[0].hands, states[0].table, states[0].turn) == (
        states[12].hands,
        states[12].table,
        states[12].turn,
    )


def test_row_tells_what_matters() -> None:
    game = Game(PRESETS["skitgubbe"], 3, 1, lowest)
    moves = tuple(step.move for step in game.steps())
    got = row(Record(game.rules, 3, game.begin().deck, moves))
    assert isinstance(got, Row)
    assert sorted((*got.out, got.loser)) == [0, 1, 2]
    assert got.actions == len(moves)
