"""`/myllymatti rules`."""

from __future__ import annotations

from contextlib import suppress

from discord import app_commands

from bot import actions
from bot.answers import Interaction, privately
from bot.app import Myllymatti
from bot.buttons import answered
from bot.screens.rules import rules_page
from bot.table import Refused
from bot.texts import texts
from cogs.play import GAMES
from engine import PRESETS


async def setup(bot: Myllymatti) -> None:
    """Called by discord.py when the bot loads this file."""

    @bot.slash.command(description="How a game is played")
    @app_commands.describe(game="Which game; left out, the one at the table in this channel")
    @app_commands.choices(game=GAMES)
    async def rules(interaction: Interaction, game: str | None = None) -> None:
        wanted = PRESETS[game or "myllymatti"]
        if game is None:
            with suppress(Refused):  # no table here: the game the bot is named after
                wanted = actions.here(interaction).rules
        page = rules_page(wanted, texts(interaction.locale))
        await answered(interaction, privately(interaction, page))
