"""A table at the real bot: its process, its database, and the acts of two members."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import engine
from cogs.members.mentions import FIRST_CALL_ID, FIRST_ID
from tests.loopback.interactions import Interaction
from tests.loopback.process import BotProcess
from tests.loopback.server import LoopbackDiscord
from tests.loopback.world import Channel, Guild, Json, Member, Message, created_at
from tests.patience import PATIENCE

BOT = "tests.loopback.hurried_bot"
SEND = "POST", "/channels/*/messages"
TICKS = "tell:data.matches.outbox:Outbox.mark_shown"
"""A fault point that prints when a post is marked as shown, which Discord cannot see."""

STARTED = (
    "tell:data.matches.outbox:Outbox.retry;"
    "tell:cogs.delivery.poster:Poster.start;"
    "tell:data.store:Store.due"
)
"""Fault points that print when the bot has finished its start, its clocks' first beat included."""

CUT_OFF = "tell:cogs.match_actions.clocks:Clocks.on_shard_disconnect"
"""A fault point that prints when the bot has noted that a shard is cut off.

It has to be set before the bot begins.
"""

CAUGHT_UP = "tell:cogs.operating.recovery:Recovery.catch_up"
"""A fault point that prints when the bot has read the messages typed while it was away."""

EDIT = "PATCH", "/channels/*/messages/*"
ANSWER = "POST", "/interactions/*/*/callback"
REFERENCE = re.compile(r"#(\d+)$")
"""The end of a post's last line: the number of its match.

The id of that line's component, less FIRST_ID, is the number of the event.
"""

BOARD = "board.png"

published: list[Json] = []
"""The commands that the first bot of this process has published."""


