"""The core in C is the engine: the same moves, the same state after each, in every game there is.

By hand for longer: FAST_GAMES=20000 make test ARGS="tests/engine/test_fast.py -k same_game"
"""

from __future__ import annotations

import os
import random
import shutil
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from itertools import product
from typing import Any, Final

import pytest

from engine import (
    DECK,
    PRESETS,
    CardSet,
    Move,
    Phase,
    Play,
    Rules,
    State,
    apply,
    deal,
    fast,
    legal_moves,
    view,
)
from engine.cards import ALL, Card, Suit
from engine.moves import PICK_UP, TURN_UP, PlayCard
from engine.players import careful
from engine.rules import OPTIONS, SEATS, choices
from engine.state import Sweep
from tests.engine.chance import PRESETS_AND_SEATS, WAYS, Game, beating, bound
from tests.engine.table import building, cards, checked, dealt, due, play, shedding

GAMES: Final = int(os.environ.get("FAST_GAMES", "1200"))
HANDS: Final = State._fields.index("hand_masks") - 2
FIELDS: Final = len(State._fields) - 2
NUMBERS: Final = {move: number for number, move in fast.MOVES.items()}
FELT: Final = tuple(option for option in OPTIONS if option != "title")
COMBINATIONS: Final = tuple(
    Rules(**dict(zip(FELT, values, strict=True))) for values in product(*map(choices, FELT))
)
KINDS: Final = (
    *((rules, seats) for rules in PRESETS.values() for seats in SEATS),
    *((rules, SEATS[number % len(SEATS)]) for number, rules in enumerate(COMBINATIONS)),
)
"""Every preset with 2 to 8 seats, every combination of options with one of these numbers."""

pytestmark = pytest.mark.skipif(
    not fast.AVAILABLE and shutil.which("cc") is None, reason="there is no C compiler here to build the core"
)


def same(core: fast.Core, state: State, positions: int = 3) -> None:
    """The core stands as the engine does, in every field; of the history in so many last positions."""
    ours = (state.phase.value, *state[3:-3], state.history[-positions:], *state[-2:])
    assert core.fields(positions) == ours, dict(
        zip(State._fields[2:], zip(ours, core.fields(positions), strict=True), strict=True)
    )
    assert tuple(fast.MOVES[number] for number in core.legal()) == legal_moves(state)


def as_state(core: fast.Core, rules: Rules) -> State:
    """The engine's state of a core; what has been drawn from the deck no longer counts."""
    fields: dict[str, Any] = dict(zip(State._fields[2:], core.fields(), strict=True))
    return State(
        rules,
        tuple(DECK[card] if card < 52 else DECK[0] for card in core.deck()),
        **fields
        | {
            "phase": Phase(fields["phase"]),
            "trump": None if fields["trump"] is None else Suit(fields["trump"]),
            "sweep": Sweep(fields["sweep"]),
            "table": tuple(Play(seat, CardSet(mask)) for seat, mask in fields["table"]),
        },
    )


def decks() -> Iterator[tuple[Card, ...]]:
    rng = random.Random(5)
    while True:
        yield tuple(rng.sample(DECK, 52))


# the same game


def follow(rules: Rules, seats: int, seed: int) -> int:
    """One game of careful players who err often, in the core and in the engine; how many moves it took."""
    rng = random.Random(seed)
    state = deal(rules, seats, rng.sample(DECK, 52))
    core, moves, noise = fast.core(state), 0, rng.choice((0.1, 0.3, 0.6))
    while state.turn is not None:
        same(core, state, 1000 if moves % 32 == 0 else 3)
        number = core.choose(rng.getrandbits(64), "careful", noise)
        core.play(number)
        state, _ = apply(state, fast.MOVES[number])
        moves += 1
        assert moves <= bound(seats) + 200
    same(core, state)
    return moves


