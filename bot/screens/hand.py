"""A hand: one's own cards, and exactly the legal moves to press."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from discord import SelectOption, ui

from bot.art.drawings import Look
from bot.screens.end import went_out
from bot.screens.hints import Hint, sentence
from bot.screens.limits import OPTIONS
from bot.screens.parts import (
    BLURPLE,
    GREY,
    Colour,
    Scene,
    Screen,
    before,
    button,
    facts,
    head,
    line,
    phase_colour,
    row,
    select,
    small,
    text,
    to_beat,
    until,
)
from bot.screens.pictured import hand_picture, suits_in_order
from bot.screens.table import people, pick_up
from bot.texts import HAT, SIGNS, Texts
from engine import Card, CardSet, Phase, PickUp, PlayCard, PlayerView, PlayRun, Suit, TurnUp
from engine.rules import Trick

BUTTONS: Final = 20
"""Up to so many plays are buttons; more are one menu for each suit."""
IN_A_ROW: Final = 4
RUN_FROM: Final = "-"
"""Ends the value of a menu's entry `Run from 5♠ …`, as `5S-`."""


@dataclass(frozen=True, slots=True)
class Note:
    """What stands on top of a hand after a press that changed nothing."""

    sentence: str
    heading: str | None = None  # a refusal has one; without it is a small line


def hand(
    view: PlayerView,
    scene: Scene,
    t: Texts,
    note: Note | None = None,
    run_from: Card | None = None,
    *,
    look: Look | None = None,
    hint: Hint | None = None,
) -> Screen:
    """The hand of `view.seat`. `run_from` opens the menu of the runs that begin with that card.

    With a `look` the cards are a picture too; `hint` explains the situation to who is new to it.
    """
    assert view.seat is not None
    if view.phase is Phase.OVER or view.seat in view.out:
        return _looking_on(view, scene, t, note)
    heading, status = _headings(view, scene, t)
    colour = phase_colour(view)
    if note is not None and note.heading is not None:
        top = [text(head(note.heading), note.sentence), line(), text(facts(*status))]
        colour = Colour.NOTICE
    elif note is not None:
        top = [text(head(heading)), text(small(note.sentence), facts(*status))]
    else:
        top = [text(head(heading)), text(facts(*status))]
    if view.moves:
        controls = _runs(view, scene, t, run_from) if run_from is not None else _moves(view, scene, t)
    else:
        controls = [row(button(t("Refresh"), "refresh", scene.table))]
    told_by_buttons = bool(view.moves) and not view.shedding
    picture = None if look is None else hand_picture(view, scene, t, look)
    in_words = None if told_by_buttons or picture is not None else text(*held(view, t))
    explained = None if hint is None else _hint(hint, view, scene, t)
    return Screen(colour, *top, picture, in_words, *controls, explained)


def _hint(hint: Hint, view: PlayerView, scene: Scene, t: Texts) -> ui.Item[Any]:
    """What this situation is about, and the way to be told no more."""
    return ui.Section(
        ui.TextDisplay(small(sentence(hint, view, t))),
        accessory=button(t("No more hints"), "hints", scene.table, "off"),
    )


def _headings(view: PlayerView, scene: Scene, t: Texts) -> tuple[str, list[str | None]]:
    """What to do, and at most two facts."""
    assert view.seat is not None
    assert view.turn is not None
    cards = t.number("{n} card", "{n} cards", len(view.hand))
    if view.turn != view.seat:
        wait = before(view, view.seat)
        next_one = t("not in this trick") if not view.shedding and view.seat not in view.round else None
        if wait is not None:
            next_one = t.number("{n} before you", "{n} before you", wait) if wait else t("You are next")
        return t("{name}'s turn", name=scene.names[view.turn]), [next_one, cards]
    beat, ends = to_beat(view), until(scene.deadline, t)
    if not view.shedding:
        stock = t("Stock {n}", n=view.stock)
        if beat is None:
            return t("Your turn: lead"), [stock, ends]
        if view.rules.trick is Trick.EVERYONE:
            return t("Your turn: highest is {cards}", cards=t.code(beat.cards)), [stock, ends]
        return t("Your turn: answer {cards}", cards=t.code(beat.cards)), [stock, ends]
    if beat is None:
        lead = t("Your turn: lead a card or run") if view.rules.runs else t("Your turn: lead any card")
        return lead, [cards, ends]
    if all(isinstance(move, PickUp) for move in view.moves):
        nothing = t("Your turn: nothing beats {cards}", cards=t.code(beat.cards))
        if len(beat.cards) > 1:
            nothing = t("You cannot beat {cards}", cards=t.code(beat.cards))
        return nothing, [cards, ends]
    return t("Your turn: beat {cards}", cards=t.code(beat.cards)), [cards, ends]


def held(view: PlayerView, t: Texts, *, name_trump: bool = True) -> list[str]:
    """The cards of `view.seat`: phase 1 by rank; phase 2 a line for each suit, what may be played in bold."""
    if not view.hand:
        return [t("You hold no card.")]
    if not view.shedding:
        return [" ".join(t.code(card.mask) for card in sorted(view.hand, key=lambda card: card.rank))]
    playable = {move.card for move in view.moves if isinstance(move, PlayCard)} if view.table else set()
    lines = []
    for suit in suits_in_order(view.trump):
        cards = [card for card in view.hand if card.suit is suit]
        if not cards:
            continue
        ranks = " ".join(f"**{t.rank(card)}**" if card in playable else t.rank(card) for card in cards)
        words = f"`{SIGNS[suit]}` {ranks.replace('** **', ' ')}"
        trump = suit is view.trump and name_trump
        lines.append(f"{words} · {t('trump')}" if trump else words)
    return lines


