"""Phase 2, getting rid of it, clause by clause (`docs/rules/shedding.md`). Spades are trump unless said."""

from __future__ import annotations

import pytest

from engine import PRESETS, Phase, Reason, State
from engine.events import Lost, PickedUp, Played, TrickDone, WentOut
from tests.engine.table import OUT, cards, held, kinds, legal, lying, of, play, refused, seats_in, shedding

GAMES_WITHOUT_RUNS = ("myllymatti", "myllymatti-open", "skitgubbe")


def over(state: State) -> tuple[Phase, int | None, int | None]:
    return state.phase, state.turn, state.loser


# 2.1 the lead


@pytest.mark.parametrize("name", GAMES_WITHOUT_RUNS)
def test_2_1_leads_any_card(name: str) -> None:
    state = shedding(name, "7S 8S AH 2C", "3D 4D", "5D 6D", leader=0)
    assert legal(state) == "7S 8S AH 2C"
    assert refused(state, "take") is Reason.NOTHING_TO_PICK_UP
    assert refused(state, "up") is Reason.NO_TURNING_UP


def test_2_1_leads_any_run() -> None:
    state = shedding("mattis", "7S 8S 9S KH", "3D 4D", "5D 6D")
    assert legal(state) == "7S 7S-8S 7S-9S 8S 8S-9S 9S KH"


# 2.2 beat it or pick it up

BEATS = [
    ("5D", "7D", True),
    ("5D", "6D", True),
    ("TD", "JD", True),
    ("7D", "5D", False),
    ("5D", "7H", False),
    ("5D", "AC", False),
    ("5D", "2S", True),
    ("AD", "2S", True),
    ("5S", "7S", True),
    ("7S", "5S", False),
    ("2S", "AH", False),
    ("2S", "3S", True),
]


@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.parametrize(("lying_there", "answer", "beaten"), BEATS)
def test_2_2_what_beats_a_card(name: str, lying_there: str, answer: str, beaten: bool) -> None:
    state, _ = play(shedding(name, f"{lying_there} 3H", f"{answer} 2C", "4C 5C"), lying_there)
    if beaten:
        assert answer in legal(state).split()
        assert lying(play(state, answer)[0]) == f"0:{lying_there} 1:{answer}"
    else:
        assert legal(state) == "take"
        assert refused(state, answer) is Reason.DOES_NOT_BEAT


@pytest.mark.parametrize("trump", ["H", "D", "C"])
def test_2_2_any_suit_may_be_trump(trump: str) -> None:
    state, _ = play(shedding("myllymatti", "AS 3S", f"2{trump} 4S", "5S 6S", trump=trump), "AS")
    assert legal(state) == f"2{trump} take"
    state, _ = play(shedding("myllymatti", f"2{trump} 3S", "AS 4S", "5S 6S", trump=trump), f"2{trump}")
    assert legal(state) == "take"


def test_2_2_the_last_play_has_to_be_beaten() -> None:
    state, _ = play(shedding("myllymatti", "5D 2C", "9D 3C", "7D TD 4C", "6C 7C"), "5D 9D")
    assert legal(state) == "TD take"
    assert refused(state, "7D") is Reason.DOES_NOT_BEAT


@pytest.mark.parametrize("name", GAMES_WITHOUT_RUNS)
def test_2_2_who_can_beat_may_pick_up(name: str) -> None:
    state, _ = play(shedding(name, "5D 2C", "7D 2S 3C", "4C 5C"), "5D")
    assert legal(state) == "2S 7D take"
    state, events = play(state, "take")
    assert events == (PickedUp(1, cards("5D")),)
    assert held(state)[1] == "2S 5D 7D 3C"


def test_2_2_who_can_beat_must_beat_in_mattis() -> None:
    state, _ = play(shedding("mattis", "5D 2C", "7D 3C", "4C 5C"), "5D")
    assert legal(state) == "7D"
    assert refused(state, "take") is Reason.CAN_BEAT


