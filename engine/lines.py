"""Texts that are read line by line: what is wrong is shown with the number of its line."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from engine.errors import EngineError, IllegalMove, Unreadable

T = TypeVar("T")


def read_line(lines: Sequence[str], number: int, key: str, parse: Callable[[str], T]) -> T:
    """What stands after `key` in a line, the first being 1. `Unreadable` names the line."""
    line = lines[number - 1].strip() if len(lines) >= number else ""
    if line != key and not line.startswith(f"{key} "):
        raise Unreadable("record", line, f"line {number}", f"here stands {key!r}")
    rest = line[len(key) + 1 :]
    try:
        return parse(rest)
    except EngineError as error:
        raise Unreadable("record", rest, f"line {number}", why(error)) from error


def why(error: EngineError) -> str:
    """What is wrong, for a message that says itself where."""
    match error:
        case Unreadable():
            return f"{error.text!r} {error.place}: {error.why}"
        case IllegalMove():
            return error.reason.value
        case _:
            return str(error)