@pytest.mark.parametrize("part", range(4))
def test_it_plays_the_same_game_as_the_engine(part: int) -> None:
    for number in range(part, GAMES, 4):
        follow(*KINDS[number % len(KINDS)], number)


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
@pytest.mark.parametrize("name", PRESETS)
def test_it_follows_every_way_to_play(name: str, way: Any) -> None:
    """Long games, with sweeps and players who only pick up."""
    for step in Game(PRESETS[name], 3, 3, way).steps():
        if step.number == 1:
            core = fast.core(step.before)
        same(core, step.before)
        core.play(NUMBERS[step.move])
        same(core, step.after)


def test_every_game_can_be_taken_over_at_any_move() -> None:
    for number, (name, seats) in enumerate(PRESETS_AND_SEATS):
        for step in Game(PRESETS[name], seats, number, WAYS[number % 2]).steps():
            if step.number % 7 == 0:
                core = fast.core(step.before)
                same(core, step.before, 1000)
                core.play(NUMBERS[step.move])
                same(core, step.after, 1000)


def test_3_1_a_sweep_that_is_due_comes() -> None:
    state, _ = play(shedding("mattis", "5D 6D 2C", "7D 8D 3C", "9D 4C"), "5D-6D")
    core = fast.core(due(state))
    core.play(cards("7D 8D"))
    assert core.fields()[17] == state.gone | cards("5D 6D 7D 8D")


# what is no game


def test_an_illegal_move_is_refused_and_changes_nothing() -> None:
    core = fast.core(dealt("skitgubbe", "4C 9D KS", "4H 8H 2D", "TS JS QS"))
    before = core.fields()
    for number in (0, 1, NUMBERS[PICK_UP], int(cards("4H")), int(cards("4C 9D")), 1 << 60):
        with pytest.raises(ValueError, match="not legal"):
            core.play(number)
    assert core.fields() == before


BEGUN: Final = dealt("skitgubbe", "4C 9D KS", "4H 8H 2D", "TS JS QS")
LATE: Final = play(shedding("mattis", "5D 2C", "7D 3C", "9D 4C"), "5D")[0]


@pytest.mark.parametrize(
    ("state", "why"),
    [
        (BEGUN._replace(hand_masks=(0, *BEGUN.hand_masks[1:]), won_masks=(cards("4C 9D KS"), 0, 0)), "empty"),
        (BEGUN._replace(won_masks=(cards("4C"), 0, 0)), "two places"),
        (BEGUN._replace(hand_masks=(cards("4C 9D KC"), *BEGUN.hand_masks[1:])), "unseen|two places"),
        (BEGUN._replace(turn=1), "round"),
        (BEGUN._replace(round=()), "round"),
        (BEGUN._replace(played=2), "round"),
        (BEGUN._replace(round=(0, 0)), "round"),
        (BEGUN._replace(top=52), "unseen|drawer"),
        (BEGUN._replace(leader=3), "leader"),
        (LATE._replace(still_in=1), "neither in nor out"),
        (LATE._replace(out=(0,)), "in and out"),
        (LATE._replace(turn=None), "to act"),
        (LATE._replace(size=1), "phase 2"),
        (LATE._replace(trump=None), "phase 2"),
        (LATE._replace(gone=0), "unseen"),
        (LATE._replace(table=(Play(0, CardSet(0)),)), "no card"),
        (LATE._replace(history=LATE.history * 101), "history"),
    ],
)
def test_a_state_that_cannot_be_is_refused(state: State, why: str) -> None:
    """The moves check nothing; a state that would lead them astray is not taken over."""
    with pytest.raises(ValueError, match=why):
        fast.core(state)


