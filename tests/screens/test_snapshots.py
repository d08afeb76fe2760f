"""The snapshots themselves: each is looked at by a test, and a screen without one fails."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.screens.options import PAGES
from bot.screens.parts import BLURPLE, Colour, Screen, button, line, row, text
from bot.store import Why
from bot.table import Refusal
from bot.texts import LANGUAGES
from engine import PRESETS
from tests.screens.conftest import SNAPSHOTS, Looks
from tests.screens.reading import as_text, read_length
from tests.screens.test_languages import NAMED_BY_THE_ISSUE
from tests.screens.test_replay import PICTURED

MADE = {
    *(f"rules-{game}" for game in PRESETS),
    *(f"refusal-{refusal.name.lower().replace('_', '-')}" for refusal in Refusal),
    *(f"closed-{why}" for why in Why),
    *(f"ended-{why}" for why in Why),
    *(f"options-{page}{changed}" for page in PAGES for changed in ("", "-changed")),
    *(f"{name}-picture" for name in PICTURED),
    *(
        f"ending-{what}-{who}"
        for what in ("game", "lobby")
        for who in ("host", "moderator", "host-moderator")
    ),
}
"""Names that tests put together."""


def test_every_snapshot_is_looked_at() -> None:
    tests = "".join(file.read_text("utf-8") for file in Path(__file__).parent.glob("test_*.py"))
    forgotten = [f.name for f in SNAPSHOTS.glob("*.txt") if f'"{f.stem}"' not in tests and f.stem not in MADE]
    assert forgotten == []
    in_languages = {file.parent.name: set[str]() for file in SNAPSHOTS.glob("*/*.txt")}
    for file in SNAPSHOTS.glob("*/*.txt"):
        in_languages[file.parent.name].add(file.stem.removesuffix("-picture"))
    assert in_languages == {language: set(NAMED_BY_THE_ISSUE) for language in LANGUAGES}


@pytest.mark.parametrize("name", sorted(file.stem for file in SNAPSHOTS.glob("*.txt")))
def test_headings_are_short(name: str) -> None:
    """Wording: at most 30 characters, names being short, and no full stop."""
    _, heading, *_ = (SNAPSHOTS / f"{name}.txt").read_text("utf-8").splitlines()
    assert heading.startswith("### ")
    assert read_length(heading.removeprefix("### ")) <= 30, heading
    assert not heading.endswith(".")


def test_a_screen_without_a_snapshot_fails(looks: Looks, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("UPDATE_SNAPSHOTS", raising=False)
    with pytest.raises(AssertionError, match="make it with UPDATE_SNAPSHOTS=1"):
        looks(Screen(Colour.END, text("x")), "no such" + " screen")


def test_a_changed_screen_fails(looks: Looks, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("UPDATE_SNAPSHOTS", raising=False)
    with pytest.raises(AssertionError, match=r"closed-host\.txt reads differently"):
        looks(Screen(Colour.LOBBY, text("### This table is open")), "closed-host")


def test_how_a_screen_is_written_down() -> None:
    shown = Screen(
        Colour.END,
        text("### Over", "words"),
        line(),
        row(
            button("Again", "again", 1, style=BLURPLE),
            button("Rules", "rules", 1),
            button("Off", "hand", 1, disabled=True),
        ),
    )
    assert as_text(shown) == ("bar END, 7 components\n### Over\nwords\n---\n[*Again*] [Rules] [~Off~]\n")
