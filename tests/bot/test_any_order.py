"""Everything people, moderators, Discord and time can do to a table, in any order.

A `RuleBasedStateMachine`, since its failures shrink to a list of calls that reads like a story. Its rules are
plain functions and simcord is asyncio: each example has a loop of its own (`asyncio.Runner`, closed in
`teardown`), and a rule runs one coroutine to its end. Only `advance_time` lets time pass, so what a rule
leaves behind stands still until the next one. `Model` is what must be true of a table by the issue's words,
and knows nothing of the bot; after each step it is compared with the store, the bot's memory and the channel.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Coroutine, Iterator
from contextlib import ExitStack, contextmanager
from copy import deepcopy
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import permutations
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import discord
import pytest
import sqlalchemy as sa
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    precondition,
    rule,
    run_state_machine_as_test,
)
from simcord import InteractionResult, MemberActor, ResponseMessage
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from bot.app import create_bot
from bot.options import TIMES, Options, time_code
from bot.schema import moves as move_table
from bot.seating import Seating
from bot.store import Status, StoredGame, Why
from engine import PRESETS, State, apply, deal, legal_moves, parse_card, parse_move, parse_rules
from engine.fair import COMPUTER, NO_PRESS, read_shuffle
from engine.rules import OPTIONS, choices
from tests.bot.leaks import EPHEMERAL, Witness, tattling
from tests.bot.playing import offered
from tests.bot.sim import buttons, heading, running, settings_for, words
from tests.engine.table import checked

EXAMPLES: Final = 8
STEPS: Final = 30
PEOPLE: Final = 3
STRANGER, MODERATOR = 3, 4
NAMES: Final = ("Aino", "Bror", "Cia", "Veera", "Boss")
PACE: Final = 1.3
"""Seconds between what people do, so that no two moments are one."""

MINUTE, DAY = timedelta(minutes=1), timedelta(days=1)
LOBBY, VOTE, ALL_AWAY, NO_LIMIT, PAUSE = 15 * MINUTE, 10 * MINUTE, DAY, 30 * DAY, 7 * DAY
MISSED: Final = 2
SEEN_LATELY: Final = 10 * MINUTE


# what must be true


@dataclass
class Model:
    """One table, by the issue's words. People are ids, computers in seats of their own are names."""

    id: int
    channel_id: int
    host: int
    seats: list[int | str]
    options: Options
    order: list[int]  # who plays, the longest seated first
    ends_at: datetime | None
    dealer: int | str | None = None
    half_at: datetime | None = None
    status: Status = Status.LOBBY
    why: Why | None = None
    away: dict[int, str] = field(default_factory=dict)  # "asleep" or "left": a computer keeps the seat
    missed: Counter[int] = field(default_factory=Counter)
    ready: set[int] = field(default_factory=set)
    starter: int = 0  # whose press on Start was taken
    agreed: set[int] = field(default_factory=set)
    vote_until: datetime | None = None
    paused_at: datetime | None = None
    state: State | None = None
    moves: tuple[str, ...] = ()
    waits_for: tuple[bool, int | None] = (True, None)
    since: datetime | None = None  # when this wait began
    reminders: int = 0  # since the last look
    loose: bool = False  # to and fro need not give a whole turn again
    unseen: bool = False  # for a day it could not be told how it has ended
    resumed: bool = False  # has just gone on
    hurried: bool = False  # a computer has just played everybody's cards

    @property
    def over(self) -> bool:
        return self.status not in (Status.LOBBY, Status.PLAYING)

    @property
    def playing(self) -> bool:
        return self.status is Status.PLAYING

    @property
    def people(self) -> list[int]:
        return [who for who in self.seats if isinstance(who, int)]

    @property
    def awake(self) -> list[int]:
        return [who for who in self.people if who not in self.away]

    @property
    def on_turn(self) -> int | None:
        """The person who is to play, if it is one."""
        if not self.playing or self.state is None or self.state.turn is None:
            return None
        who = self.seats[self.state.turn]
        return who if isinstance(who, int) and who not in self.away else None

    def is_out(self, who: int) -> bool:
        return self.state is not None and self.seats.index(who) in self.state.out

    # what happens by itself

    def end(self, why: Why) -> None:
        self.status, self.why = (Status.ABANDONED if self.playing else Status.CLOSED), why

    def wait(self, now: datetime, *, anew: bool = False) -> None:
        """Whom the game waits for, and until when. In a pause nobody's time runs."""
        waits_for = bool(self.awake), self.on_turn
        if waits_for == self.waits_for and not anew:
            return
        self.loose &= not anew
        self.waits_for, self.since = waits_for, now
        now = self.paused_at or now
        self.ends_at = self.half_at = None
        if not self.awake:
            self.ends_at = now + ALL_AWAY
        elif self.on_turn is not None and self.options.turn_seconds is None:
            self.ends_at = now + NO_LIMIT
        elif self.on_turn is not None and self.options.turn_seconds is not None:
            turn = timedelta(seconds=self.options.turn_seconds)
            self.ends_at, self.half_at = now + turn, now + turn / 2

    def reseated(self, now: datetime) -> None:
        """Who plays has changed: who is host, and whether all who play agree."""
        if self.host not in self.order and self.order:
            self.host = self.order[0]
        if self.playing:
            self.wait(now)
            if self.vote_until is not None and self.awake and set(self.awake) <= self.agreed:
                self.end(Why.CONSENT)

    def close_vote(self, now: datetime) -> None:
        if self.paused_at is None and self.vote_until is not None and self.vote_until <= now:
            self.vote_until = None
            self.agreed.clear()

    def time_passes(self, now: datetime) -> None:
        """What comes to its end by now. Turns that ran out have been played: see `move`."""
        if self.over:
            return
        if self.paused_at is not None:
            if self.paused_at + PAUSE <= now:
                self.end(Why.PAUSED)
            return
        self.close_vote(now)
        if self.ends_at is not None and self.ends_at <= now:
            timed = self.on_turn is not None and self.options.turn_seconds is not None
            assert not timed, "the turn has run out, and nobody has played"
            self.end(Why.ASLEEP if self.playing else Why.UNSTARTED)
        self.remind(now)

    def is_due(self, now: datetime) -> bool:
        """Whether something has come to its end by itself."""
        given_up = None if self.paused_at is None else self.paused_at + PAUSE
        moments = (self.ends_at, self.half_at, self.vote_until, given_up)
        return not self.over and any(moment is not None and moment <= now for moment in moments)

    def remind(self, now: datetime) -> None:
        """Half of a turn has passed: the player is told so, once."""
        if self.paused_at is None and self.half_at is not None and self.half_at <= now:
            self.half_at = None
            self.reminders += 1

    def move(self, text: str, at: datetime, pressed_by: int | None) -> None:
        """A move in the store: a press, a turn that ran out, or a computer's."""
        assert self.playing, f"{text} was played after the end"
        assert self.state is not None
        assert self.state.turn is not None
        assert self.paused_at is None or at <= self.paused_at, "played in a pause"
        self.close_vote(at)
        self.remind(at)
        who = self.on_turn
        if pressed_by is not None:
            assert pressed_by == who, "pressed by somebody who is not to play"
            self.missed[pressed_by] = 0
        elif who is not None and not self.hurried:
            assert self.ends_at is not None
            assert at >= self.ends_at, "a computer has played before the time was up"
            assert at - self.ends_at < timedelta(seconds=1), "a turn has not ended at its end"
            self.missed[who] += 1
            if self.missed[who] >= MISSED:
                self.away[who] = "asleep"
                self.order.remove(who)
                self.agreed.discard(who)
        else:
            assert self.awake or self.hurried, "computers play on alone"
        self.state, _ = apply(self.state, parse_move(text))
        checked(self.state)  # 52 cards
        self.moves = (*self.moves, text)
        if self.state.loser is not None:
            self.status = Status.FINISHED
        else:
            self.wait(at, anew=True)
            self.reseated(at)

    def gone(self, who: int, now: datetime) -> None:
        """Somebody has left a game for good, or the server: a computer takes the seat."""
        self.away[who] = "left"
        self.agreed.discard(who)
        if who in self.order:
            self.order.remove(who)
        if not self.awake and "asleep" not in self.away.values():
            self.end(Why.EMPTY)
        else:
            self.reseated(now)

    def pause(self, now: datetime) -> None:
        if self.playing and self.paused_at is None:
            self.paused_at = now

    def resume(self, now: datetime) -> None:
        if not self.playing or self.paused_at is None:
            return
        self.resumed, stood = True, now - self.paused_at
        if self.ends_at is not None:
            self.ends_at = max(self.ends_at + stood, now + MINUTE)
        self.half_at = None if self.half_at is None else self.half_at + stood
        self.vote_until = None if self.vote_until is None else self.vote_until + stood
        self.paused_at = None

    def restarted(self, now: datetime) -> None:
        """A turn whose time ran out while the bot was down gets one minute."""
        if self.playing and self.paused_at is None and self.ends_at is not None and self.ends_at <= now:
            self.ends_at, self.half_at = now + MINUTE, None

    # what people do; whatever is not allowed changes nothing

    def join(self, who: int, now: datetime) -> None:
        if self.playing:
            self.back(who, now)
        elif not self.over and who not in self.seats and len(self.seats) < self.options.size:
            self.seats.append(who)
            self.order.append(who)

    def leave(self, who: int, now: datetime) -> None:
        """From a game that can be lost only after a question."""
        if not self.playing or (who in self.seats and self.is_out(who)):
            self.quit(who, now)

    def quit(self, who: int, now: datetime) -> None:
        if self.over or who not in self.seats or self.away.get(who) == "left":
            return
        if self.playing:
            self.gone(who, now)
        elif self.people == [who]:
            self.end(Why.EMPTY)
        else:
            self.get_up(who)

    def get_up(self, who: int | str) -> None:
        """From a lobby. If he was to deal, the next one clockwise does (1.0)."""
        seat = self.seats.index(who)
        self.seats.remove(who)
        if who == self.dealer:
            self.dealer = self.seats[seat % len(self.seats)]
        if isinstance(who, int):
            self.ready.discard(who)
            self.order.remove(who)
            if who == self.host:
                self.host = self.order[0]

    def back(self, who: int, now: datetime) -> None:
        if self.playing and self.away.pop(who, None) is not None:
            self.missed[who], self.loose = 0, True
            self.order.append(who)
            self.reseated(now)

    def hosts(self, who: int) -> bool:
        """Whether he may do what the host of a lobby does."""
        return self.status is Status.LOBBY and who == self.host

    def be_ready(self, who: int, now: datetime) -> None:
        if self.status is Status.LOBBY and who in self.seats:
            self.ready.add(who)

    def start(self, who: int, now: datetime) -> None:
        if self.hosts(who) and len(self.seats) == self.options.size:
            self.status, self.starter = Status.PLAYING, who  # the seats turn, the cards are dealt: `dealt`

    def dealt(self, stored: StoredGame) -> None:
        """Seat 0 is to the left of who deals (RULES, seat 0)."""
        assert stored.shuffle is not None
        context, _ = read_shuffle(stored.shuffle.splitlines())
        self.ready.add(self.starter)
        pressed = [who in self.ready if isinstance(who, int) else COMPUTER for who in self.seats]
        assert [p if p == COMPUTER else p != NO_PRESS for p in context.places] == pressed, "who was ready"
        self.ready.clear()
        seats = seats_of(stored.seating)
        turned = [self.seats[n:] + self.seats[:n] for n in range(len(self.seats))]
        assert seats in turned, "nobody changes seats"
        assert self.dealer in (None, seats[-1]), "the loser deals"
        assert stored.deck is not None
        assert stored.started_at is not None
        self.seats = seats
        self.state = deal(self.options.rules, len(seats), [parse_card(card) for card in stored.deck.split()])
        self.wait(stored.started_at, anew=True)

    def computer(self, who: int, now: datetime) -> None:
        if self.hosts(who) and len(self.seats) < self.options.size:
            self.seats.append("")  # how it is called shows the store

    def remove(self, who: int, now: datetime, whom: int | str) -> None:
        if self.hosts(who) and whom in self.seats and whom != who:
            self.get_up(whom)

    def hand_over(self, who: int, now: datetime, to: int | str) -> None:
        if self.hosts(who) and isinstance(to, int) and to in self.seats:
            self.host = to

    def choose(self, who: int, now: datetime, what: str, value: str) -> None:
        if not self.hosts(who):
            return
        rules, size, turn_seconds = self.options
        match what:
            case "game":
                rules = PRESETS[value]
            case "seats":
                size = int(value)
                if any(isinstance(sitter, int) for sitter in self.seats[size:]):
                    return
                for sitter in reversed(self.seats[size:]):
                    self.get_up(sitter)
            case "time":
                turn_seconds = None if value == "none" else int(value)
            case "usual":
                rules = PRESETS[rules.name]
            case _:
                changed = {option: getattr(rules, option) for option in OPTIONS}
                changed[what] = choices(what)[int(value)]
                rules = type(rules)(name=rules.name, seats=rules.seats, **changed)
        chosen = Options(rules, size, turn_seconds)
        if chosen != self.options:
            self.ready.clear()
        self.options = chosen

    def ask(self, who: int, now: datetime) -> None:
        """The host asks everybody, and agrees himself."""
        if not self.playing or who != self.host or who not in self.order:
            return
        if self.vote_until is None:
            turn = timedelta(seconds=self.options.turn_seconds or 0)
            self.vote_until = (self.paused_at or now) + max(VOTE, turn)
        self.agree(who, now)

    def close(self, who: int, now: datetime) -> None:
        """The host just closes a lobby."""
        if self.hosts(who):
            self.end(Why.HOST)

    def agree(self, who: int, now: datetime) -> None:
        if self.playing and self.vote_until is not None and who in self.order:
            self.agreed.add(who)
            self.reseated(now)

    def play_on(self, who: int, now: datetime) -> None:
        if self.playing and self.vote_until is not None and who in self.order:
            self.vote_until = None
            self.agreed.clear()

    def look(self, who: int, now: datetime) -> None:
        """My hand, the rules: nothing changes."""


