"""What screens are made of."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from enum import IntEnum
from typing import Any, Final
from zlib import crc32

from discord import ButtonStyle, MediaGalleryItem, SelectOption, ui

from bot.art.drawings import Picture
from bot.presses import custom_id
from bot.texts import HAT, Texts
from engine import Event, Play, PlayerView, Rules, Seat
from engine.players.levels import Level
from engine.rules import Taken

BLURPLE: Final = ButtonStyle.primary
GREY: Final = ButtonStyle.secondary


class Colour(IntEnum):
    """The bar at the side: one hue a phase."""

    LOBBY = 0xC9BFA6
    BUILDING = 0x6CB0DE
    SHEDDING = 0x63BA92
    END = 0xDE626C
    NOTICE = 0xF6C453


Content = tuple[list[dict[str, Any]], dict[str, Picture]]


class Screen(ui.LayoutView):
    """One message: a container with a coloured bar.

    discord.py must keep no view of ours, its presses are read from their custom_ids in `bot.buttons`:
    so it is told that each has finished already (see docs/decisions/presses-without-views.md).
    """

    def __init__(self, colour: Colour, *items: ui.Item[Any] | None) -> None:
        super().__init__(timeout=None)
        parts = [item for item in items if item is not None]
        self.pictures = {item.file_name: item.picture for item in parts if isinstance(item, Pictured)}
        self.files = {item.file_name: item.data for item in parts if isinstance(item, Attached)}
        self.add_item(ui.Container(*parts, accent_colour=int(colour)))

    def is_finished(self) -> bool:
        return True

    def numbered(self, press: int) -> Screen:
        """The same as the answer to this press, with menus that no client takes for earlier ones.

        Clients remember by a component's number what was picked in it, show that whatever the bot says, and
        do not send it once more (https://github.com/discord/discord-api-docs, issues 8160 and 4801).
        """
        for item in self.walk_children():
            if isinstance(item, ui.Select):
                item.id = crc32(f"{item.custom_id}/{press}".encode()) % 2**31
        return self

    @property
    def payload(self) -> list[dict[str, Any]]:
        """The components as they are sent, to compare and to search."""
        components: list[dict[str, Any]] = self.to_components()  # type: ignore[no-untyped-call]
        return components

    @property
    def content(self) -> Content:
        """All that its reader sees, to compare: the components, and the pictures by file name."""
        return self.payload, self.pictures


class Pictured(ui.MediaGallery[Any]):
    """A picture in a screen: its drawing goes with the message as a file of that name."""

    def __init__(self, file_name: str, picture: Picture, alt: str) -> None:
        super().__init__(MediaGalleryItem(f"attachment://{file_name}", description=alt))
        self.file_name = file_name
        self.picture = picture


class Attached(ui.File[Any]):
    """A file to keep, in a screen: its bytes go with the message under that name."""

    def __init__(self, file_name: str, data: bytes) -> None:
        super().__init__(f"attachment://{file_name}")
        self.file_name = file_name
        self.data = data


def plain(name: str) -> str:
    """A safe name where no markdown is read."""
    return re.sub(r"\\(.)", r"\1", name)


@dataclass(frozen=True, slots=True)
class Sitter:
    """Who sits in a seat, as people see it. `name` is safe to print."""

    name: str
    computer: bool = False
    level: Level = Level.NORMAL  # of a computer
    away: bool = False  # a computer keeps the seat of somebody who left or let turns run out
    hat: bool = False
    host: bool = False
    ready: bool = False  # in a lobby
    deals: bool = False  # known before the start only after a game: the loser

    @property
    def plain(self) -> str:
        """The name where no markdown is read, as in a menu."""
        return plain(self.name)

    def label(self, t: Texts) -> str:
        """The name in bold, with the hat."""
        return hatted(self.name, self.hat)


@dataclass(frozen=True, slots=True)
class Vote:
    """Everybody who plays is asked whether the game shall end."""

    agreed: int
    voters: int
    until: datetime


@dataclass(frozen=True, slots=True)
class Scene:
    """What everybody may know of a table besides its cards."""

    table: int
    rules: Rules
    size: int
    sitters: tuple[Sitter, ...]
    turn_seconds: int | None = 180  # None: no limit
    ply: int = 0
    deadline: datetime | None = None
    all_asleep: bool = False  # the game waits for anybody to come back
    vote: Vote | None = None
    happenings: tuple[Event, ...] = ()
    tricks: int = 0
    minutes: int = 0
    promise: str | None = None  # the SHA-256 of the seed
    seed: str | None = None  # what the deck was made of, once the game has its loser
    hat_from: str | None = None  # who wore the hat till now; None: nobody has lost here yet

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(sitter.name for sitter in self.sitters)


def text(*lines: str) -> ui.TextDisplay[Any]:
    """Lines of text, as one component."""
    return ui.TextDisplay("\n".join(lines))


def bold(words: str) -> str:
    """Words in bold."""
    return f"**{words}**"


def hatted(name: str, hat: bool) -> str:
    """A name in bold, with the hat of the last loser."""
    return f"{bold(name)} {HAT}" if hat else bold(name)


def countdown(moment: datetime) -> str:
    """A moment as Discord counts down to it, in the reader's own words."""
    return f"<t:{int(moment.timestamp())}:R>"


def head(words: str) -> str:
    """The first line of a screen: what to do, or what is so."""
    return f"### {words}"


def bullet(words: str) -> str:
    """An entry of a list."""
    return f"- {words}"


def small(*lines: str) -> str:
    """Lines in small type."""
    return "\n".join(f"-# {line}" for line in lines)


def line() -> ui.Separator[Any]:
    """A thin line between two texts."""
    return ui.Separator()


def button(
    label: str,
    action: str,
    *arguments: object,
    style: ButtonStyle = GREY,
    disabled: bool = False,
    emoji: str | None = None,
) -> ui.Button[Any]:
    """A button whose press says what it asks for."""
    press = custom_id(action, *arguments)
    return ui.Button(label=label, custom_id=press, style=style, disabled=disabled, emoji=emoji)


def take_back(table: int, t: Texts, style: ButtonStyle = GREY) -> ui.Button[Any]:
    """The way back into a seat that a computer keeps."""
    return button(t("Take my seat back"), "back", table, style=style)


def row(*buttons: ui.Item[Any] | None) -> ui.ActionRow[Any]:
    """Up to five buttons side by side."""
    return ui.ActionRow(*(item for item in buttons if item is not None))


def select(
    placeholder: str, options: Iterable[SelectOption], action: str, *arguments: object
) -> ui.ActionRow[Any]:
    """A menu of one choice, in a row of its own."""
    menu: ui.Select[Any] = ui.Select(
        placeholder=placeholder, options=list(options), custom_id=custom_id(action, *arguments)
    )
    return ui.ActionRow(menu)


def until(deadline: datetime | None, t: Texts) -> str | None:
    """When the turn ends, as a time that Discord counts down."""
    return None if deadline is None else t("turn ends {time}", time=countdown(deadline))


def closes(scene: Scene, t: Texts) -> str | None:
    """When a table closes if nobody does anything."""
    if scene.deadline is None:
        return None
    return t("closes {time}", time=countdown(scene.deadline))


def facts(*parts: str | None) -> str:
    """A status line of at most two facts."""
    return small(" · ".join(part for part in parts if part is not None))


def fair_deal(scene: Scene, t: Texts) -> list[str]:
    """What can be compared, after the game, with the seed it will show."""
    return [] if scene.promise is None else [t("Fair deal, SHA-256 {code}", code=f"`{scene.promise}`")]


def phase_colour(view: PlayerView) -> Colour:
    """Phase 2 has trumps to play, phase 1 a trick to win."""
    return Colour.SHEDDING if view.shedding else Colour.BUILDING


def before(view: PlayerView, seat: Seat) -> int | None:
    """How many act before this seat does, if that is known: 0 is next, after who is to act now."""
    if view.turn is None or view.turn == seat:
        return None
    if view.shedding:
        order = [s % view.seats for s in range(view.turn + 1, view.turn + view.seats)]
        acting = [s for s in order if s in view.still_in]
    else:
        acting = list(view.round[view.played + 1 :])
    return acting.index(seat) if seat in acting else None


def taken(view: PlayerView) -> Play | None:
    """The play that picking up takes, if there is one in phase 2."""
    if not view.shedding or not view.table:
        return None
    return view.table[-1] if view.rules.taken is Taken.LAST else view.table[0]


def to_beat(view: PlayerView) -> Play | None:
    """The play to beat: the last one in phase 2, the highest of the round in phase 1."""
    if view.shedding:
        return view.table[-1] if view.table else None
    if not view.played:
        return None
    return max(view.table[-view.played :], key=lambda play: play.cards.lowest.rank)


def holding(view: PlayerView, seat: Seat, t: Texts) -> list[str]:
    """What a seat holds as everybody may know it, or that it is out."""
    if seat in view.out:
        return [t("out, {place}", place=t.place(view.out.index(seat) + 1))]
    if view.shedding:
        return [t.number("{n} card", "{n} cards", view.counts[seat])]
    return [t("{n} in hand", n=view.counts[seat]), t("{n} won", n=view.won[seat])]
