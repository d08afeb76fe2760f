"""Random games: 52 cards, always a legal move until the end, refusals that change nothing, one loser."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from itertools import product
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import (
    PRESETS,
    IllegalMove,
    Move,
    Phase,
    PickUp,
    Reason,
    Record,
    Rules,
    State,
    TurnUp,
    apply,
    legal_moves,
    read,
    replay,
    write,
)
from engine.moves import PLAYS, RUNS
from engine.rules import OPTIONS, SEATS, choices
from tests.engine.chance import (
    PRESETS_AND_SEATS,
    WAYS,
    Choose,
    Game,
    at_random,
    beating,
    games,
    lowest,
    play_out,
    quick,
)
from tests.engine.table import checked

UNIVERSE: Final[tuple[Move, ...]] = (*PLAYS, *RUNS.values(), TurnUp(), PickUp())


def check_over(game: Game, state: State) -> None:
    """One loser, everybody else out, nothing left to do."""
    assert (state.phase, state.turn, legal_moves(state)) == (Phase.OVER, None, ())
    assert state.loser is not None
    assert sorted((*state.out, state.loser)) == list(range(game.seats))
    assert state.still_in == 1 << state.loser
    assert all(not state.hands[seat] for seat in state.out)


def check_refusals(state: State) -> Counter[Reason]:
    """Every move there is that is not legal is refused and leaves the state alone."""
    legal, before, reasons = legal_moves(state), State(*state), Counter[Reason]()
    assert len(set(legal)) == len(legal)
    assert set(legal) <= set(UNIVERSE)
    for move in UNIVERSE:
        if move in legal:
            apply(state, move)
            continue
        with pytest.raises(IllegalMove) as caught:
            apply(state, move)
        assert caught.value.move == move
        reasons[caught.value.reason] += 1
    assert state == before
    return reasons


@quick(20)
@given(games())
def test_52_cards_and_one_loser(game: Game) -> None:
    moves, state = [], checked(game.begin())
    for step in game.steps():
        state = checked(step.after)
        moves.append(step.move)
    check_over(game, state)
    record = Record(game.rules, game.seats, game.begin().deck, tuple(moves))
    assert replay(record) == state
    assert read(write(record)) == record


@quick(12)
@given(games(), st.integers(1, 40))
def test_every_move_that_is_not_legal_is_refused(game: Game, every: int) -> None:
    state = game.begin()
    for step in game.steps():
        state = step.after
        if step.number % 40 == every % 40:
            check_refusals(step.before)
    assert set(check_refusals(state)) == {Reason.GAME_OVER}


def test_every_reason_occurs() -> None:
    seen = Counter[Reason]()
    for seed, name in enumerate(PRESETS):
        for step in Game(PRESETS[name], 3, seed, at_random).steps():
            if step.number % 9 == 0:
                seen += check_refusals(step.before)
    assert set(seen) == set(Reason) - {Reason.GAME_OVER}


@quick(15)
@given(games(), st.integers(0, 2**32))
def test_looking_ahead_changes_nothing(game: Game, seed: int) -> None:
    """The state before a move can be gone on from again and comes to the same."""
    rng, steps = random.Random(seed), list(game.steps())
    step = rng.choice(steps)
    again, events = apply(step.before, step.move)
    assert (again, events) == (step.after, step.events)


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
@pytest.mark.parametrize(("name", "seats"), PRESETS_AND_SEATS)
def test_every_preset_with_every_number_of_players_ends(name: str, seats: int, way: Choose) -> None:
    for seed in range(2):
        game = Game(PRESETS[name], seats, seed, way)
        check_over(game, play_out(game))


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_ends_with_2_to_8_seats(name: str) -> None:
    for seats in SEATS:
        game = Game(PRESETS[name], seats, seats, beating)
        check_over(game, play_out(game))


def test_every_combination_of_house_rules_ends() -> None:
    """All but the title, which changes nothing (below), each with another number of seats and way to play."""
    options = [option for option in OPTIONS if option != "title"]
    combinations = list(product(*map(choices, options)))
    assert len(combinations) == 768
    for number, values in enumerate(combinations):
        rules = Rules(**dict(zip(options, values, strict=True)))
        way = (beating, at_random, lowest, beating)[number % 4]
        game = Game(rules, SEATS[number % len(SEATS)], number, way)
        check_over(game, play_out(game))


def test_the_title_changes_nothing() -> None:
    for title in choices("title"):
        game = Game(replace(PRESETS["mattis"], title=title), 4, 1, beating)
        plain = Game(PRESETS["mattis"], 4, 1, beating)
        assert play_out(game) == play_out(plain)._replace(rules=game.rules)
