"""The public message of each table: always on its way to the newest state.

Edits are coalesced: whoever changes a table says `touch`, and the newest state is drawn at most once in
`paint_seconds`. Before an interaction is answered nothing is drawn (`held`), so that answers come first.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Final

import aiohttp
import discord
from discord.utils import utcnow

from bot.clock import Clock
from bot.hands import Hands
from bot.screens.parts import Screen
from bot.show import Show
from bot.tables import Table, Tables
from bot.texts import texts

log = logging.getLogger(__name__)

OLD: Final = timedelta(minutes=50)
"""Discord limits edits of messages older than an hour (30046): such a message is posted anew."""
TOO_OLD_TO_EDIT: Final = 30046
SERVER_ERROR: Final = 500
LONGEST_PAUSE: Final = 600.0


@dataclass(slots=True)
class _Canvas:
    table: Table
    rests_until: datetime
    shown: list[dict[str, Any]] | None = None  # what the message shows; None: not known
    mentioned: int | None = None  # whom the mention calls
    holds: int = 0
    busy: bool = False
    dirty: bool = False
    failures: int = 0
    anew: bool = False  # post the message again, further down
    tasks: set[asyncio.Task[None]] = field(default_factory=set)


class Painter:
    """Draws table messages, mentions whose turn it is, and has hands brought up to date."""

    def __init__(
        self, client: discord.Client, tables: Tables, show: Show, hands: Hands, clock: Clock, pause: float
    ) -> None:
        self._client = client
        self._tables = tables
        self._show = show
        self._hands = hands
        self._clock = clock
        self._pause = timedelta(seconds=pause)
        self._canvases: dict[int, _Canvas] = {}

    def touch(self, table: Table, *, anew: bool = False) -> None:
        """The table has changed; `anew` brings its message down to the end of the channel."""
        canvas = self._canvas(table)
        canvas.table = table
        canvas.anew |= anew
        canvas.dirty = True
        self._go_on(canvas)

    @contextmanager
    def held(self, table: Table) -> Iterator[None]:
        """Draw nothing of this table until the interaction at hand is answered."""
        canvas = self._canvas(table)
        canvas.holds += 1
        try:
            yield
        finally:
            canvas.holds -= 1
            self._go_on(canvas)

    def drawn(self, table: Table, screen: Screen) -> None:
        """An answer has just drawn the table message; while an edit is under way either may arrive last."""
        canvas = self._canvas(table)
        canvas.shown = None if canvas.busy else screen.payload

    async def close(self) -> None:
        """End what is being drawn."""
        tasks = [task for canvas in self._canvases.values() for task in canvas.tasks]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _canvas(self, table: Table) -> _Canvas:
        return self._canvases.setdefault(table.id, _Canvas(table, utcnow()))

    def _go_on(self, canvas: _Canvas) -> None:
        if canvas.holds or canvas.busy:
            return
        table = canvas.table
        if not canvas.dirty:
            if not table.live:
                self._canvases.pop(table.id, None)
            return
        if utcnow() < canvas.rests_until:
            self._clock.set(("paint", table.id), canvas.rests_until, lambda: self._rested(canvas))
            return
        canvas.busy = True
        task = asyncio.create_task(self._paint(canvas))
        canvas.tasks.add(task)
        task.add_done_callback(canvas.tasks.discard)

    async def _rested(self, canvas: _Canvas) -> None:
        self._go_on(canvas)

    async def _paint(self, canvas: _Canvas) -> None:
        canvas.dirty = False
        pause = self._pause
        try:
            await self._draw(canvas)
            canvas.failures = 0
        except (aiohttp.ClientError, OSError, discord.HTTPException) as error:
            log.warning("table %s was not shown: %s", canvas.table.id, error)
            if isinstance(error, discord.HTTPException) and error.status < SERVER_ERROR:
                await self._give_up(canvas)  # never loop on what Discord forbids
            else:
                canvas.failures += 1
                canvas.dirty = True
                pause = timedelta(seconds=min(LONGEST_PAUSE, 2.0 ** min(canvas.failures, 10)))
        except Exception:  # a screen that cannot be drawn must not end the drawing of the next one
            log.exception("table %s cannot be drawn", canvas.table.id)
        finally:
            canvas.busy = False
            canvas.rests_until = utcnow() + pause
        self._go_on(canvas)

    async def _give_up(self, canvas: _Canvas) -> None:
        """The next change of the table tries again; a table that has ended has none."""
        if not canvas.table.live:
            await self._tables.end_shown(canvas.table)

    async def _draw(self, canvas: _Canvas) -> None:
        table = canvas.table
        ended = not table.live
        await asyncio.gather(self._hands.push(table), self._draw_table(canvas))
        await self._draw_mention(canvas)
        if ended:
            await self._tables.end_shown(table)

    async def _draw_table(self, canvas: _Canvas) -> None:
        table = canvas.table
        screen = await self._show.public(table, texts())
        components = screen.payload
        old = table.message_at is not None and utcnow() - table.message_at > OLD and table.live
        if table.message_id is not None and not canvas.anew and not old:
            if components == canvas.shown:
                return
            try:
                await self._message(table, table.message_id).edit(view=screen)
            except discord.HTTPException as error:
                if not isinstance(error, discord.NotFound) and error.code != TOO_OLD_TO_EDIT:
                    raise
            else:
                canvas.shown = components
                return
        await self._post(canvas, screen)

    async def _post(self, canvas: _Canvas, screen: Screen) -> None:
        """The table message at the end of the channel; the earlier one goes."""
        table, earlier = canvas.table, canvas.table.message_id
        message = await self._channel(table).send(view=screen)
        canvas.shown, canvas.anew = screen.payload, False
        await self._tables.placed(table, message.id)
        if earlier is not None:
            await self._delete(table, earlier)

    async def _draw_mention(self, canvas: _Canvas) -> None:
        """An edit notifies nobody: whose turn it is gets a short message, gone when he has played."""
        table, called = canvas.table, canvas.table.waiting_for
        if table.mention_id is not None and called is not None and called == canvas.mentioned:
            return
        if table.mention_id is not None:
            await self._delete(table, table.mention_id)
            await self._tables.mentioned(table, None)
        canvas.mentioned = None
        if called is not None:
            t, mention = texts(), f"<@{called}>"
            message = await self._channel(table).send(
                t("{mention}, your turn.", mention=mention),
                allowed_mentions=discord.AllowedMentions(users=[discord.Object(called)]),
            )
            canvas.mentioned = called
            await self._tables.mentioned(table, message.id)

    async def _delete(self, table: Table, message_id: int) -> None:
        try:
            await self._message(table, message_id).delete()
        except discord.NotFound:
            pass
        except discord.Forbidden as error:
            log.warning("a message of table %s cannot be deleted: %s", table.id, error)

    def _channel(self, table: Table) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(table.channel_id, guild_id=table.guild_id)

    def _message(self, table: Table, message_id: int) -> discord.PartialMessage:
        return self._channel(table).get_partial_message(message_id)
