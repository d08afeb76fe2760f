"""`/myllymatti stats` and `losers`."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot import losses
from bot.answers import Interaction
from bot.app import Myllymatti
from bot.buttons import answered
from bot.standings import EVER


async def setup(bot: Myllymatti) -> None:
    """Called by discord.py when the bot loads this file."""

    @bot.slash.command(name=locale_str("stats"), description=locale_str("Who lost how often"))
    @app_commands.rename(person=locale_str("person"))
    @app_commands.describe(person=locale_str("Whose games; left out, your own"))
    async def stats(interaction: Interaction, person: discord.Member | None = None) -> None:
        if person is not None:
            bot.names.learn(person)
        whose = (person or interaction.user).id
        await answered(interaction, losses.show_stats(interaction, whose, here=True))

    @bot.slash.command(name=locale_str("losers"), description=locale_str("The losers of this server"))
    @app_commands.rename(season=locale_str("season"))
    @app_commands.describe(season=locale_str("A month; left out, all time"))
    @app_commands.autocomplete(season=losses.seasons)
    async def losers(interaction: Interaction, season: str = EVER) -> None:
        await answered(interaction, losses.show_losers(interaction, 0, season))
