"""`myllymatti arena`: one candidate against others who are all alike, for the same deals from every seat."""

from __future__ import annotations

import argparse
import json
import math
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from functools import partial
from multiprocessing import get_context
from random import Random
from statistics import median, quantiles
from time import perf_counter
from typing import Final, NamedTuple

from engine import DECK, EngineError, Event, Move, PlayerView, Rules, apply, deal, fast, parse_rules, view
from engine.events import PickedUp, Played, SheddingBegan, Swept, TrickDone
from engine.players import baselines, levels
from engine.players.levels import Level
from engine.rules import SEATS

Player = Callable[[PlayerView, Random, int], Move]

CHUNK: Final = 10
"""Deals that a process plays before it reports."""
Z: Final = 1.959963984540054
"""Of the 95 % interval."""


class Game(NamedTuple):
    """What came of one game."""

    lost: bool  # by the candidate
    swept: bool
    thought: list[float]  # milliseconds for each decision of the candidate that was one


class Match(NamedTuple):
    """What is played: rules as text, so that processes can be handed it."""

    rules: str
    seats: int
    candidate: str
    against: str
    seed: str


class Score(NamedTuple):
    """What came of a match. Rates are from 0 to 1, times in milliseconds."""

    games: int
    losses: int
    loss_rate: float
    interval: tuple[float, float]  # 95 %, Wilson's
    swept: int
    ms_median: float
    ms_p95: float


def players() -> dict[str, Player]:
    """Who can play, by name."""

    def at(level: Level, seen: PlayerView, rng: Random, acted: int) -> Move:
        return levels.choose(level, seen, rng)

    return {
        **{level.value: partial(at, level) for level in Level},
        "greedy": baselines.greedy,
        "search200": baselines.search200,
        "random": baselines.at_random,
    }


def play(match: Match, number: int) -> Game:
    """Game `number` of a match: the candidate sits one seat further each time; then comes the next deal."""
    rules, known = parse_rules(match.rules), players()
    seat, deck = number % match.seats, list(DECK)
    Random(f"{match.seed}/{number // match.seats}").shuffle(deck)
    chance = [Random(f"{match.seed}/{number}/{n}") for n in range(match.seats)]
    sitting = [known[match.candidate if n == seat else match.against] for n in range(match.seats)]
    state, acted, swept, thought = deal(rules, match.seats, deck), 0, False, list[float]()
    while state.turn is not None:
        seen = view(state, state.turn)
        began = perf_counter()
        move = sitting[state.turn](seen, chance[state.turn], acted)
        if state.turn == seat and len(seen.moves) > 1:
            thought.append((perf_counter() - began) * 1000)
        state, events = apply(state, move)
        acted = _acted(acted, events) if state.table else 0
        swept |= any(isinstance(event, Swept) for event in events)
    return Game(state.loser == seat, swept, thought)


def _acted(before: int, events: Sequence[Event]) -> int:
    """How many plays and pick-ups the trick of phase 2 has seen."""
    count = before
    for event in events:
        if isinstance(event, Played | PickedUp):
            count += 1
        elif isinstance(event, SheddingBegan | TrickDone | Swept):
            count = 0
    return count


def play_some(match: Match, numbers: Sequence[int]) -> list[Game]:
    """Some games of a match, in a process of their own."""
    return [play(match, number) for number in numbers]


def played(match: Match, games: int, jobs: int) -> Iterator[list[Game]]:
    """All games of a match, some at a time, in no order."""
    step = CHUNK * match.seats
    parts = [range(first, min(first + step, games)) for first in range(0, games, step)]
    if jobs == 1:
        for part in parts:
            yield play_some(match, part)
        return
    with ProcessPoolExecutor(jobs, get_context("spawn")) as pool:
        for future in as_completed([pool.submit(play_some, match, part) for part in parts]):
            yield future.result()


