"""Who lost how often, screens 10 and 10b of the mock-ups."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.screens.stats import ENOUGH, PAGE, Line, losers, person, ranked, rate, streaks
from bot.store import Outcome, Tally
from bot.texts import texts
from tests.engine.chance import quick
from tests.screens.conftest import Looks
from tests.screens.reading import offers

t = texts()

LOST = "x" + "." * 6 + "xx" + "." * 9 + "xxx..x....x.."
"""Aino's games as drawn in 10: 31 of them, 8 lost, 2 not lost in a row, best 9."""


def games(lost: str, *names: str) -> list[Outcome]:
    """Games won or lost, the names of the games in turn."""
    return [Outcome(names[n % len(names)], mark == "x") for n, mark in enumerate(lost)]


def test_a_person(looks: Looks) -> None:
    assert (len(LOST), LOST.count("x")) == (31, 8)
    played = games(LOST, "myllymatti", "skitgubbe")
    looks(person("Aino", played, 7, here=True, t=t), "stats-here")
    looks(person("Aino", played, 7, here=False, t=t), "stats-everywhere")


def test_a_person_who_has_not_played(looks: Looks) -> None:
    looks(person("Bror", [], 8, here=True, t=t), "stats-none")


def test_one_game_is_one_game(looks: Looks) -> None:
    looks(person("Cia", games("x", "mattis"), 9, here=True, t=t), "stats-one-game")


def listed(number: int, *, hat: int = 0) -> list[Line]:
    tallies = ranked([Tally(n, 31 - n, 12 - n % 12) for n in range(number)])
    return [Line(f"Person {tally.user_id}", tally, tally.user_id == hat) for tally in tallies]


def test_losers(looks: Looks) -> None:
    """As drawn in 10b."""
    drawn = [
        Line("Bror", Tally(1, 31, 12), True),
        Line("Cia", Tally(2, 33, 11), False),
        Line("Aino", Tally(3, 31, 8), False),
        Line("Øystein", Tally(4, 11, 2), False),
    ]
    looks(losers(drawn, 0, 1, t), "losers")


def test_losers_on_pages(looks: Looks) -> None:
    everyone = listed(23)
    looks(losers(everyone[:10], 0, 3, t), "losers-first-page")
    looks(losers(everyone[20:], 2, 3, t), "losers-last-page")


def test_pages_lead_to_their_neighbours() -> None:
    middle = losers(listed(10), 1, 3, t)
    turned = {offer.label: (offer.action, offer.arguments) for offer in offers(middle)}
    assert turned == {"Previous": ("losers", ("0",)), "Next": ("losers", ("2",)), "My stats": ("mine", ())}
    assert [offer.label for offer in offers(losers(listed(1), 0, 1, t))] == ["My stats"]


def test_no_losers(looks: Looks) -> None:
    looks(losers([], 0, 1, t), "losers-none")


def test_where_stats_lead() -> None:
    shown = person("Aino", games("x", "mattis"), 7, here=True, t=t)
    turned = {offer.label: (offer.action, offer.arguments) for offer in offers(shown)}
    assert turned == {"All servers": ("stats", ("7", "all")), "Losers": ("losers", ("0",))}


# the numbers

results = st.lists(st.booleans(), max_size=60)


@given(results)
@quick(200)
def test_streaks(lost: list[bool]) -> None:
    """The current row are the games since the last loss, the longest the longest row there was."""
    rows = "".join("x" if was_lost else "." for was_lost in lost).split("x")
    assert streaks(lost) == (len(rows[-1]), max(map(len, rows)))


@given(st.integers(1, 10_000).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
@quick(200)
def test_a_rate_is_never_off_by_more_than_half(counted: tuple[int, int]) -> None:
    losses, played = counted
    number, sign = rate(losses, played).split(" ")
    assert sign == "%"
    assert 0 <= int(number) <= 100
    assert abs(int(number) - 100 * losses / played) <= 0.5


@pytest.mark.parametrize(("losses", "played", "shown"), [(0, 3, "0 %"), (3, 3, "100 %"), (8, 31, "26 %")])
def test_rates(losses: int, played: int, shown: str) -> None:
    assert rate(losses, played) == shown


tallies = st.lists(
    st.integers(1, 40).flatmap(lambda n: st.tuples(st.just(n), st.integers(0, n))), max_size=30
).map(lambda counted: [Tally(n, *both) for n, both in enumerate(counted)])


@given(tallies, st.randoms())
@quick(200)
def test_the_table_of_losers_is_in_order(given_: list[Tally], rng: object) -> None:
    """By loss rate; who has played fewer than ten games comes last, whatever his rate."""
    order = ranked(given_)
    lost = [tally for tally in given_ if tally.losses]
    assert sorted(order, key=lambda a: a.user_id) == lost, "everybody who has lost, once"
    enough = [tally for tally in order if tally.games >= ENOUGH]
    assert order[: len(enough)] == enough
    for part in (enough, order[len(enough) :]):
        rates = [tally.losses / tally.games for tally in part]
        assert rates == sorted(rates, reverse=True)
        for one, other in pairwise(part):
            if one.losses * other.games == other.losses * one.games:
                assert one.losses >= other.losses


@given(tallies)
@quick(50)
def test_the_order_does_not_depend_on_the_stores(given_: list[Tally]) -> None:
    assert ranked(given_) == ranked(list(reversed(given_)))


def test_ten_a_page() -> None:
    assert PAGE == 10
