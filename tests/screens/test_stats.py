"""Who lost how often, screens 10 and 10b of the mock-ups, with their pictures."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.art.drawings import Look, LosersPicture, RatePicture
from bot.exports import Export
from bot.screens.parts import Screen
from bot.screens.pictured import percent
from bot.screens.server import exported, resetting
from bot.screens.stats import PAGE, Line, losers, person
from bot.standings import ENOUGH, PARTS, Against, Played, Rating, Summary, Tally, ranked, summary
from bot.texts import texts
from tests.engine.chance import quick
from tests.screens.conftest import Looks
from tests.screens.reading import as_text, offers

t = texts()
LOOK = Look(t.letters)
NOW = datetime(2026, 5, 31, 12, tzinfo=UTC)
MAY, APRIL = "2026-05", "2026-04"
LOST = "x" + "." * 6 + "xx" + "." * 9 + "xxx..x....x.."
"""Aino's games as drawn in 10: 31 of them, 8 lost, 2 not lost in a row, best 9."""


def played(lost: str, *games: str, people: int = 3) -> list[Played]:
    """Games lost or not among three, one a day, the names of the games in turn."""
    return [
        Played(
            *(n, 1, games[n % len(games)], NOW - timedelta(days=len(lost) - n), 3, people),
            *(3 if mark == "x" else 1 + n % 2, mark == "x", n % 10 == 0, 7 + n % 20, Rating(24.25, 3.0)),
            next_id=n + 1 if n < len(lost) - 1 else None,
            next_at=NOW - timedelta(days=len(lost) - n - 1) if n < len(lost) - 1 else None,
        )
        for n, mark in enumerate(lost)
    ]


def aino() -> Summary:
    """Aino as drawn in 10."""
    return summary(7, played(LOST, "myllymatti", "skitgubbe"), NOW)


def test_a_person(looks: Looks) -> None:
    assert (len(LOST), LOST.count("x")) == (31, 8)
    against = "Bror", Against(8, 21, 6)
    looks(person("Aino", aino(), True, t, None, against), "stats-here")
    looks(person("Aino", aino(), False, t), "stats-everywhere")
    looks(person("Aino", aino(), True, t, LOOK, against), "stats-pictured")


def test_a_person_who_has_not_played(looks: Looks) -> None:
    looks(person("Bror", summary(8, [], NOW), True, t, LOOK), "stats-none")


def test_one_game_is_one_game(looks: Looks) -> None:
    looks(person("Cia", summary(9, played("x", "mattis"), NOW), True, t, LOOK), "stats-one-game")


def test_games_against_computers_are_told_apart(looks: Looks) -> None:
    alone = played("x..", "mattis", people=1)
    looks(person("Cia", summary(9, alone, NOW), True, t, LOOK), "stats-alone")


def test_a_rating_is_provisional_at_first() -> None:
    for games, provisional in ((ENOUGH - 1, True), (ENOUGH, False)):
        shown = as_text(person("Aino", summary(7, played("." * games, "mattis"), NOW), True, t))
        assert "Rating **24.2**" in shown
        assert ("provisional" in shown) is provisional


def test_a_rating_is_of_one_server() -> None:
    assert "Rating" not in as_text(person("Aino", aino(), False, t))


