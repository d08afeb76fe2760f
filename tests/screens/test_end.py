"""The end of a game, screen 09 of the mock-ups, in words."""

from __future__ import annotations

import pytest

from bot.screens.end import end
from bot.texts import texts
from engine import view
from tests.engine.table import play, shedding
from tests.screens.conftest import Looks
from tests.screens.reading import heading
from tests.screens.scenes import scene

t = texts()
BROR = "3S 4S 5S 6S 7S 8S 9S TS JS QS KS"


def test_the_loser_is_named(looks: Looks) -> None:
    """As drawn in 09."""
    state, _ = play(shedding("myllymatti", "2H", BROR, "2C", trump="H", leader=2), "2C 2H")
    assert (state.out, state.loser) == ((2, 0), 1)
    looks(end(view(state, None), scene(state, hat="Cia", tricks=41, minutes=23), t), "end")


def test_a_loser_without_cards(looks: Looks) -> None:
    """2.8 Who stays in without cards can be the last one."""
    state, _ = play(shedding("mattis", "9S", "", trump="D"), "9S")
    assert state.loser == 1
    looks(end(view(state, None), scene(state, tricks=1, minutes=1), t), "end-mattis")


@pytest.mark.parametrize(
    ("game", "title"),
    [
        ("myllymatti", "myllymatti"),
        ("mattis", "mattis"),
        ("myllymatti-open", "myllymatti"),
        ("skitgubbe", "skitgubbe"),
        ("skitgubbe title=mattis", "mattis"),
    ],
)
def test_each_game_has_its_title(game: str, title: str) -> None:
    state, _ = play(shedding(game, "9S", "3S 4S", trump="D"), "9S")
    shown = heading(end(view(state, None), scene(state), t))
    assert shown == f"Bror is the {title} 🎩"
