"""What a game does while somebody is waited for: turn times, reminders, seats kept, and untimely ends."""

from __future__ import annotations

import asyncio
import math
import re
from collections.abc import AsyncIterator, Callable, Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any

import discord
import pytest
import sqlalchemy as sa
from simcord import InteractionResult, MemberActor, ResponseMessage
from simcord._settlement import _run_due_virtual_callbacks

from bot.schema import moves as move_table
from bot.store import Status
from bot.table import Table
from tests.bot.leaks import Witness, cards_in, sent
from tests.bot.playing import RUN_FROM, offered
from tests.bot.sim import App, buttons, heading, running, settings_for, words
from tests.bot.test_presses import nothing_changes, private_answer
from tests.engine.table import shedding

DAY = 86_400
HALF = re.compile(r"half of (the|your) time has passed", re.IGNORECASE)
BACK = "Take my seat back"
AWAY = " · away"
EVERYBODY_AWAY = "Everybody is away"
ENDED = {
    "asleep": "Nobody came back to play.",
    "empty": "Everybody has left.",
    "consent": "Everybody agreed to end it.",
    "moderator": "A moderator ended it.",
    "host": "The host closed it.",
    "unstarted": "Nobody started it in time.",
}
"""What a table that ended without a loser says of it."""
PACE = 30
"""How many seconds a computer thinks in `thinking`."""
ACTIONS = ("hand", "join", "start", "leave", "quit", "back", "ask", "agree", "playon", "end")


@pytest.fixture(autouse=True)
def quiet_days(monkeypatch: pytest.MonkeyPatch) -> None:
    """Weeks go by in these tests, which are not about what the bot does each minute or hour of them."""
    monkeypatch.setattr("bot.app.HEARTBEAT", timedelta(days=400))
    monkeypatch.setattr("bot.waits.LOOK_AGAIN", timedelta(days=5))


@pytest.fixture
async def thinking(tmp_path: Path) -> AsyncIterator[App]:
    """As `app`, with half a minute before each move of a computer."""
    async with running(settings_for(tmp_path, computer_pace_min=PACE, computer_pace_max=PACE)) as started:
        yield started
        assert started.unanswered() == []
        assert started.broken_limits() == []


LOST = shedding("mattis", "2S 3H 4D 5C", "AS", trump="S")
"""Seat 0 leads, and loses whatever it does."""


# what people do


async def game(
    app: App, people: Sequence[MemberActor], *, seconds: int | None = 180, **options: Any
) -> Table:
    """A game with so many seconds for a turn, chosen by its host."""
    table = await app.lobby(people, **options)
    if seconds != 180:
        menu = (await app.press(people[0], app.public(table), "Options")).response
        assert menu is not None
        value = "none" if seconds is None else str(seconds)
        await app.press_id(people[0], menu, f"mm1:set:{table.id}:time", value)
    await app.press(people[0], app.public(table), "Start")
    return table


async def plays(app: App, table: Table) -> MemberActor:
    """Whoever is to play does: turns up if that can be, else plays the first thing his hand offers."""
    who, ply = app.on_turn(table), table.ply
    message = app.public(table)
    if "up" not in offered(message):
        message = await app.hand(who, table)
    ways = offered(message)
    move = "up" if "up" in ways else next(move for move in ways if not move.endswith(RUN_FROM))
    await app.press_id(who, message, *ways[move])
    assert table.ply > ply
    return who


def left(app: App, table: Table) -> float:
    """How many seconds the wait that is on has left."""
    assert table.deadline is not None
    return (table.deadline - app.env.now()).total_seconds()


async def run_out(app: App, table: Table) -> None:
    """Nobody does anything until the wait that is on is over."""
    await app.env.advance_time(left(app, table) + 0.01)


async def fall_asleep(app: App, table: Table, *sleepers: MemberActor) -> None:
    """These people let their turns run out until computers keep their seats; the others play."""
    for _ in range(80):
        if all(table.kept_for(who.id) for who in sleepers):
            return
        if table.waiting_for is None:
            await app.env.advance_time(PACE)
        elif table.waiting_for in [who.id for who in sleepers]:
            await run_out(app, table)
        else:
            await plays(app, table)
    raise AssertionError("somebody never falls asleep")


async def until_on_turn(app: App, table: Table, who: MemberActor) -> None:
    """The others play until it is the turn of this person, or of the computer in his seat."""
    for _ in range(80):
        assert table.state is not None
        if table.state.turn is not None and table.sittings[table.state.turn].user_id == who.id:
            return
        if table.waiting_for is None:
            await app.env.advance_time(PACE)
        else:
            await plays(app, table)
    raise AssertionError("his turn never comes")


async def quits(app: App, table: Table, who: MemberActor) -> InteractionResult:
    """Somebody leaves in the middle of the game, and says so twice."""
    question = (await who.slash(app.channel, "myllymatti leave")).response
    assert question is not None
    return await app.press(who, question, "Leave the game")


async def page(app: App, who: MemberActor) -> ResponseMessage:
    """What `/myllymatti hand` shows to somebody."""
    shown = (await who.slash(app.channel, "myllymatti hand")).response
    assert shown is not None
    assert shown.ephemeral
    return shown


async def asks(app: App, table: Table) -> None:
    """The host asks everybody to end the game."""
    host = app.members[table.seating.host_id]
    question = (await host.slash(app.channel, "myllymatti end")).response
    assert question is not None
    await app.press(host, question, "Ask everybody")


def moderator(app: App, name: str = "Moa") -> MemberActor:
    """Somebody with Manage Server."""
    role = app.guild.create_role("Boss", permissions=discord.Permissions(manage_guild=True))
    member = app.guild.add_member(app.env.create_user(name.lower(), global_name=name), roles=[role])
    app.members[member.id] = member
    return member


def button_of(table: Table, action: str) -> str:
    return f"mm1:{action}:{table.id}"


def meanwhile(app: App, monkeypatch: pytest.MonkeyPatch, write: str, what: Callable[[], object]) -> None:
    """Something happens while the next write of this kind is on its way into the store."""
    real, happens = getattr(app.bot.store, write), [what]

    async def slow(*arguments: Any, **named: Any) -> None:
        while happens:
            happens.pop()()
            for _ in range(50):  # until whatever came of it waits for the table
                await asyncio.sleep(0)
        await real(*arguments, **named)

    monkeypatch.setattr(app.bot.store, write, slow)


def second_passes(app: App) -> None:
    """PRIVATE. A second goes by though the bot is busy; whatever was due begins."""
    app.env._move_clock(app.env._virtual_time + 1)
    _run_due_virtual_callbacks(app.env._settlement_state(), math.inf)


# what is so


def reminders(app: App) -> list[int | None]:
    """Who was reminded that half of a turn has passed; None: by a message in the channel."""
    return [one.reader for one in sent(app) if one.text.startswith("POST") and HALF.search(one.text)]


def calls(app: App) -> list[str]:
    """Every message so far that has called somebody to play."""
    requests = [r for r in app.env.http_requests if r.method == "POST" and isinstance(r.json, dict)]
    return [r.json["content"] for r in requests if r.json is not None and r.json.get("content")]


