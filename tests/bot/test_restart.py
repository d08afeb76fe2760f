"""What a player does not lose: to restarts, to failing answers and edits, to other processes, to time."""

from __future__ import annotations

import asyncio
import json
from datetime import timedelta
from typing import Any

import aiohttp
import discord
import pytest
import sqlalchemy as sa
from simcord import MemberActor, ResponseMessage

from bot.store import NO_WAIT, NewMove, Status, Store
from bot.table import Table
from tests.bot.playing import offered
from tests.bot.sim import App, buttons, heading, words

EDIT = ("PATCH", "/channels/*/messages/*")
ANSWER = ("POST", "/interactions/*/callback")


def first(message: ResponseMessage) -> tuple[ResponseMessage, str, str | None]:
    """The first move a message offers, as `press_id` takes it."""
    return (message, *next(iter(offered(message).values())))


async def play_first(app: App, table: Table) -> MemberActor:
    """Whoever is to play opens his hand and plays the first card there."""
    who = app.on_turn(table)
    await app.press_id(who, *first(await app.hand(who, table)))
    return who


def edits(app: App) -> list[Any]:
    """Every try to edit a message of the channel."""
    return [r for r in app.env.http_requests if r.method == "PATCH" and r.path.startswith("/channels/")]


# restarts


async def test_a_restart_in_the_middle_of_a_trick(patient: App) -> None:
    app, people = patient, patient.people(3)
    table = await app.game(people, game="mattis", computers=1)
    hands = {person.id: await app.hand(person, table) for person in people}
    while table.ply < 2:
        if table.waiting_for is None:
            await app.env.advance_time(30)
        else:
            who = app.on_turn(table)
            await app.press_id(who, *first(hands[who.id]))
    before, old_message = table, app.public(table)
    stored = await app.stored(table)
    seen = old_message.components

    await app.restart()
    table = app.bot.tables.in_channel(app.channel.id)
    assert table is not before
    assert (table.state, table.ply, table.sittings) == (before.state, 2, before.sittings)
    assert table.deadline == before.deadline == stored.deadline
    assert table.happenings == before.happenings
    assert app.public(table).id == old_message.id
    assert old_message.components == seen, "the same message says the same"
    called = [f"<@{table.waiting_for}>, your turn."] if table.waiting_for else []
    assert app.mentions() == called

    while table.ply < 6:  # the trick goes on: from the old hands, and the computer by itself
        if table.waiting_for is None:
            ply = table.ply
            await app.env.advance_time(30)
            assert table.ply == ply + 1
        else:
            who = app.on_turn(table)
            hand = hands[who.id]
            if not offered(hand):  # the token that could have brought it up to date is gone
                hand = hands[who.id] = await app.hand(who, table)
            await app.press_id(who, *first(hand))
            assert offered(hand) == {}
    assert len((await app.stored(table)).moves) == 6
    assert "Mattis" in words((await app.press(people[0], old_message, "Rules")).response)


async def test_a_press_under_way_when_the_bot_stops(app: App) -> None:
    table = await app.game(app.people(2))
    who = app.on_turn(table)
    hand = await app.hand(who, table)
    _, custom_id, _ = first(hand)
    app.send(who, hand, custom_id)
    await app.restart()
    again = app.bot.tables.in_channel(app.channel.id)
    assert again.ply == 1
    assert offered(hand) == {}


async def test_a_lobby_and_an_end_survive_a_restart(app: App) -> None:
    people = app.people(2)
    table = await app.lobby(people[:1])
    await app.restart()
    await app.press(people[1], app.public(table), "Join")
    await app.press(people[0], app.public(table), "Start")
    table = app.bot.tables.in_channel(app.channel.id)
    await app.finish(table)
    await app.restart()
    assert list(app.bot.tables) == []
    assert table.state is not None
    again = await app.press(people[0], app.public(table), "Play again")
    assert heading(again.response) == "Ready when you are, Aino"
    loser = app.at(table, table.state.loser or 0)
    assert f"**{loser.user.global_name}** 🎩" in words(again.response)


