"""Games in a line or two: builders that make real states, and `play`, which reads moves as in records.

state = dealt("skitgubbe", "4C 9D KS", "5C 8H 2D", "TS JS QS")
state, events = play(state, "4C up KS")
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from engine import (
    DECK,
    Card,
    CardSet,
    Event,
    Move,
    Phase,
    Reason,
    State,
    Suit,
    Sweep,
    apply,
    deal,
    legal_moves,
    parse_card,
    parse_move,
    parse_rules,
)
from engine.cards import ALL
from engine.errors import IllegalMove
from engine.rules import LastCard
from engine.state import Play

E = TypeVar("E", bound=Event)
OUT = "out"
"""In `shedding`: a seat that is out already; an empty text is a seat that stays in without cards."""


def codes(text: str) -> tuple[Card, ...]:
    """The cards of `7S TH`, in that order."""
    return tuple(map(parse_card, text.split()))


def cards(text: str) -> CardSet:
    """The set of the cards in `7S TH`."""
    return CardSet.of(codes(text))


def dealt(game: str, *hands: str, top: str = "") -> State:
    """A game just dealt: three cards for each seat, the stock beginning with `top`, the rest in order."""
    held, first = [codes(hand) for hand in hands], codes(top)
    one_at_a_time = tuple(card for round_ in zip(*held, strict=True) for card in round_)
    rest = tuple(card for card in DECK if card not in {*one_at_a_time, *first})
    return deal(parse_rules(game), len(hands), one_at_a_time + first + rest)


def building(
    game: str,
    *hands: str,
    stock: str = "",
    won: Sequence[str] = (),
    last: str = "",
    drawer: int = 0,
    leader: int = 0,
) -> State:
    """Late in phase 1, a trick about to begin.

    The stock is exactly `stock`; if it is empty, `drawer` has drawn the `last` card. `won` are the won
    piles seat by seat; the dealer's has the cards that are named nowhere.
    """
    rules, seats = parse_rules(game), len(hands)
    held, left = [int(cards(hand)) for hand in hands], codes(stock or last)
    piles = [int(cards(pile)) for pile in (*won, *[""] * seats)][:seats]
    captors = sum(1 << seat for seat, pile in enumerate(piles) if pile)
    piles[-1] |= ALL & ~(sum(held) | sum(piles) | CardSet.of(left))
    gone_by = CardSet(ALL & ~CardSet.of(left))
    clockwise = (*range(leader, seats), *range(leader))
    state = deal(rules, seats, (*gone_by, *left))._replace(
        top=52 - len(codes(stock)),
        turn=leader,
        hand_masks=tuple(held),
        won_masks=tuple(piles),
        shown=sum(piles),
        leader=leader,
        round=clockwise[:2] if rules.duel else clockwise,
        captors=captors,
        last_winner=leader,
    )
    return checked(state if stock else _last_card_drawn(state, drawer))


def _last_card_drawn(state: State, drawer: int) -> State:
    last, piles, kept = state.deck[-1], list(state.won_masks), state.rules.last_card
    if kept is LastCard.FACE_DOWN:
        return state._replace(trump_drawer=drawer)
    if kept is LastCard.WON:
        piles[drawer] |= last.mask
    return state._replace(
        trump_drawer=drawer, trump=last.suit, won_masks=tuple(piles), shown=state.shown | last.mask
    )


def shedding(game: str, *hands: str, trump: str = "S", leader: int = 0, unseen: str = "") -> State:
    """Phase 2, a trick about to begin; cards in no hand are gone, all but `unseen` have been seen."""
    rules, seats, suit = parse_rules(game), len(hands), Suit("SHDC".index(trump))
    held = tuple(0 if hand == OUT else int(cards(hand)) for hand in hands)
    still_in = sum(1 << seat for seat, hand in enumerate(hands) if hand != OUT)
    size = still_in.bit_count()
    last = Card(suit * 13)
    deck = (*(card for card in DECK if card != last), last)
    state = deal(rules, seats, deck)._replace(
        top=52,
        phase=Phase.SHEDDING,
        turn=leader,
        hand_masks=held,
        shown=ALL & ~cards(unseen),
        round=(),
        trump_drawer=leader,
        trump=suit,
        still_in=still_in,
        out=tuple(seat for seat, hand in enumerate(hands) if hand == OUT),
        size=size,
        gone=ALL & ~sum(held),
        history=((held, (), leader, still_in, size),) if size >= 3 else (),
    )
    return checked(state)


def due(state: State) -> State:
    """The same table with a sweep due."""
    return state._replace(sweep=Sweep.DUE)


def play(state: State, score: str) -> tuple[State, tuple[Event, ...]]:
    """The state after the moves of a score such as `7S take 9H-JH up`, and all that happened."""
    happened: list[Event] = []
    for word in score.split():
        state, events = apply(state, parse_move(word))
        checked(state)
        happened.extend(events)
    return state, tuple(happened)


def checked(state: State) -> State:
    """The state, if every card of the deck is at exactly one place (invariant 1)."""
    apart = (state.trump_card,) if state.trump_card is not None else ()
    places = [
        *state.hands,
        *state.won,
        *(CardSet(on_table.cards) for on_table in state.table),
        CardSet.of(state.stock),
        CardSet.of(apart),
        CardSet(state.gone),
    ]
    assert sum(map(len, places)) == 52, "52 cards"
    assert sum(places) == ALL, "each card once"
    return state


def legal(state: State) -> str:
    """The legal moves as a score, in the order `legal_moves` gives them."""
    return " ".join(map(str, legal_moves(state)))


def refused(state: State, move: Move | str) -> Reason:
    """Why the move is refused; it must be, and the state must be as it was."""
    before = State(*state)
    try:
        apply(state, parse_move(move) if isinstance(move, str) else move)
    except IllegalMove as error:
        assert state == before, "the state is as it was"
        return error.reason
    raise AssertionError(f"{move} was not refused")


def kinds(events: Sequence[Event]) -> str:
    """The names of what happened, as `Played Drew TrickWon`."""
    return " ".join(type(event).__name__ for event in events)


def of(events: Sequence[Event], kind: type[E]) -> list[E]:
    """What happened of one kind."""
    return [event for event in events if isinstance(event, kind)]


def lying(state: State) -> str:
    """The table as a score with seats, as `0:7S 1:9S-JS`."""
    return " ".join(f"{on_table.seat}:{_name(on_table)}" for on_table in state.table)


def _name(on_table: Play) -> str:
    low, high = on_table.cards.lowest, on_table.cards.highest
    return str(low) if low == high else f"{low}-{high}"


def held(state: State) -> tuple[str, ...]:
    """Each hand as text, low to high by suit."""
    return tuple(map(str, state.hands))


def piles(state: State) -> tuple[str, ...]:
    """Each won pile as text, low to high by suit."""
    return tuple(map(str, state.won))


def seats_in(state: State) -> tuple[int, ...]:
    """Who is still in."""
    return tuple(seat for seat in range(state.seats) if state.still_in >> seat & 1)
