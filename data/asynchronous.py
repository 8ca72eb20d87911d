"""SQLAlchemy's Core for an event loop: engines, connections and transactions.

A small replacement for ``sqlalchemy.ext.asyncio``: importing that brings in the object mapper,
which is not used here, and closing its connections takes an extra task.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Collection, Mapping, Sequence
from contextlib import asynccontextmanager
from functools import cache, partial
from importlib import import_module
from typing import Any, Concatenate, ParamSpec, TypeVar, TypeVarTuple, overload

from sqlalchemy import URL, Connection, CursorResult, Engine, Executable, ScalarResult, Table
from sqlalchemy import create_engine as create_sync_engine
from sqlalchemy.sql.selectable import TypedReturnsRows
from sqlalchemy.util import greenlet_spawn

P = ParamSpec("P")
T = TypeVar("T")
Ts = TypeVarTuple("Ts")

Parameters = Mapping[str, Any] | Sequence[Mapping[str, Any]] | None
"""The values for a statement, or a sequence of such values, for one execution each."""

Options = Mapping[str, Any] | None


class AsyncConnection:
    """A connection for use by one task, which must not be cancelled meanwhile."""

    def __init__(self, connection: Connection) -> None:
        self.sync_connection = connection

    @overload
    async def execute(
        self,
        statement: TypedReturnsRows[*Ts],
        parameters: Parameters = None,
        *,
        execution_options: Options = None,
    ) -> CursorResult[*Ts]: ...

    @overload
    async def execute(
        self,
        statement: Executable,
        parameters: Parameters = None,
        *,
        execution_options: Options = None,
    ) -> CursorResult[*tuple[Any, ...]]: ...

    async def execute(
        self,
        statement: Executable,
        parameters: Parameters = None,
        *,
        execution_options: Options = None,
    ) -> CursorResult[*tuple[Any, ...]]:
        """Execute a statement and return its rows, already fetched."""
        return await greenlet_spawn(
            self.sync_connection.execute, statement, parameters, execution_options=execution_options
        )

    @overload
    async def scalar(
        self, statement: TypedReturnsRows[T], parameters: Parameters = None
    ) -> T | None: ...

    @overload
    async def scalar(self, statement: Executable, parameters: Parameters = None) -> Any: ...  # noqa: ANN401 - as the statement says

    async def scalar(self, statement: Executable, parameters: Parameters = None) -> Any:
        """Return the first value of the first row, None if there is no row."""
        return (await self.execute(statement, parameters)).scalar()

    @overload
    async def scalars(
        self, statement: TypedReturnsRows[T], parameters: Parameters = None
    ) -> ScalarResult[T]: ...

    @overload
    async def scalars(
        self, statement: Executable, parameters: Parameters = None
    ) -> ScalarResult[Any]: ...

    async def scalars(
        self, statement: Executable, parameters: Parameters = None
    ) -> ScalarResult[Any]:
        """Return the first value of each row."""
        return (await self.execute(statement, parameters)).scalars()

    async def put(
        self, table: Table, *rows: Mapping[str, Any], kept: Collection[str] | None = ()
    ) -> None:
        """Store rows, all with the same columns; a row whose primary key exists is updated.

        Columns in ``kept`` are not updated; None keeps all of them.
        """
        if not rows:
            return
        changed = () if kept is None else [name for name in rows[0] if name not in kept]
        statement = _put(self.sync_connection.dialect.name, table, tuple(changed))
        await self.execute(statement, rows if len(rows) > 1 else rows[0])

    async def run_sync(
        self,
        function: Callable[Concatenate[Connection, P], T],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> T:
        """Return the result of a function that uses the connection without awaiting."""
        return await greenlet_spawn(partial(function, self.sync_connection, *args, **kwargs))

    @asynccontextmanager
    async def begin(self) -> AsyncIterator[None]:
        """Commit the block's statements, or roll them back if the block raises."""
        transaction = await greenlet_spawn(self.sync_connection.begin)
        try:
            yield
        except BaseException as error:
            await greenlet_spawn(transaction.__exit__, type(error), error, error.__traceback__)
            raise
        await greenlet_spawn(transaction.__exit__, None, None, None)


@cache  # building a statement takes longer than executing it
def _put(dialect: str, table: Table, changed: tuple[str, ...]) -> Executable:
    """Return the dialect's INSERT that updates the columns ``changed`` of a row that exists.

    ON CONFLICT is not standard SQL, so each dialect has a function of its own.
    """
    statement = import_module(f"sqlalchemy.dialects.{dialect}").insert(table)
    key = table.primary_key.columns.keys()
    values = {name: statement.excluded[name] for name in changed if name not in key}
    if values:
        return statement.on_conflict_do_update(index_elements=key, set_=values)  # type: ignore[no-any-return] # a module's function
    return statement.on_conflict_do_nothing(index_elements=key)  # type: ignore[no-any-return] # a module's function


class AsyncEngine:
    """A source of connections; listen to ``sync_engine`` for their events."""

    def __init__(self, engine: Engine) -> None:
        self.sync_engine = engine

    def execution_options(self, **options: Any) -> AsyncEngine:  # noqa: ANN401 - passed on
        """Return an engine with the same pool and with options for all of its connections."""
        return AsyncEngine(self.sync_engine.execution_options(**options))

    @asynccontextmanager
    async def connect(self) -> AsyncIterator[AsyncConnection]:
        """Give a connection while the block runs."""
        connection = await greenlet_spawn(self.sync_engine.connect)
        try:
            yield AsyncConnection(connection)
        finally:
            await greenlet_spawn(connection.close)

    @asynccontextmanager
    async def begin(self) -> AsyncIterator[AsyncConnection]:
        """Give a connection in a transaction, which is committed unless the block raises."""
        async with self.connect() as connection, connection.begin():
            yield connection

    async def dispose(self) -> None:
        """Close all idle connections."""
        await greenlet_spawn(self.sync_engine.dispose)


def create_async_engine(url: URL, **options: Any) -> AsyncEngine:  # noqa: ANN401 - passed on
    """Return an engine; the URL must name an asynchronous driver."""
    return AsyncEngine(create_sync_engine(url, **options))
