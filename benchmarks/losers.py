"""The table of losers, asked of a store with 1,000 and with 100,000 finished games, all of one server.

Beside it, in turn and in the same process, the same numbers counted out of games and seats, as they would be
without `standings`. What is measured is all that `/myllymatti losers` asks: everybody's games,
the order, the months, the hat; this season's too.
"""

from __future__ import annotations

import asyncio
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

import sqlalchemy as sa

from bot.standings import EVER, Tally, ranked, season
from bot.store import Store

ROUNDS = 15
LIMITS = {1_000: 50, 100_000: 200}
"""Milliseconds that so many games may take."""
GUILD, PEOPLE = 10**18, 500
BEGAN = datetime(2024, 1, 1, tzinfo=UTC)
NAIVE = sa.text(
    "SELECT s.user_id, count(*), sum(g.loser = s.seat), sum(840 / g.size)"
    " FROM games g JOIN seats s ON s.game_id = g.id"
    f" WHERE g.guild_id = {GUILD} AND g.status = 'finished' AND s.user_id IS NOT NULL"
    " AND (SELECT count(*) FROM seats o WHERE o.game_id = g.id AND o.user_id IS NOT NULL) > 1"
    " GROUP BY s.user_id"
)


def fill(file: Path, number: int) -> None:
    """So many games of two to five people, over two years."""
    rng, step = Random(number), timedelta(days=730) / number
    people = rng.sample(range(10**17, 10**18), PEOPLE)
    games, seats, results = [], [], []
    for game in range(1, number + 1):
        ended, size = BEGAN + game * step, rng.choice((2, 3, 3, 3, 4, 5))
        moment, loser, month = f"{ended:%Y-%m-%d %H:%M:%S.%f}", rng.randrange(size), season(ended)
        games.append((game, GUILD, game, size, people[0], moment, moment, loser))
        for seat, user in enumerate(rng.sample(people, size)):
            seats.append((game, seat, user))
            facts = (size, size, seat + 1, seat == loser, False, 12, 25.0, 8.0)
            results.append((game, seat, GUILD, user, "myllymatti", month, moment, *facts))
    with closing(sqlite3.connect(file)) as database, database:
        database.executemany(
            "INSERT INTO games (id, guild_id, channel_id, rules, size, status, host_id, engine_revision,"
            " opened_at, ended_at, loser, end_shown) VALUES (?, ?, ?, 'myllymatti', ?, 'finished', ?, 1,"
            " ?, ?, ?, 1)",
            games,
        )
        database.executemany("INSERT INTO seats (game_id, seat, user_id) VALUES (?, ?, ?)", seats)
        database.executemany(f"INSERT INTO results VALUES ({', '.join('?' * 15)})", results)
        for month in ("season", f"'{EVER}'"):
            database.execute(
                f"INSERT INTO standings SELECT guild_id, {month}, user_id, count(*), sum(lost),"
                " sum(840 / size) FROM results GROUP BY 1, 2, 3"
            )


async def losers(store: Store, tallies: Awaitable[list[Tally]]) -> object:
    """What the command asks."""
    order = ranked(await tallies)
    return order, await store.results.last_loser(GUILD), await store.results.seasons(GUILD)


async def naive(store: Store) -> list[Tally]:
    """Everybody's games without the table of results."""
    async with store.engine.connect() as connection:
        return [Tally(*row) for row in await connection.execute(NAIVE)]


async def timed(asked: Awaitable[object]) -> float:
    """Milliseconds."""
    start = time.perf_counter()
    await asked
    return (time.perf_counter() - start) * 1000


async def measured(number: int) -> tuple[float, float, float]:
    """Medians: all time, one season, and the naive way."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "games.db")
        store = Store(f"sqlite+aiosqlite:///{file}")
        await store.open()
        fill(file, number)
        month = season(BEGAN + timedelta(days=400))
        assert sorted(await naive(store), key=str) == sorted(await store.results.tallies(GUILD), key=str)
        ways: tuple[Callable[[], Awaitable[list[Tally]]], ...] = (
            lambda: store.results.tallies(GUILD),
            lambda: store.results.tallies(GUILD, month),
            lambda: naive(store),
        )
        times = [[await timed(losers(store, way())) for way in ways] for _ in range(ROUNDS)]
        await store.close()
    ever, in_month, without = map(statistics.median, zip(*times, strict=True))
    return ever, in_month, without


def main() -> None:
    """Print milliseconds, and ratios to the limit and to the naive way."""
    print(f"Losers, median of {ROUNDS}             ms  of limit   a season   without results")
    held = True
    for number, limit in LIMITS.items():
        ever, month, without = asyncio.run(measured(number))
        held &= ever <= limit and month <= limit
        ratio = f"× {without / ever:.1f}"
        print(f"  {number:7,} games {ever:18.1f} {ever / limit:9.2f} {month:10.1f} {ratio:>17}")
    limits = " and ".join(f"{limit} ms" for limit in LIMITS.values())
    print(f"  limits {limits}: {'held' if held else 'NOT HELD'}")


if __name__ == "__main__":
    main()
