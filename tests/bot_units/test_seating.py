"""Who sits where: people sit down, get up, fall asleep and come back; host and deal are never lost."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from bot.seating import COMPUTERS, Seating, Sitting, name_for_computer
from engine.players.levels import Level
from engine.rules import SEATS
from tests.engine.chance import quick
from tests.store.games import AINO, BROR, CIA, HOUR, MINUTE, NOW, OTSO, seated

DORA = 104
REPO = Sitting(computer="Repo", level="normal")
PATIENCE = 2
LATER = NOW + HOUR


def asleep(user_id: int, computer: str, **more: Any) -> Sitting:
    return Sitting(user_id, computer, missed=PATIENCE, **more)


def away(user_id: int, computer: str, **more: Any) -> Sitting:
    """Got up and went."""
    return Sitting(user_id, computer, left=True, **more)


def any_table(people: list[tuple[str, int | None, int, bool]], turn: int, dealer: int, host: int) -> Seating:
    """What `seatings` makes of what it draws; `turn` sees to it that neither ids nor names come in order."""
    names, ids = (COMPUTERS[turn:] + COMPUTERS[:turn]), [101 + (3 * n + turn) % 8 for n in range(8)]
    sittings = []
    for (kind, minute, missed, agrees), name, user_id in zip(people, names, ids, strict=False):
        since = None if minute is None else NOW + minute * MINUTE
        level = tuple(Level)[user_id % len(Level)]
        sittings.append(
            {
                "plays": Sitting(user_id, None, since, missed, agrees=agrees),
                "computer": Sitting(computer=name, level=level),
                "asleep": asleep(user_id, name, since=since),
                "away": away(user_id, name, since=since, missed=missed),
            }[kind]
        )
    playing = [sitting.user_id for sitting in sittings if sitting.plays and sitting.user_id is not None]
    hosts = playing or ids
    return Seating(hosts[host % len(hosts)], dealer if dealer < len(sittings) else None, tuple(sittings))


def seatings() -> st.SearchStrategy[Seating]:
    """Any table of one to eight, as it may stand in a game: people, computers, sleepers, who has left."""
    kinds, minutes = (
        st.sampled_from(("plays", "computer", "asleep", "away")),
        st.sampled_from((None, 0, 1, 2)),
    )
    people = st.tuples(kinds, minutes, st.integers(0, PATIENCE - 1), st.booleans())
    number = st.integers(0, 7)
    return st.builds(any_table, st.lists(people, min_size=1, max_size=8), number, number, number)


def seats(seating: Seating, which: str) -> list[int]:
    """The seats whose sitters are of a kind: `plays`, `kept`, `asleep`, or `own`: a computer's own seat."""
    if which == "own":
        return [seat for seat, sitting in enumerate(seating.sittings) if sitting.user_id is None]
    return [seat for seat, sitting in enumerate(seating.sittings) if getattr(sitting, which)]


@st.composite
def with_a_seat(draw: st.DrawFn, which: str) -> tuple[Seating, int]:
    """A table and one of its seats, whose sitter is of that kind."""
    seating = draw(seatings().filter(lambda seating: seats(seating, which) != []))
    return seating, draw(st.sampled_from(seats(seating, which)))


@st.composite
def with_any_seat(draw: st.DrawFn) -> tuple[Seating, int]:
    seating = draw(seatings())
    return seating, draw(st.sampled_from(range(len(seating))))


def clockwise(size: int, first: int) -> list[int]:
    """All seats, from this one to the left."""
    return [*range(first, size), *range(first)]


def seated_longest(sittings: Sequence[Sitting]) -> int | None:
    """Who of those who play sat down first; the lower seat where both did at once, or nobody knows when."""
    longest: Sitting | None = None
    for sitting in sittings:
        if sitting.plays and (longest is None or earlier(sitting.since, longest.since)):
            longest = sitting
    return None if longest is None else longest.user_id


