"""The searching player: deals the cards it has not seen, plays to the end, and does so thousands of times.

Each time the unseen cards lie otherwise, but as everything seen allows. What came of a move before says how
often it is tried again, and of the moves that follow it too; the move that was tried most is played. Once two
are left all cards are known, and the end is worked out, if it is not too long. Where the core is not built it
plays as the careful player.
"""

from __future__ import annotations

from random import Random
from typing import Final, NamedTuple

from engine import fast
from engine.moves import Move
from engine.players import careful
from engine.rules import Rules
from engine.view import PlayerView


class Strength(NamedTuple):
    """How much is thought, and who plays the games that are thought of."""

    iterations: int = 4000
    policy: str = "greedy"
    noise: float = 0.1  # the share of moves that these players make at random
    exploration: float = 0.7
    milliseconds: int = 0  # after these the best so far is played, and the clock has a say; 0 is no limit
    shrewd: float = 0.25  # the share of games in which the others look ahead too; below 0 nobody does
    ending: int = 50_000  # positions looked at to work out an end between two; 0: none is


SHORT: Final = 28
"""With more cards in the game an end is too long: it is not tried to be worked out."""

SEARCH: Final = Strength()
SEARCH200: Final = Strength(
    iterations=200, policy="greedy", noise=0.1, exploration=2**0.5, shrewd=-1, ending=0
)
"""Frozen: the baseline of that name in the arena."""


def suited(strength: Strength, rules: Rules) -> Strength:
    """With runs the careful rule, which plays them, and more chance: `greedy` knows single cards only."""
    return strength._replace(policy="careful", noise=0.3) if rules.runs else strength


def choose(view: PlayerView, rng: Random, strength: Strength = SEARCH) -> Move:
    """A legal move for the seat whose view this is; it must be to act. `ValueError` if it is not."""
    if not fast.AVAILABLE or len(view.moves) < 2:
        return careful.choose(view, rng)
    known, seed = fast.known(view), rng.getrandbits(64)
    if view.shedding and len(view.still_in) == 2 and 52 - len(view.gone) <= SHORT and strength.ending:
        saving = known.imagine(0).solve(strength.ending)  # what is not seen is in the other's hand
        if saving:
            return fast.MOVES[saving[0]]
    branches = known.search(
        strength.iterations,
        seed,
        strength.policy,
        strength.noise,
        strength.exploration,
        strength.milliseconds,
        strength.shrewd,
    )
    best, _, _ = max(branches, key=lambda branch: branch[1:])
    return fast.MOVES[best]
