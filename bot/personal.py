"""What a person can do about his own data. Whose it is, is always who pressed."""

from __future__ import annotations

import gzip
import json
from typing import Any, Final

from bot import privacy
from bot.answers import Interaction, privately, sending, with_files
from bot.readers import words
from bot.screens import privacy as screens
from bot.screens.notice import notice

LARGEST: Final = 8_000_000
"""Bytes: Discord takes files of 10 MiB; what is larger is packed, which makes a tenth of it."""


async def show(interaction: Interaction) -> None:
    """`/myllymatti privacy`: what is stored."""
    held = await privacy.held(interaction.client.store.engine, interaction.user.id)
    await privately(interaction, screens.privacy(held, await words(interaction)))


async def show_data(interaction: Interaction) -> None:
    """Show my data: a file, for him alone. To put it together may take longer than an answer may."""
    async with sending():
        await interaction.response.defer(ephemeral=True, thinking=True)
    data = await privacy.data_of(interaction.client.store.engine, interaction.user.id)
    content, name = as_file(data)
    await with_files(interaction, screens.data(name, content, await words(interaction)))


def as_file(data: dict[str, Any], largest: int = LARGEST) -> tuple[bytes, str]:
    """Data as JSON to be read by people, and what the file is called; packed if it would be too large."""
    content = as_text(data).encode()
    if len(content) <= largest:
        return content, "myllymatti.json"
    return gzip.compress(content), "myllymatti.json.gz"


def as_text(data: dict[str, Any]) -> str:
    """Data as JSON that people can read."""
    return json.dumps(data, indent=1, ensure_ascii=False)


async def ask_to_forget(interaction: Interaction) -> None:
    """Delete my data: what comes of it, first."""
    await privately(interaction, screens.forgetting(await words(interaction)))


async def forget(interaction: Interaction) -> None:
    """He is deleted: at the tables and in the store at once, in memory and in the file after the answer.

    Whatever he presses from now on is as if somebody new had come.
    """
    bot, user_id = interaction.client, interaction.user.id
    t = await words(interaction)  # in the language he is about to have set no more
    tables = await bot.tables.forget(user_id)
    try:
        if tables is None:
            told = notice(t("Nothing is stored about you"))
        else:
            told = notice(t("Your data is deleted"), t("If you play again, you begin as somebody new."))
        await privately(interaction, told)
    finally:
        await bot.forget(user_id, tables or ())
