"""One's own data: shown to its owner alone, and deleted without a trace while others play on."""

from __future__ import annotations

import asyncio
import gc
import json
import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random
from types import FrameType, ModuleType
from typing import Any

import aiohttp
import discord
import pytest
import sqlalchemy as sa
from simcord import MemberActor, ResponseMessage
from simcord.backend import serializers

from bot import personal, privacy
from bot.former import is_former
from bot.rebuild import rebuild
from bot.schema import games, people, seats, servers
from bot.store import Status, Store
from tests.bot.leaks import cards_in
from tests.bot.playing import Game, offered
from tests.bot.sim import App, buttons, heading, words
from tests.bot.test_places import forbid, out_of_order, outage, unheard


async def opened(app: App, who: MemberActor) -> ResponseMessage:
    """The private screen; the handle stays alive."""
    result = await who.slash(app.channel, "myllymatti privacy")
    assert result.response is not None
    assert result.response.ephemeral
    return result.response


async def delete(app: App, who: MemberActor) -> ResponseMessage:
    """Press through to the end."""
    screen = await opened(app, who)
    await app.press(who, screen, "Delete my data")
    assert heading(screen) == "Delete your data?"
    await app.press(who, screen, "Delete it for good")
    return screen


async def file_of(app: App, who: MemberActor) -> dict[str, Any]:
    """What Show my data gives, as it is sent."""
    before = set(app.files)
    await app.press(who, await opened(app, who), "Show my data")
    (place,) = set(app.files) - before
    (content,) = app.files[place]
    shown = app.seen_by(who)[-1]
    assert shown.ephemeral
    assert heading(shown) == "Your data"
    data: dict[str, Any] = json.loads(content)
    return data


def traces(app: App, user_id: int) -> list[str]:
    """Files of the database that hold an id, as SQLite writes it or in digits."""
    folder = Path(str(app.bot.store.engine.url.database)).parent
    signs = user_id.to_bytes(8, "big"), str(user_id).encode()
    return [f.name for f in sorted(folder.iterdir()) if any(sign in f.read_bytes() for sign in signs)]


async def rows(app: App, query: sa.Select[Any]) -> list[Any]:
    async with app.bot.store.engine.connect() as connection:
        return list((await connection.execute(query)).all())


FOREIGN = ("discord", "simcord", "asyncio", "sqlalchemy", "pytest", "_pytest", "pluggy", "tests")
"""Whose objects are not followed: what they know is not the bot's."""


def remembered(app: App, user_id: int) -> list[str]:
    """The ways on which something of the bot still leads to an id: every reference is followed."""
    bot = app.bot
    parts = (bot.tables, bot.painter, bot.hands, bot.names, bot.readers, bot.waits, bot.show, bot.clock)
    seen, found = set[int](), []
    left: list[tuple[object, str]] = [(part, type(part).__name__) for part in parts]
    while left:
        thing, way = left.pop()
        if id(thing) in seen or isinstance(thing, type | ModuleType | FrameType):
            continue
        seen.add(id(thing))
        if type(thing) is int and thing == user_id:
            found.append(way)
        if type(thing).__module__.split(".")[0] in FOREIGN:
            continue
        left += [(inner, f"{way} > {type(inner).__name__}") for inner in gc.get_referents(thing)]
    return found


async def test_what_is_stored_is_told(app: App) -> None:
    aino, bror = app.people(2)
    nothing = await opened(app, aino)
    assert heading(nothing) == "What is stored about you"
    assert "So far: nothing." in words(nothing)
    assert list(buttons(nothing).values()) == ["Show my data"]
    await app.game([aino, bror])
    assert "So far: 1 table." in words(await opened(app, aino))


