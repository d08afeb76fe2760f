"""The page of rules of each game."""

from __future__ import annotations

import pytest
from hypothesis import given

from bot.screens.limits import broken
from bot.screens.rules import rules_page
from bot.texts import texts
from engine import PRESETS, Rules
from tests.engine.chance import all_rules, quick
from tests.screens.conftest import Looks
from tests.screens.reading import as_text

t = texts()


@pytest.mark.parametrize("game", PRESETS)
def test_the_rules_of_each_game(game: str, looks: Looks) -> None:
    looks(rules_page(PRESETS[game], t), f"rules-{game}")


@given(all_rules())
@quick(100)
def test_any_house_rules_fit_a_page(rules: Rules) -> None:
    assert broken(rules_page(rules, t).payload) == []


def test_each_title_is_told() -> None:
    assert "vändtia" in as_text(rules_page(PRESETS["skitgubbe"], t))
    assert "vändtia" not in as_text(rules_page(PRESETS["myllymatti"], t))
