"""The arithmetic of losing: rates and fair shares, places, streaks, hats, seasons, ratings. Pure.

A fair share is what somebody would lose who loses as often as chance has it: one game in `size`. It is
counted in whole parts of a game (`PARTS`), so that sums come out the same in any order, in SQL and here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final, NamedTuple

from openskill.models import PlackettLuce

from engine import Phase, State

PARTS: Final = 840
"""Of a game; every number of seats from 2 to 8 divides it."""
ENOUGH: Final = 10
"""Who has played fewer games comes last in the table of losers, and his rating is provisional."""
EVER: Final = "all"
"""All time, where a season may stand."""
_MODEL: Final = PlackettLuce()


class Rating(NamedTuple):
    """How well somebody keeps from losing: the middle of what is believed of him, and how unsure that is."""

    mu: float = _MODEL.mu
    sigma: float = _MODEL.sigma


NEWCOMER: Final = Rating()


@dataclass(frozen=True, slots=True)
class Tally:
    """How many games, and how many of them lost; `fair` is the fair share in `PARTS`."""

    user_id: int
    games: int
    losses: int
    fair: int

    @property
    def rate(self) -> float:
        """The part of the games that was lost."""
        return self.losses / self.games

    @property
    def fair_rate(self) -> float:
        """The part of them that is lost by chance."""
        return self.fair / (PARTS * self.games)

    @property
    def above(self) -> float:
        """Losses a game above the fair share, in parts of a game; exact enough to compare (1 in 2⁵³)."""
        return (self.losses * PARTS - self.fair) / self.games


@dataclass(frozen=True, slots=True)
class Played:
    """One finished game of one person."""

    game_id: int
    guild_id: int
    game: str  # the preset's name
    ended_at: datetime
    size: int  # seats
    people: int  # seats that are people's, whoever played the last card
    place: int  # 1 for the first to go out
    lost: bool
    blamattis: bool  # captured no trick in phase 1
    worst: int  # the largest hand in phase 2; 0 where it is not known
    rating: Rating | None = None  # in that server, after that game
    next_id: int | None = None  # of the next game that finished in that server
    next_at: datetime | None = None

    @property
    def counts(self) -> bool:
        """Whether somebody else could have lost: games against computers alone are counted apart."""
        return self.people > 1


@dataclass(frozen=True, slots=True)
class Hats:
    """How often somebody has put the hat on, and for how long he has worn it in all."""

    times: int
    worn: timedelta
    wears: bool = False  # still


@dataclass(frozen=True, slots=True)
class Against:
    """Games with another person at the table."""

    user_id: int
    games: int
    losses: int


@dataclass(frozen=True, slots=True)
class Summary:
    """All of a person's games, in one server or in all."""

    tally: Tally
    lost: tuple[bool, ...] = ()  # game by game, the oldest first
    curve: tuple[tuple[float, float], ...] = ()  # after each game: the loss rate and the fair share, 0 to 1
    places: tuple[tuple[int, int], ...] = ()  # as the how many-th he went out, how often; losses are none
    safe: tuple[int, int] = (0, 0)  # games in a row without losing: now, and the longest row
    losing: int = 0  # the longest row of games lost
    blamattis: int = 0
    worst: int = 0  # the largest hand of phase 2 that was not lost with; 0: none is known
    hats: Hats = Hats(0, timedelta())
    by_game: tuple[tuple[str, Tally], ...] = ()
    alone: Tally | None = None  # against computers alone
    rating: Rating | None = None


