"""A finished game looked back at: its screens, that they fit whatever the game, and whose cards they show."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.art.drawings import HandPicture, Look
from bot.emoji import Emoji
from bot.replays import Moment, Replay, What
from bot.screens.limits import OPTIONS, broken
from bot.screens.parts import Screen
from bot.screens.replay import LANDMARKS, OPEN, SHUT, record, replay, told
from bot.texts import LANGUAGES, Texts, texts
from engine import CardSet, Record, redact, view
from engine import events as ev
from tests.engine.chance import Game, bound, quick
from tests.engine.golden import GOLDEN
from tests.engine.table import shedding
from tests.screens.conftest import Looks
from tests.screens.gallery import SCREENS
from tests.screens.reading import (
    as_text,
    bare_signs,
    cards_named,
    heading,
    menus,
    offers,
    plain,
    read_length,
)
from tests.screens.scenes import LONGEST, looked_back, named, scene, spare
from tests.screens.test_any_state import big_games, cards_of

t = texts()
LOOK = Look(t.letters)
PICTURED = (
    *("replay-deal", "replay-last-card", "replay-open", "replay-own", "replay-table"),
    *("replay-phase-2", "replay-end"),
)


def shown(
    game: Replay, ply: int, *, seat: int | None = None, hands: str = OPEN, look: Look | None = None
) -> Screen:
    moment = game.at(ply)
    return replay(moment, game.landmarks(LANDMARKS), scene(moment.state), t, look, seat=seat, hands=hands)


# as they look


@pytest.mark.parametrize("name", [*PICTURED, "record"])
@pytest.mark.parametrize("look", [None, LOOK], ids=["text", "pictures"])
def test_the_screens(name: str, look: Look | None, looks: Looks) -> None:
    screen = SCREENS[name](t, look)
    assert bool(screen.pictures) is (look is not None and name != "record")
    looks(screen, f"{name}-picture" if screen.pictures else name)


def test_where_we_are() -> None:
    game = looked_back("myllymatti-3")
    assert heading(shown(game, 0)) == "The deal"
    assert heading(shown(game, 12)) == "Turn 12 of 260"
    assert heading(shown(game, 260)) == "Turn 260 of 260"
    assert "Game 12 · Phase 1" in as_text(shown(game, 47))
    assert "Game 12 · Phase 2" in as_text(shown(game, 48))
    assert "Game 12 · The end" in as_text(shown(game, 260))


def test_what_a_move_did_is_told_in_order() -> None:
    """As phase 2 begins that is much."""
    game = looked_back("mattis-8")
    moment = game.at(50)
    names = scene(moment.state).names
    sentences = [words for event in moment.events if (words := t.happening(event, names, game.rules))]
    assert len(sentences) > 3
    lines = as_text(shown(game, 50)).replace("*", "").splitlines()
    places = [lines.index(plain(words)) for words in sentences]
    assert places == sorted(places)


# whose cards


def cards_shown(screen: Screen) -> set[str]:
    """The cards that a screen shows, those of the hand in its picture too."""
    drawn = [picture for picture in screen.pictures.values() if isinstance(picture, HandPicture)]
    return cards_named(screen.payload) | {str(card) for p in drawn for fan in p.fans for card in fan}


def held(game: Replay, ply: int, *seats: int) -> set[str]:
    """The cards in these hands."""
    return {str(card) for seat in seats for card in game.at(ply).state.hands[seat]}


@pytest.mark.parametrize("look", [None, LOOK], ids=["text", "pictures"])
@pytest.mark.parametrize("seat", [None, 1])
def test_open_hands_show_every_card(seat: int | None, look: Look | None) -> None:
    game = looked_back("mattis-8")
    for ply in (0, 20, 50, 100, 270, 276):
        assert held(game, ply, *range(8))
        assert held(game, ply, *range(8)) <= cards_shown(shown(game, ply, seat=seat, look=look))


@pytest.mark.parametrize("look", [None, LOOK], ids=["text", "pictures"])
def test_who_sat_there_may_see_his_own_hand_alone(look: Look | None) -> None:
    game = looked_back("mattis-4")
    screen = shown(game, 80, seat=1, hands=SHUT, look=look)
    assert held(game, 80, 1) <= cards_shown(screen)
    assert not held(game, 80, 0, 2, 3) & cards_shown(screen)


@pytest.mark.parametrize("look", [None, LOOK], ids=["text", "pictures"])
def test_others_may_see_the_table_alone(look: Look | None) -> None:
    game = looked_back("mattis-4")
    screen = shown(game, 80, hands=SHUT, look=look)
    assert "hand.png" not in screen.pictures
    assert not held(game, 80, *range(4)) & cards_shown(screen)


def test_hands_are_turned_by_a_button_that_says_so() -> None:
    game = looked_back("mattis-4")
    for seat, hands, label, other in (
        (None, OPEN, "The table alone", SHUT),
        (None, SHUT, "All hands", OPEN),
        (1, OPEN, "My hand alone", SHUT),
        (1, SHUT, "All hands", OPEN),
    ):
        found = [o for o in offers(shown(game, 80, seat=seat, hands=hands)) if o.arguments[-1] == "turned"]
        assert [(o.label, o.arguments) for o in found] == [(label, ("12", other, "80", "turned"))]


def may_be_seen(moment: Moment, seat: int | None) -> set[str]:
    """What somebody in this seat saw then, worked out from the engine's view and what it redacts."""
    seen = view(moment.state, seat)
    known = int(seen.hand)
    for on_table in seen.table:
        known |= on_table.cards
    if seen.trump_card is not None:
        known |= seen.trump_card.mask
    for event in moment.events:
        known |= 0 if isinstance(event, ev.Drew) else cards_of(redact(event, seat))
    return {str(card) for card in CardSet(known)}


