"""The way of every press: read the custom_id, carry it out, and answer whatever comes of it.

No view is kept anywhere: a button of yesterday, of before a restart or of a forged message takes the
same way. This is the one error boundary; slash commands end in it too.
"""

from __future__ import annotations

import logging
import secrets
from typing import TYPE_CHECKING, Any, Final

from discord import app_commands

from bot import actions, looking_back, losses, personal, presses, refusals
from bot.actions import Garbled
from bot.answers import Interaction, Unanswered, privately
from bot.readers import words
from bot.screens.notice import leaving, notice
from bot.screens.options import PAGES
from bot.screens.rules import PAGES as RULES
from bot.screens.settings import CHOICES
from bot.seating import COMPUTERS
from bot.standings import EVER
from bot.table import Refusal, Refused
from bot.texts import Texts, texts
from engine import PRESETS
from engine.players.levels import Level

if TYPE_CHECKING:
    from collections.abc import Awaitable

log = logging.getLogger(__name__)

LARGEST: Final = 2**63 - 1
"""What a database column takes; Discord's ids are smaller."""


async def press(interaction: Interaction) -> None:
    """Carry out what a button or a menu asks for. Never raises."""
    data: Any = interaction.data or {}
    wanted = presses.read(data.get("custom_id", ""))
    await answered(interaction, carry_out(interaction, wanted, tuple(data.get("values", ()))))


async def carry_out(interaction: Interaction, wanted: presses.Press | None, values: tuple[str, ...]) -> None:
    """Every press there is. Arguments are what a client sent: whatever does not fit is `Garbled`."""
    if wanted is None or len(values) > 1:  # no menu of ours takes more than one
        raise Garbled
    pressed = (wanted.action, *wanted.arguments, *values)
    action = _before(interaction, pressed) or _during(interaction, pressed) or _to_read(interaction, pressed)
    if action is None:
        raise Garbled
    await action


def _before(interaction: Interaction, pressed: tuple[str, ...]) -> Awaitable[None] | None:
    """Presses that make a game."""
    match pressed:
        case "join", table:
            return actions.join(interaction, number(table))
        case "ready", table:
            return actions.ready(interaction, number(table))
        case "start", table:
            return actions.start(interaction, number(table))
        case "options", table, "table" | "computers" | "building" | "shedding" as page:
            return actions.options(interaction, number(table), page)
        case "set", table, "game" | "seats" | "time" as what, value:
            return actions.choose(interaction, number(table), what, value, "table")
        case "set", table, "building" | "shedding" as page, rule, value if rule in PAGES[page]:
            return actions.choose(interaction, number(table), rule, value, page)
        case "usual", table, "building" | "shedding" as page:
            return actions.choose(interaction, number(table), "usual", "", page)
        case "computer", table:
            return actions.add_computer(interaction, number(table), "table")
        case "computer", table, "computers" as page:
            return actions.add_computer(interaction, number(table), page)
        case "level", table, name, "easy" | "normal" | "hard" as level if name in COMPUTERS:
            return actions.set_level(interaction, number(table), name, Level(level))
        case "remove", table, who:
            return actions.remove(interaction, number(table), who if who in COMPUTERS else number(who))
        case "host", table, who:
            return actions.hand_over(interaction, number(table), number(who))
        case "again", table:
            return actions.play_again(interaction, number(table))
        case _:
            return None


def _during(interaction: Interaction, pressed: tuple[str, ...]) -> Awaitable[None] | None:
    """Presses in a game, and those that leave or end it."""
    match pressed:
        case "leave", table:
            return actions.leave(interaction, number(table))
        case "quit", table:
            return actions.quit_game(interaction, number(table))
        case "back", table:
            return actions.take_back(interaction, number(table))
        case "ask", table:
            return actions.ask_to_end(interaction, number(table))
        case "agree" | "playon" as answer, table:
            return actions.vote(interaction, number(table), agree=answer == "agree")
        case "close", table:
            return actions.close_lobby(interaction, number(table))
        case "end", table:
            return actions.end_now(interaction, number(table))
        case "hand" | "refresh", table:
            return actions.show_hand(interaction, number(table))
        case "play", table, ply, move:
            return actions.play(interaction, number(table), number(ply), move)
        case "pick", table, ply, _, choice:
            return actions.play(interaction, number(table), number(ply), choice)
        case _:
            return None


