"""`limits.broken` finds each kind of violation, and takes all that Discord takes.

The numbers were compared by hand with Discord's published API description.
"""

from __future__ import annotations

from typing import Any

import pytest
from discord import SelectOption

from bot.screens.limits import broken, walk
from bot.screens.parts import Colour, Screen, button, line, row, select, text

Component = dict[str, Any]


def a_text(words: str) -> Component:
    return {"type": 10, "content": words}


def a_button(**changes: Any) -> Component:
    return {"type": 2, "style": 2, "label": "x", "custom_id": "x", **changes}


def a_row(*inner: Component) -> Component:
    return {"type": 1, "components": list(inner)}


def an_option(**changes: str) -> Component:
    return {"label": "x", "value": "x", **changes}


def a_menu(*options: Component, **changes: Any) -> Component:
    return {"type": 3, "custom_id": "menu", "options": list(options), **changes}


def some_options(number: int) -> list[Component]:
    return [an_option(value=str(n)) for n in range(number)]


def in_a_container(*inner: Component) -> list[Component]:
    return [{"type": 17, "components": list(inner)}]


ALLOWED = {
    "forty components": in_a_container(*[a_text("x")] * 39),
    "4,000 characters": in_a_container(a_text("x" * 2_000), a_text("x" * 2_000)),
    "five buttons": [a_row(*(a_button(custom_id=str(n)) for n in range(5)))],
    "a label of 80": [a_row(a_button(label="x" * 80))],
    "a custom_id of 100": [a_row(a_button(custom_id="x" * 100))],
    "25 options": [a_row(a_menu(*some_options(25)))],
    "a placeholder of 150": [a_row(a_menu(an_option(), placeholder="x" * 150))],
    "no placeholder": [a_row(a_menu(an_option(), placeholder=None))],
    "an option's label, value and description of 100": [
        a_row(a_menu(an_option(label="x" * 100, value="x" * 100, description="x" * 100)))
    ],
    "the same value in two menus": [
        a_row(a_menu(an_option(), custom_id="one")),
        a_row(a_menu(an_option(), custom_id="two")),
    ],
}
BROKEN = {
    "41 components": (in_a_container(*[a_text("x")] * 40), "41 components"),
    "4,001 characters": (in_a_container(a_text("x" * 2_000), a_text("x" * 2_001)), "4001 characters"),
    "an empty text": ([a_text("")], "an empty text"),
    "an empty row": ([a_row()], "an empty row"),
    "six buttons": ([a_row(*(a_button(custom_id=str(n)) for n in range(6)))], "6 buttons in a row"),
    "two menus in a row": (
        [a_row(a_menu(an_option()), a_menu(an_option(), custom_id="two"))],
        "a select beside others",
    ),
    "a button beside a menu": ([a_row(a_menu(an_option()), a_button())], "a select beside others"),
    "no label": ([a_row(a_button(label=""))], "label ''"),
    "a label of 81": ([a_row(a_button(label="x" * 81))], f"label {'x' * 81!r}"),
    "a custom_id twice": ([a_row(a_button(), a_button())], "a custom_id stands twice"),
    "a custom_id twice, far apart": (
        in_a_container(a_row(a_button()), a_row(a_button())),
        "a custom_id stands twice",
    ),
    "a custom_id of 101": ([a_row(a_button(custom_id="x" * 101))], "a long custom_id"),
    "an empty custom_id": ([a_row(a_button(custom_id=""))], "a long custom_id"),
    "no options": ([a_row(a_menu())], "0 options"),
    "26 options": ([a_row(a_menu(*some_options(26)))], "26 options"),
    "a value twice": ([a_row(a_menu(an_option(), an_option()))], "an option's value stands twice"),
    "a placeholder of 151": ([a_row(a_menu(an_option(), placeholder="x" * 151))], "a long placeholder"),
    "an option without a label": ([a_row(a_menu(an_option(label="")))], "option ''"),
    "an option's label of 101": ([a_row(a_menu(an_option(label="x" * 101)))], f"option {'x' * 101!r}"),
    "an option without a value": ([a_row(a_menu(an_option(value="")))], "option 'x'"),
    "an option's value of 101": ([a_row(a_menu(an_option(value="x" * 101)))], "option 'x'"),
    "an option's description of 101": ([a_row(a_menu(an_option(description="x" * 101)))], "option 'x'"),
}


@pytest.mark.parametrize("name", ALLOWED)
def test_what_discord_takes_is_not_broken(name: str) -> None:
    assert broken(ALLOWED[name]) == []


@pytest.mark.parametrize("name", BROKEN)
def test_each_violation_is_found_and_named(name: str) -> None:
    payload, what = BROKEN[name]
    assert broken(payload) == [what]


@pytest.mark.parametrize("name", BROKEN)
def test_a_violation_is_found_however_deep_it_lies(name: str) -> None:
    payload, what = BROKEN[name]
    if payload[0]["type"] != 17:
        payload = in_a_container(a_text("x"), *payload)
    assert what in broken(payload)


def test_every_violation_is_told() -> None:
    payload = [a_row(a_button(label="", custom_id="x" * 101)), a_text("")]
    assert set(broken(payload)) == {"label ''", "a long custom_id", "an empty text"}


def test_what_screens_are_made_of_reads_as_expected() -> None:
    """The payloads above are of the shape that discord.py sends."""
    shown = Screen(
        Colour.LOBBY,
        text("x"),
        line(),
        row(button("x", "join", 1)),
        select("x", [SelectOption(label="x", value="x")], "pick", 1, 2, "S"),
    ).payload
    assert [c["type"] for c in walk(shown)] == [17, 10, 14, 1, 2, 1, 3]
    assert {"label", "custom_id", "style", "disabled"} <= next(
        c for c in walk(shown) if c["type"] == 2
    ).keys()
    assert {"options", "custom_id", "placeholder"} <= next(c for c in walk(shown) if c["type"] == 3).keys()


def test_what_discord_py_does_not_check_is_found() -> None:
    label = Screen(Colour.LOBBY, row(button("x" * 81, "join", 1))).payload
    many = [SelectOption(label="x", value=str(n)) for n in range(26)]
    menu = Screen(Colour.LOBBY, select("x", many, "pick", 1, 2, "S")).payload
    assert len(broken(label)) == len(broken(menu)) == 1
