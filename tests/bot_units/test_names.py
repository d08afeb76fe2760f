"""What people are called: learnt from presses, asked of Discord, kept in memory."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from pathlib import Path

import discord
import pytest

from bot import names as names_module
from bot.former import fresh_id
from bot.names import Names
from bot.texts import texts
from tests.bot.sim import App, running, settings_for

t = texts()


@pytest.fixture
async def app(tmp_path: Path) -> AsyncIterator[App]:
    async with running(settings_for(tmp_path)) as started:
        yield started


def asked(app: App) -> int:
    """How often Discord was asked for a member."""
    return sum(request.method == "GET" and "/members/" in request.path for request in app.env.http_requests)


async def test_a_member_is_asked_for_once(app: App) -> None:
    names, aino = Names(app.bot), app.person("Aino")
    assert await names.of(app.guild.id, [aino.id], t) == {aino.id: "Aino"}
    assert await names.of(app.guild.id, [aino.id], t) == {aino.id: "Aino"}
    assert asked(app) == 1


async def test_a_nickname_of_the_server_counts_and_is_safe(app: App) -> None:
    names = Names(app.bot)
    bror = app.guild.add_member(app.env.create_user("bror", global_name="Bror"), nick="**Bror** <@1>\u202e")
    assert await names.of(app.guild.id, [bror.id], t) == {bror.id: r"\*\*Bror\*\* \<\@1\>"}


async def test_who_has_left_the_server_is_somebody(app: App) -> None:
    names, aino, cia = Names(app.bot), app.person("Aino"), app.person("Cia")
    app.guild.remove_member(cia)
    found = await names.of(app.guild.id, [cia.id, aino.id, 987], t)
    assert found == {cia.id: "Somebody", aino.id: "Aino", 987: "Somebody"}


async def test_who_cannot_be_found_is_not_asked_for_each_time(app: App) -> None:
    """A table asks with each press and each painting; the answer has to be there within 3 seconds."""
    names = Names(app.bot)
    for _ in range(5):
        assert await names.of(app.guild.id, [987], t) == {987: "Somebody"}
    assert asked(app) == 1


async def test_who_has_left_keeps_the_name_that_is_known(app: App) -> None:
    names, aino = Names(app.bot), app.person("Aino")
    await names.of(app.guild.id, [aino.id], t)
    app.guild.remove_member(aino)
    assert await names.of(app.guild.id, [aino.id], t) == {aino.id: "Aino"}


async def test_a_server_that_is_not_known_asks_nobody(app: App) -> None:
    assert await Names(app.bot).of(4711, [1], t) == {1: "Somebody"}
    assert asked(app) == 0


async def test_names_are_of_one_server(app: App) -> None:
    names, user = Names(app.bot), app.env.create_user("aino", global_name="Aino")
    other = app.env.create_guild("Toinen talo")
    app.guild.add_member(user, nick="Tuima")
    other.add_member(user)
    assert await names.of(app.guild.id, [user.id], t) == {user.id: "Tuima"}
    assert await names.of(other.id, [user.id], t) == {user.id: "Aino"}


async def test_a_fault_of_discord_is_logged_and_passes(app: App, caplog: pytest.LogCaptureFixture) -> None:
    names, aino = Names(app.bot), app.person("Aino")
    app.env.inject_error("GET", "/guilds/*/members/*", status=403, code=50001, message="Missing Access")
    with caplog.at_level(logging.WARNING, "bot.names"):
        assert await names.of(app.guild.id, [aino.id], t) == {aino.id: "Somebody"}
    assert [record.levelname for record in caplog.records if record.name == "bot.names"] == ["WARNING"]
    assert "Aino" not in caplog.text


async def test_a_slow_answer_is_not_waited_for(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    """Names are asked for before an answer that has to come within three seconds."""
    names, aino = Names(app.bot), app.person("Aino")
    fetch, slow = discord.Guild.fetch_member, asyncio.Event()

    async def slowly(guild: discord.Guild, member_id: int, /) -> discord.Member:
        await slow.wait()
        return await fetch(guild, member_id)

    monkeypatch.setattr(discord.Guild, "fetch_member", slowly)
    monkeypatch.setattr(names_module, "PATIENCE", 0.02)
    assert await names.of(app.guild.id, [aino.id], t) == {aino.id: "Somebody"}
    slow.set()
    assert await names.of(app.guild.id, [aino.id], t) == {aino.id: "Aino"}


async def test_a_press_teaches_a_name(app: App) -> None:
    aino, bror = app.people(2)
    await app.lobby([aino, bror])
    assert await app.bot.names.of(app.guild.id, [aino.id, bror.id], t) == {aino.id: "Aino", bror.id: "Bror"}
    assert asked(app) == 0


async def test_somebody_outside_a_server_teaches_nothing(app: App) -> None:
    names, aino = Names(app.bot), app.person("Aino")
    user = await app.bot.fetch_user(aino.id)
    assert isinstance(user, discord.User)
    names.learn(user)
    assert names._known == {}


async def test_who_had_his_data_deleted_is_asked_of_nobody(app: App) -> None:
    names, aino, number = Names(app.bot), app.person("Aino"), fresh_id()
    found = await names.of(app.guild.id, [number, aino.id], t)
    assert found == {number: "Former player", aino.id: "Aino"}
    assert asked(app) == 1


async def test_who_is_forgotten_is_forgotten_in_every_server(app: App) -> None:
    names, bror, user = Names(app.bot), app.person("Bror"), app.env.create_user("aino", global_name="Aino")
    other = app.env.create_guild("Muualla")
    aino, _ = app.guild.add_member(user), other.add_member(user)
    for guild in (app.guild, other):
        await names.of(guild.id, [aino.id, bror.id], t)
    names.forget(aino.id)
    assert {user_id for _, user_id in (*names._known, *names._seen)} == {bror.id}
    names.leave(app.guild.id)
    assert {guild_id for guild_id, _ in names._known} <= {other.id}


@pytest.mark.parametrize("there", [True, False])
@pytest.mark.parametrize("by", ["person", "server"])
async def test_an_answer_that_comes_too_late_teaches_nothing(
    app: App, monkeypatch: pytest.MonkeyPatch, there: bool, by: str
) -> None:
    """He has been deleted, or the bot sent away, while Discord was being asked; of others it is heard."""
    names, aino, bror = Names(app.bot), app.person("Aino"), app.person("Bror")
    if not there:
        app.guild.remove_member(aino)
    fetch, slow, asked_for = discord.Guild.fetch_member, asyncio.Event(), asyncio.Queue[int]()

    async def slowly(guild: discord.Guild, member_id: int, /) -> discord.Member:
        await asked_for.put(member_id)
        await slow.wait()
        return await fetch(guild, member_id)

    monkeypatch.setattr(discord.Guild, "fetch_member", slowly)
    monkeypatch.setattr(names_module, "PATIENCE", 60)
    asking = asyncio.create_task(names.of(app.guild.id, [aino.id, bror.id], t))
    assert {await asked_for.get(), await asked_for.get()} == {aino.id, bror.id}
    if by == "person":
        names.forget(aino.id)
    else:
        names.leave(app.guild.id)
    slow.set()
    assert (await asking)[aino.id] == "Somebody"
    left = {bror.id} if by == "person" else set()
    assert {user_id for _, user_id in (*names._known, *names._seen)} == left
    assert names._asked == {}
    monkeypatch.undo()
    assert (await names.of(app.guild.id, [bror.id], t))[bror.id] == "Bror"
