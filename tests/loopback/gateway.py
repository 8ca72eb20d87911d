"""The gateway: sessions that outlive their connections, and the events sent through them."""

from __future__ import annotations

import asyncio
import json
import secrets
import zlib
from collections.abc import Callable
from dataclasses import dataclass, field

from aiohttp import WSCloseCode, WSMsgType, web
from discord import Intents

from tests.loopback import payloads
from tests.loopback.world import Json, World

DISPATCH, HEARTBEAT, IDENTIFY, RESUME, RECONNECT = 0, 1, 2, 6, 7
REQUEST_MEMBERS, INVALID_SESSION, HELLO, HEARTBEAT_ACK = 8, 9, 10, 11
HEARTBEAT_INTERVAL_MS = 41_250
GUILD_EVENTS = {"GUILD_CREATE", "GUILD_UPDATE", "GUILD_DELETE"}
"""Events whose `id` is that of the guild they are about."""

NOT_AUTHENTICATED, AUTHENTICATION_FAILED, INVALID_SHARD, DISALLOWED_INTENTS = 4003, 4004, 4010, 4014


class Connection:
    """A websocket and the frames waiting to be written to it, in order."""

    def __init__(
        self,
        socket: web.WebSocketResponse,
        transport: asyncio.Transport | None,
        *,
        compress: bool,
    ) -> None:
        self.socket = socket
        self.transport = transport
        self.session: Session | None = None
        self.alive = True
        self._frames: asyncio.Queue[Json] = asyncio.Queue()
        self._compressor = zlib.compressobj() if compress else None

    def send(self, op: int, data: object = None, **more: object) -> None:
        self._frames.put_nowait({"op": op, "d": data, "s": None, "t": None} | more)

    async def write(self) -> None:
        """Write the frames of `send` to the socket until cancelled or the connection is lost."""
        while True:
            text = json.dumps(await self._frames.get())
            if not self.alive:
                return
            try:
                if self._compressor is None:
                    await self.socket.send_str(text)
                else:
                    frame = self._compressor.compress(text.encode())
                    frame += self._compressor.flush(zlib.Z_SYNC_FLUSH)
                    await self.socket.send_bytes(frame)
            except ConnectionError:
                return


@dataclass(eq=False)
class Session:
    """The session of an identified bot, which may be resumed after its connection is lost."""

    id: str
    intents: Intents
    connection: Connection | None
    shard: int = 0
    shards: int = 1
    events: list[Json] = field(default_factory=list)
    """Everything dispatched, in order: number `s` is at index `s - 1`."""

    def receives(self, guild: int | None) -> bool:
        """Return whether this session's shard gets the events of a guild (None: of DMs)."""
        return self.shard == (0 if guild is None else (guild >> 22) % self.shards)

    def dispatch(self, event: str, data: Json) -> None:
        self.events.append({"t": event, "s": len(self.events) + 1, "d": data})
        if self.connection is not None:
            self.connection.send(DISPATCH, data, t=event, s=len(self.events))


