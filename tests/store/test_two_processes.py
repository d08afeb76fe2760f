"""Two processes with one database: whoever writes first is right, the other takes it over."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

import pytest

from bot.config import Settings
from bot.options import Options
from bot.store import Status, Store
from bot.table import Refusal, Refused, Table
from bot.tables import Tables
from engine import PRESETS, legal_moves
from engine.players.levels import Level

AINO, BROR = 101, 102


async def two(another: Callable[[], Store], computers: int = 0) -> tuple[Tables, Tables, Table, Table]:
    """A full lobby of Aino, Bror and so many computers, known to both."""
    both = []
    for _ in range(2):
        store = another()
        await store.open()
        both.append(Tables(store, Settings(discord_token="none")))
    one, other = both
    options = Options(PRESETS["skitgubbe"], 2 + computers, 180)
    table = await one.open(guild_id=1, channel_id=2, host_id=AINO, options=options, computers=computers)
    await one.join(table.id, BROR)
    await other.restore()
    return one, other, table, await other.find(table.id)


async def test_a_game_is_dealt_once(another: Callable[[], Store]) -> None:
    one, other, table, copy = await two(another)
    await one.start(table.id, AINO)
    with pytest.raises(Refused) as refused:
        await other.start(table.id, AINO)
    assert refused.value.refusal is Refusal.STALE
    assert copy.status is Status.PLAYING
    assert copy.state == table.state
    assert copy.sittings == table.sittings
    stored = await one.store.load(table.id)
    assert stored is not None
    assert table.state is not None
    assert stored.deck == " ".join(map(str, table.state.deck))


async def test_a_game_is_played_by_the_rules_that_are_stored(another: Callable[[], Store]) -> None:
    """Whether a process that did not know of them refuses or takes them over: else nobody could replay it."""
    one, other, table, copy = await two(another)
    await one.configure(table.id, AINO, lambda options: options.chosen("game", "mattis"))
    with suppress(Refused):
        await other.start(table.id, AINO)
    stored = await one.store.load(table.id)
    assert stored is not None
    assert (stored.rules, stored.status) == (str(copy.rules), copy.status)


async def test_a_level_that_comes_after_the_deal_comes_too_late(another: Callable[[], Store]) -> None:
    """Else the seats would be those of the lobby again, and everybody hold another's cards."""
    one, other, table, copy = await two(another, computers=1)
    await one.start(table.id, AINO)
    with pytest.raises(Refused) as refused:
        await other.set_level(table.id, AINO, "Otso", Level.HARD)
    assert refused.value.refusal is Refusal.STALE
    stored = await one.store.load(table.id)
    assert stored is not None
    assert stored.seating == table.seating == copy.seating
    assert copy.playing


async def test_what_has_ended_stays_ended(another: Callable[[], Store]) -> None:
    one, other, table, copy = await two(another)
    await one.leave(table.id, BROR)
    await one.leave(table.id, AINO)
    with pytest.raises(Refused):
        await other.start(table.id, AINO)
    assert copy.status is Status.CLOSED
    with pytest.raises(Refused):
        await other.join(table.id, 103)
    stored = await one.store.load(table.id)
    assert stored is not None
    assert (stored.status, stored.deck) == (Status.CLOSED, None)


async def test_nobody_moves_in_an_abandoned_game(another: Callable[[], Store]) -> None:
    one, other, table, copy = await two(another)
    await one.start(table.id, AINO)
    with pytest.raises(Refused):
        await other.start(table.id, AINO)  # takes the game over
    await one.leave(table.id, BROR, knowing=True)
    await one.leave(table.id, AINO, knowing=True)
    assert copy.state is not None
    assert copy.state.turn is not None
    who = copy.sittings[copy.state.turn].user_id
    assert who is not None
    with pytest.raises(Refused):
        await other.play(table.id, 0, who, legal_moves(copy.state)[0])
    stored = await one.store.load(table.id)
    assert stored is not None
    assert (stored.status, stored.moves) == (Status.ABANDONED, ())
    assert copy.status is Status.ABANDONED
