"""The table message: few edits, always on the way to the newest state."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

from tests.bot.playing import Game, offered
from tests.bot.sim import App, heading, running, settings_for, words


def edits(app: App, since: int) -> list[Any]:
    """Edits with the bot's own token: answers to presses are no part of Discord's limit."""
    return [
        r for r in app.env.http_requests[since:] if r.method == "PATCH" and r.path.startswith("/channels/")
    ]


async def test_many_moves_cost_few_edits(tmp_path: Path) -> None:
    async with running(settings_for(tmp_path, paint_seconds=30), seed=4) as app:
        people = app.people(1)
        table = await app.game(people, game="mattis", computers=7)
        await app.env.advance_time(30)
        mark, ply, rounds = len(app.env.http_requests), table.ply, 0
        while table.ply < ply + 8:
            who = app.on_turn(table)
            hand = await app.hand(who, table)
            await app.press_id(who, hand, *next(iter(offered(hand).values())))
            rounds += 1
        assert rounds < 8, "computers play too"
        await app.env.advance_time(30)
        assert len(edits(app, mark)) <= rounds + 1
        shown = app.public(table).components
        await app.restart()  # who draws it anew from the store finds nothing to change
        assert app.public(table).components == shown
        assert app.mentions() == [f"<@{table.waiting_for}>, your turn."]


async def test_edits_are_a_pause_apart(tmp_path: Path) -> None:
    """However fast people play: what was put off is drawn when the pause is over."""
    async with running(settings_for(tmp_path, paint_seconds=30)) as app:
        people = app.people(2)
        table = await app.game(people)
        game = Game(app, table, people, Random(0))
        await game.open_hands()
        await app.env.advance_time(100)
        mark = len(app.env.http_requests)
        for _ in range(6):
            who = app.on_turn(table)
            hand = await app.hand(who, table)
            await app.press_id(who, hand, *next(iter(offered(hand).values())))
        assert len(edits(app, mark)) == 1, "the first at once"
        stale = words(app.public(table))
        await app.env.advance_time(29)
        assert words(app.public(table)) == stale
        await app.env.advance_time(1)
        assert len(edits(app, mark)) == 2
        name = app.on_turn(table).user.global_name
        assert f"**{name}**" in next(
            line for line in words(app.public(table)).splitlines() if "to play" in line
        )
        assert app.mentions() == [f"<@{table.waiting_for}>, your turn."]


async def test_looking_changes_nothing(app: App) -> None:
    """My hand, Rules, Refresh and the passing of time cost no edit."""
    people, stranger = app.people(2), app.person("Veera")
    table = await app.game(people)
    mark = len(app.env.http_requests)
    for who in (*people, stranger):
        await app.press(who, app.public(table), "Rules")
        await app.press(who, app.public(table), "My hand")
    other = app.at(table, 1)
    await app.press(other, await app.hand(other, table), "Refresh")
    await app.env.advance_time(60)
    assert edits(app, mark) == []


async def test_a_press_on_the_table_needs_no_further_edit(app: App) -> None:
    """Its answer has drawn the message already."""
    table = await app.game(app.people(2))
    mark = len(app.env.http_requests)
    await app.press(app.on_turn(table), app.public(table), "Turn up")
    assert edits(app, mark) == []
    assert "turned up" in words(app.public(table))
    assert "answers" in heading(app.public(table))
