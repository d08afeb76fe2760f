"""Tables as the store has them, in a line or two."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import sqlalchemy as sa

from bot.store import NewTable, Result, Sitting, Status, Store

NOW = datetime(2026, 1, 1, 12, 0, tzinfo=UTC)
AINO, BROR, CIA = 101, 102, 103
GUILD, CHANNEL = 2**62, 2**62 + 1
"""Discord's ids take 63 bits."""
DECK = "2S 3S 4S"


def new_table(*people: int, **changes: Any) -> NewTable:
    """A lobby of these people, in a channel that the test may name."""
    values: dict[str, Any] = {
        "guild_id": GUILD,
        "channel_id": CHANNEL,
        "rules": "myllymatti",
        "size": len(people),
        "host_id": people[0],
        "dealer": None,
        "sittings": tuple(map(Sitting, people)),
    }
    return NewTable(**values | changes)


async def a_lobby(store: Store, *people: int, at: datetime = NOW, **changes: Any) -> int:
    return await store.open_table(
        new_table(*people, **changes), opened_at=at, deadline=at + timedelta(minutes=15)
    )


async def a_game(store: Store, *people: int, at: datetime = NOW, **changes: Any) -> int:
    """A game that has begun."""
    game = await a_lobby(store, *people, at=at, **changes)
    sittings = changes.get("sittings", tuple(map(Sitting, people)))
    await store.start(game, deck=DECK, sittings=sittings, started_at=at, deadline=at + timedelta(minutes=3))
    return game


async def a_move(
    store: Store,
    game: int,
    ply: int,
    move: str = "2S",
    *,
    interaction: int | None = None,
    at: datetime = NOW,
    result: Result | None = None,
) -> None:
    deadline = at + timedelta(minutes=3)
    await store.add_move(
        game, ply, move, interaction_id=interaction, made_at=at, deadline=deadline, result=result
    )


async def a_finished_game(
    store: Store,
    *people: int,
    loser: int,
    at: datetime = NOW,
    sittings: Sequence[Sitting] | None = None,
    **changes: Any,
) -> int:
    """A game that was played to its loser in one move; `loser` is a seat."""
    if sittings is not None:
        changes["sittings"] = tuple(sittings)
    game = await a_game(store, *people, at=at, **changes)
    size = len(changes.get("sittings", people))
    others = [seat for seat in range(size) if seat != loser]
    places = tuple([*others, loser].index(seat) + 1 for seat in range(size))
    await a_move(store, game, 0, at=at, result=Result(loser, places))
    return game


async def an_abandoned_game(store: Store, *people: int, at: datetime = NOW, **changes: Any) -> int:
    game = await a_game(store, *people, at=at, **changes)
    await store.end(game, Status.ABANDONED, at)
    return game


async def rows(store: Store, query: str) -> list[tuple[Any, ...]]:
    """What a query finds, whatever the store itself would ask."""
    async with store.engine.connect() as connection:
        return [tuple(row) for row in await connection.execute(sa.text(query))]
