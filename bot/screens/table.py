"""The table message: what everybody may see while a game is on."""

from __future__ import annotations

from typing import Any

from discord import ui

from bot.art.drawings import Look
from bot.screens.parts import (
    BLURPLE,
    Scene,
    Screen,
    bold,
    button,
    closes,
    countdown,
    facts,
    fair_deal,
    head,
    holding,
    line,
    phase_colour,
    row,
    small,
    take_back,
    taken,
    text,
    to_beat,
    until,
)
from bot.screens.pictured import last_card, table_picture
from bot.texts import SIGNS, Texts
from engine import Event, Play, PlayerView
from engine import events as ev
from engine.rules import Trick
from engine.state import Sweep

HAPPENINGS = 3


def table(view: PlayerView, scene: Scene, t: Texts, look: Look | None = None) -> Screen:
    """Whose turn, what lies there, who holds how many, what happened last. `view` is a spectator's.

    With a `look` cards and seats are a picture, else they are lines of text.
    """
    phase = t("Phase 2") if view.shedding else t("Phase 1")
    status = text(facts(phase, closes(scene, t) if scene.all_asleep else until(scene.deadline, t)))
    middle: list[ui.Item[Any]]
    if look is not None:
        moment, near = trump_moment(view, scene, t) is not None, sweep_near(view, scene, t)
        middle = [table_picture(view, scene, t, look, moment=moment), *([text(*near)] if near else [])]
    else:
        middle = [line(), text(*lying(view, scene, t)), line(), text(*people(view, scene, t)), line()]
    return Screen(
        phase_colour(view),
        text(*_heading(view, scene, t)),
        status,
        *middle,
        *_happenings(scene, t),
        *_promise(scene, t),
        *_vote(scene, t),
        _buttons(view, scene, t),
    )


def _buttons(view: PlayerView, scene: Scene, t: Texts) -> ui.ActionRow[Any]:
    rules = button(t("Rules"), "rules", scene.table)
    if scene.all_asleep:
        return row(take_back(scene.table, t, style=BLURPLE), rules)
    away = any(sitter.away and seat not in view.out for seat, sitter in enumerate(scene.sitters))
    return row(
        button(t("My hand"), "hand", scene.table, style=BLURPLE),
        button(t("Turn up"), "play", scene.table, scene.ply, "up") if _may_turn_up(view) else None,
        button(pick_up(view, t), "play", scene.table, scene.ply, "take") if taken(view) else None,
        rules,
        take_back(scene.table, t) if away else None,
    )


def _heading(view: PlayerView, scene: Scene, t: Texts) -> list[str]:
    """Whose turn it is; how trump was fixed and a game that all have left alone come first."""
    if scene.all_asleep:
        return [head(t("Everybody is away")), t("Take your seat back, and the game goes on.")]
    now, moment = turn(view, scene, t), trump_moment(view, scene, t)
    return [head(now)] if moment is None else [head(moment), bold(now)]


def _promise(scene: Scene, t: Texts) -> list[ui.Item[Any]]:
    """Once more until the first move: the table has taken the place of the lobby that showed it."""
    told = fair_deal(scene, t) if scene.ply == 0 else []
    return [text(small(*told))] if told else []


def _vote(scene: Scene, t: Texts) -> list[ui.Item[Any]]:
    """The host asks to end the game: everybody who plays has to agree."""
    vote = scene.vote
    if vote is None or scene.all_asleep:
        return []
    agreed = t("{n} of {all} agree", n=vote.agreed, all=vote.voters)
    ends = t("ends {time}", time=countdown(vote.until))
    return [
        line(),
        text(bold(t("End this game?")), facts(agreed, ends)),
        row(
            button(t("End the game"), "agree", scene.table),
            button(t("Play on"), "playon", scene.table),
        ),
        line(),
    ]


def pick_up(view: PlayerView, t: Texts) -> str:
    """The label of the button that picks up: it names what is really taken."""
    play = taken(view)
    assert play is not None
    return t("Pick up {cards}", cards=t.cards(play.cards))


def turn(view: PlayerView, scene: Scene, t: Texts) -> str:
    """Whose turn it is and what has to be done."""
    assert view.turn is not None
    name, beat = scene.names[view.turn], to_beat(view)
    if view.shedding:
        if beat is None:
            return t("{name} leads", name=name)
        return t("{name} must beat {cards}", name=name, cards=t.code(beat.cards))
    again = bool(view.table)
    if view.rules.trick is Trick.EVERYONE:
        if beat is None and again:
            return t.tie([scene.names[seat] for seat in view.round])
        return t("{name} leads", name=name) if beat is None else t("{name} plays", name=name)
    if beat is not None:
        return t("{name} answers {cards}", name=name, cards=t.code(beat.cards))
    other = scene.names[view.round[1]]
    if again:
        return t("{name} leads again, against {other}", name=name, other=other)
    return t("{name} leads, against {other}", name=name, other=other)


