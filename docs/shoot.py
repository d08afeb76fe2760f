"""Pictures of every screen, from two fixed games played on the demo's page.

    .venv/bin/python -m docs.shoot FOLDER        (needs Debian's `chromium`)

Each picture is one message as it looks on a desktop (1280) and on a phone (360, two pixels to one); those
with `page` in their name are the whole page of a phone that is 740 high. Prints how high each message is:
SCREENS.md wants a message to fit a screen of 500.
"""

# ruff: noqa: T201 - it tells what it has done

from __future__ import annotations

import re
import shutil
import signal
import sys
import tempfile
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from pathlib import Path

from playwright.sync_api import Browser, Locator, sync_playwright

from tests.preview_page import CHROMIUM, Demo, Viewer, window

CARD = re.compile(r"^(10|[2-9JQKA])[♠♥♦♣]")
SIZES = {"1280": (1280, 900), "360": (360, 1500), "360-page": (360, 740)}
DESKTOP = "1280"


class Studio:
    """Three windows on one demo: the first plays, all are photographed."""

    def __init__(self, browser: Browser, url: str, folder: Path, windows: ExitStack) -> None:
        self.folder, self.taken = folder, set[str]()
        self.tabs = {
            size: Viewer(windows.enter_context(window(browser, *pixels)).new_page(), url)
            for size, pixels in SIZES.items()
        }
        self.player = self.tabs[DESKTOP]
        self.held = set[str]()  # who has opened a hand

    def shoot(self, name: str, find: Callable[[Viewer], Locator], who: str, *, page: bool = False) -> None:
        """One message in every size, once."""
        if name in self.taken:
            return
        self.taken.add(name)
        words = find(self.player).inner_text()
        for size, tab in self.tabs.items():
            whole = size.endswith("page")
            if whole and not page:
                continue
            tab.become(who)
            message = find(tab)
            tab.wait_for(partial(shows, message, words), f"{size} does not show {name}")
            message.evaluate("m => m.scrollIntoView({block: 'center'})")
            tab.page.mouse.move(0, 0)
            path = self.folder / f"{name}-{size}.png"
            (tab.page if whole else message).screenshot(path=path)
            box = message.locator("section.component-container").first.bounding_box()
            wide = f", TOO WIDE by {tab.too_wide()}" if tab.too_wide() > 0 else ""
            print(f"{path.name:36} {round(box['height']) if box else 0} px{wide}", flush=True)

    def table(self, name: str, who: str, *, page: bool = False) -> None:
        self.shoot(name, lambda tab: tab.table(), who, page=page)

    def private(self, name: str, who: str, *, page: bool = False) -> None:
        self.shoot(name, lambda tab: tab.private(), who, page=page)

    def turn(self, *people: str) -> str | None:
        """Wait for a person's turn and become that person; None when the game is over."""
        to_play = re.compile(rf"^({'|'.join(people)})\b.* · to\splay$", re.MULTILINE)
        tab = self.player

        def whose() -> str | None:
            words = tab.table().inner_text()
            if "Play again" in words:
                return "over"
            found = to_play.search(words)
            if found is None:
                return None
            tab.become(found[1])
            if found[1] not in self.held:
                self.held.add(found[1])
                tab.click(tab.table(), "My hand")
            # The table message may be a second behind the hand.
            return found[1] if "Your turn" in tab.private().inner_text() else None

        who: str = tab.wait_for(whose, "nobody's turn comes", 30)
        return None if who == "over" else who


def three(studio: Studio) -> None:
    """Myllymatti with two people and a computer, to its end."""
    tab = studio.player
    tab.become("Aino")
    tab.command("myllymatti start", seats="3", computers="1")
    studio.table("01a-lobby-seat-free", "Aino")
    tab.become("Bror")
    tab.click(tab.table(), "Join")
    tab.become("Aino")
    studio.table("01-lobby", "Aino", page=True)
    tab.click(tab.table(), "Rules")
    studio.private("12-rules", "Aino", page=True)
    tab.click(tab.table(), "Start")
    while (who := studio.turn("Aino", "Bror")) is not None:
        public, mine = tab.table().inner_text(), tab.private().inner_text()
        buttons = cards(tab.private())
        tables = {
            "02-table-phase1-answer": "answers" in public and "Bounced" not in public,
            "02a-table-phase1-lead": "leads, against" in public and "won 2" in public,
            "02b-table-bounce": "Bounced" in public and "leads again" in public,
            "02c-table-bounce-answer": "Bounced" in public and "answers" in public,
            "04-table-phase2": "Phase 2" in public and "Trick, 2 of 3" in public,
            "04a-table-phase2-begins": "Phase 2" in public and "leads" in public,
            "04d-table-out": "out, first" in public,
        }
        for name in filter(tables.get, tables):
            studio.table(name, who, page=name in {"02-table-phase1-answer", "04-table-phase2"})
        hands = {
            "05-hand-phase1": "answer" in mine,
            "05a-hand-phase1-lead": "Your turn: lead\n" in mine,
            "06-hand-following": "Your turn: beat" in mine and len(buttons) > 3,
            "06a-hand-nothing-beats": "nothing beats" in mine,
            "06c-hand-leading": "lead any card" in mine and len(buttons) > 0,
        }
        for name in filter(hands.get, hands):
            studio.private(name, who, page=name == "06-hand-following")
        if "Turn up" in public and studio.held == {"Aino", "Bror"}:
            not_your_turn(studio, who, "Bror" if who == "Aino" else "Aino")
        if "Phase 2" in public and buttons and "11b-stale" not in studio.taken:
            stale(studio, who)
        else:
            play(tab, highest=who == "Aino" and "Phase 1" in public)
    tab.become("Aino")
    studio.table("09-end", "Aino", page=True)
    studio.private("09a-hand-at-the-end", "Aino")
    afterwards(studio)


