"""Pictures of every screen, from two fixed games played on the demo's page.

    .venv/bin/python -m docs.shoot FOLDER        (needs Debian's `chromium`)

Each picture is one message as it looks on a desktop (1280) and on a phone (360, two pixels to one); those with
`page` in their name are the whole page of a phone that is 740 high. Prints how high each message is there:
SCREENS.md wants a message to fit a screen of 500.
"""

from __future__ import annotations

import re
import shutil
import signal
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Browser, Locator, sync_playwright

from tests.preview_page import CHROMIUM, Demo, Viewer, until, window

CARD = re.compile(r"^(10|[2-9JQKA])[♠♥♦♣]")
SIZES = {"1280": (1280, 900), "360": (360, 1500), "360-page": (360, 740)}


class Studio:
    """Three windows on one demo: the first plays, all are photographed."""

    def __init__(self, browser: Browser, url: str, folder: Path) -> None:
        self.folder, self.taken = folder, set[str]()
        self.windows = {name: window(browser, *size) for name, size in SIZES.items()}
        self.tabs = {name: Viewer(open_.__enter__().new_page(), url) for name, open_ in self.windows.items()}
        self.hand: dict[str, str] = {}  # the message with each person's hand

    @property
    def main(self) -> Viewer:
        return self.tabs["1280"]

    def close(self) -> None:
        for open_ in self.windows.values():
            open_.__exit__(None, None, None)

    def shoot(self, name: str, find: Callable[[Viewer], Locator], who: str, *, page: bool = False) -> None:
        """One message in every size, once."""
        if name in self.taken:
            return
        self.taken.add(name)
        words = find(self.main).inner_text()
        for size, tab in self.tabs.items():
            whole = size.endswith("page")
            if whole and not page:
                continue
            tab.become(who)
            message = find(tab)
            tab.wait_for(lambda m=message: same(m.inner_text(), words), f"{name}: {size} shows something else")
            message.evaluate("m => m.scrollIntoView({block: 'center'})")
            tab.page.mouse.move(0, 0)
            path = self.folder / f"{name}-{size}.png"
            (tab.page if whole else message).screenshot(path=path)
            if not whole:
                box = message.locator("section.component-container").first.bounding_box()
                print(f"{path.name:36} {round(box['height']) if box else '?'} px", flush=True)
            if tab.too_wide() > 0:
                print(f"{path.name:36} TOO WIDE by {tab.too_wide()} px")

    def table(self, name: str, who: str, *, page: bool = False) -> None:
        self.shoot(name, lambda tab: tab.table(), who, page=page)

    def private(self, name: str, who: str, *, page: bool = False) -> None:
        self.shoot(name, lambda tab: tab.private(), who, page=page)

    def turn(self, people: list[str]) -> str | None:
        """Wait for a person's turn and become that person; None when the game is over."""
        heading = re.compile(rf"\b({'|'.join(people)}) (?:leads|answers|must beat|plays)")

        def now() -> str | None:
            words = self.main.table().inner_text()
            if "Play again" in words:
                return "over"
            found = heading.search(words)
            return found[1] if found and "turn ends" in words else None

        who: str = self.main.wait_for(now, "nobody's turn comes", 30)
        if who == "over":
            return None
        self.main.become(who)
        return who


def same(one: str, other: str) -> bool:
    """Whether two texts agree but for times that are counted down."""
    return re.sub(r"in \d+ \w+", "", one) == re.sub(r"in \d+ \w+", "", other)


def cards(hand: Locator) -> list[Locator]:
    """The buttons of a hand that play a card."""
    buttons = hand.get_by_role("button").all()
    return [button for button in buttons if CARD.match(button.inner_text())]


