"""Who lost, by what people press: stats, losers and their seasons, the hat, a server's export and reset."""

from __future__ import annotations

import csv
import json
import subprocess
import sys
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import discord
import pytest
from simcord import MemberActor, ResponseMessage

from bot.rebuild import rebuild
from bot.schema import games
from bot.standings import season
from bot.table import Table
from tests.bot.sim import App, alts, buttons, heading, menus, running, settings_for, words
from tests.bot.test_waiting import moderator

ROOT = Path(__file__).parents[2]


@pytest.fixture
async def pictured(tmp_path: Path) -> AsyncIterator[App]:
    """As `app`, in a server that has said nothing about pictures: there are some."""
    async with running(settings_for(tmp_path), pictures=True) as started:
        yield started
        assert len(started.unanswered()) == started.lost_answers
        assert started.broken_limits() == []


async def a_game(app: App, people: list[MemberActor], **options: object) -> Table:
    """A game that is played to its loser."""
    table = await app.game(people, **options)
    await app.finish(table)
    return table


def loser(app: App, table: Table) -> str:
    assert table.state is not None
    assert table.state.loser is not None
    sitting = table.sittings[table.state.loser]
    if sitting.user_id is None:
        return str(sitting.computer)
    return str(app.members[sitting.user_id].user.global_name)


async def page(app: App, who: MemberActor, command: str, **options: object) -> ResponseMessage:
    """The answer to a command."""
    response = (await who.slash(app.channel, f"myllymatti {command}", **options)).response
    assert response is not None
    return response


# what people read


async def test_losers_by_month_and_ever(app: App) -> None:
    """A game of this month and one of the last; the menu leads from month to month."""
    aino, bror = app.people(2)
    first = await a_game(app, [aino, bror])
    assert first.ended_at is not None
    before = first.ended_at - timedelta(days=40)
    async with app.bot.store.engine.begin() as connection:  # no clock of a simulation goes back a month
        await connection.execute(games.update().values(ended_at=before))
    await rebuild(app.bot.store)
    second = await a_game(app, [aino, bror])
    assert second.ended_at is not None
    ever = await page(app, aino, "losers")
    assert "of 2 ·" in words(ever)
    ((menu, entries),) = menus(ever).items()
    months = [season(first.ended_at), season(before)]
    assert list(entries) == ["all", *months]
    for month, table in zip(months, (second, first), strict=True):
        await app.press_id(aino, ever, menu, month)
        assert heading(ever).startswith("Losers of ")
        assert f"**{loser(app, table)}**" in words(ever)
        assert "of 1 ·" in words(ever)
    typed = await page(app, bror, "losers", season=months[1])
    assert words(typed) == words(ever)


async def test_a_month_that_is_none_is_told(app: App) -> None:
    (aino,) = app.people(1)
    answer = await page(app, aino, "losers", season="tomorrow")
    assert answer.ephemeral
    assert heading(answer) == "There is no such month"


async def test_games_against_computers_alone_make_no_loser(app: App) -> None:
    (aino,) = app.people(1)
    table = await a_game(app, [aino], seats=3, computers=2)
    assert "Nobody has lost a game here yet." in words(await page(app, aino, "losers"))
    lost = int(loser(app, table) == "Aino")
    assert f"Against computers alone: lost {lost} of 1" in words(await page(app, aino, "stats"))


async def test_who_has_left_the_server_is_a_former_member(app: App) -> None:
    """Also where the bot knows the name still."""
    aino, bror = app.people(2)
    table = await a_game(app, [aino, bror])
    gone, stays = (aino, bror) if loser(app, table) == "Aino" else (bror, aino)
    assert f"**{gone.user.global_name}**" in words(await page(app, stays, "losers"))
    app.guild.remove_member(gone)
    app.bot.names._seen.clear()  # ten minutes later
    shown = words(await page(app, stays, "losers"))
    assert "**Former member**" in shown
    assert str(gone.user.global_name) not in shown
    assert str(gone.id) not in shown


