"""A server with a channel, three members and the bot."""

from __future__ import annotations

import io
import random
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, replace
from datetime import timedelta
from inspect import iscoroutinefunction
from pathlib import Path
from typing import Any

import discord
import pytest
import pytest_asyncio
from discord import ui
from PIL import Image
from simcord import (
    Env,
    InteractionResult,
    MemberActor,
    ResponseMessage,
    interactions,
    pytest_plugin,
)

from cogs.client.client import Damier
from cogs.client.error_answers import cause_of, sentence_of
from cogs.computers import worker_pool
from cogs.language.challenge_parser import parse_challenge
from cogs.messages.match_posts import texts_of
from cogs.timekeeping.paces import Paces
from data import Store
from engine.table.clock import TimeControl
from engine.table.match import Match
from engine.table.record import NOWHERE, Stakes, Status
from render.pictures import painter
from render.pictures.diagram import Diagram
from tests.cogs.requests import faults
from tests.cogs.server import Server
from tests.lending import Lender, Spoiled, has_failed
from tests.made_once import compile_once, describe_once, draw_once, read_once
from tests.opening import under_way
from tests.patience import PATIENCE
from tests.same_thread import execute_in_the_loop
from tests.simulator import abandon, patient, patient_paces

SHARED = pytest.mark.shared_bot
"""Marks a file whose tests share a bot, because a bot takes longer to start than most tests last.

Each test has a server and members of its own, and looks at nothing else.
"""

OWN = pytest.mark.shared_bot(False)
"""Marks a test with a bot of its own in such a file, because it looks at all that the bot has."""


UNSEEN = pytest.mark.usefixtures("unseen_pictures")
"""Marks tests in which nobody looks at a picture."""

RARE_TICKS = pytest.mark.usefixtures("rare_ticks")
"""Marks tests with their own bots in which much time passes, but no match or event runs."""


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(pytest_plugin)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Have the tests that share a bot run in its loop."""
    for item in items:
        is_async = isinstance(item, pytest.Function) and iscoroutinefunction(item.function)
        if is_async and _shares_bot(item):
            item.add_marker(pytest.mark.asyncio(loop_scope="module"), append=False)


def _shares_bot(item: pytest.Item) -> bool:
    marker = item.get_closest_marker(SHARED.name)
    return marker is not None and marker != OWN.mark


@pytest.fixture(scope="session", autouse=True)
def made_once() -> Iterator[None]:
    """Make shared values once for all bots and databases."""
    with pytest.MonkeyPatch.context() as patch:
        compile_once(patch)
        describe_once(patch)
        draw_once(patch)
        read_once(patch)
        yield


@pytest.fixture(scope="package", autouse=True)
def statements_in_the_loop() -> Iterator[None]:
    """Execute SQL statements without threads, because waiting for a thread takes longer."""
    with pytest.MonkeyPatch.context() as patch:
        execute_in_the_loop(patch)
        yield


@pytest.fixture(scope="session", autouse=True)
def quick_computers() -> Iterator[None]:
    """Have computers think at normal priority: at a lower one a busy machine leaves no time."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(worker_pool, "NICENESS", 0)
        yield


def quick_paces(**others: Any) -> Paces:  # noqa: ANN401 - spans of all kinds
    """Return the paces of the bots of tests: posts are edited at once, and thoughts may be slow."""
    usual = {"edited_every": 0.01, "old_edited_every": 0.01, "thought_within": PATIENCE}
    return patient_paces(**usual | others)


@pytest.fixture(scope="module")
def paces() -> Paces:
    """The paces of the bots of a file, which a test may change for itself by ``monkeypatch``."""
    return quick_paces()


@pytest.fixture
async def store(new_database: Path) -> AsyncIterator[Store]:
    opened = await Store.open(str(new_database))
    yield opened
    await opened.close()


@pytest.fixture
def simcord_bot(store: Store, paces: Paces) -> Iterator[Damier]:
    with patient():
        yield Damier(store, shard_count=1, paces=paces)


