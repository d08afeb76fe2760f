"""The whole text of the rules: what `docs/rules` decides and nothing that does not hold at a table."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest

from bot.screens.clauses import CLAUSES
from bot.texts import texts
from engine import PRESETS, Rules
from engine.rules import OPTIONS, Draw, FirstLead, LastCard, Leftovers, Taken, Title, Trick, choices

t = texts()

DOCS = Path(__file__).parents[2] / "docs" / "rules"
DECIDED = [
    number
    for name in ("building", "shedding", "sweep")
    for number in re.findall(r"^\*\*(\d\.\d+)\*\*", (DOCS / f"{name}.md").read_text("utf-8"), re.MULTILINE)
]
ALL_RULES = [Rules(**dict(zip(OPTIONS, values, strict=True))) for values in product(*map(choices, OPTIONS))]
"""Every house rule with every other."""

MOVED: Mapping[str, set[str]] = {
    "trick": {"1.3", "1.4", "1.5", "1.6", "1.12"},
    "draw": {"1.8", "1.9"},
    "last_card": {"1.10"},
    "leftovers": {"1.14"},
    "first_lead": {"2.1"},
    "free_pick_up": {"2.2"},
    "taken": {"2.2"},
    "runs": {"2.3", "2.4"},
    "empty_stays": {"2.8"},
    "title": {"2.7"},
}
"""The clauses that a house rule brings, takes away or words in another way."""


def clauses(rules: Rules) -> dict[str, str]:
    """Each clause by its number, in order."""
    every = [clause for page in CLAUSES.values() for clause in page(rules, t)]
    found = {clause.number: "\n".join(clause.lines) for clause in every}
    assert len(found) == len(every), "a number stands twice"
    return found


def not_holding(rules: Rules) -> set[str]:
    """The clauses that say of themselves that they hold for other games."""
    return {
        *(("1.4", "1.6") if rules.trick is Trick.DUEL else ("1.3", "1.5")),
        "1.9" if rules.draw is Draw.AFTER_TRICK else "1.8",
        *(() if rules.runs else ("2.3",)),
    }


def test_the_docs_are_read() -> None:
    assert len(DECIDED) == 16 + 9 + 2
    assert len(ALL_RULES) == 2304


def test_every_clause_that_holds_is_told_in_its_order_and_no_other() -> None:
    for rules in ALL_RULES:
        absent = not_holding(rules)
        assert list(clauses(rules)) == [number for number in DECIDED if number not in absent], str(rules)


def test_a_house_rule_changes_its_clauses_and_leaves_the_others() -> None:
    told = {rules: clauses(rules) for rules in ALL_RULES}
    for rules, before in told.items():
        for option in OPTIONS:
            for value in choices(option):
                if value == getattr(rules, option):
                    continue
                after = told[replace(rules, **{option: value})]
                moved = {n for n in DECIDED if before.get(n) != after.get(n)}
                assert moved == MOVED[option], f"{rules}, {option} to {value}"


def test_the_docs_name_the_clauses_that_change() -> None:
    """As `| `draw` | when a played card is replaced (1.8, 1.9) |` in the table of fields."""
    table = re.findall(r"^\| `(\w+)` \| (.*?) \|", (DOCS / "presets.md").read_text("utf-8"), re.MULTILINE)
    named = {field: set(re.findall(r"\d\.\d+", about)) for field, about in table if field in OPTIONS}
    assert named.keys() == OPTIONS.keys()
    for option, numbers in named.items():
        assert numbers <= MOVED[option], option


SAID = [
    ("trick", Trick.DUEL, "1.3", "a leader who wins meets the same one again"),
    ("trick", Trick.DUEL, "1.5", "until one of the two wins"),
    ("trick", Trick.DUEL, "1.12", "the other could not answer"),
    ("trick", Trick.EVERYONE, "1.4", "Everybody plays a card, clockwise from the leader"),
    ("trick", Trick.EVERYONE, "1.6", "If one is left in it, that player takes the table"),
    ("trick", Trick.EVERYONE, "1.12", "no card left after a trick"),
    ("draw", Draw.AFTER_TRICK, "1.8", "After the trick hands are filled up to three"),
    ("draw", Draw.AT_ONCE, "1.9", "replaced from the stock at once"),
    ("last_card", LastCard.WON, "1.10", "It goes to the won pile of who drew it"),
    ("last_card", LastCard.FACE_UP, "1.10", "lies face up before who drew it"),
    ("last_card", LastCard.FACE_DOWN, "1.10", "nobody knows it until it is turned up as phase 2 begins"),
    ("leftovers", Leftovers.EXPOSED, "1.14", "are shown and kept"),
    ("leftovers", Leftovers.UNSEEN, "1.14", "are kept, unseen"),
    ("first_lead", FirstLead.DRAWER, "2.1", "Who drew the last stock card leads."),
    ("first_lead", FirstLead.WINNER, "2.1", "Who last won a trick in phase 1 leads."),
    ("first_lead", FirstLead.WINNER, "2.1", "If nobody has won any"),
    ("free_pick_up", True, "2.2", "who can may pick up instead"),
    ("free_pick_up", False, "2.2", "who can has to beat it"),
    ("taken", Taken.LAST, "2.2", "Picked up is the last play"),
    ("taken", Taken.OLDEST, "2.2", "Picked up is the oldest play"),
    ("runs", True, "2.3", "Two or more cards of a suit in a row may be one play"),
    ("runs", True, "2.4", "A run is picked up whole"),
    ("empty_stays", True, "2.8", "stays in and picks up"),
    ("empty_stays", True, "2.8", "The last one in is the loser, even without a card"),
    ("empty_stays", False, "2.8", "is out and safe"),
    ("title", Title.MYLLYMATTI, "2.7", "the loser, the myllymatti"),
    ("title", Title.MATTIS, "2.7", "the loser, the mattis"),
    ("title", Title.SKITGUBBE, "2.7", "the loser, the skitgubbe"),
]
"""What settles a quarrel, for each value of each house rule."""


def test_the_right_value_is_told() -> None:
    """And not the other one: whoever plays by it would lose the quarrel."""
    unsaid = {(o, value) for o in OPTIONS for value in choices(o)} - {said[:2] for said in SAID}
    assert unsaid == {("runs", False)}
    for rules in ALL_RULES:
        told = clauses(rules)
        for option, value, number, words in SAID:
            assert (words in told.get(number, "")) is (getattr(rules, option) == value), f"{rules}: {words}"


@pytest.mark.parametrize("game", PRESETS)
def test_the_sweep_counts_as_the_engine_does(game: str) -> None:
    assert "24 plays and pick-ups" in clauses(PRESETS[game])["3.1"]


def test_no_line_is_long() -> None:
    """A clause reads at one look, and a translation may be half as long again."""
    lines = {line for rules in ALL_RULES for told in clauses(rules).values() for line in told.split("\n")}
    assert max(map(len, lines)) <= 400
    assert all(line.endswith(".") and "{" not in line for line in lines)


def test_nobody_is_he_or_she() -> None:
    words = {w for rules in ALL_RULES for told in clauses(rules).values() for w in re.findall(r"\w+", told)}
    assert not words & {"he", "she", "his", "her", "him", "He", "She", "His", "Her"}
