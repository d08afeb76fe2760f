"""How somebody, or a whole server, wishes to see things: each choice holds at once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from discord import SelectOption, ui

from bot.screens.parts import Colour, Screen, bold, button, head, line, row, select, small, text
from bot.store import Wishes
from bot.texts import LANGUAGES, Texts

USUAL: Final = "usual"
"""The value of the entry that takes a wish back."""
YES_OR_NO: Final[Mapping[str, bool | None]] = {USUAL: None, "yes": True, "no": False}
CHOICES: Final[Mapping[str, Mapping[str, Any]]] = {
    "language": {USUAL: None, **{code: code for code in LANGUAGES}},
    "pictures": YES_OR_NO,
    "four_colours": YES_OR_NO,
    "hints": {"yes": True, "no": False},
}
"""What can be wished for, and what the store keeps for each entry. Hints are a person's alone."""


def mine(wishes: Wishes, t: Texts) -> Screen:
    """What holds for one person, in messages that only he sees."""
    return _settings("mine", t("For you"), t("For what only you see. Each choice holds at once."), wishes, t)


def servers(wishes: Wishes, t: Texts) -> Screen:
    """What holds for what everybody sees, and for all who have wished nothing else."""
    return _settings("server", t("For this server"), t("For what everybody here sees."), wishes, t)


def _settings(page: str, heading: str, about: str, wishes: Wishes, t: Texts) -> Screen:
    mine = page == "mine"
    questions = {
        "language": t("Language"),
        "pictures": t("Pictures of cards and tables"),
        "four_colours": t("Colours of the suits"),
        **({"hints": t("Hints in new situations")} if mine else {}),
    }
    menus: list[ui.Item[Any]] = []
    for what, question in questions.items():
        entries = _entries(what, getattr(wishes, what), t, mine=mine)
        menus += [text(bold(question)), select(question, entries, "wish", page, what)]
    return Screen(
        Colour.LOBBY,
        text(head(heading), small(about)),
        line(),
        *menus,
        row(
            button(t("For you"), "settings", "mine", disabled=mine),
            button(t("For this server"), "settings", "server", disabled=not mine),
        ),
    )


def _entries(what: str, wished: object, t: Texts, *, mine: bool) -> list[SelectOption]:
    usual = t("as in this server") if mine else t("as usual")
    words = {
        "language": {
            USUAL: t("as in your Discord") if mine else t("as in the server's settings"),
            **LANGUAGES,
        },
        "pictures": {USUAL: usual, "yes": t("pictures"), "no": t("text only")},
        "four_colours": {USUAL: usual, "yes": t("four colours"), "no": t("two colours")},
        "hints": {"yes": t("told once"), "no": t("no hints")},
    }[what]
    if what == "hints":
        wished = wished is not False
    about = {}
    if what == "four_colours":
        about = {"yes": t("diamonds blue, clubs green"), "no": t("red and black")}
    return [
        SelectOption(
            label=label, value=value, description=about.get(value), default=CHOICES[what][value] == wished
        )
        for value, label in words.items()
    ]