def notified(app: App, content: str) -> list[int]:
    """Whom a message in the channel has notified."""
    requests = [r.json for r in app.env.http_requests if isinstance(r.json, dict)]
    (call,) = [json["allowed_mentions"] for json in requests if json and json.get("content") == content]
    assert call["parse"] == []
    return list(map(int, call["users"]))


def line_of(app: App, table: Table, who: MemberActor) -> str:
    """What the table message says of somebody who sits there."""
    (line,) = [
        line
        for line in words(app.public(table)).splitlines()
        if line.startswith(f"**{who.user.global_name}**") and " · " in line
    ]
    return line


async def pressed(app: App, table: Table) -> list[bool]:
    """For each move that is stored whether somebody has pressed it; the others are computers'."""
    query = (
        sa.select(move_table.c.interaction_id)
        .where(move_table.c.game_id == table.id)
        .order_by(move_table.c.ply)
    )
    async with app.bot.store.engine.connect() as connection:
        return [press is not None for press in (await connection.execute(query)).scalars()]


async def ended(app: App, table: Table, why: str, *people: MemberActor) -> None:
    """A game or lobby has ended without a loser, says why, and stays ended."""
    started = table.state is not None
    assert table.status is (Status.ABANDONED if started else Status.CLOSED)
    shown = app.public(table)
    assert heading(shown) == ("This game has ended" if started else "This table is closed")
    assert ENDED[why] in words(shown)
    assert buttons(shown) == {}
    assert [said for said in app.mentions() if said.startswith("<@")] == [], "nobody is called any more"
    await stays_ended(app, table, *people)


async def stays_ended(app: App, table: Table, *people: MemberActor) -> None:
    """It does not come back after a restart, its buttons answer, and the channel is free."""
    stored, message = await app.stored(table), app.public(table)
    assert (stored.status, stored.end_shown) == (table.status, True)
    assert (stored.deadline, stored.remind_at, stored.vote_until) == (None, None, None)
    assert list(app.bot.tables) == []
    nothing = private_answer(app, await people[0].slash(app.channel, "myllymatti table"))
    assert "### No table in this channel" in nothing
    await app.restart()
    assert list(app.bot.tables) == []
    await app.env.advance_time(2 * DAY)
    ids = [button_of(table, action) for action in ACTIONS] + [f"mm1:play:{table.id}:{table.ply}:up"]
    results = [app.send(people[n % len(people)], message, custom_id) for n, custom_id in enumerate(ids)]
    await app.env.settle()
    assert "went wrong" not in " ".join(private_answer(app, result) for result in results)
    assert await app.stored(table) == stored
    assert list(app.bot.tables) == []
    assert (await app.lobby(people[:1])).id != table.id


# the time of a turn


@pytest.mark.parametrize("seconds", [30, 180, DAY])
async def test_a_turn_has_its_time(app: App, seconds: int) -> None:
    """Shown as Discord counts down; reminded of once half-way; at the end a computer plays."""
    table = await game(app, app.people(2), seconds=seconds)
    late = app.on_turn(table)
    assert left(app, table) == pytest.approx(seconds, abs=0.5)
    assert (await app.stored(table)).deadline == table.deadline
    assert table.deadline is not None
    ends = f"turn ends <t:{int(table.deadline.timestamp())}:R>"
    assert ends in words(app.public(table))
    assert ends in words(await app.hand(late, table))
    await app.env.advance_time(left(app, table) - seconds / 2 - 1)
    assert reminders(app) == []
    await app.env.advance_time(2)
    once = [None if seconds == DAY else late.id]
    assert reminders(app) == once
    await app.env.advance_time(left(app, table) - 1)
    assert (reminders(app), table.ply, ends in words(app.public(table))) == (once, 0, True)
    await app.env.advance_time(2)
    assert await pressed(app, table) == [False]
    assert reminders(app) == once
    assert left(app, table) == pytest.approx(seconds - 1, abs=0.5), "the next turn has all its time"
    assert f"<t:{int(table.deadline.timestamp())}:R>" in words(app.public(table))


async def test_a_turn_without_limit(app: App) -> None:
    """None is shown, nobody is reminded; but no table waits for ever."""
    aino, bror = app.people(2)
    table = await game(app, [aino, bror], seconds=None)
    late = app.on_turn(table)
    shown = words(app.public(table)), words(await app.hand(late, table))
    assert [text for text in shown if "<t:" in text or "ends" in text] == []
    await app.env.advance_time(29 * DAY)
    await app.restart(away=DAY / 2)
    table = app.bot.tables.in_channel(app.channel.id)
    assert (table.ply, reminders(app)) == (0, [])
    assert "<t:" not in words(app.public(table))
    await plays(app, table)
    await app.env.advance_time(29 * DAY)
    assert table.live
    await app.env.advance_time(DAY + 1)
    assert table.ply == 1, "nobody has played for him"
    await ended(app, table, "asleep", aino, bror)


# the reminder


async def test_the_reminder_is_seen_by_him_alone(app: App) -> None:
    """While his hand can be reached, the channel hears nothing of it."""
    table = await game(app, app.people(2))
    late, other = app.at(table, 0), app.at(table, 1)
    await app.hand(other, table)
    hand = await app.hand(late, table)
    for_all, for_other = ([m.id for m in app.seen_by(who)] for who in (None, other))
    await app.env.advance_time(91)
    assert reminders(app) == [late.id]
    assert [m.id for m in app.seen_by()] == for_all
    assert [m.id for m in app.seen_by(other)] == for_other
    assert calls(app) == [f"<@{late.id}>, your turn."]
    (reminder,) = [m for m in app.seen_by(late) if "Half of your time" in words(m)]
    assert reminder.ephemeral
    assert table.deadline is not None
    assert f"<t:{int(table.deadline.timestamp())}:R>" in words(reminder)
    host = app.members[table.seating.host_id]
    await asks(app, table)
    await app.press(host, app.public(table), "Play on")
    await app.press(late, reminder, "My hand")
    assert offered(reminder).keys() == offered(hand).keys() != set()
    await app.env.advance_time(80)
    assert reminders(app) == [late.id]
    await app.press_id(late, reminder, *next(iter(offered(reminder).values())))
    assert await pressed(app, table) == [True]


@pytest.mark.parametrize("opened", [True, False])
async def test_the_reminder_of_who_cannot_be_reached_is_a_new_call(app: App, opened: bool) -> None:
    """His hand is older than Discord's fifteen minutes, or he never opened it."""
    table = await game(app, app.people(2), seconds=1_800)
    late = app.on_turn(table)
    if opened:
        await app.hand(late, table)
    first = table.mention_id
    await app.env.advance_time(901)
    assert reminders(app) == [None]
    again = f"<@{late.id}>, your turn still: half of the time has passed."
    assert app.mentions() == [again], "the old one is gone"
    assert table.mention_id != first
    assert (await app.stored(table)).mention_id == table.mention_id
    assert notified(app, again) == [late.id]
    await app.env.advance_time(890)
    assert reminders(app) == [None]
    await plays(app, table)
    assert app.mentions() == [f"<@{table.waiting_for}>, your turn."]


async def test_a_reminder_that_does_not_arrive_is_a_new_call(app: App) -> None:
    table = await game(app, app.people(2))
    late = app.on_turn(table)
    await app.hand(late, table)
    app.env.inject_error("POST", "/webhooks/*", status=404, code=10015)
    await app.env.advance_time(91)
    assert app.mentions() == [f"<@{late.id}>, your turn still: half of the time has passed."]
    await app.env.advance_time(80)
    assert len(reminders(app)) == 2, "one that failed, one that came"


