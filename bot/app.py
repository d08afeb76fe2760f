"""The bot itself: puts the parts together and hands events on."""

from __future__ import annotations

import hashlib
import json
import logging
from datetime import timedelta
from typing import Any, Final

import discord
from discord import app_commands
from discord.ext import commands
from discord.utils import utcnow

from bot import buttons
from bot.clock import Clock
from bot.config import Settings
from bot.hands import Hands
from bot.names import Names
from bot.painter import Painter
from bot.show import Show
from bot.store import Store
from bot.tables import Table, Tables

log = logging.getLogger(__name__)

discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # this bot never speaks

COGS: Final = ("cogs.play", "cogs.rules", "cogs.stats")
HEARTBEAT: Final = timedelta(seconds=30)


class Tree(app_commands.CommandTree["Myllymatti"]):
    """The slash commands; their errors end where those of presses do."""

    async def on_error(
        self, interaction: discord.Interaction[Myllymatti], error: app_commands.AppCommandError
    ) -> None:
        await buttons.command_failed(interaction, error)


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
        self.show = Show(self.names)
        self.hands = Hands(self.show)
        self.painter = Painter(self, self.tables, self.show, self.hands, self.clock, settings.paint_seconds)
        self.slash = app_commands.Group(name="myllymatti", description="Card games that somebody has to lose")
        self.tables.changed = self.table_changed

    async def setup_hook(self) -> None:
        await self.store.open()
        await self.tables.restore()
        for cog in COGS:
            await self.load_extension(cog)
        self.tree.add_command(self.slash)
        await self.sync_commands()
        await self.beat()

    async def on_ready(self) -> None:
        """Comes again after each reconnect: what the messages show is repaired."""
        for table in self.tables:
            self.table_changed(table)

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        self.names.learn(interaction.user)
        if interaction.type is discord.InteractionType.component:
            await buttons.press(interaction)

    def table_changed(self, table: Table) -> None:
        """A table has moved on: set its clocks and have it drawn."""
        now, ply = utcnow(), table.ply
        if table.deadline is not None:
            self.clock.set(("deadline", table.id), table.deadline, lambda: self.tables.expire(table))
        else:
            self.clock.unset(("deadline", table.id))
        if table.live and table.state is not None and table.waiting_for is None:
            pace = self.tables.random.uniform(
                self.settings.computer_pace_min, self.settings.computer_pace_max
            )
            when = now + timedelta(seconds=pace)
            self.clock.set(("computer", table.id), when, lambda: self.tables.play_for(table, ply))
        else:
            self.clock.unset(("computer", table.id))
        self.painter.touch(table)

    async def sync_commands(self) -> None:
        """Register the slash commands when they have changed, or when Discord does not know them."""
        guild = None
        if self.settings.dev_guild_id is not None:
            guild = discord.Object(self.settings.dev_guild_id)
            self.tree.copy_global_to(guild=guild)
        payload = [command.to_dict(self.tree) for command in self.tree.get_commands(guild=guild)]
        print_ = hashlib.sha256(json.dumps(payload, sort_keys=True).encode()).hexdigest()
        key = f"commands of {self.application_id} in {guild.id if guild else 'all servers'}"
        known = {command.name for command in await self.tree.fetch_commands(guild=guild)}
        if await self.store.note(key) == print_ and known == {command["name"] for command in payload}:
            return
        await self.tree.sync(guild=guild)
        await self.store.set_note(key, print_)

    async def beat(self) -> None:
        """Note now and then that the bot is alive and connected, for `myllymatti health`."""
        if self.is_ready() and not self.is_closed():
            await self.store.set_alive(utcnow())
        self.clock.set("heartbeat", utcnow() + HEARTBEAT, self.beat)

    async def close(self) -> None:
        await self.clock.close()
        await self.painter.close()
        await super().close()
        await self.store.close()


def create_bot(settings: Settings) -> Myllymatti:
    """The bot, ready to start. Nothing is read or written before it starts."""
    return Myllymatti(settings)
