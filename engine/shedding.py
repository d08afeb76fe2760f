"""Phase 2, getting rid of it: which plays are legal and what each does. Clauses as in `docs/rules`."""

from __future__ import annotations

from typing import Final

from engine.cards import DECK, CardSet, suit_mask
from engine.errors import Reason
from engine.events import (
    Event,
    Lost,
    Omen,
    PickedUp,
    Played,
    SheddingBegan,
    SweepNear,
    Swept,
    TrickDone,
    WentOut,
)
from engine.moves import PICK_UP, Move, PickUp, PlayCard, PlayRun, TurnUp, plays
from engine.rules import LAST, FirstLead
from engine.state import (
    DUE,
    FAR,
    NEAR,
    OVER,
    SHEDDING,
    TURN,
    Play,
    Position,
    Seat,
    State,
    Sweep,
    next_in,
)

ACTIONS_EACH: Final = 24
"""After as many actions for each player now in, without a card leaving the game, a sweep is due (3.1)."""

BEATERS: Final = tuple(
    tuple(
        suit_mask(card.suit) & -(2 << card) | (0 if card.suit is trump else suit_mask(trump)) for card in DECK
    )
    for trump in map(type(DECK[0].suit), range(4))
)
"""`BEATERS[trump][card]`: the cards that beat `card`, higher ones of its suit and trumps (2.2)."""


def playable(state: State, seat: Seat) -> int:
    """2.1 A lead is free; 2.2, 2.3 an answer must be above the highest card of the last play."""
    hand = state.hand_masks[seat]
    if not state.table or state.trump is None:
        return hand
    return hand & BEATERS[state.trump][state.table[-1].cards.bit_length() - 1]


def may_pick_up(state: State, seat: Seat) -> bool:
    """2.2 Who cannot beat picks up; who can may do so where the rules leave it free."""
    return bool(state.table) and (state.rules.free_pick_up or not playable(state, seat))


def legal_moves(state: State, seat: Seat) -> tuple[Move, ...]:
    """2.1-2.3 Cards and runs that may be played, then picking up."""
    cards = playable(state, seat)
    moves = plays(cards, state.rules.runs)
    return (*moves, PICK_UP) if state.table and (state.rules.free_pick_up or not cards) else moves


def refusal(state: State, seat: Seat, move: Move) -> Reason | None:
    """Why the move is illegal, or None if it is legal."""
    match move:
        case PlayCard():
            return None if move.cards & playable(state, seat) else _why_not(state, seat, move.cards)
        case PickUp():
            if may_pick_up(state, seat):
                return None
            return Reason.CAN_BEAT if state.table else Reason.NOTHING_TO_PICK_UP
        case PlayRun():
            if not state.rules.runs:
                return Reason.NO_RUNS
            return _why_not(state, seat, move.cards) if move.cards & ~playable(state, seat) else None
        case TurnUp():
            return Reason.NO_TURNING_UP


def _why_not(state: State, seat: Seat, mask: int) -> Reason:
    return Reason.NOT_IN_HAND if mask & ~state.hand_masks[seat] else Reason.DOES_NOT_BEAT


def begin(state: State, events: list[Event]) -> State:
    """2.1 The first lead; seats without a card are out (in seat order) or stay in (2.8)."""
    assert state.trump is not None
    assert state.trump_drawer is not None
    hands, still_in, seats = state.hand_masks, state.still_in, state.seats
    out = () if state.rules.empty_stays else tuple(seat for seat in range(seats) if not hands[seat])
    for seat in out:
        still_in ^= 1 << seat
    alone = still_in.bit_count() == 1
    first = state.trump_drawer if state.rules.first_lead is FirstLead.DRAWER else state.last_winner
    leader = who_leads(first, hands, still_in)
    events.append(SheddingBegan(None if alone else leader, state.trump))
    events.extend(WentOut(seat, place) for place, seat in enumerate(out, start=1))
    state = state._replace(phase=SHEDDING, still_in=still_in, out=out)
    return lose(state, events) if alone else lead(state, leader, hands, still_in, out, 0)


def play(state: State, seat: Seat, move: Move, events: list[Event]) -> State:
    """A legal move: a play (2.3) or a pick-up (2.2)."""
    if isinstance(move, PickUp):
        return pick_up(state, seat, events)
    assert not isinstance(move, TurnUp)
    return put_down(state, seat, move.cards, events)


