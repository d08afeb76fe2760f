"""Fair deals at the table: the promise, Ready, what goes into the shuffle, and the seed that nobody sees."""

from __future__ import annotations

import base64
import logging
from collections.abc import AsyncIterator, Iterable
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import pytest
from simcord import InteractionResult, MemberActor

from bot.__main__ import _log_to_stdout
from bot.records import NotFinished, record_of
from bot.schema import games
from bot.store import Status, StoredGame
from bot.table import Table
from engine import fair, read, verify, write
from engine.fair import Context, read_shuffle
from engine.record import Dealing
from tests.bot.leaks import sent
from tests.bot.playing import Game
from tests.bot.sim import App, buttons, heading, running, settings_for, words


@pytest.fixture
async def dealer(tmp_path: Path) -> AsyncIterator[App]:
    """The bot as it deals for people; only its seeds can be repeated."""
    async with running(settings_for(tmp_path)) as app:
        app.bot.tables.shuffled = fair.shuffled
        yield app
        assert app.unanswered() == []
        assert app.broken_limits() == []


def id_of(result: InteractionResult) -> int:
    return int(result._interaction.id)


def seats(app: App, table: Table) -> list[str]:
    """The lines of the lobby that say who sits there."""
    return [line.replace("**", "") for line in words(app.public(table)).splitlines() if " · " in line[:5]]


def ready(app: App, table: Table) -> list[str]:
    return [line.split(" · ")[1] for line in seats(app, table) if line.endswith(" · ready")]


def promised(app: App, table: Table) -> str:
    """What the table message shows: the whole of it, to be compared."""
    (line,) = [line for line in words(app.public(table)).splitlines() if "SHA-256" in line]
    return line.split("`")[1]


def dealt_from(stored: StoredGame) -> Dealing:
    assert stored.seed is not None
    assert stored.shuffle is not None
    return Dealing(bytes.fromhex(stored.seed), *read_shuffle(stored.shuffle.splitlines()))


# the lobby


async def test_a_lobby_promises_before_anybody_presses(dealer: App) -> None:
    people = dealer.people(3)
    table = await dealer.lobby(people[:1], seats=3)
    shown = promised(dealer, table)
    seed = (await dealer.stored(table)).seed
    assert seed is not None
    assert len(bytes.fromhex(seed)) == 32
    assert shown == sha256(bytes.fromhex(seed)).hexdigest()
    await dealer.press(people[1], dealer.public(table), "Join")
    await dealer.press(people[1], dealer.public(table), "Ready")
    assert promised(dealer, table) == shown
    assert (await dealer.stored(table)).seed == seed


async def test_every_table_has_a_seed_of_its_own(dealer: App) -> None:
    seeds = set()
    for number in range(5):
        person = dealer.person(f"P{number}")
        table = await dealer.lobby([person], seats=2, channel=dealer.guild.create_text_channel(f"c{number}"))
        seeds.add((await dealer.stored(table)).seed)
    assert len(seeds) == 5
    assert None not in seeds


async def test_the_lobby_shows_who_is_ready(dealer: App) -> None:
    aino, _, cia = people = dealer.people(3)
    table = await dealer.lobby(people, computers=1, game="mattis")
    assert ready(dealer, table) == []
    first = await dealer.press(cia, dealer.public(table), "Ready")
    assert ready(dealer, table) == ["Cia"]
    again = await dealer.press(cia, dealer.public(table), "Ready")
    await dealer.press(aino, dealer.public(table), "Ready")
    assert ready(dealer, table) == ["Aino", "Cia"]
    pressed = [sitting.press_id for sitting in table.sittings if sitting.user_id == cia.id]
    assert pressed == [id_of(again)]
    assert id_of(first) != id_of(again)
    assert (await dealer.stored(table)).seating == table.seating


async def test_who_gets_up_is_ready_no_more(dealer: App) -> None:
    people = dealer.people(3)
    table = await dealer.lobby(people, seats=3)
    await dealer.press(people[1], dealer.public(table), "Ready")
    await dealer.press(people[1], dealer.public(table), "Leave")
    await dealer.press(people[1], dealer.public(table), "Join")
    assert ready(dealer, table) == []


