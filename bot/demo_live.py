"""Keeps simcord's preview page fresh while the bot works by itself, and its presses valid.

The page by itself shows what its own presses have changed, and nothing else. Marked PRIVATE is what leans on
names inside simcord, whose version is therefore pinned in pyproject.toml.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import replace
from types import TracebackType
from typing import Any, Final

import simcord
from discord.app_commands import AppCommandError
from simcord.components import walk_components
from simcord.preview import Preview

log = logging.getLogger(__name__)

EVERY: Final = 0.25
"""Seconds from one look at the bot to the next."""
AT_LEAST: Final = 5.0
"""Seconds after which the page is published even if nothing happened: it counts down `turn ends in …`."""
PRIVATE_MESSAGES: Final = 20
"""How many of each person's stay: simcord keeps them for ever, and the page shows the newest 50 messages."""
REVISIONS: Final = 400
"""How many publications of all tabs together are remembered, a few seconds' worth."""


class Live:
    """While entered, the page follows the bot.

    simcord does one thing at a time and refuses a second: presses and looks pass a gate, one by one.
    """

    def __init__(self, env: simcord.Env, preview: Preview) -> None:
        self._env = env
        self._preview = preview
        self._gate = asyncio.Lock()
        self._shown: OrderedDict[tuple[str, int], dict[str, str]] = OrderedDict()
        # PRIVATE: simcord rejects each press on a publication that is not the newest, and background edits
        # publish all the time; so presses are looked at first, and what each publication showed is noted.
        self._simcords_action, self._simcords_publish = preview._action, preview._publish
        preview._action = self._action  # type: ignore[method-assign]
        preview._publish = self._publish  # type: ignore[method-assign]
        # PRIVATE: simcord holds each press back until timers due within 5 s have fired, computers' pauses
        # too; as while the clock is being advanced, it is to wait for nothing but what runs now.
        state = env._settlement_state
        env._settlement_state = lambda: replace(state(), advancing=True)  # type: ignore[method-assign]
        # PRIVATE: what a command refuses is an exception that the bot answers; the page would mark it in red.
        self._simcords_record = env._record_error
        env._record_error = self._record_error  # type: ignore[method-assign]

    async def __aenter__(self) -> None:
        self._task = asyncio.create_task(self._follow())

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    async def _follow(self) -> None:
        """Let the bot's clock go with the real one, and publish what has changed."""
        # Not env.advance_time: when a timer fires during it, both wait for each other until a time-out.
        clock = self._env.backend.clock
        start, seen, published = time.monotonic() - clock.elapsed, -1, 0.0
        while not self._preview._closed:  # PRIVATE: the page has a button that ends it
            await asyncio.sleep(EVERY)
            async with self._gate:
                now = time.monotonic()
                self._env.backend.advance_clock(max(0.0, now - start - clock.elapsed))
                self._dismiss()
                try:
                    await self._env.settle()
                    happened = len(self._env.backend.transcript)
                    if happened != seen or now - published > AT_LEAST:
                        seen, published = happened, now
                        await self._preview.refresh()
                except Exception as error:  # whatever it was, the next look may do better
                    if not self._preview._closed:
                        log.warning("the page could not be brought up to date: %r", error)

    def _record_error(self, error: BaseException) -> None:
        if not isinstance(error, AppCommandError):
            self._simcords_record(error)

    def _publish(self, page: Any, **about: Any) -> None:
        """A publication: note which press each of its controls stands for. PRIVATE: the shape of a page."""
        self._simcords_publish(page, **about)
        messages = page.snapshot.get("messages", {}).values()
        self._count_down(list(messages))
        self._shown[page.id, page.revision] = {
            control["control_key"]: control["custom_id"]
            for message in messages
            for control in walk_components(message.get("components", []))
            if "control_key" in control and "custom_id" in control
        }
        while len(self._shown) > REVISIONS:
            self._shown.popitem(last=False)

    def _count_down(self, part: Any) -> None:
        """The page draws a message anew only when that has changed; so a time that runs out has to."""
        if isinstance(part, list):
            for inner in part:
                self._count_down(inner)
        elif isinstance(part, dict):
            if part.get("type") == "timestamp" and part.get("style") == "R":
                left = part["unix"] - self._env.now().timestamp()
                part["left"] = round(left / 60) if abs(left) > 60 else round(left / AT_LEAST) * AT_LEAST
            self._count_down(list(part.values()))

    async def _action(self, context_id: str | None, body: Mapping[str, Any]) -> dict[str, Any]:
        """Something a person did on a page: taken as done on the newest publication, if that still has it."""
        async with self._gate:
            page = self._preview._pages.get(context_id or "")  # PRIVATE: to know which person's page it is
            if page is not None and isinstance(body, Mapping):
                kind, revision = body.get("kind"), body.get("published_revision")
                if kind in ("click", "select") and isinstance(revision, int):
                    pressed = self._shown.get((page.id, revision), {}).get(str(body.get("control_key")))
                    body = {**body, "control_key": self._control(page, body.get("target_id"), pressed)}
                if kind in self._preview._REVISION_KINDS:  # PRIVATE: what simcord would reject as outdated
                    body = {**body, "published_revision": page.revision}
            return await self._simcords_action(context_id, body)

    def _control(self, page: Any, message_id: Any, custom_id: str | None) -> str:
        """Where the control now stands that a person pressed: numbers shift when a message changes."""
        message = self._env.backend.messages.get(page.channel_id, {}).get(int(message_id))
        for control in walk_components(message.components if message is not None else []):
            if custom_id is not None and control.get("custom_id") == custom_id:
                return f"message:{message_id}:component:{control['id']}"
        return "gone"

    def _dismiss(self) -> None:
        """Take away each person's older private messages, as he would."""
        for messages in self._env.backend.messages.values():
            of: dict[str, list[int]] = {}
            for message in messages.values():
                if message.is_ephemeral and message.interaction_metadata:
                    of.setdefault(message.interaction_metadata["user"]["id"], []).append(message.id)
            for ids in of.values():
                for old in sorted(ids)[:-PRIVATE_MESSAGES]:
                    del messages[old]
