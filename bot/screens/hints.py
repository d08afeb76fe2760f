"""Hints for who meets a situation for the first time. Each is told once, to one person."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from enum import StrEnum

from bot.screens.parts import taken
from bot.texts import Texts
from engine import PickUp, PlayCard, PlayerView, PlayRun, TurnUp
from engine.rules import Taken, Trick
from engine.state import Sweep


class Hint(StrEnum):
    """A situation; its value is what the database keeps of it."""

    TIE = "tie"
    LEAD = "lead"
    ANSWER = "answer"
    TRUMP = "trump"
    TURN_UP = "turn-up"
    SWEEP = "sweep"
    ONLY_PICK_UP = "only-pick-up"
    LEAD_TO_SHED = "lead-to-shed"
    RUN = "run"
    BEAT = "beat"
    MAY_PICK_UP = "may-pick-up"


def hints(view: PlayerView) -> list[Hint]:
    """The situations that the player on turn is in, the most special first; none for others."""
    if not view.moves:
        return []
    kinds = {type(move) for move in view.moves}
    plays, beats = bool(kinds & {PlayCard, PlayRun}), bool(view.table)
    if not view.shedding:
        met = {
            Hint.TIE: len(view.table) > view.played,
            Hint.LEAD: view.played == 0,
            Hint.ANSWER: view.played > 0,
            Hint.TRUMP: view.trump_drawer is not None,
            Hint.TURN_UP: TurnUp in kinds,
        }
    else:
        met = {
            Hint.SWEEP: view.sweep is not Sweep.FAR,
            Hint.ONLY_PICK_UP: not plays,
            Hint.LEAD_TO_SHED: plays and not beats,
            Hint.RUN: PlayRun in kinds,
            Hint.BEAT: plays and beats,
            Hint.MAY_PICK_UP: plays and PickUp in kinds,
        }
    return [hint for hint, is_so in met.items() if is_so]


def unseen_hint(view: PlayerView, seen: AbstractSet[str] | None) -> Hint | None:
    """The first that this player has not had yet; None also for who wants none (`seen` None)."""
    if seen is None:
        return None
    return next((hint for hint in hints(view) if hint not in seen), None)


def sentence(hint: Hint, view: PlayerView, t: Texts) -> str:
    """What to know in this situation."""
    everyone = view.rules.trick is Trick.EVERYONE
    match hint:
        case Hint.LEAD:
            return t("Any card may be led. What you win now is your hand later: high cards and trumps help.")
        case Hint.ANSWER:
            if everyone:
                return t("The highest rank takes all. Nobody has to win, and suits mean nothing yet.")
            return t("The higher rank takes both cards. Nobody has to win, and suits mean nothing yet.")
        case Hint.TIE:
            return t("Equal ranks have met: the winner of this round takes everything that lies there.")
        case Hint.TURN_UP:
            return t("Turn up plays the top card of the stock unseen, and you keep your own.")
        case Hint.TRUMP:
            return t("Trump is fixed. In phase 2 a trump beats every card of another suit.")
        case Hint.LEAD_TO_SHED:
            return t("Now get rid of your cards. Lead low ones: the strong ones beat what others lead.")
        case Hint.RUN:
            return t("Cards in a row of one suit go in one play, as a run. Only its lowest has to beat.")
        case Hint.BEAT:
            return t("A higher card of the suit beats, and so does a trump. The last to play leads next.")
        case Hint.MAY_PICK_UP:
            return t("You may also pick up and keep your strong cards: the next player goes on.")
        case Hint.ONLY_PICK_UP:
            play = taken(view)
            assert play is not None  # a lead that falls to who holds nothing passes on (2.8)
            if view.rules.taken is Taken.OLDEST:
                return t(
                    "Who cannot beat picks up the oldest play: {cards}. It can be played again.",
                    cards=t.code(play.cards),
                )
            return t(
                "Who cannot beat picks up the last play: {cards}. It can be played again.",
                cards=t.code(play.cards),
            )
        case Hint.SWEEP:
            return t("The cards go in circles. If that lasts, all that lies on the table leaves the game.")
