"""How each reader sees it: languages, pictures, colours, hints and emoji, by what people press."""

from __future__ import annotations

import re
import threading
from collections.abc import AsyncIterator
from io import BytesIO
from pathlib import Path
from typing import Any

import discord
import pytest
from PIL import Image
from simcord import MemberActor, ResponseMessage

from bot import art, drawing
from bot.art.drawings import HandPicture, Picture, TablePicture
from bot.screens.hints import Hint
from bot.table import Table
from engine import DECK, parse_card
from tests.bot.playing import offered
from tests.bot.sim import App, alts, buttons, heading, menus, parts, running, settings_for, words
from tests.bot.test_places import forbid


@pytest.fixture
async def pictured(tmp_path: Path) -> AsyncIterator[App]:
    """As `app`, in a server that has said nothing about pictures: there are some."""
    async with running(settings_for(tmp_path), pictures=True) as started:
        yield started
        assert len(started.unanswered()) == started.lost_answers
        assert started.broken_limits() == []


def deck(*first: str) -> tuple[Any, ...]:
    """A deck that begins with these cards."""
    named = [parse_card(card) for card in first]
    return (*named, *(card for card in DECK if card not in named))


async def two_at_a_table(app: App) -> tuple[Table, MemberActor, MemberActor]:
    """Aino leads, Bror follows; each holds three known cards."""
    aino, bror = app.people(2)
    app.chance.decks.append(deck("8D", "4C", "5C", "9D", "9C", "TD"))
    table = await app.game([aino, bror], game="myllymatti")
    return (table, aino, bror) if table.waiting_for == aino.id else (table, bror, aino)


async def settings(app: App, who: MemberActor, page: str = "For you") -> ResponseMessage:
    result = await who.slash(app.channel, "myllymatti settings")
    assert result.response is not None
    assert result.response.ephemeral
    if page != "For you":
        await app.press(who, result.response, page)
    return result.response


async def choose(app: App, who: MemberActor, page: ResponseMessage, what: str, value: str) -> None:
    (menu,) = [custom_id for custom_id in menus(page) if custom_id.endswith(f":{what}")]
    await app.press_id(who, page, menu, value)


def sent_files(message: ResponseMessage) -> list[str]:
    return [attachment["filename"] for attachment in message._message.attachments]


# languages


async def test_what_all_see_speaks_the_servers_language_and_a_hand_its_readers(app: App) -> None:
    table, first, second = await two_at_a_table(app)
    await app.bot.store.wish_for_server(app.guild.id, language="fi")
    assert table.state is not None
    await app.put(table, table.state)
    app.locales[first.id] = "sv-SE"
    app.locales[second.id] = "no"
    assert "Pakassa" in words(app.public(table))
    hand = await press_my_hand(app, table, first)
    assert heading(hand).startswith("Din tur")
    hand = await press_my_hand(app, table, second)
    assert "står for tur" in heading(hand)


async def press_my_hand(app: App, table: Table, who: MemberActor) -> ResponseMessage:
    """My hand is the first button of a table, whatever it is called."""
    (custom_id,) = [c for c in buttons(app.public(table)) if c.startswith("mm1:hand:")]
    result = await app.press_id(who, app.public(table), custom_id)
    assert result.response is not None
    return result.response


async def test_a_server_whose_discord_speaks_swedish_needs_no_setting(app: App) -> None:
    app.bot.get_guild(app.guild.id).preferred_locale = discord.Locale.swedish  # type: ignore[union-attr]
    await app.person("Aino").slash(app.channel, "myllymatti start", seats=2)
    table = app.bot.tables.in_channel(app.channel.id)
    assert "1 ledig plats" in heading(app.public(table))


async def test_the_call_to_play_speaks_the_servers_language(app: App) -> None:
    await app.bot.store.wish_for_server(app.guild.id, language="nb")
    aino, bror = app.people(2)
    await aino.slash(app.channel, "myllymatti start", seats=2)
    table = app.bot.tables.in_channel(app.channel.id)
    for who, action in ((bror, "join"), (aino, "start")):
        (custom_id,) = [c for c in buttons(app.public(table)) if c.startswith(f"mm1:{action}:")]
        await app.press_id(who, app.public(table), custom_id)
    (call,) = app.mentions()
    assert "din tur" in call.lower()


