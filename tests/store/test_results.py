"""Who lost: the hat, a person's games, the server's losers."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from bot.screens.stats import ranked, rate, streaks
from bot.seating import Sitting
from bot.store import Due, Outcome, Result, Status, Store, Tally, Why
from tests.engine.chance import quick
from tests.store.games import (
    AINO,
    BROR,
    CHANNEL,
    CIA,
    GUILD,
    MINUTE,
    NOW,
    OTSO,
    a_finished_game,
    a_game,
    a_lobby,
    a_move,
    an_abandoned_game,
    seated,
)

ELSEWHERE = GUILD + 1


async def test_nobody_has_lost_yet(store: Store) -> None:
    await a_game(store, AINO, BROR)
    assert await store.last_loser(GUILD) is None
    assert await store.outcomes(AINO, GUILD) == []
    assert await store.tallies(GUILD) == []


async def test_the_last_loser(store: Store) -> None:
    await a_finished_game(store, AINO, BROR, loser=0)
    await a_finished_game(store, AINO, BROR, loser=1, at=NOW + MINUTE)
    assert await store.last_loser(GUILD) == Sitting(BROR)
    assert await store.last_loser(ELSEWHERE) is None


async def test_the_last_loser_is_of_the_game_that_ended_last(store: Store) -> None:
    """Not of the one that was opened last."""
    first = await a_game(store, AINO, BROR)
    await a_finished_game(store, AINO, BROR, loser=1, at=NOW + MINUTE, channel_id=CHANNEL + 1)
    await a_move(store, first, 0, at=NOW + 2 * MINUTE, result=Result(0, (2, 1)))
    assert await store.last_loser(GUILD) == Sitting(AINO)


async def test_a_computer_may_wear_the_hat(store: Store) -> None:
    await a_finished_game(store, AINO, OTSO, loser=1)
    assert await store.last_loser(GUILD) == Sitting(computer="Otso")


async def test_games_that_were_not_played_to_their_end_do_not_count(store: Store) -> None:
    await a_finished_game(store, AINO, BROR, loser=0)
    later = NOW + MINUTE
    await an_abandoned_game(store, AINO, BROR, at=later)
    closed = await a_lobby(store, AINO, BROR, at=later)
    await store.end(closed, Status.CLOSED, Why.HOST, later)
    await a_game(store, AINO, BROR, at=later)
    assert await store.last_loser(GUILD) == Sitting(AINO)
    assert await store.outcomes(AINO, GUILD) == [Outcome("myllymatti", lost=True)]
    assert await store.outcomes(BROR, None) == [Outcome("myllymatti", lost=False)]
    assert sorted(await store.tallies(GUILD), key=str) == [Tally(AINO, 1, 1), Tally(BROR, 1, 0)]


async def test_who_left_keeps_the_loss(store: Store) -> None:
    """A computer played his cards to the end."""
    await a_finished_game(store, AINO, Sitting(BROR, "Repo", left=True), loser=1)
    assert await store.last_loser(GUILD) == Sitting(BROR, "Repo")
    assert await store.outcomes(BROR, GUILD) == [Outcome("myllymatti", lost=True)]
    assert Tally(BROR, 1, 1) in await store.tallies(GUILD)


async def test_who_left_in_the_middle_keeps_the_loss(store: Store) -> None:
    game = await a_game(store, AINO, BROR)
    await store.reseat(game, seated(AINO, Sitting(BROR, "Repo", left=True), dealer=1), Due())
    await a_move(store, game, 0, result=Result(1, (1, 2)))
    assert await store.outcomes(BROR, GUILD) == [Outcome("myllymatti", lost=True)]


async def test_games_come_oldest_first(store: Store) -> None:
    second = await a_game(store, AINO, BROR, rules="mattis runs=no")
    await a_finished_game(store, AINO, CIA, loser=0, channel_id=CHANNEL + 1, rules="skitgubbe", at=NOW)
    await a_move(store, second, 0, at=NOW + MINUTE, result=Result(1, (1, 2)))
    await a_finished_game(store, AINO, BROR, loser=0, at=NOW + 2 * MINUTE)
    assert await store.outcomes(AINO, GUILD) == [
        Outcome("skitgubbe", lost=True),
        Outcome("mattis", lost=False),
        Outcome("myllymatti", lost=True),
    ]


async def test_servers_are_apart(store: Store) -> None:
    await a_finished_game(store, AINO, BROR, loser=0)
    await a_finished_game(store, AINO, CIA, loser=1, guild_id=ELSEWHERE, channel_id=CHANNEL + 1)
    assert len(await store.outcomes(AINO, GUILD)) == 1
    assert len(await store.outcomes(AINO, None)) == 2
    assert sorted(await store.tallies(ELSEWHERE), key=str) == [Tally(AINO, 1, 0), Tally(CIA, 1, 1)]


async def test_computers_are_in_no_table(store: Store) -> None:
    await a_finished_game(store, AINO, OTSO, loser=1)
    assert await store.tallies(GUILD) == [Tally(AINO, 1, 0)]


async def test_tallies_count(store: Store) -> None:
    for n, loser in enumerate([0, 1, 1, 2, 1]):
        await a_finished_game(store, AINO, BROR, CIA, loser=loser, at=NOW + n * MINUTE)
    tallies = ranked(await store.tallies(GUILD))
    assert tallies == [Tally(BROR, 5, 3), Tally(AINO, 5, 1), Tally(CIA, 5, 1)]
    bror = [outcome.lost for outcome in await store.outcomes(BROR, GUILD)]
    assert bror == [False, True, True, False, True]
    assert streaks(bror) == (0, 1)
    assert rate(3, 5) == "60 %"


# the maths


@given(st.lists(st.booleans(), max_size=40), st.lists(st.booleans(), max_size=40))
@quick(100)
def test_a_loss_starts_the_row_anew(before: list[bool], after: list[bool]) -> None:
    current, longest = streaks([*before, True, *after])
    assert (current, max(longest, streaks(before)[1])) == (streaks(after)[0], longest)
    assert longest == max(streaks(before)[1], streaks(after)[1])


@given(st.integers(0, 100))
@quick(20)
def test_never_lost(games: int) -> None:
    assert streaks([False] * games) == (games, games)
    assert streaks([True] * games) == (0, 0)


@given(st.lists(st.tuples(st.integers(1, 30), st.integers(0, 30)), max_size=20))
@quick(100)
def test_more_losses_never_rank_lower(counted: list[tuple[int, int]]) -> None:
    """Raising one person's losses moves him up, if anything."""
    everyone = [Tally(n, games, min(games, lost)) for n, (games, lost) in enumerate(counted)]
    for tally in everyone:
        if tally.losses in (0, tally.games):
            continue
        worse = Tally(tally.user_id, tally.games, tally.losses + 1)
        others = [other for other in everyone if other is not tally]
        before, after = ranked(everyone).index(tally), ranked([*others, worse]).index(worse)
        assert after <= before
