"""`/myllymatti start`, `hand`, `table`, `leave` and `end`."""

from __future__ import annotations

from discord import app_commands
from discord.app_commands import locale_str

from bot import actions
from bot.answers import Interaction
from bot.app import Myllymatti
from bot.buttons import answered
from bot.texts import texts
from engine import PRESETS
from engine.players.levels import Level

GAMES = [app_commands.Choice(name=locale_str(texts().game(name)), value=name) for name in PRESETS]
LEVELS = [app_commands.Choice(name=locale_str(texts().level(level)), value=level.value) for level in Level]


async def setup(bot: Myllymatti) -> None:
    """Called by discord.py when the bot loads this file."""

    @bot.slash.command(name=locale_str("start"), description=locale_str("Open a table in this channel"))
    @app_commands.rename(
        game=locale_str("game"),
        seats=locale_str("seats"),
        computers=locale_str("computers"),
        level=locale_str("level"),
    )
    @app_commands.describe(
        game=locale_str("Which game to play; left out, the last one here"),
        seats=locale_str("How many play (2 to 8); left out, as many as last time here, or 3"),
        computers=locale_str("How many of them are computers (0 to 7; none if left out)"),
        level=locale_str("How strong the computers are; left out, normal"),
    )
    @app_commands.choices(game=GAMES, level=LEVELS)
    async def start(
        interaction: Interaction,
        game: str | None = None,
        seats: app_commands.Range[int, 2, 8] | None = None,
        computers: app_commands.Range[int, 0, 7] = 0,
        level: str = Level.NORMAL,
    ) -> None:
        await answered(interaction, actions.open_table(interaction, game, seats, computers, Level(level)))

    @bot.slash.command(name=locale_str("hand"), description=locale_str("Show my hand, to me alone"))
    async def hand(interaction: Interaction) -> None:
        await answered(interaction, actions.hand_here(interaction))

    @bot.slash.command(
        name=locale_str("table"), description=locale_str("Bring the table down to the end of the channel")
    )
    async def table(interaction: Interaction) -> None:
        await answered(interaction, actions.bring_down(interaction))

    @bot.slash.command(name=locale_str("leave"), description=locale_str("Leave the table in this channel"))
    async def leave(interaction: Interaction) -> None:
        await answered(interaction, actions.leave_here(interaction))

    @bot.slash.command(name=locale_str("end"), description=locale_str("End the table in this channel"))
    async def end(interaction: Interaction) -> None:
        await answered(interaction, actions.ask_to_end_here(interaction))
