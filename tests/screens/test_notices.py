"""Private sentences, screen 11c of the mock-ups, and the question before leaving."""

from __future__ import annotations

import pytest

from bot import refusals
from bot.screens.limits import broken
from bot.screens.notice import leaving, notice
from bot.screens.parts import Screen
from bot.store import Status
from bot.tables import Refusal
from bot.texts import texts
from engine import Reason, State, parse_move, view
from tests.engine.table import dealt, play, shedding
from tests.screens.conftest import Looks
from tests.screens.reading import offers
from tests.screens.scenes import scene
from tests.screens.test_table import following

t = texts()


def turn(seat: int) -> Screen:
    state, events = following()
    words = refusals.of_turn(view(state, seat), scene(state, events), t)
    return notice(*words, hand_of=12, t=t)


def test_not_your_turn(looks: Looks) -> None:
    """As drawn in 11c."""
    looks(turn(1), "notice-not-your-turn")


def after_whom(state: State, seat: int) -> str | None:
    return refusals.of_turn(view(state, seat), scene(state), t)[1]


def test_it_is_told_after_whom_one_plays() -> None:
    state, _ = following()
    assert after_whom(state, 1) == "You play after Aino."
    assert after_whom(state, 2) == "You play after Bror."


def test_who_is_out_is_told_so() -> None:
    state, _ = following()
    assert "out" in (after_whom(state, 3) or "")


def test_in_phase_1_only_those_in_the_round_play() -> None:
    state = dealt("myllymatti", "KS 4C 9D", "8S TC KH", "5C 9H QD")
    assert [after_whom(state, seat) for seat in (1, 2)] == [
        "You play after Aino.",
        "You are not in this trick.",
    ]


def test_a_press_on_pick_up_by_who_can_beat(looks: Looks) -> None:
    state, _ = play(shedding("mattis", "7D 5H", "8D 3H", "4S 7S", trump="D"), "7D")
    words = refusals.of_move(Reason.CAN_BEAT, parse_move("take"), view(state, 1), t)
    looks(notice(*words, hand_of=12, t=t), "notice-can-beat")


def test_leaving(looks: Looks) -> None:
    looks(leaving(12, t), "leaving")
    assert [(o.label, o.action) for o in offers(leaving(12, t))] == [
        ("Leave the game", "quit"),
        ("My hand", "hand"),
    ]


@pytest.mark.parametrize("refusal", Refusal, ids=lambda refusal: refusal.name)
def test_what_a_table_refuses(refusal: Refusal, looks: Looks) -> None:
    looks(notice(*refusals.of_table(refusal, t)), f"refusal-{refusal.name.lower().replace('_', '-')}")


def test_a_notice_alone() -> None:
    screen = notice("You have left the table")
    assert broken(screen.payload) == []
    assert offers(screen) == []


@pytest.mark.parametrize(
    ("status", "sentence"),
    [
        (Status.LOBBY, "Press Join to take a seat."),
        (Status.PLAYING, "You can follow it here in the channel."),
        (Status.FINISHED, "Its game is over."),
        (Status.CLOSED, "Its game is over."),
    ],
)
def test_who_sits_nowhere_is_told_what_can_be_done(status: Status, sentence: str) -> None:
    assert refusals.of_table(Refusal.NOT_SEATED, texts(), status) == ("You are not at this table", sentence)
