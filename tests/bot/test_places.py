"""Where tables are: what may be missing there, be taken away, archived, deleted, or out of order.

simcord keeps some things from bots that Discord tells them, and some it allows that Discord does not: those
are made by hand here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import discord
import pytest
import sqlalchemy as sa
from simcord import InteractionResult, MemberActor, ResponseMessage
from simcord.backend import serializers
from simcord.backend.models import Overwrite
from simcord.builders import ChannelHandle
from simcord.enums import ChannelType, OverwriteType
from simcord.gateway import FakeGateway

from bot.schema import games
from bot.store import Status, Why
from bot.table import Table
from tests.bot.leaks import steps_of
from tests.bot.playing import offered
from tests.bot.sim import App, buttons, heading, running, settings_for, words

NEEDED: Final = {
    "view_channel": "View Channel",
    "send_messages": "Send Messages",
    "embed_links": "Embed Links",
    "attach_files": "Attach Files",
    "read_message_history": "Read Message History",
}
IN_THREADS: Final = {
    **{flag: name for flag, name in NEEDED.items() if flag != "send_messages"},
    "send_messages_in_threads": "Send Messages in Threads",
}
IN_VOICE: Final = {**NEEDED, "connect": "Connect"}
HOUR: Final = 3600
FEW: Final = 40
"""So many requests in an hour are few: Discord blocks hosts after 10,000 refusals in ten minutes."""


# places


def thread(
    app: App, parent: ChannelHandle, people: list[MemberActor], *, private: bool = False, bot_in: bool = True
) -> ChannelHandle:
    """A thread with these people in it."""
    backend, kind = app.env.backend, ChannelType.PRIVATE_THREAD if private else ChannelType.PUBLIC_THREAD
    hidden = private and not bot_in
    made = backend.create_thread(parent.id, "lanka", people[0].id, type=kind, broadcast=not hidden)
    for person in people[1:]:
        backend.add_thread_member(made.id, person.id)
    if private and bot_in:
        backend.add_thread_member(made.id, backend.bot_user.id)
    return ChannelHandle(app.env, app.guild, made)


def forum_post(app: App, owner: MemberActor) -> tuple[ChannelHandle, ChannelHandle]:
    """A forum, and a post in it."""
    backend, forum = app.env.backend, app.guild.create_forum_channel("foorumi")
    made = backend.create_thread(forum.id, "peli", owner.id, broadcast=False)
    backend.announce_thread_create(made)
    backend.create_message(made.id, owner.id, "Who plays?")
    return forum, ChannelHandle(app.env, app.guild, made)


def place(app: App, kind: str, people: list[MemberActor]) -> tuple[ChannelHandle, ChannelHandle]:
    """A channel of this kind, and the one whose permissions hold there."""
    match kind:
        case "text":
            return app.channel, app.channel
        case "other text":
            made = app.guild.create_text_channel("toinen")
        case "voice":
            made = app.guild.create_voice_channel("puhe")
        case "stage":
            made = app.guild.create_stage_channel("lava")
        case "public thread":
            return thread(app, app.channel, people), app.channel
        case "private thread":
            return thread(app, app.channel, people, private=True), app.channel
        case "forum post":
            forum, made = forum_post(app, people[0])
            return made, forum
        case _:
            raise ValueError(kind)
    return made, made


# permissions


def bot_may(app: App, *names: str) -> None:
    """What the bot's role allows, and nothing else: simcord lets it do all but administer."""
    role = next(role for role in app.guild._guild.roles.values() if role.managed)
    rights = discord.Permissions(**dict.fromkeys(names, True))
    app.env.backend.edit_role(app.guild.id, role.id, {"permissions": rights.value})


def forbid(app: App, channel: ChannelHandle, *names: str, to: int | None = None) -> None:
    """Take these rights from the bot (or from a role) in a channel; none: give all back."""
    backend = app.env.backend
    whom = backend.bot_user.id if to is None else to
    if not names:
        backend.delete_overwrite(channel.id, whom)
        return
    rights = discord.Permissions(**dict.fromkeys(names, True))
    kind = OverwriteType.MEMBER if to is None else OverwriteType.ROLE
    backend.set_overwrite(channel.id, Overwrite(whom, kind, 0, rights.value))


def everybody_may(app: App, name: str, allowed: bool) -> None:
    """Change a right of all roles of the server."""
    for role in tuple(app.guild._guild.roles.values()):
        rights = discord.Permissions(role.permissions)
        rights.update(**{name: allowed})
        app.env.backend.edit_role(app.guild.id, role.id, {"permissions": rights.value})


def bot_role_taken(app: App, taken: bool) -> None:
    """Only the bot's role may post in the channel, and it is taken from the bot, or given back."""
    backend, guild_id, bot_id = app.env.backend, app.guild.id, app.env.backend.bot_user.id
    role = next(role for role in app.guild._guild.roles.values() if role.managed)
    if taken:
        may = discord.Permissions(send_messages=True).value
        backend.set_overwrite(app.channel.id, Overwrite(role.id, OverwriteType.ROLE, may, 0))
        backend.set_overwrite(app.channel.id, Overwrite(guild_id, OverwriteType.ROLE, 0, may))
        backend.remove_member_role(guild_id, bot_id, role.id)
    else:
        backend.add_member_role(guild_id, bot_id, role.id)
    tell_bot_of_itself(app)


def tell_bot_of_itself(app: App) -> None:
    """Discord sends GUILD_MEMBER_UPDATE of the bot itself whatever its intents; simcord does not."""
    backend, guild = app.env.backend, app.env.backend.get_guild(app.guild.id)
    payload = dict(serializers.member_payload(backend, guild, guild.members[backend.bot_user.id]))
    with app.env._bot_scope():
        app.bot._connection.parse_guild_member_update({**payload, "guild_id": str(guild.id)})  # type: ignore[typeddict-item]


TAKEN: Final[dict[str, Callable[[App, bool], None]]] = {
    "send": lambda app, taken: forbid(app, app.channel, *(["send_messages"] if taken else [])),
    "view": lambda app, taken: forbid(app, app.channel, *(["view_channel"] if taken else [])),
    "roles": lambda app, taken: everybody_may(app, "send_messages", not taken),
    "member": bot_role_taken,
}
"""Ways to take from the bot what it needs in the channel, or to give it back."""


async def take(app: App, how: str = "send", *, heard: bool = True) -> None:
    await _change(app, how, True, heard)


async def give_back(app: App, how: str = "send", *, heard: bool = True) -> None:
    await _change(app, how, False, heard)


