"""Pictures of every screen, from scenes played on the demo's page.

    .venv/bin/python -m docs.shoot FOLDER [SCENE …]        (needs Debian's `chromium`)

Each picture is one message as it looks on a desktop (1280) and on a phone (360, two pixels to one); those
with `page` in their name are the whole page of a phone that is 740 high. Prints how high each message is:
SCREENS.md wants a message to fit a screen of 500. All scenes take a quarter of an hour; what no scene leads
to is shown by an `Exhibition`, in each language (`exhibition`, or `exhibition-fi`). The scenes `fi`, `sv` and
`nb` are a game in that language.
"""

# ruff: noqa: T201 - it tells what it has done

from __future__ import annotations

import asyncio
import re
import shutil
import signal
import sqlite3
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future
from contextlib import ExitStack, closing, contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from threading import Event, Thread
from typing import NamedTuple

import discord
import simcord
from playwright.sync_api import Browser, Locator, sync_playwright

from bot.art.drawings import Look
from bot.drawing import files
from bot.options import Options
from bot.permissions import IN_THREADS
from bot.privacy import Held
from bot.screens import options, privacy, server, settings, stats
from bot.screens.end import closed
from bot.screens.hand import hand
from bot.screens.hints import Hint
from bot.screens.lobby import lobby
from bot.screens.notice import ending, paused
from bot.screens.parts import Screen, Sitter, Vote
from bot.screens.replay import LANDMARKS, OPEN, SHUT, record, replay
from bot.screens.rules import PAGES, rules_page
from bot.screens.table import table
from bot.standings import Against
from bot.store import Why, Wishes
from bot.texts import LANGUAGES, Texts, texts
from engine import PRESETS, Seat, parse_rules, view
from tests.preview_page import CHROMIUM, PRIVATE, SECONDS, Demo, Viewer, window
from tests.screens.scenes import NAMES, VOTE_ENDS, kept, lobby_scene, looked_back, scene
from tests.screens.test_lobby import ALL_CHANGED
from tests.screens.test_stats import DRAWN, MAY, aino
from tests.screens.test_table import following, with_runs

CARD = re.compile(r"^\w{1,2}[♠♥♦♣]")
SIZES = {"1280": (1280, 900), "360": (360, 1500), "360-page": (360, 740)}
DESKTOP = "1280"
TALL = 500
ROOM = 400
"""What the page needs around a message; for a high one the window grows."""
GAME, SEATS, TIME = range(3)
"""The menus of a host's options."""
LANGUAGE = 0
"""The menu of a person's settings."""


class Stage(Demo):
    """A demo that shuffles so and not otherwise, with computers that are quick."""

    def __init__(self, folder: Path, seed: str) -> None:
        self.database = folder / "demo.db"
        super().__init__(folder, "--seed", seed, "--pace", "0.2", "--database", str(self.database))

    def speak(self, language: str) -> None:
        """The server's language, once a table has been opened; it is heard when something is drawn next.

        Nobody in the demo may set it, so it is written where the demo keeps it.
        """
        with closing(sqlite3.connect(self.database)) as kept, kept:
            server = "SELECT DISTINCT guild_id, ? FROM games"
            kept.execute(f"INSERT OR REPLACE INTO servers (guild_id, language) {server}", [language])


@contextmanager
def stage(seed: str) -> Iterator[Stage]:
    """A demo in a folder that is gone afterwards; what it complains of is printed."""
    with tempfile.TemporaryDirectory() as folder:
        demo = Stage(Path(folder), seed)
        try:
            yield demo
            if code := demo.end(signal.SIGINT):
                print(f"the demo ends with {code}", file=sys.stderr)
        finally:
            demo.stop()
            print(demo.err.read_text(), end="", file=sys.stderr)


@contextmanager
def chromium() -> Iterator[Browser]:
    """The browser; without one there is nothing to do but to say so."""
    found = shutil.which("chromium")
    if found is None:
        print("there is no chromium to take pictures with: apt-get install chromium", file=sys.stderr)
        sys.exit(78)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=CHROMIUM)
        yield browser
        browser.close()


