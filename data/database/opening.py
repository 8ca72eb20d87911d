"""Choosing the backend for the URL of a database."""

from __future__ import annotations

import logging

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from data.database.backend import Backend, Shards
from data.database.errors import StoreError

VERBOSE_LOGGERS = ("aiosqlite", "sqlalchemy.engine")
"""Loggers that write the values of rows at level DEBUG, and statements at level INFO."""

WHOLE = Shards()
"""The shards of a process that has all servers."""

ALIASES = {"postgres": "postgresql"}
"""Names that hosts use for a kind of database, and the usual ones."""

DRIVERS = {"sqlite": "aiosqlite", "postgresql": "asyncpg"}
"""The driver for each kind of database."""


def backend_of(url: str, shards: Shards = WHOLE) -> Backend:
    """Return the backend for a URL, or for the path of an SQLite file.

    Only this function distinguishes the kinds of databases, and it imports only the modules of the
    kind in use. Raises StoreError if the URL cannot be used.
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
    """Return advice on writing the password in a URL, empty for a URL without one."""
    if "@" not in url:
        return ""
    return ": in its password, write @ as %40, / as %2F and % as %25"