async def _change(app: App, how: str, taken: bool, heard: bool) -> None:
    if heard:
        TAKEN[how](app, taken)
    else:
        with unheard(app):
            TAKEN[how](app, taken)
    await app.env.settle()


@contextmanager
def unheard(app: App) -> Iterator[None]:
    """What happens now reaches no bot: it is down."""
    backend = app.env.backend
    listeners, backend.subscribers = backend.subscribers, []
    try:
        yield
    finally:
        backend.subscribers = listeners


# archives and outages


def archive(app: App, place: ChannelHandle, *, locked: bool = False) -> None:
    """In an archived thread nothing can be edited, in a locked one nothing posted either."""
    app.env.backend.edit_channel(place.id, {}, thread_metadata={"archived": True, "locked": locked})
    refused = ["PATCH", "POST"] if locked else ["PATCH"]
    for method in refused:
        path = f"/channels/{place.id}/messages*"
        app.env.inject_error(method, path, status=400, code=50083, message="Thread is archived", times=None)


def unarchive(app: App, place: ChannelHandle) -> None:
    backend = app.env.backend
    backend.faults[:] = [fault for fault in backend.faults if f"/channels/{place.id}/" not in fault["path"]]
    backend.edit_channel(place.id, {}, thread_metadata={"archived": False, "locked": False})


async def outage(app: App, *, begins: bool) -> None:
    """The server is out of order, or works again."""
    backend = app.env.backend
    if begins:
        backend.emit("GUILD_DELETE", {"id": str(app.guild.id), "unavailable": True})
    else:
        guild = backend.get_guild(app.guild.id)
        backend.emit("GUILD_CREATE", serializers.guild_create_payload(backend, guild))
    await app.env.settle()


@contextmanager
def out_of_order(app: App, patch: pytest.MonkeyPatch) -> Iterator[None]:
    """A bot that starts now is told of the server, but that it is unavailable."""
    feed = FakeGateway.feed

    def told(gateway: FakeGateway, event: str, payload: dict[str, Any]) -> None:
        if event == "READY":
            payload = {**payload, "guilds": [{"id": str(app.guild.id), "unavailable": True}]}
        if event != "GUILD_CREATE":
            feed(gateway, event, payload)

    with patch.context() as changed:
        changed.setattr(FakeGateway, "feed", told)
        yield


# reading


def asked(app: App, table: Table, since: int = 0) -> list[str]:
    """What the bot has tried at the table's channel with its own token."""
    return [
        f"{request.method} {request.path}"
        for request in app.env.http_requests[since:]
        if f"{request.path}/".startswith(f"/channels/{table.channel_id}/")
    ]


def in_channel(app: App, channel_id: int) -> list[ResponseMessage]:
    """What everybody sees there, the oldest first."""
    kept = app.env.backend.messages[channel_id]
    return [ResponseMessage(app.env, kept[i]) for i in sorted(kept) if kept[i].visible_to(None)]


def tables_shown(app: App, channel_id: int) -> list[int]:
    """The ids of the bot's messages there that are no mention."""
    return [message.id for message in in_channel(app, channel_id) if not message.content]


def calls(app: App, channel_id: int) -> list[str]:
    return [message.content for message in in_channel(app, channel_id) if message.content.startswith("<@")]


def privately(app: App, result: InteractionResult) -> str:
    """What the one answer says, which only the presser sees."""
    assert result.response is not None, "no answer"
    assert result.response.ephemeral, f"everybody reads: {words(result.response)}"
    return app.said(result)


def left(app: App, table: Table) -> int:
    """Seconds until the turn ends."""
    assert table.deadline is not None
    return round((table.deadline - app.env.now()).total_seconds())


def state_of(table: Table) -> tuple[object, ...]:
    return table.status, table.ply, table.state, table.seating, table.vote_until


async def number_of_tables(app: App) -> int:
    async with app.bot.store.engine.connect() as connection:
        return int((await connection.execute(sa.select(sa.func.count()).select_from(games))).scalar_one())


async def play(app: App, table: Table) -> MemberActor:
    """Whoever is to play opens his hand and plays the first card there."""
    who = app.on_turn(table)
    hand = await app.hand(who, table)
    await app.press_id(who, hand, *next(iter(offered(hand).values())))
    return who


def taken_up(app: App, table: Table) -> Table:
    """The table as the bot that runs now has it."""
    return app.bot.tables.in_channel(table.channel_id)


async def leave(app: App, table: Table, who: MemberActor) -> ResponseMessage:
    """Leave a game, having been asked; what is said then."""
    question = await app.forge(who, app.public(table), f"mm1:leave:{table.id}")
    assert heading(question.response) == "Leave this game?"
    assert question.response is not None
    await app.press(who, question.response, "Leave the game")
    return question.response


async def vote(app: App, table: Table) -> None:
    """The host asks everybody to end the game."""
    host = app.members[table.seating.host_id]
    question = await host.slash(app.channel, "myllymatti end")
    assert question.response is not None
    await app.press(host, question.response, "Ask everybody")


# every kind of place


@pytest.mark.parametrize("kind", ["text", "voice", "public thread", "private thread", "forum post"])
async def test_a_game_in_every_kind_of_place(app: App, kind: str) -> None:
    """With the permissions that are asked for and no other."""
    bot_may(app, *NEEDED, "connect", "send_messages_in_threads")
    people = app.people(2)
    where, _ = place(app, kind, people)
    await app.env.settle()
    table = await app.game(people, channel=where, computers=1)
    for _ in range(3):
        who = await play(app, table)
        assert f"**{who.user.global_name}**" in words(app.public(table))
        assert tables_shown(app, where.id) == [table.message_id]
        assert calls(app, where.id) == [f"<@{table.waiting_for}>, your turn."]
    await app.press(app.on_turn(table), app.public(table), "Turn up")
    await app.restart()
    again = taken_up(app, table)
    assert again.ply == table.ply
    await play(app, again)
    assert again.ply > table.ply
    assert again.paused_at is None
    assert tables_shown(app, where.id) == [again.message_id]
    assert calls(app, where.id) == [f"<@{again.waiting_for}>, your turn."]


# before there is a table