def earlier(one: datetime | None, other: datetime | None) -> bool:
    """An unknown time is before every other."""
    return other is not None and (one is None or one < other)


def host_after(before: Seating, sittings: Sequence[Sitting]) -> int:
    """Who is host, if the table now is as in `sittings`."""
    if any(sitting.plays and sitting.user_id == before.host_id for sitting in sittings):
        return before.host_id
    return seated_longest(sittings) or before.host_id


# who is who


@pytest.mark.parametrize(
    ("sitting", "plays", "kept", "sleeps"),
    [
        (Sitting(AINO), True, False, False),
        (Sitting(AINO, missed=1, agrees=True), True, False, False),
        (asleep(AINO, "Otso"), False, True, True),
        (away(AINO, "Otso"), False, True, False),
        (Sitting(AINO, "Otso", missed=2, left=True), False, True, False),
        (OTSO, False, False, False),
        (Sitting(), False, False, False),
    ],
)
def test_a_seat_is_played_or_kept(sitting: Sitting, plays: bool, kept: bool, sleeps: bool) -> None:
    assert (sitting.plays, sitting.kept, sitting.asleep) == (plays, kept, sleeps)


def test_who_sits_where() -> None:
    table = seated(AINO, OTSO, asleep(BROR, "Repo"), away(CIA, "Ilves"), DORA)
    assert len(table) == 5
    assert (table.people, table.sleepers) == ((AINO, DORA), (BROR,))
    assert [table.seat_of(person) for person in (AINO, BROR, CIA, DORA, 999)] == [0, None, None, 4, None]
    assert [table.kept_for(person) for person in (AINO, BROR, CIA, DORA, 999)] == [None, 2, 3, None, None]


def test_a_computer_that_keeps_a_seat_has_none_of_its_own() -> None:
    table = seated(AINO, OTSO, asleep(BROR, "Repo"))
    assert [table.computer(name) for name in ("Otso", "Repo", "Ilves")] == [1, None, None]


# computers


def test_there_is_a_name_for_a_computer_in_each_seat() -> None:
    assert len(set(COMPUTERS)) == len(COMPUTERS) == max(SEATS) == 8


def test_computers_are_called_in_order_and_each_name_once() -> None:
    table = Seating(AINO, None, ())
    for n in range(1, 9):
        table = table.with_computer()
        assert [sitting.computer for sitting in table.sittings] == list(COMPUTERS[:n])
        assert table.sittings[-1] == Sitting(computer=COMPUTERS[n - 1], level="normal")


def test_a_name_that_is_free_again_is_given_again() -> None:
    table = seated(AINO, OTSO, REPO, asleep(BROR, "Ilves"))
    assert table.without(1).with_computer().sittings[-1] == OTSO
    assert name_for_computer(table.sittings) == "Hukka"
    assert table.back(3, NOW).with_computer().sittings[-1] == Sitting(computer="Ilves", level="normal")


def test_eight_people_fall_asleep_or_go() -> None:
    """There is a computer for each of them."""
    table = seated(*range(101, 109))
    for seat in range(8):
        table = table.gone(seat) if seat % 2 else table.turn_ran_out(seat, 1)
    assert [sitting.computer for sitting in table.sittings] == list(COMPUTERS)
    assert [table.gone(seat).sittings[seat].computer for seat in range(8)] == list(COMPUTERS)


@pytest.mark.parametrize("level", Level)
def test_a_computer_plays_at_its_level(level: Level) -> None:
    table = Seating(AINO, None, ()).with_computer(level)
    assert table.sittings[0] == Sitting(computer="Otso", level=level)
    assert table.sittings[0].strength is level


@pytest.mark.parametrize("level", [None, *Level])
@pytest.mark.parametrize("sitting", [Sitting(AINO), asleep(AINO, "Otso"), away(AINO, "Otso")])
def test_for_a_person_a_computer_plays_as_usual(sitting: Sitting, level: Level | None) -> None:
    """Whatever is stored: nobody comes back to a seat that was played worse than others' are."""
    assert replace(sitting, level=level).strength is Level.NORMAL


