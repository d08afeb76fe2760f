"""Each level: always a legal move, blind to hidden cards, and stronger than the one below."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import apply, deal, fast, legal_moves, view
from engine.cards import ALL, DECK
from engine.players import levels, search
from engine.players.levels import Level
from engine.rules import PRESETS
from tests.engine.chance import Game, games, quick
from tests.engine.knowing import known_to, public_after, rearranged, with_others


@pytest.fixture(autouse=True)
def hardly_searching(monkeypatch: pytest.MonkeyPatch) -> None:
    """What holds of ten games thought of holds of three thousand."""
    monkeypatch.setattr(search, "SEARCH", search.SEARCH._replace(iterations=10, ending=300))


@given(games(), st.sampled_from(Level))
@quick(16)
def test_every_level_always_makes_a_legal_move(game: Game, level: Level) -> None:
    """Every preset, all house rules, 2 to 8 seats, at any moment of any game."""
    rng = random.Random(game.deck_seed)
    for step in game.steps():
        assert step.before.turn is not None
        assert levels.choose(level, view(step.before, step.before.turn), rng) in legal_moves(step.before)


@given(games(), st.sampled_from(Level))
@quick(9)
def test_other_hidden_cards_make_no_other_move(game: Game, level: Level) -> None:
    """Invariant 4: the same view and the same chance give the same move."""
    rng, public = random.Random(game.deck_seed), 0
    for step in game.steps():
        seat, seed = step.before.turn, rng.random()
        assert seat is not None
        if rng.random() < 0.3:
            other = with_others(step.before, rearranged(ALL & ~known_to(seat, step.before, public), rng))
            moves = [levels.choose(level, view(s, seat), random.Random(seed)) for s in (step.before, other)]
            assert moves[0] == moves[1]
        public = public_after(step, public)


def lost(name: str, seats: int, seed: int, level: Level, others: Level) -> bool:
    """Whether the one at this level loses to the others."""
    rng, seat = random.Random(seed), seed % seats
    state = deal(PRESETS[name], seats, rng.sample(DECK, 52))
    while state.turn is not None:
        seen = view(state, state.turn)
        state, _ = apply(state, levels.choose(level if state.turn == seat else others, seen, rng))
    return state.loser == seat


@pytest.mark.parametrize("name", PRESETS)
def test_normal_is_stronger_than_easy(name: str) -> None:
    """It loses a quarter of its fair share less, in every preset; docs/computers.md has the whole table."""
    games_, seats = 120, 3
    losses = sum(lost(name, seats, seed, Level.NORMAL, Level.EASY) for seed in range(games_))
    assert losses <= 0.75 * games_ / seats


@pytest.mark.skipif(
    not fast.AVAILABLE, reason="hard plays the careful rules where no C compiler has built the core"
)
@pytest.mark.parametrize(("name", "seats"), [*((name, 3) for name in PRESETS), ("mattis", 2)])
def test_hard_is_stronger_than_normal(name: str, seats: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where runs are all: who thinks of single cards only loses as often as not."""
    monkeypatch.setattr(search, "SEARCH", search.SEARCH._replace(iterations=300, ending=1000))
    games_ = 24
    losses = sum(lost(name, seats, seed, Level.HARD, Level.NORMAL) for seed in range(games_))
    assert losses <= 0.75 * games_ / seats
