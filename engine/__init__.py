"""The rules of Myllymatti, Mattis and Skitgubbe. Pure: see README.md in this folder."""

from engine.cards import DECK, Card, CardSet, Rank, Suit, parse_card
from engine.errors import BadDeal, BadRules, BrokenPromise, EngineError, IllegalMove, Reason, Unreadable
from engine.events import Event, redact
from engine.game import apply, legal_moves
from engine.moves import Move, PickUp, PlayCard, PlayRun, TurnUp, parse_move
from engine.record import Record, read, replay, verify, write
from engine.rules import PRESETS, Rules, parse_rules
from engine.state import Phase, Play, Seat, State, Sweep, deal
from engine.view import PlayerView, view

__all__ = [
    "DECK",
    "PRESETS",
    "BadDeal",
    "BadRules",
    "BrokenPromise",
    "Card",
    "CardSet",
    "EngineError",
    "Event",
    "IllegalMove",
    "Move",
    "Phase",
    "PickUp",
    "Play",
    "PlayCard",
    "PlayRun",
    "PlayerView",
    "Rank",
    "Reason",
    "Record",
    "Rules",
    "Seat",
    "State",
    "Suit",
    "Sweep",
    "TurnUp",
    "Unreadable",
    "apply",
    "deal",
    "legal_moves",
    "parse_card",
    "parse_move",
    "parse_rules",
    "read",
    "redact",
    "replay",
    "verify",
    "view",
    "write",
]