def test_any_fields_at_all_are_refused_or_played_but_break_nothing() -> None:
    """Fields that were shifted, swapped or overwritten: a ValueError, or a game that comes to a stop."""
    rng, refused, taken = random.Random(3), 0, 0
    odd = (
        None,
        -1,
        0,
        1,
        3,
        7,
        8,
        51,
        52,
        255,
        256,
        ALL,
        1 << 52,
        1 << 70,
        (),
        (0,),
        (0,) * 9,
        "x",
    )
    for number in range(60):
        name, seats = PRESETS_AND_SEATS[number % len(PRESETS_AND_SEATS)]
        steps = list(Game(PRESETS[name], seats, number, WAYS[1]).steps())
        for _ in range(40):
            state = rng.choice(steps).before
            fields: list[Any] = [state.phase.value, *state[3:]]
            for _ in range(rng.choice((1, 1, 2))):
                place = rng.randrange(FIELDS)
                whole = fields[place]
                if isinstance(whole, tuple) and whole and rng.random() < 0.6:
                    part = list(whole)
                    part[rng.randrange(len(part))] = rng.choice((*odd, *part))
                    fields[place] = tuple(part)
                else:
                    fields[place] = rng.choice((*odd, fields[rng.randrange(FIELDS)]))
            missing = bytes(rng.choice((0, 0, 1, 3, 255)) for _ in range(seats))
            try:
                core = fast.Core(
                    bytes(choices(o).index(getattr(state.rules, o)) for o in FELT),
                    bytes(state.deck),
                    tuple(fields),
                    *((missing,) if rng.random() < 0.2 else ()),
                )
            except ValueError:
                refused += 1
                continue
            taken += 1
            other = core.imagine(number)
            other.playout(number, "random")
            other.playout(number, "careful", 0.5)
            if core.legal():
                core.search(20, number, "greedy", 0.1, 1.0)
                core.search(20, number, "greedy", 0.1, 1.0, 0, 0.5)
            with suppress(ValueError):
                other.solve(2000)
    assert refused > 500
    assert taken > 100


@pytest.mark.parametrize(
    "arguments", [("best", 0.0), ("careful", -0.1), ("careful", 1.1), ("careful", float("nan"))]
)
def test_no_such_player(arguments: tuple[str, float]) -> None:
    with pytest.raises(ValueError, match=r"policies|share"):
        fast.core(deal(PRESETS["mattis"], 3, DECK)).playout(1, *arguments)


# its players


def moves_of(core: fast.Core, policy: str) -> set[Move]:
    return {fast.MOVES[core.choose(seed, policy)] for seed in range(24)}


def greedy(state: State, actions: int) -> Move:
    """The frozen baseline as issue and arena define it, beside the one in C."""
    legal, table = legal_moves(state), state.table
    plays = sorted(
        (move for move in legal if isinstance(move, PlayCard)),
        key=lambda move: (state.phase is Phase.SHEDDING and move.card.suit is state.trump, move.card.rank),
    )
    if state.phase is Phase.SHEDDING:
        if PICK_UP in legal and (actions >= 9 or not plays):
            return PICK_UP
        return plays[0]
    if not plays:
        return TURN_UP
    if not state.played:
        return next(move for move in plays if move.card.rank == plays[-1].card.rank)
    to_beat = max(on_table.cards.lowest.rank for on_table in table[-state.played :])
    winner = next((move for move in plays if move.card.rank > to_beat), None)
    if winner is not None and (winner.card.rank + 2) + (to_beat + 2) >= 22:
        return winner
    return plays[0]


def test_its_careful_player_is_the_engine_s() -> None:
    """Whatever either may choose by chance, the other may."""
    for number, (name, seats) in enumerate(2 * PRESETS_AND_SEATS):
        for step in Game(PRESETS[name], seats, number, WAYS[number % 2]).steps():
            trump_matters = step.before.phase is Phase.BUILDING and step.before.trump is not None
            if step.number % 9 and not trump_matters:
                continue
            assert step.before.turn is not None
            seen = view(step.before, step.before.turn)
            theirs = {careful.choose(seen, random.Random(seed)) for seed in range(24)}
            assert moves_of(fast.core(step.before), "careful") == theirs, (step.before, theirs)


