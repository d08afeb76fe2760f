"""One private sentence."""

from __future__ import annotations

from discord import ui

from bot.screens.parts import Colour, Screen, button, head, row, text
from bot.texts import Texts


def notice(
    heading: str, sentence: str | None = None, *, hand_of: int | None = None, t: Texts | None = None
) -> Screen:
    """A heading that says what is so and a sentence that says what can be done; `hand_of` a table."""
    buttons: ui.ActionRow[Screen] | None = None
    if hand_of is not None and t is not None:
        buttons = row(button(t("My hand"), "hand", hand_of))
    return Screen(Colour.NOTICE, text(head(heading)), None if sentence is None else text(sentence), buttons)


def leaving(table: int, t: Texts) -> Screen:
    """What leaving in the middle of a game means, and the button that does it."""
    return Screen(
        Colour.NOTICE,
        text(
            head(t("Leave this game?")),
            t("A computer plays your cards to the end. If it loses, the loss counts as yours."),
        ),
        row(button(t("Leave the game"), "quit", table), button(t("My hand"), "hand", table)),
    )
