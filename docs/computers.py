"""Measures the computer players against each other and writes docs/computers.md.

    .venv/bin/python -m docs.computers [--games 90] [--jobs 2]

With 90 games a match it takes most of an hour on two cores. Every match is one of `myllymatti arena`,
with seed 0: who doubts a row plays it again. What is done is written at once.
"""

# ruff: noqa: T201 - it tells how far it has come

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from bot.arena import Match, Score, played, score

SEATS: Final = {
    "myllymatti": (2, 3, 4),
    "mattis": (2, 3, 4, 6),
    "myllymatti-open": (2, 3, 4),
    "skitgubbe": (2, 3, 4),
}
MATCHES: Final = (("normal", "easy"), ("hard", "normal"), ("hard", "greedy"), ("hard", "search200"))
MEASURED: Final = "## All games"
FILE: Final = Path(__file__).with_suffix(".md")


def main() -> None:
    """Play all matches, and write what came of them below the text, in place of the last ones."""
    parser = argparse.ArgumentParser(prog="docs.computers", description="Measure the computer players.")
    parser.add_argument("--games", type=int, default=90)
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    before, _, _ = FILE.read_text("utf-8").partition(MEASURED)
    table = ""
    for row in rows(options.games, options.jobs):
        table += row + "\n"
        FILE.write_text(f"{before}{MEASURED}\n\n{table}", "utf-8")


def rows(games: int, jobs: int) -> Iterator[str]:
    """The table in Markdown."""
    yield (
        "| game | players | fair share | "
        + " | ".join(f"{one} against {other}" for one, other in MATCHES)
        + " |"
    )
    yield "|---" * (3 + len(MATCHES)) + "|"
    for game, sizes in SEATS.items():
        for seats in sizes:
            number = -(-games // seats) * seats
            cells = []
            for candidate, against in MATCHES:
                match = Match(game, seats, candidate, against, "0")
                result = score([one for some in played(match, number, jobs) for one in some])
                cells.append(cell(result))
                print(
                    f"{game} {seats}: {candidate} against {against}: {cells[-1]}", file=sys.stderr, flush=True
                )
            yield f"| {game} | {seats} | {1 / seats:.1%} | " + " | ".join(cells) + " |"


def cell(result: Score) -> str:
    """A match in a few words: how many lost, and the 95 % interval."""
    low, high = result.interval
    return f"{result.loss_rate:.1%} ({low:.1%}–{high:.1%})"


if __name__ == "__main__":
    main()