async def test_who_has_played_is_not_reminded(app: App) -> None:
    """Nor is a computer; each turn of a person has a half of its own."""
    table = await game(app, app.people(2), computers=1)
    for _ in range(4):
        await app.env.advance_time(85)
        await plays(app, table)
    assert reminders(app) == []
    await app.env.advance_time(85)
    assert reminders(app) == []
    await app.env.advance_time(10)
    assert reminders(app) == [None]
    assert app.mentions() == [f"<@{table.waiting_for}>, your turn still: half of the time has passed."]


async def test_no_computer_is_reminded(thinking: App) -> None:
    """It thinks for as long as a turn may take, in a seat of its own and in one it keeps."""
    app = thinking
    table = await game(app, app.people(2), seconds=30, computers=1)
    sleeper = app.at(table, 0) if table.sittings[0].user_id else app.at(table, 1)
    await fall_asleep(app, table, sleeper)
    thought, mark = 0, len(reminders(app))
    for _ in range(20):
        if table.waiting_for is None:
            await app.env.advance_time(PACE)
            thought += 1
        else:
            await plays(app, table)
    assert thought > 5
    assert reminders(app)[mark:] == []


async def test_each_of_two_turns_in_a_row_has_its_reminder(app: App) -> None:
    """Who wins a trick leads the next: a turn of its own, whose half has not passed."""
    table = await game(app, app.people(2))
    for _ in range(20):
        who = app.on_turn(table)
        await app.env.advance_time(91)
        assert app.mentions() == [f"<@{who.id}>, your turn still: half of the time has passed."]
        await plays(app, table)
        if table.waiting_for == who.id:
            break
    assert table.waiting_for == who.id, "nobody won a trick from the other"
    mark = len(reminders(app))
    assert not HALF.search("".join(app.mentions())), "of this turn nothing has passed"
    await app.env.advance_time(91)
    assert reminders(app)[mark:] == [None]


@pytest.mark.parametrize("opened", [True, False])
async def test_who_plays_while_he_is_looked_for_is_not_reminded(
    app: App, monkeypatch: pytest.MonkeyPatch, opened: bool
) -> None:
    """The bot asks Discord whether he is still in the server; that takes a moment."""
    table = await game(app, app.people(2))
    late, public = app.on_turn(table), app.public(table)
    custom_id = offered(public)["up"].custom_id
    if opened:
        await app.hand(late, table)
    fetch, hear = discord.Guild.fetch_member, app.bot.tables.changed
    asked: list[InteractionResult] = []
    played = asyncio.Event()

    def changed(table: Table) -> None:
        hear(table)
        played.set()

    async def slow(guild: discord.Guild, member_id: int, /) -> discord.Member:
        if member_id == late.id and not asked:
            asked.append(app.send(late, public, custom_id))
            await played.wait()
        return await fetch(guild, member_id)

    await app.env.advance_time(85)
    with monkeypatch.context() as patched:
        patched.setattr(app.bot.tables, "changed", changed)
        patched.setattr(discord.Guild, "fetch_member", slow)
        await app.env.advance_time(10)
    assert (len(asked), table.ply) == (1, 1)
    assert reminders(app) == []
    assert app.mentions() == [f"<@{table.waiting_for}>, your turn."]


@pytest.mark.parametrize(("waited", "away"), [(95, 0), (50, 0), (50, 60), (85, 10), (20, 170)])
async def test_one_reminder_however_often_the_bot_restarts(app: App, waited: int, away: int) -> None:
    """Before half-way, after it, or over it; and a turn that ran out meanwhile has none left to remind of."""
    table = await game(app, app.people(2))
    late, ends = app.on_turn(table), table.deadline
    await app.hand(late, table)
    await app.env.advance_time(waited)
    await app.restart(away=away)
    await app.restart()
    table = app.bot.tables.in_channel(app.channel.id)
    assert (await app.stored(table)).deadline == table.deadline
    assert (table.deadline == ends) == (waited + away < 180), "a turn keeps what it had left"
    while left(app, table) > 1:
        await app.env.advance_time(min(30.0, left(app, table) - 0.5))
    assert table.ply == 0
    expected: list[int | None] = [late.id] if waited > 90 else [None]
    assert reminders(app) == ([] if waited + away > 180 else expected)
    assert len(app.mentions()) == 1


# turns that run out


@pytest.mark.parametrize("restart", [False, True])
async def test_two_turns_in_a_row_that_ran_out(app: App, restart: bool) -> None:
    """A computer keeps the seat, which the table and his hand say; the count survives a restart."""
    table = await game(app, app.people(2))
    sleeper, other = app.on_turn(table), app.at(table, 1)
    await run_out(app, table)
    assert await pressed(app, table) == [False]
    assert AWAY not in words(app.public(table))
    assert BACK not in buttons(app.public(table)).values()
    await until_on_turn(app, table, sleeper)
    if restart:
        await app.restart()
        table = app.bot.tables.in_channel(app.channel.id)
    hand = await app.hand(sleeper, table)
    assert len(offered(hand)) == 4, "his seat is his still"
    await run_out(app, table)
    assert table.kept_for(sleeper.id)
    assert (AWAY in line_of(app, table, sleeper), AWAY in line_of(app, table, other)) == (True, False)
    assert BACK in buttons(app.public(table)).values()
    assert set(buttons(hand).values()) == {BACK, "Leave"}
    assert (await app.stored(table)).seating == table.seating
    ply = table.ply
    while table.ply < ply + 6:  # from now on he is not waited for
        assert table.waiting_for == other.id
        await plays(app, table)
    assert len(reminders(app)) == 2, "none since then"
    assert BACK in buttons(await page(app, sleeper)).values()


@pytest.mark.parametrize("restart", [False, True])
async def test_a_move_of_his_own_in_between(app: App, restart: bool) -> None:
    table = await game(app, app.people(2))
    late = app.on_turn(table)
    for _ in range(3):
        await run_out(app, table)
        assert not table.kept_for(late.id)
        if restart:
            await app.restart()
            table = app.bot.tables.in_channel(app.channel.id)
        await until_on_turn(app, table, late)
        assert table.waiting_for == late.id
        await plays(app, table)
        await until_on_turn(app, table, late)
    assert AWAY not in words(app.public(table))


async def test_whose_seat_is_his_again_has_two_turns_again(app: App) -> None:
    table = await game(app, app.people(2))
    sleeper = app.on_turn(table)
    await fall_asleep(app, table, sleeper)
    await app.press(sleeper, app.public(table), BACK)
    await until_on_turn(app, table, sleeper)
    await run_out(app, table)
    assert not table.kept_for(sleeper.id)
    await until_on_turn(app, table, sleeper)
    await run_out(app, table)
    assert table.kept_for(sleeper.id)


# Take my seat back


async def thinks_for(app: App, table: Table, who: MemberActor) -> None:
    """The others play until a computer begins to think about the cards of somebody who sleeps."""
    await fall_asleep(app, table, who)
    await until_on_turn(app, table, who)
    assert table.waiting_for is None


