"""Who lost how often."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.screens.parts import Colour, Screen, bold, button, hatted, head, row, small, text
from bot.store import Outcome, Tally
from bot.texts import HAT, Texts

LAST: Final = 10
PAGE: Final = 10
ENOUGH: Final = 10
"""Who has played fewer games comes last in the table of losers: one game lost is no rate."""


def person(name: str, outcomes: Sequence[Outcome], user_id: int, here: bool, t: Texts) -> Screen:
    """A person's games, the oldest first in `outcomes`, in this server or in all."""
    heading = t("{name} in this server", name=name) if here else t("{name} in all servers", name=name)
    lost = [outcome.lost for outcome in outcomes]
    if not outcomes:
        body = [text(t("No finished game yet."))]
    else:
        games = t.number("**{n}** game", "**{n}** games", len(lost))
        current, longest = streaks(lost)
        marks = " ".join("×" if was_lost else "·" for was_lost in lost[-LAST:])
        lines = [" · ".join([games, t("**{n}** lost", n=sum(lost)), bold(rate(sum(lost), len(lost)))])]
        if len(lost) > 1:
            lines.append(t("Last {n} `{marks}`", n=len(lost[-LAST:]), marks=marks))
        lines.append(t("Not lost: **{now}** in a row, best **{best}**", now=current, best=longest))
        foot = [*_by_game(outcomes, t), *([t("{mark} is a lost game", mark="×")] if len(lost) > 1 else [])]
        body = [text(*lines), text(small(*foot))]
    return Screen(
        Colour.LOBBY,
        text(head(heading)),
        *body,
        row(
            button(t("This server"), "stats", user_id, "here", disabled=here),
            button(t("All servers"), "stats", user_id, "all", disabled=not here),
            button(t("Losers"), "losers", 0),
        ),
    )


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the table of losers; `name` is safe to print."""

    name: str
    tally: Tally
    hat: bool


def losers(lines: Sequence[Line], page: int, pages: int, t: Texts) -> Screen:
    """One page of the server's losers, ranked already; pages count from 0."""
    listed = [
        " · ".join(
            [
                str(page * PAGE + n),
                hatted(line.name, line.hat),
                t("{lost} of {games}", lost=line.tally.losses, games=line.tally.games),
                bold(rate(line.tally.losses, line.tally.games)),
            ]
        )
        for n, line in enumerate(lines, start=1)
    ]
    foot = [t("By loss rate, {n} games or more first", n=ENOUGH)]
    if any(line.hat for line in lines):
        foot.append(t("{hat} lost the last game", hat=HAT))
    return Screen(
        Colour.LOBBY,
        text(head(t("Losers of this server"))),
        text(*listed) if listed else text(t("Nobody has lost a game here yet.")),
        text(small(*foot)),
        row(
            button(t("Previous"), "losers", page - 1, disabled=page == 0),
            button(t("Next"), "losers", page + 1, disabled=page + 1 >= pages),
            button(t("My stats"), "mine"),
        ),
    )


def ranked(tallies: Sequence[Tally]) -> list[Tally]:
    """Who has lost: by loss rate, then by games lost; with fewer than ten games behind all others."""
    losers = [tally for tally in tallies if tally.losses]
    return sorted(losers, key=lambda a: (a.games < ENOUGH, -a.losses / a.games, -a.losses, a.user_id))


def streaks(lost: Sequence[bool]) -> tuple[int, int]:
    """Games without losing: the current row and the longest."""
    current = longest = 0
    for was_lost in lost:
        current = 0 if was_lost else current + 1
        longest = max(longest, current)
    return current, longest


def rate(losses: int, games: int) -> str:
    """A loss rate in whole per cent."""
    return f"{round(100 * losses / games)} %"


def _by_game(outcomes: Sequence[Outcome], t: Texts) -> list[str]:
    names = dict.fromkeys(outcome.game for outcome in outcomes)
    lines = []
    for name in names:
        lost = [outcome.lost for outcome in outcomes if outcome.game == name]
        lines.append(t("{game}: lost {lost} of {games}", game=t.game(name), lost=sum(lost), games=len(lost)))
    return lines
