"""What people can do, each from reading the table to the answer. Sentences and screens are made elsewhere."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from typing import Final

from bot import refusals
from bot.answers import (
    Interaction,
    pressed_in_private,
    privately,
    with_hand,
    with_new_table,
    with_table,
)
from bot.options import Options
from bot.permissions import Place, missing, shut_out
from bot.readers import reading, words
from bot.screens import settings
from bot.screens.hand import RUN_FROM, Note
from bot.screens.hints import unseen_hint
from bot.screens.notice import ending, left, notice
from bot.screens.parts import Screen
from bot.screens.rules import rules_page
from bot.store import Why
from bot.table import Refusal, Refused, Table
from bot.tables import Tables
from bot.texts import Texts
from engine import PRESETS, Card, IllegalMove, Move, PlayerView, Unreadable, parse_card, parse_move, view
from engine.players.levels import Level

ON_THE_PAGE: Final = (Refusal.SEAT_TAKEN, Refusal.NOT_THERE, Refusal.FULL)
"""What a host may be refused with his page of options staying where it is."""


class Garbled(Exception):
    """A custom_id or a value that this bot never makes."""


async def pressed(interaction: Interaction, table_id: int) -> Table:
    """The table of a button; `Refused` if it is gone, `Garbled` if it is of another channel."""
    table = await interaction.client.tables.find(table_id)
    if table.channel_id != interaction.channel_id:
        raise Garbled
    return table


# the lobby


async def open_table(
    interaction: Interaction, game: str | None, size: int | None, computers: int, level: Level
) -> None:
    """`/myllymatti start`: a lobby in this channel, with the one who asked for it as its host.

    What is not asked for is as at the channel's last table.
    """
    bot = interaction.client
    assert interaction.guild_id is not None
    assert interaction.channel_id is not None
    if await _cannot_post(interaction):
        return
    options = await bot.tables.usual(interaction.channel_id, game)
    table = await bot.tables.open(
        guild_id=interaction.guild_id,
        channel_id=interaction.channel_id,
        host_id=interaction.user.id,
        options=options if size is None else options._replace(size=size),
        computers=computers,
        level=level,
    )
    with bot.painter.held(table):
        await with_new_table(interaction, table, await bot.show.public(table))


async def _cannot_post(interaction: Interaction) -> bool:
    """Whether the bot may not keep a table in this channel, which it then says."""
    channel = interaction.channel
    lacking = missing(interaction.app_permissions, channel) if isinstance(channel, Place) else ()
    if not lacking and not await shut_out(interaction.client, channel):
        return False
    t = await words(interaction)
    if lacking:
        rights = t("I need these permissions here: {rights}.", rights=t.permissions(lacking))
        told = notice(t("I may not post in this channel"), rights)
    else:
        told = notice(t("I am not in this private thread"), t("Mention me here, and I am added to it."))
    await privately(interaction, told)
    return True


async def join(interaction: Interaction, table_id: int) -> None:
    """Sit down; in a game that is on, in the seat that a computer has kept."""
    table = await pressed(interaction, table_id)
    if table.kept_for(interaction.user.id):
        await take_back(interaction, table_id)
    else:
        await _change(interaction, table_id, interaction.client.tables.join)


async def ready(interaction: Interaction, table_id: int) -> None:
    """Be ready, by a press that goes into the shuffle."""
    await _change(interaction, table_id, partial(interaction.client.tables.ready, press_id=interaction.id))


async def start(interaction: Interaction, table_id: int) -> None:
    """Deal."""
    if await _cannot_post(interaction):
        return
    await _change(interaction, table_id, partial(interaction.client.tables.start, press_id=interaction.id))


async def _change(
    interaction: Interaction, table_id: int, change: Callable[[int, int], Awaitable[Table]]
) -> None:
    """Something the table message itself answers, at once in its new state."""
    bot = interaction.client
    table = await pressed(interaction, table_id)
    with bot.painter.held(table):
        await change(table_id, interaction.user.id)
        await with_table(interaction, table, await bot.show.public(table))


async def leave(interaction: Interaction, table_id: int) -> None:
    """Get up from a lobby; from a game only after a question, which the refusal asks."""
    bot = interaction.client
    table = await pressed(interaction, table_id)
    with bot.painter.held(table):
        await bot.tables.leave(table_id, interaction.user.id)
        playing, t = table.playing, await words(interaction)
        if playing:  # who is out has nothing to lose, and is not asked
            await privately(interaction, notice(t("You have left the game")))
        elif interaction.message is not None and interaction.message.id == table.message_id:
            await with_table(interaction, table, await bot.show.public(table))
        else:
            await privately(interaction, notice(t("You have left the table")))


async def leave_here(interaction: Interaction) -> None:
    """`/myllymatti leave`."""
    await leave(interaction, here(interaction).id)


async def quit_game(interaction: Interaction, table_id: int) -> None:
    """Leave in the middle of a game, having been told what that means."""
    bot = interaction.client
    table = await pressed(interaction, table_id)
    with bot.painter.held(table):
        await bot.tables.leave(table_id, interaction.user.id, knowing=True)
        t = await words(interaction)
        await privately(interaction, left(table_id, t) if table.live else notice(t("You have left the game")))


async def take_back(interaction: Interaction, table_id: int) -> None:
    """Take my seat back: the cards are one's own again."""
    bot = interaction.client
    table = await pressed(interaction, table_id)
    with bot.painter.held(table):
        await bot.tables.take_back(table_id, interaction.user.id)
        await _hand(interaction, table)