@pytest.mark.parametrize("where", ["on the table", "in the hand"])
async def test_a_seat_taken_back_while_the_computer_thinks(thinking: App, where: str) -> None:
    app = thinking
    table = await game(app, app.people(2))
    sleeper = app.on_turn(table)
    await thinks_for(app, table, sleeper)
    ply, made = table.ply, await pressed(app, table)
    await app.env.advance_time(PACE - 2)
    message = app.public(table) if where == "on the table" else await page(app, sleeper)
    hand = (await app.press(sleeper, message, BACK)).response
    assert hand is not None
    assert hand.ephemeral
    assert heading(hand).startswith("Your turn")
    assert left(app, table) == pytest.approx(180, abs=0.5), "all the time of a turn"
    assert app.mentions() == [f"<@{sleeper.id}>, your turn."]
    assert AWAY not in words(app.public(table))
    assert BACK not in buttons(app.public(table)).values()
    await app.env.advance_time(100)
    assert (table.ply, table.waiting_for) == (ply, sleeper.id), "the computer has moved"
    await app.press_id(sleeper, hand, *next(iter(offered(hand).values())))
    assert await pressed(app, table) == [*made, True]


@pytest.mark.parametrize("presses", ["back play", "play back", "back back play play"])
async def test_a_seat_taken_back_and_a_card_played_at_once(thinking: App, presses: str) -> None:
    """Each ply is played once, by him from the moment that he is back."""
    app = thinking
    table = await game(app, app.people(2))
    sleeper = app.on_turn(table)
    await thinks_for(app, table, sleeper)
    made, public = await pressed(app, table), app.public(table)
    ids = {"back": button_of(table, "back"), "play": f"mm1:play:{table.id}:{table.ply}:up"}
    await app.env.advance_time(PACE - 1)
    results = [app.send(sleeper, public, ids[press]) for press in presses.split()]
    await app.env.advance_time(2)
    assert [len(app.answers(result)) for result in results] == [1] * len(results)
    assert not table.kept_for(sleeper.id)
    new = (await pressed(app, table))[len(made) :]
    assert new == ([True] if "back play" in presses.replace("back back", "back") else [])
    assert table.ply == len(made) + len(new)


@pytest.mark.parametrize("first", ["the press", "the press and a card", "the computer"])
async def test_a_seat_taken_back_as_the_computer_moves(
    thinking: App, monkeypatch: pytest.MonkeyPatch, first: str
) -> None:
    """At the same moment: whoever is first plays, and nobody plays it again."""
    app = thinking
    table = await game(app, app.people(2))
    sleeper = app.on_turn(table)
    await thinks_for(app, table, sleeper)
    made, public = await pressed(app, table), app.public(table)
    ids = [button_of(table, "back"), f"mm1:play:{table.id}:{table.ply}:up"]
    if first == "the press":
        ids.pop()
    results: list[InteractionResult] = []

    def both() -> None:
        results.extend(app.send(sleeper, public, custom_id) for custom_id in ids)

    await app.env.advance_time(PACE - 0.5)
    if first == "the computer":
        meanwhile(app, monkeypatch, "add_move", both)
        await app.env.advance_time(0.5)
    else:
        meanwhile(app, monkeypatch, "reseat", lambda: second_passes(app))
        both()
        await app.env.settle()
    assert [len(app.answers(result)) for result in results] == [1] * len(ids)
    new = {"the press": [], "the press and a card": [True], "the computer": [False]}[first]
    assert (await pressed(app, table))[len(made) :] == new
    assert not table.kept_for(sleeper.id)
    assert (await app.stored(table)).seating == table.seating
    ply = table.ply
    await app.env.advance_time(100)
    assert table.ply == ply, "nobody is played for"


@pytest.mark.parametrize("first", ["the press", "the clock"])
async def test_a_card_played_as_its_turn_runs_out(
    app: App, monkeypatch: pytest.MonkeyPatch, first: str
) -> None:
    table = await game(app, app.people(2))
    late, public = app.on_turn(table), app.public(table)
    results: list[InteractionResult] = []

    def press() -> None:
        results.append(app.send(late, public, f"mm1:play:{table.id}:0:up"))

    await app.env.advance_time(left(app, table) - 0.5)
    if first == "the press":
        meanwhile(app, monkeypatch, "add_move", lambda: second_passes(app))
        press()
        await app.env.settle()
    else:
        meanwhile(app, monkeypatch, "add_move", press)
        await app.env.advance_time(1)
    assert await pressed(app, table) == [first == "the press"]
    assert [sitting.missed for sitting in table.sittings] == [int(first == "the clock"), 0]
    assert ("earlier turn" in app.said(results[0])) == (first == "the clock")


async def test_who_cannot_take_a_seat_back(app: App) -> None:
    """Twice, a stranger, somebody who has his seat; and after the end nobody."""
    table = await game(app, app.people(2), game="mattis")
    sleeper, other, stranger = app.at(table, 0), app.at(table, 1), app.person("Veera")
    await fall_asleep(app, table, sleeper)
    public, back = app.public(table), button_of(table, "back")
    for who, heads in ((other, "### You have your seat"), (stranger, "### You are not at this table")):
        async with nothing_changes(app, table):
            assert private_answer(app, await app.press(who, public, BACK)).startswith(heads)
    twice = [app.send(sleeper, public, back) for _ in range(2)]
    await app.env.settle()
    assert "turn" in private_answer(app, twice[0])
    assert "### You have your seat" in private_answer(app, twice[1])
    async with nothing_changes(app, table):
        assert "### You have your seat" in private_answer(app, await app.forge(sleeper, public, back))
    assert [sitting.user_id for sitting in table.sittings] == [sleeper.id, other.id]
    await fall_asleep(app, table, sleeper)
    await app.finish(table)
    for who in (sleeper, other, stranger):
        async with nothing_changes(app, table):
            said = private_answer(app, await app.forge(who, app.public(table), back))
        assert "have your seat" not in said
    await stays_ended(app, table, other)


# everybody is away


@pytest.mark.parametrize("restart", [False, True])
async def test_everybody_falls_asleep(app: App, restart: bool) -> None:
    """The game waits for a day, no computer plays on; whoever comes back first goes on."""
    people = app.people(2)
    table = await game(app, people, computers=1, seconds=30)
    for back in people:
        await fall_asleep(app, table, *people)
        ply, mark = table.ply, len(reminders(app))
        assert left(app, table) == pytest.approx(DAY, abs=1)
        for seconds in (60, 20 * 3600):
            if restart:
                await app.restart(away=seconds)
                table = app.bot.tables.in_channel(app.channel.id)
            else:
                await app.env.advance_time(seconds)
            assert heading(app.public(table)) == EVERYBODY_AWAY
            assert table.deadline is not None
            assert f"closes <t:{int(table.deadline.timestamp())}:R>" in words(app.public(table))
        assert left(app, table) == pytest.approx(DAY - 20 * 3600 - 60, abs=1)
        assert (await app.stored(table)).deadline == table.deadline
        assert table.ply == ply, "computers have played on"
        assert app.mentions() == []
        assert reminders(app)[mark:] == []
        await app.press(back, app.public(table), BACK)
        assert EVERYBODY_AWAY not in words(app.public(table))
        assert table.waiting_for == back.id, "the computers have played, up to him"
        assert left(app, table) == pytest.approx(30, abs=0.5)
        assert app.mentions() == [f"<@{back.id}>, your turn."]
        await plays(app, table)
    await fall_asleep(app, table, *people)
    ply = table.ply
    await app.env.advance_time(DAY - 10)
    assert table.live
    if restart:
        await app.restart()
        table = app.bot.tables.in_channel(app.channel.id)
    await app.env.advance_time(20)
    assert table.ply == ply
    await ended(app, table, "asleep", *people)