def test_a_computer_that_takes_over_has_no_level_of_its_own() -> None:
    """Not even where the others are strong."""
    table = seated(AINO, Sitting(computer="Otso", level="hard"), BROR)
    for after in (table.gone(0), table.turn_ran_out(0, 1)):
        assert (after.sittings[0].level, after.sittings[0].strength) == (None, Level.NORMAL)
        assert after.sittings[1].strength is Level.HARD


# before the game


@given(with_a_seat("own"), st.sampled_from(Level))
@quick(60)
def test_another_level_is_for_one_seat(drawn: tuple[Seating, int], level: Level) -> None:
    """Nothing else of it changes, and nothing of the others."""
    table, seat = drawn
    after = table.at_level(seat, level)
    assert after.sittings[seat] == replace(table.sittings[seat], level=level)
    assert after.sittings[:seat] == table.sittings[:seat]
    assert after.sittings[seat + 1 :] == table.sittings[seat + 1 :]
    assert (after.host_id, after.dealer) == (table.host_id, table.dealer)


def test_a_person_sits_down_in_the_next_seat() -> None:
    table = seated(AINO, OTSO, dealer=1)
    assert table.joined(BROR, LATER) == seated(AINO, OTSO, Sitting(BROR, since=LATER), dealer=1)


@given(with_any_seat())
@quick(60)
def test_others_stay_in_their_order(drawn: tuple[Seating, int]) -> None:
    """Who gets up takes nothing along but the seat, and the host's part if it was his."""
    table, seat = drawn
    left = table.without(seat)
    others = [sitting for n, sitting in enumerate(table.sittings) if n != seat]
    assert list(left.sittings) == others
    assert left.host_id == host_after(table, others)


@given(with_any_seat())
@quick(60)
def test_if_the_dealer_gets_up_the_next_clockwise_deals(drawn: tuple[Seating, int]) -> None:
    """1.0; and if another one gets up, the dealer still deals."""
    table, seat = drawn
    left = table.without(seat)
    if table.dealer is None or len(table) == 1:
        assert left.dealer is None
        return
    deals = next(n for n in clockwise(len(table), table.dealer) if n != seat)
    assert left.dealer is not None
    assert left.sittings[left.dealer] is table.sittings[deals]


@pytest.mark.parametrize(
    ("dealer", "seat", "deals"),
    [(0, 0, BROR), (2, 2, AINO), (1, 1, CIA), (1, 0, BROR), (1, 2, BROR), (0, 2, AINO), (2, 0, CIA)],
)
def test_who_deals_when_somebody_has_got_up(dealer: int, seat: int, deals: int) -> None:
    left = seated(AINO, BROR, CIA, dealer=dealer).without(seat)
    assert left.dealer is not None
    assert left.sittings[left.dealer] == Sitting(deals)


def test_the_last_one_gets_up() -> None:
    assert seated(AINO, dealer=0).without(0) == Seating(AINO, None, ())


@given(with_any_seat())
@quick(60)
def test_the_dealer_sits_last(drawn: tuple[Seating, int]) -> None:
    """Seat 0 is to his left; everybody has the neighbours he had."""
    table, dealer = drawn
    dealt = table.dealt_by(dealer)
    assert dealt.dealer == len(table) - 1
    assert dealt.sittings[-1] == table.sittings[dealer]
    assert [table.sittings[n] for n in clockwise(len(table), (dealer + 1) % len(table))] == list(
        dealt.sittings
    )
    assert dealt.host_id == table.host_id
    assert dealt.dealt_by(len(table) - 1) == dealt


def test_seat_0_is_to_the_left_of_the_dealer() -> None:
    table = seated(AINO, BROR, OTSO, CIA)
    assert table.dealt_by(1) == seated(OTSO, CIA, AINO, BROR, dealer=3, host=AINO)
    assert table.dealt_by(3) == replace(table, dealer=3)


