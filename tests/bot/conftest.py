"""A running bot for each test, and what no test may leave behind."""

from __future__ import annotations

import logging
import re
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from tests.bot.sim import App, running, settings_for


@pytest.fixture(autouse=True)
def no_hidden_errors(request: pytest.FixtureRequest, caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Whatever goes wrong in a press is only logged: nobody else would see it."""
    caplog.set_level(logging.INFO)
    caplog.set_level(logging.DEBUG, "bot")
    yield
    errors = [r.getMessage() for r in caplog.get_records("call") if r.levelno >= logging.ERROR]
    marker = request.node.get_closest_marker("errors_expected")
    if marker is None:
        assert not errors
    else:
        assert errors, "an error was expected"
        assert [error for error in errors if not re.search(marker.args[0], error)] == []


@pytest.fixture
async def app(tmp_path: Path) -> AsyncIterator[App]:
    """The bot, started; in the end every press must have been answered, within Discord's limits."""
    async with running(settings_for(tmp_path)) as started:
        yield started
        assert len(started.unanswered()) == started.lost_answers
        assert started.broken_limits() == []


@pytest.fixture
async def patient(tmp_path: Path) -> AsyncIterator[App]:
    """As `app`, with a day for each turn, and half a minute between a computer's moves."""
    settings = settings_for(tmp_path, turn_seconds=86_400, computer_pace_min=30, computer_pace_max=30)
    async with running(settings) as started:
        yield started
        assert len(started.unanswered()) == started.lost_answers
        assert started.broken_limits() == []