def summary(user_id: int, played: Sequence[Played], now: datetime) -> Summary:
    """What there is to say of somebody's games, the oldest first in `played`."""
    counted = [one for one in played if one.counts]
    apart = [one for one in played if not one.counts]
    lost = tuple(one.lost for one in counted)
    names = dict.fromkeys(one.game for one in counted)
    survived = [one.worst for one in counted if not one.lost]
    servers = {one.guild_id for one in counted}
    return Summary(
        tally=tally(user_id, counted),
        lost=lost,
        curve=curve(counted),
        places=tuple(sorted(Counter(one.place for one in counted if not one.lost).items())),
        safe=row(lost, losing=False),
        losing=row(lost, losing=True)[1],
        blamattis=sum(one.blamattis for one in counted),
        worst=max(survived, default=0),
        hats=hats(played, now),
        by_game=tuple((name, tally(user_id, [o for o in counted if o.game == name])) for name in names),
        alone=tally(user_id, apart) if apart else None,
        rating=counted[-1].rating if len(servers) == 1 else None,
    )


def tally(user_id: int, played: Iterable[Played]) -> Tally:
    """How many, how many of them lost, and the fair share."""
    listed = list(played)
    return Tally(
        user_id, len(listed), sum(one.lost for one in listed), sum(PARTS // one.size for one in listed)
    )


def curve(played: Iterable[Played]) -> tuple[tuple[float, float], ...]:
    """After each game the loss rate and the fair share of all games till then."""
    points, losses, fair = [], 0, 0
    for games, one in enumerate(played, start=1):
        losses, fair = losses + one.lost, fair + PARTS // one.size
        points.append((losses / games, fair / (PARTS * games)))
    return tuple(points)


def row(lost: Sequence[bool], *, losing: bool) -> tuple[int, int]:
    """Games in a row that were lost, or not: the row that is on, and the longest."""
    current = longest = 0
    for was_lost in lost:
        current = current + 1 if was_lost is losing else 0
        longest = max(longest, current)
    return current, longest


def hats(played: Iterable[Played], now: datetime) -> Hats:
    """The hat is on from the end of a lost game to the end of the server's next; who loses that keeps it."""
    times, worn, wears = 0, timedelta(), False
    kept = set[int | None]()
    for one in played:
        if not one.lost:
            continue
        times += one.game_id not in kept
        kept.add(one.next_id)
        worn += (one.next_at or now) - one.ended_at
        wears = wears or one.next_at is None
    return Hats(times, worn, wears)


def ranked(tallies: Iterable[Tally]) -> list[Tally]:
    """Who has lost, the worst first: by losses above the fair share; with few games behind all others."""
    losers = [one for one in tallies if one.losses]
    return sorted(losers, key=lambda a: (a.games < ENOUGH, -a.above, -a.losses, a.user_id))


def nemesis(others: Iterable[Against]) -> Against | None:
    """At the table with whom somebody has lost most; of several, where it took the fewest games."""
    lost = [one for one in others if one.losses]
    return min(lost, key=lambda a: (-a.losses, a.games, a.user_id), default=None)


def season(ended_at: datetime) -> str:
    """The month in which a game ended, in UTC: "2026-11"."""
    return f"{ended_at.astimezone(UTC):%Y-%m}"


def rated(before: Sequence[Rating]) -> list[Rating]:
    """The ratings after a game of those who had these before it, in the order in which they went out.

    The model is Plackett and Luce's, as Weng and Lin work it out (docs/decisions/openskill.md).
    """
    teams = [[_MODEL.rating(mu=rating.mu, sigma=rating.sigma)] for rating in before]
    return [Rating(one.mu, one.sigma) for (one,) in _MODEL.rate(teams)]


def largest(worst: Sequence[int], state: State) -> tuple[int, ...]:
    """The largest hand of each seat in phase 2 so far, after one more state of it."""
    if state.phase is Phase.BUILDING:
        return tuple(worst) or (0,) * state.seats
    held = (mask.bit_count() for mask in state.hand_masks)
    return tuple(map(max, worst or (0,) * state.seats, held))


def blue(state: State) -> tuple[int, ...]:
    """The seats that are blåmattis: who has captured no trick in phase 1."""
    return tuple(seat for seat in range(state.seats) if not state.captors >> seat & 1)
