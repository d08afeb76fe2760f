"""`myllymatti replay FILE`: a game in the terminal, move by move, in the words of the bot's own screens."""

from __future__ import annotations

import os
import re
import sys
from io import TextIOWrapper
from typing import Final

from bot.record_file import NoRecord, read_file
from bot.replays import Replay
from bot.screens.parts import Scene, Sitter
from bot.screens.replay import OPEN, SHUT, told
from bot.texts import texts
from engine import Seat

KEYS: Final = "Enter: on, b: back, f: first, l: last, a number: that turn, q: quit"
MARKS: Final = re.compile(r"^(?:### |-# )|\*\*|`|\ufe0e", re.MULTILINE)
"""What Discord reads as form, and asks for text style with."""


def main(path: str, seat: int | None) -> int:
    """Step through the record in a file, or without a terminal print all of it; `NoRecord` if it is none.

    Cards lie open, or only those of one seat, counted from 1.
    """
    record = read_file(path)
    if seat is not None and not 1 <= seat <= record.seats:
        raise NoRecord(f"there is no seat {seat}: {path} has seats 1 to {record.seats}")
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # what knows no suits shows their numbers
    game, whose = Replay(record), None if seat is None else seat - 1
    try:
        if sys.stdin.isatty() and sys.stdout.isatty():
            _step(game, whose)
        else:
            for ply in range(game.plies + 1):
                print(_moment(game, ply, whose), end="\n\n")
            sys.stdout.flush()
    except BrokenPipeError:  # who read has seen enough, as with `| head`; nothing is left to flush
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


def _step(game: Replay, whose: Seat | None) -> None:
    ply: int | None = 0
    print(KEYS)
    while ply is not None:
        print(f"\n{_moment(game, ply, whose)}\n")
        ply = _asked(game, ply)


def _asked(game: Replay, ply: int) -> int | None:
    """Where to go next, asked until it can be read; None: nowhere any more."""
    while True:
        try:
            typed = input("> ").strip().lower()
        except EOFError:
            return None
        if typed == "q":
            return None
        keys = {"": ply + 1, "b": ply - 1, "f": 0, "l": game.plies}
        to = keys.get(typed, int(typed) if re.fullmatch("[0-9]{1,9}", typed) else None)
        if to is None:
            print(KEYS)
        elif not 0 <= to <= game.plies:
            print(f"there are turns 0 to {game.plies}")
        else:
            return to


def _moment(game: Replay, ply: int, whose: Seat | None) -> str:
    """One moment as plain text."""
    t, moment = texts(), game.at(ply)
    seats = range(1, moment.state.seats + 1)
    scene = Scene(
        table=0,
        rules=game.rules,
        size=moment.state.seats,
        sitters=tuple(Sitter(t("Player {n}", n=seat)) for seat in seats),
    )
    hands = OPEN if whose is None else SHUT
    parts = told(moment, scene, t, t.game(game.rules.name), seat=whose, hands=hands)
    return MARKS.sub("", "\n\n".join("\n".join(lines) for lines in parts)).replace("\u00a0", " ")
