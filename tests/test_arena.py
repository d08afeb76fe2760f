"""The arena: the same deals from every seat, honest figures, and a line that says what cannot be played."""

from __future__ import annotations

import json

import pytest

from bot.__main__ import main
from bot.arena import Game, Match, play, players, score, wilson
from engine import PRESETS, fast
from engine.players.levels import Level

NEEDS_THE_CORE = pytest.mark.skipif(not fast.AVAILABLE, reason="the baselines are the core's")


def test_who_can_play() -> None:
    assert set(players()) == {*Level, "greedy", "search200", "random"}


def test_the_interval_is_wilsons() -> None:
    """Figures of published tables: 10 of 20 lie within 0.299 and 0.701; none of 10 below 0.278."""
    assert wilson(10, 20) == pytest.approx((0.2993, 0.7007), abs=1e-4)
    assert wilson(0, 10) == pytest.approx((0.0, 0.2775), abs=1e-4)
    assert wilson(10, 10) == pytest.approx((0.7225, 1.0), abs=1e-4)


def test_a_score_sums_games() -> None:
    games = [Game(True, False, [1.0, 3.0]), Game(False, True, [2.0]), Game(False, False, [])]
    result = score(games)
    assert (result.games, result.losses, result.swept) == (3, 1, 1)
    assert result.loss_rate == pytest.approx(1 / 3)
    assert result.interval == wilson(1, 3)
    assert result.ms_median == 2.0


def test_a_game_can_be_played_again() -> None:
    match = Match("skitgubbe", 3, "normal", "easy", "7")
    for number in range(6):
        assert play(match, number).lost == play(match, number).lost


def test_alike_players_lose_alike_whoever_is_the_candidate() -> None:
    """The same deal from each seat: with players that roll no dice exactly one of them loses it."""
    if not fast.AVAILABLE:
        pytest.skip("the baselines are the core's")
    match = Match("myllymatti", 3, "greedy", "greedy", "1")
    for deal in range(8):
        assert sum(play(match, 3 * deal + seat).lost for seat in range(3)) == 1


@NEEDS_THE_CORE
@pytest.mark.parametrize("game", PRESETS)
@pytest.mark.parametrize("name", ["greedy", "search200", "random", "easy", "normal"])
def test_everybody_can_play_everything(game: str, name: str) -> None:
    play(Match(game, 4, name, "random", "1"), 0)


def said(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(["arena", *words]) == 0
    return capsys.readouterr().out


WORDS = ("--game", "skitgubbe", "--seats", "3", "--candidate", "normal", "--against", "easy", "--games", "31")


def test_it_prints_one_object(capsys: pytest.CaptureFixture[str]) -> None:
    result = json.loads(said(capsys, *WORDS, "--seed", "3", "--json"))
    assert set(result) == {"games", "losses", "loss_rate", "interval", "swept", "ms_median", "ms_p95"}
    assert result["games"] == 33, "whole rounds of the seats"
    assert result["loss_rate"] == pytest.approx(result["losses"] / 33)
    low, high = result["interval"]
    assert 0 <= low <= result["loss_rate"] <= high <= 1


def test_more_processes_play_the_same_games(capsys: pytest.CaptureFixture[str]) -> None:
    one, two = (json.loads(said(capsys, *WORDS, "--json", "--jobs", jobs)) for jobs in ("1", "2"))
    times = {"ms_median", "ms_p95"}
    assert {k: v for k, v in one.items() if k not in times} == {
        k: v for k, v in two.items() if k not in times
    }


def test_another_seed_plays_others(capsys: pytest.CaptureFixture[str]) -> None:
    told = [play(Match("skitgubbe", 3, "normal", "easy", seed), n).lost for seed in "12" for n in range(12)]
    assert told[:12] != told[12:]


def test_it_says_it_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    told = said(capsys, *WORDS, "--seed", "3")
    assert told.startswith("normal against 2 easy, skitgubbe for 3\n  lost ")
    assert "equal players lose 33.3%" in told


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("--game", "poker", "--candidate", "easy", "--against", "easy"), "'poker' is none of"),
        (("--game", "mattis", "--candidate", "me", "--against", "easy"), "invalid choice: 'me'"),
        (
            ("--game", "mattis", "--seats", "9", "--candidate", "easy", "--against", "easy"),
            "invalid choice: 9",
        ),
        (
            ("--game", "mattis", "--candidate", "easy", "--against", "easy", "--games", "0"),
            "'0' is no number",
        ),
        (("--game", "mattis", "--candidate", "easy"), "required: --against"),
    ],
)
def test_what_cannot_be_played_is_said(
    words: tuple[str, ...], why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as error:
        main(["arena", *words])
    assert error.value.code == 2
    assert why in capsys.readouterr().err


def test_without_the_core_it_says_what_to_do(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fast, "AVAILABLE", False)
    with pytest.raises(SystemExit):
        main(["arena", "--game", "mattis", "--candidate", "hard", "--against", "easy"])
    assert "install a C compiler" in capsys.readouterr().err
