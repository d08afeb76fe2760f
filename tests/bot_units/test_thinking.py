"""Processes that think: killed, stopped, slow to start or orphaned, they cost no move and hold nothing up."""

from __future__ import annotations

import asyncio
import logging
import os
import pickle
import signal
import statistics
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from multiprocessing import active_children
from pathlib import Path
from random import Random
from time import monotonic, perf_counter

import pytest

from bot.thinking import Thinkers
from engine import PRESETS, State, apply, deal, fast, view
from engine.cards import ALL, DECK
from engine.players import levels
from engine.players.levels import Level
from engine.view import PlayerView
from tests.engine.knowing import rearranged, with_others

ROOT = Path(__file__).parents[2]
SOON = 30.0
"""Seconds that nothing here takes, not even on a machine that does ten other things."""


def states(name: str, seed: int, seats: int = 3) -> Iterator[State]:
    """A game as it is played by the quick rules."""
    rng = Random(seed)
    state = deal(PRESETS[name], seats, rng.sample(DECK, 52))
    while state.turn is not None:
        yield state
        state, _ = apply(state, levels.choose(Level.NORMAL, view(state, state.turn), rng))


def views(name: str, seed: int) -> list[PlayerView]:
    """What is known wherever there is a choice."""
    seen = [view(state, state.turn) for state in states(name, seed)]
    return [known for known in seen if len(known.moves) > 1]


VIEW = views("skitgubbe", 1)[3]


@pytest.fixture
async def thinkers() -> AsyncIterator[Thinkers]:
    """One process at most, which may take its time."""
    some = Thinkers(1, limit=SOON)
    yield some
    await some.close()
    assert active_children() == []


async def until(happened: Callable[[], bool]) -> None:
    """Wait, as the event loop of the bot does: by going on."""
    end = monotonic() + SOON
    while not happened():
        assert monotonic() < end
        await asyncio.sleep(0.01)


async def thinking(thinkers: Thinkers) -> int:
    """The process, started and stopped: what it is asked now it thinks about for ever."""
    await thinkers.choose(Level.HARD, VIEW, 0)
    (process,) = active_children()
    assert process.pid is not None
    os.kill(process.pid, signal.SIGSTOP)
    return process.pid


def warnings(caplog: pytest.LogCaptureFixture) -> list[tuple[int, str]]:
    """What has been logged that somebody should read, without numbers of processes."""
    told = [
        (record.levelno, record.getMessage()) for record in caplog.records if record.name == "bot.thinking"
    ]
    return [(level, "".join(sign for sign in text if not sign.isdigit())) for level, text in told]


async def test_no_process_for_quick_rules(thinkers: Thinkers) -> None:
    forced = VIEW._replace(moves=VIEW.moves[:1])
    for level, seen in ((Level.EASY, VIEW), (Level.NORMAL, VIEW), (Level.HARD, forced)):
        assert await thinkers.choose(level, seen, 7) == levels.choose(level, seen, Random(7))
    assert active_children() == []


async def test_no_process_where_there_is_no_core(thinkers: Thinkers, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fast, "AVAILABLE", False)
    assert await thinkers.choose(Level.HARD, VIEW, 7) == levels.choose(Level.HARD, VIEW, Random(7))
    assert active_children() == []


@pytest.mark.parametrize("level", [Level.EASY, Level.NORMAL])
def test_quick_rules_are_quick(level: Level) -> None:
    """They move on the event loop, between the presses of everybody."""
    took = []
    for name in PRESETS:
        for seen in views(name, 2):
            begun = perf_counter()
            levels.choose(level, seen, Random(0))
            took.append(perf_counter() - begun)
    assert statistics.median(took) < 0.005


async def test_the_same_move_as_without_processes(thinkers: Thinkers) -> None:
    """For the same seed; and hidden cards change nothing on the way there and back."""
    rng, tried = Random(3), 0
    for name in PRESETS:
        for state in list(states(name, 4))[5::9]:
            seen = view(state, state.turn)
            if len(seen.moves) < 2:
                continue
            here = levels.choose(Level.HARD, seen, Random(tried))
            assert await thinkers.choose(Level.HARD, seen, tried) == here
            known = seen.hand | seen.gone | sum(seen.seen) | sum(play.cards for play in seen.table)
            known |= state.shown | (0 if seen.trump_card is None else seen.trump_card.mask)
            other = with_others(state, rearranged(ALL & ~known, rng))
            if other != state and view(other, state.turn) == seen:
                assert await thinkers.choose(Level.HARD, view(other, state.turn), tried) == here
                tried += 1
    assert tried > 15
    assert len(active_children()) == 1


def test_what_is_known_travels_well() -> None:
    for name in PRESETS:
        for seen in views(name, 5):
            sent = pickle.dumps(seen)
            assert pickle.loads(sent) == seen  # noqa: S301 - our own
            assert len(sent) < 4096


async def test_a_killed_process_costs_no_move(thinkers: Thinkers, caplog: pytest.LogCaptureFixture) -> None:
    """Not even the better one: another thinks of it anew."""
    pid = await thinking(thinkers)
    move = asyncio.create_task(thinkers.choose(Level.HARD, VIEW, 11))
    await asyncio.sleep(0.1)
    assert not move.done()
    os.kill(pid, signal.SIGKILL)
    assert await move == levels.choose(Level.HARD, VIEW, Random(11))
    (other,) = active_children()
    assert other.pid != pid
    assert warnings(caplog) == [(logging.WARNING, "process  died while it thought")]


async def test_a_process_that_died_unnoticed(thinkers: Thinkers) -> None:
    os.kill(await thinking(thinkers), signal.SIGKILL)
    await until(lambda: active_children() == [])
    assert await thinkers.choose(Level.HARD, VIEW, 11) == levels.choose(Level.HARD, VIEW, Random(11))


