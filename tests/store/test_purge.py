"""Servers that sent the bot away: noted, taken back, and deleted after thirty days."""

from __future__ import annotations

from datetime import datetime, timedelta

from bot import privacy, purge
from bot.store import Store
from tests.store.games import AINO, BROR, CHANNEL, CIA, GUILD, NOW, a_finished_game, a_lobby, rows

OTHER = GUILD - 5
MONTH = timedelta(days=30)
SECOND = timedelta(seconds=1)


async def in_two_servers(store: Store) -> None:
    """Aino has played in one server, Cia in the other, Bror in both; all have settings, also the server."""
    await a_finished_game(store, AINO, BROR, loser=1)
    await a_finished_game(store, BROR, CIA, loser=0, guild_id=OTHER, channel_id=CHANNEL + 1)
    await a_lobby(store, AINO, BROR)
    for person in (AINO, BROR, CIA, 104):
        await store.wish(person, language="fi")
    await store.wish_for_server(GUILD, pictures=False)


async def kept(store: Store) -> dict[str, set[int]]:
    """In each table, the servers of which there is a row."""
    of_game = "SELECT guild_id FROM games JOIN {0} ON {0}.game_id = games.id"
    found = {
        name: await rows(store, f"SELECT guild_id FROM {name}")
        for name in ("games", "results", "standings", "servers")
    }
    found |= {name: await rows(store, of_game.format(name)) for name in ("seats", "moves")}
    return {name: {guild_id for (guild_id,) in listed} for name, listed in found.items()}


async def test_after_thirty_days_and_not_a_moment_before(store: Store) -> None:
    await in_two_servers(store)
    everything = await kept(store)
    await purge.away(store.engine, GUILD, NOW)
    assert await purge.due(store.engine) == NOW + MONTH
    assert await purge.purge(store.engine, (), NOW + MONTH - SECOND) == []
    assert await kept(store) == everything
    assert await purge.purge(store.engine, (), NOW + MONTH) == [GUILD]
    assert await kept(store) == {
        name: {OTHER} - ({OTHER} if name == "servers" else set()) for name in everything
    }
    for table in ("seats", "moves"):
        orphans = f"SELECT * FROM {table} WHERE game_id NOT IN (SELECT id FROM games)"
        assert await rows(store, orphans) == []
    assert await purge.due(store.engine) is None
    assert await purge.purge(store.engine, (), NOW + 2 * MONTH) == []


async def test_settings_go_with_the_only_server_somebody_played_in(store: Store) -> None:
    """Who played elsewhere too, or nowhere yet, keeps his."""
    await in_two_servers(store)
    await purge.away(store.engine, GUILD, NOW)
    await purge.purge(store.engine, (), NOW + MONTH)
    assert {user for (user,) in await rows(store, "SELECT user_id FROM people")} == {BROR, CIA, 104}


async def test_a_server_that_takes_it_back_loses_nothing(store: Store) -> None:
    await in_two_servers(store)
    everything = await kept(store)
    await purge.away(store.engine, GUILD, NOW)
    await purge.back(store.engine, GUILD)
    assert await purge.due(store.engine) is None
    assert await purge.purge(store.engine, (), NOW + MONTH) == []
    assert await kept(store) == everything
    assert await rows(store, f"SELECT pictures FROM servers WHERE guild_id = {GUILD}") == [(0,)]


async def test_a_server_that_the_bot_is_in_is_never_deleted(store: Store) -> None:
    """Whatever has been noted; and the days begin anew when it is sent away."""
    await in_two_servers(store)
    everything = await kept(store)
    for guild in (GUILD, OTHER):
        await purge.away(store.engine, guild, NOW)
    everything["servers"].add(OTHER)
    assert await purge.purge(store.engine, {GUILD, OTHER}, NOW + MONTH) == []
    assert await kept(store) == everything
    assert await purge.due(store.engine) is None
    await purge.away(store.engine, GUILD, NOW + MONTH)
    assert await purge.purge(store.engine, {OTHER}, NOW + 2 * MONTH) == [GUILD]
    assert OTHER in (await kept(store))["games"]


async def test_the_file_is_to_be_cleaned_afterwards(store: Store) -> None:
    await in_two_servers(store)
    await purge.away(store.engine, GUILD, NOW)
    await purge.purge(store.engine, (), NOW + MONTH - SECOND)
    assert not await privacy.to_wipe(store.engine)
    await purge.purge(store.engine, (), NOW + MONTH)
    assert await privacy.to_wipe(store.engine)


async def left_at(store: Store) -> dict[int, datetime]:
    found = await rows(store, "SELECT guild_id, left_at FROM servers WHERE left_at IS NOT NULL")
    return {guild: datetime.fromisoformat(when).replace(tzinfo=NOW.tzinfo) for guild, when in found}


async def test_what_happened_while_the_bot_was_down(store: Store) -> None:
    await in_two_servers(store)
    await purge.present(store.engine, {OTHER, 77}, NOW)
    assert await left_at(store) == {GUILD: NOW}
    await purge.present(store.engine, {OTHER}, NOW + SECOND)
    assert await left_at(store) == {GUILD: NOW}, "the days count from when it was noticed first"
    await purge.present(store.engine, {GUILD}, NOW + 2 * SECOND)
    assert await left_at(store) == {OTHER: NOW + 2 * SECOND}
    assert await purge.due(store.engine) == NOW + 2 * SECOND + MONTH


async def test_a_server_of_which_only_settings_are_kept(store: Store) -> None:
    await store.wish_for_server(GUILD, language="fi")
    await purge.present(store.engine, (), NOW)
    assert await purge.purge(store.engine, (), NOW + MONTH) == [GUILD]
    assert await rows(store, "SELECT * FROM servers") == []