@pytest.mark.parametrize(
    ("what", "value", "forgotten"),
    [("game", "skitgubbe", True), ("seats", "4", True), ("time", "60", True), ("game", "mattis", False)],
)
async def test_other_rules_and_nobody_is_ready(dealer: App, what: str, value: str, forgotten: bool) -> None:
    """People were ready for another game; for choosing what is chosen already nobody has to press again."""
    people = dealer.people(3)
    table = await dealer.lobby(people, game="mattis")
    await dealer.press(people[1], dealer.public(table), "Ready")
    page = (await dealer.press(people[0], dealer.public(table), "Options")).response
    assert page is not None
    await dealer.forge(people[0], page, f"mm1:set:{table.id}:{what}", [value])
    await dealer.env.settle()
    assert ready(dealer, table) == ([] if forgotten else ["Bror"])
    stored = await dealer.stored(table)
    assert [sitting.press_id is None for sitting in stored.seating.sittings] == [True, forgotten, True]


async def test_who_joins_or_is_strong_makes_nobody_unready(dealer: App) -> None:
    people = dealer.people(3)
    table = await dealer.lobby(people[:2], seats=4, game="mattis", computers=1)
    await dealer.press(people[1], dealer.public(table), "Ready")
    await dealer.press(people[2], dealer.public(table), "Join")
    assert ready(dealer, table) == ["Bror"]


async def test_only_who_sits_there_is_ready_and_only_in_a_lobby(dealer: App) -> None:
    people, stranger = dealer.people(2), dealer.person("Veera")
    table = await dealer.lobby(people)
    told = await dealer.press(stranger, dealer.public(table), "Ready")
    assert heading(told.response) == "You are not at this table"
    (press,) = [custom_id for custom_id, label in buttons(dealer.public(table)).items() if label == "Ready"]
    await dealer.press(people[0], dealer.public(table), "Start")
    before = await dealer.stored(table)
    late = await dealer.forge(people[1], dealer.public(table), press)
    assert "started" in words(late.response)
    assert await dealer.stored(table) == before


# the deal


async def test_presses_go_into_the_shuffle_in_the_order_of_the_lobby(dealer: App) -> None:
    """Bror's newest press, the host's on Start, nothing of Cia who has pressed neither, and nobody's id."""
    aino, bror, cia = people = dealer.people(3)
    table = await dealer.lobby(people, computers=1, game="mattis")
    shown = promised(dealer, table)
    await dealer.press(aino, dealer.public(table), "Ready")
    await dealer.press(bror, dealer.public(table), "Ready")
    newest = await dealer.press(bror, dealer.public(table), "Ready")
    order = [line.split(" · ")[1] for line in seats(dealer, table)]
    start = await dealer.press(aino, dealer.public(table), "Start")
    press = {"Aino": str(id_of(start)), "Bror": str(id_of(newest)), "Cia": "-"}
    dealing = dealt_from(await dealer.stored(table))
    assert dealing.context == Context(table.rules, tuple(press.get(name, "computer") for name in order))
    assert fair.promise(dealing.seed) == shown == promised(dealer, table)
    assert fair.shuffled(dealing.seed, dealing.context) == (dealing.dealer, table.state and table.state.deck)
    named = {"Aino": aino.id, "Bror": bror.id, "Cia": cia.id}
    seated = [named.get(name) for name in order[dealing.dealer + 1 :] + order[: dealing.dealer + 1]]
    assert [sitting.user_id for sitting in table.sittings] == seated
    shuffle = (await dealer.stored(table)).shuffle
    assert shuffle is not None
    assert [person.id for person in people if str(person.id) in shuffle] == []
    assert [sitting.press_id for sitting in table.sittings] == [None] * 4, "they have done their part"