@pytest.mark.parametrize(
    ("kind", "needed"),
    [
        ("text", NEEDED),
        ("voice", IN_VOICE),
        ("stage", IN_VOICE),
        ("public thread", IN_THREADS),
        ("forum post", IN_THREADS),
    ],
)
async def test_what_is_missing_is_named_before_there_is_a_table(
    app: App, kind: str, needed: dict[str, str]
) -> None:
    bot_may(app, *NEEDED, "connect", "send_messages_in_threads")
    (aino,) = app.people(1)
    where, ruling = place(app, kind, [aino])
    await app.env.settle()
    before = [message.id for message in in_channel(app, where.id)]
    for flags in (*([flag] for flag in needed), list(needed)):
        forbid(app, ruling, *flags)
        said = privately(app, await aino.slash(where, "myllymatti start"))
        names = said.splitlines()[-1].removeprefix("I need these permissions here: ").removesuffix(".")
        assert sorted(names.split(", ")) == sorted(needed[flag] for flag in flags), said
        assert await number_of_tables(app) == 0
        assert list(app.bot.tables) == []
        assert [message.id for message in in_channel(app, where.id)] == before
    forbid(app, ruling)
    spare = {"send_messages", "connect", "send_messages_in_threads", "manage_threads"} - set(needed)
    forbid(app, ruling, *spare)
    assert "seats free" in heading((await aino.slash(where, "myllymatti start")).response)


async def test_play_again_names_what_is_missing(app: App) -> None:
    people = app.people(2)
    table = await app.game(people, game="mattis")
    await app.finish(table)
    await take(app)
    said = privately(app, await app.press(people[0], app.public(table), "Play again"))
    assert "Send Messages" in said
    assert await number_of_tables(app) == 1
    await give_back(app)
    again = await app.press(people[0], app.public(table), "Play again")
    assert heading(again.response).startswith("Ready when you are")


async def test_a_private_thread_that_the_bot_is_not_in(app: App) -> None:
    bot_may(app, *NEEDED, "send_messages_in_threads")
    people = app.people(2)
    where = thread(app, app.channel, people, private=True, bot_in=False)
    said = privately(app, await people[0].slash(where, "myllymatti start"))
    assert "I am not in this private thread" in said
    assert await number_of_tables(app) == 0
    assert in_channel(app, where.id) == []
    app.env.backend.add_thread_member(where.id, app.env.backend.bot_user.id)
    app.env.backend.announce_thread_create(app.env.backend.get_channel(where.id))
    table = await app.game(people, channel=where)
    await play(app, table)
    assert tables_shown(app, where.id) == [table.message_id]


async def test_no_table_in_a_locked_thread(app: App) -> None:
    """A moderator may still type there; the bot may not post."""
    bot_may(app, *NEEDED, "send_messages_in_threads")
    (aino,) = app.people(1)
    where = thread(app, app.channel, [aino])
    app.env.backend.edit_channel(where.id, {}, thread_metadata={"locked": True})
    await app.env.settle()
    assert "Manage Threads" in privately(app, await aino.slash(where, "myllymatti start"))
    assert await number_of_tables(app) == 0


# a permission is taken away


@pytest.mark.parametrize(
    ("how", "waited", "remains"),
    [("send", 100, 80), ("view", 175, 60), ("roles", 20, 160), ("member", 100, 80)],
)
async def test_what_is_taken_away_pauses_the_game(app: App, how: str, waited: int, remains: int) -> None:
    table = await app.game(app.people(2))
    who = app.on_turn(table)
    hand = await app.hand(who, table)
    card = next(iter(offered(hand).values())).custom_id
    await app.env.advance_time(waited)
    before = state_of(table)
    await take(app, how)
    if how != "view":  # without View Channel nothing can be edited
        assert heading(app.public(table)) == "This game is paused"
        assert "Send Messages" in words(app.public(table))
    named = "View Channel" if how == "view" else "Send Messages"
    for custom_id in (card, f"mm1:play:{table.id}:{table.ply}:up"):
        for message in (hand, app.public(table)):
            said = privately(app, await app.forge(who, message, custom_id))
            assert said.startswith("### This game is paused")
            assert named in said
    assert state_of(table) == before

    await app.env.advance_time(200)
    assert state_of(table) == before, "no turn runs out"
    stored = await app.stored(table)
    assert (stored.paused_at, stored.ended_at) == (table.paused_at, None)

    await give_back(app, how)
    assert table.paused_at is None, "at once"
    assert left(app, table) == remains
    assert (await app.stored(table)).deadline == table.deadline
    shown = words(app.public(table))
    assert f"{who.user.global_name} leads" in shown
    assert table.deadline is not None
    assert f"<t:{int(table.deadline.timestamp())}:R>" in shown
    assert tables_shown(app, app.channel.id) == [table.message_id]
    (call,) = app.mentions()
    assert call.startswith(f"<@{who.id}>, your turn")
    await app.env.advance_time(remains - 1)
    assert table.ply == 0
    await app.env.advance_time(2)
    assert table.ply == 1


@pytest.mark.parametrize(
    ("kind", "flag", "name"),
    [
        ("voice", "send_messages", "Send Messages"),
        ("public thread", "send_messages_in_threads", "Send Messages in Threads"),
        ("forum post", "view_channel", "View Channel"),
    ],
)
async def test_what_is_taken_away_in_other_places(app: App, kind: str, flag: str, name: str) -> None:
    bot_may(app, *NEEDED, "connect", "send_messages_in_threads")
    people = app.people(2)
    where, ruling = place(app, kind, people)
    await app.env.settle()
    table = await app.game(people, channel=where)
    who = app.on_turn(table)
    forbid(app, ruling, flag)
    await app.env.advance_time(200)
    said = privately(app, await app.forge(who, app.public(table), f"mm1:play:{table.id}:0:up"))
    assert said.startswith("### This game is paused")
    assert name in said
    assert (table.ply, table.paused_at is None) == (0, False)
    forbid(app, ruling)
    await app.env.settle()
    assert table.paused_at is None
    assert left(app, table) == 180
    await play(app, table)


@pytest.mark.parametrize("flag", ["connect", "embed_links", "attach_files", "read_message_history"])
async def test_a_game_goes_on_without_what_it_can_do_without(app: App, flag: str) -> None:
    """Asked for before a table is made; what is taken away later pauses only what cannot be shown."""
    bot_may(app, *NEEDED, "connect")
    people = app.people(2)
    where, ruling = place(app, "voice", people)
    await app.env.settle()
    table = await app.game(people, channel=where)
    forbid(app, ruling, flag)
    await app.env.settle()
    await play(app, table)
    assert (table.ply, table.paused_at) == (1, None)


