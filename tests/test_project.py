"""The project around the code: the image, the pinned packages, the documented settings and commands."""

from __future__ import annotations

import asyncio
import importlib
import json
import os
import re
import shutil
import subprocess
import sys
import textwrap
import tomllib
from collections.abc import Iterator
from importlib.metadata import version
from inspect import iscoroutinefunction
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import discord
import pytest
from discord import ui
from discord.ext import commands
from pydantic import SecretStr

from bot.app import COGS, Myllymatti, Translator, create_bot
from bot.config import Settings
from bot.store import Why
from bot.texts import texts
from engine.players.levels import Level
from tests.bot.sim import App, running, settings_for

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
MAKEFILE = (ROOT / "Makefile").read_text("utf-8")
TARGETS = set(re.findall(r"^([a-z]+):", MAKEFILE, re.MULTILINE))


# the image


def instructions() -> list[tuple[str, str]]:
    """Each instruction of the Dockerfile with what follows it."""
    text = (ROOT / "Dockerfile").read_text("utf-8").replace("\\\n", " ")
    lines = [line.strip() for line in text.splitlines() if line.strip() and not line.startswith("#")]
    return [(word, rest.strip()) for word, _, rest in (line.partition(" ") for line in lines)]


def copied() -> list[str]:
    """What the Dockerfile copies out of the clone."""
    found = []
    for word, rest in instructions():
        if word in ("COPY", "ADD") and not rest.startswith("--from="):
            *sources, _ = rest.split()
            found += sources
    return found


def last_stage() -> list[tuple[str, str]]:
    every = instructions()
    return every[max(n for n, (word, _) in enumerate(every) if word == "FROM") :]


def test_everything_that_the_image_copies_exists() -> None:
    assert copied(), "it copies something"
    assert [source for source in copied() if not (ROOT / source).exists()] == []


def test_nothing_else_is_sent_to_the_image() -> None:
    """`.dockerignore` begins with everything and lets in what is copied: .env, .git and .venv stay out."""
    lines = (ROOT / ".dockerignore").read_text("utf-8").splitlines()
    rules = [line for line in lines if line and not line.startswith("#")]
    assert rules[0] == "*"
    let_in = {line.removeprefix("!") for line in rules if line.startswith("!")}
    assert let_in == set(copied())
    assert not any(source.startswith(".") for source in let_in)


def test_the_image_installs_pinned_packages_only() -> None:
    steps = [step for word, rest in instructions() if word == "RUN" for step in rest.split("&&")]
    installs = [step.split("install", 1)[1].split() for step in steps if "pip install" in step]
    assert installs == [
        ["--require-hashes", "-r", "requirements/run.txt"],
        ["--no-deps", "--no-build-isolation", "."],
    ]


def test_the_image_runs_as_a_user_without_rights() -> None:
    words = dict(last_stage())
    assert words["USER"] not in ("root", "0", "")
    assert re.search(rf"useradd --system .*--shell /usr/sbin/nologin {words['USER']}\b", words["RUN"])
    order = [word for word, _ in last_stage()]
    assert order.index("USER") < min(order.index("VOLUME"), order.index("CMD"))
    assert words["VOLUME"] == "/data"
    assert "DATABASE_URL=sqlite+aiosqlite:////data/" in words["ENV"]


def test_the_image_migrates_then_runs_and_can_be_asked() -> None:
    words = dict(last_stage())
    assert json.loads(words["CMD"]) == ["sh", "-c", "myllymatti migrate && exec myllymatti run"]
    assert json.loads(words["HEALTHCHECK"].split("CMD ")[1]) == ["myllymatti", "health"]
    assert PROJECT["project"]["scripts"] == {"myllymatti": "bot.__main__:main"}


# packages

SETS = ("run", "demo", "dev", "bench")


