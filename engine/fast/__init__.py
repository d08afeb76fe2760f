"""The rules once more, in C, for computer players that look ahead a million moves a second.

The engine is the truth and needs none of this: where there is no C compiler, `AVAILABLE` is False.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from engine.cards import CardSet
from engine.moves import PICK_UP, PLAYS, RUNS, TURN_UP, Move
from engine.rules import OPTIONS, LastCard, Rules, choices
from engine.state import Phase, State
from engine.view import PlayerView

try:
    from engine.fast._core import Core
except ImportError:
    AVAILABLE = False
else:
    AVAILABLE = True

__all__ = ["AVAILABLE", "MOVES", "Core", "core", "known"]

UNKNOWN: Final = 255
_CARDS: Final[dict[int, Move]] = {int(play.cards): play for play in PLAYS}
_RUNS: Final[dict[int, Move]] = {int(run.cards): run for run in RUNS.values()}
MOVES: Final[Mapping[int, Move]] = MappingProxyType(_CARDS | _RUNS | {1 << 52: TURN_UP, 1 << 53: PICK_UP})
"""What the numbers of the core mean."""


def core(state: State) -> Core:
    """The core of a game, wherever it stands."""
    return Core(_rules(state.rules), bytes(state.deck), (state.phase.value, *state[3:]))


def known(view: PlayerView) -> Core:
    """What the seat to act knows, with holes for what it does not: to be searched, or to imagine the rest.

    What stood since a card last left the game is not in a view: positions are counted from here on (3.1).
    """
    seat, building = view.seat, view.phase is Phase.BUILDING
    if seat is None or seat != view.turn:
        raise ValueError(f"seat {seat} has no move to make")
    hands = [0] * view.seats if building else [int(cards) for cards in view.seen]
    hands[seat] = int(view.hand)
    piles = tuple(view.seen) if building else (0,) * view.seats
    lying = sum(play.cards for play in view.table)
    deck = [UNKNOWN] * 51 + [_last(view)]
    fields = (
        view.phase.value,
        piles,
        view.leader,
        view.round,
        sum(1 << captor for captor in view.captors),
        view.leader,  # in phase 1 who leads has won the last trick; later nobody asks
        view.trump_drawer,
        view.trump,
        52 - view.stock,
        view.played,
        view.turn,
        tuple(hands),
        view.table,
        sum(piles) | lying | view.gone | (0 if building else sum(hands)),
        sum(1 << still for still in view.still_in),
        view.out,
        view.size,
        int(view.gone),
        tuple(view.unbeaten),
        (),
        view.sweep,
        view.loser,
    )
    missing = bytes(held - hand.bit_count() for held, hand in zip(view.counts, hands, strict=True))
    return Core(_rules(view.rules), bytes(deck), fields, missing)


def _last(view: PlayerView) -> int:
    """The last card of the stock as far as it is known; in a won pile any trump may stand for it (1.10)."""
    if view.trump_card is not None:
        return view.trump_card
    if view.trump_drawer is not None and view.rules.last_card is LastCard.WON and not view.shedding:
        return next(card for card in CardSet(view.seen[view.trump_drawer]) if card.suit is view.trump)
    return UNKNOWN


def _rules(rules: Rules) -> bytes:
    """The number of each option's value; the title changes nothing."""
    return bytes(choices(option).index(getattr(rules, option)) for option in OPTIONS if option != "title")
