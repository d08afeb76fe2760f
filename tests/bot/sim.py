"""The running bot on a simulated Discord (simcord), and fingers to press what it shows.

Only what is marked PRIVATE leans on names that simcord does not promise; its version is pinned.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from multiprocessing import connection
from pathlib import Path
from random import Random
from time import monotonic
from types import SimpleNamespace
from typing import Any

from discord.app_commands import CommandInvokeError
from pydantic import SecretStr
from simcord import Env, InteractionResult, MemberActor, ResponseMessage
from simcord._settlement import _next_virtual_timer, _owned_tasks, _run_due_virtual_callbacks
from simcord.backend import serializers
from simcord.builders import ChannelHandle, GuildHandle
from simcord.enums import InteractionType
from simcord.http import router
from simcord.interactions import base_payload

from bot.app import Myllymatti, create_bot
from bot.config import Settings
from bot.screens.limits import broken, walk
from bot.store import StoredGame
from bot.table import Table
from engine import DECK, Card, Seat, State
from engine.fair import SEED_BYTES, Context, Shuffled

BUTTON, MENU, TEXT = 2, 3, 10
TEXT_STYLE = "\ufe0e"
"""Stands after every suit sign, so that it is drawn as text."""


class Chance(Random):
    """Chance that can be repeated, whatever is pressed. `decks` are dealt before any other, in this order."""

    def __init__(self, seed: int | str = 0) -> None:
        super().__init__(seed)
        self.decks: list[Sequence[Card]] = []
        self.seeds = Random(f"seeds of {seed}")

    def shuffled(self, _seed: bytes, context: Context) -> Shuffled:
        """In the place of `engine.fair.shuffled`."""
        dealer = self.randrange(len(context.places)) if context.dealer is None else context.dealer
        deck = list(DECK)
        self.shuffle(deck)
        return Shuffled(dealer, tuple(self.decks.pop(0) if self.decks else deck))

    def rule(self, bot: Myllymatti) -> None:
        """Have this bot leave everything to it."""
        bot.tables.random, bot.tables.shuffled = self, self.shuffled
        bot.tables.new_seed = partial(self.seeds.randbytes, SEED_BYTES)


# reading


def plain(text: str) -> str:
    """A text without what asks for text style, its spaces all of one kind."""
    return text.replace(TEXT_STYLE, "").replace("\xa0", " ")


def parts(message: ResponseMessage) -> Iterator[dict[str, Any]]:
    """Every component of a message, nested ones too. PRIVATE: no copy is made, which saves much time."""
    return walk(message._message.components)


def buttons(message: ResponseMessage) -> dict[str, str]:
    """The custom_id of each button that can be pressed, with its label."""
    return {
        c["custom_id"]: c["label"] for c in parts(message) if c["type"] == BUTTON and not c.get("disabled")
    }


def menus(message: ResponseMessage) -> dict[str, dict[str, str]]:
    """The custom_id of each menu, with its values and the label of each."""
    return {
        c["custom_id"]: {option["value"]: option["label"] for option in c["options"]}
        for c in parts(message)
        if c["type"] == MENU
    }


def alts(message: ResponseMessage) -> list[str]:
    """What its pictures show, in words."""
    return [item["description"] for c in parts(message) for item in c.get("items", [])]


def words(message: ResponseMessage | None) -> str:
    """All text of a message, without the signs that ask for text style."""
    assert message is not None, "there is no such message"
    shown = [c["content"] for c in parts(message) if c["type"] == TEXT]
    return plain("\n".join([message.content, *shown] if message.content else shown))


def heading(message: ResponseMessage | None) -> str:
    """The first line of a message."""
    return words(message).split("\n", 1)[0].removeprefix("### ")


# a running bot


@dataclass
class App:
    """A bot, a server with one channel, and the people in it."""

    env: Env
    bot: Myllymatti
    settings: Settings
    guild: GuildHandle
    channel: ChannelHandle
    chance: Chance
    members: dict[int, MemberActor] = field(default_factory=dict)
    bots: list[Myllymatti] = field(default_factory=list)
    locales: dict[int, str] = field(default_factory=dict)
    """The language of each person's Discord; who is not in it speaks en-US."""
    files: dict[int, list[bytes]] = field(default_factory=dict)
    """What went with a request, by its place among all of them."""
    lost_answers: int = 0
    """How many presses a test has left without an answer, Discord having refused it."""

    def person(self, name: str) -> MemberActor:
        """Somebody new in the server."""
        member = self.guild.add_member(self.env.create_user(name.lower(), global_name=name))
        self.members[member.id] = member
        return member

    def people(self, number: int) -> list[MemberActor]:
        """So many new people."""
        names = ("Aino", "Bror", "Cia", "Dag", "Elin", "Frey", "Gro", "Hans")
        return [self.person(name) for name in names[:number]]

    # tables

    async def lobby(
        self,
        people: Sequence[MemberActor],
        *,
        game: str = "myllymatti",
        computers: int = 0,
        seats: int | None = None,
        channel: ChannelHandle | None = None,
    ) -> Table:
        """A lobby these people have sat down in; the first is its host."""
        where = channel or self.channel
        seats = max(2, len(people) + computers) if seats is None else seats
        await people[0].slash(where, "myllymatti start", game=game, seats=seats, computers=computers)
        table = self.bot.tables.in_channel(where.id)
        for person in people[1:]:
            await self.press(person, self.public(table), "Join")
        return table

    async def game(self, people: Sequence[MemberActor], **options: Any) -> Table:
        """A table these people have begun to play at; options as for `lobby`."""
        table = await self.lobby(people, **options)
        await self.press(people[0], self.public(table), "Start")
        return table

    def public(self, table: Table) -> ResponseMessage:
        """The table message."""
        assert table.message_id is not None
        return self.message(table.channel_id, table.message_id)

    def message(self, channel_id: int, message_id: int) -> ResponseMessage:
        """A message that is there; its handle stays alive."""
        return ResponseMessage(self.env, self.env.backend.get_message(channel_id, message_id))

    def mentions(self) -> list[str]:
        """The messages that call somebody to play."""
        return [message.content for message in self.seen_by() if message.content]

    def seen_by(self, viewer: MemberActor | None = None) -> list[ResponseMessage]:
        """What stands in the channel, the oldest first: for all, or with what only `viewer` sees."""
        kept = self.env.backend.messages.get(self.channel.id, {})
        return [
            ResponseMessage(self.env, kept[message_id])
            for message_id in sorted(kept)
            if kept[message_id].visible_to(None if viewer is None else viewer.id)
        ]

    def on_turn(self, table: Table) -> MemberActor:
        """The person who is to play."""
        assert table.waiting_for is not None
        return self.members[table.waiting_for]

    def at(self, table: Table, seat: Seat) -> MemberActor:
        """The person in this seat."""
        return self.members[table.sittings[seat].user_id or 0]

    async def put(self, table: Table, state: State) -> None:
        """Have a table stand like this, in memory and on Discord. PRIVATE."""
        table.state = state
        with self.env._bot_scope():
            self.bot.tables.changed(table)
        await self.env.settle()

    async def finish(self, table: Table) -> None:
        """Have the computer play everybody's cards, to the loser. PRIVATE."""
        with self.env._bot_scope(), self.bot.painter.held(table):
            while table.live:
                async with table.lock:
                    await self.bot.tables._move_for(table, table.seating)
        await self.env.settle()

    async def stored(self, table: Table) -> StoredGame:
        """The table as the database has it."""
        found = await self.bot.store.load(table.id)
        assert found is not None
        return found

    # pressing

    async def press(self, who: MemberActor, message: ResponseMessage, label: str) -> InteractionResult:
        """Press the button with this label, or the only one whose label begins so."""
        shown = {custom_id: plain(text) for custom_id, text in buttons(message).items()}
        found = [c for c, text in shown.items() if text == label]
        found = found or [c for c, text in shown.items() if text.startswith(label)]
        assert len(found) == 1, f"{label!r} is no button of {list(shown.values())}"
        return await self.press_id(who, message, found[0])

    async def press_id(
        self, who: MemberActor, message: ResponseMessage, custom_id: str, value: str | None = None
    ) -> InteractionResult:
        """Press this button, or choose this entry of a menu."""
        if value is None:
            result = await who.click(message, custom_id=custom_id)
        else:
            result = await who.select(message, [value], custom_id=custom_id)
        assert result.acknowledged, f"{custom_id} was not answered"
        return result

    async def hand(self, who: MemberActor, table: Table) -> ResponseMessage:
        """Open one's hand; the handle stays alive."""
        result = await self.press(who, self.public(table), "My hand")
        assert result.response is not None
        assert result.response.ephemeral
        return result.response

    def send(
        self,
        who: MemberActor,
        message: ResponseMessage,
        custom_id: str,
        values: Sequence[str] | None = None,
        *,
        times: int = 1,
    ) -> InteractionResult:
        """Let a client send a press that nobody checks, and wait for nothing. PRIVATE.

        `await app.env.settle()` afterwards; presses sent before it run at the same time. Discord may
        deliver one and the same press more than once: so many `times`.
        """
        backend = self.env.backend
        stored = backend.get_message(message.channel_id, message.id)
        data: dict[str, Any] = {"custom_id": custom_id, "component_type": BUTTON}
        if values is not None:
            data |= {"component_type": MENU, "values": list(values)}
        record, payload = base_payload(
            backend,
            type=InteractionType.MESSAGE_COMPONENT,
            channel_id=message.channel_id,
            guild_id=who.guild.id,
            user_id=who.id,
            data=data,
        )
        payload["message"] = dict(serializers.message_payload(backend, stored))
        record.source_message_id = message.id
        for _ in range(times):
            backend.emit("INTERACTION_CREATE", payload)
        return InteractionResult(self.env, record)

    async def forge(
        self, who: MemberActor, message: ResponseMessage, custom_id: str, values: Sequence[str] | None = None
    ) -> InteractionResult:
        """A press that nobody has checked, and what came of it."""
        result = self.send(who, message, custom_id, values)
        await self.env.settle()
        return result

    def answers(self, result: InteractionResult) -> list[Any]:
        """What was sent as the answer to an interaction, refused by Discord or not: there should be one.

        Bringing a hand up to date later on is no answer.
        """
        token = result._interaction.token
        return [
            request.json
            for request in self.env.http_requests
            if f"/{token}" in request.path and request.method == "POST"
        ]

    def said(self, result: InteractionResult) -> str:
        """The text of the answer as it was sent: a hand may have been brought up to date since."""
        (answer,) = self.answers(result)
        shown = [c["content"] for c in walk(answer["data"]["components"]) if c["type"] == TEXT]
        return plain("\n".join(shown))

    # time and trouble

    async def restart(self, away: float = 0) -> None:
        """Another process of the bot takes over, with the same database, after so many seconds without."""
        if away:
            await self.bot.clock.close()
            await self.env.advance_time(away)
        self.bot = create_bot(self.settings)
        self.bots.append(self.bot)
        await self.env.restart_bot(self.bot)
        self.chance.rule(self.bot)

    def broken_limits(self) -> list[str]:
        """Every limit of Discord that a message now in the channel breaks, the private ones too."""
        kept = self.env.backend.messages.get(self.channel.id, {})
        return [what for message in kept.values() for what in broken(message.components)]

    def unanswered(self) -> list[Any]:
        """Interactions that got no answer: Discord would say "This interaction failed"."""
        return [i for i in self.env.backend.interactions.values() if not i.responded]


