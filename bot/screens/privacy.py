"""One's own data: what is stored, all of it as a file, and its end."""

from __future__ import annotations

from typing import Final

from discord import ButtonStyle

from bot.privacy import Held
from bot.screens.parts import Attached, Colour, Screen, bullet, button, head, row, small, text
from bot.texts import Texts

RED: Final = ButtonStyle.danger


def privacy(held: Held, t: Texts) -> Screen:
    """What is stored, in plain words, and how much there is of the reader."""
    kept = [
        t("the tables you sat at, and how each ended: stats are counted from them"),
        t("each of your moves, and when you pressed it"),
        t("what you chose with {command}", command=t.command("settings")),
    ]
    much = t("So far: nothing.")
    if held.games:
        much = t.number("So far: {n} table.", "So far: {n} tables.", held.games)
    elif held.settings:
        much = t("So far: your settings.")
    return Screen(
        Colour.NOTICE,
        text(head(t("What is stored about you"))),
        text(t("Under your Discord id:"), *map(bullet, kept)),
        text(t("Never your name, nor any message."), small(much)),
        row(
            button(t("Show my data"), "mydata"),
            button(t("Delete my data"), "forget", style=RED, disabled=not any(held)),
        ),
    )


def data(file_name: str, content: bytes, t: Texts) -> Screen:
    """All of it, as a file of this name."""
    return Screen(
        Colour.NOTICE,
        text(head(t("Your data")), t("Everything that is stored under your id, and of nobody else.")),
        Attached(file_name, content),
        text(small(t("Only you see this. The file is JSON, which any text editor opens."))),
    )


def forgetting(t: Texts) -> Screen:
    """What comes of deleting, and the button that does it."""
    comes = [
        t("You leave every table. In a game a computer plays your cards to the end."),
        t("Your settings are deleted."),
        t("Your games stay for those who played them: in them you are a former player, by a random number."),
    ]
    return Screen(
        Colour.NOTICE,
        text(head(t("Delete your data?"))),
        text(*map(bullet, comes)),
        text(small(t("Nobody can undo this. What stands in channels stays there."))),
        row(button(t("Delete it for good"), "forget", "yes", style=RED), button(t("Keep it"), "privacy")),
    )
