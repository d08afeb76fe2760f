"""What was sent to whom, which cards are in it, and which of them that reader may know.

Worked out from the engine's views and redacted events, and from what left the bot: no screen is asked.
"""

from __future__ import annotations

import json
import logging
import re
from bisect import bisect_right
from collections.abc import Iterable, Mapping
from hashlib import sha256
from typing import Any, NamedTuple

from bot.store import StoredGame
from bot.table import Table
from engine import (
    DECK,
    Card,
    CardSet,
    Event,
    Record,
    Seat,
    State,
    parse_card,
    parse_move,
    parse_rules,
    redact,
    view,
)
from engine.record import steps
from tests.bot.playing import CARD, SIGN, code
from tests.bot.sim import App, plain

EPHEMERAL = 64
RANK = "(?:10|[2-9JQKA])"
SHOWN = re.compile(rf"{CARD.pattern}(?:–{CARD.pattern})?")
SPOKEN = re.compile(
    r"\b(10|[2-9]|jack|queen|king|ace) of (spades|hearts|diamonds|clubs)(?: to (\w+) of \w+)?"
)
"""As alt texts name a card or a run."""
SPOKEN_LINE = re.compile(rf"\b(Spades|Hearts|Diamonds|Clubs)((?: {RANK})+)\.")
"""A suit of a hand in an alt text: Spades 3 4 J."""
LETTERS = {"10": "T", "jack": "J", "queen": "Q", "king": "K", "ace": "A"}
SUIT_LINE = re.compile(rf"`({SIGN})`((?: \**{RANK}\**)+)")
"""A line of a hand in phase 2: `♠` 3 4 **7**."""
CODED = re.compile(r"(?<![A-Za-z0-9])([2-9TJQKA][SHDC])(?:-([2-9TJQKA][SHDC]))?(?![A-Za-z0-9])")


def cards_in(text: str) -> set[Card]:
    """Every card that a text shows, as people or as records write it, those inside a run too."""
    text = plain(text)
    pairs = [(code(m[1] + m[2]), code(m[3] + m[4]) if m[3] else None) for m in SHOWN.finditer(text)]
    pairs += [(m[1], m[2]) for m in CODED.finditer(text)]
    for line in SUIT_LINE.finditer(text):
        pairs += [(code(rank + line[1]), None) for rank in re.findall(RANK, line[2])]
    for m in SPOKEN.finditer(text):
        low, high = (LETTERS.get(rank, rank) for rank in (m[1], m[3] or m[1]))
        pairs.append((low + m[2][0].upper(), high + m[2][0].upper()))
    for line in SPOKEN_LINE.finditer(text):
        pairs += [(LETTERS.get(rank, rank) + line[1][0], None) for rank in line[2].split()]
    found: set[Card] = set()
    for first, last in pairs:
        found |= set(DECK[parse_card(first) : parse_card(last or first) + 1])
    return found


class Sent(NamedTuple):
    """One request that left the bot."""

    place: int  # among all requests
    reader: int | None  # the one person who sees it; None: whoever is in the channel
    text: str


def sent(app: App) -> list[Sent]:
    """Everything the bot has tried to send, with who reads it."""
    pressed = {i.token: i for i in app.env.backend.interactions.values()}
    found = []
    for place, request in enumerate(app.env.http_requests):
        body = request.json
        if isinstance(body, dict):
            body = {key: value for key, value in body.items() if key != "nonce"}  # the only chance in it
        text = f"{request.method} {request.path} {json.dumps(body, ensure_ascii=False)}"
        text += "".join(f" with {sha256(data).hexdigest()}" for data in app.files.get(place, ()))
        found.append(Sent(place, _reader(app, pressed, request.path, request.json), text))
    return found


