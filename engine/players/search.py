"""The searching player: deals the cards it has not seen, plays the game to its end, and so a thousand times.

Each time the unseen cards lie otherwise, but as everything seen allows. UCB1 shares the games out among the
moves; the move that got most of them is played. Where the core is not built it plays as the careful player.
"""

from __future__ import annotations

from random import Random
from typing import Final, NamedTuple

from engine import fast
from engine.moves import Move
from engine.players import careful
from engine.view import PlayerView


class Strength(NamedTuple):
    """How much is thought, and who plays the games that are thought of."""

    iterations: int = 3000
    policy: str = "greedy"
    noise: float = 0.3  # the share of moves that these players make at random
    exploration: float = 0.7
    milliseconds: int = 0  # after these the best so far is played, and the clock has a say; 0 is no limit


SEARCH: Final = Strength()
SEARCH200: Final = Strength(iterations=200, policy="greedy", noise=0.1, exploration=2**0.5)
"""Frozen: the baseline of that name in the arena."""


def choose(view: PlayerView, rng: Random, strength: Strength = SEARCH) -> Move:
    """A legal move for the seat whose view this is; it must be to act. `ValueError` if it is not."""
    if not fast.AVAILABLE or len(view.moves) < 2:
        return careful.choose(view, rng)
    branches = fast.known(view).search(
        strength.iterations,
        rng.getrandbits(64),
        strength.policy,
        strength.noise,
        strength.exploration,
        strength.milliseconds,
    )
    best, _, _ = max(branches, key=lambda branch: branch[1:])
    return fast.MOVES[best]
