"""The playground: the bot itself in a simulated Discord, and a page for it in the browser.

SimCord plays Discord's part: a server with three text channels, six members and the bot, all in
this process. What people do comes in through SimCord's pages on 127.0.0.1: one for each channel and
for the direct messages of each member, with links to the others. The bot, its cogs and its database
are those of the real Discord; only the network is missing.

Two things in SimCord are made for tests and not for a person who sits in front of it: its time
stands still until somebody advances it (see `World`), and it refuses two things at once (see
`Page`).
"""

import asyncio
import json
import logging
import os
import sys
import webbrowser
from collections.abc import AsyncIterator, Coroutine, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from contextvars import Context
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, ClassVar, NamedTuple, Self, TypeVar
from zoneinfo import available_timezones

import discord
from aiohttp import web
from simcord import ChannelHandle, Env, GuildHandle, MemberActor, Preview, SetupError, UserHandle
from simcord.preview._server import PreviewServer

from cogs.bot.client import Damier
from cogs.bot.error_answers import cause_of, sentence_of
from cogs.challenges.start_card import start_card
from data import Store
from engine.table.record import Status

T = TypeVar("T")

log = logging.getLogger(__name__)

MEMBERS = ("Alice", "Bob", "Carol", "Dan")
# Made after the first channel, so that the ids in databases of earlier versions stay those of the
# same things. Six fill the seats of the largest game.
LATER_MEMBERS = ("Erin", "Frank")
# Those who are in the private channel.
COMMITTEE = 2

# How often the world catches up with the clock on the wall while nobody does anything.
TICK = timedelta(seconds=0.25)
# A longer gap (a laptop that slept) is jumped over, as a real machine's timers do.
LONGEST_STEP = timedelta(seconds=10)
# How long an action on the page waits for the bot to be done with it.
PATIENCE = timedelta(seconds=20)
# A bot that has done nothing for so long is thinking: what comes of it is shown later.
LULL = timedelta(seconds=1)
# How long the passing of time waits for the bot: what people do is not to wait for it.
INSTANT = timedelta(seconds=0.05)
# How often the page says anew how long ago things were.
REDATE = timedelta(minutes=1)
# A browser lets a page in the background ask only now and then; it is not forgotten meanwhile.
PAGE_LEASE = timedelta(days=7)
# What surrounds a board (toolbar, headings, text, buttons, composer) takes about 27 rem.
WHOLE_PICTURES = """
.gallery-image { width: auto; max-width: 100%; max-height: max(20rem, calc(100vh - 27rem)); }
"""
# Appended to a module that has names of its own, hence the block.
FOLLOWING = """
{
  const timeline = document.getElementById("channel-timeline");
  let following = true;
  const look = () => {
    following = timeline.scrollHeight - timeline.scrollTop - timeline.clientHeight < 50;
  };
  const follow = () => {
    following = true;
  };
  for (const event of ["wheel", "touchmove", "pointerup", "keyup"])
    timeline.addEventListener(event, () => setTimeout(look, 100), {passive: true});
  document.getElementById("channel-composer").addEventListener("submit", follow);
  document.getElementById("viewer-picker").addEventListener("change", follow);
  document.getElementById("new-messages").addEventListener("click", follow);
  new ResizeObserver(() => {
    if (following) timeline.scrollTop = timeline.scrollHeight;
  }).observe(document.getElementById("channel-message-list"));
}
"""
# A line that says for how long the page has been waiting.
WAITING = """
{
  const line = document.createElement("p");
  line.id = "waiting";
  line.hidden = true;
  line.setAttribute("role", "status");
  let since = null;
  setInterval(() => {
    const now = Date.now();
    since = window.simcordPreview.pendingAction ? since ?? now : null;
    const seconds = since === null ? 0 : Math.floor((now - since) / 1000);
    line.hidden = seconds < 1;
    line.textContent = `The bot is at work: ${seconds} s`;
  }, 250);
  document.body.append(line);
}
"""
# Links to the other pages, above everything.
LINKS_STYLE = """
#places { display: flex; gap: 0.75rem; overflow-x: auto; padding: 0.25rem 0.75rem;
  white-space: nowrap; font-size: 0.875rem; }
#places [aria-current] { font-weight: 600; text-decoration: none; }
#waiting { position: fixed; bottom: 0.5rem; left: 0.5rem; margin: 0; padding: 0.25rem 0.75rem;
  border-radius: 0.5rem; background: #5865f2; color: #fff; z-index: 9; }
#waiting[hidden] { display: none; }
"""
LINKS = """
{
  const bar = document.createElement("nav");
  bar.id = "places";
  for (const [name, url] of %s) {
    const link = document.createElement("a");
    link.href = url;
    link.textContent = name;
    if (new URL(url).port === location.port) link.setAttribute("aria-current", "page");
    bar.append(link);
  }
  document.body.prepend(bar);
}
"""


