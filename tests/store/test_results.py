"""Who lost: the hat, a person's games, the server's losers, and what asking for them costs."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
import sqlalchemy as sa

from bot.results import tallies_query
from bot.seating import Sitting
from bot.standings import NEWCOMER, PARTS, Against, Played, Rating, Tally, rated
from bot.store import Conflict, Due, Result, Status, Store, Why
from tests.store.games import (
    AINO,
    BROR,
    CHANNEL,
    CIA,
    GUILD,
    HOUR,
    MINUTE,
    NOW,
    OTSO,
    a_finished_game,
    a_game,
    a_lobby,
    a_move,
    an_abandoned_game,
    rows,
    seated,
)

ELSEWHERE = GUILD + 1
HALF, THIRD = PARTS // 2, PARTS // 3


async def lost(store: Store, user_id: int, guild_id: int | None = GUILD) -> list[bool]:
    """Of each game of a person whether he lost it."""
    return [one.lost for one in await store.results.of(user_id, guild_id)]


async def tallies(store: Store, guild_id: int = GUILD, season: str | None = None) -> list[Tally]:
    return sorted(await store.results.tallies(guild_id, season), key=lambda tally: tally.user_id)


async def test_nobody_has_lost_yet(store: Store) -> None:
    await a_game(store, AINO, BROR)
    assert await store.results.last_loser(GUILD) is None
    assert await store.results.of(AINO, GUILD) == []
    assert await tallies(store) == []
    assert await store.results.seasons(GUILD) == []


async def test_what_is_written_with_the_last_move(store: Store) -> None:
    game = await a_game(store, AINO, OTSO, BROR, rules="skitgubbe runs=yes")
    result = Result(2, (2, 1, 3), blue=(1, 2), worst=(9, 33, 21))
    await a_move(store, game, 0, at=NOW + HOUR, result=result)
    aino, bror = rated([NEWCOMER, NEWCOMER])
    facts = (game, GUILD, "skitgubbe", NOW + HOUR, 3, 2)
    assert await store.results.of(AINO, GUILD) == [
        Played(*facts, place=2, lost=False, blamattis=False, worst=9, rating=aino)
    ]
    assert await store.results.of(BROR, GUILD) == [
        Played(*facts, place=3, lost=True, blamattis=True, worst=21, rating=bror)
    ]


async def test_a_failed_move_leaves_no_result(store: Store) -> None:
    """All or nothing: the loss is written with the move, or neither is."""
    game = await a_finished_game(store, AINO, BROR, loser=0)
    before = await rows(store, "SELECT * FROM results")
    with pytest.raises(Conflict):
        await a_move(store, game, 0, result=Result(1, (1, 2)))
    assert await rows(store, "SELECT * FROM results") == before


# the hat


async def test_the_last_loser(store: Store) -> None:
    await a_finished_game(store, AINO, BROR, loser=0)
    await a_finished_game(store, AINO, BROR, loser=1, at=NOW + MINUTE)
    assert await store.results.last_loser(GUILD) == Sitting(BROR)
    assert await store.results.last_loser(ELSEWHERE) is None


async def test_the_last_loser_is_of_the_game_that_ended_last(store: Store) -> None:
    """Not of the one that was opened last."""
    first = await a_game(store, AINO, BROR)
    await a_finished_game(store, AINO, BROR, loser=1, at=NOW + MINUTE, channel_id=CHANNEL + 1)
    await a_move(store, first, 0, at=NOW + 2 * MINUTE, result=Result(0, (2, 1)))
    assert await store.results.last_loser(GUILD) == Sitting(AINO)


async def test_who_wore_the_hat_before_a_game_ended(store: Store) -> None:
    """Of two that ended in the same moment the one with the lower number is the earlier."""
    games = [await a_finished_game(store, AINO, BROR, loser=n, at=NOW + MINUTE) for n in (0, 1)]
    assert await store.results.last_loser(GUILD, (NOW + MINUTE, games[0])) is None
    assert await store.results.last_loser(GUILD, (NOW + MINUTE, games[1])) == Sitting(AINO)
    assert await store.results.last_loser(GUILD, (NOW + HOUR, games[0])) == Sitting(BROR)


async def test_a_computer_may_wear_the_hat(store: Store) -> None:
    await a_finished_game(store, AINO, OTSO, loser=1)
    assert await store.results.last_loser(GUILD) == Sitting(computer="Otso")


async def test_the_hat_is_on_until_the_servers_next_game_ends(store: Store) -> None:
    """Also a game without the one who wears it, or one that a computer loses; not one elsewhere."""
    first = await a_finished_game(store, AINO, BROR, loser=0)
    await a_finished_game(store, AINO, BROR, loser=1, at=NOW + MINUTE, guild_id=ELSEWHERE, channel_id=1)
    await an_abandoned_game(store, AINO, BROR, at=NOW + 2 * MINUTE)
    other = await a_finished_game(store, CIA, OTSO, loser=1, at=NOW + 3 * MINUTE)
    last = await a_finished_game(store, AINO, BROR, loser=0, at=NOW + HOUR)
    played = await store.results.of(AINO, GUILD)
    assert [(one.game_id, one.next_id, one.next_at) for one in played] == [
        (first, other, NOW + 3 * MINUTE),
        (last, None, None),
    ]


# a person's games


async def test_games_that_were_not_played_to_their_end_do_not_count(store: Store) -> None:
    await a_finished_game(store, AINO, BROR, loser=0)
    later = NOW + MINUTE
    await an_abandoned_game(store, AINO, BROR, at=later)
    closed = await a_lobby(store, AINO, BROR, at=later)
    await store.end(closed, Status.CLOSED, Why.HOST, later)
    await a_game(store, AINO, BROR, at=later)
    assert await store.results.last_loser(GUILD) == Sitting(AINO)
    assert await lost(store, AINO) == [True]
    assert await lost(store, BROR, None) == [False]
    assert await tallies(store) == [Tally(AINO, 1, 1, HALF), Tally(BROR, 1, 0, HALF)]


async def test_who_left_keeps_the_loss(store: Store) -> None:
    """A computer played his cards to the end."""
    await a_finished_game(store, AINO, Sitting(BROR, "Repo", left=True), loser=1)
    assert await store.results.last_loser(GUILD) == Sitting(BROR, "Repo")
    assert await lost(store, BROR) == [True]
    assert Tally(BROR, 1, 1, HALF) in await tallies(store)


async def test_who_left_in_the_middle_keeps_the_loss(store: Store) -> None:
    game = await a_game(store, AINO, BROR)
    await store.reseat(game, seated(AINO, Sitting(BROR, "Repo", left=True), dealer=1), Due())
    await a_move(store, game, 0, result=Result(1, (1, 2)))
    assert await lost(store, BROR) == [True]


async def test_games_come_oldest_first(store: Store) -> None:
    second = await a_game(store, AINO, BROR, rules="mattis runs=no")
    await a_finished_game(store, AINO, CIA, loser=0, channel_id=CHANNEL + 1, rules="skitgubbe", at=NOW)
    await a_move(store, second, 0, at=NOW + MINUTE, result=Result(1, (1, 2)))
    await a_finished_game(store, AINO, BROR, loser=0, at=NOW + 2 * MINUTE)
    played = [(one.game, one.lost) for one in await store.results.of(AINO, GUILD)]
    assert played == [("skitgubbe", True), ("mattis", False), ("myllymatti", True)]


async def test_servers_are_apart(store: Store) -> None:
    await a_finished_game(store, AINO, BROR, loser=0)
    await a_finished_game(store, AINO, CIA, loser=1, guild_id=ELSEWHERE, channel_id=CHANNEL + 1)
    assert len(await store.results.of(AINO, GUILD)) == 1
    here, there = await store.results.of(AINO, None)
    assert here.rating is not None
    assert (there.guild_id, there.rating) == (ELSEWHERE, rated([NEWCOMER, NEWCOMER])[0])
    assert await tallies(store, ELSEWHERE) == [Tally(AINO, 1, 0, HALF), Tally(CIA, 1, 1, HALF)]


async def test_against_whom(store: Store) -> None:
    await a_finished_game(store, AINO, BROR, loser=0)
    await a_finished_game(store, BROR, CIA, AINO, loser=2, at=NOW + MINUTE)
    await a_finished_game(store, AINO, BROR, OTSO, loser=1, at=NOW + 2 * MINUTE)
    await a_finished_game(store, AINO, CIA, loser=0, guild_id=ELSEWHERE, channel_id=1)
    found = sorted(await store.results.against(AINO, GUILD), key=lambda one: one.user_id)
    assert found == [Against(BROR, 3, 2), Against(CIA, 1, 1)]


# a server's losers


async def test_games_against_computers_are_in_no_table(store: Store) -> None:
    """Nor in a rating: nobody else could have lost."""
    await a_finished_game(store, AINO, OTSO, loser=0)
    assert await tallies(store) == []
    (alone,) = await store.results.of(AINO, GUILD)
    assert (alone.counts, alone.rating) == (False, None)


async def test_the_fair_share_is_a_game_by_its_seats(store: Store) -> None:
    """Computers count among them: they can lose too."""
    await a_finished_game(store, AINO, BROR, loser=1)
    await a_finished_game(store, AINO, BROR, OTSO, loser=1, at=NOW + MINUTE)
    for size in range(4, 9):
        others = [Sitting(computer=str(n)) for n in range(size - 2)]
        await a_finished_game(store, AINO, BROR, *others, loser=1, at=NOW + size * HOUR)
    fair = sum(PARTS / size for size in range(2, 9))
    assert await tallies(store) == [Tally(AINO, 7, 0, int(fair)), Tally(BROR, 7, 7, int(fair))]
    assert fair == int(fair), "no part of a game is lost in rounding"


async def test_a_season_is_a_month_in_utc(store: Store) -> None:
    moments = [datetime(2026, 1, 31, 23, 59, 59, tzinfo=UTC), datetime(2026, 2, 1, tzinfo=UTC)]
    for loser, moment in enumerate(moments):
        await a_finished_game(store, AINO, BROR, loser=loser, at=moment)
    assert await store.results.seasons(GUILD) == ["2026-02", "2026-01"]
    assert await tallies(store, season="2026-01") == [Tally(AINO, 1, 1, HALF), Tally(BROR, 1, 0, HALF)]
    assert await tallies(store, season="2026-02") == [Tally(AINO, 1, 0, HALF), Tally(BROR, 1, 1, HALF)]
    assert await tallies(store) == [Tally(AINO, 2, 1, 2 * HALF), Tally(BROR, 2, 1, 2 * HALF)]
    assert await tallies(store, season="2026-03") == []


# ratings


async def test_ratings_follow_the_places(store: Store) -> None:
    await a_finished_game(store, AINO, BROR, CIA, loser=1)
    aino, cia, bror = rated([NEWCOMER] * 3)
    await a_finished_game(store, AINO, BROR, OTSO, loser=0, at=NOW + MINUTE)
    bror, aino = rated([bror, aino])
    assert [(await store.results.of(one, GUILD))[-1].rating for one in (AINO, BROR, CIA)] == [aino, bror, cia]


async def test_a_game_that_ended_earlier_but_is_written_later(store: Store) -> None:
    """Two processes, or two tables: who asks in between sees the one, and in the end the order is right."""
    for loser in (0, 1):
        await a_finished_game(store, AINO, BROR, loser=loser, at=NOW + HOUR)
    await a_finished_game(store, AINO, BROR, loser=0, at=NOW)
    aino = bror = NEWCOMER
    for lost_by_aino in (True, True, False):
        if lost_by_aino:
            bror, aino = rated([bror, aino])
        else:
            aino, bror = rated([aino, bror])
    assert (await store.results.of(AINO, GUILD))[-1].rating == aino
    assert (await store.results.of(BROR, GUILD))[-1].rating == bror


# beginning anew


async def test_what_was_before_a_reset_does_not_count(store: Store) -> None:
    await a_finished_game(store, AINO, BROR, loser=0)
    elsewhere = await a_finished_game(store, AINO, BROR, loser=0, guild_id=ELSEWHERE, channel_id=1)
    assert await store.results.counted(GUILD) == (1, 1)
    await store.results.reset(GUILD, NOW + MINUTE)
    assert await store.results.counted(GUILD) == (0, 0)
    assert await tallies(store) == []
    assert [one.game_id for one in await store.results.of(AINO, None)] == [elsewhere]
    assert await store.results.last_loser(GUILD) == Sitting(AINO), "the hat stays"
    await a_finished_game(store, AINO, BROR, loser=1, at=NOW + HOUR)
    (after,) = await store.results.of(AINO, GUILD)
    assert after.rating == rated([NEWCOMER, NEWCOMER])[0]


async def test_a_game_that_is_written_after_a_reset_but_ended_before_does_not_count(store: Store) -> None:
    """As after a rebuild: the moment of the end decides."""
    game = await a_game(store, AINO, BROR)
    await store.results.reset(GUILD, NOW + MINUTE)
    await a_move(store, game, 0, at=NOW + MINUTE, result=Result(0, (2, 1)))
    assert await store.results.counted(GUILD) == (0, 0)
    assert await tallies(store) == []


async def test_a_reset_keeps_what_the_server_has_wished(store: Store) -> None:
    await store.wish_for_server(GUILD, language="fi")
    await store.results.reset(GUILD, NOW)
    server, _ = await store.wishes(GUILD)
    assert server.language == "fi"


# what it costs


async def plan(store: Store, season: str | None) -> list[str]:
    """How SQLite goes about the table of losers."""
    words = str(
        tallies_query(GUILD, season).compile(store.engine.sync_engine, compile_kwargs={"literal_binds": True})
    )
    return [line for *_, line in await rows(store, f"EXPLAIN QUERY PLAN {words}")]


async def test_the_table_of_losers_is_read_without_counting(store: Store) -> None:
    """100,000 games of one server take 200 ms at most (`make bench`): no scan, and no sort."""
    for season in (None, "2026-01"):
        assert await plan(store, season) == ["SEARCH standings USING PRIMARY KEY (guild_id=? AND season=?)"]


async def test_the_months_are_found_by_steps_in_the_index(
    store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    asked: list[str] = []
    sa.event.listen(store.engine.sync_engine, "before_cursor_execute", lambda *given: asked.append(given[2]))
    await store.results.seasons(GUILD)
    words = asked[-1].replace("?", "1")
    steps = [line for *_, line in await rows(store, f"EXPLAIN QUERY PLAN {words}")]
    of_the_table = [line for line in steps if "standings" in line]
    assert of_the_table
    assert all(line.startswith("SEARCH standings USING PRIMARY KEY (guild_id=?") for line in of_the_table)
    assert "TEMP B-TREE" not in "".join(steps)


async def test_a_count_of_all_games_would_be_seen(store: Store) -> None:
    """The eye of the tests above."""
    steps = await rows(
        store, "EXPLAIN QUERY PLAN SELECT user_id, count(*) FROM results GROUP BY user_id ORDER BY 2"
    )
    assert any("SCAN" in line or "TEMP B-TREE" in line for *_, line in steps)


def test_a_rating_is_two_numbers() -> None:
    assert Rating(25.0, 25.0 / 3) == NEWCOMER
