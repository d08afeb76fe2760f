"""Looks for a number in a file, as a program of its own: `python residue.py FILE`, the number on its input.

Not in the bot's process: to open and close a database's file there would drop SQLite's locks on it
(https://www.sqlite.org/howtocorrupt.html, 2.2).
"""

from __future__ import annotations

import mmap
import subprocess
import sys
from pathlib import Path


def is_left(file: str, number: int) -> bool:
    """Whether the number stands in a file: in eight bytes, as SQLite writes ids of Discord, or in digits.

    Waits for the program; `subprocess.CalledProcessError` if the file cannot be read.
    """
    program = [sys.executable, "-I", __file__, file]
    ended = subprocess.run(program, input=str(number).encode(), capture_output=True, check=True)  # noqa: S603 - ours
    return ended.stdout == b"yes"


def main(file: str) -> None:
    """Write `yes` where the number is found."""
    digits = sys.stdin.read()
    with Path(file).open("rb") as opened, mmap.mmap(opened.fileno(), 0, access=mmap.ACCESS_READ) as content:
        if any(content.find(sign) >= 0 for sign in (int(digits).to_bytes(8), digits.encode())):
            sys.stdout.write("yes")


if __name__ == "__main__":
    main(sys.argv[1])
