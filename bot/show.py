"""Which screen a table shows, to everybody and to each person."""

from __future__ import annotations

from discord.utils import utcnow

from bot.names import Names
from bot.screens import end, lobby, parts, table
from bot.screens.hand import Note, hand
from bot.store import Sitting, Status
from bot.tables import Refusal, Refused, Table
from bot.texts import Texts
from engine import Card, Seat, view


class Show:
    """Turns tables into screens."""

    def __init__(self, names: Names) -> None:
        self._names = names

    async def scene(self, table: Table, t: Texts) -> parts.Scene:
        """What everybody may know of a table besides its cards."""
        people = [sitting.user_id for sitting in table.sittings if sitting.user_id is not None]
        names = await self._names.of(table.guild_id, people, t)
        finish = table.ended_at or utcnow()
        return parts.Scene(
            table=table.id,
            rules=table.rules,
            size=table.size,
            sitters=tuple(_sitter(table, seat, names) for seat in range(len(table.sittings))),
            ply=table.ply,
            deadline=table.deadline,
            happenings=table.happenings,
            tricks=table.tricks,
            minutes=0
            if table.started_at is None
            else max(1, round((finish - table.started_at).total_seconds() / 60)),
        )

    async def public(self, table_: Table, t: Texts) -> parts.Screen:
        """The table message."""
        scene = await self.scene(table_, t)
        if table_.status is Status.LOBBY:
            return lobby.lobby(scene, t)
        if table_.state is None or table_.status in (Status.CLOSED, Status.ABANDONED):
            return lobby.closed(t, started=table_.state is not None)
        seen = view(table_.state, None)
        return table.table(seen, scene, t) if seen.loser is None else end.end(seen, scene, t)

    async def hand(
        self,
        table: Table,
        user_id: int,
        t: Texts,
        note: Note | None = None,
        run_from: Card | None = None,
    ) -> parts.Screen:
        """A person's own cards; `Refused` if he does not sit here or nothing has been dealt."""
        seat = table.seat_of(user_id)
        if table.state is None:
            raise Refused(Refusal.NOT_STARTED if table.live else Refusal.OVER, table)
        if table.status is Status.ABANDONED:
            raise Refused(Refusal.OVER, table)
        return hand(view(table.state, seat), await self.scene(table, t), t, note, run_from)


def _sitter(table: Table, seat: Seat, names: dict[int, str]) -> parts.Sitter:
    sitting = table.sittings[seat]
    away = sitting.user_id is not None and sitting.computer is not None
    return parts.Sitter(
        name=names[sitting.user_id] if sitting.user_id is not None else str(sitting.computer),
        computer=sitting.user_id is None,
        away=away,
        hat=_same(sitting, table.hat),
        host=sitting.user_id == table.host_id and not away,
        deals=seat == table.dealer,
    )


def _same(sitting: Sitting, loser: Sitting | None) -> bool:
    """Whether the loser of the last game sits here: a person by his id, a computer by its name."""
    if loser is None:
        return False
    if loser.user_id is not None:
        return sitting.user_id == loser.user_id
    return sitting.user_id is None and sitting.computer == loser.computer