class Gateway:
    """All sessions, with methods that send events to them and cut their connections."""

    def __init__(self, world: World, changed: Callable[[], None]) -> None:
        self.url = ""
        self.open = asyncio.Event()
        """While this is not set, new connections have to wait."""
        self.open.set()
        self.waiting = 0
        """The number of new connections that wait for `open`."""
        self.identified = 0
        self.resumed = 0
        self.refused: list[int] = []
        """The close codes of refused packets, mostly logins, in order."""
        self.asked_for_members = 0
        """The number of requests for a guild's members."""
        self.unavailable: set[int] = set()
        """The ids of guilds that are not sent to a connecting bot."""
        self.names_members = True
        """Whether a request for members is answered."""
        self.sessions: dict[str, Session] = {}
        self._world = world
        self._changed = changed
        self._connections: set[Connection] = set()

    async def handle(self, request: web.Request) -> web.WebSocketResponse:
        self.waiting += 1
        self._changed()
        await self.open.wait()
        self.waiting -= 1
        socket = web.WebSocketResponse(max_msg_size=0)
        await socket.prepare(request)
        compress = request.query.get("compress") == "zlib-stream"
        connection = Connection(socket, request.transport, compress=compress)
        self._connections.add(connection)
        writer = asyncio.create_task(connection.write())
        connection.send(HELLO, {"heartbeat_interval": HEARTBEAT_INTERVAL_MS})
        try:
            async for frame in socket:
                if frame.type is not WSMsgType.TEXT or not connection.alive:
                    break
                packet = frame.json()
                code = self._receive(connection, packet["op"], packet.get("d"))
                self._changed()
                if code is not None:
                    self.refused.append(code)
                    await socket.close(code=code)
        finally:
            writer.cancel()
            self._connections.discard(connection)
            self._disconnect(connection)
            self._changed()
        return socket

    def dispatch(
        self,
        event: str,
        payload: Json | Callable[[Session], Json],
        *,
        intent: Intents | None = None,
    ) -> None:
        """Send an event to every session that receives its guild and has one of these intents.

        With None as ``intent``, every session has it. A callable ``payload`` makes each session's.
        """
        for session in self.sessions.values():
            if intent is None or session.intents.value & intent.value:
                data = payload(session) if callable(payload) else payload
                if session.receives(_guild_of(event, data)):
                    # A copy, because the records behind it go on changing.
                    session.dispatch(event, json.loads(json.dumps(data)))
        self._changed()

    @property
    def connected(self) -> bool:
        return any(session.connection is not None for session in self.sessions.values())

    async def cut(self, code: int | None = 4000) -> None:
        """End all connections with a close code; with None, abruptly, as when a cable is pulled."""
        for connection in tuple(self._connections):
            connection.alive = False
            self._disconnect(connection)
            if code is not None:
                await connection.socket.close(code=code)
            elif connection.transport is not None:
                connection.transport.abort()
        self._changed()

    def ask_to_reconnect(self) -> None:
        """Send op 7 (Reconnect) to all connections, as Discord does before it restarts a server."""
        for connection in self._connections:
            connection.send(RECONNECT)

    async def close(self) -> None:
        self.open.set()
        await self.cut(WSCloseCode.GOING_AWAY)

    def _disconnect(self, connection: Connection) -> None:
        if connection.session is not None and connection.session.connection is connection:
            connection.session.connection = None

    def _receive(self, connection: Connection, op: int, data: Json) -> int | None:
        """Act on a packet; return a close code if it ends the connection, else None."""
        if op == HEARTBEAT:
            connection.send(HEARTBEAT_ACK)
        elif op == IDENTIFY:
            return self._identify(connection, data)
        elif op == RESUME:
            return self._resume(connection, data)
        elif connection.session is None:
            return NOT_AUTHENTICATED
        elif op == REQUEST_MEMBERS:
            self._send_members(connection.session, data)
        return None

    def _identify(self, connection: Connection, data: Json) -> int | None:
        if data["token"] != self._world.token:
            return AUTHENTICATION_FAILED
        intents = Intents._from_value(data["intents"])
        privileged = Intents(members=True, message_content=True, presences=True)
        if intents.value & privileged.value & ~self._world.approved_intents.value:
            return DISALLOWED_INTENTS
        shard, shards = data.get("shard", (0, 1))
        if not 0 <= shard < shards:
            return INVALID_SHARD
        session = Session(secrets.token_hex(16), intents, connection, shard, shards)
        self.sessions[session.id] = session
        connection.session = session
        guilds = [
            self._world.guilds[guild]
            for guild in sorted(self._world.bot_guilds)
            if session.receives(guild)
        ]
        ready = {
            "v": 10,
            "user": payloads.user(self._world.bot),
            "guilds": [{"id": str(guild.id), "unavailable": True} for guild in guilds],
            "session_id": session.id,
            "resume_gateway_url": self.url,
            "shard": [shard, shards],
            "application": {
                "id": str(self._world.application_id),
                "flags": payloads.application(self._world)["flags"],
            },
        }
        session.dispatch("READY", ready)
        for guild in guilds:
            if guild.id not in self.unavailable:
                session.dispatch(
                    "GUILD_CREATE", payloads.guild(guild, self._world) | {"unavailable": False}
                )
        self.identified += 1
        return None

    def _resume(self, connection: Connection, data: Json) -> int | None:
        if data["token"] != self._world.token:
            return AUTHENTICATION_FAILED
        session = self.sessions.get(data["session_id"])
        if session is None or data["seq"] > len(session.events):
            connection.send(INVALID_SESSION, data=False)
            return None
        connection.session = session
        session.connection = connection
        for event in session.events[data["seq"] :]:
            connection.send(DISPATCH, event["d"], t=event["t"], s=event["s"])
        session.dispatch("RESUMED", {"_trace": []})
        self.resumed += 1
        return None

    def _send_members(self, session: Session, data: Json) -> None:
        self.asked_for_members += 1
        guild = self._world.guilds[int(data["guild_id"])]
        query, limit = data.get("query"), int(data.get("limit") or 0)
        chosen = set(map(int, _listed(data.get("user_ids"))))
        if chosen:
            found = [guild.members[user] for user in chosen if user in guild.members]
        elif query == "" and not session.intents.members:
            found = []  # the list of all members needs the privileged intent
        else:
            names = (
                (m, (m.nick or m.name).lower(), m.name.lower()) for m in guild.members.values()
            )
            prefix = (query or "").lower()
            found = [
                m for m, nick, name in names if prefix in (nick[: len(prefix)], name[: len(prefix)])
            ]
        if not self.names_members:
            return
        chunk = {
            "guild_id": str(guild.id),
            "members": [payloads.member(member) for member in found[: limit or None]],
            "chunk_index": 0,
            "chunk_count": 1,
            "not_found": [str(user) for user in chosen if user not in guild.members],
        }
        session.dispatch("GUILD_MEMBERS_CHUNK", chunk | {"nonce": data.get("nonce")})


def _guild_of(event: str, data: Json) -> int | None:
    """Return the guild that an event is about, or None for direct messages."""
    guild = data["id"] if event in GUILD_EVENTS else data.get("guild_id")
    return None if guild is None else int(guild)


def _listed(ids: list[str] | str | None) -> list[str]:
    if ids is None:
        return []
    return ids if isinstance(ids, list) else [ids]