async def test_a_day_that_ended_while_the_bot_was_away(app: App) -> None:
    """A minute is left to come back."""
    aino, bror = app.people(2)
    table = await game(app, [aino, bror], seconds=30)
    await fall_asleep(app, table, aino, bror)
    await app.restart(away=3 * DAY)
    table = app.bot.tables.in_channel(app.channel.id)
    assert left(app, table) == pytest.approx(60, abs=1)
    await app.env.advance_time(50)
    await app.press(aino, app.public(table), BACK)
    await until_on_turn(app, table, aino)
    assert table.waiting_for == aino.id
    await fall_asleep(app, table, aino)
    await app.restart(away=3 * DAY)
    table = app.bot.tables.in_channel(app.channel.id)
    await app.env.advance_time(61)
    await ended(app, table, "asleep", aino, bror)


# leaving


async def lost(app: App, who: MemberActor) -> str:
    """What his page of stats begins with."""
    stats = (await who.slash(app.channel, "myllymatti stats")).response
    found = re.search(r"\*\*\d+\*\* games? · \*\*\d+\*\* lost", words(stats))
    return found[0] if found else ""


@pytest.mark.parametrize("back", [False, True])
async def test_the_loss_of_who_left(app: App, back: bool) -> None:
    """It is his who left, as he was told before; he may still come back to prevent it, or try."""
    table = await game(app, app.people(2), game="mattis")
    leaver, other = app.at(table, 0), app.at(table, 1)
    await app.put(table, LOST)
    hand = await app.hand(leaver, table)
    async with nothing_changes(app, table):
        question = (await app.forge(leaver, hand, button_of(table, "leave"))).response
        assert question is not None
        assert "the loss counts as yours" in words(question)
    answer = await app.press(leaver, question, "Leave the game")
    assert private_answer(app, answer).startswith("### You have left the game")
    assert AWAY in line_of(app, table, leaver)
    assert await pressed(app, table) == [False]
    if back:
        assert answer.response is not None
        await app.press(leaver, answer.response, BACK)
        assert AWAY not in line_of(app, table, leaver)
    await plays(app, table)
    assert table.status is Status.FINISHED
    assert heading(app.public(table)) == f"{leaver.user.global_name} is the mattis 🎩"
    assert await lost(app, leaver) == "**1** game · **1** lost"
    assert await lost(app, other) == "**1** game · **0** lost"


async def test_the_loss_of_who_slept(app: App) -> None:
    """He is told at the end how it ended, in the hand that lies open before him too."""
    table = await game(app, app.people(2), game="mattis", seconds=30)
    sleeper = app.at(table, 0)
    hand = await app.hand(sleeper, table)
    await fall_asleep(app, table, sleeper)
    await app.put(table, LOST)
    await plays(app, table)
    assert table.status is Status.FINISHED
    assert await lost(app, sleeper) == "**1** game · **1** lost"
    assert "left the game" not in words(hand), "he has not"


async def test_the_last_one_leaves(app: App) -> None:
    """The game stops at once, whoever of the computers is to play."""
    aino, bror = app.people(2)
    table = await game(app, [aino, bror], computers=2)
    hand = await app.hand(bror, table)
    await quits(app, table, aino)
    assert table.live
    await until_on_turn(app, table, bror)
    ply = table.ply
    await quits(app, table, bror)
    assert table.ply == ply
    assert offered(hand) == {}
    assert await lost(app, aino) == ""
    await ended(app, table, "empty", aino, bror)


async def test_leaving_while_the_others_sleep(app: App) -> None:
    """The game waits for them; and when they leave too, it ends."""
    aino, bror, cia = app.people(3)
    table = await game(app, [aino, bror, cia])
    await fall_asleep(app, table, bror, cia)
    ply = table.ply
    await quits(app, table, aino)
    assert heading(app.public(table)) == EVERYBODY_AWAY
    assert left(app, table) == pytest.approx(DAY, abs=1)
    await app.env.advance_time(3600)
    assert table.ply == ply
    await app.press(bror, app.public(table), BACK)
    assert EVERYBODY_AWAY not in words(app.public(table))
    await until_on_turn(app, table, bror)
    await plays(app, table)
    assert table.ply > ply
    # somebody asleep leaves from his page, having been asked
    question = await app.press(cia, await page(app, cia), "Leave")
    assert "the loss counts as yours" in private_answer(app, question)
    assert question.response is not None
    gone = await app.press(cia, question.response, "Leave the game")
    assert "You have left the game" in private_answer(app, gone)
    assert table.live
    again = await app.forge(cia, app.public(table), button_of(table, "quit"))
    private_answer(app, again)
    await fall_asleep(app, table, bror)
    assert heading(app.public(table)) == EVERYBODY_AWAY
    await app.restart()
    table = app.bot.tables.in_channel(app.channel.id)
    assert heading(app.public(table)) == EVERYBODY_AWAY
    question = await app.press(bror, await page(app, bror), "Leave")
    assert question.response is not None
    await app.press(bror, question.response, "Leave the game")
    await ended(app, table, "empty", aino, bror, cia)


async def test_who_left_comes_back_though_the_others_sleep(app: App) -> None:
    aino, bror = app.people(2)
    table = await game(app, [aino, bror])
    await quits(app, table, aino)
    await fall_asleep(app, table, bror)
    assert heading(app.public(table)) == EVERYBODY_AWAY
    await app.press(aino, app.public(table), BACK)
    assert table.seating.people == (aino.id,)
    await until_on_turn(app, table, aino)
    assert table.waiting_for == aino.id


@pytest.mark.parametrize("restart", [False, True])
@pytest.mark.parametrize("way", [BACK, "Join"])
async def test_coming_back_is_into_the_old_seat(thinking: App, way: str, restart: bool) -> None:
    """The same cards in it, and never a second seat."""
    app = thinking
    aino, bror = app.people(2)
    table = await app.lobby([aino], seats=3, computers=1)
    old_join = next(c for c, label in buttons(app.public(table)).items() if label == "Join")
    await app.press_id(bror, app.public(table), old_join)
    await app.press(aino, app.public(table), "Start")
    await until_on_turn(app, table, aino)
    seat, before = table.seat_of(aino.id), words(await app.hand(aino, table))
    cards = cards_in(" ".join(buttons(await app.hand(aino, table)).values()))
    assert len(cards) == 3
    await quits(app, table, aino)
    if restart:
        await app.restart()
        table = app.bot.tables.in_channel(app.channel.id)
    public = app.public(table)
    back = buttons(public)
    custom_id = old_join if way == "Join" else next(c for c, label in back.items() if label == BACK)
    result = await app.forge(aino, public, custom_id)
    assert private_answer(app, result)
    assert result.response is not None
    assert table.seat_of(aino.id) == seat
    assert cards_in(" ".join(buttons(result.response).values())) == cards
    assert heading(result.response) == before.split("\n", 1)[0].removeprefix("### ")
    assert [sitting.user_id for sitting in table.sittings].count(aino.id) == 1
    assert (await app.stored(table)).seating == table.seating
    async with nothing_changes(app, table):
        private_answer(app, await app.forge(aino, public, old_join))
    stranger = app.person("Veera")
    async with nothing_changes(app, table):
        private_answer(app, await app.forge(stranger, public, old_join))


