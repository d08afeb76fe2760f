"""What the host may change before the game: each choice holds at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from discord import SelectOption, ui

from bot.options import TIMES, Options, time_code
from bot.screens.parts import Colour, Screen, Sitter, bold, button, head, line, row, select, small, text
from bot.texts import Texts
from engine import PRESETS
from engine.players.levels import Level
from engine.rules import OPTIONS, SEATS, choices

PAGES: Final = {"building": tuple(OPTIONS)[:5], "shedding": tuple(OPTIONS)[5:]}
"""House rules come on two pages, in the order in which a game meets them."""
COMPUTERS: Final = "computers"
"""The page that says how strong they are."""


@dataclass(frozen=True, slots=True)
class Guest:
    """Who sits at the table, and how a press names him: a user id or a computer's name."""

    key: str
    sitter: Sitter


def options(
    table: int,
    chosen: Options,
    guests: Sequence[Guest],
    usual_time: int,
    t: Texts,
    refused: tuple[str, str] | None = None,
) -> Screen:
    """What is played, by how many and how fast, and who sits there; `refused`: why nothing has changed."""
    others = [guest for guest in guests if not guest.sitter.host]
    times = _times(chosen, usual_time)
    return _page(
        t("Options"),
        refused,
        t,
        *_menu(t("Game"), table, ("game",), [_game(name, chosen, t) for name in PRESETS]),
        *_menu(t("Seats"), table, ("seats",), [_seats(n, chosen, t) for n in SEATS]),
        *_menu(t("Time"), table, ("time",), [_time(time, chosen, usual_time, t) for time in times]),
        _whom(t("Take from the table …"), table, "remove", others, t),
        _whom(t("Make the host …"), table, "host", [g for g in others if not g.sitter.computer], t),
        row(
            button(t("Add computer"), "computer", table, disabled=len(guests) >= chosen.size),
            button(t("Computers"), "options", table, COMPUTERS),
            button(t("House rules"), "options", table, "building"),
        ),
    )


def computers(
    table: int,
    chosen: Options,
    guests: Sequence[Guest],
    t: Texts,
    refused: tuple[str, str] | None = None,
) -> Screen:
    """How strong each computer at the table is; `refused` as in `options`."""
    menus: list[ui.Item[Any]] = []
    for guest in guests:
        if guest.sitter.computer:
            entries = [_level(level, guest.sitter.level, t) for level in Level]
            menus += [
                text(bold(guest.sitter.name)),
                select(guest.sitter.plain, entries, "level", table, guest.key),
            ]
    return _page(
        t("Computers"),
        refused,
        t,
        *(menus or [text(t("No computer sits here."))]),
        row(
            button(t("Back"), "options", table, "table"),
            button(t("Add computer"), "computer", table, COMPUTERS, disabled=len(guests) >= chosen.size),
        ),
    )


def house_rules(table: int, chosen: Options, page: str, t: Texts) -> Screen:
    """One page of house rules, `building` or `shedding`."""
    usual = PRESETS[chosen.rules.name]
    menus = []
    for option in PAGES[page]:
        value, default = getattr(chosen.rules, option), getattr(usual, option)
        question = t.option(option)
        if value != default:
            question = t("{option} · changed", option=question)
        entries = [
            SelectOption(
                label=t.choice(option, choice),
                value=str(n),
                description=t("usual in {game}", game=t.game(usual.name)) if choice == default else None,
                default=choice == value,
            )
            for n, choice in enumerate(choices(option))
        ]
        menus += _menu(question, table, (page, option), entries)
    pages = list(PAGES)
    n = pages.index(page)
    return Screen(
        Colour.LOBBY,
        text(head(t("House rules, {n} of {all}", n=n + 1, all=len(pages)))),
        line(),
        *menus,
        row(
            button(t("Back"), "options", table, "table"),
            button(t("More"), "options", table, pages[n - 1]),
            button(t("As usual"), "usual", table, page, disabled=chosen.rules == usual),
        ),
    )


def _page(heading: str, refused: tuple[str, str] | None, t: Texts, *items: ui.Item[Any] | None) -> Screen:
    """A page below its heading, or below why nothing has changed."""
    heading, sentence = refused or (heading, t("Each choice holds at once."))
    colour = Colour.LOBBY if refused is None else Colour.NOTICE
    return Screen(colour, text(head(heading), small(sentence)), line(), *items)


def _menu(
    question: str, table: int, what: tuple[str, ...], entries: list[SelectOption]
) -> list[ui.Item[Any]]:
    return [text(bold(question)), select(question, entries, "set", table, *what)]


def _game(name: str, chosen: Options, t: Texts) -> SelectOption:
    seats = PRESETS[name].seats
    many = f"{seats[0]}–{seats[-1]}" if len(seats) > 1 else str(seats[0])
    return SelectOption(
        label=t.game(name),
        value=name,
        description=t("for {seats} players", seats=many),
        default=name == chosen.rules.name,
    )


def _seats(n: int, chosen: Options, t: Texts) -> SelectOption:
    return SelectOption(
        label=t.number("{n} seat", "{n} seats", n),
        value=str(n),
        description=t("usual in {game}", game=t.game(chosen.rules.name)) if n in chosen.rules.seats else None,
        default=n == chosen.size,
    )


def _times(chosen: Options, usual_time: int) -> list[int | None]:
    """The times there are, with the table's and the usual one though they be none of them."""
    times = {*TIMES, chosen.turn_seconds, usual_time}
    return [*sorted(time for time in times if time is not None), None]


def _time(time: int | None, chosen: Options, usual_time: int, t: Texts) -> SelectOption:
    return SelectOption(
        label=t.turn_time(time),
        value=time_code(time),
        description=t("usual") if time == usual_time else None,
        default=time == chosen.turn_seconds,
    )


def _level(level: Level, chosen: Level, t: Texts) -> SelectOption:
    return SelectOption(
        label=t.level(level), value=level.value, description=t.about_level(level), default=level is chosen
    )


def _whom(
    question: str, table: int, action: str, guests: Sequence[Guest], t: Texts
) -> ui.ActionRow[Any] | None:
    if not guests:
        return None
    entries = [
        SelectOption(
            label=guest.sitter.plain,
            value=guest.key,
            description=t.computer(guest.sitter.level) if guest.sitter.computer else None,
        )
        for guest in guests
    ]
    return select(question, entries, action, table)
