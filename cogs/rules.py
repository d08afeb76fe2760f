"""`/myllymatti rules`."""

from __future__ import annotations

from discord import app_commands
from discord.app_commands import locale_str

from bot import actions
from bot.answers import Interaction
from bot.app import Myllymatti
from bot.buttons import answered
from cogs.play import GAMES


async def setup(bot: Myllymatti) -> None:
    """Called by discord.py when the bot loads this file."""

    @bot.slash.command(name=locale_str("rules"), description=locale_str("How a game is played"))
    @app_commands.rename(game=locale_str("game"))
    @app_commands.describe(game=locale_str("Which game; left out, the one at the table in this channel"))
    @app_commands.choices(game=GAMES)
    async def rules(interaction: Interaction, game: str | None = None) -> None:
        await answered(interaction, actions.rules_here(interaction, game))
