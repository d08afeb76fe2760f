"""Results worked out anew from games, seats and moves: the same, bit for bit, as written game by game."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import sqlalchemy as sa
from hypothesis import example, given
from hypothesis import strategies as st

from bot.rebuild import catch_up, rebuild
from bot.schema import games, moves, results, standings
from bot.seating import Sitting
from bot.standings import PARTS, Tally
from bot.store import Due, NewMove, Result, Store
from engine import PRESETS, Phase
from engine.events import TrickWon
from tests.engine.chance import Game, Step, beating, quick
from tests.store.games import AINO, BROR, CIA, GUILD, HOUR, NOW, OTSO, a_finished_game, a_game, rows, seated

EVERYTHING = "SELECT * FROM results ORDER BY game_id, seat"
SUMS = "SELECT * FROM standings ORDER BY guild_id, season, user_id"
DAG = 104
ENDS = timedelta(days=11)


class Table(NamedTuple):
    """A game that is played to its end: who sits there, of which server, and when it ends."""

    game: str
    seed: int
    people: tuple[int, ...]
    computers: int
    guild: int
    ends: int  # in half-hours; games may well end at the same moment, or be written in another order

    @property
    def ended_at(self) -> datetime:
        return NOW + ENDS + timedelta(minutes=30 * self.ends)


tables = st.lists(
    st.builds(
        Table,
        game=st.sampled_from(list(PRESETS)),
        seed=st.integers(0, 99),
        people=st.permutations([AINO, BROR, CIA, DAG]).flatmap(
            lambda four: st.integers(1, 4).map(lambda n: tuple(four[:n]))
        ),
        computers=st.integers(1, 2),  # so that two sit there at least
        guild=st.sampled_from([GUILD, GUILD + 1]),
        ends=st.integers(0, 3),
    ),
    max_size=6,
)


async def played(store: Store, number: int, table: Table) -> None:
    """A real game as the bot writes it, all moves but the last at once."""
    names = [Sitting(computer=name) for name in ("Otso", "Repo")][: table.computers]
    seating = seated(*table.people, *names, dealer=0)
    game = Game(PRESETS[table.game], len(seating), table.seed, beating)
    where: dict[str, Any] = {"guild_id": table.guild, "channel_id": 1_000 + number}
    begun = await a_game(store, seating=seating, rules=table.game, **where)
    deck = " ".join(map(str, game.begin().deck))
    steps = list(game.steps())
    plies = [
        {"game_id": begun, "ply": ply, "move": str(step.move), "made_at": NOW}
        for ply, step in enumerate(steps[:-1])
    ]
    async with store.engine.begin() as connection:
        await connection.execute(games.update().where(games.c.id == begun).values(deck=deck))
        await connection.execute(moves.insert(), plies)
    last = NewMove(len(plies), str(steps[-1].move), table.ended_at)
    await store.add_move(begun, last, Due(), result=told(steps))


def told(steps: Sequence[Step]) -> Result:
    """How a game ended, from what happened in it."""
    end = steps[-1].after
    assert end.loser is not None
    order = (*end.out, end.loser)
    seats = range(end.seats)
    won = {event.seat for step in steps for event in step.events if isinstance(event, TrickWon)}
    shed = [step.after.hands for step in steps if step.after.phase is not Phase.BUILDING]
    return Result(
        end.loser,
        tuple(order.index(seat) + 1 for seat in seats),
        tuple(seat for seat in seats if seat not in won),
        tuple(max(len(hands[seat]) for hands in shed) for seat in seats),
    )


@given(tables, st.booleans())
@example([Table("myllymatti", n, (AINO, BROR), 1, GUILD, ends) for n, ends in enumerate((3, 0, 2, 2))], True)
@quick(12)
def test_rebuilt_results_are_the_same(listed: list[Table], gone: bool) -> None:
    async def same(folder: Path) -> None:
        store = Store(f"sqlite+aiosqlite:///{folder}/games.db")
        await store.open()
        try:
            for number, table in enumerate(listed):
                await played(store, number, table)
            written, sums = await rows(store, EVERYTHING), await rows(store, SUMS)
            assert len(written) == sum(len(table.people) for table in listed)
            if gone:
                async with store.engine.begin() as connection:
                    await connection.execute(results.delete())
                    await connection.execute(standings.delete())
            assert await rebuild(store) == len(listed)
            assert await rows(store, EVERYTHING) == written
            assert await rows(store, SUMS) == sums
        finally:
            await store.close()

    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(same(Path(folder)))


async def test_a_wrong_row_is_put_right(store: Store) -> None:
    """The eye of the test above."""
    await played(store, 0, Table("mattis", 5, (AINO, BROR, CIA), 1, GUILD, 0))
    written = await rows(store, EVERYTHING)
    sums = await rows(store, SUMS)
    for change in ("mu = mu + 1", "worst = worst + 1", "blamattis = NOT blamattis", "lost = NOT lost"):
        async with store.engine.begin() as connection:
            await connection.execute(sa.text(f"UPDATE results SET {change}"))
            await connection.execute(sa.text("UPDATE standings SET losses = 7"))
        assert await rows(store, EVERYTHING) != written
        await rebuild(store)
        assert await rows(store, EVERYTHING) == written
        assert await rows(store, SUMS) == sums


async def test_a_game_that_cannot_be_replayed_keeps_its_loser(store: Store) -> None:
    """Whatever of it was written when it was played stays; nobody loses his history with the rules."""
    game = await a_finished_game(store, AINO, BROR, OTSO, loser=1)  # its deck is none
    async with store.engine.begin() as connection:
        await connection.execute(results.update().values(blamattis=True, worst=17))
    written = await rows(store, EVERYTHING)
    await rebuild(store)
    assert await rows(store, EVERYTHING) == written
    async with store.engine.begin() as connection:
        await connection.execute(results.delete())
    await rebuild(store)
    (aino,), (bror,) = [await store.results.of(one, GUILD) for one in (AINO, BROR)]
    assert (aino.game_id, aino.lost, aino.worst) == (game, False, 0)
    assert (bror.lost, bror.place, bror.blamattis) == (True, 3, False)


async def test_a_reset_holds_after_a_rebuild(store: Store) -> None:
    await a_finished_game(store, AINO, BROR, loser=0)
    await store.results.reset(GUILD, NOW)
    await a_finished_game(store, AINO, BROR, loser=1, at=NOW + HOUR)
    assert await rebuild(store) == 1
    assert {tally.user_id: tally.losses for tally in await store.results.tallies(GUILD)} == {AINO: 0, BROR: 1}


async def test_an_older_database_is_caught_up_with_once(store: Store) -> None:
    """What was played before there were results counts from the first start on."""
    await a_finished_game(store, AINO, BROR, loser=0)
    async with store.engine.begin() as connection:
        await connection.execute(results.delete())
        await connection.execute(standings.delete())
    await catch_up(store)
    half = PARTS // 2
    assert Tally(AINO, 1, 1, half) in await store.results.tallies(GUILD)
    async with store.engine.begin() as connection:
        await connection.execute(standings.delete())
    await catch_up(store)
    assert await store.results.tallies(GUILD) == [], "a start is not to take long each time"


async def test_a_game_that_ends_meanwhile_is_not_lost(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """A rebuild may run while people play: it looks again before it writes."""
    await a_finished_game(store, AINO, BROR, loser=0)
    rewrite, tries = store.results.rewrite, list[bool]()

    async def first_a_game(*arguments: Any) -> bool:
        if not tries:
            await a_finished_game(store, AINO, BROR, loser=1, at=NOW + HOUR)
        tries.append(await rewrite(*arguments))
        return tries[-1]

    monkeypatch.setattr(store.results, "rewrite", first_a_game)
    assert await rebuild(store) == 2
    assert tries == [False, True]
    assert len(await rows(store, EVERYTHING)) == 4
    written = await rows(store, EVERYTHING)
    assert await rebuild(store) == 2
    assert await rows(store, EVERYTHING) == written


async def test_games_of_computers_alone_have_no_rows(store: Store) -> None:
    """As when everybody's data have been deleted."""
    await a_finished_game(store, AINO, OTSO, loser=0)
    async with store.engine.begin() as connection:
        await connection.execute(sa.text("UPDATE seats SET user_id = NULL"))
    assert await rebuild(store) == 1
    assert await rows(store, EVERYTHING) == []
