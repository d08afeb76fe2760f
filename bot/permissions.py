"""What the bot has to be allowed where a table is, named as Discord's client names it."""

from __future__ import annotations

from typing import Final

import discord

NEEDED: Final = {
    "View Channel": "view_channel",
    "Send Messages": "send_messages",
    "Embed Links": "embed_links",
    "Attach Files": "attach_files",
    "Read Message History": "read_message_history",
}
IN_THREADS: Final = {
    **{name: field for name, field in NEEDED.items() if name != "Send Messages"},
    "Send Messages in Threads": "send_messages_in_threads",
}
IN_LOCKED_THREADS: Final = "Manage Threads"
IN_VOICE: Final = {**NEEDED, "Connect": "connect"}
"""Without Connect the chat of a voice channel cannot be read (Discord's documentation of messages)."""

GOES_ON_WITHOUT: Final = ("Embed Links", "Attach Files", "Read Message History", "Connect")
"""Asked for before a table is made; a game that is on is not paused for them."""

Place = discord.abc.GuildChannel | discord.Thread


def missing(may: discord.Permissions, channel: Place) -> tuple[str, ...]:
    """What a table in this channel needs and the bot may not."""
    needed = NEEDED
    if isinstance(channel, discord.Thread):
        needed = IN_THREADS
    elif "voice" in channel.type.name:
        needed = IN_VOICE
    lacking = [name for name, field in needed.items() if not getattr(may, field)]
    if isinstance(channel, discord.Thread) and channel.locked and not may.manage_threads:
        lacking.append(IN_LOCKED_THREADS)
    return tuple(lacking)


def missing_at(client: discord.Client, guild_id: int, channel_id: int) -> tuple[str, ...]:
    """What keeps a game from going on, by what the gateway has told; nothing where it has told nothing."""
    channel, may = _allowed(client, guild_id, channel_id)
    if channel is None or may is None:
        return ()
    return tuple(name for name in missing(may, channel) if name not in GOES_ON_WITHOUT)


def may_attach(client: discord.Client, guild_id: int, channel_id: int) -> bool:
    """Whether the bot may send pictures there, by what the gateway has told; else games go on without."""
    _, may = _allowed(client, guild_id, channel_id)
    return may is None or may.attach_files


def _allowed(
    client: discord.Client, guild_id: int, channel_id: int
) -> tuple[Place | None, discord.Permissions | None]:
    """A channel, and what the bot may do there; None where the gateway has told nothing."""
    guild = client.get_guild(guild_id)
    channel = None if guild is None else guild.get_channel_or_thread(channel_id)
    if guild is None or guild.unavailable or channel is None or guild.me is None:
        return None, None
    try:
        return channel, channel.permissions_for(guild.me)
    except discord.ClientException:  # a thread whose channel is not known
        return None, None


def locked_out(client: discord.Client, update: discord.RawThreadUpdateEvent) -> bool:
    """Whether this closes a thread to the bot: locked, and archived, so that the cache has it no more."""
    guild, about = client.get_guild(update.guild_id), update.data.get("thread_metadata", {})
    parent = None if guild is None else guild.get_channel(update.parent_id)
    if guild is None or parent is None or guild.me is None:
        return False
    return bool(about.get("locked")) and not parent.permissions_for(guild.me).manage_threads


async def shut_out(client: discord.Client, channel: object) -> bool:
    """Whether this is a private thread that the bot is not in: `app_permissions` does not tell."""
    if not isinstance(channel, discord.Thread) or channel.type is not discord.ChannelType.private_thread:
        return False
    if channel.guild.get_thread(channel.id) is not None:
        return False
    try:
        await client.fetch_channel(channel.id)
    except (discord.Forbidden, discord.NotFound):
        return True
    return False
