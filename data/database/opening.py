"""The address of a database, and the choice of its kind."""

from __future__ import annotations

import logging

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from data.database.backend import Backend, Shards
from data.database.errors import StoreError

VERBOSE_LOGGERS = ("aiosqlite", "sqlalchemy.engine")
"""Loggers that write values of rows at level DEBUG, and statements at INFO."""

WHOLE = Shards()
"""The shards of a process that has all servers."""

ALIASES = {"postgres": "postgresql"}
"""Other names for kinds of databases, used by hosts."""

DRIVERS = {"sqlite": "aiosqlite", "postgresql": "asyncpg"}
"""The kinds of databases, and the driver for each."""


def backend_of(url: str, shards: Shards = WHOLE) -> Backend:
    """Return the backend for a URL, or for the SQLite file of that name. Raises StoreError.

    Only this function asks for the kind, and only that kind's modules are loaded.
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
        raise StoreError(f"The database's URL cannot be read{_advice(url)}.") from error
    kind, _, driver = address.drivername.partition("+")
    kind = ALIASES.get(kind, kind)
    if kind == "postgresql" and url.count("@") > 1:
        raise StoreError(f"The database's URL has more than one @{_advice(url)}.")
    if kind not in DRIVERS or driver not in {"", DRIVERS[kind]}:
        usual = " or ".join(f"{name}://" for name in DRIVERS)
        raise StoreError(f"The database's URL cannot be used: it begins with {usual}.")
    return address.set(drivername=f"{kind}+{DRIVERS[kind]}")


def _advice(url: str) -> str:
    """Return advice on writing a password in a URL that has one."""
    if "@" not in url:
        return ""
    return ": in its password, write @ as %40, / as %2F and % as %25"
