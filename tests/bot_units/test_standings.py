"""The arithmetic of losing, against counting it out."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from fractions import Fraction
from itertools import pairwise, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.standings import (
    ENOUGH,
    NEWCOMER,
    PARTS,
    Against,
    Hats,
    Played,
    Rating,
    Tally,
    blue,
    hats,
    largest,
    nemesis,
    ranked,
    rated,
    row,
    season,
    summary,
)
from engine import Phase
from engine.events import TrickWon
from tests.engine.chance import Game, games, quick

AINO, NOW = 101, datetime(2026, 5, 1, tzinfo=UTC)
HERE = 7
HOUR = timedelta(hours=1)
flags = st.lists(st.booleans(), max_size=60)


@st.composite
def of_a_server(draw: st.DrawFn) -> list[tuple[Played, bool]]:
    """A server's finished games, as Aino played them, and for each whether she was there at all."""
    count = draw(st.integers(0, 12))
    moments = sorted(draw(st.lists(st.integers(0, 20), min_size=count, max_size=count)))
    found = []
    for number, moment in enumerate(moments, start=1):
        size, there = draw(st.integers(2, 8)), draw(st.booleans())
        place = draw(st.integers(1, size))
        following = moments[number] if number < count else None
        found.append(
            (
                Played(
                    game_id=number,
                    guild_id=HERE,
                    game=draw(st.sampled_from(["mattis", "skitgubbe"])),
                    ended_at=NOW + moment * HOUR,
                    size=size,
                    people=draw(st.integers(1, 2)),
                    place=place,
                    lost=place == size,
                    blamattis=draw(st.booleans()),
                    worst=draw(st.integers(1, 40)),
                    rating=Rating(number, 1.0),
                    next_id=None if following is None else number + 1,
                    next_at=None if following is None else NOW + following * HOUR,
                ),
                there,
            )
        )
    return found


@given(of_a_server())
@quick(200)
def test_the_hat_minute_by_minute(server: list[tuple[Played, bool]]) -> None:
    """Who lost the last game of the server wears it; nobody else does."""
    now = NOW + 30 * HOUR
    mine = [one for one, there in server if there]
    times, worn, wears = 0, 0, False
    for (one, there), following in zip(server, [*(one for one, _ in server[1:]), None], strict=False):
        mine_now = there and one.lost
        times += mine_now and not wears
        wears = mine_now
        if mine_now:
            worn += ((following.ended_at if following else now) - one.ended_at) // HOUR
    assert hats(mine, now) == Hats(times, worn * HOUR, wears)


@given(of_a_server())
@quick(200)
def test_a_summary_counted_out(server: list[tuple[Played, bool]]) -> None:
    mine = [one for one, there in server if there]
    told, with_others = summary(AINO, mine, NOW + 30 * HOUR), [one for one in mine if one.people > 1]
    tally = told.tally
    assert tally.games == len(with_others)
    assert tally.losses == len([one for one in with_others if one.place == one.size])
    assert Fraction(tally.fair, PARTS) == sum(Fraction(1, one.size) for one in with_others)
    assert sum(one.games for _, one in told.by_game) == tally.games
    assert sum(one.fair for _, one in told.by_game) == tally.fair
    assert sum(number for _, number in told.places) == tally.games - tally.losses
    assert all(number == sum(o.place == p and not o.lost for o in with_others) for p, number in told.places)
    assert (told.alone.games if told.alone else 0) == len(mine) - len(with_others)
    assert told.worst == max([one.worst for one in with_others if not one.lost], default=0)
    assert told.rating == (with_others[-1].rating if with_others else None)
    for n, (rate, fair) in enumerate(told.curve, start=1):
        before = with_others[:n]
        assert rate == pytest.approx(sum(one.lost for one in before) / n)
        assert fair == pytest.approx(float(sum(Fraction(1, one.size) for one in before) / n))


@given(flags, st.booleans())
@quick(200)
def test_rows(lost: list[bool], losing: bool) -> None:
    """The row that is on are the games since one that was not so, the longest the longest there was."""
    rows = "".join("x" if was_lost is losing else "." for was_lost in lost).split(".")
    assert row(lost, losing=losing) == (len(rows[-1]), max(map(len, rows)))


# the order of the losers

