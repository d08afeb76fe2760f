"""The lobby, screen 01 of the mock-ups."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.options import TIMES
from bot.screens.lobby import lobby
from bot.screens.parts import Sitter
from bot.texts import texts
from engine.players.levels import Level
from tests.screens.conftest import Looks
from tests.screens.reading import as_text, heading, offers
from tests.screens.scenes import NAMES, PROMISE, SEED, lobby_scene

t = texts()
AINO = Sitter("Aino", host=True)
BROR = Sitter("Bror", hat=True)
OTSO = Sitter("Otso", computer=True)
ALL_CHANGED = (
    "trick=everyone draw=after-trick last_card=face-up leftovers=exposed first_lead=winner free_pick_up=no "
    "taken=oldest runs=yes empty_stays=yes title=mattis"
)
"""No option of Skitgubbe as it is usually played."""


def test_ready(looks: Looks) -> None:
    """As drawn in 01."""
    looks(lobby(lobby_scene("myllymatti", 3, AINO, BROR, OTSO), t), "lobby-ready")


def test_one_seat_is_free(looks: Looks) -> None:
    looks(lobby(lobby_scene("skitgubbe", 3, AINO, OTSO), t), "lobby-one-free")


def test_six_seats_are_free(looks: Looks) -> None:
    looks(lobby(lobby_scene("mattis", 8, AINO, BROR), t), "lobby-six-free")


def test_how_strong_computers_are(looks: Looks) -> None:
    """Of one that is as usual nothing is said: most are."""
    repo, ilves = (
        Sitter("Repo", computer=True, level=Level.EASY),
        Sitter("Ilves", computer=True, level=Level.HARD),
    )
    looks(lobby(lobby_scene("mattis", 4, AINO, OTSO, repo, ilves), t), "lobby-levels")


def test_after_a_game_the_loser_deals(looks: Looks) -> None:
    loser = Sitter("Bror", hat=True, deals=True)
    looks(lobby(lobby_scene("myllymatti-open", 4, AINO, loser, OTSO, Sitter("Cia")), t), "lobby-again")


def test_house_rules_of_the_table_are_told(looks: Looks) -> None:
    game = "skitgubbe trick=everyone runs=yes free_pick_up=no leftovers=exposed taken=oldest"
    looks(lobby(lobby_scene(game, 3, AINO, OTSO), t), "lobby-house-rules")


def test_every_house_rule_of_the_table_is_told(looks: Looks) -> None:
    """The tallest there is: everything is changed, and somebody wears the hat."""
    looks(
        lobby(lobby_scene(f"skitgubbe {ALL_CHANGED}", 8, AINO, BROR, turn_seconds=None), t),
        "lobby-all-changed",
    )


def test_join_is_off_when_full_and_start_until_it_is() -> None:
    full = [offer.label for offer in offers(lobby(lobby_scene("myllymatti", 3, AINO, BROR, OTSO), t))]
    free = [offer.label for offer in offers(lobby(lobby_scene("myllymatti", 3, AINO, OTSO), t))]
    assert full == ["Leave", "Ready", "Start", "Options", "Rules"]
    assert free == ["Join", "Leave", "Ready", "Options", "Rules"]


def test_who_is_ready(looks: Looks) -> None:
    """People alone: a computer presses nothing."""
    aino, cia = replace(AINO, ready=True), Sitter("Cia", ready=True)
    looks(lobby(lobby_scene("mattis", 4, aino, BROR, OTSO, cia), t), "lobby-some-ready")


def test_the_promise_can_be_compared_letter_by_letter() -> None:
    """The whole of it, in one piece; a table of an older version has none."""
    shown = as_text(lobby(lobby_scene("mattis", 4, AINO), t))
    assert f"-# Fair deal, SHA-256 `{PROMISE}`\n" in shown
    assert "SHA-256" not in as_text(lobby(lobby_scene("mattis", 4, AINO, promise=None), t))


def test_no_lobby_shows_a_seed() -> None:
    assert SEED not in as_text(lobby(lobby_scene("mattis", 4, AINO, seed=SEED), t))


def test_the_heading_counts_seats() -> None:
    people = [AINO, *map(Sitter, NAMES[1:])]
    told = [heading(lobby(lobby_scene("mattis", 8, *people[:n]), t)) for n in (1, 6, 7, 8)]
    assert told == ["7 seats free", "2 seats free", "1 seat free", "Ready when you are, Aino"]


def test_no_line_about_the_hat_where_nobody_wears_it() -> None:
    shown = str(lobby(lobby_scene("myllymatti", 3, AINO, OTSO), t).payload)
    assert "🎩" not in shown


@pytest.mark.parametrize("turn_seconds", TIMES)
def test_the_time_of_a_turn_is_told(turn_seconds: int | None) -> None:
    shown = as_text(lobby(lobby_scene("myllymatti", 3, AINO, OTSO, turn_seconds=turn_seconds), t))
    assert f"-# {t.turn_time(turn_seconds)}\n" in shown


def test_options_open_on_their_first_page() -> None:
    (options,) = (o for o in offers(lobby(lobby_scene("myllymatti", 3, AINO), t)) if o.label == "Options")
    assert (options.action, options.arguments) == ("options", ("12", "table"))