@dataclass
class Club(Server):
    """A server with a channel and three members, and the matches they play there."""

    async def matches(self, status: Status | None = None) -> list[Match]:
        """Return the server's matches, and its members' in direct messages, the oldest first."""
        members = {self.alice.id, self.bob.id, self.carol.id}
        found = await self.store.matches(status=status, guild=self.guild.id)
        direct = await self.store.matches(status=status, guild=NOWHERE)
        found += [match for match in direct if not members.isdisjoint({match.host, *match.persons})]
        return sorted(found, key=lambda match: match.id)

    async def challenge(self, words: str = "frisian white") -> Match:
        """Let Alice challenge Bob."""
        await self.alice.send(self.channel, f"{self.me} challenge {self.bob.mention} {words}")
        return (await self.store.matches(status=Status.CHALLENGE, guild=self.guild.id))[-1]

    async def accepted(self, words: str = "frisian white") -> Match:
        """Begin a match by a challenge that Bob accepts; both posts are in the channel."""
        match = await self.challenge(words)
        await self.bob.click(self.last, label="Accept")
        for seat in (await self.store.load(match.id)).setting_up:
            person = match.people[seat]
            member = self.alice if person == self.alice.id else self.bob
            await member.send_dm((await self.store.load(match.id)).setup.completion)
            await member.send_dm("ready")
        return await self.store.load(match.id)

    async def start(self, words: str = "frisian white", *moves: str) -> Match:
        """Begin a match: Alice plays White against Bob.

        It is stored as if he had accepted her challenge, both had set up their pieces, and
        ``moves`` were played. By messages and buttons that takes more than three times as long.
        """
        match = await self._begun(words)
        now, chance = match.events[-1].at, random.Random(0)
        while match.setting_up:
            person = match.people[match.setting_up[0]]
            match = match.arrange(person, match.setup.completion, chance=chance)
            match = match.ready(person, now=now, source=None)
        for move in moves:
            person = match.people[match.position.turn]
            match = match.play(person, move, now=now, source=None, sure=True)
        return await self._stored(match)

    async def under_way(self, words: str = "frisian white", times: int = 1) -> Match:
        """Begin a match in which Alice and Bob have moved often enough for a result."""
        return await self._stored(under_way(await self._begun(words), times=times))

    async def _begun(self, words: str) -> Match:
        """Return a match that Bob's acceptance has just begun, without storing it."""
        terms, settings = parse_challenge(words), self.bot.preferences.server(self.guild.id)
        people, rated, stakes = [self.alice.id, self.bob.id], terms.rated, Stakes.USUAL
        if rated is None and settings.rated:
            rated = await self.store.history.have_played(people, terms.game.name)
            stakes = stakes if rated else Stakes.FIRST
        now = self.env.now()
        now -= timedelta(microseconds=now.microsecond % 1000)  # milliseconds, as in Discord's ids
        match = Match.challenge(
            guild=self.guild.id, channel=self.channel.id, game=terms.game, options=terms.options,
            host=self.alice.id, opponents=[self.bob.id], seat=terms.seat, now=now, source=None,
            time=TimeControl.read(settings.time) if terms.time is None else terms.time,
            rated=bool(rated), stakes=Stakes.SAID if terms.rated is not None else stakes,
        )  # fmt: skip
        match = replace(match, blindfold=terms.blindfold)
        return match.accept(self.bob.id, now=now, source=None, chance=random.Random(0))

    async def _stored(self, match: Match) -> Match:
        """Store a match, and wait until its board is posted."""
        match = await self.store.create(match)
        await self.posted()
        return await self.reload(match)

    async def play(self, *moves: str) -> Match:
        """Type moves for Alice and Bob in turn, starting with the player to move."""
        (match,) = await self.matches(Status.LIVE)
        for move in moves:
            person = match.people[match.position.turn]
            mover = self.alice if person == self.alice.id else self.bob
            await mover.send(self.channel, move)
            match = await self.store.load(match.id)
        return match

    async def reload(self, match: Match) -> Match:
        """Return a match as it is now."""
        return await self.store.load(match.id)

    async def open_form(
        self, member: MemberActor, shown: discord.Message | ResponseMessage | None = None
    ) -> InteractionResult:
        """Open the form for a move, from the last board or another."""
        asked = await self.press_move(member, shown)
        assert asked.response is not None
        return await member.click(asked.response, label="Type the move")

    async def press_move(
        self, member: MemberActor, shown: discord.Message | ResponseMessage | None = None
    ) -> InteractionResult:
        """Press Move, which is behind More if the moves themselves are below the board."""
        board = shown or self.last
        message = board.message if isinstance(board, ResponseMessage) else board
        if "Move" in labels(message):
            return await member.click(board, label="Move")
        panel = await member.click(board, label="More")
        assert panel.response is not None
        return await member.click(panel.response, label="Move")

    async def press_more(self, member: MemberActor, label: str) -> None:
        """Press a button of the panel behind More."""
        panel = await member.click(self.last, label="More")
        assert panel.response is not None
        await member.click(panel.response, label=label)

    async def confirm(
        self, member: MemberActor, message: discord.Message, label: str
    ) -> InteractionResult:
        """Press a button of a board, and the first button of the question it asks, if any."""
        asked = await member.click(message, label=label)
        if asked.response is None or not labels(asked.response.message):
            return asked
        yes, *_ = labels(asked.response.message)
        return await member.click(asked.response, label=yes)

    async def type(self, member: MemberActor, word: str) -> InteractionResult:
        """Type a command that asks for confirmation, and confirm it."""
        await member.send(self.channel, f"{self.me} {word}")
        (yes,) = labels(self.last)
        return await member.click(self.last, label=yes)

    def alt(self) -> str:
        """Return the description of the last post's picture."""
        return alt_of(self.last)

    @staticmethod
    def form(shown: InteractionResult, text: str) -> dict[str, str]:
        """Return the values of a form with one line, in which ``text`` is typed."""
        assert shown.modal is not None
        (label,) = shown.modal["components"]
        return {label["component"]["custom_id"]: text}

    async def play_in(self, match_id: int, move: str) -> None:
        """Let Alice reply to the last board of a match with a move."""
        shown = [post.message for post in await self.store.outbox.posts(match_id)]
        board = next(message for message in self.messages if message.id == shown[-1])
        await self.alice.send(self.channel, move, reply_to=board)