def test_a_newer_press_takes_the_place_of_an_earlier_one() -> None:
    table = seated(AINO, BROR).ready(1, 5).ready(0, 6).ready(1, 7)
    assert [sitting.press_id for sitting in table.sittings] == [6, 7]
    assert table == seated(Sitting(AINO, press_id=6), Sitting(BROR, press_id=7))


def test_who_gets_up_is_no_more_ready() -> None:
    """Nor when he sits down again; the others are."""
    table = seated(AINO, BROR, CIA).ready(1, 5).ready(2, 6).without(1).joined(BROR, NOW)
    assert [(s.user_id, s.press_id) for s in table.sittings] == [(AINO, None), (CIA, 6), (BROR, None)]


def test_presses_are_forgotten_with_the_deal_and_nobody_is_ready_for_the_next() -> None:
    table = seated(AINO, OTSO, BROR).ready(0, 5).ready(2, 6)
    assert table.unready() == seated(AINO, OTSO, BROR)
    assert table.dealt_by(2) == seated(AINO, OTSO, BROR, dealer=2)
    assert [sitting.press_id for sitting in table.again(AINO, 0).sittings] == [None] * 3


# the host


def test_the_host_hands_over() -> None:
    assert seated(AINO, BROR, dealer=0).handed_to(BROR) == seated(AINO, BROR, dealer=0, host=BROR)


def test_a_host_who_goes_hands_over_to_the_one_seated_longest() -> None:
    """Not to the one in the next seat."""
    bror, cia = Sitting(BROR, since=LATER), Sitting(CIA, since=NOW)
    table = seated(AINO, bror, OTSO, cia)
    assert table.without(0).host_id == CIA
    assert table.gone(0).host_id == CIA
    assert table.turn_ran_out(0, PATIENCE).host_id == AINO
    assert table.turn_ran_out(0, PATIENCE).turn_ran_out(0, PATIENCE).host_id == CIA


def test_where_nobody_knows_since_when_the_lowest_seat_is_host() -> None:
    """So it is in lobbies of an older Myllymatti."""
    assert seated(AINO, BROR, CIA, host=CIA).without(2).host_id == AINO
    assert seated(AINO, Sitting(BROR, since=NOW), CIA, DORA).without(0).host_id == CIA


def test_two_who_sat_down_at_once() -> None:
    both = [Sitting(person, since=NOW) for person in (CIA, BROR)]
    assert seated(*both, AINO, host=AINO).without(2).host_id == CIA


def test_neither_computers_nor_sleepers_are_hosts() -> None:
    table = seated(AINO, OTSO, asleep(BROR, "Repo", since=NOW), Sitting(CIA, since=LATER))
    assert table.gone(0).host_id == CIA


def test_a_host_who_comes_back_is_host_no_more() -> None:
    table = seated(AINO, BROR).gone(0).back(0, LATER)
    assert (table.host_id, table.people) == (BROR, (AINO, BROR))


def test_when_all_sleep_who_is_back_first_is_host() -> None:
    table = seated(asleep(AINO, "Otso"), asleep(BROR, "Repo"))
    assert table.back(1, LATER).host_id == BROR
    assert table.back(0, LATER).back(1, LATER).host_id == AINO


@given(with_a_seat("plays"))
@quick(60)
def test_whoever_goes_a_person_who_plays_is_host(drawn: tuple[Seating, int]) -> None:
    table, seat = drawn
    for after in (table.gone(seat), table.turn_ran_out(seat, 1)):
        assert after.host_id == host_after(table, after.sittings)


# in the game


