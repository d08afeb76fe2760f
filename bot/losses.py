"""What people can do about who lost: look at it, and, managing the server, take it along or begin anew."""

from __future__ import annotations

import asyncio
import re
from typing import Final

import discord
from discord import app_commands
from discord.utils import utcnow

from bot import exports
from bot.actions import Garbled, manages
from bot.answers import Interaction, in_place, privately, publicly, when_drawn, with_files
from bot.readers import words
from bot.screens import server, stats
from bot.screens.notice import notice
from bot.screens.parts import Screen
from bot.standings import EVER, nemesis, ranked, summary

SEASON: Final = re.compile(r"\d{4}-(0[1-9]|1[0-2])", re.ASCII)
CHOICES: Final = 25
"""Entries that Discord takes for an argument."""


async def show_stats(interaction: Interaction, user_id: int, *, here: bool) -> None:
    """How often somebody has lost, in this server or in all; of other servers only he may tell."""
    bot, guild_id = interaction.client, _guild(interaction)
    if not here and user_id != interaction.user.id:
        t = await words(interaction)
        told = t("Games in other servers are shown only by the one who played them.")
        await privately(interaction, notice(t("Only this server is shown"), told))
        return
    t, look, *_ = await bot.readers.everybody(guild_id, interaction.channel_id)
    results = bot.store.results
    played = summary(user_id, await results.of(user_id, guild_id if here else None), utcnow())
    most = nemesis(await results.against(user_id, guild_id)) if here else None
    whose = [user_id] if most is None else [user_id, most.user_id]
    names = await bot.names.in_tables(guild_id, whose, t)
    against = None if most is None else (names[most.user_id], most)
    await _page(interaction, stats.person(names[user_id], played, here, t, look, against))


async def show_losers(interaction: Interaction, page: int, season: str) -> None:
    """The server's table of losers, in a month or (`EVER`) ever."""
    bot, guild_id = interaction.client, _guild(interaction)
    month = None if season == EVER else season
    if month is not None and not SEASON.fullmatch(month):
        if interaction.type is discord.InteractionType.component:
            raise Garbled
        t = await words(interaction)
        told = t("Choose a month from the list, or leave it out.")
        await privately(interaction, notice(t("There is no such month"), told))
        return
    t, look, *_ = await bot.readers.everybody(guild_id, interaction.channel_id)
    results = bot.store.results
    everyone = ranked(await results.tallies(guild_id, month))
    pages = max(1, -(-len(everyone) // stats.PAGE))
    page = min(page, pages - 1)
    listed = everyone[page * stats.PAGE : (page + 1) * stats.PAGE]
    names = await bot.names.in_tables(guild_id, [tally.user_id for tally in listed], t)
    last = await results.last_loser(guild_id)
    hat = None if last is None else last.user_id
    lines = [stats.Line(names[tally.user_id], tally, tally.user_id == hat) for tally in listed]
    months = await results.seasons(guild_id)
    await _page(interaction, stats.losers(lines, page, pages, t, look, season=month, seasons=months))


async def seasons(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """The months there are, for the argument of `/myllymatti losers`; the newest first."""
    t = await words(interaction)
    months = await interaction.client.store.results.seasons(_guild(interaction))
    named = {EVER: t("All time"), **{month: t.season(month) for month in months}}
    sought = typed.casefold()
    return [
        app_commands.Choice(name=name, value=value)
        for value, name in named.items()
        if sought in name.casefold() or sought in value
    ][:CHOICES]


async def _page(interaction: Interaction, screen: Screen) -> None:
    """A page that everybody may read, in place of the one that was pressed."""
    shown_at = {table.message_id for table in interaction.client.tables}
    if interaction.message is not None and interaction.message.id in shown_at:
        raise Garbled  # no button of ours: a table stays a table
    screen.numbered(interaction.id)
    if screen.pictures:
        await when_drawn(interaction, screen)
    elif interaction.message is None:
        await publicly(interaction, screen)
    else:
        await in_place(interaction, screen)


def _guild(interaction: Interaction) -> int:
    assert interaction.guild_id is not None
    return interaction.guild_id


# the server's table


async def ask_to_reset(interaction: Interaction) -> None:
    """`/myllymatti server reset`: says what would go, to who may do it."""
    manages(interaction)
    t = await words(interaction)
    games, last = await interaction.client.store.results.counted(_guild(interaction))
    if games:
        await privately(interaction, server.resetting(games, last, t))
    else:
        await privately(interaction, notice(t("The table of losers is empty")))


async def reset(interaction: Interaction, games: int, last: int) -> None:
    """The table begins anew, if as many games count as were told of, to this last one; else it asks again."""
    manages(interaction)
    results, guild_id = interaction.client.store.results, _guild(interaction)
    if await results.counted(guild_id) != (games, last):
        await ask_to_reset(interaction)
        return
    await results.reset(guild_id, utcnow())
    t = await words(interaction)
    await privately(interaction, notice(t("The table of losers is empty")))


async def export(interaction: Interaction) -> None:
    """`/myllymatti server export`: two files, to one person; ids are those of members alone."""
    manages(interaction)
    bot, guild_id = interaction.client, _guild(interaction)
    t = await words(interaction)
    rows = await bot.store.results.rows(guild_id)
    if not rows:
        await privately(interaction, notice(t("The table of losers is empty")))
        return
    await interaction.response.defer(ephemeral=True)
    members = await bot.names.members(guild_id, {row.user_id for row in rows})
    made = await asyncio.to_thread(exports.export, rows, members)
    await with_files(interaction, server.exported(made, t))
