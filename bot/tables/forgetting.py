"""A person has his data deleted."""

from __future__ import annotations

from contextlib import AsyncExitStack

from bot import privacy
from bot.former import fresh_id
from bot.table import Refused, Table
from bot.tables.registry import Registry


class Forgetting(Registry):
    """Whoever sits anywhere gets up for good, and his id is replaced by a number that is nobody's."""

    async def forget(self, user_id: int) -> list[Table] | None:
        """Delete a person, in the store and at all tables; those that knew him, or None if nothing is stored.

        The door and the locks of all tables are held all the while, so that no change that began before
        writes his id back: a table where he never sat may just have read that he wears the hat.
        `privacy.wipe` has to follow, whatever is returned.
        """
        async with self._door, AsyncExitStack() as locks:
            tables = sorted(self, key=lambda table: table.id)
            for table in tables:  # nobody else holds two, nor waits for the door with one
                await locks.enter_async_context(table.lock)
            his = [table for table in tables if table.seating.knows(user_id)]
            if not his and not any(await privacy.held(self.store.engine, user_id)):
                await privacy.want_wipe(self.store.engine)
                return None
            for table in his:
                try:
                    await self._get_him_up(table, user_id)
                except Refused:  # another process was first; the table is as it left it
                    await self._get_him_up(table, user_id)
            former_id = fresh_id()
            await privacy.forget(self.store.engine, user_id, former_id)
            changed = [table for table in tables if table.rename(user_id, former_id)]
        for table in changed:
            self.changed(table)
        return [*his, *(table for table in changed if table not in his)]

    async def _get_him_up(self, table: Table, user_id: int) -> None:
        seat = table.seating.belongs_to(user_id)
        if table.live and seat is not None:
            await self._get_up(table, seat)
