"""Phase 1, building the hand, clause by clause (`docs/rules/building.md`)."""

from __future__ import annotations

import pytest

from engine import DECK, PRESETS, CardSet, Phase, Reason, State, Suit, deal, parse_card
from engine.events import (
    Bounced,
    Drew,
    DrewLast,
    LeftOver,
    Lost,
    Played,
    Returned,
    SheddingBegan,
    TrickWon,
    TrumpTurned,
    WentOut,
)
from tests.engine.table import (
    building,
    cards,
    codes,
    dealt,
    held,
    kinds,
    legal,
    lying,
    of,
    piles,
    play,
    refused,
)

HANDS = ("4C 9D KS", "4H 8H 2D", "TS JS QS")


def drew(seat: int, card: str) -> Drew:
    return Drew(seat, parse_card(card))


def capturers(state: State) -> list[int]:
    return [seat for seat in range(state.seats) if state.captors >> seat & 1]


# 1.1, 1.2 the deal and the first lead


@pytest.mark.parametrize("name", PRESETS)
def test_1_1_three_to_each_one_at_a_time(name: str) -> None:
    state = deal(PRESETS[name], 3, DECK)
    assert held(state) == ("2S 5S 8S", "3S 6S 9S", "4S 7S TS")
    assert state.stock == DECK[9:]


def test_1_1_eight_seats() -> None:
    state = deal(PRESETS["mattis"], 8, DECK)
    assert held(state)[0] == "2S TS 5H"
    assert held(state)[7] == "9S 4H QH"
    assert len(state.stock) == 28


@pytest.mark.parametrize("name", PRESETS)
def test_1_2_seat_0_leads_any_card(name: str) -> None:
    state = dealt(name, *HANDS)
    assert state.turn == 0
    assert legal(state) == "KS 9D 4C up"


@pytest.mark.parametrize("name", PRESETS)
def test_1_2_nobody_has_to_follow_or_to_win(name: str) -> None:
    state, _ = play(dealt(name, *HANDS), "9D")
    assert state.turn == 1
    assert legal(state) == "4H 8H 2D up"


# 1.3 the duel


def test_1_3_leader_who_wins_leads_again_to_the_same_opponent() -> None:
    state, events = play(dealt("myllymatti", *HANDS), "9D 8H")
    assert of(events, TrickWon) == [TrickWon(0, cards("9D 8H"))]
    assert piles(state) == ("8H 9D", "", "")
    assert (state.turn, state.round) == (0, (0, 1))


def test_1_3_follower_who_wins_leads_to_his_own_left_neighbour() -> None:
    state, _ = play(dealt("myllymatti", *HANDS), "4C 8H")
    assert piles(state) == ("", "8H 4C", "")
    assert (state.turn, state.round) == (1, (1, 2))
    state, _ = play(state, "2D TS")
    assert (state.turn, state.round) == (2, (2, 0))


def test_1_3_two_players_take_turns_at_each_other() -> None:
    state, _ = play(dealt("skitgubbe", *HANDS[:2]), "4C 8H")
    assert (state.turn, state.round) == (1, (1, 0))


@pytest.mark.parametrize("ranks", ["AK", "KQ", "QJ", "JT", "T9", "98", "32", "A2"])
def test_1_3_the_higher_rank_wins_whatever_the_suit(ranks: str) -> None:
    high, low = tuple(ranks)
    state = dealt("myllymatti", f"{high}C 6C 7C", f"{low}S 6S 7S", "4S 5H 5D")
    assert play(state, f"{high}C {low}S")[0].turn == 0
    state = dealt("myllymatti", f"{low}C 6C 7C", f"{high}S 6S 7S", "4S 5H 5D")
    assert play(state, f"{low}C {high}S")[0].turn == 1


# 1.4 everyone


def test_1_4_everyone_plays_clockwise_and_the_highest_takes_all() -> None:
    state = dealt("mattis", *HANDS)
    state, events = play(state, "9D 8H")
    assert (state.turn, lying(state)) == (2, "0:9D 1:8H")
    state, events = play(state, "QS")
    assert of(events, TrickWon) == [TrickWon(2, cards("9D 8H QS"))]
    assert piles(state) == ("", "", "QS 8H 9D")
    assert (state.turn, state.round) == (2, (2, 0, 1))