def settings_for(folder: Path, **changes: Any) -> Settings:
    """Settings for a test: computers and the painter never pause, a database of its own."""
    values: dict[str, Any] = {
        "discord_token": SecretStr("token"),
        "database_url": f"sqlite+aiosqlite:///{folder}/games.db",
        "computer_pace_min": 0,
        "computer_pace_max": 0,
        "paint_seconds": 0,
    }
    return Settings(**values | changes)


@asynccontextmanager
async def running(settings: Settings, *, seed: int | str = 0, pictures: bool = False) -> AsyncIterator[App]:
    """The bot, started, in a server with one channel; closed in the end, whatever happens.

    Without `pictures` the server has switched them off: everything is told in text, which tests can read.
    """
    bot, chance = create_bot(settings), Chance(seed)
    bots = [bot]
    try:
        env = Env(bot, settle_timeout=30)
        make_still(env)
        locales, files = make_many_tongued(env), dict[int, list[bytes]]()
        await env.start()
        dispatch = router.dispatch
        try:
            router.dispatch = keeping(files, dispatch)
            chance.rule(bot)
            guild = env.create_guild("Talo")
            channel = guild.create_text_channel("peli")
            if not pictures:
                await bot.store.wish_for_server(guild.id, pictures=False)
            yield App(env, bot, settings, guild, channel, chance, bots=bots, locales=locales, files=files)
        finally:
            router.dispatch = dispatch
            await env.shutdown()
        # simcord notes what a command raises even if the bot has answered it.
        assert [error for error in env.errors if not isinstance(error, CommandInvokeError)] == []
    finally:
        for started in bots:  # simcord never closes one
            await started.close()


