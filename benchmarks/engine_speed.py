"""Random legal play of three-player skitgubbe, beside OpenSpiel's C++ `hearts` driven from Python.

Both are driven the same way, single-threaded, the two in turn, five times each: the ratio of the
medians is what counts, since machines are noisy. A move is a decision of a player; OpenSpiel's chance
nodes (the deal, card by card) are played from `chance_outcomes` and count no more than our shuffle does.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable

import pyspiel

from engine import DECK, PRESETS, apply, deal, legal_moves

ROUNDS = 5
OURS, THEIRS = 150, 400
"""Games a round, so that both take about half a second."""
BAR, AIM = 0.6, 1.0


def skitgubbe(games: int, rng: random.Random) -> int:
    """Play so many games; the number of moves."""
    rules, deck, moves = PRESETS["skitgubbe"], list(DECK), 0
    for _ in range(games):
        rng.shuffle(deck)
        state = deal(rules, 3, deck)
        while state.turn is not None:
            state, _events = apply(state, rng.choice(legal_moves(state)))
            moves += 1
    return moves


def hearts(games: int, rng: random.Random) -> int:
    """Play so many games; the number of moves."""
    game, moves = pyspiel.load_game("hearts"), 0
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                actions, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(actions, weights)[0])
            else:
                state.apply_action(rng.choice(state.legal_actions()))
                moves += 1
    return moves


def timed(play: Callable[[int, random.Random], int], games: int, rng: random.Random) -> tuple[float, float]:
    """Moves and games a second."""
    start = time.perf_counter()
    moves = play(games, rng)
    seconds = time.perf_counter() - start
    return moves / seconds, games / seconds


def main() -> None:
    """Print moves/s, games/s and the ratio."""
    rng = random.Random(1)
    timed(skitgubbe, OURS // 3, rng)
    ours, theirs = [], []
    for _ in range(ROUNDS):
        ours.append(timed(skitgubbe, OURS, rng))
        theirs.append(timed(hearts, THEIRS, rng))
    print("Random legal play, median of five                moves/s   games/s")
    medians = []
    for name, figures in (("engine: skitgubbe, three players", ours), ("OpenSpiel: hearts (C++)", theirs)):
        moves, games = (statistics.median(column) for column in zip(*figures, strict=True))
        medians.append(moves)
        print(f"  {name:42} {moves:11,.0f} {games:9,.0f}")
    ratio = medians[0] / medians[1]
    print(f"  ratio {ratio:.2f} (bar {BAR}, aim {AIM}): {'held' if ratio >= BAR else 'NOT HELD'}")
