"""Two members at a table of the real bot: its process, its database, and what they do there."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
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
"""Says when a post is ticked off, which nobody sees from outside."""

STARTED = (
    "tell:data.matches.outbox:Outbox.retry;"
    "tell:cogs.delivery.poster:Poster.start;"
    "tell:data.store:Store.due"
)
"""Says when the bot has gone through what it does at its start, its clocks' first beat included."""

CAUGHT_UP = "tell:cogs.operating.recovery:Recovery.catch_up"
"""Says when what was typed meanwhile has been read."""

EDIT = "PATCH", "/channels/*/messages/*"
ANSWER = "POST", "/interactions/*/*/callback"
REFERENCE = re.compile(r"#(\d+)$")
"""What the last line of a post ends with: its match. The id of that line is that of the event."""

BOARD = "board.png"

published: list[Json] = []
"""The commands as the first bot of this process has published them."""


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
    """How far the clocks here are ahead of the real time."""
    processes: list[BotProcess] = field(default_factory=list)
    fresh: bool = False
    """Whether to run `bot.py` in a new interpreter, not in a hurry and not forked."""
    publishes: bool = False
    """Whether all bots publish their commands: that takes a tenth of a start."""

    # The bot

    @property
    def bot(self) -> BotProcess:
        assert self.process is not None
        return self.process

    @property
    def log(self) -> str:
        """What the bot has written so far."""
        return self.bot.log

    @property
    def mention(self) -> str:
        return self.discord.world.bot.mention

    @property
    def url(self) -> str:
        """The address of its database."""
        return f"sqlite+aiosqlite:///{self.database}"

    def new_bot(self, fault: str = "", **env: str) -> BotProcess:
        """A bot on this table's database, not yet started."""
        faults = f"{TICKS};{STARTED};{fault}"
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
        """Starts the bot and waits until it has logged in and caught up."""
        await self.new_bot(fault, **env).start()
        await self.started()

    async def started(self) -> None:
        """Waits until the bot has gone through its start."""
        bot, signs = self.bot, ("told: Outbox.retry", "told: Poster.start", "told: Store.due")
        await self.discord.until(
            lambda: all(sign in bot.log for sign in signs) or bot.status is not None
        )
        assert bot.status is None, bot.log
        published[:] = published or self.discord.world.commands.get(None, [])

    async def restart(self, fault: str = "", *, forget: bool = False) -> None:
        """A new process, after a while so long (`forget`) that Discord knows no nonce any more."""
        if forget:
            self.discord.forget_nonces()
        await self.start(fault)

    @property
    def now(self) -> datetime:
        """What the clocks here say."""
        return datetime.now(UTC) + self.ahead

    async def later(self, **span: float) -> None:
        """Lets time pass at once, on Discord and in the bot if it runs.

        The bot hears of none of it from Discord before its own clock says so: it would count it
        twice.
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
        """Has the clocks here say noon, before the bot is started: no day begins by itself."""
        now = datetime.now(UTC)
        noon = now.replace(hour=12, minute=0, second=0, microsecond=0)
        self.ahead = noon - now if noon > now else noon + timedelta(days=1) - now
        self.discord.world.snowflakes.ahead_ms = self.ahead // timedelta(milliseconds=1)

    async def leave(self) -> None:
        """The bot is asked to leave, and finishes what it has in hand."""
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
        """What else the bot has written in the channel."""
        others = [p for p in self.discord.posts(self.channel) if not is_post(p)]
        return [message.text for message in others]

    async def shown(self, count: int) -> Message:
        """Waits until ``count`` posts about matches are in the channel; the last of them."""
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
        """A message typed in a place, by default that of the post to which it replies.

        Without one that is the newest thread, or the channel where there is none. It comes after
        everything before, as far as Discord's clock can tell.
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
        """Presses the button of that label on a post (the last one that has it)."""
        post = on or next(p for p in reversed(self.posts) if label in labels(p))
        return await self.discord.press(who, post, post.custom_id(label), patience=patience)

    async def press_move(self, who: Member, *, on: Message | None = None) -> Interaction:
        """Presses Move, which is behind More if the moves themselves are below the board."""
        await self.press(who, "More", on=on)
        return await self.press(who, "Move", on=self.private(who))

    async def ask(self, who: Member, label: str) -> Message:
        """Presses a button that asks whether it is meant; the question."""
        await self.press(who, label)
        return self.private(who)

    async def confirm(
        self, who: Member, question: Message, *, patience: float | None = PATIENCE
    ) -> Interaction:
        """Presses the only button of a question."""
        (yes,) = question.custom_ids
        return await self.discord.press(who, question, yes, patience=patience)

    def private(self, who: Member) -> Message:
        """The last message that only that person sees."""
        return self.discord.private(who)[-1]

    async def challenge(self, words: str = "frisian white") -> Message:
        """Ann challenges Ben; the card."""
        count = len(self.posts)
        await self.say(self.ann, f"{self.mention} challenge {self.ben.mention} {words}")
        return await self.shown(count + 1)

    async def begin(self, words: str = "frisian white") -> Message:
        """Ann challenges, Ben accepts; the first board."""
        card = await self.challenge(words)
        await self.press(self.ben, "Accept", on=card)
        await self._next_to(card)
        await self.settled()
        await self.plain(card)
        return self.last

    async def play(self, *moves: str) -> Message:
        """Plays typed moves of the players on turn; the last board shown."""
        for move in moves:
            before = self.last
            who = self.ann if "(White)" in before.text else self.ben
            await self.say(who, move)
            await self._next_to(before)  # not one more: an earlier board may be removed meanwhile
            await self.settled()
            await self.plain(before)
        return self.last

    async def _next_to(self, post: Message) -> None:
        """Waits until a post is not the last one any more."""
        await self.discord.until(lambda: self.last is not post)

    async def plain(self, post: Message) -> None:
        """Waits until a post has no buttons any more."""
        await self.discord.until(lambda: not post.custom_ids)

    async def all_plain(self) -> None:
        """Waits until no post but the last has buttons any more."""
        for post in self.posts[:-1]:
            await self.plain(post)
        await self._noted()

    async def tidy(self) -> None:
        """Waits until no post has buttons whose place others of its match have taken."""
        await self.discord.until(lambda: not self._untidy)
        await self._noted()

    async def _noted(self) -> None:
        """Waits until it is saved that no post has still to make room."""
        owed = "SELECT 1 FROM posts WHERE state = 'stale'"
        await self.discord.until(lambda: not self.query(owed))

    def legal(self) -> str:
        """The first legal move of a match in Frisian draughts."""
        position = engine.games["frisian"].start()
        for move in self.moves:
            position = position.play(position.parse(move))
        return position.write(position.legal_moves()[0])

    async def settled(self) -> None:
        """Waits until everything saved is shown and ticked off."""
        waiting = "SELECT 1 FROM posts WHERE state = 'pending'"
        await self.discord.until(lambda: not self.query(waiting))

    # The database

    def query(self, statement: str) -> list[tuple[Any, ...]]:
        """What the file says at this moment."""
        with closing(sqlite3.connect(self.database)) as connection:
            return connection.execute(statement).fetchall()

    @property
    def kinds(self) -> list[str]:
        """The kinds of all events, in order."""
        return [kind for (kind, _) in self._events]

    @property
    def moves(self) -> list[str]:
        """The moves that are saved, in order."""
        return [text for (kind, text) in self._events if kind == "move"]

    @property
    def _events(self) -> list[tuple[Any, ...]]:
        return self.query('SELECT kind, text FROM events ORDER BY "match", number')

    # What must be true in the end

    async def check(self, *kinds: str) -> None:
        """The bot leaves, and what it saved is what it showed: once each, in order.

        `kinds` are those of the events after the start.
        """
        await self.settled()
        await self._noted()
        await self.leave()
        assert self.kinds == ["challenge", "accept", "start", *kinds], self.kinds
        self.check_shown()

    async def check_computers(self, moves: int) -> None:
        """Stops the bot and checks that ``moves`` moves are saved once each, and each shown in the
        end.
        """
        await self.settled()
        await self._noted()
        await self.leave()
        assert self.kinds == ["challenge", "start", *["move"] * moves]
        self.check_shown()
        turns = [post for post in self.posts if "played `" in post.text]
        assert all(f"`{move}`" in "".join(post.text for post in turns) for move in self.moves)

    def check_rated(self) -> None:
        """Every match with a result in which both have moved is rated, and no other."""
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
        """The posts that have buttons although others of their match have taken their places."""
        found: list[Message] = []
        for posts in self._by_match.values():
            boards = [post for post in posts if BOARD in post.files]
            found += [post for post in posts[:-1] if post.custom_ids and post not in boards[-1:]]
        return found

    def check_shown(self) -> None:
        """Every saved post stands in the channel once, in order, and no old one has buttons.

        What a later post shows too has none of its own, nor has what was posted again in vain.
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
    """The match and the event that a post shows."""
    (line,) = _last_lines(post)
    found = REFERENCE.search(line["content"])
    assert found, post.text
    return int(found[1]), int(line["id"]) - FIRST_ID


def is_post(message: Message) -> bool:
    """Whether a message of the bot shows an event of a match."""
    return bool(_last_lines(message))


def _last_lines(message: Message) -> list[Json]:
    return [part for part in message.components if FIRST_ID < part["id"] < FIRST_CALL_ID]


def labels(post: Message) -> list[str]:
    """The labels of a post's buttons."""
    rows = [part for part in post.components if part["type"] == 1]
    return [button["label"] for row in rows for button in row["components"] if "label" in button]


def time_of(value: object) -> datetime:
    """Return a time, which SQLite gives as text."""
    at = value if isinstance(value, datetime) else datetime.fromisoformat(str(value))
    return at if at.tzinfo is not None else at.replace(tzinfo=UTC)
