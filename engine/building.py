"""Phase 1, building the hand: which plays are legal and what each does. Clauses as in `docs/rules`."""

from __future__ import annotations

from collections.abc import Iterable

from engine import shedding
from engine.cards import CardSet, Suit
from engine.errors import Reason
from engine.events import Bounced, Drew, DrewLast, Event, LeftOver, Played, Returned, TrickWon, TrumpTurned
from engine.moves import TURN_UP, Move, PickUp, PlayCard, PlayRun, TurnUp, plays
from engine.rules import AT_ONCE, LastCard, Leftovers
from engine.state import STILL_IN, TOP, Play, Seat, State

FULL_HAND = 3


def may_turn_up(state: State) -> bool:
    """1.7 Whoever is to play may turn up while the stock has two cards or more."""
    return state.top <= 50


def legal_moves(state: State, seat: Seat) -> tuple[Move, ...]:
    """1.2 Any card of the hand, or the top of the stock (1.7)."""
    cards = plays(state.hand_masks[seat], False)
    return (*cards, TURN_UP) if may_turn_up(state) else cards


def refusal(state: State, seat: Seat, move: Move) -> Reason | None:
    """Why the move is illegal, or None if it is legal."""
    match move:
        case PlayCard():
            return None if move.cards & state.hand_masks[seat] else Reason.NOT_IN_HAND
        case TurnUp():
            return None if may_turn_up(state) else Reason.STOCK_TOO_LOW
        case PickUp():
            return Reason.NO_PICKING_UP
        case PlayRun():
            return Reason.NO_RUNS_YET


def play(state: State, seat: Seat, move: Move, events: list[Event]) -> State:
    """A legal move: the card comes on the table, then the next seat is to play or the round is decided."""
    hands, top, turned_up = list(state.hand_masks), state.top, not isinstance(move, PlayCard)
    if isinstance(move, PlayCard):
        mask = move.cards
        hands[seat] ^= mask
    else:
        mask = CardSet(state.deck[top].mask)
        top += 1
    events.append(Played(seat, mask, state.played == 0, turned_up))
    drawer = None
    if state.rules.draw is AT_ONCE and not turned_up:  # 1.9
        top, drawer = draw(state, (seat,), hands, top, events)
    played = state.played + 1
    round_over = played == len(state.round)
    turn = None if round_over else state.round[played]
    table = (*state.table, Play(seat, mask))
    now = (top, played, turn, tuple(hands), table, state.shown | mask)
    state = State._make((*state[:TOP], *now, *state[STILL_IN:]))
    if drawer is not None:
        state = fix_trump(state, drawer)
    return decide(state, events) if round_over else state


def draw(
    state: State, seats: Iterable[Seat], hands: list[int], top: int, events: list[Event]
) -> tuple[int, Seat | None]:
    """1.8, 1.10 In this order each draws up to three into `hands`; the last card is only noted.

    Returns the new top of the stock and who drew its last card, if somebody did.
    """
    for seat in seats:
        while top < 52 and hands[seat].bit_count() < FULL_HAND:
            card = state.deck[top]
            top += 1
            if top == 52:
                face_down = state.rules.last_card is LastCard.FACE_DOWN
                events.append(DrewLast(seat, None if face_down else card))
                return top, seat
            hands[seat] |= 1 << card
            events.append(Drew(seat, card))
    return top, None


def fix_trump(state: State, drawer: Seat) -> State:
    """1.10 The suit of the last stock card is trump; the card never enters the hand in phase 1."""
    card = state.deck[-1]
    match state.rules.last_card:
        case LastCard.FACE_DOWN:
            return state._replace(trump_drawer=drawer)
        case LastCard.FACE_UP:
            return state._replace(trump_drawer=drawer, trump=card.suit, shown=state.shown | card.mask)
        case LastCard.WON:
            return state._replace(
                trump_drawer=drawer,
                trump=card.suit,
                shown=state.shown | card.mask,
                won_masks=with_cards(state.won_masks, drawer, card.mask),
            )


