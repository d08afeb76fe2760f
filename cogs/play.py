"""`/myllymatti start`, `hand`, `table` and `leave`."""

from __future__ import annotations

from discord import app_commands

from bot import actions
from bot.answers import Interaction, privately
from bot.app import Myllymatti
from bot.buttons import answered
from bot.screens.notice import notice
from bot.texts import texts
from engine import PRESETS

GAMES = [app_commands.Choice(name=texts().game(name), value=name) for name in PRESETS]
DEFAULT_SEATS = 3


async def setup(bot: Myllymatti) -> None:
    """Called by discord.py when the bot loads this file."""

    @bot.slash.command(description="Open a table in this channel")
    @app_commands.describe(
        game="Which game to play",
        seats="How many play (2 to 8; 3 if left out)",
        computers="How many of them are computers (0 to 7; none if left out)",
    )
    @app_commands.choices(game=GAMES)
    async def start(
        interaction: Interaction,
        game: str = "myllymatti",
        seats: app_commands.Range[int, 2, 8] = DEFAULT_SEATS,
        computers: app_commands.Range[int, 0, 7] = 0,
    ) -> None:
        t = texts(interaction.locale)
        missing = missing_permissions(interaction)
        if missing:
            words = t("I may not post in this channel"), t("I need: {rights}.", rights=", ".join(missing))
            await privately(interaction, notice(*words))
        elif computers >= seats:
            words = (
                t("That leaves no seat for you"),
                t("Of {n} seats at most {most} can be computers.", n=seats, most=seats - 1),
            )
            await privately(interaction, notice(*words))
        else:
            await answered(interaction, actions.open_table(interaction, PRESETS[game], seats, computers))

    @bot.slash.command(description="Show my hand, to me alone")
    async def hand(interaction: Interaction) -> None:
        await answered(interaction, actions.hand_here(interaction))

    @bot.slash.command(description="Bring the table down to the end of the channel")
    async def table(interaction: Interaction) -> None:
        await answered(interaction, actions.bring_down(interaction))

    @bot.slash.command(description="Leave the table in this channel")
    async def leave(interaction: Interaction) -> None:
        await answered(interaction, actions.leave_here(interaction))


def missing_permissions(interaction: Interaction) -> list[str]:
    """What the bot may not do in this channel though a table needs it, as Discord's client names it."""
    may = interaction.app_permissions
    in_thread = interaction.channel is not None and "thread" in interaction.channel.type.name
    needed = {
        "View Channel": may.view_channel,
        "Send Messages": may.send_messages_in_threads if in_thread else may.send_messages,
        "Read Message History": may.read_message_history,
    }
    return [name for name, granted in needed.items() if not granted]