async def play_again(interaction: Interaction, table_id: int) -> None:
    """A new lobby for the people of a finished game, the loser dealing."""
    bot = interaction.client
    await pressed(interaction, table_id)
    if await _cannot_post(interaction):
        return
    table = await bot.tables.again(table_id, interaction.user.id)
    with bot.painter.held(table):
        await with_new_table(interaction, table, await bot.show.public(table))


async def bring_down(interaction: Interaction) -> None:
    """`/myllymatti table`: the table message at the end of the channel."""
    bot, table = interaction.client, here(interaction)
    if table.paused_at is not None:
        raise Refused(Refusal.PAUSED, table)
    with bot.painter.held(table):
        bot.painter.touch(table, anew=True)
        t = await words(interaction)
        await privately(interaction, notice(t("Here is the table")))


def here(interaction: Interaction) -> Table:
    """The live table of this channel; `Refused` if it has none."""
    return interaction.client.tables.in_channel(interaction.channel_id or 0)


# what the host does in the lobby


async def options(interaction: Interaction, table_id: int, page: str) -> None:
    """A page of what the host may change; others are told who the host is."""
    bot = interaction.client
    table = await pressed(interaction, table_id)
    bot.tables.check_host(table, interaction.user.id)
    await privately(interaction, await bot.show.options(table, page, await words(interaction)))


async def choose(interaction: Interaction, table_id: int, what: str, value: str, page: str) -> None:
    """One choice of the host: it holds at once, and the page shows it."""

    def change(chosen: Options) -> Options:
        try:
            return chosen.chosen(what, value)
        except ValueError:
            raise Garbled from None

    await _host(interaction, table_id, page, lambda tables, user: tables.configure(table_id, user, change))


async def add_computer(interaction: Interaction, table_id: int, page: str) -> None:
    """A computer sits down."""
    await _host(interaction, table_id, page, lambda tables, user: tables.add_computer(table_id, user))


async def set_level(interaction: Interaction, table_id: int, computer: str, level: Level) -> None:
    """A computer is to play so."""
    await _host(
        interaction,
        table_id,
        "computers",
        lambda tables, user: tables.set_level(table_id, user, computer, level),
    )


async def remove(interaction: Interaction, table_id: int, who: int | str) -> None:
    """A person or a computer has to get up."""
    await _host(interaction, table_id, "table", lambda tables, user: tables.remove(table_id, user, who))


async def hand_over(interaction: Interaction, table_id: int, to: int) -> None:
    """Somebody else is the host, and the page of options is his."""

    async def done(t: Texts) -> Screen:
        names = await interaction.client.names.of(interaction.guild_id or 0, [to], t)
        return notice(t("{name} is the host now", name=names[to]))

    await _host(
        interaction, table_id, "table", lambda tables, user: tables.hand_over(table_id, user, to), done
    )


async def _host(
    interaction: Interaction,
    table_id: int,
    page: str,
    change: Callable[[Tables, int], Awaitable[Table]],
    done: Callable[[Texts], Awaitable[Screen]] | None = None,
) -> None:
    """Something a host does on a page of options, which then says how things stand, or that it is `done`."""
    bot, refused = interaction.client, None
    table = await pressed(interaction, table_id)
    with bot.painter.held(table):
        try:
            await change(bot.tables, interaction.user.id)
        except Refused as error:
            if error.refusal not in ON_THE_PAGE:
                raise
            refused = error.refusal
        t = await words(interaction)
        if done is not None and refused is None:
            await privately(interaction, await done(t))
        else:
            why = None if refused is None else refusals.of_table(refused, t, table)
            await privately(interaction, await bot.show.options(table, page, t, why))


# ending a table before its end


