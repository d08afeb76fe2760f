"""Playing as people do: reading what the hand offers, and pressing it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from random import Random
from typing import NamedTuple

from simcord import MemberActor, ResponseMessage

from bot.screens.limits import broken
from bot.table import Table
from engine import Phase, legal_moves
from engine.rules import Taken
from tests.bot.sim import TEXT_STYLE, App, buttons, menus, plain, words

SIGN = "[♠♥♦♣]"
CARD = re.compile(rf"(10|[2-9JQKA])({SIGN})")
CODES = {"♠": "S", "♥": "H", "♦": "D", "♣": "C"}
RUN_FROM = "-"
NO_MOVE = (
    *("Refresh", "Back", "My hand", "Rules", "Leave", "Take my seat back", "End the game", "Play on"),
    "No more hints",
)


class Press(NamedTuple):
    """A button, or an entry of a menu."""

    custom_id: str
    value: str | None = None


def code(card: str) -> str:
    """How records write a card that reads `10♥`: `TH`."""
    match = CARD.fullmatch(card)
    assert match, f"{card!r} is no card"
    return match[1].replace("10", "T") + CODES[match[2]]


def card_label(code: str) -> str:
    """How people read a card that records write `TH`: `10♥`."""
    sign = next(sign for sign, letter in CODES.items() if letter == code[1])
    return code[0].replace("T", "10") + sign


def meaning(label: str) -> str | None:
    """The move a label names, as records write it; `5S-` opens the runs from a card; None: no move."""
    assert not re.search(f"{SIGN}(?!{TEXT_STYLE})", label), f"a suit of {label!r} may turn into an emoji"
    label = plain(label)
    if label == "Turn up":
        return "up"
    if label.startswith("Pick up"):
        return "take"
    if match := re.fullmatch(r"Run from (\S+) …", label):
        return code(match[1]) + RUN_FROM
    if CARD.match(label):
        return "-".join(map(code, label.split("–")))
    assert label in NO_MOVE, f"what is {label!r}?"
    return None


def offered(message: ResponseMessage) -> dict[str, Press]:
    """What can be pressed at once, by the move that the label names."""
    shown = [(Press(custom_id), label) for custom_id, label in buttons(message).items()]
    for custom_id, entries in menus(message).items():
        shown += [(Press(custom_id, value), label) for value, label in entries.items()]
    moves = [(meaning(label), press) for press, label in shown]
    found = {move: press for move, press in moves if move is not None}
    assert len(found) == sum(move is not None for move, _ in moves), "a move is offered twice"
    return found


async def reachable(app: App, who: MemberActor, hand: ResponseMessage) -> dict[str, list[Press]]:
    """Every move a hand offers, with the presses that make it; the hand is left as it was."""
    first = offered(hand)
    ways = {move: [press] for move, press in first.items() if not move.endswith(RUN_FROM)}
    for entry, opening in first.items():
        if not entry.endswith(RUN_FROM):
            continue
        await app.press_id(who, hand, *opening)
        assert broken(hand.components) == []
        for move, press in offered(hand).items():
            assert move not in ways, f"{move} is offered twice"
            ways[move] = [opening, press]
        await app.press(who, hand, "Back")
        assert offered(hand) == first
    return ways


@dataclass
class Game:
    """People with their hands open at a table, who press what they are shown."""

    app: App
    table: Table
    people: list[MemberActor]
    rng: Random
    hands: dict[int, ResponseMessage] = field(default_factory=dict)
    pressed: dict[int, str] = field(default_factory=dict)
    """The move of each ply that somebody pressed."""

    async def open_hands(self) -> None:
        for person in self.people:
            self.hands[person.id] = await self.app.hand(person, self.table)
        await self.catch_up()

    async def step(self) -> str:
        """Whoever is to play presses something; everything that is offered is looked at before."""
        app, table = self.app, self.table
        who, ply = app.on_turn(table), table.ply
        hand = self.hands[who.id]
        ways = await reachable(app, who, hand)
        assert table.state is not None
        assert set(ways) == {str(move) for move in legal_moves(table.state)}, words(hand)
        for person in self.people:
            if person is not who:
                assert offered(self.hands[person.id]) == {}, f"{person.name} is not to play"
        move = self.choose(sorted(ways))
        in_public = offered(app.public(table))
        assert set(in_public) == self.offered_to_all(), "whatever the hands hold"
        self.names_what_is_taken(hand, app.public(table))
        if move in in_public and self.rng.random() < 0.5:
            await app.press_id(who, app.public(table), *in_public[move])
        else:
            for press in ways[move]:
                await app.press_id(who, hand, *press)
        assert table.ply > ply, f"{move} was not played"
        self.pressed[ply] = move
        await self.catch_up()
        return move

    async def catch_up(self) -> None:
        """Let the painter draw what it has put off."""
        if self.app.settings.paint_seconds:
            await self.app.env.advance_time(self.app.settings.paint_seconds)

    def offered_to_all(self) -> set[str]:
        """What the table message offers: it must not tell what the hand can do (SCREENS)."""
        state = self.table.state
        assert state is not None
        if state.phase is Phase.BUILDING:
            return {"up"} if len(state.stock) >= 2 else set()
        return {"take"} if state.table else set()

    def names_what_is_taken(self, *messages: ResponseMessage) -> None:
        """The cards in the label of Pick up are those that will be taken (2.2, 2.4)."""
        state = self.table.state
        assert state is not None
        if state.phase is not Phase.SHEDDING or not state.table:
            return
        play = state.table[-1 if state.rules.taken is Taken.LAST else 0]
        ends = dict.fromkeys(card_label(str(card)) for card in (play.cards.lowest, play.cards.highest))
        labels = [plain(label) for message in messages for label in buttons(message).values()]
        assert {label for label in labels if label.startswith("Pick up")} == {f"Pick up {'–'.join(ends)}"}

    def choose(self, moves: list[str]) -> str:
        """Anything legal; picking up without need seldom, or games take long."""
        plays = [move for move in moves if move not in ("up", "take")]
        without_need = 0.3 if "up" in moves else 0.07
        if plays and (len(plays) == len(moves) or self.rng.random() >= without_need):
            return self.rng.choice(plays)
        return next(move for move in moves if move in ("up", "take"))

    async def to_the_end(self) -> None:
        if not self.hands:
            await self.open_hands()
        while self.table.live:
            await self.step()