def pins(name: str) -> dict[str, str]:
    """Version of each package of a set, markers left out; every line of the file has to be readable."""
    found: dict[str, str] = {}
    hashes = 0
    for line in (ROOT / "requirements" / f"{name}.txt").read_text("utf-8").splitlines():
        if line.startswith("#") or line.strip().startswith("# ") or not line.strip():
            continue
        if re.fullmatch(r"    --hash=sha256:[0-9a-f]{64}( \\)?", line):
            hashes += 1
            continue
        assert not found or hashes, f"{[*found][-1]} has no hash"
        match = re.fullmatch(r"([a-z0-9._-]+)(?:\[[a-z,]+\])?==([0-9][\w.+-]*)( ; [^\\]+)? \\", line)
        assert match, f"{name}.txt: {line!r} is no pin"
        found[match[1]], hashes = match[2], 0
    assert hashes, f"{[*found][-1]} has no hash"
    return found


@pytest.mark.parametrize("name", SETS)
def test_requirements_are_pins_with_hashes(name: str) -> None:
    assert len(pins(name)) > 20
    assert "://" not in (ROOT / "requirements" / f"{name}.txt").read_text("utf-8"), "no address"


def test_there_are_no_other_requirements() -> None:
    assert {file.name for file in (ROOT / "requirements").iterdir()} == {f"{name}.txt" for name in SETS}


def test_the_sets_agree() -> None:
    """They share one .venv."""
    everything = pins("dev")
    for name in ("run", "demo", "bench"):
        shared = pins(name).keys() & everything.keys()
        assert {package: pins(name)[package] for package in shared} == {p: everything[p] for p in shared}
    assert pins("run").keys() <= everything.keys()
    assert pins("demo").keys() <= everything.keys()


@pytest.mark.parametrize(("package", "exact"), [("discord.py", "2.7.1"), ("simcord", "3.2.1")])
def test_what_the_bot_and_its_tests_lean_on_is_exact(package: str, exact: str) -> None:
    wanted = [
        *PROJECT["project"]["dependencies"],
        *PROJECT["project"]["optional-dependencies"]["demo"],
        *PROJECT["project"]["optional-dependencies"]["dev"],
    ]
    named = [line for line in wanted if line.split("=")[0].split("[")[0] == package]
    assert named
    assert {line.split("==")[1] for line in named} == {exact}
    assert pins("dev")[package.replace(".", "-")] == exact
    assert version(package) == exact


def test_what_runs_has_no_simulation_in_it() -> None:
    assert not pins("run").keys() & {"simcord", "pytest", "playwright", "hypothesis", "ruff", "mypy"}


# settings


def documented() -> dict[str, str]:
    """Each key of `.env.example` with its value; a key that is commented out has none."""
    found: dict[str, str] = {}
    explained = False
    for line in (ROOT / ".env.example").read_text("utf-8").splitlines():
        if match := re.fullmatch(r"(?:# )?([A-Z][A-Z_]+)=(.*)", line):
            assert explained, f"{match[1]} is explained above it"
            assert match[1] not in found
            found[match[1]] = match[2]
        explained = line.startswith("# ")
    return found


def test_every_setting_is_documented() -> None:
    assert documented().keys() == {field.upper() for field in Settings.model_fields}


def test_the_documented_defaults_are_the_real_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    for key in documented():
        monkeypatch.delenv(key, raising=False)
    token = SecretStr("token")
    read = Settings(_env_file=ROOT / ".env.example", discord_token=token)
    assert read == Settings(_env_file=None, discord_token=token)
    for key, value in documented().items():
        default = Settings.model_fields[key.lower()].get_default()
        if key == "DISCORD_TOKEN":
            assert value == "", "no token in the example"
        elif default is None:
            assert value == ""
        else:
            assert type(default)(value) == default


def test_no_token_is_printed() -> None:
    settings = Settings(_env_file=None, discord_token=SecretStr("very secret"))
    assert "very secret" not in repr(settings) + str(settings)


# commands that are written about

PAGES = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "Makefile")] + sorted(
    ROOT.glob("docs/**/*.md")
)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_make_that_is_written_about_exists(page: Path) -> None:
    text = page.read_text("utf-8")
    named = set(re.findall(r"`make ([a-z]+)", text)) | set(re.findall(r"^make ([a-z]+)", text, re.MULTILINE))
    assert named <= TARGETS
    if page.name == "README.md":
        assert {"demo", "test", "run", "check", "bench"} <= named


