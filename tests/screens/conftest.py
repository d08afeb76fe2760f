"""Screens beside their snapshots: one text file for each, under `snapshots/`.

UPDATE_SNAPSHOTS=1 .venv/bin/python -m pytest tests/screens writes them anew; read the diff.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from bot.screens.limits import broken
from bot.screens.parts import Screen
from tests.screens.reading import as_text, bare_signs

SNAPSHOTS = Path(__file__).parent / "snapshots"

Looks = Callable[[Screen, str], None]


@pytest.fixture
def looks() -> Looks:
    """`looks(screen, "lobby-ready")` compares the screen with its snapshot; there must be one."""

    def compare(screen: Screen, name: str) -> None:
        assert broken(screen.payload) == []
        assert bare_signs(screen.payload) == []
        shown, file = as_text(screen), SNAPSHOTS / f"{name}.txt"
        if os.environ.get("UPDATE_SNAPSHOTS"):
            file.parent.mkdir(exist_ok=True)
            file.write_text(shown, "utf-8")
        assert file.exists(), f"there is no {file.name}: make it with UPDATE_SNAPSHOTS=1, and read it"
        assert shown == file.read_text("utf-8"), f"{file.name} reads differently"

    return compare
