"""Discord's limits on what a message holds, at one place. Source: Discord's documentation of components.

discord.py checks few of them; every screen is tested against `check`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

COMPONENTS: Final = 40  # in a message, nested ones counted
TEXT: Final = 4_000  # characters of all text displays together
ROW_BUTTONS: Final = 5
OPTIONS: Final = 25  # of a select
BUTTON_LABEL: Final = 80
OPTION_LABEL: Final = 100
OPTION_VALUE: Final = 100
OPTION_DESCRIPTION: Final = 100
CUSTOM_ID: Final = 100
PLACEHOLDER: Final = 150
ALT: Final = 1_024


def walk(components: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Every component of a payload, nested ones too."""
    for component in components:
        yield component
        yield from walk(component.get("components", []))
        yield from walk([component["accessory"]] if "accessory" in component else [])


def broken(components: list[dict[str, Any]]) -> list[str]:
    """Every limit that a message with these components breaks; none for one that Discord takes."""
    every = list(walk(components))
    ids = [c["custom_id"] for c in every if "custom_id" in c]
    text = sum(len(c["content"]) for c in every if "content" in c)
    found = [
        (len(every) > COMPONENTS, f"{len(every)} components"),
        (text > TEXT, f"{text} characters"),
        (len(set(ids)) < len(ids), "a custom_id stands twice"),
    ]
    for c in every:
        inner, options = c.get("components", []), c.get("options", [])
        is_row = c["type"] == 1
        found += [
            (is_row and not inner, "an empty row"),
            (is_row and len(inner) > ROW_BUTTONS, f"{len(inner)} buttons in a row"),
            (is_row and len(inner) > 1 and any(i["type"] != 2 for i in inner), "a select beside others"),
            (
                c["type"] == 2 and not 1 <= len(c.get("label", "")) <= BUTTON_LABEL,
                f"label {c.get('label')!r}",
            ),
            (c["type"] == 3 and not 1 <= len(options) <= OPTIONS, f"{len(options)} options"),
            (len({o["value"] for o in options}) < len(options), "an option's value stands twice"),
            (len(c.get("placeholder") or "") > PLACEHOLDER, "a long placeholder"),
            (not 1 <= len(c.get("custom_id", "x")) <= CUSTOM_ID, "a long custom_id"),
            (c["type"] == 10 and not c["content"], "an empty text"),
        ]
        found += [
            (not 1 <= len(item.get("description") or "") <= ALT, "a picture without words, or with too many")
            for item in c.get("items", [])
        ]
        found += [
            (
                not 1 <= len(o["label"]) <= OPTION_LABEL
                or not 1 <= len(o["value"]) <= OPTION_VALUE
                or len(o.get("description") or "") > OPTION_DESCRIPTION,
                f"option {o['label']!r}",
            )
            for o in options
        ]
    return [what for wrong, what in found if wrong]
