"""Tables to look at: who sits there and what has happened, around states of the real engine."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any, Final

from bot.replays import Replay
from bot.screens.parts import Scene, Sitter
from bot.texts import safe_name
from engine import DECK, Event, State, parse_rules, read, redact

RECORDS: Final = Path(__file__).parents[1] / "records"
NAMES: Final = ("Aino", "Bror", "Cia", "Dag", "Elin", "Frey", "Gro", "Hans")
LETTERS: Final = ("\uff37", "*", "Ж", "\\", "\U0001d54e", "字", "|", "🎩")
"""Wide ones, ones that need a backslash, ones outside the basic plane."""
LONGEST: Final = tuple(safe_name(letter * 32) for letter in LETTERS)
"""Eight people whose names are as long and as wide as Discord lets them be."""
DEADLINE: Final = datetime(2026, 1, 1, 0, 4, tzinfo=UTC)
SEED: Final = bytes(range(32)).hex()
PROMISE: Final = "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
"""Its SHA-256."""
VOTE_ENDS: Final = datetime(2026, 1, 1, 0, 11, tzinfo=UTC)


def scene(state: State, events: Sequence[Event] = (), *, hat: str = "", **changes: Any) -> Scene:
    """The scene of a game: Aino, Bror, Cia … in its seats, what has happened as everybody may know it."""
    whole = Scene(
        table=12,
        rules=state.rules,
        size=state.seats,
        sitters=tuple(Sitter(name, hat=name == hat) for name in NAMES[: state.seats]),
        ply=34,
        deadline=DEADLINE,
        promise=PROMISE,
        seed=None if state.loser is None else SEED,
        happenings=tuple(redact(event, None) for event in events),
    )
    return replace(whole, **changes)


def lobby_scene(game: str, size: int, *sitters: Sitter, **changes: Any) -> Scene:
    """The scene of a lobby."""
    usual: dict[str, Any] = {"deadline": DEADLINE, "promise": PROMISE}
    return Scene(table=12, rules=parse_rules(game), size=size, sitters=sitters, **usual | changes)


def named(scene: Scene, *names: str) -> Scene:
    """The same scene with other people, or so many of them."""
    renamed = [replace(sitter, name=name) for sitter, name in zip(scene.sitters, names, strict=False)]
    return replace(scene, sitters=(*renamed, *scene.sitters[len(renamed) :]))


def kept(scene: Scene, *seats: int) -> Scene:
    """The same scene, where computers keep these seats."""
    sitters = (replace(sitter, away=seat in seats) for seat, sitter in enumerate(scene.sitters))
    return replace(scene, sitters=tuple(sitters))


@cache
def looked_back(game: str) -> Replay:
    """A game of `tests/records`, move by move."""
    return Replay(read((RECORDS / f"{game}.txt").read_text("utf-8")))


def spare(number: int, *used: str) -> str:
    """So many cards, low to high by suit, that none of these texts names."""
    taken = set(" ".join(used).split())
    free = [str(card) for card in DECK if str(card) not in taken]
    return " ".join(free[:number])
