"""The command line: what is wrong is said in one line with exit code 78, and what is right works.

Importing the bot takes over a second. So one process imports it once, and forks for each case: a folder of
its own, an environment with nothing else in it. A few cases start `python -m bot` itself.
"""

from __future__ import annotations

import asyncio
import base64
import inspect
import json
import logging
import os
import re
import signal
import sqlite3
import subprocess
import sys
import textwrap
import threading
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from io import BytesIO
from pathlib import Path
from typing import Any

import discord
import pytest
from aiohttp import WSMsgType, web
from PIL import Image
from pydantic import SecretStr

from bot.__main__ import without_people
from bot.config import Settings
from bot.emoji import NAMES, VERSION
from bot.options import Options
from bot.store import Store
from bot.tables import Tables
from engine import PRESETS, read, write

ROOT = Path(__file__).parents[1]
TOKEN = "MTAwMDAwMDAwMDAwMDAwMDAx.GaBcDe.abcdefghijklmnopqrstuvwxyz0123456789ab"
"""Shaped like a token, and opens nothing."""
EX_CONFIG, EX_UNAVAILABLE, EX_USAGE, EX_INTERRUPTED = 78, 69, 2, 130
SECONDS = 60
CLEAN = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT)}

NOWHERE = "127.0.0.1:9"
"""Nobody listens there: no test ever asks the real Discord for something."""

FORKING = textwrap.dedent(
    """
    import json, os, signal, sys, traceback
    import alembic.command, aiosqlite, discord, sqlalchemy.dialects.sqlite.aiosqlite, yarl
    import bot.__main__, bot.app

    for line in sys.stdin:
        folder, environment, arguments, base, out, err = json.loads(line)
        child = os.fork()
        if not child:
            os.chdir(folder)
            os.environ.clear()
            os.environ.update(environment)
            for number, name in (1, out), (2, err):
                os.dup2(os.open(name, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), number)
            discord.http.Route.BASE = f"http://{base}/api/v10"
            discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(f"ws://{base}/gateway")
            signal.signal(signal.SIGINT, signal.default_int_handler)  # some shells have it ignored
            try:
                code = bot.__main__.main(arguments)
            except SystemExit as error:
                code = error.code
            except BaseException:
                traceback.print_exc()
                code = 1
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(code)
        print(child, flush=True)
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
    """
)


@dataclass(frozen=True)
class Ended:
    """A command that has ended."""

    code: int
    out: str
    err: str

    @property
    def line(self) -> str:
        """The one line that it said about what is wrong."""
        assert "Traceback" not in self.err, self.err
        (line,) = self.err.splitlines()
        assert line.startswith("myllymatti: ")
        return line.removeprefix("myllymatti: ")


@dataclass
class Shell:
    """A folder of its own to run commands in."""

    forking: subprocess.Popen[str]
    folder: Path
    scratch: Path
    pid: int = 0

    def run(self, *arguments: str, **environment: str) -> Ended:
        """`myllymatti` with these arguments and nothing else in its environment."""
        self.start(*arguments, **environment)
        return self.end()

    def start(self, *arguments: str, base: str = NOWHERE, **environment: str) -> None:
        """The same, without waiting for its end; `base` is where it finds Discord."""
        out, err = str(self.scratch / "out"), str(self.scratch / "err")
        case = [str(self.folder), {**CLEAN, **environment}, arguments, base, out, err]
        assert self.forking.stdin is not None
        print(json.dumps(case), file=self.forking.stdin, flush=True)
        self.pid = self._answer()

    @property
    def said(self) -> str:
        return "".join(file.read_text("utf-8") for file in self.scratch.iterdir())

    async def says(self, words: str) -> None:
        """Wait until these words stand in its output."""
        async with asyncio.timeout(SECONDS):
            while words not in self.said:  # noqa: ASYNC110 - another process tells no event
                await asyncio.sleep(0.01)

    def end(self) -> Ended:
        """What came of it; killed if it takes too long."""
        slow = threading.Timer(SECONDS, os.kill, (self.pid, signal.SIGKILL))
        slow.start()
        code = self._answer()
        slow.cancel()
        out, err = (self.scratch / name for name in ("out", "err"))
        return Ended(code, out.read_text("utf-8"), err.read_text("utf-8"))

    def _answer(self) -> int:
        assert self.forking.stdout is not None
        return int(self.forking.stdout.readline())

    def write(self, name: str, *lines: str) -> Path:
        file = self.folder / name
        file.write_text("\n".join([*lines, ""]), "utf-8")
        return file

    def is_empty(self) -> bool:
        return list(self.folder.iterdir()) == []


@pytest.fixture(scope="module")
def forking() -> Iterator[subprocess.Popen[str]]:
    with subprocess.Popen(
        [sys.executable, "-c", FORKING],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=CLEAN,
        cwd=ROOT,
    ) as process:
        yield process
        assert process.stdin is not None
        process.stdin.close()
        process.wait(SECONDS)


@pytest.fixture
def shell(forking: subprocess.Popen[str], tmp_path: Path) -> Shell:
    folder, scratch = tmp_path / "here", tmp_path / "scratch"
    folder.mkdir()
    scratch.mkdir()
    return Shell(forking, folder, scratch)


