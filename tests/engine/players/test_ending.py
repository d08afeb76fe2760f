"""Two are left and all cards are known: what the core works out is what playing out every line shows."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import Final

import pytest

from engine import Move, PlayCard, Rules, State, apply, deal, fast, legal_moves, view
from engine.cards import ALL, DECK
from engine.players import search
from engine.rules import PRESETS, SEATS, choices
from engine.state import Phase
from tests.engine.table import cards

pytestmark = pytest.mark.skipif(not fast.AVAILABLE, reason="no C compiler has built the core")

SMALL: Final = 9
"""So many cards still in the game can be played out in Python in every way there is."""
TURN: Final = State._fields.index("turn") - 2
NAMES: Final = tuple(PRESETS)
PHASE_2: Final = ("free_pick_up", "taken", "runs", "empty_stays")
KINDS: Final = tuple(
    Rules(**dict(zip(PHASE_2, values, strict=True))) for values in product(*map(choices, PHASE_2))
)
"""Every combination of the options that matter in phase 2."""


def endings(rules: Rules, seats: int, seed: int) -> Iterator[State]:
    """Whatever a game at random comes to once two are left."""
    rng = random.Random(seed)
    state = deal(rules, seats, rng.sample(DECK, 52))
    while state.turn is not None:
        if state.phase is Phase.SHEDDING and state.still_in.bit_count() == 2:
            yield state
        moves = legal_moves(state)
        plays = [move for move in moves if isinstance(move, PlayCard)]
        state, _ = apply(state, rng.choice(plays or moves))


@cache
def saved(state: State) -> bool:
    """Whether who is to act can go out first, whatever the other does: every line, by the engine."""
    return any(saves(state, move) for move in legal_moves(state))


def saves(state: State, move: Move) -> bool:
    after, _ = apply(state, move)
    if after.loser is not None:
        return after.loser != state.turn
    return saved(after) == (after.turn == state.turn)


@pytest.mark.parametrize("rules", KINDS, ids=str)
def test_it_is_what_every_line_shows(rules: Rules) -> None:
    compared = lost = 0
    for seed in range(24):
        for state in endings(rules, SEATS[seed % len(SEATS)], seed):
            if (ALL & ~state.gone).bit_count() > SMALL or len(legal_moves(state)) < 2:
                continue
            moves = fast.core(state).solve(1_000_000)
            assert moves is not None
            assert {fast.MOVES[number] for number in moves} == {
                move for move in legal_moves(state) if saves(state, move)
            }
            compared += 1
            lost += not moves
            saved.cache_clear()
    assert compared >= 30
    assert lost


@pytest.mark.parametrize("name", PRESETS)
def test_who_is_saved_is_saved_against_anybody(name: str) -> None:
    """From a saving move on it never loses, whatever the other plays."""
    games = 0
    for seed in range(200):
        state = next(endings(PRESETS[name], 3, seed), None)
        if state is None or state.turn is None or not fast.core(state).solve(search.SEARCH.ending):
            continue
        seat, rng = state.turn, random.Random(seed)
        while state.turn is not None:
            seen = view(state, state.turn)
            move = search.choose(seen, rng) if state.turn == seat else rng.choice(seen.moves)
            state, _ = apply(state, move)
        assert state.loser != seat
        games += 1
        if games == 12:
            break
    assert games == 12


def test_where_some_moves_save_one_of_them_is_played() -> None:
    """With next to no search it would err in many of these."""
    shallow, met, erred = search.SEARCH._replace(iterations=30), 0, 0
    for seed in range(60):
        for state in endings(PRESETS[NAMES[seed % 4]], 3, seed):
            moves = fast.core(state).solve(search.SEARCH.ending)
            if moves is None or state.turn is None or not 0 < len(moves) < len(legal_moves(state)):
                continue
            seen, saving = view(state, state.turn), {fast.MOVES[number] for number in moves}
            assert search.choose(seen, random.Random(seed), shallow) in saving
            met += 1
            erred += search.choose(seen, random.Random(seed), shallow._replace(ending=0)) not in saving
    assert met > 100
    assert erred > 5


def just_gone(
    oldest: bool, trump: str, turn: int, *hands: str, table: tuple[tuple[int, str], ...]
) -> fast.Core:
    """One of three has just gone out, and the trick of three is still on; who can beat must, no runs."""
    held, lying = [int(cards(hand)) for hand in hands], [(seat, int(cards(text))) for seat, text in table]
    live = sum(held) + sum(play for _, play in lying)
    out = tuple(seat for seat in range(3) if not held[seat])
    still_in = sum(1 << seat for seat in range(3) if held[seat])
    phase_1 = ((0,) * 3, 0, (), 0, 0, 0, "SHDC".index(trump), 52, 0)
    fields = (2, *phase_1, turn, tuple(held), tuple(lying), live, still_in, out, 3, ALL & ~live)
    rules = bytes((0, 0, 0, 0, 0, 0, oldest, 0, 0))
    return fast.Core(rules, bytes(range(52)), (*fields, (0, 0, 0), (), 0, None))


@pytest.mark.parametrize(
    ("core", "saving"),
    [
        (just_gone(True, "S", 2, "KH 8C", "", "4H 5H 9H 5D 6D 8D TD", table=((1, "4D"),)), "5D 6D"),
        (just_gone(True, "D", 2, "", "AS 9H 7D KD", "5S QH 7C JC", table=((0, "QC"), (1, "6D"))), ""),
        (just_gone(False, "H", 1, "", "AC", "KS 8H KD AD 5C", table=((0, "7D"), (2, "QD"))), ""),
    ],
)
def test_neighbours_are_not_alike_where_one_of_them_may_come_back(core: fast.Core, saving: str) -> None:
    """Found against every line: the lowest of a row does not stand for all of it under these rules."""

    def by_every_line(game: fast.Core, move: int) -> bool:
        seat, after = game.fields()[TURN], game.copy()
        after.play(move)
        loser, turn = after.fields()[-1], after.fields()[TURN]
        if loser is not None:
            return bool(loser != seat)
        return any(by_every_line(after, m) for m in after.legal()) is (turn == seat)

    true = {move for move in core.legal() if by_every_line(core, move)}
    assert true == {int(cards(code)) for code in saving.split()}
    assert set(core.solve(1_000_000) or ()) == true


def test_a_very_long_line_is_given_up() -> None:
    """Made up; it went so deep that there was no room on the stack."""
    hands = (0x290000A0C04A, 0x11600005B2494, 0, 0, 0, 0)
    table = ((2, 1), (3, 0x8000000000), (4, 0x800000000000), (5, 0x2000000000000))
    live = sum(hands) + sum(play for _, play in table)
    phase_1 = ((0,) * 6, 0, (), 0, 0, 0, 3, 52, 0)
    fields = (2, *phase_1, 1, hands, table, live, 0b11, (2, 3, 4, 5), 6, ALL & ~live, (0,) * 6, (), 0, None)
    assert fast.Core(bytes(9), bytes(range(52)), fields).solve(50_000) in (None, ())


def test_what_takes_too_long_is_not_said() -> None:
    state = next(endings(PRESETS["skitgubbe"], 2, 1))
    assert state.turn is not None
    assert fast.core(state).solve(1) is None
    seen = view(state, state.turn)
    assert search.choose(seen, random.Random(1), search.SEARCH._replace(iterations=20)) in seen.moves


@pytest.mark.parametrize("seats", [2, 3])
def test_where_more_than_two_are_left_or_phase_1_is_on_there_is_nothing_to_solve(seats: int) -> None:
    state = deal(PRESETS["skitgubbe"], seats, DECK)
    while state.phase is Phase.BUILDING:
        with pytest.raises(ValueError, match="two"):
            fast.core(state).solve(100)
        state, _ = apply(state, legal_moves(state)[0])
    if seats == 3:
        with pytest.raises(ValueError, match="two"):
            fast.core(state).solve(100)
