"""The address of a database, and which kind it is."""

from __future__ import annotations

import logging

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from data.database.backend import Backend
from data.database.errors import StoreError
from data.database.shards import Shards

VERBOSE_LOGGERS = ("aiosqlite", "sqlalchemy.engine")
"""Loggers that write values of rows at level DEBUG, and statements at INFO."""

WHOLE = Shards()
"""One process has all servers."""

DRIVERS = {"sqlite": "aiosqlite", "postgresql": "asyncpg"}
"""The kinds of databases, and what connects to each."""


def backend_of(url: str, shards: Shards = WHOLE) -> Backend:
    """Return the database of a URL, or the SQLite file of that name. Raises StoreError.

    The one place that asks which kind it is: only what belongs to that kind is loaded.
    """
    for name in VERBOSE_LOGGERS:
        logging.getLogger(name).setLevel(logging.WARNING)
    address = _address_of(url)
    if address.get_backend_name() == "sqlite":
        from data.database.sqlite.backend import SqliteBackend  # noqa: PLC0415 - the one that is used

        return SqliteBackend(address, shards)
    from data.database.postgres.backend import PostgresBackend  # noqa: PLC0415 - likewise

    return PostgresBackend(address, shards)


def _address_of(url: str) -> URL:
    if "://" not in url:
        return URL.create("sqlite+aiosqlite", database=url)
    try:
        address = make_url(url)
    except (ArgumentError, ValueError) as error:
        raise StoreError("The database's URL cannot be read.") from error
    kind, _, driver = address.drivername.partition("+")
    if kind not in DRIVERS or driver not in {"", DRIVERS[kind]}:
        usual = " or ".join(f"{name}+{usual}://" for name, usual in DRIVERS.items())
        raise StoreError(f"The database's URL cannot be used: it begins with {usual}.")
    return address.set(drivername=f"{kind}+{DRIVERS[kind]}")