def test_its_greedy_player_is_the_baseline() -> None:
    picked_up = 0
    for number, (name, seats) in enumerate(PRESETS_AND_SEATS):
        actions = 0
        core = fast.core(Game(PRESETS[name], seats, number, WAYS[number % 2]).begin())
        for step in Game(PRESETS[name], seats, number, WAYS[number % 2]).steps():
            actions = actions if step.before.table else 0
            chosen = greedy(step.before, actions)
            assert moves_of(core, "greedy") == {chosen}
            picked_up += chosen is PICK_UP and len(legal_moves(step.before)) > 1
            core.play(NUMBERS[step.move])
            actions += step.before.phase is Phase.SHEDDING
    assert picked_up, "by choice, after nine actions in one trick"


def test_its_random_player_chooses_every_move_alike() -> None:
    for state in (
        dealt("skitgubbe", "4C 9D KS", "4H 8H 2D", "TS JS QS"),
        shedding("mattis", "5D 6D 7D 2C 2S", "7H 8D 3C", "9D 4C"),
        play(shedding("myllymatti", "5D 2C", "7D 3C 8D 2S", "9D 4C"), "5D")[0],
    ):
        core = fast.core(state)
        chosen = Counter(core.choose(seed, "random") for seed in range(4000))
        assert set(chosen) == set(core.legal())
        assert min(chosen.values()) > 0.8 * 4000 / len(chosen)


@pytest.mark.parametrize("policy", ["random", "careful", "greedy"])
def test_a_playout_is_the_same_everywhere_and_leaves_the_game_alone(policy: str) -> None:
    """Numbers written down: another machine that plays otherwise would search otherwise."""
    core = fast.core(deal(PRESETS["skitgubbe"], 3, next(decks())))
    before = core.fields()
    assert [core.playout(seed, policy, 0.1) for seed in range(6)] == PLAYOUTS[policy]
    assert core.fields() == before


PLAYOUTS: Final = {
    "random": [(1, 285), (2, 324), (0, 200), (2, 199), (0, 315), (0, 354)],
    "careful": [(0, 107), (0, 103), (2, 119), (0, 124), (1, 107), (0, 111)],
    "greedy": [(2, 109), (2, 104), (1, 102), (1, 101), (2, 103), (1, 97)],
}


@pytest.mark.parametrize(("name", "seats"), PRESETS_AND_SEATS)
def test_playouts_are_games(name: str, seats: int) -> None:
    """Played through move by move they come to the same loser."""
    for seed, deck in zip(range(3), decks(), strict=False):
        core = fast.core(deal(PRESETS[name], seats, deck))
        loser, moves = core.playout(seed, "careful", 0.2)
        assert loser in range(seats)
        assert 3 * seats < moves <= bound(seats) + 200


# what a seat does not know


def same_view(core: fast.Core, state: State, seat: int, seed: int) -> State:
    imagined = checked(as_state(core.imagine(seed), state.rules))
    assert view(imagined, seat) == view(state, seat)
    return imagined


