"""What holds of every table and every hand, whatever the rules, the cards and the names."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product
from random import Random
from typing import NamedTuple

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot import refusals
from bot.art.drawings import HandPicture, Look, Place, TablePicture, Trump
from bot.art.drawings import Moment as Moment_
from bot.options import LONGEST_TURN, TIMES
from bot.permissions import IN_THREADS, IN_VOICE, NEEDED
from bot.screens.end import closed, end
from bot.screens.hand import BUTTONS, IN_A_ROW, Note, hand
from bot.screens.hints import Hint
from bot.screens.limits import broken, walk
from bot.screens.lobby import lobby
from bot.screens.notice import ending, leaving, left, notice, paused, reminder
from bot.screens.notice import kept as kept_notice
from bot.screens.parts import Scene, Screen, Sitter, Vote
from bot.screens.stats import Line, losers, person
from bot.screens.table import table
from bot.standings import Against, Played, Tally, summary
from bot.store import Why
from bot.table import LOG_LENGTH, Refusal
from bot.texts import safe_name, texts
from engine import (
    DECK,
    PRESETS,
    Card,
    CardSet,
    Event,
    Phase,
    Seat,
    State,
    legal_moves,
    parse_card,
    redact,
    view,
)
from engine.cards import ALL
from engine.events import Drew, LeftOver
from engine.rules import LastCard
from tests.engine.chance import Game, games, picking_up, quick
from tests.engine.table import cards, dealt, play, shedding
from tests.screens.reading import (
    BUTTON,
    MENU,
    as_text,
    bare_signs,
    cards_named,
    heading,
    meant,
    moves,
    offers,
)
from tests.screens.scenes import DEADLINE, LETTERS, LONGEST, VOTE_ENDS, kept, lobby_scene, named, scene
from tests.screens.test_lobby import ALL_CHANGED
from tests.screens.test_stats import NOW

t = texts()
LOOK = Look(t.letters)


class Moment(NamedTuple):
    """A game at one moment, as a table has it, and somebody who looks at it; None sees what all see."""

    state: State
    about: Scene
    reader: Seat | None

    @property
    def screen(self) -> Screen:
        return self.seen_with(None)

    @property
    def pictured(self) -> Screen:
        return self.seen_with(LOOK)

    def seen_with(self, look: Look | None) -> Screen:
        seen = view(self.state, self.reader)
        if self.reader is not None:
            return hand(seen, self.about, t, look=look)
        shown = table if self.state.loser is None else end
        return shown(seen, self.about, t, look)


def moments(game: Game, chance: int) -> Iterator[Moment]:
    """A few moments of a game, the beginning of phase 2 and the end, each for everybody."""
    steps = list(game.steps())
    building = sum(step.before.phase is Phase.BUILDING for step in steps)
    wanted = {*Random(chance).sample(range(len(steps)), min(3, len(steps))), building - 1, len(steps) - 1}
    happened: tuple[Event, ...] = ()
    for number, step in enumerate(steps):
        happened = (*happened, *(redact(event, None) for event in step.events))[-LOG_LENGTH:]
        if number in wanted:
            about = named(somehow(scene(step.after, happened), chance), *LONGEST)
            for reader in (None, *range(step.after.seats)):
                yield Moment(step.after, about, reader)


def somehow(whole: Scene, chance: int) -> Scene:
    """The scene with some seats or all kept by computers, perhaps a vote, and any time for a turn."""
    rng, seats = Random(chance), range(whole.size)
    asleep = rng.random() < 0.2
    away = seats if asleep else rng.sample(seats, rng.randrange(whole.size))
    asked = whole.size - len(away)
    return replace(
        kept(whole, *away),
        all_asleep=asleep,
        vote=Vote(rng.randint(0, asked), asked, VOTE_ENDS) if rng.random() < 0.3 else None,
        turn_seconds=rng.choice([*TIMES, rng.randint(30, LONGEST_TURN)]),
        deadline=rng.choice([DEADLINE, None]),
    )


big_games = games() | st.builds(
    Game,
    rules=st.sampled_from([*PRESETS.values(), replace(PRESETS["skitgubbe"], runs=True)]),
    seats=st.sampled_from([2, 3]),
    deck_seed=st.integers(0, 2**32),
    way=st.just(picking_up),
)
"""Games that go any way, and games with few players who pick up whenever they may: large hands."""


def offered(state: State, about: Scene) -> dict[str, str]:
    """The label of each move that the hand of who is to play offers within two presses."""
    assert state.turn is not None
    seen = view(state, state.turn)
    first = hand(seen, about, t)
    found = {}
    for move, label in moves(first).items():
        assert meant(label) == move
        if not move.endswith("-"):
            found[move] = label
            continue
        opened = hand(seen, about, t, run_from=parse_card(move.removesuffix("-")))
        assert broken(opened.payload) == []
        for run, run_label in moves(opened).items():
            assert meant(run_label) == run
            assert run not in found, "a move is offered twice"
            found[run] = run_label
    return found


def assert_exactly_the_legal_moves(state: State, about: Scene) -> None:
    assert state.turn is not None
    legal = list(map(str, legal_moves(state)))
    assert sorted(offered(state, about)) == sorted(legal)
    shown = hand(view(state, state.turn), about, t).payload
    menus, plays = [c for c in walk(shown) if c["type"] == MENU], set(legal) - {"up", "take"}
    assert bool(menus) is (len(plays) > BUTTONS and state.phase is Phase.SHEDDING)
    for row in (c["components"] for c in walk(shown) if c["type"] == 1):
        assert len(row) <= IN_A_ROW


# any game


@given(big_games, st.integers(0, 2**16))
@quick(40)
def test_any_moment_of_any_game(game: Game, chance: int) -> None:
    """No limit broken, no bare suit sign; exactly the legal moves; only cards that the reader may know."""
    for moment in moments(game, chance):
        state, about, reader = moment
        shown = moment.screen.payload
        assert broken(shown) == []
        assert bare_signs(shown) == []
        assert cards_named(shown) <= may_be_named(moment)
        assert_pictures_tell_the_same(moment)
        if reader is None:
            assert set(moves(moment.screen)) == in_public(state, about)
            assert_ways_back_and_votes(moment)
        elif reader == state.turn:
            assert_exactly_the_legal_moves(state, about)
        else:
            assert moves(moment.screen) == {}


def assert_pictures_tell_the_same(moment: Moment) -> None:
    """Whoever has no pictures loses nothing, nor does whoever hears what they show; and they tell no more."""
    shown, pictured = moment.screen, moment.pictured
    assert broken(pictured.payload) == []
    assert bare_signs(pictured.payload) == []
    assert offers(pictured) == offers(shown)
    alts = " ".join(item["description"] for c in walk(pictured.payload) for item in c.get("items", []))
    in_pictures = {str(card) for picture in pictured.pictures.values() for card in cards_drawn(picture)}
    assert in_pictures <= cards_spoken(alts) <= may_be_named(moment)
    assert cards_named(shown.payload) == cards_named(pictured.payload) | in_pictures


def cards_drawn(value: object) -> set[Card]:
    """Every card in a picture, the inner ones of a run left out as its words do."""
    match value:
        case Card():
            return {value}
        case Place():
            masks = [CardSet(mask) for mask in value.plays]
            return {card for mask in masks for card in (mask.lowest, mask.highest)}
        case HandPicture():
            beat = set() if value.beat is None else cards_drawn(Place("", (value.beat[0],)))
            return beat | cards_drawn(value.fans)
        case tuple() | frozenset():
            return {card for inner in value for card in cards_drawn(inner)}
        case TablePicture() | Trump() | Moment_():
            return {card for name in value.__slots__ for card in cards_drawn(getattr(value, name))}
        case _:
            return set()


def cards_spoken(alt: str) -> set[str]:
    """The code of every card of an alt text: "7 of spades", and the line of a suit, "Spades 3 4 J"."""
    letters = {"jack": "J", "queen": "Q", "king": "K", "ace": "A", "10": "T"}
    found = {
        letters.get(rank, rank) + suit[0].upper()
        for rank, suit in re.findall(r"(\w+) of (spades|hearts|diamonds|clubs)", alt)
    }
    for suit, ranks in re.findall(r"(Spades|Hearts|Diamonds|Clubs)((?: (?:10|[2-9JQKA]))+)\.", alt):
        found |= {letters.get(rank, rank) + suit[0] for rank in ranks.split()}
    return found


def in_public(state: State, about: Scene) -> set[str]:
    """What the table message lets one press: what all can see decides, never a hand."""
    if about.all_asleep:
        return set()
    if state.phase is Phase.BUILDING:
        return {"up"} if len(state.stock) >= 2 else set()
    return {"take"} if state.phase is Phase.SHEDDING and state.table else set()


def assert_ways_back_and_votes(moment: Moment) -> None:
    """A seat that can still lose can be taken back, all who play are asked, and all asleep is told."""
    state, about, _ = moment
    pressed, words = {offer.action for offer in offers(moment.screen)}, as_text(moment.screen)
    if state.phase is Phase.OVER:
        assert not pressed & {"back", "agree", "playon"}
        return
    away = {seat for seat, sitter in enumerate(about.sitters) if sitter.away} - set(state.out)
    asked = about.vote is not None and not about.all_asleep
    assert ("back" in pressed) is bool(away)
    assert (pressed & {"agree", "playon"}) == ({"agree", "playon"} if asked else set())
    assert ("agree · ends <t:" in words) is asked
    assert (heading(moment.screen) == "Everybody is away") is about.all_asleep
    assert words.count(" · away") == (0 if about.all_asleep else len(away))
    if about.all_asleep:
        assert pressed == {"back", "rules"}
    counted = [word for word in ("turn ends", "closes") if f"{word} <t:" in words]
    assert counted == ([] if about.deadline is None else ["closes" if about.all_asleep else "turn ends"])


def may_be_named(moment: Moment) -> set[str]:
    """The reader's cards, those on the table and in the happenings, and the trump card that lies face up."""
    state, about, reader = moment
    known = 0 if reader is None else int(state.hands[reader])
    for on_table in state.table:
        known |= on_table.cards
    for event in about.happenings:
        if not (isinstance(event, Drew) or (isinstance(event, LeftOver) and not event.exposed)):
            known |= cards_of(event)
    if state.trump_card is not None and state.rules.last_card is LastCard.FACE_UP:
        known |= state.trump_card.mask
    return {str(card) for card in CardSet(known)}


