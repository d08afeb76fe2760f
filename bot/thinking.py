"""Computers' moves are thought of here: quick rules at once, a search in a process of its own.

A process is one end of a pipe. A thread waits at the other end, so that the event loop never does, and a
process that dies or hangs is noticed by whoever waits for it: docs/decisions/thinking-in-processes.md.
"""

from __future__ import annotations

import asyncio
import logging
import signal
import threading
import traceback
from concurrent.futures import ThreadPoolExecutor
from multiprocessing import get_context
from multiprocessing.connection import Connection
from random import Random
from time import monotonic
from typing import Final

from engine import Move, PlayerView, fast
from engine.players import levels
from engine.players.levels import Level

log = logging.getLogger(__name__)

Question = tuple[Level, PlayerView, int]

SPAWN: Final = get_context("spawn")
LIMIT: Final = 2.0
"""After so many seconds without an answer the rules of `Level.NORMAL` move."""
START: Final = 30.0
"""How long a process may take to start. One that is slow to start is not one that hangs."""


class Thinkers:
    """At most so many processes, each started when one is needed, or anew when one has died."""

    def __init__(self, processes: int, limit: float = LIMIT) -> None:
        self.limit = limit
        self._threads = ThreadPoolExecutor(processes, "thinker")  # starts no thread before it is needed
        self._lock = threading.Lock()  # one process is born or dies at a time
        self._all: set[_Thinker] = set()
        self._idle: list[_Thinker] = []
        self._closed = False

    async def choose(self, level: Level, view: PlayerView, seed: int) -> Move:
        """A legal move, the same for the same seed; in time, whatever happens to the processes."""
        if level is not Level.HARD or not fast.AVAILABLE or len(view.moves) < 2:
            return _chosen(level, view, seed)
        until = monotonic() + self.limit
        ask = asyncio.get_running_loop().run_in_executor
        try:
            place = await ask(self._threads, self._ask, (level, view, seed), until)
        except Exception:  # no process can be started, say: whatever it is, a table must not wait for it
            log.exception("nobody can think about a move")
            place = None
        return _chosen(Level.NORMAL, view, seed) if place is None else view.moves[place]

    async def close(self) -> None:
        """End all processes, whatever they do."""
        with self._lock:
            self._closed = True
            for thinker in self._all:
                thinker.process.kill()
        await asyncio.to_thread(self._threads.shutdown)
        while self._idle:
            self._bury(self._idle.pop())

    # in a thread

    def _ask(self, question: Question, until: float) -> int | None:
        """Which of the legal moves it is; None if that cannot be said in time."""
        for _ in range(2):
            thinker = self._one()
            if thinker is None:
                return None
            try:
                answer = thinker.ask(question, until)
            except (EOFError, OSError):
                self._bury(thinker)
                if self._closed:
                    return None
                log.warning("process %s died while it thought", thinker.process.pid)
                continue
            if thinker.hangs:
                self._bury(thinker)
                log.warning("process %s thought for too long and was killed", thinker.process.pid)
            else:
                self._idle.append(thinker)
            if isinstance(answer, str):
                log.error("a move could not be thought of: %s", answer)
                return None
            return answer
        return None

    def _one(self) -> _Thinker | None:
        """A process that has nothing to do, a new one if need be; None once this is closed."""
        with self._lock:
            if self._closed:
                return None
            if self._idle:
                return self._idle.pop()
            thinker = _Thinker()
            self._all.add(thinker)
            return thinker

    def _bury(self, thinker: _Thinker) -> None:
        with self._lock:
            thinker.end()
            self._all.discard(thinker)


class _Thinker:
    """A process, and our end of its pipe. One thread at a time asks."""

    def __init__(self) -> None:
        self._pipe, theirs = SPAWN.Pipe()
        self.process = SPAWN.Process(target=_think, args=(theirs,), name="thinker", daemon=True)
        self.process.start()
        theirs.close()  # or their death would not be noticed
        self._started = False
        self._asked = False
        self._born = monotonic()

    def ask(self, question: Question, until: float) -> int | str | None:
        """The answer, or what went wrong; None if it takes too long. `EOFError` or `OSError` if it dies."""
        if not self._started:
            if not self._said_something(until):
                return None
            self._pipe.recv()
            self._started = True
        if monotonic() >= until:
            return None
        self._pipe.send(question)
        self._asked = True
        if not self._said_something(until):
            return None
        answer: int | str = self._pipe.recv()
        self._asked = False
        return answer

    @property
    def hangs(self) -> bool:
        """Whether it has not answered, or not even started in all this time."""
        return self._asked or (not self._started and monotonic() > self._born + START)

    def end(self) -> None:
        self.process.kill()
        self.process.join(1)
        self._pipe.close()

    def _said_something(self, until: float) -> bool:
        """Or has died, which `recv` tells."""
        return self._pipe.poll(max(0.0, until - monotonic()))


# in a process


def _think(pipe: Connection[object, Question]) -> None:
    """Answer questions until the bot closes the pipe, as it does too when it is killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the bot, which ends this process
    try:
        pipe.send("started")
        while True:
            pipe.send(_answer(*pipe.recv()))
    except (EOFError, OSError):
        pass


def _answer(level: Level, view: PlayerView, seed: int) -> int | str:
    try:
        return view.moves.index(_chosen(level, view, seed))
    except Exception:
        return traceback.format_exc()


def _chosen(level: Level, view: PlayerView, seed: int) -> Move:
    return levels.choose(level, view, Random(seed))  # noqa: S311 - chance that can be repeated