async def test_the_promise_goes_with_the_first_move_and_the_seed_comes_with_the_last(dealer: App) -> None:
    people = dealer.people(2)
    table = await dealer.game(people, game="skitgubbe")
    shown = promised(dealer, table)
    game = Game(dealer, table, people, Random(0))
    await game.open_hands()
    await game.step()
    assert "SHA-256" not in words(dealer.public(table))
    assert table.seed is None
    await dealer.finish(table)
    (line,) = [line for line in words(dealer.public(table)).splitlines() if "Seed" in line]
    assert sha256(bytes.fromhex(line.split("`")[1])).hexdigest() == shown
    record = record_of(await dealer.stored(table))
    verify(record)
    assert read(write(record)) == record
    assert f"promise {shown}\n" in write(record)


async def test_the_loser_deals_by_another_seed(dealer: App) -> None:
    """Play again: nobody is ready, the promise is another one, and no lot is drawn."""
    people = dealer.people(2)
    table = await dealer.lobby(people, computers=1)
    await dealer.press(people[1], dealer.public(table), "Ready")
    first = promised(dealer, table)
    await dealer.press(people[0], dealer.public(table), "Start")
    await dealer.finish(table)
    assert table.state is not None
    loser = table.state.loser
    await dealer.press(people[1], dealer.public(table), "Play again")
    again = dealer.bot.tables.in_channel(dealer.channel.id)
    assert ready(dealer, again) == []
    assert promised(dealer, again) != first
    await dealer.press(dealer.members[again.seating.host_id], dealer.public(again), "Start")
    assert dealt_from(await dealer.stored(again)).context.dealer == loser
    await dealer.finish(again)
    verify(record_of(await dealer.stored(again)))


async def test_a_restart_keeps_promise_and_presses(dealer: App) -> None:
    aino, bror = people = dealer.people(2)
    table = await dealer.lobby(people)
    shown = promised(dealer, table)
    press = await dealer.press(bror, dealer.public(table), "Ready")
    await dealer.restart(away=60)
    dealer.bot.tables.shuffled = fair.shuffled
    table = dealer.bot.tables.in_channel(dealer.channel.id)
    assert (promised(dealer, table), ready(dealer, table)) == (shown, ["Bror"])
    await dealer.press(aino, dealer.public(table), "Start")
    await dealer.restart(away=60)
    table = dealer.bot.tables.in_channel(dealer.channel.id)
    assert promised(dealer, table) == shown
    await dealer.finish(table)
    record = record_of(await dealer.stored(table))
    verify(record)
    assert record.dealing is not None
    assert fair.promise(record.dealing.seed) == shown
    assert str(id_of(press)) in record.dealing.context.places
    await dealer.restart()
    assert (await dealer.bot.tables.find(table.id)).seed == record.dealing.seed.hex()


# what is given away, and when


async def test_there_is_no_record_before_the_end_nor_of_what_has_no_loser(dealer: App) -> None:
    people = dealer.people(2)
    table = await dealer.lobby(people)
    with pytest.raises(NotFinished):
        record_of(await dealer.stored(table))
    await dealer.press(people[0], dealer.public(table), "Start")
    with pytest.raises(NotFinished):
        record_of(await dealer.stored(table))
    for person in people:
        question = await person.slash(dealer.channel, "myllymatti leave")
        assert question.response is not None
        await dealer.press(person, question.response, "Leave")
    stored = await dealer.stored(table)
    assert stored.status is Status.ABANDONED
    with pytest.raises(NotFinished):
        record_of(stored)
    assert stored.seed is not None
    assert stored.seed not in words(dealer.public(table))


async def test_a_game_of_before_has_a_record_without_a_seed(dealer: App) -> None:
    table = await dealer.game(dealer.people(2))
    await dealer.finish(table)
    stored = await dealer.stored(table)
    old = StoredGame(**{name: getattr(stored, name) for name in StoredGame.__slots__} | {"seed": None})
    assert write(record_of(old)).startswith("myllymatti record 1\n")
    assert record_of(old) == record_of(stored)._replace(dealing=None)


def forms(seed: bytes) -> list[bytes]:
    """How a seed may be written; also its first half alone."""
    written = [seed, seed.hex().encode(), seed.hex().upper().encode(), repr(seed)[2:-1].encode()]
    written += [base64.b64encode(seed).rstrip(b"="), base64.urlsafe_b64encode(seed).rstrip(b"=")]
    return [*written, seed.hex()[:32].encode(), str(int.from_bytes(seed, "big")).encode()]


