"""What people are called in a server. Names are kept in memory only."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable
from contextlib import suppress
from typing import Final

import discord

from bot.texts import Texts, safe_name

log = logging.getLogger(__name__)

PATIENCE: Final = 1.0
"""Seconds: names are asked for before an answer that has to come within three."""


class Names:
    """Safe names by server and person: learnt from each press, asked of Discord where unknown."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client
        self._known: dict[tuple[int, int], str | None] = {}  # None: not in the server any more

    def learn(self, user: discord.User | discord.Member) -> None:
        """Somebody has pressed or typed something."""
        if isinstance(user, discord.Member):
            self._known[user.guild.id, user.id] = safe_name(user.display_name)

    async def of(self, guild_id: int, user_ids: Iterable[int], t: Texts) -> dict[int, str]:
        """The names of these people; `Somebody` for who cannot be found, or not soon enough."""
        keys = {user_id: (guild_id, user_id) for user_id in user_ids}
        unknown = [user_id for user_id, key in keys.items() if key not in self._known]
        if unknown and (guild := self._client.get_guild(guild_id)) is not None:
            with suppress(TimeoutError):
                async with asyncio.timeout(PATIENCE):
                    await asyncio.gather(*(self._ask(guild, user_id) for user_id in unknown))
        return {user_id: self._known.get(key) or t("Somebody") for user_id, key in keys.items()}

    async def _ask(self, guild: discord.Guild, user_id: int) -> None:
        try:
            self.learn(await guild.fetch_member(user_id))
        except discord.NotFound:
            self._known[guild.id, user_id] = None
        except discord.HTTPException as error:
            log.warning("the name of a member of server %s cannot be had: %s", guild.id, error)