def python_m_bot(folder: Path, *arguments: str, **environment: str) -> Ended:
    """The command itself, as it is typed."""
    done = subprocess.run(
        [sys.executable, "-m", "bot", *arguments],
        cwd=folder,
        env={**CLEAN, **environment},
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    return Ended(done.returncode, done.stdout, done.stderr)


# the token


def test_no_token(tmp_path: Path) -> None:
    ended = python_m_bot(tmp_path, "run")
    assert ended.code == EX_CONFIG
    assert ended.line == "there is no DISCORD_TOKEN: copy .env.example to .env and fill it in"
    assert list(tmp_path.iterdir()) == [], "nothing is left behind"


def test_an_empty_token(shell: Shell) -> None:
    ended = shell.run("run", DISCORD_TOKEN="")
    assert ended.code == EX_CONFIG
    assert ended.line == "there is no DISCORD_TOKEN: copy .env.example to .env and fill it in"


def test_the_example_copied_and_not_filled_in(shell: Shell) -> None:
    shell.write(".env", (ROOT / ".env.example").read_text("utf-8"))
    ended = shell.run("run")
    assert ended.code == EX_CONFIG
    assert ended.line == "there is no DISCORD_TOKEN: copy .env.example to .env and fill it in"


@pytest.mark.parametrize(
    "token", ["hello", "Bot " + TOKEN, TOKEN + " x", "a.b.c", "123456789012345678", "ä" * 60]
)
def test_an_ill_formed_token(shell: Shell, token: str) -> None:
    ended = shell.run("run", DISCORD_TOKEN=token)
    assert ended.code == EX_CONFIG
    assert (
        ended.line == "DISCORD_TOKEN is no bot token: copy it from the Bot page of your application to .env"
    )
    assert shell.is_empty()


# settings


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("TURN_SECONDS", "soon"),
        ("TURN_SECONDS", "5"),
        ("TURN_SECONDS", "nan"),
        ("LOBBY_SECONDS", "-1"),
        ("COMPUTER_PACE_MAX", "1e9"),
        ("PAINT_SECONDS", "x"),
        ("DEV_GUILD_ID", "our server"),
        ("LOG_LEVEL", "LOUD"),
    ],
)
def test_a_setting_that_cannot_be(shell: Shell, key: str, value: str) -> None:
    ended = shell.run("run", DISCORD_TOKEN=TOKEN, **{key: value})
    assert ended.code == EX_CONFIG
    assert key in ended.line
    assert value in ended.line
    assert TOKEN not in ended.err


def test_levels_may_be_written_small(shell: Shell) -> None:
    """Whatever is wrong after that, it is not the level."""
    ended = shell.run(
        "run", DISCORD_TOKEN=TOKEN, LOG_LEVEL="error", DATABASE_URL="sqlite+aiosqlite:///no/x.db"
    )
    assert ended.code == EX_CONFIG
    assert "cannot be written" in ended.line


def test_dotenv_is_read_from_the_folder(shell: Shell) -> None:
    shell.write(".env", "DISCORD_TOKEN=of a wrong shape")
    assert shell.run("run").line.startswith("DISCORD_TOKEN is no bot token")


def test_comments_and_other_keys_in_dotenv_do_no_harm(shell: Shell) -> None:
    shell.write(
        ".env", "# mine", "", "EDITOR=vi", "DISCORD_TOKEN='short'  # not a real one", "TURN_SECONDS=60"
    )
    assert shell.run("run").line.startswith("DISCORD_TOKEN is no bot token")


def test_the_environment_beats_dotenv(shell: Shell) -> None:
    shell.write(".env", f"DISCORD_TOKEN={TOKEN}", "TURN_SECONDS=soon")
    assert "TURN_SECONDS" in shell.run("run").line
    assert shell.run("run", DISCORD_TOKEN="short", TURN_SECONDS="60").line.startswith(
        "DISCORD_TOKEN is no bot token"
    )


def test_a_dotenv_that_cannot_be_read(shell: Shell) -> None:
    (shell.folder / ".env").write_bytes("DISCORD_TOKEN=ä\n".encode("latin-1"))
    ended = shell.run("run")
    assert ended.code == EX_CONFIG
    assert ".env" in ended.line


# the database


@pytest.mark.parametrize("command", ["run", "migrate"])
@pytest.mark.parametrize(
    "url", ["sqlite+aiosqlite:///nowhere/games.db", "sqlite+aiosqlite:///.", "sqlite+aiosqlite:///letter"]
)
def test_a_database_that_cannot_be_written(shell: Shell, command: str, url: str) -> None:
    shell.write("letter", "Dear aunt, " * 500)
    ended = shell.run(command, DISCORD_TOKEN=TOKEN, DATABASE_URL=url)
    assert ended.code == EX_CONFIG
    assert url in ended.line
    assert "check DATABASE_URL and the rights on the file and its folder" in ended.line
    assert [file.name for file in shell.folder.iterdir()] == ["letter"]


@pytest.mark.parametrize("url", ["games.db", "sqlite:///games.db", "mysql+aiomysql://localhost/games"])
def test_a_database_address_that_is_none(shell: Shell, url: str) -> None:
    ended = shell.run("run", DISCORD_TOKEN=TOKEN, DATABASE_URL=url)
    assert ended.code == EX_CONFIG
    assert "DATABASE_URL" in ended.line


@pytest.mark.parametrize("command", ["run", "migrate"])
def test_a_newer_schema(shell: Shell, command: str) -> None:
    with closing(sqlite3.connect(shell.folder / "myllymatti.db")) as database:
        database.execute("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL)")
        database.execute("INSERT INTO alembic_version VALUES ('9999')")
        database.commit()
    ended = shell.run(command, DISCORD_TOKEN=TOKEN)
    assert ended.code == EX_CONFIG
    assert "is of a newer Myllymatti (its schema is 9999)" in ended.line
    assert "bring Myllymatti up to date, or set DATABASE_URL to another database" in ended.line


