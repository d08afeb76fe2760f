"""The searching player: always a legal move, blind to hidden cards, in time, stronger than the careful."""

from __future__ import annotations

import random
import threading
import time
from typing import Final

import pytest
from hypothesis import given

from engine import Move, State, apply, deal, fast, legal_moves, view
from engine.cards import ALL, DECK
from engine.players import careful, search
from engine.players.search import SEARCH, SEARCH200, Strength
from engine.rules import PRESETS
from tests.engine.chance import PRESETS_AND_SEATS, Game, games, quick
from tests.engine.knowing import known_to, public_after, rearranged, with_others
from tests.engine.table import cards, dealt, play, shedding

QUICK: Final = Strength(iterations=20, ending=300)

pytestmark = pytest.mark.skipif(
    not fast.AVAILABLE, reason="no C compiler has built the core; without it this is the careful player"
)


@given(games())
@quick(12)
def test_it_always_makes_a_legal_move(game: Game) -> None:
    """Every preset, all house rules, 2 to 8 seats, at any moment of any game."""
    rng = random.Random(game.deck_seed)
    for step in game.steps():
        assert step.before.turn is not None
        assert search.choose(view(step.before, step.before.turn), rng, QUICK) in legal_moves(step.before)


@given(games())
@quick(12)
def test_other_hidden_cards_make_no_other_move(game: Game) -> None:
    """Invariant 4: the same view and the same chance give the same move."""
    rng, public = random.Random(game.deck_seed), 0
    for step in game.steps():
        seat, seed = step.before.turn, rng.random()
        assert seat is not None
        if rng.random() < 0.3:
            hidden = ALL & ~known_to(seat, step.before, public)
            other = with_others(step.before, rearranged(hidden, rng))
            moves = [search.choose(view(s, seat), random.Random(seed), QUICK) for s in (step.before, other)]
            assert moves[0] == moves[1]
        public = public_after(step, public)


def played(name: str, seats: int, seed: int, searching: int, strength: Strength) -> State:
    """One game: one seat searches, the others are careful."""
    rng = random.Random(seed)
    state = deal(PRESETS[name], seats, rng.sample(DECK, 52))
    while state.turn is not None:
        seen = view(state, state.turn)
        move: Move = (
            search.choose(seen, rng, strength) if state.turn == searching else careful.choose(seen, rng)
        )
        state, _ = apply(state, move)
    return state


@pytest.mark.parametrize(("name", "seats"), PRESETS_AND_SEATS)
def test_it_is_stronger_than_who_does_not_search(name: str, seats: int) -> None:
    """Against careful players it loses less than its fair share by far."""
    number, strength = 24, Strength(iterations=300, ending=1000)
    lost = sum(
        played(name, seats, seed, seed % seats, strength).loser == seed % seats for seed in range(number)
    )
    assert lost <= 0.7 * number / seats


def test_it_sees_what_wins_at_once() -> None:
    """2.7 Seat 0 goes out with its trump, or waits for ever."""
    state, _ = play(shedding("myllymatti", "2S", "5D 9H KH", "AD 7C", leader=1), "5D AD")
    assert state.turn == 0
    assert search.choose(view(state, 0), random.Random(1), QUICK).cards == cards("2S")  # type: ignore[union-attr]


def test_it_does_not_look_where_it_may_not() -> None:
    """Two worlds that look alike are searched alike, count by count."""
    state = dealt("skitgubbe", "4C 9D KS", "4H 8H 2D", "TS JS QS")
    other = with_others(state, rearranged(ALL & ~state.hand_masks[0], random.Random(1)))
    assert other.hands != state.hands
    ours, theirs = (fast.known(view(s, 0)).search(300, 7, "careful", 0.1, 1.4) for s in (state, other))
    assert ours == theirs


def test_its_iterations_are_counted_and_shared_out() -> None:
    state = dealt("skitgubbe", "4C 9D KS", "4H 8H 2D", "TS JS QS")
    branches = fast.known(view(state, 0)).search(SEARCH200.iterations, 7, "greedy", 0.1, 1.4)
    assert [move for move, _, _ in branches] == list(fast.core(state).legal())
    assert sum(tried for _, tried, _ in branches) == 200
    assert all(0 <= saved <= tried for _, tried, saved in branches)
    assert min(tried for _, tried, _ in branches) >= 10, "UCB1 gives none up"


def test_its_time_is_up_when_it_is_up() -> None:
    core = fast.known(view(dealt("skitgubbe", "4C 9D KS", "4H 8H 2D", "TS JS QS"), 0))
    start = time.perf_counter()
    branches = core.search(2**32 - 1, 7, "careful", 0.1, 1.4, 30)
    assert time.perf_counter() - start < 5
    assert sum(tried for _, tried, _ in branches) >= 15


def test_others_run_while_it_searches() -> None:
    """The lock of the interpreter is given back: another thread counts on meanwhile."""
    core = fast.known(view(dealt("skitgubbe", "4C 9D KS", "4H 8H 2D", "TS JS QS"), 0))
    thread = threading.Thread(target=core.search, args=(2**32 - 1, 7, "careful", 0.1, 1.4, 500))
    thread.start()
    began, counted = time.perf_counter(), 0
    while thread.is_alive() and time.perf_counter() - began < 0.2:
        counted += 1
    assert thread.is_alive()
    assert counted > 1000
    thread.join()


def test_without_the_core_it_plays_as_the_careful_player(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fast, "AVAILABLE", False)
    for step in Game(PRESETS["mattis"], 4, 1, lambda moves, rng: rng.choice(moves)).steps():
        assert step.before.turn is not None
        seen = view(step.before, step.before.turn)
        assert search.choose(seen, random.Random(3)) == careful.choose(seen, random.Random(3))


def test_who_is_not_to_act_has_no_move() -> None:
    state = deal(PRESETS["skitgubbe"], 3, DECK)
    with pytest.raises(ValueError, match="seat 1 has no move"):
        search.choose(view(state, 1), random.Random(1))


def test_the_baseline_is_frozen() -> None:
    """Its numbers, and what it makes of them: counts written down when it was new."""
    assert Strength(200, "greedy", 0.1, 1.4142135623730951, 0, -1, 0) == SEARCH200
    assert SEARCH.milliseconds == 0
    core = fast.known(view(dealt("skitgubbe", "4C 9D KS", "4H 8H 2D", "TS JS QS"), 0))
    branches = core.search(200, 7, "greedy", 0.1, 1.4142135623730951)
    assert [(tried, saved) for _, tried, saved in branches] == FROZEN


FROZEN: Final = [(47, 29), (63, 43), (38, 21), (52, 33)]
