"""Emoji of the application: the 52 cards and the back as small pictures. Without them cards are text."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Final, TypeVar

import aiohttp
import discord

from bot import art
from engine.cards import DECK, Card

log = logging.getLogger(__name__)
T = TypeVar("T")

VERSION: Final = 1
"""Of the drawings: raise it when `bot.art.emoji` draws otherwise, for Discord tells only an emoji's name."""

FACES: Final = (*DECK, None)
"""What there are emoji of: the cards by number, the back last."""

NAMES: Final = tuple(f"mm{VERSION}_{'back' if card is None else str(card)}" for card in FACES)
OURS: Final = re.compile(r"mm[0-9]+_(?:[2-9TJQKA][SHDC]|back)")
"""The names of every version."""

PATIENCE: Final = 10
"""Seconds that a start of the bot waits for pictures."""

TROUBLE: Final = (discord.HTTPException, aiohttp.ClientError, OSError)
INVALID: Final = 50035


class NotSynced(Exception):
    """The emoji are not all there; says how far it came. `reason` is Discord's error, or the network's."""

    def __init__(self, how_far: str, reason: Exception) -> None:
        super().__init__(how_far)
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Emoji:
    """The emoji of the cards, all of them or none."""

    ids: tuple[int, ...] = ()
    """By the card's number, the back last."""

    def of(self, card: Card | None) -> str | None:
        """A card, or the back, as Discord's texts, buttons and menus want it; None if there are no emoji."""
        if not self.ids:
            return None
        number = len(DECK) if card is None else card
        return f"<:{NAMES[number]}:{self.ids[number]}>"


PLAIN: Final = Emoji()


async def known(client: discord.Client) -> Emoji:
    """The emoji that the application has. Half a set would look broken, so it counts as none.

    The bot starts without them too, so an error is only logged.
    """
    try:
        async with asyncio.timeout(PATIENCE):
            there = await _there(client)
    except TROUBLE as error:
        log.warning("cards are shown as text: their emoji cannot be read: %r", error)
        return PLAIN
    ids = tuple(there[name].id for name in NAMES if name in there)
    if len(ids) == len(NAMES):
        return Emoji(ids)
    log.info(
        "cards are shown as text: %d of %d emoji are there; `myllymatti emoji sync` uploads them",
        len(ids),
        len(NAMES),
    )
    return PLAIN


async def sync(client: discord.Client, say: Callable[[str], None]) -> None:
    """Upload the emoji that are missing, then delete those of other versions.

    In this order, so that whatever happens half-way a whole set is there. Raises `NotSynced`.
    """
    there = await _asked(_there(client), "nothing was changed")
    missing = [(name, card) for name, card in zip(NAMES, FACES, strict=True) if name not in there]
    old = [emoji for name, emoji in there.items() if OURS.fullmatch(name) and name not in NAMES]
    done = found = len(NAMES) - len(missing)
    for name, card in missing:
        how_far = f"{done} of {len(NAMES)} card emoji are there, running it again uploads the rest"
        await _asked(_upload(client, name, art.emoji(card)), how_far)
        done += 1
        say(f"{name} uploaded, {done} of {len(NAMES)}")
    if old:
        say(f"deleting {len(old)} old ones: a bot that still shows them has to be started anew")
    for deleted, emoji in enumerate(old):
        how_far = f"all {len(NAMES)} card emoji are there, {deleted} of {len(old)} old ones are deleted"
        await _asked(_delete(emoji), f"{how_far}, running it again deletes the rest")
    say(f"{len(NAMES)} card emoji: {len(missing)} uploaded, {found} were there, {len(old)} old ones deleted")


async def _there(client: discord.Client) -> dict[str, discord.Emoji]:
    """What the application has, by name; Discord lets it have a name once."""
    return {emoji.name: emoji for emoji in await client.fetch_application_emojis()}


async def _upload(client: discord.Client, name: str, image: bytes) -> None:
    """Upload one emoji. When Discord has failed it may be there, and discord.py's second try is refused."""
    try:
        await client.create_application_emoji(name=name, image=image)
    except discord.HTTPException as error:
        if error.code != INVALID or name not in await _there(client):
            raise


async def _delete(emoji: discord.Emoji) -> None:
    """Delete one emoji, or find it gone."""
    with suppress(discord.NotFound):
        await emoji.delete()


async def _asked(request: Awaitable[T], how_far: str) -> T:
    """What Discord answers; if it does not, how far it came until then."""
    try:
        return await request
    except TROUBLE as error:
        raise NotSynced(how_far, error) from error
