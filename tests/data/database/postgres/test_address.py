"""Addresses of databases, as hosting services give them."""

from __future__ import annotations

import asyncio
import ssl
import struct
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from sqlalchemy import make_url

from data import Store, StoreError, backup_of, copy_database, inspect
from data.database.postgres.address import address_of
from tests.data.database.test_database import refusal
from tests.data.hands import execute
from tests.needs import OPENSSL, leave_out
from tests.postgres import Server

HOST = "postgres://damier:a%40b%2Fc@db.example:6543/club"

SSL_REQUEST = struct.pack("!ii", 8, 80877103)
"""A client's request for encryption in PostgreSQL's protocol."""


class Front:
    """A TLS proxy of a server, as hosts have one; without a certificate it refuses encryption."""

    def __init__(self, server: Server, certificate: Path | None) -> None:
        self._socket = str(server.folder / ".s.PGSQL.5432")
        self._certificate = certificate
        self.encrypted = 0
        """The number of encrypted connections so far."""

    @asynccontextmanager
    async def serving(self) -> AsyncIterator[int]:
        """Serve on a free port of this machine while the block runs, and yield the port."""
        served = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        async with served:
            yield served.sockets[0].getsockname()[1]

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        begun = await reader.readexactly(len(SSL_REQUEST))
        if begun == SSL_REQUEST:
            begun = b""
            writer.write(b"S" if self._certificate else b"N")
            if self._certificate:
                context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
                context.load_cert_chain(self._certificate)
                try:
                    await writer.start_tls(context)
                except (ssl.SSLError, OSError):
                    writer.close()
                    return
                self.encrypted += 1
        there, to = await asyncio.open_unix_connection(self._socket)
        to.write(begun)
        await asyncio.gather(_pipe(reader, to), _pipe(there, writer))


async def _pipe(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        while some := await reader.read(1 << 16):
            writer.write(some)
            await writer.drain()
    except (ConnectionError, ssl.SSLError):
        pass
    finally:
        writer.close()


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a file with a self-signed certificate for localhost, and its key."""
    if not OPENSSL.is_here:
        leave_out(OPENSSL)
    file = tmp_path_factory.mktemp("tls") / "server.pem"
    subprocess.run(  # noqa: S603 - to make a file of ours
        [
            *OPENSSL.paths, "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256",
            "-nodes", "-days", "2", "-subj", "/CN=localhost",
            "-addext", "subjectAltName=DNS:localhost", "-keyout", file, "-out", f"{file}.crt",
        ],
        check=True, capture_output=True,
    )  # fmt: skip
    with file.open("a", encoding="utf-8") as whole:
        whole.write(Path(f"{file}.crt").read_text(encoding="utf-8"))
    return file


# What a URL means


def test_the_parts_of_a_url_and_what_programs_are_told() -> None:
    address = address_of(make_url(f"{HOST}?sslmode=require&connect_timeout=5&application_name=a"))
    assert address.where == "postgresql://damier:***@db.example:6543/club"
    assert address.environment == {
        "PGHOST": "db.example", "PGPORT": "6543", "PGUSER": "damier", "PGPASSWORD": "a@b/c",
        "PGDATABASE": "club", "PGSSLMODE": "require", "PGCONNECT_TIMEOUT": "5", "PGAPPNAME": "a",
    }  # fmt: skip
    assert address.settings == {"application_name": "a"}
    assert address.arguments["timeout"] == 5
    assert address.ignored == ()


@pytest.mark.parametrize(
    ("query", "mode"),
    [("sslmode=prefer", "prefer"), ("ssl=true", "require"), ("ssl=verify-full", "verify-full")],
)
def test_how_encryption_is_asked_for(query: str, mode: str) -> None:
    assert address_of(make_url(f"{HOST}?{query}")).environment["PGSSLMODE"] == mode


def test_what_is_ignored_is_named() -> None:
    query = "channel_binding=require&pgbouncer=true&sslmode=require&connection_limit=1"
    found = address_of(make_url(f"{HOST}?{query}"))
    assert found.ignored == ("channel_binding", "pgbouncer", "connection_limit")
    assert found.environment["PGCHANNELBINDING"] == "require"


def test_a_password_among_the_parameters_is_not_shown() -> None:
    found = address_of(make_url("postgres://db/club?user=damier&password=secret"))
    assert "secret" not in found.where
    assert (found.arguments["user"], found.arguments["password"]) == ("damier", "secret")


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("postgres://damier:p@ss/1@db/club", "has more than one @: in its password, write @ as"),
        ("postgresql+asyncpg://damier:p@ss:1@db/club", "cannot be read: in its password, write @"),
        ("postgres://damier:secret@db:port/club", "cannot be read: in its password, write @ as"),
        ("postgres://damier:secret@db/club?sslmod=require", "sslmod is no parameter of it"),
        ("postgres://damier:secret@db/club?sslrootcert=/nowhere", "gives as sslrootcert is not"),
        ("postgres://damier:secret@db/club?connect_timeout=soon", "no number of seconds as"),
    ],
)
async def test_an_address_of_no_use_is_refused_everywhere_and_not_shown(
    url: str, said: str, tmp_path: Path, new_database: Path
) -> None:
    for refused in (
        lambda: backup_of(url, tmp_path / "copy.dump"),
        lambda: copy_database(str(new_database), url),
        lambda: Store.open(url),
    ):
        with pytest.raises(StoreError) as raised:
            await refused()
        assert said in str(raised.value)
        assert not [part for part in ("secret", "ss", "p@") if f"{part}/" in str(raised.value)]
    found = await inspect(url, None)
    assert said in found.refusal
    assert not found.where


# Connecting


def through(url: str, port: int, query: str) -> str:
    """Return the URL of a database through the front at ``port``."""
    return f"postgres://postgres:a/b@localhost:{port}/{make_url(url).database}?{query}"


async def test_an_encrypted_connection(url: str, server: Server, certificate: Path) -> None:
    front = Front(server, certificate)
    query = "sslmode=require&channel_binding=require&application_name=club"
    async with front.serving() as port:
        address = through(url, port, query)
        store = await Store.open(address)
        assert await store.matches() == []
        names = await execute(url, "SELECT DISTINCT application_name FROM pg_stat_activity")
        assert ("club",) in [tuple(name) for name in names]
        await store.close()
        assert front.encrypted > 1
        for root, said in ((f"{certificate}.crt", ""), ("system", "certificate verify failed")):
            verifying = through(url, port, f"sslmode=verify-full&sslrootcert={root}")
            assert said in (await inspect(verifying, None)).refusal


async def test_a_server_that_refuses_encryption(url: str, server: Server) -> None:
    async with Front(server, None).serving() as port:
        assert "rejected SSL upgrade" in await refusal(through(url, port, "sslmode=require"))
        await (await Store.open(through(url, port, "sslmode=prefer"))).close()


# Encodings


@pytest.mark.parametrize("encoding", ["SQL_ASCII", "LATIN1"])
async def test_a_database_that_is_not_in_utf_8_is_refused(server: Server, encoding: str) -> None:
    name = f"in_{encoding.lower()}"
    await server.execute(f"CREATE DATABASE {name} ENCODING '{encoding}' TEMPLATE template0")
    for _ in range(2):
        said = await refusal(server.url(name))
        assert f"its encoding is {encoding}, and texts of all languages need UTF8" in said
        assert "CREATE DATABASE damier ENCODING 'UTF8'" in said
    await server.drop(name)