def test_migrate(tmp_path: Path) -> None:
    """As the image starts: it needs no token, and doing it again changes nothing."""
    for _ in range(2):
        ended = python_m_bot(tmp_path, "migrate")
        assert (ended.code, ended.err) == (0, "")
        assert ended.out == "the database sqlite+aiosqlite:///myllymatti.db is up to date\n"
    with closing(sqlite3.connect(tmp_path / "myllymatti.db")) as database:
        assert database.execute("SELECT count(*) FROM games").fetchone() == (0,)


# who lost, worked out anew


def test_results_rebuild(tmp_path: Path) -> None:
    """It needs no token; what is told is how many games count."""
    ended = python_m_bot(tmp_path, "results", "rebuild")
    assert (ended.code, ended.err) == (0, "")
    assert ended.out == "who lost 0 games has been worked out anew\n"


# health


def alive(folder: Path, when: datetime) -> None:
    async def note() -> None:
        store = Store(f"sqlite+aiosqlite:///{folder}/myllymatti.db")
        await store.set_alive(when)
        await store.close()

    asyncio.run(note())


def test_health(shell: Shell) -> None:
    assert shell.run("migrate").code == 0
    never = shell.run("health")
    assert never.code == 1
    assert never.line == "no sign of life since ever"
    alive(shell.folder, datetime.now(UTC))
    assert shell.run("health") == Ended(0, "", "")
    alive(shell.folder, datetime.now(UTC) - timedelta(seconds=121))
    old = shell.run("health")
    assert old.code == 1
    assert old.line.startswith("no sign of life since 20")


def test_health_without_a_database(shell: Shell) -> None:
    """Asking makes none."""
    ended = shell.run("health")
    assert ended.code != 0
    assert "there is no database" in ended.line
    assert list(shell.folder.iterdir()) == []


# one's own data

AINO, BROR, CIA = (1_456_074_443_980_800_001 + n for n in range(3))


def played(folder: Path) -> None:
    """Aino and Bror have a game on, and Aino wants Finnish."""

    async def play() -> None:
        store = Store(f"sqlite+aiosqlite:///{folder}/myllymatti.db")
        await store.open()
        tables = Tables(store, Settings(discord_token=SecretStr("none")))
        options = Options(PRESETS["mattis"], 3, 180)
        table = await tables.open(guild_id=1, channel_id=2, host_id=AINO, options=options, computers=1)
        await tables.join(table.id, BROR)
        await tables.start(table.id, AINO)
        await store.wish(AINO, language="fi")
        await store.close()

    asyncio.run(play())


def traces(folder: Path, user_id: int) -> list[str]:
    signs = user_id.to_bytes(8), str(user_id).encode()
    return [file.name for file in folder.iterdir() if any(sign in file.read_bytes() for sign in signs)]


def test_the_data_of_a_person_is_shown(shell: Shell) -> None:
    played(shell.folder)
    shown = shell.run("privacy", "show", "--user", str(AINO))
    assert (shown.code, shown.err) == (0, "")
    data = json.loads(shown.out)
    assert data["your_discord_id"] == str(AINO)
    assert data["your_settings"]["language"] == "fi"
    assert [game["rules"] for game in data["your_games"]] == ["mattis"]
    assert str(BROR) not in shown.out


def test_the_data_of_a_person_is_deleted(shell: Shell) -> None:
    """Bror finds his game as it would be after Delete my data: Aino's seat is kept by a computer for good."""
    played(shell.folder)
    assert traces(shell.folder, AINO)
    ended = shell.run("privacy", "delete", "--user", str(AINO))
    assert ended == Ended(0, "everything is deleted\n", "")
    assert traces(shell.folder, AINO) == []
    with closing(sqlite3.connect(shell.folder / "myllymatti.db")) as database:
        ((host, status),) = database.execute("SELECT host_id, status FROM games").fetchall()
        seats = database.execute("SELECT user_id, computer IS NOT NULL, left FROM seats").fetchall()
    assert (host, status) == (BROR, "playing")
    ((former, computer, left),) = [seat for seat in seats if seat[0] not in (BROR, None)]
    assert former < 0
    assert (computer, left) == (1, 1)
    assert (BROR, 0, 0) in seats
    again = shell.run("privacy", "delete", "--user", str(AINO))
    assert again == Ended(0, "nothing is stored about this person\n", "")


def test_a_deletion_that_was_cut_short_is_completed(shell: Shell) -> None:
    """All of it is replaced, and the power fails before the file is cleaned."""
    played(shell.folder)

    async def cut_short() -> None:
        store = Store(f"sqlite+aiosqlite:///{shell.folder}/myllymatti.db")
        async with store.engine.connect() as connection:
            await connection.exec_driver_sql("PRAGMA secure_delete=OFF")
        tables = Tables(store, Settings(discord_token=SecretStr("none")))
        await tables.restore()
        assert await tables.forget(AINO) is not None
        await store.close()

    asyncio.run(cut_short())
    assert traces(shell.folder, AINO)
    ended = shell.run("privacy", "delete", "--user", str(AINO))
    words = "nothing is stored about this person; what had been deleted before is overwritten now\n"
    assert ended == Ended(0, words, "")
    assert traces(shell.folder, AINO) == []
    again = shell.run("privacy", "delete", "--user", str(AINO))
    assert again == Ended(0, "nothing is stored about this person\n", "")