def test_1_4_equal_cards_below_the_highest_are_no_tie() -> None:
    _, events = play(dealt("mattis", *HANDS), "4C 4H TS")
    assert not of(events, Bounced)
    assert of(events, TrickWon) == [TrickWon(2, cards("4C 4H TS"))]


# 1.5 the bounce of a duel


def test_1_5_equal_ranks_stay_and_the_same_leader_leads_to_the_same_opponent() -> None:
    state, events = play(dealt("myllymatti", *HANDS, top="3S 3H 5D 6D"), "4C 4H")
    assert of(events, Bounced) == [Bounced((0, 1), cards("4C 4H"))]
    assert lying(state) == "0:4C 1:4H"
    assert (state.turn, state.round, state.played) == (0, (0, 1), 0)


def test_1_5_the_next_decided_trick_takes_everything() -> None:
    state, _ = play(dealt("myllymatti", *HANDS, top="3S 3H 5D 6D"), "4C 4H 9D 8H")
    assert piles(state) == ("4H 8H 9D 4C", "", "")
    assert (state.turn, lying(state)) == (0, "")


def test_1_5_two_bounces_won_by_the_follower() -> None:
    state, events = play(dealt("myllymatti", *HANDS, top="3S 3H 5D 6D"), "4C 4H 3S 3H")
    assert lying(state) == "0:4C 1:4H 0:3S 1:3H"
    state, events = play(state, "5D 6D")
    assert of(events, TrickWon) == [TrickWon(1, cards("4C 4H 3S 3H 5D 6D"))]
    assert (state.turn, state.round) == (1, (1, 2))
    assert capturers(state) == [1]


# 1.6 the tie of everyone

TIE = ("9S 2C 3C", "4S 5S 6S", "9H 7H 8H", "5D 6D 7D")


def test_1_6_only_the_tied_play_one_more_card_and_the_winner_takes_all() -> None:
    state, events = play(dealt("mattis", *TIE, top="TC JC QC KC"), "9S 4S 9H 7D")
    assert of(events, Bounced) == [Bounced((0, 2), cards("9S 9H"))]
    assert (state.turn, state.round) == (0, (0, 2))
    state, _ = play(state, "3C")
    assert state.turn == 2
    state, events = play(state, "7H")
    assert of(events, TrickWon) == [TrickWon(2, cards("9S 4S 9H 7D 3C 7H"))]
    assert (state.turn, state.round) == (2, (2, 3, 0, 1))


def test_1_6_cards_of_the_first_round_win_nothing_any_more() -> None:
    _, events = play(dealt("mattis", *TIE, top="TC JC QC 2H"), "9S 6S 9H 7D 3C 8H")
    assert [won.seat for won in of(events, TrickWon)] == [2]
    _, events = play(dealt("mattis", *TIE, top="3H JC 2H KC"), "9S 6S 9H 7D 3C 2H")
    assert [won.seat for won in of(events, TrickWon)] == [0], "3 against 2, though 7 and 6 lie there"


def test_1_6_again_and_again() -> None:
    state = dealt("mattis", "9S 5S 2S", "9H 5H 3H", "9D 5D 4D", "2C 3C 4C", top="6S 6H 6D KC")
    state, events = play(state, "9S 9H 9D 2C")
    assert state.round == (0, 1, 2)
    state, events = play(state, "2S 5H 5D")
    assert of(events, Bounced) == [Bounced((1, 2), cards("5H 5D"))]
    assert (state.turn, state.round) == (1, (1, 2))
    state, events = play(state, "3H 4D")
    assert [len(won.cards) for won in of(events, TrickWon)] == [9]
    assert state.turn == 2


def test_1_6_the_tied_play_clockwise_from_the_leader() -> None:
    state = building("mattis", *TIE, stock="TC JC QC KC 2H 2S", leader=2)
    state, _ = play(state, "7H 7D 3C 4S")
    assert state.round == (2, 3)
    state = building("mattis", "9S 2C 3C", "9D 5S 6S", "4H 7H 8H", "9H 6D 7D", stock="TC JC QC KC", leader=2)
    state, _ = play(state, "4H 9H 2C 9D")
    assert (state.turn, state.round) == (3, (3, 1))


