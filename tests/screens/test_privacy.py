"""One's own data: what is stored, the file of it, and the question before it is deleted."""

from __future__ import annotations

from bot.privacy import Held
from bot.screens.privacy import data, forgetting, privacy
from bot.texts import texts
from tests.screens.conftest import Looks
from tests.screens.reading import as_text

t = texts()


def test_what_is_stored(looks: Looks) -> None:
    looks(privacy(Held(12, settings=True), t), "privacy")


def test_where_there_is_nothing_nothing_can_be_deleted() -> None:
    shown = as_text(privacy(Held(0, settings=False), t))
    assert "So far: nothing." in shown
    assert "[~Delete my data~]" in shown


def test_where_there_are_settings_alone() -> None:
    shown = as_text(privacy(Held(0, settings=True), t))
    assert "So far: your settings." in shown
    assert "[Delete my data]" in shown


def test_one_table_is_one() -> None:
    assert "So far: 1 table." in as_text(privacy(Held(1, settings=False), t))


def test_the_file(looks: Looks) -> None:
    looks(data("myllymatti.json", b"", t), "privacy-data")


def test_before_it_is_deleted(looks: Looks) -> None:
    looks(forgetting(t), "privacy-forgetting")