def three(studio: Studio) -> None:
    """Myllymatti with two people and a computer, to its end."""
    tab = studio.main
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
    held = set[str]()
    while (who := studio.turn(["Aino", "Bror"])) is not None:
        other = "Bror" if who == "Aino" else "Aino"
        public = tab.table().inner_text()
        if who not in held:
            held.add(who)
            tab.click(tab.table(), "My hand")
        hand = tab.private()
        tab.wait_for(lambda h=hand: "Your turn" in h.inner_text(), f"{who} is not told of the turn")
        mine = hand.inner_text()
        for name, wanted in {
            "02a-table-phase1-lead": "Phase 1" in public and "leads, against" in public and "won 2" in public,
            "02-table-phase1-answer": "Phase 1" in public and "answers" in public and "Bounced" not in public,
            "02b-table-bounce": "Bounced" in public and "leads again" in public,
            "02c-table-bounce-answer": "Bounced" in public and "answers" in public,
            "03-trump": "are trump" in public,
            "04a-table-phase2-lead": "Phase 2" in public and "leads" in public and "are trump" not in public,
            "04-table-phase2": "Trick, 2 of 3" in public,
            "04d-table-out": "out, first" in public,
        }.items():
            if wanted:
                studio.table(name, who, page=name[:3] in {"02-", "04-"})
        buttons = cards(hand)
        for name, wanted in {
            "05-hand-phase1": "answer" in mine,
            "05a-hand-phase1-lead": "Your turn: lead\n" in mine,
            "06-hand-following": "beat" in mine and len(buttons) > 3,
            "06a-hand-nothing-beats": "nothing beats" in mine,
            "06c-hand-leading": "lead any card" in mine and len(buttons) < 20,
            "07a-hand-menus": "lead any card" in mine and not buttons,
        }.items():
            if wanted:
                studio.private(name, who, page=name == "06-hand-following")
        if other in held and "11c-not-your-turn" not in studio.taken and "Turn up" in public:
            tab.become(other)
            studio.private("08-hand-not-your-turn", other)
            tab.click(tab.table(), "Turn up")
            studio.private("11c-not-your-turn", other)
            tab.click(tab.private(), "My hand")
            tab.become(who)
        if "11b-stale" not in studio.taken and "Phase 2" in public and buttons:
            old = hand.get_attribute("data-message-id")
            tab.click(tab.table(), "My hand")  # a second hand; the first one stays as it is
            tab.press(cards(tab.private())[0])
            first = tab.page.locator(f'.channel-message[data-message-id="{old}"]')
            tab.press(cards(first)[0])
            studio.shoot(
                "11b-stale", lambda t: t.messages().filter(has_text="from an earlier turn").last, who
            )
            held.discard(who)
            continue
        play(tab, hand, "Phase 1" in public and who == "Aino")
    tab.become("Aino")
    studio.table("09-end", "Aino", page=True)
    studio.private("09a-hand-at-the-end", "Aino")
    tab.command("myllymatti stats")
    stats = tab.messages().filter(has_text="in this server").last
    studio.shoot("10-stats-person", lambda t: t.messages().filter(has_text="in this server").last, "Aino")
    tab.click(stats, "Losers")
    studio.shoot("10b-stats-losers", lambda t: t.messages().filter(has_text="Losers of").last, "Aino")
    tab.click(tab.table(), "Play again")
    studio.table("01b-lobby-again", "Aino")
    tab.click(tab.table(), "Leave")
    tab.become("Bror")
    tab.click(tab.table(), "Leave")
    studio.shoot("01c-closed", lambda t: t.messages().filter(has_text="This table is closed").last, "Bror")


def two(studio: Studio) -> None:
    """Mattis for two, in which one wins nearly everything and then leads it, runs and all."""
    tab = studio.main
    tab.become("Cia")
    tab.command("myllymatti start", game="Mattis", seats="2", computers="1")
    studio.table("01d-lobby-mattis", "Cia")
    tab.click(tab.table(), "Start")
    tab.click(tab.table(), "My hand")
    while studio.turn(["Cia"]) is not None:
        hand, public = tab.private(), tab.table().inner_text()
        tab.wait_for(lambda h=hand: "Your turn" in h.inner_text(), "Cia is not told of the turn")
        menus = hand.get_by_role("combobox")
        if menus.count():
            studio.private("07-hand-leading", "Cia", page=True)
            runs(studio)
        if "Pick up" in public and cards(hand) and "Pick up" not in hand.inner_text():
            studio.private("06d-hand-must-beat", "Cia")
            if "11a-may-not-pick-up" not in studio.taken:
                tab.press(tab.table().get_by_role("button", name=re.compile("Pick up")))
                studio.private("11a-may-not-pick-up", "Cia")
                tab.click(tab.private(), "My hand")
                hand = tab.private()
        if "Trick, 1 of 2" in public:
            studio.table("04e-table-mattis", "Cia")
        play(tab, hand, highest="Phase 1" in public)
    studio.table("09b-end-mattis", "Cia")


def runs(studio: Studio) -> None:
    """The menus, one of them open, and the runs that begin with a card."""
    if "07c-runs-open" in studio.taken:
        return
    studio.taken.add("07c-runs-open")
    for size, tab in studio.tabs.items():
        tab.become("Cia")
        hand = tab.private()
        for menu in hand.get_by_role("combobox").all():
            menu.click()
            options = tab.page.locator(".preview-select.is-open [role=listbox] [role=option]")
            options.first.wait_for()
            if any("Run from" in words for words in options.all_inner_texts()):
                tab.page.screenshot(path=studio.folder / f"07c-runs-open-{size}.png")
                if size == "1280":
                    last = options.filter(has_text="Run from").first
                    tab._receipt(last.click)
                    studio.private("07d-runs-from", "Cia")
                    tab.click(tab.private(), "Back")
                    break
            tab.page.keyboard.press("Escape")
            if size != "1280" and any("Run from" in words for words in options.all_inner_texts()):
                break


def play(tab: Viewer, hand: Locator, highest: bool) -> None:
    """The highest card in phase 1, or the first one; in phase 2 the first, or picking up."""
    buttons = cards(hand)
    pick_up = hand.get_by_role("button", name=re.compile("^Pick up"))
    if buttons:
        tab.press(buttons[-1 if highest else 0])
    elif pick_up.count():
        tab.press(pick_up)
    else:
        menu = hand.get_by_role("combobox").first
        menu.click()
        option = tab.page.locator(".preview-select.is-open [role=listbox] [role=option]").first
        tab._receipt(option.click)


def main(folder: Path) -> int:
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
                    studio = Studio(browser, demo.url(), folder)
                    game(studio)
                    studio.close()
                    print(f"{game.__name__}: the demo ends with {demo.end(signal.SIGINT)}", demo.err.read_text())
                finally:
                    demo.stop()
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
