"""The rule of the sweep, clause by clause (`docs/rules/sweep.md`)."""

from __future__ import annotations

from engine import Event, Phase, State, Sweep, legal_moves
from engine.events import Lost, Omen, SweepNear, Swept, TrickDone, WentOut
from tests.engine.table import cards, due, held, kinds, legal, lying, of, play, seats_in, shedding

CYCLE = "QD take 7D take QD take 7D take QD take 7D take"
"""5D lies on the table, no trumps are left, and 7D and QD wander through three hands."""


def round_and_round() -> State:
    """Seat 2 has led 5D and nobody has a choice, for seat 0 holds QD, seat 2 holds 7D."""
    game = "myllymatti free_pick_up=no"
    return play(shedding(game, "QD 2C", "3C 2H", "5D 7D 4C", leader=2), "5D")[0]


def omens(events: tuple[Event, ...]) -> list[Omen]:
    return [near.omen for near in of(events, SweepNear)]


def told(state: State, score: str) -> tuple[State, dict[int, list[Omen]]]:
    """What the table is told of after which action of the score."""
    happened: dict[int, list[Omen]] = {}
    for number, word in enumerate(score.split(), start=1):
        state, events = play(state, word)
        if omens(events):
            happened[number] = omens(events)
    return state, happened


# 3.1 the same position


def test_3_1_the_twelve_actions_are_forced_and_come_round() -> None:
    state = round_and_round()
    before = state
    for word in CYCLE.split():
        assert legal(state) == word
        state, _ = play(state, word)
    assert (state.hands, state.table, state.turn) == (before.hands, before.table, before.turn)


def test_3_1_the_twelve_action_cycle_is_swept() -> None:
    state, events = play(round_and_round(), f"{CYCLE} {CYCLE}")
    assert state.sweep is Sweep.DUE
    assert not of(events, Swept)
    gone = state.gone
    state, events = play(state, "QD")
    assert kinds(events) == "Played Swept"
    assert of(events, Swept) == [Swept(cards("5D QD"), 1)]
    assert state.gone == gone | cards("5D QD")
    assert (state.turn, lying(state), state.size, state.sweep) == (1, "", 3, Sweep.FAR)
    assert held(state) == ("2C", "2H 3C", "7D 4C")


def test_3_2_told_at_the_second_time_and_when_due_and_no_more() -> None:
    _, happened = told(round_and_round(), f"{CYCLE} {CYCLE} QD")
    assert happened == {12: [Omen.SECOND_TIME], 24: [Omen.DUE]}


CIRCLE = "9D take 9C take 9H take 9C take 9H take 9D take 9H take 9D take 9C take"
"""Everybody leads one of three nines, none can be beaten: eighteen actions and all is as it was."""


def test_3_1_the_position_as_phase_2_begins_is_the_first() -> None:
    state = shedding("myllymatti", "9D 2C", "9H 3C", "9C 4D")
    after, happened = told(state, f"{CIRCLE} {CIRCLE}")
    assert (after.hands, after.turn) == (state.hands, state.turn)
    assert happened == {18: [Omen.SECOND_TIME], 36: [Omen.DUE]}


def test_3_1_the_position_as_a_card_left_the_game_is_the_first() -> None:
    state, events = play(
        shedding("myllymatti", "9D 2C 7S", "9H 3C 5S", "9C 4D 6S", leader=1, trump="H"), "5S 6S 7S"
    )
    assert of(events, TrickDone) == [TrickDone(cards("5S 6S 7S"), 0)]
    _, happened = told(state, f"{CIRCLE} {CIRCLE}")
    assert happened == {18: [Omen.SECOND_TIME], 36: [Omen.DUE]}


def test_3_1_the_same_whoever_made_the_plays() -> None:
    state, _ = play(shedding("myllymatti", "5D QD 4C 6C", "3C 3H", "2H 2C"), "5D")
    around = "take 2C 6C take take 4C 6C take take 3H take QD take 3H take QD take 3H take 6C take 5D QD take"
    after, happened = told(state, around)
    assert (lying(state), lying(after)) == ("0:5D", "1:5D")
    assert (after.hands, after.turn, after.still_in, after.size) == (
        state.hands,
        state.turn,
        state.still_in,
        state.size,
    )
    assert happened == {24: [Omen.SECOND_TIME]}