class Players:
    """Those who play at one table, all of them in one tab."""

    def __init__(self, tab: Viewer, t: Texts) -> None:
        self.tab, self.t = tab, t
        self.held = set[str]()  # who has opened a hand

    def turn(self, *people: str) -> str | None:
        """Wait for a person's turn and become that person; None when the game is over."""
        t, tab = self.t, self.tab
        to_play = t("to\u00a0play").replace("\u00a0", " ")
        on_turn = re.compile(rf"\b({'|'.join(people)}): [^.]*, {to_play}\.")

        def whose() -> str | None:
            words = tab.read(tab.table())
            if t("Play again") in words:
                return "over"
            found = on_turn.search(words)
            if found is None:
                return None
            tab.become(found[1])
            if found[1] not in self.held:
                self.held.add(found[1])
                tab.click(tab.table(), t("My hand"))
            # The table message may be a second behind the hand.
            both = cards_in_heading(tab.table()), cards_in_heading(tab.private())
            waits = t("Refresh") in tab.private().inner_text()
            return None if waits or (both[0] and both[0] != both[1]) else found[1]

        who: str = tab.wait_for(whose, "nobody's turn comes", 30)
        return None if who == "over" else who

    def speak(self, *people: str) -> None:
        """Each chooses a language for what is shown to him alone."""
        for who in people:
            self.tab.become(who)
            self.tab.command("myllymatti settings")
            choose(self.tab, LANGUAGE, LANGUAGES[self.t.language])
            self.held.discard(who)


class Studio(Players):
    """Three windows on one page: the first plays, all are photographed."""

    def __init__(self, browser: Browser, url: str, folder: Path, windows: ExitStack, t: Texts) -> None:
        self.folder, self.taken = folder, set[str]()
        self.tabs = {
            size: Viewer(windows.enter_context(window(browser, *pixels)).new_page(), url)
            for size, pixels in SIZES.items()
        }
        super().__init__(self.tabs[DESKTOP], t)

    def shoot(self, name: str, find: Callable[[Viewer], Locator], who: str, *, page: bool = False) -> None:
        """One message in every size, once."""
        if name in self.taken:
            return
        self.taken.add(name)
        words = still(self.tab, find)
        for size, tab in self.tabs.items():
            whole = size.endswith("page")
            if whole and not page:
                continue
            tab.become(who)
            message = find(tab)
            tab.wait_for(partial(shows, tab, message, words), f"{size} does not show {name}")
            counted_down(message, self.t.language)
            high = height(message)
            wide, usual = SIZES[size]
            if not whole and high + ROOM > usual:
                tab.page.set_viewport_size({"width": wide, "height": high + ROOM})
            tab.page.mouse.move(0, 0)
            for _ in range(2):  # the page itself scrolls to its end
                message.evaluate("m => m.scrollIntoView({block: 'center'})")
                tab.page.wait_for_timeout(200)
            path = self.folder / f"{name}-{size}.png"
            (tab.page if whole else message).screenshot(path=path)
            if not whole and high + ROOM > usual:
                tab.page.set_viewport_size({"width": wide, "height": usual})
            tall = ", TALL" if size == "360" and high > TALL else ""
            sticks_out = f", TOO WIDE by {tab.too_wide()}" if tab.too_wide() > 0 else ""
            print(f"{path.name:36} {high} px{tall}{sticks_out}", flush=True)

    def table(self, name: str, who: str, *, page: bool = False) -> None:
        self.shoot(name, lambda tab: tab.table(), who, page=page)

    def private(self, name: str, who: str, *, page: bool = False) -> None:
        self.shoot(name, lambda tab: tab.private(), who, page=page)

    def unfolded(self, name: str, who: str, which: int) -> None:
        """The page while a menu of the newest private message is open."""
        for size, tab in self.tabs.items():
            tab.become(who)
            menu = tab.private().get_by_role("combobox").nth(which)
            tab.wait_for(menu.count, f"{size} does not show the menu of {name}")
            tab.open_menu(menu)
            tab.page.screenshot(path=self.folder / f"{name}-{size}.png")
            menu.click()


