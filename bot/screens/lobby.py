"""The lobby."""

from __future__ import annotations

from bot.art.drawings import Look
from bot.screens.parts import (
    BLURPLE,
    Colour,
    Scene,
    Screen,
    Sitter,
    button,
    closes,
    facts,
    fair_deal,
    head,
    line,
    row,
    small,
    text,
)
from bot.screens.pictured import lobby_picture
from bot.texts import HAT, Texts


def lobby(scene: Scene, t: Texts, look: Look | None = None) -> Screen:
    """Who sits, what is played and how, and the buttons to sit down and begin."""
    sitters, free = scene.sitters, scene.size - len(scene.sitters)
    host = next(sitter.name for sitter in sitters if sitter.host)
    heading = (
        t.number("{n} seat free", "{n} seats free", free)
        if free
        else t("Ready when you are, {name}", name=host)
    )
    seats = [f"{n} · {s.label(t)}{_what(s, t)}" for n, s in enumerate(sitters, start=1)]
    if free:
        numbers = str(scene.size) if free == 1 else f"{len(sitters) + 1}–{scene.size}"
        free_seats = t("free")
        seats.append(f"{numbers} · {free_seats}")
    game = t.game(scene.rules.name) if look is None else None  # else the banner names it
    status = [fact for fact in (game, closes(scene, t)) if fact is not None]
    rules = [*t.house_rules(scene.rules), t.turn_time(scene.turn_seconds)]
    if any(sitter.hat for sitter in sitters):
        rules.append(t("{hat} lost the last game here", hat=HAT))
    rules += fair_deal(scene, t)
    return Screen(
        Colour.LOBBY,
        None if look is None else lobby_picture(scene, t, look),
        text(head(heading)),
        text(facts(*status)) if status else None,
        line() if look is None else None,
        text(*seats),
        line() if look is None else None,
        text(small(*rules)),
        row(
            button(t("Join"), "join", scene.table, disabled=not free),
            button(t("Leave"), "leave", scene.table),
            button(t("Ready"), "ready", scene.table),
        ),
        row(
            button(t("Start"), "start", scene.table, style=BLURPLE, disabled=bool(free)),
            button(t("Options"), "options", scene.table, "table"),
            button(t("Rules"), "rules", scene.table),
        ),
    )


def _what(sitter: Sitter, t: Texts) -> str:
    words = [t("host")] if sitter.host else []
    words += [t.computer(sitter.level)] if sitter.computer else []
    words += [t("deals")] if sitter.deals else []
    words += [t("ready")] if sitter.ready else []
    return "".join(f" · {word}" for word in words)
