"""What a seat may know: by clause, and by rearranging whatever it may not know (invariant 3)."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import (
    PRESETS,
    CardSet,
    Event,
    IllegalMove,
    PlayerView,
    Seat,
    State,
    Sweep,
    apply,
    legal_moves,
    redact,
    view,
)
from engine.cards import ALL
from engine.state import Play
from tests.engine.chance import PRESETS_AND_SEATS, WAYS, Game, Step, games, quick
from tests.engine.knowing import (
    Observer,
    cards_in,
    known_to,
    public_after,
    readers,
    rearranged,
    with_others,
)
from tests.engine.table import building, cards, codes, dealt, play, shedding

HANDS = ("4C 9D KS", "4H 8H 2D", "TS JS QS")


# by clause


def test_reader_sees_his_own_hand_and_how_many_others_hold() -> None:
    state = dealt("skitgubbe", *HANDS)
    assert view(state, 1).hand == cards("4H 8H 2D")
    assert view(state, None).hand == 0
    assert view(state, 1).counts == (3, 3, 3)
    assert view(state, 1).stock == 43
    assert view(state, 1).seen == (0, 0, 0)


def test_only_who_is_to_act_sees_moves() -> None:
    state, _ = play(dealt("skitgubbe", *HANDS), "4C")
    assert view(state, 1).moves == legal_moves(state)
    assert view(state, 0).moves == view(state, 2).moves == view(state, None).moves == ()


def test_what_lies_open_is_the_same_for_all() -> None:
    state, _ = play(dealt("myllymatti", *HANDS), "4C")
    for reader in readers(state):
        seen = view(state, reader)
        assert (seen.seat, seen.rules, seen.seats, seen.turn) == (reader, PRESETS["myllymatti"], 3, 1)
        assert seen.table == (Play(0, cards("4C")),)
        assert (seen.leader, seen.round, seen.played) == (0, (0, 1), 1)
        assert (seen.still_in, seen.out, seen.loser, seen.sweep) == ((0, 1, 2), (), None, Sweep.FAR)


@pytest.mark.parametrize("seat", [-1, 3, 8])
def test_there_is_no_view_for_a_seat_that_is_none(seat: Seat) -> None:
    with pytest.raises(ValueError, match=str(seat)):
        view(dealt("skitgubbe", *HANDS), seat)


@pytest.mark.parametrize("name", ["myllymatti", "mattis"])
def test_1_10_a_last_card_shown_is_known_to_lie_in_its_drawer_s_pile(name: str) -> None:
    state, _ = play(building(f"{name} trick=duel", *HANDS, stock="5D"), "4C 8H")
    for reader in readers(state):
        seen = view(state, reader)
        assert (str(seen.trump), seen.trump_drawer, seen.trump_card) == ("D", 0, None)
        assert seen.seen[0] == cards("5D")


def test_1_10_a_last_card_face_up_is_seen_by_all() -> None:
    state, _ = play(building("myllymatti-open", *HANDS, stock="5D"), "4C 8H")
    for reader in readers(state):
        seen = view(state, reader)
        assert (str(seen.trump), seen.trump_drawer, seen.trump_card) == ("D", 0, *codes("5D"))


def test_1_10_a_last_card_face_down_is_seen_by_nobody_its_drawer_included() -> None:
    state, _ = play(building("skitgubbe", *HANDS, stock="5D"), "4C 8H")
    for reader in readers(state):
        seen = view(state, reader)
        assert (seen.trump, seen.trump_drawer, seen.trump_card) == (None, 0, None)
        assert codes("5D")[0] not in set(cards_in(seen))


def test_1_10_the_face_down_card_is_known_once_phase_2_has_started() -> None:
    state = building("skitgubbe", "9S", "8H 2H", "4D 3D", last="7C", drawer=2)
    state, _ = play(state, "9S 8H")
    assert all(codes("7C")[0] in view(state, reader).seen[2] for reader in readers(state))
    assert str(view(state, None).trump) == "C"


def test_1_15_the_sizes_of_won_piles_are_public_and_their_cards_were_seen() -> None:
    state, _ = play(dealt("myllymatti", *HANDS), "9D 8H KS 2D")
    for reader in readers(state):
        assert view(state, reader).won == (4, 0, 0)
        assert view(state, reader).seen == (cards("9D 8H KS 2D"), 0, 0)
        assert view(state, reader).captors == (0,)


@pytest.mark.parametrize(("name", "seen"), [("myllymatti", "2H"), ("skitgubbe", ""), ("mattis", "")])
def test_1_14_leftover_hands_are_seen_where_they_are_exposed(name: str, seen: str) -> None:
    state = building(f"{name} trick=duel", "9S", "8H 2H", "4D 3D", last="7C", drawer=2)
    state, _ = play(state, "9S 8H")
    assert view(state, None).seen[1] == cards(seen)
    assert view(state, 0).seen[1] == cards(seen)
    assert view(state, 1).seen[1] == cards("2H"), "his own"


def test_2_2_an_unseen_leftover_is_known_once_it_was_played_and_picked_up() -> None:
    state = shedding("skitgubbe", "5D 2C", "7D 3C", "9D 4C", unseen="5D 2C")
    assert view(state, 2).seen[0] == 0
    state, _ = play(state, "5D take")
    assert state.hands[1] == cards("5D 7D 3C")
    for reader in readers(state):
        assert view(state, reader).seen[1] == cards("5D 7D 3C"), f"all saw 5D go to seat 1, {reader} too"


def test_phase_2_shows_what_is_gone_and_who_is_out() -> None:
    state = shedding("myllymatti", "5D", "7D 3C", "9D 4C", "2H 3H")
    gone = state.gone
    state, _ = play(state, "5D 7D 9D take")
    seen = view(state, None)
    assert (seen.out, seen.still_in, seen.size, seen.gone) == ((0,), (1, 2, 3), 4, gone)


# no leak: rearrange every card that is hidden from the reader


def public_steps(game: Game) -> list[tuple[Step, int, int]]:
    """The moves of a game, each with what all have seen before and after it."""
    public, steps = 0, []
    for step in game.steps():
        after = public_after(step, public)
        steps.append((step, public, after))
        public = after
    return steps


def some(game: Game, number: int) -> list[tuple[Step, int, int]]:
    """So many moves of a game, those about the end of phase 1 among them."""
    steps = public_steps(game)
    ends = [place for place, (step, _, _) in enumerate(steps) if step.before.phase is not step.after.phase]
    near = {place for end in ends for place in range(end - 5, end + 3) if 0 <= place < len(steps)}
    rng = random.Random(game.deck_seed)
    return [
        steps[place] for place in sorted({*near, *rng.sample(range(len(steps)), min(number, len(steps)))})
    ]


def same(one: PlayerView, other: PlayerView) -> bool:
    return one == other and repr(one) == repr(other)


def check_view(state: State, public: int, reader: Seat | None, rng: random.Random) -> None:
    hidden = ALL & ~known_to(reader, state, public)
    seen = view(state, reader)
    assert not [card for card in cards_in(seen) if card.mask & hidden], "no hidden card occurs"
    other = with_others(state, rearranged(hidden, rng))
    assert same(view(other, reader), seen)


def check_move(step: Step, public: int, reader: Seat | None, rng: random.Random) -> None:
    """Rearrange what is hidden before and after the move: it is told in the same words."""
    hidden = ALL & ~known_to(reader, step.after, public)
    told = [redact(event, reader) for event in step.events]
    assert not [card for event in told for card in cards_in(event) if card.mask & hidden]
    after, events = other_move(step, hidden, rng)
    others = [redact(event, reader) for event in events]
    assert [(type(event), event) for event in others] == [(type(event), event) for event in told]
    assert repr(others) == repr(told)
    assert same(view(after, reader), view(step.after, reader))


def other_move(step: Step, hidden: int, rng: random.Random) -> tuple[State, tuple[Event, ...]]:
    """The same move with other hidden cards.

    Where only who cannot beat may pick up, a pick-up tells something about the hand: that hand stays.
    """
    try:
        return apply(with_others(step.before, rearranged(hidden, rng)), step.move)
    except IllegalMove:
        assert str(step.move) == "take"
        assert step.before.turn is not None
        hidden &= ~step.before.hand_masks[step.before.turn]
        return apply(with_others(step.before, rearranged(hidden, rng)), step.move)


def check_no_leak(game: Game, number: int) -> None:
    rng = random.Random(game.deck_seed)
    check_view(game.begin(), 0, rng.choice(readers(game.begin())), rng)
    for step, before, after in some(game, number):
        for reader in readers(step.before):
            check_view(step.before, before, reader, rng)
            check_move(step, after, reader, rng)
            check_view(step.after, after, reader, rng)


@pytest.mark.parametrize(("name", "seats"), PRESETS_AND_SEATS)
def test_no_leak_in_any_preset(name: str, seats: int) -> None:
    check_no_leak(Game(PRESETS[name], seats, 7 * seats, WAYS[seats % 2]), 10)


@quick(15)
@given(games())
def test_no_leak_with_any_rules(game: Game) -> None:
    check_no_leak(game, 8)


@quick(10)
@given(games(), st.integers(0, 7))
def test_rearranging_reaches_every_hidden_place(game: Game, seed: int) -> None:
    """The check itself: what is rearranged are other hands, the stock and its last card."""
    state = game.begin()
    other = with_others(state, rearranged(ALL & ~state.hand_masks[0], random.Random(seed)))
    assert other.hands[0] == state.hands[0]
    assert other.hands[1:] != state.hands[1:] or other.stock != state.stock
    assert sorted(other.deck) == sorted(state.deck)


# what a perfect memory knows


def check_memory(game: Game) -> None:
    state = game.begin()
    observers = [
        Observer(reader, game.rules, game.seats, view(state, reader).hand) for reader in readers(state)
    ]
    for step in game.steps():
        for observer in observers:
            for event in step.events:
                observer.hear(redact(event, observer.reader))
            compare(observer, view(step.after, observer.reader), f"{observer.reader} after {step.number}")


def compare(observer: Observer, seen: PlayerView, when: str) -> None:
    assert list(seen.unbeaten) == observer.unbeaten, when
    assert list(seen.seen) == observer.seen, f"{when}: {[str(CardSet(known)) for known in observer.seen]}"
    assert seen.hand == observer.hand, when
    assert (list(seen.counts), list(seen.won), seen.stock) == (
        observer.counts,
        observer.won,
        observer.stock,
    ), when
    assert list(seen.table) == observer.table, when
    assert seen.gone == observer.gone, when
    assert list(seen.out) == observer.out, when
    assert set(seen.captors) == observer.captors, when


@pytest.mark.parametrize(("name", "seats"), PRESETS_AND_SEATS)
def test_seen_is_what_the_told_events_say_in_any_preset(name: str, seats: int) -> None:
    check_memory(Game(PRESETS[name], seats, 11 * seats, WAYS[seats % 2]))


@quick(8)
@given(games())
def test_seen_is_what_the_told_events_say_with_any_rules(game: Game) -> None:
    check_memory(game)
