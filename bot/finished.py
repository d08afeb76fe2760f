"""Finished games, for those who look back at them. Knows SQL, as `bot.store` does."""

from __future__ import annotations

import sqlalchemy as sa

from bot.records import record_of
from bot.replays import Replay
from bot.schema import games
from bot.store import Status, Store, StoredGame
from bot.table import Refusal, Refused
from engine import EngineError


def finished(stored: StoredGame | None, channel_id: int | None) -> StoredGame:
    """The one door to open hands: a game that was played to its end, and in this channel; else `Refused`.

    Who may not see a channel may not see its games. No word tells whether it is on still, is another
    channel's or server's, or is not there at all.
    """
    if stored is None or stored.channel_id != channel_id or stored.status is not Status.FINISHED:
        raise Refused(Refusal.NOT_FINISHED)
    return stored


async def finished_game(store: Store, game_id: int, channel_id: int | None) -> StoredGame:
    """The finished game of this number; `Refused` if this channel has none."""
    return finished(await store.load(game_id), channel_id)


async def last_finished(store: Store, channel_id: int | None) -> int:
    """The last game of a channel that was played to its end; `Refused` if there is none."""
    query = (
        sa.select(games.c.id)
        .where(games.c.channel_id == channel_id, games.c.status == Status.FINISHED)
        .order_by(games.c.id.desc())
        .limit(1)
    )
    async with store.engine.connect() as connection:
        found: int | None = await connection.scalar(query)
    if found is None:
        raise Refused(Refusal.NOTHING_FINISHED)
    return found


def played_again(stored: StoredGame) -> Replay:
    """A finished game, move by move; `Refused` if it does not come to its end as it once did.

    The rules may have changed since: then a move is refused, or somebody else loses.
    """
    try:
        game = Replay(record_of(stored))
    except EngineError:
        raise Refused(Refusal.UNPLAYABLE) from None
    if game.loser != stored.loser:
        raise Refused(Refusal.UNPLAYABLE)
    return game