def test_what_is_left_of_somebody_long_gone_is_overwritten(shell: Shell) -> None:
    """Deleted by an older Myllymatti: no row has his id, and the file has it still."""
    played(shell.folder)
    with closing(sqlite3.connect(shell.folder / "myllymatti.db")) as older:
        older.execute("PRAGMA secure_delete=OFF")
        older.execute("INSERT INTO people (user_id) VALUES (?)", [CIA])
        older.commit()
        older.execute("DELETE FROM people WHERE user_id = ?", [CIA])
        older.commit()
    assert traces(shell.folder, CIA)
    ended = shell.run("privacy", "delete", "--user", str(CIA))
    assert ended == Ended(0, "nothing is stored about this person\n", "")
    assert traces(shell.folder, CIA) == []


def test_nobody_is_deleted_behind_the_back_of_the_bot(shell: Shell) -> None:
    """It has its tables in memory, and would write the id back."""
    played(shell.folder)

    async def meanwhile() -> Ended:
        bot = Store(f"sqlite+aiosqlite:///{shell.folder}/myllymatti.db")
        await bot.open()
        ended = await asyncio.to_thread(shell.run, "privacy", "delete", "--user", str(AINO))
        await bot.set_alive(datetime.now(UTC))  # it has not been disturbed
        await bot.close()
        return ended

    ended = asyncio.run(meanwhile())
    assert ended.code == EX_CONFIG
    assert re.search(r"is in use .*: stop the bot first", ended.line)
    assert traces(shell.folder, AINO) == ["myllymatti.db"]
    assert shell.run("privacy", "show", "--user", str(AINO)).code == 0
    assert shell.run("privacy", "delete", "--user", str(AINO)).out == "everything is deleted\n"


@pytest.mark.parametrize("what", ["show", "delete"])
def test_data_without_a_database(shell: Shell, what: str) -> None:
    ended = shell.run("privacy", what, "--user", str(AINO))
    assert ended.code == EX_CONFIG
    assert "there is no database" in ended.line
    assert shell.is_empty()


@pytest.mark.parametrize("what", ["show", "delete"])
@pytest.mark.parametrize(
    ("version", "line"), [("0004", "an older Myllymatti: stop the bot, type"), ("9999", "a newer Myllymatti")]
)
def test_data_in_a_database_of_another_age(shell: Shell, what: str, version: str, line: str) -> None:
    """It is neither brought up to date, which is for `migrate` to do, nor written to."""
    played(shell.folder)
    file = shell.folder / "myllymatti.db"
    with closing(sqlite3.connect(file)) as database, database:
        database.execute("UPDATE alembic_version SET version_num = ?", [version])
    before = file.read_bytes()
    ended = shell.run("privacy", what, "--user", str(AINO))
    assert ended.code == EX_CONFIG
    assert line in ended.line
    assert file.read_bytes() == before


@pytest.mark.parametrize("what", ["show", "delete"])
def test_data_in_some_other_file(shell: Shell, what: str) -> None:
    letter = shell.write("myllymatti.db", "This is a letter to my aunt, and no database. " * 100)
    before = letter.read_bytes()
    ended = shell.run("privacy", what, "--user", str(AINO))
    assert ended.code == EX_CONFIG
    assert "file is not a database" in ended.line
    assert letter.read_bytes() == before


@pytest.mark.parametrize("user", ["aino", "@aino", "<@1>", "0", "-5", "1.5", "٣", str(2**63), "9" * 5000, ""])
def test_ids_that_are_none(shell: Shell, user: str) -> None:
    ended = shell.run("privacy", "delete", f"--user={user}")
    assert ended.code == EX_USAGE
    assert "is no Discord id" in ended.err
    assert len(ended.err) < 500
    assert shell.is_empty()


def test_the_log_holds_no_ids_of_people() -> None:
    """discord.py's own words, when Discord slows down the asking for a name."""
    path = f"https://discord.com/api/v10/guilds/7/members/{AINO}"
    source = inspect.getsource(discord.http.HTTPClient.request)
    (words,) = (line for line in source.splitlines() if "responded with 429. Retrying in" in line)
    told = "We are being rate limited. %s %s responded with 429. Retrying in %.2f seconds."
    assert told in words
    for message, arguments in ((told, ("GET", path, 1.5)), (f"no answer from {path}?x", ())):
        record = logging.LogRecord("discord.http", logging.WARNING, "", 1, message, arguments, None)
        assert without_people(record)
        assert str(AINO) not in record.getMessage()
        assert "/guilds/7/members/…" in record.getMessage()
    other = logging.LogRecord("bot", logging.INFO, "", 1, "table %s was not shown", (12,), None)
    assert without_people(other)
    assert other.getMessage() == "table 12 was not shown"


# words on the line


@pytest.mark.parametrize(
    "arguments",
    [
        *([], ["walk"], ["run", "--fast"], ["migrate", "now"], ["health", "x"]),
        *(["emoji"], ["emoji", "walk"], ["emoji", "sync", "now"]),
        *(["privacy"], ["privacy", "show"], ["privacy", "burn", "--user", "1"], ["privacy", "delete", "1"]),
    ],
)
def test_words_that_mean_nothing(shell: Shell, arguments: Sequence[str]) -> None:
    ended = shell.run(*arguments, DISCORD_TOKEN=TOKEN)
    assert ended.code == EX_USAGE
    assert "usage: myllymatti" in ended.err
    assert shell.is_empty()


