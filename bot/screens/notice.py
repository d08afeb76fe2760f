"""One private sentence."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from discord import ui

from bot.screens.parts import (
    BLURPLE,
    Colour,
    Screen,
    bold,
    button,
    countdown,
    head,
    row,
    small,
    take_back,
    text,
)
from bot.texts import Texts


def notice(
    heading: str, sentence: str | None = None, *, hand_of: int | None = None, t: Texts | None = None
) -> Screen:
    """A heading that says what is so and a sentence that says what can be done; `hand_of` a table."""
    buttons: ui.ActionRow[Screen] | None = None
    if hand_of is not None and t is not None:
        buttons = row(button(t("My hand"), "hand", hand_of))
    return Screen(Colour.NOTICE, text(head(heading)), None if sentence is None else text(sentence), buttons)


def leaving(table: int, t: Texts, *, last: bool = False) -> Screen:
    """What leaving in the middle of a game means, also for the `last` person, and the button that does it."""
    what = [
        t("A computer plays your cards to the end. If it loses, the loss counts as yours."),
        small(t("Your seat stays yours: take it back whenever you like.")),
    ]
    if last:
        what = [t("Nobody else is here: the game ends with it, and counts for nobody.")]
    return Screen(
        Colour.NOTICE,
        text(head(t("Leave this game?")), *what),
        row(button(t("Leave the game"), "quit", table), button(t("My hand"), "hand", table)),
    )


def kept(table: int, t: Texts, *, waits: bool) -> Screen:
    """To somebody whose seat a computer keeps; the game `waits` if that is so of everybody."""
    heading = t("The game waits for you") if waits else t("A computer plays your cards")
    return Screen(
        Colour.NOTICE,
        text(head(heading), t("Your seat stays yours: take it back whenever you like.")),
        row(take_back(table, t, style=BLURPLE), button(t("Leave"), "leave", table)),
    )


def left(table: int, t: Texts) -> Screen:
    """To somebody who has left a game and may think better of it."""
    return Screen(
        Colour.NOTICE,
        text(head(t("You have left the game")), t("A computer plays your cards.")),
        row(take_back(table, t)),
    )


def reminder(table: int, deadline: datetime, t: Texts) -> Screen:
    """Half of the turn has passed."""
    return Screen(
        Colour.NOTICE,
        text(
            head(t("It is your turn")),
            t("Half of your time has passed. It ends {time}.", time=countdown(deadline)),
        ),
        row(button(t("My hand"), "hand", table, style=BLURPLE)),
    )


def paused(missing: Sequence[str], t: Texts, table: int) -> Screen:
    """The game stands still, since the bot may not post here."""
    rights = t("I need these permissions here: {rights}.", rights=bold(t.permissions(missing)))
    return Screen(
        Colour.NOTICE,
        text(
            head(t("This game is paused")),
            rights if missing else t("I cannot post here just now."),
        ),
        text(small(t("Nobody's time runs. It goes on as soon as I may post."))),
        row(button(t("My hand"), "hand", table), button(t("Rules"), "rules", table)),
    )


def ending(table: int, t: Texts, *, host: bool, moderator: bool, started: bool) -> Screen:
    """Asks before a table is ended: the host puts it to the vote, a moderator just ends it."""
    if not started:
        heading, sentence = t("Close this table?"), t("Everybody gets up, and nothing has been dealt.")
    elif moderator:
        heading = t("End this game?")
        sentence = t("It ends for everybody, without a loser.")
        if host:
            sentence = t("Ask everybody, or end it at once. There is no loser then.")
    else:
        heading = t("Ask to end this game?")
        sentence = t("It ends, without a loser, once everybody who plays agrees.")
    return Screen(
        Colour.NOTICE,
        text(head(heading), sentence),
        row(
            button(t("Ask everybody"), "ask", table) if host and started else None,
            button(t("End it now"), "end", table) if moderator and started else None,
            button(t("Close the table"), "close", table) if not started else None,
            button(t("My hand"), "hand", table) if started and host and not moderator else None,
        ),
    )
