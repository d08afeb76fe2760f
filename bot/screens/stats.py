"""Who lost how often: a person's games, and the losers of a server."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from discord import SelectOption

from bot.art.drawings import Look
from bot.screens.limits import OPTIONS
from bot.screens.parts import Colour, Screen, bold, button, hatted, head, row, select, small, text
from bot.screens.pictured import losers_picture, percent, rate_picture
from bot.standings import ENOUGH, EVER, Against, Summary, Tally
from bot.texts import HAT, Texts

LAST: Final = 10
PAGE: Final = 10
CURVE: Final = 3
"""Games that make a curve."""


def person(
    name: str,
    summary: Summary,
    here: bool,
    t: Texts,
    look: Look | None = None,
    against: tuple[str, Against] | None = None,
) -> Screen:
    """A person's games in this server or in all; `against`: with whom he has lost most."""
    heading = t("{name} in this server", name=name) if here else t("{name} in all servers", name=name)
    whose, games = summary.tally.user_id, summary.tally.games
    foot = [_game(game, one, t) for game, one in summary.by_game]
    if summary.alone is not None:
        losses, alone = summary.alone.losses, summary.alone.games
        foot.append(t("Against computers alone: lost {lost} of {games}", lost=losses, games=alone))
    if games > 1:
        foot.append(t("{mark} is a lost game", mark="×"))
    more = _more(summary, here, against, t)
    return Screen(
        Colour.LOBBY,
        text(head(heading)),
        text(*_numbers(summary, t)) if games else text(t("No finished game with others yet.")),
        rate_picture(name, summary, t) if look is not None and games >= CURVE else None,
        text(*more) if more else None,
        text(small(*foot)) if foot else None,
        row(
            button(t("This server"), "stats", whose, "here", disabled=here),
            button(t("All servers"), "stats", whose, "all", disabled=not here),
            button(t("Losers"), "losers", 0),
        ),
    )


def _numbers(summary: Summary, t: Texts) -> list[str]:
    """How many games, how many lost, and how that is beside the fair share."""
    tally, lost = summary.tally, summary.lost
    games = t.number("**{n}** game", "**{n}** games", tally.games)
    fair = t("fair share **{rate}**", rate=percent(tally.fair_rate))
    losses = t("**{n}** lost", n=tally.losses)
    lines = [" · ".join([games, losses, bold(percent(tally.rate)), fair])]
    if len(lost) > 1:
        marks = " ".join("×" if was_lost else "·" for was_lost in lost[-LAST:])
        lines.append(t("Last {n} `{marks}`", n=len(lost[-LAST:]), marks=marks))
    current, longest = summary.safe
    lines.append(t("Not lost: **{now}** in a row, best **{best}**", now=current, best=longest))
    if summary.losing > 1:
        lines.append(t("Lost: **{n}** in a row at worst", n=summary.losing))
    return lines


def _more(summary: Summary, here: bool, against: tuple[str, Against] | None, t: Texts) -> list[str]:
    """What else there is to tell, each in a line."""
    lines = []
    if here and summary.rating is not None:
        rating = f"{summary.rating.mu:.1f}"
        few = summary.tally.games < ENOUGH
        lines.append(
            t("Rating **{rating}**, provisional", rating=rating)
            if few
            else t("Rating **{rating}**", rating=rating)
        )
    if summary.places:
        places = " · ".join(f"{t.place(place)} **{number}**" for place, number in summary.places)
        lines.append(t("Went out {places}", places=places))
    if summary.hats.times:
        worn = t.lasted(summary.hats.worn)
        times = t.number(
            "Hat: **{n}** time, {time}",
            "Hat: **{n}** times, {time} in all",
            summary.hats.times,
            time=worn,
        )
        lines.append(f"{times} {HAT}" if summary.hats.wears else times)
    if summary.blamattis:
        lines.append(t.number("Blåmattis: **{n}** time", "Blåmattis: **{n}** times", summary.blamattis))
    if summary.worst:
        lines.append(
            t.number(
                "Worst hand survived: **{n}** card",
                "Worst hand survived: **{n}** cards",
                summary.worst,
            )
        )
    if against is not None:
        name, one = against
        values = {"name": bold(name), "lost": one.losses, "games": one.games}
        lines.append(t("Lost most with {name}: {lost} of {games}", **values))
    return lines


def _game(name: str, tally: Tally, t: Texts) -> str:
    values = {"game": t.game(name), "lost": tally.losses, "games": tally.games}
    fair = percent(tally.fair_rate)
    return t("{game}: lost {lost} of {games}, fair {fair}", **values, fair=fair)


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the table of losers; `name` is safe to print."""

    name: str
    tally: Tally
    hat: bool


def losers(
    lines: Sequence[Line],
    page: int,
    pages: int,
    t: Texts,
    look: Look | None = None,
    *,
    season: str | None = None,
    seasons: Sequence[str] = (),
) -> Screen:
    """One page of the server's losers, ranked already, in a month or ever; pages count from 0."""
    listed = [
        " · ".join(
            [
                str(page * PAGE + n),
                hatted(line.name, line.hat),
                t("{lost} of {games}", lost=line.tally.losses, games=line.tally.games),
                f"{bold(percent(line.tally.rate))} ({percent(line.tally.fair_rate)})",
            ]
        )
        for n, line in enumerate(lines, start=1)
    ]
    foot = [t("By loss rate above the fair share (in brackets); {n} games or more first", n=ENOUGH)]
    if any(line.hat for line in lines):
        foot.append(t("{hat} lost the last game", hat=HAT))
    heading = (
        t("Losers of this server") if season is None else t("Losers of {season}", season=t.season(season))
    )
    nobody = (
        t("Nobody has lost a game here yet.")
        if season is None
        else t("Nobody has lost a game in this month.")
    )
    where = season or EVER
    return Screen(
        Colour.LOBBY,
        text(head(heading)),
        text(*listed) if listed else text(nobody),
        losers_picture([(line.name, line.tally) for line in lines], t) if look and lines else None,
        text(small(*foot)),
        select(t("Season"), _seasons(seasons, season, t), "season") if seasons else None,
        row(
            button(t("Previous"), "losers", page - 1, where, disabled=page == 0),
            button(t("Next"), "losers", page + 1, where, disabled=page + 1 >= pages),
            button(t("My stats"), "mine"),
        ),
    )


def _seasons(seasons: Sequence[str], shown: str | None, t: Texts) -> list[SelectOption]:
    """All time, and the newest months."""
    listed = [SelectOption(label=t("All time"), value=EVER, default=shown is None)]
    return listed + [
        SelectOption(label=t.season(season), value=season, default=season == shown)
        for season in seasons[: OPTIONS - 1]
    ]
