"""SimCord's page, made more like Discord, with one action at a time."""

import json
import logging
from collections.abc import Mapping, Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any, ClassVar, NamedTuple, Self
from zoneinfo import available_timezones

from aiohttp import web
from simcord import ChannelHandle, MemberActor, Preview, SetupError, UserHandle
from simcord.preview._server import PreviewServer

from playground.world import PATIENCE, World

log = logging.getLogger(__name__)

# Browsers let a page in the background send requests only now and then; it must not expire.
PAGE_LEASE = timedelta(days=7)
# The things around a board (toolbar, headings, text, buttons, composer) take about 27 rem.
WHOLE_PICTURES = """
.gallery-image { width: auto; max-width: 100%; max-height: max(20rem, calc(100vh - 27rem)); }
"""
# Appended to a script with names of its own; the block keeps the names apart.
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
# A line that says how long the page has been waiting.
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
# Links to the other pages, at the top.
LINKS_STYLE = """
#places { display: flex; flex: none; gap: 0.75rem; overflow-x: auto; padding: 0.25rem 0.75rem;
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
  const show = (places) => {
    for (const [name, url] of places.slice(bar.childElementCount)) {
      const link = document.createElement("a");
      link.href = url;
      link.textContent = name;
      if (new URL(url).port === location.port) link.setAttribute("aria-current", "page");
      bar.append(link);
    }
  };
  show(%s);
  setInterval(async () => {
    const answer = await fetch("/app.js?places").catch(() => null);
    if (answer?.ok) show(await answer.json());
  }, 2000);
  document.body.prepend(bar);
}
"""


class Answered(NamedTuple):
    """The last answer to a page, and the values that identify the state in the answer."""

    state: tuple[object, ...]
    answer: web.Response


class Server(PreviewServer):
    """SimCord's web server, with additions to its page.

    As on Discord, a picture fits into the window together with the text and the buttons around it,
    and a reader at the end of the channel stays there while messages arrive and their pictures
    load. The page also shows how long it waits for the bot, and has links to the other pages.
    """

    def __init__(self, page: "Page", port: int) -> None:
        super().__init__(page, port)
        self._page = page
        self._answered: dict[str, Answered] = {}

    async def start(self) -> None:
        """Begin to listen. Raises OSError if the port cannot be used."""
        try:
            await super().start()
        except SetupError as error:
            if isinstance(error.__cause__, OSError):
                raise error.__cause__ from None
            raise

    async def _static(self, request: web.Request) -> web.Response:
        if "places" in request.query:
            return web.json_response(list(self._page.places), headers=self._SECURITY_HEADERS)
        response: web.Response = await super()._static(request)
        if request.path == "/preview.css":
            response.text = f"{response.text}{WHOLE_PICTURES}{LINKS_STYLE}"
        elif request.path == "/app.js":
            links = LINKS % json.dumps(self._page.places)
            response.text = f"{response.text}{FOLLOWING}{WAITING}{links}"
        return response

    async def _state(self, request: web.Request) -> web.Response:
        """Return the state of a page, the last answer again if the state has not changed.

        A page asks twice a second.
        """
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
    """SimCord's page, on which an action and the passing of time wait for each other."""

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
        """The names and addresses of all pages; pages of new threads are added."""

    async def __aenter__(self) -> Self:
        self._world._preview = (
            None  # SimCord allows only one page, to avoid conflicts; here `turn` prevents these
        )
        await super().__aenter__()
        # The page for programs would be published each time, although nobody looks at it.
        self._pages.clear()
        return self

    def shown(self, name: str) -> Any | None:  # noqa: ANN401 - SimCord's own, of no public type
        """Return the open tab called ``name``, and keep it open; None if there is none."""
        return self._get_page(name) if name in self._pages else None

    def _initial_target(self, _viewer: object, _channel_id: int) -> None:
        """Return None instead of a message, so that the page opens at the end of the channel."""

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
        """Return the data of an action, made to refer to the newest publication of the page.

        SimCord refuses actions that refer to an older publication of the page. Discord does not: a
        button still works if somebody else's message arrives at the same moment.
        """
        page = self._pages.get(context_id or "")
        if page is None or not isinstance(body, Mapping) or "published_revision" not in body:
            return body
        if body.get("sequence") == page.last_sequence:
            return body
        return {**body, "published_revision": page.revision}


def _timezone() -> str:
    """Return the name of the machine's time zone, or UTC if the system does not tell."""
    *_, name = str(Path("/etc/localtime").resolve()).partition("zoneinfo/")
    return name if name in available_timezones() else "UTC"