def test_2_2_who_cannot_beat_picks_up_in_mattis() -> None:
    state, _ = play(shedding("mattis", "5D 2C", "4D 3C", "4C 5C"), "5D")
    assert legal(state) == "take"


@pytest.mark.parametrize("name", GAMES_WITHOUT_RUNS)
def test_2_2_the_last_card_played_is_picked_up(name: str) -> None:
    state, events = play(shedding(name, "5D 2C", "7D 3C", "4C 5C", "6C 7C"), "5D 7D take")
    assert of(events, PickedUp) == [PickedUp(2, cards("7D"))]
    assert lying(state) == "0:5D"
    assert held(state)[2] == "7D 4C 5C"


def test_2_2_the_oldest_play_is_picked_up_in_mattis() -> None:
    state, events = play(shedding("mattis", "5D 2C", "7D 3C", "4C 6C", "8C 9C"), "5D 7D take")
    assert of(events, PickedUp) == [PickedUp(2, cards("5D"))]
    assert lying(state) == "1:7D"
    assert held(state)[2] == "5D 4C 6C"


def test_2_2_the_next_clockwise_still_in_answers() -> None:
    state, _ = play(shedding("myllymatti", "5D 2C", OUT, OUT, "7D 3C"), "5D")
    assert state.turn == 3
    state, _ = play(shedding("myllymatti", "5D 2C", OUT, "8D 3C", "7D 6C", leader=3), "7D")
    assert state.turn == 0


def test_2_2_one_s_own_card_has_to_be_beaten() -> None:
    state, _ = play(shedding("myllymatti", "5D 3D 2C", "7D 3C", "4C 5C"), "5D 7D take")
    assert (state.turn, lying(state)) == (0, "0:5D")
    assert legal(state) == "take"
    assert refused(state, "3D") is Reason.DOES_NOT_BEAT
    state, _ = play(state, "take")
    assert held(state)[0] == "3D 5D 2C"


def test_2_2_refused_what_is_not_in_hand() -> None:
    state, _ = play(shedding("mattis", "5D 2C", "7D 3C", "8D 9D"), "5D")
    assert refused(state, "8D") is Reason.NOT_IN_HAND
    assert refused(state, "5D") is Reason.NOT_IN_HAND
    assert refused(state, "7D-8D") is Reason.NOT_IN_HAND
    assert refused(state, "3C") is Reason.DOES_NOT_BEAT
    assert refused(state, "up") is Reason.NO_TURNING_UP


# 2.3 runs


def test_2_3_a_run_is_one_play() -> None:
    state, events = play(shedding("mattis", "7D 8D 9D 2C", "TD 3C", "4C 5C"), "7D-9D")
    assert events == (Played(0, cards("7D 8D 9D"), led=True, turned_up=False),)
    assert (lying(state), len(state.table)) == ("0:7D-9D", 1)


def test_2_3_a_run_against_a_single_and_back() -> None:
    state = shedding("mattis", "5D 2C", "6D 7D 3C", "8D 4C", "9D TD 6C")
    state, _ = play(state, "5D 6D-7D 8D")
    assert lying(state) == "0:5D 1:6D-7D 2:8D"
    state, events = play(state, "9D-TD")
    assert of(events, TrickDone) == [TrickDone(cards("5D 6D 7D 8D 9D TD"), 3)]


def test_2_3_a_run_beats_when_its_lowest_card_is_above_the_highest() -> None:
    state, _ = play(shedding("mattis", "6D 7D 8D 2C", "9D TD JD 3C", "4C 5C"), "6D-8D")
    assert legal(state) == "9D 9D-TD 9D-JD TD TD-JD JD"
    state, _ = play(shedding("mattis", "4D 8D 2C", "5D 6D 7D 9D TD 3C", "4C 5C"), "8D")
    assert legal(state) == "9D 9D-TD TD"


def test_2_3_a_run_of_lower_cards_or_of_another_suit_does_not_beat() -> None:
    state, _ = play(shedding("mattis", "8D 2C", "6D 7D 9D TH JH", "4C 5C"), "8D")
    assert legal(state) == "9D"
    assert refused(state, "6D-7D") is Reason.DOES_NOT_BEAT
    assert refused(state, "TH-JH") is Reason.DOES_NOT_BEAT