def test_help(shell: Shell) -> None:
    ended = shell.run("--help")
    assert ended.code == 0
    commands = ("run", "demo", "migrate", "health", "privacy", "emoji sync", "replay", "results rebuild")
    assert all(command in ended.out for command in commands)


# Discord, as a server on this machine

BOT = {"id": "1000", "username": "Myllymatti", "discriminator": "0", "avatar": None, "bot": True}
APPLICATION = {
    "id": "1000",
    "name": "Myllymatti",
    "description": "",
    "icon": None,
    "bot_public": True,
    "bot_require_code_grant": False,
    "verify_key": "",
    "flags": 0,
    "owner": {"id": "1", "username": "aino", "discriminator": "0", "avatar": None},
}
NAME_TAKEN = {
    "message": "Invalid Form Body",
    "code": 50035,
    "errors": {"name": {"_errors": [{"code": "APPLICATION_EMOJI_NAME_ALREADY_TAKEN", "message": "Taken"}]}},
}


@dataclass
class Discord:
    """As much of Discord as it takes to log in and to keep emoji."""

    refuses: bool = False
    closes_with: int | None = None
    happens: dict[str, tuple[int, object] | str] = field(default_factory=dict)
    """To single requests: `POST 20`, the twentieth, gets this answer, or the line is `cut`, or on `hold`."""
    heeds: bool = False
    """Does what was asked for before it `happens`."""
    emoji: list[dict[str, Any]] = field(default_factory=list)
    pictures: dict[str, bytes] = field(default_factory=dict)
    room: int = 2_000
    last_id: int = 5_000
    requests: list[str] = field(default_factory=list)
    tokens: set[str] = field(default_factory=set)
    identified: int = 0

    async def rest(self, request: web.Request) -> web.Response:
        path = request.path.removeprefix("/api/v10")
        self.requests.append(f"{request.method} {path}")
        self.tokens.add(request.headers["Authorization"])
        if self.refuses:
            return json_response({"message": "401: Unauthorized", "code": 0}, 401)
        instead = self.happens.get(f"{request.method} {self.asked(request.method)}")
        if instead is None:
            return await self.heed(request, path)
        if self.heeds:
            await self.heed(request, path)
        if isinstance(instead, tuple):
            return json_response(instead[1], instead[0])
        if instead == "hold":
            await asyncio.sleep(SECONDS)
        assert request.transport is not None
        request.transport.close()
        return web.Response()

    async def heed(self, request: web.Request, path: str) -> web.Response:
        match request.method, path:
            case "GET", "/users/@me":
                return json_response(BOT)
            case "GET", "/oauth2/applications/@me":
                return json_response(APPLICATION)
            case "GET", "/applications/1000/commands":
                return json_response([])
            case "PUT", "/applications/1000/commands":
                ids = {"application_id": "1000", "version": "1", "default_member_permissions": None}
                commands = await request.json()
                return json_response([{**command, "id": str(n), **ids} for n, command in enumerate(commands)])
            case "GET", "/applications/1000/emojis":
                return json_response({"items": self.emoji})
            case "POST", "/applications/1000/emojis":
                return self.upload(**await request.json())
            case "DELETE", _ if path in [f"/applications/1000/emojis/{kept['id']}" for kept in self.emoji]:
                self.emoji = [kept for kept in self.emoji if not path.endswith(f"/{kept['id']}")]
                return web.Response(status=204)
            case _:
                return json_response({"message": "404: Not Found", "code": 0}, 404)

    def upload(self, name: str, image: str) -> web.Response:
        if len(self.emoji) >= self.room:
            return json_response({"message": "Maximum number of emojis reached", "code": 30008}, 400)
        if name in self.names:
            return json_response(NAME_TAKEN, 400)
        self.has(name)
        kind, _, picture = image.partition(";base64,")
        assert kind == "data:image/png"
        self.pictures[name] = base64.b64decode(picture, validate=True)
        return json_response(self.emoji[-1], 201)

    def has(self, *names: str) -> None:
        """These emoji are there."""
        for name in names:
            self.last_id += 1
            flags = {"require_colons": True, "managed": False, "animated": False, "available": True}
            self.emoji.append({"id": str(self.last_id), "name": name, "roles": [], **flags})

    @property
    def names(self) -> list[str]:
        """The emoji that are there."""
        return [kept["name"] for kept in self.emoji]

    def asked(self, method: str) -> int:
        """How many requests of this method came."""
        return sum(request.startswith(method) for request in self.requests)

    async def gateway(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        await socket.send_json({"op": 10, "d": {"heartbeat_interval": 41_250}, "s": None, "t": None})
        async for message in socket:
            if message.type is WSMsgType.TEXT:
                await self.answer(socket, json.loads(message.data))
        return socket

    async def answer(self, socket: web.WebSocketResponse, payload: dict[str, Any]) -> None:
        if payload["op"] == 1:
            await socket.send_json({"op": 11, "d": None, "s": None, "t": None})
        elif payload["op"] == 2 and self.closes_with is not None:
            self.identified += 1
            await socket.close(code=self.closes_with, message=b"Authentication failed.")
        elif payload["op"] == 2:
            ready = {
                "v": 10,
                "user": BOT,
                "guilds": [],
                "session_id": "x",
                "resume_gateway_url": str(socket._req.url) if socket._req else "",
                "application": {"id": "1000", "flags": 0},
            }
            await socket.send_json({"op": 0, "t": "READY", "s": 1, "d": ready})


def json_response(data: object, status: int = 200) -> web.Response:
    """The content type has to be exactly this; aiohttp would add a charset. Without Via a 429 is final."""
    headers = {"Content-Type": "application/json", "Via": "1.1 here"}
    return web.Response(body=json.dumps(data).encode(), status=status, headers=headers)


@asynccontextmanager
async def listening(discord: Discord) -> AsyncIterator[str]:
    """The address at which it listens."""
    app = web.Application()
    app.router.add_get("/gateway", discord.gateway)
    app.router.add_route("*", "/api/v10/{path:.*}", discord.rest)
    runner = web.AppRunner(app, shutdown_timeout=0.1)
    await runner.setup()
    try:
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        host, port = runner.addresses[0]
        yield f"{host}:{port}"
    finally:
        await runner.cleanup()


async def ended_with(discord: Discord, shell: Shell, *command: str) -> Ended:
    """How a command, or else `run`, ends with this Discord."""
    async with listening(discord) as base:
        shell.start(*command or ["run"], base=base, DISCORD_TOKEN=TOKEN)
        return await asyncio.to_thread(shell.end)


async def test_a_wrong_token(shell: Shell) -> None:
    discord = Discord(refuses=True)
    ended = await ended_with(discord, shell)
    assert discord.requests == ["GET /users/@me"], "asked once: no loop"
    assert discord.tokens == {f"Bot {TOKEN}"}
    assert ended.code == EX_CONFIG
    assert TOKEN not in ended.err
    assert ended.line == "Discord refuses DISCORD_TOKEN: reset it on the Bot page and copy it to .env"


async def test_a_token_that_was_revoked(shell: Shell) -> None:
    """The gateway closes with 4004: another IDENTIFY would bring nothing."""
    discord = Discord(closes_with=4004)
    ended = await ended_with(discord, shell)
    assert discord.identified == 1
    assert ended.code == EX_CONFIG
    assert ended.line == "DISCORD_TOKEN was revoked: reset it on the Bot page and copy it to .env"


def test_discord_out_of_reach(shell: Shell) -> None:
    """Not the host's mistake, so it may be started again: 69."""
    ended = shell.run("run", DISCORD_TOKEN=TOKEN)
    assert ended.code == EX_UNAVAILABLE
    assert ended.line.startswith("Discord cannot be reached: ")
    assert ended.line.endswith("; check the network")


@pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGINT])
async def test_a_signal_ends_it(shell: Shell, sign: signal.Signals) -> None:
    """As a container is stopped, or by Ctrl-C: cleanly, and nothing is logged as an error."""
    discord = Discord()
    async with listening(discord) as base:
        shell.start("run", base=base, DISCORD_TOKEN=TOKEN)
        # READY has been sent and read. Before that, wait_for of Python 3.11 may lose the cancellation.
        await shell.says("connected to Gateway")
        os.kill(shell.pid, sign)
        ended = await asyncio.to_thread(shell.end)
    assert ended.code == 0
    assert "Traceback" not in ended.err
    assert re.findall(r" (?:ERROR|CRITICAL) ", ended.err) == []
    assert "PUT /applications/1000/commands" in discord.requests