def cards_of(event: Event) -> int:
    """Every card in an event."""
    known = 0
    for field in event:
        if isinstance(field, CardSet):
            known |= field
        elif isinstance(field, Card):
            known |= field.mask
    return known


@given(big_games, st.integers(0, 2**16))
@quick(25)
def test_other_hidden_cards_could_be_any(game: Game, chance: int) -> None:
    """Invariant 3: they can be permuted and every byte sent stays the same."""
    for moment in moments(game, chance):
        if moment.state.phase is Phase.OVER:
            continue
        other = Moment(permuted(moment.state, moment.reader, Random(chance)), moment.about, moment.reader)
        assert other.screen.content == moment.screen.content
        assert other.pictured.content == moment.pictured.content


def permuted(state: State, reader: Seat | None, rng: Random) -> State:
    """The same game with all cards that this reader has not seen lying elsewhere."""
    own = 0 if reader is None else state.hand_masks[reader]
    unseen = ALL & ~(state.shown | own | state.gone)
    drawn = list(CardSet(unseen))
    rng.shuffle(drawn)

    def others(mask: int) -> int:
        lying = CardSet(mask & unseen)
        return mask & ~unseen | CardSet.of(drawn.pop() for _ in lying)

    hands = tuple(mask if seat == reader else others(mask) for seat, mask in enumerate(state.hand_masks))
    piles = tuple(map(others, state.won_masks))
    stock = [*state.deck[state.top :]] or ([state.deck[-1]] if state.phase is Phase.BUILDING else [])
    new = [drawn.pop() if card.mask & unseen and drawn else card for card in stock]
    assert drawn == []
    deck = (*state.deck[: 52 - len(new)], *new)
    return state._replace(hand_masks=hands, won_masks=piles, deck=deck)


