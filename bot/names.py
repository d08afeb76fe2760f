"""What people are called in a server. Names are kept in memory only."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable
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
AT_ONCE: Final = 10
"""How many people Discord is asked for at the same time."""
SEEN_LATELY: Final = timedelta(minutes=10)
"""Who has pressed something since then is in the server still."""


class Names:
    """Safe names by server and person: learnt from each press, asked of Discord where unknown."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client
        self._known: dict[tuple[int, int], str | None] = {}  # None: not in the server any more
        self._seen: dict[tuple[int, int], datetime] = {}  # or not, if Discord has said so
        self._asked: dict[object, tuple[int, int]] = {}  # of whom Discord's answer is awaited and wanted

    def learn(self, user: discord.User | discord.Member) -> None:
        """Somebody has pressed or typed something."""
        if isinstance(user, discord.Member):
            self._known[user.guild.id, user.id] = safe_name(user.display_name)
            self._seen[user.guild.id, user.id] = utcnow()

    def forget(self, user_id: int) -> None:
        """A person is to be known no more."""
        self._drop(lambda key: key[1] == user_id)

    def leave(self, guild_id: int) -> None:
        """The bot is no more in a server."""
        self._drop(lambda key: key[0] == guild_id)

    def _drop(self, gone: Callable[[tuple[int, int]], bool]) -> None:
        """Also of who is being asked for: the answer teaches nothing any more."""
        for key in [key for key in self._known if gone(key)]:
            del self._known[key]
            self._seen.pop(key, None)
        for asking in [asking for asking, key in self._asked.items() if gone(key)]:
            del self._asked[asking]

    async def present(self, guild_id: int, user_id: int, lately: timedelta = SEEN_LATELY) -> bool:
        """Whether a person is in the server still; nobody tells a bot that has no members intent.

        Discord is asked unless he was seen `lately`.
        """
        if is_former(user_id):
            return False
        key, guild = (guild_id, user_id), self._client.get_guild(guild_id)
        seen = self._seen.get(key)
        if guild is not None and (seen is None or utcnow() - seen > lately):
            await self._ask(guild, user_id)
        return self._known.get(key, "") is not None

    async def in_tables(self, guild_id: int, user_ids: Iterable[int], t: Texts) -> dict[int, str]:
        """The names of these people where all of a server's games are told of: who has gone has none."""
        listed = list(user_ids)
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                await asyncio.gather(*(self.present(guild_id, user_id) for user_id in listed))
        return {user_id: self._called(guild_id, user_id, t, t("Former member")) for user_id in listed}

    async def members(self, guild_id: int, user_ids: Iterable[int]) -> set[int]:
        """Who of these is known to be in the server still. Takes its time where there are many."""
        listed = list(user_ids)
        for start in range(0, len(listed), AT_ONCE):
            part = listed[start : start + AT_ONCE]
            await asyncio.gather(*(self.present(guild_id, user_id) for user_id in part))
        return {user_id for user_id in listed if self._known.get((guild_id, user_id))}

    async def of(self, guild_id: int, user_ids: Iterable[int], t: Texts) -> dict[int, str]:
        """The names of these people; `Somebody` for who cannot be found, or not soon enough.

        Who had his data deleted is a former player.
        """
        listed = list(user_ids)
        unknown = [
            user_id for user_id in listed if (guild_id, user_id) not in self._known and not is_former(user_id)
        ]
        if unknown and (guild := self._client.get_guild(guild_id)) is not None:
            with suppress(TimeoutError):
                async with asyncio.timeout(PATIENCE):
                    await asyncio.gather(*(self._ask(guild, user_id) for user_id in unknown))
        return {user_id: self._called(guild_id, user_id, t, t("Somebody")) for user_id in listed}

    def _called(self, guild_id: int, user_id: int, t: Texts, gone: str) -> str:
        """What is known to be somebody's name; `gone` is who is not in the server any more."""
        if is_former(user_id):
            return t("Former player")
        name = self._known.get((guild_id, user_id), "")
        return gone if name is None else name or t("Somebody")

    async def _ask(self, guild: discord.Guild, user_id: int) -> None:
        asking, member = object(), None
        self._asked[asking] = guild.id, user_id
        try:
            member = await guild.fetch_member(user_id)
        except discord.HTTPException as error:
            if error.code not in NO_MEMBER:
                log.warning("the name of a member of server %s cannot be had: %s", guild.id, error)
                return
        finally:
            wanted = self._asked.pop(asking, None) is not None
        if not wanted:
            return
        if member is not None:
            self.learn(member)
        else:
            self._known[guild.id, user_id] = None
            self._seen[guild.id, user_id] = utcnow()