def not_your_turn(studio: Studio, who: str, other: str) -> None:
    """The hand of somebody who waits, and what the table answers him."""
    if "11c-not-your-turn" in studio.taken:
        return
    tab = studio.player
    tab.become(other)
    studio.private("08-hand-not-your-turn", other)
    tab.click(tab.table(), "Turn up")
    studio.private("11c-not-your-turn", other)
    tab.click(tab.private(), "My hand")
    tab.become(who)


def stale(studio: Studio, who: str) -> None:
    """A press in a hand that is no longer kept up to date, since there is a second one."""
    tab = studio.player
    first = tab.page.locator(
        f'.channel-message[data-message-id="{tab.private().get_attribute("data-message-id")}"]'
    )
    tab.click(tab.table(), "My hand")
    tab.press(cards(tab.private())[0])
    tab.press(cards(first)[0])
    studio.shoot("11b-stale", says("from an earlier turn"), who)
    studio.held.discard(who)


def afterwards(studio: Studio) -> None:
    """Statistics, and the next lobby, which everybody leaves."""
    tab = studio.player
    tab.command("myllymatti stats")
    person = says("Aino in this server")
    studio.shoot("10-stats-person", person, "Aino")
    tab.click(person(tab), "Losers")
    studio.shoot("10b-stats-losers", says("Losers of this server"), "Aino")
    tab.click(tab.table(), "Play again")
    studio.table("01b-lobby-again", "Aino")
    tab.click(tab.table(), "Leave")
    tab.become("Bror")
    tab.click(tab.table(), "Leave")
    studio.shoot("01c-closed", says("This table is closed"), "Bror")


def two(studio: Studio) -> None:
    """Mattis for two, in which one wins nearly everything and then leads it, runs and all."""
    tab = studio.player
    tab.become("Cia")
    tab.command("myllymatti start", game="Mattis", seats="2", computers="1")
    studio.table("01d-lobby-mattis", "Cia")
    tab.click(tab.table(), "Start")
    while studio.turn("Cia") is not None:
        public, mine = tab.table().inner_text(), tab.private().inner_text()
        if tab.private().get_by_role("combobox").count():
            studio.private("07-hand-leading", "Cia", page=True)
            runs(studio)
        if "Pick up" in public and "Pick up" not in mine and "11a-may-not-pick-up" not in studio.taken:
            studio.private("06d-hand-must-beat", "Cia")
            tab.press(tab.table().get_by_role("button", name=re.compile("Pick up")))
            studio.private("11a-may-not-pick-up", "Cia")
            tab.click(tab.private(), "My hand")
        tables = {
            "02d-table-tie": "play again" in public,
            "02e-table-tie-answer": "Tied" in public and "1 of 2" in public,
            "03-trump": "are trump" in public,
            "04e-table-mattis": "Phase 2" in public and "Trick, 1 of 2" in public,
        }
        for name in filter(tables.get, tables):
            studio.table(name, "Cia", page=name == "03-trump")
        play(tab, highest="Phase 1" in public)
    studio.table("09b-end-mattis", "Cia")


def runs(studio: Studio) -> None:
    """A menu with too many runs for its options, and what its `Run from …` opens."""
    if "07c-menu-open" in studio.taken:
        return
    studio.taken.add("07c-menu-open")
    for size, tab in reversed(studio.tabs.items()):
        tab.become("Cia")
        for menu in tab.private().get_by_role("combobox").all():
            more = tab.open_menu(menu).filter(has_text="Run from")
            if not more.count():
                menu.click()
                continue
            tab.page.screenshot(path=studio.folder / f"07c-menu-open-{size}.png")
            if tab is studio.player:
                tab.receipt(more.first.click)
                studio.private("07d-runs-from", "Cia")
                tab.click(tab.private(), "Back")
            else:
                menu.click()
            break


def play(tab: Viewer, *, highest: bool) -> None:
    """The highest card, or the first one, or picking up."""
    hand = tab.private()
    buttons = cards(hand)
    pick_up = hand.get_by_role("button", name=re.compile("^Pick up"))
    if buttons:
        tab.press(buttons[-1 if highest else 0])
    elif pick_up.count():
        tab.press(pick_up)
    else:
        tab.receipt(tab.open_menu(hand.get_by_role("combobox").first).first.click)


def cards(hand: Locator) -> list[Locator]:
    """The buttons of a hand that play a card."""
    return [button for button in hand.get_by_role("button").all() if CARD.match(button.inner_text())]


def says(words: str) -> Callable[[Viewer], Locator]:
    """The newest message with these words."""
    return lambda tab: tab.messages().filter(has_text=words).last


def shows(message: Locator, words: str) -> bool:
    """Whether a message has these words, times that are counted down left out."""
    running = r"in \d+ \w+"
    return re.sub(running, "", message.inner_text()) == re.sub(running, "", words)


def main(folder: Path) -> int:
    """Play both games, a demo for each; 78 if there is no browser."""
    chromium = shutil.which("chromium")
    if chromium is None:
        print("there is no chromium: apt-get install chromium", file=sys.stderr)
        return 78
    folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=CHROMIUM)
        for seed, game in (("14", three), ("47", two)):
            with tempfile.TemporaryDirectory() as log:
                demo = Demo(Path(log), "--seed", seed, "--pace", "0.2")
                try:
                    with ExitStack() as windows:
                        game(Studio(browser, demo.url(), folder, windows))
                    code = demo.end(signal.SIGINT)
                    print(f"{game.__name__}: the demo ends with {code}", demo.err.read_text(), flush=True)
                finally:
                    demo.stop()
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