tallies = st.lists(
    st.integers(1, 40).flatmap(
        lambda n: st.tuples(st.just(n), st.integers(0, n), st.integers(n * PARTS // 8, n * PARTS // 2))
    ),
    max_size=30,
).map(lambda counted: [Tally(n, *all_) for n, all_ in enumerate(counted)])


@given(tallies)
@quick(200)
def test_the_table_of_losers_is_in_order(given_: list[Tally]) -> None:
    """By losses above the fair share; who has played fewer than ten games comes last, whatever he lost."""
    order = ranked(given_)
    assert sorted(order, key=lambda a: a.user_id) == [one for one in given_ if one.losses], "once each"
    assert order == ranked(list(reversed(given_))), "whatever order the store has"
    enough = [one for one in order if one.games >= ENOUGH]
    assert order[: len(enough)] == enough
    for part in (enough, order[len(enough) :]):
        above = [(Fraction(a.losses) - Fraction(a.fair, PARTS)) / a.games for a in part]
        assert all(one >= other or float(one) == float(other) for one, other in pairwise(above))


def test_the_same_losses_are_more_above_a_smaller_fair_share() -> None:
    """Among three one loses a game in three by chance, among two every other."""
    among_two, among_three = Tally(1, 12, 6, 12 * PARTS // 2), Tally(2, 12, 6, 12 * PARTS // 3)
    assert ranked([among_two, among_three]) == [among_three, among_two]


def test_with_whom_one_has_lost_most() -> None:
    assert nemesis([]) is None
    assert nemesis([Against(2, 9, 0)]) is None
    assert nemesis([Against(2, 9, 3), Against(3, 4, 3), Against(4, 50, 2)]) == Against(3, 4, 3)


@pytest.mark.parametrize(
    ("moment", "month"),
    [
        (datetime(2026, 1, 31, 23, 59, 59, tzinfo=UTC), "2026-01"),
        (datetime(2026, 2, 1, tzinfo=UTC), "2026-02"),
        (datetime.fromisoformat("2026-03-01T01:00:00+02:00"), "2026-02"),
    ],
)
def test_a_season_is_a_month_in_utc(moment: datetime, month: str) -> None:
    assert season(moment) == month


# ratings


@pytest.mark.parametrize("size", range(2, 9))
def test_who_goes_out_earlier_is_rated_higher(size: int) -> None:
    ratings = rated([NEWCOMER] * size)
    assert [rating.mu for rating in ratings] == sorted((rating.mu for rating in ratings), reverse=True)
    assert ratings[0].mu > NEWCOMER.mu > ratings[-1].mu
    assert all(rating.sigma < NEWCOMER.sigma for rating in ratings)


def test_a_rating_depends_on_nothing_but_the_ratings_before() -> None:
    """Neither on the games rated meanwhile nor on the order of people: so it can be rebuilt."""
    before = [Rating(31.25, 4.5), Rating(22.0, 7.0), Rating(25.5, 2.25)]
    first = rated(before)
    for order in permutations(before):
        rated(list(order))
    assert rated(before) == first
    assert before == [Rating(31.25, 4.5), Rating(22.0, 7.0), Rating(25.5, 2.25)]


def test_ratings_as_published() -> None:
    """Two newcomers by Weng and Lin's algorithm 4 (Plackett-Luce), with openskill's defaults, by hand.

    Each has won with a chance of one half before it; the variance grows by tau squared first.
    """
    mu, sigma, beta, tau = 25.0, 25 / 3, 25 / 6, 25 / 300
    variance = sigma**2 + tau**2
    c = (2 * variance + 2 * beta**2) ** 0.5
    omega, delta = variance / c / 2, variance / c**2 / 4 * variance**0.5 / c
    first, second = rated([NEWCOMER, NEWCOMER])
    assert (first.mu, second.mu) == pytest.approx((mu + omega, mu - omega))
    assert first.sigma == pytest.approx((variance * (1 - delta)) ** 0.5)


# what the moves of a game tell


@given(games())
@quick(15)
def test_the_largest_hand_and_who_is_blue(game: Game) -> None:
    worst: tuple[int, ...] = ()
    steps = list(game.steps())
    for step in steps:
        worst = largest(worst, step.after)
    shed = [step.after.hands for step in steps if step.after.phase is not Phase.BUILDING]
    assert worst == tuple(max(len(hands[seat]) for hands in shed) for seat in range(game.seats))
    won = {event.seat for step in steps for event in step.events if isinstance(event, TrickWon)}
    assert set(blue(steps[-1].after)) == set(range(game.seats)) - won