def score(games: Sequence[Game]) -> Score:
    """The sum of some games."""
    losses, number = sum(game.lost for game in games), len(games)
    thought = [time for game in games for time in game.thought] or [0.0]
    return Score(
        games=number,
        losses=losses,
        loss_rate=losses / number,
        interval=wilson(losses, number),
        swept=sum(game.swept for game in games),
        ms_median=round(median(thought), 2),
        ms_p95=round(quantiles(thought, n=20)[-1] if len(thought) > 1 else thought[0], 2),
    )


def wilson(losses: int, games: int) -> tuple[float, float]:
    """The 95 % interval of a rate (Wilson 1927), which is right for small rates too."""
    rate, share = losses / games, Z * Z / games
    middle = (rate + share / 2) / (1 + share)
    half = Z * math.sqrt(rate * (1 - rate) / games + share / (4 * games)) / (1 + share)
    return max(0.0, middle - half), min(1.0, middle + half)


def main(arguments: Sequence[str] | None = None) -> int:
    """Play a match and say how it went; exit code 2 for what cannot be played."""
    parser = _options()
    options = parser.parse_args(arguments)
    rules = _rules(options.game, parser)
    if not fast.AVAILABLE and {options.candidate, options.against} & {"hard", "greedy", "search200"}:
        parser.error("the core in C is not built: install a C compiler, then `make clean` and `make test`")
    games = -(-options.games // options.seats) * options.seats
    match = Match(str(rules), options.seats, options.candidate, options.against, str(options.seed))
    done: list[Game] = []
    for some in played(match, games, options.jobs):
        done += some
        _tell(len(done), games)
    result = score(done)
    if options.json:
        print(json.dumps(result._asdict()))
    else:
        print(told(match, result))
    return 0


def told(match: Match, result: Score) -> str:
    """A match in three lines."""
    low, high = result.interval
    return "\n".join(
        [
            f"{match.candidate} against {match.seats - 1} {match.against}, {match.rules} for {match.seats}",
            f"  lost {result.losses} of {result.games}, {result.loss_rate:.1%}"
            f" (95 %: {low:.1%} to {high:.1%}); equal players lose {1 / match.seats:.1%}",
            f"  swept {result.swept}; a decision {result.ms_median:.1f} ms,"
            f" 95 in 100 within {result.ms_p95:.1f} ms",
        ]
    )


def _tell(done: int, games: int) -> None:
    """A bar, for who looks on."""
    if sys.stderr.isatty():
        full = 40 * done // games
        print(f"\r[{'#' * full}{'.' * (40 - full)}] {done}/{games}", end="", file=sys.stderr, flush=True)
        if done == games:
            print(file=sys.stderr)


def _options() -> argparse.ArgumentParser:
    names = list(players())
    parser = argparse.ArgumentParser(
        prog="myllymatti arena", description="Measure one computer player against others who are all alike."
    )
    parser.add_argument("--game", required=True, help="a game, or one with house rules: 'skitgubbe runs=yes'")
    parser.add_argument("--seats", type=int, choices=SEATS, default=3)
    parser.add_argument("--candidate", choices=names, required=True)
    parser.add_argument("--against", choices=names, required=True, help="who sits in all other seats")
    parser.add_argument(
        "--games", type=_number, default=600, help="rounded up to whole rounds of the seats (600)"
    )
    parser.add_argument("--jobs", type=_number, default=1, help="processes (1)")
    parser.add_argument("--seed", type=int, default=0, help="other deals and other chance (0)")
    parser.add_argument("--json", action="store_true", help="print one object")
    return parser


def _rules(text: str, parser: argparse.ArgumentParser) -> Rules:
    try:
        return parse_rules(text)
    except EngineError as error:
        parser.error(f"--game: {error}")


def _number(text: str) -> int:
    if text.isascii() and text.isdecimal() and 1 <= int(text) <= 1_000_000:
        return int(text)
    raise argparse.ArgumentTypeError(f"{text!r} is no number from 1 to 1000000")