async def test_ones_data_as_a_file(app: App) -> None:
    aino, bror = app.people(2)
    await app.bot.store.wish(aino.id, language="en", hints_seen="beat lead")
    game = Game(app, await app.game([aino, bror]), [aino, bror], Random(1))
    await game.open_hands()
    for _ in range(20):
        await game.step()
    await app.finish(game.table)
    data = await file_of(app, aino)
    assert data["your_discord_id"] == str(aino.id)
    assert data["your_settings"]["language"] == "en"
    (told,) = data["your_games"]
    table, stored = game.table, await app.stored(game.table)
    seat = next(n for n, sitting in enumerate(table.sittings) if sitting.user_id == aino.id)
    assert told["server_id"] == str(app.guild.id)
    assert told["channel_id"] == str(app.channel.id)
    assert told["status"] == "finished"
    assert told["started_at"] == str(stored.started_at and stored.started_at.isoformat())
    assert told["you_lost"] is (stored.loser == seat)
    assert told["you_host_it"] is True
    assert (told["your_seat"]["seat"], told["your_seat"]["place"]) == (seat, 2 if stored.loser == seat else 1)
    assert told["moves_you_pressed"], "she has played"
    by_ply = {move["number"] - 1: move["move"] for move in told["moves_you_pressed"]}
    (his,) = (await file_of(app, bror))["your_games"]
    his_ply = {move["number"] - 1: move["move"] for move in his["moves_you_pressed"]}
    assert by_ply | his_ply == game.pressed
    assert table.ply > len(game.pressed), "the rest was played by computers"
    assert all(set(move) == {"number", "move", "made_at", "press_id"} for move in told["moves_you_pressed"])


async def test_nobody_elses_id_and_no_hidden_card_is_in_it(app: App) -> None:
    everybody = app.people(3)
    aino, *others = everybody
    game = Game(app, await app.game(everybody), everybody, Random(4))
    await game.open_hands()
    for _ in range(9):
        await game.step()
    data = await file_of(app, aino)
    text = json.dumps(data)
    assert not [person.name for person in others if str(person.id) in text]
    (told,) = data["your_games"]
    seat = next(n for n, sitting in enumerate(game.table.sittings) if sitting.user_id == aino.id)
    assert told["status"] == "playing"
    assert 0 < len(told["moves_you_pressed"]) < 9
    mine = {move["move"] for move in told["moves_you_pressed"]}
    assert mine <= set(game.pressed.values())
    assert cards_in(text) == cards_in(" ".join(mine)), "her own moves, and no card but those"
    stored = await app.stored(game.table)
    assert str(stored.deck) not in text
    assert told["your_seat"]["seat"] == seat


async def test_a_file_that_is_too_large_is_packed() -> None:
    content, name = personal.as_file({"a": "x" * 1000}, largest=500)
    assert name.endswith(".json.gz")
    assert content[:2] == b"\x1f\x8b"
    assert len(content) < 500


async def test_neither_names_nor_tokens_are_written_down(app: App) -> None:
    """A whole game by people whose names are like nothing else, with all that can be pressed besides."""
    odd = ("Tuulenhenki☃", "Zwölfboxkämpfer", "Jättiläis🦔")
    everybody = [app.person(name) for name in odd]
    game = Game(app, await app.game(everybody[:2], computers=1), everybody[:2], Random(2))
    await game.open_hands()
    for _ in range(12):
        await game.step()
    await app.finish(game.table)
    await opened(app, everybody[2])
    await everybody[0].slash(app.channel, "myllymatti stats")
    await app.press(everybody[1], app.public(game.table), "Play again")
    await app.restart()
    used = {i.token for i in app.env.backend.interactions.values()}
    assert len(used) > 15
    names = [*odd, *map(str.lower, odd), app.guild.name, "simcord_interaction_", *used]
    signs = [name.encode(coding) for name in names for coding in ("utf-8", "utf-16-le", "utf-16-be")]
    folder = Path(str(app.bot.store.engine.url.database)).parent
    content = [file.read_bytes() for file in folder.iterdir()]
    assert any(str(game.table.rules).encode() in part for part in content), "the eye sees"
    assert [sign for sign in signs if any(sign in part for part in content)] == []


