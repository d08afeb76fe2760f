"""The easy player: knows the careful rules, does not always think of them, and remembers nothing."""

from __future__ import annotations

from random import Random
from typing import Final

from engine.moves import PICK_UP, Move
from engine.players import careful
from engine.view import PlayerView

SLIPS: Final = 0.3
"""The share of moves that are not thought about: any card will do, or one is picked up for nothing."""


def choose(view: PlayerView, rng: Random) -> Move:
    """A legal move for the seat whose view this is; it must be to act. `ValueError` if it is not."""
    if rng.random() >= SLIPS or len(view.moves) < 2:
        return careful.choose(view, rng)
    plays = [move for move in view.moves if move is not PICK_UP]
    if not plays or (PICK_UP in view.moves and rng.random() < SLIPS):
        return PICK_UP
    return rng.choice(plays)
