"""Whole games of every preset and number of players, played by pressing what the bot shows.

Each turn: the hand offers the legal moves and no others, each within two presses (`Game.step`). In the end
everything that was sent is searched for cards its reader may not know.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from bot.store import Status, StoredGame
from bot.table import Table
from engine import PRESETS
from tests.bot.leaks import Witness, steps_of, tattling
from tests.bot.playing import Game
from tests.bot.sim import App, alts, heading, running, settings_for, words

TITLES = {
    "myllymatti": "myllymatti",
    "mattis": "mattis",
    "myllymatti-open": "myllymatti",
    "skitgubbe": "skitgubbe",
}
PLACES = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh")

GAMES = [
    # game, people, computers, the painter's pause, and chance that makes a short game of it
    ("myllymatti", 1, 2, 0, 273),
    ("mattis", 3, 0, 0, 1293),  # with menus that open from `Run from`
    ("mattis", 1, 3, 30, 188),
    ("mattis", 1, 4, 0, 167),
    ("mattis", 1, 5, 30, 231),
    ("mattis", 1, 6, 30, 27),
    ("mattis", 2, 6, 30, 91),
    ("myllymatti-open", 1, 1, 0, 40),
    ("myllymatti-open", 1, 2, 0, 40),
    ("myllymatti-open", 1, 3, 0, 250),
    ("skitgubbe", 1, 1, 0, 24),
    ("skitgubbe", 2, 1, 0, 22),
    ("skitgubbe", 1, 3, 0, 50),
    ("skitgubbe", 1, 7, 30, 247),  # a number of players that it is not made for
]
PICTURED = (273, 50)
"""Two of them with pictures; the others show that nobody needs them."""


def test_every_preset_and_number_of_players_is_played() -> None:
    played = {(game, people + computers) for game, people, computers, *_ in GAMES}
    assert {(name, seats) for name, rules in PRESETS.items() for seats in rules.seats} < played


@pytest.mark.parametrize(("game", "people", "computers", "pause", "seed"), GAMES)
async def test_a_whole_game(
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    game: str,
    people: int,
    computers: int,
    pause: int,
    seed: int,
) -> None:
    settings, pictures = settings_for(tmp_path, paint_seconds=pause), seed in PICTURED
    async with running(settings, seed=seed, pictures=pictures) as app:
        witness = Witness(app)
        sitting = app.people(people)
        table = await app.game(sitting, game=game, computers=computers)
        played = Game(app, table, sitting, Random(seed))
        await played.to_the_end()

        stored = await app.stored(table)
        assert {ply: stored.moves[ply] for ply in played.pressed} == played.pressed
        assert steps_of(stored)[-1].state == table.state
        assert stored.status is Status.FINISHED
        end_is_told(app, table, game)
        await hands_are_put_away(app, table, played)
        await stats_count_it(app, table, stored, game)
        await the_loser_deals(app, table, played)

        assert await witness.leaks() == []
        assert tattling(caplog.records) == []
        assert app.unanswered() == []
        assert app.broken_limits() == []


def end_is_told(app: App, table: Table, game: str) -> None:
    """The loser with the game's own title, who went out in which order, and nobody called to play."""
    assert table.state is not None
    assert table.state.loser is not None
    names = name_of_seats(app, table)
    end = app.public(table)
    assert heading(end) == f"{names[table.state.loser]} is the {TITLES[game]} 🎩"
    shown = [*words(end).splitlines(), *(f"{told}." for alt in alts(end) for told in alt.split(". "))]
    told = [line.replace("**", "").rstrip(".") for line in shown if " went out " in line]
    assert told == [
        f"{names[seat]} went out {place}" for seat, place in zip(table.state.out, PLACES, strict=False)
    ]
    assert len(told) == table.size - 1
    assert [message.id for message in app.seen_by()] == [end.id], "only the table message is left"


def name_of_seats(app: App, table: Table) -> list[str]:
    return [
        str(sitting.computer)
        if sitting.user_id is None
        else str(app.members[sitting.user_id].user.global_name)
        for sitting in table.sittings
    ]


async def hands_are_put_away(app: App, table: Table, played: Game) -> None:
    """The open hands say how it ended and hold nothing to press; a late press is answered."""
    assert table.state is not None
    assert table.state.loser is not None
    loser = table.sittings[table.state.loser]
    for person in played.people:
        mine = heading(played.hands[person.id])
        assert mine.startswith("You are the ") == (loser.user_id == person.id), mine
        late = await app.forge(person, played.hands[person.id], f"mm1:play:{table.id}:{table.ply - 1}:take")
        assert late.acknowledged
        assert "earlier turn" in words(late.response)
    assert len((await app.stored(table)).moves) == table.ply


async def stats_count_it(app: App, table: Table, stored: StoredGame, game: str) -> None:
    """With others it counts in the tables; against computers alone it is told apart."""
    assert stored.loser is not None
    people = [sitting for sitting in stored.seating.sittings if sitting.user_id is not None]
    for sitting in people:
        lost = int(sitting == stored.seating.sittings[stored.loser])
        person = app.members[sitting.user_id or 0]
        page = (await person.slash(app.channel, "myllymatti stats")).response
        assert page is not None
        losers = await app.press(person, page, "Losers")
        page = (await person.slash(app.channel, "myllymatti stats")).response
        if len(people) == 1:
            assert f"Against computers alone: lost {lost} of 1" in words(page)
            assert "Nobody has lost" in words(losers.response)
            continue
        assert f"**1** game · **{lost}** lost · **{100 * lost} %**" in words(page)
        assert f"fair share **{round(100 / table.size)} %**" in words(page)
        assert f"Not lost: **{1 - lost}** in a row, best **{1 - lost}**" in words(page)
        name = person.user.global_name
        if lost:
            assert f"**{name}** 🎩 · 1 of 1 · **100 %**" in words(losers.response)
        else:
            assert f"**{name}**" not in words(losers.response), "who has lost nothing is no loser"


async def the_loser_deals(app: App, table: Table, played: Game) -> None:
    """Play again: the same seats, the hat beside the loser's name, and seat 0 at his left."""
    assert table.state is not None
    assert table.state.loser is not None
    names, loser = name_of_seats(app, table), table.state.loser
    host = app.members[table.seating.host_id]
    answer = await app.press(played.people[-1], app.public(table), "Play again")
    again = app.bot.tables.in_channel(app.channel.id)
    assert answer.response is not None
    assert answer.response.id == again.message_id
    assert again.sittings == table.sittings
    lobby = words(app.public(again)).splitlines()
    seats = [line for line in lobby if line[0].isdigit() and "**" in line]
    assert [f"**{name}**" in line for name, line in zip(names, seats, strict=True)] == [True] * table.size
    assert [" 🎩" in line for line in seats] == [seat == loser for seat in range(table.size)]
    assert ["deals" in line for line in seats] == [seat == loser for seat in range(table.size)]
    await app.press(host, app.public(again), "Start")
    assert again.sittings == table.sittings[loser + 1 :] + table.sittings[: loser + 1]
    assert again.sittings[-1] == table.sittings[loser]