async def ask_to_end_here(interaction: Interaction) -> None:
    """`/myllymatti end`: says what would happen, to whom may do it."""
    table = here(interaction)
    host, moderator = _may_end(interaction, table)
    if not host and not moderator:
        raise Refused(Refusal.NOT_YOURS_TO_END, table)
    t = await words(interaction)
    await privately(interaction, ending(table.id, t, host=host, moderator=moderator, started=table.playing))


def _may_end(interaction: Interaction, table: Table) -> tuple[bool, bool]:
    """Whether somebody is the host, and whether he may manage the server."""
    return table.seating.host_id == interaction.user.id, interaction.permissions.manage_guild


async def ask_to_end(interaction: Interaction, table_id: int) -> None:
    """The host asks everybody whether the game shall end."""
    bot = interaction.client
    table = await pressed(interaction, table_id)
    with bot.painter.held(table):
        await bot.tables.ask_to_end(table_id, interaction.user.id)
        live, t = table.live, await words(interaction)
        if live:
            bot.painter.touch(table, anew=True)
            where = t("The question stands on the table, at the end of the channel.")
            await privately(interaction, notice(t("Everybody is asked"), where))
        else:  # nobody else had to be asked
            await privately(interaction, notice(t("This game has ended")))


async def close_lobby(interaction: Interaction, table_id: int) -> None:
    """The host or a moderator closes a table that has not begun."""
    bot = interaction.client
    table = await pressed(interaction, table_id)
    host, moderator = _may_end(interaction, table)
    if not host and not moderator:
        raise Refused(Refusal.NOT_YOURS_TO_END, table)
    with bot.painter.held(table):
        await bot.tables.close(table_id, Why.HOST if host else Why.MODERATOR)
        t = await words(interaction)
        await privately(interaction, notice(t("This table is closed")))


async def vote(interaction: Interaction, table_id: int, *, agree: bool) -> None:
    """Somebody who plays agrees to end the game, or does not."""
    bot = interaction.client
    table = await pressed(interaction, table_id)
    with bot.painter.held(table):
        await bot.tables.vote(table_id, interaction.user.id, agree=agree)
        await with_table(interaction, table, await bot.show.public(table))


async def end_now(interaction: Interaction, table_id: int) -> None:
    """Somebody with Manage Server ends a table, whoever sits there."""
    bot = interaction.client
    table = await pressed(interaction, table_id)
    _, moderator = _may_end(interaction, table)
    if not moderator:
        raise Refused(Refusal.NOT_YOURS_TO_END, table)
    with bot.painter.held(table):
        await bot.tables.end(table, Why.MODERATOR)
        t = await words(interaction)
        await privately(interaction, notice(t("This game has ended")))


# the game


async def hand_here(interaction: Interaction) -> None:
    """`/myllymatti hand`."""
    await _hand(interaction, here(interaction))


async def show_hand(interaction: Interaction, table_id: int) -> None:
    """My hand."""
    table = await pressed(interaction, table_id)
    await _hand(interaction, table)


async def play(interaction: Interaction, table_id: int, ply: int, wanted: str) -> None:
    """A move, pressed in the hand or on the table; or a menu's entry that opens the runs from a card."""
    bot = interaction.client
    table = await pressed(interaction, table_id)
    if wanted.endswith(RUN_FROM):
        await _open_runs(interaction, table, ply, wanted.removesuffix(RUN_FROM))
        return
    try:
        move = parse_move(wanted)
    except Unreadable:
        raise Garbled from None
    with bot.painter.held(table):
        met = table.state and view(table.state, table.state.turn)
        try:
            await bot.tables.play(table_id, ply, interaction.user.id, move, interaction.id)
        except IllegalMove as error:
            await _illegal(interaction, table, move, error)
            return
        await _hint_had(interaction, met)
        if pressed_in_private(interaction):
            await _hand(interaction, table)
        else:
            await with_table(interaction, table, await bot.show.public(table))


async def _hint_had(interaction: Interaction, met: PlayerView | None) -> None:
    """Who has played in a situation has had its hint."""
    hint = met and unseen_hint(met, (await reading(interaction)).hints_seen)
    if hint:
        await interaction.client.readers.saw(interaction, hint)


async def stale(interaction: Interaction, table: Table, t: Texts) -> None:
    """A press from an earlier turn: the hand of now, quietly."""
    await _hand(interaction, table, Note(t("That button was from an earlier turn. This is your hand now.")))


async def seat_kept(interaction: Interaction, table: Table) -> None:
    """Somebody whose seat a computer keeps is told how to take it back."""
    await _hand(interaction, table)


