"""`/myllymatti replay`."""

from __future__ import annotations

from discord import app_commands
from discord.app_commands import locale_str

from bot import looking_back
from bot.answers import Interaction
from bot.app import Myllymatti
from bot.buttons import answered

LARGEST = 2**31 - 1
"""What the column of a game's number takes."""


async def setup(bot: Myllymatti) -> None:
    """Called by discord.py when the bot loads this file."""

    @bot.slash.command(
        name=locale_str("replay"), description=locale_str("Look at a finished game move by move")
    )
    @app_commands.rename(game=locale_str("game"), turn=locale_str("turn"))
    @app_commands.describe(
        game=locale_str("Its number, as its end shows it; left out, the last one of this channel"),
        turn=locale_str("Which turn to begin with; left out, the deal"),
    )
    async def replay(
        interaction: Interaction,
        game: app_commands.Range[int, 1, LARGEST] | None = None,
        turn: app_commands.Range[int, 0, LARGEST] = 0,
    ) -> None:
        await answered(interaction, looking_back.replay_here(interaction, game, turn))
