"""Pictures and files on their way into messages; pictures are drawn in a thread, never on the event loop."""

from __future__ import annotations

import asyncio
import logging
from io import BytesIO
from typing import Final

import discord

from bot import art
from bot.art.drawings import Picture
from bot.screens.parts import Screen

log = logging.getLogger(__name__)

NOTHING: Final = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010804000000b51c0c02"
    "0000000b49444154789c636060000000030001b8ad3a630000000049454e44ae426082"
)
"""A PNG of one clear point. What a picture shows is in its alt text too."""


async def files(screen: Screen) -> list[discord.File]:
    """What goes with a screen, as new files: they serve once."""
    pictures = [
        discord.File(BytesIO(await asyncio.to_thread(_drawn, picture)), name)
        for name, picture in screen.pictures.items()
    ]
    return [*pictures, *(discord.File(BytesIO(data), name) for name, data in screen.files.items())]


def _drawn(picture: Picture) -> bytes:
    """A move is not to go unanswered because a picture of it cannot be drawn."""
    try:
        return art.draw(picture)
    except Exception:
        log.exception("a picture cannot be drawn")
        return NOTHING
