"""Two processes with one database: whoever writes first is right, the other takes it over."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from contextlib import suppress

import pytest

from bot.config import Settings
from bot.options import Options
from bot.store import Status, Store
from bot.table import Refusal, Refused, Table
from bot.tables import Tables
from engine import PRESETS, Card, legal_moves, parse_card
from engine.fair import NO_PRESS, promise, read_shuffle, shuffled
from engine.players.levels import Level
from engine.record import Dealing

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


# fair deals


async def test_both_start_at_once(another: Callable[[], Store]) -> None:
    """One deal, by the seed that both have promised, and of the host's two presses the one that was first."""
    one, other, table, copy = await two(another)
    assert table.promise == copy.promise
    results = await asyncio.gather(
        one.start(table.id, AINO, 1001), other.start(table.id, AINO, 1002), return_exceptions=True
    )
    assert sum(isinstance(result, Refused) for result in results) == 1
    assert table.playing
    assert copy.playing
    assert (table.state, table.sittings) == (copy.state, copy.sittings)
    dealing, deck = await dealt(one, table)
    assert promise(dealing.seed) == table.promise == copy.promise
    assert dealing.context.places == (("1001", "1002")[isinstance(results[0], Refused)], NO_PRESS)
    assert shuffled(dealing.seed, dealing.context) == (dealing.dealer, deck)


async def test_nobodys_press_is_passed_over(another: Callable[[], Store]) -> None:
    """Who is ready in one process is so for the other, which deals only once it knows."""
    one, other, table, copy = await two(another)
    await one.ready(table.id, BROR, 2001)
    with pytest.raises(Refused) as refused:
        await other.start(table.id, AINO, 1001)
    assert refused.value.refusal is Refusal.STALE
    assert copy.seating == table.seating
    await other.start(table.id, AINO, 1002)
    dealing, _ = await dealt(one, table)
    assert dealing.context.places == ("1002", "2001")


async def test_nobodys_press_is_lost_by_who_changes_seats(another: Callable[[], Store]) -> None:
    """A process that has not heard of it would write the seats as it knows them."""
    one, other, table, copy = await two(another, computers=1)
    changes: list[Callable[[], Awaitable[object]]] = [
        lambda: other.set_level(table.id, AINO, "Otso", Level.HARD),
        lambda: other.leave(table.id, BROR),
        lambda: other.configure(table.id, AINO, lambda options: options.chosen("game", "mattis")),
    ]
    for number, change in enumerate(changes):
        await one.ready(table.id, AINO, 2000 + number)
        with pytest.raises(Refused) as refused:
            await change()
        assert refused.value.refusal is Refusal.STALE
        stored = await one.store.load(table.id)
        assert stored is not None
        assert stored.seating == table.seating == copy.seating
        assert stored.seating.sittings[0].press_id == 2000 + number


async def test_who_has_left_is_not_put_back(another: Callable[[], Store]) -> None:
    """In the one process he has left the game; in the other somebody's turn runs out just then."""
    one, other, table, copy = await two(another, computers=1)
    await one.start(table.id, AINO)
    with suppress(Refused):
        await other.leave(table.id, BROR, knowing=True)  # takes the game over
    await one.leave(table.id, AINO, knowing=True)
    with pytest.raises(Refused):
        await other.leave(table.id, BROR, knowing=True)
    stored = await one.store.load(table.id)
    assert stored is not None
    assert stored.seating == copy.seating
    assert stored.seating.kept_for(AINO) is not None


async def test_seeds_come_from_the_operating_system(another: Callable[[], Store]) -> None:
    one, other, *_ = await two(another)
    seeds = {tables.new_seed() for tables in (one, other) for _ in range(100)}
    assert len(seeds) == 200
    assert {len(seed) for seed in seeds} == {32}
    assert one.new_seed.func is secrets.token_bytes  # type: ignore[attr-defined]


async def dealt(tables: Tables, table: Table) -> tuple[Dealing, tuple[Card, ...]]:
    """What the database says of a deal."""
    stored = await tables.store.load(table.id)
    assert stored is not None
    assert stored.seed is not None
    assert stored.shuffle is not None
    assert stored.deck is not None
    dealing = Dealing(bytes.fromhex(stored.seed), *read_shuffle(stored.shuffle.splitlines()))
    return dealing, tuple(map(parse_card, stored.deck.split()))
