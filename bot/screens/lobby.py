"""The lobby, and how a table that never became a game is closed."""

from __future__ import annotations

from bot.screens.parts import (
    BLURPLE,
    Colour,
    Scene,
    Screen,
    Sitter,
    button,
    countdown,
    facts,
    head,
    line,
    row,
    small,
    text,
)
from bot.texts import HAT, Texts


def lobby(scene: Scene, t: Texts) -> Screen:
    """Who sits, what is played and how, and the buttons to sit down and begin."""
    sitters, free = scene.sitters, scene.size - len(scene.sitters)
    host = next(sitter.name for sitter in sitters if sitter.host)
    heading = (
        t.number("{n} seat free", "{n} seats free", free)
        if free
        else t("Ready when you are, {name}", name=host)
    )
    seats = [f"{n} · {s.label(t)}{_what(s, t)}" for n, s in enumerate(sitters, start=1)]
    free_seat = t("free")
    seats += [f"{n} · {free_seat}" for n in range(len(sitters) + 1, scene.size + 1)]
    rules = t.house_rules(scene.rules)
    if any(sitter.hat for sitter in sitters):
        rules.append(t("{hat} lost the last game here", hat=HAT))
    return Screen(
        Colour.LOBBY,
        text(head(heading)),
        text(facts(t.game(scene.rules.name), closes(scene, t))),
        line(),
        text(*seats),
        line(),
        text(small(*rules)),
        row(
            button(t("Join"), "join", scene.table, disabled=not free),
            button(t("Leave"), "leave", scene.table),
            button(t("Start"), "start", scene.table, style=BLURPLE, disabled=bool(free)),
            button(t("Rules"), "rules", scene.table),
        ),
    )


def closed(t: Texts, *, started: bool) -> Screen:
    """A lobby that was never started, or a game that everybody has left."""
    if started:
        return Screen(
            Colour.LOBBY, text(head(t("This game was abandoned")), t("Nobody was left at the table."))
        )
    return Screen(
        Colour.LOBBY,
        text(
            head(t("This table is closed")),
            t("Open a new one with {command}.", command="`/myllymatti start`"),
        ),
    )


def closes(scene: Scene, t: Texts) -> str | None:
    """When the lobby closes if nobody starts it."""
    if scene.deadline is None:
        return None
    return t("closes {time}", time=countdown(scene.deadline))


def _what(sitter: Sitter, t: Texts) -> str:
    words = [t("host")] if sitter.host else []
    words += [t("computer")] if sitter.computer else []
    words += [t("deals")] if sitter.deals else []
    return "".join(f" · {word}" for word in words)
