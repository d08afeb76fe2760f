"""What menus show in a client, which remembers what has been picked in them.

A client goes on showing the picked entry for as long as the menu keeps its number in the message, and sends
nothing when that entry is picked again: so do the demo's page and Discord's own clients, who mean it
(discord/discord-api-docs#4801, #7765).
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from simcord import MemberActor, ResponseMessage

from bot.table import Table
from tests.bot.sim import App, heading, parts, running, settings_for
from tests.screens.reading import MENU, Component


@dataclass
class Client:
    """The host's: his page of options as he sees it."""

    app: App
    host: MemberActor
    page: ResponseMessage
    picked: dict[int, str] = field(default_factory=dict)

    def menu(self, question: str) -> Component:
        (found,) = (c for c in parts(self.page) if c["type"] == MENU and c["placeholder"] == question)
        return found

    def shows(self, question: str) -> str:
        """What stands in a closed menu."""
        menu = self.menu(question)
        chosen = [o["value"] for o in menu["options"] if o.get("default")]
        value = self.picked.get(menu["id"], chosen[0] if chosen else None)
        labels: dict[str, str] = {option["value"]: option["label"] for option in menu["options"]}
        return labels.get(value or "", question)

    async def pick(self, question: str, label: str) -> None:
        """Pick an entry, which the client sends only if it does not show it already."""
        assert self.shows(question) != label, f"{label} cannot be picked: it is shown as picked"
        menu = self.menu(question)
        (value,) = (option["value"] for option in menu["options"] if option["label"] == label)
        self.picked[menu["id"]] = value
        await self.app.press_id(self.host, self.page, menu["custom_id"], value)


@pytest.fixture
async def app(tmp_path: Path) -> AsyncIterator[App]:
    async with running(settings_for(tmp_path)) as started:
        yield started


async def opened(app: App, table: Table, host: MemberActor) -> Client:
    result = await app.press(host, app.public(table), "Options")
    assert result.response is not None
    return Client(app, host, result.response)


async def test_a_choice_that_holds_is_shown(app: App) -> None:
    """Also one that held before."""
    aino, bror = app.people(2)
    client = await opened(app, await app.lobby([aino, bror], seats=4), aino)
    for seats in ("3 seats", "5 seats", "3 seats"):
        await client.pick("Seats", seats)
        assert client.shows("Seats") == seats
    await client.pick("Time", "No time limit")
    assert client.shows("Time") == "No time limit"


async def test_a_refused_choice_is_not_shown_as_if_it_held(app: App) -> None:
    """Else he reads "2 seats" below "Somebody sits in that seat", at a table that has four."""
    people = app.people(3)
    table = await app.lobby(people, seats=4)
    client = await opened(app, table, people[0])
    for _ in range(3):
        await client.pick("Seats", "2 seats")
        assert heading(client.page) == "Somebody sits in that seat"
        assert table.size == 4
        assert client.shows("Seats") == "4 seats"
    await client.pick("Seats", "3 seats")
    assert (heading(client.page), client.shows("Seats"), table.size) == ("Options", "3 seats", 3)


async def test_who_was_taken_away_and_is_back_can_be_taken_away_again(app: App) -> None:
    """A computer that is added has the name of the one that has gone."""
    (aino,) = app.people(1)
    table = await app.lobby([aino], seats=3, computers=1)
    client = await opened(app, table, aino)
    for _ in range(3):
        assert client.shows("Take from the table …") == "Take from the table …"
        await client.pick("Take from the table …", "Otso")
        assert len(table.sittings) == 1
        await app.press(aino, client.page, "Add computer")
        assert len(table.sittings) == 2
