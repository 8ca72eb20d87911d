"""The polls in the database. A shipped activity's subject is in ``data/``, and part of ``Store``.

Polls are kept as facts, so that the example needs no migration. A poll and its votes are deleted
once the result is posted. Votes that last would be people's data, which needs a table with marked
columns.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import datetime
from typing import Any, Final

from sqlalchemy import delete, select

from data import Bulletin, bulletins
from data.asynchronous import AsyncConnection
from data.database.connection import Subject, reading, writing
from data.database.schema import facts
from engine import Refusal
from tests.examples.polls.poll import OVER, Poll

KIND: Final = "vote"
"""The kind of a poll's bulletins. No other kind has its first letter, which marks messages."""

RESULT: Final = 1
"""The number of a poll's only bulletin, its result; the card has the number 0."""

PREFIX: Final = "poll "


class PollStore(Subject):
    """The polls that are open or whose result is not posted yet."""

    @reading
    async def find(self, connection: AsyncConnection, number: int) -> Poll | None:
        """Return a poll by its id, None if it is gone."""
        return await _find(connection, number)

    @reading
    async def all(self, connection: AsyncConnection) -> list[int]:
        """Return the ids of all polls, in order."""
        names = await connection.scalars(select(facts.c.name).where(_is_poll()))
        return sorted(int(name.removeprefix(PREFIX)) for name in names)

    @writing
    async def put(self, connection: AsyncConnection, poll: Poll) -> None:
        """Store a new poll."""
        await _put(connection, poll)

    @writing
    async def change(
        self, connection: AsyncConnection, number: int, change: Callable[[Poll], Poll]
    ) -> Poll:
        """Store and return the poll that ``change`` makes of the stored one.

        Raises Refusal if the poll is gone or ``change`` refuses.
        """
        poll = await _find(connection, number)
        if poll is None:
            raise Refusal(OVER)
        changed = change(poll)
        await _put(connection, changed)
        return changed

    @writing
    async def end(self, connection: AsyncConnection, number: int, at: datetime) -> None:
        """End a poll and store the bulletin of its result, in one transaction.

        Nothing happens if the poll is over or gone.
        """
        poll = await _find(connection, number)
        if poll is not None and not poll.is_over:
            await _put(connection, poll._replace(is_over=True))
            result = Bulletin(KIND, poll.id, RESULT, poll.guild, poll.channel, since=at)
            await bulletins.add(connection, [result])

    @writing
    async def delete(self, connection: AsyncConnection, number: int) -> None:
        """Delete a poll and its votes."""
        await connection.execute(delete(facts).where(facts.c.name == f"{PREFIX}{number}"))


def _is_poll() -> Any:  # noqa: ANN401 - a condition
    return facts.c.name.startswith(PREFIX)


async def _find(connection: AsyncConnection, number: int) -> Poll | None:
    of_it = facts.c.name == f"{PREFIX}{number}"
    value = await connection.scalar(select(facts.c.value).where(of_it))
    if value is None:
        return None
    read = json.loads(value)
    read |= {name: datetime.fromisoformat(read[name]) for name in ("opened", "ends")}
    votes = {int(person): game for person, game in read["votes"].items()}
    return Poll(**read | {"games": tuple(read["games"]), "votes": votes})


async def _put(connection: AsyncConnection, poll: Poll) -> None:
    value = json.dumps(poll._asdict(), default=datetime.isoformat)
    await connection.put(facts, {"name": f"{PREFIX}{poll.id}", "value": value})