async def test_commands_are_registered_once(app: App) -> None:
    def registered() -> int:
        return sum(r.method == "PUT" and r.path.endswith("/commands") for r in app.env.http_requests)

    assert registered() == 1
    await app.restart()
    assert registered() == 1, "they have not changed"


@pytest.mark.parametrize(
    ("waited", "away", "left"), [(100, 0, 80), (100, 50, 30), (175, 4, 1), (175, 5, 60), (100, 9000, 60)]
)
async def test_what_a_turn_has_left_after_a_restart(app: App, waited: int, away: int, left: int) -> None:
    """A turn keeps its end; one that ran out while the bot was away gets a minute, and ends once."""
    table = await app.game(app.people(2))
    await app.env.advance_time(waited)
    await app.restart(away=away)
    table = app.bot.tables.in_channel(app.channel.id)
    assert table.deadline is not None
    assert round((table.deadline - app.env.now()).total_seconds()) == left
    assert (await app.stored(table)).deadline == table.deadline
    assert f"<t:{int(table.deadline.timestamp())}:R>" in words(app.public(table))
    await app.env.advance_time(left - 0.5)
    assert table.ply == 0
    await app.env.advance_time(1)
    assert table.ply == 1
    assert [sitting.missed for sitting in table.sittings] == [1, 0]


async def test_a_call_from_before_the_restart_goes(app: App) -> None:
    """Whoever was called in vain is not called for ever."""
    table = await app.game(app.people(2))
    assert len(app.mentions()) == 1
    await app.restart()
    table = app.bot.tables.in_channel(app.channel.id)
    assert app.mentions() == [f"<@{table.waiting_for}>, your turn."]
    await play_first(app, table)
    assert app.mentions() == [f"<@{table.waiting_for}>, your turn."]


async def test_a_table_message_that_went_while_the_bot_was_away(app: App) -> None:
    table = await app.game(app.people(2))
    del app.env.backend.messages[app.channel.id][table.message_id or 0]
    await app.restart()
    again = app.bot.tables.in_channel(app.channel.id)
    assert again.message_id != table.message_id
    assert "leads" in heading(app.public(again))


async def test_an_end_that_could_not_be_shown_is_shown_after_a_restart(app: App) -> None:
    """The bot is stopped between the last move and the edit: nobody is left with a table that is over."""
    table = await app.game(app.people(2), game="mattis")
    app.env.inject_error("*", "/channels/*", status=503, times=None)
    await app.finish(table)
    assert table.status is Status.FINISHED
    app.env.backend.faults.clear()
    await app.restart()
    await app.env.advance_time(60)
    assert heading(app.public(table)).endswith(" is the mattis 🎩")
    assert app.mentions() == []


# answers that fail


@pytest.mark.parametrize(("status", "code"), [(404, 10062), (500, 0), (400, 40060)])
async def test_a_failing_answer_loses_no_move(app: App, status: int, code: int) -> None:
    table = await app.game(app.people(2))
    who = app.on_turn(table)
    hand = await app.hand(who, table)
    move, press = next(iter(offered(hand).items()))
    app.env.inject_error(*ANSWER, status=status, code=code)
    app.send(who, hand, press.custom_id)
    app.lost_answers = 1
    await app.env.settle()
    assert (await app.stored(table)).moves == (move,)
    assert table.ply == 1
    assert f"**{who.user.global_name}** led" in words(app.public(table))
    result = await app.forge(who, hand, press.custom_id)
    assert "earlier turn" in app.said(result)
    assert (await app.stored(table)).moves == (move,)


@pytest.mark.parametrize(
    "trouble", [aiohttp.ServerDisconnectedError(), ConnectionResetError(), TimeoutError()]
)
async def test_a_lost_connection_loses_no_move(
    app: App, monkeypatch: pytest.MonkeyPatch, trouble: Exception
) -> None:
    """The answer never reaches Discord: a warning in the log, and the game goes on."""
    table = await app.game(app.people(2))
    who = app.on_turn(table)
    hand = await app.hand(who, table)
    move, press = next(iter(offered(hand).items()))

    async def fail(*args: Any, **kwargs: Any) -> None:
        raise trouble

    with monkeypatch.context() as broken:
        broken.setattr(discord.InteractionResponse, "edit_message", fail)
        app.send(who, hand, press.custom_id)
        app.lost_answers = 1
        await app.env.settle()
    assert (await app.stored(table)).moves == (move,)
    assert f"**{who.user.global_name}** led" in words(app.public(table))
    assert "earlier turn" in app.said(await app.forge(who, hand, press.custom_id))


