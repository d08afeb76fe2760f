"""The careful player: wins what is worth having in phase 1, gets rid of what is worth least in phase 2.

It always has a move (the first legal one at worst) and remembers nothing between moves, so it can be
asked in any position; that two of it do not play for ever is the rule of the sweep's work (3.1).
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final, NamedTuple

from engine.cards import Card, Rank
from engine.moves import PICK_UP, TURN_UP, Move, PlayCard, PlayRun
from engine.state import Phase
from engine.view import PlayerView

TRUMP_BONUS = 6


class Manner(NamedTuple):
    """How the tricks of phase 1 are weighed."""

    burden: Rank = Rank.EIGHT  # a card of this rank is worth nothing, lower ones less
    led: Rank = Rank.QUEEN  # the highest card is led from this rank up, else the lowest
    prize: int = 0  # what a trick has to be worth more than


CAREFUL: Final = Manner()


def choose(view: PlayerView, rng: Random) -> Move:
    """A legal move for the seat whose view this is; it must be to act. `ValueError` if it is not."""
    if not view.moves:
        raise ValueError(f"seat {view.seat} has no move to make")
    if len(view.moves) == 1:
        return view.moves[0]
    if view.phase is Phase.BUILDING:
        return build(view, rng)
    return shed(view, rng)


def _worth(view: PlayerView, card: Card, burden: Rank) -> int:
    """What having a card in phase 2 is worth: low cards are a burden."""
    return card.rank - burden + (TRUMP_BONUS if card.suit is view.trump else 0)


def build(view: PlayerView, rng: Random, manner: Manner = CAREFUL) -> Move:
    """Lead what wins or what is not wanted; answer with the cheapest winner if the table is worth it."""
    cards = sorted(
        (move for move in view.moves if isinstance(move, PlayCard)),
        key=lambda move: (move.card.rank, _worth(view, move.card, manner.burden), rng.random()),
    )
    lowest, highest = cards[0], cards[-1]
    duck = lowest
    if TURN_UP in view.moves and lowest.card.rank >= Rank.JACK:
        return TURN_UP  # a hand too good to be spent
    if not view.played:
        return highest if highest.card.rank >= manner.led else duck
    to_beat = max(play.cards.lowest.rank for play in view.table[-view.played :])
    winner = next((move for move in cards if move.card.rank > to_beat), None)
    if winner is None:
        return duck
    won = [*(play.cards.lowest for play in view.table), winner.card]
    return winner if sum(_worth(view, card, manner.burden) for card in won) > manner.prize else duck


def shed(view: PlayerView, rng: Random, risk: Callable[[PlayerView, Card], int] | None = None) -> Move:
    """Lead the lowest, trumps last, the longest run of them; beat as cheaply as can be.

    Of leads that are alike so far one whose high card has the least `risk`.
    """
    plays = [move for move in view.moves if isinstance(move, PlayCard | PlayRun)]
    if not plays:
        return PICK_UP
    leading = not view.table

    def cost(move: PlayCard | PlayRun) -> tuple[bool, int, int, int, float]:
        low, high = (move.card, move.card) if isinstance(move, PlayCard) else (move.low, move.high)
        length = high - low + 1
        spent = low.rank if leading else high.rank
        risked = risk(view, high) if leading and risk is not None else 0
        return low.suit is view.trump, spent - 2 * (length - 1), -length, risked, rng.random()

    return min(plays, key=cost)
