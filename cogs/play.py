"""`/myllymatti start`, `hand`, `table`, `leave` and `end`."""

from __future__ import annotations

from discord import app_commands

from bot import actions
from bot.answers import Interaction
from bot.app import Myllymatti
from bot.buttons import answered
from bot.texts import texts
from engine import PRESETS

GAMES = [app_commands.Choice(name=texts().game(name), value=name) for name in PRESETS]


async def setup(bot: Myllymatti) -> None:
    """Called by discord.py when the bot loads this file."""

    @bot.slash.command(description="Open a table in this channel")
    @app_commands.describe(
        game="Which game to play; left out, the last one here",
        seats="How many play (2 to 8); left out, as many as last time here, or 3",
        computers="How many of them are computers (0 to 7; none if left out)",
    )
    @app_commands.choices(game=GAMES)
    async def start(
        interaction: Interaction,
        game: str | None = None,
        seats: app_commands.Range[int, 2, 8] | None = None,
        computers: app_commands.Range[int, 0, 7] = 0,
    ) -> None:
        await answered(interaction, actions.open_table(interaction, game, seats, computers))

    @bot.slash.command(description="Show my hand, to me alone")
    async def hand(interaction: Interaction) -> None:
        await answered(interaction, actions.hand_here(interaction))

    @bot.slash.command(description="Bring the table down to the end of the channel")
    async def table(interaction: Interaction) -> None:
        await answered(interaction, actions.bring_down(interaction))

    @bot.slash.command(description="Leave the table in this channel")
    async def leave(interaction: Interaction) -> None:
        await answered(interaction, actions.leave_here(interaction))

    @bot.slash.command(description="End the table in this channel")
    async def end(interaction: Interaction) -> None:
        await answered(interaction, actions.ask_to_end_here(interaction))
