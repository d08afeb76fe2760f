"""What is written stays, what fails leaves nothing, and times come back as they went in."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone

import pytest
import sqlalchemy as sa

from bot.store import ENGINE_REVISION, Conflict, Result, Sitting, Status, Store
from tests.store.games import (
    AINO,
    BROR,
    CHANNEL,
    CIA,
    DECK,
    GUILD,
    NOW,
    a_finished_game,
    a_game,
    a_lobby,
    a_move,
    new_table,
    rows,
)

Another = Callable[[], Store]


# tables


async def test_a_lobby_is_as_it_was_opened(store: Store) -> None:
    new = replace(new_table(AINO, BROR), dealer=1, rules="skitgubbe runs=yes", size=4)
    game = await store.open_table(new, opened_at=NOW, deadline=NOW + timedelta(minutes=15))
    found = await store.load(game)
    assert found is not None
    assert (found.guild_id, found.channel_id, found.host_id) == (GUILD, CHANNEL, AINO)
    assert (found.rules, found.size, found.dealer) == ("skitgubbe runs=yes", 4, 1)
    assert found.status is Status.LOBBY
    assert found.sittings == (Sitting(AINO), Sitting(BROR))
    assert found.engine_revision == ENGINE_REVISION
    assert (found.deck, found.loser, found.moves) == (None, None, ())
    assert (found.started_at, found.ended_at, found.message_id, found.mention_id) == (None, None, None, None)


async def test_there_is_no_such_table(store: Store) -> None:
    assert await store.load(4711) is None


async def test_one_live_table_a_channel(store: Store, another: Another) -> None:
    first = await a_lobby(store, AINO)
    with pytest.raises(Conflict):
        await a_lobby(store, BROR)
    with pytest.raises(Conflict):
        await a_lobby(another(), BROR)
    assert [game.id for game in await store.load_live()] == [first]
    assert await rows(store, "SELECT count(*) FROM games, seats") == [(1,)], "nothing of the refused ones"


async def test_a_game_that_is_on_keeps_its_channel(store: Store) -> None:
    await a_game(store, AINO, BROR)
    with pytest.raises(Conflict):
        await a_lobby(store, CIA)


@pytest.mark.parametrize("status", [Status.CLOSED, Status.ABANDONED])
async def test_after_the_first_has_ended_a_second_one_is_fine(store: Store, status: Status) -> None:
    first = await a_lobby(store, AINO)
    await store.end(first, status, NOW)
    second = await a_lobby(store, AINO)
    assert [game.id for game in await store.load_live()] == [second]
    ended = await store.load(first)
    assert ended is not None
    assert (ended.status, ended.ended_at, ended.deadline) == (status, NOW, None)


async def test_after_a_finished_game_too(store: Store) -> None:
    await a_finished_game(store, AINO, BROR, loser=0)
    await a_lobby(store, AINO)


async def test_other_channels_are_free(store: Store) -> None:
    first, second = await a_lobby(store, AINO), await a_lobby(store, AINO, channel_id=CHANNEL + 1)
    assert [game.id for game in await store.load_live()] == [first, second]


async def test_many_at_once_open_a_table_in_one_channel(store: Store, another: Another) -> None:
    stores = [store, another()]
    opened = await asyncio.gather(
        *(a_lobby(stores[n % 2], AINO + n) for n in range(20)), return_exceptions=True
    )
    assert sum(isinstance(result, int) for result in opened) == 1
    assert sum(isinstance(result, Conflict) for result in opened) == 19


async def test_people_come_and_go(store: Store) -> None:
    game = await a_lobby(store, AINO, BROR)
    seated = (Sitting(BROR), Sitting(CIA), Sitting(computer="Otso"), Sitting(AINO, "Repo"))
    await store.reseat(game, host_id=BROR, dealer=2, sittings=seated, deadline=None)
    found = await store.load(game)
    assert found is not None
    assert (found.host_id, found.dealer, found.sittings) == (BROR, 2, seated)


async def test_nobody_sits_twice(store: Store) -> None:
    game = await a_lobby(store, AINO, BROR)
    with pytest.raises(sa.exc.IntegrityError):
        await store.reseat(
            game, host_id=BROR, dealer=1, sittings=[Sitting(AINO), Sitting(AINO)], deadline=None
        )
    found = await store.load(game)
    assert found is not None
    assert (found.host_id, found.dealer, found.sittings) == (AINO, None, (Sitting(AINO), Sitting(BROR)))


async def test_a_game_begins(store: Store) -> None:
    game = await a_lobby(store, AINO, BROR, CIA)
    turned = (Sitting(BROR), Sitting(CIA), Sitting(AINO))
    await store.start(game, deck=DECK, sittings=turned, started_at=NOW, deadline=None)
    found = await store.load(game)
    assert found is not None
    assert (found.status, found.deck, found.dealer, found.sittings) == (Status.PLAYING, DECK, 2, turned)
    assert (found.started_at, found.deadline) == (NOW, None)


async def test_messages_mentions_and_deadlines(store: Store) -> None:
    game, later = await a_lobby(store, AINO), NOW + timedelta(hours=1)
    await store.set_message(game, 2**63 - 1, later)
    await store.set_mention(game, 2**63 - 2)
    await store.set_deadline(game, later)
    found = await store.load(game)
    assert found is not None
    assert (found.message_id, found.message_at) == (2**63 - 1, later)
    assert (found.mention_id, found.deadline) == (2**63 - 2, later)
    await store.set_mention(game, None)
    await store.set_deadline(game, None)
    found = await store.load(game)
    assert found is not None
    assert (found.mention_id, found.deadline) == (None, None)


async def test_what_belongs_to_one_game_stays_with_it(store: Store) -> None:
    first = await a_game(store, AINO, BROR)
    second = await a_game(store, AINO, CIA, channel_id=CHANNEL + 1)
    await a_move(store, first, 0, "2S")
    await a_move(store, second, 0, "3H")
    await a_move(store, first, 1, "take")
    one, two = await store.load_live()
    assert (one.moves, two.moves) == (("2S", "take"), ("3H",))
    assert (one.sittings[1], two.sittings[1]) == (Sitting(BROR), Sitting(CIA))


# moves


async def test_moves_come_back_in_order(store: Store, another: Another) -> None:
    game = await a_game(store, AINO, BROR)
    for ply in range(12):
        await a_move(store, game, ply, f"{'23456789TJQK'[ply]}S", interaction=1000 - ply)
    found = await another().load(game)
    assert found is not None
    assert found.moves == tuple(f"{rank}S" for rank in "23456789TJQK")
    assert found.deadline == NOW + timedelta(minutes=3)


async def test_the_same_ply_twice(store: Store) -> None:
    game = await a_game(store, AINO, BROR)
    await a_move(store, game, 0, "2S", interaction=1)
    with pytest.raises(Conflict):
        await a_move(store, game, 0, "3S", interaction=2, at=NOW + timedelta(hours=1))
    found = await store.load(game)
    assert found is not None
    assert found.moves == ("2S",)
    assert found.deadline == NOW + timedelta(minutes=3), "nothing of the refused move"


async def test_the_same_interaction_twice(store: Store) -> None:
    """Discord may send a press again."""
    game = await a_game(store, AINO, BROR)
    await a_move(store, game, 0, interaction=7)
    with pytest.raises(Conflict):
        await a_move(store, game, 1, interaction=7, at=NOW + timedelta(hours=1))
    other = await a_game(store, AINO, channel_id=CHANNEL + 1)
    with pytest.raises(Conflict):
        await a_move(store, other, 0, interaction=7)
    assert await rows(store, "SELECT game_id, ply FROM moves") == [(game, 0)]
    found = await store.load(game)
    assert found is not None
    assert found.deadline == NOW + timedelta(minutes=3)


async def test_computers_move_without_an_interaction(store: Store) -> None:
    game = await a_game(store, AINO, BROR)
    for ply in range(3):
        await a_move(store, game, ply)
    found = await store.load(game)
    assert found is not None
    assert len(found.moves) == 3


async def test_the_last_move_brings_the_result(store: Store) -> None:
    game, later = await a_game(store, AINO, BROR, CIA), NOW + timedelta(minutes=23)
    await a_move(store, game, 0, at=later, result=Result(1, (2, 3, 1)))
    found = await store.load(game)
    assert found is not None
    assert (found.status, found.loser, found.ended_at, found.deadline) == (Status.FINISHED, 1, later, None)
    assert await rows(store, "SELECT place FROM seats ORDER BY seat") == [(2,), (3,), (1,)]
    assert await store.load_live() == []


async def test_a_result_that_comes_too_late_leaves_nothing(store: Store) -> None:
    game = await a_game(store, AINO, BROR)
    await a_move(store, game, 0)
    with pytest.raises(Conflict):
        await a_move(store, game, 0, result=Result(1, (1, 2)))
    found = await store.load(game)
    assert found is not None
    assert (found.status, found.loser, found.ended_at) == (Status.PLAYING, None, None)
    assert await rows(store, "SELECT place FROM seats") == [(None,), (None,)]


async def test_a_last_move_that_fails_half_way_leaves_nothing(store: Store) -> None:
    """The move, the game and one place are written when the disk gives up."""
    game = await a_game(store, AINO, BROR)

    def full(
        _connection: object, _cursor: object, statement: str, values: tuple[object, ...], *_: object
    ) -> None:
        if statement.startswith("UPDATE seats") and values[0] == 2:
            raise OSError("the disk is full")

    sa.event.listen(store.engine.sync_engine, "before_cursor_execute", full)
    with pytest.raises(OSError, match="the disk is full"):
        await a_move(store, game, 0, result=Result(1, (1, 2)))
    sa.event.remove(store.engine.sync_engine, "before_cursor_execute", full)
    found = await store.load(game)
    assert found is not None
    assert (found.moves, found.status, found.loser) == ((), Status.PLAYING, None)
    assert await rows(store, "SELECT place FROM seats") == [(None,), (None,)]
    await a_move(store, game, 0, result=Result(1, (1, 2)))


async def test_two_processes_race_for_a_ply(store: Store, another: Another) -> None:
    """Exactly one of twenty wins, and its move is the one that stands."""
    game, stores = await a_game(store, AINO, BROR), [store, another()]
    for ply in range(3):
        cards = [f"{rank}{suit}" for rank in "23456" for suit in "SHDC"]
        ended = await asyncio.gather(
            *(
                a_move(stores[n % 2], game, ply, card, interaction=100 * ply + n)
                for n, card in enumerate(cards)
            ),
            return_exceptions=True,
        )
        won = [card for card, result in zip(cards, ended, strict=True) if result is None]
        assert len(won) == 1
        assert sum(isinstance(result, Conflict) for result in ended) == 19
        found = await store.load(game)
        assert found is not None
        assert found.moves[ply:] == (won[0],)


async def test_writers_wait_for_each_other(store: Store, another: Another) -> None:
    """Twenty tables move at once, by two processes: none is told that the database is locked."""
    stores = [store, another()]
    games = [await a_game(store, AINO, channel_id=CHANNEL + n) for n in range(20)]
    await asyncio.gather(*(a_move(stores[n % 2], game, 0) for n, game in enumerate(games)))
    assert await rows(store, "SELECT count(*) FROM moves") == [(20,)]


# times


async def test_times_come_back_aware_and_in_utc(store: Store) -> None:
    helsinki = timezone(timedelta(hours=2))
    there = datetime(2026, 7, 1, 0, 30, 15, 123456, tzinfo=helsinki)
    game = await a_game(store, AINO, BROR, at=there)
    await store.set_message(game, 1, there)
    await a_move(store, game, 0, at=there, result=Result(0, (2, 1)))
    found = await store.load(game)
    assert found is not None
    times = [found.opened_at, found.started_at, found.message_at, found.ended_at]
    assert times == [there] * 4
    assert {time.tzinfo for time in times if time is not None} == {UTC}
    assert await rows(store, "SELECT made_at FROM moves") == [("2026-06-30 22:30:15.123456",)]
    live = await a_lobby(store, AINO, at=there)
    lobby = await store.load(live)
    assert lobby is not None
    assert lobby.deadline == there + timedelta(minutes=15)
    assert lobby.deadline.tzinfo is UTC


# notes


async def test_notes(store: Store, another: Another) -> None:
    assert await store.note("commands") is None
    await store.set_note("commands", "one")
    await store.set_note("commands", "two")
    assert await another().note("commands") == "two"


async def test_signs_of_life(store: Store) -> None:
    assert await store.alive() is None
    await store.set_alive(NOW)
    later = NOW + timedelta(seconds=30)
    await store.set_alive(later)
    assert await store.alive() == later


async def test_two_processes_note_at_once(store: Store, another: Another) -> None:
    stores = [store, another()]
    await asyncio.gather(*(stores[n % 2].set_note("key", str(n)) for n in range(20)))
    assert await store.note("key") in {str(n) for n in range(20)}