def test_what_is_imagined_looks_the_same_from_the_seat_to_act() -> None:
    """Counts, cards that were seen, trump and the last card of each kind: 52 cards, each once."""
    for number in range(80):
        rules = COMBINATIONS[number * 13 % 768] if number % 2 else tuple(PRESETS.values())[number // 2 % 4]
        for step in Game(rules, SEATS[number % 7], number, WAYS[number // 3 % 2]).steps():
            if step.number % 11 in (0, 1) or step.before.phase is not step.after.phase:
                seat = step.before.turn
                assert seat is not None
                core = fast.known(view(step.before, seat))
                same_view(core, step.before, seat, step.number)


@pytest.mark.parametrize(
    "state",
    [
        play(dealt("skitgubbe", "4C 9D KS", "4H 8H 2D", "TS JS QS"), "4C")[0],
        play(building("skitgubbe", "4C 9D", "4H 8H", "TS JS", last="5D", drawer=2), "4C")[0],
        shedding("mattis", "5D 2C 6C", "7D 3C TC", "9D 4C JC", leader=1, unseen="5D 2C 7D 9D 4C"),
    ],
    ids=["the stock", "the last card face down", "left over"],
)
def test_every_unseen_card_comes_to_every_place_alike(state: State) -> None:
    core, seat, often = fast.known(view(state, 1)), 1, Counter[tuple[Card, str]]()
    for seed in range(3000):
        imagined = same_view(core, state, seat, seed)
        places = {f"hand {s}": hand for s, hand in enumerate(imagined.hands) if s != seat}
        if state.phase is Phase.BUILDING:
            places |= {"next": imagined.stock[:1], "last": imagined.deck[-1:]}  # type: ignore[dict-item]
        often.update((card, place) for place, held in places.items() for card in held)
    for place in sorted({place for _, place in often}):
        wander = [number for (_, where), number in often.items() if where == place and number < 3000]
        assert len(wander) > 1, place
        assert min(wander) > 0.5 * max(wander), (place, often)


def test_2_2_who_picks_up_where_he_must_beat_is_never_dealt_a_card_that_beats() -> None:
    """Nor is it ever the truth: what the engine has noted is held against every hand."""
    shown = 0
    for number, (rules, seats) in enumerate(KINDS):
        if rules.free_pick_up or number % 7:
            continue
        for step in Game(rules, seats, number, beating).steps():
            state = step.before
            if state.turn is None or not any(state.unbeaten) or step.number % 11:
                continue
            seen = view(state, state.turn)
            ruled_out = [barred(state, seat) for seat in range(seats)]
            for seat, hand in enumerate(state.hand_masks):
                if seat != state.turn:
                    assert not hand & ~seen.seen[seat] & ruled_out[seat]
            core = fast.known(seen)
            for seed in range(4):
                imagined = core.imagine(seed).fields(0)[HANDS]
                for seat, hand in enumerate(imagined):
                    assert seat == state.turn or not hand & ~seen.seen[seat] & ruled_out[seat]
                    shown += bool(ruled_out[seat])
    assert shown > 500


def barred(state: State, seat: int) -> int:
    """Cards above one that the seat could not beat, and trumps if it was none."""
    assert state.trump is not None
    low = tuple(CardSet(state.unbeaten[seat]))
    return sum(
        card.mask
        for card in DECK
        if any(card.suit is one.suit and card.rank > one.rank for one in low)
        or (card.suit is state.trump and any(one.suit is not state.trump for one in low))
    )


def test_a_core_with_holes_is_not_played() -> None:
    core = fast.known(view(dealt("skitgubbe", "4C 9D KS", "4H 8H 2D", "TS JS QS"), 0))
    for ask in (lambda: core.play(core.legal()[0]), lambda: core.playout(1, "random")):
        with pytest.raises(ValueError, match="missing"):
            ask()


def test_its_players_look_at_nothing_hidden() -> None:
    """They choose alike whether the cards of others are there or not."""
    for number, (name, seats) in enumerate(PRESETS_AND_SEATS):
        for step in Game(PRESETS[name], seats, number, WAYS[number % 2]).steps():
            assert step.before.turn is not None
            holes, whole = fast.known(view(step.before, step.before.turn)), fast.core(step.before)
            assert holes.legal() == whole.legal()
            for policy in ("random", "careful"):
                assert holes.choose(step.number, policy, 0.1) == whole.choose(step.number, policy, 0.1)


def test_who_is_not_to_act_has_nothing_to_search() -> None:
    state = dealt("skitgubbe", "4C 9D KS", "4H 8H 2D", "TS JS QS")
    for seat in (1, None):
        with pytest.raises(ValueError, match="no move"):
            fast.known(view(state, seat))