# hands of every size


@st.composite
def hands(draw: st.DrawFn) -> State:
    """Phase 2, seat 0 to lead or to follow with 1 to 45 cards in its hand."""
    size = draw(st.sampled_from([1, 2, 8, 19, 20, 21, 25, 26, 33, 44, 45]) | st.integers(1, 45))
    deck = draw(st.permutations(DECK))
    runs, free = draw(st.booleans()), draw(st.booleans())
    game = f"{draw(st.sampled_from(list(PRESETS)))} runs={_yes(runs)} free_pick_up={_yes(free)}"
    held = [
        " ".join(map(str, part)) for part in (deck[:size], deck[size : size + 3], deck[size + 3 : size + 7])
    ]
    trump = draw(st.sampled_from("SHDC"))
    if draw(st.booleans()):
        return shedding(game, *held, trump=trump)
    state = shedding(game, *held, trump=trump, leader=2)
    return play(state, draw(st.sampled_from(list(map(str, legal_moves(state))))))[0]


def _yes(value: bool) -> str:
    return "yes" if value else "no"


@given(hands())
@example(shedding("mattis", "2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS", "2H", "3H", trump="D"))
@example(shedding("mattis", " ".join(map(str, DECK[:45])), " ".join(map(str, DECK[45:])), trump="D"))
@quick(80)
def test_hands_of_every_size_offer_exactly_the_legal_moves(state: State) -> None:
    about = named(scene(state), *LONGEST)
    shown = hand(view(state, 0), about, t).payload
    assert broken(shown) == []
    assert bare_signs(shown) == []
    assert_exactly_the_legal_moves(state, about)


