"""Why something is refused, and what can be done: each as a heading and a sentence."""

from __future__ import annotations

from bot.screens.parts import Scene, before, taken, to_beat
from bot.store import Status
from bot.table import Refusal, Table
from bot.texts import SIGNS, Texts
from engine import Move, PickUp, PlayCard, PlayerView, PlayRun, Reason, Suit


def of_table(
    refusal: Refusal, t: Texts, table: Table | None = None, host: str | None = None
) -> tuple[str, str]:
    """What a table refuses, whoever asks; `host` is called so, where there is a table."""
    not_seated = {
        Status.LOBBY: t("Press Join to take a seat."),
        Status.PLAYING: t("You can follow it here in the channel."),
    }
    rights = t.permissions(table.missing) if table is not None else ""
    return {
        Refusal.GONE: (
            t("This table is gone"),
            t("Open a new one with {command}.", command=t.command("start")),
        ),
        Refusal.NO_TABLE: (
            t("No table in this channel"),
            t("Open one with {command}.", command=t.command("start")),
        ),
        Refusal.TABLE_HERE: (
            t("A table is here already"),
            t("One table a channel: {command} brings it down.", command=t.command("table")),
        ),
        Refusal.SERVER_FULL: (
            t("This server has many tables"),
            t("Another one can open when one of them has ended."),
        ),
        Refusal.PERSON_FULL: (
            t("You sit at many tables"),
            t("Finish a game or leave one with {command}.", command=t.command("leave")),
        ),
        Refusal.FULL: (t("All seats are taken"), t("The next game may have a free one.")),
        Refusal.NO_SEAT_FOR_YOU: (
            t("That leaves no seat for you"),
            t("There must be fewer computers than seats."),
        ),
        Refusal.SEATED: (t("You sit here already"), t("Leave gives your seat to somebody else.")),
        Refusal.NOT_SEATED: (
            t("You are not at this table"),
            not_seated.get(table.status if table else Status.PLAYING, t("Its game is over.")),
        ),
        Refusal.NOT_AWAY: (t("You have your seat"), t("Ask for your cards with My hand.")),
        Refusal.NOT_HOST: (t("Only the host does that"), t("The host is {name}.", name=host)),
        Refusal.NOT_THERE: (t("Not at this table any more"), t("Choose somebody who sits here now.")),
        Refusal.SEAT_TAKEN: (
            t("Somebody sits in that seat"),
            t("Seats go from the end, and never from a person."),
        ),
        Refusal.SEATS_FREE: (t("Seats are free"), t("The game starts when all are taken.")),
        Refusal.STARTED: (t("This game has started"), t("Ask for your cards with My hand.")),
        Refusal.LEAVES_A_GAME: (
            t("Leave this game?"),
            t("A computer plays your cards to the end. If it loses, the loss counts as yours."),
        ),
        Refusal.NOT_YOURS_TO_END: (
            t("You cannot end this table"),
            t("The host, {name}, can ask everybody. Who may manage the server can end it.", name=host),
        ),
        Refusal.NOT_MANAGER: (
            t("You cannot change that"),
            t("Somebody with the permission Manage Server can change that."),
        ),
        Refusal.NOT_STARTED: (t("The game has not started"), t("The cards are dealt when it does.")),
        Refusal.OVER: (
            t("This game is over") if table is None or table.state is not None else t("This table is closed"),
            t("Open a new table with {command}.", command=t.command("start")),
        ),
        Refusal.NOT_OVER: (t("This game is not over"), t("Play again is for when somebody has lost.")),
        Refusal.NOT_YOUR_TURN: (t("It is not your turn"), t("The table tells whose it is.")),
        Refusal.NO_VOTE: (t("Nobody asks that any more"), t("The game goes on.")),
        Refusal.PAUSED: (
            t("This game is paused"),
            t("I need these permissions here: {rights}.", rights=rights)
            if rights
            else t("I cannot post here just now."),
        ),
        Refusal.STALE: (t("That was from an earlier turn"), t("Ask for your cards with My hand.")),
        Refusal.NOTHING_FINISHED: (
            t("No finished game here"),
            t("Play one to its end, or give the number of another: {command}.", command=t.command("replay")),
        ),
        Refusal.NOT_FINISHED: (
            t("No such game to replay"),
            t("It must have been played to its end, and in this channel."),
        ),
        Refusal.UNPLAYABLE: (
            t("This game cannot be replayed"),
            t("It was played by the rules of an older version, or it is damaged."),
        ),
    }[refusal]


def of_turn(view: PlayerView, scene: Scene, t: Texts) -> tuple[str, str]:
    """Who is to play, and after whom the reader is."""
    assert view.turn is not None
    assert view.seat is not None
    heading = t("It is {name}'s turn", name=scene.names[view.turn])
    wait = before(view, view.seat)
    if view.seat in view.out:
        return heading, t("You are out.")
    if wait is None:
        return heading, t("You are not in this trick.")
    seats = [s for s in range(view.seats) if s in view.still_in] if view.shedding else list(view.round)
    earlier = seats[seats.index(view.seat) - 1]
    return heading, t("You play after {name}.", name=scene.names[earlier])


def of_move(reason: Reason, move: Move, view: PlayerView, t: Texts) -> tuple[str, str]:
    """Why the rules forbid a move, and what may be done instead."""
    cards = t.code(move.cards) if isinstance(move, PlayCard | PlayRun) else ""
    beat = to_beat(view)
    match reason:
        case Reason.DOES_NOT_BEAT if beat is not None:
            heading = t("{cards} does not beat {other}", cards=cards, other=t.code(beat.cards))
            return heading, _instead(view, beat.cards.highest.suit, t)
        case Reason.CAN_BEAT if beat is not None:
            heading = t("You can beat {cards}", cards=t.code(beat.cards))
            return heading, t("Then you may not pick up. Open My hand.")
        case Reason.NOT_IN_HAND:
            return t("You do not hold {cards}", cards=cards), t("This is your hand now.")
        case Reason.NO_RUNS:
            return t("There are no runs in this game"), t("Play one card.")
        case Reason.NO_RUNS_YET:
            return t("Runs are for phase 2"), t("Play one card.")
        case Reason.STOCK_TOO_LOW:
            return t("The stock is too low"), t("Its last card cannot be turned up. Play from your hand.")
        case Reason.NO_TURNING_UP:
            return t("Turning up is for phase 1"), t("Play a card or pick up.")
        case Reason.NO_PICKING_UP:
            return t("Picking up is for phase 2"), t("Play a card.")
        case Reason.NOTHING_TO_PICK_UP:
            return t("There is nothing to pick up"), t("The lead is yours: play a card.")
        case _:
            return t("This move is not allowed"), t("This is your hand now.")


def _instead(view: PlayerView, suit: Suit, t: Texts) -> str:
    singular = [t("spade"), t("heart"), t("diamond"), t("club")][suit]
    play = taken(view)
    assert play is not None
    assert view.trump is not None
    values = {"suit": singular, "trump": f"`{SIGNS[view.trump]}`", "cards": t.code(play.cards)}
    may_pick_up = any(isinstance(move, PickUp) for move in view.moves)
    if all(isinstance(move, PickUp) for move in view.moves):
        return t("Nothing in your hand does: pick up {cards}.", **values)
    if suit is view.trump:
        if may_pick_up:
            return t("Play a higher trump {trump}, or pick up {cards}.", **values)
        return t("Play a higher trump {trump}.", **values)
    if may_pick_up:
        return t("Play a higher {suit} or a trump {trump}, or pick up {cards}.", **values)
    return t("Play a higher {suit} or a trump {trump}.", **values)
