"""Invariant 3: hidden cards can be permuted and every byte that is sent stays the same."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count, islice
from pathlib import Path
from random import Random

import pytest

from engine import DECK, PRESETS, Card, Event, IllegalMove, Move, Phase, apply, deal, legal_moves
from tests.bot.leaks import Step, cards_in, sent, told
from tests.bot.playing import Game, offered
from tests.bot.sim import running, settings_for

SEATS = 3
READER = 1
"""The seat whose messages must not change; it makes its own moves as the others do."""


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("`7♠` Bror", "7S"),
        ("Run from 10♥ …", "TH"),
        ("7♠–9♠", "7S 8S 9S"),
        ("mm1:play:1:2:TC-KC", "TC JC QC KC"),
        ("`♦` 2 **3 10** K · trump", "2D 3D TD KD"),
        ("Trump **clubs** `♣` · 3 in hand", ""),
        ("mm1:pick:1:2:S and AS-IS 7STH", "AS"),
        ("10 of spades from Bror, 7 of hearts to 9 of hearts from Cia, to beat.", "TS 7H 8H 9H"),
        ("Your hand: jack of clubs, ace of diamonds.", "JC AD"),
        ("Spades 3 4 10 J. Hearts 2. 3 in hand, 9 won.", "3S 4S TS JS 2H"),
    ],
)
def test_the_search_finds_cards(text: str, cards: str) -> None:
    assert {str(card) for card in cards_in(text)} == set(cards.split())


def by_lot(name: str, deck: Sequence[Card]) -> Iterator[Move]:
    """Moves of a game as it begins, chosen by lot, with some turning up and picking up."""
    rng, state = Random(name), deal(PRESETS[name], SEATS, deck)
    for ply in count():
        legal = legal_moves(state)
        plays = [move for move in legal if str(move) not in ("up", "take")]
        move = rng.choice(plays if plays and ply % 5 else legal)
        state, _ = apply(state, move)
        yield move


def steps(name: str, deck: Sequence[Card], moves: Sequence[Move]) -> Iterator[Step]:
    """A game with these moves; `IllegalMove` if one is not legal."""
    state = deal(PRESETS[name], SEATS, deck)
    yield Step(state, ())
    for move in moves:
        events: tuple[Event, ...]
        state, events = apply(state, move)
        yield Step(state, events)


def rearranged(name: str, deck: Sequence[Card], moves: Sequence[Move]) -> list[Card] | None:
    """The deck with the cards that the reader has not seen by then in other places, if there are some."""
    shown = 0
    for step in steps(name, deck, moves):
        shown |= told(step, READER)
    rng, places = Random(name), [place for place, card in enumerate(deck) if not shown >> card & 1]
    for _ in range(100):
        other = list(deck)
        for place, card in zip(places, rng.sample([deck[p] for p in places], len(places)), strict=True):
            other[place] = card
        try:
            list(steps(name, other, moves))
        except IllegalMove:  # who had to pick up could beat with these
            continue
        if other != deck:
            return other
    return None


def two_games(name: str, moment: str) -> tuple[list[Card], list[Card], list[Move]]:
    """Two decks and the moves that may be made with both, up to this moment of the game."""
    for number in range(50):
        deck = Random(f"{name} {number}").sample(DECK, 52)
        some = list(islice(by_lot(name, deck), 100))
        phases = [step.state.phase for step in steps(name, deck, some)]
        begins = phases.index(Phase.SHEDDING)
        moves = some[: {"early": 14, "end of phase 1": begins - 1, "phase 2": begins + 12}[moment]]
        other = rearranged(name, deck, moves)
        if other is not None:
            return deck, other, moves
    raise AssertionError("nothing can be rearranged")


async def bytes_sent(
    folder: Path, name: str, deck: Sequence[Card], moves: Sequence[Move], *, pictures: bool
) -> list[list[str]]:
    """Play it on Discord; what the channel, a stranger and the reader have got, and what everybody has."""
    async with running(settings_for(folder), pictures=pictures) as app:
        app.chance.decks.append(deck)
        people, stranger = app.people(SEATS), app.person("Veera")
        table = await app.game(people, game=name)
        game = Game(app, table, people, Random(0))
        await game.open_hands()
        reader = app.members[table.sittings[READER].user_id or 0]
        for ply, move in enumerate(moves):
            who = app.on_turn(table)
            if ply % 7 == 3 and who is not reader:  # refused, in words that say why
                await app.press(stranger, app.public(table), "My hand")
                for press in offered(app.public(table)).values():
                    await app.press_id(reader, app.public(table), *press)
                await app.forge(reader, game.hands[reader.id], f"mm1:play:{table.id}:{ply - 1}:take")
            await app.press_id(who, game.hands[who.id], *offered(game.hands[who.id])[str(move)])
        assert table.ply == len(moves)
        assert bool(app.files) is pictures
        everything = sent(app)
        read = [request.text for request in everything if request.reader in (None, stranger.id, reader.id)]
        # Hands are pushed at the same time, and pictures are drawn in threads: whose comes first is chance.
        return [sorted(read), sorted(request.text for request in everything)]


@pytest.mark.parametrize(
    ("name", "moment", "pictures"),
    [
        ("myllymatti", "early", True),
        ("mattis", "early", False),
        ("myllymatti-open", "early", False),
        ("skitgubbe", "early", False),
        # hands are left over unseen, and in skitgubbe trump lies there unseen
        ("skitgubbe", "end of phase 1", True),
        ("mattis", "phase 2", False),
    ],
)
async def test_hidden_cards_change_no_byte(
    tmp_path_factory: pytest.TempPathFactory, name: str, moment: str, pictures: bool
) -> None:
    """Of texts, custom_ids, alt texts, file names and pictures."""
    deck, other, moves = two_games(name, moment)
    folders = tmp_path_factory.mktemp("one"), tmp_path_factory.mktemp("other")
    read, everything = await bytes_sent(folders[0], name, deck, moves, pictures=pictures)
    read_again, everything_again = await bytes_sent(folders[1], name, other, moves, pictures=pictures)
    assert read == read_again
    assert everything != everything_again, "the others hold other cards, and see them"
