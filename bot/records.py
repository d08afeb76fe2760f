"""Stored games as records of the engine."""

from __future__ import annotations

from bot.store import Status, StoredGame
from engine import Record, parse_card, parse_move, parse_rules


def record_of(stored: StoredGame) -> Record:
    """The record of a finished game; `ValueError` for any other, since a record holds every card.

    `Unreadable`, or `BadRules`, where an older version wrote what this one cannot read.
    """
    if stored.status is not Status.FINISHED or stored.deck is None:
        raise ValueError(f"game {stored.id} is not finished")
    return Record(
        parse_rules(stored.rules),
        len(stored.seating),
        tuple(map(parse_card, stored.deck.split())),
        tuple(map(parse_move, stored.moves)),
    )
