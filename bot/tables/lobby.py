"""A lobby: people sit down, the host sets what is played, and the cards are dealt."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import Final

from discord.utils import utcnow

from bot.former import is_former
from bot.options import Options
from bot.seating import Seating, Sitting
from bot.store import Conflict, NewGame, NewTable, Status, Why
from bot.table import Refusal, Refused, Table
from bot.tables.registry import Registry
from engine import PRESETS, deal, parse_rules
from engine.errors import EngineError
from engine.fair import COMPUTER, NO_PRESS, Context, write_shuffle
from engine.players.levels import Level

USUAL_SEATS: Final = 3


class Lobby(Registry):
    """What happens at tables before the deal."""

    async def usual(self, channel_id: int, game: str | None = None) -> Options:
        """What the channel's last table played, or another game as everybody plays it."""
        last = await self.store.last_options(channel_id)
        turn_seconds: int | None = int(self.settings.turn_seconds)
        if last is not None:
            rules, size, turn_seconds = last
            try:
                options = Options(parse_rules(rules), size, turn_seconds)
            except EngineError:  # of an older Myllymatti
                pass
            else:
                if game in (None, options.rules.name):
                    return options
        return Options(PRESETS[game or "myllymatti"], USUAL_SEATS, turn_seconds)

    async def open(
        self,
        *,
        guild_id: int,
        channel_id: int,
        host_id: int,
        options: Options,
        computers: int,
        level: Level = Level.NORMAL,
    ) -> Table:
        """A new lobby with its host in the first seat, and so many computers of this level.

        Nobody is told: whoever opens a table calls `changed` once its message is there.
        """
        if computers >= options.size:
            raise Refused(Refusal.NO_SEAT_FOR_YOU)
        seating = Seating(host_id, None, ()).joined(host_id, utcnow())
        for _ in range(computers):
            seating = seating.with_computer(level)
        async with self._door:
            return await self._open(guild_id, channel_id, host_id, options, seating)

    async def again(self, table_id: int, user_id: int) -> Table:
        """A lobby with the people of a game that is over, in their seats, the loser dealing (1.0).

        Nobody is told, as by `open`.
        """
        async with self._door:  # nobody who sat there is deleted meanwhile
            old = await self.find(table_id)
            if old.live:
                raise Refused(Refusal.NOT_OVER, old)
            if old.state is None or old.state.loser is None:
                raise Refused(Refusal.OVER, old)
            if old.seating.kept_for(user_id) is None:
                old.seat_of(user_id)
            people = old.seating.people
            elsewhere = [person for person in people if is_former(person) or self._sits_enough(person)]
            seating = old.seating.again(user_id, old.state.loser, elsewhere)
            return await self._open(old.guild_id, old.channel_id, user_id, old.options, seating)

    async def join(self, table_id: int, user_id: int) -> Table:
        """Sit down in the next free seat."""
        async with self._door, self._lobby(table_id) as table:
            if table.seats(user_id):
                raise Refused(Refusal.SEATED, table)
            if len(table.sittings) == table.size:
                raise Refused(Refusal.FULL, table)
            self._check_cap(user_id)
            await self._reseat(table, table.seating.joined(user_id, utcnow()))
        return table

    async def ready(self, table_id: int, user_id: int, press_id: int) -> Table:
        """A person is ready, and this press goes into the shuffle."""
        async with self._lobby(table_id) as table:
            await self._reseat(table, table.seating.ready(table.seat_of(user_id), press_id))
        return table

    async def start(self, table_id: int, user_id: int, press_id: int | None = None) -> Table:
        """Deal what seed and presses give, the first dealer too (1.0); only the host of a full table."""
        async with self._hosted_lobby(table_id, user_id) as table:
            if len(table.sittings) < table.size:
                raise Refused(Refusal.SEATS_FREE, table)
            ready = table.seating
            if press_id is not None:
                ready = ready.ready(table.seat_of(user_id), press_id)
            context = Context(table.rules, tuple(map(_pressed, ready.sittings)), ready.dealer)
            seed = await self.store.seed(table.id)
            assert seed is not None, "a lobby has one"
            dealer, deck = self.shuffled(bytes.fromhex(seed), context)
            seating = ready.dealt_by(dealer)
            state, now = deal(table.rules, table.size, deck), utcnow()
            due = self._due(table.options, seating, state, now)
            async with self._writing(table):
                await self.store.start(
                    table.id,
                    NewGame(
                        rules=str(table.rules),
                        lobby=table.seating,
                        seating=seating,
                        shuffle=write_shuffle(context, dealer),
                        deck=" ".join(map(str, deck)),
                    ),
                    started_at=now,
                    due=due,
                )
            table.status, table.seating = Status.PLAYING, seating
            table.state, table.started_at, table.due = state, now, due
            self.changed(table)
        return table

    # what the host does

    async def configure(self, table_id: int, user_id: int, change: Callable[[Options], Options]) -> Table:
        """Play something else, by other rules, with other seats or time.

        Seats go from the end: free ones and computers, never a person. Nobody is ready for that yet.
        """
        async with self._hosted_lobby(table_id, user_id) as table:
            options, seating = change(table.options), table.seating
            if options != table.options:
                seating = seating.unready()
            while len(seating) > options.size:
                if seating.sittings[-1].user_id is not None:
                    raise Refused(Refusal.SEAT_TAKEN, table)
                seating = seating.without(len(seating) - 1)
            async with self._writing(table):
                await self.store.configure(
                    table.id,
                    rules=str(options.rules),
                    size=options.size,
                    turn_seconds=options.turn_seconds,
                    seating=seating,
                    instead_of=table.seating,
                )
            table.options, table.seating = options, seating
            self.changed(table)
        return table

    async def add_computer(self, table_id: int, user_id: int) -> Table:
        """A computer sits down in the next free seat."""
        async with self._hosted_lobby(table_id, user_id) as table:
            if len(table.sittings) == table.size:
                raise Refused(Refusal.FULL, table)
            await self._reseat(table, table.seating.with_computer())
        return table

    async def set_level(self, table_id: int, user_id: int, computer: str, level: Level) -> Table:
        """The computer of this name plays so from now on."""
        async with self._hosted_lobby(table_id, user_id) as table:
            seat = table.seating.computer(computer)
            if seat is None:
                raise Refused(Refusal.NOT_THERE, table)
            await self._reseat(table, table.seating.at_level(seat, level))
        return table

    async def remove(self, table_id: int, user_id: int, who: int | str) -> Table:
        """Another person, or the computer of this name, has to get up."""
        async with self._hosted_lobby(table_id, user_id) as table:
            seat = table.seating.computer(who) if isinstance(who, str) else table.seating.seat_of(who)
            if seat is None or who == user_id:
                raise Refused(Refusal.NOT_THERE, table)
            await self._reseat(table, table.seating.without(seat))
        return table

    async def hand_over(self, table_id: int, user_id: int, to: int) -> Table:
        """Another person at the table is its host."""
        async with self._hosted_lobby(table_id, user_id) as table:
            if not table.seats(to):
                raise Refused(Refusal.NOT_THERE, table)
            await self._reseat(table, table.seating.handed_to(to))
        return table

    async def close(self, table_id: int, why: Why) -> Table:
        """A lobby that somebody may close is closed."""
        async with self._lobby(table_id) as table:
            await self._end(table, why)
        return table

    def check_host(self, table: Table, user_id: int) -> None:
        """`Refused` to all but the host of a lobby."""
        if table.status is not Status.LOBBY:
            raise Refused(Refusal.STARTED if table.live else Refusal.OVER, table)
        table.seat_of(user_id)
        if user_id != table.seating.host_id:
            raise Refused(Refusal.NOT_HOST, table)

    async def _open(
        self, guild_id: int, channel_id: int, user_id: int, options: Options, seating: Seating
    ) -> Table:
        """A new lobby; whoever calls this holds the door."""
        now = utcnow()
        deadline = now + timedelta(seconds=self.settings.lobby_seconds)
        rules, size, turn_seconds = options
        new = NewTable(guild_id, channel_id, str(rules), size, turn_seconds, seating, self.new_seed().hex())
        if (here := self._in_channel_or_none(channel_id)) is not None:
            raise Refused(Refusal.TABLE_HERE, here)
        if (
            sum(table.guild_id == guild_id for table in self._live.values())
            >= self.settings.tables_per_server
        ):
            raise Refused(Refusal.SERVER_FULL)
        self._check_cap(user_id)
        try:
            table_id = await self.store.open_table(new, opened_at=now, deadline=deadline)
        except Conflict:
            raise Refused(Refusal.TABLE_HERE) from None
        stored = await self.store.load(table_id)
        assert stored is not None
        table = self._live[table_id] = await self._rebuild(stored)
        return table

    def _check_cap(self, user_id: int) -> None:
        if self._sits_enough(user_id):
            raise Refused(Refusal.PERSON_FULL)

    def _sits_enough(self, user_id: int) -> bool:
        """A person sits at so many tables and no more; who has left one does not sit there."""
        sits = sum(table.seating.belongs_to(user_id) is not None for table in self._live.values())
        return sits >= self.settings.tables_per_person

    @asynccontextmanager
    async def _lobby(self, table_id: int) -> AsyncIterator[Table]:
        table = await self.find(table_id)
        async with table.lock:
            if table.status is not Status.LOBBY:
                raise Refused(Refusal.STARTED if table.live else Refusal.OVER, table)
            yield table

    @asynccontextmanager
    async def _hosted_lobby(self, table_id: int, user_id: int) -> AsyncIterator[Table]:
        async with self._lobby(table_id) as table:
            self.check_host(table, user_id)
            yield table


def _pressed(sitting: Sitting) -> str:
    """How a sitting goes into the shuffle: nothing tells who it is."""
    if sitting.user_id is None:
        return COMPUTER
    return NO_PRESS if sitting.press_id is None else str(sitting.press_id)
