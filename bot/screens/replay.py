"""A finished game, looked at move by move: what all saw of it, and the hands that nobody saw."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from discord import SelectOption, ui

from bot.art.drawings import Look
from bot.replays import Landmark, Moment, What
from bot.screens.hand import held
from bot.screens.limits import OPTIONS
from bot.screens.parts import (
    BLURPLE,
    Attached,
    Colour,
    Scene,
    Screen,
    bold,
    button,
    head,
    line,
    phase_colour,
    row,
    select,
    small,
    text,
)
from bot.screens.pictured import end_picture, hand_picture, table_picture
from bot.screens.table import lying, people, sweep_near, trump_moment, turn
from bot.texts import HAT, Texts
from engine import PlayerView, Seat, redact, view
from engine import events as ev

LANDMARKS: Final = OPTIONS
"""How many moments the menu can name."""
OPEN: Final = "open"
SHUT: Final = "shut"
"""All hands lie open, or only the reader's, if he sat there."""

LEADER_NAMED: Final = (ev.SheddingBegan, ev.TrickDone, ev.Swept)
"""What tells of itself who leads next."""


def replay(
    moment: Moment,
    landmarks: Sequence[Landmark],
    scene: Scene,
    t: Texts,
    look: Look | None = None,
    *,
    seat: Seat | None = None,
    hands: str = OPEN,
) -> Screen:
    """One moment of a game that is over, to who sat in `seat`, or (None) to somebody else.

    With a `look` the table is a picture, and so is the hand that lies open alone.
    """
    shown = _shown(moment, seat, hands)
    colour = Colour.END if moment.state.loser is not None else phase_colour(view(moment.state, None))
    body: list[ui.Item[Any] | None] = []
    if look is None:
        for lines in told(moment, scene, t, t("Game {n}", n=scene.table), seat=seat, hands=hands):
            body += [line() if body else None, text(*lines)]
    else:
        scene, seen = _then(moment, scene, seat, hands), view(moment.state, None)
        body = [
            text(*_where(moment, seen, t, t("Game {n}", n=scene.table))),
            _picture(seen, scene, t, look),
            text(*_happened(moment, seen, scene, t), *_near(seen, scene, t)),
        ]
        if hands == OPEN:
            body.append(line())
            body.append(text(*(f"{bold(scene.names[s])} {_cards(moment, s, t)}" for s in shown)))
        else:
            body += [hand_picture(view(moment.state, s), scene, t, look) for s in shown]
    return Screen(
        colour,
        *body,
        _steps(moment, scene, t, hands),
        _others(moment, scene, t, seat, hands),
        select(
            t("Jump to a turn"),
            [SelectOption(label=_name(mark, scene, t), value=str(mark.ply)) for mark in landmarks],
            *("replay", scene.table, hands, "jump"),
        ),
    )


def told(
    moment: Moment, scene: Scene, t: Texts, game: str, *, seat: Seat | None = None, hands: str = OPEN
) -> list[list[str]]:
    """The same all in words, as paragraphs: where we are in which `game`, what lies there, who holds what."""
    scene, seen = _then(moment, scene, seat, hands), view(moment.state, None)
    shown, holders = _shown(moment, seat, hands), []
    for s, words in enumerate(people(seen, scene, t)):
        holders += [words, _cards(moment, s, t)] if s in shown and moment.state.hands[s] else [words]
    table = [] if seen.loser is not None else [lying(seen, scene, t)]
    return [[*_where(moment, seen, t, game), *_happened(moment, seen, scene, t)], *table, holders]


def _then(moment: Moment, scene: Scene, seat: Seat | None, hands: str) -> Scene:
    """The scene as it was at that moment, with what the reader may know of its last move."""
    events = moment.events if hands == OPEN else tuple(redact(event, seat) for event in moment.events)
    return replace(scene, ply=moment.ply, happenings=events)


def _shown(moment: Moment, seat: Seat | None, hands: str) -> list[Seat]:
    """Whose cards lie open; who is out has none."""
    state = moment.state
    return [s for s in range(state.seats) if s not in state.out and (hands == OPEN or s == seat)]


