"""The bot itself: puts the parts together and hands events on."""

from __future__ import annotations

import hashlib
import json
import logging
import secrets
from collections.abc import Iterable
from datetime import timedelta
from typing import Any, Final

import discord
from discord import app_commands
from discord.ext import commands
from discord.utils import utcnow

from bot import buttons, emoji, privacy, purge
from bot.clock import Clock
from bot.config import Settings
from bot.hands import Hands
from bot.names import Names
from bot.painter import Painter
from bot.permissions import locked_out
from bot.readers import Readers
from bot.rebuild import catch_up
from bot.show import Show
from bot.store import Store, Why
from bot.table import Table
from bot.tables import Tables
from bot.texts import texts
from bot.thinking import Thinkers
from bot.waits import Waits
from engine import fast

log = logging.getLogger(__name__)

discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # this bot never speaks

COGS: Final = (
    "cogs.play",
    "cogs.privacy",
    "cogs.replay",
    "cogs.rules",
    "cogs.server",
    "cogs.settings",
    "cogs.stats",
)
HEARTBEAT: Final = timedelta(seconds=30)
WIPE_AGAIN: Final = timedelta(seconds=10)


class Tree(app_commands.CommandTree["Myllymatti"]):
    """The slash commands; their errors end where those of presses do."""

    async def on_error(
        self, interaction: discord.Interaction[Myllymatti], error: app_commands.AppCommandError
    ) -> None:
        await buttons.command_failed(interaction, error)


class Translator(app_commands.Translator):
    """What slash commands are called in each language of ours."""

    async def translate(
        self, string: app_commands.locale_str, locale: discord.Locale, context: object
    ) -> str | None:
        """None where it is the same as in English."""
        in_words = texts(locale)
        called = in_words(string.message)
        return None if called == string.message else called


