"""The tables of all channels. The only place that changes a game.

Knows no Discord: people are user ids. Who wants to know of a change sets `Tables.changed`.
"""

from bot.tables.forgetting import Forgetting
from bot.tables.game import MISSED_TURNS, PAUSED, VOTE, Game
from bot.tables.lobby import USUAL_SEATS, Lobby
from bot.tables.registry import AFTER_A_RESTART, ALL_ASLEEP, UNLIMITED

__all__ = (
    "AFTER_A_RESTART",
    "ALL_ASLEEP",
    "MISSED_TURNS",
    "PAUSED",
    "UNLIMITED",
    "USUAL_SEATS",
    "VOTE",
    "Tables",
)


class Tables(Lobby, Game, Forgetting):
    """All tables, from their lobbies to their ends."""
