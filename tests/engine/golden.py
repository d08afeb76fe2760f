"""The golden records and what each comes to. A rule that drifts turns into a diff of this table.

After a change that was meant: `python -m tests.engine.golden` writes the records of the presets anew (random
legal play, fixed seeds) and prints the table.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final, NamedTuple

from engine import PRESETS, Record, Seat, legal_moves, read, write
from engine.record import steps
from tests.engine.chance import PRESETS_AND_SEATS, Game, at_random

RECORDS: Final = Path(__file__).parent.parent / "records"


class Row(NamedTuple):
    """A finished game: who lost, in which order the others went out, and how many moves it had.

    `choices` counts the legal moves there were in all, so that one more or less anywhere is seen.
    """

    loser: Seat
    out: tuple[Seat, ...]
    actions: int
    choices: int


GOLDEN: Final[dict[str, Row]] = {
    "mattis-3": Row(1, (0, 2), 145, 765),
    "mattis-4": Row(1, (0, 3, 2), 136, 600),
    "mattis-5": Row(2, (3, 4, 1, 0), 295, 877),
    "mattis-6": Row(2, (5, 4, 1, 3, 0), 253, 745),
    "mattis-7": Row(2, (1, 0, 6, 5, 3, 4), 283, 845),
    "mattis-8": Row(3, (0, 5, 2, 7, 6, 1, 4), 276, 841),
    "myllymatti-3": Row(2, (0, 1), 260, 1072),
    "myllymatti-open-2": Row(0, (1,), 131, 942),
    "myllymatti-open-3": Row(2, (1, 0), 166, 851),
    "myllymatti-open-4": Row(3, (2, 0, 1), 207, 867),
    "skitgubbe-2": Row(1, (0,), 143, 1003),
    "skitgubbe-3": Row(1, (0, 2), 332, 1270),
    "skitgubbe-4": Row(3, (2, 0, 1), 249, 920),
    "swept-cycle": Row(0, (1, 2), 219, 679),
}


def row(record: Record) -> Row:
    """What a record comes to."""
    states = [state for state, _ in steps(record)]
    loser = states[-1].loser
    assert loser is not None, "a golden game is played to its end"
    return Row(loser, states[-1].out, len(record.moves), sum(len(legal_moves(state)) for state in states))


def main() -> None:
    for name, seats in PRESETS_AND_SEATS:
        game = Game(PRESETS[name], seats, 52 + seats, at_random)
        record = Record(game.rules, seats, game.begin().deck, tuple(step.move for step in game.steps()))
        (RECORDS / f"{name}-{seats}.txt").write_text(write(record))
    for path in sorted(RECORDS / f"{name}.txt" for name in GOLDEN):
        sys.stdout.write(f'    "{path.stem}": Row{tuple(row(read(path.read_text())))},\n')


if __name__ == "__main__":
    main()