def _to_read(interaction: Interaction, pressed: tuple[str, ...]) -> Awaitable[None] | None:
    """Presses that only show something."""
    match pressed:
        case "rules", table:
            return actions.show_rules(interaction, number(table), "start")
        case "rules", table, page if page in RULES:
            return actions.show_rules(interaction, number(table), page)
        case "book", game, page if game in PRESETS and page in RULES:
            return actions.show_book(interaction, game, page)
        case "settings", "mine" | "server" as page:
            return actions.show_settings(interaction, page)
        case "wish", "mine" | "server" as page, what, value if what in CHOICES:
            return actions.wish(interaction, page, what, value)
        case "hints", table, "off":
            return actions.no_hints(interaction, number(table))
        case "stats", person, "here" | "all" as where:
            return losses.show_stats(interaction, number(person), here=where == "here")
        case ("mine",):
            return losses.show_stats(interaction, interaction.user.id, here=True)
        case "replay", game:
            return looking_back.replay(interaction, number(game), 0, "open")
        case ("replay", game, "open" | "shut" as hands, "jump", ply) | (
            "replay",
            game,
            "open" | "shut" as hands,
            ply,
            "first" | "back" | "on" | "last" | "turned",
        ):
            return looking_back.replay(interaction, number(game), number(ply), hands)
        case "record", game:
            return looking_back.record(interaction, number(game))
        case ("privacy",):
            return personal.show(interaction)
        case ("mydata",):
            return personal.show_data(interaction)
        case ("forget",):
            return personal.ask_to_forget(interaction)
        case ("forget", "yes"):
            return personal.forget(interaction)
        case "losers", page:
            return losses.show_losers(interaction, number(page), EVER)
        case "losers", page, season:
            return losses.show_losers(interaction, number(page), season)
        case "season", season:
            return losses.show_losers(interaction, 0, season)
        case "reset", games, last:
            return losses.reset(interaction, number(games), number(last))
        case _:
            return None


def number(text: str) -> int:
    """An id, a ply or a page in a custom_id."""
    if not (text.isascii() and text.isdecimal() and len(text) <= 19 and int(text) <= LARGEST):
        raise Garbled
    return int(text)


async def command_failed(interaction: Interaction, error: app_commands.AppCommandError) -> None:
    """A slash command has failed: the same boundary."""
    inner = error.original if isinstance(error, app_commands.CommandInvokeError) else error
    await answered(interaction, _raise(inner))


async def answered(interaction: Interaction, action: Awaitable[None]) -> None:
    """Carry out an action; whatever goes wrong gets one private answer, once."""
    try:
        try:
            await _or_refused(interaction, action)
        except Unanswered:
            raise
        except Exception as error:  # the boundary: what nobody foresaw gets a code that finds it in the log
            t, code = texts(interaction.locale), secrets.token_hex(3)
            log.exception("error %s in interaction %s", code, interaction.id, exc_info=error)
            sentence = t("It is in the log under `{code}`. Try again.", code=code)
            await privately(interaction, notice(t("Something went wrong"), sentence))
    except Unanswered as error:
        log.warning("interaction %s could not be answered: %s", interaction.id, error)


async def _or_refused(interaction: Interaction, action: Awaitable[None]) -> None:
    """Carry out an action, or tell why not."""
    try:
        await action
    except Refused as refused:
        await _refuse(interaction, refused, await words(interaction))
    except Garbled:
        t = await words(interaction)
        sentence = t("It may be from an older version.")
        await privately(interaction, notice(t("This button cannot be read"), sentence))


async def _refuse(interaction: Interaction, refused: Refused, t: Texts) -> None:
    """Who sits there gets his hand of now after a stale press, everybody else a sentence."""
    table = refused.table
    seated = table is not None and table.seats(interaction.user.id)
    match refused.refusal:
        case Refusal.STALE | Refusal.OVER if table is not None and seated and table.hands_open:
            await actions.stale(interaction, table, t)
        case Refusal.NOT_SEATED if table is not None and table.kept_for(interaction.user.id):
            await actions.seat_kept(interaction, table)
        case Refusal.PAUSED if table is not None and seated:
            await actions.in_a_pause(interaction, table, t)
        case Refusal.LEAVES_A_GAME if table is not None:
            last = table.seating.people == (interaction.user.id,) and not table.seating.sleepers
            await privately(interaction, leaving(table.id, t, last=last))
        case Refusal.NOT_YOUR_TURN if table is not None:
            await actions.not_your_turn(interaction, table, t)
        case _:
            host = None
            if table is not None:
                host_id = table.seating.host_id
                host = (await interaction.client.names.of(table.guild_id, [host_id], t))[host_id]
            await privately(interaction, notice(*refusals.of_table(refused.refusal, t, table, host)))


async def _raise(error: Exception) -> None:
    raise error