async def test_what_is_asked_for_in_a_pause_tells_of_it(app: App) -> None:
    """The table message cannot be edited: answers are the one way to say what is missing."""
    people = app.people(2)
    await app.game(people)
    await take(app, "view")
    await app.env.advance_time(200)
    for person in people:
        said = privately(app, await person.slash(app.channel, "myllymatti table"))
        assert "View Channel" in said, "no table comes down"
        said = privately(app, await person.slash(app.channel, "myllymatti hand"))
        assert "turn ends" not in said, "it does not, and that moment has passed"


@pytest.mark.parametrize(("seconds", "age"), [("180", 0), ("none", 0), ("none", 16 * 60)])
async def test_a_hand_that_was_pressed_in_a_pause_goes_on(app: App, seconds: str, age: int) -> None:
    """Also one that was too old to be brought up to date before."""
    people = app.people(2)
    table = await app.lobby(people)
    options = (await app.press(people[0], app.public(table), "Options")).response
    assert options is not None
    await app.press_id(people[0], options, f"mm1:set:{table.id}:time", seconds)
    await app.press(people[0], app.public(table), "Start")
    who = app.on_turn(table)
    hand = await app.hand(who, table)
    cards = set(offered(hand))
    await app.env.advance_time(age)
    await take(app)
    await app.press_id(who, hand, *next(iter(offered(hand).values())))
    assert heading(hand) == "This game is paused"
    await app.env.advance_time(60)
    await give_back(app)
    assert set(offered(hand)) == cards


@pytest.mark.parametrize(("how", "heard"), [("send", True), ("view", True), ("send", False), ("view", False)])
async def test_it_is_tried_again_with_growing_pauses(app: App, how: str, heard: bool) -> None:
    """Though nobody tells that the permission is back, or even that it has been taken."""
    table = await app.game(app.people(2))
    await take(app, how, heard=heard)
    if not heard:  # the next change finds out
        await play(app, table)
        assert table.ply == 1
    before, mark = state_of(table), len(app.env.http_requests)
    assert table.paused_at is not None
    await app.env.advance_time(300)
    at_first = len(asked(app, table, mark))
    later = len(app.env.http_requests)
    await app.env.advance_time(900)
    assert at_first <= FEW
    if at_first:  # what is known to be forbidden need not be tried
        assert 0 < len(asked(app, table, later)) / 3 < at_first, "pauses grow"
    assert state_of(table) == before, "no turn runs out"
    assert table.paused_at is not None
    await give_back(app, how, heard=False)
    await app.env.advance_time(601)
    assert table.paused_at is None, "back, and nobody had to tell"
    assert "paused" not in words(app.public(table))
    await play(app, table)


async def test_a_timeout_of_the_bot_passes(patient: App) -> None:
    """Discord tells that it begins, and not that it is over."""
    app = patient
    table = await app.game(app.people(2))
    backend = app.env.backend
    backend.edit_member(app.guild.id, backend.bot_user.id, {"timed_out_until": backend.iso_after(900)})
    tell_bot_of_itself(app)
    await app.env.settle()
    assert heading(app.public(table)) == "This game is paused"
    await app.env.advance_time(899)
    assert (table.ply, table.paused_at is None) == (0, False)
    await app.env.advance_time(602)
    assert table.paused_at is None
    assert table.ply == 0
    await play(app, table)


async def test_other_changes_of_the_server_do_not_make_the_bot_ask(app: App) -> None:
    """Some roles change their colour every few seconds; each refusal counts."""
    table = await app.game(app.people(2))
    role = app.guild.create_role("Regenbogen")
    await take(app, "view")
    mark = len(app.env.http_requests)
    for colour in range(60):
        app.env.backend.edit_role(app.guild.id, role.id, {"color": colour})
        await app.env.advance_time(5)
    assert len(asked(app, table, mark)) <= FEW
    await give_back(app, "view")
    assert table.paused_at is None


async def test_no_computer_plays_while_the_table_is_paused(patient: App) -> None:
    app = patient
    (aino,) = app.people(1)
    table = await app.game([aino], computers=2)
    if table.waiting_for is not None:
        await play(app, table)
    ply = table.ply
    assert table.waiting_for is None
    await app.env.advance_time(20)
    await take(app)
    await app.env.advance_time(200)
    assert table.ply == ply
    await give_back(app)
    assert table.ply == ply
    await app.env.advance_time(31)
    assert table.ply == ply + 1


async def test_a_restart_while_the_table_is_paused(app: App) -> None:
    table = await app.game(app.people(2))
    who = app.on_turn(table)
    await app.env.advance_time(100)
    await take(app)
    await app.restart(away=HOUR)
    table = taken_up(app, table)
    await app.env.advance_time(600)
    assert table.ply == 0
    assert heading(app.public(table)) == "This game is paused"
    said = privately(app, await app.forge(who, app.public(table), f"mm1:play:{table.id}:0:up"))
    assert "Send Messages" in said
    await give_back(app)
    assert left(app, table) == 80
    await play(app, table)
    assert table.ply == 1


async def test_what_is_given_back_while_the_bot_is_down(app: App) -> None:
    table = await app.game(app.people(2))
    await app.env.advance_time(100)
    await take(app)
    await give_back(app, heard=False)
    await app.restart(away=HOUR)
    table = taken_up(app, table)
    assert table.paused_at is None
    assert left(app, table) == 80
    assert "leads" in heading(app.public(table))


@pytest.mark.parametrize("how", ["send", "view"])
async def test_a_pause_of_seven_days_ends_the_game(app: App, how: str) -> None:
    table = await app.game(app.people(2), computers=1)
    await take(app, how)
    await app.restart(away=7 * 86_400 - 60)
    table = taken_up(app, table)
    assert table.live
    ply = table.ply
    await app.env.advance_time(61)
    stored = await app.stored(table)
    assert (stored.status, stored.why, len(stored.moves)) == (Status.ABANDONED, Why.PAUSED, ply)
    if how == "view":  # nothing can be shown; without end that is not tried either
        mark = len(app.env.http_requests)
        await app.env.advance_time(600)
        assert len(asked(app, table, mark)) <= FEW
        await app.restart(away=86_400)
        await app.env.advance_time(1)
        assert list(app.bot.tables) == []
        return
    await app.env.advance_time(600)
    shown = words(app.public(table))
    assert shown.startswith("### This game has ended\nI could not post here for too long.")
    assert buttons(app.public(table)) == {}
    assert list(app.bot.tables) == []


async def test_no_game_runs_where_a_permission_has_gone_from_its_lobby(app: App) -> None:
    """However long the lobby has stood: Start is refused, or the game begins paused."""
    people = app.people(2)
    table = await app.lobby(people)
    await take(app)
    await app.env.advance_time(600)
    assert table.live
    await app.press(people[0], app.public(table), "Start")
    await app.env.advance_time(200)
    assert table.ply == 0
    assert not table.playing or table.paused_at is not None
    await give_back(app)
    if not table.playing:
        await app.press(people[0], app.public(table), "Start")
    assert 60 <= left(app, table) <= 180