def test_2_3_a_trump_run_beats_whatever_is_no_trump() -> None:
    state, _ = play(shedding("mattis", "QD KD AD 2C", "2S 3S 4C", "5C 6C"), "QD-AD")
    assert legal(state) == "2S 2S-3S 3S"


def test_2_3_a_trump_run_beats_lower_trumps_only() -> None:
    state, _ = play(shedding("mattis", "4S 5S 2C", "2S 3S 6S 7S AD", "5C 6C"), "4S-5S")
    assert legal(state) == "6S 6S-7S 7S"
    assert refused(state, "2S-3S") is Reason.DOES_NOT_BEAT


def test_2_3_a_single_beats_a_long_run() -> None:
    state, _ = play(shedding("mattis", "3D 4D 5D 6D 7D 2C", "8D 3C", "4C 5C"), "3D-7D")
    assert legal(state) == "8D"


def test_2_3_there_is_no_run_k_a_2() -> None:
    state = shedding("mattis", "2D 3D KD AD", "3C 4C", "5C 6C")
    assert legal(state) == "2D 2D-3D 3D KD KD-AD AD"
    state = shedding("mattis", "AS 2H 3H", "3C 4C", "5C 6C")
    assert legal(state) == "AS 2H 2H-3H 3H", "spades do not go on in hearts"


@pytest.mark.parametrize("name", GAMES_WITHOUT_RUNS)
def test_2_3_other_games_have_no_runs(name: str) -> None:
    state = shedding(name, "7D 8D 9D", "3C 4C", "5C 6C")
    assert legal(state) == "7D 8D 9D"
    assert refused(state, "7D-9D") is Reason.NO_RUNS
    state = shedding(f"{name} runs=yes", "7D 8D", "3C 4C", "5C 6C")
    assert legal(state) == "7D 7D-8D 8D"


# 2.4 after a pick-up


def test_2_4_the_next_seat_must_beat_what_then_lies_on_top() -> None:
    state, _ = play(shedding("myllymatti", "5D 2C", "9D 3C", "4C 5C", "7D 6C"), "5D 9D take")
    assert (state.turn, legal(state)) == (3, "7D take")


def test_2_4_with_the_oldest_play_gone_the_top_is_the_same() -> None:
    state, _ = play(shedding("mattis", "5D 2C", "9D 3C", "4C 6C", "7D TD 8C"), "5D 9D take")
    assert (state.turn, legal(state)) == (3, "TD")


@pytest.mark.parametrize("name", PRESETS)
def test_2_4_on_an_empty_table_the_next_seat_leads(name: str) -> None:
    state, events = play(shedding(name, "5D 2C", "3D 3C", "2H 9C"), "5D take")
    assert (state.turn, lying(state)) == (2, "")
    assert legal(state) == "2H 9C"
    state, events = play(state, "9C")
    assert events == (Played(2, cards("9C"), led=True, turned_up=False),)


def test_2_4_a_run_is_picked_up_whole() -> None:
    state, events = play(shedding("mattis", "5D 6D 2C", "7D 8D 3C", "4C 6C", "8C TC"), "5D-6D 7D-8D take")
    assert of(events, PickedUp) == [PickedUp(2, cards("5D 6D"))]
    assert held(state)[2] == "5D 6D 4C 6C"
    state, events = play(state, "take")
    assert of(events, PickedUp) == [PickedUp(3, cards("7D 8D"))]
    state = shedding("skitgubbe runs=yes", "5D 6D 2C", "7D 8D 3C", "4C 6C", "8C TC")
    state, events = play(state, "5D-6D 7D-8D take")
    assert of(events, PickedUp) == [PickedUp(2, cards("7D 8D"))]
    assert lying(state) == "0:5D-6D"


# 2.5 the trick complete