def _reader(app: App, pressed: Mapping[str, Any], path: str, body: Any) -> int | None:
    """The presser, if the message is private, else everybody."""
    match path.split("/")[1:]:
        case ["interactions", _, token, "callback"]:
            interaction = pressed[token]
            if body["type"] in (4, 5):
                private = body["data"].get("flags", 0) & EPHEMERAL
                return int(interaction.user_id) if private else None
            message_id = interaction.source_message_id
        case ["webhooks", _, token, *_]:
            interaction = pressed[token]
            message_id = interaction.message_id
        case _:
            return None
    message = app.env.backend.messages[interaction.channel_id].get(message_id or 0)
    return int(interaction.user_id) if message is not None and message.flags & EPHEMERAL else None


class Step(NamedTuple):
    """A game after so many moves, and what the last of them told."""

    state: State
    events: tuple[Event, ...]


def steps_of(stored: StoredGame) -> list[Step]:
    """A stored game from its deal to where it stands, worked out by the engine alone."""
    assert stored.deck is not None
    game = Record(
        parse_rules(stored.rules),
        len(stored.seating.sittings),
        tuple(map(parse_card, stored.deck.split())),
        tuple(map(parse_move, stored.moves)),
    )
    return [Step(state, events) for state, events in steps(game)]


def told(step: Step, seat: Seat | None) -> int:
    """The cards that this moment shows to a seat, or to a spectator."""
    seen = view(step.state, seat)
    mask = int(seen.hand)
    for play in seen.table:
        mask |= int(play.cards)
    if seen.trump_card is not None:
        mask |= seen.trump_card.mask
    for event in step.events:
        for part in redact(event, seat):
            mask |= part.mask if isinstance(part, Card) else int(part) if isinstance(part, CardSet) else 0
    return mask


class Witness:
    """Remembers which moment of which table was on when each request left, and searches them all."""

    WINDOW = 20  # changes; a message shows three happenings of the last twelve

    def __init__(self, app: App) -> None:
        self.app = app
        self.changes: list[tuple[int, int, int]] = []  # requests by then, table, moves
        self.watch()

    def watch(self) -> None:
        """Look over the shoulder of the bot that runs now."""
        tables = self.app.bot.tables
        hear = tables.changed

        def changed(table: Table) -> None:
            self.changes.append((len(self.app.env.http_requests), table.id, table.ply))
            hear(table)

        tables.changed = changed

    async def leaks(self) -> list[str]:
        """Every request that shows its reader a card he may not know, or one that is not on his table now."""
        games: dict[int, tuple[StoredGame, list[Step]]] = {}
        for table_id in {table_id for _, table_id, _ in self.changes}:
            stored = await self.app.bot.store.load(table_id)
            assert stored is not None
            games[table_id] = stored, [] if stored.deck is None else steps_of(stored)
        known_then: dict[tuple[int, int, int | None], int] = {}
        places = [place for place, _, _ in self.changes]
        found = []
        for request in sent(self.app):
            shown = cards_in(request.text)
            if not shown:
                continue
            last = bisect_right(places, request.place)
            moments = {(table, ply) for _, table, ply in self.changes[max(0, last - self.WINDOW) : last]}
            known = 0
            for table_id, ply in moments:
                stored, so_far = games[table_id]
                key = table_id, ply, request.reader
                if so_far and key not in known_then:
                    known_then[key] = told(so_far[ply], seat_of(stored, request.reader))
                known |= known_then.get(key, 0)
            secret = {card for card in shown if not known >> card & 1}
            if secret:
                who = "everybody" if request.reader is None else f"person {request.reader}"
                found.append(f"{who} was shown {sorted(map(str, secret))}: {request.text}")
        return found


def seat_of(stored: StoredGame, user_id: int | None) -> Seat | None:
    """Where somebody sits; None for a spectator."""
    seats = [seat for seat, sitting in enumerate(stored.seating.sittings) if sitting.user_id == user_id]
    return seats[0] if seats and user_id is not None else None


def tattling(records: Iterable[logging.LogRecord]) -> list[str]:
    """Log lines that hold a card or an interaction's token: none should."""
    lines = [f"{record.getMessage()} {record.exc_text or ''}" for record in records]
    return [line for line in lines if cards_in(line) or "simcord_interaction_" in line]
