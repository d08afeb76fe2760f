"""The normal player: the careful rules, a firmer hand in phase 1, and an eye on which cards have gone.

It leads its highest card, since a trick that is won brings the cards of phase 2, and wants a trick only if
what lies there is worth having. In phase 2 it counts: of equally low cards it leads the one that the fewest
cards can still beat, so that the others have to trump it or pick it up.
"""

from __future__ import annotations

from random import Random
from typing import Final

from engine.cards import Card, Rank, suit_mask
from engine.moves import Move
from engine.players import careful
from engine.state import Phase
from engine.view import PlayerView

FIRM: Final = careful.Manner(burden=Rank.TEN, led=Rank.TWO, prize=4)


def choose(view: PlayerView, rng: Random) -> Move:
    """A legal move for the seat whose view this is; it must be to act. `ValueError` if it is not."""
    if len(view.moves) < 2:
        return careful.choose(view, rng)
    if view.phase is Phase.BUILDING:
        return careful.build(view, rng, FIRM)
    return careful.shed(view, rng, _others_above)


def _others_above(view: PlayerView, card: Card) -> int:
    """How many cards of the suit above this one are neither mine nor gone."""
    above = suit_mask(card.suit) & ~((1 << (card + 1)) - 1)
    return (above & ~(view.hand | view.gone)).bit_count()
