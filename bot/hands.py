"""Hands that lie open before people: each is kept up to date while its interaction token lives.

Tokens are kept in memory only, never in the store or the log. Source of the 15 minutes: Discord.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

import aiohttp
import discord
from discord.utils import utcnow

from bot.drawing import files
from bot.readers import Reader
from bot.screens.notice import notice, reminder
from bot.screens.parts import Content, Screen
from bot.show import Show
from bot.table import Refused, Table

log = logging.getLogger(__name__)

TOKEN_LIFE: Final = timedelta(minutes=14, seconds=30)
UNREACHABLE: Final = (discord.HTTPException, aiohttp.ClientError, OSError)
"""Discord refuses, or no way leads to it."""


@dataclass(slots=True)
class _Hand:
    interaction: discord.Interaction[Any]  # holds the token
    expires: datetime
    shown: Content
    reader: Reader


class Hands:
    """The last hand shown to each person at each table."""

    def __init__(self, show: Show) -> None:
        self._show = show
        self._hands: dict[tuple[int, int], _Hand] = {}

    def hold(
        self, table: Table, interaction: discord.Interaction[Any], screen: Screen, reader: Reader
    ) -> None:
        """This interaction has just answered with the person's hand."""
        expires = interaction.created_at + TOKEN_LIFE
        self._hands[table.id, interaction.user.id] = _Hand(interaction, expires, screen.content, reader)

    async def push(self, table: Table) -> None:
        """Bring every hand at this table up to date; what cannot be reached any more is forgotten."""
        now = utcnow()
        for key, hand in tuple(self._hands.items()):
            if hand.expires <= now:
                del self._hands[key]
        keys = [key for key in self._hands if key[0] == table.id]
        await asyncio.gather(*(self._push(table, key) for key in keys))
        if not table.live:
            for key in keys:
                self._hands.pop(key, None)

    def read_by(self, user_id: int, reader: Reader) -> None:
        """Somebody wishes to see his hands in another way."""
        for (_, whose), hand in self._hands.items():
            if whose == user_id:
                hand.reader = reader

    async def let_go(self, user_id: int, tables: Iterable[Table]) -> None:
        """A person is to be known no more: his hands at these tables say so once, if they can be reached."""
        his = [(table, (table.id, user_id)) for table in tables if (table.id, user_id) in self._hands]
        try:
            await asyncio.gather(*(self._push(table, key) for table, key in his))
        finally:
            for key in [key for key in self._hands if key[1] == user_id]:
                del self._hands[key]

    async def remind(self, table: Table, user_id: int) -> bool:
        """Tell somebody, and nobody else, that half of his turn has passed; False: no way leads to him."""
        hand = self._hands.get((table.id, user_id))
        if hand is None or hand.expires <= utcnow() or table.deadline is None:
            return False
        try:
            screen = reminder(table.id, table.deadline, hand.reader.t)
            await hand.interaction.followup.send(view=screen, ephemeral=True)
        except UNREACHABLE as error:
            log.info("a reminder at table %s did not arrive: %r", table.id, error)
            return False
        return True

    async def _push(self, table: Table, key: tuple[int, int]) -> None:
        hand = self._hands.get(key)
        if hand is None:
            return
        t = hand.reader.t
        try:
            screen = await self._show.hand(table, key[1], hand.reader)
        except Refused:
            screen = notice(t("You have left the game") if table.live else t("This game has ended"))
            self._hands.pop(key, None)
        content = screen.numbered(hand.interaction.id).content
        if content == hand.shown:
            return
        try:
            await hand.interaction.edit_original_response(view=screen, attachments=await files(screen))
            hand.shown = content
        except UNREACHABLE as error:
            log.info("a hand at table %s is out of reach: %r", table.id, error)
            if self._hands.get(key) is hand:
                del self._hands[key]