async def test_the_hat_changes_hands_in_public(app: App) -> None:
    """The end says from whom to whom it passes, or that it stays; and says so still after a restart."""
    people, wore, ways, tables = app.people(2), None, set(), []
    for _ in range(5):
        table = await a_game(app, people)
        tables.append(table)
        name, shown = loser(app, table), words(app.public(table))
        if wore is None:
            assert "hat" not in shown
        elif wore == name:
            assert f"**{name}** keeps the hat." in shown
        else:
            assert f"The hat passes from **{wore}** to **{name}**." in shown
        ways.add(wore == name)
        wore = name
    assert ways == {True, False}, "both have been seen"
    await app.restart()
    for table in tables:
        found = await app.bot.tables.find(table.id)
        assert _told(await app.bot.show.public(found)) == words(app.public(table)).splitlines()


async def test_the_hat_passes_from_who_lost_at_another_table_meanwhile(app: App) -> None:
    """Not from who wore it when this game began."""
    aino, bror, cia, dag = app.people(4)
    here = await app.game([aino, bror])
    there = await app.game([cia, dag], channel=app.guild.create_text_channel("toinen"))
    await app.finish(there)
    await app.env.advance_time(1)
    await app.finish(here)
    passed = f"The hat passes from **{loser(app, there)}** to **{loser(app, here)}**."
    assert passed in words(app.public(here))


def _told(screen: discord.ui.LayoutView) -> list[str]:
    return [
        line
        for item in screen.walk_children()
        if isinstance(item, discord.ui.TextDisplay)
        for line in item.content.replace("\ufe0e", "").splitlines()
    ]


# pictures


async def test_pictures_come_with_their_words(pictured: App) -> None:
    """The page is promised at once, since a first picture takes its time, and then shows all there is."""
    people = pictured.people(2)
    for _ in range(3):
        await a_game(pictured, people)
    stats = await page(pictured, people[0], "stats")
    assert "**3** games" in words(stats)
    (alt,) = alts(stats)
    assert alt.startswith("The loss rate of Aino over 3 games:")
    assert [a["filename"] for a in stats._message.attachments] == ["rate.png"]
    await pictured.press(people[1], stats, "Losers")
    (alt,) = alts(stats)
    assert alt.startswith("Loss rates beside the fair shares.")
    assert [a["filename"] for a in stats._message.attachments] == ["losers.png"]
    sent = [file for files in pictured.files.values() for file in files]
    assert all(file.startswith(b"\x89PNG") for file in sent[-2:])
    await pictured.bot.store.wish_for_server(pictured.guild.id, pictures=False)
    plain = await page(pictured, people[0], "losers")
    assert alts(plain) == []
    assert words(plain) == words(stats)


def test_matplotlib_is_imported_with_the_first_picture_and_no_sooner() -> None:
    """Most starts of the bot need none of it."""
    code = "import sys, bot.app, bot.losses; sys.exit('matplotlib' in sys.modules or 'numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == 0


# a server's table


async def test_only_who_manages_the_server_exports_or_resets(app: App) -> None:
    aino, bror = app.people(2)
    table = await a_game(app, [aino, bror])
    for command in ("server export", "server reset"):
        answer = await page(app, aino, command)
        assert answer.ephemeral
        assert heading(answer) == "You cannot change that"
    shown = await page(app, aino, "losers")
    forged = await app.forge(aino, shown, f"mm1:reset:1:{table.id}")
    assert heading(forged.response) == "You cannot change that"
    assert await app.bot.store.results.counted(app.guild.id) == (1, table.id)


