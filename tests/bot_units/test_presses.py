"""Custom_ids: what is written is read back, and nothing that a client sends breaks the reading."""

from __future__ import annotations

import re
import string

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot.actions import Garbled
from bot.buttons import number
from bot.presses import VERSION, Press, custom_id, read
from engine import DECK, PickUp, PlayCard, PlayRun, Suit, TurnUp, parse_card, parse_move
from tests.engine.chance import quick

words = st.text(string.ascii_letters + string.digits + "_-", min_size=1)
actions = st.text(string.ascii_lowercase, min_size=1)
nearly = st.text("mn12:playPLAY-_ \n", max_size=20).map("mm1:play:".__add__)


@given(actions, st.lists(words | st.integers(0, 2**63).map(str), max_size=5))
@quick(200)
def test_what_is_written_is_read(action: str, arguments: list[str]) -> None:
    assert read(custom_id(action, *arguments)) == Press(action, tuple(arguments))


def test_custom_ids_of_moves_are_those_of_records() -> None:
    run = PlayRun(parse_card("7S"), parse_card("9S"))
    ids = [custom_id("play", 12, 34, move) for move in (PlayCard(parse_card("7S")), run, TurnUp(), PickUp())]
    assert ids == [f"mm1:play:12:34:{code}" for code in ("7S", "7S-9S", "up", "take")]
    assert custom_id("pick", 12, 34, Suit.HEARTS) == "mm1:pick:12:34:H"
    for text in ids:
        press = read(text)
        assert press is not None
        parse_move(press.arguments[-1])


def test_every_card_goes_through() -> None:
    for card in DECK:
        assert read(custom_id("play", 1, 0, card)) == Press("play", ("1", "0", str(card)))


@given(st.text(max_size=110) | nearly)
@example("")
@example("mm1")
@example("mm1:")
@example("mm1:play:")
@example("mm1:play:1:")
@example("mm1::1")
@example("mm1:play:1:2:7S\n")
@example("mm1:play:1:2:\uff17S")
@example(" mm1:play")
@example("mm0:play:1:2:7S")
@example("mm11:play")
@quick(300)
def test_anything_can_be_read(text: str) -> None:
    """None, or a press whose custom_id is that very text: no two texts ask for the same."""
    press = read(text)
    assert press is None or custom_id(press.action, *press.arguments) == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "mm1",
        "mm1:",
        "mm1:PLAY",
        "mm1:play:",
        "mm1:play::2",
        "mm1:play 1",
        "mm1:play:1;2",
        "mm1:play:1\n",
        "mm2:play:1",
        "mm1:play:1:2:\uff17S",
        "mm1:play:\u0663",
        "mm1:pl\u00e4y:1",
        "x",
    ],
)
def test_garbage_is_no_press(text: str) -> None:
    assert read(text) is None


def test_the_version_stands_in_front() -> None:
    assert custom_id("hand", 1).startswith(f"{VERSION}:")


@given(st.text(max_size=25) | st.integers().map(str))
@example("²")
@example("٣")
@example("\uff11")
@example("-1")
@example("+1")
@example("1_000")
@example(" 1")
@example("9" * 19)
@example(str(2**63 - 1))
@example(str(2**63))
@example("9" * 20)
@example("9" * 5000)
@quick(200)
def test_numbers_are_plain_digits_or_garbled(text: str) -> None:
    """And small enough for every database."""
    try:
        found = number(text)
    except Garbled:
        assert re.fullmatch(r"[0-9]{1,19}", text) is None or int(text) > 2**63 - 1
    else:
        assert str(found) == text.lstrip("0") or set(text) == {"0"}
        assert found <= 2**63 - 1