async def test_deleted_in_the_middle_of_a_game(app: App, caplog: pytest.LogCaptureFixture) -> None:
    everybody = app.people(3)
    aino, bror, _ = everybody
    await app.bot.store.wish(aino.id, language="en")
    finished = await app.game(everybody)
    await app.finish(finished)
    table = await app.game(everybody)
    game = Game(app, table, everybody, Random(7))
    await game.open_hands()
    for _ in range(5):
        await game.step()
    assert remembered(app, aino.id), "the eye sees"
    assert traces(app, aino.id)
    caplog.clear()
    screen = await delete(app, aino)
    assert heading(screen) == "Your data is deleted"
    await app.env.settle()

    assert traces(app, aino.id) == []
    assert remembered(app, aino.id) == []
    lines = [f"{record.getMessage()} {record.exc_text or ''}" for record in caplog.records]
    assert [line for line in lines if str(aino.id) in line] == []
    assert aino.id not in {row.user_id for row in await rows(app, sa.select(people.c.user_id))}

    former = {sitting.user_id for sitting in table.sittings} - {person.id for person in everybody}
    (former_id,) = former
    assert former_id is not None
    assert is_former(former_id)
    assert (await app.stored(table)).seating == table.seating
    assert table.seating.host_id == bror.id, "the host has been handed on"
    ended = await app.stored(finished)
    assert former_id in {sitting.user_id for sitting in ended.seating.sittings}, "one number in all games"
    assert ended.seating.host_id == former_id
    assert heading(game.hands[aino.id]) == "You have left the game"
    shown = "\n".join(words(message) for message in app.seen_by())
    assert "Aino" not in words(app.public(table))
    assert "Former player" in words(app.public(table))
    assert str(former_id) not in shown

    for label in ("Take my seat back", "Leave"):
        assert label not in buttons(game.hands[aino.id]).values()
    refused = await app.press(aino, app.public(table), "My hand")
    assert heading(refused.response) == "You are not at this table"
    await app.finish(table)
    assert table.status is Status.FINISHED
    assert (await app.stored(table)).seating == table.seating
    assert traces(app, aino.id) == []


async def test_deleted_in_lobbies(app: App) -> None:
    """A seat of a lobby is simply left: the host hands over, and a lobby with nobody closes."""
    aino, bror = app.people(2)
    shared = await app.lobby([aino, bror], seats=3)
    alone = await app.lobby([aino], seats=3, channel=app.guild.create_text_channel("toinen"))
    await delete(app, aino)
    assert shared.seating.people == (bror.id,)
    assert shared.seating.host_id == bror.id
    assert not alone.live
    assert traces(app, aino.id) == []
    assert remembered(app, aino.id) == []
    await app.press(aino, app.public(shared), "Join")
    assert list(shared.seating.people) == [bror.id, aino.id], "she may come back, as somebody new"
    assert "So far: 1 table." in words(await opened(app, aino))


async def test_deleted_as_the_last_one_of_a_game(app: App) -> None:
    (aino,) = app.people(1)
    table = await app.game([aino], computers=2)
    await delete(app, aino)
    assert table.status is Status.ABANDONED
    assert heading(app.public(table)) == "This game has ended"
    assert traces(app, aino.id) == []
    assert remembered(app, aino.id) == []


async def test_deleted_asleep_or_after_leaving(app: App) -> None:
    """Who is kept a seat, by either way, is kept it no more."""
    aino, bror, cia = app.people(3)
    table = await app.game([aino, bror, cia])
    left = await bror.slash(app.channel, "myllymatti leave")
    assert left.response is not None
    await app.press(bror, left.response, "Leave the game")
    await app.env.advance_time(181)
    while aino.id not in table.seating.sleepers:
        await app.env.advance_time(181)
    for who in (aino, bror):
        await delete(app, who)
        assert traces(app, who.id) == []
        assert remembered(app, who.id) == []
        refused = await app.forge(who, app.public(table), f"mm1:back:{table.id}")
        assert heading(refused.response) == "You are not at this table"
    await app.restart()
    again = app.bot.tables.in_channel(app.channel.id)
    assert again.seating == table.seating
    assert len({sitting.user_id for sitting in again.sittings}) == 3, "each by a number of his own"


async def test_nothing_to_delete(app: App) -> None:
    aino, bror = app.people(2)
    table = await app.game([aino, bror])
    stranger = app.person("Veera")
    screen = await opened(app, stranger)
    told = await app.forge(stranger, screen, "mm1:forget:yes")
    assert heading(told.response) == "Nothing is stored about you"
    assert table.seating.people == tuple(s.user_id for s in table.sittings), "and nobody else is deleted"