async def test_an_export_holds_finished_games_and_no_stranger(app: App) -> None:
    """Ids of members, none of who has left; a running game is not in it, nor any card."""
    aino, bror = app.people(2)
    boss = moderator(app)
    assert heading(await page(app, boss, "server export")) == "The table of losers is empty"
    done = [await a_game(app, [aino, bror]) for _ in range(2)]
    running_game = await app.game([aino, boss])
    app.guild.remove_member(bror)
    app.bot.names._seen.clear()
    answer = await page(app, boss, "server export")
    assert answer.ephemeral
    assert "2 finished games" in words(answer)
    table, text = list(app.files.values())[-1]
    lines = list(csv.DictReader(table.decode().splitlines()))
    told = json.loads(text)
    assert [line["game"] for line in lines] == [str(game.id) for game in done for _ in range(2)]
    assert {line["member"] for line in lines} == {str(aino.id), "former-1"}
    assert [{key: str(value) for key, value in line.items()} for line in told["results"]] == lines
    for file in (table, text):
        for hidden in (bror.id, "Bror", "Aino", app.channel.id):
            assert str(hidden).encode() not in file
    assert str(running_game.id) not in {line["game"] for line in lines}
    assert running_game.state is not None
    cards = {str(card) for card in running_game.state.deck}
    assert cards.isdisjoint(word for line in lines for word in line.values())


async def test_a_reset_is_asked_about_and_holds(app: App) -> None:
    aino, bror = app.people(2)
    boss = moderator(app)
    table = await a_game(app, [aino, bror])
    question = await page(app, boss, "server reset")
    assert question.ephemeral
    assert "1 finished game will count no more" in words(question)
    assert await app.bot.store.results.counted(app.guild.id) == (1, table.id), "it is only asked"
    await app.press(boss, question, "Reset the table")
    assert heading(question) == "The table of losers is empty"
    assert "Nobody has lost" in words(await page(app, aino, "losers"))
    assert "No finished game" in words(await page(app, aino, "stats"))
    await app.restart()
    again = await a_game(app, [aino, bror])
    assert "1 of 1" in words(await page(app, aino, "losers"))
    assert "hat" in words(app.public(again)), "the hat stays through it"


async def test_a_question_of_before_another_game_is_asked_anew(app: App) -> None:
    """What was agreed to was one game; the second is not to go with it unsaid."""
    aino, bror = app.people(2)
    boss = moderator(app)
    await a_game(app, [aino, bror])
    question = await page(app, boss, "server reset")
    second = await a_game(app, [aino, bror])
    await app.press(boss, question, "Reset the table")
    assert "2 finished games will count no more" in words(question)
    assert await app.bot.store.results.counted(app.guild.id) == (2, second.id)
    assert list(buttons(question)) == [f"mm1:reset:2:{second.id}"]


async def test_a_slow_game_that_ends_meanwhile_is_asked_about_too(app: App) -> None:
    """It was begun first, and so has the lower number."""
    aino, bror, cia, dag = app.people(4)
    boss = moderator(app)
    slow = await app.game([cia, dag], channel=app.guild.create_text_channel("toinen"))
    last = await a_game(app, [aino, bror])
    question = await page(app, boss, "server reset")
    await app.finish(slow)
    assert slow.id < last.id
    await app.press(boss, question, "Reset the table")
    assert "2 finished games will count no more" in words(question)
    assert await app.bot.store.results.counted(app.guild.id) == (2, last.id)


async def test_games_of_other_servers_are_shown_by_nobody_else(app: App) -> None:
    """They may be where the one who presses has never been."""
    aino, bror = app.people(2)
    await a_game(app, [aino, bror])
    shown = await page(app, bror, "stats", person=aino)
    pressed = await app.press(bror, shown, "All servers")
    assert pressed.response is not None
    assert pressed.response.ephemeral
    assert heading(pressed.response) == "Only this server is shown"
    assert heading(shown) == "Aino in this server"
    await app.press(aino, shown, "All servers")
    assert heading(shown) == "Aino in all servers"


async def test_the_months_that_can_be_chosen(app: App) -> None:
    """Autocomplete knows the months there are, in words or figures."""
    aino, bror = app.people(2)
    table = await a_game(app, [aino, bror])
    assert table.ended_at is not None
    month = season(table.ended_at)
    for typed, found in (("", ["all", month]), (month[:4], [month]), ("all", ["all"]), ("zzz", [])):
        offered = await aino.autocomplete(app.channel, "myllymatti losers", "season", typed)
        assert [choice["value"] for choice in offered] == found
