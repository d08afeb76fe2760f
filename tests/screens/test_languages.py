"""All screens in every language: within Discord's limits at their longest, and nothing left in English."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from bot.art.drawings import Look
from bot.screens.limits import broken, walk
from bot.screens.parts import Screen
from bot.texts import LANGUAGES, Texts, texts
from tests.screens.conftest import Looks
from tests.screens.gallery import SCREENS, Gallery
from tests.screens.reading import bare_signs, heading, read_length
from tests.screens.scenes import LONGEST, NAMES

AT_THEIR_LONGEST = Gallery(LONGEST).screens
NAMED_BY_THE_ISSUE = (
    *("lobby", "lobby-levels", "options-computers"),
    *("table-bounce", "table-answer", "table-last-card", "table-phase-2", "table-runs"),
    *("table-sweep-due", "table-out", "end", "paused", "closed-host", "hand-answer", "hand-beat"),
    *("hand-not-on-turn", "hand-33", "hand-out", "hand-refused", "options", "house-rules-building"),
    *("rules-skitgubbe-start", "rules-mattis-examples", "stats", "losers", "settings"),
)
"""Those whose words are kept in a file, to be read by somebody who speaks the language."""


def looked(t: Texts, *, pictures: bool) -> Look | None:
    return Look(t.letters) if pictures else None


@pytest.mark.parametrize("pictures", [False, True], ids=["text", "pictures"])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", NAMED_BY_THE_ISSUE)
def test_the_words_of_a_screen(name: str, language: str, pictures: bool, looks: Looks) -> None:
    t = texts(language)
    look = looked(t, pictures=pictures)
    if pictures and not SCREENS[name](t, look).pictures:
        return  # the same as without
    looks(SCREENS[name](t, look), f"{language}/{name}{'-picture' if pictures else ''}")


@pytest.mark.parametrize("pictures", [False, True], ids=["text", "pictures"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_limits_hold_with_the_longest_names(language: str, pictures: bool) -> None:
    t, wrong = texts(language), {}
    for name, shown in AT_THEIR_LONGEST.items():
        payload = shown(t, looked(t, pictures=pictures)).payload
        wrong[name] = [*broken(payload), *bare_signs(payload)]
    assert {name: found for name, found in wrong.items() if found} == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_headings_are_short_in_every_language(language: str) -> None:
    """30 characters stand in one line of a phone, and English keeps to it; other words may take two."""
    headings = {name: heading(shown(texts(language), None)) for name, shown in SCREENS.items()}
    assert {name: words for name, words in headings.items() if read_length(words) > 36} == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_buttons_fit_a_phone(language: str) -> None:
    """Labels of more than 26 characters would fill the width of a phone and more."""
    t = texts(language)
    labels = [
        c["label"] for shown in SCREENS.values() for c in walk(shown(t, None).payload) if c["type"] == 2
    ]
    assert [label for label in labels if len(label) > 26] == []


# a language that is none


class Pseudo(Texts):
    """Every sentence of the catalogue in marks: what stands outside them cannot be translated."""

    def __call__(self, sentence: str, **values: object) -> str:
        return f"⟦{sentence.format(**values)}⟧"

    def number(self, one: str, many: str, n: int, **values: object) -> str:
        return f"⟦{(one if n == 1 else many).format(n=n, **values)}⟧"


LANGUAGE_FREE = re.compile(
    "|".join(
        [
            *NAMES,
            r"<t:\d+:R>",
            r"/myllymatti",
            *map(re.escape, LANGUAGES.values()),
            r"attachment://[a-z]+\.png",
        ]
    )
)


def read_aloud(screen: Screen) -> Iterator[str]:
    """Every text that a person reads or hears."""
    for c in walk(screen.payload):
        yield from (c[key] for key in ("content", "label", "placeholder") if c.get(key))
        yield from (item["description"] for item in c.get("items", []))
        for option in c.get("options", []):
            yield from (option[key] for key in ("label", "description") if option.get(key))


def untranslated(text: str) -> str:
    """The letters outside all marks."""
    depth, found = 0, ""
    for character in LANGUAGE_FREE.sub("", text):
        depth += (character == "⟦") - (character == "⟧")
        found += character if depth == 0 else ""
    return re.sub(r"[^A-Za-z]", "", found)


@pytest.mark.parametrize("pictures", [False, True], ids=["text", "pictures"])
def test_every_word_can_be_translated(pictures: bool) -> None:
    t, left = Pseudo(), {}
    for name, shown in SCREENS.items():
        screen = shown(t, looked(t, pictures=pictures))
        read = [*read_aloud(screen), *(word for p in screen.pictures.values() for word in drawn(p))]
        left[name] = [text for text in read if untranslated(text)]
    assert {name: texts_ for name, texts_ in left.items() if texts_} == {}


def drawn(picture: object) -> Iterator[str]:
    """Every text in a picture."""
    if isinstance(picture, str):
        yield picture
    elif isinstance(picture, tuple | frozenset):
        for inner in picture:
            yield from drawn(inner)
    elif hasattr(picture, "__dataclass_fields__"):
        for field in picture.__dataclass_fields__:
            if field != "look":
                yield from drawn(getattr(picture, field))


def test_the_eye_of_the_test_above() -> None:
    assert untranslated("⟦Aino leads⟧ `/myllymatti ⟦start⟧` <t:12:R> 7♠") == ""
    assert untranslated("**⟦Aino⟧** is out") == "isout"