async def test_leaving_while_the_table_is_paused(app: App) -> None:
    people = app.people(3)
    table = await app.game(people)
    await take(app)
    await app.env.advance_time(200)
    gone = app.on_turn(table)
    await leave(app, table, gone)
    assert table.seating.kept_for(gone.id) is not None
    await app.env.advance_time(200)
    assert table.ply == 0, "nor does his computer play"
    await give_back(app)
    assert table.ply == 1
    assert left(app, table) == 180
    assert table.waiting_for not in (None, gone.id)

    await take(app)
    for person in people:
        if table.seats(person.id):
            await leave(app, table, person)
    stored = await app.stored(table)
    assert (stored.status, stored.why) == (Status.ABANDONED, Why.EMPTY)
    await app.env.advance_time(600)
    assert heading(app.public(table)) == "This game has ended"


async def test_whose_turn_it_becomes_in_a_pause_has_his_time_and_no_more(app: App) -> None:
    """He takes his seat back from the computer that was to play."""
    table = await app.game(app.people(2))
    who = app.on_turn(table)
    await take(app)
    await app.env.advance_time(1000)
    question = await leave(app, table, who)
    assert table.waiting_for is None
    await app.press(who, question, "Take my seat back")
    assert table.waiting_for == who.id
    await app.env.advance_time(60)
    await give_back(app)
    assert table.ply == 0
    assert 60 <= left(app, table) <= 180


async def test_a_vote_stands_still_in_a_pause(app: App) -> None:
    people = app.people(2)
    table = await app.game(people)
    await vote(app, table)
    await app.env.advance_time(60)
    await take(app)
    await app.env.advance_time(700)
    assert table.vote_until is not None
    await give_back(app)
    assert "End this game?" in words(app.public(table))
    assert table.vote_until is not None
    assert round((table.vote_until - app.env.now()).total_seconds()) == 540


async def test_a_vote_that_is_asked_for_in_a_pause(app: App) -> None:
    table = await app.game(app.people(2))
    await take(app)
    await app.env.advance_time(300)
    await vote(app, table)
    await give_back(app)
    assert "End this game?" in words(app.public(table))
    assert table.vote_until is not None
    assert round((table.vote_until - app.env.now()).total_seconds()) == 600


# the table message is deleted


@pytest.mark.parametrize("how", ["a move", "/myllymatti table", "a lobby", "in a pause"])
async def test_a_deleted_table_message_is_posted_anew_and_once(app: App, how: str) -> None:
    people = app.people(2)
    table = await (app.lobby(people, seats=3) if how == "a lobby" else app.game(people))
    hand = None if how == "a lobby" else await app.hand(app.on_turn(table), table)
    if how == "in a pause":
        await take(app)
    gone = table.message_id
    assert gone is not None
    app.env.backend.delete_message(app.channel.id, gone)
    match how:
        case "a move":
            assert hand is not None
            await app.press_id(app.on_turn(table), hand, *next(iter(offered(hand).values())))
        case "/myllymatti table" | "a lobby":
            said = privately(app, await people[1].slash(app.channel, "myllymatti table"))
            assert "Here is the table" in said
        case _:
            await app.env.advance_time(60)
            assert tables_shown(app, app.channel.id) == []
            await give_back(app)
    assert table.message_id != gone
    assert tables_shown(app, app.channel.id) == [table.message_id]
    assert (await app.stored(table)).message_id == table.message_id
    await people[0].slash(app.channel, "myllymatti table")
    assert tables_shown(app, app.channel.id) == [table.message_id]
    if how != "a lobby":
        await play(app, table)
        assert tables_shown(app, app.channel.id) == [table.message_id]
        assert app.mentions() == [f"<@{table.waiting_for}>, your turn."]


# the place is gone


def delete(app: App, how: str, people: list[MemberActor]) -> tuple[ChannelHandle, Callable[[], None]]:
    """A place for a table, and what makes away with it."""
    backend = app.env.backend
    match how:
        case "channel" | "voice channel":
            where, _ = place(app, "voice" if how == "voice channel" else "other text", people)
            return where, lambda: backend.delete_channel(where.id)
        case "thread":
            where, _ = place(app, "public thread", people)
            return where, lambda: backend.delete_channel(where.id)
        case "parent channel" | "forum":
            where, parent = place(app, "forum post" if how == "forum" else "public thread", people)

            def with_its_threads() -> None:
                with unheard(app):  # Discord tells of the channel alone
                    backend.delete_channel(where.id)
                backend.delete_channel(parent.id)

            return where, with_its_threads
        case "archived thread":
            where, _ = place(app, "public thread", people)

            def archived() -> None:
                backend.edit_channel(where.id, {}, thread_metadata={"archived": True})
                backend.delete_channel(where.id)

            return where, archived
        case "server":
            return app.channel, lambda: backend.remove_guild(app.guild.id)
        case _:
            raise ValueError(how)


GONE: Final = (
    "channel",
    "voice channel",
    "thread",
    "parent channel",
    "forum",
    "archived thread",
    "server",
)


async def closed(app: App, table: Table, why: Why) -> None:
    """The table has ended and is recorded, nothing of it goes on, and it does not come back."""
    stored = await app.stored(table)
    assert (stored.status, stored.why) == (Status.ABANDONED, why)
    assert stored.end_shown, "there is nothing left to show"
    assert (stored.deadline, stored.remind_at, stored.vote_until, stored.paused_at) == (None,) * 4
    assert list(app.bot.tables) == []
    mark = len(app.env.http_requests)
    await app.env.advance_time(200)
    assert asked(app, table, mark) == []
    assert len((await app.stored(table)).moves) == len(stored.moves)


@pytest.mark.parametrize("how", GONE)
async def test_a_game_whose_place_is_deleted_is_closed(app: App, how: str) -> None:
    people = app.people(2)
    where, away = delete(app, how, people)
    await app.env.settle()
    table = await app.game(people, channel=where, computers=1)
    await play(app, table)
    assert table.live
    away()
    await app.env.settle()
    await closed(app, table, Why.SERVER if how == "server" else Why.CHANNEL)
    await app.restart()
    assert list(app.bot.tables) == []
    if how != "server":
        await app.lobby(people, channel=app.guild.create_text_channel("muualla"))


