"""`myllymatti demo`, started as a person starts it and played in a real browser."""

from __future__ import annotations

import os
import re
import shutil
import signal
import socket
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from bot import demo as command
from tests.preview_page import CHROMIUM, Demo, Viewer, window

EX_CONFIG = 78


@pytest.fixture
def browser() -> Iterator[Browser]:
    chromium = shutil.which("chromium")
    if chromium is None:
        pytest.skip("no chromium is installed (apt-get install chromium)")
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=chromium, args=CHROMIUM)
        yield opened
        opened.close()


@pytest.fixture
def demo(tmp_path: Path) -> Iterator[Demo]:
    """With computers that are quick, and a folder of its own for what it may leave behind."""
    (tmp_path / "temporary").mkdir()
    environment = {**os.environ, "TMPDIR": str(tmp_path / "temporary")}
    started = Demo(tmp_path, "--port", "0", "--seed", "7", "--pace", "0.3", environment=environment)
    yield started
    started.stop()


def ends_cleanly(demo: Demo, how: signal.Signals) -> None:
    assert demo.end(how) == 0
    assert demo.err.read_text() == ""
    assert list((demo.out.parent / "temporary").iterdir()) == []


def test_a_game_is_played_in_the_browser(browser: Browser, demo: Demo) -> None:
    url = demo.url()
    assert "/myllymatti start" in demo.out.read_text()

    with window(browser, 1280, 900) as desktop:
        aino = Viewer(desktop.new_page(), url)
        aino.command("myllymatti start", seats="3", computers="2")
        aino.click(aino.table(), "Start")
        aino.click(aino.table(), "My hand")
        turn_up, played = 0, 0
        while turn_up + played < 4:
            # The computers play by themselves, and both table and hand follow without a press.
            aino.wait_for(lambda: "Your turn" in aino.private().inner_text(), "Aino's turn does not come")
            aino.wait_for(lambda: to_play(aino) == "Aino", "the table does not follow")
            hand = aino.buttons(aino.private())
            if turn_up < 1:
                aino.click(aino.private(), "Turn up")
                turn_up += 1
            else:
                assert re.match(r"(10|[2-9JQKA])[♠♥♦♣]", hand.first.inner_text())
                aino.press(hand.first)
                played += 1
        assert aino.too_wide() <= 0

    with window(browser, 360, 740) as phone:
        aino = Viewer(phone.new_page(), url)
        stock = aino.wait_for(lambda: stock_of(aino), "the table shows no stock")
        aino.click(aino.table(), "My hand")
        aino.wait_for(lambda: "Your turn" in aino.private().inner_text(), "Aino's turn does not come")
        aino.press(aino.buttons(aino.private()).first)
        aino.wait_for(lambda: (stock_of(aino) or stock) < stock, "the table does not follow")
        assert aino.too_wide() <= 0
        aino.click(aino.table(), "Rules")
        assert aino.too_wide() <= 0

    ends_cleanly(demo, signal.SIGINT)


def to_play(viewer: Viewer) -> str:
    """The seat that the picture of the table says is to play."""
    found = re.search(r"(\w+): [^.]*, to play\.", viewer.read(viewer.table()))
    return found[1] if found else ""


def stock_of(viewer: Viewer) -> int | None:
    """How many cards the picture says are left; None while the page is still fetching it."""
    found = re.search(r"Stock (\d+)", viewer.read(viewer.table()))
    return int(found[1]) if found else None


def test_two_people_play_in_two_windows(browser: Browser, demo: Demo) -> None:
    url = demo.url()
    with window(browser, 1280, 900) as one, window(browser, 1280, 900) as other:
        aino, bror = Viewer(one.new_page(), url), Viewer(other.new_page(), url)
        bror.become("Bror")
        bror.command("myllymatti table")
        assert "/myllymatti start" in bror.private().inner_text()
        assert (
            bror.page.get_by_role("button", name="Inspector").inner_text() == "Inspector"
        )  # and no red mark
        aino.command("myllymatti start", game="Skitgubbe", seats="2")
        bror.wait_for(lambda: bror.table().count(), "the other window does not show the lobby")
        bror.click(bror.table(), "Join")
        aino.wait_for(lambda: "Ready when you are" in aino.table().inner_text(), "the first does not follow")
        aino.click(aino.table(), "Start")
        aino.click(aino.table(), "My hand")
        bror.wait_for(lambda: "Phase 1" in bror.table().inner_text(), "the other does not follow")
        bror.click(bror.table(), "My hand")
        assert bror.private().inner_text() != aino.private().inner_text()
    ends_cleanly(demo, signal.SIGTERM)


def test_a_port_that_is_taken_is_one_line(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        demo = Demo(tmp_path, "--port", str(taken.getsockname()[1]))
        try:
            assert demo.process.wait(10) == EX_CONFIG
        finally:
            demo.stop()
    line = demo.err.read_text()
    assert line.startswith("myllymatti: ")
    assert "--port" in line
    assert line.count("\n") == 1


def test_without_simcord_one_line_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command, "find_spec", lambda name: None if name == "markdown_it" else find_spec(name))
    assert command.main([]) == EX_CONFIG
    out, line = capsys.readouterr()
    assert out == ""
    assert "make demo" in line
    assert line.count("\n") == 1


@pytest.mark.parametrize(
    ("environment", "expected"), [({}, 0), ({"DISPLAY": ":0"}, 1), ({"DISPLAY": ":0", "CI": "1"}, 0)]
)
def test_a_browser_is_opened_where_there_is_one(
    environment: dict[str, str], expected: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    for key in ("DISPLAY", "WAYLAND_DISPLAY", "CI"):
        monkeypatch.delenv(key, raising=False)
    for key, value in environment.items():
        monkeypatch.setenv(key, value)
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setattr("subprocess.Popen", lambda words, **_: opened.append(words[-1]))
    command._open_browser("http://127.0.0.1:1/")
    assert opened == ["http://127.0.0.1:1/"] * expected
