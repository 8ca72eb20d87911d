"""Kinds of databases: the contract that each kind keeps, and what all of them share.

Everything else is SQLAlchemy Core, the same for all kinds. A backend knows the shards of its
process: on the servers of these shards, this process posts, times and cleans up the matches.

A method described as *blocking* is to be called in a thread.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any, ClassVar, Final, NamedTuple

from sqlalchemy import ColumnElement, Select, Table, func, or_, select

from data.asynchronous import AsyncConnection, AsyncEngine
from data.database.errors import StoreError
from data.database.schema import events, matches, seats


@dataclass(frozen=True)
class Shards:
    """The shards of this process, out of ``count``.

    A server belongs to the shard that Discord assigns to it. What has no server, such as a direct
    message, belongs to shard 0. ``waits`` says whether this process waits while another process
    holds one of its shards.
    """

    count: int = 1
    ids: frozenset[int] = frozenset({0})
    waits: bool = False

    def have(self, guild: int) -> bool:
        """Return whether a server belongs to these shards."""
        return (guild >> 22) % self.count in self.ids

    @property
    def are_all(self) -> bool:
        """Whether these are all shards, so that no other process has any."""
        return len(self.ids) == self.count

    @property
    def have_first(self) -> bool:
        """Whether this process does the work that the whole bot needs only once."""
        return 0 in self.ids

    def of(self, guild: ColumnElement[int]) -> list[ColumnElement[bool]]:
        """Return the conditions for servers of these shards; none if these are all shards."""
        if self.are_all:
            return []
        return [((guild // 2**22) % self.count).in_(sorted(self.ids))]


def shards_of(ids: str, count: int | None) -> Shards:
    """Return the shards set by SHARD_IDS and SHARD_COUNT.

    Raises ValueError with a sentence if the settings contradict each other.
    """
    if count is None:
        if ids:
            raise ValueError("SHARD_IDS needs SHARD_COUNT, the number of all shards.")
        return Shards()
    try:
        found = frozenset(map(int, ids.split(","))) if ids else frozenset(range(count))
    except ValueError:
        found = frozenset[int]()
    if not found or not all(0 <= shard < count for shard in found):
        raise ValueError(f"SHARD_IDS has to be numbers from 0 to {count - 1}, such as 0,1.")
    return Shards(count, found, waits=True)


Notice = tuple[str, int]
"""A notice of a change, from one process to the others: its kind, such as ``match``, and an id."""


LATER: Final = "later"
"""Name of an option for a statement whose result nobody needs, not even the number of rows. The
statement may be executed together with the next one or with the COMMIT, which then raises its
errors. The option's value is True, or a sentence: if the delayed statement changes no row, Conflict
is raised with that sentence.
"""


class Inspection(NamedTuple):
    """Findings about a database; ``refusal`` says why it cannot be opened, empty if it can."""

    where: str
    file: Path | None = None
    """None for a database on a server."""
    exists: bool = False
    refusal: str = ""
    matches: int = 0
    size: int = 0
    in_use: bool = False
    seconds: float = 0
    """The duration of the check."""
    newest: Path | None = None
    """The newest backup."""
    newest_is_good: bool = False
    age: timedelta = timedelta()
    """The age of the newest backup."""
    wrong: tuple[str, ...] = ()
    """Sentences about contradictions between records and derived columns, in a sample."""
    notes: tuple[str, ...] = ()
    """Other facts that an operator should know, in sentences."""


class Backend(ABC):
    """The database of one URL. Methods raise StoreError unless they say otherwise."""

    suffix: ClassVar[str]
    """Suffix of its backups' names."""

    where: str
    """The name of the database for operators, without a password."""

    file: Path | None = None
    """The database's file, None if it is in memory or on a server."""

    shards: Shards
    """The shards of this process."""

    heard: Callable[[Notice | None], None] | None = None
    """Called with a notice of a change by another process; None: anything may have changed."""

    lost: Callable[[StoreError], None] | None = None
    """Called with an error when another process has become the owner of the shards."""

    waiting: Callable[[bool], None] | None = None
    """Called with True when a wait for another process's shards begins, with False when it ends."""

    troubled: Callable[[str], None] | None = None
    """Called with a sentence if the database turns out to be unusable outside of a transaction."""

    async def tell(self, connection: AsyncConnection, *notices: Notice) -> None:
        """Notify the other processes when the transaction is committed."""
        return

    async def tell_of(self, connection: AsyncConnection, notice: Notice, *guilds: int) -> None:
        """Notify the other processes unless all of these servers belong to this process."""
        if not all(map(self.shards.have, guilds)):
            await self.tell(connection, notice)

    # Opening

    @abstractmethod
    async def take(self, backups: Path | None) -> None:
        """Make this process the owner of its shards. ``backups`` is the folder of copies."""

    @abstractmethod
    def engine(self) -> AsyncEngine:
        """Return an engine that is not connected yet."""

    def looking(self) -> AsyncEngine:
        """Return a read-only engine, for inspections from outside."""
        return self.engine()

    @abstractmethod
    async def opened(self) -> None:
        """Note that the database is open and up to date."""

    async def damage(self, backups: Path | None) -> str:
        """Return a sentence about damage to the database, empty if it is sound.

        It is called after the database is opened, and may take minutes.
        """
        return ""

    @abstractmethod
    async def release(self) -> None:
        """Give up the ownership; nothing may be written afterwards."""

    # Transactions

    writing: ClassVar[dict[str, Any]] = {}
    """Execution options of connections that write."""

    reading: ClassVar[dict[str, Any]] = {}
    """Execution options of connections that only read."""

    migrating: ClassVar[dict[str, Any]] = {}
    """Execution options of the connection that migrates the schema."""

    @abstractmethod
    async def prepare_migration(self, connection: AsyncConnection) -> None:
        """Execute the statements that precede a migration, in its transaction."""

    def passes(self, error: BaseException, attempts: int) -> bool:
        """Return whether a transaction that failed with this error should be tried again.

        ``attempts`` is the number of earlier failures.
        """
        return False

    @abstractmethod
    def trouble(self, error: BaseException) -> str:
        """Return the reason why the database cannot be used for now, and advice. Blocking.

        The text is empty if the error has another cause.
        """

    def try_disk(self) -> None:
        """Write as much beside the database as a turn writes. Blocking. Raises OSError."""
        return

    @abstractmethod
    async def try_writing(self, connection: AsyncConnection, *, much: bool) -> None:
        """Write a trial in the caller's transaction, and delete it again.

        With ``much``, the trial is as large as a turn. Raises the driver's errors.
        """

    @abstractmethod
    async def size(self, connection: AsyncConnection) -> int:
        """Return the size of the database in bytes."""

    def free(self) -> int | None:
        """Return the free bytes on the database's disk, None if they are unknown.

        Blocking. Raises OSError.
        """
        return None

    def is_lost(self, error: BaseException) -> bool:
        """Return whether an error means a lost connection, so that an answer may be lost, too."""
        return False

    async def begin(self, connection: AsyncConnection) -> str:
        """Execute the first statement of a writing transaction; return the transaction's id."""
        return ""

    async def has_committed(self, engine: AsyncEngine, transaction: str) -> bool:
        """Return whether a transaction whose COMMIT got no answer was committed.

        ``transaction`` is the id that ``begin`` returned. Raises the driver's errors.
        """
        return False

    # Copies

    @abstractmethod
    async def last_number(self, connection: AsyncConnection, table: Table) -> int:
        """Return the last row number that the database has assigned in a table, 0 if none."""

    @abstractmethod
    async def go_on_from(self, connection: AsyncConnection, table: Table, last: int) -> None:
        """Make the database number new rows of a table from ``last`` + 1 on."""

    def way_back(self, error: BaseException, backups: Path | None) -> str:
        """Return advice about an error while opening, to be appended to a sentence. Blocking.

        The text is empty if there is no advice.
        """
        return ""

    @abstractmethod
    def beside(self, ending: str) -> Path:
        """Return a path with the name of the database and the suffix ``ending``.

        It is beside the database's file; for a server, in the working directory.
        """

    async def unable_to_copy(self) -> str:
        """Return a sentence saying why no copy can be made here, empty if one can."""
        return ""

    @property
    @abstractmethod
    def usual_backups(self) -> Path | None:
        """The default folder of backups; None if no copies can be made."""

    async def contents(self, copy: Path) -> list[str]:
        """Return phrases about a copy's contents for the operator, such as "3 matches"."""
        return []

    @abstractmethod
    async def back_up(self, target: Path) -> None:
        """Write a copy to a file that must not exist yet; matches go on meanwhile."""

    @abstractmethod
    async def restore(self, copy: Path) -> str:
        """Replace the database with a copy; return a sentence about the result."""

    # Looking at it from outside, also while a bot has it open

    @abstractmethod
    async def inspect(self, backups: Path | None) -> Inspection:
        """Return the findings of a full check of the database and its backups. Raises nothing."""

    @abstractmethod
    async def server_settings(self, guild: int) -> dict[str, Any]:
        """Return a server's stored settings, empty if they cannot be read."""


_events = (
    select(events.c.match, func.count().label("many"), func.max(events.c.number).label("last"))
    .group_by(events.c.match)
    .subquery()
)
_seats = (
    select(seats.c.match, func.count().label("many"), (func.max(seats.c.seat) + 1).label("last"))
    .group_by(seats.c.match)
    .subquery()
)

RULES: dict[str, Select[Any]] = {
    "match {} has not as many events as it should have": select(matches.c.id)
    .outerjoin(_events, _events.c.match == matches.c.id)
    .where(
        or_(
            _events.c.many.is_distinct_from(matches.c.version),
            _events.c.last.is_distinct_from(matches.c.version),
        )
    ),
    "match {} has not its seats": select(matches.c.id)
    .outerjoin(_seats, _seats.c.match == matches.c.id)
    .where(or_(_seats.c.many.is_distinct_from(_seats.c.last), _seats.c.many.is_(None))),
}
"""Statements that find the damaged matches, by the problem that they find."""