def test_3_1_another_size_is_another_position() -> None:
    """5D was led by a fourth seat that went out: size 4. Come back to the same place it is of size 3."""
    state, _ = play(shedding("myllymatti", "9C 2C", "2H 9H", "9S 2S", "5D", leader=3, trump="H"), "5D")
    assert (state.size, seats_in(state)) == (4, (0, 1, 2))
    around = "take 2H take 5D take 2H take 5D take 2H take 5D"
    after, happened = told(state, around)
    assert (lying(after), after.turn, after.hands) == ("2:5D", state.turn, state.hands)
    assert after.size == 3
    assert happened == {}
    after, happened = told(after, "take")
    assert happened == {1: [Omen.SECOND_TIME]}, "5D in the hand of seat 0 has been before"


def test_3_1_a_card_that_leaves_the_game_begins_it_anew() -> None:
    state, _ = play(round_and_round(), f"{CYCLE} {CYCLE} QD")
    assert len(state.history) == 1
    state, _ = play(shedding("myllymatti", "5D 2C", "7D 3C", "9D 4C"), "5D 7D 9D")
    assert len(state.history) == 1


def test_3_1_stays_due_through_pick_ups_and_a_lead_is_swept_too() -> None:
    state, _ = play(round_and_round(), f"{CYCLE} {CYCLE}")
    free = state._replace(rules=shedding("myllymatti", "2S", "3S").rules)
    state, events = play(free, "take")
    assert (state.sweep, state.turn, lying(state)) == (Sweep.DUE, 1, "")
    assert omens(events) == [], "it has been told"
    state, events = play(state, "3C")
    assert of(events, Swept) == [Swept(cards("3C"), 2)]
    assert (state.turn, state.sweep) == (2, Sweep.FAR)


def test_3_2_a_sweep_that_is_due_is_not_told_again() -> None:
    """Seat 0 comes to face 5D for the third time, and picking it up is the third time of that too."""
    around = "take 3H take 5D take 3H take 5D take 3H take 5D"
    state = shedding("myllymatti", "5D 2C", "8D 3C 3H", "7D 2H 4C")
    state, happened = told(state, f"5D 8D take {around} {around}")
    assert happened == {15: [Omen.SECOND_TIME], 27: [Omen.DUE]}
    state, happened = told(state, "take")
    assert (state.sweep, happened) == (Sweep.DUE, {})


# 3.1 twenty-four actions for each


def leads_and_pick_ups(seats: str, own: dict[str, str], leads: int) -> str:
    """Leads and pick-ups by turns: each of `seats` in its turn leads the next card of its own suit."""
    queues = {seat: iter("23456789TJQKA") for seat in own}
    words = []
    for number in range(leads):
        seat = seats[number % len(seats)]
        words.append(f"{next(queues[seat])}{own[seat]} take")
    return " ".join(words)


def three_long_suits() -> State:
    ranks = "23456789TJQKA"
    return shedding("myllymatti", *(" ".join(rank + suit for rank in ranks) for suit in "SHD"), trump="C")


def test_3_1_after_24_actions_for_each_a_sweep_is_due() -> None:
    score = leads_and_pick_ups("021", {"0": "S", "2": "D", "1": "H"}, 36)
    state, happened = told(three_long_suits(), score)
    assert happened == {70: [Omen.LAST_ROUND], 72: [Omen.DUE]}
    assert state.turn == 0
    state, events = play(state, "AS")
    assert of(events, Swept) == [Swept(cards("AS"), 1)]


def test_3_1_not_before_24_actions_for_each() -> None:
    score = leads_and_pick_ups("021", {"0": "S", "2": "D", "1": "H"}, 35)
    state, happened = told(three_long_suits(), score)
    assert (state.sweep, happened) == (Sweep.NEAR, {70: [Omen.LAST_ROUND]})
    state, events = play(state, "KH")
    assert of(events, Swept) == []


def twenty_and_twenty() -> State:
    """Seats 0 and 2 hold twenty cards each and lead by turns, seats 1 and 3 pick up."""
    zero = " ".join(rank + "S" for rank in "23456789TJQKA") + " 2H 3H 4H 5H 6H 7H 8H"
    two = " ".join(rank + "D" for rank in "23456789TJQKA") + " 2C 3C 4C 5C 6C 7C 8C"
    return shedding("myllymatti", zero, "KH AH", two, "KC AC", trump="C")


def test_3_1_counted_for_each_player_now_in() -> None:
    """76 actions are no 96, but as the first of four goes out they are more than 72."""
    spades, diamonds = ([f"{rank}{suit}" for rank in "23456789TJQKA"] for suit in "SD")
    spades += [f"{rank}H" for rank in "2345678"]
    diamonds += [f"{rank}C" for rank in "2345678"]
    pairs = zip(spades[:19], diamonds[:19], strict=True)
    state, happened = told(twenty_and_twenty(), " ".join(f"{one} take {two} take" for one, two in pairs))
    assert happened == {}
    state, events = play(state, "8H")
    assert kinds(events) == "Played WentOut SweepNear"
    assert (omens(events), lying(state), state.turn) == ([Omen.DUE], "0:8H", 1)
    state, events = play(state, "KH")
    assert of(events, Swept) == [Swept(cards("8H KH"), 2)]


