"""The four games as presets, house rules, and rules as text."""

from __future__ import annotations

from dataclasses import fields, replace
from itertools import pairwise
from typing import Any, Final

import pytest
from hypothesis import given

from engine import DECK, PRESETS, BadDeal, BadRules, Phase, Rules, Unreadable, deal, parse_rules
from engine.rules import OPTIONS, choices
from tests.engine.chance import all_rules, quick

TABLE: Final = """
                 myllymatti   mattis       myllymatti-open  skitgubbe
    seats        3            3,4,5,6,7,8  2,3,4            2,3,4
    trick        duel         everyone     duel             duel
    draw         after-trick  after-trick  after-trick      at-once
    last_card    won          won          face-up          face-down
    leftovers    exposed      unseen       exposed          unseen
    first_lead   drawer       drawer       winner           drawer
    free_pick_up yes          no           yes              yes
    taken        last         oldest       last             last
    runs         no           yes          no               no
    empty_stays  no           yes          yes              no
    title        myllymatti   mattis       myllymatti       skitgubbe
"""
"""What differs, as `docs/rules/presets.md` has it."""


def as_table() -> dict[str, dict[str, str]]:
    names, *rows = [line.split() for line in TABLE.strip().splitlines()]
    return {name: {row[0]: row[column] for row in rows} for column, name in enumerate(names, start=1)}


@pytest.mark.parametrize("name", ["myllymatti", "mattis", "myllymatti-open", "skitgubbe"])
def test_preset_is_as_the_table_says(name: str) -> None:
    column = as_table()[name]
    written_out = " ".join(f"{option}={value}" for option, value in column.items())
    assert set(column) == {"seats", *OPTIONS}
    assert parse_rules(f"{name} {written_out}") == PRESETS[name]


def test_there_are_four_presets() -> None:
    assert list(PRESETS) == ["myllymatti", "mattis", "myllymatti-open", "skitgubbe"]
    assert all(rules.name == name == str(rules) for name, rules in PRESETS.items())


def test_every_field_of_rules_is_an_option() -> None:
    assert [field.name for field in fields(Rules) if field.init] == ["name", "seats", *OPTIONS]
    assert [len(choices(option)) for option in OPTIONS] == [2, 2, 3, 2, 2, 2, 2, 2, 2, 3]


def test_only_what_differs_is_written() -> None:
    assert str(replace(PRESETS["skitgubbe"], runs=True)) == "skitgubbe runs=yes"
    assert str(replace(PRESETS["mattis"], seats=(2, 4), runs=False)) == "mattis seats=2,4 runs=no"
    assert parse_rules("skitgubbe runs=no") == PRESETS["skitgubbe"]


@quick(150)
@given(all_rules())
def test_rules_read_back(rules: Rules) -> None:
    assert parse_rules(str(rules)) == rules
    assert hash(parse_rules(str(rules))) == hash(rules)


def test_each_option_reads_back_with_each_value() -> None:
    for preset in PRESETS.values():
        for option in OPTIONS:
            games = [replace(preset, **{option: value}) for value in choices(option)]
            assert [parse_rules(str(rules)) for rules in games] == games
            assert all(one != another for one, another in pairwise(games))


NO_VALUES: Final[list[tuple[str, Any]]] = [
    ("name", "whist"),
    ("name", None),
    ("seats", ()),
    ("seats", 3),
    ("seats", (1, 2)),
    ("seats", (9,)),
    ("seats", (True,)),
    ("seats", ("3",)),
    ("trick", "duel"),
    ("draw", 1),
    ("last_card", None),
    ("leftovers", "exposed"),
    ("first_lead", "drawer"),
    ("free_pick_up", 1),
    ("taken", "last"),
    ("runs", "yes"),
    ("empty_stays", None),
    ("title", "fool"),
]


@pytest.mark.parametrize(("name", "value"), NO_VALUES)
def test_bad_value_is_refused_by_the_field_s_name(name: str, value: Any) -> None:
    with pytest.raises(BadRules) as caught:
        replace(PRESETS["mattis"], **{name: value})
    assert caught.value.field == name
    assert repr(name) in str(caught.value)
    assert repr(value) in str(caught.value)
    assert isinstance(caught.value, ValueError)


