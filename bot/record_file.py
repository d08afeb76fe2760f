"""A record in a file: whoever hands it over is told what is wrong with it, and in which line."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from engine import Record, Unreadable, read
from engine.record import PLAIN, TITLE

TITLES: Final = (PLAIN.encode(), TITLE.encode())
LARGEST: Final = 1_000_000
"""Bytes; the longest games take some thousand."""
WIDTH: Final = 200
"""Characters of what stands there, and of why that is wrong; they may be a whole line."""


class NoRecord(Exception):
    """The file holds no record that can be replayed; one line that says why.

    `damaged` if it begins as one does.
    """

    def __init__(self, why: str, *, damaged: bool = False) -> None:
        super().__init__(why)
        self.damaged = damaged


def read_file(path: str) -> Record:
    """The record in a file, every move of it legal; `NoRecord` for whatever else may be there."""
    name = path if path.isprintable() else repr(path)
    try:
        with Path(path).open("rb") as file:
            data = file.read(LARGEST + 1)
    except OSError as error:
        raise NoRecord(f"{name} cannot be read: {error.strerror}") from None
    if len(data) > LARGEST:
        raise NoRecord(f"{name} is no record: it has more than {LARGEST:,} bytes")
    damaged = data.partition(b"\n")[0].strip() in TITLES
    try:
        return read(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise NoRecord(f"{name} is no record: line {line} is no text", damaged=damaged) from None
    except Unreadable as error:
        told = f"{error.why:.{WIDTH}}"
        if error.text:
            told = f"{error.text!a:.{WIDTH}}: {told}"
        raise NoRecord(f"{name} is damaged, {error.place}: {told}", damaged=damaged) from None
