"""Which screen a table shows, to everybody and to each person."""

from __future__ import annotations

from datetime import datetime

from discord.utils import utcnow

from bot.names import Names
from bot.readers import Reader, Readers
from bot.screens import end, lobby, notice, options, parts, table
from bot.screens.hand import Note, hand
from bot.screens.hints import unseen_hint
from bot.seating import Sitting
from bot.store import Status
from bot.table import Refusal, Refused, Table
from bot.texts import Texts
from engine import Card, Seat, view


class Show:
    """Turns tables into screens."""

    def __init__(self, names: Names, readers: Readers, usual_time: int) -> None:
        self._names = names
        self._readers = readers
        self._usual_time = usual_time  # seconds for a turn, where no host has set another

    async def scene(self, table: Table, t: Texts) -> parts.Scene:
        """What everybody may know of a table besides its cards."""
        wore = None if table.hat is None else table.hat.user_id
        people = [sitting.user_id for sitting in table.sittings if sitting.user_id is not None]
        people += [wore] if wore is not None and not table.live else []
        names = await self._names.of(table.guild_id, people, t)
        finish = table.ended_at or utcnow()
        return parts.Scene(
            table=table.id,
            rules=table.rules,
            size=table.size,
            sitters=tuple(_sitter(table, seat, names) for seat in range(len(table.sittings))),
            turn_seconds=table.options.turn_seconds,
            ply=table.ply,
            deadline=_shown_deadline(table),
            all_asleep=table.all_asleep,
            vote=_vote(table),
            happenings=table.happenings,
            tricks=table.tricks,
            promise=table.promise,
            seed=table.seed,
            hat_from=None if table.hat is None or table.live else _name(table.hat, names),
            minutes=0
            if table.started_at is None
            else max(1, round((finish - table.started_at).total_seconds() / 60)),
        )

    async def words(self, table: Table) -> Texts:
        """The language of a table's channel."""
        return (await self._readers.everybody(table.guild_id)).t

    async def public(self, table_: Table, *, paused: bool | None = None) -> parts.Screen:
        """The table message; `paused` where it differs from what the table is."""
        t, look, *_ = await self._readers.everybody(table_.guild_id, table_.channel_id)
        paused = table_.paused_at is not None if paused is None else paused
        scene = await self.scene(table_, t)
        if table_.status is Status.LOBBY:
            return lobby.lobby(scene, t, look)
        if table_.state is None or table_.status in (Status.CLOSED, Status.ABANDONED):
            return end.closed(table_.why, t, started=table_.status is Status.ABANDONED)
        if paused:
            return notice.paused(table_.missing, t, table_.id)
        seen = view(table_.state, None)
        return table.table(seen, scene, t, look) if seen.loser is None else end.end(seen, scene, t, look)

    async def options(
        self, table: Table, page: str, t: Texts, refused: tuple[str, str] | None = None
    ) -> parts.Screen:
        """What the host may change in a lobby; what could not be done stands on top."""
        names = await self._names.of(table.guild_id, table.seating.people, t)
        sitters = tuple(
            options.Guest(str(sitting.user_id or sitting.computer), _sitter(table, seat, names))
            for seat, sitting in enumerate(table.sittings)
        )
        if page in options.PAGES:
            return options.house_rules(table.id, table.options, page, t)
        if page == options.COMPUTERS:
            return options.computers(table.id, table.options, sitters, t, refused)
        return options.options(table.id, table.options, sitters, self._usual_time, t, refused)

    async def hand(
        self,
        table: Table,
        user_id: int,
        reader: Reader,
        note: Note | None = None,
        run_from: Card | None = None,
    ) -> parts.Screen:
        """A person's own cards, or that a computer keeps his seat.

        `Refused` if he does not sit here or nothing has been dealt.
        """
        t = reader.t
        if table.kept_for(user_id):
            return notice.kept(table.id, t, waits=table.all_asleep)
        looks_on = not table.live or user_id in table.seating.sleepers
        seat = table.seat_to_see(user_id) if looks_on else table.seat_of(user_id)
        if table.state is None:
            raise Refused(Refusal.NOT_STARTED if table.live else Refusal.OVER, table)
        if table.status is Status.ABANDONED:
            raise Refused(Refusal.OVER, table)
        if table.paused_at is not None and note is None:
            note = Note(t("This game is paused."))
        seen, scene = view(table.state, seat), await self.scene(table, t)
        return hand(
            seen, scene, t, note, run_from, look=reader.look, hint=unseen_hint(seen, reader.hints_seen)
        )


def _shown_deadline(table: Table) -> datetime | None:
    """None while it stands still; a turn without limit ends too, but so late that it would only confuse."""
    endless = table.options.turn_seconds is None and table.waiting_for is not None
    return None if endless or table.paused_at is not None else table.deadline


def _vote(table: Table) -> parts.Vote | None:
    if table.vote_until is None:
        return None
    agreed = sum(sitting.agrees for sitting in table.sittings if sitting.plays)
    return parts.Vote(agreed, len(table.seating.people), table.vote_until)


def _sitter(table: Table, seat: Seat, names: dict[int, str]) -> parts.Sitter:
    sitting = table.sittings[seat]
    return parts.Sitter(
        name=_name(sitting, names),
        computer=sitting.user_id is None,
        level=sitting.strength,
        away=sitting.kept,
        hat=_same(sitting, table.hat),
        host=sitting.plays and sitting.user_id == table.seating.host_id,
        deals=seat == table.seating.dealer,
        ready=sitting.press_id is not None,
    )


def _name(sitting: Sitting, names: dict[int, str]) -> str:
    return str(sitting.computer) if sitting.user_id is None else names[sitting.user_id]


def _same(sitting: Sitting, loser: Sitting | None) -> bool:
    """Whether the loser of the last game sits here: a person by his id, a computer by its name."""
    if loser is None:
        return False
    if loser.user_id is not None:
        return sitting.user_id == loser.user_id
    return sitting.user_id is None and sitting.computer == loser.computer
