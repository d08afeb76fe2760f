"""The lobby: who sits down and gets up, what the host sets, how long it stands and how many there may be."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest
from simcord import InteractionResult, MemberActor, ResponseMessage

from bot.screens.limits import broken
from bot.seating import COMPUTERS
from bot.store import Status
from bot.table import Table
from engine import PRESETS, Rules, parse_rules
from engine.players.levels import Level
from engine.rules import OPTIONS, Draw, FirstLead, LastCard, Leftovers, Taken, Title, Trick
from tests.bot.sim import MENU, App, buttons, heading, menus, parts, running, settings_for, words

GAMES: Final = {
    "Myllymatti": "myllymatti",
    "Mattis": "mattis",
    "Myllymatti for 2–4": "myllymatti-open",
    "Skitgubbe": "skitgubbe",
}
TIMES: Final = {
    "30 seconds a turn": 30,
    "1 minute a turn": 60,
    "2 minutes a turn": 120,
    "3 minutes a turn": 180,
    "5 minutes a turn": 300,
    "10 minutes a turn": 600,
    "15 minutes a turn": 900,
    "30 minutes a turn": 1_800,
    "1 hour a turn": 3_600,
    "3 hours a turn": 10_800,
    "6 hours a turn": 21_600,
    "12 hours a turn": 43_200,
    "24 hours a turn": 86_400,
    "No time limit": None,
}
HOUSE_RULES: Final[dict[str, tuple[str, dict[str, Any]]]] = {
    "To a trick play": ("trick", {"leader and neighbour": Trick.DUEL, "everyone": Trick.EVERYONE}),
    "Hands are refilled": ("draw", {"after the trick": Draw.AFTER_TRICK, "at once": Draw.AT_ONCE}),
    "The last stock card": (
        "last_card",
        {
            "is shown, then won": LastCard.WON,
            "lies face up": LastCard.FACE_UP,
            "lies face down": LastCard.FACE_DOWN,
        },
    ),
    "Hands left over": ("leftovers", {"are shown": Leftovers.EXPOSED, "stay unseen": Leftovers.UNSEEN}),
    "Phase 2 is led by": (
        "first_lead",
        {"who drew trump": FirstLead.DRAWER, "the last trick's winner": FirstLead.WINNER},
    ),
    "Who can beat": ("free_pick_up", {"has to beat": False, "may pick up instead": True}),
    "Picked up is": ("taken", {"the last play": Taken.LAST, "the oldest play": Taken.OLDEST}),
    "Cards in a row": ("runs", {"are played one by one": False, "may be one play": True}),
    "No card in phase 2": ("empty_stays", {"one is safe": False, "one stays in": True}),
    "The loser is the …": (
        "title",
        {"myllymatti": Title.MYLLYMATTI, "mattis": Title.MATTIS, "skitgubbe": Title.SKITGUBBE},
    ),
}
"""What each menu of the house rules asks, the field of `Rules` it stands for, and what its entries mean."""
COMPUTER: Final = {"easy": "computer, easy", "normal": "computer", "hard": "computer, hard"}
"""What a lobby says of a computer, by its level."""
FIRST_PAGE: Final = list(HOUSE_RULES)[:5]
CHANGED: Final = " · changed"


class Entry(NamedTuple):
    """An entry of a menu, as the host sees it."""

    label: str
    value: str
    chosen: bool
    usual: bool


def menu(page: ResponseMessage, question: str) -> tuple[str, list[Entry]]:
    """The custom_id and the entries of the menu that asks this."""
    (found,) = [
        c for c in parts(page) if c["type"] == MENU and c["placeholder"].removesuffix(CHANGED) == question
    ]
    entries = [
        Entry(o["label"], o["value"], o.get("default", False), "usual" in (o.get("description") or ""))
        for o in found["options"]
    ]
    return found["custom_id"], entries


def questions(page: ResponseMessage) -> list[str]:
    """What the menus of a page ask, as placeholders; an entry of the house rules may be changed."""
    return [c["placeholder"] for c in parts(page) if c["type"] == MENU]


def chosen(page: ResponseMessage, question: str) -> list[str]:
    return [entry.label for entry in menu(page, question)[1] if entry.chosen]


def usual(page: ResponseMessage, question: str) -> list[str]:
    return [entry.label for entry in menu(page, question)[1] if entry.usual]


def press_of(page: ResponseMessage, question: str, label: str) -> tuple[str, list[str]]:
    """The custom_id and the value of an entry."""
    custom_id, entries = menu(page, question)
    return custom_id, [entry.value for entry in entries if entry.label == label]


async def pick(
    app: App, who: MemberActor, page: ResponseMessage, question: str, label: str
) -> InteractionResult:
    """Choose an entry of a menu."""
    custom_id, (value,) = press_of(page, question, label)
    return await app.press_id(who, page, custom_id, value)


async def options(app: App, who: MemberActor, table: Table) -> ResponseMessage:
    """Open one's Options; the handle stays alive."""
    result = await app.press(who, app.public(table), "Options")
    assert private_answer(app, result).startswith("### Options")
    assert result.response is not None
    return result.response


async def computers(app: App, who: MemberActor, table: Table) -> ResponseMessage:
    """Open one's Options at the page of the computers; the handle stays alive."""
    page = await options(app, who, table)
    answer = private_answer(app, await app.press(who, page, "Computers"))
    assert answer.startswith("### Computers")
    return page


def levels(table: Table) -> dict[str, str | None]:
    """The level of each computer that has a seat of its own, by its name."""
    return {str(s.computer): s.level for s in table.sittings if s.user_id is None}


def private_answer(app: App, result: InteractionResult) -> str:
    """What the one answer to a press says, which only the presser sees."""
    assert result.response is not None, "no answer"
    assert result.response.ephemeral, f"everybody reads: {words(result.response)}"
    assert not result.followups
    said = app.said(result)
    assert said
    return said


@asynccontextmanager
async def nothing_changes(app: App, *tables: Table) -> AsyncIterator[None]:
    """What happens inside changes these tables neither in the database nor in memory nor on Discord."""

    async def facts() -> list[Any]:
        return [
            [
                await app.stored(table),
                (table.status, table.seating, table.options, table.state, table.ply, table.due),
                app.public(table).components,
            ]
            for table in tables
        ]

    before = await facts(), len(app.seen_by()), [table.id for table in app.bot.tables]
    yield
    assert (await facts(), len(app.seen_by()), [table.id for table in app.bot.tables]) == before


def seats(app: App, table: Table) -> list[str]:
    """Who sits in each seat by the table message, which tells free seats together: `3–5 · free`."""
    told = re.findall(r"^(\d)(?:–(\d))? · (.*)$", words(app.public(table)), re.MULTILINE)
    found = [(n, who) for first, last, who in told for n in range(int(first), int(last or first) + 1)]
    assert [n for n, _ in found] == list(range(1, len(found) + 1))
    return [who for _, who in found]


async def same_everywhere(app: App, table: Table) -> None:
    """The store, the memory and the table message say the same."""
    stored = await app.stored(table)
    assert stored.seating == table.seating
    assert (parse_rules(stored.rules), stored.size, stored.turn_seconds) == table.options
    assert stored.status is table.status
    if table.status is Status.LOBBY:
        names = [
            str(s.computer) if s.user_id is None else app.members[s.user_id].user.global_name
            for s in table.sittings
        ]
        names += ["free"] * (table.size - len(names))
        told = [line.replace("*", "").replace(" 🎩", "").split(" · ") for line in seats(app, table)]
        assert [name for name, *_ in told] == names
        assert {name: word for name, *what in told for word in what if word in COMPUTER.values()} == {
            name: COMPUTER[str(level)] for name, level in levels(table).items()
        }


def sits_at(app: App, who: MemberActor) -> int:
    """At how many tables somebody sits."""
    return sum(table.live and table.seats(who.id) for table in app.bot.tables)


def here(app: App) -> Table:
    """The table of the channel, as the bot that runs now has it."""
    return app.bot.tables.in_channel(app.channel.id)


@asynccontextmanager
async def set_to(folder: Path, **settings: Any) -> AsyncIterator[App]:
    """As the fixture `app`, with other settings."""
    async with running(settings_for(folder, **settings)) as started:
        yield started
        assert len(started.unanswered()) == started.lost_answers
        assert started.broken_limits() == []


# who sits


