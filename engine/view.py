"""What one seat may know, built field by field: whatever is not put in here stays hidden."""

from __future__ import annotations

from typing import NamedTuple

from engine.cards import Card, CardSet, Suit
from engine.game import legal_moves
from engine.moves import Move
from engine.rules import LastCard, Rules
from engine.state import Phase, Play, Seat, State, Sweep


class PlayerView(NamedTuple):
    """The game as a seat sees it, or a spectator (`seat` None). Tuples have an entry for each seat.

    `seen` is what a perfect memory adds: the cards this reader has seen go to each seat's won pile
    (phase 1) or hand (phase 2) and that must still be there. It is for computer players; people may not
    look through won piles (1.15), so no screen shows it.
    """

    rules: Rules
    seats: int
    seat: Seat | None
    phase: Phase
    turn: Seat | None
    moves: tuple[Move, ...]  # the legal ones, if this seat is to act
    hand: CardSet  # the reader's own
    counts: tuple[int, ...]  # cards in each hand
    won: tuple[int, ...]  # cards in each won pile
    seen: tuple[CardSet, ...]
    table: tuple[Play, ...]  # the oldest play first
    stock: int  # cards left
    leader: Seat  # of the trick of phase 1
    round: tuple[Seat, ...]  # who plays to the round of phase 1
    played: int  # how many of them have
    captors: tuple[Seat, ...]  # who has captured a trick
    trump: Suit | None
    trump_card: Card | None  # the last stock card, while it lies apart and face up
    trump_drawer: Seat | None
    still_in: tuple[Seat, ...]
    out: tuple[Seat, ...]  # in the order they went
    size: int  # plays that make the trick of phase 2 complete
    gone: CardSet  # cards that have left the game
    unbeaten: tuple[CardSet, ...]  # cards that each seat has shown it cannot beat, by picking up (2.2)
    sweep: Sweep
    loser: Seat | None

    @property
    def shedding(self) -> bool:
        """Whether phase 2 has begun."""
        return self.phase is not Phase.BUILDING


def view(state: State, seat: Seat | None) -> PlayerView:
    """The game as `seat` may know it; None is a spectator. `ValueError` if there is no such seat."""
    everyone = range(state.seats)
    if seat is not None and seat not in everyone:
        raise ValueError(f"there is no seat {seat!r} among {state.seats}")
    own = CardSet(0 if seat is None else state.hand_masks[seat])
    face_up = state.rules.last_card is LastCard.FACE_UP
    if state.phase is Phase.BUILDING:
        known = state.won_masks
    else:
        known = tuple(own if s == seat else hand & state.shown for s, hand in enumerate(state.hand_masks))
    return PlayerView(
        rules=state.rules,
        seats=state.seats,
        seat=seat,
        phase=state.phase,
        turn=state.turn,
        moves=legal_moves(state) if seat is not None and seat == state.turn else (),
        hand=own,
        counts=tuple(hand.bit_count() for hand in state.hand_masks),
        won=tuple(pile.bit_count() for pile in state.won_masks),
        seen=tuple(map(CardSet, known)),
        table=state.table,
        stock=len(state.deck) - state.top,
        leader=state.leader,
        round=state.round,
        played=state.played,
        captors=tuple(s for s in everyone if state.captors >> s & 1),
        trump=state.trump,
        trump_card=state.trump_card if face_up else None,
        trump_drawer=state.trump_drawer,
        still_in=tuple(s for s in everyone if state.still_in >> s & 1),
        out=state.out,
        size=state.size,
        gone=CardSet(state.gone),
        unbeaten=tuple(map(CardSet, state.unbeaten)),
        sweep=state.sweep,
        loser=state.loser,
    )