def seats_of(seating: Seating) -> list[int | str]:
    """Who sits where: a person, or a computer that keeps nobody's seat."""
    return [s.user_id if s.user_id is not None else str(s.computer) for s in seating.sittings]


@dataclass(frozen=True)
class Act:
    """One press: by whom, what its custom_id says, and what comes of it."""

    who: int  # a place in NAMES
    action: str  # in custom_ids
    effect: str  # in `Model`
    arguments: tuple[str, ...] = ()
    values: tuple[str, ...] | None = None

    def __repr__(self) -> str:
        return f"{NAMES[self.who]}: {' '.join((self.action, *self.arguments, *(self.values or ())))}"


EFFECTS: Final = {
    "leave": "leave",
    "quit": "quit",
    "back": "back",
    "ask": "ask",
    "agree": "agree",
    "playon": "play_on",
    "hand": "look",
    "rules": "look",
    "join": "join",
    "ready": "be_ready",
    "start": "start",
    "computer": "computer",
    "close": "close",
}
players = st.integers(0, PEOPLE - 1)
anybody = st.integers(0, PEOPLE)
presses = st.builds(
    lambda who, action: Act(who % PEOPLE if action == "join" else who, action, EFFECTS[action]),
    anybody,  # a stranger presses everything but Join
    st.sampled_from(list(EFFECTS)),
)
house_rules = {option: [str(n) for n in range(len(choices(option)))] for option in OPTIONS}
choice = st.one_of(
    st.tuples(st.just("game"), st.sampled_from(list(PRESETS))),
    st.tuples(st.just("seats"), st.integers(2, 6).map(str)),
    st.tuples(st.just("time"), st.sampled_from(TIMES).map(time_code)),
    st.tuples(st.just("usual"), st.just("")),
    st.sampled_from(list(house_rules)).flatmap(
        lambda o: st.tuples(st.just(o), st.sampled_from(house_rules[o]))
    ),
)
FORBIDDEN: Final = {
    "Send Messages": {"send_messages": False},
    "View Channel": {"view_channel": False},
    "Embed Links": {"embed_links": False},
}
GOES_WITHOUT: Final = (None, "Embed Links")
"""A game that is on goes on without; no new one is begun."""