async def test_a_person_may_read_another_language_than_his_discords(app: App) -> None:
    table, first, _ = await two_at_a_table(app)
    app.locales[first.id] = "fi"
    page = await settings(app, first)
    assert heading(page) == "Omat asetukset"
    await choose(app, first, page, "language", "en")
    assert heading(page) == "For you", "the page itself speaks it at once"
    assert heading(await app.hand(first, table)) == "Your turn: lead"
    await choose(app, first, page, "language", "usual")
    assert heading(page) == "Omat asetukset"


async def test_an_open_hand_follows_its_readers_settings(app: App) -> None:
    table, first, _ = await two_at_a_table(app)
    hand = await app.hand(first, table)
    page = await settings(app, first)
    await choose(app, first, page, "language", "sv")
    await app.env.settle()
    assert heading(hand).startswith("Din tur")


async def test_only_who_manages_the_server_sets_its_language(app: App) -> None:
    table, first, _ = await two_at_a_table(app)
    page = await settings(app, first)
    result = await app.press(first, page, "For this server")
    assert heading(result.response or page) == "You cannot change that"
    forged = await app.forge(first, app.public(table), "mm1:wish:server:language", ["fi"])
    assert app.said(forged).startswith("### You cannot change that")
    assert (await app.bot.store.wishes(app.guild.id))[0].language is None

    boss = app.guild.add_member(
        app.env.create_user("boss"),
        roles=[app.guild.create_role("boss", permissions=discord.Permissions(32))],
    )
    page = await settings(app, boss, "For this server")
    await choose(app, boss, page, "language", "fi")
    await app.env.settle()
    assert "Pakassa" in words(app.public(table)), "the table is drawn anew at once"


async def test_settings_survive_a_restart(app: App) -> None:
    _, first, _ = await two_at_a_table(app)
    await choose(app, first, await settings(app, first), "language", "sv")
    await app.restart()
    assert heading(await app.hand(first, app.bot.tables.in_channel(app.channel.id))).startswith("Din tur")


@pytest.mark.parametrize("value", ["xx", "", "yes"])
async def test_a_forged_setting_changes_nothing(app: App, value: str) -> None:
    table, first, _ = await two_at_a_table(app)
    before = await app.bot.store.wishes(app.guild.id, first.id)
    result = await app.forge(first, app.public(table), "mm1:wish:mine:language", [value])
    assert app.said(result).startswith("### This button cannot be read")
    assert await app.bot.store.wishes(app.guild.id, first.id) == before


# pictures


async def test_a_table_is_a_picture_with_words_for_who_does_not_see_it(pictured: App) -> None:
    table, first, second = await two_at_a_table(pictured)
    public = pictured.public(table)
    assert sent_files(public) == ["table.png"]
    (alt,) = alts(public)
    assert alt.startswith("Table, phase 1. Stock 46. The table is empty. ")
    assert "3 in hand, 0 won, to\u00a0play." in alt
    await pictured.press_id(first, hand := await pictured.hand(first, table), next(iter(buttons(hand))))
    await pictured.env.settle()
    assert sent_files(pictured.public(table)) == ["table.png"], "the picture of before is gone"
    assert "Trick, 1 of 2: " in alts(pictured.public(table))[0]
    assert sent_files(await pictured.hand(second, table)) == ["hand.png"]


async def test_pictures_are_pngs_that_can_be_looked_at(pictured: App) -> None:
    table, first, _ = await two_at_a_table(pictured)
    for message in (pictured.public(table), await pictured.hand(first, table)):
        (attachment,) = message._message.attachments
        with Image.open(BytesIO(pictured.env.backend.cdn.get(attachment["url"]) or b"")) as image:
            image.verify()
        assert attachment["size"] <= 40 * 1024


async def test_a_person_switches_pictures_off_for_himself(pictured: App) -> None:
    table, first, second = await two_at_a_table(pictured)
    hand = await pictured.hand(first, table)
    told = set(buttons(hand))
    page = await settings(pictured, first)
    await choose(pictured, first, page, "pictures", "no")
    await pictured.env.settle()
    assert sent_files(hand) == [], "the open hand follows"
    assert set(buttons(hand)) == told
    assert sent_files(pictured.public(table)) == ["table.png"], "others keep theirs"
    assert sent_files(await pictured.hand(second, table)) == ["hand.png"]