class Myllymatti(commands.Bot):
    """One process of the bot. Its parts are its attributes, so that actions can reach them."""

    def __init__(self, settings: Settings) -> None:
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            tree_cls=Tree,
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            allowed_contexts=app_commands.AppCommandContext(
                guild=True, dm_channel=False, private_channel=False
            ),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
            max_messages=None,
        )
        self.settings = settings
        self.store = Store(settings.database_url)
        self.tables = Tables(self.store, settings)
        self.clock = Clock()
        self.names = Names(self)
        self.readers = Readers(self, self.store)
        self.show = Show(self.names, self.readers, int(settings.turn_seconds))
        self.hands = Hands(self.show)
        self.painter = Painter(self, self.tables, self.show, self.hands, self.clock, settings.paint_seconds)
        self.thinkers = Thinkers(settings.thinkers)
        self.waits = Waits(
            self.tables, self.thinkers, self.clock, self.names, self.hands, self.painter, settings
        )
        about = app_commands.locale_str("Card games that somebody has to lose")
        self.slash = app_commands.Group(name="myllymatti", description=about, auto_locale_strings=False)
        self.tables.changed = self.table_changed

    async def setup_hook(self) -> None:
        if not fast.AVAILABLE:
            log.warning("engine.fast is not built: computers that are to play hard play by simple rules")
        await self.store.open()
        await catch_up(self.store)
        await self.tables.restore()
        self.readers.emoji = await emoji.known(self)
        await self.tree.set_translator(Translator())
        for cog in COGS:
            await self.load_extension(cog)
        self.tree.add_command(self.slash)
        await self.sync_commands()
        await self.beat()
        if await privacy.to_wipe(self.store.engine):
            self.wipe(None)

    async def on_ready(self) -> None:
        """Comes again after each reconnect: what the messages show is repaired."""
        for table in tuple(self.tables):
            if self.get_guild(table.guild_id) is None:  # in an outage it would be there, unavailable
                await self.tables.lost(table, Why.SERVER)
            else:
                self.table_changed(table)
        here = {guild.id for guild in self.guilds}  # in an outage too, unavailable
        await purge.present(self.store.engine, here, utcnow())
        await self.purge()

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        self.names.learn(interaction.user)
        if interaction.type is discord.InteractionType.component:
            await buttons.press(interaction)

    def table_changed(self, table: Table) -> None:
        """A table has moved on: set its clocks and have it drawn."""
        self.waits.set(table)
        self.painter.touch(table)

    # what happens to the places of tables

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """The bot was sent away; an outage comes as `guild_unavailable`."""
        for table in self.tables.where(guild.id):
            await self.tables.lost(table, Why.SERVER)
        self.names.leave(guild.id)
        await purge.away(self.store.engine, guild.id, utcnow())
        await self.purge()

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """The bot was let in, perhaps once more."""
        await purge.back(self.store.engine, guild.id)
        await self.purge()

    async def purge(self) -> None:
        """Delete what is kept of servers that sent the bot away long enough ago; then for the next one."""
        here = {guild.id for guild in self.guilds}  # in an outage too, unavailable
        gone = await purge.purge(self.store.engine, here, utcnow())
        if gone:
            self.wipe(None)
        for guild_id in gone:
            log.info("server %s let the bot go %s days ago: all of it is deleted", guild_id, purge.KEPT.days)
        when = await purge.due(self.store.engine)
        if when is None:
            self.clock.unset("purge")
        else:
            self.clock.set("purge", when, self.purge)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Its threads come as `raw_thread_delete`."""
        await self._channel_gone(channel.guild.id, channel.id)

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        await self._channel_gone(payload.guild_id, payload.thread_id)

    async def _channel_gone(self, guild_id: int, channel_id: int) -> None:
        for table in self.tables.where(guild_id, channel_id):
            await self.tables.lost(table, Why.CHANNEL)

    async def on_guild_unavailable(self, guild: discord.Guild) -> None:
        self._try_again(guild.id)

    async def on_guild_available(self, guild: discord.Guild) -> None:
        self._try_again(guild.id)

    async def on_thread_join(self, thread: discord.Thread) -> None:
        """A private thread that the bot was added to, or one that is open again."""
        self._try_again(thread.guild.id, thread.id)

    async def on_raw_thread_update(self, payload: discord.RawThreadUpdateEvent) -> None:
        locked = locked_out(self, payload)
        for table in self.tables.where(payload.guild_id, payload.thread_id):
            self.painter.try_again(table, locked=locked)

    async def on_guild_role_update(self, before: discord.Role, after: discord.Role) -> None:
        self._look_again(after.guild.id)

    async def on_guild_channel_update(
        self, before: discord.abc.GuildChannel, after: discord.abc.GuildChannel
    ) -> None:
        self._look_again(after.guild.id)

    async def on_member_update(self, before: discord.Member, after: discord.Member) -> None:
        """Of the bot itself, that is; of others it comes only with the members intent."""
        self._look_again(after.guild.id)

    def _look_again(self, guild_id: int) -> None:
        """What the bot may do there may have changed."""
        for table in self.tables.where(guild_id):
            self.painter.look_again(table)

    def _try_again(self, guild_id: int, channel_id: int | None = None) -> None:
        """What was out of reach may be so no more."""
        for table in self.tables.where(guild_id, channel_id):
            self.painter.try_again(table)

    async def sync_commands(self) -> None:
        """Register the slash commands when they have changed, or when Discord does not know them."""
        guild = None
        if self.settings.dev_guild_id is not None:
            guild = discord.Object(self.settings.dev_guild_id)
            self.tree.copy_global_to(guild=guild)
        assert self.tree.translator is not None
        payload = [
            await command.get_translated_payload(self.tree, self.tree.translator)
            for command in self.tree.get_commands(guild=guild)
        ]
        print_ = hashlib.sha256(json.dumps(payload, sort_keys=True).encode()).hexdigest()
        key = f"commands of {self.application_id} in {guild.id if guild else 'all servers'}"
        known = {command.name for command in await self.tree.fetch_commands(guild=guild)}
        if await self.store.note(key) == print_ and known == {command["name"] for command in payload}:
            return
        await self.tree.sync(guild=guild)
        await self.store.set_note(key, print_)

    async def forget(self, user_id: int, tables: Iterable[Table]) -> None:
        """Somebody has been deleted from the store and from these tables: he is known no more here either."""
        self.painter.forget(user_id)
        self.wipe(user_id)
        try:
            await self.hands.let_go(user_id, tables)
        finally:
            self.names.forget(user_id)

    def wipe(self, user_id: int | None) -> None:
        """Have no byte of a deleted id be left in the database's file; None: of many, or of long ago."""

        async def job() -> None:
            if not await privacy.wipe(self.store.engine, user_id):
                self.clock.set(key, utcnow() + WIPE_AGAIN, job)

        key = "wipe", secrets.token_hex(8)  # not the id: the names of jobs are logged
        self.clock.set(key, utcnow(), job)

    async def beat(self) -> None:
        """Note now and then that the bot is alive and connected, for `myllymatti health`."""
        if self.is_ready() and not self.is_closed():
            await self.store.set_alive(utcnow())
        self.clock.set("heartbeat", utcnow() + HEARTBEAT, self.beat)

    async def close(self) -> None:
        await self.clock.close()
        await self.painter.close()
        await self.thinkers.close()
        await super().close()
        await self.store.close()


def create_bot(settings: Settings) -> Myllymatti:
    """The bot, ready to start. Nothing is read or written before it starts."""
    return Myllymatti(settings)