async def test_a_lobby_whose_answer_fails_is_posted(app: App) -> None:
    (aino,) = app.people(1)
    app.env.inject_error(*ANSWER, status=404, code=10062)
    await aino.slash(app.channel, "myllymatti start", seats=2)
    app.lost_answers = 1
    table = app.bot.tables.in_channel(app.channel.id)
    assert heading(app.public(table)) == "1 seat free"
    assert [message.id for message in app.seen_by()] == [table.message_id]


# edits that fail


async def test_a_table_message_that_is_gone_is_posted_anew(app: App) -> None:
    table = await app.game(app.people(2))
    public = app.public(table)
    mod = app.guild.add_member(
        app.env.create_user("mod"),
        roles=[app.guild.create_role("mods", permissions=discord.Permissions(manage_messages=True))],
    )
    who = app.on_turn(table)
    hand = await app.hand(who, table)
    await mod.delete(public)
    await app.press_id(who, *first(hand))
    assert table.message_id != public.id
    assert (await app.stored(table)).message_id == table.message_id
    assert f"**{who.user.global_name}** led" in words(app.public(table))
    assert len([message for message in app.seen_by() if not message.content]) == 1


@pytest.mark.parametrize(("status", "code"), [(404, 10008), (400, 30046)])
async def test_an_edit_that_is_refused_for_good_leads_to_a_new_message(
    app: App, status: int, code: int
) -> None:
    table = await app.game(app.people(2))
    who, old = app.on_turn(table), table.message_id
    hand = await app.hand(who, table)
    app.env.inject_error(*EDIT, status=status, code=code)
    await app.press_id(who, *first(hand))
    assert table.message_id != old
    assert f"**{who.user.global_name}** led" in words(app.public(table))
    assert [message.id for message in app.seen_by() if not message.content] == [table.message_id]


async def test_a_forbidden_edit_is_not_tried_for_ever(patient: App) -> None:
    """10,000 such answers and Discord blocks the host."""
    app = patient
    table = await app.game(app.people(2))
    app.env.inject_error("*", "/channels/*", status=403, code=50001, times=None)
    mark = len(app.env.http_requests)
    await play_first(app, table)
    await app.env.advance_time(3600)
    tried = [r for r in app.env.http_requests[mark:] if r.path.startswith("/channels/")]
    assert 5 <= len(tried) <= 30, "with growing pauses"
    app.env.backend.faults.clear()
    await app.env.advance_time(600)
    who = await play_first(app, table)
    assert f"**{who.user.global_name}**" in words(app.public(table))
    assert app.mentions() == [f"<@{table.waiting_for}>, your turn."]


async def test_a_failing_edit_is_tried_again(patient: App) -> None:
    app = patient
    table = await app.game(app.people(2))
    app.env.inject_error(*EDIT, status=500, times=2)
    who = await play_first(app, table)
    assert "led" not in words(app.public(table))
    await app.env.advance_time(30)
    assert f"**{who.user.global_name}** led" in words(app.public(table))
    assert app.mentions() == [f"<@{table.waiting_for}>, your turn."]


async def test_edits_that_fail_for_long_are_given_up_until_the_next_change(patient: App) -> None:
    app = patient
    table = await app.game(app.people(2))
    app.env.inject_error(*EDIT, status=503, times=None)
    mark = len(edits(app))
    await play_first(app, table)
    await app.env.advance_time(1200)
    assert 3 <= len(edits(app)) - mark <= 10
    app.env.backend.faults.clear()
    who = await play_first(app, table)
    assert f"**{who.user.global_name}**" in words(app.public(table))


