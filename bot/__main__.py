"""The command `myllymatti` (`python -m bot`): run, demo, migrate, health, emoji, results, arena."""

from __future__ import annotations

import argparse
import asyncio
import logging
import re
import signal
import sys
from datetime import UTC, datetime, timedelta
from functools import partial
from textwrap import shorten
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from bot.config import Settings

EX_CONFIG: Final = 78
"""What the person who runs the bot has to put right; starting it again would not help (sysexits.h)."""
EX_UNAVAILABLE: Final = 69
EX_INTERRUPTED: Final = 130
ALIVE: Final = timedelta(minutes=2)
TOKEN_REVOKED: Final = 4004
NO_ROOM: Final = 30008
TOO_MANY: Final = 429
SERVER_ERROR: Final = 500
TOKEN_SHAPE: Final = re.compile(r"[\w-]{18,}\.[\w-]{5,}\.[\w-]{20,}", re.ASCII)


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


async def _results_rebuild() -> int:
    from bot.rebuild import rebuild
    from bot.store import Store, StoreError

    try:
        store = Store(_settings(token_needed=False).database_url)
        try:
            await store.open()
            games = await rebuild(store)
        finally:
            await store.close()
    except StoreError as error:
        raise Stop(str(error)) from None
    print(f"who lost {games} {'game' if games == 1 else 'games'} has been worked out anew")
    return 0


async def _migrate() -> int:
    from bot.rebuild import catch_up
    from bot.store import Store, StoreError

    try:
        store = Store(_settings(token_needed=False).database_url)
        try:
            await store.open()
            await catch_up(store)
        finally:
            await store.close()
    except StoreError as error:
        raise Stop(str(error)) from None
    print(f"the database {store.name} is up to date")
    return 0


async def _health() -> int:
    from bot.store import Store, StoreError

    try:
        store = Store(_settings(token_needed=False).database_url)
        try:
            alive = await store.alive()
        finally:
            await store.close()
    except StoreError as error:
        raise Stop(str(error)) from None
    if alive is None or datetime.now(UTC) - alive > ALIVE:
        raise Stop(f"no sign of life since {alive or 'ever'}", 1)
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
    logging.getLogger("discord").setLevel(max(logging.INFO, logging.getLogger().level))  # DEBUG logs tokens


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