def test_1_6_every_seat_refills_before_a_tie_break_the_leader_of_the_trick_first() -> None:
    state = building(
        "mattis", "9S 2C 3C", "9D 5S 6S", "4H 7H 8H", "9H 6D 7D", stock="TC JC QC KC 2H 2S", leader=2
    )
    state, events = play(state, "4H 9H 2C 9D")
    assert of(events, Drew) == [drew(2, "TC"), drew(3, "JC"), drew(0, "QC"), drew(1, "KC")]
    assert [len(hand) for hand in state.hands] == [3, 3, 3, 3]
    state, events = play(state, "JC KC")
    assert of(events, Drew) == [drew(3, "2H")]
    assert of(events, DrewLast) == [DrewLast(1, parse_card("2S"))]


def test_1_6_the_tied_may_turn_up() -> None:
    state, _ = play(dealt("mattis", *TIE, top="TC JC QC KC AC"), "9S 4S 9H 7D")
    assert legal(state) == "2C 3C TC up"
    state, _ = play(state, "up")
    assert lying(state) == "0:9S 1:4S 2:9H 3:7D 0:AC"
    assert legal(state) == "7H 8H QC up"


def test_1_6_tied_without_a_card_drops_and_the_other_takes_the_table() -> None:
    state = building("mattis", "9S", "9H 2H", "4D 3D", last="7C", drawer=2)
    state, events = play(state, "9S 9H 4D")
    assert of(events, TrickWon) == [TrickWon(1, cards("9S 9H 4D"))]
    assert not of(events, Returned)
    assert capturers(state) == [1]
    assert state.phase is Phase.SHEDDING


def test_1_6_one_of_three_tied_drops() -> None:
    state, events = play(building("mattis", "9S 2S", "9H 3H", "9D", last="7C", drawer=2), "9S 9H 9D")
    assert of(events, Bounced) == [Bounced((0, 1, 2), cards("9S 9H 9D"))]
    assert (state.phase, state.turn, state.round) == (Phase.BUILDING, 0, (0, 1))
    state, events = play(state, "2S 3H")
    assert of(events, TrickWon) == [TrickWon(1, cards("9S 9H 9D 2S 3H"))]


def test_1_6_none_of_the_tied_has_a_card() -> None:
    state, events = play(building("mattis", "9S", "9H", "4D 3D", last="7C", drawer=2), "9S 9H 4D")
    assert not of(events, TrickWon)
    assert of(events, Returned) == [
        Returned(0, cards("9S")),
        Returned(1, cards("9H")),
        Returned(2, cards("4D")),
    ]
    assert capturers(state) == []
    assert held(state)[:2] == ("9S", "9H")
    assert state.phase is Phase.SHEDDING


def test_1_6_the_tie_is_resolved_though_another_has_run_out() -> None:
    state, _ = play(building("mattis", "9S 2S", "9H 3H", "4D", last="7C", drawer=2), "9S 9H 4D")
    assert (state.phase, state.turn) == (Phase.BUILDING, 0)
    state, events = play(state, "2S 3H")
    assert of(events, TrickWon) == [TrickWon(1, cards("9S 9H 4D 2S 3H"))]
    assert state.phase is Phase.SHEDDING


def test_1_6_a_tie_without_a_stock_goes_on_with_hand_cards() -> None:
    state = building("mattis", "9S 2S 3S", "9H 2H 3H", "9D 4D 5D", last="7C", drawer=2)
    state, _ = play(state, "9S 9H 9D 2S 2H 4D")
    assert [len(hand) for hand in state.hands] == [1, 1, 1]
    assert state.turn == 2


# 1.7 turning up