def three(studio: Studio, _: Stage) -> None:
    """Myllymatti with two people and a computer, to its end."""
    tab = studio.tab
    tab.become("Aino")
    tab.command("myllymatti start", seats="3", computers="1")
    studio.table("01a-lobby-seat-free", "Aino")
    tab.become("Bror")
    tab.click(tab.table(), "Join")
    tab.become("Aino")
    studio.table("01-lobby", "Aino", page=True)
    rules(studio, "Aino")
    tab.click(tab.table(), "Start")
    while (who := studio.turn("Aino", "Bror")) is not None:
        public, mine = tab.read(tab.table()), tab.read(tab.private())
        if "No more hints" in mine:
            studio.private("05b-hand-hint", who, page=True)
            tab.click(tab.private(), "No more hints")
            studio.private("05c-no-more-hints", who)
            tab.click(tab.table(), "My hand")
            continue
        buttons = cards(tab.private())
        tables = {
            "02-table-phase1-answer": "answers" in public and "Bounce:" not in public,
            "02a-table-phase1-lead": "leads, against" in public and "won 2 cards" in public,
            "02b-table-bounce": "Bounce:" in public and "leads again" in public,
            "02c-table-bounce-answer": "Bounce:" in public and "answers" in public,
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
        if out := re.search(r"\b(Aino|Bror): out", public):
            tab.become(out[1])
            studio.private("08a-hand-out", out[1])
            tab.become(who)
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


def rules(studio: Studio, who: str, name: str = "12") -> None:
    """The rules of a table, from the short page to the last clause."""
    t, tab = studio.t, studio.tab
    tab.click(tab.table(), t("Rules"))
    studio.private(f"{name}-rules", who, page=True)
    pages = ["Examples", "Tricks", "Stock", "Beating", "Going out"]
    for n, label in enumerate(pages):
        tab.click(tab.private(), t(label))
        studio.private(f"{name}{'abcde'[n]}-rules-{PAGES[n + 1]}", who)


def not_your_turn(studio: Studio, who: str, other: str) -> None:
    """The hand of somebody who waits, and what the table answers him."""
    if "11c-not-your-turn" in studio.taken:
        return
    tab = studio.tab
    tab.become(other)
    studio.private("08-hand-not-your-turn", other)
    tab.click(tab.table(), "Turn up")
    studio.private("11c-not-your-turn", other)
    tab.click(tab.private(), "My hand")
    tab.become(who)


def stale(studio: Studio, who: str) -> None:
    """A press in a hand that is no longer kept up to date, since there is a second one."""
    tab = studio.tab
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
    tab = studio.tab
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


def two(studio: Studio, _: Stage) -> None:
    """Mattis for two, in which one wins nearly everything and then leads it, runs and all."""
    tab = studio.tab
    tab.become("Cia")
    tab.command("myllymatti start", game="Mattis", seats="2", computers="1")
    studio.table("01d-lobby-mattis", "Cia")
    tab.click(tab.table(), "Start")
    while studio.turn("Cia") is not None:
        public, mine = tab.read(tab.table()), tab.read(tab.private())
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
            "02e-table-tie-answer": "Tie:" in public and "1 of 2" in public,
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
            more = tab.open_menu(menu).filter(has_text="Run from").count()
            if more:
                tab.page.screenshot(path=studio.folder / f"07c-menu-open-{size}.png")
            menu.click()
            if not more:
                continue
            if tab is studio.tab:
                tab.pick(menu, "Run from")
                studio.private("07d-runs-from", "Cia")
                tab.click(tab.private(), "Back")
            break


def host(studio: Studio, _: Stage) -> None:
    """A lobby in which the host changes this and that, and which he closes."""
    tab = studio.tab
    tab.become("Aino")
    tab.command("myllymatti start", seats="4", computers="1")
    tab.become("Bror")
    tab.click(tab.table(), "Join")
    tab.click(tab.table(), "Options")
    studio.private("13e-only-the-host", "Bror")
    tab.become("Aino")
    tab.click(tab.table(), "Options")
    studio.private("13-options", "Aino", page=True)
    studio.unfolded("13f-game-unfolded", "Aino", GAME)
    studio.unfolded("13g-time-unfolded", "Aino", TIME)
    tab.click(tab.private(), "House rules")
    studio.private("13a-house-rules", "Aino", page=True)
    studio.unfolded("13h-house-rule-unfolded", "Aino", 2)
    choose(tab, 2, "lies face up")
    choose(tab, 4, "the last trick's winner")
    studio.private("13b-house-rules-changed", "Aino")
    tab.click(tab.private(), "More")
    studio.private("13c-more-house-rules", "Aino", page=True)
    tab.click(tab.private(), "Back")
    choose(tab, SEATS, "3 seats")
    choose(tab, TIME, "No time limit")
    studio.private("13d-options-full", "Aino")
    studio.table("01e-lobby-changed", "Aino", page=True)
    choose(tab, SEATS, "2 seats")
    studio.private("13k-seat-taken", "Aino")
    tab.command("myllymatti end")
    studio.private("16-end-lobby", "Aino")
    tab.click(tab.private(), "Close the table")
    studio.shoot("01f-closed-by-the-host", tells_all("This table is closed"), "Aino")
    studio.private("16a-lobby-ended", "Aino")


def leaving(studio: Studio, _: Stage) -> None:
    """A game that one leaves and comes back to, and that all agree to end."""
    tab = studio.tab
    begin(tab, "Aino", "Bror", "Cia")
    tab.become("Bror")
    tab.command("myllymatti end")
    studio.private("16b-not-yours-to-end", "Bror")
    tab.click(tab.table(), "My hand")
    tab.command("myllymatti leave")
    studio.private("14-leave-question", "Bror", page=True)
    tab.click(tab.private(), "Leave the game")
    studio.private("14a-left", "Bror")
    studio.table("14b-table-seat-kept", "Bror", page=True)
    tab.click(tab.table(), "My hand")
    studio.private("14c-seat-kept", "Bror", page=True)
    tab.click(tab.private(), "Take my seat back")
    tab.become("Aino")
    tab.command("myllymatti end")
    studio.private("16c-end-game", "Aino", page=True)
    tab.click(tab.private(), "Ask everybody")
    studio.private("16d-everybody-is-asked", "Aino")
    studio.table("17-table-vote", "Aino", page=True)
    tab.become("Bror")
    tab.click(tab.table(), "End the game")
    tab.command("myllymatti leave")
    tab.click(tab.private(), "Leave the game")
    studio.table("17a-table-vote-seat-kept", "Aino")
    tab.become("Cia")
    tab.click(tab.table(), "My hand")
    tab.click(tab.table(), "End the game")
    studio.shoot("19-ended-by-all", tells_all("This game has ended"), "Cia")
    tab.wait_for(lambda: "has ended" in tab.private().inner_text(), "the hand does not follow")
    studio.private("19f-hand-when-it-has-ended", "Cia")


def late(studio: Studio, _: Stage) -> None:
    """A game whose only person is reminded, falls asleep and leaves."""
    tab = studio.tab
    tab.become("Aino")
    tab.command("myllymatti start", seats="2", computers="1")
    tab.click(tab.table(), "Options")
    choose(tab, TIME, "30 seconds a turn")
    tab.click(tab.table(), "Start")
    tab.click(tab.table(), "My hand")
    studio.shoot("15-reminder", once(tab, says("Half of your time")), "Aino", page=True)
    asleep = once(tab, says("Everybody is away"))
    studio.shoot("17b-everybody-away", asleep, "Aino", page=True)
    tab.command("myllymatti hand")
    studio.private("14d-everybody-away-seat-kept", "Aino")
    tab.click(tab.private(), "Leave")
    tab.click(tab.private(), "Leave the game")
    studio.shoot("19a-ended-all-left", once(tab, tells_all("This game has ended")), "Aino")
    studio.private("19b-the-last-has-left", "Aino")


def choices(studio: Studio, _: Stage) -> None:
    """A person's settings, and what they make of a table that lies open."""
    tab = studio.tab
    tab.become("Aino")
    tab.command("myllymatti settings")
    studio.private("20-settings", "Aino", page=True)
    studio.unfolded("20a-language-unfolded", "Aino", LANGUAGE)
    tab.click(tab.private(), "For this server")
    studio.private("20b-not-yours-to-set", "Aino")
    begin(tab, "Aino", "Bror")
    studio.turn("Aino", "Bror")
    for n, (which, label) in enumerate([(2, "four"), (1, "text only"), (LANGUAGE, "Suomi")]):
        who = studio.turn("Aino", "Bror") or ""
        tab.command("myllymatti settings")
        choose(tab, which, label)
        studio.private(f"20{'cde'[n]}-settings", who)
        tab.click(tab.table(), "My hand")
        studio.private(f"20{'cde'[n]}-settings-hand", who)


def abroad(studio: Studio, demo: Stage) -> None:
    """A game in another language, whose words may be longer."""
    t, tab, language = studio.t, studio.tab, studio.t.language
    tab.become("Aino")
    tab.command("myllymatti start", game=GAMES[language], seats="3", computers="1")
    demo.speak(language)
    tab.become("Bror")
    tab.click(tab.table(), "Join")
    studio.speak("Bror", "Aino")
    studio.private(f"{language}-20-settings", "Aino")
    studio.table(f"{language}-01-lobby", "Aino", page=True)
    rules(studio, "Aino", f"{language}-12")
    tab.click(tab.table(), t("Options"))
    studio.private(f"{language}-13-options", "Aino")
    tab.click(tab.private(), t("House rules"))
    studio.private(f"{language}-13a-house-rules", "Aino")
    tab.click(tab.table(), t("Start"))
    while (who := studio.turn("Aino", "Bror")) is not None:
        public, mine = tab.table(), tab.private()
        words, heading, buttons = public.inner_text(), public.locator("h3").inner_text(), cards(mine)
        shedding, follows = t("Phase 2") in words, bool(cards_in_heading(public))
        tables = {
            "02-table-phase1": not shedding and follows,
            "02a-table-phase1-leads": not shedding and not follows,
            "03-trump": not follows and bool(re.search("[♠♥♦♣]", heading)),
            "03a-stock-empty": heading == t("The stock is empty"),
            "04-table-phase2": shedding and follows,
            "04d-table-out": shedding and t("out, {place}", place=t.place(1)) in tab.read(public),
        }
        for name in filter(tables.get, tables):
            studio.table(f"{language}-{name}", who, page=name == "04-table-phase2")
        hands = {
            "05-hand-phase1": not shedding and follows,
            "05a-hand-phase1-lead": not shedding and not follows,
            "06-hand-following": shedding and follows and len(buttons) > 2,
            "06a-hand-nothing-beats": shedding and follows and not buttons,
            "07-hand-leading": shedding and not follows,
        }
        for name in filter(hands.get, hands):
            studio.private(f"{language}-{name}", who, page=name == "06-hand-following")
        play(tab, highest=not shedding)
    tab.become("Aino")
    studio.table(f"{language}-09-end", "Aino", page=True)
    studio.private(f"{language}-09a-hand-at-the-end", "Aino")
    tab.command("myllymatti stats")
    studio.private(f"{language}-10-stats", "Aino")


def begin(tab: Viewer, *people: str) -> None:
    """A game of these people, the first one its host."""
    for n, who in enumerate(people):
        tab.become(who)
        if n:
            tab.click(tab.table(), "Join")
        else:
            tab.command("myllymatti start", seats=str(len(people)))
    tab.become(people[0])
    tab.click(tab.table(), "Start")


def choose(tab: Viewer, which: int, label: str) -> None:
    """One entry of a menu of the newest private message."""
    tab.pick(tab.private().get_by_role("combobox").nth(which), label)


def once(tab: Viewer, find: Callable[[Viewer], Locator]) -> Callable[[Viewer], Locator]:
    """Wait until there is such a message."""
    tab.wait_for(lambda: find(tab).count(), "it does not come", 90)
    return find


def play(tab: Viewer, *, highest: bool) -> None:
    """The highest card, or the first one, or what else there is: a menu's first, or picking up."""
    hand = tab.private()
    buttons, menus = cards(hand), hand.get_by_role("combobox")
    if buttons:
        tab.press(buttons[-1 if highest else 0])
    elif menus.count():
        tab.pick(menus.first)
    else:
        tab.press(tab.buttons(hand).first)


def cards(hand: Locator) -> list[Locator]:
    """The buttons of a hand that play a card."""
    buttons = hand.locator("button.component-button")
    return [buttons.nth(n) for n, label in enumerate(buttons.all_inner_texts()) if CARD.match(label)]


def cards_in_heading(message: Locator) -> list[str]:
    """What the heading says must be beaten."""
    return message.locator("h3 code").all_inner_texts()


def counted_down(message: Locator, language: str) -> None:
    """Say in a language how soon something ends, as Discord does: the page knows English only."""
    message.evaluate(
        r"""(message, language) => {
            const words = new Intl.RelativeTimeFormat(language, {numeric: 'auto'});
            for (const time of message.querySelectorAll('time.discord-timestamp')) {
                const left = /^in (\d+) (second|minute|hour|day)s?$/.exec(time.textContent);
                if (left) time.textContent = words.format(Number(left[1]), left[2]);
            }
        }""",
        language,
    )


def height(message: Locator) -> int:
    """How high the container of a message is."""
    box = message.locator("section.component-container").first.bounding_box()
    return round(box["height"]) if box else 0


def still(tab: Viewer, find: Callable[[Viewer], Locator]) -> str:
    """Wait until a message stays as it is, and its pictures are there; what it says."""

    def same() -> str | None:
        before = tab.read(find(tab))
        tab.page.wait_for_timeout(600)
        after = tab.read(find(tab))
        return after if before == after and tab.ready() and tab.drawn(find(tab)) else None

    words: str = tab.wait_for(same, "a message does not come to rest")
    return words


def says(words: str) -> Callable[[Viewer], Locator]:
    """The newest message with these words."""
    return lambda tab: tab.messages().filter(has_text=words).last


def tells_all(words: str) -> Callable[[Viewer], Locator]:
    """The newest message with these words that everybody sees."""
    return lambda tab: tab.messages().filter(has_not_text=PRIVATE).filter(has_text=words).last


def message(n: int) -> Callable[[Viewer], Locator]:
    """The message that many below the first."""
    return lambda tab: tab.messages().nth(n)


def shows(tab: Viewer, message: Locator, words: str) -> bool:
    """Whether a message has these words and all its pictures, times that are counted down left out."""
    running = r"in \d+ \w+"
    same = re.sub(running, "", tab.read(message)) == re.sub(running, "", words)
    return same and tab.ready() and tab.drawn(message)


class Exhibition(Thread):
    """Screens that no scene leads to, one message each, on a page of their own."""

    def __init__(self, screens: Mapping[str, Screen]) -> None:
        super().__init__()
        self._screens = screens
        self._url, self._over = Future[str](), Event()

    @contextmanager
    def open(self) -> Iterator[str]:
        """The address, for as long as it is open."""
        self.start()
        try:
            yield self._url.result(SECONDS)
        finally:
            self._over.set()
            self.join()

    def run(self) -> None:
        try:
            asyncio.run(self._show())
        except Exception as error:  # the thread that waits for the address raises it
            self._url.set_exception(error)

    async def _show(self) -> None:
        client = discord.Client(intents=discord.Intents.none())
        running = simcord.run(client)
        env = running._env  # PRIVATE: as in bot/demo.py
        guild = env.create_guild("Pelikerho")
        channel = guild.create_text_channel("pelihuone")
        env.backend.edit_bot_profile("Myllymatti")
        aino = guild.add_member(env.create_user("aino", global_name="Aino"))
        async with running, env.preview(channel, viewers=[aino], layout="channel") as page:
            for screen in self._screens.values():
                target = client.get_partial_messageable(channel.id, guild_id=guild.id)
                await target.send(view=screen, files=await files(screen))
            await page.refresh()
            self._url.set_result(page.url)
            await asyncio.to_thread(self._over.wait)


def exhibits(t: Texts) -> dict[str, Screen]:
    """What takes days, permissions, settings or eight people to be seen in a game."""
    look, widest = Look(t.letters), "W" * 32
    people = [Sitter(name, computer=n > 5, hat=n == 1, host=n == 0) for n, name in enumerate(NAMES)]
    wide = [replace(sitter, name=widest) for sitter in people]
    chosen = Options(parse_rules(f"skitgubbe {ALL_CHANGED}"), 8, None)
    guests = [options.Guest(str(n), sitter) for n, sitter in enumerate(wide)]
    state, events = with_runs()
    eight = kept(scene(state, events, hat="Cia", vote=Vote(3, 5, VOTE_ENDS)), 2, 6, 7)
    asleep = replace(kept(eight, *range(8)), all_asleep=True)
    names = replace(eight, sitters=tuple(replace(sitter, name=widest) for sitter in eight.sitters), vote=None)
    three, beaten = following()
    near, seen = scene(three, beaten), view(three, 0)
    changed = parse_rules(f"mattis {ALL_CHANGED}")

    def replayed(
        game: str, ply: int, *, seat: Seat | None = None, hands: str = OPEN, look: Look | None = look
    ) -> Screen:
        moment, marks = looked_back(game).at(ply), looked_back(game).landmarks(LANDMARKS)
        return replay(moment, marks, scene(moment.state), t, look, seat=seat, hands=hands)

    return {
        "18-paused": paused(["Send Messages"], t, 12),
        "18a-paused-all-missing": paused([*IN_THREADS, "Manage Threads"], t, 12),
        "18b-paused-unknown": paused([], t, 12),
        "16e-end-game-moderator": ending(12, t, host=False, moderator=True, started=True),
        "16f-end-game-host-moderator": ending(12, t, host=True, moderator=True, started=True),
        "22-replay": replayed("myllymatti-3", 47),
        "22a-replay-own-hand": replayed("myllymatti-3", 100, seat=0, hands=SHUT),
        "22b-replay-eight": replayed("mattis-8", 50),
        "22c-replay-text-only": replayed("mattis-4", 80, look=None),
        "22d-replay-end": replayed("mattis-4", 136),
        "22e-record": record(12, "myllymatti-12.txt", b"myllymatti record 1\n", t),
        "19c-ended-asleep": closed(Why.ASLEEP, t, started=True),
        "19d-ended-paused": closed(Why.PAUSED, t, started=True),
        "19e-ended-moderator": closed(Why.MODERATOR, t, started=True),
        "01g-closed-unstarted": closed(Why.UNSTARTED, t, started=False),
        "01h-lobby-all-changed": lobby(
            lobby_scene(str(chosen.rules), 8, *people, turn_seconds=None), t, look
        ),
        "01i-lobby-longest-names": lobby(lobby_scene("mattis", 8, *wide), t, look),
        "13i-options-longest-names": options.options(12, chosen, guests, 180, t),
        "13j-house-rules-all-changed": options.house_rules(12, chosen, "building", t),
        "13l-more-house-rules-all-changed": options.house_rules(12, chosen, "shedding", t),
        "20f-settings-of-the-server": settings.servers(Wishes(language=t.language), t),
        "22-privacy": privacy.privacy(Held(12, settings=True), t),
        "22a-privacy-forgetting": privacy.forgetting(t),
        "12m-rules-all-changed": rules_page(changed, t, table=12, look=look),
        "12n-rules-skitgubbe": rules_page(PRESETS["skitgubbe"], t, look=look),
        "12o-rules-examples-text-only": rules_page(PRESETS["mattis"], t, "examples"),
        "12p-rules-examples-mattis": rules_page(PRESETS["mattis"], t, "examples", look=look),
        "04b-table-text-only": table(view(three, None), near, t),
        "04f-table-four-colours": table(view(three, None), near, t, look._replace(four_colours=True)),
        "06b-hand-text-only": hand(seen, near, t),
        "06e-hand-four-colours": hand(seen, near, t, look=look._replace(four_colours=True)),
        "06f-hand-hint": hand(seen, near, t, look=look, hint=Hint.MAY_PICK_UP),
        "10-stats": stats.person("Aino", aino(), True, t, look, ("Bror", Against(8, 21, 6))),
        "10a-stats-text-only": stats.person("Aino", aino(), False, t),
        "10b-losers": stats.losers(DRAWN, 0, 1, t, look, season=MAY, seasons=[MAY]),
        "10c-losers-longest-names": stats.losers([replace(DRAWN[0], name=widest)] * 10, 0, 2, t, look),
        "22-server-reset": server.resetting(31, 12, t),
        "21-table-eight-away-vote": table(view(state, None), eight, t, look),
        "21a-table-eight-asleep": table(view(state, None), asleep, t, look),
        "21b-table-eight-longest-names": table(view(state, None), names, t, look),
        "21c-table-eight-text-only": table(view(state, None), eight, t),
    }


def exhibition(browser: Browser, folder: Path, language: str) -> None:
    """Photograph each exhibit."""
    screens = exhibits(texts(language))
    with Exhibition(screens).open() as url, ExitStack() as windows:
        studio = Studio(browser, url, folder, windows, texts(language))
        for n, name in enumerate(screens):
            studio.shoot(name if language == "en" else f"{language}-{name}", message(n), "Aino")


class Act(NamedTuple):
    """What is played, how the demo shuffles, and the language that is spoken."""

    play: Callable[[Studio, Stage], None]
    seed: str
    language: str = "en"


GAMES = {"fi": "Myllymatti", "sv": "Skitgubbe", "nb": "Mattis"}
"""Each language with the game of its country."""
SCENES: dict[str, Act] = {
    "three": Act(three, "14"),
    "two": Act(two, "47"),
    "host": Act(host, "1"),
    "leaving": Act(leaving, "1"),
    "late": Act(late, "1"),
    "choices": Act(choices, "1"),
    **{language: Act(abroad, "14", language) for language in GAMES},
}
"""Each is played on a demo of its own."""


def main(folder: Path, *wanted: str) -> None:
    """Play all scenes or some, or show the exhibition."""
    folder.mkdir(parents=True, exist_ok=True)
    with chromium() as browser:
        for name, act in SCENES.items():
            if not wanted or name in wanted:
                print(f"{name}:", flush=True)
                t = texts(act.language)
                with stage(act.seed) as demo, ExitStack() as windows:
                    act.play(Studio(browser, demo.url(), folder, windows, t), demo)
        for language in LANGUAGES:
            if not wanted or {"exhibition", f"exhibition-{language}"} & {*wanted}:
                exhibition(browser, folder, language)


if __name__ == "__main__":
    main(Path(sys.argv[1]), *sys.argv[2:])