@pytest.mark.parametrize("way", ["on his page", "by command"])
async def test_who_is_out_watches_and_leaves(app: App, way: str) -> None:
    """There is nothing he could lose: he is not asked, and the game goes on."""
    table = await game(app, app.people(3), game="mattis")
    out, *others = (app.at(table, seat) for seat in range(3))
    await app.put(table, shedding("mattis", "AS", "2S 3S 2H", "4S 5S 3H", trump="S"))
    await plays(app, table)
    seen = await app.hand(out, table)
    assert heading(seen) == "You are out, first"
    await plays(app, table)
    await plays(app, table)
    assert f"**{out.user.global_name}** · out, first" in words(seen), "he sees how the table stands"
    if way == "on his page":
        result = await app.press(out, seen, "Leave")
    else:
        result = await out.slash(app.channel, "myllymatti leave")
    assert "You have left the game" in private_answer(app, result)
    assert table.playing
    assert AWAY not in words(app.public(table))
    assert BACK not in buttons(app.public(table)).values()
    assert table.seating.people == tuple(who.id for who in others)
    assert "our cards" not in words(await page(app, out)), "he has none"
    ply = table.ply
    await plays(app, table)
    assert table.ply == ply + 1
    await app.finish(table)
    assert await lost(app, out) == "**1** game · **0** lost"


async def test_who_is_out_though_he_slept(app: App) -> None:
    """The computer has got rid of his cards: he watches like anybody who is out, and may leave."""
    table = await game(app, app.people(3), game="mattis")
    sleeper, *others = (app.at(table, seat) for seat in range(3))
    await fall_asleep(app, table, sleeper)
    hand = await app.hand(sleeper, table)
    assert BACK in buttons(hand).values()
    await app.put(table, shedding("mattis", "AS", "2S 3S 2H", "4S 5S 3H", trump="S"))
    await app.env.settle()
    assert table.out(sleeper.id)
    asked = await page(app, sleeper)
    assert [heading(message) for message in (hand, asked)] == ["You are out, first"] * 2
    assert table.waiting_for in [who.id for who in others]
    result = await app.press(sleeper, asked, "Leave")
    assert "You have left the game" in private_answer(app, result)
    assert table.playing


async def test_the_last_one_watches_and_leaves(app: App) -> None:
    """Computers play on for somebody who looks on, and for nobody else."""
    (aino,) = app.people(1)
    table = await game(app, [aino], game="mattis", computers=2)
    seat = table.seat_of(aino.id)
    hands = ["2S 3S 2H 2D 3D", "4S 5S 3H 4D 5D"]
    hands.insert(seat, "AS")
    await app.put(table, shedding("mattis", *hands, trump="S", leader=seat))
    app.settings.computer_pace_min = app.settings.computer_pace_max = PACE
    await plays(app, table)
    seen = await app.hand(aino, table)
    assert heading(seen) == "You are out, first"
    ply = table.ply
    await app.env.advance_time(PACE)
    assert table.ply == ply + 1
    await app.press(aino, seen, "Leave")
    await app.env.advance_time(10 * PACE)
    assert table.ply == ply + 1
    await ended(app, table, "empty", aino)


# strangers


async def test_a_stranger_sees_no_card_that_is_not_on_the_table(app: App) -> None:
    """Whatever he presses while people play, sleep, leave, come back and vote."""
    witness = Witness(app)
    aino, bror, cia = app.people(3)
    stranger = app.person("Veera")
    table = await game(app, [aino, bror, cia])

    async def tries_everything() -> None:
        for slash in ("hand", "leave", "end"):
            private_answer(app, await stranger.slash(app.channel, f"myllymatti {slash}"))
        public = app.public(table)
        for custom_id in buttons(public):
            private_answer(app, await app.press_id(stranger, public, custom_id))
        for action in ("hand", "refresh", "back", "join", "leave", "quit", "agree", "playon", "ask", "end"):
            private_answer(app, await app.forge(stranger, public, button_of(table, action)))
        for move in ("7S", "7S-", "7S-9S", "take"):
            private_answer(app, await app.forge(stranger, public, f"mm1:play:{table.id}:{table.ply}:{move}"))

    await tries_everything()
    for who in (aino, bror, cia):
        await app.hand(who, table)
    await plays(app, table)
    await fall_asleep(app, table, aino)
    await app.hand(aino, table)
    await quits(app, table, bror)
    await tries_everything()
    await fall_asleep(app, table, cia)
    await tries_everything()
    await app.press(bror, app.public(table), BACK)
    await until_on_turn(app, table, bror)
    await app.press(aino, app.public(table), BACK)
    await asks(app, table)
    await tries_everything()
    to_him = [one.text for one in sent(app) if one.reader == stranger.id]
    assert len(to_him) > 60
    assert [text for text in to_him if cards_in(text)] == []
    assert await witness.leaks() == []


# ending a game


def voting(app: App, table: Table) -> str | None:
    """What the table message says of the vote: how many agree."""
    found = re.search(r"\d of \d agree", words(app.public(table)))
    shown = {"End the game", "Play on"} & set(buttons(app.public(table)).values())
    assert len(shown) == (0 if found is None else 2)
    return None if found is None else found[0]


async def test_a_vote_needs_everybody_who_plays(app: App) -> None:
    aino, bror, cia = app.people(3)
    table = await game(app, [aino, bror, cia], computers=1)
    above = app.public(table).id
    question = (await aino.slash(app.channel, "myllymatti end")).response
    assert question is not None
    assert question.ephemeral
    assert heading(question) == "Ask to end this game?"
    assert set(buttons(question).values()) == {"Ask everybody", "My hand"}
    assert voting(app, table) is None, "nothing is asked yet"
    await bror.send(app.channel, "talk")
    await app.press(aino, question, "Ask everybody")
    assert table.message_id is not None
    assert table.message_id > above, "the question stands at the end of the channel"
    assert voting(app, table) == "1 of 3 agree"
    for _ in range(2):
        await app.press(bror, app.public(table), "End the game")
        assert voting(app, table) == "2 of 3 agree", "everybody has one voice"
    await app.press(aino, app.public(table), "End the game")
    await plays(app, table)
    assert voting(app, table) == "2 of 3 agree", "and the game goes on meanwhile"
    assert table.live
    await app.press(cia, app.public(table), "End the game")
    await ended(app, table, "consent", aino, bror, cia)
    for who in (aino, bror, cia):
        assert await lost(app, who) == "", "it counts for nobody"


