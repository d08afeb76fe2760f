"""How an interaction is answered. Nothing here is awaited before the move it answers is committed."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Final

import aiohttp
import discord

from bot.drawing import files
from bot.screens.parts import Screen
from bot.table import Table

if TYPE_CHECKING:
    from bot.app import Myllymatti

    Interaction = discord.Interaction[Myllymatti]
else:
    Interaction = discord.Interaction

ANSWER_SECONDS: Final = 2.5
"""Discord takes a first answer for 3 seconds; discord.py would go on trying for longer."""
UPLOAD_SECONDS: Final = 60
"""What files of some MiB may take; the promise that they come holds for 15 minutes."""


class Unanswered(Exception):
    """An answer did not reach Discord in time. What it was to tell has happened all the same."""


@asynccontextmanager
async def sending() -> AsyncIterator[None]:
    """While an answer is sent: whatever keeps it from Discord raises `Unanswered`."""
    try:
        async with asyncio.timeout(ANSWER_SECONDS):
            yield
    except (TimeoutError, ConnectionError, aiohttp.ClientError, discord.HTTPException) as error:
        raise Unanswered(repr(error)) from error


def pressed_in_private(interaction: Interaction) -> bool:
    """Whether the button is on a message that only its reader sees."""
    return interaction.message is not None and interaction.message.flags.ephemeral


async def privately(interaction: Interaction, screen: Screen, *, anew: bool = False) -> None:
    """An answer for one: in place of the private message that was pressed, else, or `anew`, as a new one."""
    screen.numbered(interaction.id)
    async with sending():
        if interaction.response.is_done():
            await interaction.followup.send(view=screen, files=await files(screen), ephemeral=True)
        elif pressed_in_private(interaction) and not anew:
            await interaction.response.edit_message(view=screen, attachments=await files(screen))
        else:
            await interaction.response.send_message(view=screen, files=await files(screen), ephemeral=True)


async def in_place(interaction: Interaction, screen: Screen) -> None:
    """The message that was pressed now shows this."""
    async with sending():
        await interaction.response.edit_message(view=screen, attachments=await files(screen))


async def publicly(interaction: Interaction, screen: Screen) -> None:
    """A new message that everybody sees."""
    async with sending():
        await interaction.response.send_message(view=screen, files=await files(screen))


async def when_drawn(interaction: Interaction, screen: Screen) -> None:
    """A page for all whose pictures may take longer than Discord waits: it is promised first.

    In place of the message that was pressed, or as a new one.
    """
    async with sending():
        await interaction.response.defer()
    drawn = await files(screen)
    async with sending():
        await interaction.edit_original_response(view=screen, attachments=drawn)


async def with_files(interaction: Interaction, screen: Screen) -> None:
    """The private answer that has been promised, with its files, which may be large."""
    async with asyncio.timeout(UPLOAD_SECONDS):
        await interaction.edit_original_response(view=screen, attachments=await files(screen))


async def with_hand(interaction: Interaction, table: Table, screen: Screen) -> None:
    """The person's hand, which is kept up to date from now on."""
    await privately(interaction, screen)
    interaction.client.hands.hold(
        table, interaction, screen, await interaction.client.readers.of(interaction)
    )


async def with_table(interaction: Interaction, table: Table, screen: Screen) -> None:
    """The table message itself, pressed by somebody, at once in its new state.

    An earlier copy of it, which could not be deleted, only shows the same.
    """
    await in_place(interaction, screen)
    if interaction.message is not None and interaction.message.id == table.message_id:
        interaction.client.painter.drawn(table, screen)


async def with_new_table(interaction: Interaction, table: Table, screen: Screen) -> None:
    """A table message; should the answer fail, the painter posts one instead."""
    bot = interaction.client
    try:
        async with sending():
            response = await interaction.response.send_message(view=screen, files=await files(screen))
        assert response.message_id is not None
        await bot.tables.placed(table, response.message_id)
        bot.painter.drawn(table, screen)
    finally:
        bot.tables.changed(table)