# the emoji of the cards

OLD = [name.replace(f"mm{VERSION}_", "mm0_") for name in NAMES]
OTHERS = ["mill", "mm1_hat", "mm0_10S", "mm0_7Sx", "xmm0_7S", "mm_7S", "mmx_back"]
OUT_OF_ORDER = (503, {"message": "Service Unavailable", "code": 0})


def done(uploaded: int, there: int, deleted: int) -> str:
    return f"53 card emoji: {uploaded} uploaded, {there} were there, {deleted} old ones deleted"


async def synced(discord: Discord, shell: Shell) -> list[str]:
    """What `emoji sync` says when it goes well."""
    ended = await ended_with(discord, shell, "emoji", "sync")
    assert (ended.code, ended.err) == (0, "")
    *said, last = ended.out.splitlines()
    assert last == "a running bot shows them after its next start"
    return said


async def test_emoji_are_uploaded(shell: Shell) -> None:
    discord = Discord()
    said = await synced(discord, shell)
    assert len(said) == 54
    assert said[0] == f"mm{VERSION}_2S uploaded, 1 of 53"
    assert said[-1] == done(53, 0, 0)
    assert discord.tokens == {f"Bot {TOKEN}"}
    assert discord.identified == 0, "over HTTP alone"
    cards = [f"{rank}{suit}" for suit in "SHDC" for rank in "23456789TJQKA"]
    assert sorted(discord.names) == sorted(f"mm{VERSION}_{card}" for card in [*cards, "back"])
    assert len({*discord.pictures.values()}) == 53
    for picture in discord.pictures.values():
        assert len(picture) <= 256 * 1024
        with Image.open(BytesIO(picture), formats=["PNG"]) as image:
            image.load()
            assert image.size == (128, 128)
    assert shell.is_empty(), "no database is needed"


async def test_emoji_that_are_there_are_not_uploaded_again(shell: Shell) -> None:
    discord = Discord()
    discord.has(*NAMES)
    assert await synced(discord, shell) == [done(0, 53, 0)]
    assert {request.split()[0] for request in discord.requests} == {"GET"}


