"""What who manages a server can do with its table of losers: take it along, or begin anew."""

from __future__ import annotations

from bot.exports import Export
from bot.screens.parts import Attached, Colour, Screen, bullet, button, head, row, small, text
from bot.texts import Texts


def resetting(games: int, last: int, t: Texts) -> Screen:
    """What goes and what stays when the table is reset; `last` is the last game that would go."""
    return Screen(
        Colour.NOTICE,
        text(
            head(t("Reset the table of losers?")),
            t.number(
                "{n} finished game will count no more:", "{n} finished games will count no more:", games
            ),
            bullet(t("losses, streaks, seasons and ratings of everybody here begin anew")),
            bullet(t("the games themselves and the hat stay")),
        ),
        text(small(t("{command} keeps a copy.", command=t.command("server export")))),
        row(button(t("Reset the table"), "reset", games, last)),
    )


def exported(made: Export, t: Texts) -> Screen:
    """The server's table as two files."""
    games, left_out = made.games, made.left_out
    told = [t.number("{n} finished game, as CSV and JSON.", "{n} finished games, as CSV and JSON.", games)]
    if left_out:
        told.append(t("{n} older games fit no more.", n=left_out))
    told.append(t("Who has left the server has no id in them."))
    return Screen(
        Colour.LOBBY,
        text(head(t("The table of this server")), *told),
        Attached("results.csv", made.csv),
        Attached("results.json", made.json),
    )