def test_two_turns_in_a_row_put_a_computer_there() -> None:
    table = seated(Sitting(AINO, since=NOW), BROR, dealer=1)
    table = table.turn_ran_out(0, PATIENCE)
    assert table == seated(Sitting(AINO, since=NOW, missed=1), BROR, dealer=1)
    table = table.turn_ran_out(0, PATIENCE)
    assert table == seated(Sitting(AINO, "Otso", since=NOW, missed=2), BROR, dealer=1, host=BROR)
    assert table.sleepers == (AINO,)


def test_whoever_plays_between_does_not_fall_asleep() -> None:
    table = seated(AINO, BROR)
    for _ in range(5):
        table = table.turn_ran_out(0, PATIENCE).played(0)
        assert table == seated(AINO, BROR)
    assert table.turn_ran_out(0, PATIENCE).people == (AINO, BROR)


def test_each_has_his_own_count() -> None:
    table = seated(AINO, BROR).turn_ran_out(0, PATIENCE).turn_ran_out(1, PATIENCE)
    assert table.people == (AINO, BROR)
    assert table.played(1).turn_ran_out(0, PATIENCE).people == (BROR,)


@given(with_a_seat("plays"), st.integers(1, 4))
@quick(60)
def test_so_many_turns_and_no_fewer(drawn: tuple[Seating, int], patience: int) -> None:
    table, seat = drawn
    table = table.played(seat)
    for n in range(1, patience + 1):
        assert table.sittings[seat].plays
        table = table.turn_ran_out(seat, patience)
        assert table.sittings[seat].missed == n
    assert table.sittings[seat].asleep


@given(with_a_seat("plays"))
@quick(60)
def test_who_goes_comes_back_into_his_seat(drawn: tuple[Seating, int]) -> None:
    """With a clean sheet; nobody else is touched, and the deal stays."""
    table, seat = drawn
    sitter = table.sittings[seat]
    gone = table.gone(seat)
    assert gone.sittings[seat] == replace(
        sitter, computer=gone.sittings[seat].computer, left=True, agrees=False
    )
    assert gone.kept_for(sitter.user_id or 0) == seat
    back = gone.back(seat, LATER)
    assert back.sittings[seat] == Sitting(sitter.user_id, since=LATER)
    for after in (gone, back):
        assert after.dealer == table.dealer
        assert after.sittings[:seat] == table.sittings[:seat]
        assert after.sittings[seat + 1 :] == table.sittings[seat + 1 :]
    assert back.host_id == gone.host_id


@given(with_a_seat("kept"))
@quick(60)
def test_who_comes_back_plays(drawn: tuple[Seating, int]) -> None:
    table, seat = drawn
    user_id = table.sittings[seat].user_id or 0
    back = table.back(seat, LATER)
    assert (back.seat_of(user_id), back.kept_for(user_id)) == (seat, None)
    assert len(back.people) == len(table.people) + 1
    assert back.host_id == (table.host_id if table.people else user_id)


@given(with_a_seat("asleep"))
@quick(60)
def test_a_sleeper_may_go_for_good(drawn: tuple[Seating, int]) -> None:
    """The computer that kept the seat keeps it still; the game does not wait for him any more."""
    table, seat = drawn
    sitter = table.sittings[seat]
    gone = table.gone(seat)
    assert gone.sittings[seat] == replace(sitter, left=True)
    assert gone.sleepers == tuple(sleeper for sleeper in table.sleepers if sleeper != sitter.user_id)
    assert (gone.people, gone.host_id) == (table.people, table.host_id)


# agreeing to end it


def test_all_who_play_have_to_agree() -> None:
    """Computers, sleepers and who has left are not asked."""
    table = seated(AINO, OTSO, BROR, asleep(CIA, "Repo"), away(DORA, "Ilves"))
    assert not table.agreed
    assert not table.agreeing(0).agreed
    assert not table.agreeing(2).agreed
    assert table.agreeing(0).agreeing(2).agreed
    assert table.agreeing(2).agreeing(0).agreeing(0).agreed
    assert not table.agreeing(0).agreeing(2).disagreeing().agreed
    assert table.agreeing(0).agreeing(2).disagreeing() == table


