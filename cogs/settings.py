"""`/myllymatti settings`."""

from __future__ import annotations

from discord.app_commands import locale_str

from bot import actions
from bot.answers import Interaction
from bot.app import Myllymatti
from bot.buttons import answered


async def setup(bot: Myllymatti) -> None:
    """Called by discord.py when the bot loads this file."""

    @bot.slash.command(
        name=locale_str("settings"), description=locale_str("Language, pictures, colours and hints")
    )
    async def settings(interaction: Interaction) -> None:
        await answered(interaction, actions.show_settings(interaction, "mine"))