class World(Env):
    """SimCord's world, whose time is that of the clock on the wall.

    Every world begins on the same day, so whatever is made first has the same ids each time.
    """

    def __init__(self, bot: Damier, language: str) -> None:
        super().__init__(bot, settle_timeout=PATIENCE.total_seconds(), check_errors=False)
        self.turn = asyncio.Lock()
        self._ahead = timedelta()
        self._lull = LULL
        self._language = language
        self.backend.subscribers.insert(0, self._speak)

    def _speak(self, event: str, payload: Mapping[str, Any]) -> None:
        """Give an interaction the language of the members, which SimCord takes for English."""
        if event == "INTERACTION_CREATE" and isinstance(payload, dict):
            payload["locale"] = self._language

    def leap(self, newest_id: int) -> None:
        """Go from the world's first day to today, before anything runs that could be late.

        `newest_id` is the newest Discord id that the bot remembers, 0 for none. Ids made from
        now on are newer than it, even if the clock on the wall was set back.
        """
        now = datetime.now(UTC)
        today = max(now, discord.utils.snowflake_time(newest_id) + timedelta(seconds=1))
        self._ahead = today - now
        self.backend.advance_clock((today - self.now()).total_seconds())

    async def _settle_internal(self, **options: Any) -> None:  # noqa: ANN401 - passed on
        """Wait until the bot is done, or has sent nothing for a while: it may think on.

        A review takes minutes, and a computer's move seconds; each is shown as soon as it comes.
        """
        clock = asyncio.get_running_loop().time
        patience = clock() + PATIENCE.total_seconds()
        while True:
            before = len(self.backend.transcript)
            options["_deadline"] = clock() + self._lull.total_seconds()
            try:
                return await super()._settle_internal(**options)
            except TimeoutError:
                idle = len(self.backend.transcript) == before
                if idle or self._lull < LULL or clock() >= patience:
                    return None

    @contextmanager
    def passing(self) -> Iterator[None]:
        """Wait for the bot no longer than an instant: time passes while it thinks."""
        self._lull = INSTANT
        try:
            yield
        finally:
            self._lull = LULL

    async def catch_up(self) -> None:
        """Bring the world to the present: everything that was due until now happens."""
        behind = datetime.now(UTC) + self._ahead - self.now()
        if behind > LONGEST_STEP:
            self.backend.advance_clock((behind - TICK).total_seconds())
            behind = TICK
        with self.passing():
            await self.advance_time(max(behind, timedelta()).total_seconds())
        if isinstance(self.bot, Damier):
            self.bot.clock.received(self.now())  # answers here have no date

    async def do(self, work: Coroutine[Any, Any, T]) -> T:
        """Let the bot do `work`, with everything that follows from it."""
        async with self.turn:
            with self._bot_scope():
                task = asyncio.create_task(work)
            await self.settle()
        return await task

    async def shutdown(self) -> None:
        """End the world, once the present action is done."""
        async with self.turn:
            await super().shutdown()

    def stirred(self) -> bool:
        """Return whether anything was sent, by or to the bot, since the last call."""
        stirred = bool(self.backend.transcript)
        self.backend.transcript.clear()
        self.backend.http_requests.clear()
        return stirred

    def _record_error(self, error: BaseException) -> None:
        """Leave out refusals: the bot has answered them, and the page would call them failures."""
        if sentence_of(cause_of(error)) is None:
            super()._record_error(error)

    def _schedule_timer(
        self, record: object, callback: object, args: tuple[object, ...], context: Context | None
    ) -> None:
        """Leave the bot's timers to `catch_up` alone.

        SimCord would also let them go off by themselves, and then make every action wait for
        those that soon will: an answer that is taken back after 10 s would hold up the game.
        """


class Answered(NamedTuple):
    """What a page was told last, and of which state of it."""

    state: tuple[object, ...]
    answer: web.Response


