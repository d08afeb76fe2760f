"""A database of its own for each test, and games in a line or two."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from bot.store import Store


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Where the database of this test is."""
    return tmp_path / "games.db"


@pytest.fixture
async def another(file: Path) -> AsyncIterator[Callable[[], Store]]:
    """One more process with the same database, each time it is called; not opened yet."""
    stores: list[Store] = []

    def one_more() -> Store:
        stores.append(Store(f"sqlite+aiosqlite:///{file}"))
        return stores[-1]

    yield one_more
    for store in stores:
        await store.close()


@pytest.fixture
async def store(another: Callable[[], Store]) -> Store:
    """The store, opened."""
    opened = another()
    await opened.open()
    return opened