def test_bad_values_are_tried_for_every_field() -> None:
    assert {name for name, _ in NO_VALUES} == {field.name for field in fields(Rules) if field.init}


def test_an_option_s_value_of_another_option_is_refused() -> None:
    for option in OPTIONS:
        other = "trick" if option != "trick" else "draw"
        with pytest.raises(BadRules, match=option):
            replace(PRESETS["mattis"], **{option: choices(other)[0]})


def test_choices_of_what_is_no_option() -> None:
    with pytest.raises(BadRules, match="jokers"):
        choices("jokers")


@pytest.mark.parametrize(
    ("text", "place", "shown"),
    [
        ("", "word 1", "''"),
        ("whist", "word 1", "whist"),
        ("skitgubbe runs", "word 2", "runs"),
        ("skitgubbe runs=maybe", "word 2", "maybe"),
        ("skitgubbe runs=yes runs=no", "word 3", "runs=no"),
        ("skitgubbe runs=yes jokers=2", "word 3", "jokers=2"),
        ("skitgubbe name=mattis", "word 2", "name=mattis"),
        ("skitgubbe duel=yes", "word 2", "duel=yes"),
        ("skitgubbe trick=everybody", "word 2", "everybody"),
        ("skitgubbe title=", "word 2", "title"),
        ("skitgubbe seats=", "word 2", "seats"),
        ("skitgubbe seats=three", "word 2", "three"),
        ("skitgubbe seats=2,9", "word 2", "2,9"),
        ("skitgubbe seats=1", "word 2", "1"),
    ],
)
def test_what_are_no_rules_is_shown_with_its_place(text: str, place: str, shown: str) -> None:
    with pytest.raises(Unreadable) as caught:
        parse_rules(text)
    assert (caught.value.kind, caught.value.text, caught.value.place) == ("rules", text, place)
    assert repr(text) in str(caught.value)
    assert place in str(caught.value)
    assert shown in caught.value.why


@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.parametrize("seats", range(2, 9))
def test_any_game_can_be_dealt_for_2_to_8(name: str, seats: int) -> None:
    state = deal(PRESETS[name], seats, DECK)
    assert (state.seats, state.turn, state.phase) == (seats, 0, Phase.BUILDING)
    assert [len(hand) for hand in state.hands] == [3] * seats
    assert len(state.stock) == 52 - 3 * seats


@pytest.mark.parametrize("seats", [1, 9, 0, -3, True, 3.0, "3", None])
def test_no_other_number_of_seats_can_be_dealt(seats: Any) -> None:
    with pytest.raises(BadDeal, match="seats cannot be"):
        deal(PRESETS["mattis"], seats, DECK)


@pytest.mark.parametrize("deck", [(), DECK[1:], (*DECK, DECK[0]), (*DECK[1:], DECK[1])])
def test_only_52_cards_each_once_can_be_dealt(deck: Any) -> None:
    with pytest.raises(BadDeal, match=f"of {len(deck)}"):
        deal(PRESETS["mattis"], 3, deck)


@pytest.mark.parametrize("seats", ["+3", "0_3", "3,3", "4,3", "٣", "", "3,", "1", "9", "3 4"])
def test_seats_are_plain_numbers_each_once(seats: str) -> None:
    with pytest.raises(Unreadable, match="skitgubbe seats="):
        parse_rules(f"skitgubbe seats={seats}")


@pytest.mark.parametrize("seats", [(4, 3, 3), [3, 4], {4, 3}, range(3, 5)])
def test_seats_stand_in_order_each_once(seats: Any) -> None:
    assert replace(PRESETS["skitgubbe"], seats=seats).seats == (3, 4)


@pytest.mark.parametrize("seats", [3, (), (1, 2), (3, 9), (True, 3), "34", None, (3.0,)])
def test_other_seats_are_refused_by_name(seats: Any) -> None:
    with pytest.raises(BadRules, match="'seats'"):
        replace(PRESETS["skitgubbe"], seats=seats)
