"""The core in C beside the engine: random legal play of three-player skitgubbe, and the search upon it.

Both play in turn, single-threaded, five times each. Hard is asked at every decision of whole games among hard
players, and beside it the frozen baseline; what counts is the time of decisions in which there is a choice.
"""

from __future__ import annotations

import random
import statistics
import time

from benchmarks.engine_speed import OURS, ROUNDS, skitgubbe, timed
from engine import DECK, PRESETS, apply, deal, fast, view
from engine.players import levels, search
from engine.players.levels import Level

DECKS, TIMES = 20, 300
"""So many deals, each played out so often: about half a second a round."""
GAMES = 2
BAR = 1_000_000
MEDIAN_MS, P95_MS = 100, 300


def playouts(decks: int, rng: random.Random) -> int:
    """Random games of the core; the number of moves."""
    moves = 0
    for _ in range(decks):
        core = fast.core(deal(PRESETS["skitgubbe"], 3, rng.sample(DECK, 52)))
        moves += sum(core.playout(seed, "random")[1] for seed in range(TIMES))
    return moves


def decisions(games: int, rng: random.Random) -> tuple[list[float], list[float]]:
    """How many milliseconds each decision took hard, and `search200` in its place."""
    hard, baseline = [], []
    for _ in range(games):
        state = deal(PRESETS["skitgubbe"], 3, rng.sample(DECK, 52))
        while state.turn is not None:
            seen = view(state, state.turn)
            start = time.perf_counter()
            move = levels.choose(Level.HARD, seen, rng)
            between = time.perf_counter()
            search.choose(seen, rng, search.SEARCH200)
            if len(seen.moves) > 1:
                hard.append(1000 * (between - start))
                baseline.append(1000 * (time.perf_counter() - between))
            state, _ = apply(state, move)
    return hard, baseline


def main() -> None:
    """Print moves/s, the ratio, and the time of a decision."""
    if not fast.AVAILABLE:
        print("The core in C is not built: no C compiler was there at the install.")
        return
    rng = random.Random(1)
    timed(playouts, 2, rng)
    engine, core = [], []
    for _ in range(ROUNDS):
        engine.append(timed(skitgubbe, OURS, rng)[0])
        core.append(timed(playouts, DECKS, rng)[0])
    ours, theirs = statistics.median(core), statistics.median(engine)
    print("Random legal play of skitgubbe, three players, median of five    moves/s")
    print(f"  {'core in C':52} {ours:18,.0f}")
    print(f"  {'engine':52} {theirs:18,.0f}")
    print(f"  ratio {ours / theirs:.0f}; bar {BAR:,} moves/s: {'held' if ours >= BAR else 'NOT HELD'}")
    hard, baseline = decisions(GAMES, rng)
    hard.sort()
    median, p95 = statistics.median(hard), hard[len(hard) * 95 // 100]
    held = median <= MEDIAN_MS and p95 <= P95_MS
    ratio = sum(hard) / sum(baseline)
    print(f"A decision of hard ({len(hard)} of them, one core), {ratio:.0f} times as long as search200's")
    print(
        f"  median {median:.1f} ms (bar {MEDIAN_MS}), p95 {p95:.1f} ms (bar {P95_MS}):"
        f" {'held' if held else 'NOT HELD'}"
    )
