"""Every sentence that people read is in the catalogue that translators get."""

from __future__ import annotations

import ast
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

ROOT = Path(__file__).parents[2]
CATALOGUE = ROOT / "bot" / "locales" / "myllymatti.pot"
SOURCES = sorted(file for folder in ("bot", "cogs") for file in (ROOT / folder).rglob("*.py"))


def extract_command() -> list[str]:
    """What `make texts` gathers the sentences with."""
    makefile = (ROOT / "Makefile").read_text("utf-8").replace("\\\n", " ")
    found = re.search(r"^\t\$\(BIN\)/pybabel -q extract (.*)$", makefile, re.MULTILINE)
    assert found, "the Makefile gathers sentences"
    return shlex.split(found[1])


def test_the_catalogue_is_in_step(tmp_path: Path) -> None:
    """Else run `make texts`."""
    command, gathered = extract_command(), tmp_path / "gathered.pot"
    command[command.index("-o") + 1] = str(gathered)
    babel = [sys.executable, "-m", "babel.messages.frontend", "-q", "extract", *command]
    subprocess.run(babel, cwd=ROOT, check=True, timeout=60)
    assert gathered.read_text("utf-8") == CATALOGUE.read_text("utf-8")


def calls(tree: ast.AST, file: Path) -> Iterator[ast.Call]:
    """Calls that look a sentence up: `t(…)`, `texts(…)(…)`, `t.number(…)`, `self(…)` in `Texts`."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        match node.func:
            case ast.Name("t"):
                yield node
            case ast.Name("self") if file.name == "texts.py":
                yield node
            case ast.Call(ast.Name("texts" | "Texts")):
                yield node
            case ast.Attribute(ast.Name("t" | "self") | ast.Call(ast.Name("texts")), "number"):
                yield node


def sentences(file: Path) -> list[tuple[int, str | None]]:
    """Line and sentence of each look-up; None where it is no plain string."""
    found: list[tuple[int, str | None]] = []
    for call in calls(ast.parse(file.read_text("utf-8")), file):
        number = isinstance(call.func, ast.Attribute)
        for argument in call.args[: 2 if number else 1]:
            plain = isinstance(argument, ast.Constant) and isinstance(argument.value, str)
            found.append((call.lineno, ast.literal_eval(argument) if plain else None))
    return found


@pytest.mark.parametrize("file", SOURCES, ids=lambda file: str(file.relative_to(ROOT)))
def test_every_sentence_is_gathered(file: Path) -> None:
    with CATALOGUE.open("rb") as pot:
        known = {text for message in read_po(pot) for text in _texts(message.id)}
    missing = [(line, sentence) for line, sentence in sentences(file) if sentence not in known]
    assert missing == [], "Babel sees a sentence only as the plain text in t(…), t.number(…) or self(…)"


def _texts(message: str | tuple[str, ...] | list[str]) -> list[str]:
    return [message] if isinstance(message, str) else list(message)


def test_the_eye_of_this_test(tmp_path: Path) -> None:
    """It sees what Babel would not."""
    file = tmp_path / "texts.py"
    file.write_text('t("a"); texts(x)("b"); t.number("c", "d", 2); self("e", n=1); t(f"{x}"); other("f")')
    assert sentences(file) == [(1, "a"), (1, "b"), (1, "c"), (1, "d"), (1, "e"), (1, None)]
