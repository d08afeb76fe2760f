"""Looking back at finished games: whose cards lie open; what forged buttons and damaged games say."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from simcord import InteractionResult, MemberActor, ResponseMessage
from simcord.builders import ChannelHandle

from bot.schema import games, moves
from bot.store import Status, Why
from bot.table import Table
from engine import Phase, parse_card, parse_move, parse_rules, read
from tests.bot.leaks import cards_in, seat_of, steps_of
from tests.bot.sim import App, alts, buttons, heading, menus, running, settings_for, words

NONE_SUCH = "### No such game to replay\nIt must have been played to its end, and in this channel."
UNREADABLE = "### This button cannot be read\nIt may be from an older version."
UNPLAYABLE = (
    "### This game cannot be replayed\nIt was played by the rules of an older version, or it is damaged."
)
FOREVER = 10**18
"""A number that a column takes, and more turns than any game has."""


async def finished(app: App, people: list[MemberActor], **options: Any) -> Table:
    """A game that these people have played to its end."""
    table = await app.game(people, **options)
    await app.finish(table)
    assert table.status is Status.FINISHED
    return table


async def opened(app: App, who: MemberActor, message: ResponseMessage) -> ResponseMessage:
    """The replay that somebody opens from the message of the end, to him alone."""
    result = await app.press(who, message, "Replay")
    assert result.response is not None
    assert result.response.ephemeral
    return result.response


def private(app: App, result: InteractionResult) -> str:
    """What the one answer says, which only its reader sees."""
    assert result.response is not None, "no answer"
    assert result.response.ephemeral
    return app.said(result)


# stepping


async def test_a_game_is_stepped_through(app: App) -> None:
    people = app.people(2)
    table = await finished(app, people)
    steps = steps_of(await app.stored(table))
    last = len(steps) - 1
    shown = await opened(app, people[0], app.public(table))
    assert heading(shown) == "The deal"

    for label, turn in (("On", 1), ("On", 2), ("Back", 1), ("First", 0), ("Last", last), ("Back", last - 1)):
        await app.press(people[0], shown, label)
        assert heading(shown) == (f"Turn {turn} of {last}" if turn else "The deal")
        assert {card for hand in steps[turn].state.hands for card in hand} <= cards_in(words(shown))
    ((menu, entries),) = menus(shown).items()
    for value in entries:
        await app.press_id(people[0], shown, menu, value)
        assert heading(shown) == (f"Turn {value} of {last}" if value != "0" else "The deal")
    assert "wears" not in words(shown)
    assert "is the myllymatti 🎩" in words(shown)


async def test_a_replay_goes_on_after_a_restart(app: App) -> None:
    """Of a day: nothing of it was in memory, and the token of its first answer is long gone."""
    people = app.people(2)
    table = await finished(app, people)
    shown = await opened(app, people[0], app.public(table))
    await app.press(people[0], shown, "On")
    await app.restart(away=86_400)
    await app.press(people[0], shown, "On")
    assert heading(shown).startswith("Turn 2 of ")
    again = await opened(app, people[1], app.public(table))
    assert heading(again) == "The deal"


async def test_pictures(tmp_path: Path) -> None:
    """The table as it was seen, drawn, and one's own hand, each with its words."""
    async with running(settings_for(tmp_path), pictures=True) as app:
        people = app.people(2)
        table = await finished(app, people)
        shown = await opened(app, people[0], app.public(table))
        assert [alt.split(".")[0] for alt in alts(shown)] == ["Table, phase 1"]
        await app.press(people[0], shown, "My hand alone")
        assert [alt.split(":")[0].split(".")[0] for alt in alts(shown)] == ["Table, phase 1", "Your hand"]
        await app.press(people[0], shown, "Last")
        assert alts(shown)[0] == alts(app.public(table))[0], "as the message of the end"


# whose hands


async def test_who_sat_there_sees_his_own_hand_alone(app: App) -> None:
    people = app.people(3)
    table = await finished(app, people, game="mattis")
    stored = await app.stored(table)
    hands = steps_of(stored)[0].state.hands
    for who in people:
        seat = seat_of(stored, who.id)
        assert seat is not None
        shown = await opened(app, who, app.public(table))
        await app.press(who, shown, "My hand alone")
        assert cards_in(words(shown)) == set(hands[seat])
        await app.press(who, shown, "All hands")
        assert cards_in(words(shown)) == {card for hand in hands for card in hand}


async def test_a_stranger_sees_all_hands_or_the_table_alone(app: App) -> None:
    people, veera = app.people(2), app.person("Veera")
    table = await finished(app, people)
    shown = await opened(app, veera, app.public(table))
    assert len(cards_in(words(shown))) == 6
    await app.press(veera, shown, "The table alone")
    assert cards_in(words(shown)) == set()


