"""The address of a database on a server: a URL with libpq's parameters, as hosts give it.

The address is passed on in two ways: to asyncpg, which knows some of libpq's parameters, and to
PostgreSQL's programs, in environment variables, so that no password appears on a command line.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from sqlalchemy import URL

from data.database.errors import StoreError

VARIABLES: Final = {
    "sslmode": "PGSSLMODE",
    "sslrootcert": "PGSSLROOTCERT",
    "sslcert": "PGSSLCERT",
    "sslkey": "PGSSLKEY",
    "sslcrl": "PGSSLCRL",
    "sslnegotiation": "PGSSLNEGOTIATION",
    "ssl_min_protocol_version": "PGSSLMINPROTOCOLVERSION",
    "ssl_max_protocol_version": "PGSSLMAXPROTOCOLVERSION",
    "target_session_attrs": "PGTARGETSESSIONATTRS",
    "krbsrvname": "PGKRBSRVNAME",
    "passfile": "PGPASSFILE",
    "application_name": "PGAPPNAME",
    "options": "PGOPTIONS",
    "connect_timeout": "PGCONNECT_TIMEOUT",
    "channel_binding": "PGCHANNELBINDING",
    "gssencmode": "PGGSSENCMODE",
    "sslsni": "PGSSLSNI",
    "sslcompression": "PGSSLCOMPRESSION",
    "sslcertmode": "PGSSLCERTMODE",
}
"""Environment variables that pass parameters to PostgreSQL's programs, by parameter."""

FILES: Final = ("sslrootcert", "sslcert", "sslkey", "sslcrl", "passfile")
"""Parameters whose values are paths of files."""

SETTINGS: Final = ("application_name", "options")
"""Parameters sent to the server when a connection begins."""

UNUSED: Final = ("channel_binding", "gssencmode", "sslsni", "sslcompression", "sslcertmode")
"""Parameters unknown to asyncpg."""

TIMEOUT: Final = "connect_timeout"
"""Parameter for the seconds after which connecting is given up."""

SYSTEM: Final = "system"
"""The value of ``sslrootcert`` for the certificates that the machine trusts."""

SWITCHES: Final = {"true": "require", "1": "require", "false": "disable", "0": "disable"}
"""Values of ``sslmode`` by those of ``ssl``, which some hosts write instead."""


class Address(NamedTuple):
    """The details for connecting to a database; ``where`` is its URL without the password."""

    where: str
    name: str
    """The database's name on its server."""
    arguments: Mapping[str, Any]
    """Arguments for ``asyncpg.connect``."""
    settings: Mapping[str, str]
    """Settings of the session on the server."""
    environment: Mapping[str, str]
    """Environment variables for PostgreSQL's programs."""
    ignored: tuple[str, ...]
    """Parameters that the bot's own connections do not use."""


def address_of(url: URL) -> Address:
    """Return the address in a URL. Raises StoreError for parameters that cannot be used."""
    given = {key: one if isinstance(one, str) else one[-1] for key, one in url.query.items()}
    if switch := given.pop("ssl", ""):
        given.setdefault("sslmode", SWITCHES.get(switch.lower(), switch))
    url = url.set(
        username=given.pop("user", None),
        password=given.pop("password", None),
        database=given.pop("dbname", None),
    )
    _check(given)
    server: dict[str, Any] = {key: given.pop(key) for key in ("host", "port") if key in given}
    known = {key: value for key, value in given.items() if key in VARIABLES}
    told = {key: value for key, value in known.items() if key not in (*SETTINGS, *UNUSED, TIMEOUT)}
    dsn = URL.create("postgresql", host=url.host, port=url.port, query={**server, **told})
    arguments: dict[str, Any] = {
        "dsn": dsn.render_as_string(),
        "user": url.username,
        "password": url.password,
        "database": url.database,
    }
    if known.get("sslrootcert") == SYSTEM:
        arguments["ssl"] = True
    if TIMEOUT in known:
        arguments["timeout"] = int(known[TIMEOUT])
    environment = {
        "PGHOST": server.get("host", url.host),
        "PGPORT": server.get("port", url.port),
        "PGUSER": url.username,
        "PGPASSWORD": url.password,
        "PGDATABASE": url.database,
    } | {VARIABLES[key]: value for key, value in known.items()}
    return Address(
        url.set(drivername="postgresql", query=server).render_as_string(hide_password=True),
        url.database or url.username or "",
        arguments,
        {key: known[key] for key in SETTINGS if key in known},
        {name: str(value) for name, value in environment.items() if value},
        tuple(key for key in given if key in UNUSED or key not in VARIABLES),
    )


def _check(given: Mapping[str, str]) -> None:
    """Raise StoreError for an unknown ``ssl…`` parameter, a missing file, or an invalid timeout.

    Other unknown parameters are ignored, but a misspelt one for encryption must not be.
    """
    for key in given:
        if key.startswith("ssl") and key not in VARIABLES:
            raise StoreError(f"The database's URL cannot be used: {key} is no parameter of it.")
    for key in FILES:
        if given.get(key, SYSTEM) != SYSTEM and not Path(given[key]).is_file():
            raise StoreError(f"The file that the database's URL gives as {key} is not there.")
    if TIMEOUT in given and not (given[TIMEOUT].isdecimal() and 0 < int(given[TIMEOUT]) <= 3600):
        raise StoreError(f"The database's URL gives no number of seconds as {TIMEOUT}.")