@pytest.mark.parametrize("name", PRESETS)
def test_1_7_the_top_of_the_stock_is_turned_up_and_played(name: str) -> None:
    state, events = play(dealt(name, *HANDS, top="7H 6D"), "up")
    assert events == (Played(0, cards("7H"), led=True, turned_up=True),)
    assert lying(state) == "0:7H"
    assert held(state)[0] == "KS 9D 4C"
    assert state.stock[0] == parse_card("6D")
    state, events = play(state, "up")
    assert events[0] == Played(1, cards("6D"), led=False, turned_up=True)


@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.parametrize(("stock", "may"), [("7H 6D 5H", True), ("7H 6D", True), ("7H", False)])
def test_1_7_only_while_the_stock_has_two_cards_or_more(name: str, stock: str, may: bool) -> None:
    state = building(name, *HANDS, stock=stock)
    assert ("up" in legal(state)) is may
    if not may:
        assert refused(state, "up") is Reason.STOCK_TOO_LOW


def test_1_7_nobody_turns_up_from_an_empty_stock() -> None:
    state = building("myllymatti", *HANDS, last="7H", drawer=1)
    assert legal(state) == "KS 9D 4C"
    assert refused(state, "up") is Reason.STOCK_TOO_LOW


@pytest.mark.parametrize("name", PRESETS)
def test_1_7_who_turned_up_draws_nothing_for_it(name: str) -> None:
    state, events = play(dealt(f"{name} trick=duel", *HANDS, top="7H 6D 5D"), "up 4H")
    assert of(events, Drew) == [drew(1, "6D")]
    assert [len(hand) for hand in state.hands] == [3, 3, 3]


@pytest.mark.parametrize(("name", "drawer"), [("myllymatti", 1), ("myllymatti-open", 1), ("skitgubbe", 1)])
def test_1_7_both_turn_up_and_one_card_is_left(name: str, drawer: int) -> None:
    state, events = play(building(name, *HANDS, stock="7C 8C 5D"), "up up")
    assert kinds(events) == "Played Played TrickWon"
    assert (state.turn, state.trump, state.trump_drawer) == (1, None, None)
    assert state.stock == codes("5D")
    assert refused(state, "up") is Reason.STOCK_TOO_LOW
    state, _ = play(state, "4H")
    assert refused(state, "up") is Reason.STOCK_TOO_LOW
    state, _ = play(state, "TS")
    assert state.trump_drawer == drawer, "the leader of the trick must draw first"
    assert [len(hand) for hand in state.hands] == [3, 2, 2]


def test_1_7_the_leader_turns_up_the_last_but_one() -> None:
    state, _ = play(building("myllymatti", *HANDS, stock="7C 5D"), "up")
    assert refused(state, "up") is Reason.STOCK_TOO_LOW
    state, _ = play(state, "4H")
    assert state.trump_drawer == 1, "the leader had his three cards and drew nothing"


# 1.8 drawing after the trick


def test_1_8_the_leader_of_the_trick_draws_first_whoever_won_it() -> None:
    _, events = play(dealt("myllymatti", *HANDS, top="3S 3H"), "4C 8H")
    assert kinds(events) == "Played Played TrickWon Drew Drew"
    assert events[3:] == (drew(0, "3S"), drew(1, "3H"))


def test_1_8_everyone_draws_clockwise_from_the_leader() -> None:
    _, events = play(building("mattis", *HANDS, stock="3S 3H 3D 3C", leader=1), "8H TS 9D")
    assert of(events, Drew) == [drew(1, "3S"), drew(2, "3H"), drew(0, "3D")]


def test_1_8_in_a_bounce_the_two_draw_before_the_next_lead() -> None:
    state, events = play(dealt("myllymatti", *HANDS, top="3S 3H"), "4C 4H")
    assert kinds(events) == "Played Played Bounced Drew Drew"
    assert events[3:] == (drew(0, "3S"), drew(1, "3H"))
    assert held(state)[:2] == ("3S KS 9D", "3H 8H 2D")


def test_1_8_nobody_draws_in_the_middle_of_a_trick() -> None:
    state, events = play(dealt("myllymatti", *HANDS), "4C")
    assert kinds(events) == "Played"
    assert len(state.hands[0]) == 2


def test_1_8_the_trump_drawer_and_those_after_him_stay_at_two() -> None:
    state, events = play(building("myllymatti", *HANDS, stock="5D"), "4C 8H")
    assert kinds(events) == "Played Played TrickWon DrewLast"
    assert [len(hand) for hand in state.hands] == [2, 2, 3]


