"""For whom something is written: the language, and whether and how pictures are drawn.

Messages to one person speak his Discord's language, messages to all the server's, unless he, or the server,
has set another (`/myllymatti settings`). Nothing of it is kept in memory: another process may change it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import discord

from bot import privacy
from bot.art.drawings import Look
from bot.emoji import PLAIN, Emoji
from bot.permissions import may_attach
from bot.store import Store, Wishes
from bot.texts import Texts, texts

if TYPE_CHECKING:
    from bot.answers import Interaction


class Reader(NamedTuple):
    """Somebody, or everybody in a channel."""

    t: Texts
    look: Look | None = None  # how cards are drawn in pictures; None: no pictures
    hints_seen: frozenset[str] | None = None  # the hints he has had; None: he wants none
    wishes: Wishes = Wishes()  # his own, or the server's


class Readers:
    """Finds out how each reader wants to see things."""

    def __init__(self, client: discord.Client, store: Store) -> None:
        self._client = client
        self._store = store
        self.emoji: Emoji = PLAIN

    async def of(self, interaction: Interaction) -> Reader:
        """Who has pressed or typed something."""
        known: Reader | None = interaction.extras.get("reader")
        if known is None:
            server, person = await self._store.wishes(interaction.guild_id or 0, interaction.user.id)
            t = texts(person.language or interaction.locale, self.emoji)
            seen = None if person.hints is False else frozenset((person.hints_seen or "").split())
            known = Reader(t, _look(t, person, server), seen, person)
            interaction.extras["reader"] = known
        return known

    async def everybody(self, guild_id: int, channel_id: int | None = None) -> Reader:
        """All who read a channel of a server; where the bot may attach no files there are no pictures."""
        server, _ = await self._store.wishes(guild_id)
        guild = self._client.get_guild(guild_id)
        t = texts(server.language or (guild and guild.preferred_locale), self.emoji)
        attach = channel_id is None or may_attach(self._client, guild_id, channel_id)
        return Reader(t, _look(t, server) if attach else None, None, server)

    async def saw(self, interaction: Interaction, hint: str) -> None:
        """A person has met a situation, and its hint is told no more."""
        reader = await self.of(interaction)
        if reader.hints_seen is not None:
            seen = reader.hints_seen | {hint}
            await privacy.note_hints(self._store.engine, interaction.user.id, " ".join(sorted(seen)))
            interaction.extras["reader"] = reader._replace(hints_seen=seen)

    async def wish(self, interaction: Interaction, **wishes: Any) -> None:
        """A person wishes something for himself."""
        await self._store.wish(interaction.user.id, **wishes)
        interaction.extras.pop("reader", None)

    async def wish_for_server(self, interaction: Interaction, **wishes: Any) -> None:
        """Something is wished for a whole server."""
        await self._store.wish_for_server(interaction.guild_id or 0, **wishes)
        interaction.extras.pop("reader", None)


async def reading(interaction: Interaction) -> Reader:
    """Who has pressed or typed something."""
    return await interaction.client.readers.of(interaction)


async def words(interaction: Interaction) -> Texts:
    """His language."""
    return (await reading(interaction)).t


def _look(t: Texts, *wishes: Wishes) -> Look | None:
    """The first who says something is heard; where nobody does there are pictures, in two colours."""
    pictures = next((wish.pictures for wish in wishes if wish.pictures is not None), True)
    four_colours = next((wish.four_colours for wish in wishes if wish.four_colours is not None), False)
    return Look(t.letters, four_colours) if pictures else None