async def test_who_left_his_seat_to_a_computer_sat_there(app: App) -> None:
    people = app.people(3)
    table = await app.game(people)
    await app.forge(people[0], app.public(table), f"mm1:quit:{table.id}")
    await app.finish(table)
    shown = await opened(app, people[0], app.public(table))
    assert "My hand alone" in buttons(shown).values()
    assert "Aino" in words(shown)


# no card of a game that is not over

EVERY_DOOR = (
    *("replay:{}", "replay:{}:open:0:first", "replay:{}:open:1:on", "replay:{}:shut:0:turned", "record:{}"),
)


async def refused_everywhere(
    app: App, who: MemberActor, table: Table, channel: ChannelHandle, message: ResponseMessage
) -> None:
    """Each press and command that looks back at a game says that there is none, and shows no card."""
    files = len(app.files)
    results = [await app.forge(who, message, f"mm1:{door.format(table.id)}") for door in EVERY_DOOR]
    results.append(await app.forge(who, message, f"mm1:replay:{table.id}:open:jump", ["0"]))
    results.append(await who.slash(channel, "myllymatti replay", game=table.id))
    for result in results:
        assert private(app, result) == NONE_SUCH
        assert all(not cards_in(str(answer)) for answer in app.answers(result))
    assert len(app.files) == files


async def test_a_running_game_is_not_replayed(app: App) -> None:
    """Not to those who play it either, in neither phase."""
    people, veera = app.people(2), app.person("Veera")
    table = await app.game(people)
    for who in (*people, veera):
        await refused_everywhere(app, who, table, app.channel, app.public(table))
    while table.state is not None and table.state.phase is Phase.BUILDING:
        with app.env._bot_scope():
            async with table.lock:
                await app.bot.tables._move_for(table, table.seating)
        await app.env.settle()
    assert table.playing
    await refused_everywhere(app, veera, table, app.channel, app.public(table))


async def test_a_lobby_and_a_game_without_a_loser_are_not_replayed(app: App) -> None:
    people = app.people(2)
    lobby = await app.lobby(people)
    await refused_everywhere(app, people[0], lobby, app.channel, app.public(lobby))
    await app.press(people[0], app.public(lobby), "Start")
    await app.bot.tables.end(lobby, Why.MODERATOR)
    assert lobby.status is Status.ABANDONED
    await refused_everywhere(app, people[0], lobby, app.channel, app.public(lobby))


async def test_another_servers_game_is_not_replayed(app: App) -> None:
    table = await finished(app, app.people(2))
    guild = app.env.create_guild("Naapuri")
    neighbour = guild.add_member(app.env.create_user("naapuri", global_name="Naapuri"))
    away = guild.create_text_channel("peli")
    await neighbour.slash(away, "myllymatti start")
    (there,) = app.bot.tables.where(guild.id)
    await refused_everywhere(app, neighbour, table, away, app.public(there))


async def test_another_channels_game_is_not_replayed(app: App) -> None:
    """Who reads that one may not be let into this one."""
    people = app.people(2)
    table = await finished(app, people)
    elsewhere = app.guild.create_text_channel("toinen")
    lobby = await app.lobby([people[0]], channel=elsewhere)
    await refused_everywhere(app, people[0], table, elsewhere, app.public(lobby))


async def test_a_game_that_never_was(app: App) -> None:
    table = await finished(app, app.people(2))
    for number in (0, table.id + 1, 2**63 - 1):
        result = await app.forge(app.person("Veera"), app.public(table), f"mm1:replay:{number}")
        assert private(app, result) == NONE_SUCH


async def test_presses_that_no_button_makes(app: App) -> None:
    people = app.people(2)
    table = await finished(app, people)
    last = len((await app.stored(table)).moves)
    shown = await opened(app, people[0], app.public(table))
    for press, values in (
        (f"replay:{table.id}:open:{last + 1}:on", None),
        (f"replay:{table.id}:open:{FOREVER}:last", None),
        (f"replay:{table.id}:open:-1:back", None),
        (f"replay:{table.id}:open:{10**30}:on", None),
        (f"replay:{table.id}:open:1:sideways", None),
        (f"replay:{table.id}:mine:1:on", None),
        (f"replay:{table.id}:open", None),
        (f"replay:{table.id}:open:jump", None),
        (f"replay:{table.id}:open:jump", []),
        (f"replay:{table.id}:open:jump", [str(last + 1)]),
        (f"replay:{table.id}:open:jump", ["x"]),
        (f"replay:{table.id}:open:jump", ["1", "2"]),
        (f"replay:{table.id}:open:1:on", ["1"]),
        ("replay:x:open:1:on", None),
        ("replay", None),
        ("record:x", None),
        ("record", None),
    ):
        for message in (shown, app.public(table)):
            result = await app.forge(people[0], message, f"mm1:{press}", values)
            assert private(app, result) == UNREADABLE, press