async def test_pressed_twice_at_once(app: App) -> None:
    aino, bror, cia = app.people(3)
    table = await app.game([aino, bror, cia])
    screen = await opened(app, aino)
    await app.press(aino, screen, "Delete my data")
    (yes,) = (custom_id for custom_id, label in buttons(screen).items() if label == "Delete it for good")
    for _ in range(2):
        app.send(aino, screen, yes)
    await app.env.settle()
    assert traces(app, aino.id) == []
    assert sum(is_former(sitting.user_id or 0) for sitting in table.sittings) == 1
    found = await rows(app, sa.select(seats.c.user_id).where(seats.c.user_id < 0).distinct())
    assert len(found) == 1, "one person, one number"


async def test_deleted_while_the_results_are_worked_out_anew(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`myllymatti results rebuild` has read who sat where, and writes only after the cleaning."""
    aino, bror = app.people(2)
    await app.finish(await app.game([aino, bror]))
    other = Store(app.settings.database_url)
    rewrite, tries = other.results.rewrite, list[bool]()

    async def first_a_deletion(*arguments: Any) -> bool:
        if not tries:
            await delete(app, aino)
            assert traces(app, aino.id) == []
        tries.append(await rewrite(*arguments))
        return tries[-1]

    monkeypatch.setattr(other.results, "rewrite", first_a_deletion)
    before = await app.bot.store.results.tallies(app.guild.id)
    await rebuild(other)
    await other.close()
    assert tries == [False, True], "it has begun again"
    assert traces(app, aino.id) == []
    after = await app.bot.store.results.tallies(app.guild.id)
    assert {tally.losses for tally in after} == {tally.losses for tally in before}
    assert bror.id in {tally.user_id for tally in after}


@pytest.mark.parametrize("first", ["the move", "the deletion"])
async def test_a_move_of_his_at_the_same_time(app: App, first: str) -> None:
    """The hint that goes with a move must not write him down again."""
    aino, bror, cia = everybody = app.people(3)
    table = await app.game([aino, bror, cia])
    who = app.on_turn(table)
    hand, screen = await app.hand(who, table), await opened(app, who)
    await app.press(who, screen, "Delete my data")
    (yes,) = (custom_id for custom_id, label in buttons(screen).items() if label == "Delete it for good")
    move = sorted(offered(hand).items())[0][1].custom_id
    presses = [(hand, move), (screen, yes)]
    for message, custom_id in presses if first == "the move" else reversed(presses):
        app.send(who, message, custom_id)
    await app.env.settle()
    assert traces(app, who.id) == []
    assert remembered(app, who.id) == []
    assert (await app.stored(table)).seating == table.seating
    assert set(table.seating.people) == {person.id for person in everybody} - {who.id}
    await app.finish(table)


async def test_a_hint_that_is_noted_after_the_deletion(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    """His move is made, he is deleted, and only then is it noted that he has had a hint."""
    table = await app.game(app.people(3))
    who = app.on_turn(table)
    hand, saw = await app.hand(who, table), app.bot.readers.saw

    async def late(interaction: Any, hint: str) -> None:
        assert await app.bot.tables.forget(interaction.user.id)
        await saw(interaction, hint)

    monkeypatch.setattr(app.bot.readers, "saw", late)
    await app.press_id(who, hand, *sorted(offered(hand).items())[0][1])
    assert table.ply == 1
    assert not table.seating.knows(who.id)
    assert await rows(app, sa.select(people)) == []


async def test_moves_that_the_computer_made_are_not_his(app: App) -> None:
    table = await app.game(app.people(2))
    who = app.on_turn(table)
    await app.env.advance_time(181)
    assert table.ply == 1
    (told,) = (await file_of(app, who))["your_games"]
    assert told["moves_you_pressed"] == []
    assert told["your_seat"]["missed"] == 1


async def test_a_hand_that_cannot_be_reached_is_forgotten(app: App) -> None:
    """She is deleted from elsewhere, while this server is out of order."""
    aino, bror = app.people(2)
    table = await app.game([aino, bror])
    await app.hand(aino, table)
    await outage(app, begins=True)
    with app.env._bot_scope():
        tables = await app.bot.tables.forget(aino.id)
        assert tables is not None
        await app.bot.forget(aino.id, tables)
    await app.env.settle()
    assert remembered(app, aino.id) == []
    assert traces(app, aino.id) == []


@pytest.mark.parametrize(
    "trouble", [aiohttp.ServerDisconnectedError(), ConnectionResetError(), TimeoutError()]
)
async def test_a_lost_connection_keeps_nobody_in_memory(
    app: App, monkeypatch: pytest.MonkeyPatch, trouble: Exception
) -> None:
    """The answer arrives, and what his open hands should say then does not."""
    aino, bror = app.people(2)
    table = await app.game([aino, bror])
    await app.hand(aino, table)
    tried = []

    async def fail(_interaction: discord.Interaction, **_: Any) -> None:
        tried.append(True)
        raise trouble

    monkeypatch.setattr(discord.Interaction, "edit_original_response", fail)
    assert heading(await delete(app, aino)) == "Your data is deleted"
    assert tried
    assert remembered(app, aino.id) == []
    assert traces(app, aino.id) == []


@pytest.mark.errors_expected("^error |cannot be drawn$")
async def test_nor_does_an_error_that_nobody_foresaw(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    aino, bror = app.people(2)
    table = await app.game([aino, bror])
    await app.hand(aino, table)

    async def fail(*_: Any) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(app.bot.show, "hand", fail)
    assert heading(await delete(app, aino)) == "Your data is deleted"
    assert remembered(app, aino.id) == []
    assert traces(app, aino.id) == []


@pytest.mark.parametrize("first", ["joining", "the deletion"])
async def test_sitting_down_at_the_same_time(app: App, first: str) -> None:
    """Either he sits there, or nothing of him is left: memory and store say the same."""
    aino, bror = app.people(2)
    other = await app.lobby([bror], seats=3, channel=app.guild.create_text_channel("toinen"))
    await app.lobby([aino], seats=3)
    screen = await opened(app, aino)
    await app.press(aino, screen, "Delete my data")
    (yes,) = (custom_id for custom_id, label in buttons(screen).items() if label == "Delete it for good")
    presses = [(app.public(other), f"mm1:join:{other.id}"), (screen, yes)]
    for message, custom_id in presses if first == "joining" else reversed(presses):
        app.send(aino, message, custom_id)
    await app.env.settle()
    assert (await app.stored(other)).seating == other.seating
    assert bool(traces(app, aino.id)) is other.seating.knows(aino.id)


async def test_others_keep_their_records(app: App) -> None:
    aino, bror = app.people(2)
    table = await app.game([aino, bror])
    await app.finish(table)
    stored = await app.stored(table)
    assert stored.loser is not None
    loser = app.at(table, stored.loser)
    before = {tally.losses for tally in await app.bot.store.results.tallies(app.guild.id)}
    await delete(app, loser)
    after = await app.bot.store.results.tallies(app.guild.id)
    assert {tally.losses for tally in after} == before
    winner = bror if loser is aino else aino
    shown = await winner.slash(app.channel, "myllymatti stats")
    await app.press(winner, app.seen_by()[-1], "Losers")
    assert "Former player" in words(app.seen_by()[-1])
    assert shown.acknowledged
    (former_id,) = {tally.user_id for tally in after} - {winner.id}
    assert (await app.stored(table)).moves == stored.moves, "the game can be replayed"

    await app.press(winner, app.public(table), "Play again")
    new = app.bot.tables.in_channel(app.channel.id)
    assert new.seating.people == (winner.id,), "nobody waits for a former player"
    assert new.seating.host_id == winner.id
    assert new.hat is not None
    assert new.hat.user_id == former_id
    await app.press(loser, app.public(new), "Join")
    assert "🎩" not in words(app.public(new)).replace("🎩 lost", "")


async def test_a_game_ends_elsewhere_at_the_same_time(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    """She wears the hat and does not sit there: that table has just read from whom the hat passes."""
    aino, bror, cia = app.people(3)
    first = await app.game([aino, bror])
    await app.finish(first)
    assert first.state is not None
    loser = app.at(first, first.state.loser or 0)
    table = await app.game([cia], computers=1, channel=app.guild.create_text_channel("toinen"))
    assert not table.seating.knows(loser.id)
    screen = await opened(app, loser)
    await app.press(loser, screen, "Delete my data")
    (yes,) = (custom_id for custom_id, label in buttons(screen).items() if label == "Delete it for good")
    last_loser, forget, deleted = app.bot.store.results.last_loser, privacy.forget, list[int]()

    async def and_then(*where: Any) -> Any:
        found = await last_loser(*where)
        assert found is not None
        assert found.user_id == loser.id
        app.send(loser, screen, yes)
        while True:
            if deleted or table.lock._waiters:
                return found
            await asyncio.sleep(0)

    async def noted(*arguments: Any) -> None:
        await forget(*arguments)
        deleted.append(1)

    with monkeypatch.context() as changed:
        changed.setattr(app.bot.store.results, "last_loser", and_then)
        changed.setattr(privacy, "forget", noted)
        await app.finish(table)
    assert deleted
    assert heading(screen) == "Your data is deleted"
    assert table.hat is not None
    assert is_former(table.hat.user_id or 0)
    assert remembered(app, loser.id) == []
    assert traces(app, loser.id) == []


async def test_play_again_at_the_same_time(app: App) -> None:
    """It must not seat who is being deleted from the game that it reads."""
    aino, bror, cia = app.people(3)
    table = await app.game([aino, bror, cia])
    await app.finish(table)
    screen = await opened(app, aino)
    await app.press(aino, screen, "Delete my data")
    (yes,) = (custom_id for custom_id, label in buttons(screen).items() if label == "Delete it for good")
    app.send(bror, app.public(table), f"mm1:again:{table.id}")
    app.send(aino, screen, yes)
    await app.env.settle()
    new = app.bot.tables.in_channel(app.channel.id)
    assert set(new.seating.people) == {bror.id, cia.id}
    assert traces(app, aino.id) == []
    assert remembered(app, aino.id) == []


async def test_deleted_while_the_table_is_paused(app: App) -> None:
    aino, bror, cia = app.people(3)
    table = await app.game([aino, bror, cia])
    who = app.on_turn(table)
    (call,) = app.mentions()
    assert str(who.id) in call
    forbid(app, app.channel, "send_messages")
    await app.env.settle()
    assert table.paused_at is not None
    await delete(app, who)
    assert table.paused_at is not None
    assert traces(app, who.id) == []
    assert remembered(app, who.id) == []
    forbid(app, app.channel)
    await app.env.settle()
    await app.env.advance_time(600)
    assert table.paused_at is None
    assert not [call for call in app.mentions() if str(who.id) in call]


async def test_the_file_is_cleaned_as_soon_as_nobody_reads(app: App) -> None:
    """A reader keeps the log from being emptied: it is tried again."""
    aino, bror = app.people(2)
    await app.lobby([aino, bror], seats=3)
    async with app.bot.store.engine.connect() as reader:
        await reader.exec_driver_sql("BEGIN")
        await reader.execute(sa.select(games.c.id))
        await delete(app, aino)
        assert traces(app, aino.id)
    await app.env.advance_time(11)
    assert traces(app, aino.id) == []


async def test_a_bot_that_is_stopped_before_cleaning_does_it_at_its_start(app: App) -> None:
    aino, bror = app.people(2)
    await app.lobby([aino, bror], seats=3)
    assert await app.bot.tables.forget(aino.id) is not None
    assert traces(app, aino.id), "nothing has been wiped yet"
    await app.restart()
    assert traces(app, aino.id) == []
    assert not await app.bot.store.note("wipe")


async def test_nothing_is_stored_any_more_and_yet_something_is_left(app: App) -> None:
    """She has left the lobby; another's deletion was cut short: hers does not stand in the way of his."""
    aino, bror, cia = app.people(3)
    table = await app.lobby([bror, aino, cia], seats=4)
    await aino.slash(app.channel, "myllymatti leave")
    assert table.seating.people == (bror.id, cia.id)
    await app.bot.store.wish(bror.id, hints=False)
    with closing(sqlite3.connect(str(app.bot.store.engine.url.database))) as older:
        older.execute("PRAGMA secure_delete=OFF")
        older.execute("DELETE FROM people")
        older.commit()
    assert await app.bot.tables.forget(bror.id) is not None
    assert traces(app, aino.id)
    assert traces(app, bror.id)
    told = await app.forge(aino, await opened(app, cia), "mm1:forget:yes")
    assert heading(told.response) == "Nothing is stored about you"
    assert traces(app, aino.id) == []
    assert traces(app, bror.id) == []
    assert not await app.bot.store.note("wipe")
    assert traces(app, cia.id)


# servers that have sent the bot away

DAY = 86_400


async def stored_servers(app: App) -> set[int]:
    """Of which there is anything at all."""
    found = [*await rows(app, sa.select(games.c.guild_id)), *await rows(app, sa.select(servers.c.guild_id))]
    return {row.guild_id for row in found}


async def let_pass(app: App, seconds: float) -> None:
    """Without the beats of the heart, which take the most of a long time."""
    with app.env._bot_scope():
        app.bot.clock.unset("heartbeat")
    await app.env.advance_time(seconds)


async def test_a_server_that_sends_the_bot_away_is_deleted_after_thirty_days(app: App) -> None:
    aino, bror = app.people(2)
    table = await app.game([aino, bror])
    await app.finish(table)
    app.env.backend.remove_guild(app.guild.id)
    await app.env.settle()
    assert remembered(app, aino.id) == [], "names are forgotten at once"
    await let_pass(app, 30 * DAY - 2)
    assert await stored_servers(app) == {app.guild.id}
    assert (await app.stored(table)).moves
    await let_pass(app, 3)
    assert await stored_servers(app) == set()
    assert await app.bot.store.load(table.id) is None
    assert await rows(app, sa.select(seats)) == []
    assert traces(app, aino.id) == [], "the file is cleaned as well"
    assert not await app.bot.store.note("wipe")


async def test_also_when_the_bot_is_down_at_either_end(app: App) -> None:
    await app.finish(await app.game(app.people(2)))
    with unheard(app):
        app.env.backend.remove_guild(app.guild.id)
    await app.restart(away=60)
    await let_pass(app, DAY)
    assert await stored_servers(app) == {app.guild.id}
    await app.restart(away=29 * DAY + 1)
    assert await stored_servers(app) == set()


async def test_an_outage_is_no_farewell(app: App) -> None:
    await app.finish(await app.game(app.people(2)))
    await outage(app, begins=True)
    await let_pass(app, 31 * DAY)
    assert await stored_servers(app) == {app.guild.id}
    await outage(app, begins=False)
    assert await stored_servers(app) == {app.guild.id}


async def test_nor_is_one_that_is_on_when_the_bot_starts(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    await app.finish(await app.game(app.people(2)))
    with out_of_order(app, monkeypatch):
        await app.restart()
    await let_pass(app, 31 * DAY)
    assert await stored_servers(app) == {app.guild.id}


async def test_a_server_that_takes_the_bot_back_keeps_its_games(app: App) -> None:
    await app.finish(await app.game(app.people(2)))
    backend = app.env.backend
    backend.emit("GUILD_DELETE", {"id": str(app.guild.id)})
    await let_pass(app, 20 * DAY)
    assert app.bot.get_guild(app.guild.id) is None
    let_in = serializers.guild_create_payload(backend, backend.get_guild(app.guild.id))
    backend.emit("GUILD_CREATE", {name: value for name, value in let_in.items() if name != "unavailable"})
    await let_pass(app, 20 * DAY)
    assert await stored_servers(app) == {app.guild.id}


async def test_no_server_that_the_bot_is_in_is_deleted(app: App) -> None:
    """It was sent away and let in again, and that was noted in the wrong order."""
    await app.finish(await app.game(app.people(2)))
    guild = app.bot.get_guild(app.guild.id)
    assert guild is not None
    with app.env._bot_scope():
        await app.bot.on_guild_join(guild)
        await app.bot.on_guild_remove(guild)
    await let_pass(app, 31 * DAY)
    assert await stored_servers(app) == {app.guild.id}
    await app.game(app.people(2))