@pytest.mark.parametrize(("kept", "rest"), [(False, 34), (True, 33)])
async def test_an_upload_that_fails_half_way_goes_on_from_there(shell: Shell, kept: bool, rest: int) -> None:
    """The twentieth breaks off, before Discord has it or after."""
    discord = Discord(happens={"POST 20": "cut"}, heeds=kept)
    discord.has(*OLD)
    ended = await ended_with(discord, shell, "emoji", "sync")
    assert ended.code == EX_UNAVAILABLE
    assert ended.line.startswith("Discord cannot be reached: ")
    assert ended.line.endswith(
        "; check the network; 19 of 53 card emoji are there, running it again uploads the rest"
    )
    assert discord.asked("POST") == 20
    assert discord.asked("DELETE") == 0, "the old set stays until the new one is whole"
    discord.requests.clear()
    discord.happens.clear()
    assert (await synced(discord, shell))[-1] == done(rest, 53 - rest, 53)
    assert discord.asked("POST") == rest
    assert sorted(discord.names) == sorted(NAMES)


async def test_old_emoji_go_when_all_new_ones_are_there_and_those_of_others_never(shell: Shell) -> None:
    discord = Discord()
    discord.has(*OTHERS[:3], *OLD, f"mm{VERSION + 1}_7S", *OTHERS[3:])
    said = await synced(discord, shell)
    assert said[53] == "deleting 54 old ones: a bot that still shows them has to be started anew"
    assert said[-1] == done(53, 0, 54)
    asked = [request.split()[0] for request in discord.requests]
    assert asked[-107:] == ["POST"] * 53 + ["DELETE"] * 54
    assert discord.names == [*OTHERS, *NAMES]


async def test_deleting_fails_half_way(shell: Shell) -> None:
    discord = Discord(happens={"DELETE 3": OUT_OF_ORDER})
    discord.has(*NAMES, *OLD)
    ended = await ended_with(discord, shell, "emoji", "sync")
    assert ended.code == EX_UNAVAILABLE
    assert ended.line.endswith(
        "all 53 card emoji are there, 2 of 53 old ones are deleted, running it again deletes the rest"
    )
    assert (await synced(discord, shell))[-1] == done(0, 53, 51)
    assert discord.names == [*NAMES]


async def test_uploading_waits_when_discord_says_so(shell: Shell) -> None:
    limited = {"message": "You are being rate limited.", "retry_after": 0.05, "global": False}
    discord = Discord(happens={"POST 5": (429, limited)})
    said = await synced(discord, shell)
    assert said[-1] == done(53, 0, 0)
    assert "WARNING discord.http: We are being rate limited." in said[4], "one sees why it takes long"
    assert sorted(discord.names) == sorted(NAMES)


async def test_what_discord_did_without_saying_so_is_done(shell: Shell) -> None:
    """After a 500 discord.py asks again: the name is taken, or what has to go is gone."""
    failed = {"message": "Internal Server Error", "code": 0}
    discord = Discord(happens={"POST 1": (500, failed), "DELETE 1": (500, failed)}, heeds=True)
    discord.has(*NAMES[1:], *OLD)
    assert (await synced(discord, shell))[-1] == done(1, 52, 53)
    assert sorted(discord.names) == sorted(NAMES)


async def test_there_is_no_room_for_all_emoji(shell: Shell) -> None:
    discord = Discord(room=30)
    discord.has(*OTHERS, "old", "older", "oldest")
    ended = await ended_with(discord, shell, "emoji", "sync")
    assert ended.code == EX_CONFIG
    assert ended.line == (
        "Discord keeps no more emoji for this application: delete some on its Emojis page;"
        " 20 of 53 card emoji are there, running it again uploads the rest"
    )
    assert discord.asked("POST") == 21
    discord.room = 63
    assert (await synced(discord, shell))[-1] == done(33, 20, 0)


@pytest.mark.parametrize(
    ("request_", "answer", "code", "line"),
    [
        ("GET 1", OUT_OF_ORDER, EX_UNAVAILABLE, r"Discord is out of order: 503 .*; try again later"),
        (
            "GET 3",
            OUT_OF_ORDER,
            EX_UNAVAILABLE,
            r"Discord is out of .*; try again later; nothing was changed",
        ),
        (
            "POST 9",
            OUT_OF_ORDER,
            EX_UNAVAILABLE,
            r"Discord is out of .*; try again later; 8 of 53 card emoji .*",
        ),
        (
            "POST 9",
            (429, "<html>\n" + "blocked " * 500),
            EX_UNAVAILABLE,
            r"Discord is out of order: 429 .{,200}; try again later; 8 of 53 card emoji are there, .*",
        ),
        (
            "POST 9",
            (401, {"message": "401: Unauthorized", "code": 0}),
            EX_CONFIG,
            r"Discord refuses DISCORD_TOKEN: reset it on the Bot page .*; 8 of 53 card emoji are there, .*",
        ),
        (
            "POST 9",
            (400, NAME_TAKEN),
            EX_CONFIG,
            r"Discord refuses it: 400 Bad Request \(error code: 50035\): .* Taken; report it; 8 of 53 .*",
        ),
    ],
)
async def test_discord_will_not_have_them(
    shell: Shell, request_: str, answer: tuple[int, object], code: int, line: str
) -> None:
    discord = Discord(happens={request_: answer})
    ended = await ended_with(discord, shell, "emoji", "sync")
    assert ended.code == code
    assert re.fullmatch(line, ended.line)
    assert f"POST {discord.asked('POST')}" == request_ or discord.asked("POST") == 0, "no loop"


async def test_a_wrong_token_uploads_nothing(shell: Shell) -> None:
    discord = Discord(refuses=True)
    ended = await ended_with(discord, shell, "emoji", "sync")
    assert discord.requests == ["GET /users/@me"]
    assert ended.code == EX_CONFIG
    assert ended.line == "Discord refuses DISCORD_TOKEN: reset it on the Bot page and copy it to .env"
    assert TOKEN not in ended.out + ended.err


