"""`myllymatti replay FILE`: all of it on a pipe, steps in a terminal, and one line about a damaged file."""

from __future__ import annotations

import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import pytest

from bot import record_file
from bot.__main__ import main
from engine import read
from engine.record import steps
from tests.bot.leaks import cards_in
from tests.bot.sim import plain

ROOT = Path(__file__).parents[1]
RECORDS = ROOT / "tests" / "records"
RECORD = RECORDS / "mattis-4.txt"
TURNS = 136
COMMAND = (sys.executable, "-m", "bot", "replay")
CLEAN = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT)}
SECONDS = 60


def moments(printed: str) -> list[str]:
    """What was printed, cut where each moment begins."""
    found = re.split(rf"^(?=The deal$|Turn \d+ of {TURNS}$)", printed, flags=re.MULTILINE)
    assert found[0] == ""
    return found[1:]


# on a pipe


def test_on_a_pipe_the_whole_game_is_printed(tmp_path: Path) -> None:
    done = subprocess.run(
        [*COMMAND, RECORD], cwd=tmp_path, env=CLEAN, capture_output=True, timeout=SECONDS, check=False
    )
    assert (done.returncode, done.stderr) == (0, b"")
    printed, game = moments(done.stdout.decode()), list(steps(read(RECORD.read_text())))
    assert len(printed) == len(game) == TURNS + 1
    for words, (state, _) in zip(printed, game, strict=True):
        assert {card for hand in state.hands for card in hand} <= cards_in_lines(words)
    assert "is the mattis" in printed[-1]
    assert not re.search(r"[`*#\ufe0e\xa0]", done.stdout.decode()), "that is for Discord"


def cards_in_lines(words: str) -> set[object]:
    """The cards of a moment, those in lines of phase 2 too: `♠ 3 4 · trump`."""
    marked = re.sub(r"(?<![0-9JQKA])([♠♥♦♣])(?= )", r"`\1`", words)
    return set(cards_in(plain(marked)))


