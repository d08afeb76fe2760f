"""The record of a game, from what the database has of it."""

from __future__ import annotations

from bot.store import Status, StoredGame
from engine import Record, parse_card, parse_move, parse_rules
from engine.fair import read_shuffle
from engine.record import Dealing


class NotFinished(ValueError):
    """The game has not been played to its loser: its cards and its seed are nobody's business."""


def record_of(stored: StoredGame) -> Record:
    """A finished game; one from before there were fair deals has no `dealing`.

    Raises `NotFinished`, also for games that ended without a loser, or `EngineError` if what is stored
    cannot be read.
    """
    if stored.status is not Status.FINISHED or stored.deck is None:
        raise NotFinished(f"table {stored.id} has not been played to its end")
    dealing = None
    if stored.seed is not None and stored.shuffle is not None:
        dealing = Dealing(bytes.fromhex(stored.seed), *read_shuffle(stored.shuffle.splitlines()))
    return so_far(stored)._replace(dealing=dealing)


def so_far(stored: StoredGame) -> Record:
    """A game that has been dealt, as far as it has come: for the bot alone, since it holds every card.

    `EngineError` if what is stored cannot be read.
    """
    assert stored.deck is not None
    return Record(
        parse_rules(stored.rules),
        stored.size,
        tuple(map(parse_card, stored.deck.split())),
        tuple(map(parse_move, stored.moves)),
    )
