"""The public message of each table: always on its way to the newest state.

Edits are coalesced: whoever changes a table says `touch`, and the newest state is drawn at most once in
`paint_seconds`, less often while computers play. Before an interaction is answered nothing is drawn
(`held`), so that answers come first. What Discord forbids pauses the table until it is allowed again.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final

import aiohttp
import discord
from discord.utils import utcnow

from bot.clock import Clock
from bot.drawing import files
from bot.hands import Hands
from bot.permissions import IN_LOCKED_THREADS, missing_at
from bot.screens.parts import Content, Screen
from bot.show import Show
from bot.store import Why
from bot.table import Table
from bot.tables import Tables
from bot.texts import Texts

log = logging.getLogger(__name__)

OLD: Final = timedelta(minutes=50)
"""Discord limits edits of messages older than an hour (30046): such a message is posted anew."""
TOO_OLD_TO_EDIT: Final = 30046
ARCHIVED: Final = (50083, 160005)
"""In an archived thread nothing can be edited; a new message opens it again, unless it is locked too."""
PLACE_GONE: Final = (10003, 10004)
"""Unknown channel, unknown server."""
SERVER_ERROR: Final = 500
LONGEST_PAUSE: Final = 600.0
COMPUTERS_SLOWER: Final = 2.5
"""While computers play, so many times as long passes from one edit to the next."""
END_SHOWN_WITHIN: Final = timedelta(days=1)


@dataclass(slots=True)
class _Canvas:
    table: Table
    painted_at: datetime
    shown: Content | None = None  # what the message shows; None: not known
    called: tuple[int | None, int] | None = None  # whom the mention calls, and for which move
    again: bool = False  # it calls him a second time
    call_again: bool = False  # it is to
    holds: int = 0
    busy: bool = False
    dirty: bool = False
    failures: int = 0
    missing: tuple[str, ...] = ()  # what the gateway last told that the bot may not
    locked: bool = False  # the thread has been locked and archived
    told: bool = True  # something of that has changed, and is to be believed before anything is tried
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

    def look_again(self, table: Table) -> None:
        """What is forbidden or out of order may have changed: if it has, act on it at once."""
        canvas = self._canvas(table)
        missing = self._missing(canvas)
        if missing != canvas.missing:
            canvas.missing = missing
            self.try_again(table)

    def try_again(self, table: Table, *, locked: bool = False) -> None:
        """Whatever has failed may do now; a thread may be `locked` to the bot."""
        canvas = self._canvas(table)
        canvas.locked, canvas.told, canvas.failures = locked, True, 0
        self.touch(table)

    def call_again(self, table: Table) -> None:
        """Call the person on turn a second time."""
        self._canvas(table).call_again = True
        self.touch(table)

    def forget(self, user_id: int) -> None:
        """A person is to be known no more; a message that calls him will be read as one that is there."""
        for canvas in self._canvases.values():
            if canvas.called is not None and canvas.called[0] == user_id:
                canvas.called = None

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
        canvas.shown = None if canvas.busy else screen.content

    async def close(self) -> None:
        """End what is being drawn."""
        tasks = [task for canvas in self._canvases.values() for task in canvas.tasks]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _canvas(self, table: Table) -> _Canvas:
        return self._canvases.setdefault(table.id, _Canvas(table, utcnow() - self._pause))

    def _go_on(self, canvas: _Canvas) -> None:
        if canvas.holds or canvas.busy:
            return
        table = canvas.table
        if not canvas.dirty:
            if not table.live:
                self._canvases.pop(table.id, None)
            return
        rests_until = canvas.painted_at + self._rest(canvas)
        if utcnow() < rests_until:
            self._clock.set(("paint", table.id), rests_until, lambda: self._rested(canvas))
            return
        canvas.busy = True
        task = asyncio.create_task(self._paint(canvas))
        canvas.tasks.add(task)
        task.add_done_callback(canvas.tasks.discard)

    def _rest(self, canvas: _Canvas) -> timedelta:
        """How long after a painting the next one may come."""
        if canvas.failures:
            return timedelta(seconds=min(LONGEST_PAUSE, 2.0 ** min(canvas.failures, 10)))
        return self._pause * COMPUTERS_SLOWER if canvas.table.computer_to_play else self._pause

    async def _rested(self, canvas: _Canvas) -> None:
        self._go_on(canvas)

    async def _paint(self, canvas: _Canvas) -> None:
        canvas.dirty = False
        try:
            await self._try(canvas)
        except (aiohttp.ClientError, OSError) as error:
            self._again_later(canvas, error)
        except Exception:  # a screen that cannot be drawn must not end the drawing of the next one
            log.exception("table %s cannot be drawn", canvas.table.id)
        finally:
            canvas.busy = False
            canvas.painted_at = utcnow()
        self._go_on(canvas)

    async def _try(self, canvas: _Canvas) -> None:
        """Draw, and pause the table or let it go on by whether that is allowed."""
        table = canvas.table
        if table not in self._tables:  # its place is gone
            return
        guild = self._client.get_guild(table.guild_id)
        if guild is not None and guild.unavailable:  # an outage: what comes after it draws again
            await self._tables.pause(table)
            return
        canvas.missing = self._missing(canvas)
        believed = canvas.missing if canvas.told else ()
        canvas.told = False
        try:
            if believed and table.playing:
                await self._tables.pause(table, believed)
                await self._draw(canvas)
                self._again_later(canvas, f"{', '.join(believed)} is missing")
            elif table.paused_at is not None:  # trying is the only way to be sure
                if table.waiting_for is not None:
                    await self._draw_mention(canvas, anew=True)
                else:
                    canvas.anew = True
                await self._draw_table(canvas, paused=False)
                canvas.failures = 0
                await self._tables.resume(table)
            else:
                await self._draw(canvas)
                canvas.failures = 0
        except discord.HTTPException as error:
            await self._failed(canvas, error)

    def _missing(self, canvas: _Canvas) -> tuple[str, ...]:
        if canvas.locked:
            return (IN_LOCKED_THREADS,)
        return missing_at(self._client, canvas.table.guild_id, canvas.table.channel_id)

    async def _failed(self, canvas: _Canvas, error: discord.HTTPException) -> None:
        """What Discord refuses for good is not tried for ever: it blocks hosts that try 10,000 times."""
        table = canvas.table
        if error.code in PLACE_GONE:
            await self._tables.lost(table, Why.CHANNEL)
        elif error.status >= SERVER_ERROR:
            self._again_later(canvas, error)
        elif table.ended_at is not None and utcnow() - table.ended_at > END_SHOWN_WITHIN:
            await self._tables.end_shown(table)
        elif isinstance(error, discord.Forbidden) or error.code in ARCHIVED:
            if table.playing:
                await self._tables.pause(table, canvas.missing)
            with suppress(discord.HTTPException):  # it may still be allowed to say so
                await self._draw_table(canvas, paused=table.paused_at is not None)
            self._again_later(canvas, error)
        else:
            log.warning("table %s was not shown: %s", table.id, error)
            if not table.live:
                await self._tables.end_shown(table)

    def _again_later(self, canvas: _Canvas, error: object) -> None:
        """With growing pauses."""
        log.warning("table %s was not shown: %s", canvas.table.id, error)
        canvas.failures += 1
        canvas.dirty = True

    async def _draw(self, canvas: _Canvas) -> None:
        table = canvas.table
        ended = not table.live
        paused = table.paused_at is not None
        await asyncio.gather(self._hands.push(table), self._draw_table(canvas, paused=paused))
        if not paused:
            await self._draw_mention(canvas)
        if ended:
            await self._tables.end_shown(table)

    async def _draw_table(self, canvas: _Canvas, *, paused: bool) -> None:
        """As a game that is `paused` or not; a paused one is only edited, since posting may be forbidden."""
        table = canvas.table
        screen = await self._show.public(table, paused=paused)
        content = screen.content
        old = table.message_at is not None and utcnow() - table.message_at > OLD and table.live
        if table.message_id is not None and (paused or not (canvas.anew or old)):
            if content == canvas.shown:
                return
            try:
                message = self._message(table, table.message_id)
                await message.edit(view=screen, attachments=await files(screen))
            except discord.HTTPException as error:
                gone = isinstance(error, discord.NotFound) and error.code not in PLACE_GONE
                if paused or (not gone and error.code not in (TOO_OLD_TO_EDIT, *ARCHIVED)):
                    raise
            else:
                canvas.shown = content
                return
        await self._post(canvas, screen)

    async def _post(self, canvas: _Canvas, screen: Screen) -> None:
        """The table message at the end of the channel; the earlier one goes."""
        table, earlier = canvas.table, canvas.table.message_id
        message = await self._channel(table).send(view=screen, files=await files(screen))
        canvas.shown, canvas.anew = screen.content, False
        await self._tables.placed(table, message.id)
        if earlier is not None:
            await self._delete(table, earlier)

    async def _draw_mention(self, canvas: _Canvas, *, anew: bool = False) -> None:
        """An edit notifies nobody: whose turn it is gets a short message, gone when he has played.

        `anew` sends it once more, the earlier one going after it: so that it is known whether it may be sent.
        """
        table, earlier = canvas.table, canvas.table.mention_id
        called, ply = table.waiting_for, table.ply
        if canvas.called is None and earlier is not None and called is not None and not anew:
            await self._read_mention(canvas, earlier, called)
        again = canvas.called == (called, ply) and (canvas.again or canvas.call_again)
        canvas.call_again = False
        same_person = called is not None and canvas.called is not None and canvas.called[0] == called
        if earlier is not None and same_person and canvas.again == again and not anew:
            canvas.called = called, ply
            return
        if earlier is not None and not anew:
            await self._delete(table, earlier)
            await self._tables.mentioned(table, None)
        canvas.called = None
        if called is not None:
            message = await self._channel(table).send(
                _call(called, await self._show.words(table), again=again),
                allowed_mentions=discord.AllowedMentions(users=[discord.Object(called)]),
            )
            canvas.called, canvas.again = (called, ply), again
            await self._tables.mentioned(table, message.id)
        if earlier is not None and anew:
            await self._delete(table, earlier)

    async def _read_mention(self, canvas: _Canvas, message_id: int, called: int) -> None:
        """After a restart: who has been called already is not called once more."""
        with suppress(discord.HTTPException):
            message = await self._channel(canvas.table).fetch_message(message_id)
            t = await self._show.words(canvas.table)
            for again in (False, True):
                if message.content == _call(called, t, again=again):
                    canvas.called, canvas.again = (called, canvas.table.ply), again

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


def _call(user_id: int, t: Texts, *, again: bool) -> str:
    """The message that tells somebody to play."""
    mention = f"<@{user_id}>"
    if again:
        return t("{mention}, your turn still: half of the time has passed.", mention=mention)
    return t("{mention}, your turn.", mention=mention)