def test_who_has_seen_enough_may_close_the_pipe(tmp_path: Path) -> None:
    with subprocess.Popen(
        [*COMMAND, RECORD], cwd=tmp_path, env=CLEAN, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as command:
        assert command.stdout is not None
        assert command.stderr is not None
        assert command.stdout.readline() == b"The deal\n"
        command.stdout.close()
        assert command.stderr.read() == b""
        assert command.wait(SECONDS) == 0


def test_an_output_that_knows_no_suits(tmp_path: Path) -> None:
    done = subprocess.run(
        [*COMMAND, RECORD],
        cwd=tmp_path,
        env={**CLEAN, "PYTHONIOENCODING": "ascii"},
        capture_output=True,
        timeout=SECONDS,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert len(moments(done.stdout.decode("ascii"))) == TURNS + 1


@pytest.mark.parametrize("seat", [1, 4])
def test_the_hand_of_one_seat(seat: int, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(RECORD), "--seat", str(seat)]) == 0
    game = read(RECORD.read_text())
    first, *_ = moments(capsys.readouterr().out)
    assert cards_in_lines(first) == set(game.deck[seat - 1 : 12 : 4])


@pytest.mark.parametrize("name", sorted(file.stem for file in RECORDS.glob("*.txt")))
def test_every_record_that_is_kept_can_be_replayed(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Also one that stops in the middle."""
    file = RECORDS / f"{name}.txt"
    assert main(["replay", str(file)]) == 0
    turns = len(read(file.read_text()).moves)
    assert f"Turn {turns} of {turns}\n" in capsys.readouterr().out


def test_a_game_that_was_broken_off(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "half.txt"
    file.write_text("\n".join(RECORD.read_text().splitlines()[:7]))
    assert main(["replay", str(file)]) == 0
    assert "Turn 24 of 24\n" in capsys.readouterr().out


# in a terminal


def typed(keys: str, *more: str) -> str:
    """What a terminal shows while somebody types this."""
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [*COMMAND, RECORD, *more], cwd=ROOT, env=CLEAN, stdin=theirs, stdout=theirs, stderr=theirs
    ) as command:
        os.close(theirs)
        os.write(ours, keys.encode())
        seen = b""
        try:
            while part := os.read(ours, 65_536):
                seen += part
        except OSError:  # Linux says so that the other side is closed
            pass
        os.close(ours)
        assert command.wait(SECONDS) == 0
    return seen.decode().replace("\r\n", "\n")


def headings(seen: str) -> list[str]:
    """The lines that say where one is, or what may be typed."""
    where = rf"^(?:> )*(The deal|Turn \d+ of {TURNS}|there are turns .*|Enter: on.*)$"
    return re.findall(where, seen, re.MULTILINE)


def test_stepping_in_a_terminal() -> None:
    seen = typed("\n\nb\n57\nl\n\nf\nB\nx\n137\n-1\n0\nq\n")
    assert "Traceback" not in seen
    keys = "Enter: on, b: back, f: first, l: last, a number: that turn, q: quit"
    nowhere = "there are turns 0 to 136"
    assert headings(seen) == [
        *(keys, "The deal", "Turn 1 of 136", "Turn 2 of 136", "Turn 1 of 136", "Turn 57 of 136"),
        *("Turn 136 of 136", nowhere, "The deal", nowhere, keys, nowhere, keys, "The deal"),
    ]


def test_the_end_of_the_input_ends_it() -> None:
    seen = typed("\n\x04", "--seat", "2")
    assert headings(seen)[1:] == ["The deal", "Turn 1 of 136"]
    assert "Traceback" not in seen


# files that are no record

LINES = RECORD.read_text().splitlines()


def with_line(number: int, line: str) -> bytes:
    return "\n".join([*LINES[: number - 1], line, *LINES[number:]]).encode()


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"", "is damaged, line 1: it begins with"),
        (b"hello\n", "is damaged, line 1: 'hello'"),
        (with_line(1, "myllymatti record 99"), "is damaged, line 1: 'myllymatti record 99'"),
        (with_line(2, "rules ristiseiska"), "is damaged, line 2: 'ristiseiska'"),
        (with_line(3, "seats 9"), "is damaged, line 3: '9'"),
        (with_line(4, LINES[3].replace("7S", "7X")), "is damaged, line 4: "),
        (with_line(5, "move"), "is damaged, line 5: 'move'"),
        (with_line(8, "7S " * 12), "is damaged, line 8, move 25: '7S'"),
        (with_line(8, "\x1b[31m"), "is damaged, line 8, move 25: '\\x1b[31m'"),
        (with_line(8, "x" * 100_000), "is damaged, line 8, move 25: 'xxx"),
        (b"\x00" * 1_000, "is damaged, line 1: '\\x00"),
        (b"\x7fELF\xff\xfe", "is no record: line 1 is no text"),
        (with_line(9, "7S").replace(b"moves", b"moves\xff"), "is no record: line 5 is no text"),
        (b"7S " * 1_000_000, "is no record: it has more than 1,000,000 bytes"),
    ],
    ids=lambda value: None if isinstance(value, str) else "",
)
def test_a_damaged_file_names_its_line(
    data: bytes, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.txt"
    file.write_bytes(data)
    assert main(["replay", str(file)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"myllymatti: {file} {told}")
    assert err.count("\n") == 1
    assert len(err) < len(str(file)) + 600
    assert err.strip().isprintable()


def test_what_is_no_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for path, why in (
        (tmp_path / "none.txt", "No such file or directory"),
        (tmp_path, "Is a directory"),
    ):
        assert main(["replay", str(path)]) == 2
        assert capsys.readouterr() == ("", f"myllymatti: {path} cannot be read: {why}\n")
    assert main(["replay", "two\nlines"]) == 2
    assert capsys.readouterr().err == "myllymatti: 'two\\nlines' cannot be read: No such file or directory\n"


def test_a_file_without_end_is_not_read_to_its_end(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", "/dev/zero"]) == 2
    assert "more than 1,000,000 bytes" in capsys.readouterr().err


def test_no_game_is_too_long_for_a_record() -> None:
    """However long the sweep lets a game of eight go on (`tests.engine.chance.bound`)."""
    longest = 52 * (25 * 8 + 1) + 200
    assert longest * len("7S-9S ") < record_file.LARGEST


@pytest.mark.parametrize("seat", ["0", "5", "-1"])
def test_a_seat_that_there_is_not(seat: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(RECORD), "--seat", seat]) == 2
    assert capsys.readouterr() == ("", f"myllymatti: there is no seat {seat}: {RECORD} has seats 1 to 4\n")


def test_a_damaged_file_as_it_is_typed(tmp_path: Path) -> None:
    (tmp_path / "game.txt").write_bytes(with_line(8, "take"))
    done = subprocess.run(
        [*COMMAND, "game.txt"], cwd=tmp_path, env=CLEAN, capture_output=True, timeout=SECONDS, check=False
    )
    assert done.returncode == 2
    assert done.stdout == b""
    assert done.stderr.startswith(b"myllymatti: game.txt is damaged, line 8, move 25: 'take': ")
    assert done.stderr.count(b"\n") == 1
