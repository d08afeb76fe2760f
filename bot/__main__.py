"""The command `myllymatti` (`python -m bot`): run, demo, migrate, health, and what else `--help` names."""

from __future__ import annotations

import argparse
import asyncio
import logging
import re
import signal
import sys
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from functools import partial
from textwrap import shorten
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from bot.config import Settings
    from bot.store import Store

EX_CONFIG: Final = 78
"""What the person who runs the bot has to put right; starting it again would not help (sysexits.h)."""
EX_USAGE: Final = 2
EX_UNAVAILABLE: Final = 69
EX_INTERRUPTED: Final = 130
EX_BROKEN: Final = 1
ALIVE: Final = timedelta(minutes=2)
TOKEN_REVOKED: Final = 4004
NO_ROOM: Final = 30008
TOO_MANY: Final = 429
SERVER_ERROR: Final = 500
TOKEN_SHAPE: Final = re.compile(r"[\w-]{18,}\.[\w-]{5,}\.[\w-]{20,}", re.ASCII)

OF_A_PERSON: Final = re.compile(r"(/(?:members|users)/)\d+")


class Stop(Exception):
    """The command cannot go on: one line that says what to do, and the exit code."""

    def __init__(self, line: str, code: int = EX_CONFIG) -> None:
        super().__init__(line)
        self.code = code


def main(arguments: list[str] | None = None) -> int:
    """Carry out one command; the exit code is 0, 78 for wrong settings, or the command's own."""
    parser = argparse.ArgumentParser(prog="myllymatti", description="Card games that somebody has to lose")
    commands = parser.add_subparsers(dest="command", required=True, metavar="command")
    commands.add_parser("run", help="run the bot on Discord")
    commands.add_parser("demo", help="play on a simulated Discord in the browser", add_help=False)
    commands.add_parser("migrate", help="bring the database up to date")
    commands.add_parser("health", help="exit code 0 if the bot is alive and connected")
    results = commands.add_parser(
        "results", help="`results rebuild`: work out anew who lost, and all ratings"
    )
    results.add_subparsers(dest="what", required=True, metavar="rebuild").add_parser(
        "rebuild", help="from games, seats and moves; may be done while the bot runs"
    )
    commands.add_parser("arena", help="measure the computer players", add_help=False)
    emoji = commands.add_parser(
        "emoji", help="`emoji sync`: have cards shown as pictures in buttons and texts"
    )
    emoji.add_subparsers(dest="what", required=True, metavar="sync").add_parser(
        "sync", help="upload the card emoji that are missing, delete those of older versions"
    )
    replay = commands.add_parser("replay", help="step through the record of a game")
    replay.add_argument("file", help="as the button Record gives it")
    replay.add_argument("--seat", type=int, metavar="N", help="with the hand of this seat alone, from 1")
    privacy = commands.add_parser("privacy", help="what is stored about a person: show it, or delete it")
    whats = privacy.add_subparsers(dest="what", required=True, metavar="show|delete")
    for what, about in (
        ("show", "print all of it as JSON"),
        ("delete", "delete it, as the button Delete my data does; the bot must not run"),
    ):
        one = whats.add_parser(what, help=about)
        one.add_argument("--user", type=_user, required=True, metavar="ID", help="the person's Discord id")
    verify = commands.add_parser("verify", help="whether a game was dealt and played as its record says")
    verify.add_argument("record", metavar="RECORD", help="the record, a file")
    known, rest = parser.parse_known_args(arguments)
    if rest and known.command not in ("demo", "arena"):
        parser.error(f"unrecognized arguments: {' '.join(rest)}")
    try:
        match known.command:
            case "run":
                return asyncio.run(_run())
            case "migrate":
                return asyncio.run(_migrate())
            case "health":
                return asyncio.run(_health())
            case "emoji":
                return asyncio.run(_emoji_sync())
            case "replay":
                return _replay(known.file, known.seat)
            case "privacy" if known.what == "show":
                return asyncio.run(_show_data(known.user))
            case "privacy":
                return asyncio.run(_delete_data(known.user))
            case "verify":
                return _verify(known.record)
            case "results":
                return asyncio.run(_results_rebuild())
            case "arena":
                from bot import arena

                return arena.main(rest)
            case _:
                from bot import demo

                return demo.main(rest)
    except Stop as stop:
        print(f"myllymatti: {stop}", file=sys.stderr)
        return stop.code
    except KeyboardInterrupt:
        return 0


