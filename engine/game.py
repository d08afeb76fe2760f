"""The façade: `legal_moves` and `apply`, for both phases."""

from __future__ import annotations

from engine import building, shedding
from engine.errors import IllegalMove, Reason
from engine.events import Event
from engine.moves import Move
from engine.state import BUILDING, State


def legal_moves(state: State) -> tuple[Move, ...]:
    """Every move of the seat to act, cards low to high by suit; none when the game is over."""
    if state.turn is None:
        return ()
    if state.phase is BUILDING:
        return building.legal_moves(state, state.turn)
    return shedding.legal_moves(state, state.turn)


def apply(state: State, move: Move) -> tuple[State, tuple[Event, ...]]:
    """The state after the seat to act has made its move, and what happened, in order.

    Raises `IllegalMove` with its reason for every move that `legal_moves` does not list.
    """
    seat = state.turn
    if seat is None:
        raise IllegalMove(move, Reason.GAME_OVER)
    phase = building if state.phase is BUILDING else shedding
    reason = phase.refusal(state, seat, move)
    if reason is not None:
        raise IllegalMove(move, reason)
    events: list[Event] = []
    return phase.play(state, seat, move, events), tuple(events)
