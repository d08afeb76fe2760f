"""`/myllymatti stats`."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot import actions
from bot.answers import Interaction
from bot.app import Myllymatti
from bot.buttons import answered


async def setup(bot: Myllymatti) -> None:
    """Called by discord.py when the bot loads this file."""

    @bot.slash.command(name=locale_str("stats"), description=locale_str("Who lost how often"))
    @app_commands.rename(person=locale_str("person"))
    @app_commands.describe(person=locale_str("Whose games; left out, your own"))
    async def stats(interaction: Interaction, person: discord.Member | None = None) -> None:
        if person is not None:
            bot.names.learn(person)
        whose = (person or interaction.user).id
        await answered(interaction, actions.show_stats(interaction, whose, here=True))
