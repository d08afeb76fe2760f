"""How strong a computer player is: three levels, each measured in docs/computers.md.

`choose` depends on what the seat may know and on its own random numbers, and on nothing else.
"""

from __future__ import annotations

from enum import StrEnum
from random import Random

from engine.moves import Move
from engine.players import easy, normal, search
from engine.view import PlayerView


class Level(StrEnum):
    """As the database and the arena name them, the weakest first."""

    EASY = "easy"
    NORMAL = "normal"
    HARD = "hard"


def choose(level: Level, view: PlayerView, rng: Random) -> Move:
    """A legal move for the seat whose view this is; it must be to act. `ValueError` if it is not."""
    match level:
        case Level.EASY:
            return easy.choose(view, rng)
        case Level.NORMAL:
            return normal.choose(view, rng)
        case Level.HARD:
            return search.choose(view, rng, search.suited(search.SEARCH, view.rules))
