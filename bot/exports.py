"""A server's results as files: CSV for a spreadsheet, JSON for a program. Pure.

They hold what is known of finished games alone, and no card. People are ids while they are members; who has
left the server is `former-1`, `former-2` …, in the order of his first game here.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Collection, Sequence
from itertools import groupby
from typing import Any, Final, NamedTuple

from bot.results import Row

FORMAT: Final = "myllymatti results 1"
LARGEST: Final = 4 * 2**20
"""Bytes of the larger of the two files: Discord takes 10 MiB with a message."""
COLUMNS: Final = (
    *("game", "kind", "ended", "season", "seats", "people", "member", "place", "lost", "blamattis"),
    *("largest_hand", "rating_mu", "rating_sigma"),
)


class Export(NamedTuple):
    """Both files, how many games are in them, and how many older ones did not fit."""

    csv: bytes
    json: bytes
    games: int
    left_out: int


def export(rows: Sequence[Row], members: Collection[int]) -> Export:
    """The files of these rows, which are in order; of too many, the newest games that fit."""
    former: dict[int, str] = {}
    for row in rows:
        if row.user_id not in members:
            former.setdefault(row.user_id, f"former-{len(former) + 1}")
    games = [[_line(row, former) for row in game] for _, game in groupby(rows, lambda row: row.game_id)]
    every = len(games)
    while len(text := _json(games)) > LARGEST:
        games = games[-(len(games) * LARGEST * 9 // (len(text) * 10)) :]
    return Export(_csv(games), text, len(games), every - len(games))


def _line(row: Row, former: dict[int, str]) -> dict[str, Any]:
    values = (
        *(row.game_id, row.game, row.ended_at.isoformat(), row.season, row.size, row.people),
        *(former.get(row.user_id, str(row.user_id)), row.place, row.lost, row.blamattis),
        *(row.worst, row.mu, row.sigma),
    )
    return dict(zip(COLUMNS, values, strict=True))


def _csv(games: Sequence[Sequence[dict[str, Any]]]) -> bytes:
    out = io.StringIO(newline="")
    writer = csv.DictWriter(out, COLUMNS)
    writer.writeheader()
    writer.writerows(line for game in games for line in game)
    return out.getvalue().encode()


def _json(games: Sequence[Sequence[dict[str, Any]]]) -> bytes:
    lines = ",\n".join(json.dumps(line) for game in games for line in game)
    return f'{{"format": "{FORMAT}", "results": [\n{lines}\n]}}\n'.encode()
