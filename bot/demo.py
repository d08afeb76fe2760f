"""`myllymatti demo`: the real bot on simcord's simulated Discord, in the browser. No account, no token."""

from __future__ import annotations

import argparse
import asyncio
import logging
import os
import random
import signal
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from pydantic import SecretStr

from bot.app import Myllymatti, create_bot
from bot.config import Settings
from bot.store import StoreError
from bot.tables import Tables
from engine import DECK
from engine.fair import SEED_BYTES, Context, Shuffled

log = logging.getLogger(__name__)

EX_CONFIG: Final = 78
NEEDED: Final = ("simcord", "linkify_it", "markdown_it", "PIL", "regex")
"""What the extra `demo` brings."""

PEOPLE: Final = {"aino": "Aino", "bror": "Bror", "cia": "Cia", "oystein": "Øystein", "elin": "Elin"}

WELCOME: Final = """
Myllymatti on a simulated Discord:

    {url}

  1. Type  /myllymatti start  and Enter. Click computers, type 2, and send it with the arrow on the right.
  2. Press Start, then My hand, and play.

With several people: leave seats free, become somebody else at "Viewing as" on top and Join,
in the same tab or in one for each. Ctrl-C ends the demo.
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Serve the demo until Ctrl-C; the exit code is 78 when something has to be put right first."""
    options = _options().parse_args(arguments)
    if any(find_spec(name) is None for name in NEEDED):
        return _cannot("simcord[preview] is not installed: type `make demo`, or `pip install -e '.[demo]'`")
    from simcord import SetupError  # noqa: PLC0415 - the extra `demo` may be missing, see above

    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    try:
        if options.database is not None:
            asyncio.run(_play(options, options.database))
        else:
            with tempfile.TemporaryDirectory(prefix="myllymatti-demo-") as folder:
                asyncio.run(_play(options, Path(folder, "demo.db")))
    except SetupError as error:
        return _cannot(f"the page cannot be served: {error}; choose another --port")
    except StoreError as error:
        return _cannot(str(error).replace("DATABASE_URL", "--database"))
    return 0


def _options() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="myllymatti demo", description="Play on a simulated Discord in the browser."
    )
    parser.add_argument("--port", type=int, default=0, help="where the page is served; left out, a free port")
    parser.add_argument("--no-browser", action="store_true", help="open no browser")
    parser.add_argument("--seed", type=int, help="shuffle and play in a way that can be repeated")
    parser.add_argument("--pace", type=_pace, metavar="SECONDS", help="how long computers think (1 to 2)")
    parser.add_argument("--database", type=Path, metavar="FILE", help="keep the games in this file")
    return parser


def _pace(text: str) -> float:
    with suppress(ValueError):
        if 0 <= (seconds := float(text)) <= 60:
            return seconds
    raise argparse.ArgumentTypeError(f"{text!r} is no number from 0 to 60")


async def _play(options: argparse.Namespace, database: Path) -> None:
    """Everything from here on happens in one process, with no network but the page's own."""
    import simcord  # noqa: PLC0415 - the extra `demo` may be missing

    from bot.demo_live import Live  # noqa: PLC0415 - the same

    stop = _stop()
    bot = _bot(options, database)
    running = simcord.run(bot, check_errors=False)
    # PRIVATE: simcord hands out the Env only once the bot runs. The server has to be there before, so that
    # its ids are the same each time (tables of a kept database come back), and the clock has to be right.
    env = running._env
    guild = env.create_guild("Pelikerho")
    channel = guild.create_text_channel("pelihuone", topic="Cards, until somebody has lost")
    people = [guild.add_member(env.create_user(name, global_name=shown)) for name, shown in PEOPLE.items()]
    env.backend.edit_bot_profile("Myllymatti")
    env.backend.clock._epoch = datetime.now(UTC)  # PRIVATE: else it is 1 January 2026
    try:
        async with running, env.preview(channel, viewers=people, layout="channel", port=options.port) as page:
            print(WELCOME.format(url=page.url), flush=True)
            if not options.no_browser:
                _open_browser(page.url)
            closed = asyncio.create_task(page.wait_closed())  # the page has a button for it
            closed.add_done_callback(lambda _: stop.set())
            async with Live(env, page):
                await stop.wait()
    finally:
        await bot.close()
    for error in env.errors:
        log.error("the bot failed: %r", error, exc_info=error)


def _bot(options: argparse.Namespace, database: Path) -> Myllymatti:
    """The bot as `create_bot` makes it, with the default settings: `.env` is for the real Discord."""
    pace = {}
    if options.pace is not None:
        pace = {"computer_pace_min": options.pace, "computer_pace_max": options.pace}
        pace["paint_seconds"] = min(1.0, options.pace)
    settings = Settings.model_construct(  # reads no environment
        discord_token=SecretStr("none is needed"),
        database_url=f"sqlite+aiosqlite:///{database.resolve()}",
        **pace,
    )
    bot = create_bot(settings)
    if options.seed is not None:
        _repeat(bot.tables, options.seed)
    return bot


def _repeat(tables: Tables, seed: int) -> None:
    """Chance that can be repeated. Presses cannot, and so have no part in these deals."""
    seeds, chance = random.Random(f"seeds {seed}"), random.Random(seed)  # noqa: S311 - see above

    def shuffled(_seed: bytes, context: Context) -> Shuffled:
        dealer = chance.randrange(len(context.places)) if context.dealer is None else context.dealer
        deck = list(DECK)
        chance.shuffle(deck)
        return Shuffled(dealer, tuple(deck))

    tables.random, tables.shuffled = chance, shuffled
    tables.new_seed = partial(seeds.randbytes, SEED_BYTES)


def _stop() -> asyncio.Event:
    """Set by Ctrl-C, by SIGTERM and when the terminal goes away."""
    stop, loop = asyncio.Event(), asyncio.get_running_loop()
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        with suppress(NotImplementedError, AttributeError):  # Windows: Ctrl-C is a KeyboardInterrupt there
            loop.add_signal_handler(getattr(signal, name), stop.set)
    return stop


def _open_browser(url: str) -> None:
    """Open the page where there is a desktop; in a process of its own, which can neither wait nor print."""
    desktop = sys.platform in ("darwin", "win32") or os.environ.keys() & {"DISPLAY", "WAYLAND_DISPLAY"}
    if desktop and not os.environ.get("CI"):
        subprocess.Popen(  # noqa: S603 - this Python with a module of its own
            [sys.executable, "-m", "webbrowser", url],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )


def _cannot(line: str) -> int:
    print(f"myllymatti: {line}", file=sys.stderr)
    return EX_CONFIG
