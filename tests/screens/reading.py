"""Reading a screen as its reader does: as lines of plain text, and as what can be pressed.

A screen as text, one line for each line of the message:

bar SHEDDING, 8 components
### Aino must beat `J♣`
[*My hand*] [Pick up J♣] [~Rules~]
[v ♠ Spades · 2]
    7♠ = 7S
    7♠–8♠ = 7S-8S (run of 2)

A button in stars is blurple, one in tildes is off; the options of a menu stand below it with their values,
and behind a > the one that is chosen, which a closed menu shows in place of its own words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from bot import presses
from bot.screens.limits import walk
from bot.screens.parts import Colour, Screen

Component = dict[str, Any]

ROW, BUTTON, MENU, TEXT, SEPARATOR, CONTAINER = 1, 2, 3, 10, 14, 17
BLURPLE: Final = 1
TEXT_STYLE: Final = "\ufe0e"
"""Stands after each suit sign, so that no client turns it into an emoji."""
SIGN: Final = "[♠♥♦♣]"
CODES: Final = {"♠": "S", "♥": "H", "♦": "D", "♣": "C"}
RANK: Final = r"(?:10|[2-9JQKA])"
CARD: Final = re.compile(rf"({RANK})({SIGN})")
PLAY: Final = re.compile(rf"{RANK}{SIGN}(?:–{RANK}{SIGN})?")
SUIT_LINE: Final = re.compile(rf"`({SIGN})` ((?:\**{RANK}(?!\w)\** ?)+)")
"""The cards of a suit in a hand of phase 2, as "`♠` 3 4 **7 10**"."""


def strings(payload: list[Component]) -> list[str]:
    """Every string of a payload, what people read and what the client sends back."""
    found: list[str] = []

    def search(value: object) -> None:
        match value:
            case str():
                found.append(value)
            case dict():
                for inner in value.values():
                    search(inner)
            case list():
                for inner in value:
                    search(inner)

    search(payload)
    return found


def bare_signs(payload: list[Component]) -> list[str]:
    """Texts with a suit sign that a client may turn into an emoji."""
    return [text for text in strings(payload) if re.search(f"{SIGN}(?!{TEXT_STYLE})", text)]


def plain(text: str) -> str:
    """The text without what asks for text style, and with ordinary spaces."""
    return text.replace(TEXT_STYLE, "").replace("\u00a0", " ")


# as text


def as_text(screen: Screen) -> str:
    """The whole screen, as the module's docstring shows it."""
    payload = screen.payload
    (container,) = payload
    assert container["type"] == CONTAINER
    colour, every = Colour(container["accent_color"]).name, list(walk(payload))
    return "\n".join([f"bar {colour}, {len(every)} components", *_lines(container["components"])]) + "\n"


def _lines(components: list[Component]) -> Iterator[str]:
    for component in components:
        match component["type"]:
            case 10:
                yield plain(component["content"])
            case 14:
                yield "---"
            case 12:
                for item in component["items"]:
                    file = item["media"]["url"].removeprefix("attachment://")
                    yield f"<{file}: {plain(item['description'])}>"
            case 13:
                yield f"<{component['file']['url'].removeprefix('attachment://')}>"
            case 9:
                yield from _lines(component["components"])
                yield _button(component["accessory"])
            case 1 if component["components"][0]["type"] == MENU:
                yield from _menu(component["components"][0])
            case 1:
                yield " ".join(map(_button, component["components"]))
            case kind:
                raise AssertionError(f"a component of type {kind}: how is it read?")


def _button(button: Component) -> str:
    mark = "~" if button["disabled"] else "*" if button["style"] == BLURPLE else ""
    return f"[{mark}{plain(button['label'])}{mark}]"


def _menu(menu: Component) -> Iterator[str]:
    shown = [option["label"] for option in menu["options"] if option.get("default")]
    yield f"[v {plain(shown[0] if shown else menu['placeholder'])}]"
    for option in menu["options"]:
        about, mark = option.get("description"), "  > " if option.get("default") else "    "
        yield f"{mark}{plain(option['label'])} = {option['value']}" + (f" ({about})" if about else "")


def heading(screen: Screen) -> str:
    """The first line, without its mark."""
    first: str = next(c["content"] for c in walk(screen.payload) if c["type"] == TEXT).split("\n", 1)[0]
    assert first.startswith("### ")
    return plain(first.removeprefix("### "))


def read_length(text: str) -> int:
    """How long a line is to its reader, who sees neither marks nor code spans."""
    return len(re.sub(r"\\(.)", r"\1", plain(text)).replace("`", "").replace("**", ""))


# as presses


@dataclass(frozen=True)
class Offer:
    """A button, or an entry of a menu."""

    label: str
    action: str
    arguments: tuple[str, ...]


def offers(screen: Screen) -> list[Offer]:
    """Everything that can be pressed, in the order in which it stands."""
    found = []
    for c in walk(screen.payload):
        if c["type"] not in (BUTTON, MENU) or c.get("disabled"):
            continue
        press = presses.read(c["custom_id"])
        assert press is not None, f"{c['custom_id']} cannot be read"
        if c["type"] == BUTTON:
            found.append(Offer(plain(c["label"]), press.action, press.arguments))
            continue
        found += [
            Offer(plain(option["label"]), press.action, (*press.arguments, option["value"]))
            for option in c["options"]
        ]
    return found


def menus(screen: Screen) -> list[Component]:
    """Every menu, in the order in which they stand."""
    return [c for c in walk(screen.payload) if c["type"] == MENU]


def moves(screen: Screen) -> dict[str, str]:
    """The label of each move that is offered, by its code; `5S-` opens the runs from a card."""
    found = [
        (offer.arguments[-1], offer.label) for offer in offers(screen) if offer.action in ("play", "pick")
    ]
    assert len(dict(found)) == len(found), "a move is offered twice"
    return dict(found)


def meant(label: str) -> str:
    """The code of the move that a label names, as its reader understands it."""
    if label == "Turn up":
        return "up"
    if re.fullmatch(rf"Pick up {PLAY.pattern}", label):
        return "take"
    if match := re.fullmatch(rf"Run from ({CARD.pattern}) …", label):
        return f"{code(match[1])}-"
    assert PLAY.fullmatch(label), f"{label!r} does not begin with rank and suit"
    return "-".join(map(code, label.split("–")))


def code(card: str) -> str:
    """How records write a card that reads `10♥`: `TH`."""
    match = CARD.fullmatch(card)
    assert match, f"{card!r} is no card"
    return match[1].replace("10", "T") + CODES[match[2]]


# as cards


def cards_named(payload: list[Component]) -> set[str]:
    """The code of every card that stands anywhere in a payload, a run by its ends."""
    found = set()
    for text in strings(payload):
        words = plain(text)
        found |= {code(match[0]) for match in CARD.finditer(words)}
        found |= set(re.findall(r"(?<![A-Z\d])[2-9TJQKA][SHDC](?![A-Za-z\d])", words))
        for sign, ranks in SUIT_LINE.findall(words):
            found |= {code(rank + sign) for rank in ranks.replace("*", "").split()}
    return found