def keeping(files: dict[int, list[bytes]], dispatch: Any) -> Any:
    """PRIVATE. simcord notes requests without the files that go with them."""

    def keep(backend: Any, *where: Any, **more: Any) -> Any:
        if more.get("files"):
            files[len(backend.http_requests)] = [part.fp.getvalue() for part in more["files"]]
        return dispatch(backend, *where, **more)

    return keep


def make_many_tongued(env: Env) -> dict[int, str]:
    """PRIVATE. Everybody's Discord speaks en-US on simcord; now it may speak another language, by user id."""
    locales: dict[int, str] = {}
    emit = env.backend.emit

    def emit_localised(event: str, payload: Mapping[str, Any]) -> None:
        if event == "INTERACTION_CREATE":
            user = int(payload["member"]["user"]["id"])
            payload = {**payload, "locale": locales.get(user, "en-US")}
        emit(event, payload)

    env.backend.emit = emit_localised  # type: ignore[method-assign]
    return locales


def make_still(env: Env) -> None:
    """PRIVATE. Only `advance_time` lets time pass, and an action returns when the bot has nothing more to do.

    By itself simcord also fires timers in real time, so that a busy machine could make a turn run out; it
    looks into every task again and again while it waits, which costs a third of a game. This bot needs
    neither: between presses it has timers but no waiting task. Pauses of nothing, as of the computers here,
    are over at once.

    A thread that waits for another process does so in real time: by the simulated clock it would never end.
    """
    connection.time = SimpleNamespace(monotonic=monotonic)  # type: ignore[attr-defined]
    settle = env._settle_internal

    async def settle_still(**options: Any) -> None:
        while True:
            state = env._settlement_state()
            if busy := _owned_tasks(state):
                _, stuck = await asyncio.wait(busy, timeout=env.settle_timeout)
                if stuck:
                    break  # simcord names them
            elif (due := _next_virtual_timer(state)) is not None and due < env._virtual_time + 0.001:
                env._move_clock(due)
            else:
                break
            _run_due_virtual_callbacks(env._settlement_state(), math.inf)
            await asyncio.sleep(0)
        await settle(**options)

    env._settle_internal = settle_still  # type: ignore[method-assign]
    env._schedule_timer = lambda *timer: None  # type: ignore[method-assign]
