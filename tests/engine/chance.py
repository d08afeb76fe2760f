"""Random games: decks, rules, ways to play, and what hypothesis draws them from."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from hypothesis import HealthCheck, settings
from hypothesis import Phase as Part
from hypothesis import strategies as st

from engine import DECK, PRESETS, Event, Move, Phase, PickUp, Rules, State, apply, deal, legal_moves
from engine.rules import OPTIONS, SEATS, choices

Choose = Callable[[Sequence[Move], random.Random], Move]

PRESETS_AND_SEATS: Final = tuple((name, seats) for name, rules in PRESETS.items() for seats in rules.seats)
"""Every game with every number of players it is made for."""


def quick(examples: int) -> settings:
    """So many examples, however slow the machine is today."""
    return settings(
        max_examples=examples,
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
        phases=[phase for phase in Part if phase is not Part.explain],  # explaining costs half a minute
        print_blob=True,
    )


def at_random(moves: Sequence[Move], rng: random.Random) -> Move:
    """Any legal move."""
    return rng.choice(moves)


def beating(moves: Sequence[Move], rng: random.Random) -> Move:
    """Never picks up while it can play."""
    plays = [move for move in moves if not isinstance(move, PickUp)]
    return rng.choice(plays or moves)


def lowest(moves: Sequence[Move], _rng: random.Random) -> Move:
    """Plays the first legal move, a low card; with the same hands it always does the same."""
    return moves[0]


def picking_up(moves: Sequence[Move], rng: random.Random) -> Move:
    """Picks up whenever it may."""
    return moves[-1] if isinstance(moves[-1], PickUp) else rng.choice(moves)


WAYS: Final[tuple[Choose, ...]] = (at_random, beating, lowest, picking_up)


@dataclass(frozen=True)
class Game:
    """What a random game is made of; equal ones go the same way."""

    rules: Rules
    seats: int
    deck_seed: int
    way: Choose

    def __str__(self) -> str:
        return f"{self.rules}, {self.seats} seats, deck {self.deck_seed}, {self.way.__name__}"

    def begin(self) -> State:
        deck = list(DECK)
        random.Random(self.deck_seed).shuffle(deck)
        return deal(self.rules, self.seats, deck)

    def steps(self) -> Iterator[Step]:
        """Each move to the end, with the state before and after it; no further than phase 2 can go."""
        rng, state, number, shed = random.Random(self.deck_seed + 1), self.begin(), 0, 0
        while state.turn is not None:
            moves = legal_moves(state)
            assert moves, "always a legal move until the end"
            shed += state.phase is Phase.SHEDDING
            assert shed <= bound(self.seats), f"{self} does not end"
            move = self.way(moves, rng)
            following, events = apply(state, move)
            number += 1
            yield Step(number, state, move, following, events)
            state = following


class Step(NamedTuple):
    """One move of a game."""

    number: int
    before: State
    move: Move
    after: State
    events: tuple[Event, ...]


def bound(seats: int) -> int:
    """Phase 2 never takes more actions (3.2)."""
    return 52 * (25 * seats + 1)


def play_out(game: Game) -> State:
    """The end of a game."""
    return deque(game.steps(), maxlen=1).pop().after


def all_rules() -> st.SearchStrategy[Rules]:
    """A preset with each option at any of its values."""
    changed = st.fixed_dictionaries({option: st.sampled_from(choices(option)) for option in OPTIONS})
    names, seats = st.sampled_from(list(PRESETS)), st.lists(st.sampled_from(SEATS), min_size=1, unique=True)
    house = st.builds(lambda name, some, options: Rules(name, tuple(some), **options), names, seats, changed)
    return st.sampled_from(list(PRESETS.values())) | house


def games(rules: st.SearchStrategy[Rules] | None = None) -> st.SearchStrategy[Game]:
    """Any rules, 2 to 8 seats, any deck, any way to play."""
    return st.builds(
        Game,
        rules=all_rules() if rules is None else rules,
        seats=st.sampled_from(SEATS),
        deck_seed=st.integers(0, 2**32),
        way=st.sampled_from(WAYS),
    )
