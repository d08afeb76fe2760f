"""What happened, and what is told of it to whom."""

from __future__ import annotations

from typing import get_args

import pytest

from engine import Event, Phase, Suit, parse_card, redact
from engine.events import (
    Bounced,
    Drew,
    DrewLast,
    LeftOver,
    Lost,
    Omen,
    PickedUp,
    Played,
    Returned,
    SheddingBegan,
    SweepNear,
    Swept,
    TrickDone,
    TrickWon,
    TrumpTurned,
    WentOut,
)
from tests.engine.table import building, cards, dealt, kinds, of, play

SEVEN = parse_card("7S")
OPEN: list[Event] = [
    Played(1, cards("7S"), led=True, turned_up=False),
    Played(1, cards("7S 8S"), led=False, turned_up=True),
    DrewLast(1, SEVEN),
    DrewLast(1, None),
    Bounced((0, 1), cards("7S 7H")),
    TrickWon(1, cards("7S 9H")),
    Returned(1, cards("7S")),
    LeftOver(1, 1, True, cards("7S")),
    TrumpTurned(1, SEVEN),
    SheddingBegan(1, Suit.SPADES),
    SheddingBegan(None, Suit.SPADES),
    PickedUp(1, cards("7S 8S")),
    WentOut(1, 2),
    TrickDone(cards("7S 9S"), 1),
    *(SweepNear(omen) for omen in Omen),
    Swept(cards("7S 9S"), 1),
    Lost(1),
]
"""What everybody saw."""


@pytest.mark.parametrize("event", OPEN, ids=repr)
@pytest.mark.parametrize("reader", [None, 0, 1, 2])
def test_what_all_saw_is_told_to_all(event: Event, reader: int | None) -> None:
    told = redact(event, reader)
    assert (type(told), told) == (type(event), event)


def test_1_8_only_the_drawer_is_told_what_he_drew() -> None:
    drew = Drew(1, SEVEN)
    assert redact(drew, 1) == drew
    for reader in (None, 0, 2):
        assert redact(drew, reader) == Drew(1, None)


def test_1_14_an_unseen_hand_is_told_to_its_owner() -> None:
    left = LeftOver(1, 2, False, cards("7S 9S"))
    assert redact(left, 1) == left
    for reader in (None, 0, 2):
        assert redact(left, reader) == LeftOver(1, 2, False, None)


def test_what_was_told_has_no_more_secrets() -> None:
    for event in [*OPEN, Drew(1, SEVEN), LeftOver(1, 2, False, cards("7S 9S"))]:
        for reader in (None, 0, 1):
            assert redact(redact(event, reader), reader) == redact(event, reader)
            assert redact(redact(event, reader), 2) == redact(redact(event, 2), reader)


def test_every_kind_of_event_is_tried() -> None:
    assert {type(event) for event in OPEN} | {Drew} == set(get_args(Event))


@pytest.mark.parametrize(
    ("name", "shown"), [("myllymatti", True), ("myllymatti-open", True), ("skitgubbe", False)]
)
def test_1_10_not_even_its_drawer_is_told_a_face_down_card(name: str, shown: bool) -> None:
    _, events = play(building(name, "4C 9D KS", "4H 8H 2D", "TS JS QS", stock="5D"), "4C 8H")
    [drew] = of(events, DrewLast)
    assert redact(drew, 0) == redact(drew, 1) == DrewLast(0, parse_card("5D") if shown else None)


def test_events_come_in_the_order_they_happened() -> None:
    state, events = play(dealt("myllymatti", "4C 9D KS", "4H 8H 2D", "TS JS QS"), "4C 4H 9D 8H")
    assert kinds(events) == "Played Played Bounced Drew Drew Played Played TrickWon Drew Drew"
    state = building("skitgubbe", "9S", "9H 2H", "", "4D", won=("", "", "", "3D"), last="7C", drawer=1)
    state, events = play(state, "9S 9H")
    assert state.phase is Phase.SHEDDING
    assert kinds(events) == (
        "Played Played Bounced Returned Returned LeftOver LeftOver TrumpTurned SheddingBegan WentOut"
    )