@pytest.mark.parametrize("by", ["the host", "somebody else"])
async def test_play_on_ends_a_vote(app: App, by: str) -> None:
    aino, bror, cia = app.people(3)
    table = await game(app, [aino, bror, cia])
    await asks(app, table)
    deadline = table.deadline
    await app.press(bror, app.public(table), "End the game")
    await app.press(aino if by == "the host" else cia, app.public(table), "Play on")
    assert voting(app, table) is None
    assert (await app.stored(table)).seating == table.seating
    async with nothing_changes(app, table):
        late = await app.forge(cia, app.public(table), button_of(table, "agree"))
        assert "### Nobody asks that any more" in private_answer(app, late)
    assert table.deadline == deadline, "nobody has won time by it"
    await asks(app, table)
    assert voting(app, table) == "1 of 3 agree", "asked anew, all answer anew"


async def test_a_vote_survives_a_restart(app: App) -> None:
    aino, bror, cia = app.people(3)
    table = await game(app, [aino, bror, cia], seconds=3_600)
    await asks(app, table)
    await app.press(bror, app.public(table), "End the game")
    await app.restart(away=600)
    table = app.bot.tables.in_channel(app.channel.id)
    assert voting(app, table) == "2 of 3 agree"
    await app.press(cia, app.public(table), "End the game")
    await ended(app, table, "consent", aino, bror, cia)


@pytest.mark.parametrize(
    ("seconds", "lasts", "restart"), [(None, 600, False), (3_600, 3_600, False), (None, 600, True)]
)
async def test_a_vote_lapses(app: App, seconds: int | None, lasts: int, restart: bool) -> None:
    """After ten minutes, or the time of a turn where that is longer."""
    aino, bror = app.people(2)
    table = await game(app, [aino, bror], seconds=seconds)
    await app.env.advance_time(100)
    await asks(app, table)
    await app.env.advance_time(lasts - 200)
    await plays(app, table)
    await asks(app, table)
    await app.env.advance_time(199)
    assert voting(app, table) == "1 of 2 agree"
    if restart:
        await app.restart(away=10)
        table = app.bot.tables.in_channel(app.channel.id)
    else:
        await app.env.advance_time(2)
    assert voting(app, table) is None
    assert table.live
    async with nothing_changes(app, table):
        private_answer(app, await app.forge(bror, app.public(table), button_of(table, "agree")))
    assert not any(sitting.agrees for sitting in (await app.stored(table)).seating.sittings)


@pytest.mark.parametrize("by", ["leaving", "falling asleep"])
async def test_the_last_one_missing_in_a_vote_goes(app: App, by: str) -> None:
    aino, bror, cia = app.people(3)
    table = await game(app, [aino, bror, cia])
    if by == "falling asleep":
        await until_on_turn(app, table, cia)
        await run_out(app, table)
        await until_on_turn(app, table, cia)
    await asks(app, table)
    await app.press(bror, app.public(table), "End the game")
    if by == "leaving":
        await quits(app, table, cia)
    else:
        await run_out(app, table)
    await ended(app, table, "consent", aino, bror, cia)


async def test_who_comes_back_has_a_voice(app: App) -> None:
    """And who goes has none any more; the host's question is that of whoever is the host now."""
    aino, bror, cia = app.people(3)
    table = await game(app, [aino, bror, cia])
    await quits(app, table, cia)
    await asks(app, table)
    assert voting(app, table) == "1 of 2 agree"
    async with nothing_changes(app, table):
        away = await app.forge(cia, app.public(table), button_of(table, "agree"))
        assert private_answer(app, away)
        assert away.response is not None
        assert BACK in buttons(away.response).values()
    await app.press(cia, app.public(table), BACK)
    assert voting(app, table) == "1 of 3 agree"
    await quits(app, table, aino)
    assert voting(app, table) == "0 of 2 agree"
    assert table.seating.host_id == bror.id
    await app.press(cia, app.public(table), "End the game")
    await app.press(bror, app.public(table), "End the game")
    await ended(app, table, "consent", aino, bror, cia)


async def test_the_host_alone_with_computers_ends_the_game(app: App) -> None:
    """Nobody else is there to be asked; who asks as everybody sleeps has to come back first."""
    (aino,) = app.people(1)
    table = await game(app, [aino], computers=2)
    await fall_asleep(app, table, aino)
    question = (await aino.slash(app.channel, "myllymatti end")).response
    assert question is not None
    async with nothing_changes(app, table):
        asked = await app.press(aino, question, "Ask everybody")
        assert private_answer(app, asked)
        assert asked.response is not None
        assert BACK in buttons(asked.response).values()
    await app.press(aino, app.public(table), BACK)
    await asks(app, table)
    await ended(app, table, "consent", aino)


@pytest.mark.parametrize("seated", [False, True])
async def test_who_may_manage_the_server_ends_a_game(app: App, seated: bool) -> None:
    """At once, once he has said so twice, whether he plays or not; as its host he may ask instead."""
    boss, (aino, bror) = moderator(app), app.people(2)
    people = [boss, aino] if seated else [aino, bror]
    table = await game(app, people)
    async with nothing_changes(app, table):
        question = (await boss.slash(app.channel, "myllymatti end")).response
        assert question is not None
        assert question.ephemeral
        assert "end it at once" in words(question) if seated else "It ends for everybody" in words(question)
    assert ("Ask everybody" in buttons(question).values()) == seated
    if seated:
        await asks(app, table)
        assert voting(app, table) == "1 of 2 agree"
    await app.press(boss, question, "End it now")
    await ended(app, table, "moderator", aino, boss)


async def test_a_right_that_was_taken_away_meanwhile(app: App) -> None:
    boss, (aino, bror) = moderator(app), app.people(2)
    table = await game(app, [aino, bror])
    question = (await boss.slash(app.channel, "myllymatti end")).response
    assert question is not None
    for role in app.env.backend.guilds[app.guild.id].roles.values():
        if role.name == "Boss":
            app.env.backend.remove_member_role(app.guild.id, boss.id, role.id)
    async with nothing_changes(app, table):
        refused = await app.press(boss, question, "End it now")
        assert "### You cannot end this table" in private_answer(app, refused)


@pytest.mark.parametrize("vote", [False, True])
async def test_who_may_not_end_a_game(app: App, vote: bool) -> None:
    """By command and by forged presses: each is told no, and nothing happens."""
    aino, bror, cia = app.people(3)
    stranger = app.person("Veera")
    table = await game(app, [aino, bror, cia])
    await fall_asleep(app, table, cia)
    if vote:
        await asks(app, table)
    public = app.public(table)
    refused = {
        (aino, "end"): "You cannot end this table",
        (bror, "end"): "You cannot end this table",
        (bror, "ask"): "Only the host does that",
        (cia, "end"): "You cannot end this table",
        (cia, "ask"): "A computer plays your cards",
        (cia, "agree"): "A computer plays your cards",
        (cia, "playon"): "A computer plays your cards",
        (stranger, "end"): "You cannot end this table",
        (stranger, "ask"): "You are not at this table",
        (stranger, "agree"): "You are not at this table",
        (stranger, "playon"): "You are not at this table",
    }
    if not vote:
        refused |= {(w, a): "Nobody asks that any more" for w in (aino, bror) for a in ("agree", "playon")}
    for (who, action), heads in refused.items():
        async with nothing_changes(app, table):
            said = private_answer(app, await app.forge(who, public, button_of(table, action)))
            assert said.startswith(f"### {heads}"), (who.name, action)
    for who in (bror, cia, stranger):
        async with nothing_changes(app, table):
            said = private_answer(app, await who.slash(app.channel, "myllymatti end"))
            assert said.startswith("### You cannot end this table")
            assert "Aino" in said, "who can is told"
    elsewhere = app.guild.create_text_channel("toinen")
    said = private_answer(app, await aino.slash(elsewhere, "myllymatti end"))
    assert "No table in this channel" in said


