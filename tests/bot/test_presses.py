"""Presses that come twice, too late, from the wrong person, or from a client that lies."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from simcord import InteractionResult, ResponseMessage

from bot.screens.limits import broken
from bot.screens.parts import Colour
from bot.store import NewMove, Status
from bot.table import Table
from engine import legal_moves
from tests.bot.playing import offered, reachable
from tests.bot.sim import App, buttons, heading, menus, parts, words
from tests.engine.table import play, shedding

HUGE = 9_999_999_999_999_999_999
"""Of as many digits as the largest ids, and larger than a database takes."""


def private_answer(app: App, result: InteractionResult) -> str:
    """What the one answer to a press says, which only the presser sees."""
    assert result.response is not None, "no answer"
    assert result.response.ephemeral, f"everybody reads: {words(result.response)}"
    assert not result.followups
    said = app.said(result)
    assert said
    return said


@asynccontextmanager
async def nothing_changes(app: App, table: Table) -> AsyncIterator[None]:
    """What happens inside changes the table neither in the database nor in memory nor on Discord."""

    async def facts() -> list[Any]:
        memory = (table.status, table.sittings, table.seating.host_id, table.state, table.ply, table.deadline)
        return [await app.stored(table), memory, app.public(table).components]

    before = await facts()
    yield
    assert await facts() == before


def button(message: ResponseMessage, move: str) -> str:
    """The custom_id that makes a move."""
    return offered(message)[move].custom_id


async def moves_of(app: App, table: Table) -> tuple[str, ...]:
    return (await app.stored(table)).moves


# twice


async def test_two_presses_at_once_make_one_move(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await app.game(app.people(3))
    who = app.on_turn(table)
    hand = await app.hand(who, table)
    first, second, *_ = offered(hand)
    add_move, written = app.bot.store.add_move, []

    async def counted(game_id: int, new: NewMove, *more: Any, **named: Any) -> None:
        written.append((new.ply, new.move))
        await add_move(game_id, new, *more, **named)

    monkeypatch.setattr(app.bot.store, "add_move", counted)
    results = [app.send(who, hand, button(hand, move)) for move in (first, second)]
    await app.env.settle()
    assert await moves_of(app, table) == (first,)
    assert written == [(0, first)], "the table's lock keeps the second from the store"
    played, late = (private_answer(app, result) for result in results)
    assert "earlier turn" not in played
    assert "That button was from an earlier turn. This is your hand now." in late
    assert "to play" not in words(hand)
    assert offered(hand) == {}
    assert table.state is not None
    assert len(table.state.hands[0]) == words(hand).count("`") // 2, "the card is gone from the hand"


async def test_two_presses_at_once_from_two_hands(app: App) -> None:
    table = await app.game(app.people(3))
    who = app.on_turn(table)
    hands = [await app.hand(who, table) for _ in range(2)]
    first, second, *_ = offered(hands[0])
    results = [
        app.send(who, hand, button(hand, move)) for hand, move in zip(hands, (first, second), strict=True)
    ]
    await app.env.settle()
    assert await moves_of(app, table) == (first,)
    assert ["earlier turn" in private_answer(app, result) for result in results] == [False, True]
    assert [offered(hand) for hand in hands] == [{}, {}]


async def test_a_press_delivered_twice_plays_once(app: App) -> None:
    table = await app.game(app.people(3))
    who = app.on_turn(table)
    hand = await app.hand(who, table)
    move = next(iter(offered(hand)))
    result = app.send(who, hand, button(hand, move), times=2)
    await app.env.settle()
    assert result.acknowledged
    assert await moves_of(app, table) == (move,)
    assert table.ply == 1


async def test_turn_up_pressed_twice_at_once_on_the_table(app: App) -> None:
    table = await app.game(app.people(3))
    who, public = app.on_turn(table), app.public(table)
    first, second = (app.send(who, public, button(public, "up")) for _ in range(2))
    await app.env.settle()
    assert await moves_of(app, table) == ("up",)
    assert "turned up" in app.said(first)
    assert "earlier turn" in private_answer(app, second)
    assert "turned up" in words(app.public(table))


# forged


FORGED = [
    "",
    "x" * 100,
    "mm1",
    "mm1:",
    ":::",
    "mm0:play:{t}:{p}:{own}",
    "mm2:play:{t}:{p}:{own}",
    "MM1:play:{t}:{p}:{own}",
    " mm1:play:{t}:{p}:{own}",
    "mm1:play:{t}:{p}:{own}\n",
    "mm1:evil:{t}",
    "mm1:play",
    "mm1:play:",
    "mm1:play:::",
    "mm1:play:{t}",
    "mm1:play:{t}:{p}",
    "mm1:play:{t}:{p}:",
    "mm1:play:{t}:{p}:{own}:{own}",
    "mm1:play:{t}:{p}:{foreign}",
    "mm1:play:{t}:{p}:evil",
    "mm1:play:{t}:{p}:1S",
    "mm1:play:{t}:{p}:7s",
    "mm1:play:{t}:{p}:7♠",
    "mm1:play:{t}:{p}:take",
    "mm1:play:{t}:{p}:7S-9S",
    "mm1:play:{t}:{p}:9S-7S",
    "mm1:play:{t}:{p}:7S-9H",
    "mm1:play:{t}:{p}:7S-7S",
    "mm1:play:{t}:{p}:-",
    "mm1:play:{t}:{p}:up-",
    "mm1:play:{t}:{p}:None",
    "mm1:play:{t}:-1:{own}",
    "mm1:play:{t}:{next}:{own}",
    f"mm1:play:{{t}}:{HUGE}:{{own}}",
    f"mm1:play:{{t}}:{HUGE}0:{{own}}",
    f"mm1:play:{HUGE}0:{{p}}:{{own}}",
    f"mm1:play:{2**63 - 1}:{{p}}:{{own}}",
    "mm1:play:0:{p}:{own}",
    "mm1:play:-{t}:{p}:{own}",
    "mm1:play:{t}.0:{p}:{own}",
    "mm1:play:0x1:{p}:{own}",
    "mm1:play:{arabic}:{p}:{own}",
    "mm1:play:²:{p}:{own}",
    "mm1:pick:{t}:{p}:S",
    "mm1:pick:{t}:{p}:S:{foreign}",
    "mm1:join:{t}",
    "mm1:join:{t}:{t}",
    "mm1:start:{t}",
    "mm1:again:{t}",
    "mm1:hand:abc",
    "mm1:stats:abc:here",
    "mm1:stats:1:everywhere",
    "mm1:losers:-1",
    "mm1:losers:x",
    "mm1:losers:0:2026-13",
    "mm1:losers:0:2026-\uff111",
    "mm1:season:ever",
    "mm1:season",
    "mm1:reset:x:1",
    "mm1:reset:0:1",
    "mm1:reset:1",
    "mm1:mine:1",
]


@pytest.mark.parametrize("where", ["in the hand", "on the table", "by another player", "by a stranger"])
async def test_forged_presses(app: App, caplog: pytest.LogCaptureFixture, where: str) -> None:
    """Each gets one private answer in words, and nothing comes of it."""
    people, stranger = app.people(3), app.person("Veera")
    table = await app.game(people)
    seat = table.state.turn if table.state is not None else None
    assert seat is not None
    assert table.state is not None
    on_turn, other = app.at(table, seat), app.at(table, (seat + 1) % 3)
    hands = {person.id: await app.hand(person, table) for person in (on_turn, other)}
    values: dict[str, object] = {
        "t": table.id,
        "p": table.ply,
        "next": table.ply + 1,
        "own": next(iter(table.state.hands[seat])),
        "foreign": next(iter(table.state.hands[(seat + 1) % 3])),
        "arabic": str(table.id).translate(str.maketrans("0123456789", "٠١٢٣٤٥٦٧٨٩")),
    }
    who, message = {
        "in the hand": (on_turn, hands[on_turn.id]),
        "on the table": (on_turn, app.public(table)),
        "by another player": (other, hands[other.id]),
        "by a stranger": (stranger, app.public(table)),
    }[where]
    failed = []
    for template in FORGED:
        errors = len([record for record in caplog.records if record.levelname == "ERROR"])
        try:
            async with nothing_changes(app, table):
                private_answer(app, await app.forge(who, message, template.format(**values)))
            assert len([r for r in caplog.records if r.levelname == "ERROR"]) == errors, "an error is logged"
        except AssertionError as error:
            failed.append(f"{template!r}: {error}")
    assert failed == []


async def test_ids_larger_than_a_database_takes(app: App) -> None:
    (aino,) = app.people(1)
    table = await app.game([aino], computers=1)
    hand = await app.hand(aino, table)
    asked = [f"mm1:{what}:{HUGE}" for what in ("hand", "join", "ready", "leave", "quit", "start")]
    asked += [f"mm1:{what}:{HUGE}" for what in ("again", "rules")]
    asked += [f"mm1:play:{HUGE}:0:up", f"mm1:stats:{HUGE}:here", f"mm1:stats:{HUGE}:all"]
    said = {}
    async with nothing_changes(app, table):
        for custom_id in asked:
            said[custom_id] = private_answer(app, await app.forge(aino, hand, custom_id))
    assert [custom_id for custom_id, text in said.items() if "Something went wrong" in text] == []


RUNS = shedding("mattis", "2S 3S 4S 5S 6S 7S 8S 9S 2H 4H 6H 8H TH 3C", "AS AH AC AD")
"""Aino leads, and her menus have entries that open the runs from a card."""


async def test_forged_entries_of_menus(app: App, caplog: pytest.LogCaptureFixture) -> None:
    people = app.people(2)
    table = await app.game(people, game="mattis")
    await app.put(table, RUNS)
    who = app.at(table, 0)
    hand = await app.hand(who, table)
    spades = next(custom_id for custom_id, entries in menus(hand).items() if "2S" in entries)
    for values in (
        ["AS"],  # the other's
        ["2S", "3S"],
        ["2S", "2S"],
        [],
        [""],
        ["evil"],
        ["up"],
        ["take"],
        ["7S-7S"],
        ["9S-2S"],
        ["2S-AS"],
        ["evil-"],
        ["-"],
        ["2S-3S-"],
        ["x" * 200],
    ):
        async with nothing_changes(app, table):
            private_answer(app, await app.forge(who, hand, spades, values))
    # an entry that is there, but not from this card or not in this game: the hand comes back
    for card in ("9S", "AS", "2D"):
        async with nothing_changes(app, table):
            private_answer(app, await app.forge(who, hand, spades, [f"{card}-"]))
        assert "2S" in offered(hand)


# by others


async def test_a_stranger_presses_every_button(app: App) -> None:
    people, stranger = app.people(3), app.person("Veera")
    table = await app.lobby(people)
    for label in ("Leave", "Start"):
        async with nothing_changes(app, table):
            answer = private_answer(app, await app.press(stranger, app.public(table), label))
            assert "You are not at this table" in answer
    assert "Myllymatti" in private_answer(app, await app.press(stranger, app.public(table), "Rules"))
    await app.press(people[0], app.public(table), "Start")
    for label in ("My hand", "Turn up"):
        async with nothing_changes(app, table):
            answer = private_answer(app, await app.press(stranger, app.public(table), label))
            assert "You are not at this table" in answer
    await app.put(table, play(shedding("myllymatti", "2S 3S", "4S 5S", "6S 7S"), "2S")[0])
    async with nothing_changes(app, table):
        answer = private_answer(app, await app.press(stranger, app.public(table), "Pick up 2♠"))
        assert "You are not at this table" in answer
    async with nothing_changes(app, table):
        private_answer(app, await app.forge(stranger, app.public(table), f"mm1:quit:{table.id}"))


async def test_not_your_turn_on_the_table(app: App) -> None:
    """SCREENS 11c"""
    table = await app.game(app.people(3), game="mattis")
    for seat, before in ((1, 0), (2, 1)):
        async with nothing_changes(app, table):
            result = await app.press(app.at(table, seat), app.public(table), "Turn up")
        names = [app.at(table, s).user.global_name for s in range(3)]
        assert private_answer(app, result).splitlines() == [
            f"### It is {names[0]}'s turn",
            f"You play after {names[before]}.",
        ]
        assert result.response is not None
        hand = await app.press(app.at(table, seat), result.response, "My hand")
        assert heading(hand.response) == f"{names[0]}'s turn"
    await app.put(table, play(shedding("mattis", "2S 3S", "4S 5S", "6S 7S"), "2S")[0])
    async with nothing_changes(app, table):
        result = await app.press(app.at(table, 2), app.public(table), "Pick up 2♠")
    assert private_answer(app, result).splitlines() == [
        f"### It is {names[1]}'s turn",
        f"You play after {names[1]}.",
    ]


async def test_not_your_turn_in_a_hand(app: App) -> None:
    """Pressed from an old hand: the hand of now says whose turn it is."""
    table = await app.game(app.people(2))
    other = app.at(table, 1)
    hand = await app.hand(other, table)
    assert table.state is not None
    card = next(iter(table.state.hands[1]))
    async with nothing_changes(app, table):
        answer = private_answer(app, await app.forge(other, hand, f"mm1:play:{table.id}:0:{card}"))
    assert answer.startswith(f"### {app.at(table, 0).user.global_name}'s turn")


# against the rules


async def test_an_illegal_move_brings_the_hand_back(app: App) -> None:
    """SCREENS 11: the hand itself with the sentence on top and the gold bar."""
    table = await app.game(app.people(2))
    await app.put(table, play(shedding("myllymatti", "JC 3S", "9C QC AC 2D 5H", trump="D"), "JC")[0])
    who = app.at(table, 1)
    hand = await app.hand(who, table)
    async with nothing_changes(app, table):
        result = await app.forge(who, hand, f"mm1:play:{table.id}:{table.ply}:9C")
        lines = private_answer(app, result).splitlines()
    assert lines[:2] == [
        "### `9♣` does not beat `J♣`",
        "Play a higher club or a trump `♦`, or pick up `J♣`.",
    ]
    assert result.response is not None
    assert result.response.id == hand.id, "no second message to clear away"
    assert next(parts(hand))["accent_color"] == Colour.NOTICE
    assert set(offered(hand)) == {"QC", "AC", "2D", "take"}
    await app.press(who, hand, "Q♣")
    assert await moves_of(app, table) == ("QC",)


async def test_mattis_may_not_pick_up_what_he_can_beat(app: App) -> None:
    table = await app.game(app.people(3), game="mattis")
    await app.put(table, play(shedding("mattis", "7D 2S", "8D 3S", "9H TH"), "7D")[0])
    who = app.at(table, 1)
    async with nothing_changes(app, table):
        result = await app.press(who, app.public(table), "Pick up 7♦")
    assert private_answer(app, result).splitlines() == [
        "### You can beat `7♦`",
        "Then you may not pick up. Open My hand.",
    ]
    assert result.response is not None
    mine = await app.press(who, result.response, "My hand")
    assert mine.response is not None
    assert set(offered(mine.response)) == {"8D", "3S"}, "spades are trump"


async def test_a_button_from_an_earlier_turn(app: App) -> None:
    """SCREENS 11b: the hand of now, no warning colour."""
    table = await app.game(app.people(2), game="skitgubbe")
    who = app.at(table, 0)
    hand = await app.hand(who, table)
    first, second, *_ = offered(hand)
    old = button(hand, second)
    await app.press_id(who, hand, button(hand, first))
    async with nothing_changes(app, table):
        result = await app.forge(who, hand, old)
    assert "-# That button was from an earlier turn. This is your hand now." in private_answer(app, result)
    assert next(parts(hand))["accent_color"] == Colour.BUILDING
    assert offered(hand) == {}


# tables that are not there any more


async def every_button(app: App, table: Table, who: Any, message: ResponseMessage) -> None:
    """Press what a table can ever have offered; each is refused in words, and the table stays as it is."""
    asked = (
        *(f"mm1:{action}:{table.id}" for action in ("join", "leave", "ready", "start", "hand", "refresh")),
        f"mm1:quit:{table.id}",
        f"mm1:play:{table.id}:{table.ply}:up",
        f"mm1:play:{table.id}:{max(0, table.ply - 1)}:take",
    )
    for custom_id in asked:
        async with nothing_changes(app, table):
            private_answer(app, await app.forge(who, message, custom_id))
    assert "###" in private_answer(app, await app.forge(who, message, f"mm1:rules:{table.id}"))


async def test_buttons_of_a_closed_lobby(app: App) -> None:
    aino, bror = app.people(2)
    table = await app.lobby([aino])
    result = await app.press(aino, app.public(table), "Leave")
    assert heading(result.response) == "This table is closed"
    assert table.status is Status.CLOSED
    assert buttons(app.public(table)) == {}
    for who in (aino, bror):
        await every_button(app, table, who, app.public(table))
        async with nothing_changes(app, table):
            private_answer(app, await app.forge(who, app.public(table), f"mm1:again:{table.id}"))
    await app.lobby([bror])


async def test_buttons_of_an_ended_table(app: App) -> None:
    people, stranger = app.people(2), app.person("Veera")
    table = await app.game(people, game="mattis")
    old = await app.hand(people[0], table)
    await app.finish(table)
    for who, message in ((people[0], old), (people[0], app.public(table)), (stranger, app.public(table))):
        await every_button(app, table, who, message)
    async with nothing_changes(app, table):
        answer = private_answer(app, await app.press(stranger, app.public(table), "Play again"))
        assert "You are not at this table" in answer
    assert list(app.bot.tables) == []


async def test_buttons_of_an_abandoned_table(app: App) -> None:
    aino, bror = app.people(2)
    table = await app.game([aino], computers=1)
    hand = await app.hand(aino, table)
    public = app.public(table)
    question = await app.press_id(aino, public, f"mm1:hand:{table.id}")
    question = await app.forge(aino, public, f"mm1:leave:{table.id}")
    assert heading(question.response) == "Leave this game?"
    assert table.live, "asked first"
    assert question.response is not None
    await app.press(aino, question.response, "Leave the game")
    assert table.status is Status.ABANDONED
    assert heading(app.public(table)) == "This game has ended"
    ply = table.ply
    await app.env.advance_time(600)
    assert (table.ply, list(app.bot.tables)) == (ply, []), "no computers play on"
    for who, message in ((aino, public), (bror, public), (aino, hand)):
        await every_button(app, table, who, message)
        async with nothing_changes(app, table):
            private_answer(app, await app.forge(who, message, f"mm1:again:{table.id}"))


async def test_a_press_that_names_a_table_of_another_channel(app: App) -> None:
    """Aino sits at both tables; a button here cannot play there, nor show that table here."""
    aino, bror, cia = app.people(3)
    here = await app.game([aino, bror])
    elsewhere = app.guild.create_text_channel("toinen")
    there = await app.game([aino, cia], channel=elsewhere)
    shown_there = app.public(there).components
    for custom_id in [
        f"mm1:play:{there.id}:0:up",
        f"mm1:leave:{there.id}",
        f"mm1:quit:{there.id}",
        f"mm1:hand:{there.id}",
    ]:
        for message in (app.public(here), await app.hand(aino, here)):
            async with nothing_changes(app, here), nothing_changes(app, there):
                private_answer(app, await app.forge(aino, message, custom_id))
    assert app.public(there).components == shown_there


async def test_a_stats_button_on_the_table_message(app: App) -> None:
    """A page of stats is turned in place; nobody can turn the table message into one."""
    table = await app.game(app.people(2))
    for custom_id in ("mm1:mine", "mm1:losers:0", "mm1:season:all", f"mm1:stats:{app.at(table, 0).id}:here"):
        async with nothing_changes(app, table):
            assert (await app.forge(app.at(table, 0), app.public(table), custom_id)).acknowledged


# the lobby


async def test_joining_twice(app: App) -> None:
    aino, bror = app.people(2)
    table = await app.lobby([aino, bror], seats=4)
    for who in (aino, bror):
        async with nothing_changes(app, table):
            answer = private_answer(app, await app.press(who, app.public(table), "Join"))
        assert "You sit here already" in answer
    dag = app.person("Dag")
    for result in [app.send(dag, app.public(table), f"mm1:join:{table.id}") for _ in range(2)]:
        await app.env.settle()
        assert result.acknowledged
    assert table.seating.people == (aino.id, bror.id, dag.id)


async def test_two_people_press_join_at_once_for_the_last_seat(app: App) -> None:
    aino, bror, cia = app.people(3)
    table = await app.lobby([aino], seats=2)
    results = [app.send(who, app.public(table), f"mm1:join:{table.id}") for who in (bror, cia)]
    await app.env.settle()
    assert table.seating.people == (aino.id, bror.id)
    assert (await app.stored(table)).seating.sittings == table.sittings
    assert "All seats are taken" in private_answer(app, results[1])
    assert "Bror" in words(app.public(table))
    assert "Cia" not in words(app.public(table))
    assert "Join" not in buttons(app.public(table)).values(), "off when full"


async def test_who_may_start(app: App) -> None:
    aino, bror, cia, veera = (*app.people(3), app.person("Veera"))
    table = await app.lobby([aino, bror], seats=3)
    assert "Start" not in buttons(app.public(table)).values(), "off until all seats are taken"
    start = f"mm1:start:{table.id}"
    for who, words_ in ((aino, "Seats are free"), (bror, "Only the host"), (veera, "not at this table")):
        async with nothing_changes(app, table):
            assert words_ in private_answer(app, await app.forge(who, app.public(table), start))
    await app.press(cia, app.public(table), "Join")
    for who, words_ in ((bror, "Only the host"), (cia, "Only the host"), (veera, "not at this table")):
        async with nothing_changes(app, table):
            assert words_ in private_answer(app, await app.press(who, app.public(table), "Start"))
    first, second = (app.send(aino, app.public(table), start) for _ in range(2))
    await app.env.settle()
    assert table.status is Status.PLAYING
    assert "leads" in app.said(first)
    assert "This game has started" in private_answer(app, second)


async def test_one_table_a_channel(app: App) -> None:
    aino, bror = app.people(2)
    table = await app.lobby([aino])
    for seats in (2, 3):
        async with nothing_changes(app, table):
            result = await bror.slash(app.channel, "myllymatti start", seats=seats)
            assert "`/myllymatti table` brings it down" in private_answer(app, result)
    other = await app.lobby([bror], channel=app.guild.create_text_channel("toinen"))
    assert other.id != table.id


@pytest.mark.parametrize(("seats", "computers"), [(2, 2), (3, 7), (8, 8 - 1)])
async def test_as_many_computers_as_seats(app: App, seats: int, computers: int) -> None:
    (aino,) = app.people(1)
    result = await aino.slash(app.channel, "myllymatti start", seats=seats, computers=computers)
    if computers < seats:
        assert "Ready when you are" in words(result.response)
        return
    assert "That leaves no seat for you" in private_answer(app, result)
    assert list(app.bot.tables) == []
    assert app.seen_by() == []


async def test_leaving_a_lobby(app: App) -> None:
    """The seat is free again; a host who leaves hands the table on; with the last person it closes."""
    aino, bror, cia = app.people(3)
    table = await app.lobby([aino, bror], seats=3, computers=1)
    await app.press(aino, app.public(table), "Leave")
    assert table.seating.people == (bror.id,)
    assert table.seating.host_id == bror.id
    assert "**Bror** · host" in words(app.public(table))
    assert "Aino" not in words(app.public(table))
    await app.press(cia, app.public(table), "Join")
    left = await cia.slash(app.channel, "myllymatti leave")
    assert "You have left the table" in private_answer(app, left)
    assert "Cia" not in words(app.public(table))
    await app.press(bror, app.public(table), "Leave")
    assert table.status is Status.CLOSED
    assert heading(app.public(table)) == "This table is closed"
    result = await bror.slash(app.channel, "myllymatti leave")
    assert "Open one with `/myllymatti start`." in private_answer(app, result)


async def test_leaving_a_game(app: App) -> None:
    """Asked first; then a computer plays his cards, the others play on, and his loss counts."""
    people = app.people(3)
    table = await app.game(people)
    gone, *others = (app.at(table, seat) for seat in range(3))
    hand = await app.hand(gone, table)
    question = await gone.slash(app.channel, "myllymatti leave")
    async with nothing_changes(app, table):
        assert "Leave this game?" in private_answer(app, question)
        assert "the loss counts as yours" in words(question.response)
    assert question.response is not None
    back = await app.press(gone, question.response, "My hand")
    assert "Your turn" in private_answer(app, back)
    question = await gone.slash(app.channel, "myllymatti leave")
    assert question.response is not None
    result = await app.press(gone, question.response, "Leave the game")
    assert "You have left the game" in private_answer(app, result)
    assert table.ply == 1, "he was to play, and the computer has"
    assert table.waiting_for == others[0].id
    assert "**Cia** · 2 in hand · 0 won · away" in words(app.public(table))
    for custom_id in (f"mm1:play:{table.id}:{table.ply}:up", f"mm1:hand:{table.id}"):
        async with nothing_changes(app, table):
            assert "A computer plays your cards" in private_answer(
                app, await app.forge(gone, hand, custom_id)
            )
    await app.finish(table)
    assert table.state is not None
    for seat, person in enumerate((gone, *others)):
        page = await person.slash(app.channel, "myllymatti stats")
        assert f"**1** game · **{int(seat == table.state.loser)}** lost" in words(page.response)
    again = await app.press(others[0], app.public(table), "Play again")
    assert "Aino Bror Cia".replace(str(gone.user.global_name), "").split() == [
        name for name in ("Aino", "Bror", "Cia") if f"**{name}**" in words(again.response)
    ]


async def test_everybody_leaves_a_game(app: App) -> None:
    people = app.people(2)
    table = await app.game(people, computers=2)
    for person in people:
        question = await person.slash(app.channel, "myllymatti leave")
        assert question.response is not None
        await app.press(person, question.response, "Leave the game")
    assert table.status is Status.ABANDONED
    assert (await app.stored(table)).status is Status.ABANDONED
    ply = table.ply
    await app.env.advance_time(600)
    assert table.ply == ply
    assert heading(app.public(table)) == "This game has ended"
    assert [message.id for message in app.seen_by()] == [table.message_id], "nobody is called any more"
    await app.lobby(people)


# big hands


SPADES, HEARTS, DIAMONDS, CLUBS = (" ".join(rank + suit for rank in "23456789TJQKA") for suit in "SHDC")
ALL_BUT_SEVEN = f"{SPADES} {HEARTS} {DIAMONDS} {' '.join(CLUBS.split()[:6])}"


@pytest.mark.parametrize("game", ["myllymatti", "mattis"])
@pytest.mark.parametrize(
    "cards",
    [
        "7S",
        "2S 3S 4S 5S 6S 7S 2H 3H 4H 5H 6H 7H 2D 3D 4D 5D 6D 7D 2C 3C 4C",  # 21
        f"{SPADES} {' '.join(HEARTS.split()[:12])}",  # 25
        f"{SPADES} {HEARTS}",  # 26
        ALL_BUT_SEVEN,  # 45
    ],
    ids=["1", "21", "25", "26", "45"],
)
async def test_every_move_of_a_big_hand(app: App, game: str, cards: str) -> None:
    """To lead: each card and run within two presses, and every screen of it is one that Discord takes."""
    table = await app.game(app.people(2), game=game)
    rest = " ".join(card for card in CLUBS.split() if card not in cards.split())
    await app.put(table, shedding(game, cards, rest, trump="H"))
    assert table.state is not None
    who = app.at(table, 0)
    hand = await app.hand(who, table)
    ways = await reachable(app, who, hand)
    assert set(ways) == {str(move) for move in legal_moves(table.state)}
    assert max(map(len, ways.values())) <= 2
    assert broken(hand.components) == []
    farthest = max(ways, key=lambda move: (len(ways[move]), len(move)))
    for press in ways[farthest]:
        await app.press_id(who, hand, *press)
    assert await moves_of(app, table) == (farthest,)


@pytest.mark.parametrize("game", ["myllymatti", "mattis"])
async def test_every_answer_of_a_big_hand(app: App, game: str) -> None:
    table = await app.game(app.people(2), game=game)
    cards = ALL_BUT_SEVEN.removeprefix("2S ")
    state, _ = play(shedding(game, f"2S {' '.join(CLUBS.split()[6:])}", cards, trump="H"), "2S")
    await app.put(table, state)
    assert table.state is not None
    who = app.at(table, 1)
    hand = await app.hand(who, table)
    ways = await reachable(app, who, hand)
    assert set(ways) == {str(move) for move in legal_moves(table.state)}
    assert len(ways) > 20
    refused = await app.forge(who, hand, f"mm1:play:{table.id}:{table.ply}:2D")
    assert "does not beat" in private_answer(app, refused)
    assert broken(hand.components) == [], "the longest screen of all"