def alt_of(message: discord.Message) -> str:
    """Return the description of a message's picture."""
    return next(_alts(message.components))


def labels(message: discord.Message) -> list[str]:
    """Return the labels of a message's buttons."""
    return [label for row in message.components for label in _labels(row)]


async def placing(member: MemberActor, board: discord.Message) -> InteractionResult:
    """Open a member's form for their set-up, from the private picture."""
    shown = await member.click(board, label="Set up")
    assert shown.response is not None
    await picture_of(shown.response.message)
    return await member.click(shown.response, label="Place")


def labels_in(layout: ui.LayoutView) -> list[str]:
    """Return the labels of the buttons of an unsent post."""
    dynamic = (item for item in layout.walk_children() if isinstance(item, ui.DynamicItem))
    return [child.item.label or "" for child in dynamic if isinstance(child.item, ui.Button)]


def texts_in(layout: ui.LayoutView) -> list[str]:
    """Return the texts of an unsent post."""
    shown = [item for item in layout.walk_children() if isinstance(item, ui.TextDisplay)]
    return [item.content for item in shown]


def _labels(component: discord.Component) -> Iterator[str]:
    if label := getattr(component, "label", None):
        yield label
    for child in getattr(component, "children", ()):
        yield from _labels(child)


def _alts(components: Iterable[Any]) -> Iterator[str]:
    for component in components:
        for item in getattr(component, "items", ()):
            yield item.description
        yield from _alts(getattr(component, "children", ()))


