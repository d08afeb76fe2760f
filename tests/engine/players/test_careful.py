"""The careful player: always a legal move, never helpless, never endless, blind to hidden cards."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest
from hypothesis import given

from engine import Move, Phase, PlayCard, PlayRun, State, apply, deal, legal_moves, view
from engine.cards import ALL, DECK
from engine.players import careful
from engine.rules import PRESETS, Rules
from tests.engine.chance import (
    PRESETS_AND_SEATS,
    Game,
    at_random,
    beating,
    bound,
    games,
    picking_up,
    quick,
)
from tests.engine.knowing import known_to, public_after, rearranged, with_others


def played(rules: Rules, seats: int, seed: int, careful_seats: Sequence[int]) -> State:
    """One game: the careful ones in these seats, the others at random; no longer than the rules allow."""
    rng, deck = random.Random(seed), list(DECK)
    rng.shuffle(deck)
    state, shed = deal(rules, seats, deck), 0
    while state.turn is not None:
        if state.turn in careful_seats:
            move: Move = careful.choose(view(state, state.turn), rng)
        else:
            move = rng.choice(legal_moves(state))
        shed += state.phase is Phase.SHEDDING
        assert shed <= bound(seats)
        state, _ = apply(state, move)
    return state


@pytest.mark.parametrize(("name", "seats"), PRESETS_AND_SEATS)
def test_games_among_careful_players_end(name: str, seats: int) -> None:
    for seed in range(5):
        assert played(PRESETS[name], seats, seed, range(seats)).loser is not None


@given(games())
@quick(15)
def test_it_always_makes_a_legal_move(game: Game) -> None:
    rng = random.Random(game.deck_seed)
    for step in game.steps():
        assert step.before.turn is not None
        assert careful.choose(view(step.before, step.before.turn), rng) in legal_moves(step.before)


@given(games())
@quick(15)
def test_other_hidden_cards_make_no_other_move(game: Game) -> None:
    """Invariant 4: the same view and the same chance give the same move."""
    rng, public = random.Random(game.deck_seed), 0
    for step in game.steps():
        seat, seed = step.before.turn, rng.random()
        assert seat is not None
        if rng.random() < 0.1:
            hidden = ALL & ~known_to(seat, step.before, public)
            other = with_others(step.before, rearranged(hidden, rng))
            moves = [careful.choose(view(state, seat), random.Random(seed)) for state in (step.before, other)]
            assert moves[0] == moves[1]
        public = public_after(step, public)


@pytest.mark.parametrize(("name", "seats"), PRESETS_AND_SEATS)
def test_it_is_not_helpless(name: str, seats: int) -> None:
    """Against players who play at random it loses at most half of its fair share."""
    lost = [played(PRESETS[name], seats, seed, [seed % seats]).loser == seed % seats for seed in range(32)]
    assert sum(lost) / len(lost) <= 0.5 / seats


def test_phase_2_it_beats_as_cheaply_as_can_be() -> None:
    """2.2 The lowest of the suit before any trump, the lowest trump before picking up."""
    for seed in range(60):
        game = Game(PRESETS["skitgubbe"], 3, seed, (at_random, beating, picking_up)[seed % 3])
        for step in game.steps():
            state, seat = step.before, step.before.turn
            assert seat is not None
            if state.phase is not Phase.SHEDDING or not state.table:
                continue
            cards = [move.card for move in legal_moves(state) if isinstance(move, PlayCard)]
            if len(cards) < 2:
                continue
            beat = state.table[-1].cards.highest
            in_suit = [card for card in cards if card.suit is beat.suit]
            chosen = careful.choose(view(state, seat), random.Random(seed))
            assert isinstance(chosen, PlayCard)
            assert chosen.card == min(in_suit or cards)
            break


def test_with_runs_it_gets_rid_of_many_at_once() -> None:
    lengths = set()
    for seed in range(15):
        for step in Game(PRESETS["mattis"], 4, seed, at_random).steps():
            if step.before.phase is Phase.SHEDDING and step.before.turn is not None:
                move = careful.choose(view(step.before, step.before.turn), random.Random(seed))
                lengths.add(len(move.cards) if isinstance(move, PlayRun) else 1)
    assert max(lengths) >= 3


def test_who_is_not_to_act_has_no_move() -> None:
    state = deal(PRESETS["skitgubbe"], 3, DECK)
    with pytest.raises(ValueError, match="seat 1 has no move"):
        careful.choose(view(state, 1), random.Random(1))
