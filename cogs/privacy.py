"""`/myllymatti privacy`."""

from __future__ import annotations

from discord.app_commands import locale_str

from bot import personal
from bot.answers import Interaction
from bot.app import Myllymatti
from bot.buttons import answered


async def setup(bot: Myllymatti) -> None:
    """Called by discord.py when the bot loads this file."""

    @bot.slash.command(
        name=locale_str("privacy"), description=locale_str("What is stored about me; show it, delete it")
    )
    async def privacy(interaction: Interaction) -> None:
        await answered(interaction, personal.show(interaction))