def _moves(view: PlayerView, scene: Scene, t: Texts) -> list[ui.ActionRow[Any]]:
    """Cards and runs, then turning up or picking up in a row of its own."""
    plays = [move for move in view.moves if isinstance(move, PlayCard | PlayRun)]
    if not view.shedding:
        cards = [move for move in plays if isinstance(move, PlayCard)]
        cards.sort(key=lambda move: move.card.rank)
        rows = _button_rows(cards, scene, t)
    elif len(plays) <= BUTTONS:
        rows = [r for suit in suits_in_order(view.trump) for r in _button_rows(_of(plays, suit), scene, t)]
    else:
        rows = [
            _menu(suit, _of(plays, suit), view, scene, t)
            for suit in suits_in_order(view.trump)
            if _of(plays, suit)
        ]
    if any(isinstance(move, TurnUp) for move in view.moves):
        rows.append(row(button(t("Turn up"), "play", scene.table, scene.ply, "up")))
    if any(isinstance(move, PickUp) for move in view.moves):
        style = GREY if plays else BLURPLE
        rows.append(row(button(pick_up(view, t), "play", scene.table, scene.ply, "take", style=style)))
    return rows


def _of(plays: list[PlayCard | PlayRun], suit: Suit) -> list[PlayCard | PlayRun]:
    return [move for move in plays if CardSet(move.cards).lowest.suit is suit]


def _button_rows(
    plays: list[PlayCard] | list[PlayCard | PlayRun], scene: Scene, t: Texts
) -> list[ui.ActionRow[Any]]:
    """Rows of at most four, of even length: five are three and two."""
    rows, count = [], -(-len(plays) // IN_A_ROW)
    for r in range(count):
        part = plays[-(-len(plays) * r // count) : -(-len(plays) * (r + 1) // count)]
        rows.append(row(*(_play(move, scene, t) for move in part)))
    return rows


def _play(move: PlayCard | PlayRun, scene: Scene, t: Texts) -> ui.Button[Any]:
    emoji = t.emoji.of(CardSet(move.cards).lowest)
    return button(t.cards(move.cards), "play", scene.table, scene.ply, move, style=BLURPLE, emoji=emoji)


def _menu(
    suit: Suit, plays: list[PlayCard | PlayRun], view: PlayerView, scene: Scene, t: Texts
) -> ui.ActionRow[Any]:
    """The plays of one suit; where they are too many, one entry opens the runs from a card."""
    cards = [move for move in plays if isinstance(move, PlayCard)]
    options = [_option(move, t) for move in plays]
    if len(options) > OPTIONS:
        begins = {move.low for move in plays if isinstance(move, PlayRun)}
        options = []
        for move in cards:
            options.append(_option(move, t))
            if move.card in begins:
                label = t("Run from {card} …", card=t.cards(move.cards))
                options.append(SelectOption(label=label, value=f"{move.card}{RUN_FROM}"))
    name = t.suit(suit).capitalize()
    if suit is view.trump:
        name = t("{suit}, trump", suit=name)
    return select(f"{SIGNS[suit]} {name} · {len(cards)}", options, "pick", scene.table, scene.ply, suit)


def _runs(view: PlayerView, scene: Scene, t: Texts, first: Card) -> list[ui.ActionRow[Any]]:
    """The runs that begin with one card, and the way back."""
    runs = [move for move in view.moves if isinstance(move, PlayRun) and move.low == first]
    if not runs:
        return _moves(view, scene, t)
    label = t("Run from {card} …", card=t.cards(first.mask))
    return [
        select(label, [_option(move, t) for move in runs], "pick", scene.table, scene.ply, first.suit),
        row(button(t("Back"), "refresh", scene.table)),
    ]


def _option(move: PlayCard | PlayRun, t: Texts) -> SelectOption:
    length = move.cards.bit_count()
    about = t.number("run of {n}", "run of {n}", length) if length > 1 else None
    emoji = t.emoji.of(CardSet(move.cards).lowest)
    return SelectOption(label=t.cards(move.cards), value=str(move), description=about, emoji=emoji)


def _looking_on(view: PlayerView, scene: Scene, t: Texts, note: Note | None) -> Screen:
    """Who is out sees how the table stands, whose game is over who went out in which order."""
    assert view.seat is not None
    sentence = [] if note is None else [small(note.sentence)]
    if view.loser is None:
        heading = t("You are out, {place}", place=t.place(view.out.index(view.seat) + 1))
        refresh = row(button(t("Refresh"), "refresh", scene.table), button(t("Leave"), "leave", scene.table))
        return Screen(
            phase_colour(view), text(head(heading), *sentence), text(*people(view, scene, t)), refresh
        )
    title = t.title(view.rules.title)
    if view.loser == view.seat:
        heading = t("You are the {title} {hat}", title=title, hat=HAT)
    else:
        heading = t("{name} is the {title} {hat}", name=scene.names[view.loser], title=title, hat=HAT)
    return Screen(Colour.END, text(head(heading), *sentence), text(*went_out(view, scene, t)))