def test_the_fixed_targets_exist() -> None:
    assert {"demo", "run", "test", "check", "bench"} <= TARGETS


def test_every_target_sets_up_its_packages() -> None:
    for target, packages in (
        ("demo", "demo"),
        ("run", "run"),
        ("test", "dev"),
        ("check", "dev"),
        ("bench", "bench"),
    ):
        assert re.search(rf"^{target}: \$\(STAMPS\)/{packages}\b", MAKEFILE, re.MULTILINE)
    assert "$(PIP) --require-hashes -r $<" in MAKEFILE


def test_links_of_the_readme_lead_somewhere() -> None:
    for page in (ROOT / "README.md", ROOT / "CONTRIBUTING.md"):
        links = re.findall(r"\]\(([^)#:]+)\)", page.read_text("utf-8"))
        assert [link for link in links if not (ROOT / link).exists()] == []


def test_every_way_a_table_can_end_is_listed_with_its_test() -> None:
    page = (ROOT / "docs" / "endings.md").read_text("utf-8")
    assert set(re.findall(r"^\|[^|]*\|[^|]*\| `(\w+)` \|", page, re.MULTILINE)) == {*Why}
    tests = re.findall(r"`(tests/[\w/]+\.py)::(test_\w+)`", page)
    assert len(tests) > len(Why)
    for file, test in tests:
        assert f"def {test}(" in (ROOT / file).read_text("utf-8"), f"{file} has no {test}"


def test_the_gate_checks_and_tests() -> None:
    gate = (ROOT / ".ci" / "run").read_text("utf-8")
    assert "make check" in gate
    assert "make test" in gate
    assert os.access(ROOT / ".ci" / "run", os.X_OK)


# the bot


def test_every_module_of_cogs_is_loaded() -> None:
    files = {f"cogs.{file.stem}" for file in (ROOT / "cogs").glob("*.py") if file.stem != "__init__"}
    assert files == set(COGS)
    for name in COGS:
        assert iscoroutinefunction(importlib.import_module(name).setup)


@pytest.fixture
async def bot(tmp_path: Path) -> Any:
    """The bot with its commands, neither logged in nor opened."""
    made = create_bot(settings_for(tmp_path))
    async with made:
        for cog in COGS:
            await made.load_extension(cog)
        made.tree.add_command(made.slash)
        yield made


async def test_the_slash_commands(bot: Myllymatti) -> None:
    assert {command.name for command in bot.slash.commands} == {
        *("start", "hand", "table", "leave", "end", "stats", "losers", "server", "rules", "settings"),
        *("privacy", "replay"),
    }
    readme = (ROOT / "README.md").read_text("utf-8")
    for command in bot.slash.commands:
        assert re.search(rf"`(/myllymatti )?{command.name}`", readme), f"the README tells of {command.name}"


async def test_the_slash_commands_keep_discords_limits(bot: Myllymatti) -> None:
    """Nobody else checks them before Discord does: names in lower case, 25 choices, each language alike."""
    payload = await translated(bot)
    parts = list(named_parts(payload))
    assert len(parts) > 6
    for part in parts:
        names, abouts = in_all_languages(part, "name"), in_all_languages(part, "description")
        for name in names:
            assert re.fullmatch(r"[-_'\w]{1,32}", name)
            assert name == name.lower()
        assert all(1 <= len(about) <= 100 for about in abouts)
        assert len(part.get("options", ())) <= 25
        choices = part.get("choices", ())
        assert len(choices) <= 25
        assert all(1 <= len(name) <= 100 for choice in choices for name in in_all_languages(choice, "name"))
        for locale in (None, *OTHER_LOCALES):
            called = [named_in(option, locale) for option in part.get("options", ())]
            assert len(set(called)) == len(called), "two are called alike"
    assert payload["contexts"] == [0], "in servers only"
    assert weight(payload) <= 8_000
    assert payload["integration_types"] == [0]