@pytest.mark.parametrize(("leader", "drawer", "full"), [(0, 3, {0, 1, 2}), (6, 1, {6, 7, 0})])
def test_1_8_a_drawing_round_runs_dry(leader: int, drawer: int, full: set[int]) -> None:
    hands = [f"{rank}S {rank}H {rank}D" for rank in "23456789"]
    state = building("mattis", *hands, stock="TC JC QC KC", leader=leader)
    clockwise = (*range(leader, 8), *range(leader))
    state, _ = play(state, " ".join(f"{'23456789'[seat]}S" for seat in clockwise))
    assert (state.trump_drawer, state.trump) == (drawer, Suit.CLUBS)
    assert [len(hand) for hand in state.hands] == [3 if seat in full else 2 for seat in range(8)]
    assert state.turn == 7, "the nine took it"


# 1.9 drawing at once


def test_1_9_each_play_is_replaced_before_the_next_acts() -> None:
    state, events = play(dealt("skitgubbe", *HANDS, top="3S 3H"), "4C")
    assert events == (Played(0, cards("4C"), led=True, turned_up=False), drew(0, "3S"))
    assert (state.turn, held(state)[0]) == (1, "3S KS 9D")
    state, events = play(state, "8H")
    assert kinds(events) == "Played Drew TrickWon"
    assert events[1] == drew(1, "3H")


def test_1_9_the_follower_may_lose_the_right_to_turn_up() -> None:
    state, _ = play(building("skitgubbe", *HANDS, stock="3S 3H"), "4C")
    assert refused(state, "up") is Reason.STOCK_TOO_LOW
    state, _ = play(building("myllymatti", *HANDS, stock="3S 3H"), "4C")
    assert legal(state) == "4H 8H 2D up"


def test_1_9_the_follower_may_turn_up_if_the_leader_did_with_three_left() -> None:
    state, _ = play(building("skitgubbe", *HANDS, stock="3S 3H 3D"), "up")
    assert legal(state) == "4H 8H 2D up"


def test_1_9_in_a_bounce_both_have_drawn() -> None:
    state, events = play(dealt("skitgubbe", *HANDS, top="3S 3H"), "4C 4H")
    assert kinds(events) == "Played Drew Played Drew Bounced"
    assert [len(hand) for hand in state.hands] == [3, 3, 3]


def test_1_9_everyone_at_once() -> None:
    state, events = play(dealt("mattis draw=at-once", *TIE, top="TC JC QC KC"), "9S 4S 9H 7D")
    assert kinds(events) == "Played Drew Played Drew Played Drew Played Drew Bounced"
    assert state.round == (0, 2)


# 1.10 the last card fixes trump


@pytest.mark.parametrize("name", ["myllymatti", "mattis"])
def test_1_10_shown_and_straight_to_the_won_pile(name: str) -> None:
    state, events = play(building(f"{name} trick=duel", *HANDS, stock="5D"), "4C 8H")
    assert of(events, DrewLast) == [DrewLast(0, parse_card("5D"))]
    assert (state.trump, state.trump_drawer, state.trump_card) == (Suit.DIAMONDS, 0, None)
    assert piles(state)[0] == "5D"
    assert parse_card("5D") not in state.hands[0]


def test_1_10_face_up_before_its_drawer() -> None:
    state, events = play(building("myllymatti-open", *HANDS, stock="5D"), "9D 8H")
    assert of(events, DrewLast) == [DrewLast(0, parse_card("5D"))]
    assert (state.trump, state.trump_drawer) == (Suit.DIAMONDS, 0)
    assert state.trump_card == parse_card("5D")
    assert piles(state)[0] == "8H 9D"
    assert legal(state) == "KS 4C"
    assert refused(state, "5D") is Reason.NOT_IN_HAND