class Errors(logging.Handler):
    """What is logged in one example. Tasks of earlier ones that are cleared away are theirs (`asyncio`)."""

    def __init__(self) -> None:
        super().__init__(logging.INFO)
        self.records: list[logging.LogRecord] = []

    def emit(self, record: logging.LogRecord) -> None:
        if not record.name.startswith("asyncio"):
            self.records.append(record)

    def errors(self) -> list[str]:
        return [self.format(record) for record in self.records if record.levelno >= logging.ERROR]


# the machine


def in_lobby(machine: AnyOrder) -> bool:
    return machine.model.status is Status.LOBBY


def in_game(machine: AnyOrder) -> bool:
    return machine.model.playing


def on_turn(machine: AnyOrder) -> bool:
    return machine.model.on_turn is not None


class AnyOrder(RuleBasedStateMachine):
    """A server with one channel in use, three people, a stranger and a moderator."""

    def __init__(self) -> None:
        super().__init__()
        self.closing = ExitStack()
        self.log = Errors()
        logging.getLogger().addHandler(self.log)
        self.closing.callback(logging.getLogger().removeHandler, self.log)
        self.folder = Path(self.closing.enter_context(TemporaryDirectory()))
        self.runner = self.closing.enter_context(asyncio.Runner())
        self.models: list[Model] = []  # of every table there ever was; the last may be live
        self.ended: dict[int, StoredGame] = {}
        self.departed: dict[int, datetime] = {}  # who has left the server, and when
        self.unknown: set[int] = set()  # who has ever left it
        self.forbidden: str | None = None
        self.lost_messages: dict[int, Any] = {}  # deleted messages, and how the table stood then
        self.graves: dict[int, Any] = {}
        self.requests = 0  # so many have been looked at

    def run(self, steps: Coroutine[Any, Any, Any]) -> None:
        self.runner.run(steps)

    @initialize(
        seed=st.integers(0, 9),
        game=st.sampled_from(list(PRESETS)),
        people=st.sampled_from([1, 2, 2, 3, 3]),
        computers=st.integers(0, 3),
        started=st.sampled_from([True, True, True, False]),
    )
    def begin(self, seed: int, game: str, people: int, computers: int, started: bool) -> None:
        async def steps() -> None:
            self.running = running(settings_for(self.folder), seed=seed)
            self.app = await self.running.__aenter__()
            self.closing.callback(self.close)
            app, guild = self.app, self.app.guild
            self.actors = [app.person(name) for name in NAMES[:MODERATOR]]
            manager = guild.create_role("Boss", permissions=discord.Permissions(manage_guild=True))
            boss = guild.add_member(app.env.create_user("boss", global_name="Boss"), roles=[manager])
            self.actors.append(boss)
            app.members[boss.id] = boss
            self.ids = [actor.id for actor in self.actors]
            self.witness = Witness(app)
            self.awoken()
            await self.open(0, game, max(2, people + computers), computers)
            for who in range(1, people):
                await self.do(Act(who, "join", "join"))
            if started:
                await self.do(Act(0, "start", "start"))

        self.run(steps())

    def close(self) -> None:
        self.runner.run(self.running.__aexit__(None, None, None))

    def teardown(self) -> None:
        try:
            if hasattr(self, "witness"):
                self.run(self.at_the_end())
        finally:
            self.closing.close()

    async def at_the_end(self) -> None:
        """No message that others see has shown a hidden card, and no log line."""
        self.app.env.backend.messages.update(self.graves)
        assert await self.witness.leaks() == []
        assert tattling(self.log.records) == []

    # helpers

    @property
    def now(self) -> datetime:
        return self.app.env.now()

    @property
    def model(self) -> Model:
        """The newest table."""
        return self.models[-1]

    @property
    def silenced(self) -> bool:
        """What is forbidden keeps a game from going on."""
        return self.forbidden not in GOES_WITHOUT

    def here(self, who: int) -> bool:
        return self.ids[who] not in self.departed

    async def another_process(self, away: float) -> None:
        """As `App.restart`, but the new one's chance can be repeated from its first moment on."""
        app = self.app
        await app.bot.clock.close()  # or the process that has ended would go on ringing
        await app.env.advance_time(away)
        app.bot = create_bot(app.settings)
        app.chance.rule(app.bot)
        app.bots.append(app.bot)
        self.witness.watch()
        await app.env.restart_bot(app.bot)
        self.awoken()

    def awoken(self) -> None:
        """A process has started. Its heartbeat would make a day take minutes. PRIVATE."""
        with self.app.env._bot_scope():
            self.app.bot.clock.unset("heartbeat")

    @contextmanager
    def unheard(self) -> Iterator[None]:
        """What happens now reaches no bot: it is down."""
        backend = self.app.env.backend
        listeners, backend.subscribers = backend.subscribers, []
        try:
            yield
        finally:
            backend.subscribers = listeners

    def place(self) -> dict[int, Any]:
        """The messages of the channel, private ones too."""
        found: dict[int, Any] = self.app.env.backend.messages.get(self.app.channel.id, {})
        return found

    def table_message(self, model: Model) -> ResponseMessage | None:
        """The message of a table, if it is there."""
        messages = self.app.env.backend.messages.get(model.channel_id, {})
        message_id = self.message_ids.get(model.id)
        return ResponseMessage(self.app.env, messages[message_id]) if message_id in messages else None

    async def source(self, who: MemberActor) -> ResponseMessage:
        """A message that can be pressed: the table, or where it was deleted the answer to asking for it."""
        shown = self.table_message(self.model)
        if shown is None:
            result = await who.slash(self.app.channel, "myllymatti table")
            if not self.model.over:
                self.lost_messages.pop(self.message_ids[self.model.id], None)
            await self.check()
            shown = self.table_message(self.model) or result.response
        assert shown is not None
        return shown

    async def later(self, seconds: float = PACE) -> None:
        await self.app.env.advance_time(seconds)
        if seconds != PACE or self.model.is_due(self.now):
            await self.check()

    async def do(self, *acts: Act) -> list[InteractionResult]:
        """Press. Two presses that come at once are as good in either order."""
        results: list[InteractionResult] = []
        if not all(self.here(act.who) for act in acts) or self.model.channel_id != self.app.channel.id:
            return results
        await self.later()
        source = await self.source(self.actors[acts[0].who])
        for act in acts:
            custom_id = ":".join(("mm1", act.action, str(self.model.id), *act.arguments))
            results.append(self.app.send(self.actors[act.who], source, custom_id, act.values))
        await self.app.env.settle()
        now, before, failures = self.now, self.model, []
        for order in permutations(acts):
            self.models[-1] = deepcopy(before)
            for act in order:
                getattr(self.model, act.effect)(self.ids[act.who], now, *act.arguments, *(act.values or ()))
            try:
                await self.check(*results)
            except AssertionError as error:
                failures.append(error)
            else:
                return results
        raise failures[0]

    # what people do

    @rule(act=presses)
    def press(self, act: Act) -> None:
        self.run(self.do(act))

    @rule(one=presses, other=presses)
    def press_at_once(self, one: Act, other: Act) -> None:
        self.run(self.do(one, other))

    @precondition(lambda self: in_lobby(self) or self.model.away)
    @rule(who=players)
    def join(self, who: int) -> None:
        self.run(self.do(Act(who, "join", "join")))

    @precondition(lambda self: self.model.away)
    @rule(who=players)
    def take_back(self, who: int) -> None:
        self.run(self.do(Act(who, "back", "back")))

    @rule(who=players, sure=st.sampled_from([True, True, False]))
    def leave(self, who: int, sure: bool) -> None:
        """By the command; in a game it asks first."""

        async def steps() -> None:
            if not self.here(who) or self.model.over:
                return
            await self.later()
            if self.model.over:
                return
            person, asks = self.ids[who], False
            if self.model.playing and person in self.model.seats and self.model.away.get(person) != "left":
                asks = not self.model.is_out(person)
            result = await self.actors[who].slash(self.app.channel, "myllymatti leave")
            self.model.leave(person, self.now)
            await self.check(result)
            assert ("Leave this game?" in self.app.said(result)) == asks
            if asks and sure:
                assert result.response is not None
                pressed = await self.app.press(self.actors[who], result.response, "Leave the game")
                self.model.quit(person, self.now)
                await self.check(pressed)

        self.run(steps())

    @precondition(in_lobby)
    @rule(who=players)
    def be_ready(self, who: int) -> None:
        self.run(self.do(Act(who, "ready", "be_ready")))

    @precondition(in_lobby)
    @rule()
    def start(self) -> None:
        self.run(self.do(Act(self.ids.index(self.model.host), "start", "start")))

    @precondition(in_lobby)
    @rule(by_host=st.booleans(), who=anybody, chosen=choice)
    def choose_options(self, by_host: bool, who: int, chosen: tuple[str, str]) -> None:
        what, value = chosen
        who = self.ids.index(self.model.host) if by_host else who
        if what in OPTIONS:  # house rules are on two pages
            page = "building" if list(OPTIONS).index(what) < 5 else "shedding"
            act = Act(who, "set", "", (page, what), (value,))
        elif what == "usual":
            act = Act(who, "usual", "", ("building",))
        else:
            act = Act(who, "set", "", (what,), (value,))
        self.run(self.do_option(act, what, value))

    async def do_option(self, act: Act, what: str, value: str) -> None:
        """As `do`; a menu names its page too, of which the model knows nothing."""
        if not self.here(act.who) or self.model.channel_id != self.app.channel.id:
            return
        await self.later()
        custom_id = ":".join(("mm1", act.action, str(self.model.id), *act.arguments))
        source = await self.source(self.actors[act.who])
        result = await self.app.forge(self.actors[act.who], source, custom_id, act.values)
        self.model.choose(self.ids[act.who], self.now, what, value)
        await self.check(result)

    @precondition(in_lobby)
    @rule(by_host=st.booleans(), who=anybody)
    def add_computer(self, by_host: bool, who: int) -> None:
        who = self.ids.index(self.model.host) if by_host else who
        self.run(self.do(Act(who, "computer", "computer")))

    @precondition(in_lobby)
    @rule(by_host=st.booleans(), who=anybody, seat=st.integers(0, 5))
    def remove(self, by_host: bool, who: int, seat: int) -> None:
        self.run(self.to_sitter("remove", by_host, who, seat))

    @precondition(in_lobby)
    @rule(by_host=st.booleans(), who=anybody, seat=st.integers(0, 5))
    def hand_over(self, by_host: bool, who: int, seat: int) -> None:
        self.run(self.to_sitter("host", by_host, who, seat))

    async def to_sitter(self, action: str, by_host: bool, who: int, seat: int) -> None:
        who = self.ids.index(self.model.host) if by_host else who
        if not self.here(who) or self.model.channel_id != self.app.channel.id:
            return
        await self.later()
        seats = self.model.seats
        whom = seats[seat] if seat < len(seats) else self.ids[STRANGER]
        source = await self.source(self.actors[who])
        custom_id = f"mm1:{action}:{self.model.id}"
        result = await self.app.forge(self.actors[who], source, custom_id, [str(whom)])
        effect = self.model.remove if action == "remove" else self.model.hand_over
        effect(self.ids[who], self.now, whom)
        await self.check(result)

    # the game

    @precondition(on_turn)
    @rule(number=st.integers(0, 30))
    def play(self, number: int) -> None:
        """A legal move, pressed in the hand, which offers all of them and no other."""
        self.run(self.play_some(1, number))

    @precondition(on_turn)
    @rule(times=st.integers(5, 25), number=st.integers(0, 30))
    def play_on_for_long(self, times: int, number: int) -> None:
        self.run(self.play_some(times, number))

    async def play_some(self, times: int, number: int) -> None:
        await self.later()
        for _ in range(times):
            model, who = self.model, self.model.on_turn
            if who is None or who in self.departed or model.channel_id != self.app.channel.id:
                return
            actor = self.app.members[who]
            opened = await self.app.forge(actor, await self.source(actor), f"mm1:hand:{model.id}")
            await self.check(opened)
            hand = opened.response
            assert hand is not None
            assert model.state is not None
            legal = [str(move) for move in legal_moves(model.state)]
            shown = offered(hand)
            if not any(move.endswith("-") for move in shown):
                assert set(shown) == set(legal)
            moves = [move for move in shown if not move.endswith("-")]
            plays = [move for move in moves if move not in ("up", "take")] or moves
            press = shown[plays[number % len(plays)]]
            result = await self.app.press_id(actor, hand, *press)
            await self.check(result, pressed_by=who)
            if model.paused_at is None:
                assert self.model.moves[len(model.moves) - 1] is not None

    @precondition(on_turn)
    @rule(who=anybody, what=st.sampled_from(["stale", "illegal", "not mine", "garbled"]))
    def play_wrongly(self, who: int, what: str) -> None:
        """From an earlier turn, against the rules, somebody else's turn, a card that is none."""

        async def steps() -> None:
            model = self.model
            on_turn, state = model.on_turn, model.state
            assert state is not None
            person = self.ids[who]
            if what == "illegal":
                legal = {str(move) for move in legal_moves(state)}
                held = [str(card) for card in state.hands[state.turn or 0]]  # of others he knows nothing
                move = next(move for move in (*held, "take", "up") if move not in legal)
                act = Act(self.ids.index(on_turn or 0), "play", "look", (str(len(model.moves)), move))
            elif what == "stale":
                act = Act(who, "play", "look", (str(len(model.moves) - 1), "up"))
            elif what == "not mine" and person != on_turn:
                act = Act(who, "play", "look", (str(len(model.moves)), str(legal_moves(state)[0])))
            else:
                act = Act(who, "play", "look", (str(len(model.moves)), "1X"))
            if not self.here(act.who) or model.channel_id != self.app.channel.id:
                return
            if model.ends_at is not None and model.ends_at - self.now < timedelta(seconds=2 * PACE):
                return
            source = await self.source(self.actors[act.who])
            custom_id = ":".join(("mm1", "play", str(model.id), *act.arguments))
            await self.check(await self.app.forge(self.actors[act.who], source, custom_id))

        self.run(steps())

    @precondition(lambda self: self.model.on_turn is not None and self.model.paused_at is None)
    @rule()
    def play_to_the_end(self) -> None:
        """Quickly, by a computer for everybody."""

        async def steps() -> None:
            await self.later()
            if self.model.on_turn is None or self.model.paused_at is not None:
                return
            table = self.app.bot.tables.in_channel(self.app.channel.id)
            self.model.hurried = True
            await self.app.finish(table)
            await self.check()

        self.run(steps())

    @precondition(lambda self: self.model.vote_until is not None)
    @rule(who=players, agree=st.booleans())
    def vote(self, who: int, agree: bool) -> None:
        self.run(self.do(Act(who, "agree", "agree") if agree else Act(who, "playon", "play_on")))

    @precondition(lambda self: in_game(self) and len(self.model.awake) > 1)
    @rule()
    def ask_to_end(self) -> None:
        """The host, by the command."""

        async def steps() -> None:
            who = self.ids.index(self.model.host)
            if not self.here(who) or self.model.over:
                return
            await self.later()
            if self.model.over or self.ids[who] != self.model.host or self.model.host not in self.model.order:
                return
            asked = await self.actors[who].slash(self.app.channel, "myllymatti end")
            await self.check(asked)
            assert asked.response is not None
            result = await self.app.press(self.actors[who], asked.response, "Ask everybody")
            self.model.ask(self.ids[who], self.now)
            await self.check(result)

        self.run(steps())

    @rule(who=st.integers(0, MODERATOR))
    def end_now(self, who: int) -> None:
        """A moderator may, nobody else."""

        async def steps() -> None:
            if not self.here(who) or self.model.channel_id != self.app.channel.id:
                return
            await self.later()
            source = await self.source(self.actors[who])
            result = await self.app.forge(self.actors[who], source, f"mm1:end:{self.model.id}")
            if who == MODERATOR and not self.model.over:
                self.model.end(Why.MODERATOR)
            await self.check(result)

        if who != MODERATOR or len(self.model.moves) % 3 == 0:  # seldom enough for longer stories
            self.run(steps())

    # time

    @precondition(lambda self: self.model.ends_at is not None and self.model.playing)
    @rule(how=st.sampled_from(["half", "almost", "over"]), times=st.integers(1, 6))
    def wait_for_the_turn(self, how: str, times: int) -> None:
        """Some turns run out; then half of one, all of it, or all but half a second."""

        async def steps() -> None:
            for time in range(1, times + 1):
                model = self.model
                if not model.playing or model.ends_at is None or model.paused_at is not None:
                    return
                end = model.ends_at
                if time == times and how == "half":
                    end = model.half_at or end - timedelta(seconds=2)
                seconds = (end - self.now).total_seconds()
                await self.later(max(0.1, seconds + (-0.5 if time == times and how == "almost" else 0.5)))

        self.run(steps())

    @rule(seconds=st.sampled_from([1, 20, 61, 61, 200, 200, 601, 901, 4000, 90_000]))
    def wait(self, seconds: int) -> None:
        self.run(self.later(seconds))

    @precondition(lambda self: self.model.vote_until is not None)
    @rule()
    def wait_for_the_vote(self) -> None:
        async def steps() -> None:
            if self.model.vote_until is not None:
                await self.later(max(0.1, (self.model.vote_until - self.now).total_seconds() + 0.5))

        self.run(steps())

    @precondition(lambda self: self.model.paused_at is not None)
    @rule(who=players, action=st.sampled_from(["quit", "back", "ask", "agree", "playon"]))
    def press_in_a_pause(self, who: int, action: str) -> None:
        self.run(self.do(Act(who, action, EFFECTS[action])))

    @precondition(lambda self: self.model.paused_at is not None)
    @rule(days=st.sampled_from([1, 6, 8]))
    def wait_in_a_pause(self, days: int) -> None:
        self.run(self.later(days * 86_400))

    @rule(
        away=st.sampled_from([0, 0, 30, 30, 170, 170, 4000, 90_000, 700_000]),
        meanwhile=st.sampled_from(["", "", "", "", "message", "channel", "forbid", "allow", "leaves"]),
        who=players,
    )
    def restart(self, away: int, meanwhile: str, who: int) -> None:
        """Another process takes over; something may have happened that no process has heard of."""

        async def steps() -> None:
            await self.later()
            with self.unheard():
                effect = self.happens(meanwhile, who)
            await self.another_process(away)
            if self.model.on_turn in self.departed and self.model.paused_at is None and not self.silenced:
                self.noticed_by = self.now  # the new process has seen nobody
            self.model.restarted(self.now)
            effect()
            await self.check()

        self.run(steps())

    # Discord

    def happens(self, what: str, who: int) -> Callable[[], None]:
        """Something outside the bot; and what comes of it once the bot has heard."""
        app, backend, model = self.app, self.app.env.backend, self.model
        bot_id = backend.bot_user.id

        def nothing() -> None:
            return

        match what:
            case "message":
                shown = self.table_message(model)
                if shown is not None and model.channel_id == app.channel.id:
                    self.lost_messages[shown.id] = self.stands(model)
                    backend.delete_message(model.channel_id, shown.id)
            case "call":
                for message in app.seen_by():
                    if message.content:
                        self.lost_messages[message.id] = None
                        backend.delete_message(app.channel.id, message.id)
            case "channel" if app.channel.id == model.channel_id:
                self.graves[app.channel.id] = self.place()
                backend.delete_channel(app.channel.id)
                self.forbidden = None

                def closed() -> None:
                    if not model.over:
                        self.model.end(Why.CHANNEL)
                    app.channel = app.guild.create_text_channel("peli")

                return closed
            case "Send Messages" | "View Channel" | "Embed Links" | "forbid":
                self.forbidden = "Send Messages" if what == "forbid" else what
                allow, deny = discord.PermissionOverwrite(**FORBIDDEN[self.forbidden]).pair()
                overwrite = Overwrite(bot_id, OverwriteType.MEMBER, allow.value, deny.value)
                backend.set_overwrite(app.channel.id, overwrite)
                return lambda: self.model.pause(self.now) if self.silenced else None
            case "allow" if self.forbidden is not None:
                self.forbidden = None
                backend.delete_overwrite(app.channel.id, bot_id)
                return lambda: self.model.resume(self.now)
            case "leaves":
                if self.here(who):
                    self.departed[self.ids[who]] = self.now
                    self.unknown.add(self.ids[who])
                    app.guild.remove_member(self.actors[who])
            case "returns":
                if not self.here(who):
                    del self.departed[self.ids[who]]
                    app.guild.add_member(self.actors[who].user)
        return nothing

    async def hears(self, what: str, who: int = 0) -> None:
        await self.later()
        effect = self.happens(what, who)
        await self.app.env.settle()
        effect()
        await self.app.env.settle()
        await self.check()

    @rule(what=st.sampled_from(["message", "message", "call"]))
    def delete_a_message(self, what: str) -> None:
        self.run(self.hears(what))

    @rule(sure=st.integers(0, 2))
    def delete_the_channel(self, sure: int) -> None:
        if sure == 2:
            self.run(self.hears("channel"))

    @rule(what=st.sampled_from(list(FORBIDDEN)))
    def take_permission(self, what: str) -> None:
        if self.forbidden is None:
            self.run(self.hears(what))

    @precondition(lambda self: self.forbidden is not None)
    @rule()
    def give_permission_back(self) -> None:
        self.run(self.hears("allow"))

    @rule(who=players)
    def leave_the_server(self, who: int) -> None:
        if len(self.departed) < 2:
            self.run(self.hears("leaves", who))

    @precondition(lambda self: self.departed)
    @rule(who=players)
    def return_to_the_server(self, who: int) -> None:
        self.run(self.hears("returns", who))

    # another table

    @precondition(lambda self: self.model.over)
    @rule(who=players)
    def play_again(self, who: int) -> None:
        async def steps() -> None:
            old, person = self.model, self.ids[who]
            shown = self.table_message(old)
            if not self.here(who) or shown is None or old.channel_id != self.app.channel.id:
                return
            await self.later()
            result = await self.app.forge(self.actors[who], shown, f"mm1:again:{old.id}")
            assert old.state is not None or old.status is not Status.FINISHED
            allowed = old.status is Status.FINISHED and person in old.seats and self.forbidden is None
            if not allowed:
                await self.check(result)
                return
            assert old.state is not None
            table = self.app.bot.tables.in_channel(self.app.channel.id)
            seats = [s for s in old.seats if not isinstance(s, int) or s not in old.away or s == person]
            assert old.state.loser is not None
            loser = old.state.loser
            dealer = next(s for s in old.seats[loser:] + old.seats[:loser] if s in seats)
            order = [p for p in old.order if p in seats]
            order += [p for p in seats if isinstance(p, int) and p not in order]
            host = old.host if old.host in seats else person
            again = Model(
                table.id,
                self.app.channel.id,
                host,
                seats,
                old.options,
                order,
                self.now + LOBBY,
                dealer,
            )
            self.models.append(again)
            await self.check(result, opens=True)

        self.run(steps())

    @precondition(lambda self: self.model.over)
    @rule(
        who=players,
        game=st.one_of(st.none(), st.sampled_from(list(PRESETS))),
        seats=st.one_of(st.none(), st.integers(2, 5)),
        computers=st.integers(0, 3),
    )
    def open_a_table(self, who: int, game: str | None, seats: int | None, computers: int) -> None:
        self.run(self.open(who, game, seats, computers))

    @precondition(lambda self: not self.model.over)
    @rule(who=players, sure=st.booleans())
    def open_a_second_table(self, who: int, sure: bool) -> None:
        """One table a channel."""

        async def steps() -> None:
            if sure and self.here(who) and not self.model.over:
                await self.check(await self.actors[who].slash(self.app.channel, "myllymatti start"))

        self.run(steps())

    async def open(self, who: int, game: str | None, seats: int | None, computers: int) -> None:
        """`/myllymatti start`; what is not said is as at the channel's last table."""
        if not self.here(who):
            return
        chosen = {"game": game, "seats": seats, "computers": computers}
        result = await self.actors[who].slash(
            self.app.channel, "myllymatti start", **{k: v for k, v in chosen.items() if v is not None}
        )
        here = [model for model in self.models if model.channel_id == self.app.channel.id]
        usual = here[-1].options if here else Options(PRESETS["myllymatti"], 3, 180)
        if game is not None and game != usual.rules.name:
            usual = Options(PRESETS[game], 3, usual.turn_seconds)
        options = usual if seats is None else usual._replace(size=seats)
        if self.forbidden is None and computers < options.size:
            table = self.app.bot.tables.in_channel(self.app.channel.id)
            person = self.ids[who]
            sitting: list[int | str] = [person, *[""] * computers]
            self.models.append(
                Model(table.id, self.app.channel.id, person, sitting, options, [person], self.now + LOBBY)
            )
            await self.check(result, opens=True)
        else:
            await self.check(result)

    # what must hold after each step

    message_ids: dict[int, int]
    noticed_by: datetime | None = None

    async def check(
        self, *results: InteractionResult, opens: bool = False, pressed_by: int | None = None
    ) -> None:
        """Everything; `results` are the presses of this step, one of which may be a move."""
        app, store = self.app, self.app.bot.store
        for result in results:
            self.answered(result, opens)
        assert app.unanswered() == []
        assert app.broken_limits() == []
        assert self.log.errors() == []
        self.message_ids = getattr(self, "message_ids", {})

        live, model = await store.load_live(), self.model
        stored = live[0] if len(live) == 1 and live[0].id == model.id else await store.load(model.id)
        assert stored is not None
        self.message_ids[model.id] = stored.message_id or 0
        await self.explain(model, stored, {r._interaction.id for r in results}, pressed_by)
        self.compare(model, stored)
        assert [game.id for game in live] == ([] if model.over else [model.id]), "one table a channel"
        assert [table.id for table in app.bot.tables if table.live] == [game.id for game in live]
        if not model.over:
            self.in_memory(stored)
        for old in self.models if results else ():
            if old.over:
                again = stored if old is model else await store.load(old.id)
                assert again is not None
                known = self.ended.setdefault(old.id, again)
                assert (again.status, again.why, again.ended_at, again.loser, again.moves, again.deck) == (
                    known.status,
                    known.why,
                    known.ended_at,
                    known.loser,
                    known.moves,
                    known.deck,
                ), "a table that ended stays ended"
        told = self.reminders()
        if not self.silenced and not model.resumed and not model.loose:  # tries to post are no reminders
            assert told == model.reminders
        self.on_the_channel(model, stored)
        model.hurried = model.resumed = False
        model.loose &= self.silenced
        model.reminders = 0

    def answered(self, result: InteractionResult, opens: bool) -> None:
        """Once, and only who opens a table speaks to all."""
        (answer,) = self.app.answers(result)
        if answer["type"] == 4:
            assert bool(answer["data"].get("flags", 0) & EPHEMERAL) is not opens

    def reminders(self) -> int:
        """How often somebody has been told since the last time that half of his turn has passed."""
        requests, looked_at = self.app.env.http_requests, self.requests
        self.requests = len(requests)
        posted = [str(r.json) for r in requests[looked_at:] if r.method == "POST"]
        return sum("Half of your time has passed" in t or "half of the time has passed" in t for t in posted)

    async def explain(
        self, model: Model, stored: StoredGame, interactions: set[int], pressed_by: int | None
    ) -> None:
        """Each new move was pressed, played at the end of a turn, or a computer's; earlier ones stay."""
        if model.playing and model.state is None and self.forbidden and stored.status is Status.LOBBY:
            model.status = Status.LOBBY  # it may refuse to start where it may not post
        elif model.playing and model.state is None:
            model.dealt(stored)
            if self.silenced:
                model.pause(self.now)
        assert stored.moves[: len(model.moves)] == model.moves, "moves never change"
        query = (
            sa.select(move_table.c.move, move_table.c.made_at, move_table.c.interaction_id)
            .where(move_table.c.game_id == model.id, move_table.c.ply >= len(model.moves))
            .order_by(move_table.c.ply)
        )
        new: list[Any] = []
        if len(stored.moves) > len(model.moves):
            async with self.app.bot.store.engine.connect() as connection:
                new = list((await connection.execute(query)).all())
        left = {s.user_id for s in stored.seating.sittings if s.left}
        for move, at, interaction_id in new:
            who = model.on_turn
            if interaction_id is not None:
                assert interaction_id in interactions, "a move that nobody has pressed"
                model.move(move, at, pressed_by)
                continue
            absent = who is not None and who in self.departed
            if absent and who in left and model.ends_at is not None and at < model.ends_at:
                assert who is not None
                model.gone(who, at)
            model.move(move, at, None)
            if absent and who in left and model.playing and model.away.get(who or 0) != "left":
                model.gone(who or 0, at)
        who = model.on_turn
        found_out = who in left or stored.why in (Why.EMPTY, Why.CONSENT)
        if who is not None and who in self.departed and found_out:
            noticed = stored.ended_at or stored.deadline or self.now
            if stored.ended_at is None or stored.why is Why.ASLEEP:
                noticed -= ALL_AWAY  # or a computer would have moved for him
            assert model.since is not None
            assert model.ends_at is not None
            assert model.since <= noticed <= model.ends_at + timedelta(seconds=1)
            model.gone(who, noticed)
        for sleeper in self.departed:  # whether he is asleep or gone is all the same
            if sleeper in model.away:
                model.away[sleeper] = "left" if sleeper in left else "asleep"
        model.time_passes(self.now)

    def compare(self, model: Model, stored: StoredGame) -> None:
        """The store says what the model says."""
        assert (stored.status, stored.why) == (model.status, model.why)
        if model.over:
            assert stored.ended_at is not None
            assert (stored.deadline, stored.vote_until, stored.paused_at) == (None, None, None)
            if model.status is Status.FINISHED:
                assert model.state is not None
                assert stored.loser == model.state.loser
            return
        sittings, seats = stored.seating.sittings, seats_of(stored.seating)
        for seat, sitter in enumerate(model.seats):
            if sitter == "" and seat < len(seats) and isinstance(seats[seat], str):
                model.seats[seat] = seats[seat]
        assert seats == model.seats
        computers = [s.computer for s in sittings if s.computer is not None]
        assert len(set(computers)) == len(computers), "two computers with one name"
        assert stored.seating.host_id == model.host
        assert model.host in model.awake or not model.awake, "the host is a person who plays"
        assert {s.user_id: "left" if s.left else "asleep" for s in sittings if s.kept} == model.away
        assert {s.user_id for s in sittings if s.agrees} == model.agreed
        assert {s.user_id for s in sittings if s.press_id is not None} == model.ready
        awake = {s.user_id: s.missed for s in sittings if s.plays}
        assert awake == {who: model.missed[who] for who in model.awake}
        assert Options(parse_rules(stored.rules), stored.size, stored.turn_seconds) == model.options
        assert stored.moves == model.moves
        assert (stored.paused_at is None) == (model.paused_at is None)
        if model.paused_at is not None:
            assert stored.paused_at == model.paused_at
            return
        assert not self.silenced or not model.playing
        self.waiting(model, stored)

    def waiting(self, model: Model, stored: StoredGame) -> None:
        """No table waits for ever: its wait has its end in the store, and half of a turn is told once."""
        if model.playing:
            assert model.on_turn is not None or not model.awake, "a computer keeps everybody waiting"
        assert stored.deadline is not None
        assert model.ends_at is not None
        assert stored.deadline > self.now
        if model.loose and stored.deadline < model.ends_at and stored.deadline >= self.now + MINUTE:
            model.ends_at, model.half_at = stored.deadline, stored.remind_at
        assert abs(stored.deadline - model.ends_at) <= timedelta(seconds=1), (
            f"ends at {stored.deadline}, not at {model.ends_at}"
        )
        model.ends_at = stored.deadline
        assert (stored.remind_at is None) == (model.half_at is None)
        if stored.remind_at is not None and model.half_at is not None:
            assert abs(stored.remind_at - model.half_at) <= timedelta(seconds=1)
        assert (stored.vote_until is None) == (model.vote_until is None)
        if stored.vote_until is not None and model.vote_until is not None:
            assert abs(stored.vote_until - model.vote_until) <= timedelta(seconds=1)
        who = model.on_turn
        if who in self.departed and model.since is not None:
            gone_at = self.departed[who]
            assert model.since - gone_at <= SEEN_LATELY, "who left the server was waited for"
            half_passed = model.options.turn_seconds is not None and model.half_at is None
            assert not half_passed or model.ends_at - gone_at < MINUTE, "half of his turn has passed"
            assert self.noticed_by is None or model.since < self.noticed_by, "a new process asks at once"

    def in_memory(self, stored: StoredGame) -> None:
        """The bot's memory is what the store says."""
        table = self.app.bot.tables.in_channel(stored.channel_id)
        assert (table.id, table.guild_id, table.status, table.why) == (
            stored.id,
            stored.guild_id,
            stored.status,
            stored.why,
        )
        assert table.seating == stored.seating
        assert table.options == Options(parse_rules(stored.rules), stored.size, stored.turn_seconds)
        assert table.ply == len(stored.moves)
        assert tuple(table.due) == (stored.deadline, stored.remind_at)
        assert (table.vote_until, table.paused_at) == (stored.vote_until, stored.paused_at)
        assert (table.message_id, table.message_at) == (stored.message_id, stored.message_at)
        assert table.mention_id == stored.mention_id
        assert (table.started_at, table.ended_at) == (stored.started_at, stored.ended_at)
        assert table.state == self.model.state

    # what people see

    def stands(self, model: Model) -> Any:
        """What a table message shows, as far as the model knows."""
        host = None if model.playing else model.host
        seats, agreed = list(model.seats), len(model.agreed) if model.vote_until else 0
        ends_at = model.ends_at if model.paused_at is None else None
        return (model.status, seats, set(model.away), host, model.moves, agreed, ends_at, model.options)

    def names(self, who: int | str | None) -> list[str]:
        """What somebody may be called: who was found to have left the server is Somebody."""
        if not isinstance(who, int):
            return [str(who)]
        return [NAMES[self.ids.index(who)], *(["Somebody"] if who in self.unknown else [])]

    def on_the_channel(self, model: Model, stored: StoredGame) -> None:
        """One message a table and one mention at most, and they say what is so."""
        if model.channel_id != self.app.channel.id:
            return
        seen = self.app.seen_by()
        calls = [message for message in seen if message.content]
        boards = {message.id for message in seen if not message.content}
        ours = {self.message_ids[m.id] for m in self.models if m.channel_id == model.channel_id}
        assert boards <= ours, f"{len(boards - ours)} messages are left over"
        assert len(calls) <= 1
        if model.over and self.silenced and stored.ended_at is not None:
            model.unseen |= self.now - stored.ended_at > DAY
        if model.unseen or self.forbidden == "View Channel":
            return
        if self.silenced and (model.over or not model.playing):
            return  # the bot tries again only now and then
        if not self.silenced and model.paused_at is None:
            called = {int(message.content[2:].split(">")[0]) for message in calls}
            due = set() if model.on_turn is None else {model.on_turn}
            assert called == due or (not called and stored.mention_id in self.lost_messages)
        shown = self.table_message(model)
        if shown is None:
            stood = self.lost_messages.get(self.message_ids[model.id])
            if not self.silenced:
                assert stood == self.stands(model), "a deleted table message is posted anew"
            return
        self.says(model, words(shown), heading(shown), set(buttons(shown).values()))

    def says(self, model: Model, text: str, top: str, labels: set[str]) -> None:
        if model.status is Status.FINISHED:
            assert " is the " in top
            assert "Play again" in labels
        elif model.over:
            assert top == ("This game has ended" if model.state is not None else "This table is closed")
            assert not labels
        elif model.paused_at is not None:
            assert top == "This game is paused"
            assert (self.forbidden or "") in text
        elif not model.playing:
            free = model.options.size - len(model.seats)
            if free:
                assert top == f"{free} seat{'s' if free > 1 else ''} free"
            else:
                assert top in [f"Ready when you are, {name}" for name in self.names(model.host)]
            assert ("Join" in labels) == bool(free)
            for who in model.seats:
                assert any(f"**{name}**" in text for name in self.names(who))
        elif not model.awake:
            assert top == "Everybody is away"
            assert "Take my seat back" in labels
        else:
            first = "\n".join(text.splitlines()[:2])
            to_play = next(line for line in text.splitlines() if "to play" in line)
            assert any(f"**{name}**" in to_play for name in self.names(model.on_turn))
            assert any(name in first for name in self.names(model.on_turn)) or "Tie:" in first
            assert {"End the game", "Play on"} <= labels or model.vote_until is None
        if not model.over and model.paused_at is None and model.ends_at is not None:
            endless = model.playing and model.awake and model.options.turn_seconds is None
            assert endless or f"<t:{int(model.ends_at.timestamp())}:R>" in text


def test_any_order(request: pytest.FixtureRequest) -> None:
    how = settings(
        max_examples=EXAMPLES,
        stateful_step_count=STEPS,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    run_state_machine_as_test(AnyOrder, settings=how)
