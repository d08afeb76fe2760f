"""Who lost: the SQL of `results` and `standings`.

Results are a row for each person's seat of a finished game, standings their sums by person in each month and
ever (`EVER`), so that the table of losers is read without counting. Both are written in the transaction of
the last move, and can be made anew from games, seats and moves (`bot.rebuild`). Games are in the order in
which they ended, then by number; games that ended before a server's table was reset have no rows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import TYPE_CHECKING, Any, Final

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot import standings
from bot.schema import games, results, seats, servers
from bot.schema import standings as sums
from bot.seating import Sitting
from bot.standings import EVER, NEWCOMER, PARTS, Against, Played, Rating, Tally

if TYPE_CHECKING:
    from bot.store import Result

AT_ONCE: Final = 500
"""How many rows a statement writes."""
PLAYED: Final = (
    *("game_id", "guild_id", "game", "ended_at", "size", "people", "place", "lost", "blamattis", "worst"),
)
"""What `Played` begins with."""


@dataclass(frozen=True, slots=True)
class Row:
    """A row of `results`, as exports give it."""

    game_id: int
    seat: int
    guild_id: int
    user_id: int
    game: str
    season: str
    ended_at: datetime
    size: int
    people: int
    place: int
    lost: bool
    blamattis: bool
    worst: int
    mu: float | None
    sigma: float | None


@dataclass(frozen=True, slots=True)
class Finished:
    """A finished game with what its rows are made of; `sitters` are its people by seat."""

    id: int
    guild_id: int
    rules: str
    size: int
    ended_at: datetime
    sitters: Mapping[int, int]
    loser: int
    places: tuple[int, ...]

    def rows(self, blue: Sequence[int], worst: Sequence[int]) -> list[dict[str, Any]]:
        """A row for each person, without ratings; `worst` by seat, empty where it is not known."""
        worst = worst or (0,) * self.size
        return [
            {
                "game_id": self.id,
                "seat": seat,
                "guild_id": self.guild_id,
                "user_id": user_id,
                "game": self.rules.split()[0],
                "season": standings.season(self.ended_at),
                "ended_at": self.ended_at,
                "size": self.size,
                "people": len(self.sitters),
                "place": self.places[seat],
                "lost": seat == self.loser,
                "blamattis": seat in blue,
                "worst": worst[seat],
                "mu": None,
                "sigma": None,
            }
            for seat, user_id in sorted(self.sitters.items())
        ]


class Results:
    """Who lost, in one database."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    # writing

    async def write(
        self, connection: AsyncConnection, game_id: int, ended_at: datetime, result: Result
    ) -> None:
        """How a game ended for its people; part of the transaction that ends it."""
        query = (
            sa.select(games.c.guild_id, games.c.rules, games.c.size, servers.c.reset_at)
            .outerjoin(servers, servers.c.guild_id == games.c.guild_id)
            .where(games.c.id == game_id)
        )
        guild_id, rules, size, reset_at = (await connection.execute(query)).one()
        sat = sa.select(seats.c.seat, seats.c.user_id).where(
            seats.c.game_id == game_id, seats.c.user_id.is_not(None)
        )
        sitters = {row.seat: row.user_id for row in await connection.execute(sat)}
        if not sitters or (reset_at is not None and ended_at <= reset_at):
            return
        finished = Finished(game_id, guild_id, rules, size, ended_at, sitters, result.loser, result.places)
        rows = finished.rows(result.blue, result.worst)
        await connection.execute(results.insert(), rows)
        if len(rows) > 1:
            for row in rows:
                await self._count(connection, row)
        await self._rate_from(connection, guild_id, ended_at, game_id)

    @staticmethod
    async def _count(connection: AsyncConnection, row: Mapping[str, Any]) -> None:
        """One game more for its person, in its month and ever."""
        more = {"games": 1, "losses": int(row["lost"]), "fair": PARTS // row["size"]}
        for season in (row["season"], EVER):
            whose = {"guild_id": row["guild_id"], "season": season, "user_id": row["user_id"]}
            changed = await connection.execute(
                sums.update()
                .where(*(sums.c[name] == value for name, value in whose.items()))
                .values({name: sums.c[name] + number for name, number in more.items()})
            )
            if not changed.rowcount:
                await connection.execute(sums.insert().values(whose | more))

    async def _rate_from(
        self, connection: AsyncConnection, guild_id: int, ended_at: datetime, game_id: int
    ) -> None:
        """The ratings after this game and after those that ended later, which is hardly ever one."""
        query = (
            sa.select(results.c.game_id, results.c.ended_at, results.c.seat, results.c.user_id)
            .where(results.c.guild_id == guild_id, results.c.people > 1)
            .where(_after(results.c.ended_at, results.c.game_id, ended_at, game_id - 1))
            .order_by(results.c.ended_at, results.c.game_id, results.c.place)
        )
        known: dict[int, Rating] = {}
        for (game, ended), rows in groupby((await connection.execute(query)).all(), lambda row: row[:2]):
            sat = list(rows)
            for *_, user_id in sat:
                if user_id not in known:
                    known[user_id] = await self._rating_before(connection, guild_id, user_id, ended, game)
            after = standings.rated([known[user_id] for *_, user_id in sat])
            for (*_, seat, user_id), rating in zip(sat, after, strict=True):
                known[user_id] = rating
                which = results.c.game_id == game, results.c.seat == seat
                await connection.execute(results.update().where(*which).values(**rating._asdict()))

    @staticmethod
    async def _rating_before(
        connection: AsyncConnection, guild_id: int, user_id: int, ended_at: datetime, game_id: int
    ) -> Rating:
        query = (
            sa.select(results.c.mu, results.c.sigma)
            .where(results.c.user_id == user_id, results.c.guild_id == guild_id, results.c.people > 1)
            .where(_before(results.c.ended_at, results.c.game_id, ended_at, game_id))
            .order_by(results.c.ended_at.desc(), results.c.game_id.desc())
            .limit(1)
        )
        row = (await connection.execute(query)).first()
        return NEWCOMER if row is None else Rating(*row)

    async def reset(self, guild_id: int, now: datetime) -> None:
        """The server's table begins anew: what has ended till now counts no more, also after a rebuild."""
        async with self._engine.begin() as connection:
            changed = await connection.execute(
                servers.update().where(servers.c.guild_id == guild_id).values(reset_at=now)
            )
            if not changed.rowcount:
                await connection.execute(servers.insert().values(guild_id=guild_id, reset_at=now))
            await connection.execute(
                results.delete().where(results.c.guild_id == guild_id, results.c.ended_at <= now)
            )
            await _sum_up(connection, guild_id)

    # the hat

    async def last_loser(self, guild_id: int, before: tuple[datetime, int] | None = None) -> Sitting | None:
        """Who lost the last finished game of a server, and so wears the hat.

        `before`: the last of those that ended before this moment and game.
        """
        query = (
            sa.select(seats.c.user_id, seats.c.computer)
            .join(games, sa.and_(games.c.id == seats.c.game_id, games.c.loser == seats.c.seat))
            .where(games.c.guild_id == guild_id, games.c.loser.is_not(None))
            .order_by(games.c.ended_at.desc(), games.c.id.desc())
            .limit(1)
        )
        if before is not None:
            query = query.where(_before(games.c.ended_at, games.c.id, *before))
        async with self._engine.connect() as connection:
            row = (await connection.execute(query)).first()
        return None if row is None else Sitting(*row)

    # a server's losers

    async def tallies(self, guild_id: int, season: str | None = None) -> list[Tally]:
        """Who has finished games with others in a server, in a month or (None) ever; in no order."""
        async with self._engine.connect() as connection:
            rows = (await connection.execute(tallies_query(guild_id, season))).all()
        return [Tally(*row) for row in rows]

    async def seasons(self, guild_id: int) -> list[str]:
        """The months in which games have ended in a server, the newest first.

        A step in the index for each: DISTINCT would read all of it.
        """
        here = sums.c.guild_id == guild_id, sums.c.season != EVER
        newest = sa.select(sa.func.max(sums.c.season).label("season")).where(*here).cte(recursive=True)
        earlier = (
            sa.select(sa.func.max(sums.c.season)).where(here[0], sums.c.season < newest.c.season)
        ).scalar_subquery()
        months = newest.union_all(sa.select(earlier).where(newest.c.season.is_not(None)))
        query = sa.select(months.c.season).where(months.c.season.is_not(None))
        async with self._engine.connect() as connection:
            return list((await connection.scalars(query)).all())

    # a person

    async def of(self, user_id: int, guild_id: int | None) -> list[Played]:
        """A person's finished games, the oldest first, in one server or (None) in all."""
        later = sa.alias(games)
        following = (
            sa.select(later.c.id)
            .where(later.c.guild_id == results.c.guild_id, later.c.loser.is_not(None))
            .where(_after(later.c.ended_at, later.c.id, results.c.ended_at, results.c.game_id))
            .order_by(later.c.ended_at, later.c.id)
            .limit(1)
            .correlate(results)
            .scalar_subquery()
        )
        its = sa.alias(games)
        query = (
            sa.select(*(results.c[name] for name in PLAYED), results.c.mu, results.c.sigma)
            .add_columns(its.c.id, its.c.ended_at)
            .select_from(results)
            .outerjoin(its, sa.and_(results.c.lost, its.c.id == following))
            .where(results.c.user_id == user_id)
            .order_by(results.c.ended_at, results.c.game_id)
        )
        if guild_id is not None:
            query = query.where(results.c.guild_id == guild_id)
        async with self._engine.connect() as connection:
            rows = (await connection.execute(query)).all()
        return [_played(row) for row in rows]

    async def against(self, user_id: int, guild_id: int) -> list[Against]:
        """With whom a person has played in a server, and how many of those games he lost."""
        mine, others = results, sa.alias(results)
        query = (
            sa.select(others.c.user_id, sa.func.count(), _counted(mine.c.lost))
            .select_from(mine)
            .join(others, sa.and_(others.c.game_id == mine.c.game_id, others.c.seat != mine.c.seat))
            .where(mine.c.user_id == user_id, mine.c.guild_id == guild_id)
            .group_by(others.c.user_id)
        )
        async with self._engine.connect() as connection:
            rows = (await connection.execute(query)).all()
        return [Against(*row) for row in rows]

    # all of a server

    async def rows(self, guild_id: int) -> list[Row]:
        """Every row of a server, in order."""
        query = (
            sa.select(*(results.c[name] for name in Row.__slots__))
            .where(results.c.guild_id == guild_id)
            .order_by(results.c.ended_at, results.c.game_id, results.c.seat)
        )
        async with self._engine.connect() as connection:
            return [Row(*row) for row in (await connection.execute(query)).all()]

    async def counted(self, guild_id: int) -> tuple[int, int]:
        """How many games of a server count, and the number of the last of them (0: there is none)."""
        query = sa.select(sa.func.count(results.c.game_id.distinct()), sa.func.max(results.c.game_id)).where(
            results.c.guild_id == guild_id
        )
        async with self._engine.connect() as connection:
            number, last = (await connection.execute(query)).one()
        return number, last or 0

    # for the rebuild

    async def guilds(self) -> list[int]:
        """The servers in which games have been finished, or have rows."""
        query = sa.union(
            sa.select(games.c.guild_id).where(games.c.loser.is_not(None)), sa.select(results.c.guild_id)
        )
        async with self._engine.connect() as connection:
            return sorted((await connection.scalars(query)).all())

    async def finished(self, guild_id: int) -> list[Finished]:
        """Every finished game of a server that counts, in order."""
        query = _counting(
            sa.select(
                *(games.c.id, games.c.guild_id, games.c.rules, games.c.size, games.c.ended_at, games.c.loser),
                *(seats.c.seat, seats.c.user_id, seats.c.place),
            ).join(seats, seats.c.game_id == games.c.id),
            guild_id,
        ).order_by(seats.c.seat)
        async with self._engine.connect() as connection:
            rows = (await connection.execute(query)).all()
        found = []
        for (number, guild, rules, size, ended_at, loser), sat in groupby(rows, lambda row: tuple(row[:6])):
            listed = [row[6:] for row in sat]
            sitters = {seat: user_id for seat, user_id, _ in listed if user_id is not None}
            places = tuple(place for *_, place in listed)
            found.append(Finished(number, guild, rules, size, ended_at, sitters, loser, places))
        return found

    async def rewrite(self, guild_id: int, since: Sequence[Finished], rows: Sequence[dict[str, Any]]) -> bool:
        """All rows of a server anew; False, and nothing changes, if other games than `since` count by now.

        Or if others have sat in them: somebody has had his data deleted, and `rows` would write his id back.
        """
        sat = sa.select(seats.c.game_id, seats.c.seat, seats.c.user_id).join(
            games, sa.and_(games.c.id == seats.c.game_id, seats.c.user_id.is_not(None))
        )
        known = [(game.id, *who) for game in since for who in sorted(game.sitters.items())]
        async with self._engine.connect() as connection, connection.begin() as writing:
            await connection.execute(results.delete().where(results.c.guild_id == guild_id))  # it locks
            now = await connection.execute(_counting(sat, guild_id).order_by(seats.c.seat))
            if [tuple(row) for row in now] != known:
                await writing.rollback()
                return False
            for start in range(0, len(rows), AT_ONCE):
                await connection.execute(results.insert(), rows[start : start + AT_ONCE])
            await _sum_up(connection, guild_id)
        return True


def _played(row: sa.Row[Any]) -> Played:
    *facts, mu, sigma, next_id, next_at = tuple(row)
    played = dict(zip(PLAYED, facts, strict=True))
    rating = None if mu is None else Rating(mu, sigma)
    return Played(**played, rating=rating, next_id=next_id, next_at=next_at)


def tallies_query(guild_id: int, season: str | None) -> sa.Select[Any]:
    """What `Results.tallies` asks: a walk along the primary key, which a test looks at."""
    return sa.select(sums.c.user_id, sums.c.games, sums.c.losses, sums.c.fair).where(
        sums.c.guild_id == guild_id, sums.c.season == (season or EVER)
    )


async def _sum_up(connection: AsyncConnection, guild_id: int) -> None:
    """The standings of a server anew, out of its results."""
    await connection.execute(sums.delete().where(sums.c.guild_id == guild_id))
    for season in (results.c.season, sa.literal(EVER)):
        fair = sa.func.sum(sa.literal(PARTS, sa.Integer) // results.c.size)
        counted = (
            sa.select(results.c.guild_id, season, results.c.user_id)
            .add_columns(sa.func.count(), _counted(results.c.lost), fair)
            .where(results.c.guild_id == guild_id, results.c.people > 1)
            .group_by(results.c.guild_id, season, results.c.user_id)
        )
        await connection.execute(sums.insert().from_select([column.name for column in sums.c], counted))


def _counted(lost: sa.ColumnElement[bool]) -> sa.ColumnElement[int]:
    return sa.func.sum(sa.case((lost, 1), else_=0))


def _counting(query: sa.Select[Any], guild_id: int) -> sa.Select[Any]:
    """Of a server's finished games those that have ended since its table was reset, in order."""
    return (
        query.outerjoin(servers, servers.c.guild_id == games.c.guild_id)
        .where(games.c.guild_id == guild_id, games.c.loser.is_not(None))
        .where(sa.or_(servers.c.reset_at.is_(None), games.c.ended_at > servers.c.reset_at))
        .order_by(games.c.ended_at, games.c.id)
    )


def _before(ended: Any, number: Any, ended_at: Any, game_id: Any) -> sa.ColumnElement[bool]:
    """Games before this moment and game; the first half is what an index can use."""
    return sa.and_(ended <= ended_at, sa.or_(ended < ended_at, number < game_id))


def _after(ended: Any, number: Any, ended_at: Any, game_id: Any) -> sa.ColumnElement[bool]:
    """Games after this moment and game."""
    return sa.and_(ended >= ended_at, sa.or_(ended > ended_at, number > game_id))