@given(big_games, st.integers(0, 2**16))
@quick(40)
def test_any_moment_of_any_game(game: Game, chance: int) -> None:
    """No limit broken, no bare suit sign; with hands shut only what the reader saw then."""
    moves = tuple(step.move for step in game.steps())
    looked, rng = Replay(Record(game.rules, game.seats, game.begin().deck, moves)), Random(chance)
    landmarks = looked.landmarks(LANDMARKS)
    rare = {mark.ply for mark in landmarks if mark.what is not What.TRICK}
    for ply in rare | {rng.randint(0, looked.plies)}:
        moment = looked.at(ply)
        about = named(scene(moment.state), *LONGEST)
        for seat in (None, rng.randrange(game.seats)):
            for hands in (OPEN, SHUT):
                for look in (None, LOOK):
                    screen = replay(moment, landmarks, about, t, look, seat=seat, hands=hands)
                    assert broken(screen.payload) == []
                    assert bare_signs(screen.payload) == []
                    if hands == SHUT:
                        assert cards_shown(screen) <= may_be_seen(moment, seat)


# the most there is to show


def every_card_held() -> Moment:
    """Eight hands of phase 2 with all 52 cards, late in the longest game there can be."""
    deck = spare(52).split()
    hands = [" ".join(deck[seat::8]) for seat in range(8)]
    return Moment(bound(8), bound(8) + 100, shedding("mattis", *hands), ())


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("look", [None, LOOK], ids=["text", "pictures"])
def test_all_cards_of_eight_with_long_names_fit(look: Look | None, language: str) -> None:
    """With the application's emoji too, whose ids are long."""
    t, game = Texts(language, Emoji(tuple(range(2**63 - 53, 2**63)))), looked_back("mattis-8")
    for moment in (every_card_held(), game.at(0), game.at(30), game.at(50)):
        about = named(scene(moment.state), *LONGEST)
        screen = replay(moment, game.landmarks(LANDMARKS), about, t, look, seat=0)
        assert broken(screen.payload) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_headings_are_short_in_the_longest_game(language: str) -> None:
    moment, landmarks = every_card_held(), looked_back("mattis-8").landmarks(LANDMARKS)
    screen = replay(moment, landmarks, scene(moment.state), texts(language))
    assert read_length(heading(screen)) <= 30


