"""Hints: each situation of the game has one, it is told once, and only to who is to play."""

from __future__ import annotations

import pytest

from bot.screens.hints import Hint, hints, sentence, unseen_hint
from bot.texts import LANGUAGES, texts
from engine import State, view
from tests.engine.table import building, dealt, play, shedding
from tests.screens.reading import read_length
from tests.screens.test_table import FIVE, bounce, last_card, round_and_round

THREE = "KS 4C 9D", "8S TC KH", "5C 9H QD"


def after(state: State, score: str) -> State:
    return play(state, score)[0]


MET = {
    "a lead": (dealt("myllymatti", *THREE), {Hint.LEAD, Hint.TURN_UP}),
    "an answer": (after(dealt("myllymatti", *THREE), "KS"), {Hint.ANSWER, Hint.TURN_UP}),
    "a lead again": (bounce()[0], {Hint.TIE, Hint.LEAD, Hint.TURN_UP}),
    "a tie": (after(dealt("mattis", *FIVE), "4D 8S 5C 8D 7C"), {Hint.TIE, Hint.LEAD, Hint.TURN_UP}),
    "no turning up": (building("myllymatti", "KS 4C", "TC KH", "9H QD", stock="6D"), {Hint.LEAD}),
    "trump known": (
        after(last_card("myllymatti", stock="2C 3C 6D"), "KS 2H"),
        {Hint.LEAD, Hint.TRUMP},
    ),
    "trump hidden": (after(last_card("skitgubbe", stock="2C 6D"), "KS 2H"), {Hint.LEAD, Hint.TRUMP}),
    "phase 2, a lead": (shedding("myllymatti", "2S 5H", "3S 6S", "4S 7S", trump="D"), {Hint.LEAD_TO_SHED}),
    "a run to lead": (
        shedding("mattis", "2S 3S 5H", "4S 6S", "7S 9S", trump="D"),
        {Hint.LEAD_TO_SHED, Hint.RUN},
    ),
    "one who has to beat": (
        after(shedding("mattis", "2S 5H", "3S 6C", "4S 7S", trump="D"), "2S"),
        {Hint.BEAT},
    ),
    "one who may pick up": (
        after(shedding("myllymatti", "2S 5H", "3S 6C", "4S 7S", trump="D"), "2S"),
        {Hint.BEAT, Hint.MAY_PICK_UP},
    ),
    "one who cannot beat": (
        after(shedding("myllymatti", "2S 5H", "3H 6H", "4S 7S", trump="D"), "2S"),
        {Hint.ONLY_PICK_UP},
    ),
    "a sweep that is near": (round_and_round(1)[0], {Hint.SWEEP, Hint.BEAT}),
}


@pytest.mark.parametrize("name", MET)
def test_each_situation_is_met(name: str) -> None:
    state, expected = MET[name]
    assert set(hints(view(state, state.turn))) == expected


def test_every_hint_is_met_somewhere() -> None:
    assert {hint for _, expected in MET.values() for hint in expected} == set(Hint)


@pytest.mark.parametrize("name", MET)
def test_only_who_is_to_play_meets_it(name: str) -> None:
    state, _ = MET[name]
    for seat in range(state.seats):
        if seat != state.turn:
            assert hints(view(state, seat)) == []
            assert unseen_hint(view(state, seat), frozenset()) is None


@pytest.mark.parametrize("name", MET)
def test_what_has_been_told_is_told_no_more(name: str) -> None:
    """One at a time, then none."""
    state, expected = MET[name]
    seen: set[str] = set()
    while (hint := unseen_hint(view(state, state.turn), seen)) is not None:
        assert hint not in seen
        seen.add(hint)
    assert seen == expected
    assert unseen_hint(view(state, state.turn), None) is None, "who wants none"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_hint_is_one_or_two_short_sentences(language: str) -> None:
    t = texts(language)
    for state, expected in MET.values():
        for hint in expected:
            told = sentence(hint, view(state, state.turn), t)
            assert told.endswith(".")
            assert read_length(told) <= 120, told


def test_the_pick_up_names_what_is_really_taken() -> None:
    t = texts()
    for game, taken in (("myllymatti", "`3♠"), ("mattis", "`2♠")):
        state = after(shedding(game, "2S 5H", "3S 6S", "4H 7H", trump="D"), "2S 3S")
        assert hints(view(state, state.turn)) == [Hint.ONLY_PICK_UP]
        assert taken in sentence(Hint.ONLY_PICK_UP, view(state, state.turn), t)