async def test_a_server_switches_pictures_off(pictured: App) -> None:
    table, first, second = await two_at_a_table(pictured)
    await pictured.bot.store.wish_for_server(pictured.guild.id, pictures=False)
    await choose(pictured, second, await settings(pictured, second), "pictures", "yes")
    await pictured.press_id(first, hand := await pictured.hand(first, table), next(iter(buttons(hand))))
    await pictured.env.settle()
    assert sent_files(pictured.public(table)) == []
    assert "Stock **46**" in words(pictured.public(table))
    assert sent_files(await pictured.hand(second, table)) == ["hand.png"], "who wants them has them"


async def test_four_colours_are_a_persons_own(pictured: App, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = watch(monkeypatch)
    table, first, _ = await two_at_a_table(pictured)
    await choose(pictured, first, await settings(pictured, first), "four_colours", "yes")
    await pictured.hand(first, table)
    assert {p.look.four_colours for p in drawn if isinstance(p, HandPicture)} == {True}
    assert {p.look.four_colours for p in drawn if isinstance(p, TablePicture)} == {False}


async def test_where_no_files_may_be_attached_tables_are_told_in_text(pictured: App) -> None:
    """It is no reason to stop a game."""
    table, first, _ = await two_at_a_table(pictured)
    forbid(pictured, pictured.channel, "attach_files")
    await pictured.press_id(first, hand := await pictured.hand(first, table), next(iter(buttons(hand))))
    await pictured.env.settle()
    assert sent_files(pictured.public(table)) == []
    assert "Stock **46**" in words(pictured.public(table))
    assert table.paused_at is None


def watch(monkeypatch: pytest.MonkeyPatch) -> list[Picture]:
    """Every picture that is drawn from now on."""
    drawn: list[Picture] = []
    draw = art.draw

    def drawing_it(picture: Picture) -> bytes:
        drawn.append(picture)
        return draw(picture)

    monkeypatch.setattr(art, "draw", drawing_it)
    return drawn


async def test_nothing_is_drawn_on_the_event_loop(pictured: App, monkeypatch: pytest.MonkeyPatch) -> None:
    threads = set()
    draw = art.draw

    def draw_there(picture: Picture) -> bytes:
        threads.add(threading.current_thread())
        return draw(picture)

    monkeypatch.setattr(art, "draw", draw_there)
    table, first, _ = await two_at_a_table(pictured)
    await pictured.hand(first, table)
    assert threads
    assert threading.current_thread() not in threads


@pytest.mark.errors_expected("a picture cannot be drawn")
async def test_a_picture_that_cannot_be_drawn_keeps_no_move_from_being_answered(
    pictured: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, first, _ = await two_at_a_table(pictured)

    def fail(picture: Picture) -> bytes:
        raise MemoryError

    monkeypatch.setattr(art, "draw", fail)
    hand = await pictured.hand(first, table)
    assert heading(hand) == "Your turn: lead"
    assert alts(hand)[0].startswith("Your hand: ")
    await pictured.press_id(first, hand, next(iter(buttons(hand))))
    assert table.ply == 1


def test_what_is_sent_for_such_a_picture_is_one() -> None:
    with Image.open(BytesIO(drawing.NOTHING)) as image:
        image.load()
        assert image.size == (1, 1)


# hints


def hint(hand: ResponseMessage) -> str:
    """The last small line of a hand."""
    return words(hand).splitlines()[-1]


async def test_a_first_time_player_gets_a_hint_once_and_in_private(app: App) -> None:
    table, first, second = await two_at_a_table(app)
    hand = await app.hand(first, table)
    assert hint(hand).startswith("-# Any card may be led.")
    assert hint(await app.hand(first, table)).startswith("-# Any card may be led."), "until it is played"
    assert "Any card may be led" not in words(app.public(table))
    await app.press_id(first, hand, *next(iter(offered(hand).values())))
    follower = await app.hand(second, table)
    assert hint(follower).startswith("-# The higher rank takes both cards.")
    _, person = await app.bot.store.wishes(app.guild.id, first.id)
    assert person.hints_seen == Hint.LEAD


async def test_each_situation_has_its_hint_and_no_hint_comes_twice(app: App) -> None:
    """Far into phase 2: what was told to a person is told to him no more, over a restart too."""
    table, first, second = await two_at_a_table(app)
    told: dict[int, list[str]] = {first.id: [], second.id: []}
    for turn in range(70):
        if not table.playing:
            break
        who = app.on_turn(table)
        hand = await app.hand(who, table)
        if hint(hand).startswith("-# ") and "No more hints" in buttons(hand).values():
            told[who.id].append(hint(hand))
        *_, press = offered(hand).values()
        await app.press_id(who, hand, *press)
        if turn == 10:
            await app.restart()
            table = app.bot.tables.in_channel(app.channel.id)
    for hints in told.values():
        assert len(hints) >= 4
        assert len(set(hints)) == len(hints)


async def test_hints_can_be_switched_off_and_on(app: App) -> None:
    table, first, _ = await two_at_a_table(app)
    hand = await app.hand(first, table)
    await app.press(first, hand, "No more hints")
    assert heading(hand) == "Your turn: lead"
    assert "No more hints. `/myllymatti settings` brings them back." in words(hand)
    assert "Any card may be led" not in words(await app.hand(first, table))
    await choose(app, first, await settings(app, first), "hints", "yes")
    assert "Any card may be led" in words(await app.hand(first, table))


# emoji


async def test_cards_have_their_emoji_where_the_application_has_them(app: App) -> None:
    table, first, _ = await two_at_a_table(app)
    hand = await app.hand(first, table)
    assert "<:" not in words(hand) + words(app.public(table))
    for card in (*map(str, DECK), "back"):
        app.env.backend.create_application_emoji(f"mm1_{card}")
    await app.restart()
    table = app.bot.tables.in_channel(app.channel.id)
    hand = await app.hand(first, table)
    for move, (custom_id, _) in offered(hand).items():
        (button,) = [c for c in parts(hand) if c.get("custom_id") == custom_id]
        assert (button.get("emoji") or {}).get("name") == (None if move == "up" else f"mm1_{move}")
    await app.press_id(first, hand, *next(iter(offered(hand).values())))
    assert re.search(r"<:mm1_\w\w:\d+> `", words(app.public(table))), "and in text, before the card itself"


# pictures keep up with the game


def shown_bytes(app: App, message: ResponseMessage) -> bytes:
    """The one picture of a message, as its reader's client would load it."""
    (attachment,) = message._message.attachments
    return app.env.backend.cdn.get(attachment["url"]) or b""


async def test_the_picture_changes_with_every_move(pictured: App) -> None:
    """Of the table, of the hand that was pressed and of the one that is brought up to date."""
    table, first, second = await two_at_a_table(pictured)
    mine, other = await pictured.hand(first, table), await pictured.hand(second, table)
    before = [shown_bytes(pictured, m) for m in (pictured.public(table), mine, other)]
    assert heading(other) != "Your turn: answer"
    await pictured.press_id(first, mine, next(iter(buttons(mine))))
    await pictured.env.settle()
    assert heading(other).startswith("Your turn: answer")
    after = [shown_bytes(pictured, m) for m in (pictured.public(table), mine, other)]
    assert all(old != new for old, new in zip(before, after, strict=True))


async def test_a_table_that_differs_in_its_picture_alone_is_drawn_anew(pictured: App) -> None:
    table, _, _ = await two_at_a_table(pictured)
    hand = await pictured.hand(pictured.on_turn(table), table)
    await pictured.press_id(pictured.on_turn(table), hand, *next(iter(offered(hand).values())))
    assert table.state is not None
    before, said = shown_bytes(pictured, pictured.public(table)), words(pictured.public(table))
    await pictured.bot.store.wish_for_server(pictured.guild.id, four_colours=True)
    await pictured.put(table, table.state)
    assert words(pictured.public(table)) == said
    assert shown_bytes(pictured, pictured.public(table)) != before