async def _run() -> int:
    import aiohttp
    import discord

    from bot.app import create_bot
    from bot.store import StoreError

    settings = _settings()
    token = _token(settings)
    _log_to_stdout(settings.log_level)
    try:
        bot = create_bot(settings)
        async with bot:
            stopping = asyncio.current_task()
            assert stopping is not None
            asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stopping.cancel)
            await bot.store.open()  # before the login, so that a database is not the second thing to fail
            await bot.start(token)
    except StoreError as error:
        raise Stop(str(error)) from None
    except (discord.DiscordException, aiohttp.ClientError, OSError) as error:
        raise _stopped_by(error) or error from None
    except asyncio.CancelledError:
        pass  # SIGTERM: the bot has been closed
    return 0


async def _emoji_sync() -> int:
    import aiohttp
    import discord

    from bot.emoji import NotSynced, sync

    token = _token(_settings())
    _log_to_stdout("WARNING")  # how long discord.py waits when Discord has it wait, say
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
    try:
        async with discord.Client(intents=discord.Intents(guilds=True)) as client:
            await client.login(token)
            await sync(client, partial(print, flush=True))
    except NotSynced as error:
        stop = _stopped_by(error.reason) or Stop(f"Discord refuses it: {_said(error.reason)}; report it")
        raise Stop(f"{stop}; {error}", stop.code) from None
    except (discord.DiscordException, aiohttp.ClientError, OSError) as error:
        raise _stopped_by(error) or error from None
    except asyncio.CancelledError:
        raise Stop("interrupted; `myllymatti emoji sync` goes on from here", EX_INTERRUPTED) from None
    print("a running bot shows them after its next start")
    return 0


def _replay(file: str, seat: int | None) -> int:
    from bot import stepper
    from bot.record_file import NoRecord

    try:
        return stepper.main(file, seat)
    except NoRecord as error:
        raise Stop(str(error), EX_USAGE) from None


async def _results_rebuild() -> int:
    from bot.rebuild import rebuild

    async with _store() as (store, _):
        await store.open()
        games = await rebuild(store)
    print(f"who lost {games} {'game' if games == 1 else 'games'} has been worked out anew")
    return 0


async def _migrate() -> int:
    from bot.rebuild import catch_up

    async with _store() as (store, _):
        await store.open()
        await catch_up(store)
    print(f"the database {store.name} is up to date")
    return 0


async def _health() -> int:
    async with _store() as (store, _):
        alive = await store.alive()
    if alive is None or datetime.now(UTC) - alive > ALIVE:
        raise Stop(f"no sign of life since {alive or 'ever'}", 1)
    return 0


async def _show_data(user_id: int) -> int:
    from bot import personal, privacy

    async with _store() as (store, _):
        await store.open_as_it_is()
        data = await privacy.data_of(store.engine, user_id)
    print(personal.as_text(data))
    return 0


async def _delete_data(user_id: int) -> int:
    """The bot holds its tables in memory, and would write the id back: it must not run."""
    from bot import privacy
    from bot.tables import Tables

    async with _store() as (store, settings):
        await store.open_as_it_is(alone=True)
        alive = await store.alive()
        if store.engine.dialect.name != "sqlite" and alive and datetime.now(UTC) - alive < ALIVE:
            raise Stop(f"the bot was alive at {alive}: stop it, and wait for {ALIVE.seconds // 60} minutes")
        tables = Tables(store, settings)
        await tables.restore()
        overdue = await privacy.to_wipe(store.engine)
        deleted = await tables.forget(user_id) is not None
        if not await privacy.wipe(store.engine, user_id):
            raise Stop("everything is deleted, but not yet overwritten: start the bot, which does it", 1)
    if deleted:
        print("everything is deleted")
    elif overdue:
        print("nothing is stored about this person; what had been deleted before is overwritten now")
    else:
        print("nothing is stored about this person")
    return 0


@asynccontextmanager
async def _store() -> AsyncIterator[tuple[Store, Settings]]:
    """The database of the settings, not opened yet, for as long as a command needs it."""
    from bot.store import Store, StoreError

    settings = _settings(token_needed=False)
    try:
        store = Store(settings.database_url)
        try:
            yield store, settings
        finally:
            await store.close()
    except StoreError as error:
        raise Stop(str(error)) from None


