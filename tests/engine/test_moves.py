"""Moves and how they read."""

from __future__ import annotations

import pytest

from engine import DECK, PickUp, PlayCard, PlayRun, TurnUp, Unreadable, parse_card, parse_move
from engine.moves import PLAYS, RUNS


def test_moves_read_as_in_records() -> None:
    seven, nine = parse_card("7S"), parse_card("9S")
    assert parse_move("7S") == PlayCard(seven)
    assert parse_move("7S-9S") == PlayRun(seven, nine)
    assert parse_move("up") == TurnUp()
    assert parse_move("take") == PickUp()


def test_every_move_reads_back() -> None:
    universe = (*PLAYS, *RUNS.values(), TurnUp(), PickUp())
    assert len(universe) == 52 + 4 * (12 * 13 // 2) + 2
    assert all(parse_move(str(move)) == move for move in universe)


def test_a_play_knows_its_cards() -> None:
    assert PlayCard(parse_card("7S")).cards == 1 << DECK.index(parse_card("7S"))
    run = parse_move("TD-QD")
    assert isinstance(run, PlayRun)
    assert run.cards == sum(parse_card(name).mask for name in ("TD", "JD", "QD"))


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("", "0 characters"),
        ("UP", "character 1"),
        ("pick", "4 characters"),
        ("7X", "character 2"),
        ("7S-", "0 characters"),
        ("7S-9S-TS", "5 characters"),
        ("7S-7S", "at its ends"),
        ("9S-7S", "at its ends"),
        ("7S-9H", "at its ends"),
        ("KS-2S", "at its ends"),
        ("AS-2H", "at its ends"),
    ],
)
def test_what_is_no_move_is_shown_with_its_place(text: str, place: str) -> None:
    with pytest.raises(Unreadable) as caught:
        parse_move(text)
    assert (caught.value.kind, caught.value.text, caught.value.place) == ("move", text, place)
    assert repr(text) in str(caught.value)
    assert place in str(caught.value)


@pytest.mark.parametrize(("low", "high"), [("KS", "2S"), ("7S", "7S"), ("AS", "2H")])
def test_2_3_a_run_goes_upwards_in_one_suit_without_a_wrap(low: str, high: str) -> None:
    with pytest.raises(Unreadable, match=f"{low}-{high}"):
        PlayRun(parse_card(low), parse_card(high))
