"""The careful computer player: sees a view only, always has a legal move, and its games end."""

from __future__ import annotations

import random

import pytest
from hypothesis import given

from engine import PRESETS, Phase, State, apply, legal_moves, view
from engine.players import careful
from tests.engine.chance import PRESETS_AND_SEATS, Game, at_random, bound, games, quick
from tests.engine.table import dealt


def play_carefully(game: Game) -> State:
    rng, state, shed = random.Random(game.deck_seed), game.begin(), 0
    while state.turn is not None:
        move = careful.choose(view(state, state.turn), rng)
        assert move in legal_moves(state)
        shed += state.phase is Phase.SHEDDING
        assert shed <= bound(game.seats), f"{game} does not end"
        state, _ = apply(state, move)
    return state


@pytest.mark.parametrize(("name", "seats"), PRESETS_AND_SEATS)
def test_careful_players_end_every_preset_with_every_number_of_players(name: str, seats: int) -> None:
    for seed in range(2):
        state = play_carefully(Game(PRESETS[name], seats, seed, at_random))
        assert (state.phase, len(state.out)) == (Phase.OVER, seats - 1)


@quick(15)
@given(games())
def test_careful_players_end_a_game_with_any_rules(game: Game) -> None:
    assert play_carefully(game).loser is not None


def test_careful_player_who_is_not_to_act_has_no_move() -> None:
    state = dealt("skitgubbe", "4C 9D KS", "4H 8H 2D", "TS JS QS")
    with pytest.raises(ValueError, match="seat 1"):
        careful.choose(view(state, 1), random.Random(1))