def people(view: PlayerView, scene: Scene, t: Texts) -> list[str]:
    """A line for each seat: name, counts, whether to play, or out."""
    lines = []
    for seat, sitter in enumerate(scene.sitters):
        parts = [sitter.label(t), *holding(view, seat, t)]
        if sitter.away and seat not in view.out and not scene.all_asleep:
            parts.append(t("away"))
        if seat == view.turn and not scene.all_asleep:
            parts.append(t("to\u00a0play"))
        lines.append(" · ".join(parts))
    return lines


def trump_moment(view: PlayerView, scene: Scene, t: Texts) -> str | None:
    """03: how trump was fixed has the heading until the next card is played."""
    for event in reversed(scene.happenings):
        match event:
            case ev.Played() | ev.PickedUp():
                return None
            case ev.DrewLast(_, None):
                return t("The stock is empty")
            case ev.DrewLast() | ev.TrumpTurned():
                assert view.trump is not None
                suit = t.suit(view.trump).capitalize()
                return t("{suit} {sign} are trump", suit=suit, sign=SIGNS[view.trump])
    return None


def lying(view: PlayerView, scene: Scene, t: Texts) -> list[str]:
    """Trump, stock and the trick, card by card with who played it."""
    lines = _trump(view, scene, t)
    if not view.shedding:
        lines.append(t("Stock **{n}**", n=view.stock))
    return [*lines, *_trick(view, scene, t), *sweep_near(view, scene, t)]


def sweep_near(view: PlayerView, scene: Scene, t: Texts) -> list[str]:
    """3.2, unless it stands among the happenings."""
    just_told = any(isinstance(event, ev.SweepNear) for event, _ in _told(scene, t))
    if view.sweep is Sweep.FAR or just_told:
        return []
    return [small(t.omen(ev.Omen.DUE if view.sweep is Sweep.DUE else ev.Omen.SECOND_TIME))]


def _trump(view: PlayerView, scene: Scene, t: Texts) -> list[str]:
    """Trump and where its card lies; while the heading tells trump, no line of its own."""
    if view.trump_drawer is None:
        return []
    name = scene.names[view.trump_drawer]
    if view.trump is None:
        return [t("Trump, not yet known, lies before {name}", name=name)]
    suit, sign = t.suit(view.trump), SIGNS[view.trump]
    if view.trump_card is not None:
        card = t.code(view.trump_card.mask)
        return [t("Trump **{suit}** · {card} lies before {name}", suit=suit, card=card, name=name)]
    if trump_moment(view, scene, t) is None:
        return [t("Trump **{suit}** `{sign}`", suit=suit, sign=sign)]
    fixed = last_card(scene)
    assert fixed is not None
    if any(event == fixed for event, _ in _told(scene, t)):
        return []
    return [t.happening(fixed, scene.names, scene.rules) or ""]


def _trick(view: PlayerView, scene: Scene, t: Texts) -> list[str]:
    if not view.table:
        return [t("The table is empty")]

    def plays(table: tuple[Play, ...]) -> str:
        return ", ".join(f"{t.code(play.cards)}\u00a0{scene.names[play.seat]}" for play in table)

    if view.shedding:
        return [
            t("Trick, {n} of {size}: {plays}", n=len(view.table), size=view.size, plays=plays(view.table))
        ]
    layers = len(view.table) - view.played
    lines = []
    if layers:
        duel, stay = view.rules.trick is Trick.DUEL, plays(view.table[:layers])
        lines.append(t("Bounced: {plays}", plays=stay) if duel else t("On the table: {plays}", plays=stay))
    if view.played:
        size = len(view.round)
        lines.append(
            t("Trick, {n} of {size}: {plays}", n=view.played, size=size, plays=plays(view.table[layers:]))
        )
    return lines


def _happenings(scene: Scene, t: Texts) -> list[ui.TextDisplay[Any]]:
    """The last three in words, the newest first and in normal size."""
    words = [words for _, words in _told(scene, t)]
    parts = [words[:1], [small(*words[1:])] if words[1:] else []]
    return [text(*part) for part in parts if part]


def _told(scene: Scene, t: Texts) -> list[tuple[Event, str]]:
    """The last three events that have words, the newest first and with its names in bold."""
    in_bold = tuple(map(bold, scene.names))
    told: list[tuple[Event, str]] = []
    for event in reversed(scene.happenings):
        words = t.happening(event, scene.names if told else in_bold, scene.rules)
        if words is not None:
            told.append((event, words))
        if len(told) == HAPPENINGS:
            break
    return told


def _may_turn_up(view: PlayerView) -> bool:
    """1.7, whatever the hand holds."""
    return not view.shedding and view.stock >= 2