async def test_the_host_adds_computers_until_all_seats_are_taken(app: App) -> None:
    (aino,) = app.people(1)
    table = await app.lobby([aino], seats=8)
    page = await options(app, aino, table)
    for number in range(1, 8):
        result = await app.press(aino, page, "Add computer")
        assert private_answer(app, result).startswith("### Options")
        taken = [f"**{name}** · computer" for name in COMPUTERS[:number]]
        assert seats(app, table) == ["**Aino** · host", *taken, *["free"] * (7 - number)]
        assert broken(page.components) == []
    assert "Add computer" not in buttons(page).values(), "off when full"
    assert heading(app.public(table)) == "Ready when you are, Aino"
    assert "Join" not in buttons(app.public(table)).values()
    async with nothing_changes(app, table):
        answer = private_answer(app, await app.forge(aino, page, f"mm1:computer:{table.id}"))
        assert "All seats are taken" in answer
    await same_everywhere(app, table)


async def test_the_host_takes_a_computer_from_the_table(app: App) -> None:
    aino, bror = app.people(2)
    table = await app.lobby([aino, bror], computers=3)
    assert seats(app, table)[1:] == [
        "**Otso** · computer",
        "**Repo** · computer",
        "**Ilves** · computer",
        "**Bror**",
    ]
    page = await options(app, aino, table)
    result = await pick(app, aino, page, "Take from the table …", "Repo")
    assert private_answer(app, result).startswith("### Options")
    assert seats(app, table)[1:] == ["**Otso** · computer", "**Ilves** · computer", "**Bror**", "free"]
    assert "Repo" not in menus(page)[f"mm1:remove:{table.id}"].values()
    await app.press(aino, page, "Add computer")
    assert seats(app, table)[4] == "**Repo** · computer"
    await same_everywhere(app, table)


async def test_the_host_takes_a_person_from_the_table(app: App) -> None:
    """Who had to get up may sit down again, in the next free seat."""
    aino, bror, cia = app.people(3)
    table = await app.lobby([aino, bror, cia], seats=3)
    page = await options(app, aino, table)
    await pick(app, aino, page, "Take from the table …", "Bror")
    assert seats(app, table) == ["**Aino** · host", "**Cia**", "free"]
    assert heading(app.public(table)) == "1 seat free"
    await same_everywhere(app, table)
    async with nothing_changes(app, table):
        answer = private_answer(app, await app.press(bror, app.public(table), "Leave"))
        assert "You are not at this table" in answer
    await app.press(bror, app.public(table), "Join")
    assert seats(app, table) == ["**Aino** · host", "**Cia**", "**Bror**"]


async def test_whom_the_menus_offer(app: App) -> None:
    """To be taken from the table: all but the host; to be the host: the other people."""
    aino, bror, cia = app.people(3)
    table = await app.lobby([aino], seats=4)
    page = await options(app, aino, table)
    assert questions(page) == ["Game", "Seats", "Time"]
    await app.press(aino, page, "Add computer")
    assert questions(page) == ["Game", "Seats", "Time", "Take from the table …"]
    for person in (bror, cia):
        await app.press(person, app.public(table), "Join")
    page = await options(app, aino, table)
    offered = {q: [entry.label for entry in menu(page, q)[1]] for q in questions(page)[3:]}
    assert offered == {
        "Take from the table …": ["Otso", "Bror", "Cia"],
        "Make the host …": ["Bror", "Cia"],
    }


async def test_the_host_hands_the_table_over(app: App) -> None:
    aino, bror, cia = app.people(3)
    table = await app.lobby([aino, bror, cia], seats=3)
    page, other_page = await options(app, aino, table), await options(app, aino, table)
    result = await pick(app, aino, page, "Make the host …", "Cia")
    assert private_answer(app, result) == "### Cia is the host now"
    assert seats(app, table) == ["**Aino**", "**Bror**", "**Cia** · host"]
    assert heading(app.public(table)) == "Ready when you are, Cia"
    await same_everywhere(app, table)
    for press in (
        app.press(aino, app.public(table), "Options"),
        app.press(aino, app.public(table), "Start"),
        pick(app, aino, other_page, "Seats", "8 seats"),
    ):
        async with nothing_changes(app, table):
            answer = private_answer(app, await press)
        assert answer.splitlines() == ["### Only the host does that", "The host is Cia."]
    await app.restart()
    table = here(app)
    page = await options(app, cia, table)
    await pick(app, cia, page, "Take from the table …", "Aino")
    await pick(app, cia, page, "Seats", "2 seats")
    await app.press(cia, app.public(table), "Start")
    assert table.playing
    assert set(table.seating.people) == {bror.id, cia.id}