def test_forty_five_cards_take_two_presses() -> None:
    """As happens with two players who pick up whenever they may."""
    state = shedding("mattis", " ".join(map(str, DECK[:45])), " ".join(map(str, DECK[45:])), trump="D")
    first = moves(hand(view(state, 0), scene(state), t))
    assert len(first) == 25 + 25 + 25 + 21
    assert len(offered(state, scene(state))) == 91 * 3 + 21


@pytest.mark.parametrize("number", [1, 19, 20])
def test_the_fullest_hand_of_buttons_takes_a_refusal_too(number: int) -> None:
    """06: 20 cards take at most 8 rows, with Pick up and a refusal 36 components."""
    suits = ["2S 3S 4S 5S 6S", "2C 3C 4C 5C 6C", "9H TH JH QH KH", "2D 3D 4D 5D 6D"]
    held = " ".join(" ".join(suits).split()[-number:])
    state = shedding("myllymatti", held, "7S", "8S", trump="D")
    note = Note("x" * 200, "y" * 60)
    shown = hand(view(state, 0), scene(state), t, note, look=LOOK).payload
    assert broken(shown) == []
    assert len(list(walk(shown))) <= 36
    assert broken(hand(view(state, 0), scene(state), t, note, look=LOOK, hint=Hint.BEAT).payload) == []


# names


def everything(names: Sequence[str], look: Look | None) -> Iterator[Screen]:
    """The screens with most names and most words on them."""
    people = tuple(
        Sitter(name, computer=n > 3, hat=n == 1, host=n == 0, deals=n == 1) for n, name in enumerate(names)
    )
    for game in PRESETS:
        yield lobby(lobby_scene(f"{game} runs=yes last_card=face-down", 8, *people), t, look)
        yield lobby(lobby_scene(game, 8, *people[:2], turn_seconds=None), t, look)
    yield lobby(lobby_scene(f"skitgubbe {ALL_CHANGED}", 8, *people), t, look)
    yield from questions(names)
    low = ("4S 5S 6S", "4H 5H 6H", "4D 5D 6D", "4C 5C 6C")
    four_tie = dealt("mattis", "AS 2S 3S", "AH 2H 3H", "AD 2D 3D", "AC 2C 3C", *low)
    away = tuple(replace(sitter, away=True) for sitter in people)
    for score in (
        "AS AH AD AC 4S 4H 4D 4C",
        "AS AH AD AC 4S 4H 4D 4C 2S 2H 2D",
        "AS AH AD AC 4S 4H 4D 4C 2S 2H 2D 2C 3S 3H 3D",
    ):
        state, events = play(four_tie, score)
        about = replace(scene(state, events), sitters=away, vote=Vote(7, 8, VOTE_ENDS))
        yield table(view(state, None), about, t, look)
        yield table(view(state, None), replace(about, all_asleep=True), t, look)
        yield from (hand(view(state, seat), about, t, look=look) for seat in range(8))
    pairs = ("2S 9S", "3S 9H", "4S 9D", "5S 9C", "6S TS", "7S TH", "8S TD", "JS TC")
    state, events = play(shedding("mattis", *pairs, trump="H"), "2S 3S 4S 5S 6S 7S 8S")
    about = replace(scene(state, events), sitters=away, vote=Vote(7, 8, VOTE_ENDS))
    yield table(view(state, None), about, t, look)
    yield from (hand(view(state, seat), about, t, Note("x" * 100, "y" * 60), look=look) for seat in range(8))
    for seat in range(8):
        yield notice(*refusals.of_turn(view(state, seat), about, t), hand_of=2**31, t=t)
    over, _ = play(shedding("mattis", *[f"{n}S" for n in "23456789"], trump="H"), "2S 3S 4S 5S 6S 7S 8S")
    assert over.loser == 7
    yield end(
        view(over, None),
        replace(scene(over, tricks=999, minutes=9999), sitters=people, hat_from=names[0]),
        t,
        look,
    )
    yield hand(view(over, 7), replace(scene(over), sitters=people), t)
    lines = [Line(name, Tally(2**63 - 1, 9_999, 9_999, 1), True) for name in (*names, *names)[:10]]
    months = [f"20{year}-{month:02}" for year in range(26, 29) for month in range(1, 13)]
    yield losers(lines, 998, 1000, t, look, season="2026-09", seasons=months)
    every = [
        Played(n, 1, game, NOW, 8, 8, n % 9 or 8, n % 9 == 0, True, 51) for n, game in enumerate(PRESETS)
    ]
    whole = summary(2**63 - 1, every * 2500, NOW)
    for name in names:
        yield person(name, whole, False, t, look)
        yield person(name, whole, True, t, look, (name, Against(1, 9_999, 9_999)))


