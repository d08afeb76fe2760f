"""The four languages are in step: each says everything, and says it in its own words."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po
from discord import Locale

from bot.texts import LANGUAGES, LOCALES_OF_DISCORD, texts
from engine import DECK, Suit, parse_card

LOCALES = Path(__file__).parents[2] / "bot" / "locales"
OTHERS = [language for language in LANGUAGES if language != "en"]
PLACEHOLDER = re.compile(r"\{\w*\}")
KEPT = PLACEHOLDER, re.compile(r"\*\*|`|\u00a0|\n|…|🎩")

SAME = {
    "fi": {"A", "J", "K", "Q"},
    "sv": {"K", "hand", "person", "server", "Rating **{rating}**"},
    "nb": {"K", "Start", "start", "Myllymatti for 2–4", "server", "Rating **{rating}**"},
}
"""Sentences that are the same in English, besides names of games and those without a word of their own."""
NAMES_OF_GAMES = {"Myllymatti", "Mattis", "Skitgubbe", "myllymatti", "mattis", "skitgubbe"}


def catalogue(file: Path) -> Catalog:
    with file.open("rb") as po:
        return read_po(po)


def po(language: str) -> Path:
    return LOCALES / language / "LC_MESSAGES" / "myllymatti.po"


def forms(message: Message) -> tuple[list[str], list[str]]:
    """The English and the translated forms of a message, as many of each."""
    if isinstance(message.id, str):
        return [message.id], [str(message.string)]
    return list(message.id), [str(form) for form in message.string or ()]


def messages(language: str) -> list[Message]:
    return [message for message in catalogue(po(language)) if message.id]


@pytest.fixture(scope="module")
def gathered() -> set[Any]:
    return {message.id for message in catalogue(LOCALES / "myllymatti.pot") if message.id}


def test_every_language_has_a_catalogue_and_every_catalogue_is_a_language() -> None:
    assert {file.parents[1].name for file in LOCALES.glob("*/LC_MESSAGES/*.po")} == set(OTHERS)
    assert set(LOCALES_OF_DISCORD.values()) == set(LANGUAGES)
    assert set(LOCALES_OF_DISCORD) <= {locale.value for locale in Locale}


@pytest.mark.parametrize("language", OTHERS)
def test_it_has_the_same_sentences(language: str, gathered: set[Any]) -> None:
    """Else run `make texts`, and translate what is new."""
    assert {message.id for message in messages(language)} == gathered


@pytest.mark.parametrize("language", OTHERS)
def test_nothing_is_empty_or_a_guess(language: str) -> None:
    for message in messages(language):
        english, translated = forms(message)
        assert all(translated), f"{english} is not translated"
        assert len(translated) == len(english), f"{english} lacks a plural"
        assert not message.fuzzy, f"{english} is a guess"


@pytest.mark.parametrize("language", OTHERS)
def test_placeholders_and_marks_are_kept(language: str) -> None:
    wrong = []
    for message in messages(language):
        for english, translated in zip(*forms(message), strict=True):
            kept = all(set(what.findall(english)) == set(what.findall(translated)) for what in KEPT)
            ends = english[-1:] not in "?…:" or translated[-1:] == english[-1:]
            if not (kept and ends):
                wrong.append((english, translated))
    assert wrong == []


@pytest.mark.parametrize("language", OTHERS)
def test_nothing_is_left_in_english(language: str) -> None:
    left = {
        english
        for message in messages(language)
        for english, translated in zip(*forms(message), strict=True)
        if english == translated and re.search("[A-Za-z]", PLACEHOLDER.sub("", english))
    }
    assert left - NAMES_OF_GAMES == SAME[language]


@pytest.mark.parametrize("language", OTHERS)
def test_it_is_compiled(language: str, tmp_path: Path) -> None:
    """Else run `make texts`."""
    compiled = tmp_path / "compiled.mo"
    command = [sys.executable, "-m", "babel.messages.frontend", "-q", "compile", "-i", str(po(language))]
    subprocess.run([*command, "-o", str(compiled)], check=True, timeout=60)
    assert compiled.read_bytes() == po(language).with_suffix(".mo").read_bytes()


# the glossary of the rules


@pytest.mark.parametrize(
    ("language", "letters", "suits"),
    [
        ("en", "A K Q J", "spades hearts diamonds clubs"),
        ("fi", "A K Q J", "pata hertta ruutu risti"),
        ("sv", "E K D Kn", "spader hjärter ruter klöver"),
        ("nb", "E K D Kn", "spar hjerter ruter kløver"),
    ],
)
def test_ranks_and_suits_are_called_so(language: str, letters: str, suits: str) -> None:
    t = texts(language)
    assert [t.rank(parse_card(card)) for card in ("AS", "KS", "QS", "JS")] == letters.split()
    assert t.letters[:9] == ("2", "3", "4", "5", "6", "7", "8", "9", "10")
    assert [t.suit(suit) for suit in Suit] == suits.split()


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_cards_are_called_alike(language: str) -> None:
    t = texts(language)
    assert len({t.cards(card.mask) for card in DECK}) == len({t.spoken(card.mask) for card in DECK}) == 52


def test_a_reader_of_another_language_reads_english() -> None:
    for locale in Locale:
        expected = LOCALES_OF_DISCORD.get(locale.value, "en")
        assert texts(locale).language == expected
    assert texts("sv-SE")("Join") != texts("de")("Join") == "Join"
