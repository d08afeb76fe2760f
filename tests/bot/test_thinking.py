"""Hard computers at tables, which think in a process: nobody waits for them, whatever becomes of it."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from multiprocessing import active_children
from pathlib import Path

import pytest
from simcord import MemberActor

from bot.store import Status
from bot.table import Table
from engine import Move, PlayerView
from engine.players.levels import Level
from tests.bot.playing import offered
from tests.bot.sim import App, running, settings_for
from tests.bot_units.test_thinking import SOON, VIEW, until

PACE = 30
HARD_S_PACE = 1.25 * PACE


@pytest.fixture
async def hard(app: App) -> AsyncIterator[App]:
    """A bot whose process is there, and may take its time; it ends with the bot."""
    app.bot.thinkers.limit = SOON
    await app.bot.thinkers.choose(Level.HARD, VIEW, 0)
    yield app
    await app.bot.close()
    assert active_children() == []


async def game(app: App, level: str = "hard") -> tuple[Table, MemberActor]:
    """A person and a computer, which is to answer what he leads now."""
    (aino,) = app.people(1)
    await aino.slash(app.channel, "myllymatti start", game="mattis", seats=2, computers=1, level=level)
    table = app.bot.tables.in_channel(app.channel.id)
    await app.press(aino, app.public(table), "Start")
    while table.waiting_for != aino.id or table.state is None or table.state.table:
        if table.waiting_for == aino.id:
            await plays(app, table, aino)
        else:
            await app.env.advance_time(PACE)
    return table, aino


async def plays(app: App, table: Table, who: MemberActor) -> None:
    hand = await app.hand(who, table)
    await app.press_id(who, hand, *next(iter(offered(hand).values())))


def tell(sign: signal.Signals) -> None:
    """The process that thinks is stopped, goes on, or dies."""
    (process,) = active_children()
    assert process.pid is not None
    os.kill(process.pid, sign)


@asynccontextmanager
async def while_it_thinks(app: App, table: Table, who: MemberActor) -> AsyncIterator[int]:
    """The computer thinks about what this person has led, and finds no end; after so many moves."""
    tell(signal.SIGSTOP)
    ply = table.ply
    playing = asyncio.create_task(plays(app, table, who))
    await until(lambda: table.computer_to_play)
    await asyncio.sleep(0.2)
    assert not playing.done(), "it has not thought"
    yield ply + 1
    tell(signal.SIGCONT)
    await playing


async def test_presses_are_answered_while_a_computer_thinks(hard: App) -> None:
    app = hard
    table, aino = await game(app)
    async with while_it_thinks(app, table, aino) as ply:
        result = app.send(aino, app.public(table), f"mm1:hand:{table.id}")
        await until(lambda: result.acknowledged)
        assert not table.lock.locked()
        assert table.ply == ply
    assert table.ply > ply
    assert len((await app.stored(table)).moves) == table.ply
    assert len(active_children()) == 1


async def test_a_killed_process_keeps_no_table_waiting(hard: App) -> None:
    app = hard
    table, aino = await game(app)
    async with while_it_thinks(app, table, aino) as ply:
        (process,) = active_children()
        process.kill()
        await until(lambda: table.ply > ply)
        await until(lambda: [other.pid for other in active_children()] not in ([process.pid], []))
    assert len((await app.stored(table)).moves) == table.ply
    await plays(app, table, aino)


async def test_a_computer_that_thinks_for_ever_moves_all_the_same(hard: App) -> None:
    app = hard
    table, aino = await game(app)
    app.bot.thinkers.limit = 0.5
    tell(signal.SIGSTOP)
    ply = table.ply
    await plays(app, table, aino)
    assert table.ply > ply + 1
    assert len((await app.stored(table)).moves) == table.ply


async def test_what_was_thought_of_is_forgotten_when_the_game_has_ended(hard: App) -> None:
    app = hard
    table, aino = await game(app)
    async with while_it_thinks(app, table, aino) as ply:
        result = app.send(aino, app.public(table), f"mm1:quit:{table.id}")
        await until(lambda: result.acknowledged and not table.live)
    assert (table.ply, table.status) == (ply, Status.ABANDONED)
    assert len((await app.stored(table)).moves) == ply


async def test_thinking_is_no_pause_on_top_of_the_pace(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is to be shown in half a minute is thought of at once, and no press begins it anew."""
    settings = settings_for(tmp_path, computer_pace_min=PACE, computer_pace_max=PACE, turn_seconds=3600)
    async with running(settings) as app:
        table, aino = await game(app)
        asked: list[float] = []
        choose, begun, third = app.bot.thinkers.choose, app.env.now(), HARD_S_PACE / 3

        async def noted(level: Level, view: PlayerView, seed: int) -> Move:
            asked.append((app.env.now() - begun).total_seconds())
            app.env._move_clock(app.env._virtual_time + third)  # so long does it take; PRIVATE
            return await choose(level, view, seed)

        monkeypatch.setattr(app.bot.thinkers, "choose", noted)
        await plays(app, table, aino)
        ply = table.ply
        await app.env.advance_time(third)
        await app.hand(aino, table)
        await app.env.advance_time(third - 0.1)
        assert table.ply == ply
        assert asked == [pytest.approx(0, abs=0.1)]
        await app.env.advance_time(0.2)
        assert table.ply == ply + 1


@pytest.mark.parametrize(("level", "seconds"), [("easy", 22.5), ("normal", 30), ("hard", 37.5)])
async def test_each_level_has_a_pace_of_its_own(tmp_path: Path, level: str, seconds: float) -> None:
    settings = settings_for(tmp_path, computer_pace_min=PACE, computer_pace_max=PACE, turn_seconds=3600)
    async with running(settings) as app:
        table, aino = await game(app, level)
        await plays(app, table, aino)
        ply = table.ply
        await app.env.advance_time(seconds - 0.2)
        assert table.ply == ply
        await app.env.advance_time(0.4)
        assert table.ply == ply + 1