@pytest.mark.parametrize(
    ("token", "line"),
    [
        ("", "there is no DISCORD_TOKEN: copy .env.example to .env and fill it in"),
        ("x", "DISCORD_TOKEN is no bot token: copy it from the Bot page of your application to .env"),
    ],
)
def test_emoji_need_a_token(shell: Shell, token: str, line: str) -> None:
    ended = shell.run("emoji", "sync", DISCORD_TOKEN=token)
    assert ended.code == EX_CONFIG
    assert ended.line == line


def test_emoji_without_a_network(tmp_path: Path) -> None:
    """A process of its own: there a client that was left open would say so in the end."""
    code = (
        f"import discord, sys; discord.http.Route.BASE = 'http://{NOWHERE}'; from bot.__main__ import main; "
    )
    done = subprocess.run(
        [sys.executable, "-c", code + "sys.exit(main(['emoji', 'sync']))"],
        cwd=tmp_path,
        env={**CLEAN, "DISCORD_TOKEN": TOKEN},
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    ended = Ended(done.returncode, done.stdout, done.stderr)
    assert ended.code == EX_UNAVAILABLE
    assert ended.line.startswith("Discord cannot be reached: ")
    assert ended.line.endswith("; check the network")
    assert ended.out == ""


async def test_ctrl_c_while_emoji_are_uploaded(shell: Shell) -> None:
    """No success for what comes after `&&`, and no traceback."""
    discord = Discord(happens={"POST 4": "hold"})
    async with listening(discord) as base:
        shell.start("emoji", "sync", base=base, DISCORD_TOKEN=TOKEN)
        await shell.says("3 of 53")
        os.kill(shell.pid, signal.SIGINT)
        ended = await asyncio.to_thread(shell.end)
    assert ended.code == EX_INTERRUPTED
    assert ended.line == "interrupted; `myllymatti emoji sync` goes on from here"


# verify


RECORD = (ROOT / "tests" / "records" / "fair-skitgubbe.txt").read_bytes()
EX_BROKEN, EX_NO_RECORD = 1, 2


def verified(shell: Shell, data: bytes) -> Ended:
    (shell.folder / "game.txt").write_bytes(data)
    return shell.run("verify", "game.txt")


def test_a_game_as_promised_is_told_in_one_line(shell: Shell) -> None:
    ended = verified(shell, RECORD)
    assert (ended.code, ended.err) == (0, "")
    (line,) = ended.out.splitlines()
    assert line.startswith("game.txt is as promised: ")
    assert "seed and presses give dealer and deck" in line
    assert re.search(r"all \d+ moves are legal, and seat \d lost$", line)


def test_verify_needs_neither_settings_nor_database(tmp_path: Path) -> None:
    (tmp_path / "game.txt").write_bytes(RECORD)
    ended = python_m_bot(tmp_path, "verify", "game.txt")
    assert (ended.code, ended.err) == (0, "")
    assert [file.name for file in tmp_path.iterdir()] == ["game.txt"]


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        (b"seed 6", b"seed 7", "line 3"),
        (b"promise 8", b"promise 9", "line 3"),
        (b"place 1 computer", b"place 1 -", "line 13: card"),
        (b"dealer 3", b"dealer 2", "line 12: place 3 dealt, but place 2"),
        (b"deck KH 7S", b"deck 7S KH", "line 1"),
        (b"\nmoves\n", b"\nmoves\nup ", "line 15"),
        (b"\nseal ", b"\nseal 0", "line 24"),
        (b"2\n", b"2\r\n", "line 1"),
        (b" AC", b" \xffC", "line 13 is no text"),
    ],
)
def test_a_damaged_record_names_its_line(shell: Shell, old: bytes, new: bytes, line: str) -> None:
    assert old in RECORD
    ended = verified(shell, RECORD.replace(old, new, 1))
    assert (ended.code, ended.out) == (EX_BROKEN, "")
    assert line in ended.line
    assert "game.txt" in ended.line


def test_a_deck_that_nobody_promised_is_seen_under_a_right_seal(shell: Shell) -> None:
    """Who deals as he likes can seal it; seed and presses still give another deck."""
    record = read(RECORD.decode())
    deck = (record.deck[0], *record.deck[:0:-1])
    ended = verified(shell, write(record._replace(deck=deck, moves=())).encode())
    assert ended.code == EX_BROKEN
    assert "not as promised: line 13: card 2 of the deck" in ended.line


def test_a_record_without_a_seed_cannot_be_verified(shell: Shell) -> None:
    ended = verified(shell, (ROOT / "tests" / "records" / "skitgubbe-3.txt").read_bytes())
    assert ended.code == EX_NO_RECORD
    assert ended.line == "game.txt has no seed: it cannot be verified how its cards were dealt"


@pytest.mark.parametrize("data", [b"", b"\n", b"hello", b"\x89PNG\r\n", b"myllymatti record 3\n", b"\xff"])
def test_what_is_no_record(shell: Shell, data: bytes) -> None:
    ended = verified(shell, data)
    assert ended.code == EX_NO_RECORD
    assert "line 1" in ended.line


def test_a_record_that_is_not_there(shell: Shell) -> None:
    for path in ("nowhere.txt", "."):
        ended = shell.run("verify", path)
        assert ended.code == EX_NO_RECORD
        assert ended.line.startswith(f"{path} cannot be read: ")