def told(records: Iterable[logging.LogRecord]) -> list[bytes]:
    """All that a log could show of its lines."""
    whole = logging.Formatter("%(message)s")
    return [f"{whole.format(record)} {record.args!r}".encode() for record in records]


def left(app: App, folder: Path) -> list[bytes]:
    """All that has left the bot, and all files but the database itself."""
    out = [request.text.encode() for request in sent(app)]
    out += [data for files in app.files.values() for data in files]
    files = [path for path in folder.rglob("*") if path.is_file() and not path.name.startswith("games.db")]
    return [*out, *(path.read_bytes() for path in files)]


@pytest.fixture
def at_debug(caplog: pytest.LogCaptureFixture) -> Iterable[pytest.LogCaptureFixture]:
    """All is logged that an operator can have logged, with LOG_LEVEL=DEBUG."""
    quiet = [logging.getLogger(name) for name in ("discord", "aiosqlite")]
    levels = [logger.level for logger in quiet]
    with caplog.at_level(logging.DEBUG):
        _log_to_stdout("DEBUG")
        yield caplog
    for logger, level in zip(quiet, levels, strict=True):
        logger.setLevel(level)


@pytest.mark.errors_expected("^error [0-9a-f]{6} in interaction")
async def test_nobody_sees_the_seed_of_a_running_game(
    tmp_path: Path, at_debug: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In no log, message, custom_id or file, whatever is asked for, and when writing fails."""
    async with running(settings_for(tmp_path), pictures=True) as app:
        app.bot.tables.shuffled = fair.shuffled
        people = app.people(2)
        table = await app.lobby(people, computers=1, game="skitgubbe")
        await app.press(people[1], app.public(table), "Ready")
        seed = (await app.stored(table)).seed
        assert seed is not None
        await fails_once(app, monkeypatch, people[0], table)
        await app.press(people[0], app.public(table), "Start")
        game = Game(app, table, people, Random(0))
        await game.open_hands()
        for command in people[1].available_commands(app.channel):
            await people[1].slash(app.channel, command, **({"seats": 2} if command.endswith("start") else {}))
        await app.restart(away=1)
        table = app.bot.tables.in_channel(app.channel.id)
        in_memory = repr(table).encode()
        game = Game(app, table, people, Random(0))
        await game.open_hands()
        for _ in range(12):
            await game.step()
        assert table.playing
        shown = [*told(at_debug.records), *left(app, tmp_path), in_memory, repr(table).encode()]
        shown.append(repr(await app.stored(table)).encode())
        assert [what for what in shown for form in forms(bytes.fromhex(seed)) if form in what] == []
        assert any(promised_to in what for what in shown for promised_to in [str(table.promise).encode()])
        assert len(at_debug.records) > 20
        await app.finish(table)
        assert any(seed.encode() in what for what in left(app, tmp_path)), "and then everybody does"


async def fails_once(app: App, monkeypatch: pytest.MonkeyPatch, host: MemberActor, table: Table) -> None:
    """The database gives up while the cards are dealt: the error, with its statement, is logged."""

    async def broken(connection: Any, game_id: int, _seating: Any) -> None:
        seed = await app.bot.store.seed(game_id)
        await connection.execute(games.insert().values(id=game_id, seed=seed))

    with monkeypatch.context() as patch:
        patch.setattr(app.bot.store, "_seat", broken)
        result = await app.press(host, app.public(table), "Start")
    assert heading(result.response) == "Something went wrong"
    assert not table.playing


def test_the_search_finds_a_seed() -> None:
    seed = bytes(range(100, 132))
    lines = [seed.hex(), seed.hex()[:40], base64.b64encode(seed).decode(), f"{seed!r}", seed.hex().upper()]
    assert all(any(form in line.encode() for form in forms(seed)) for line in lines)
    record = logging.LogRecord("x", logging.DEBUG, "", 1, "seed %s", (seed.hex(),), None)
    assert any(form in line for line in told([record]) for form in forms(seed))