async def test_an_end_is_shown_when_discord_works_again(patient: App) -> None:
    """No further change will ever come: giving up would leave a table that cannot be played again."""
    app = patient
    table = await app.game(app.people(2), game="mattis")
    app.env.inject_error("*", "/channels/*", status=503, times=None)
    await app.finish(table)
    await app.env.advance_time(600)
    app.env.backend.faults.clear()
    await app.env.advance_time(600)
    assert heading(app.public(table)).endswith(" is the mattis 🎩")
    assert app.mentions() == []


@pytest.mark.parametrize(("method", "path"), [("POST", "/channels/*/messages"), ("DELETE", "/channels/*")])
async def test_calls_that_fail_are_made_right(patient: App, method: str, path: str) -> None:
    app = patient
    table = await app.game(app.people(2))
    app.env.inject_error(method, path, status=500, times=1)
    await play_first(app, table)
    await app.env.advance_time(30)
    assert app.mentions() == [f"<@{table.waiting_for}>, your turn."]


async def test_a_copy_of_the_table_that_could_not_be_deleted(app: App) -> None:
    """Its buttons work, and the table message itself is what follows the game."""
    table = await app.game(app.people(2))
    old = app.public(table)
    app.env.inject_error("DELETE", f"/channels/*/messages/{old.id}", status=403, code=50013)
    await app.on_turn(table).slash(app.channel, "myllymatti table")
    assert table.message_id != old.id
    who = app.on_turn(table)
    await app.press(who, old, "Turn up")
    assert table.ply == 1
    assert f"**{who.user.global_name}** turned up" in words(app.public(table))


# the age of messages and tokens


async def test_an_old_table_message_is_posted_anew(patient: App) -> None:
    """Discord lets a message that is older than an hour be edited only now and then."""
    app = patient
    table = await app.game(app.people(2))
    young = app.public(table)
    await app.env.advance_time(49 * 60)
    await play_first(app, table)
    assert table.message_id == young.id
    await app.env.advance_time(2 * 60)
    who = await play_first(app, table)
    assert table.message_id != young.id
    assert young.id not in [message.id for message in app.seen_by()]
    assert (await app.stored(table)).message_id == table.message_id
    assert f"**{who.user.global_name}**" in words(app.public(table))
    fresh = table.message_id
    await play_first(app, table)
    assert table.message_id == fresh


async def test_the_table_is_brought_down(app: App) -> None:
    aino, bror = app.people(2)
    table = await app.game([aino, bror])
    old = app.public(table)
    await aino.send(app.channel, "talk")
    result = await bror.slash(app.channel, "myllymatti table")
    assert "Here is the table" in app.said(result)
    assert old.id not in [message.id for message in app.seen_by()]
    (shown,) = [message for message in app.seen_by() if message.id == table.message_id]
    assert offered(shown).keys() == {"up"}
    talk = next(message.id for message in app.seen_by() if message.content == "talk")
    assert talk < shown.id


async def test_hands_are_kept_up_to_date_while_their_tokens_live(patient: App) -> None:
    app = patient
    table = await app.game(app.people(2))
    one, other = app.at(table, 0), app.at(table, 1)
    mine, theirs = await app.hand(one, table), await app.hand(other, table)
    assert heading(theirs) == f"{one.user.global_name}'s turn"
    await app.press_id(one, *first(mine))
    assert heading(theirs).startswith("Your turn: answer ")
    assert len(offered(theirs)) == 4

    await app.env.advance_time(15 * 60)
    mark, shown = len(app.env.http_requests), (mine.components, theirs.components)
    await app.press(other, app.public(table), "Turn up")
    assert (mine.components, theirs.components) == shown
    dead = [r for r in app.env.http_requests[mark:] if r.path.startswith("/webhooks/")]
    assert dead == [], "10,000 answers with 401 and Discord blocks the host"

    for hand, who in ((mine, one), (theirs, other)):  # an old button brings the hand of now, and a new token
        await app.press_id(who, hand, next(iter(buttons(hand))))
    on_turn, waiting = (mine, theirs) if table.waiting_for == one.id else (theirs, mine)
    assert len(offered(on_turn)) == 4
    assert offered(waiting) == {}
    before = mine.components, theirs.components
    await app.press(app.on_turn(table), app.public(table), "Turn up")
    assert mine.components != before[0]
    assert theirs.components != before[1]


