"""What people are called in a server. Names are kept in memory only."""

from __future__ import annotations

import logging
from collections.abc import Iterable

import discord

from bot.texts import Texts, safe_name

log = logging.getLogger(__name__)


class Names:
    """Safe names by server and person: learnt from each press, asked of Discord where unknown."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client
        self._known: dict[tuple[int, int], str] = {}

    def learn(self, user: discord.User | discord.Member) -> None:
        """Somebody has pressed or typed something."""
        if isinstance(user, discord.Member):
            self._known[user.guild.id, user.id] = safe_name(user.display_name)

    async def of(self, guild_id: int, user_ids: Iterable[int], t: Texts) -> dict[int, str]:
        """The names of these people; `Somebody` for who cannot be found."""
        found = {}
        for user_id in user_ids:
            key = guild_id, user_id
            if key not in self._known:
                await self._ask(guild_id, user_id)
            found[user_id] = self._known.get(key, t("Somebody"))
        return found

    async def _ask(self, guild_id: int, user_id: int) -> None:
        guild = self._client.get_guild(guild_id)
        if guild is None:
            return
        try:
            self.learn(await guild.fetch_member(user_id))
        except discord.NotFound:
            pass  # has left the server
        except discord.HTTPException as error:
            log.warning("the name of a member of server %s cannot be had: %s", guild_id, error)
