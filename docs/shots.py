"""The pictures that the README shows, from one game on the demo's page.

    make shots        (needs Debian's `chromium`)

Aino and Bror always choose alike, and the seed is one in which everything worth seeing comes. Each picture is
a message as a phone shows it, two pixels to one, without its date. Running it again gives the same files,
but for `end.png` where the game took another minute. It takes some minutes.
"""

# ruff: noqa: T201 - it tells what it has done

from __future__ import annotations

import io
from pathlib import Path

from PIL import Image
from playwright.sync_api import Locator

from bot.texts import LANGUAGES, texts
from docs.shoot import LANGUAGE, Players, Stage, cards, choose, chromium, counted_down, play, stage, still
from tests.preview_page import Viewer, window

FOLDER = Path(__file__).parent / "pictures"
PHONE = (400, 1200)
SEED = "1877"
HINTS = 3
"""A menu of a person's settings: hints are for newcomers, and these two are none."""
ABROAD = "sv"
"""The language of one table and hand: its cards have other letters too."""
PICTURES = ("lobby", "bounce", "trump", "table", "hand", "table-sv", "hand-sv", "lead", "end")
DRESSED = """message => {
    for (const part of message.querySelectorAll('.message-time, .message-context-actions'))
        part.style.display = 'none';
    message.style.paddingBlock = '8px';
}"""
"""Without its date and what shows under a mouse, and with some room around it."""
COLOURS = 128


class Photographer(Players):
    """Who plays takes the pictures."""

    def __init__(self, tab: Viewer) -> None:
        super().__init__(tab, texts())
        self.taken = list[str]()

    def shoot(self, name: str, message: Locator, language: str = "en") -> None:
        """One message, once."""
        if name in self.taken:
            return
        self.taken.append(name)
        still(self.tab, lambda _: message)
        message.evaluate("m => m.scrollIntoView({block: 'center'})")
        self.tab.page.mouse.move(0, 0)
        message.evaluate(DRESSED)
        counted_down(message, language)
        shown = Image.open(io.BytesIO(message.screenshot())).convert("RGB")
        path = FOLDER / f"{name}.png"
        shown.quantize(COLOURS, dither=Image.Dither.NONE).save(path, optimize=True)
        print(f"{path.name:14} {shown.width} x {shown.height}, {path.stat().st_size // 1024} KB", flush=True)


def game(players: Photographer, demo: Stage) -> None:
    """From the lobby to the hat."""
    tab = players.tab
    tab.become("Aino")
    tab.command("myllymatti start", game="Myllymatti", seats="3", computers="1")
    tab.become("Bror")
    tab.click(tab.table(), "Join")
    for newcomer in ("Bror", "Aino"):
        tab.become(newcomer)
        tab.command("myllymatti settings")
        choose(tab, HINTS, "no hints")
    players.shoot("lobby", tab.table())
    tab.click(tab.table(), "Start")
    while (who := players.turn("Aino", "Bror")) is not None:
        public, mine = tab.read(tab.table()), tab.read(tab.private())
        follows = "Trick, 2 of 3" in public and "These beat" in mine and len(cards(tab.private())) > 3
        if who == "Aino" and "leads again" in public:
            players.shoot("bounce", tab.table())
        if "are trump" in public:
            players.shoot("trump", tab.table())
        if who == "Aino" and follows:
            players.shoot("table", tab.table())
            players.shoot("hand", tab.private())
            in_another_language(players, demo)
        elif who == "Aino" and "hand" in players.taken and "lead any card" in mine:
            players.shoot("lead", tab.private())
        play(tab, highest="Phase 1" in public)
    players.shoot("end", tab.table())


def in_another_language(players: Photographer, demo: Stage) -> None:
    """The same table and hand as others read them, then back to English."""
    tab = players.tab
    if f"table-{ABROAD}" in players.taken:
        return
    for language in (ABROAD, "en"):
        demo.speak(language)
        tab.command("myllymatti settings")
        choose(tab, LANGUAGE, LANGUAGES[language])
        tab.click(tab.table(), texts(language)("My hand"))
        if language == ABROAD:
            players.shoot(f"table-{ABROAD}", tab.table(), ABROAD)
            players.shoot(f"hand-{ABROAD}", tab.private(), ABROAD)


def main() -> None:
    """Play the game; `AssertionError` if something worth seeing did not come."""
    FOLDER.mkdir(exist_ok=True)
    with chromium() as browser, stage(SEED) as demo, window(browser, *PHONE) as phone:
        players = Photographer(Viewer(phone.new_page(), demo.url()))
        game(players, demo)
    missing = {*PICTURES} - {*players.taken}
    assert not missing, f"the game of this seed has no {', '.join(sorted(missing))} any more"


if __name__ == "__main__":
    main()