def test_3_1_going_out_does_not_begin_the_count_anew() -> None:
    """Seat 0 goes out with the 61st action; with three in, 72 are enough."""
    spades, diamonds = ([f"{rank}{suit}" for rank in "23456789TJQKA"] for suit in "SD")
    spades, diamonds = [*spades, "2H", "3H"], [*diamonds, "2C", "3C"]
    hands = (" ".join([*spades, "4H"]), "KH AH", " ".join([*diamonds, "4C", "5C", "6C"]), "KC AC")
    pairs = zip(spades, diamonds, strict=True)
    score = " ".join(f"{one} take {two} take" for one, two in pairs)
    score += " 4H take 4C take KH take KC take 5C take AH take"
    state, happened = told(shedding("myllymatti", *hands, trump="C"), score)
    assert seats_in(state) == (1, 2, 3)
    assert happened == {70: [Omen.LAST_ROUND], 72: [Omen.DUE]}


# 3.1 when there is no sweep after all


def test_3_1_no_sweep_if_the_play_completes_the_trick() -> None:
    state, _ = play(shedding("myllymatti", "5D 2C", "7D 3C", "9D 4C"), "5D 7D")
    state, events = play(due(state), "9D")
    assert kinds(events) == "Played TrickDone"
    assert of(events, TrickDone) == [TrickDone(cards("5D 7D 9D"), 2)]
    assert state.sweep is Sweep.FAR


def test_3_1_no_sweep_if_the_play_leaves_two_in() -> None:
    state, _ = play(shedding("myllymatti", "5D 2C", "7D", "9D 4C"), "5D")
    state, events = play(due(state), "7D")
    assert kinds(events) == "Played WentOut"
    assert (lying(state), state.turn, state.sweep) == ("0:5D 1:7D", 2, Sweep.FAR)
    assert state.history == ()
    assert legal(state) == "9D take"


def test_3_1_no_sweep_if_the_play_ends_the_game() -> None:
    state = due(shedding("myllymatti", "5D", "7D 3C"))
    state, events = play(state, "5D")
    assert of(events, Lost) == [Lost(1)]
    assert (lying(state), state.phase) == ("0:5D", Phase.OVER)


def test_3_1_swept_with_the_last_card_of_one_of_four() -> None:
    state, _ = play(shedding("myllymatti", "5D 2C", "7D", "9D 4C", "TD 6C"), "5D")
    state, events = play(due(state), "7D")
    assert kinds(events) == "Played WentOut Swept"
    assert of(events, WentOut) == [WentOut(1, 1)]
    assert of(events, Swept) == [Swept(cards("5D 7D"), 2)]
    assert (state.turn, state.size, seats_in(state)) == (2, 3, (0, 2, 3))


def test_3_1_the_lead_after_a_sweep_passes_on_from_a_seat_without_cards() -> None:
    state, events = play(due(shedding("mattis", "5D 2C", "", "4C 5C")), "5D")
    assert of(events, Swept) == [Swept(cards("5D"), 2)]
    assert state.turn == 2


def test_3_1_a_run_is_swept_whole() -> None:
    state, _ = play(shedding("mattis", "5D 6D 2C", "7D 8D 3C", "9D 4C"), "5D-6D")
    _, events = play(due(state), "7D-8D")
    assert of(events, Swept) == [Swept(cards("5D 6D 7D 8D"), 2)]


def test_3_1_no_sweep_between_two_players() -> None:
    """The leader leads again and again, the follower picks up: there is no cycle."""
    state = shedding("myllymatti", "2D 3D 4D 5D 6D", "2C 3C")
    state, events = play(state, "2D take 3D take 4D take 5D take 6D")
    assert (state.sweep, state.history, omens(events)) == (Sweep.FAR, (), [])
    assert state.loser == 1


def test_3_1_every_cycle_of_always_beating_players_is_left() -> None:
    """From where it stands the twelve-action cycle is played to the loser."""
    state, shed = round_and_round(), 0
    while state.turn is not None:
        state, _ = play(state, str(legal_moves(state)[0]))
        shed += 1
        assert shed < 52 * (25 * 3 + 1)
    assert state.loser is not None