@pytest.mark.parametrize("how", ["channel", "thread", "forum", "server"])
async def test_a_place_that_is_deleted_while_the_bot_is_down(app: App, how: str) -> None:
    people = app.people(2)
    where, away = delete(app, how, people)
    await app.env.settle()
    table = await app.game(people, channel=where)
    with unheard(app):
        away()
    await app.restart(away=60)
    await closed(app, table, Why.SERVER if how == "server" else Why.CHANNEL)
    await app.restart()
    assert list(app.bot.tables) == []


@pytest.mark.parametrize(
    ("what", "how"),
    [
        ("a lobby", "thread"),
        ("a lobby", "server"),
        ("a paused game", "channel"),
        ("an end that could not be shown", "server"),
    ],
)
async def test_other_tables_whose_place_is_deleted(app: App, what: str, how: str) -> None:
    people = app.people(2)
    where, away = delete(app, how, people)
    table = await (app.lobby if what == "a lobby" else app.game)(people, channel=where)
    status, why = Status.CLOSED, Why.SERVER if how == "server" else Why.CHANNEL
    if what == "a paused game":
        status = Status.ABANDONED
        forbid(app, where, "view_channel")
        await app.env.settle()
        assert table.paused_at is not None
    elif what != "a lobby":
        app.env.inject_error("*", "/channels/*", status=503, times=None)
        await app.finish(table)
        app.env.backend.faults.clear()
    away()
    await app.env.settle()
    stored = await app.stored(table)
    if what.startswith("an end"):
        assert (stored.status, stored.why) == (Status.FINISHED, None), "a table that ended stays ended"
    else:
        assert (stored.status, stored.why) == (status, why)
    assert stored.end_shown
    mark = len(app.env.http_requests)
    await app.env.advance_time(901 if what == "a lobby" else 200)
    assert asked(app, table, mark) == []
    await app.restart()
    assert list(app.bot.tables) == []


async def test_an_archived_thread_goes_with_its_channel_and_nobody_tells(app: App) -> None:
    """Found out by the next change; refused with 10003, as a deleted private thread is."""
    people = app.people(2)
    where = thread(app, app.channel, people)
    table = await app.game(people, channel=where)
    app.env.backend.edit_channel(where.id, {}, thread_metadata={"archived": True})
    await app.env.settle()
    with unheard(app):
        app.env.backend.delete_channel(where.id)
    app.env.backend.delete_channel(app.channel.id)
    await app.env.advance_time(181)
    await closed(app, table, Why.CHANNEL)


async def test_one_of_two_tables_is_closed(app: App) -> None:
    """The other goes on, also in a thread of that very channel's neighbour."""
    people = app.people(2)
    where = app.guild.create_text_channel("toinen")
    here, there = await app.game(people), await app.game(people, channel=where)
    app.env.backend.delete_channel(where.id)
    await app.env.settle()
    assert (here.live, there.live) == (True, False)
    await play(app, here)
    app.env.backend.remove_guild(app.guild.id)
    await app.env.settle()
    assert ((await app.stored(here)).why, (await app.stored(there)).why) == (Why.SERVER, Why.CHANNEL)


async def test_a_server_that_sends_the_bot_away_and_goes_on(app: App) -> None:
    """There requests are refused as forbidden, not as to a place that is gone; asked in again, all is new."""
    people = app.people(2)
    table = await app.game(people)
    backend = app.env.backend
    me = backend.guilds[app.guild.id].members.pop(backend.bot_user.id)
    backend.emit("GUILD_DELETE", {"id": str(app.guild.id)})
    await app.env.settle()
    await closed(app, table, Why.SERVER)
    backend.guilds[app.guild.id].members[me.user_id] = me
    backend.emit("GUILD_CREATE", serializers.guild_create_payload(backend, backend.get_guild(app.guild.id)))
    await app.env.settle()
    assert list(app.bot.tables) == []
    await play(app, await app.game(people))


# outages


async def test_an_outage_ends_nothing(app: App) -> None:
    people = app.people(2)
    table = await app.game(people, computers=1)
    while table.ply < 2:
        await play(app, table)
    await app.env.advance_time(100)
    before, remains = state_of(table), left(app, table)
    await outage(app, begins=True)
    mark = len(app.env.http_requests)
    await app.env.advance_time(300)
    assert state_of(table) == before
    assert asked(app, table, mark) == []
    await outage(app, begins=False)
    assert state_of(table) == before
    assert left(app, table) == remains == 80
    assert "paused" not in words(app.public(table))
    await play(app, table)
    assert tables_shown(app, app.channel.id) == [table.message_id]
    assert app.mentions() == [f"<@{table.waiting_for}>, your turn."]


@pytest.mark.parametrize(("away", "remains"), [(0, 80), (HOUR, 80)])
async def test_a_restart_in_an_outage(
    app: App, monkeypatch: pytest.MonkeyPatch, away: int, remains: int
) -> None:
    table = await app.game(app.people(2))
    await app.env.advance_time(100)
    await outage(app, begins=True)
    with out_of_order(app, monkeypatch):
        await app.restart(away=away)
        table = taken_up(app, table)
        await app.env.advance_time(600)
        assert table.ply == 0
    assert table.live
    await outage(app, begins=False)
    assert left(app, table) == remains
    await play(app, table)
    assert table.ply == 1