async def test_a_process_that_thinks_for_ever(thinkers: Thinkers, caplog: pytest.LogCaptureFixture) -> None:
    """After the limit the quick rules move; those who wait for the same process do not wait longer."""
    pid = await thinking(thinkers)
    thinkers.limit, begun = 0.3, monotonic()
    several = [thinkers.choose(Level.HARD, VIEW, seed) for seed in range(3)]
    quick = [levels.choose(Level.NORMAL, VIEW, Random(seed)) for seed in range(3)]
    assert await asyncio.gather(*several) == quick
    assert 0.3 <= monotonic() - begun < SOON
    assert (logging.WARNING, "process  thought for too long and was killed") in warnings(caplog)
    assert all(level == logging.WARNING for level, _ in warnings(caplog))
    thinkers.limit = SOON
    assert await thinkers.choose(Level.HARD, VIEW, 11) == levels.choose(Level.HARD, VIEW, Random(11))
    assert pid not in [process.pid for process in active_children()]


async def test_a_slow_start_is_waited_for_by_nobody_and_ends_in_a_process(
    thinkers: Thinkers, caplog: pytest.LogCaptureFixture
) -> None:
    thinkers.limit = 0.01
    quick = levels.choose(Level.NORMAL, VIEW, Random(5))
    assert await thinkers.choose(Level.HARD, VIEW, 5) == quick
    (process,) = active_children()
    thinkers.limit = SOON
    assert await thinkers.choose(Level.HARD, VIEW, 11) == levels.choose(Level.HARD, VIEW, Random(11))
    assert active_children() == [process]
    assert warnings(caplog) == []


async def test_a_process_that_never_starts(
    thinkers: Thinkers, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("bot.thinking.START", 0.2)
    thinkers.limit = 0.01
    quick = levels.choose(Level.NORMAL, VIEW, Random(5))
    assert await thinkers.choose(Level.HARD, VIEW, 5) == quick
    (process,) = active_children()
    assert process.pid is not None
    os.kill(process.pid, signal.SIGSTOP)
    await asyncio.sleep(0.3)
    assert await thinkers.choose(Level.HARD, VIEW, 5) == quick
    assert active_children() == []
    assert warnings(caplog) == [(logging.WARNING, "process  thought for too long and was killed")]


async def test_no_process_can_be_started(
    thinkers: Thinkers, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(self: object) -> None:
        raise BlockingIOError("Resource temporarily unavailable")

    with monkeypatch.context() as broken:
        broken.setattr("bot.thinking.SPAWN.Process.start", fail)
        assert await thinkers.choose(Level.HARD, VIEW, 5) == levels.choose(Level.NORMAL, VIEW, Random(5))
    assert warnings(caplog) == [(logging.ERROR, "nobody can think about a move")]
    assert await thinkers.choose(Level.HARD, VIEW, 11) == levels.choose(Level.HARD, VIEW, Random(11))


async def test_what_cannot_be_thought_of_is_told(
    thinkers: Thinkers, caplog: pytest.LogCaptureFixture
) -> None:
    """A mistake of ours in the search: the table goes on, and the log says where it is."""
    broken = VIEW._replace(counts=(60, 60, 60))
    assert await thinkers.choose(Level.HARD, broken, 5) == levels.choose(Level.NORMAL, VIEW, Random(5))
    ((level, told),) = warnings(caplog)
    assert level == logging.ERROR
    assert "Traceback" in told
    assert "ValueError" in told


async def test_ctrl_c_is_not_for_them(thinkers: Thinkers) -> None:
    await thinkers.choose(Level.HARD, VIEW, 0)
    (process,) = active_children()
    assert process.pid is not None
    os.kill(process.pid, signal.SIGINT)
    await thinkers.choose(Level.HARD, VIEW, 1)
    assert active_children() == [process]


async def test_closing_waits_for_nobody_who_thinks(thinkers: Thinkers) -> None:
    await thinking(thinkers)
    moves = [asyncio.create_task(thinkers.choose(Level.HARD, VIEW, seed)) for seed in range(2)]
    await asyncio.sleep(0.1)
    begun = monotonic()
    await thinkers.close()
    assert active_children() == []
    assert await asyncio.gather(*moves) == [levels.choose(Level.NORMAL, VIEW, Random(s)) for s in range(2)]
    assert monotonic() - begun < SOON / 3


ORPHANED = """
import asyncio
from multiprocessing import active_children

from bot.thinking import Thinkers
from engine import DECK, PRESETS, deal, view
from engine.players.levels import Level


async def main() -> None:
    thinkers, seen = Thinkers(2, limit=30), view(deal(PRESETS["mattis"], 3, DECK), 0)
    await asyncio.gather(*(thinkers.choose(Level.HARD, seen, seed) for seed in range(2)))
    print(*(process.pid for process in active_children()), flush=True)
    await asyncio.sleep(60)


if __name__ == "__main__":
    asyncio.run(main())
"""


async def test_no_orphan_is_left_of_a_bot_that_is_killed(tmp_path: Path) -> None:
    script = tmp_path / "bot_that_is_killed.py"
    script.write_text(ORPHANED)
    bot = await asyncio.create_subprocess_exec(
        sys.executable, script, env={**os.environ, "PYTHONPATH": str(ROOT)}, stdout=subprocess.PIPE
    )
    assert bot.stdout is not None
    pids = [int(pid) for pid in (await bot.stdout.readline()).split()]
    bot.kill()
    await bot.wait()
    assert len(pids) == 2
    await until(lambda: not any(Path(f"/proc/{pid}").exists() for pid in pids))