@pytest.mark.parametrize("name", PRESETS)
def test_2_5_as_many_plays_as_players_and_its_cards_leave_the_game(name: str) -> None:
    state = shedding(name, "5D 2C", "7D 3C", "9D 4C")
    gone = state.gone
    state, events = play(state, "5D 7D 9D")
    assert of(events, TrickDone) == [TrickDone(cards("5D 7D 9D"), 2)]
    assert state.gone == gone | cards("5D 7D 9D")
    assert (state.turn, lying(state), state.size) == (2, "", 3)
    assert legal(state) == "4C"


def test_2_5_a_picked_up_play_no_longer_counts() -> None:
    state = shedding("myllymatti", "5D 6D 2C", "7D 8D 3C", "9D 4C")
    state, events = play(state, "5D 7D take 6D")
    assert not of(events, TrickDone)
    assert lying(state) == "0:5D 0:6D"
    state, events = play(state, "8D")
    assert of(events, TrickDone) == [TrickDone(cards("5D 6D 8D"), 1)]


def test_2_5_going_out_does_not_shrink_it_a_three_play_trick_finished_by_two() -> None:
    state = shedding("myllymatti", "5D", "7D 6D 3C", "9D 4C")
    state, events = play(state, "5D 7D")
    assert kinds(events) == "Played WentOut Played"
    assert (state.size, seats_in(state)) == (3, (1, 2))
    state, events = play(state, "take 6D")
    assert not of(events, TrickDone)
    assert lying(state) == "0:5D 1:6D"
    state, events = play(state, "9D")
    assert of(events, TrickDone) == [TrickDone(cards("5D 6D 9D"), 2)]
    assert state.size == 2, "the next trick is counted afresh"


@pytest.mark.parametrize("name", PRESETS)
def test_2_5_who_completed_it_and_went_out_does_not_lead(name: str) -> None:
    state, events = play(shedding(name, "5D 2C", "7D 3C", "9D"), "5D 7D 9D")
    assert kinds(events) == "Played Played Played WentOut TrickDone"
    assert of(events, TrickDone) == [TrickDone(cards("5D 7D 9D"), 0)]
    assert (state.turn, state.size, seats_in(state)) == (0, 2, (0, 1))


def test_2_5_the_next_clockwise_still_in_leads_for_him() -> None:
    state, _ = play(shedding("myllymatti", OUT, "4D 2C", "5D 3C", "9D", leader=1), "4D 5D 9D")
    assert state.turn == 1


@pytest.mark.parametrize("name", PRESETS)
def test_2_5_each_seat_in_counts(name: str) -> None:
    hands = [f"{rank}D {rank}H" for rank in "23456789"]
    state, events = play(shedding(name, *hands), "2D 3D 4D 5D 6D 7D 8D")
    assert (state.size, len(state.table)) == (8, 7)
    state, events = play(state, "9D")
    assert kinds(events) == "Played TrickDone"


# 2.6 the trick emptied


def test_2_6_left_of_the_last_to_pick_up_leads() -> None:
    state, _ = play(shedding("myllymatti", "5D 2C", "7D 3C", "4C 5C", "6C 7C"), "5D 7D take take")
    assert (state.turn, lying(state), state.size) == (0, "", 4)


def test_2_6_the_size_is_counted_afresh() -> None:
    state, _ = play(shedding("myllymatti", "5D", "3C 8C", "6C 7C"), "5D")
    assert state.size == 3
    state, _ = play(state, "take")
    assert (state.turn, state.size) == (2, 2)
    state, events = play(state, "6C 8C")
    assert of(events, TrickDone) == [TrickDone(cards("6C 8C"), 1)]


def test_2_6_the_leader_is_still_in() -> None:
    state, _ = play(shedding("mattis", "5D 2C", "3H 3C", OUT, "6C 7C"), "5D take")
    assert state.turn == 3


# 2.7 going out and losing


def test_2_7_out_with_an_empty_hand_and_his_card_stays() -> None:
    state, events = play(shedding("myllymatti", "5D", "7D 3C", "9D 4C"), "5D")
    assert of(events, WentOut) == [WentOut(0, 1)]
    assert (state.out, seats_in(state), lying(state), state.turn) == ((0,), (1, 2), "0:5D", 1)
    state, _ = play(state, "take")
    assert held(state)[1] == "5D 7D 3C", "somebody else may have to take it"


