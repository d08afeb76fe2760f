"""The end of a game, screen 09 of the mock-ups, in words, and tables that came to no such end."""

from __future__ import annotations

import pytest

from bot.screens.end import closed, end
from bot.store import Why
from bot.texts import texts
from engine import view
from tests.engine.table import play, shedding
from tests.screens.conftest import Looks
from tests.screens.reading import as_text, heading
from tests.screens.scenes import SEED, scene

t = texts()
BROR = "3S 4S 5S 6S 7S 8S 9S TS JS QS KS"


def test_the_loser_is_named(looks: Looks) -> None:
    """As drawn in 09."""
    state, _ = play(shedding("myllymatti", "2H", BROR, "2C", trump="H", leader=2), "2C 2H")
    assert (state.out, state.loser) == ((2, 0), 1)
    looks(end(view(state, None), scene(state, hat="Cia", tricks=41, minutes=23), t), "end")


def test_the_hat_passes_from_who_wore_it(looks: Looks) -> None:
    """Also from somebody who was not at this table."""
    state, _ = play(shedding("myllymatti", "2H", BROR, "2C", trump="H", leader=2), "2C 2H")
    looks(end(view(state, None), scene(state, hat_from="Elin", tricks=41, minutes=23), t), "end-hat-passes")


def test_a_loser_without_cards(looks: Looks) -> None:
    """2.8 Who stays in without cards can be the last one."""
    state, _ = play(shedding("mattis", "9S", "", trump="D"), "9S")
    assert state.loser == 1
    looks(end(view(state, None), scene(state, tricks=1, minutes=1), t), "end-mattis")


def test_a_game_without_a_seed_shows_none() -> None:
    """Of before there were fair deals."""
    state, _ = play(shedding("myllymatti", "9S", "3S 4S", trump="D"), "9S")
    shown = [as_text(end(view(state, None), scene(state, seed=seed), t)) for seed in (SEED, None)]
    assert [f"-# Seed of the deal `{SEED}`\n" in text for text in shown] == [True, False]
    assert "Seed" not in shown[1]


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


@pytest.mark.parametrize("why", [Why.UNSTARTED, Why.EMPTY, Why.HOST, Why.MODERATOR])
def test_a_lobby_is_closed(why: Why, looks: Looks) -> None:
    looks(closed(why, t, started=False), f"closed-{why}")


@pytest.mark.parametrize("why", [Why.EMPTY, Why.CONSENT, Why.MODERATOR, Why.ASLEEP, Why.PAUSED])
def test_a_game_has_ended_without_a_loser(why: Why, looks: Looks) -> None:
    looks(closed(why, t, started=True), f"ended-{why}")


def test_a_table_of_an_older_version_gives_no_reason(looks: Looks) -> None:
    looks(closed(None, t, started=True), "ended")


@pytest.mark.parametrize("started", [False, True])
def test_every_end_has_a_screen_and_names_the_way_to_the_next_table(started: bool) -> None:
    for why in (*Why, None):
        shown = as_text(closed(why, t, started=started))
        assert "`/myllymatti start`" in shown
        assert ("counts for nobody" in shown) is started


def test_reasons_differ() -> None:
    """Where the channel, the server or the whole game is gone nobody reads one."""
    unread = {Why.CHANNEL, Why.SERVER, Why.UNREADABLE}
    told = [as_text(closed(why, t, started=True)) for why in (*Why, None) if why not in unread]
    assert len(set(told)) == len(told)
