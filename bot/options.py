"""What a table may be set to, and what each choice of a host makes of it."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, NamedTuple

from engine import PRESETS, Rules
from engine.rules import OPTIONS, SEATS, choices

SHORTEST_TURN: Final = 30
LONGEST_TURN: Final = 86_400
TIMES: Final = (
    SHORTEST_TURN,
    60,
    120,
    180,
    300,
    600,
    900,
    1_800,
    3_600,
    10_800,
    21_600,
    43_200,
    LONGEST_TURN,
    None,
)
"""How many seconds a turn may take; None: no limit."""
NO_LIMIT: Final = "none"


class Options(NamedTuple):
    """What is played at a table, by how many, and how many seconds a turn takes (None: no limit)."""

    rules: Rules
    size: int
    turn_seconds: int | None

    def chosen(self, what: str, value: str) -> Options:
        """These options with one choice made: `game`, `seats`, `time`, `usual` or an option of `Rules`.

        Raises `ValueError` for a choice that is none.
        """
        if what == "game" and value in PRESETS:
            return self._replace(rules=PRESETS[value])
        if what == "usual":
            return self._replace(rules=PRESETS[self.rules.name])
        if what == "seats" and value in map(str, SEATS):
            return self._replace(size=int(value))
        if what == "time" and value == NO_LIMIT:
            return self._replace(turn_seconds=None)
        if what == "time" and SHORTEST_TURN <= _whole(value) <= LONGEST_TURN:
            return self._replace(turn_seconds=int(value))
        if what in OPTIONS:
            for n, choice in enumerate(choices(what)):
                if value == str(n):
                    return self._replace(rules=replace(self.rules, **{what: choice}))
        raise ValueError(f"{what} cannot be {value}")


def _whole(text: str) -> int:
    """A number as `time_code` writes it; 0 for all else."""
    return int(text) if text.isascii() and text.isdecimal() and not text.startswith("0") else 0


def time_code(seconds: int | None) -> str:
    """A turn's time as the value of a menu's entry."""
    return NO_LIMIT if seconds is None else str(seconds)
