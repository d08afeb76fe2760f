"""What people are called in a server. Names are kept in memory only."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Final

import discord
from discord.utils import utcnow

from bot.former import is_former
from bot.texts import Texts, safe_name

log = logging.getLogger(__name__)

PATIENCE: Final = 1.0
"""Seconds: names are asked for before an answer that has to come within three."""
NO_MEMBER: Final = (10007, 10013)
"""Unknown member, unknown user; any other refusal tells nothing of a person."""
SEEN_LATELY: Final = timedelta(minutes=10)
"""Who has pressed something since then is in the server still."""


class Names:
    """Safe names by server and person: learnt from each press, asked of Discord where unknown."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client
        self._known: dict[tuple[int, int], str | None] = {}  # None: not in the server any more
        self._seen: dict[tuple[int, int], datetime] = {}

    def learn(self, user: discord.User | discord.Member) -> None:
        """Somebody has pressed or typed something."""
        if isinstance(user, discord.Member):
            self._known[user.guild.id, user.id] = safe_name(user.display_name)
            self._seen[user.guild.id, user.id] = utcnow()

    def forget(self, user_id: int) -> None:
        """A person is to be known no more."""
        self._drop([key for key in self._known if key[1] == user_id])

    def leave(self, guild_id: int) -> None:
        """The bot is no more in a server."""
        self._drop([key for key in self._known if key[0] == guild_id])

    def _drop(self, keys: Collection[tuple[int, int]]) -> None:
        for key in keys:
            del self._known[key]
            self._seen.pop(key, None)

    async def present(self, guild_id: int, user_id: int, lately: timedelta = SEEN_LATELY) -> bool:
        """Whether a person is in the server still; nobody tells a bot that has no members intent.

        Discord is asked unless he was seen `lately`.
        """
        key, guild = (guild_id, user_id), self._client.get_guild(guild_id)
        seen = self._seen.get(key)
        if guild is not None and (seen is None or utcnow() - seen > lately):
            await self._ask(guild, user_id)
        return self._known.get(key, "") is not None

    async def of(self, guild_id: int, user_ids: Collection[int], t: Texts) -> dict[int, str]:
        """The names of these people; `Somebody` for who cannot be found, or not soon enough.

        Who had his data deleted is a former player.
        """
        gone = {user_id: t("Former player") for user_id in user_ids if is_former(user_id)}
        return gone | await self._of(guild_id, [user_id for user_id in user_ids if user_id not in gone], t)

    async def _of(self, guild_id: int, user_ids: Collection[int], t: Texts) -> dict[int, str]:
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
        except discord.HTTPException as error:
            if error.code in NO_MEMBER:
                self._known[guild.id, user_id] = None
                return
            log.warning("the name of a member of server %s cannot be had: %s", guild.id, error)