async def in_a_pause(interaction: Interaction, table: Table, t: Texts) -> None:
    """What was asked for has to wait; the hand that was pressed comes back when the game goes on."""
    await with_hand(interaction, table, notice(*refusals.of_table(Refusal.PAUSED, t, table)))


async def not_your_turn(interaction: Interaction, table: Table, t: Texts) -> None:
    """A press on the table by somebody who is not to play."""
    if pressed_in_private(interaction):
        await _hand(interaction, table)
        return
    assert table.state is not None
    seen = view(table.state, table.seat_of(interaction.user.id))
    told = refusals.of_turn(seen, await interaction.client.show.scene(table, t), t)
    await privately(interaction, notice(*told, hand_of=table.id, t=t))


async def _hand(
    interaction: Interaction,
    table: Table,
    note: Note | None = None,
    run_from: Card | None = None,
) -> None:
    """A person's hand. What happens while it is on its way is pushed as soon as it lies open."""
    bot = interaction.client
    with bot.painter.held(table):
        screen = await bot.show.hand(table, interaction.user.id, await reading(interaction), note, run_from)
        await with_hand(interaction, table, screen)


async def _open_runs(interaction: Interaction, table: Table, ply: int, card: str) -> None:
    try:
        first = parse_card(card)
    except Unreadable:
        raise Garbled from None
    if ply != table.ply:
        raise Refused(Refusal.STALE, table)
    await _hand(interaction, table, run_from=first)


async def _illegal(interaction: Interaction, table: Table, move: Move, error: IllegalMove) -> None:
    assert table.state is not None
    t = await words(interaction)
    seen = view(table.state, table.seat_of(interaction.user.id))
    heading, sentence = refusals.of_move(error.reason, move, seen, t)
    if pressed_in_private(interaction):
        await _hand(interaction, table, Note(sentence, heading))
    else:
        await privately(interaction, notice(heading, sentence, hand_of=table.id, t=t))


# how somebody wishes to see things


async def show_settings(interaction: Interaction, page: str) -> None:
    """What holds for the one who asks, or for the whole server."""
    await privately(interaction, await _settings(interaction, page))


async def wish(interaction: Interaction, page: str, what: str, value: str) -> None:
    """One choice on a page of settings: it holds at once, for what lies open too."""
    bot, guild_id = interaction.client, interaction.guild_id or 0
    if value not in settings.CHOICES[what]:
        raise Garbled
    wished = {what: settings.CHOICES[what][value]}
    if page == "mine":
        await bot.readers.wish(interaction, **wished)
        bot.hands.read_by(interaction.user.id, await reading(interaction))
    else:
        manages(interaction)
        await bot.readers.wish_for_server(interaction, **wished)
    await privately(interaction, await _settings(interaction, page))
    for table in bot.tables.where(guild_id):
        bot.painter.touch(table)


async def no_hints(interaction: Interaction, table_id: int) -> None:
    """Whoever knows the game wants no hints; his hand lies there without them."""
    table = await pressed(interaction, table_id)
    await interaction.client.readers.wish(interaction, hints=False)
    t = await words(interaction)
    note = Note(t("No more hints. {command} brings them back.", command=t.command("settings")))
    await _hand(interaction, table, note)


async def _settings(interaction: Interaction, page: str) -> Screen:
    reader = await reading(interaction)
    if page == "mine":
        return settings.mine(reader.wishes, reader.t)
    manages(interaction)
    server = await interaction.client.readers.everybody(interaction.guild_id or 0)
    return settings.servers(server.wishes, reader.t)


def manages(interaction: Interaction) -> None:
    """`Refused` for who may not manage the server."""
    if not interaction.permissions.manage_guild:
        raise Refused(Refusal.NOT_MANAGER)


# what can be read


async def show_rules(interaction: Interaction, table_id: int, page: str) -> None:
    """The rules of the game at a table, as it plays them."""
    table = await pressed(interaction, table_id)
    t, look, *_ = await reading(interaction)
    await privately(interaction, rules_page(table.rules, t, page, table=table_id, look=look))


async def show_book(interaction: Interaction, game: str, page: str) -> None:
    """The rules of a game as they are without house rules."""
    t, look, *_ = await reading(interaction)
    await privately(interaction, rules_page(PRESETS[game], t, page, look=look))


async def rules_here(interaction: Interaction, game: str | None) -> None:
    """`/myllymatti rules`: of a game, else of the table here, else of the game of the bot's name."""
    if game is None:
        with suppress(Refused):  # no table here
            await show_rules(interaction, here(interaction).id, "start")
            return
    await show_book(interaction, game or "myllymatti", "start")