def questions(names: Sequence[str]) -> Iterator[Screen]:
    """Private sentences, and screens without cards."""
    for refusal in Refusal:
        yield notice(*refusals.of_table(refusal, t, host=names[0]), hand_of=2**63 - 1, t=t)
    for host, moderator, started in product((True, False), repeat=3):
        if host or moderator:
            yield ending(2**63 - 1, t, host=host, moderator=moderator, started=started)
    for why in (*Why, None):
        yield closed(why, t, started=True)
        yield closed(why, t, started=False)
    yield paused([*NEEDED, *IN_THREADS, *IN_VOICE, "Manage Threads"], t, 2**63 - 1)
    yield from (kept_notice(2**63 - 1, t, waits=waits) for waits in (True, False))
    yield from (screen(2**63 - 1, t) for screen in (leaving, left))
    yield reminder(2**63 - 1, DEADLINE, t)


@pytest.mark.parametrize("look", [None, LOOK], ids=["text", "pictures"])
@pytest.mark.parametrize("letter", LETTERS)
def test_eight_people_with_the_longest_names(letter: str, look: Look | None) -> None:
    for screen in everything([safe_name(letter * 32)] * 8, look):
        assert broken(screen.payload) == []
        assert bare_signs(screen.payload) == []


def test_the_largest_numbers_fit_into_custom_ids() -> None:
    """Ids of people have up to 19 digits, a table's at most as many."""
    state = shedding("mattis", "2S 3S 4S", "5S", "6S", trump="D")
    about = replace(scene(state), table=2**63 - 1, ply=99_999)
    assert broken(hand(view(state, 0), about, t).payload) == []
    assert broken(table(view(state, None), about, t).payload) == []


# the eyes of these tests


def test_a_card_that_nobody_may_know_would_be_seen() -> None:
    """`cards_named` reads labels, codes and the lines of a hand alike."""
    state, _ = play(shedding("myllymatti", "2S 5H TD", "3H 6H", "4S 7S", trump="D"), "2S")
    shown = hand(view(state, 0), scene(state), t).payload
    assert cards_named(shown) == {"5H", "TD"}, "the lines of the hand"
    turn = hand(view(state, 1), scene(state), t).payload
    assert cards_named(turn) == {"3H", "6H", "2S"}
    labels = [c for c in walk(turn) if c["type"] == BUTTON]
    assert cards_named(labels) == {"2S"}
    assert cards_named([{"custom_id": "mm1:play:1:2:TH-JH"}]) == {"TH", "JH"}


def test_permuted_keeps_what_the_reader_knows() -> None:
    state = dealt("skitgubbe", "2S 3H 4D", "8S TC KH", "5C 9H QD")
    other = permuted(state, 1, Random(1))
    assert other.hands[1] == cards("8S TC KH")
    assert other.hands != state.hands
    assert sorted((*other.deck[9:], *other.hands[0], *other.hands[2])) == sorted(
        (*state.deck[9:], *state.hands[0], *state.hands[2])
    )
