"""Many presses at once: the legal ones are stored, each once, in order."""

from __future__ import annotations

from random import Random

import sqlalchemy as sa
from simcord import InteractionResult

from bot.schema import moves as move_table
from bot.store import Status
from bot.table import Table
from tests.bot.leaks import steps_of
from tests.bot.playing import offered
from tests.bot.sim import App, buttons, words


async def plies(app: App, table: Table) -> list[int]:
    """The numbers of the moves as they are stored."""
    query = sa.select(move_table.c.ply).where(move_table.c.game_id == table.id).order_by(move_table.c.made_at)
    async with app.bot.store.engine.connect() as connection:
        return list((await connection.execute(query)).scalars())


def answered(app: App, results: list[InteractionResult]) -> bool:
    """Each press has been answered, and once."""
    return all(result.acknowledged and len(app.answers(result)) == 1 for result in results)


async def test_a_hundred_presses_at_once(app: App) -> None:
    """Four tables; everybody presses all that his table has ever offered, strangers too."""
    rng = Random(0)
    tables, players = [], {}
    for number, (game, computers) in enumerate(
        [("myllymatti", 0), ("mattis", 2), ("myllymatti-open", 1), ("skitgubbe", 0)]
    ):
        people = app.people(3 if computers else 4)
        channel = app.guild.create_text_channel(f"peli-{number}")
        table = await app.game(people, game=game, computers=computers, channel=channel)
        tables.append(table)
        players[table.id] = people
    hands = {(t.id, who.id): await app.hand(who, t) for t in tables for who in players[t.id]}
    everybody = [who for people in players.values() for who in people]
    stale: dict[int, list[str]] = {table.id: [] for table in tables}

    for _ in range(3):
        before = {table.id: table.ply for table in tables}
        presses = []
        for table in tables:
            who = app.on_turn(table)
            hand = hands[table.id, who.id]
            now = [press.custom_id for press in offered(hand).values()]
            for custom_id in now + now:
                presses.append((who, hand, custom_id))
                other = rng.choice([p for p in players[table.id] if p is not who])
                presses.append((other, hands[table.id, other.id], custom_id))
            presses += [(who, hand, old) for old in stale[table.id][-4:]]
            stale[table.id] += now
        while len(presses) < 100:
            table = rng.choice(tables)
            who = rng.choice(everybody)
            up = f"mm1:play:{table.id}:{table.ply}:up"
            message = app.public(table)
            if who in players[table.id]:
                presses.append((who, message, rng.choice([f"mm1:hand:{table.id}", up])))
            else:
                presses.append((who, message, rng.choice([up, f"mm1:quit:{table.id}"])))
        rng.shuffle(presses)
        results = [app.send(*press) for press in presses]
        assert len(results) >= 100
        await app.env.settle()
        assert answered(app, results)
        for table in tables:
            assert table.ply > before[table.id], "somebody's press was legal"
            assert table.waiting_for is not None

    for table in tables:
        assert await plies(app, table) == list(range(table.ply))
        assert steps_of(await app.stored(table))[-1].state == table.state, "every move stored is legal"
    shown = [app.public(table).components for table in tables]
    await app.restart()
    assert [app.public(table).components for table in tables] == shown, "the messages say what the store says"


async def test_thirty_people_press_join_at_once(app: App) -> None:
    (aino,) = app.people(1)
    table = await app.lobby([aino], seats=8, computers=1, game="mattis")
    crowd = [app.person(f"P{number}") for number in range(30)]
    results = [app.send(who, app.public(table), f"mm1:join:{table.id}") for who in crowd + crowd[:10]]
    await app.env.settle()
    assert answered(app, results)
    assert table.seating.people == (aino.id, *(who.id for who in crowd[:6]))
    assert (await app.stored(table)).seating.sittings == table.sittings
    shown = words(app.public(table))
    assert [who.name for who in crowd if f"**P{who.name[1:]}**" in shown] == [who.name for who in crowd[:6]]


async def test_start_and_leave_at_once(app: App) -> None:
    """Whichever came first holds: nobody is dealt cards who has left the lobby."""
    people = app.people(3)
    for order in ("start first", "leave first"):
        table = await app.lobby(people)
        start = (people[0], f"mm1:start:{table.id}")
        leave = (people[1], f"mm1:leave:{table.id}")
        both = [start, leave] if order == "start first" else [leave, start]
        results = [app.send(who, app.public(table), custom_id) for who, custom_id in both * 3]
        await app.env.settle()
        assert answered(app, results)
        stored = await app.stored(table)
        assert (stored.status, stored.seating.sittings) == (table.status, table.sittings)
        if order == "start first":
            assert table.status is Status.PLAYING
            assert len(table.seating.people) == 3, "in a game leaving asks first"
            for person in people:
                await app.forge(person, app.public(table), f"mm1:quit:{table.id}")
        else:
            assert table.status is Status.LOBBY
            assert table.seating.people == (people[0].id, people[2].id)
            for person in people:
                await app.forge(person, app.public(table), f"mm1:leave:{table.id}")
        assert list(app.bot.tables) == []


async def test_everybody_presses_play_again_at_once(app: App) -> None:
    people = app.people(2)
    table = await app.game(people, game="mattis")
    await app.finish(table)
    again = next(
        custom_id for custom_id, label in buttons(app.public(table)).items() if label == "Play again"
    )
    results = [app.send(who, app.public(table), again) for who in people * 5]
    await app.env.settle()
    assert answered(app, results)
    (lobby,) = app.bot.tables
    assert lobby.seating.people == table.seating.people
    said = [app.said(result) for result in results]
    assert sum("`/myllymatti table` brings it down" in text for text in said) == 9


async def test_everybody_leaves_at_once(app: App) -> None:
    people = app.people(4)
    table = await app.game(people, computers=1)
    results = [app.send(who, app.public(table), f"mm1:quit:{table.id}") for who in people * 2]
    await app.env.settle()
    assert answered(app, results)
    assert table.status is Status.ABANDONED
    assert (await app.stored(table)).status is Status.ABANDONED
    ply = table.ply
    await app.env.advance_time(600)
    assert table.ply == ply