def decide(state: State, events: list[Event]) -> State:
    """1.3, 1.4 The highest rank of the round takes the table; 1.5, 1.6 equal ranks stay."""
    round_plays = state.table[-state.played :]
    ranks = [(mask.bit_length() - 1) % 13 for _, mask in round_plays]
    highest = max(ranks)
    if ranks.count(highest) == 1:
        return win(state, round_plays[ranks.index(highest)].seat, events)
    return bounce(state, [p for p, rank in zip(round_plays, ranks, strict=True) if rank == highest], events)


def win(state: State, winner: Seat, events: list[Event]) -> State:
    """1.3, 1.4 The winner takes all that lies there and leads, once everybody has drawn."""
    cards = 0
    for _, mask in state.table:
        cards |= mask
    events.append(TrickWon(winner, CardSet(cards)))
    state = refill(
        state._replace(
            won_masks=with_cards(state.won_masks, winner, cards),
            table=(),
            captors=state.captors | 1 << winner,
            last_winner=winner,
            played=0,
        ),
        events,
    )
    seats = state.seats
    order = clockwise(winner, seats)
    if state.rules.duel:
        order = order[:2]
    if not all(state.hand_masks[seat] for seat in order):  # 1.12
        return end(state, events)
    return state._replace(leader=winner, round=order, turn=winner)


def bounce(state: State, tied: list[Play], events: list[Event]) -> State:
    """1.5 The same two play on; 1.6 of everyone, the seats that tied do, while they have cards."""
    seats = tuple(play.seat for play in tied)
    events.append(Bounced(seats, CardSet(sum(play.cards for play in tied))))
    state = refill(state._replace(played=0), events)
    able = tuple(seat for seat in seats if state.hand_masks[seat])
    if state.rules.duel and len(able) < len(seats):  # 1.12
        return end(state, events)
    match able:
        case ():
            return end(state, events)
        case (seat,):
            return win(state, seat, events)
        case _:
            return state._replace(round=able, turn=able[0])


def refill(state: State, events: list[Event]) -> State:
    """1.8 The leader of the trick draws first, then clockwise; with 1.9 all have drawn already."""
    if state.top == 52 or state.rules.draw is AT_ONCE:
        return state
    hands = list(state.hand_masks)
    top, drawer = draw(state, clockwise(state.leader, state.seats), hands, state.top, events)
    state = state._replace(hand_masks=tuple(hands), top=top)
    return state if drawer is None else fix_trump(state, drawer)


def end(state: State, events: list[Event]) -> State:
    """1.12-1.14 Cards on the table go back, hands and piles are taken up, phase 2 begins."""
    assert state.trump_drawer is not None, "the stock is empty before a hand is"
    hands, exposed, shown = list(state.hand_masks), state.rules.leftovers is Leftovers.EXPOSED, state.shown
    back = [0] * state.seats
    for play in state.table:
        back[play.seat] |= play.cards
    for seat, mask in enumerate(back):
        if mask:
            events.append(Returned(seat, CardSet(mask)))
    for seat, hand in enumerate(hands):
        if hand:
            events.append(LeftOver(seat, hand.bit_count(), exposed, CardSet(hand)))
            shown |= hand if exposed else 0
    last = state.deck[-1]
    if state.rules.last_card is LastCard.FACE_DOWN:
        events.append(TrumpTurned(state.trump_drawer, last))
    for seat in range(state.seats):
        hands[seat] |= back[seat] | state.won_masks[seat]
    hands[state.trump_drawer] |= last.mask
    state = state._replace(
        hand_masks=tuple(hands),
        won_masks=(0,) * state.seats,
        table=(),
        shown=shown | last.mask,
        round=(),
        played=0,
        trump=Suit(last // 13),
    )
    return shedding.begin(state, events)


def clockwise(seat: Seat, seats: int) -> tuple[Seat, ...]:
    """All seats in turn, beginning with this one."""
    return (*range(seat, seats), *range(seat))


def with_cards(piles: tuple[int, ...], seat: Seat, mask: int) -> tuple[int, ...]:
    """The piles with these cards added to one of them."""
    return (*piles[:seat], piles[seat] | mask, *piles[seat + 1 :])