def test_a_hand_without_cards() -> None:
    """2.8 Who stays in without cards holds none: that is said, and not to him."""
    state = shedding("mattis", "9S", "", "5S", trump="D")
    landmarks = looked_back("mattis-3").landmarks(LANDMARKS)
    screen = replay(Moment(5, 9, state, ()), landmarks, scene(state), t, LOOK)
    assert "**Bror** no card" in as_text(screen)


# where to go


@pytest.mark.parametrize("name", GOLDEN)
def test_the_menu_leads_to_what_it_names(name: str) -> None:
    """Checked against what the moves told: phases, the last card, going out, the end, and tricks."""
    game = looked_back(name)
    landmarks = game.landmarks(LANDMARKS)
    assert len(landmarks) == min(OPTIONS, len(game.landmarks(10_000))), "as many as a menu takes"
    assert all(one.ply < other.ply for one, other in pairwise(landmarks))
    happened = {ply: {type(event) for event in game.at(ply).events} for ply in range(game.plies + 1)}
    told_of = {
        What.SHEDDING: ev.SheddingBegan,
        What.LAST_CARD: ev.DrewLast,
        What.OUT: ev.WentOut,
        What.END: ev.Lost,
    }
    for mark in landmarks:
        if mark.what in told_of:
            assert told_of[mark.what] in happened[mark.ply]
        elif mark.what is What.TRICK:
            assert happened[mark.ply] & {ev.TrickWon, ev.TrickDone, ev.Swept}
        else:
            assert mark.ply == 0
    for kind in told_of.values():
        there = {ply for ply, kinds in happened.items() if kind in kinds}
        assert there, "it happens in each of these games"
        assert there <= {mark.ply for mark in landmarks}
    (menu,) = menus(shown(game, 0))
    assert [option["value"] for option in menu["options"]] == [str(mark.ply) for mark in landmarks]


def test_tricks_are_counted_through_both_phases() -> None:
    game = looked_back("mattis-3")
    ends = (ev.TrickWon, ev.TrickDone, ev.Swept)
    for mark in game.landmarks(LANDMARKS):
        done = sum(isinstance(event, ends) for ply in range(mark.ply + 1) for event in game.at(ply).events)
        assert mark.trick == done + 1


def test_the_menu_leaves_out_nothing_but_tricks() -> None:
    game = looked_back("mattis-3")
    every, few = game.landmarks(10_000), game.landmarks(LANDMARKS)
    assert len(every) > OPTIONS
    assert {mark for mark in every if mark.what is not What.TRICK} <= set(few) <= set(every)


def test_there_is_no_other_turn() -> None:
    game = looked_back("mattis-3")
    for ply in (-1, game.plies + 1):
        with pytest.raises(ValueError, match=f"there are turns 0 to {game.plies}"):
            game.at(ply)


@pytest.mark.parametrize("name", ["myllymatti-3", "mattis-4"])
def test_steps_lead_where_they_say(name: str) -> None:
    """At the first turn nothing leads back, at the last nothing on."""
    game = looked_back(name)
    last = game.plies
    for ply, expected in {
        0: {"On": 1, "Last": last},
        1: {"First": 0, "Back": 0, "On": 2, "Last": last},
        last - 1: {"First": 0, "Back": last - 2, "On": last, "Last": last},
        last: {"First": 0, "Back": last - 1},
    }.items():
        found = {
            offer.label: int(offer.arguments[2])
            for offer in offers(shown(game, ply))
            if offer.label in ("First", "Back", "On", "Last")
        }
        assert found == expected


# in words alone


def test_the_terminal_reads_what_the_screen_says() -> None:
    game = looked_back("mattis-8")
    for ply in (0, 30, 50, 276):
        moment = game.at(ply)
        paragraphs = told(moment, scene(moment.state), t, "Game 12")
        on_screen = as_text(shown(game, ply))
        for line in (line for lines in paragraphs for line in lines):
            assert plain(line) in on_screen


def test_a_record_goes_with_its_message_as_a_file() -> None:
    screen = record(12, "myllymatti-12.txt", b"myllymatti record 1\n", t)
    assert screen.files == {"myllymatti-12.txt": b"myllymatti record 1\n"}
    assert screen.pictures == {}