OTHER_LOCALES = ("fi", "sv-SE", "no")


async def translated(bot: Myllymatti) -> dict[str, Any]:
    """The slash command as it is registered."""
    (command,) = bot.tree.get_commands()
    payload: dict[str, Any] = await command.get_translated_payload(bot.tree, Translator())
    return payload


def in_all_languages(part: dict[str, Any], what: str) -> list[str]:
    return [part[what], *(part.get(f"{what}_localizations") or {}).values()]


def named_in(part: dict[str, Any], locale: str | None) -> str:
    name: str = (part.get("name_localizations") or {}).get(locale, part["name"])
    return name


def weight(part: dict[str, Any]) -> int:
    """More than Discord counts: names, descriptions and choices in all languages together."""
    words = [*in_all_languages(part, "name"), *in_all_languages(part, "description")]
    for choice in part.get("choices", ()):
        words += [*in_all_languages(choice, "name"), choice["value"]]
    return sum(map(len, words)) + sum(map(weight, part.get("options", ())))


async def test_commands_are_called_by_the_words_of_each_language(bot: Myllymatti) -> None:
    """All of them but the game's own name, and those that are the same word."""
    payload = await translated(bot)
    assert not payload.get("name_localizations"), "/myllymatti is called so everywhere"
    assert set(payload["description_localizations"]) == set(OTHER_LOCALES)
    for part in named_parts(payload):
        assert set(part.get("description_localizations", {})) == set(OTHER_LOCALES)
        words = {"hand": {"sv-SE"}, "person": {"sv-SE"}, "server": {"sv-SE", "no"}, "start": {"no"}}
        same = words.get(part["name"], set())
        if part is not payload:
            assert set(part.get("name_localizations", {})) == set(OTHER_LOCALES) - same


async def test_levels_are_offered_in_the_words_of_the_options_page(bot: Myllymatti) -> None:
    """In every language, the weakest first; and who asks for none has an empty field to leave so."""
    payload = await translated(bot)
    (start,) = (command for command in payload["options"] if command["name"] == "start")
    (level,) = (option for option in start["options"] if option["name"] == "level")
    assert level["required"] is False
    assert [choice["value"] for choice in level["choices"]] == list(Level)
    for locale in (None, *OTHER_LOCALES):
        offered = [named_in(choice, locale) for choice in level["choices"]]
        assert offered == [texts(locale).level(level) for level in Level]


async def test_texts_name_the_commands_as_each_language_shows_them(bot: Myllymatti) -> None:
    payload = await translated(bot)
    for locale in (None, *OTHER_LOCALES):
        t = texts(locale)
        for command in payload["options"]:
            assert t.command(command["name"]) == f"`/myllymatti {named_in(command, locale)}`"


