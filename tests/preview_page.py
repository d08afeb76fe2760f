"""Starts the demo and drives its page in Chromium, as a person would. Shared by tests and docs/shoot.py."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Locator, Page
from playwright.sync_api import TimeoutError as TookTooLong

from bot.texts import LANGUAGES, texts

ROOT = Path(__file__).resolve().parents[1]
CHROMIUM = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
SECONDS = 30
"""How long anything may take."""
PRIVATE = "Only you can see this"
LABELS = ("My hand", "Join", "Play again", "Take my seat back")
OF_A_TABLE = re.compile("|".join(re.escape(texts(code)(label)) for code in LANGUAGES for label in LABELS))
"""Every table has one of these buttons, in any language."""


class Demo:
    """A `myllymatti demo` in a process of its own; what it says goes to files in a folder."""

    def __init__(self, folder: Path, *options: str, environment: dict[str, str] | None = None) -> None:
        self.out, self.err = folder / "demo.out", folder / "demo.err"
        command = [sys.executable, "-m", "bot", "demo", "--no-browser", *options]
        with self.out.open("w") as out, self.err.open("w") as err:
            self.process = subprocess.Popen(command, cwd=ROOT, stdout=out, stderr=err, env=environment)

    def url(self) -> str:
        """The address, once it is printed."""

        def address() -> str | None:
            found = re.search(r"http://127\.0\.0\.1:\d+/#\S+", self.out.read_text())
            if found is None and self.process.poll() is not None:
                raise AssertionError(f"the demo ended by itself: {self.err.read_text()}")
            return found and found[0]

        found: str = until(address, lambda: "no address was printed", SECONDS)
        return found

    def end(self, how: signal.Signals) -> int:
        """The exit code after a signal."""
        self.process.send_signal(how)
        return self.process.wait(SECONDS)

    def stop(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait(SECONDS)


def until(test: Callable[[], Any], why: Callable[[], str], seconds: float, nap: Any = time.sleep) -> Any:
    """What `test` gives as soon as that is true of it."""
    end = time.monotonic() + seconds
    while not (found := test()):
        if time.monotonic() > end:
            raise AssertionError(why())
        nap(0.05)
    return found


@contextmanager
def window(browser: Browser, width: int, height: int, **more: Any) -> Iterator[BrowserContext]:
    """A window; at 360 pixels it is a phone."""
    if width < 500:
        more = {"device_scale_factor": 2, "has_touch": True, "is_mobile": True, **more}
    context = browser.new_context(viewport={"width": width, "height": height}, **more)
    context.set_default_timeout(SECONDS * 1000)
    try:
        yield context
    finally:
        context.close()


class Viewer:
    """One tab: one person at a time."""

    def __init__(self, page: Page, url: str) -> None:
        self.page = page
        page.goto(url)
        self.wait_for(self.ready, "the page does not begin")

    def become(self, name: str) -> None:
        """Be somebody else."""
        picker = self.page.get_by_label("Viewing as")
        option = picker.locator("option", has_text=re.compile(f"^{re.escape(name)}$"))
        wanted = option.get_attribute("value")
        if self._state()["viewer"] != wanted:
            picker.select_option(value=wanted)
            self._until(lambda s: s["ready"] and not s["pending"] and s["viewer"] == wanted)

    def command(self, words: str, **options: str) -> None:
        """Type and send a slash command; a choice is given by the name it shows."""
        self.page.locator("#channel-composer-input").press_sequentially("/" + words)
        commands = self.page.get_by_role("listbox", name="Application commands")
        commands.get_by_role("option").first.wait_for()
        self.page.keyboard.press("Enter")
        composer = self.page.locator("#channel-composer")
        for name, value in options.items():
            pill = composer.locator(f'input.command-option-input[data-option="{name}"]')
            if not pill.count():  # it need not be given
                composer.locator("button.command-ghost").click()
                self.page.locator(".command-popup [role=option]").filter(has_text=name).first.click()
            pill.click()
            pill.press_sequentially(value)
            suggestion = self.page.locator("#command-suggestion-listbox [role=option]").filter(has_text=value)
            if suggestion.count():
                suggestion.first.click()
        self.receipt(composer.locator("#send-message").click)

    def messages(self) -> Locator:
        return self.page.locator("#channel-message-list .channel-message")

    def table(self) -> Locator:
        """The newest message that has a table's buttons, and that all can see."""
        public = self.messages().filter(has_not_text=PRIVATE)
        return public.filter(has=self.page.get_by_role("button", name=OF_A_TABLE)).last

    def private(self) -> Locator:
        """The newest message that only this person sees."""
        return self.messages().filter(has_text=PRIVATE).last

    def ready(self) -> bool:
        """Whether the page waits for nothing; meanwhile its buttons are pale."""
        now = self._state()
        return bool(now["ready"] and not now["pending"])

    def read(self, message: Locator) -> str:
        """A message as its reader has it: its words, then what its pictures show; each space a plain one."""
        words: str = message.evaluate(
            "m => [m.innerText, ...[...m.querySelectorAll('img')].map(image => image.alt)].join('\\n')"
        )
        return words.replace("\u00a0", " ")

    def drawn(self, message: Locator) -> bool:
        """Whether all pictures of a message are there to be seen."""
        there: bool = message.evaluate(
            """m => !m.querySelector('.media-unavailable')
                && [...m.querySelectorAll('img')].every(image => image.complete && image.naturalWidth > 0)"""
        )
        return there

    def buttons(self, message: Locator) -> Locator:
        """The buttons under a message, not the pictures, which can be pressed too."""
        return message.locator("button.component-button")

    def press(self, button: Locator) -> None:
        self.receipt(button.click)

    def click(self, message: Locator, label: str) -> None:
        self.press(message.get_by_role("button", name=label, exact=True))

    def open_menu(self, menu: Locator) -> Locator:
        """The options of a menu, unfolded."""
        options = self.page.locator(".preview-select.is-open [role=option]")
        for _ in range(3):  # a message that is drawn anew folds its menus
            menu.click()
            with suppress(TookTooLong):
                options.first.wait_for(timeout=1000)
                break
        return options

    def pick(self, menu: Locator, label: str = "") -> None:
        """The first entry of a menu that has these words."""
        self.receipt(lambda: self.open_menu(menu).filter(has_text=label).first.click(timeout=1000))

    def too_wide(self) -> int:
        """By how many pixels something sticks out of the page at its side."""
        wide: int = self.page.evaluate("document.documentElement.scrollWidth - innerWidth")
        return wide

    def _state(self) -> dict[str, Any]:
        """What the page says about itself."""
        state: dict[str, Any] = self.page.evaluate(
            """() => { const s = window.simcordPreview || {}; return {
            ready: s.ready, pending: s.pendingAction, last: s.lastAction, viewer: s.viewerId } }"""
        )
        return state

    def _until(self, test: Callable[[dict[str, Any]], Any], seconds: float = SECONDS) -> dict[str, Any]:
        # Not page.wait_for_function: the page's security policy forbids it.
        def there() -> dict[str, Any] | None:
            now = self._state()
            return now if test(now) else None

        found: dict[str, Any] = until(
            there, lambda: f"the page did not get there: {self._state()}", seconds, self._nap
        )
        return found

    def _nap(self, seconds: float) -> None:
        self.page.wait_for_timeout(seconds * 1000)

    def wait_for(self, test: Callable[[], Any], why: str, seconds: float = SECONDS) -> Any:
        """Look at the page until something is true of it."""
        return until(test, lambda: why, seconds, self._nap)

    def receipt(self, act: Callable[[], None]) -> None:
        """Act, and wait until the page has it that the bot answered."""
        old = (self._state()["last"] or {}).get("requestId")

        def taken(now: dict[str, Any]) -> bool:
            return bool(now["pending"] or (now["last"] and now["last"]["requestId"] != old))

        for _ in range(
            3
        ):  # an edit that arrives while the mouse button is down swallows the click, as for people
            with suppress(AssertionError, TookTooLong):
                act()
                self._until(taken, 1)
                break
        last = self._until(lambda now: now["ready"] and not now["pending"] and taken(now))["last"]
        assert last["settlement"] == "settled", last
        assert not last["rejected"], last
        assert last["acknowledgement"] != "unacknowledged", last