class Server(PreviewServer):
    """SimCord's web server, with two habits of Discord added to its page.

    A picture fits into the window together with the text and the buttons around it, and a reader
    at the end of the channel stays there while messages arrive and their pictures load.
    """

    def __init__(self, page: "Page", port: int) -> None:
        super().__init__(page, port)
        self._page = page
        self._answered: dict[str, Answered] = {}

    async def start(self) -> None:
        """Listen. Raises OSError if the port cannot be used."""
        try:
            await super().start()
        except SetupError as error:
            if isinstance(error.__cause__, OSError):
                raise error.__cause__ from None
            raise

    async def _static(self, request: web.Request) -> web.Response:
        response: web.Response = await super()._static(request)
        if request.path == "/preview.css":
            response.text = f"{response.text}{WHOLE_PICTURES}{LINKS_STYLE}"
        elif request.path == "/app.js":
            links = LINKS % json.dumps(self._page.places)
            response.text = f"{response.text}{FOLLOWING}{WAITING}{links}"
        return response

    async def _state(self, request: web.Request) -> web.Response:
        """Tell the state of a page, which asks twice a second and is mostly told the same."""
        name = request.headers.get("X-Simcord-Context", "")
        page = self._page.shown(name)
        if page is None or not self._authorized(request, context=name):
            self._answered.pop(name, None)
            told: web.Response = await super()._state(request)
            return told
        state = (page.revision, page.generation, page.last_sequence, page.status)
        before = self._answered.get(name)
        if before is None or before.state != state:
            answer: web.Response = await super()._state(request)
            before = self._answered[name] = Answered(state, answer)
        return web.Response(
            body=before.answer.body, status=before.answer.status, headers=before.answer.headers
        )


class Page(Preview):
    """SimCord's page, on which actions and the passing of time happen one after the other."""

    _PAGE_LEASE_SECONDS: ClassVar[float] = PAGE_LEASE.total_seconds()

    def __init__(
        self,
        world: World,
        channel: ChannelHandle,
        viewers: tuple[MemberActor, ...] | tuple[UserHandle],
        port: int,
        *,
        language: str,
    ) -> None:
        super().__init__(
            world,
            channel,
            viewers,
            layout="channel",
            display="responsive",
            width=960,
            height=720,
            locale=language,
            timezone=_timezone(),
            presentation_time=None,
            assets=None,
            port=port,
        )
        self._world = world
        self._server = Server(self, port)
        self.places: Sequence[tuple[str, str]] = ()
        """The names and addresses of all pages."""

    async def __aenter__(self) -> Self:
        self._world._preview = (
            None  # SimCord allows one page, for a reason that `turn` takes care of
        )
        await super().__aenter__()
        # The page for programs, which would be published each time though nobody looks at it.
        self._pages.clear()
        return self

    def shown(self, name: str) -> Any | None:  # noqa: ANN401 - SimCord's own, of no public type
        """Return an open tab by its name, and keep it open; None if there is none."""
        return self._get_page(name) if name in self._pages else None

    def _initial_target(self, _viewer: object, _channel_id: int) -> None:
        """Return no message in particular: the page opens at the end of the channel."""

    async def _action(self, context_id: str | None, body: Mapping[str, Any]) -> dict[str, Any]:
        async with self._world.turn:
            try:
                await self._world.catch_up()
            except TimeoutError:  # an action without an answer would end the page
                log.warning("The bot is busy for longer than %s.", PATIENCE, exc_info=True)
            self._advance_presentation_time()
            return await super()._action(context_id, self._on_current_page(context_id, body))

    def _on_current_page(
        self, context_id: str | None, body: Mapping[str, Any]
    ) -> Mapping[str, Any]:
        """Return the action as if it were about the page as it is now.

        SimCord refuses actions that refer to an older publication of the page. Discord does not:
        somebody else's message arriving at the same moment makes no button useless.
        """
        page = self._pages.get(context_id or "")
        if page is None or not isinstance(body, Mapping) or "published_revision" not in body:
            return body
        if body.get("sequence") == page.last_sequence:
            return body
        return {**body, "published_revision": page.revision}


@dataclass(frozen=True)
class Playground:
    """The parts of the playground, for code that drives it."""

    bot: Damier
    world: World
    pages: tuple[Page, ...]
    channels: tuple[ChannelHandle, ...]
    members: tuple[MemberActor, ...]

    @property
    def page(self) -> Page:
        """The page of the first channel."""
        return self.pages[0]

    @property
    def channel(self) -> ChannelHandle:
        """The first channel, in which the bot greets."""
        return self.channels[0]

    async def keep_up(self) -> None:
        """Let time pass, and show the changes."""
        async with self.world.turn:
            await self.world.catch_up()
            stirred = self.world.stirred()
            for page in self.pages:
                if stirred or self.world.now() - page.capture_time > REDATE:
                    with self.world.passing():
                        await page.refresh()


