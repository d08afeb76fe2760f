"""The steps of CONTRIBUTING's "add a language", taken: what a translator writes is what people read."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from bot import texts

ROOT = Path(__file__).parents[2]


def pybabel(*words: str) -> None:
    command = [sys.executable, "-m", "babel.messages.frontend", "-q", *words]
    subprocess.run(command, cwd=ROOT, check=True, timeout=60)


def update_options() -> list[str]:
    """How `make texts` brings a catalogue up to date before it compiles it."""
    makefile = (ROOT / "Makefile").read_text("utf-8").replace("\\\n", " ")
    found = re.search(r"pybabel -q update (.*?) -i ", makefile)
    assert found
    return shlex.split(found[1])


def test_a_translated_sentence_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pot, catalogue = tmp_path / "myllymatti.pot", tmp_path / "fi" / "LC_MESSAGES" / "myllymatti.po"
    shutil.copy(ROOT / "bot" / "locales" / "myllymatti.pot", pot)
    pybabel("init", "-i", str(pot), "-d", str(tmp_path), "-D", "myllymatti", "-l", "fi")
    written = catalogue.read_text("utf-8")
    for sentence, translated in {
        'msgid "Turn up"\nmsgstr ""': 'msgid "Turn up"\nmsgstr "Nosta pakasta"',
        'msgstr[0] ""\nmsgstr[1] ""': 'msgstr[0] "{n} peli"\nmsgstr[1] "{n} peliä"',  # the first: games
    }.items():
        assert sentence in written
        written = written.replace(sentence, translated, 1)
    catalogue.write_text(written, "utf-8")
    for _ in range(2):  # as often as somebody types it
        pybabel("update", *update_options(), "-i", str(pot), "-o", str(catalogue), "-l", "fi")
        pybabel("compile", "-i", str(catalogue), "-o", str(catalogue.with_suffix(".mo")))

    monkeypatch.setattr(texts, "LOCALES", tmp_path)
    monkeypatch.setitem(texts.LANGUAGES, "fi", "fi")
    texts._texts.cache_clear()
    try:
        finnish = texts.texts("fi")
        assert finnish("Turn up") == "Nosta pakasta"
        assert finnish.number("**{n}** game", "**{n}** games", 2) == "2 peliä"
        assert finnish("Join") == "Join", "not translated yet"
        assert texts.texts("sv-SE")("Turn up") == "Turn up"
    finally:
        texts._texts.cache_clear()
