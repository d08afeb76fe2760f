"""Who lost, worked out anew from games, seats and moves: the same as it was written game by game.

Games whose moves cannot be replayed any more keep their loser, and of the rest what was written when they
were played. Replaying and rating run in a thread, at some 3 ms a game; each server is written in one
transaction.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any, Final, NamedTuple

from bot import standings
from bot.records import so_far
from bot.standings import NEWCOMER, Rating
from bot.store import ENGINE_REVISION, Store, StoredGame
from engine import State
from engine.errors import EngineError
from engine.record import steps

log = logging.getLogger(__name__)

AT_ONCE: Final = 200
"""How many games are in memory with their moves."""
VERSION: Final = "1"
"""Goes up when results are worked out otherwise: each database is then rebuilt at the next start."""
NOTE: Final = "results"


class Facts(NamedTuple):
    """What only the moves of a game tell."""

    blue: tuple[int, ...]
    worst: tuple[int, ...]


async def catch_up(store: Store) -> None:
    """Rebuild a database whose results are of an older version, or that has none."""
    if await store.note(NOTE) != VERSION and (games := await rebuild(store)):
        log.info("who lost %s games has been worked out", games)


async def rebuild(store: Store) -> int:
    """All results and ratings anew; how many games count."""
    games = 0
    for guild_id in await store.results.guilds():
        while (counted := await _rebuilt(store, guild_id)) is None:
            log.info("server %s: a game has ended meanwhile, or somebody has been deleted", guild_id)
        games += counted
    await store.set_note(NOTE, VERSION)
    return games


async def _rebuilt(store: Store, guild_id: int) -> int | None:
    """One server; None if a game ended there meanwhile, or somebody was deleted: it is to be done again."""
    finished = await store.results.finished(guild_id)
    written = {(row.game_id, row.seat): row for row in await store.results.rows(guild_id)}
    rows: list[dict[str, Any]] = []
    for start in range(0, len(finished), AT_ONCE):
        part = finished[start : start + AT_ONCE]
        stored = await store.load_all([game.id for game in part])
        facts = await asyncio.to_thread(_all_replayed, stored)
        for game in part:
            blue, worst = facts[game.id] or ((), ())
            for made in game.rows(blue, worst):
                before = written.get((game.id, made["seat"]))
                if facts[game.id] is None and before is not None:
                    made |= {"blamattis": before.blamattis, "worst": before.worst}
                rows.append(made)
    await asyncio.to_thread(rate, rows)
    return len(finished) if await store.results.rewrite(guild_id, finished, rows) else None


def _all_replayed(stored: Iterable[StoredGame]) -> dict[int, Facts | None]:
    return {game.id: replayed(game) for game in stored}


def replayed(stored: StoredGame) -> Facts | None:
    """What the moves of a finished game tell; None if they cannot be replayed to its loser."""
    if stored.deck is None or stored.engine_revision != ENGINE_REVISION:
        return None
    try:
        state, worst = _followed(state for state, _ in steps(so_far(stored)))
    except EngineError:
        return None
    return Facts(standings.blue(state), worst) if state.loser == stored.loser else None


def _followed(states: Iterable[State]) -> tuple[State, tuple[int, ...]]:
    worst: tuple[int, ...] = ()
    for state in states:
        worst = standings.largest(worst, state)
    return state, worst


def rate(rows: Sequence[dict[str, Any]]) -> None:
    """Put the ratings into a server's rows, which are in order."""
    known: dict[int, Rating] = {}
    for _, sat in groupby(rows, lambda row: row["game_id"]):
        game = sorted((row for row in sat if row["people"] > 1), key=lambda row: row["place"])
        if not game:
            continue
        after = standings.rated([known.get(row["user_id"], NEWCOMER) for row in game])
        for row, rating in zip(game, after, strict=True):
            known[row["user_id"]] = rating
            row.update(rating._asdict())