def put_down(state: State, seat: Seat, cards: CardSet, events: list[Event]) -> State:
    """2.7 Out with an empty hand, 2.5 the trick complete, 3.1 swept, or the next one has to answer."""
    hands, still_in, out, table = list(state.hand_masks), state.still_in, state.out, state.table
    hands[seat] ^= cards
    events.append(Played(seat, cards, not table, False))
    table = (*table, Play(seat, cards))
    if not hands[seat]:
        still_in ^= 1 << seat
        out = (*out, seat)
        events.append(WentOut(seat, len(out)))
    hand_masks = tuple(hands)
    if not still_in & (still_in - 1):  # 2.7 before completing a trick
        return lose(state._replace(hand_masks=hand_masks, table=table, still_in=still_in, out=out), events)
    complete = len(table) == state.size
    if complete or (state.sweep is DUE and still_in.bit_count() >= 3):
        trick = CardSet(sum(play.cards for play in table))
        due = seat if complete and hands[seat] else next_in(seat, still_in, len(hands))
        leader = who_leads(due, hand_masks, still_in)
        events.append(TrickDone(trick, leader) if complete else Swept(trick, leader))
        gone = state.gone | trick
        return lead(state, leader, hand_masks, still_in, out, gone)
    turn, size, shown = next_in(seat, still_in, len(hands)), state.size, state.shown | cards
    history, sweep = watch(state, hand_masks, table, turn, still_in, size, events)
    keeps = (state.gone, state.unbeaten, history, sweep, None)
    now = (turn, hand_masks, table, shown, still_in, out, size, *keeps)
    return State._make((*state[:TURN], *now))


def pick_up(state: State, seat: Seat, events: list[Event]) -> State:
    """2.2, 2.4 The last or the oldest play, whole; 2.6 on an emptied table the next seat leads."""
    hands, table = list(state.hand_masks), state.table
    taken, table = (table[-1], table[:-1]) if state.rules.taken is LAST else (table[0], table[1:])
    hands[seat] |= taken.cards
    events.append(PickedUp(seat, taken.cards))
    hand_masks, still_in, size = tuple(hands), state.still_in, state.size
    turn = next_in(seat, still_in, len(hands))
    if not table:
        turn = who_leads(turn, hand_masks, still_in)
        size = still_in.bit_count()
    history, sweep = watch(state, hand_masks, table, turn, still_in, size, events)
    unbeaten = state.unbeaten if state.rules.free_pick_up else _unbeaten(state, seat)
    now = (turn, hand_masks, table, state.shown, still_in, state.out, size)
    return State._make((*state[:TURN], *now, state.gone, unbeaten, history, sweep, None))


def _unbeaten(state: State, seat: Seat) -> tuple[int, ...]:
    """2.2 Who picks up shows that he cannot beat the last play, and that for good: what he gets is seen."""
    to_beat = state.table[-1].cards.highest.mask
    return tuple(cards | (to_beat if s == seat else 0) for s, cards in enumerate(state.unbeaten))


def lead(
    state: State, leader: Seat, hands: tuple[int, ...], still_in: int, out: tuple[Seat, ...], gone: int
) -> State:
    """2.5, 2.6 A fresh trick: its size is counted, and whether phase 2 comes round is watched anew."""
    size = still_in.bit_count()
    history = ((hands, (), leader, still_in, size),) if size >= 3 else ()
    now = (leader, hands, (), state.shown, still_in, out, size, gone, state.unbeaten, history, FAR, None)
    return State._make((*state[:TURN], *now))


def who_leads(seat: Seat, hands: tuple[int, ...], still_in: int) -> Seat:
    """2.1, 2.8 This seat, or the next clockwise that is in and holds a card."""
    while not (still_in >> seat & 1 and hands[seat]):
        seat = next_in(seat, still_in, len(hands))
    return seat


def lose(state: State, events: list[Event]) -> State:
    """2.7 One is left: the loser, who gets no chance to answer."""
    loser = state.still_in.bit_length() - 1
    events.append(Lost(loser))
    return state._replace(phase=OVER, turn=None, history=(), sweep=FAR, loser=loser)


def watch(
    state: State,
    hands: tuple[int, ...],
    table: tuple[Play, ...],
    turn: Seat,
    still_in: int,
    size: int,
    events: list[Event],
) -> tuple[tuple[Position, ...], Sweep]:
    """3.1 Whether a sweep is due after an action that took no card out of the game; 3.2 tell it."""
    players = still_in.bit_count()
    if players < 3:
        return (), FAR
    position = (hands, tuple([mask for _, mask in table]), turn, still_in, size)
    history = (*state.history, position)
    if state.sweep is DUE:
        return history, DUE
    times, left = history.count(position), ACTIONS_EACH * players - len(state.history)
    if times >= 3 or left <= 0:
        events.append(SweepNear(Omen.DUE))
        return history, DUE
    sweep = state.sweep
    if times == 2 and len(set(state.history)) == len(state.history):  # the first to stand again
        events.append(SweepNear(Omen.SECOND_TIME))
        sweep = NEAR
    if left < players:
        players_before = state.still_in.bit_count()
        if ACTIONS_EACH * players_before - (len(state.history) - 1) >= players_before:
            events.append(SweepNear(Omen.LAST_ROUND))
            sweep = NEAR
    return history, sweep
