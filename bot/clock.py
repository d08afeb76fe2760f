"""One clock for everything that is due later: deadlines of turns and lobbies, computers' pauses, repaints."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Hashable
from datetime import datetime, timedelta
from typing import Final

from discord.utils import utcnow

log = logging.getLogger(__name__)

Job = Callable[[], Awaitable[None]]
LONGEST_PAUSE: Final = 60.0


class Clock:
    """Runs each job once, when it is due. A job set again under its key replaces the earlier one.

    A job that fails is tried again, with growing pauses, until it succeeds or another takes its key.
    What must survive a restart has its deadline in the store; it is set here again at the start.
    """

    def __init__(self) -> None:
        self._due: dict[Hashable, tuple[datetime, Job, int]] = {}  # with how often it has failed
        self._timer: asyncio.TimerHandle | None = None
        self._running: set[asyncio.Task[None]] = set()

    def set(self, key: Hashable, when: datetime, job: Job) -> None:
        """Run the job at this moment, at once if it has passed."""
        self._set(key, when, job, 0)

    def unset(self, key: Hashable) -> None:
        """Forget the job, if there is one."""
        if self._due.pop(key, None) is not None:
            self._wind()

    async def close(self) -> None:
        """Forget all jobs and end those under way."""
        self._due.clear()
        self._wind()
        running = [task for task in self._running if task is not asyncio.current_task()]
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)

    def _set(self, key: Hashable, when: datetime, job: Job, failures: int) -> None:
        self._due[key] = when, job, failures
        self._wind()

    def _wind(self) -> None:
        """One timer, for whatever is due first."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._due:
            first = min(when for when, _, _ in self._due.values())
            delay = max(0.0, (first - utcnow()).total_seconds())
            self._timer = asyncio.get_running_loop().call_later(delay, self._ring)

    def _ring(self) -> None:
        self._timer = None
        now = utcnow()
        for key in [key for key, (when, _, _) in self._due.items() if when <= now]:
            _, job, failures = self._due.pop(key)
            task = asyncio.create_task(self._run(key, job, failures))
            self._running.add(task)
            task.add_done_callback(self._running.discard)
        self._wind()

    async def _run(self, key: Hashable, job: Job, failures: int) -> None:
        try:
            await job()
        except Exception:  # whatever it was, nobody else would ever try again
            log.exception("job %s failed", key)
            if key not in self._due:
                pause = min(LONGEST_PAUSE, 2.0 ** min(failures, 10))
                self._set(key, utcnow() + timedelta(seconds=pause), job, failures + 1)
