"""Tables as the store has them, in a line or two."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import sqlalchemy as sa

from bot.seating import Seating, Sitting
from bot.store import Due, NewGame, NewMove, NewTable, Result, Status, Store, StoredGame, Why

NOW = datetime(2026, 1, 1, 12, 0, tzinfo=UTC)
MINUTE, HOUR = timedelta(minutes=1), timedelta(hours=1)
AINO, BROR, CIA = 101, 102, 103
OTSO = Sitting(computer="Otso", level="normal")
GUILD, CHANNEL = 2**62, 2**62 + 1
"""Discord's ids take 63 bits."""
DECK = "2S 3S 4S"
SEED = "5e" * 32
SHUFFLE = "shuffle 1\n"


def seated(*sitters: int | Sitting, dealer: int | None = None, host: int | None = None) -> Seating:
    """These people and computers in this order; the first person is the host, unless another one is."""
    sittings = tuple(Sitting(sitter) if isinstance(sitter, int) else sitter for sitter in sitters)
    if host is None:
        host = next(sitting.user_id for sitting in sittings if sitting.user_id is not None)
    return Seating(host, dealer, sittings)


def new_table(*sitters: int | Sitting, seating: Seating | None = None, **changes: Any) -> NewTable:
    """A lobby of these, or with this seating, in a channel that the test may name."""
    seating = seating or seated(*sitters)
    values: dict[str, Any] = {
        "guild_id": GUILD,
        "channel_id": CHANNEL,
        "rules": "myllymatti",
        "size": len(seating),
        "turn_seconds": 180,
        "seating": seating,
        "seed": SEED,
    }
    return NewTable(**values | changes)


def turn(at: datetime) -> Due:
    """What is due at a turn that begins now."""
    return Due(at + 3 * MINUTE, at + 1.5 * MINUTE)


async def a_lobby(store: Store, *sitters: int | Sitting, at: datetime = NOW, **changes: Any) -> int:
    return await store.open_table(new_table(*sitters, **changes), opened_at=at, deadline=at + 15 * MINUTE)


async def a_game(
    store: Store,
    *sitters: int | Sitting,
    at: datetime = NOW,
    seating: Seating | None = None,
    **changes: Any,
) -> int:
    """A game that has begun, everybody in the seat he had in the lobby."""
    seating = seating or seated(*sitters, dealer=len(sitters) - 1)
    game = await a_lobby(store, at=at, seating=seating, **changes)
    rules = changes.get("rules", "myllymatti")
    await begun(store, game, seating, rules=rules, at=at)
    return game


async def begun(
    store: Store,
    game: int,
    seating: Seating,
    *,
    rules: str = "myllymatti",
    lobby: Seating | None = None,
    deck: str = DECK,
    at: datetime = NOW,
    due: Due | None = None,
) -> None:
    """The lobby becomes a game; it was seated so before the deal, unless another `lobby` is named."""
    new = NewGame(rules, lobby or seating, seating, SHUFFLE, deck)
    await store.start(game, new, started_at=at, due=turn(at) if due is None else due)


async def a_move(
    store: Store,
    game: int,
    ply: int,
    move: str = "2S",
    *,
    interaction: int | None = None,
    at: datetime = NOW,
    seating: Seating | None = None,
    result: Result | None = None,
) -> None:
    await store.add_move(game, NewMove(ply, move, at, interaction), turn(at), seating=seating, result=result)


async def a_finished_game(
    store: Store, *sitters: int | Sitting, loser: int, at: datetime = NOW, **changes: Any
) -> int:
    """A game that was played to its loser in one move; `loser` is a seat."""
    game = await a_game(store, *sitters, at=at, **changes)
    others = [seat for seat in range(len(sitters)) if seat != loser]
    places = tuple([*others, loser].index(seat) + 1 for seat in range(len(sitters)))
    await a_move(store, game, 0, at=at, result=Result(loser, places))
    return game


async def an_abandoned_game(store: Store, *sitters: int | Sitting, at: datetime = NOW, **changes: Any) -> int:
    game = await a_game(store, *sitters, at=at, **changes)
    await store.end(game, Status.ABANDONED, Why.EMPTY, at)
    return game


async def loaded(store: Store, game: int) -> StoredGame:
    """A table that is known to be there."""
    found = await store.load(game)
    assert found is not None
    return found


async def rows(store: Store, query: str) -> list[tuple[Any, ...]]:
    """What a query finds, whatever the store itself would ask."""
    async with store.engine.connect() as connection:
        return [tuple(row) for row in await connection.execute(sa.text(query))]
