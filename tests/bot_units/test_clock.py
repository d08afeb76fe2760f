"""The clock, on a time that the tests turn."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

import pytest
from discord.utils import utcnow

from bot import clock as clock_module
from bot.clock import LONGEST_PAUSE, Clock, Job

START = datetime(2026, 1, 1, tzinfo=UTC)


@dataclass
class Timer:
    """What `call_later` gives back."""

    due: datetime
    ring: Callable[[], None]
    cancelled: bool = False

    def cancel(self) -> None:
        self.cancelled = True


@dataclass
class Time:
    """The time of a test: `utcnow` of the clock and the timers of the loop follow it."""

    now: datetime = START
    timers: list[Timer] = field(default_factory=list)

    def call_later(self, delay: float, callback: Callable[[], None]) -> Timer:
        timer = Timer(self.now + timedelta(seconds=delay), callback)
        self.timers.append(timer)
        return timer

    @property
    def pending(self) -> list[Timer]:
        return [timer for timer in self.timers if not timer.cancelled]

    async def goes_by(self, seconds: float) -> None:
        """Each timer rings at its moment, and all that it starts runs."""
        end = self.now + timedelta(seconds=seconds)
        await settle()
        while due := [timer for timer in self.pending if timer.due <= end]:
            first = min(due, key=lambda timer: timer.due)
            self.timers.remove(first)
            self.now = max(self.now, first.due)
            first.ring()
            await settle()
        self.now = end

    def after(self, seconds: float) -> datetime:
        return self.now + timedelta(seconds=seconds)

    @property
    def passed(self) -> float:
        return (self.now - START).total_seconds()


async def settle() -> None:
    """Let every task that can go on do so."""
    for _ in range(5):
        await asyncio.sleep(0)


@pytest.fixture
async def time(monkeypatch: pytest.MonkeyPatch) -> Time:
    time = Time()
    monkeypatch.setattr(clock_module, "utcnow", lambda: time.now)
    monkeypatch.setattr(asyncio.get_running_loop(), "call_later", time.call_later)
    return time


@pytest.fixture
def rung() -> list[str]:
    """Which jobs have run."""
    return []


def noting(rung: list[str], name: str) -> Job:
    async def job() -> None:
        rung.append(name)

    return job


async def test_a_job_runs_once_when_it_is_due(time: Time, rung: list[str]) -> None:
    clock = Clock()
    clock.set("turn", time.after(180), noting(rung, "turn"))
    await time.goes_by(179.9)
    assert rung == []
    await time.goes_by(0.1)
    assert rung == ["turn"]
    await time.goes_by(1000)
    assert rung == ["turn"]
    assert time.pending == []


async def test_what_has_passed_runs_at_once(time: Time, rung: list[str]) -> None:
    Clock().set("turn", time.after(-60), noting(rung, "turn"))
    await time.goes_by(0)
    assert rung == ["turn"]


async def test_jobs_run_in_the_order_in_which_they_are_due(time: Time, rung: list[str]) -> None:
    clock = Clock()
    for seconds in (30, 10, 20):
        clock.set(seconds, time.after(seconds), noting(rung, f"{seconds} s"))
    await time.goes_by(25)
    assert rung == ["10 s", "20 s"]
    await time.goes_by(25)
    assert rung == ["10 s", "20 s", "30 s"]


async def test_jobs_due_at_the_same_moment_all_run(time: Time, rung: list[str]) -> None:
    clock = Clock()
    for table in range(3):
        clock.set(("deadline", table), time.after(10), noting(rung, str(table)))
    await time.goes_by(10)
    assert rung == ["0", "1", "2"]


@pytest.mark.parametrize(("earlier", "later"), [(10, 20), (20, 10)])
async def test_a_job_set_again_replaces_the_earlier_one(
    time: Time, rung: list[str], earlier: int, later: int
) -> None:
    clock = Clock()
    clock.set("turn", time.after(earlier), noting(rung, "first"))
    clock.set("turn", time.after(later), noting(rung, "second"))
    await time.goes_by(later - 1)
    assert rung == []
    await time.goes_by(100)
    assert rung == ["second"]


async def test_keys_are_apart(time: Time, rung: list[str]) -> None:
    clock = Clock()
    clock.set(("deadline", 1), time.after(10), noting(rung, "deadline"))
    clock.set(("computer", 1), time.after(10), noting(rung, "computer"))
    clock.unset(("deadline", 1))
    await time.goes_by(10)
    assert rung == ["computer"]


async def test_unset(time: Time, rung: list[str]) -> None:
    clock = Clock()
    clock.set("turn", time.after(10), noting(rung, "turn"))
    clock.unset("turn")
    clock.unset("turn")
    clock.unset("never set")
    await time.goes_by(100)
    assert rung == []
    assert time.pending == []


async def test_there_is_one_timer_for_all(time: Time, rung: list[str]) -> None:
    clock = Clock()
    for n in range(100):
        clock.set(n, time.after(100 - n), noting(rung, str(n)))
        assert len(time.pending) == 1
        assert time.pending[0].due == time.after(100 - n)
    clock.unset(99)
    assert [timer.due for timer in time.pending] == [time.after(2)]


async def test_a_timer_that_rings_early_loses_nothing(time: Time, rung: list[str]) -> None:
    """The loop's clock and the wall's are two."""
    Clock().set("turn", time.after(10), noting(rung, "turn"))
    time.pending[0].due -= timedelta(milliseconds=5)
    await time.goes_by(9.999)
    assert rung == []
    await time.goes_by(0.001)
    assert rung == ["turn"]


async def test_a_job_may_set_the_next_one(time: Time, rung: list[str]) -> None:
    clock = Clock()

    async def beat() -> None:
        rung.append(f"{time.passed:.0f} s")
        clock.set("heartbeat", time.after(30), beat)

    clock.set("heartbeat", time.now, beat)
    await time.goes_by(70)
    assert rung == ["0 s", "30 s", "60 s"]


async def test_a_slow_job_holds_nobody_up(time: Time, rung: list[str]) -> None:
    clock, ready = Clock(), asyncio.Event()

    async def slow() -> None:
        await ready.wait()
        rung.append("slow")

    clock.set("slow", time.after(10), slow)
    clock.set("turn", time.after(20), noting(rung, "turn"))
    await time.goes_by(20)
    assert rung == ["turn"]
    ready.set()
    await time.goes_by(0)
    assert rung == ["turn", "slow"]


# jobs that fail


async def test_a_failing_job_is_tried_again_with_growing_pauses(
    time: Time, caplog: pytest.LogCaptureFixture
) -> None:
    tried: list[float] = []

    async def fails() -> None:
        tried.append(time.passed)
        raise OSError("the disk is full")

    Clock().set(("deadline", 7), time.now, fails)
    await time.goes_by(250)
    assert tried == [0, 1, 3, 7, 15, 31, 63, 123, 183, 243]
    assert [record.levelno for record in caplog.records] == [logging.ERROR] * len(tried)
    assert all("('deadline', 7)" in record.getMessage() for record in caplog.records)
    assert caplog.records[0].exc_info is not None


async def test_it_is_tried_until_it_succeeds(time: Time, rung: list[str]) -> None:
    async def heals() -> None:
        rung.append("tried")
        if len(rung) < 3:
            raise OSError("the disk is full")

    Clock().set("turn", time.now, heals)
    await time.goes_by(10_000)
    assert rung == ["tried"] * 3
    assert time.pending == []


async def test_a_job_set_anew_starts_with_short_pauses(time: Time) -> None:
    clock, tried = Clock(), list[float]()

    async def fails() -> None:
        tried.append(time.passed)
        raise OSError("the disk is full")

    clock.set("turn", time.now, fails)
    await time.goes_by(20)
    assert tried == [0, 1, 3, 7, 15]
    clock.set("turn", time.now, fails)
    await time.goes_by(3)
    assert tried[5:] == [20, 21, 23]


async def test_a_failing_job_gives_way_to_the_one_that_took_its_key(time: Time, rung: list[str]) -> None:
    clock = Clock()

    async def fails() -> None:
        rung.append("old")
        clock.set("turn", time.after(60), noting(rung, "new"))
        raise OSError("the disk is full")

    clock.set("turn", time.now, fails)
    await time.goes_by(1000)
    assert rung == ["old", "new"]


async def test_a_failing_job_can_be_unset(time: Time) -> None:
    clock, tried = Clock(), list[float]()

    async def fails() -> None:
        tried.append(time.passed)
        raise OSError("the disk is full")

    clock.set("turn", time.now, fails)
    await time.goes_by(2)
    clock.unset("turn")
    await time.goes_by(1000)
    assert tried == [0, 1]


async def test_no_job_is_given_up_however_long_it_fails(time: Time) -> None:
    """Over a weekend the disk stays full, and the table must go on all the same."""
    tried: list[float] = []

    async def fails() -> None:
        tried.append(time.passed)
        raise OSError("the disk is full")

    Clock().set("turn", time.now, fails)
    await time.goes_by(48 * 3600)
    assert len(tried) > 48 * 3600 / LONGEST_PAUSE
    assert tried[-1] > 48 * 3600 - LONGEST_PAUSE


# the end


async def test_close_forgets_what_is_due(time: Time, rung: list[str]) -> None:
    clock = Clock()
    clock.set("turn", time.after(10), noting(rung, "turn"))
    await clock.close()
    await time.goes_by(100)
    assert rung == []
    assert time.pending == []


async def test_close_ends_what_is_under_way(time: Time, rung: list[str]) -> None:
    clock = Clock()

    async def slow() -> None:
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            rung.append("cancelled")
            raise

    clock.set("slow", time.now, slow)
    await time.goes_by(0)
    async with asyncio.timeout(5):
        await clock.close()
    assert rung == ["cancelled"]
    await time.goes_by(1000)
    assert rung == ["cancelled"], "an ended job is no failed one"


async def test_a_job_may_close_the_clock(time: Time, rung: list[str]) -> None:
    clock = Clock()

    async def last() -> None:
        await clock.close()
        rung.append("closed")

    clock.set("last", time.now, last)
    clock.set("later", time.after(10), noting(rung, "later"))
    await time.goes_by(100)
    assert rung == ["closed"]


async def test_close_without_jobs() -> None:
    await Clock().close()


# real time


async def test_on_a_real_loop(rung: list[str]) -> None:
    clock, start = Clock(), utcnow()
    clock.set("second", start + timedelta(milliseconds=40), noting(rung, "second"))
    clock.set("first", start + timedelta(milliseconds=10), noting(rung, "first"))
    clock.set("never", start + timedelta(milliseconds=20), noting(rung, "never"))
    clock.unset("never")
    async with asyncio.timeout(5):
        while len(rung) < 2:  # noqa: ASYNC110 - the clock under test tells nobody
            await asyncio.sleep(0.005)
    assert rung == ["first", "second"]
    assert utcnow() - start >= timedelta(milliseconds=40)
    await clock.close()
