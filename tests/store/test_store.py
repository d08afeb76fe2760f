"""What is written stays, what fails leaves nothing, and times come back as they went in."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import asdict, replace
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest
import sqlalchemy as sa

from bot import schema
from bot.seating import COMPUTERS, Seating, Sitting
from bot.store import ENGINE_REVISION, NO_WAIT, Conflict, Due, NewMove, Result, Status, Store, Why
from tests.store.games import (
    AINO,
    BROR,
    CHANNEL,
    CIA,
    DECK,
    GUILD,
    HOUR,
    MINUTE,
    NOW,
    OTSO,
    SEED,
    SHUFFLE,
    a_finished_game,
    a_game,
    a_lobby,
    a_move,
    an_abandoned_game,
    begun,
    loaded,
    new_table,
    rows,
    seated,
    turn,
)

Another = Callable[[], Store]
LATER = NOW + HOUR
EVERYTHING = seated(
    Sitting(BROR, since=NOW, missed=1, agrees=True, press_id=1_234),
    Sitting(computer="Otso", level="hard"),
    Sitting(AINO, "Repo", since=NOW + MINUTE, missed=2),
    Sitting(CIA, "Ilves", since=LATER, left=True),
    dealer=2,
    host=BROR,
)
"""A person, a computer, a sleeper and who has left: each with whatever there is to keep of them."""


# tables


async def test_a_lobby_is_as_it_was_opened(store: Store) -> None:
    seating = seated(Sitting(AINO, since=NOW), Sitting(BROR, since=LATER), dealer=1, host=BROR)
    new = new_table(rules="skitgubbe runs=yes", size=4, turn_seconds=3_600, seating=seating)
    game = await store.open_table(new, opened_at=NOW, deadline=NOW + 15 * MINUTE)
    found = await loaded(store, game)
    assert (found.guild_id, found.channel_id, found.seating) == (GUILD, CHANNEL, seating)
    assert (found.rules, found.size, found.turn_seconds) == ("skitgubbe runs=yes", 4, 3_600)
    assert found.status is Status.LOBBY
    assert found.engine_revision == ENGINE_REVISION
    assert (found.opened_at, found.deadline) == (NOW, NOW + 15 * MINUTE)
    assert (found.deck, found.loser, found.moves, found.why, found.end_shown) == (None, None, (), None, False)
    assert (found.started_at, found.ended_at, found.message_id, found.mention_id) == (None, None, None, None)
    assert (found.remind_at, found.vote_until, found.paused_at) == (None, None, None)


async def test_a_turn_may_be_without_limit(store: Store) -> None:
    assert (await loaded(store, await a_lobby(store, AINO, turn_seconds=None))).turn_seconds is None


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
    await store.end(first, status, Why.HOST, NOW)
    second = await a_lobby(store, AINO)
    assert [game.id for game in await store.load_live()] == [second]
    ended = await loaded(store, first)
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


# who sits where


async def test_people_come_and_go(store: Store) -> None:
    game = await a_lobby(store, AINO, BROR)
    seating = seated(BROR, CIA, OTSO, Sitting(AINO, "Repo"), dealer=2)
    await store.reseat(game, seating, Due(LATER))
    assert (await loaded(store, game)).seating == seating
    await store.reseat(game, seated(CIA), Due(LATER))
    assert (await loaded(store, game)).seating == seated(CIA)


async def test_who_sits_comes_back_as_he_was(store: Store, another: Another) -> None:
    """However it was written: when the lobby was opened, in it, with the start, in the game, with a move."""
    game = await a_lobby(store, seating=EVERYTHING)
    assert (await loaded(another(), game)).seating == EVERYTHING
    turned = replace(EVERYTHING, sittings=EVERYTHING.sittings[::-1])
    await store.configure(game, rules="mattis", size=4, turn_seconds=60, seating=turned)
    assert (await loaded(another(), game)).seating == turned
    await begun(store, game, EVERYTHING, rules="mattis", lobby=turned, due=NO_WAIT)
    assert (await loaded(another(), game)).seating == EVERYTHING
    await store.reseat(game, turned, NO_WAIT)
    assert (await loaded(another(), game)).seating == turned
    await a_move(store, game, 0, seating=EVERYTHING)
    assert (await loaded(another(), game)).seating == EVERYTHING


def test_everything_about_a_sitter_is_tried() -> None:
    """The eye of the test above: each field of `Sitting` has two values in it at least."""
    told = [asdict(sitting) for sitting in EVERYTHING.sittings]
    assert all(len({sitting[field] for sitting in told}) > 1 for field in told[0])


async def test_eight_sit_in_their_order(store: Store) -> None:
    """Any order: neither by their ids, nor as they came."""
    seating = seated(108, 101, *(Sitting(100 + n, COMPUTERS[n]) for n in (7, 3, 6, 2)), 105, 104, dealer=7)
    game = await a_lobby(store, seating=seating)
    assert (await loaded(store, game)).seating == seating


async def test_nobody_sits_twice(store: Store) -> None:
    game = await a_lobby(store, AINO, BROR)
    before = await loaded(store, game)
    with pytest.raises(sa.exc.IntegrityError):
        await store.reseat(game, seated(AINO, AINO, dealer=1, host=BROR), Due(LATER, LATER), vote_until=LATER)
    assert await loaded(store, game) == before


async def test_a_table_is_not_opened_with_somebody_twice(store: Store) -> None:
    with pytest.raises(Conflict):
        await a_lobby(store, AINO, AINO)
    assert await rows(store, "SELECT id FROM games") == []


async def test_reseating_says_what_is_due_and_how_long_a_vote_lasts(store: Store) -> None:
    game = await a_game(store, AINO, BROR)
    await store.reseat(game, EVERYTHING, Due(LATER, NOW + MINUTE), vote_until=LATER + MINUTE)
    found = await loaded(store, game)
    assert (found.deadline, found.remind_at, found.vote_until) == (LATER, NOW + MINUTE, LATER + MINUTE)
    await store.reseat(game, EVERYTHING, NO_WAIT)
    found = await loaded(store, game)
    assert (found.deadline, found.remind_at, found.vote_until) == (None, None, None)


async def test_who_sits_down_too_late_sits_nowhere(store: Store) -> None:
    """In a lobby that another process has started: its seats are in another order by now."""
    game = await a_game(store, AINO, OTSO)
    before = await loaded(store, game)
    with pytest.raises(Conflict):
        await store.reseat(game, seated(OTSO, AINO), Due(LATER), during=(Status.LOBBY,))
    assert await loaded(store, game) == before


# the options of a lobby


async def test_a_lobby_is_to_play_something_else(store: Store) -> None:
    game = await a_lobby(store, AINO, BROR, OTSO)
    before = await loaded(store, game)
    fewer = seated(AINO, BROR, dealer=0)
    await store.configure(game, rules="skitgubbe runs=yes", size=2, turn_seconds=None, seating=fewer)
    assert await loaded(store, game) == replace(
        before, rules="skitgubbe runs=yes", size=2, turn_seconds=None, seating=fewer
    ), "and nothing else, its deadline neither"


async def started(store: Store) -> int:
    return await a_game(store, AINO, BROR)


async def finished(store: Store) -> int:
    return await a_finished_game(store, AINO, BROR, loser=1)


async def abandoned(store: Store) -> int:
    return await an_abandoned_game(store, AINO, BROR)


async def closed(store: Store) -> int:
    game = await a_lobby(store, AINO, BROR)
    await store.end(game, Status.CLOSED, Why.UNSTARTED, NOW)
    return game


async def unstarted(store: Store) -> int:
    return await a_lobby(store, AINO, BROR)


async def nowhere(_store: Store) -> int:
    return 4711


Made = Callable[[Store], Awaitable[int]]
ENDED: tuple[Made, ...] = (finished, abandoned, closed)


async def everything(store: Store) -> list[list[tuple[Any, ...]]]:
    return [await rows(store, f"SELECT * FROM {table}") for table in ("games", "seats", "moves")]


async def nothing_comes_of(store: Store, change: Awaitable[None]) -> None:
    """A change is a `Conflict`, and the database stays as it was."""
    before = await everything(store)
    with pytest.raises(Conflict):
        await change
    assert await everything(store) == before


@pytest.mark.parametrize("made", [started, *ENDED, nowhere])
async def test_only_a_lobby_is_configured(store: Store, made: Made) -> None:
    game = await made(store)
    change = store.configure(game, rules="mattis", size=8, turn_seconds=None, seating=EVERYTHING)
    await nothing_comes_of(store, change)


async def test_options_with_somebody_twice_leave_nothing(store: Store) -> None:
    game = await a_lobby(store, AINO, BROR)
    before = await loaded(store, game)
    with pytest.raises(sa.exc.IntegrityError):
        await store.configure(game, rules="mattis", size=8, turn_seconds=None, seating=seated(AINO, AINO))
    assert await loaded(store, game) == before


async def test_the_channel_had_no_table_yet(store: Store) -> None:
    await a_lobby(store, AINO, channel_id=CHANNEL + 1)
    assert await store.last_options(CHANNEL) is None


async def test_the_options_of_the_last_table_of_a_channel(store: Store, another: Another) -> None:
    """The newest, whether it is on, was played or never began; other channels have their own."""
    await a_finished_game(store, AINO, BROR, loser=0, rules="mattis", turn_seconds=60)
    assert await store.last_options(CHANNEL) == ("mattis", 2, 60)
    await a_game(store, AINO, BROR, channel_id=CHANNEL + 1, rules="skitgubbe")
    assert await store.last_options(CHANNEL) == ("mattis", 2, 60)
    game = await a_lobby(store, AINO, rules="myllymatti runs=yes", size=5, turn_seconds=None)
    assert await store.last_options(CHANNEL) == ("myllymatti runs=yes", 5, None)
    await store.configure(game, rules="mattis runs=no", size=7, turn_seconds=30, seating=seated(AINO))
    assert await another().last_options(CHANNEL) == ("mattis runs=no", 7, 30)
    await store.end(game, Status.CLOSED, Why.HOST, NOW - HOUR)
    assert await store.last_options(CHANNEL) == ("mattis runs=no", 7, 30), "even if the clock goes wrong"
    assert await store.last_options(CHANNEL + 1) == ("skitgubbe", 2, 180)


async def test_the_last_options_are_found_by_an_index(store: Store) -> None:
    """A channel may have had a thousand tables, and opening one more waits for the answer."""
    asked: list[tuple[str, Any]] = []

    def ask(_connection: object, _cursor: object, statement: str, values: Any, *_: object) -> None:
        asked.append((statement, values))

    sa.event.listen(store.engine.sync_engine, "before_cursor_execute", ask)
    await store.last_options(CHANNEL)
    sa.event.remove(store.engine.sync_engine, "before_cursor_execute", ask)
    [(statement, values)] = asked
    async with store.engine.connect() as connection:
        plan = [
            str(row[-1])
            for row in await connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", values)
        ]
    assert plan == ["SEARCH games USING INDEX tables_of_a_channel (channel_id=?)"], "nothing is sorted"


# from the start to the end


async def test_a_game_begins(store: Store) -> None:
    game = await a_lobby(store, AINO, BROR, CIA)
    turned = seated(BROR, CIA, AINO, dealer=2, host=AINO)
    await begun(store, game, turned, lobby=seated(AINO, BROR, CIA), at=LATER)
    found = await loaded(store, game)
    assert (found.status, found.deck, found.seating) == (Status.PLAYING, DECK, turned)
    assert (found.seed, found.shuffle) == (SEED, SHUFFLE)
    assert (found.opened_at, found.started_at) == (NOW, LATER)
    assert Due(found.deadline, found.remind_at) == turn(LATER)


async def test_a_game_that_begins_with_a_computer_waits_for_nobody(store: Store) -> None:
    game = await a_lobby(store, AINO, OTSO)
    await begun(store, game, seated(OTSO, AINO), lobby=seated(AINO, OTSO), due=NO_WAIT)
    found = await loaded(store, game)
    assert (found.deadline, found.remind_at) == (None, None)


@pytest.mark.parametrize("made", [started, *ENDED, nowhere])
async def test_only_a_lobby_is_started(store: Store, made: Made) -> None:
    game = await made(store)
    await nothing_comes_of(store, begun(store, game, EVERYTHING, deck="AS", at=LATER))


@pytest.mark.parametrize(
    "lobby",
    [
        seated(AINO, BROR),
        seated(AINO, Sitting(BROR, press_id=6)),
        seated(Sitting(BROR, press_id=5), AINO),
        seated(AINO, Sitting(BROR, press_id=5), CIA),
    ],
)
async def test_cards_that_were_shuffled_for_others_are_not_dealt(store: Store, lobby: Seating) -> None:
    """Another process may have made somebody ready: his press would be missing in the shuffle."""
    game = await a_lobby(store, AINO, Sitting(BROR, press_id=5))
    await nothing_comes_of(store, begun(store, game, seated(BROR, AINO), lobby=lobby))


async def test_a_seed_is_shown_by_no_repr_and_no_error(store: Store) -> None:
    """Whatever is logged of them."""
    game = await a_lobby(store, AINO)
    shown = [repr(await loaded(store, game)), repr(new_table(AINO)), str(await loaded(store, game))]
    with pytest.raises(sa.exc.IntegrityError) as caught:
        async with store.engine.begin() as connection:
            await connection.execute(schema.games.insert().values(id=game, seed=SEED))
    shown += [str(caught.value), repr(caught.value)]
    assert [text for text in shown if SEED in text] == []
    assert await store.seed(game) == SEED


async def test_a_start_with_somebody_twice_leaves_nothing(store: Store) -> None:
    game = await a_lobby(store, AINO, BROR)
    before = await loaded(store, game)
    with pytest.raises(sa.exc.IntegrityError):
        await begun(store, game, seated(BROR, BROR), lobby=seated(AINO, BROR))
    assert await loaded(store, game) == before


@pytest.mark.parametrize("made", [*ENDED, nowhere])
async def test_nobody_sits_down_after_the_end(store: Store, made: Made) -> None:
    game = await made(store)
    await nothing_comes_of(store, store.reseat(game, EVERYTHING, turn(LATER), vote_until=LATER))


@pytest.mark.parametrize("made", [*ENDED, nowhere])
async def test_what_has_ended_does_not_end_again(store: Store, made: Made) -> None:
    game = await made(store)
    await nothing_comes_of(store, store.end(game, Status.ABANDONED, Why.CONSENT, LATER))


@pytest.mark.parametrize("made", [unstarted, *ENDED, nowhere])
async def test_moves_are_made_in_games_only(store: Store, made: Made) -> None:
    game = await made(store)
    for result in (None, Result(0, (2, 1))):
        move = a_move(store, game, 5, at=LATER, seating=EVERYTHING, result=result)
        await nothing_comes_of(store, move)


@pytest.mark.parametrize("made", [*ENDED, nowhere])
async def test_what_has_ended_neither_stands_still_nor_goes_on(store: Store, made: Made) -> None:
    game = await made(store)
    await nothing_comes_of(store, store.set_pause(game, LATER, turn(LATER), LATER))
    await nothing_comes_of(store, store.set_pause(game, None, turn(LATER), LATER))


async def test_the_end_keeps_why_and_leaves_nothing_due(store: Store) -> None:
    """And who sits where stays to be seen."""
    nothing: dict[str, Any] = {"deadline": None, "remind_at": None, "vote_until": None, "paused_at": None}
    for why in Why:
        game = await a_game(store, seating=EVERYTHING)
        await store.set_pause(game, NOW, turn(NOW), LATER)
        before = await loaded(store, game)
        assert None not in (before.deadline, before.remind_at, before.vote_until, before.paused_at)
        await store.end(game, Status.ABANDONED, why, LATER)
        ended = replace(before, status=Status.ABANDONED, why=why, ended_at=LATER, **nothing)
        found = await loaded(store, game)
        assert found == ended
        assert found.why is why, "no bare text"


async def test_a_game_played_to_its_end_has_no_other_reason(store: Store) -> None:
    assert (await loaded(store, await finished(store))).why is None


@pytest.mark.parametrize("made", [unstarted, started])
async def test_a_table_stands_still_and_goes_on(store: Store, made: Made) -> None:
    game = await made(store)
    before = await loaded(store, game)
    await store.set_pause(game, LATER, turn(NOW), NOW + 10 * MINUTE)
    still = {"paused_at": LATER, "vote_until": NOW + 10 * MINUTE, **turn(NOW)._asdict()}
    assert await loaded(store, game) == replace(before, **still)
    await store.set_pause(game, None, Due(LATER + MINUTE), LATER)
    assert await loaded(store, game) == replace(
        before, deadline=LATER + MINUTE, remind_at=None, vote_until=LATER
    )
    await store.set_pause(game, None, NO_WAIT, None)
    assert await loaded(store, game) == replace(before, deadline=None, remind_at=None)


async def test_a_move_leaves_a_vote_open(store: Store) -> None:
    game = await a_game(store, AINO, BROR)
    await store.reseat(game, seated(AINO, BROR), turn(NOW), vote_until=LATER)
    await a_move(store, game, 0)
    assert (await loaded(store, game)).vote_until == LATER


async def test_messages_mentions_and_what_is_due(store: Store) -> None:
    game = await a_lobby(store, AINO)
    before = await loaded(store, game)
    await store.set_message(game, 2**63 - 1, LATER)
    await store.set_mention(game, 2**63 - 2)
    await store.set_due(game, Due(LATER, NOW + MINUTE))
    message: dict[str, Any] = {"message_id": 2**63 - 1, "message_at": LATER}
    assert await loaded(store, game) == replace(
        before, mention_id=2**63 - 2, deadline=LATER, remind_at=NOW + MINUTE, **message
    )
    await store.set_due(game, Due(LATER))
    assert await loaded(store, game) == replace(before, mention_id=2**63 - 2, deadline=LATER, **message)
    await store.set_mention(game, None)
    await store.set_due(game, NO_WAIT)
    assert await loaded(store, game) == replace(before, deadline=None, **message)


async def test_what_belongs_to_one_game_stays_with_it(store: Store) -> None:
    first = await a_game(store, AINO, BROR)
    second = await a_game(store, AINO, CIA, channel_id=CHANNEL + 1)
    await a_move(store, first, 0, "2S")
    await a_move(store, second, 0, "3H")
    await a_move(store, first, 1, "take")
    one, two = await store.load_live()
    assert (one.moves, two.moves) == (("2S", "take"), ("3H",))
    assert (one.seating.people, two.seating.people) == ((AINO, BROR), (AINO, CIA))
    await store.reseat(first, seated(BROR), Due(LATER, LATER), vote_until=LATER)
    await store.set_pause(first, LATER, Due(LATER), LATER)
    await a_move(store, first, 2, seating=seated(BROR, AINO), result=Result(1, (1, 2)))
    assert await store.load_live() == [two]


# moves


async def test_moves_come_back_in_order(store: Store, another: Another) -> None:
    game = await a_game(store, AINO, BROR)
    for ply in range(12):
        await a_move(store, game, ply, f"{'23456789TJQK'[ply]}S", interaction=1000 - ply)
    found = await loaded(another(), game)
    assert found.moves == tuple(f"{rank}S" for rank in "23456789TJQK")
    assert Due(found.deadline, found.remind_at) == turn(NOW)


async def test_the_same_ply_twice(store: Store) -> None:
    game = await a_game(store, AINO, BROR)
    await a_move(store, game, 0, "2S", interaction=1)
    with pytest.raises(Conflict):
        await a_move(store, game, 0, "3S", interaction=2, at=LATER, seating=EVERYTHING)
    found = await loaded(store, game)
    assert found.moves == ("2S",)
    assert Due(found.deadline, found.remind_at) == turn(NOW), "nothing of the refused move"
    assert found.seating.people == (AINO, BROR)


async def test_the_same_interaction_twice(store: Store) -> None:
    """Discord may send a press again."""
    game = await a_game(store, AINO, BROR)
    await a_move(store, game, 0, interaction=7)
    with pytest.raises(Conflict):
        await a_move(store, game, 1, interaction=7, at=LATER)
    other = await a_game(store, AINO, channel_id=CHANNEL + 1)
    with pytest.raises(Conflict):
        await a_move(store, other, 0, interaction=7)
    assert await rows(store, "SELECT game_id, ply FROM moves") == [(game, 0)]
    assert (await loaded(store, game)).deadline == turn(NOW).deadline


async def test_computers_move_without_an_interaction(store: Store) -> None:
    game = await a_game(store, AINO, BROR)
    for ply in range(3):
        await a_move(store, game, ply)
    assert len((await loaded(store, game)).moves) == 3


async def test_a_move_may_change_who_sits_how(store: Store) -> None:
    """A turn that ran out puts a computer there; a move that changes nobody leaves the seats alone."""
    game = await a_game(store, AINO, BROR)
    asleep = seated(Sitting(AINO, "Otso", missed=2), BROR, dealer=0, host=BROR)
    await store.add_move(game, NewMove(0, "2S", NOW), NO_WAIT, seating=asleep)
    found = await loaded(store, game)
    assert (found.seating, found.moves, found.deadline, found.remind_at) == (asleep, ("2S",), None, None)
    await a_move(store, game, 1)
    found = await loaded(store, game)
    assert (found.seating, found.moves) == (asleep, ("2S", "2S"))
    assert Due(found.deadline, found.remind_at) == turn(NOW)


async def test_the_last_move_brings_the_result(store: Store) -> None:
    game = await a_game(store, AINO, BROR, CIA)
    await a_move(store, game, 0, at=LATER, result=Result(1, (2, 3, 1)))
    found = await loaded(store, game)
    assert (found.status, found.loser, found.ended_at) == (Status.FINISHED, 1, LATER)
    assert await rows(store, "SELECT place FROM seats ORDER BY seat") == [(2,), (3,), (1,)]
    assert await store.load_live() == []


async def test_after_the_last_move_nothing_is_due(store: Store) -> None:
    """Neither what comes with the move, nor a vote or a pause that was on."""
    game = await a_game(store, AINO, BROR)
    await store.set_pause(game, NOW, turn(NOW), LATER)
    await a_move(store, game, 0, result=Result(1, (1, 2)))
    found = await loaded(store, game)
    assert (found.deadline, found.remind_at, found.vote_until, found.paused_at) == (None, None, None, None)


async def test_the_last_move_brings_result_and_seats(store: Store) -> None:
    """The places are of those who sit there now."""
    game = await a_game(store, AINO, BROR)
    asleep = seated(Sitting(AINO, "Otso", missed=2), Sitting(BROR, missed=1), dealer=1, host=BROR)
    await a_move(store, game, 0, seating=asleep, result=Result(0, (2, 1)))
    assert (await loaded(store, game)).seating == asleep
    assert await rows(store, "SELECT user_id, computer, place FROM seats ORDER BY seat") == [
        (AINO, "Otso", 2),
        (BROR, None, 1),
    ]


async def test_a_result_that_comes_too_late_leaves_nothing(store: Store) -> None:
    game = await a_game(store, AINO, BROR)
    await a_move(store, game, 0)
    with pytest.raises(Conflict):
        await a_move(store, game, 0, result=Result(1, (1, 2)))
    found = await loaded(store, game)
    assert (found.status, found.loser, found.ended_at) == (Status.PLAYING, None, None)
    assert await rows(store, "SELECT place FROM seats") == [(None,), (None,)]


@pytest.mark.parametrize("result", [None, Result(1, (1, 2))])
async def test_a_move_with_somebody_twice_leaves_nothing(store: Store, result: Result | None) -> None:
    """It fails at the second of two seats: the move, what is due and the first seat are written by then."""
    game = await a_game(store, AINO, BROR)
    twice = seated(CIA, CIA, dealer=0)
    await nothing_comes_of(store, a_move(store, game, 0, at=LATER, seating=twice, result=result))
    await a_move(store, game, 0, at=LATER, seating=seated(CIA, BROR, dealer=0), result=result)


WRITES = (
    "INSERT INTO moves",
    "UPDATE games SET deadline",
    "UPDATE games SET host_id",
    "DELETE FROM seats",
    "INSERT INTO seats",
    "UPDATE games SET status",
    "UPDATE seats",
)
"""What a last move writes, in this order."""


@pytest.mark.parametrize("last", WRITES)
async def test_a_last_move_that_fails_half_way_leaves_nothing(store: Store, last: str) -> None:
    """The disk gives up at each of its writes; at the places of the seats, one is written already."""
    game = await a_game(store, AINO, BROR)
    before = await everything(store)
    written: list[str] = []

    def full(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        written.append(statement)
        if statement.startswith(last) and (last != "UPDATE seats" or statement in written[:-1]):
            raise OSError("the disk is full")

    sa.event.listen(store.engine.sync_engine, "before_cursor_execute", full)
    with pytest.raises(OSError, match="the disk is full"):
        await a_move(store, game, 0, at=LATER, seating=EVERYTHING, result=Result(1, (1, 2)))
    sa.event.remove(store.engine.sync_engine, "before_cursor_execute", full)
    so_far = list(dict.fromkeys(next(w for w in WRITES if one.startswith(w)) for one in written))
    assert so_far == list(WRITES[: WRITES.index(last) + 1])
    assert await everything(store) == before
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
        assert (await loaded(store, game)).moves[ply:] == (won[0],)


async def test_writers_wait_for_each_other(store: Store, another: Another) -> None:
    """Twenty tables move at once, by two processes: none is told that the database is locked."""
    stores = [store, another()]
    games = [await a_game(store, AINO, channel_id=CHANNEL + n) for n in range(20)]
    await asyncio.gather(*(a_move(stores[n % 2], game, 0) for n, game in enumerate(games)))
    assert await rows(store, "SELECT count(*) FROM moves") == [(20,)]


# times


async def test_times_come_back_aware_and_in_utc(store: Store) -> None:
    """Every one there is."""
    helsinki = timezone(timedelta(hours=2))
    there = datetime(2026, 7, 1, 0, 30, 15, 123456, tzinfo=helsinki)
    seating = seated(Sitting(AINO, since=there), Sitting(BROR, since=there), dealer=1)
    game = await a_lobby(store, at=there, seating=seating)
    await begun(store, game, seating, at=there, due=Due(there, there))
    await store.set_message(game, 1, there)
    await store.set_pause(game, there, Due(there, there), there)
    found = await loaded(store, game)
    waits = [found.deadline, found.remind_at, found.vote_until, found.paused_at]
    seen = [found.opened_at, found.started_at, found.message_at, *waits]
    seen += [sitting.since for sitting in found.seating.sittings]
    await a_move(store, game, 0, at=there, result=Result(0, (2, 1)))
    seen.append((await loaded(store, game)).ended_at)
    assert seen == [there] * 10
    assert {time.tzinfo for time in seen if time is not None} == {UTC}
    utc = [("2026-06-30 22:30:15.123456",)]
    assert await rows(store, "SELECT made_at FROM moves") == utc
    assert await rows(store, "SELECT since FROM seats") == utc * 2
    lobby = await loaded(store, await a_lobby(store, AINO, at=there))
    assert lobby.deadline == there + 15 * MINUTE
    assert lobby.deadline is not None
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