# calls to play


async def test_the_call_to_play(app: App) -> None:
    """One short message that notifies him alone, and is gone when he has played."""
    people = app.people(2)
    table = await app.game(people, computers=1)
    for _ in range(8):
        assert app.mentions() == [f"<@{table.waiting_for}>, your turn."]
        assert table.mention_id == (await app.stored(table)).mention_id
        await app.press_id(app.on_turn(table), *first(await app.hand(app.on_turn(table), table)))
    requests = [r for r in app.env.http_requests if isinstance(r.json, dict)]
    calls = [r.json for r in requests if r.json and r.json.get("content")]
    assert len(calls) >= 8
    for call in calls:
        assert call["allowed_mentions"]["parse"] == []
        (user_id,) = map(int, call["allowed_mentions"]["users"])
        assert call["content"] == f"<@{user_id}>, your turn."
    others = json.dumps([r.json for r in requests if r.json not in calls])
    assert '"users"' not in others
    assert "<@" not in others


# time


async def test_a_turn_that_runs_out_is_played(app: App) -> None:
    table = await app.game(app.people(2))
    who = app.on_turn(table)
    hand = await app.hand(who, table)
    press = first(hand)
    await app.env.advance_time(179)
    assert table.ply == 0
    await app.env.advance_time(2)
    assert table.ply == 1
    assert len((await app.stored(table)).moves) == 1
    assert offered(hand) == {}, "his hand has been brought up to date"
    assert app.mentions() == [f"<@{table.waiting_for}>, your turn."]
    assert "earlier turn" in app.said(await app.forge(who, *press[:2]))
    assert table.deadline is not None
    assert table.deadline - app.env.now() > timedelta(seconds=170)


async def test_a_lobby_closes_after_its_time(app: App) -> None:
    people = app.people(2)
    table = await app.lobby(people, seats=3)
    await app.env.advance_time(899)
    assert table.live
    await app.env.advance_time(2)
    assert not table.live
    assert (await app.stored(table)).status is Status.CLOSED
    assert heading(app.public(table)) == "This table is closed"
    await app.lobby(people)


async def test_a_lobby_closes_though_the_bot_was_away(app: App) -> None:
    table = await app.lobby(app.people(1))
    await app.env.advance_time(890)
    await app.restart()
    await app.env.advance_time(11)
    assert list(app.bot.tables) == []
    assert heading(app.public(table)) == "This table is closed"


# the store


