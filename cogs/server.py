"""`/myllymatti server export` and `reset`, for who may manage the server."""

from __future__ import annotations

from discord import app_commands
from discord.app_commands import locale_str

from bot import losses
from bot.answers import Interaction
from bot.app import Myllymatti
from bot.buttons import answered


async def setup(bot: Myllymatti) -> None:
    """Called by discord.py when the bot loads this file."""
    server = app_commands.Group(
        name=locale_str("server"),
        description=locale_str("The table of losers, for who may manage the server"),
        parent=bot.slash,
    )

    @server.command(
        name=locale_str("export"), description=locale_str("All results of this server, as CSV and JSON")
    )
    async def export(interaction: Interaction) -> None:
        await answered(interaction, losses.export(interaction))

    @server.command(name=locale_str("reset"), description=locale_str("Have the table of losers begin anew"))
    async def reset(interaction: Interaction) -> None:
        await answered(interaction, losses.ask_to_reset(interaction))