def _user(text: str) -> int:
    """An id of Discord's, as it is copied there: a number above zero, of 63 bits at most."""
    if not (text.isascii() and text.isdecimal() and 0 < int(text[:20]) < 2**63):
        raise argparse.ArgumentTypeError(
            f"{text[:30]!r} is no Discord id, which is a number of 17 to 19 digits"
        )
    return int(text)


def _verify(path: str) -> int:
    from bot.record_file import NoRecord, read_file
    from engine import BrokenPromise, replay, verify

    try:
        record = read_file(path)
        if record.dealing is None:
            raise Stop(f"{path} has no seed: it cannot be verified how its cards were dealt", EX_USAGE)
        verify(record)
    except NoRecord as error:
        raise Stop(str(error), EX_BROKEN if error.damaged else EX_USAGE) from None
    except BrokenPromise as error:
        raise Stop(f"{path} is not as promised: {error}", EX_BROKEN) from None
    end = replay(record)
    ended = "nobody has lost yet" if end.loser is None else f"seat {end.loser} lost"
    print(
        f"{path} is as promised: the seed is the one, seed and presses give dealer and deck, all"
        f" {len(record.moves)} moves are legal, and {ended}"
    )
    return 0


def _settings(*, token_needed: bool = True) -> Settings:
    from pydantic import SecretStr, ValidationError

    from bot.config import Settings

    try:
        return Settings() if token_needed else Settings(discord_token=SecretStr("none"))
    except (OSError, UnicodeDecodeError) as error:
        raise Stop(f".env cannot be read: {error}; write it anew, from .env.example") from None
    except ValidationError as error:
        first = error.errors()[0]
        key = str(first["loc"][0]).upper()
        if key == "DISCORD_TOKEN":
            raise Stop("there is no DISCORD_TOKEN: copy .env.example to .env and fill it in") from None
        raise Stop(f"the setting {key} cannot be {first['input']!r}: {first['msg']}") from None


def _token(settings: Settings) -> str:
    token = settings.discord_token.get_secret_value()
    if not TOKEN_SHAPE.fullmatch(token):
        raise Stop("DISCORD_TOKEN is no bot token: copy it from the Bot page of your application to .env")
    return token


def _log_to_stdout(level: str) -> None:
    logging.basicConfig(
        level=level,
        format="%(asctime)s %(levelname)s %(name)s: %(message)s",
        stream=sys.stdout,  # the one line that says what to do stands alone on the other
    )
    for handler in logging.getLogger().handlers:
        handler.addFilter(without_people)
    for name in ("discord", "aiosqlite"):  # DEBUG logs tokens, and seeds of running games
        logging.getLogger(name).setLevel(max(logging.INFO, logging.getLogger().level))


def without_people(record: logging.LogRecord) -> bool:
    """Take people's ids out of a line: discord.py tells the path of a request that it has to wait for."""
    line = record.getMessage()
    if OF_A_PERSON.search(line):
        record.msg, record.args = OF_A_PERSON.sub(r"\1…", line), ()
    return True


def _stopped_by(error: Exception) -> Stop | None:
    """What to do about an error of Discord, or of the way there; None for one that nobody foresaw."""
    import aiohttp
    import discord

    match error:
        case discord.LoginFailure() | discord.HTTPException(status=401):
            return Stop("Discord refuses DISCORD_TOKEN: reset it on the Bot page and copy it to .env")
        case discord.ConnectionClosed(code=code) if code == TOKEN_REVOKED:
            return Stop("DISCORD_TOKEN was revoked: reset it on the Bot page and copy it to .env")
        case discord.HTTPException(code=code) if code == NO_ROOM:
            return Stop("Discord keeps no more emoji for this application: delete some on its Emojis page")
        case discord.HTTPException(status=status) if status == TOO_MANY or status >= SERVER_ERROR:
            return Stop(f"Discord is out of order: {_said(error)}; try again later", EX_UNAVAILABLE)
        case aiohttp.ClientError() | OSError():
            return Stop(f"Discord cannot be reached: {_said(error)}; check the network", EX_UNAVAILABLE)
        case _:
            return None


def _said(error: Exception) -> str:
    return shorten(str(error), 200, placeholder=" …") or type(error).__name__


if __name__ == "__main__":
    sys.exit(main())