def test_1_10_face_down_seen_by_nobody() -> None:
    state, events = play(building("skitgubbe", *HANDS, stock="5D"), "9D")
    assert events == (Played(0, cards("9D"), led=True, turned_up=False), DrewLast(0, None))
    assert (state.trump, state.trump_drawer) == (None, 0)
    assert state.trump_card == parse_card("5D")
    assert piles(state)[0] == ""
    state, _ = play(state, "8H")
    assert legal(state) == "KS 4C"
    assert refused(state, "5D") is Reason.NOT_IN_HAND


@pytest.mark.parametrize("name", PRESETS)
def test_1_10_two_must_draw_and_one_card_is_left(name: str) -> None:
    state, events = play(building(f"{name} trick=duel", *HANDS, stock="5D"), "4C 8H")
    assert state.trump_drawer == 0
    assert not of(events, Drew)
    assert [len(hand) for hand in state.hands] == [2, 2, 3]


@pytest.mark.parametrize("name", PRESETS)
def test_1_10_the_second_to_draw_gets_the_last_of_two(name: str) -> None:
    state, events = play(building(f"{name} trick=duel", *HANDS, stock="7C 5D"), "4C 8H")
    assert of(events, Drew) == [drew(0, "7C")]
    assert (state.trump_drawer, len(state.stock)) == (1, 0)


def test_1_10_trump_is_fixed_in_the_middle_of_a_trick_when_drawing_at_once() -> None:
    state, _ = play(building("myllymatti draw=at-once", *HANDS, stock="5D"), "4C")
    assert (state.turn, state.trump, state.trump_drawer) == (1, Suit.DIAMONDS, 0)


# 1.11, 1.12 the end


def test_1_11_play_goes_on_with_hand_cards() -> None:
    state = building("myllymatti", "9S 2S", "8H 3H", "4D 3D", last="7C", drawer=2)
    state, events = play(state, "9S 8H")
    assert kinds(events) == "Played Played TrickWon"
    assert (state.phase, state.turn, legal(state)) == (Phase.BUILDING, 0, "2S")


@pytest.mark.parametrize("name", ["myllymatti", "myllymatti-open", "skitgubbe"])
def test_1_12_duel_ends_when_who_is_to_lead_has_no_card(name: str) -> None:
    state, events = play(building(name, "9S", "8H 2H", "4D 3D", last="7C", drawer=2), "9S 8H")
    assert of(events, SheddingBegan) == [SheddingBegan(2 if name != "myllymatti-open" else 0, Suit.CLUBS)]
    assert state.phase is Phase.SHEDDING


def test_1_12_duel_ends_without_a_lead_that_could_not_be_answered() -> None:
    state, events = play(building("myllymatti", "9S 2S", "8H", "4D 3D", last="7C", drawer=2), "9S 8H")
    assert state.phase is Phase.SHEDDING
    assert of(events, LeftOver)[0] == LeftOver(0, 1, True, cards("2S"))


def test_1_12_duel_asks_only_the_two_who_are_due() -> None:
    state, _ = play(building("myllymatti", "9S 2S", "8H 3H", "", last="7C", drawer=2), "9S 8H")
    assert (state.phase, state.turn) == (Phase.BUILDING, 0)
    state, _ = play(state, "2S 3H")
    assert state.phase is Phase.SHEDDING, "seat 2 was to follow"


def test_1_12_everyone_ends_when_somebody_has_no_card_after_a_trick() -> None:
    state = building("mattis", "9S 2S", "8H 3H", "4D", last="7C", drawer=2)
    state, _ = play(state, "9S 8H")
    assert state.phase is Phase.BUILDING
    state, events = play(state, "4D")
    assert of(events, TrickWon) == [TrickWon(0, cards("9S 8H 4D"))]
    assert state.phase is Phase.SHEDDING


# 1.13, 1.14 what becomes the hand


def test_1_13_a_bounce_at_the_very_end_goes_back_all_layers() -> None:
    state = building("myllymatti", "9S 4S", "9H 4H", "JD TD", won=("2C 3C", "5C", ""), last="7C", drawer=2)
    state, events = play(state, "9S 9H 4S 4H")
    assert (
        kinds(events)
        == "Played Played Bounced Played Played Bounced Returned Returned LeftOver SheddingBegan"
    )
    assert of(events, Returned) == [Returned(0, cards("9S 4S")), Returned(1, cards("9H 4H"))]
    assert held(state)[:2] == ("4S 9S 2C 3C", "4H 9H 5C")
    assert lying(state) == ""