def test_where_nobody_plays_nobody_agrees() -> None:
    assert not seated(asleep(AINO, "Otso"), away(BROR, "Repo")).agreed
    assert not Seating(AINO, None, (OTSO,)).agreed


def test_who_goes_or_falls_asleep_is_not_waited_for() -> None:
    table = seated(AINO, BROR).agreeing(0)
    assert table.gone(1).agreed
    assert not table.turn_ran_out(1, PATIENCE).agreed
    assert table.turn_ran_out(1, 1).agreed


@given(with_a_seat("plays"))
@quick(60)
def test_who_does_not_play_agrees_to_nothing(drawn: tuple[Seating, int]) -> None:
    table, seat = drawn
    agreed = table.agreeing(seat)
    assert agreed.sittings[seat] == replace(table.sittings[seat], agrees=True)
    for after in (agreed.gone(seat), agreed.turn_ran_out(seat, 1)):
        assert not after.sittings[seat].agrees


def test_who_comes_back_is_asked_again() -> None:
    table = seated(AINO, BROR).agreeing(0).agreeing(1)
    assert not table.gone(1).back(1, LATER).agreed
    assert not table.turn_ran_out(1, 1).back(1, LATER).agreed


def test_agreement_outlives_a_move() -> None:
    table = seated(AINO, BROR).agreeing(0)
    assert table.played(0).sittings[0].agrees
    assert table.turn_ran_out(0, PATIENCE).sittings[0].agrees


@given(seatings())
@quick(60)
def test_one_who_plays_and_does_not_agree_is_enough(table: Seating) -> None:
    playing = [sitting for sitting in table.sittings if sitting.plays]
    assert table.agreed == (playing != [] and not any(not sitting.agrees for sitting in playing))
    calm = table.disagreeing()
    assert not any(sitting.agrees for sitting in calm.sittings)
    assert [replace(sitting, agrees=False) for sitting in table.sittings] == list(calm.sittings)
    for seat in seats(calm, "plays"):
        calm = calm.agreeing(seat)
    assert calm.agreed == (playing != [])


# once more


def test_the_same_people_play_again_and_the_loser_deals() -> None:
    table = seated(Sitting(AINO, since=NOW, missed=1), OTSO, Sitting(BROR, agrees=True), dealer=2, host=BROR)
    assert table.again(AINO, 0) == seated(Sitting(AINO, since=NOW), OTSO, BROR, dealer=0, host=BROR)
    assert table.again(AINO, 1).dealer == 1, "a computer too"


def test_who_was_away_has_no_seat() -> None:
    table = seated(AINO, asleep(BROR, "Repo"), OTSO, away(CIA, "Ilves"), DORA)
    assert table.again(DORA, 4) == seated(AINO, OTSO, DORA, dealer=2)


@pytest.mark.parametrize("was", [asleep(BROR, "Repo", since=NOW), away(BROR, "Repo", since=NOW)])
def test_who_asks_for_it_plays_himself(was: Sitting) -> None:
    table = seated(AINO, was, OTSO)
    assert table.again(BROR, 0) == seated(AINO, Sitting(BROR, since=NOW), OTSO, dealer=0)


@pytest.mark.parametrize(("loser", "deals"), [(0, BROR), (1, BROR), (2, DORA), (3, DORA), (4, BROR)])
def test_if_the_loser_is_away_the_next_clockwise_deals(loser: int, deals: int) -> None:
    """1.0, also where two neighbours have gone, or the last and the first."""
    table = seated(away(AINO, "Otso"), BROR, away(CIA, "Repo"), DORA, asleep(105, "Ilves"), host=BROR)
    again = table.again(BROR, loser)
    assert again.people == (BROR, DORA)
    assert again.dealer is not None
    assert again.sittings[again.dealer] == Sitting(deals)


