"""Frozen players: what the levels are measured against. Do not improve them.

`greedy` has one rule for each case, `search200` searches a little with it, `random` plays anything legal. The
former two are the core's (`engine.fast`); without it they raise `ImportError`.
"""

from __future__ import annotations

from random import Random
from typing import Final

from engine import fast
from engine.moves import PICK_UP, Move
from engine.players import search
from engine.view import PlayerView

PATIENCE: Final = 9
"""Actions in one trick after which `greedy` picks up though it could beat."""


def at_random(view: PlayerView, rng: Random, acted: int = 0) -> Move:
    """Any legal move."""
    return rng.choice(view.moves)


def greedy(view: PlayerView, rng: Random, acted: int = 0) -> Move:
    """The rule for this case; `acted` is how many plays and pick-ups the trick of phase 2 has seen."""
    if len(view.moves) == 1:
        return view.moves[0]
    if acted >= PATIENCE and PICK_UP in view.moves:
        return PICK_UP
    whole = _core(view).imagine(0)  # where the others' cards are makes no difference to it
    return fast.MOVES[whole.choose(0, "greedy")]


def search200(view: PlayerView, rng: Random, acted: int = 0) -> Move:
    """200 rollouts a decision by `greedy`, a tenth of whose moves are random."""
    _core(view)
    return search.choose(view, rng, search.SEARCH200)


def _core(view: PlayerView) -> fast.Core:
    if not fast.AVAILABLE:
        raise ImportError("the core in C is not built")
    return fast.known(view)
