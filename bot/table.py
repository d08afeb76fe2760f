"""A table in a channel, as memory has it, and why one says no."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import Enum
from typing import Final

from discord.utils import utcnow

from bot.options import Options
from bot.seating import Seating, Sitting
from bot.standings import largest
from bot.store import LIVE, NO_WAIT, Due, Status, Why
from engine import Event, Rules, Seat, State, redact
from engine.events import TrickDone, TrickWon

LOG_LENGTH: Final = 12
"""How many of the last happenings a table keeps for its message."""


class Refusal(Enum):
    """Why a table says no. The sentences are in `bot.refusals`."""

    GONE = "there is no such table"
    NO_TABLE = "the channel has no table"
    TABLE_HERE = "the channel has a table already"
    SERVER_FULL = "the server has as many tables as it may have"
    PERSON_FULL = "the person sits at as many tables as one may"
    FULL = "no seat is free"
    NO_SEAT_FOR_YOU = "as many computers as seats"
    SEATED = "already seated"
    NOT_SEATED = "not seated here"
    NOT_AWAY = "no computer keeps this person's seat"
    NOT_HOST = "only the host does that"
    NOT_THERE = "who is meant does not sit here any more"
    SEAT_TAKEN = "a person sits in a seat that would go"
    SEATS_FREE = "seats are free"
    STARTED = "the game has started"
    LEAVES_A_GAME = "who leaves a game has to know that the loss stays"
    NOT_MANAGER = "only who may manage the server does that"
    NOT_YOURS_TO_END = "only the host or a moderator ends a table"
    NOT_STARTED = "the game has not started"
    OVER = "the table has ended"
    NOT_OVER = "the game is not over"
    NOT_YOUR_TURN = "somebody else is to play"
    NO_VOTE = "nobody asks to end this game"
    PAUSED = "the table is paused"
    STALE = "the table has moved on"
    NOTHING_FINISHED = "no game of the channel was played to its end"
    NOT_FINISHED = "no game of that number was played to its end in this channel"
    UNPLAYABLE = "the game cannot be played again"


class Refused(Exception):
    """A table refuses; `table` is the one in question, where there is one."""

    def __init__(self, refusal: Refusal, table: Table | None = None) -> None:
        super().__init__(refusal.value)
        self.refusal = refusal
        self.table = table


@dataclass(slots=True, eq=False)
class Table:
    """A table in a channel, from its lobby to its end."""

    id: int
    guild_id: int
    channel_id: int
    options: Options
    status: Status
    seating: Seating
    hat: Sitting | None  # who lost the last game here before this one ended
    due: Due = NO_WAIT
    vote_until: datetime | None = None
    paused_at: datetime | None = None
    missing: tuple[str, ...] = ()  # the permissions whose lack has paused it, as Discord names them
    message_id: int | None = None
    message_at: datetime | None = None
    mention_id: int | None = None
    promise: str | None = None  # the SHA-256 of the seed; the seed itself is not kept in memory
    seed: str | None = None  # until the game has its loser
    state: State | None = None
    ply: int = 0
    happenings: tuple[Event, ...] = ()  # the last public ones, the newest last
    tricks: int = 0
    worst: tuple[int, ...] = ()  # each seat's largest hand of phase 2 so far
    promised: tuple[int, int, Due] | None = None  # at this ply, to this person: when his turn ends
    started_at: datetime | None = None
    ended_at: datetime | None = None
    why: Why | None = None  # it ended without a loser
    lock: asyncio.Lock = field(default_factory=asyncio.Lock, repr=False)

    @property
    def rules(self) -> Rules:
        return self.options.rules

    @property
    def size(self) -> int:
        return self.options.size

    @property
    def sittings(self) -> tuple[Sitting, ...]:
        """`sittings[seat]` sits in that seat of the engine once the game has begun."""
        return self.seating.sittings

    @property
    def deadline(self) -> datetime | None:
        return self.due.deadline

    @property
    def now(self) -> datetime:
        """The moment from which waits are counted: in a pause it stands still."""
        return self.paused_at or utcnow()

    def seat_of(self, user_id: int) -> Seat:
        """Where a person sits and plays; `Refused` if nowhere."""
        seat = self.seating.seat_of(user_id)
        if seat is None:
            raise Refused(Refusal.NOT_SEATED, self)
        return seat

    def seat_to_see(self, user_id: int) -> Seat:
        """A person's seat, whoever plays it; `Refused` if there is none."""
        kept = self.seating.kept_for(user_id)
        return self.seat_of(user_id) if kept is None else kept

    def seats(self, user_id: int) -> bool:
        """Whether a person sits and plays here."""
        return user_id in self.seating.people

    def kept_for(self, user_id: int) -> bool:
        """Whether a computer keeps the cards of this person, who can take them back."""
        return self.playing and self.seating.kept_for(user_id) is not None and not self.out(user_id)

    @property
    def live(self) -> bool:
        return self.status in LIVE

    @property
    def playing(self) -> bool:
        """A game is on."""
        return self.status is Status.PLAYING

    @property
    def hands_open(self) -> bool:
        """Whether hands can still be looked at: a game is on or was played to its end."""
        return self.state is not None and self.status in (Status.PLAYING, Status.FINISHED)

    @property
    def waiting_for(self) -> int | None:
        """The person who is to play, if it is a person."""
        sitting = self._to_play
        return sitting.user_id if sitting is not None and sitting.plays else None

    @property
    def computer_to_play(self) -> bool:
        """A computer is to play, and somebody is there to see it."""
        sitting = self._to_play
        return sitting is not None and not sitting.plays and not self.all_asleep and self.paused_at is None

    @property
    def all_asleep(self) -> bool:
        """Computers keep the seats of all people: the game waits for one to come back."""
        return self.playing and not self.seating.people

    def out(self, user_id: int) -> bool:
        """Whether a person has got rid of his cards: he can lose no more."""
        return self.state is not None and any(
            self.sittings[seat].user_id == user_id for seat in self.state.out
        )

    def rename(self, user_id: int, to: int) -> bool:
        """Another id stands for a person; whether his stood anywhere."""
        knew = self.seating.knows(user_id)
        self.seating = self.seating.renamed(user_id, to)
        if self.hat is not None and self.hat.user_id == user_id:
            self.hat, knew = replace(self.hat, user_id=to), True
        if self.promised is not None and self.promised[1] == user_id:
            self.promised = None
        return knew

    def after(self, state: State, events: Sequence[Event]) -> None:
        """Take over what a committed move has made of the game."""
        self.state = state
        self.ply += 1
        self.worst = largest(self.worst, state)
        self.happenings = (*self.happenings, *(redact(event, None) for event in events))[-LOG_LENGTH:]
        self.tricks += sum(isinstance(event, TrickWon | TrickDone) for event in events)

    @property
    def _to_play(self) -> Sitting | None:
        if not self.playing or self.state is None or self.state.turn is None:
            return None
        return self.sittings[self.state.turn]
