"""Every error of the engine, in one tree."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.moves import Move


class EngineError(Exception):
    """The root: whatever the engine refuses is one of these."""


class Unreadable(EngineError, ValueError):
    """A text is no card, move, rules or record; the message shows the text and the place."""

    def __init__(self, kind: str, text: str, place: str, why: str) -> None:
        super().__init__(f"cannot read {kind} {text!r}, {place}: {why}")
        self.kind = kind
        self.text = text
        self.place = place
        self.why = why


class BrokenPromise(EngineError):
    """A record whose cards were not dealt as it says; the message names the line."""

    def __init__(self, line: int, why: str) -> None:
        super().__init__(f"line {line}: {why}")
        self.line = line
        self.why = why


class BadRules(EngineError, ValueError):
    """A value that a field of `Rules` does not take; the message names the field."""

    def __init__(self, field: str, value: object, allowed: str) -> None:
        super().__init__(f"rules field {field!r} cannot be {value!r}: {allowed}")
        self.field = field
        self.value = value


class BadDeal(EngineError, ValueError):
    """Seats or a deck that no game can be dealt from."""


class Reason(Enum):
    """Why a move is refused."""

    GAME_OVER = "game over"
    NOT_IN_HAND = "not in hand"
    DOES_NOT_BEAT = "does not beat"
    NO_RUNS = "no runs in this game"
    NO_RUNS_YET = "no runs in phase 1"
    STOCK_TOO_LOW = "fewer than two cards in the stock"
    NO_TURNING_UP = "no turning up in phase 2"
    NO_PICKING_UP = "no picking up in phase 1"
    NOTHING_TO_PICK_UP = "nothing to pick up"
    CAN_BEAT = "who can beat may not pick up"


class IllegalMove(EngineError):
    """A move the rules forbid. The state is as it was."""

    def __init__(self, move: Move, reason: Reason) -> None:
        super().__init__(f"{move}: {reason.value}")
        self.move = move
        self.reason = reason