@pytest.fixture
def rare_ticks(paces: Paces, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have bots look for due matches and events once an hour, not every few seconds."""
    for span in ("clocks", "crowds", "events"):
        monkeypatch.setattr(paces, span, timedelta(hours=1))


@pytest.fixture
def unseen_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make every picture blank, for tests in which nobody looks at one."""

    def blank(diagram: Diagram) -> Image.Image:
        image = Image.new("P", (diagram.size, diagram.size))
        image.putpalette(bytes(3))
        return image

    monkeypatch.setattr(painter, "paint", blank)


async def picture_of(message: discord.Message) -> Image.Image:
    """Return the picture of a message."""
    (attachment,) = message.attachments
    image = Image.open(io.BytesIO(await attachment.read()))
    image.load()
    return image


def private_text(result: InteractionResult) -> str:
    """Return the text of an interaction's private answer; fail if it is public or missing."""
    answer = result.followups[-1] if result.followups else result.response
    assert answer is not None
    assert answer.ephemeral
    return "\n".join([answer.content, *texts_of(answer.message.components)])


@pytest.fixture
def language() -> str:
    """The language of the server and of its members' Discord."""
    return "en-US"


@pytest.fixture
def club(request: pytest.FixtureRequest) -> Club:
    """A club with a bot of its own, or with the bot that the tests of a ``SHARED`` file share."""
    name = "guest" if _shares_bot(request.node) else "own_club"
    club: Club = request.getfixturevalue(name)
    request.node.funcargs["env"] = club.env  # where the simulator looks for the clock of a test
    return club


@pytest.fixture
async def own_club(
    simcord_env: Env, store: Store, new_database: Path, language: str
) -> AsyncIterator[Club]:
    """A club with a bot and a database of its own."""
    with opened(simcord_env, store, new_database, language) as club:
        yield club


@pytest_asyncio.fixture(loop_scope="module")
async def guest(
    shared_bot: SharedBot, language: str, request: pytest.FixtureRequest
) -> AsyncIterator[Club]:
    """A club on a new server, with new members, of the bot that the file's tests share."""
    with opened(*shared_bot, language) as club:
        yield club
        if not has_failed(request.node):
            await club.env.settle()


SharedBot = tuple[Env, Store, Path]


@pytest_asyncio.fixture(loop_scope="module")
async def shared_bot(bots: Lender[SharedBot], request: pytest.FixtureRequest) -> SharedBot:
    """A bot and its database for all tests of a file that is marked as ``SHARED``."""
    return await bots.lend(request.node)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def bots(
    tmp_path_factory: pytest.TempPathFactory, migrated: bytes, paces: Paces
) -> AsyncIterator[Lender[SharedBot]]:
    """Bots shared by the tests of a file: one, and a new one after each failed test."""

    @asynccontextmanager
    async def make() -> AsyncIterator[SharedBot]:
        file = tmp_path_factory.mktemp("shared") / "damier.db"
        file.write_bytes(migrated)
        store = await Store.open(str(file))
        try:
            with patient():
                env = Env(Damier(store, shard_count=1, paces=paces))
                await env.start()
                try:
                    yield env, store, file
                except Spoiled:
                    await abandon(env)
                    raise
                await env.shutdown()
        finally:
            await store.close()

    lender = Lender(make)
    yield lender
    await lender.close()


@contextmanager
def opened(env: Env, store: Store, file: Path, language: str) -> Iterator[Club]:
    """Open a club on a new server.

    At the end, fail if the bot raised an unexpected error or sent Discord a faulty request.
    """
    requests, errors = len(env.http_requests), env.error_cursor
    payload = interactions.base_payload

    def spoken(*given: Any, **more: Any) -> Any:  # noqa: ANN401 - as the simulator has it
        record, made = payload(*given, **more)
        return record, made | {"locale": language}

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(interactions, "base_payload", spoken)  # its own is always English
        guild = env.create_guild("Club", preferred_locale=language)
        channel = guild.create_text_channel("draughts")
        alice, bob, carol = (
            guild.add_member(env.create_user(name)) for name in ("alice", "bob", "carol")
        )
        yield Club(env, store, guild, channel, alice, bob, carol, file)
    for raised in env.errors[errors:]:
        error = cause_of(raised)
        assert sentence_of(error) is not None, f"the bot raised {error!r}"
    assert not [*faults(env.http_requests[requests:])]