async def test_a_host_who_leaves_hands_over_to_who_has_sat_longest(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By time, not by seat: after a game the seats are in another order. The last one out closes."""
    people = app.people(4)
    aino, bror, cia, dag = people
    table = await app.lobby(people[:1], game="mattis", seats=5, computers=1)
    for person in people[1:]:
        await app.env.advance_time(10)
        await app.press(person, app.public(table), "Join")
    with monkeypatch.context() as patch:
        patch.setattr(app.chance, "randrange", lambda seats: 2)  # Bror deals: who follows him gets seat 0
        await app.press(aino, app.public(table), "Start")
    assert table.seating.people == (cia.id, dag.id, aino.id, bror.id)
    await app.finish(table)
    await app.press(cia, app.public(table), "Play again")
    table = here(app)
    assert [re.sub(r"\W", "", line.split(" · ")[0]) for line in seats(app, table)] == [
        "Cia",
        "Dag",
        "Aino",
        "Otso",
        "Bror",
    ]
    page = await options(app, aino, table)
    await pick(app, aino, page, "Make the host …", "Dag")
    await app.restart()
    table = here(app)

    async def leaves(who: MemberActor) -> str:
        await app.press(who, app.public(table), "Leave")
        await same_everywhere(app, table)
        (line,) = [line for line in seats(app, table) if "· host" in line]
        return line.split("**")[1]

    assert await leaves(dag) == "Aino"
    assert await leaves(aino) == "Bror"
    await app.env.advance_time(10)
    await app.press(aino, app.public(table), "Join")
    assert await leaves(bror) == "Cia"
    left = await cia.slash(app.channel, "myllymatti leave")
    assert "You have left the table" in private_answer(app, left)
    assert table.seating.host_id == aino.id, "a computer is no host"
    await app.press(aino, app.public(table), "Leave")
    assert (await app.stored(table)).status is Status.CLOSED
    assert words(app.public(table)).startswith("### This table is closed\nEverybody has left.")


async def test_who_is_meant_has_gone(app: App) -> None:
    """A page that was opened earlier names people and computers who do not sit here any more."""
    aino, bror = app.people(2)
    table = await app.lobby([aino, bror], seats=4, computers=1)
    pages = [await options(app, aino, table) for _ in range(3)]
    page = await options(app, aino, table)
    await app.press(bror, app.public(table), "Leave")
    await pick(app, aino, page, "Take from the table …", "Otso")
    for old, question, label in zip(
        pages,
        ["Take from the table …", "Take from the table …", "Make the host …"],
        ["Bror", "Otso", "Bror"],
        strict=True,
    ):
        async with nothing_changes(app, table):
            answer = private_answer(app, await pick(app, aino, old, question, label))
        assert "Not at this table any more" in answer


# how strong computers are


async def test_computers_are_of_the_level_the_command_asks_for(app: App) -> None:
    """Left out: as everybody knows them."""
    (aino,) = app.people(1)
    for level, told in ((None, "computer"), *COMPUTER.items()):
        where = app.guild.create_text_channel(f"pöytä-{level}")
        asked = {} if level is None else {"level": level}
        await aino.slash(where, "myllymatti start", seats=4, computers=2, **asked)
        table = app.bot.tables.in_channel(where.id)
        assert levels(table) == dict.fromkeys(("Otso", "Repo"), level or "normal")
        assert seats(app, table) == ["**Aino** · host", f"**Otso** · {told}", f"**Repo** · {told}", "free"]
        await same_everywhere(app, table)
        await app.press(aino, app.public(table), "Leave")


async def test_the_host_picks_the_level_of_each_computer(app: App) -> None:
    """It holds at once, for that seat alone, and after a restart."""
    (aino,) = app.people(1)
    table = await app.lobby([aino], seats=8, computers=3)
    page = await computers(app, aino, table)
    now = dict.fromkeys(("Otso", "Repo", "Ilves"), "normal")
    for name, level in (
        ("Repo", "hard"),
        ("Otso", "easy"),
        ("Repo", "easy"),
        ("Ilves", "hard"),
        ("Otso", "normal"),
    ):
        result = await pick(app, aino, page, name, level)
        assert private_answer(app, result).startswith("### Computers")
        now[name] = level
        assert levels(table) == now
        assert {name: chosen(page, name) for name in now} == {name: [level] for name, level in now.items()}
        assert seats(app, table)[1:4] == [f"**{name}** · {COMPUTER[level]}" for name, level in now.items()]
        await same_everywhere(app, table)
        await app.restart()
        table = here(app)
        assert levels(table) == now
    await app.press(aino, page, "Back")
    assert heading(page) == "Options"


async def test_computers_are_added_where_their_levels_are_set(app: App) -> None:
    (aino,) = app.people(1)
    table = await app.lobby([aino], seats=3)
    page = await computers(app, aino, table)
    assert questions(page) == []
    await app.press(aino, page, "Add computer")
    await pick(app, aino, page, "Otso", "hard")
    await app.press(aino, page, "Add computer")
    assert (heading(page), questions(page)) == ("Computers", ["Otso", "Repo"])
    assert levels(table) == {"Otso": "hard", "Repo": "normal"}
    assert "Add computer" not in buttons(page).values(), "off when full"
    async with nothing_changes(app, table):
        answer = private_answer(app, await app.forge(aino, page, f"mm1:computer:{table.id}:computers"))
    assert answer.startswith("### All seats are taken")
    assert questions(page) == ["Otso", "Repo"], "and the page is still there"


async def test_levels_stay_whoever_comes_and_goes(app: App) -> None:
    """A level goes with its computer, and not to who sits there later, or is called so."""
    aino, bror = app.people(2)
    table = await app.lobby([aino], seats=4, computers=3)
    page = await computers(app, aino, table)
    for name, level in (("Otso", "easy"), ("Repo", "hard"), ("Ilves", "easy")):
        await pick(app, aino, page, name, level)
    first = await options(app, aino, table)
    await pick(app, aino, first, "Take from the table …", "Otso")
    await app.press(bror, app.public(table), "Join")
    assert levels(table) == {"Repo": "hard", "Ilves": "easy"}
    await pick(app, aino, first, "Game", "Mattis")
    await pick(app, aino, first, "Seats", "5 seats")
    await app.press(aino, first, "Add computer")
    assert levels(table) == {"Repo": "hard", "Ilves": "easy", "Otso": "normal"}
    await pick(app, aino, first, "Make the host …", "Bror")
    await app.press(aino, app.public(table), "Leave")
    await app.press(aino, app.public(table), "Join")
    assert levels(table) == {"Repo": "hard", "Ilves": "easy", "Otso": "normal"}
    await same_everywhere(app, table)
    await app.restart()
    assert levels(here(app)) == {"Repo": "hard", "Ilves": "easy", "Otso": "normal"}


async def test_levels_stay_through_a_game_and_are_there_again_in_the_next(app: App) -> None:
    """Who keeps a person's seat plays as usual, and takes no other's level."""
    aino, bror = app.people(2)
    table = await app.lobby([aino, bror], game="mattis", seats=4, computers=2)
    page = await computers(app, aino, table)
    await pick(app, aino, page, "Repo", "easy")
    await app.press(aino, app.public(table), "Start")
    await app.forge(bror, app.public(table), f"mm1:quit:{table.id}")
    for _ in range(2):
        table = here(app)
        strength = {s.computer: s.strength for s in table.sittings if s.computer is not None}
        assert strength == {"Otso": Level.NORMAL, "Repo": Level.EASY, "Ilves": Level.NORMAL}
        assert levels(table) == {"Otso": "normal", "Repo": "easy"}
        await same_everywhere(app, table)
        await app.restart()
    table = here(app)
    await app.finish(table)
    await app.press(aino, app.public(table), "Play again")
    again = here(app)
    assert again is not table
    assert levels(again) == {"Otso": "normal", "Repo": "easy"}
    await same_everywhere(app, again)


async def test_the_computer_that_is_meant_has_gone(app: App) -> None:
    """The page stays, and says so; a computer that keeps nobody's seat has no level to set."""
    (aino,) = app.people(1)
    table = await app.lobby([aino], seats=4, computers=2)
    old, page = await computers(app, aino, table), await options(app, aino, table)
    await pick(app, aino, page, "Take from the table …", "Otso")
    async with nothing_changes(app, table):
        answer = private_answer(app, await pick(app, aino, old, "Otso", "hard"))
    assert answer.startswith("### Not at this table any more")
    assert questions(old) == ["Repo"]
    await pick(app, aino, old, "Repo", "hard")
    assert levels(table) == {"Repo": "hard"}


# what is played, and how


def asks(page: ResponseMessage, rules: Rules) -> None:
    """A page of house rules shows these, marks the usual ones, and says which are changed."""
    preset, name = PRESETS[rules.name], next(label for label, game in GAMES.items() if game == rules.name)
    for shown in questions(page):
        question = shown.removesuffix(CHANGED)
        field, answers = HOUSE_RULES[question]
        labels = {meaning: label for label, meaning in answers.items()}
        assert [entry.label for entry in menu(page, question)[1]] == list(answers)
        assert chosen(page, question) == [labels[getattr(rules, field)]]
        assert usual(page, question) == [labels[getattr(preset, field)]]
        is_changed = getattr(rules, field) != getattr(preset, field)
        assert (shown == question + CHANGED) is is_changed
        assert (f"**{question}{CHANGED}**" in words(page)) is is_changed
        described = [
            o["description"] for c in parts(page) for o in c.get("options", ()) if o.get("description")
        ]
        assert set(described) == {f"usual in {name}"}
    assert ("As usual" in buttons(page).values()) is (rules != preset)
    assert broken(page.components) == []


@pytest.mark.parametrize("game", ["myllymatti", "mattis"])
async def test_every_house_rule(app: App, game: str) -> None:
    """Each entry holds at once: at the table, on the host's page and on the table message."""
    assert {field for field, _ in HOUSE_RULES.values()} == set(OPTIONS), "no rule is left out"
    (aino,) = app.people(1)
    table = await app.lobby([aino], seats=4, game=game)
    page = await options(app, aino, table)
    await app.press(aino, page, "House rules")
    for number, (field, answers) in enumerate(HOUSE_RULES.values()):
        if number == len(FIRST_PAGE):
            await app.press(aino, page, "More")
        questions_ = FIRST_PAGE if number < len(FIRST_PAGE) else list(HOUSE_RULES)[len(FIRST_PAGE) :]
        assert [question.removesuffix(CHANGED) for question in questions(page)] == questions_
        asks(page, PRESETS[game])
        before, shown = words(app.public(table)), set()
        for label, meaning in [*answers.items(), (None, getattr(PRESETS[game], field))]:
            entry = label or next(name for name, value in answers.items() if value == meaning)
            result = await pick(app, aino, page, list(HOUSE_RULES)[number], entry)
            assert private_answer(app, result).startswith("### House rules, ")
            assert table.rules == replace(PRESETS[game], **{field: meaning})
            assert parse_rules((await app.stored(table)).rules) == table.rules
            asks(page, table.rules)
            assert [q.removesuffix(CHANGED) for q in questions(page)] == questions_, "the same page"
            shown.add(words(app.public(table)))
        assert words(app.public(table)) == before, "as usual again"
        assert len(shown) == len(answers), "the table message tells them apart"
    await app.press(aino, page, "More")
    assert questions(page) == FIRST_PAGE
    await app.press(aino, page, "Back")
    assert heading(page) == "Options"


async def test_the_usual_house_rules_of_every_game(app: App) -> None:
    (aino,) = app.people(1)
    table = await app.lobby([aino])
    page = await options(app, aino, table)
    for name, game in GAMES.items():
        await pick(app, aino, page, "Game", name)
        for label in ("House rules", "More"):
            await app.press(aino, page, label)
            asks(page, PRESETS[game])
        await app.press(aino, page, "Back")


async def test_every_game_number_of_seats_and_time(app: App) -> None:
    (aino,) = app.people(1)
    table = await app.lobby([aino], seats=3)
    page = await options(app, aino, table)
    expected = table.options
    entries = {question: [entry.label for entry in menu(page, question)[1]] for question in questions(page)}
    assert entries == {
        "Game": list(GAMES),
        "Seats": [f"{n} seats" for n in range(2, 9)],
        "Time": list(TIMES),
    }
    for name, game in [*list(GAMES.items())[::-1], ("Mattis", "mattis")]:
        await pick(app, aino, page, "Game", name)
        expected = expected._replace(rules=PRESETS[game])
        assert table.options == expected
        assert chosen(page, "Game") == [name]
        assert usual(page, "Seats") == [f"{n} seats" for n in PRESETS[game].seats]
        assert f"-# {name} · closes" in words(app.public(table))
        await same_everywhere(app, table)
    for n in (2, 8, 3, 7, 4, 6, 5):
        await pick(app, aino, page, "Seats", f"{n} seats")
        expected = expected._replace(size=n)
        assert table.options == expected
        assert chosen(page, "Seats") == [f"{n} seats"]
        assert seats(app, table) == ["**Aino** · host", *["free"] * (n - 1)]
        await same_everywhere(app, table)
    for label, seconds in TIMES.items():
        await pick(app, aino, page, "Time", label)
        expected = expected._replace(turn_seconds=seconds)
        assert table.options == expected
        assert chosen(page, "Time") == [label]
        assert usual(page, "Time") == ["3 minutes a turn"]
        assert words(app.public(table)).splitlines()[-2] == f"-# {label}"
        await same_everywhere(app, table)
        assert heading(page) == "Options"


async def test_the_time_that_the_settings_give(tmp_path: Path) -> None:
    """TURN_SECONDS is any time; where it stands in the menu, it can be chosen like the others."""
    async with set_to(tmp_path, turn_seconds=45) as app:
        (aino,) = app.people(1)
        table = await app.lobby([aino])
        assert "45 seconds a turn" in words(app.public(table))
        page, other_page = await options(app, aino, table), await options(app, aino, table)
        assert chosen(page, "Time") == ["45 seconds a turn"]
        await pick(app, aino, page, "Time", "1 minute a turn")
        result = await pick(app, aino, other_page, "Time", "45 seconds a turn")
        assert private_answer(app, result).startswith("### Options")
        assert table.options.turn_seconds == 45
        assert "45 seconds a turn" in words(app.public(table))


@pytest.mark.parametrize("page_of", ["House rules", "More"])
async def test_house_rules_as_usual(app: App, page_of: str) -> None:
    """All of them, on both pages; what else was chosen stays."""
    (aino,) = app.people(1)
    table = await app.lobby([aino], seats=4, game="skitgubbe")
    usually = words(app.public(table))
    page = await options(app, aino, table)
    await app.press(aino, page, "House rules")
    await pick(app, aino, page, "To a trick play", "everyone")
    await app.press(aino, page, "More")
    await pick(app, aino, page, "Cards in a row", "may be one play")
    assert words(app.public(table)) != usually
    if page_of == "House rules":
        await app.press(aino, page, "More")
    there = questions(page)
    result = await app.press(aino, page, "As usual")
    assert private_answer(app, result).startswith("### House rules")
    assert table.options == (PRESETS["skitgubbe"], 4, 180)
    assert questions(page) == [question.removesuffix(CHANGED) for question in there]
    asks(page, PRESETS["skitgubbe"])
    assert words(app.public(table)) == usually
    await same_everywhere(app, table)


async def test_another_game_comes_with_its_own_rules(app: App) -> None:
    """House rules of one game are none of the next one's; seats and time stay."""
    (aino,) = app.people(1)
    table = await app.lobby([aino], seats=5)
    page = await options(app, aino, table)
    await pick(app, aino, page, "Time", "1 hour a turn")
    await app.press(aino, page, "House rules")
    await pick(app, aino, page, "Hands left over", "stay unseen")
    await app.press(aino, page, "Back")
    await pick(app, aino, page, "Game", "Mattis")
    assert table.options == (PRESETS["mattis"], 5, 3_600)
    await app.press(aino, page, "House rules")
    asks(page, PRESETS["mattis"])


async def test_fewer_seats_take_free_seats_and_computers(app: App) -> None:
    aino, bror = app.people(2)
    table = await app.lobby([aino, bror], seats=5)
    page = await options(app, aino, table)
    for _ in range(2):
        await app.press(aino, page, "Add computer")
    await pick(app, aino, page, "Seats", "6 seats")
    both = ["**Aino** · host", "**Bror**"]
    assert seats(app, table) == [*both, "**Otso** · computer", "**Repo** · computer", "free", "free"]
    await pick(app, aino, page, "Seats", "4 seats")
    assert seats(app, table) == [*both, "**Otso** · computer", "**Repo** · computer"]
    assert heading(app.public(table)) == "Ready when you are, Aino"
    await pick(app, aino, page, "Seats", "3 seats")
    assert seats(app, table) == [*both, "**Otso** · computer"]
    assert [entry.label for entry in menu(page, "Take from the table …")[1]] == ["Bror", "Otso"]
    await pick(app, aino, page, "Seats", "2 seats")
    assert seats(app, table) == both
    await same_everywhere(app, table)
    await app.press(aino, app.public(table), "Start")
    assert table.state is not None
    assert table.state.seats == 2


@pytest.mark.parametrize(("size", "asked"), [(3, 2), (6, 2)])
async def test_fewer_seats_never_take_a_person(app: App, size: int, asked: int) -> None:
    """Though a computer sits before him, and behind him too: nothing goes, and the host is told."""
    aino, bror = app.people(2)
    table = await app.lobby([aino, bror], seats=size, computers=1)
    page = await options(app, aino, table)
    for _ in range(size - 4):
        await app.press(aino, page, "Add computer")
    assert seats(app, table)[1:3] == ["**Otso** · computer", "**Bror**"]
    async with nothing_changes(app, table):
        answer = private_answer(app, await pick(app, aino, page, "Seats", f"{asked} seats"))
    assert answer.startswith("### Somebody sits in that seat")
    assert chosen(page, "Seats") == [f"{size} seats"], "and the page is still there"
    await pick(app, aino, page, "Seats", "3 seats")
    assert seats(app, table) == ["**Aino** · host", "**Otso** · computer", "**Bror**"]


async def test_every_page_survives_a_restart(app: App) -> None:
    aino, bror = app.people(2)
    table = await app.lobby([aino, bror], seats=4, computers=1)
    pages = [await options(app, aino, table) for _ in range(3)]
    for page, ways in zip(pages, ([], ["House rules"], ["House rules", "More"]), strict=True):
        for label in ways:
            await app.press(aino, page, label)
    await app.env.advance_time(600)
    await app.restart()
    table = here(app)
    first, building, shedding = pages
    await pick(app, aino, building, "Hands are refilled", "at once")
    await app.restart()
    table = here(app)
    await pick(app, aino, shedding, "Cards in a row", "may be one play")
    rules = replace(PRESETS["myllymatti"], draw=Draw.AT_ONCE, runs=True)
    asks(shedding, rules)
    assert table.rules == rules
    await app.press(aino, building, "Back")
    await app.press(aino, building, "House rules")
    asks(building, rules)
    await app.press(aino, first, "Add computer")
    await pick(app, aino, first, "Take from the table …", "Otso")
    await pick(app, aino, first, "Time", "No time limit")
    assert table.options == (rules, 4, None)
    assert seats(app, table) == ["**Aino** · host", "**Bror**", "**Repo** · computer", "free"]
    await same_everywhere(app, table)
    await app.press(aino, shedding, "As usual")
    assert table.rules == PRESETS["myllymatti"]
    await pick(app, aino, first, "Make the host …", "Bror")
    assert seats(app, table)[1] == "**Bror** · host"


# by whom, and until when


def every_press(table: Table, somebody: MemberActor) -> list[tuple[str, list[str] | None]]:
    """A press of each kind that a host's pages have; none of them undoes what an earlier one does."""
    sort = [
        *(("options", (page,), None) for page in ("table", "computers", "building", "shedding")),
        *(("usual", (page,), None) for page in ("building", "shedding")),
        ("set", ("game",), ["mattis"]),
        ("set", ("seats",), ["8"]),
        ("set", ("time",), ["3600"]),
        ("set", ("building", "draw"), ["1"]),
        ("set", ("shedding", "runs"), ["0"]),
        ("computer", (), None),
        ("computer", ("computers",), None),
        ("level", ("Otso",), ["hard"]),
        ("remove", (), ["Otso"]),
        ("remove", (), [str(somebody.id)]),
        ("host", (), [str(somebody.id)]),
    ]
    return [(":".join(("mm1", action, str(table.id), *more)), values) for action, more, values in sort]


async def test_only_the_host_may(app: App) -> None:
    """Others are told who the host is, a stranger that he is not at the table."""
    aino, bror, cia, veera = *app.people(3), app.person("Veera")
    table = await app.lobby([aino, bror, cia], seats=6, computers=1)
    host_page = await options(app, aino, table)
    await app.press(aino, host_page, "House rules")
    await pick(app, aino, host_page, "Hands left over", "stay unseen")
    for who, answer in (
        (bror, ["### Only the host does that", "The host is Aino."]),
        (veera, ["### You are not at this table", "Press Join to take a seat."]),
    ):
        async with nothing_changes(app, table):
            result = await app.press(who, app.public(table), "Options")
            assert private_answer(app, result).splitlines() == answer
            for custom_id, values in every_press(table, cia):
                result = await app.forge(who, app.public(table), custom_id, values)
                assert private_answer(app, result).splitlines() == answer
    for custom_id, values in every_press(table, cia):
        assert "Only the host" not in private_answer(app, await app.forge(aino, host_page, custom_id, values))


async def test_no_options_after_the_start(app: App) -> None:
    people, veera = app.people(3), app.person("Veera")
    table = await app.lobby(people, seats=4, computers=1)
    page = await options(app, people[0], table)
    await app.press(people[0], app.public(table), "Start")
    async with nothing_changes(app, table):
        answer = private_answer(app, await pick(app, people[0], page, "Seats", "8 seats"))
        assert "This game has started" in answer
    for who, message in ((people[0], page), (people[1], app.public(table)), (veera, app.public(table))):
        async with nothing_changes(app, table):
            for custom_id, values in every_press(table, people[2]):
                answer = private_answer(app, await app.forge(who, message, custom_id, values))
                assert "This game has started" in answer


@pytest.mark.parametrize("end", ["closed", "played", "abandoned"])
async def test_no_options_after_the_end(app: App, end: str) -> None:
    people, veera = app.people(2), app.person("Veera")
    table = await app.lobby(people, seats=3, computers=1)
    page = await options(app, people[0], table)
    if end != "closed":
        await app.press(people[0], app.public(table), "Start")
    if end == "played":
        await app.finish(table)
    else:
        for person in people:
            action = "leave" if end == "closed" else "quit"
            await app.forge(person, app.public(table), f"mm1:{action}:{table.id}")
    assert not table.live
    for who, message in ((people[0], page), (people[1], app.public(table)), (veera, app.public(table))):
        async with nothing_changes(app, table):
            for custom_id, values in every_press(table, people[1]):
                answer = private_answer(app, await app.forge(who, message, custom_id, values))
                if who is veera or end != "played":
                    over = "This table is closed" if end == "closed" else "This game is over"
                    assert over in answer
                assert "Options" not in answer
                assert "House rules" not in answer
    await app.restart()
    async with nothing_changes(app, table):
        private_answer(app, await app.forge(people[0], page, *every_press(table, people[1])[4]))


HUGE = 9_999_999_999_999_999_999
FORGED: Final[list[tuple[str, list[list[str] | None]]]] = [
    ("set:{t}:game", [["poker"], ["Mattis"], ["mattis "], [""], [], ["mattis", "skitgubbe"], ["x" * 200]]),
    (
        "set:{t}:seats",
        [["1"], ["9"], ["0"], ["-1"], ["3.0"], ["03"], ["²"], ["٣"], [" 3"], ["3\n"], [str(HUGE)]],
    ),
    ("set:{t}:time", [["29"], ["86401"], ["None"], ["0"], ["-180"], ["180.0"], ["1e3"], ["inf"], ["nan"]]),
    ("set:{t}:building:trick", [["2"], ["-1"], ["duel"], ["True"], ["01"], [], ["0", "1"]]),
    ("set:{t}:shedding:title", [["3"], ["skitgubbe"]]),
    ("set:{t}:shedding:runs", [["True"], ["yes"], ["2"]]),
    ("set:{t}:building:evil", [["0"], ["1"]]),
    ("set:{t}:building:name", [["mattis"], ["0"]]),
    ("set:{t}:building:duel", [["0"]]),
    ("set:{t}:building:__class__", [["0"]]),
    ("set:{t}:building", [["0"], ["trick"]]),
    ("set:{t}:table:game", [["mattis"]]),
    ("set:{t}:evil:trick", [["1"]]),
    ("set:{t}:evil", [["0"]]),
    ("set:{t}:usual", [["0"], [""]]),
    ("set:{t}", [["0"], ["mattis"]]),
    ("set", [["0"], None]),
    ("usual:{t}:table", [None]),
    ("usual:{t}", [None, ["building"] * 2]),
    ("usual:{t}:building", [["0"]]),
    ("options:{t}", [None]),
    ("options:{t}:evil", [None]),
    ("computer:{t}", [["Otso"]]),
    ("computer:{t}:{t}", [None]),
    ("computer:{t}:table", [None]),
    ("computer:{t}:computers", [["Otso"]]),
    ("options:{t}:computer", [None]),
    (
        "level:{t}:Otso",
        [["expert"], ["HARD"], ["hard "], ["²"], [""], [], None, ["easy", "hard"], ["x" * 200], ["None"]],
    ),
    ("level:{t}:Repo", [["hard"]]),
    ("level:{t}:otso", [["hard"]]),
    ("level:{t}:Nobody", [["hard"]]),
    ("level:{t}:0", [["hard"]]),
    ("level:{t}", [["hard"], ["Otso"], None]),
    ("level:{t}:Otso:hard", [["hard"], ["easy"]]),
    ("level:Otso:{t}", [["hard"]]),
    ("level", [["hard"]]),
    (
        "remove:{t}",
        [["Repo"], ["Nobody"], ["otso"], ["0"], ["-1"], ["{stranger}"], ["{host}"], [str(HUGE)], []],
    ),
    ("host:{t}", [["Otso"], ["0"], ["{stranger}"], [str(HUGE)], [""], []]),
]


async def test_forged_options(app: App) -> None:
    """Each gets one private answer in words, and nothing comes of it."""
    aino, bror, veera = *app.people(2), app.person("Veera")
    table = await app.lobby([aino, bror], seats=4, computers=1)
    page = await options(app, aino, table)
    await app.press(aino, page, "House rules")
    await pick(app, aino, page, "Hands left over", "stay unseen")
    failed = []
    for template, choices in FORGED:
        for values in choices:
            custom_id = f"mm1:{template.format(t=table.id)}"
            sent = None if values is None else [v.format(stranger=veera.id, host=aino.id) for v in values]
            try:
                async with nothing_changes(app, table):
                    answer = private_answer(app, await app.forge(aino, page, custom_id, sent))
                    assert "Something went wrong" not in answer
            except AssertionError as error:
                failed.append(f"{custom_id} {sent}: {error}")
    assert failed == []


async def test_a_forged_computer_is_not_one_that_has_gone(app: App) -> None:
    """Who sits here no more is told on the page; what never was a computer cannot be read."""
    (aino,) = app.people(1)
    table = await app.lobby([aino], seats=4, computers=1)
    page = await computers(app, aino, table)
    for name, answer in (
        ("Repo", "### Not at this table any more"),
        ("Nobody", "### This button cannot be read"),
        (str(aino.id), "### This button cannot be read"),
    ):
        result = await app.forge(aino, page, f"mm1:level:{table.id}:{name}", ["hard"])
        assert private_answer(app, result).startswith(answer)


async def test_a_menu_sets_nothing_but_what_it_asks(app: App) -> None:
    """The name of an option comes from the client: in the house rules there are none but house rules."""
    (aino,) = app.people(1)
    table = await app.lobby([aino], seats=4)
    page = await options(app, aino, table)
    await app.press(aino, page, "House rules")
    failed = []
    for custom_id, values in (
        ("building:game", ["mattis"]),
        ("building:seats", ["8"]),
        ("shedding:time", ["3600"]),
        ("shedding:usual", ["0"]),
        ("building", ["runs", "1"]),
    ):
        for menu_, value in (("game", "myllymatti"), ("building:leftovers", "1")):
            await app.forge(aino, page, f"mm1:set:{table.id}:{menu_}", [value])
        try:
            async with nothing_changes(app, table):
                private_answer(app, await app.forge(aino, page, f"mm1:set:{table.id}:{custom_id}", values))
        except AssertionError:
            failed.append(custom_id)
    assert failed == []


# what comes of it


async def test_a_game_is_played_by_the_options(app: App) -> None:
    people = app.people(4)
    aino, *_ = people
    table = await app.lobby(people, seats=8)
    page = await options(app, aino, table)
    await pick(app, aino, page, "Game", "Skitgubbe")
    await pick(app, aino, page, "Seats", "4 seats")
    await pick(app, aino, page, "Time", "1 hour a turn")
    await app.press(aino, page, "House rules")
    await pick(app, aino, page, "To a trick play", "everyone")
    await app.press(aino, page, "More")
    await pick(app, aino, page, "The loser is the …", "mattis")
    await app.press(aino, app.public(table), "Start")
    rules = replace(PRESETS["skitgubbe"], trick=Trick.EVERYONE, title=Title.MATTIS)
    for _ in range(2):
        assert table.state is not None
        assert (table.state.rules, table.state.seats) == (rules, 4)
        assert table.started_at is not None
        assert table.deadline == table.started_at + timedelta(hours=1)
        await app.restart()
        table = here(app)
    assert table.deadline is not None
    assert f"turn ends <t:{int(table.deadline.timestamp())}:R>" in words(app.public(table))
    await app.env.advance_time(3_590)
    assert table.ply == 0
    await app.env.advance_time(20)
    assert table.ply == 1, "a computer has moved for him"
    assert table.deadline is not None
    assert timedelta(minutes=59) < table.deadline - app.env.now() <= timedelta(hours=1)
    await app.finish(table)
    assert "is the mattis" in heading(app.public(table))


async def test_a_game_without_a_limit(app: App) -> None:
    people = app.people(2)
    table = await app.lobby(people, seats=2)
    page = await options(app, people[0], table)
    await pick(app, people[0], page, "Time", "No time limit")
    await app.press(people[0], app.public(table), "Start")
    assert table.started_at is not None
    assert table.due == (table.started_at + timedelta(days=30), None), "no table waits for ever"
    assert "turn ends" not in words(app.public(table))
    await app.env.advance_time(4_000)
    assert table.ply == 0


@pytest.mark.parametrize("last", ["closed", "timed out", "played"])
async def test_a_channel_remembers_its_options(app: App, last: str) -> None:
    """For its next table, whatever became of the last one, and through a restart; other channels do not."""
    aino, bror = app.people(2)
    table = await app.lobby([aino, bror], seats=5, computers=3)
    page = await options(app, aino, table)
    await pick(app, aino, page, "Game", "Mattis")
    await pick(app, aino, page, "Time", "No time limit" if last == "closed" else "1 hour a turn")
    await app.press(aino, page, "House rules")
    await app.press(aino, page, "More")
    await pick(app, aino, page, "Cards in a row", "are played one by one")
    chosen_ = table.options
    assert chosen_ == (replace(PRESETS["mattis"], runs=False), 5, None if last == "closed" else 3_600)
    if last == "closed":
        for person in (aino, bror):
            await app.press(person, app.public(table), "Leave")
    elif last == "timed out":
        await app.env.advance_time(901)
    else:
        await app.press(aino, app.public(table), "Start")
        await app.finish(table)
    assert not table.live

    elsewhere = app.guild.create_text_channel("toinen")
    await bror.slash(elsewhere, "myllymatti start")
    other = app.bot.tables.in_channel(elsewhere.id)
    assert other.options == (PRESETS["myllymatti"], 3, 180)
    await app.press(bror, app.public(other), "Leave")
    for _ in range(2):
        result = await bror.slash(app.channel, "myllymatti start")
        assert "One card at a time" in words(result.response)
        assert here(app).options == chosen_
        assert seats(app, here(app)) == ["**Bror** · host", *["free"] * 4], "computers are not remembered"
        await app.press(bror, app.public(here(app)), "Leave")
        await app.restart()
    await bror.slash(app.channel, "myllymatti start", seats=2, computers=1)
    assert here(app).options == chosen_._replace(size=2)


async def test_another_game_is_played_as_everybody_plays_it(app: App) -> None:
    """What the channel remembers is of another game, and is forgotten with the next table."""
    (aino,) = app.people(1)
    table = await app.lobby([aino], game="mattis", seats=7)
    page = await options(app, aino, table)
    await app.press(aino, page, "House rules")
    await pick(app, aino, page, "Hands are refilled", "at once")
    await app.press(aino, app.public(table), "Leave")
    await aino.slash(app.channel, "myllymatti start", game="skitgubbe")
    assert (here(app).rules, here(app).size) == (PRESETS["skitgubbe"], 3)
    await app.press(aino, app.public(here(app)), "Leave")
    await aino.slash(app.channel, "myllymatti start")
    assert (here(app).rules, here(app).size) == (PRESETS["skitgubbe"], 3)


# at once


Sent = tuple[MemberActor, ResponseMessage, str, list[str] | None]


async def at_once(app: App, table: Table, *presses: Sent, turned: bool = False) -> list[str]:
    """What each press was answered, sent in this order or in the other one; all say the same afterwards."""
    results = [app.send(*press) for press in (presses[::-1] if turned else presses)]
    await app.env.settle()
    assert [result for result in results if not result.acknowledged] == []
    await same_everywhere(app, table)
    return [app.said(result) for result in results]


@pytest.mark.parametrize("first", ["Bror", "computer"])
async def test_a_person_and_a_computer_for_the_last_seat(app: App, first: str) -> None:
    aino, bror = app.people(2)
    table = await app.lobby([aino], seats=2)
    page = await options(app, aino, table)
    took, late = await at_once(
        app,
        table,
        (bror, app.public(table), f"mm1:join:{table.id}", None),
        (aino, page, f"mm1:computer:{table.id}", None),
        turned=first == "computer",
    )
    assert "All seats are taken" in late
    assert "All seats are taken" not in took
    assert seats(app, table)[1:] == ["**Bror**" if first == "Bror" else "**Otso** · computer"]


@pytest.mark.parametrize("first", ["Start", "Options"])
async def test_the_start_and_a_change_of_the_rules_at_once(app: App, first: str) -> None:
    """Whichever came first holds: nobody plays by rules that the table does not show."""
    people = app.people(2)
    table = await app.lobby(people, seats=2)
    page = await options(app, people[0], table)
    await app.press(people[0], page, "House rules")
    said = await at_once(
        app,
        table,
        (people[0], app.public(table), f"mm1:start:{table.id}", None),
        (people[0], page, *press_of(page, "Hands left over", "stay unseen")),
        turned=first == "Options",
    )
    assert table.state is not None
    assert table.state.rules == table.rules
    if first == "Start":
        assert table.rules == PRESETS["myllymatti"]
        assert "This game has started" in said[1]
    else:
        assert table.rules == replace(PRESETS["myllymatti"], leftovers=Leftovers.UNSEEN)
    await app.restart()
    assert here(app).state == table.state


@pytest.mark.parametrize("first", ["Start", "Options"])
async def test_the_start_and_another_level_at_once(app: App, first: str) -> None:
    """Whichever came first holds: the computer plays as the lobby said when the cards were dealt."""
    people = app.people(2)
    table = await app.lobby(people, seats=4, computers=2)
    page = await computers(app, people[0], table)
    said = await at_once(
        app,
        table,
        (people[0], app.public(table), f"mm1:start:{table.id}", None),
        (people[0], page, *press_of(page, "Repo", "easy")),
        turned=first == "Options",
    )
    assert table.playing
    assert levels(table) == {"Otso": "normal", "Repo": "normal" if first == "Start" else "easy"}
    assert ("This game has started" in said[1]) is (first == "Start")
    await app.restart()
    assert levels(here(app)) == levels(table)


async def test_levels_picked_at_once_all_hold(app: App) -> None:
    """From pages that lie open, of which each shows the levels as they were."""
    (aino,) = app.people(1)
    table = await app.lobby([aino], seats=4, computers=3)
    pages = [await computers(app, aino, table) for _ in range(3)]
    changes = [("Otso", "hard"), ("Repo", "easy"), ("Ilves", "hard")]
    await at_once(
        app,
        table,
        *((aino, page, *press_of(page, *change)) for page, change in zip(pages, changes, strict=True)),
    )
    assert levels(table) == dict(changes)


@pytest.mark.parametrize("first", ["remove", "level"])
async def test_a_computer_is_removed_and_its_level_set_at_once(app: App, first: str) -> None:
    (aino,) = app.people(1)
    table = await app.lobby([aino], seats=4, computers=2)
    page, other = await options(app, aino, table), await computers(app, aino, table)
    said = await at_once(
        app,
        table,
        (aino, page, *press_of(page, "Take from the table …", "Otso")),
        (aino, other, *press_of(other, "Otso", "hard")),
        turned=first == "level",
    )
    assert levels(table) == {"Repo": "normal"}
    assert ("Not at this table any more" in said[1]) is (first == "remove")


@pytest.mark.parametrize(("label", "size"), [("3 seats", 3), ("5 seats", 5)])
@pytest.mark.parametrize("first", ["Start", "Options"])
async def test_the_start_and_a_change_of_the_seats_at_once(
    app: App, first: str, label: str, size: int
) -> None:
    """No computer is dealt cards whose seat has gone, and no free seat is."""
    people = app.people(2)
    table = await app.lobby(people, seats=4)
    page = await options(app, people[0], table)
    for _ in range(2):
        await app.press(people[0], page, "Add computer")
    said = await at_once(
        app,
        table,
        (people[0], app.public(table), f"mm1:start:{table.id}", None),
        (people[0], page, *press_of(page, "Seats", label)),
        turned=first == "Options",
    )
    if first == "Options" and label == "5 seats":
        assert "Seats are free" in said[1]
        assert (table.status, table.size, len(table.sittings)) == (Status.LOBBY, 5, 4)
        return
    if first == "Start":
        assert "This game has started" in said[1]
    assert table.state is not None
    dealt = 4 if first == "Start" else size
    assert (table.state.seats, table.size, len(table.sittings)) == (dealt, dealt, dealt)


@pytest.mark.parametrize("first", ["Seats", "Join"])
async def test_fewer_seats_and_a_join_at_once(app: App, first: str) -> None:
    aino, bror = app.people(2)
    table = await app.lobby([aino], seats=3, computers=1)
    page = await options(app, aino, table)
    said = await at_once(
        app,
        table,
        (aino, page, *press_of(page, "Seats", "2 seats")),
        (bror, app.public(table), f"mm1:join:{table.id}", None),
        turned=first == "Join",
    )
    if first == "Seats":
        assert "All seats are taken" in said[1]
        assert seats(app, table) == ["**Aino** · host", "**Otso** · computer"]
    else:
        assert "Somebody sits in that seat" in said[1]
        assert seats(app, table) == ["**Aino** · host", "**Otso** · computer", "**Bror**"]


@pytest.mark.parametrize("first", ["remove", "join"])
async def test_one_is_removed_and_another_joins_at_once(app: App, first: str) -> None:
    """For the one seat: who comes before it is free is told that it is not."""
    aino, bror, cia = app.people(3)
    table = await app.lobby([aino, bror], seats=2)
    page = await options(app, aino, table)
    said = await at_once(
        app,
        table,
        (aino, page, *press_of(page, "Take from the table …", "Bror")),
        (cia, app.public(table), f"mm1:join:{table.id}", None),
        turned=first == "join",
    )
    if first == "remove":
        assert seats(app, table) == ["**Aino** · host", "**Cia**"]
    else:
        assert "All seats are taken" in said[0]
        assert seats(app, table) == ["**Aino** · host", "free"]


async def test_one_is_removed_twice_at_once(app: App) -> None:
    """And nobody else in his place."""
    people = app.people(4)
    table = await app.lobby(people)
    pages = [await options(app, people[0], table) for _ in range(2)]
    first, second = await at_once(
        app,
        table,
        *((people[0], page, *press_of(page, "Take from the table …", "Bror")) for page in pages),
    )
    assert first.startswith("### Options")
    assert "Not at this table any more" in second
    assert seats(app, table) == ["**Aino** · host", "**Cia**", "**Dag**", "free"]


async def test_changes_of_options_at_once_all_hold(app: App) -> None:
    """From several pages that lie open, of which each shows the options as they were."""
    (aino,) = app.people(1)
    table = await app.lobby([aino], seats=3)
    pages = [await options(app, aino, table) for _ in range(6)]
    for page in pages[3:]:
        await app.press(aino, page, "House rules")
    changes = [
        ("Seats", "5 seats"),
        ("Time", "1 hour a turn"),
        ("Game", "Skitgubbe"),
        ("To a trick play", "everyone"),
        ("Hands left over", "are shown"),
        ("The last stock card", "lies face up"),
    ]
    await at_once(
        app,
        table,
        *((aino, page, *press_of(page, *change)) for page, change in zip(pages, changes, strict=True)),
        (aino, app.public(table), f"mm1:computer:{table.id}", None),
    )
    rules = replace(
        PRESETS["skitgubbe"],
        trick=Trick.EVERYONE,
        leftovers=Leftovers.EXPOSED,
        last_card=LastCard.FACE_UP,
    )
    assert table.options == (rules, 5, 3_600)
    assert seats(app, table) == ["**Aino** · host", "**Otso** · computer", "free", "free", "free"]
    asks(pages[5], rules)


@pytest.mark.parametrize("first", ["hands over", "leaves", "the new host leaves"])
async def test_the_table_is_handed_over_and_left_at_once(app: App, first: str) -> None:
    """The host is always one who sits there."""
    aino, bror, cia = app.people(3)
    table = await app.lobby([aino, cia, bror], seats=4)
    page = await options(app, aino, table)
    leaver = bror if first == "the new host leaves" else aino
    said = await at_once(
        app,
        table,
        (aino, page, *press_of(page, "Make the host …", "Bror")),
        (leaver, app.public(table), f"mm1:leave:{table.id}", None),
        turned=first != "hands over",
    )
    host, answer = {
        "hands over": (bror, "free"),
        "leaves": (cia, "You are not at this table"),
        "the new host leaves": (aino, "Not at this table any more"),
    }[first]
    assert table.seating.host_id == host.id
    assert leaver.id not in table.seating.people
    assert answer in said[1]
    assert sum("· host" in line for line in seats(app, table)) == 1


@pytest.mark.parametrize("first", ["leave", "join"])
async def test_the_last_one_leaves_and_another_joins_at_once(app: App, first: str) -> None:
    aino, bror = app.people(2)
    table = await app.lobby([aino], seats=3, computers=1)
    said = await at_once(
        app,
        table,
        (aino, app.public(table), f"mm1:leave:{table.id}", None),
        (bror, app.public(table), f"mm1:join:{table.id}", None),
        turned=first == "join",
    )
    if first == "leave":
        assert "This table is closed" in said[1]
        assert heading(app.public(table)) == "This table is closed"
    else:
        assert seats(app, table) == ["**Otso** · computer", "**Bror** · host", "free"]


# fifteen minutes


async def test_a_lobby_that_nobody_starts_closes_and_says_so(app: App) -> None:
    """Whatever has gone on in it; and no restart brings it back."""
    aino, bror = app.people(2)
    table = await app.lobby([aino], seats=4, computers=1)
    assert f"closes <t:{int((app.env.now() + timedelta(minutes=15)).timestamp())}:R>" in words(
        app.public(table)
    )
    page = await options(app, aino, table)
    await app.env.advance_time(600)
    await app.press(bror, app.public(table), "Join")
    await pick(app, aino, page, "Time", "24 hours a turn")
    await pick(app, aino, page, "Make the host …", "Bror")
    await app.env.advance_time(290)
    assert table.live
    await app.env.advance_time(11)
    public = app.public(table)
    for _ in range(2):
        assert not table.live
        stored = await app.stored(table)
        assert (stored.status, stored.deadline) == (Status.CLOSED, None)
        lines = words(app.public(table)).splitlines()
        assert lines[:2] == ["### This table is closed", "Nobody started it in time."]
        assert (buttons(public), list(app.bot.tables), len(app.seen_by())) == ({}, [], 1)
        for who, message, custom_id in (
            (bror, public, f"mm1:start:{table.id}"),
            (aino, public, f"mm1:join:{table.id}"),
            (bror, page, f"mm1:options:{table.id}:table"),
        ):
            async with nothing_changes(app, table):
                answer = private_answer(app, await app.forge(who, message, custom_id))
                assert "Open a new table with `/myllymatti start`." in answer
        await app.restart(away=1_000)
    await app.lobby([bror, aino])


async def test_a_lobby_whose_time_ran_out_while_the_bot_was_away(app: App) -> None:
    table = await app.lobby(app.people(2), seats=3)
    await app.env.advance_time(600)
    await app.restart(away=310)
    assert list(app.bot.tables) == []
    assert (await app.stored(table)).status is Status.CLOSED
    assert words(app.public(table)).splitlines()[1] == "Nobody started it in time."
    await app.restart()
    assert list(app.bot.tables) == []


async def test_a_lobby_keeps_what_it_had_left_through_a_restart(app: App) -> None:
    people = app.people(2)
    await app.lobby(people)
    await app.env.advance_time(600)
    await app.restart(away=200)
    table = here(app)
    await app.env.advance_time(90)
    assert table.live
    await app.env.advance_time(11)
    assert not table.live


async def test_play_again_opens_a_lobby_of_fifteen_minutes(app: App) -> None:
    people = app.people(2)
    table = await app.game(people, game="mattis")
    await app.finish(table)
    await app.env.advance_time(800)
    await app.press(people[0], app.public(table), "Play again")
    again = here(app)
    await app.env.advance_time(890)
    assert again.live
    await app.env.advance_time(11)
    assert words(app.public(again)).splitlines()[1] == "Nobody started it in time."
    assert "mattis" in heading(app.public(table)), "the game before it stays played"


async def test_a_game_that_has_started_is_no_lobby_any_more(app: App) -> None:
    people = app.people(2)
    table = await app.lobby(people)
    page = await options(app, people[0], table)
    await pick(app, people[0], page, "Time", "1 hour a turn")
    await app.env.advance_time(890)
    await app.press(people[0], app.public(table), "Start")
    await app.env.advance_time(100)
    assert table.playing


# how many tables there may be


SERVER_FULL: Final = [
    "### This server has many tables",
    "Another one can open when one of them has ended.",
]
PERSON_FULL: Final = [
    "### You sit at many tables",
    "Finish a game or leave one with `/myllymatti leave`.",
]


async def refused(app: App, result: InteractionResult, answer: list[str]) -> None:
    assert private_answer(app, result).splitlines() == answer


def only_one_public(results: list[InteractionResult]) -> bool:
    """Everybody sees the new table, and only the presser that there is none."""
    return sum(result.response is not None and not result.response.ephemeral for result in results) == 1


async def test_a_person_sits_at_several_tables(app: App) -> None:
    aino, bror = app.people(2)
    tables = [
        await app.game([aino, bror], channel=app.guild.create_text_channel(f"peli-{number}"))
        for number in range(3)
    ]
    await app.lobby([aino])
    assert sits_at(app, aino) == 4
    who = app.on_turn(tables[1])
    await app.press(who, app.public(tables[1]), "Turn up")
    assert [table.ply for table in tables] == [0, 1, 0]


async def test_so_many_tables_a_server_and_no_more(tmp_path: Path) -> None:
    """Of every server its own, through a restart too; there is room when one has ended."""
    async with set_to(tmp_path, tables_per_server=2) as app:
        people = [app.person(f"P{n}") for n in range(4)]
        second, third = (app.guild.create_text_channel(name) for name in ("toinen", "kolmas"))
        table = await app.game(people[:2])
        await app.lobby([people[2]], channel=second)
        for _ in range(2):
            async with nothing_changes(app, table):
                await refused(app, await people[3].slash(third, "myllymatti start"), SERVER_FULL)
            posted = app.env.backend.messages.get(third.id, {}).values()
            assert [message for message in posted if message.visible_to(None)] == []
            await app.restart()
        guild = app.env.create_guild("Naapuri")
        neighbour = guild.add_member(app.env.create_user("naapuri", global_name="Naapuri"))
        away = guild.create_text_channel("peli")
        await neighbour.slash(away, "myllymatti start")
        assert app.bot.tables.in_channel(away.id).live
        await app.press(people[2], app.public(app.bot.tables.in_channel(second.id)), "Leave")
        await people[3].slash(third, "myllymatti start")
        assert app.bot.tables.in_channel(third.id).live
        for person in people[:2]:
            await app.forge(person, app.public(table), f"mm1:quit:{table.id}")
        await people[0].slash(second, "myllymatti start")
        assert app.bot.tables.in_channel(second.id).live


async def test_play_again_where_a_server_is_full(tmp_path: Path) -> None:
    """Refused before anything is made; then two presses at once, and room for one."""
    async with set_to(tmp_path, tables_per_server=2) as app:
        people = [app.person(f"P{n}") for n in range(4)]
        second, third = (app.guild.create_text_channel(name) for name in ("toinen", "kolmas"))
        over = [await app.game(people[:2], game="mattis")]
        over.append(await app.game(people[2:], game="mattis", channel=second))
        for table in over:
            await app.finish(table)
        third_table = await app.lobby(people[:1], channel=third)
        other = await app.lobby(people[1:2])
        async with nothing_changes(app, *over, other, third_table):
            await refused(app, await app.press(people[2], app.public(over[1]), "Play again"), SERVER_FULL)
        await app.press(people[1], app.public(other), "Leave")
        results = [
            app.send(who, app.public(table), f"mm1:again:{table.id}")
            for who, table in zip((people[0], people[2]), over, strict=True)
        ]
        await app.env.settle()
        assert sorted(heading(result.response) for result in results) in (
            ["Ready when you are, P0", SERVER_FULL[0][4:]],
            ["Ready when you are, P2", SERVER_FULL[0][4:]],
        )
        assert only_one_public(results)
        assert len(list(app.bot.tables)) == len(await app.bot.store.load_live()) == 2


async def test_so_many_tables_a_person_and_no_more(tmp_path: Path) -> None:
    """To open one and to sit down at one; who has left one, or whose table has ended, may again."""
    async with set_to(tmp_path, tables_per_person=1) as app:
        aino, bror, cia, dag = app.people(4)
        second, third = (app.guild.create_text_channel(name) for name in ("toinen", "kolmas"))
        table = await app.lobby([aino, bror], seats=3)
        other = await app.lobby([cia], seats=3, channel=second)
        for _ in range(2):
            for who in (aino, bror):
                async with nothing_changes(app, table, other):
                    await refused(app, await app.press(who, app.public(other), "Join"), PERSON_FULL)
                async with nothing_changes(app, table, other):
                    await refused(app, await who.slash(third, "myllymatti start"), PERSON_FULL)
            await app.restart()
            table, other = here(app), app.bot.tables.in_channel(second.id)
        await app.press(bror, app.public(table), "Leave")
        await app.press(bror, app.public(other), "Join")
        assert (sits_at(app, aino), sits_at(app, bror)) == (1, 1)

        # removed by the host, he may as well
        page = await options(app, cia, other)
        await pick(app, cia, page, "Take from the table …", "Bror")
        await app.press(bror, app.public(table), "Join")
        assert table.seats(bror.id)

        # from a game
        await app.press(dag, app.public(table), "Join")
        await app.press(aino, app.public(table), "Start")
        async with nothing_changes(app, table, other):
            await refused(app, await app.press(dag, app.public(other), "Join"), PERSON_FULL)
        await app.forge(dag, app.public(table), f"mm1:quit:{table.id}")
        await app.press(dag, app.public(other), "Join")
        assert other.seats(dag.id)

        # from one that was played to its end
        await app.finish(table)
        await app.press(bror, app.public(other), "Join")
        assert other.seats(bror.id)
        await aino.slash(third, "myllymatti start", seats=2)
        assert app.bot.tables.in_channel(third.id).live

        # and from one that nobody started
        await app.env.advance_time(901)
        assert list(app.bot.tables) == []
        await aino.slash(app.channel, "myllymatti start", seats=2)
        assert here(app).seats(aino.id)


async def test_who_is_asleep_at_a_table_sits_there(tmp_path: Path) -> None:
    """His seat is his, though a computer keeps it; who gets up from it may sit down elsewhere."""
    async with set_to(tmp_path, tables_per_person=1, lobby_seconds=86_400) as app:
        aino, bror, cia = app.people(3)
        table = await app.game([aino, bror])
        other = await app.lobby([cia], seats=3, channel=app.guild.create_text_channel("toinen"))
        sleeper = app.on_turn(table)
        for _ in range(4):
            await app.env.advance_time(181)
        assert table.seating.sleepers == (aino.id, bror.id)
        async with nothing_changes(app, other):
            await refused(app, await app.press(sleeper, app.public(other), "Join"), PERSON_FULL)
        await app.forge(sleeper, app.public(table), f"mm1:quit:{table.id}")
        await app.press(sleeper, app.public(other), "Join")
        assert other.seats(sleeper.id)


async def test_two_presses_at_once_at_two_tables(tmp_path: Path) -> None:
    async with set_to(tmp_path, tables_per_person=2) as app:
        aino, bror, cia, dag = app.people(4)
        await app.lobby([dag])
        tables = [
            await app.lobby([who], seats=4, channel=app.guild.create_text_channel(f"peli-{who.id}"))
            for who in (aino, bror, cia)
        ]
        results = [app.send(dag, app.public(table), f"mm1:join:{table.id}") for table in tables]
        await app.env.settle()
        assert sits_at(app, dag) == 2
        for table, result in zip(tables, results, strict=True):
            if not table.seats(dag.id):
                await refused(app, result, PERSON_FULL)
        assert sum(dag.id in stored.seating.people for stored in await app.bot.store.load_live()) == 2


async def test_play_again_when_one_sits_at_many_tables(tmp_path: Path) -> None:
    async with set_to(tmp_path, tables_per_person=1) as app:
        aino, bror = app.people(2)
        second, third = (app.guild.create_text_channel(name) for name in ("toinen", "kolmas"))
        over = []
        for channel in (app.channel, second):
            table = await app.game([aino, bror], game="mattis", channel=channel)
            await app.finish(table)
            over.append(table)
        other = await app.lobby([aino], channel=third)
        async with nothing_changes(app, *over, other):
            await refused(app, await app.press(aino, app.public(over[0]), "Play again"), PERSON_FULL)
        await app.press(aino, app.public(other), "Leave")
        results = [app.send(aino, app.public(table), f"mm1:again:{table.id}") for table in over]
        await app.env.settle()
        assert sorted(heading(result.response) for result in results) == [
            "Ready when you are, Aino",
            PERSON_FULL[0][4:],
        ]
        assert only_one_public(results)
        assert sits_at(app, aino) == 1


async def test_play_again_seats_nobody_at_more_tables_than_he_may(tmp_path: Path) -> None:
    """Who sits elsewhere by now is not seated once more because another presses."""
    async with set_to(tmp_path, tables_per_person=1) as app:
        aino, bror, cia = app.people(3)
        table = await app.game([aino, bror, cia], game="mattis")
        await app.finish(table)
        elsewhere = await app.lobby([bror], channel=app.guild.create_text_channel("toinen"))
        result = await app.press(aino, app.public(table), "Play again")
        assert result.acknowledged
        assert elsewhere.seats(bror.id)
        assert sits_at(app, bror) == 1