@pytest.mark.parametrize("by", ["the host", "a moderator"])
async def test_a_lobby_is_closed(app: App, by: str) -> None:
    boss, (aino, bror) = moderator(app), app.people(2)
    table = await app.lobby([aino, bror], seats=3)
    for who in (bror, app.person("Veera")):
        async with nothing_changes(app, table):
            answer = await who.slash(app.channel, "myllymatti end")
            assert "### You cannot end this table" in private_answer(app, answer)
            for action in ("ask", "end", "agree"):
                private_answer(app, await app.forge(who, app.public(table), button_of(table, action)))
    who = aino if by == "the host" else boss
    async with nothing_changes(app, table):
        question = (await who.slash(app.channel, "myllymatti end")).response
        assert heading(question) == "Close this table?"
    assert question is not None
    await app.press(who, question, "Close the table")
    await ended(app, table, "host" if by == "the host" else "moderator", aino, bror, boss)


async def test_a_lobby_that_nobody_starts(app: App) -> None:
    aino, bror = app.people(2)
    table = await app.lobby([aino, bror], seats=3)
    await app.env.advance_time(901)
    await ended(app, table, "unstarted", aino, bror)


# deadlines and restarts


async def test_a_turn_that_ran_out_while_the_bot_was_away(app: App) -> None:
    """A minute from the restart, which further restarts do not lengthen; then its end, once."""
    table = await game(app, app.people(2))
    late = app.on_turn(table)
    for missed in (1, 2):
        await app.restart(away=DAY)
        table = app.bot.tables.in_channel(app.channel.id)
        ply = table.ply
        assert left(app, table) == pytest.approx(60, abs=0.5)
        await app.restart(away=40)
        await app.restart(away=10)
        table = app.bot.tables.in_channel(app.channel.id)
        assert left(app, table) == pytest.approx(10, abs=0.5)
        assert (await app.stored(table)).deadline == table.deadline
        await app.env.advance_time(11)
        assert (await pressed(app, table))[ply:] == [False] * (table.ply - ply)
        assert table.kept_for(late.id) == (missed == 2)
        if missed == 1:
            assert table.ply == ply + 1
        assert left(app, table) == pytest.approx(179, abs=1), "the next turn has all its time"
        await app.restart()
        table = app.bot.tables.in_channel(app.channel.id)
        if missed == 1:
            await until_on_turn(app, table, late)
            assert table.waiting_for == late.id
    assert reminders(app) == []


async def test_steady_play_closes_nothing(app: App) -> None:
    """Thirty hours with a move every hour, and three for a turn."""
    table = await game(app, app.people(3), seconds=10_800)
    for hours in range(1, 31):
        await app.env.advance_time(3_600)
        await plays(app, table)
        assert table.ply == hours
    assert table.playing
    assert await pressed(app, table) == [True] * 30
    assert reminders(app) == []
    shown = app.seen_by()
    assert {message.id for message in shown} == {table.message_id, table.mention_id}
    assert left(app, table) == pytest.approx(10_800, abs=1)
    await app.restart()
    assert app.bot.tables.in_channel(app.channel.id).ply == 30


# nothing to be gained, nothing to be lost


async def test_to_and_fro_lengthens_no_turn(thinking: App) -> None:
    """Who leaves on his turn and is back before the computer has moved has what he had left."""
    app = thinking
    table = await game(app, app.people(2))
    who = app.on_turn(table)
    await app.env.advance_time(100)
    for _ in range(3):
        question = (await who.slash(app.channel, "myllymatti leave")).response
        assert question is not None
        await app.press(who, question, "Leave the game")
        assert table.waiting_for is None
        await app.press(who, question, BACK)
        assert round(left(app, table)) == 80
    assert table.ply == 0
    await app.env.advance_time(81)
    assert table.ply == 1


async def test_nothing_keeps_a_computer_from_its_move(patient: App) -> None:
    """It thinks for half a minute here, whatever is pressed in the meantime."""
    app = patient
    (aino,) = app.people(1)
    table = await game(app, [aino, app.person("Bror")], computers=2)
    await until_on_turn(app, table, aino)
    await plays(app, table)
    while table.waiting_for is not None:
        await plays(app, table)
    ply = table.ply
    for _ in range(2):
        await app.env.advance_time(12)
        question = (await aino.slash(app.channel, "myllymatti end")).response
        assert question is not None
        await app.press(aino, question, "Ask everybody")
        await app.press(aino, app.public(table), "Play on")
    assert table.ply == ply
    await app.env.advance_time(7)
    assert table.ply == ply + 1


async def test_an_old_question_ends_no_game(app: App) -> None:
    """Whoever meant to close a lobby does not end the game that was begun in the meantime."""
    boss, (aino, bror) = moderator(app), app.people(2)
    table = await app.lobby([aino, bror])
    questions = [(who, (await who.slash(app.channel, "myllymatti end")).response) for who in (boss, aino)]
    await app.press(aino, app.public(table), "Start")
    for who, question in questions:
        assert question is not None
        async with nothing_changes(app, table):
            said = private_answer(app, await app.press(who, question, "Close the table"))
        assert "This game has started" in said


async def test_a_restart_calls_nobody_twice(app: App) -> None:
    table = await game(app, app.people(2))
    first = calls(app)
    await app.restart()
    assert calls(app) == first
    table = app.bot.tables.in_channel(app.channel.id)
    await app.env.advance_time(91)
    assert len(app.mentions()) == 1
    await app.restart()
    again = calls(app)
    assert len(again) == len(first) + 1, "the reminder"
    await app.restart()
    assert calls(app) == again
    table = app.bot.tables.in_channel(app.channel.id)
    await plays(app, table)
    assert app.mentions() == [f"<@{table.waiting_for}>, your turn."]


async def test_who_leaves_is_told_what_comes_of_it(app: App) -> None:
    """The seat is kept for him while somebody else is there; the last one ends the game."""
    aino, bror = app.people(2)
    table = await app.game([aino, bror], computers=1)
    asked = await aino.slash(app.channel, "myllymatti leave")
    assert "Your seat stays yours: take it back whenever you like." in words(asked.response)
    await app.press(aino, asked.response, "Leave the game")  # type: ignore[arg-type]
    assert table.live
    asked = await bror.slash(app.channel, "myllymatti leave")
    assert "the game ends with it, and counts for nobody" in words(asked.response)
    assert "take it back" not in words(asked.response)
    await app.press(bror, asked.response, "Leave the game")  # type: ignore[arg-type]
    assert not table.live


async def test_who_leaves_while_another_sleeps_does_not_end_the_game(app: App) -> None:
    aino, bror = app.people(2)
    table = await app.game([aino, bror], computers=1)
    seat = table.seat_of(aino.id)
    for _ in range(2):
        table.seating = table.seating.turn_ran_out(seat, 2)
    asked = await bror.slash(app.channel, "myllymatti leave")
    assert "Your seat stays yours: take it back whenever you like." in words(asked.response)