def test_1_13_a_bounce_that_only_the_follower_cannot_go_on_with() -> None:
    state = building("skitgubbe", "9S 4S", "9H", "JD TD", won=("2C",), last="7C", drawer=2)
    state, events = play(state, "9S 9H")
    assert of(events, Returned) == [Returned(0, cards("9S")), Returned(1, cards("9H"))]
    assert held(state)[:2] == ("4S 9S 2C", "9H")
    assert capturers(state) == [0], "cards that came back are no capture"


def test_1_13_a_tie_of_everyone_goes_back_all_rounds() -> None:
    state = building("mattis", "9S 4S", "9H 4H", "JD TD", last="7C", drawer=2, leader=1)
    state, events = play(state, "9H TD 9S")
    assert not of(events, Bounced), "the ten took it"
    state = building("mattis", "9S 4S", "9H 4H", "8D 7D", last="7C", drawer=2, leader=1)
    state, events = play(state, "9H 7D 9S 4H 4S")
    assert of(events, Returned) == [
        Returned(0, cards("9S 4S")),
        Returned(1, cards("9H 4H")),
        Returned(2, cards("7D")),
    ]


@pytest.mark.parametrize(
    ("name", "exposed"),
    [("myllymatti", True), ("mattis", False), ("myllymatti-open", True), ("skitgubbe", False)],
)
def test_1_14_won_pile_leftovers_and_trump_card_are_the_hand(name: str, exposed: bool) -> None:
    state = building(
        f"{name} trick=duel", "9S", "8H 2H", "4D 3D", won=("5C", "6C", "KC"), last="7C", drawer=1
    )
    state, events = play(state, "9S 8H")
    assert held(state)[:2] == ("9S 8H 5C", "2H 6C 7C")
    assert cards("4D 3D KC") & ~state.hands[2] == 0
    assert sum(map(len, state.hands)) == 52
    assert of(events, LeftOver) == [
        LeftOver(1, 1, exposed, cards("2H")),
        LeftOver(2, 2, exposed, cards("4D 3D")),
    ]
    assert piles(state) == ("", "", "")
    assert (state.trump, state.trump_card) == (Suit.CLUBS, None)


def test_1_14_only_the_face_down_card_is_turned_up_when_phase_2_starts() -> None:
    for name in PRESETS:
        state = building(f"{name} trick=duel", "9S", "8H 2H", "4D 3D", last="7C", drawer=1)
        _, events = play(state, "9S 8H")
        turned = [TrumpTurned(1, parse_card("7C"))] if name == "skitgubbe" else []
        assert of(events, TrumpTurned) == turned


def test_1_14_a_last_card_drawn_with_the_last_play_is_in_the_hand_too() -> None:
    state = building("skitgubbe trick=everyone", "9S", "8H", stock="7C")
    state, events = play(state, "9S 8H")
    assert kinds(events) == "Played DrewLast Played TrickWon TrumpTurned SheddingBegan"
    assert held(state)[0] == "9S 8H 7C"


def test_blamattis_captured_no_trick() -> None:
    """Leftovers, the trump card and cards that came back are no captures."""
    state = building("mattis", "9S 4S", "8H 4H", "2D 3D", last="7C", drawer=1)
    state, events = play(state, "9S 8H 2D")
    assert capturers(state) == [0]
    state, events = play(state, "4S 4H 3D")
    assert of(events, Returned)
    assert capturers(state) == [0]
    assert held(state)[1] == "4H 7C"


def every_trick_bounces() -> tuple[State, str]:
    """Two players who draw the same ranks all the time: no trick of phase 1 is ever decided."""
    deck = sorted(DECK, key=lambda card: (card.rank, card.suit))
    names = [str(card) for card in deck[:51]]  # the last one fixes trump
    return deal(PRESETS["myllymatti-open"], 2, deck), " ".join(names[:50])