def listed(number: int, *, hat: int = 0) -> list[Line]:
    tallies = ranked([Tally(n, 31 - n, 12 - n % 12, (31 - n) * PARTS // 3) for n in range(number)])
    return [Line(f"Person {tally.user_id}", tally, tally.user_id == hat) for tally in tallies]


DRAWN = [
    Line("Bror", Tally(1, 31, 12, 31 * PARTS // 3), True),
    Line("Cia", Tally(2, 33, 11, 33 * PARTS // 4), False),
    Line("Aino", Tally(3, 31, 8, 31 * PARTS // 3), False),
    Line("Øystein", Tally(4, 9, 2, 9 * PARTS // 3), False),
]


def test_losers(looks: Looks) -> None:
    """As drawn in 10b, with the fair share beside each rate."""
    looks(losers(DRAWN, 0, 1, t), "losers")
    looks(losers(DRAWN, 0, 1, t, LOOK, season=MAY, seasons=[MAY, APRIL]), "losers-season")


def test_losers_on_pages(looks: Looks) -> None:
    everyone = listed(23)
    looks(losers(everyone[:10], 0, 3, t), "losers-first-page")
    looks(losers(everyone[20:], 2, 3, t), "losers-last-page")


def test_no_losers(looks: Looks) -> None:
    looks(losers([], 0, 1, t, LOOK), "losers-none")
    looks(losers([], 0, 1, t, LOOK, season=APRIL, seasons=[MAY]), "losers-none-in-a-month")


def test_the_server(looks: Looks) -> None:
    looks(resetting(31, 12, t), "server-reset")
    looks(exported(Export(b"", b"", 1, 0), t), "server-export")
    looks(exported(Export(b"", b"", 900, 31), t), "server-export-too-many")


# where they lead


def leads(screen: Screen) -> dict[str, tuple[str, tuple[str, ...]]]:
    return {offer.label: (offer.action, offer.arguments) for offer in offers(screen)}


def test_pages_lead_to_their_neighbours() -> None:
    middle = losers(listed(10), 1, 3, t)
    assert leads(middle) == {
        "Previous": ("losers", ("0", "all")),
        "Next": ("losers", ("2", "all")),
        "My stats": ("mine", ()),
    }
    assert list(leads(losers(listed(1), 0, 1, t))) == ["My stats"]


def test_pages_of_a_month_lead_to_its_pages() -> None:
    middle = losers(listed(10), 1, 3, t, season=MAY)
    assert [arguments for action, arguments in leads(middle).values() if action == "losers"] == [
        ("0", MAY),
        ("2", MAY),
    ]


def test_where_stats_lead() -> None:
    shown = person("Aino", summary(7, played("x", "mattis"), NOW), True, t)
    assert leads(shown) == {"All servers": ("stats", ("7", "all")), "Losers": ("losers", ("0",))}


# pictures


def picture(screen: Screen) -> object:
    (only,) = screen.pictures.values()
    return only


def test_the_picture_of_a_person_ends_where_the_words_do() -> None:
    shown = picture(person("Aino", aino(), True, t, LOOK))
    assert isinstance(shown, RatePicture)
    assert len(shown.curve) == 31
    assert (shown.rate, shown.fair, shown.games) == ("loss rate 26\xa0%", "fair share 33\xa0%", "31 games")
    assert percent(shown.curve[-1][0]) == "26\xa0%"


def test_a_curve_takes_three_games() -> None:
    for games, pictures in ((2, 0), (3, 1)):
        shown = person("Aino", summary(7, played("x" * games, "mattis"), NOW), True, t, LOOK)
        assert len(shown.pictures) == pictures


def test_the_picture_of_the_losers_has_a_bar_for_each() -> None:
    lines = [*DRAWN[:2], Line(r"\*Elin\* \_x\_", DRAWN[2].tally, False), Line("测试", DRAWN[3].tally, False)]
    shown = picture(losers(lines, 0, 1, t, LOOK))
    assert isinstance(shown, LosersPicture)
    assert [(bar.name, bar.words.replace("\xa0", " ")) for bar in shown.bars] == [
        ("Bror", "39 %"),
        ("Cia", "33 %"),
        ("*Elin* _x_", "26 %"),
        ("Player 4", "22 %"),
    ]


def test_without_pictures_the_words_are_the_same() -> None:
    """Nobody who reads no pictures knows less."""
    for plain, pictured in (
        (person("Aino", aino(), True, t), person("Aino", aino(), True, t, LOOK)),
        (losers(DRAWN, 0, 1, t), losers(DRAWN, 0, 1, t, LOOK)),
    ):
        words = as_text(plain).splitlines()[1:]
        assert [line for line in as_text(pictured).splitlines()[1:] if line[0] != "<"] == words


# the numbers


@given(st.integers(1, 10_000).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
@quick(200)
def test_a_rate_is_never_off_by_more_than_half(counted: tuple[int, int]) -> None:
    losses, games = counted
    number, sign = percent(losses / games).split("\xa0")
    assert sign == "%"
    assert 0 <= int(number) <= 100
    assert abs(int(number) - 100 * losses / games) <= 0.5 + 1e-9


@pytest.mark.parametrize(("losses", "games", "shown"), [(0, 3, "0 %"), (3, 3, "100 %"), (8, 31, "26 %")])
def test_rates(losses: int, games: int, shown: str) -> None:
    assert percent(losses / games).replace("\xa0", " ") == shown


def test_ten_a_page() -> None:
    assert PAGE == 10


@pytest.mark.parametrize(
    ("time", "told"),
    [
        (timedelta(), "0 minutes"),
        (timedelta(seconds=119), "1 minute"),
        (timedelta(minutes=119), "119 minutes"),
        (timedelta(minutes=120), "2 hours"),
        (timedelta(hours=47, minutes=59), "47 hours"),
        (timedelta(hours=48), "2 days"),
        (timedelta(days=400), "400 days"),
    ],
)
def test_how_long_a_hat_was_worn(time: timedelta, told: str) -> None:
    assert t.lasted(time) == told
