"""Invariant 2: a move that was answered is in the store, though the process was killed the next moment."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import textwrap
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from bot.store import Store

ROOT = Path(__file__).parents[2]
WRITER = textwrap.dedent(
    """
    import asyncio, sys
    from tests.store.games import AINO, BROR, a_game, a_move
    from bot.store import Store

    async def main() -> None:
        store = Store(sys.argv[1])
        await store.open()
        game = await a_game(store, AINO, BROR)
        print("game", game, flush=True)
        ply = 0
        while True:
            await a_move(store, game, ply, f"{'23456789'[ply % 8]}S", interaction=1000 + ply)
            print(ply, flush=True)
            ply += 1

    asyncio.run(main())
    """
)
ENOUGH = 40


def write_and_be_killed(file: Path) -> tuple[int, list[int]]:
    """The game, and each ply that the process told after its commit."""
    command = [sys.executable, "-c", WRITER, f"sqlite+aiosqlite:///{file}"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment, cwd=ROOT) as writer:
        assert writer.stdout is not None
        game = int(writer.stdout.readline().removeprefix("game "))
        told = [int(writer.stdout.readline()) for _ in range(ENOUGH)]
        writer.send_signal(signal.SIGKILL)
        told += [int(line) for line in writer.stdout.read().splitlines() if line]
    assert writer.returncode == -signal.SIGKILL
    return game, told


async def test_killed_in_the_middle(file: Path, another: Callable[[], Store]) -> None:
    """No power is cut here; that `synchronous` is FULL stands in test_schema.py."""
    game, told = write_and_be_killed(file)
    assert told == list(range(len(told)))
    store = another()
    await store.open()
    found = await store.load(game)
    assert found is not None
    assert len(found.moves) in (len(told), len(told) + 1), "what was told is there, and at most one more"
    assert list(found.moves) == [f"{'23456789'[ply % 8]}S" for ply in range(len(found.moves))]
    with closing(sqlite3.connect(file)) as database:
        assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        plies = [ply for (ply,) in database.execute("SELECT ply FROM moves ORDER BY ply")]
    assert plies == list(range(len(plies))), "no gap"