def test_2_7_a_run_empties_a_hand_too() -> None:
    _, events = play(shedding("mattis", "5D 6D 7D", "8D 3C", "9D 4C"), "5D-7D")
    assert of(events, WentOut) == [WentOut(0, 1)]


@pytest.mark.parametrize("name", PRESETS)
def test_2_7_the_last_one_in_loses_at_once(name: str) -> None:
    state, events = play(shedding(name, "5D", "7D", OUT), "5D")
    assert events == (
        Played(0, cards("5D"), led=True, turned_up=False),
        WentOut(0, 2),
        Lost(1),
    )
    assert over(state) == (Phase.OVER, None, 1)
    assert state.out == (2, 0)
    assert refused(state, "7D") is Reason.GAME_OVER
    assert refused(state, "take") is Reason.GAME_OVER


def test_2_7_this_comes_before_completing_a_trick() -> None:
    state, events = play(shedding("myllymatti", "5D 2C", "7D"), "5D 7D")
    assert kinds(events) == "Played Played WentOut Lost"
    assert (lying(state), over(state)) == ("0:5D 1:7D", (Phase.OVER, None, 0))
    assert held(state)[0] == "2C"


# 2.8 who stays in without cards


@pytest.mark.parametrize("name", ["mattis", "myllymatti-open"])
def test_2_8_blamattis_to_follow_must_pick_up(name: str) -> None:
    state, _ = play(shedding(name, "5D 2C", "", "4C 5C"), "5D")
    assert (state.turn, legal(state)) == (1, "take")
    state, _ = play(state, "take")
    assert (state.turn, held(state)[1], seats_in(state)) == (2, "5D", (0, 1, 2))


@pytest.mark.parametrize("name", ["mattis", "myllymatti-open"])
def test_2_8_a_lead_that_falls_to_blamattis_passes_on(name: str) -> None:
    state, _ = play(shedding(name, "5D 2C", "3H 3C", ""), "5D take")
    assert (state.turn, lying(state)) == (0, "")


def test_2_8_blamattis_counts_for_the_size() -> None:
    state = shedding("mattis", "5D 9D 2C", "7D 3C", "")
    assert state.size == 3
    state, events = play(state, "5D 7D")
    assert not of(events, TrickDone)
    state, events = play(state, "take")
    assert lying(state) == "1:7D"
    state, events = play(state, "9D take")
    assert (lying(state), state.turn) == ("0:9D", 2)


@pytest.mark.parametrize("name", ["mattis", "myllymatti-open"])
def test_2_8_blamattis_loses_without_a_card(name: str) -> None:
    state, events = play(shedding(name, "5D", "", OUT), "5D")
    assert events[-2:] == (WentOut(0, 2), Lost(1))
    assert (held(state)[1], lying(state), over(state)) == ("", "0:5D", (Phase.OVER, None, 1))


def test_2_8_blamattis_who_got_cards_goes_out_like_others() -> None:
    state, events = play(shedding("mattis", "5D 2C", "", "4C 5C"), "5D take 4C take 5D")
    assert of(events, WentOut) == [WentOut(1, 1)]
    assert seats_in(state) == (0, 2)


# 2.9 two players


@pytest.mark.parametrize("name", PRESETS)
def test_2_9_if_the_follower_picks_up_the_leader_leads_again(name: str) -> None:
    state, _ = play(shedding(name, "5D 2C 9H", "3D 3C", leader=0), "5D take")
    assert (state.turn, lying(state)) == (0, "")
    state, _ = play(state, "2C")
    assert state.turn == 1


@pytest.mark.parametrize("name", PRESETS)
def test_2_9_two_plays_are_a_trick(name: str) -> None:
    state, events = play(shedding(name, "5D 2C", "7D 3C"), "5D 7D")
    assert of(events, TrickDone) == [TrickDone(cards("5D 7D"), 1)]
    assert state.turn == 1
