"""The rules of a game as this table plays it: a page to begin with, examples, then the whole text."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from discord import ui

from bot.art.drawings import ExamplePicture, Ground, Look, Place
from bot.screens import clauses
from bot.screens.clauses import CLAUSES, Clause
from bot.screens.parts import Colour, Pictured, Screen, bold, bullet, button, head, line, row, small, text
from bot.texts import HAT, Texts
from engine import PRESETS, CardSet, Event, Rules, parse_card
from engine.events import Bounced, PickedUp, Played, TrickDone, TrickWon
from engine.rules import OPTIONS, Taken

PAGES: Final = ("start", "examples", *CLAUSES)
IN_A_ROW: Final = 2
"""Ways to other pages side by side: as many as a phone shows in a line, in each language."""


def rules_page(
    rules: Rules, t: Texts, page: str = "start", *, table: int | None = None, look: Look | None = None
) -> Screen:
    """One of `PAGES`, with the ways to the others: of a table's rules, or without one of a game's."""
    match page:
        case "start":
            colour, items = Colour.LOBBY, _start(rules, t)
        case "examples":
            colour, items = Colour.LOBBY, _examples(rules, t, look)
        case "building" | "stock":
            colour, items = Colour.BUILDING, _clauses(page, rules, t)
        case _:
            colour, items = Colour.SHEDDING, _clauses(page, rules, t)
    return Screen(colour, *items, line(), *_ways(rules, t, page, table))


def _ways(rules: Rules, t: Texts, page: str, table: int | None) -> list[ui.ActionRow[Any]]:
    labels = {
        "start": t("In short"),
        "examples": t("Examples"),
        "building": t("Tricks"),
        "stock": t("Stock"),
        "shedding": t("Beating"),
        "ending": t("Going out"),
    }
    book: tuple[object, ...] = ("book", rules.name) if table is None else ("rules", table)
    ways = [button(labels[way], *map(str, book), way, disabled=way == page) for way in PAGES]
    return [row(*ways[n : n + IN_A_ROW]) for n in range(0, len(ways), IN_A_ROW)]


def _about(rules: Rules, t: Texts) -> str:
    """Which game this is, in small type."""
    seats = rules.seats
    every = len(seats) > 1 and seats == tuple(range(seats[0], seats[-1] + 1))
    many = f"{seats[0]}–{seats[-1]}" if every else ", ".join(map(str, seats))
    return small(" · ".join([t.game(rules.name), t("usual with {seats} players", seats=many)]))


# to begin with


def _start(rules: Rules, t: Texts) -> list[ui.Item[Any]]:
    """What one needs to begin, in the order in which it is needed; what the table has changed is bold."""
    notes = [t("{button} shows your cards and the moves you may make.", button=bold(t("My hand")))]
    if any(_changed(rules, option) for option in OPTIONS):
        notes.append(t("In bold: what this table plays differently."))
    if "skitgubbe" in (rules.name, rules.title.value):
        notes.append(t("In Sweden, “skitgubbe” may also mean another game, vändtia. This is not it."))
    loser = t(
        "Nobody wins. Who is left at the end is the {title} and wears the {hat} in the next game.",
        title=t.title(rules.title),
        hat=HAT,
    )
    return [
        text(
            head(t.game(rules.name)),
            bold(loser) if _changed(rules, "title") else loser,
            t("First you build a hand, then you get rid of it: what you win in phase 1 you play in phase 2."),
        ),
        line(),
        text(t("**Phase 1: building the hand**"), *_bullets(rules, _building(rules, t))),
        line(),
        text(t("**Phase 2: getting rid of it**"), *_bullets(rules, _shedding(rules, t))),
        text(small(*notes)),
    ]


def _changed(rules: Rules, option: str) -> bool:
    """Whether the table has a house rule there."""
    return option != "" and bool(getattr(rules, option) != getattr(PRESETS[rules.name], option))


def _bullets(rules: Rules, lines: list[tuple[str, str]]) -> list[str]:
    """Sentences with the option that each stands for, or with none."""
    return [bullet(bold(words) if _changed(rules, option) else words) for option, words in lines]


def _building(rules: Rules, t: Texts) -> list[tuple[str, str]]:
    return [
        ("", clauses.deal(t)),
        ("trick", clauses.trick(rules, t)),
        ("", clauses.ranks(t)),
        ("trick", clauses.tie(rules, t)),
        ("", clauses.turning_up(t)),
        ("draw", clauses.draw(rules, t)),
        ("last_card", clauses.last_card(rules, t)),
        ("trick", clauses.end(rules, t)),
        ("leftovers", clauses.leftovers(rules, t)),
    ]


def _shedding(rules: Rules, t: Texts) -> list[tuple[str, str]]:
    """What is rare is told where it happens or where the table has changed it."""
    lines = [
        ("", t("What you won and what you kept is your hand now.")),
        ("first_lead", clauses.first_lead(rules, t)),
        ("", clauses.beat(t)),
        ("free_pick_up", clauses.free_pick_up(rules, t)),
        ("taken", clauses.taken(rules, t)),
    ]
    if rules.runs:
        lines.append(("runs", clauses.runs(t)))
    elif _changed(rules, "runs"):
        lines.append(("runs", f"{t('There are no runs in this game')}."))
    lines += [("", clauses.done(t)), ("", clauses.out(t))]
    if rules.empty_stays or _changed(rules, "empty_stays"):
        lines.append(("empty_stays", clauses.empty_stays(rules, t)))
    sweep = t("If nobody gets rid of cards for long, the table is swept: what lies there leaves the game.")
    return [*lines, ("", sweep)]


# examples


class Example(NamedTuple):
    """A part of a game as the engine tells it: the plays that a picture shows, and what comes of them."""

    file_name: str
    ground: Ground
    plays: tuple[Played, ...]
    then: tuple[Event, ...]


def _set(cards: str) -> CardSet:
    return CardSet.of(map(parse_card, cards.split()))


def _play(seat: int, cards: str) -> Played:
    """In an example seat 0 leads, and nobody turns up."""
    return Played(seat, _set(cards), led=seat == 0, turned_up=False)


PLAYERS: Final = ("Aino", "Bror", "Cia")

BOUNCE: Final = Example(
    "bounce.png",
    Ground.BUILDING,
    (_play(0, "8S"), _play(1, "8D")),
    (
        Bounced((0, 1), _set("8S 8D")),
        *(_play(0, "5C"), _play(1, "JH"), TrickWon(1, _set("8S 8D 5C JH"))),
    ),
)
TIE: Final = Example(
    "tie.png",
    Ground.BUILDING,
    (_play(0, "KS"), _play(1, "KD"), _play(2, "4H")),
    (
        Bounced((0, 1), _set("KS KD")),
        *(_play(0, "6C"), _play(1, "9H"), TrickWon(1, _set("KS KD 4H 6C 9H"))),
    ),
)
LAST_TAKEN: Final = Example(
    "pick-up.png", Ground.SHEDDING, (_play(0, "5D"), _play(1, "9D")), (PickedUp(2, _set("9D")),)
)
OLDEST_TAKEN: Final = LAST_TAKEN._replace(then=(PickedUp(2, _set("5D")),))
RUN: Final = Example(
    "run.png",
    Ground.SHEDDING,
    (_play(0, "6C 7C"), _play(1, "9C"), _play(2, "TC JC QC")),
    (TrickDone(_set("6C 7C 9C TC JC QC"), 2),),
)


def _examples(rules: Rules, t: Texts, look: Look | None) -> list[ui.Item[Any]]:
    """The tie of phase 1, the pick-up and, where they are played, runs."""
    tie = BOUNCE if rules.duel else TIE
    pick_up = LAST_TAKEN if rules.taken is Taken.LAST else OLDEST_TAKEN
    return [
        text(head(t("Examples")), _about(rules, t)),
        line(),
        text(bold(t("The bounce") if rules.duel else t("The tie")), clauses.tie(rules, t)),
        *_told(tie, rules, t, look),
        line(),
        text(bold(t("The pick-up")), f"{clauses.free_pick_up(rules, t)} {clauses.taken(rules, t)}"),
        *_told(pick_up, rules, t, look),
        *(_runs(rules, t, look) if rules.runs else []),
    ]


def _runs(rules: Rules, t: Texts, look: Look | None) -> list[ui.Item[Any]]:
    words = f"{clauses.runs(t)} {clauses.any_length(t)}"
    return [line(), text(bold(t("The run")), words), *_told(RUN, rules, t, look)]


def _told(example: Example, rules: Rules, t: Texts, look: Look | None) -> list[ui.Item[Any]]:
    """The whole story; what a picture shows is not told once more beside it."""
    events = (*(example.plays if look is None else ()), *example.then)
    story = [t.happening(event, PLAYERS, rules) for event in events]
    last = example.then[-1]
    if isinstance(last, PickedUp):
        beat = next(play for play in reversed(example.plays) if play.cards != last.cards)
        after = PLAYERS[(last.seat + 1) % len(PLAYERS)]
        story.append(f"{t('{name} must beat {cards}', name=after, cards=t.code(beat.cards))}.")
    words = text(" ".join(sentence for sentence in story if sentence is not None))
    return [words] if look is None else [_pictured(example, t, look), words]


def _pictured(example: Example, t: Texts, look: Look) -> Pictured:
    plays, following = example.plays, example.then[0]
    asked = PLAYERS[following.seat] if isinstance(following, PickedUp) else None
    bounced = isinstance(following, Bounced) and len(plays) == 2
    places = [
        Place(PLAYERS[play.seat], (int(play.cards),), to_beat=asked is not None and play is plays[-1])
        for play in plays
    ]
    told = [t("{cards} from {name}", cards=t.spoken(play.cards), name=PLAYERS[play.seat]) for play in plays]
    lying = ", ".join(told)
    alt = t("A bounce: {plays}.", plays=lying) if bounced else t("On the table: {plays}.", plays=lying)
    if asked is not None:
        places.append(Place(asked, asked=True))
        beat = t.spoken(plays[-1].cards)
        alt = f"{alt} {t('{name} must beat {cards}', name=asked, cards=beat)}."
    picture = ExamplePicture(
        look, example.ground, tuple(places), to_beat=t("to beat"), bounce=t("bounce") if bounced else None
    )
    return Pictured(example.file_name, picture, alt)


# the whole text


def _clauses(page: str, rules: Rules, t: Texts) -> list[ui.Item[Any]]:
    headings = {
        "building": t("Phase 1: deal and tricks"),
        "stock": t("Phase 1: stock and end"),
        "shedding": t("Phase 2: beat or pick up"),
        "ending": t("Phase 2: going out and losing"),
    }
    return [
        text(head(headings[page]), _about(rules, t)),
        *(text(_numbered(clause)) for clause in CLAUSES[page](rules, t)),
    ]


def _numbered(clause: Clause) -> str:
    first, *more = clause.lines
    return "\n".join([f"{bold(clause.number)} {first}", *map(bullet, more)])