@dataclass
class Table:
    """A server with a channel where Ann plays White and Ben plays Black."""

    discord: LoopbackDiscord
    guild: Guild
    channel: Channel
    ann: Member
    ben: Member
    database: Path
    process: BotProcess | None = None
    ahead: timedelta = timedelta()
    """How far the clocks of this Discord and its bot are ahead of real time."""
    processes: list[BotProcess] = field(default_factory=list)
    fresh: bool = False
    """Whether to run the unchanged `bot.py` in a new interpreter, not the hurried bot in a fork."""
    publishes: bool = False
    """Whether every bot publishes its commands, which takes a tenth of the time of its start."""

    # The bot

    @property
    def bot(self) -> BotProcess:
        assert self.process is not None
        return self.process

    @property
    def log(self) -> str:
        """The bot's output so far."""
        return self.bot.log

    @property
    def mention(self) -> str:
        return self.discord.world.bot.mention

    @property
    def url(self) -> str:
        """The URL of the bot's database."""
        return f"sqlite+aiosqlite:///{self.database}"

    def new_bot(self, fault: str = "", **env: str) -> BotProcess:
        """Return a new bot on this table's database, not started yet; it becomes `process`."""
        faults = f"{TICKS};{STARTED};{CUT_OFF};{fault}"
        env = {"AHEAD": str(self.ahead.total_seconds())} | env
        target = "bot" if self.fresh else BOT
        env = {"DATABASE_URL": self.url, "BACKUP_DIR": "off"} | env
        if published and not (self.publishes or self.fresh):
            self.discord.world.commands.setdefault(None, published)
            env["COMMANDS"] = "known"
        self.process = self.discord.bot(target, fault=faults, env=env, fresh=self.fresh)
        self.processes.append(self.process)
        return self.process

    async def start(self, fault: str = "", **env: str) -> None:
        """Start a new bot and wait until it has logged in and caught up."""
        await self.new_bot(fault, **env).start()
        await self.started()

    async def started(self) -> None:
        """Wait until the bot has finished its start; fail if it has ended instead."""
        bot, signs = self.bot, ("told: Outbox.retry", "told: Poster.start", "told: Store.due")
        await self.discord.until(
            lambda: all(sign in bot.log for sign in signs) or bot.status is not None
        )
        assert bot.status is None, bot.log
        published[:] = published or self.discord.world.commands.get(None, [])

    async def restart(self, fault: str = "", *, forget: bool = False) -> None:
        """Start a new process; with `forget`, Discord has forgotten all nonces meanwhile."""
        if forget:
            self.discord.forget_nonces()
        await self.start(fault)

    @property
    def now(self) -> datetime:
        """The time by this table's clocks."""
        return datetime.now(UTC) + self.ahead

    async def later(self, **span: float) -> None:
        """Skip a span of time at once, on Discord and in the bot if it runs.

        Meanwhile Discord answers no request: a bot that read the new time from an answer before its
        own clock was set would count the span twice.
        """
        self.ahead += timedelta(**span)
        self.discord.rest.open.clear()
        self.discord.world.snowflakes.ahead_ms = self.ahead // timedelta(milliseconds=1)
        try:
            if self.process is not None and self.process.status is None:
                await self.bot.set_clock(self.ahead.total_seconds())
        finally:
            self.discord.rest.open.set()

    def at_noon(self) -> None:
        """Set the clocks to noon before the bot is started, so that no day begins in a test."""
        now = datetime.now(UTC)
        noon = now.replace(hour=12, minute=0, second=0, microsecond=0)
        self.ahead = noon - now if noon > now else noon + timedelta(days=1) - now
        self.discord.world.snowflakes.ahead_ms = self.ahead // timedelta(milliseconds=1)

    async def leave(self) -> None:
        """Terminate the bot, which finishes its work, and check that its exit status is 0."""
        assert await self.bot.terminate() == 0, self.bot.log

    # The channel

    @property
    def posts(self) -> list[Message]:
        """The bot's posts about matches in the channel and its threads, oldest first."""
        places = [self.channel, *self.threads]
        found = [post for place in places for post in self.discord.posts(place)]
        found.sort(key=lambda post: post.id)
        return [post for post in found if is_post(post)]

    @property
    def threads(self) -> list[Channel]:
        """The channel's threads, oldest first."""
        return self.discord.world.threads(self.channel)

    @property
    def last(self) -> Message:
        return self.posts[-1]

    @property
    def replies(self) -> list[str]:
        """The texts of the bot's other messages in the channel, oldest first."""
        others = [p for p in self.discord.posts(self.channel) if not is_post(p)]
        return [message.text for message in others]

    async def shown(self, count: int) -> Message:
        """Wait until ``count`` posts about matches are in the channel; return the last of all."""
        await self.discord.until(lambda: len(self.posts) >= count)
        return self.last

    async def say(
        self,
        who: Member,
        text: str,
        *,
        reply_to: Message | None = None,
        place: Channel | None = None,
    ) -> Message:
        """Write a message in a channel or thread, and return it.

        The ``place`` is by default that of ``reply_to``; without either, it is the newest thread,
        or the channel if there are no threads. The message is at least a millisecond younger than
        all others, so that Discord's clock tells their order.
        """
        while created_at(self.discord.world.snowflakes.next()) <= self._latest():
            pass  # until the next millisecond
        if place is None:
            newest = (self.threads or [self.channel])[-1]
            place = reply_to.channel if reply_to is not None else newest
        return await self.discord.say(who, place, text, reply_to=reply_to)

    def _latest(self) -> datetime:
        said = [message for place in (self.channel, *self.threads) for message in place.messages]
        return max(map(created_at, said), default=created_at(0))

    async def press(
        self,
        who: Member,
        label: str,
        *,
        on: Message | None = None,
        patience: float | None = PATIENCE,
    ) -> Interaction:
        """Press the button with this label, by default on the last post that has one."""
        post = on or next(p for p in reversed(self.posts) if label in labels(p))
        return await self.discord.press(who, post, post.custom_id(label), patience=patience)

    async def press_move(self, who: Member, *, on: Message | None = None) -> Interaction:
        """Press More, then the Move button that it shows."""
        await self.press(who, "More", on=on)
        return await self.press(who, "Move", on=self.private(who))

    async def ask(self, who: Member, label: str) -> Message:
        """Press a button that asks for confirmation; return the question."""
        await self.press(who, label)
        return self.private(who)

    async def confirm(
        self, who: Member, question: Message, *, patience: float | None = PATIENCE
    ) -> Interaction:
        """Press the only button of a question."""
        (yes,) = question.custom_ids
        return await self.discord.press(who, question, yes, patience=patience)

    def private(self, who: Member) -> Message:
        """Return the last ephemeral message to a member."""
        return self.discord.private(who)[-1]

    async def challenge(self, words: str = "frisian white") -> Message:
        """Have Ann challenge Ben; return the card."""
        count = len(self.posts)
        await self.say(self.ann, f"{self.mention} challenge {self.ben.mention} {words}")
        return await self.shown(count + 1)

    async def begin(self, words: str = "frisian white") -> Message:
        """Have Ann challenge Ben, and Ben accept; return the post with the first board."""
        card = await self.challenge(words)
        await self.press(self.ben, "Accept", on=card)
        await self._next_to(card)
        await self.settled()
        await self.plain(card)
        return self.last

    async def play(self, *moves: str) -> Message:
        """Play moves, each typed by the player on turn; return the last post shown."""
        for move in moves:
            before = self.last
            who = self.ann if "(White)" in before.text else self.ben
            await self.say(who, move)
            await self._next_to(before)  # not one more: an earlier board may be removed meanwhile
            await self.settled()
            await self.plain(before)
        return self.last

    async def _next_to(self, post: Message) -> None:
        """Wait until a post is not the last one any more."""
        await self.discord.until(lambda: self.last is not post)

    async def plain(self, post: Message) -> None:
        """Wait until a post has no buttons any more."""
        await self.discord.until(lambda: not post.custom_ids)

    async def all_plain(self) -> None:
        """Wait until no post but the last has buttons any more."""
        for post in self.posts[:-1]:
            await self.plain(post)
        await self._noted()

    async def tidy(self) -> None:
        """Wait until no post has buttons that belong on a later post of its match."""
        await self.discord.until(lambda: not self._untidy)
        await self._noted()

    async def _noted(self) -> None:
        """Wait until no post is saved as stale any more."""
        owed = "SELECT 1 FROM posts WHERE state = 'stale'"
        await self.discord.until(lambda: not self.query(owed))

    def legal(self) -> str:
        """Return the first legal move of the match, which is in Frisian draughts."""
        position = engine.games["frisian"].start()
        for move in self.moves:
            position = position.play(position.parse(move))
        return position.write(position.legal_moves()[0])

    async def settled(self) -> None:
        """Wait until everything saved is shown and marked as shown."""
        await self.discord.until(lambda: self.is_settled)

    @property
    def is_settled(self) -> bool:
        """Whether everything saved is shown and marked as shown."""
        return not self.query("SELECT 1 FROM posts WHERE state = 'pending'")

    # The database

    def query(self, statement: str) -> list[tuple[Any, ...]]:
        """Return the rows that an SQL statement finds in the database at this moment."""
        with closing(sqlite3.connect(self.database)) as connection:
            return connection.execute(statement).fetchall()

    @property
    def kinds(self) -> list[str]:
        """The kinds of all events, in order."""
        return [kind for (kind, _) in self._events]

    @property
    def moves(self) -> list[str]:
        """The texts of all saved moves, in order."""
        return [text for (kind, text) in self._events if kind == "move"]

    @property
    def _events(self) -> list[tuple[Any, ...]]:
        return self.query('SELECT kind, text FROM events ORDER BY "match", number')

    @property
    def story(self) -> str:
        """The bot's requests and the events of matches, a line each, for a failed test's output."""
        lines = [f"{one.at:.3f} {one}" for one in self.discord.requests]
        with suppress(sqlite3.DatabaseError):  # a test's database may be damaged, or have no table
            lines += map(str, self.query("SELECT * FROM events"))
        return "\n".join(lines)

    # What must be true in the end

    async def check(self, *kinds: str) -> None:
        """Terminate the bot; check that each saved event is shown once, in order.

        `kinds` are the expected kinds of the events after the start of the match.
        """
        await self.settled()
        await self._noted()
        await self.leave()
        assert self.kinds == ["challenge", "accept", "start", *kinds], self.kinds
        self.check_shown()

    async def check_computers(self, moves: int) -> None:
        """Terminate the bot; check that exactly ``moves`` moves are saved, and that all are shown.

        The match is one against computers, which nobody has to accept.
        """
        await self.settled()
        await self._noted()
        await self.leave()
        assert self.kinds == ["challenge", "start", *["move"] * moves]
        self.check_shown()
        turns = [post for post in self.posts if "played `" in post.text]
        assert all(f"`{move}`" in "".join(post.text for post in turns) for move in self.moves)

    def check_rated(self) -> None:
        """Check that exactly the seats of ended matches marked as rated have a rating."""
        ended = self.query(
            'SELECT "match", person FROM seats JOIN matches ON id = "match" '
            "WHERE rank IS NOT NULL AND rated ORDER BY 1, 2"
        )
        assert self.query('SELECT "match", person FROM ratings ORDER BY 1, 2') == ended

    @property
    def _by_match(self) -> dict[int, list[Message]]:
        found: dict[int, list[Message]] = {}
        for post in self.posts:
            found.setdefault(reference(post)[0], []).append(post)
        return found

    @property
    def _untidy(self) -> list[Message]:
        """The posts with buttons although a later post of their match should have them.

        The last post of a match and its last board may have buttons.
        """
        found: list[Message] = []
        for posts in self._by_match.values():
            boards = [post for post in posts if BOARD in post.files]
            found += [post for post in posts[:-1] if post.custom_ids and post not in boards[-1:]]
        return found

    def check_shown(self) -> None:
        """Check that each saved post stands in the channel once, in order, without old buttons.

        Events that share a later event's post (joined) and removed posts have no post of their own.
        """
        self.check_rated()
        saved = self.query(
            'SELECT "match", event, message, state FROM posts '
            "WHERE state NOT IN ('joined', 'removed') ORDER BY 1, 2"
        )
        shown = sorted((*reference(post), post.id, "shown") for post in self.posts)
        assert shown == saved, (shown, saved)
        for posts in self._by_match.values():
            assert posts == sorted(posts, key=reference)
        assert self._untidy == []
        assert "Traceback" not in self.log


def reference(post: Message) -> tuple[int, int]:
    """Return the numbers of the match and of the event that a post shows."""
    (line,) = _last_lines(post)
    found = REFERENCE.search(line["content"])
    assert found, post.text
    return int(found[1]), int(line["id"]) - FIRST_ID


def is_post(message: Message) -> bool:
    """Return whether a message of the bot shows an event of a match."""
    return bool(_last_lines(message))


def _last_lines(message: Message) -> list[Json]:
    return [part for part in message.components if FIRST_ID < part["id"] < FIRST_CALL_ID]


def labels(post: Message) -> list[str]:
    """Return the labels of a post's buttons in action rows."""
    rows = [part for part in post.components if part["type"] == 1]
    return [button["label"] for row in rows for button in row["components"] if "label" in button]


def time_of(value: object) -> datetime:
    """Return a database's value as an aware time; SQLite gives text, and naive times are UTC."""
    at = value if isinstance(value, datetime) else datetime.fromisoformat(str(value))
    return at if at.tzinfo is not None else at.replace(tzinfo=UTC)
