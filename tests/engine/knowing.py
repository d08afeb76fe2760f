"""What each may know, worked out beside the engine: from the rules, and from the told events alone."""

from __future__ import annotations

import random
from collections.abc import Iterator

from engine import Card, CardSet, Event, Phase, PlayCard, PlayRun, Rules, Seat, State, events
from engine.cards import ALL, DECK
from engine.rules import LastCard, Leftovers
from engine.state import Play
from tests.engine.chance import Step


def readers(state: State) -> tuple[Seat | None, ...]:
    """Every seat, and the spectator."""
    return (*range(state.seats), None)


def public_after(step: Step, public: int) -> int:
    """The cards that everybody has seen, after the move: nothing here looks at `State.shown`.

    A played card is seen by all; so are the last stock card, unless it lies face down, and exposed hands.
    """
    before, after, rules = step.before, step.after, step.before.rules
    public |= step.move.cards if isinstance(step.move, PlayCard | PlayRun) else 0
    if before.phase is not Phase.BUILDING:
        return public
    if str(step.move) == "up":
        public |= before.stock[0].mask
    if after.trump_drawer is not None and rules.last_card is not LastCard.FACE_DOWN:
        public |= after.deck[-1].mask
    if after.phase is Phase.BUILDING:
        return public
    return ALL if rules.leftovers is Leftovers.EXPOSED else public | after.deck[-1].mask


def known_to(reader: Seat | None, state: State, public: int) -> int:
    """What all have seen and what the reader holds; whatever else he ever held he has played."""
    return public if reader is None else public | state.hand_masks[reader]


def rearranged(hidden: int, rng: random.Random) -> list[Card]:
    """A permutation of the deck that moves hidden cards only: `result[card]` is what lies in its place."""
    some = list(CardSet(hidden))
    other = rng.sample(some, len(some))
    instead = list(DECK)
    for card, put in zip(some, other, strict=True):
        instead[card] = put
    return instead


def with_others(state: State, instead: list[Card]) -> State:
    """The same game with other cards in the places of these."""

    def mapped(mask: int) -> int:
        return int(CardSet.of(instead[card] for card in CardSet(mask)))

    def masks(several: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(map(mapped, several))

    return state._replace(
        deck=tuple(instead[card] for card in state.deck),
        hand_masks=masks(state.hand_masks),
        won_masks=masks(state.won_masks),
        table=tuple(Play(on_table.seat, CardSet(mapped(on_table.cards))) for on_table in state.table),
        shown=mapped(state.shown),
        gone=mapped(state.gone),
        history=tuple(
            (masks(hands), masks(plays), turn, still_in, size)
            for hands, plays, turn, still_in, size in state.history
        ),
    )


def cards_in(value: object) -> Iterator[Card]:
    """Every card that occurs in a value; no plain number may be above 52, a set in disguise."""
    match value:
        case Card():
            yield value
        case CardSet():
            yield from value
        case Play() as on_table:
            yield from on_table.cards
        case PlayCard() | PlayRun():
            yield from value.cards
        case tuple():
            for part in value:
                yield from cards_in(part)
        case int():
            assert 0 <= value <= 52, f"{value} may hide cards"


class Observer:
    """Who has only his first hand and the events as they are told to him, and forgets nothing."""

    def __init__(self, reader: Seat | None, rules: Rules, seats: int, hand: CardSet) -> None:
        self.reader = reader
        self.rules = rules
        self.counts = [3] * seats
        self.won = [0] * seats
        self.stock = 52 - 3 * seats
        self.seen_hands = [int(hand) if seat == reader else 0 for seat in range(seats)]
        self.seen_piles = [0] * seats
        self.table: list[tuple[Seat, int]] = []
        self.gone = 0
        self.out: list[Seat] = []
        self.captors: set[Seat] = set()
        self.last: tuple[Seat, Card | None] | None = None
        self.shedding = False
        self.unbeaten = [0] * seats

    @property
    def hand(self) -> int:
        return 0 if self.reader is None else self.seen_hands[self.reader]

    @property
    def seen(self) -> list[int]:
        """As `PlayerView.seen`: the won piles of phase 1, the hands of phase 2."""
        return self.seen_hands if self.shedding else self.seen_piles

    def hear(self, event: Event) -> None:
        match event:
            case events.Played(seat, cards, _, turned_up):
                self.table.append((seat, cards))
                if turned_up:
                    self.stock -= 1
                else:
                    self._take_from_hand(seat, cards)
            case events.Drew(seat, card):
                assert (card is not None) == (seat == self.reader), "each sees what he draws himself"
                self.stock -= 1
                self._give(seat, 1, 0 if card is None else card.mask)
            case events.DrewLast(seat, card):
                self.stock -= 1
                self.last = seat, card
                if self.rules.last_card is LastCard.WON:
                    assert card is not None
                    self.won[seat] += 1
                    self.seen_piles[seat] |= card.mask
            case events.TrickWon(seat, cards):
                assert cards == self._clear_table()
                self.won[seat] += len(cards)
                self.seen_piles[seat] |= cards
                self.captors.add(seat)
            case events.Returned(seat, cards):
                self.table = [(who, mask) for who, mask in self.table if who != seat]
                self._give(seat, len(cards), cards)
            case events.LeftOver(seat, _, exposed, cards):
                assert (cards is not None) == (exposed or seat == self.reader)
                self.seen_hands[seat] |= cards or 0
            case events.TrumpTurned(seat, card):
                self.last = seat, card
            case events.SheddingBegan():
                self._take_up_piles()
            case events.PickedUp(seat, cards):
                if not self.rules.free_pick_up:
                    self.unbeaten[seat] |= CardSet(self.table[-1][1]).highest.mask
                self.table = [lying for lying in self.table if lying[1] != cards]
                self._give(seat, len(cards), cards)
            case events.TrickDone(cards, _) | events.Swept(cards, _):
                assert cards == self._clear_table()
                self.gone |= cards
            case events.WentOut(seat, place):
                self.out.append(seat)
                assert place == len(self.out)

    def _take_from_hand(self, seat: Seat, cards: CardSet) -> None:
        self.counts[seat] -= len(cards)
        self.seen_hands[seat] &= ~cards

    def _give(self, seat: Seat, number: int, seen: int) -> None:
        self.counts[seat] += number
        self.seen_hands[seat] |= seen

    def _clear_table(self) -> int:
        cards = sum(mask for _, mask in self.table)
        self.table = []
        return cards

    def _take_up_piles(self) -> None:
        self.shedding = True
        for seat, pile in enumerate(self.seen_piles):
            self._give(seat, self.won[seat], pile)
        self.won = [0] * len(self.won)
        if self.rules.last_card is not LastCard.WON:
            assert self.last is not None
            drawer, card = self.last
            assert card is not None, "turned up as phase 2 starts"
            self._give(drawer, 1, card.mask)
