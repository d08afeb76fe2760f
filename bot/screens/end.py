"""The end of a game: there is no winner, only a loser; and of tables that came to no such end."""

from __future__ import annotations

from bot.art.drawings import Look
from bot.screens.parts import (
    BLURPLE,
    Colour,
    Scene,
    Screen,
    bold,
    button,
    facts,
    head,
    line,
    row,
    small,
    text,
)
from bot.screens.pictured import end_picture
from bot.store import Why
from bot.texts import HAT, Texts
from engine import PlayerView


def end(view: PlayerView, scene: Scene, t: Texts, look: Look | None = None) -> Screen:
    """The loser with the game's own title, and who went out in which order."""
    assert view.loser is not None
    loser = scene.names[view.loser]
    heading = t("{name} is the {title} {hat}", name=loser, title=t.title(view.rules.title), hat=HAT)
    cards = view.counts[view.loser]
    if cards:
        left = t.number(
            "{name} was left with {n} card.", "{name} was left with {n} cards.", cards, name=bold(loser)
        )
    else:  # 2.8
        left = t("{name} was left, without a card.", name=bold(loser))
    seed = [] if scene.seed is None else [t("Seed of the deal {code}", code=f"`{scene.seed}`")]
    tricks = t.number("{n} trick", "{n} tricks", scene.tricks)
    minutes = t.number("{n} minute", "{n} minutes", scene.minutes)
    return Screen(
        Colour.END,
        text(head(heading)),
        text(*went_out(view, scene, t)) if look is None else end_picture(view, scene, t),
        line() if look is None else None,
        text(left, *_hat(view, scene, t)),
        text(
            facts(t("{tricks} in {minutes}", tricks=tricks, minutes=minutes), t("Game {n}", n=scene.table)),
            small(t("The loser deals next"), *seed),
        ),
        row(
            button(t("Play again"), "again", scene.table, style=BLURPLE),
            button(t("Replay"), "replay", scene.table),
            button(t("Record"), "record", scene.table),
        ),
    )


def _hat(view: PlayerView, scene: Scene, t: Texts) -> list[str]:
    """From whom to whom the hat passes; the first who ever wears it gets it from nobody."""
    assert view.loser is not None
    loser = scene.sitters[view.loser]
    if loser.hat:
        return [t("{name} keeps the hat.", name=bold(loser.name))]
    if scene.hat_from is None:
        return []
    one, other = bold(scene.hat_from), bold(loser.name)
    return [t("The hat passes from {one} to {other}.", one=one, other=other)]


def went_out(view: PlayerView, scene: Scene, t: Texts) -> list[str]:
    """A line for each who is safe, in the order of going out."""
    return [
        t("{name} went out {place}", name=bold(scene.names[seat]), place=t.place(place))
        for place, seat in enumerate(view.out, start=1)
    ]


def closed(why: Why | None, t: Texts, *, started: bool) -> Screen:
    """A table that ended without a loser, and why."""
    reasons = {
        Why.UNSTARTED: t("Nobody started it in time."),
        Why.EMPTY: t("Everybody has left."),
        Why.HOST: t("The host closed it."),
        Why.CONSENT: t("Everybody agreed to end it."),
        Why.MODERATOR: t("A moderator ended it."),
        Why.ASLEEP: t("Nobody came back to play."),
        Why.PAUSED: t("I could not post here for too long."),
    }
    heading = t("This game has ended") if started else t("This table is closed")
    new = t("A new one: {command}", command=t.command("start"))
    return Screen(
        Colour.LOBBY,
        text(head(heading), *([reasons[why]] if why in reasons else [])),
        text(small(t("No loser, and it counts for nobody."), new)) if started else text(small(new)),
    )