def _where(moment: Moment, seen: PlayerView, t: Texts, game: str) -> list[str]:
    """Where we are."""
    heading = t("Turn {n} of {all}", n=moment.ply, all=moment.plies) if moment.ply else t("The deal")
    phase = t("Phase 2") if seen.shedding else t("Phase 1")
    if seen.loser is not None:
        phase = t("The end")
    return [head(heading), small(f"{game} · {phase}")]


def _happened(moment: Moment, seen: PlayerView, scene: Scene, t: Texts) -> list[str]:
    """What the move did, in order, and what is to be done next or who has lost."""
    names = tuple(map(bold, scene.names))
    lines = [words for event in scene.happenings if (words := t.happening(event, names, scene.rules))]
    if not moment.ply:
        lines.append(t("{name} dealt three cards to each.", name=names[-1]))
    if (fixed := trump_moment(seen, scene, t)) is not None:
        lines.append(f"{fixed}.")
    if seen.loser is not None:
        title = t.title(seen.rules.title)
        lines.append(t("{name} is the {title} {hat}", name=names[seen.loser], title=title, hat=HAT))
    elif not any(isinstance(event, LEADER_NAMED) for event in scene.happenings):
        lines.append(small(turn(seen, scene, t)))
    return lines


def _near(seen: PlayerView, scene: Scene, t: Texts) -> list[str]:
    return [] if seen.loser is not None else sweep_near(seen, scene, t)


def _picture(seen: PlayerView, scene: Scene, t: Texts, look: Look) -> ui.Item[Any]:
    """As the table message showed it."""
    if seen.loser is not None:
        return end_picture(seen, scene, t)
    return table_picture(seen, scene, t, look, moment=trump_moment(seen, scene, t) is not None)


def _cards(moment: Moment, seat: Seat, t: Texts) -> str:
    """A seat's whole hand in one line; what could be played in bold."""
    seen = view(moment.state, seat)
    return " ".join(held(seen, t, name_trump=False)) if seen.hand else t("no card")


def _steps(moment: Moment, scene: Scene, t: Texts, hands: str) -> ui.ActionRow[Any]:
    """To and fro."""
    game, ply, last = ("replay", scene.table, hands), moment.ply, moment.plies
    return row(
        button(t("First"), *game, 0, "first", disabled=ply == 0),
        button(t("Back"), *game, max(0, ply - 1), "back", disabled=ply == 0),
        button(t("On"), *game, min(last, ply + 1), "on", style=BLURPLE, disabled=ply == last),
        button(t("Last"), *game, last, "last", disabled=ply == last),
    )


def _others(moment: Moment, scene: Scene, t: Texts, seat: Seat | None, hands: str) -> ui.ActionRow[Any]:
    """Whose cards lie open, and the game to take away."""
    alone = t("The table alone") if seat is None else t("My hand alone")
    words, other = (alone, SHUT) if hands == OPEN else (t("All hands"), OPEN)
    return row(
        button(words, "replay", scene.table, other, moment.ply, "turned"),
        button(t("Record"), "record", scene.table),
    )


def _name(mark: Landmark, scene: Scene, t: Texts) -> str:
    """A moment in the menu."""
    if mark.what is What.DEAL:
        return t("The deal")
    words = {
        What.END: t("The end"),
        What.SHEDDING: t("Phase 2 begins"),
        What.LAST_CARD: t("The last card is drawn"),
        What.OUT: t("{name} is out", name=scene.sitters[mark.seat].plain),
        What.TRICK: t("Trick {n} begins", n=mark.trick),
    }
    return t("Turn {n}: {what}", n=mark.ply, what=words[mark.what])


def record(game: int, file_name: str, data: bytes, t: Texts) -> Screen:
    """A game to take away."""
    return Screen(
        Colour.END,
        text(head(t("The record of game {n}", n=game)), t("The whole game as text: rules, deck and moves.")),
        Attached(file_name, data),
        text(small(t("`myllymatti replay {file}` steps through it in a terminal.", file=file_name))),
    )
