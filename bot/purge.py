"""Servers that have sent the bot away: in the end all of them is deleted. Knows SQL, as `bot.store`."""

from __future__ import annotations

from collections.abc import Collection, Container
from datetime import datetime, timedelta
from typing import Final

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot import privacy
from bot.schema import games, moves, people, results, seats, servers, standings

KEPT: Final = timedelta(days=30)
"""How long a server's games are kept after it has sent the bot away: it may come back."""
LEFT: Final = servers.c.left_at.is_not(None)


async def away(engine: AsyncEngine, guild_id: int, now: datetime) -> None:
    """The bot is no more in this server, since now; unless that has been noted already."""
    async with engine.begin() as connection:
        await _away(connection, guild_id, now)


async def back(engine: AsyncEngine, guild_id: int) -> None:
    """The bot is in this server, again or for the first time."""
    async with engine.begin() as connection:
        await _back(connection, guild_id)


async def present(engine: AsyncEngine, here: Collection[int], now: datetime) -> None:
    """The bot is in these servers and no others: it may have been sent away, or let in, while it was down."""
    kept = sa.union(*(sa.select(table.c.guild_id) for table in (games, results, servers)))
    async with engine.begin() as connection:
        for guild_id in (await connection.scalars(kept)).all():
            await (_back(connection, guild_id) if guild_id in here else _away(connection, guild_id, now))


async def due(engine: AsyncEngine) -> datetime | None:
    """When the next server is to be purged."""
    async with engine.connect() as connection:
        left = (await connection.scalars(sa.select(servers.c.left_at).where(LEFT))).all()
    return min(left) + KEPT if left else None


async def purge(engine: AsyncEngine, here: Container[int], now: datetime) -> list[int]:
    """Delete every row of the servers that sent the bot away `KEPT` ago or longer; which they were.

    Those that it is in (`here`) have not, whatever has been noted: that is put right. With a server go the
    settings of those who played there and nowhere else. `privacy.wipe` has to follow.
    """
    noted, gone = sa.select(servers.c.guild_id, servers.c.left_at).where(LEFT), []
    async with engine.begin() as connection:
        for guild_id, left_at in (await connection.execute(noted)).all():
            if guild_id in here:
                await _back(connection, guild_id)
            elif left_at <= now - KEPT:
                await _purge(connection, guild_id)
                gone.append(guild_id)
        if gone:
            await privacy.note_wipe(connection, privacy.MANY)
    return gone


async def _away(connection: AsyncConnection, guild_id: int, now: datetime) -> None:
    """Written first, asked afterwards: another process may be at it."""
    row = servers.c.guild_id == guild_id
    await connection.execute(servers.update().where(row, ~LEFT).values(left_at=now))
    new = sa.select(sa.literal(guild_id, sa.BigInteger), sa.literal(now, servers.c.left_at.type))
    missing = new.where(~sa.exists().where(row))
    await connection.execute(servers.insert().from_select(["guild_id", "left_at"], missing))


async def _back(connection: AsyncConnection, guild_id: int) -> None:
    row = servers.c.guild_id == guild_id
    await connection.execute(servers.update().where(row, LEFT).values(left_at=None))


async def _purge(connection: AsyncConnection, guild_id: int) -> None:
    there = sa.select(games.c.id).where(games.c.guild_id == guild_id)
    played = sa.select(seats.c.user_id).where(seats.c.game_id.in_(there), seats.c.user_id.is_not(None))
    people_there = set((await connection.scalars(played)).all())
    await connection.execute(standings.delete().where(standings.c.guild_id == guild_id))
    await connection.execute(results.delete().where(results.c.guild_id == guild_id))
    await connection.execute(moves.delete().where(moves.c.game_id.in_(there)))
    await connection.execute(seats.delete().where(seats.c.game_id.in_(there)))
    await connection.execute(games.delete().where(games.c.guild_id == guild_id))
    await connection.execute(servers.delete().where(servers.c.guild_id == guild_id))
    for user_id in people_there:
        elsewhere = sa.exists().where(seats.c.user_id == user_id)
        await connection.execute(people.delete().where(people.c.user_id == user_id, ~elsewhere))