async def test_the_move_is_committed_before_anybody_is_told(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await app.game(app.people(2))
    who = app.on_turn(table)
    hand = await app.hand(who, table)
    add_move, sent_by_then = app.bot.store.add_move, []

    async def watched(*args: Any, **kwargs: Any) -> None:
        assert table.ply == 0, "memory follows the store"
        await add_move(*args, **kwargs)
        sent_by_then.append(len(app.env.http_requests))

    of, slow = app.bot.names.of, [50]

    async def asked(*args: Any, **kwargs: Any) -> Any:
        for _ in range(slow.pop() if slow else 0):  # the presser's own answer takes its time
            await asyncio.sleep(0)
        return await of(*args, **kwargs)

    monkeypatch.setattr(app.bot.store, "add_move", watched)
    monkeypatch.setattr(app.bot.names, "of", asked)
    mark = len(app.env.http_requests)
    await app.press_id(who, *first(hand))
    assert sent_by_then == [mark]
    assert app.env.http_requests[mark].path.endswith("/callback"), "the presser is answered first"


@pytest.mark.errors_expected("error [0-9a-f]{6} in interaction")
@pytest.mark.parametrize(
    "trouble",
    [
        sa.exc.OperationalError("INSERT", {}, Exception("database or disk is full")),
        ConnectionRefusedError("the database server is down"),  # asyncpg's, which SQLAlchemy hands on
    ],
)
async def test_a_move_that_cannot_be_written_was_not_made(
    app: App, monkeypatch: pytest.MonkeyPatch, trouble: Exception
) -> None:
    table = await app.game(app.people(2))
    who = app.on_turn(table)
    hand = await app.hand(who, table)
    move, press = next(iter(offered(hand).items()))
    state, public = table.state, app.public(table).components

    async def full(*args: Any, **kwargs: Any) -> None:
        raise trouble

    with monkeypatch.context() as broken:
        broken.setattr(app.bot.store, "add_move", full)
        result = await app.press_id(who, app.public(table), f"mm1:play:{table.id}:0:up")
        assert app.said(result).startswith("### Something went wrong\nIt is in the log under `")
        result = await app.press_id(who, hand, press.custom_id)
        assert "Something went wrong" in app.said(result)
    assert (table.state, table.ply) == (state, 0)
    assert app.public(table).components == public
    await app.forge(who, hand, press.custom_id)
    assert (await app.stored(table)).moves == (move,)
    assert table.ply == 1


async def test_the_database_is_safe_from_power_cuts(app: App) -> None:
    async with app.bot.store.engine.connect() as connection:
        pragmas = [
            (await connection.execute(sa.text(f"PRAGMA {name}"))).scalar_one()
            for name in ("journal_mode", "synchronous", "foreign_keys")
        ]
    assert pragmas == ["wal", 2, 1], "2 is FULL"


async def test_another_process_moved_first(app: App) -> None:
    """He gets the hand of now; the game goes on from what the store says."""
    table = await app.game(app.people(2))
    who = app.on_turn(table)
    hand = await app.hand(who, table)
    mine, theirs, *_ = offered(hand)
    other = Store(app.settings.database_url)
    try:
        await other.add_move(table.id, NewMove(0, theirs, app.env.now()), table.due)
    finally:
        await other.close()
    result = await app.press_id(who, hand, offered(hand)[mine].custom_id)
    assert "earlier turn" in app.said(result)
    assert (await app.stored(table)).moves == (theirs,)
    assert table.ply == 1
    assert f"**{who.user.global_name}** led" in words(app.public(table))
    await play_first(app, table)
    assert table.ply == 2


async def test_another_process_moved_before_the_computer(patient: App) -> None:
    app = patient
    (aino,) = app.people(1)
    table = await app.game([aino], computers=1)
    if table.waiting_for is not None:
        await play_first(app, table)
    assert table.waiting_for is None
    assert table.state is not None
    ply = table.ply
    other = Store(app.settings.database_url)
    try:
        await other.add_move(table.id, NewMove(ply, "up", app.env.now()), NO_WAIT)
    finally:
        await other.close()
    await app.env.advance_time(30)
    moves = (await app.stored(table)).moves
    assert moves[ply] == "up"
    assert len(moves) == table.ply


async def test_discord_py_keeps_no_view(app: App) -> None:
    """Thousands of messages are drawn in a day; their buttons are read from their custom_ids."""
    table = await app.game(app.people(2), computers=1)
    for _ in range(3):
        await play_first(app, table)
    views = app.bot._connection._view_store
    assert app.bot.persistent_views == []
    assert (views._views, views._synced_message_views, views._dynamic_items) == ({}, {}, {})


@pytest.mark.errors_expected("table 1 cannot be taken up again")
@pytest.mark.parametrize(
    "change", ["UPDATE games SET engine_revision = 99", "UPDATE moves SET move = 'take'"]
)
async def test_a_game_that_cannot_be_replayed_is_abandoned_for_good(app: App, change: str) -> None:
    """Its buttons answer, its channel is free, and no later restart takes it up again."""
    table = await app.game(app.people(2))
    await play_first(app, table)
    message = app.public(table)
    async with app.bot.store.engine.begin() as connection:
        await connection.execute(sa.text(change))
    for _ in range(2):
        await app.restart()
        assert list(app.bot.tables) == []
        assert (await app.stored(table)).status is Status.ABANDONED
    who = app.at(table, 0)
    said = app.said(await app.press(who, message, "My hand"))
    assert "This game is over" in said or "This table is gone" in said
    await app.lobby([who])
