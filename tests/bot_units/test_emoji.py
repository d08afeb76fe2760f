"""Which emoji the application has: all of the cards, or none; without them the bot starts all the same."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Iterable
from io import BytesIO
from pathlib import Path
from textwrap import wrap

import aiohttp
import discord
import pytest
from PIL import Image

from bot import art
from bot import emoji as emoji_module
from bot.emoji import NAMES, PLAIN, VERSION, Emoji, known, sync
from engine import Card, parse_card
from engine.cards import DECK
from tests.bot.sim import App, running, settings_for

GREYS = "0123456789abcdefghijklmnopqrstuvwxyz"
FIRST = 1_400_000_000_000_000_000
IDS = tuple(range(FIRST, FIRST + 53))


@pytest.fixture
async def app(tmp_path: Path) -> AsyncIterator[App]:
    async with running(settings_for(tmp_path)) as started:
        yield started


def have(app: App, names: Iterable[str]) -> dict[str, int]:
    """The application has these emoji; the id of each."""
    return {name: app.env.backend.create_application_emoji(name).id for name in names}


# what they are called


@pytest.mark.parametrize(("card", "number"), [("2S", 0), ("7S", 5), ("TH", 21), ("AC", 51)])
def test_a_card_is_shown_by_its_own_emoji(card: str, number: int) -> None:
    assert Emoji(IDS).of(parse_card(card)) == f"<:mm{VERSION}_{card}:{FIRST + number}>"


def test_the_back_is_the_last() -> None:
    assert Emoji(IDS).of(None) == f"<:mm{VERSION}_back:{FIRST + 52}>"


def test_buttons_take_them() -> None:
    for card in (*DECK, None):
        text = str(Emoji(IDS).of(card))
        read = discord.PartialEmoji.from_str(text)
        assert read.is_custom_emoji()
        assert str(read) == text
        assert 2 <= len(read.name) <= 32, "Discord's limit for a name"


def test_without_emoji_there_is_none() -> None:
    assert [card for card in (*DECK, None) if PLAIN.of(card) is not None] == []


def test_equal_emoji_are_one_key() -> None:
    """Drawings are kept by what they show."""
    assert len({Emoji(IDS), Emoji(tuple(IDS)), PLAIN, Emoji()}) == 2


LOOKS = """
omvqnqplipmvriqqlitnvkhqvmilqvohqqlioqvhiqsliokvsmqsoimnvjjqrlimnvngqqmimpqqqpvoihhrmsmhhhgqtllokjh
ikupqojghvivf4fnfnqovrloqqoqovslorqotovnjovqonsvqkorqopsvklosqopnvtkossoopvmlosqoopvpjorrooqrsqovrm
nhpulkkhksjqlmjiilohosnlnkhjkjjajvmvqovrqsqqpqovslsrrptovnlsvrpnsvqlsrrppsvklssrppnvtpsstpopvmmssqp
opvpksrspoqrssrvtomforspkkkqmrjsogiitjnvspjiivnvrarvnvomvqmppmjpmvripqmjtnvkhpvnjlqvohpqmjoqvhhpsmj
okvsmpsojmnvjjprmjmnvngpqmjmpqqqovpjhjsnqmggitmmmqjhhgoiutqnhhgubue4eqiqhhhhphhhh
"""
"""Of the version that `VERSION` is: each emoji as three by three greys from 0 to z."""


def looks(card: Card | None) -> str:
    with Image.open(BytesIO(art.emoji(card))) as image:
        seen = Image.alpha_composite(Image.new("RGBA", image.size, "white"), image.convert("RGBA"))
    greys = seen.convert("L").resize((3, 3), Image.Resampling.BOX).tobytes()
    return "".join(GREYS[grey * 35 // 255] for grey in greys)


def test_other_drawings_are_another_version() -> None:
    """Else who has uploaded them keeps the old ones, and after a broken upload some of both."""
    now = "".join(map(looks, (*DECK, None)))
    then = LOOKS.replace("\n", "")
    assert len(then) == len(now)
    other = [
        str(card)
        for number, card in enumerate((*DECK, None))
        if any(
            abs(GREYS.index(now[at]) - GREYS.index(then[at])) > 1 for at in range(9 * number, 9 * number + 9)
        )
    ]
    assert other == [], "raise VERSION of bot/emoji.py; LOOKS is now\n" + "\n".join(wrap(now, 99))


# what the application has


async def test_the_application_has_them_in_any_order(app: App) -> None:
    ids = have(app, ["mill", *reversed(NAMES), "mm0_7S"])
    found = await known(app.bot)
    assert found == Emoji(tuple(ids[name] for name in NAMES))
    assert found.of(parse_card("7S")) == f"<:mm{VERSION}_7S:{ids[f'mm{VERSION}_7S']}>"


@pytest.mark.parametrize(
    ("names", "number"),
    [
        ([], 0),
        (NAMES[1:], 52),
        (NAMES[:-1], 52),
        ([name.replace(f"mm{VERSION}", "mm0") for name in NAMES], 0),
        ([name.lower() for name in NAMES], 1),
    ],
)
async def test_half_a_set_is_none(
    app: App, names: list[str], number: int, caplog: pytest.LogCaptureFixture
) -> None:
    have(app, names)
    with caplog.at_level(logging.INFO, emoji_module.__name__):
        assert await known(app.bot) == PLAIN
    (line,) = [record.getMessage() for record in caplog.records if record.name == emoji_module.__name__]
    assert f" {number} of 53 emoji are there" in line
    assert "`myllymatti emoji sync`" in line


# trouble: the bot starts without


def one_warning(caplog: pytest.LogCaptureFixture) -> str:
    (record,) = [record for record in caplog.records if record.name == emoji_module.__name__]
    assert record.levelno == logging.WARNING
    assert record.exc_info is None
    assert "\n" not in record.getMessage()
    return record.getMessage()


@pytest.mark.parametrize("status", [401, 403, 404, 503])
async def test_discord_does_not_tell(app: App, status: int, caplog: pytest.LogCaptureFixture) -> None:
    have(app, NAMES)
    app.env.inject_error("GET", "/applications/*/emojis", status=status)
    assert await known(app.bot) == PLAIN
    assert str(status) in one_warning(caplog)
    assert await known(app.bot) != PLAIN, "only that once"


@pytest.mark.parametrize("error", [aiohttp.ServerDisconnectedError(), OSError("no route"), TimeoutError()])
async def test_the_network_is_down(
    app: App, error: Exception, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def fetch() -> list[discord.Emoji]:
        raise error

    monkeypatch.setattr(app.bot, "fetch_application_emojis", fetch)
    assert await known(app.bot) == PLAIN
    assert type(error).__name__ in one_warning(caplog)


async def test_the_start_does_not_hang_on_pictures(
    app: App, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """discord.py would wait as long as a rate limit says."""

    async def fetch() -> list[discord.Emoji]:
        await asyncio.Event().wait()
        raise AssertionError

    assert emoji_module.PATIENCE <= 15
    monkeypatch.setattr(emoji_module, "PATIENCE", 0.01)
    monkeypatch.setattr(app.bot, "fetch_application_emojis", fetch)
    async with asyncio.timeout(5):
        assert await known(app.bot) == PLAIN
    assert one_warning(caplog)


# uploading; what may go wrong with it is in tests/test_main.py


async def test_what_was_uploaded_is_known(app: App) -> None:
    said: list[str] = []
    await sync(app.bot, said.append)
    assert said[-1] == "53 card emoji: 53 uploaded, 0 were there, 0 old ones deleted"
    found = await known(app.bot)
    for card in (*DECK, None):
        name, number = str(found.of(card)).strip("<:>").split(":")
        assert app.env.backend.get_application_emoji(int(number)).name == name
    said.clear()
    await sync(app.bot, said.append)
    assert said == ["53 card emoji: 0 uploaded, 53 were there, 0 old ones deleted"]