async def run(store: Store, *, port: int, language: str, leave: asyncio.Event) -> None:
    """Run the bot with the matches of `store`, until `leave` is set or a page is told to end.

    The first page is on 127.0.0.1 at `port`, or at any free port for 0, and leads to the others.
    Raises OSError if it cannot be there.
    """
    bot = Damier(store, shard_count=1)
    async with opened(bot, port=port, language=language) as playground:
        url = playground.page.url
        sys.stdout.write(f"Damier's playground is at {url}\n")
        sys.stdout.flush()
        if sys.platform == "darwin" or {"DISPLAY", "WAYLAND_DISPLAY"} & os.environ.keys():
            await asyncio.to_thread(webbrowser.open, url)
        ends = [leave.wait(), *(page.wait_closed() for page in playground.pages)]
        told = [asyncio.create_task(end) for end in ends]
        await asyncio.wait(told, return_when=asyncio.FIRST_COMPLETED)
        for task in told:
            task.cancel()


@asynccontextmanager
async def opened(bot: Damier, *, port: int, language: str = "en-US") -> AsyncIterator[Playground]:
    """Run `bot` in a world of its own, with its first page at `Playground.page.url`.

    The bot has a `shard_count`. It is closed with the block, but its store is not. `language` is
    that of the server and of its members, as Discord names it.
    """
    world = World(bot, language)
    world.backend.edit_bot_profile("Damier")
    users = [world.create_user(name.lower(), global_name=name) for name in MEMBERS]
    guild = world.create_guild("Damier", owner=users[0], preferred_locale=language)
    first = guild.create_text_channel("draughts", topic="Board games of the draughts family")
    members = [
        MemberActor(world, guild, users[0]),
        *(guild.add_member(user) for user in users[1:]),
    ]
    later = [world.create_user(name.lower(), global_name=name) for name in LATER_MEMBERS]
    members += [guild.add_member(user) for user in later]
    channels = (first, guild.create_text_channel("evenings"), _committee_room(guild, members))
    world.leap(await bot.store.newest_id())
    bot.clock.elapsed = lambda: world.now().timestamp()  # a busy world is late, not wrong
    await world.start()
    try:
        with world.time_context():
            await world.do(_begin(bot))
            async with AsyncExitStack() as stack:
                pages = []
                for channel in channels:
                    inside = members[:COMMITTEE] if channel is channels[-1] else members
                    page = Page(world, channel, tuple(inside), port, language=language)
                    pages.append(await stack.enter_async_context(page))
                    port = 0
                for user in [*users, *later]:
                    page = Page(world, user.dm_channel, (user,), 0, language=language)
                    pages.append(await stack.enter_async_context(page))
                names = [f"#{channel.name}" for channel in channels]
                names += [f"@{user.name}" for user in [*users, *later]]
                for page in pages:
                    page.places = [(name, one.url) for name, one in zip(names, pages, strict=True)]
                playground = Playground(bot, world, tuple(pages), channels, tuple(members))
                passing = asyncio.create_task(_pass_time(playground))
                try:
                    yield playground
                finally:
                    passing.cancel()
            await world.do(bot.close())
    finally:
        await world.shutdown()


def _committee_room(guild: GuildHandle, members: Sequence[MemberActor]) -> ChannelHandle:
    """Make a channel that a few members and the bot see."""
    hidden = discord.PermissionOverwrite(view_channel=False)
    visible = discord.PermissionOverwrite(view_channel=True)
    everyone, bots = guild.roles.values()
    return guild.create_text_channel(
        "committee",
        overwrites={everyone: hidden, bots: visible, **dict.fromkeys(members[:COMMITTEE], visible)},
    )


async def _begin(bot: Damier) -> None:
    """Greet the players, and show the matches that were open when the playground was closed."""
    first, *others = bot.guilds[0].text_channels
    locale = bot.preferences.locale_of(first.guild)
    layout, files = await start_card(bot, first.guild, locale)
    await first.send(view=layout, files=files)
    for channel in (first, *others):
        for status in (Status.CHALLENGE, Status.LIVE):
            for match in await bot.store.matches(status=status, channel=channel.id):
                async with bot.store.match(match.id) as table:
                    table.match = table.match.repost(now=bot.clock.now())


def _timezone() -> str:
    """Return the name of the machine's time zone, or UTC if the system does not tell."""
    *_, name = str(Path("/etc/localtime").resolve()).partition("zoneinfo/")
    return name if name in available_timezones() else "UTC"


async def _pass_time(playground: Playground) -> None:
    while True:
        await asyncio.sleep(TICK.total_seconds())
        try:
            await playground.keep_up()
        except TimeoutError:
            log.warning("The bot is busy for longer than %s.", PATIENCE, exc_info=True)
        except Exception:
            log.exception("Time stood still for a moment.")