def test_2_1_no_trick_was_ever_decided() -> None:
    """The engine's choice where the rules are silent: the winner of the last decided trick is seat 0."""
    state, score = every_trick_bounces()
    state, events = play(state, score)
    assert not of(events, TrickWon)
    assert [len(back.cards) for back in of(events, Returned)] == [25, 25]
    assert of(events, SheddingBegan) == [SheddingBegan(0, Suit.CLUBS)]
    assert state.trump_drawer == 1
    assert state.turn == 0
    assert [len(hand) for hand in state.hands] == [26, 26]
    assert capturers(state) == []


# 2.1, 2.7, 2.8 as phase 2 begins


def test_2_1_the_follower_who_won_the_last_decided_trick_leads() -> None:
    state = building("myllymatti-open", "8S", "9H 2H", "4D 2D", last="7C", drawer=0)
    state, events = play(state, "8S 9H 2H 2D")
    assert of(events, TrickWon) == [TrickWon(1, cards("8S 9H"))]
    assert of(events, SheddingBegan) == [SheddingBegan(1, Suit.CLUBS)]


def test_2_1_who_leads_first_is_the_drawer_or_the_last_winner() -> None:
    for name, leader in [("myllymatti", 2), ("mattis", 2), ("myllymatti-open", 0), ("skitgubbe", 2)]:
        state = building(f"{name} trick=duel", "9S 2S", "8H", "4D 3D", last="7C", drawer=2)
        state, events = play(state, "9S 8H")
        assert of(events, SheddingBegan) == [SheddingBegan(leader, Suit.CLUBS)]
        assert state.turn == leader


def test_2_1_winner_of_the_last_decided_trick_though_a_bounce_came_after() -> None:
    state = building("myllymatti-open", "9S 2S", "8H 2H", "4D 3D", last="7C", drawer=2, leader=0)
    state, events = play(state, "9S 8H 2S 2H")
    assert of(events, Returned)
    assert state.turn == 0


@pytest.mark.parametrize(
    ("name", "out"),
    [("myllymatti", (1, 2, 3)), ("skitgubbe", (1, 2, 3)), ("mattis", ()), ("myllymatti-open", ())],
)
def test_2_8_who_holds_no_card_as_phase_2_starts_is_out_or_stays(name: str, out: tuple[int, ...]) -> None:
    """The engine's choice where the rules are silent: they go out in seat order."""
    state = building(f"{name} trick=duel", "9S", "8H", "", "", "4D", last="7C", drawer=4)
    state, events = play(state, "9S 8H")
    assert state.out == out
    assert of(events, WentOut) == [WentOut(seat, place) for place, seat in enumerate(out, start=1)]
    assert state.still_in == CardSet.of({0, 1, 2, 3, 4} - set(out))
    assert state.size == 5 - len(out)


def test_2_1_the_first_lead_passes_on_from_a_seat_without_cards() -> None:
    state = building("myllymatti-open", "9S", "9H", "", "4D", last="7C", drawer=0)._replace(last_winner=2)
    state, events = play(state, "9S 9H")
    assert of(events, SheddingBegan) == [SheddingBegan(3, Suit.CLUBS)]
    assert state.turn == 3


@pytest.mark.parametrize("name", ["myllymatti", "skitgubbe"])
def test_2_7_only_one_is_in_when_phase_2_begins(name: str) -> None:
    state, events = play(building(name, "8S", "9H", last="7C", drawer=1), "8S 9H")
    assert events[-3:] == (SheddingBegan(None, Suit.CLUBS), WentOut(0, 1), Lost(1))
    assert (state.phase, state.turn, state.loser) == (Phase.OVER, None, 1)
    assert legal(state) == ""
    assert refused(state, "7C") is Reason.GAME_OVER


# refusals


@pytest.mark.parametrize("name", PRESETS)
def test_refused_in_phase_1(name: str) -> None:
    state, _ = play(dealt(name, *HANDS), "9D")
    assert refused(state, "9D") is Reason.NOT_IN_HAND
    assert refused(state, "TS") is Reason.NOT_IN_HAND
    assert refused(state, "take") is Reason.NO_PICKING_UP
    assert refused(state, "7H-9H") is Reason.NO_RUNS_YET