# the command


async def test_the_command_opens_the_last_finished_game_of_the_channel(app: App) -> None:
    people = app.people(2)
    elsewhere = app.guild.create_text_channel("toinen")
    first = await finished(app, people)
    second = await finished(app, people)
    await finished(app, people, channel=elsewhere)
    running_now = await app.game(people)
    result = await people[0].slash(app.channel, "myllymatti replay")
    assert f"Game {second.id} · Phase 1" in private(app, result)
    for game in (first, second):
        result = await people[1].slash(app.channel, "myllymatti replay", game=game.id)
        assert f"### The deal\n-# Game {game.id} · Phase 1" in private(app, result)
    assert running_now.playing


async def test_the_command_begins_with_any_turn(app: App) -> None:
    people = app.people(2)
    table = await finished(app, people)
    last = len((await app.stored(table)).moves)
    for turn, expected in ((1, 1), (last - 1, last - 1), (last, last), (last + 1, last), (2**31 - 1, last)):
        result = await people[0].slash(app.channel, "myllymatti replay", turn=turn)
        assert private(app, result).startswith(f"### Turn {expected} of {last}\n")


async def test_a_channel_without_a_finished_game(app: App) -> None:
    people = app.people(2)
    result = await people[0].slash(app.channel, "myllymatti replay")
    assert private(app, result).startswith("### No finished game here\n")
    await app.game(people)
    result = await people[0].slash(app.channel, "myllymatti replay")
    assert private(app, result).startswith("### No finished game here\n")


# the record


async def test_the_record_is_the_whole_game(app: App) -> None:
    """For anybody in the server, to him alone, and under the number that the end shows."""
    people, veera = app.people(3), app.person("Veera")
    table = await finished(app, people, game="mattis")
    stored = await app.stored(table)
    assert re.search(rf"Game {table.id}\b", words(app.public(table)))
    await app.restart()
    result = await app.press(veera, app.public(table), "Record")
    assert private(app, result).startswith(f"### The record of game {table.id}\n")
    assert result.response is not None
    assert [file.filename for file in result.response.attachments] == [f"myllymatti-{table.id}.txt"]
    ((data,),) = app.files.values()
    assert stored.deck is not None
    kept = read(data.decode())
    assert (kept.rules, kept.seats) == (parse_rules(stored.rules), 3)
    assert kept.deck == tuple(map(parse_card, stored.deck.split()))
    assert kept.moves == tuple(map(parse_move, stored.moves))


async def test_the_record_comes_beside_the_replay(app: App) -> None:
    people = app.people(2)
    table = await finished(app, people)
    shown = await opened(app, people[0], app.public(table))
    result = await app.press(people[0], shown, "Record")
    assert private(app, result).startswith("### The record of game ")
    assert heading(shown) == "The deal"


# games that are not what they were


async def spoil(app: App, table: Table, how: sa.UpdateBase) -> None:
    async with app.bot.store.engine.begin() as connection:
        await connection.execute(how)


@pytest.mark.parametrize("how", ["no card", "not legal", "cut short", "another loser", "other rules"])
async def test_a_game_that_cannot_be_played_again(app: App, how: str) -> None:
    people = app.people(2)
    table = await finished(app, people)
    stored = await app.stored(table)
    last = len(stored.moves) - 1
    shown = await opened(app, people[0], app.public(table))
    this, its = games.c.id == table.id, moves.c.game_id == table.id
    assert stored.loser is not None
    await spoil(
        app,
        table,
        {
            "no card": moves.update().where(its, moves.c.ply == 3).values(move="1X"),
            "not legal": moves.update().where(its, moves.c.ply == 3).values(move="take"),
            "cut short": moves.delete().where(its, moves.c.ply == last),
            "another loser": games.update().where(this).values(loser=1 - stored.loser),
            "other rules": games.update().where(this).values(rules="ristiseiska"),
        }[how],
    )
    results = [
        await app.press(people[0], shown, "On"),
        await app.press(people[0], app.public(table), "Replay"),
        await app.press(people[1], app.public(table), "Record"),
        await people[1].slash(app.channel, "myllymatti replay"),
    ]
    for result in results:
        assert private(app, result) == UNPLAYABLE
        assert not cards_in(app.said(result))
    assert app.files == {}


async def test_a_game_of_older_rules_that_comes_to_the_same_end_is_replayed(app: App) -> None:
    people = app.people(2)
    table = await finished(app, people)
    await spoil(app, table, games.update().where(games.c.id == table.id).values(engine_revision=0))
    await app.restart()
    shown = await opened(app, people[0], app.public(table))
    assert heading(shown) == "The deal"
