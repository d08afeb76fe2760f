"""What differs from game to game: a frozen `Rules` value, and the four games as presets.

Each field is a row of the table in `docs/rules/presets.md`; every combination of values is a game.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, fields, replace
from enum import Enum
from types import MappingProxyType
from typing import Any, Final

from engine.errors import BadRules, Unreadable

SEATS: Final = range(2, 9)
"""The numbers of players any game can be set for."""


class Trick(Enum):
    """Who plays to a trick in phase 1."""

    DUEL = "duel"  # the leader and his left neighbour (1.3)
    EVERYONE = "everyone"  # all seats (1.4)


class Draw(Enum):
    """When a played card is replaced from the stock."""

    AFTER_TRICK = "after-trick"  # 1.8
    AT_ONCE = "at-once"  # 1.9


AFTER_TRICK, AT_ONCE = Draw


class LastCard(Enum):
    """What becomes of the last card of the stock until phase 2 (1.10). It always fixes trump."""

    WON = "won"  # shown, then in its drawer's won pile
    FACE_UP = "face-up"  # lies face up before its drawer
    FACE_DOWN = "face-down"  # lies face down, seen by nobody; turned up when phase 2 starts


class Leftovers(Enum):
    """Whether hands left over at the end of phase 1 are shown before they are kept (1.14)."""

    EXPOSED = "exposed"
    UNSEEN = "unseen"


class FirstLead(Enum):
    """Who leads first in phase 2 (2.1)."""

    DRAWER = "drawer"  # who drew the last stock card
    WINNER = "winner"  # who won the last decided trick of phase 1


class Taken(Enum):
    """Which play is picked up in phase 2 (2.2)."""

    LAST = "last"
    OLDEST = "oldest"


LAST, OLDEST = Taken


class Title(Enum):
    """What the loser is called."""

    MYLLYMATTI = "myllymatti"
    MATTIS = "mattis"
    SKITGUBBE = "skitgubbe"


@dataclass(frozen=True, slots=True)
class Rules:
    """One game. `seats` is for how many it is made; `deal` takes any game with 2 to 8.

    Raises `BadRules`, which names the field, for a value that is none.
    """

    name: str = "myllymatti"
    seats: tuple[int, ...] = (3,)
    trick: Trick = Trick.DUEL
    draw: Draw = Draw.AFTER_TRICK
    last_card: LastCard = LastCard.WON
    leftovers: Leftovers = Leftovers.EXPOSED
    first_lead: FirstLead = FirstLead.DRAWER
    free_pick_up: bool = True  # may one who can beat pick up instead?
    taken: Taken = Taken.LAST
    runs: bool = False
    empty_stays: bool = False  # does who holds no card when phase 2 starts stay in (2.8)?
    title: Title = Title.MYLLYMATTI
    duel: bool = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if self.name not in NAMES:
            raise BadRules("name", self.name, f"one of {', '.join(NAMES)}")
        seats = self.seats
        if not (
            isinstance(seats, Collection) and seats and all(type(n) is int and n in SEATS for n in seats)
        ):
            raise BadRules("seats", seats, "some of the numbers from 2 to 8")
        object.__setattr__(self, "seats", tuple(sorted(set(seats))))
        for option, kind in OPTIONS.items():
            if type(getattr(self, option)) is not kind:
                raise BadRules(option, getattr(self, option), _allowed(kind))
        object.__setattr__(self, "duel", self.trick is Trick.DUEL)

    def __str__(self) -> str:
        """The preset's name and what differs from it, as `skitgubbe runs=yes`."""
        preset = PRESETS[self.name]
        changed = [
            f"{option}={_write(getattr(self, option))}"
            for option in ("seats", *OPTIONS)
            if getattr(self, option) != getattr(preset, option)
        ]
        return " ".join([self.name, *changed])


NAMES: Final = ("myllymatti", "mattis", "myllymatti-open", "skitgubbe")
OPTIONS: Final[Mapping[str, type[bool] | type[Enum]]] = MappingProxyType(
    {
        "trick": Trick,
        "draw": Draw,
        "last_card": LastCard,
        "leftovers": Leftovers,
        "first_lead": FirstLead,
        "free_pick_up": bool,
        "taken": Taken,
        "runs": bool,
        "empty_stays": bool,
        "title": Title,
    }
)
"""The house-rule options and the type of each, in the order of the table."""

assert {f.name for f in fields(Rules) if f.init} == {"name", "seats", *OPTIONS}

PRESETS: Final[Mapping[str, Rules]] = MappingProxyType(
    {
        rules.name: rules
        for rules in (
            Rules(),
            Rules(
                name="mattis",
                seats=(3, 4, 5, 6, 7, 8),
                trick=Trick.EVERYONE,
                leftovers=Leftovers.UNSEEN,
                free_pick_up=False,
                taken=Taken.OLDEST,
                runs=True,
                empty_stays=True,
                title=Title.MATTIS,
            ),
            Rules(
                name="myllymatti-open",
                seats=(2, 3, 4),
                last_card=LastCard.FACE_UP,
                first_lead=FirstLead.WINNER,
                empty_stays=True,
            ),
            Rules(
                name="skitgubbe",
                seats=(2, 3, 4),
                draw=Draw.AT_ONCE,
                last_card=LastCard.FACE_DOWN,
                leftovers=Leftovers.UNSEEN,
                title=Title.SKITGUBBE,
            ),
        )
    }
)


def choices(option: str) -> tuple[Any, ...]:
    """The values a house-rule option takes, in order; `BadRules` if there is no such option."""
    if option not in OPTIONS:
        raise BadRules(option, "", f"the options are {', '.join(OPTIONS)}")
    kind = OPTIONS[option]
    return tuple(kind) if issubclass(kind, Enum) else (False, True)


def parse_rules(text: str) -> Rules:
    """Read what `str(rules)` writes; `Unreadable` shows the text and the word that is wrong."""
    name, *words = text.split() or [""]
    if name not in PRESETS:
        raise Unreadable("rules", text, "word 1", f"{name!r} is none of {', '.join(PRESETS)}")
    changes: dict[str, Any] = {}
    for place, word in enumerate(words, start=2):
        option, equals, value = word.partition("=")
        if not equals or option in changes or option not in ("seats", *OPTIONS):
            raise Unreadable("rules", text, f"word {place}", f"{word!r} is no option=value, each option once")
        try:
            changes[option] = _read(option, value)
        except ValueError:
            wanted = (
                "numbers from 2 to 8, each once, as 2,3,4" if option == "seats" else _allowed(OPTIONS[option])
            )
            raise Unreadable(
                "rules", text, f"word {place}", f"{option} cannot be {value!r}: {wanted}"
            ) from None
    return replace(PRESETS[name], **changes)


def _allowed(kind: type[bool] | type[Enum]) -> str:
    if issubclass(kind, Enum):
        return f"a {kind.__name__} of " + ", ".join(v.value for v in kind)
    return "True or False"


def _write(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value.value)


def _read(option: str, value: str) -> Any:
    if option == "seats":
        numbers = {str(n): n for n in SEATS}
        words = value.split(",")
        if not set(words) <= numbers.keys() or words != sorted(set(words)):
            raise ValueError(value)
        return tuple(numbers[word] for word in words)
    kind = OPTIONS[option]
    if issubclass(kind, Enum):
        return kind(value)
    if value not in ("yes", "no"):
        raise ValueError(value)
    return value == "yes"