def named_parts(part: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """A command, its subcommands and their options."""
    yield part
    for option in part.get("options", ()):
        yield from named_parts(option)


BUILD = textwrap.dedent(
    """
    import os, sys, threading
    import bot.app
    from bot.config import Settings
    from discord.ext import commands

    happened, watching = [], [True]
    WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT

    def watch(event, about):
        if not watching[0]:
            return
        if event == "open" and isinstance(about[0], str) and not about[0].endswith((".py", ".pyc", ".so")):
            happened.append((event, about[0]))
        elif event == "open" and about[2] & WRITING:
            happened.append((event, about[0]))
        elif event.startswith(("socket.", "sqlite3.", "subprocess.", "os.mkdir", "os.rename", "os.remove")):
            happened.append((event, *map(str, about)))

    token, url = "token", "sqlite+aiosqlite:///games.db"
    settings = Settings(discord_token=token, database_url=url)
    sys.addaudithook(watch)
    made = bot.app.create_bot(settings)
    watching[0] = False
    assert isinstance(made, commands.Bot)
    assert happened == [], happened
    assert threading.active_count() == 1
    assert os.listdir() == [], os.listdir()
    """
)


def test_building_the_bot_touches_neither_disk_nor_network(tmp_path: Path) -> None:
    environment = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        [sys.executable, "-c", BUILD],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr


async def test_the_bot_is_a_bot(tmp_path: Path) -> None:
    made = create_bot(settings_for(tmp_path))
    assert isinstance(made, commands.Bot)
    assert made.intents == discord.Intents(guilds=True), "nothing privileged"
    assert made.allowed_mentions is not None
    mentions: Any = made.allowed_mentions.to_dict()
    assert mentions == {"parse": []}
    await made.close()


# views


def kept(app: App) -> dict[str, Any]:
    """All views that discord.py holds on to."""
    store = app.bot._connection._view_store
    return {
        "views": store._views,
        "of messages": store._synced_message_views,
        "modals": store._modals,
        "dynamic": store._dynamic_items,
    }


NOTHING: dict[str, Any] = {"views": {}, "of messages": {}, "modals": {}, "dynamic": {}}


async def test_discord_py_keeps_no_view(tmp_path: Path) -> None:
    """docs/decisions/presses-without-views.md: sent, edited, pushed, posted anew; nothing is kept."""
    async with asyncio.timeout(20), running(settings_for(tmp_path)) as app:  # a kept view does not let go
        aino, bror, cia = app.people(3)
        table = await app.lobby([aino, bror, cia])
        assert kept(app) == NOTHING
        await app.press(aino, app.public(table), "Start")
        hands = [await app.hand(person, table) for person in (aino, bror, cia)]
        assert kept(app) == NOTHING
        who = app.on_turn(table)
        await app.press(who, app.public(table), "Turn up")
        await app.press(bror, hands[1], "Refresh" if app.on_turn(table) is not bror else "Turn up")
        await cia.slash(app.channel, "myllymatti table")
        await aino.slash(app.channel, "myllymatti rules")
        await aino.slash(app.channel, "myllymatti stats")
        await aino.slash(app.channel, "myllymatti leave")
        assert kept(app) == NOTHING


async def test_the_eye_of_the_test_before(tmp_path: Path) -> None:
    """An ordinary view is kept, where the test looks."""
    async with running(settings_for(tmp_path)) as app:
        view = ui.LayoutView(timeout=None)
        view.add_item(ui.ActionRow(ui.Button(label="x", custom_id="x")))
        channel = app.bot.get_channel(app.channel.id)
        assert isinstance(channel, discord.TextChannel)
        await channel.send(view=view)
        assert kept(app)["views"]
        assert kept(app)["of messages"]


# what must not stand in the repository


def tracked() -> list[Path]:
    """Every file that is under version control."""
    if shutil.which("git") is None or not (ROOT / ".git").exists():
        pytest.skip("this is no clone")
    done = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True)
    return [ROOT / name for name in done.stdout.split("\0") if name and (ROOT / name).is_file()]


def registries() -> set[str]:
    """Where packages come from on this machine."""
    told = [value for key, value in os.environ.items() if "INDEX" in key or "REGISTRY" in key.upper()]
    config = subprocess.run(
        [sys.executable, "-m", "pip", "config", "list"], capture_output=True, text=True, check=False
    )
    told += re.findall(r"\w+://[^\s']+", config.stdout)
    return {host for url in told if (host := urlsplit(url).hostname)}


def places() -> set[str]:
    """This machine's folders in which people work."""
    return {f"{Path.home()}/"} | ({f"{ROOT}/"} if len(ROOT.parts) > 2 else set())


def test_no_file_tells_of_the_machine_it_was_written_on() -> None:
    forbidden = places() | registries()
    found = []
    for file in tracked():
        text = file.read_bytes().decode("utf-8", "replace")
        found += [(str(file.relative_to(ROOT)), word) for word in forbidden if word in text]
    assert found == []


def test_no_secret_and_no_game_is_under_version_control() -> None:
    names = {file.name for file in tracked()}
    assert ".env" not in names
    assert not [name for name in names if name.endswith((".db", ".db-wal", ".db-shm", ".pyc"))]