def test_a_loser_who_was_away_and_asks_deals() -> None:
    table = seated(AINO, away(BROR, "Repo"))
    assert table.again(BROR, 1) == seated(AINO, BROR, dealer=1)


def test_if_the_host_is_not_there_who_asks_is_host() -> None:
    """Not the one who has been seated longest."""
    table = seated(AINO, BROR, CIA, host=AINO)
    assert table.again(CIA, 0).host_id == AINO
    slept = Seating(AINO, 0, (asleep(AINO, "Otso"), asleep(BROR, "Repo"), asleep(CIA, "Ilves")))
    assert slept.again(CIA, 0) == seated(CIA, dealer=0)
    assert slept.again(AINO, 0) == seated(AINO, dealer=0)


@given(seatings().filter(lambda table: any(s.user_id is not None for s in table.sittings)), st.data())
@quick(100)
def test_again_whoever_asks(table: Seating, data: st.DataObject) -> None:
    asks = data.draw(st.sampled_from([s.user_id for s in table.sittings if s.user_id is not None]))
    loser = data.draw(st.sampled_from(range(len(table))))
    again = table.again(asks, loser)
    stay = [n for n, sitting in enumerate(table.sittings) if not sitting.kept or sitting.user_id == asks]
    fresh = [
        Sitting(s.user_id, since=s.since) if s.user_id is not None else s
        for s in (table.sittings[n] for n in stay)
    ]
    assert list(again.sittings) == fresh
    deals = next(n for n in clockwise(len(table), loser) if n in stay)
    assert again.dealer == stay.index(deals)
    host_stays = table.host_id in {table.sittings[n].user_id for n in stay}
    assert again.host_id == (table.host_id if host_stays else asks)
    assert again.host_id in again.people


# any life of a table