async def test_an_outage_that_begins_while_the_bot_is_down(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    """A turn that ran out meanwhile has its minute after the outage."""
    table = await app.game(app.people(2))
    with out_of_order(app, monkeypatch):
        await app.restart(away=HOUR)
        table = taken_up(app, table)
        await app.env.advance_time(600)
    await outage(app, begins=False)
    assert (table.live, table.ply) == (True, 0)
    assert left(app, table) == 60
    await app.env.advance_time(61)
    assert table.ply == 1


async def test_a_lobby_in_an_outage(app: App) -> None:
    """Nobody could sit down or start: its quarter of an hour stands still too."""
    people = app.people(2)
    table = await app.lobby(people)
    await outage(app, begins=True)
    await app.env.advance_time(1000)
    await outage(app, begins=False)
    assert table.live
    await app.press(people[0], app.public(table), "Start")
    assert table.playing


async def test_who_sleeps_may_sleep_through_an_outage(app: App) -> None:
    """Everybody is away, and the day that is waited for them stands still."""
    (aino,) = app.people(1)
    table = await app.game([aino], computers=1)
    for _ in range(4):
        await app.env.advance_time(181)
    assert table.all_asleep
    remains = left(app, table)
    await outage(app, begins=True)
    await app.env.advance_time(600)
    await outage(app, begins=False)
    assert left(app, table) == remains
    await app.press(aino, app.public(table), "Take my seat back")
    assert table.seats(aino.id)


async def test_sent_away_in_an_outage(app: App) -> None:
    table = await app.game(app.people(2))
    await outage(app, begins=True)
    app.env.backend.remove_guild(app.guild.id)
    await app.env.settle()
    await closed(app, table, Why.SERVER)


# archived threads


async def test_the_next_move_opens_an_archived_thread(app: App) -> None:
    people = app.people(2)
    where = thread(app, app.channel, people)
    table = await app.game(people, channel=where)
    hand = await app.hand(app.on_turn(table), table)
    old = table.message_id
    archive(app, where)
    await app.env.settle()
    assert table.message_id == old, "nothing has changed yet"
    await app.press_id(app.on_turn(table), hand, *next(iter(offered(hand).values())))
    assert table.message_id != old
    assert table.paused_at is None
    assert tables_shown(app, where.id) == [table.message_id]
    assert calls(app, where.id) == [f"<@{table.waiting_for}>, your turn."]
    unarchive(app, where)  # as Discord does after a message
    await app.env.settle()
    fresh = table.message_id
    await play(app, table)
    assert table.message_id == fresh


async def test_a_turn_that_runs_out_opens_an_archived_thread(app: App) -> None:
    people = app.people(2)
    where = thread(app, app.channel, people)
    table = await app.game(people, channel=where)
    archive(app, where)
    await app.env.advance_time(181)
    assert table.ply == 1
    assert tables_shown(app, where.id) == [table.message_id]
    assert calls(app, where.id) == [f"<@{table.waiting_for}>, your turn."]


async def test_a_press_in_an_archived_thread_whose_answer_is_refused(app: App) -> None:
    people = app.people(2)
    where = thread(app, app.channel, people)
    table = await app.game(people, channel=where)
    who, old = app.on_turn(table), app.public(table)
    archive(app, where)
    app.env.inject_error("POST", "/interactions/*/callback", status=400, code=50083)
    app.send(who, old, f"mm1:play:{table.id}:0:up")
    app.lost_answers = 1
    await app.env.settle()
    assert (await app.stored(table)).moves == ("up",)
    assert tables_shown(app, where.id) == [table.message_id]
    assert f"**{who.user.global_name}** turned up" in words(app.public(table))


@pytest.mark.parametrize("archived", [True, False])
async def test_a_locked_thread_pauses_the_game_until_it_is_open_again(app: App, archived: bool) -> None:
    """Nobody can press there: no turn runs out."""
    bot_may(app, *NEEDED, "send_messages_in_threads")
    people = app.people(2)
    where = thread(app, app.channel, people)
    table = await app.game(people, channel=where)
    await app.env.advance_time(100)
    mark = len(app.env.http_requests)
    archive(app, where, locked=True)
    if not archived:
        app.env.backend.edit_channel(where.id, {}, thread_metadata={"archived": False, "locked": True})
    await app.env.advance_time(1000)
    assert (table.ply, table.live, table.paused_at is None) == (0, True, False)
    assert len(asked(app, table, mark)) <= FEW
    unarchive(app, where)
    await app.env.settle()
    assert table.paused_at is None
    assert left(app, table) == 80
    await play(app, table)
    assert tables_shown(app, where.id) == [table.message_id]
    assert calls(app, where.id) == [f"<@{table.waiting_for}>, your turn."]


async def test_a_locked_thread_that_is_found_out_by_being_refused(app: App) -> None:
    people = app.people(2)
    where = thread(app, app.channel, people)
    table = await app.game(people, channel=where)
    with unheard(app):
        archive(app, where, locked=True)
    await play(app, table)
    assert (table.ply, table.paused_at is None) == (1, False)
    mark = len(app.env.http_requests)
    await app.env.advance_time(600)
    assert table.ply == 1
    assert 0 < len(asked(app, table, mark)) <= FEW
    with unheard(app):
        unarchive(app, where)
    await app.env.advance_time(600)
    assert table.paused_at is None
    assert tables_shown(app, where.id) == [table.message_id]


async def test_the_bot_is_taken_out_of_a_private_thread(app: App) -> None:
    bot_may(app, *NEEDED, "send_messages_in_threads")
    people = app.people(2)
    where = thread(app, app.channel, people, private=True)
    await app.env.settle()
    table = await app.game(people, channel=where)
    hand = await app.hand(app.on_turn(table), table)
    app.env.backend.remove_thread_member(where.id, app.env.backend.bot_user.id)
    await app.env.settle()
    await app.press_id(app.on_turn(table), hand, *next(iter(offered(hand).values())))
    await app.env.advance_time(400)
    assert table.paused_at is not None
    ply = table.ply
    app.env.backend.add_thread_member(where.id, app.env.backend.bot_user.id)
    app.env.backend.announce_thread_create(app.env.backend.get_channel(where.id))
    await app.env.settle()
    assert table.paused_at is None, "at once"
    assert table.ply == ply
    await play(app, table)


# members who leave the server


def away(table: Table, person: MemberActor) -> bool:
    """Whether a computer plays for somebody who has gone."""
    return any(s.user_id == person.id and s.kept and s.left for s in table.sittings)


async def test_who_is_to_play_leaves_the_server(app: App) -> None:
    people = app.people(3)
    table = await app.game(people)
    who = app.on_turn(table)
    app.guild.remove_member(who)
    await app.env.advance_time(91)
    assert away(table, who)
    assert table.ply == 1
    assert (await app.stored(table)).seating == table.seating
    assert "away" in words(app.public(table))
    assert table.waiting_for not in (None, who.id)
    assert app.mentions() == [f"<@{table.waiting_for}>, your turn."]


@pytest.mark.parametrize(("status", "code"), [(404, 10004), (403, 50001)])
async def test_who_cannot_be_looked_for_has_not_left(app: App, status: int, code: int) -> None:
    """Only that Discord does not know the member says so, not that the server is out of reach."""
    table = await app.game(app.people(2))
    app.env.inject_error("GET", "/guilds/*/members/*", status=status, code=code, times=None)
    await app.env.advance_time(91)
    assert table.ply == 0
    assert len(table.seating.people) == 2


async def test_somebody_leaves_the_server_before_his_turn(patient: App) -> None:
    """Whoever has not been seen for a while is looked for when his turn comes."""
    app = patient
    people = app.people(3)
    table = await app.game(people)
    await app.env.advance_time(660)
    who, gone = app.on_turn(table), app.at(table, 1)
    assert gone is not who
    app.guild.remove_member(gone)
    await play(app, table)
    assert away(table, gone)
    await app.env.advance_time(31)
    assert table.ply == 2
    assert table.waiting_for not in (None, gone.id)


async def test_the_host_leaves_the_server(app: App) -> None:
    people = app.people(3)
    table = await app.game(people, game="mattis")
    host = people[0]
    app.guild.remove_member(host)
    for _ in range(4):
        await app.env.advance_time(91)
        if not away(table, host) and table.waiting_for != host.id:
            await play(app, table)
    assert away(table, host)
    assert table.seating.host_id in table.seating.people


async def test_everybody_leaves_the_server(app: App) -> None:
    """Nobody is waited for, and computers do not play on alone."""
    people = app.people(2)
    table = await app.game(people, computers=2)
    for person in people:
        app.guild.remove_member(person)
    await app.env.advance_time(600)
    stored = await app.stored(table)
    assert (stored.status, stored.why) == (Status.ABANDONED, Why.EMPTY)
    assert heading(app.public(table)) == "This game has ended"
    assert list(app.bot.tables) == []


async def test_the_last_one_leaves_the_server_as_his_turn_runs_out_again(app: App) -> None:
    """A computer keeps his seat, but nobody is there who could come back to it."""
    (aino,) = app.people(1)
    table = await app.game([aino], computers=1)
    await app.env.advance_time(181)
    while table.waiting_for is None:
        await app.env.advance_time(1)
    assert table.sittings[table.seat_of(aino.id)].missed == 1
    await app.env.advance_time(left(app, table) - 10)
    app.guild.remove_member(aino)
    await app.env.advance_time(600)
    stored = await app.stored(table)
    assert (stored.status, stored.why) == (Status.ABANDONED, Why.EMPTY)


async def test_who_leaves_the_server_is_not_waited_for_without_end(app: App) -> None:
    """A turn without limit has no half-time, and ends after a month."""
    people = app.people(2)
    table = await app.lobby(people)
    options = (await app.press(people[0], app.public(table), "Options")).response
    assert options is not None
    await app.press_id(people[0], options, f"mm1:set:{table.id}:time", "none")
    await app.press(people[0], app.public(table), "Start")
    who = app.on_turn(table)
    app.guild.remove_member(who)
    for _ in range(3):
        if not away(table, who):
            await app.env.advance_time(HOUR)
    assert away(table, who)


async def test_somebody_leaves_the_server_from_a_lobby(app: App) -> None:
    people = app.people(3)
    table = await app.lobby(people, game="mattis")
    app.guild.remove_member(people[1])
    await app.press(people[0], app.public(table), "Start")
    for _ in range(4):
        await app.env.advance_time(91)
        if not away(table, people[1]) and table.waiting_for != people[1].id:
            await play(app, table)
    assert away(table, people[1])
    await play(app, table)


async def test_back_in_the_server(app: App) -> None:
    """His seat and his cards are his again."""
    people = app.people(3)
    table = await app.game(people)
    gone = app.on_turn(table)
    app.guild.remove_member(gone)
    await app.env.advance_time(91)
    assert away(table, gone)
    again = app.members[gone.id] = app.guild.add_member(gone.user)
    answer = await app.press(again, app.public(table), "Take my seat back")
    seat = table.seat_of(gone.id)
    assert table.state is not None
    assert answer.response is not None
    assert words(answer.response).count("`") // 2 >= len(table.state.hands[seat])
    assert "away" not in words(app.public(table))
    assert f"**{gone.user.global_name}**" in words(app.public(table))
    await app.env.advance_time(91)
    assert not away(table, again), "he is seen to be back"


# old hands and messages


async def test_a_hand_16_minutes_old_plays(patient: App) -> None:
    """Its token is dead; the press brings another."""
    app = patient
    table = await app.game(app.people(2))
    who = app.on_turn(table)
    hand = await app.hand(who, table)
    move, press = next(iter(offered(hand).items()))
    await app.env.advance_time(16 * 60)
    result = await app.press_id(who, hand, *press)
    assert (await app.stored(table)).moves == (move,)
    assert result.response is not None
    assert result.response.id == hand.id
    assert offered(hand) == {}
    await play(app, table)
    if table.waiting_for == who.id:
        assert offered(hand) != {}, "it is kept up to date again"


async def test_a_press_on_a_table_message_an_hour_old(patient: App) -> None:
    app = patient
    table = await app.game(app.people(2))
    who, old = app.on_turn(table), app.public(table)
    await app.env.advance_time(61 * 60)
    await app.press(who, old, "Turn up")
    assert table.ply == 1
    assert table.message_id != old.id
    assert tables_shown(app, app.channel.id) == [table.message_id]
    assert f"**{who.user.global_name}** turned up" in words(app.public(table))


@pytest.mark.parametrize("who", ["seated", "stranger"])
async def test_buttons_of_another_version(app: App, who: str) -> None:
    people, veera = app.people(2), app.person("Veera")
    table = await app.game(people)
    presser = app.on_turn(table) if who == "seated" else veera
    before = state_of(table)
    for custom_id in list(buttons(app.public(table))):
        for version in ("mm0", "mm2"):
            result = await app.forge(presser, app.public(table), version + custom_id.removeprefix("mm1"))
            said = privately(app, result)
            assert said == "### This button cannot be read\nIt may be from an older version."
    assert state_of(table) == before


# few edits


async def test_eight_moves_of_computers_in_ten_seconds_cost_few_edits(tmp_path: Path) -> None:
    settings = settings_for(tmp_path, paint_seconds=1, computer_pace_min=1.25, computer_pace_max=1.25)
    async with running(settings, seed=3) as app:
        (aino,) = app.people(1)
        table = await app.game([aino], computers=7)
        for _ in range(60):
            if table.waiting_for is not None:
                await play(app, table)
            mark, ply = len(app.env.http_requests), table.ply
            await app.env.advance_time(10)
            if table.ply == ply + 8:
                break
        assert table.ply == ply + 8
        edits = [request for request in asked(app, table, mark) if request.startswith("PATCH")]
        assert len(edits) <= 5
        for _ in range(60):
            if table.waiting_for is not None:
                break
            await app.env.advance_time(1.25)
        await app.env.advance_time(3)
        assert table.waiting_for == aino.id
        stored = await app.stored(table)
        assert steps_of(stored)[-1].state == table.state
        shown = app.public(table).components
        assert "Aino" in heading(app.public(table))
        await app.restart()  # who draws it from the store finds nothing to change
        assert app.public(table).components == shown