class Life(RuleBasedStateMachine):
    """Whatever people do, in any order, from lobby to lobby."""

    seating: Seating
    playing: bool
    now: datetime
    people: int
    sat: list[int | None]  # who sits where, from the start of a game to its end
    levels: dict[str | None, Level]  # as they were last set, by the computers' names

    def choose(self, which: str, n: int) -> int:
        found = seats(self.seating, which)
        return found[n % len(found)]

    @initialize()
    def opened(self) -> None:
        self.now, self.people, self.playing, self.levels = NOW, AINO, False, {}
        self.seating = Seating(AINO, None, ()).joined(AINO, NOW)

    lobby = precondition(lambda self: not self.playing)
    free = precondition(lambda self: len(self.seating) < max(SEATS))
    game = precondition(lambda self: self.playing)
    awake = precondition(lambda self: self.playing and seats(self.seating, "plays") != [])
    others = precondition(lambda self: self.playing and seats(self.seating, "kept") != [])

    @lobby
    @free
    @rule(minutes=st.integers(0, 2))
    def joins(self, minutes: int) -> None:
        self.now, self.people = self.now + minutes * MINUTE, self.people + 1
        self.seating = self.seating.joined(self.people, self.now)

    @lobby
    @free
    @rule(level=st.sampled_from(Level))
    def takes_a_computer(self, level: Level) -> None:
        self.seating = self.seating.with_computer(level)
        self.levels[self.seating.sittings[-1].computer] = level

    @precondition(lambda self: not self.playing and seats(self.seating, "own") != [])
    @rule(n=st.integers(0, 7), level=st.sampled_from(Level))
    def sets_a_level(self, n: int, level: Level) -> None:
        seat = self.choose("own", n)
        self.seating = self.seating.at_level(seat, level)
        self.levels[self.seating.sittings[seat].computer] = level

    @lobby
    @rule(n=st.integers(0, 7))
    def gets_up(self, n: int) -> None:
        seat = n % len(self.seating)
        if len(self.seating.people) > 1 or not self.seating.sittings[seat].plays:
            self.seating = self.seating.without(seat)

    @lobby
    @rule(n=st.integers(0, 7))
    def hands_over(self, n: int) -> None:
        self.seating = self.seating.handed_to(self.seating.people[n % len(self.seating.people)])

    @lobby
    @rule(n=st.integers(0, 7))
    def starts(self, n: int) -> None:
        dealer = self.seating.dealer
        self.seating = self.seating.dealt_by(n % len(self.seating) if dealer is None else dealer)
        self.playing, self.sat = True, [sitting.user_id for sitting in self.seating.sittings]

    @awake
    @rule(n=st.integers(0, 7))
    def lets_a_turn_run_out(self, n: int) -> None:
        self.seating = self.seating.turn_ran_out(self.choose("plays", n), PATIENCE)

    @awake
    @rule(n=st.integers(0, 7))
    def plays(self, n: int) -> None:
        self.seating = self.seating.played(self.choose("plays", n))

    @awake
    @rule(n=st.integers(0, 7))
    def goes(self, n: int) -> None:
        self.seating = self.seating.gone(self.choose("plays", n))

    @precondition(lambda self: self.playing and self.seating.sleepers != ())
    @rule(n=st.integers(0, 7))
    def goes_for_good(self, n: int) -> None:
        self.seating = self.seating.gone(self.choose("asleep", n))

    @others
    @rule(n=st.integers(0, 7), minutes=st.integers(0, 2))
    def comes_back(self, n: int, minutes: int) -> None:
        self.now += minutes * MINUTE
        self.seating = self.seating.back(self.choose("kept", n), self.now)

    @awake
    @rule(n=st.integers(0, 7))
    def agrees(self, n: int) -> None:
        self.seating = self.seating.agreeing(self.choose("plays", n))

    @game
    @rule()
    def wants_to_play_on(self) -> None:
        self.seating = self.seating.disagreeing()

    @game
    @rule(n=st.integers(0, 7), loser=st.integers(0, 7))
    def plays_again(self, n: int, loser: int) -> None:
        people = [person for person in self.sat if person is not None]
        self.seating = self.seating.again(people[n % len(people)], loser % len(self.seating))
        self.playing = False

    @invariant()
    def the_host_is_a_person_who_plays(self) -> None:
        assert self.seating.host_id in self.seating.people or not self.seating.people

    @invariant()
    def somebody_plays_in_a_lobby(self) -> None:
        assert self.playing or self.seating.people

    @invariant()
    def everybody_is_there_once(self) -> None:
        people = [s.user_id for s in self.seating.sittings if s.user_id is not None]
        names = [s.computer for s in self.seating.sittings if s.computer is not None]
        assert len(set(people)) == len(people)
        assert len(set(names)) == len(names)
        assert set(names) <= set(COMPUTERS)
        assert not any(s.user_id is None and s.computer is None for s in self.seating.sittings)

    @invariant()
    def the_dealer_has_a_seat(self) -> None:
        assert self.seating.dealer is None or self.seating.dealer in range(len(self.seating))
        assert not self.playing or self.seating.dealer == len(self.seating) - 1

    @invariant()
    def seats_are_kept_through_a_game(self) -> None:
        assert not self.playing or [sitting.user_id for sitting in self.seating.sittings] == self.sat

    @invariant()
    def what_is_told_of_sitters_makes_sense(self) -> None:
        for sitting in self.seating.sittings:
            assert not sitting.agrees or sitting.plays
            assert not sitting.left or sitting.kept
            assert not sitting.plays or (sitting.missed < PATIENCE and sitting.since is not None)
            assert not sitting.asleep or sitting.missed >= PATIENCE
            assert self.playing or (not sitting.kept and sitting.missed == 0)
            if sitting.user_id is None:
                level = self.levels[sitting.computer]
                assert sitting == Sitting(computer=sitting.computer, level=level)
                assert sitting.strength is level
            else:
                assert (sitting.level, sitting.strength) == (None, Level.NORMAL)


TestLife = Life.TestCase
TestLife.settings = settings(quick(50), stateful_step_count=40)
