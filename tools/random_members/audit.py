"""The audit of the database, the channels and the log."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cache
from math import isclose
from typing import Any

from babel.messages.pofile import read_po
from simcord import ChannelHandle, InteractionResult
from simcord.backend.models import Message

from cogs.language.actions import Action
from cogs.language.locales.__main__ import TEMPLATES
from engine import Refusal, archive
from engine.table.match import Match
from engine.table.record import OPEN
from tests.cogs.language.test_french import english, words
from tests.test_catalogues import catalogue, entries, key, originals, translations
from tools.random_members.components import Marker, answers, button, controls, marker, texts
from tools.random_members.reconstruction import Reconstruction, Row, Tables, moment, rated, tables
from tools.random_members.world import Server, World

LASTING = {"follow", "unfollow", "board", "games", "lobby", "blocks", "match", "help", "rules"}
"""Commands whose typed answers stay in the channel, because others read them, too."""

FOR_ALL = {"result", "abort", "lapse", "adjudicate"}
FOR_NOBODY = {"repost", "withdraw", "expire", "outage", "holiday", "back"}

_GAP = re.compile(r"[{}]|\bNone\b")
_CODE = re.compile(r"```.*?```|`[^`]*`", re.DOTALL)


@cache
def _english() -> frozenset[str]:
    """Return the words that only English texts have, without those of untranslated texts."""
    known = {key(entry) for entry in entries(catalogue("fr")) if all(translations(entry))}
    templates = [read_po(file.read_bytes().splitlines()) for file in TEMPLATES.rglob("*.pot")]
    there = (entry for template in templates for entry in entries(template))
    waiting = (originals(entry) for entry in there if key(entry) not in known)
    return english() - {word for forms in waiting for form in forms for word in words(form)}


class Audit:
    """The audit of a tournament; ``check`` may be called at any time.

    ``followed`` are the people who ever followed a match, by match; ``hushed`` those who ever
    switched pings off; ``answers`` counts the bot's answers.
    """

    def __init__(self, world: World) -> None:
        self.world = world
        self.followed: defaultdict[int, set[int]] = defaultdict(set)
        self.hushed: set[int] = set()
        self.answers = 0
        self._versions: dict[int, int] = {}
        self._read: dict[int, str | None] = {}
        self._wrong: list[str] = []

    async def check(self, *, final: bool = False) -> None:
        """Raise AssertionError with all faults, if any.

        Matches and messages unchanged since the last check are not checked again, though all
        matches are if this is the ``final`` one.
        """
        rows = tables(self.world.file)
        self._wrong += self.world.errors
        raised = self.world.env.errors
        self._wrong += [f"raised: {e!r}" for e in raised if not _is_refusal(e)]
        for match_id, row in rows.matches.items():
            if final or self._versions.get(match_id) != row["version"]:
                self._wrong += [f"#{match_id}: {what}" for what in await self._of_match(row, rows)]
                self._versions[match_id] = row["version"]
        self._wrong += _sources(rows)
        self._wrong += _ratings(rows)
        self._wrong += self._outbox(rows)
        for server in self.world.servers:
            for channel in server.channels:
                self._wrong += self._of_channel(server, channel, rows, final=final)
        assert not self._wrong, "\n".join(self._wrong)

    def answered(self, server: Server, result: InteractionResult) -> None:
        """Record the faults of the answers to an interaction, such as one that others see."""
        self.answers += len(answers(result))
        for shown in answers(result):
            if not shown.ephemeral and marker(shown.components) is None:
                self._wrong.append(f"others see the answer {shown.content!r} {shown.components}")
            self._wrong += _badly_said(server, texts(shown.content, shown.components))
        if result.modal is not None:
            titles = [result.modal["title"], *(c["label"] for c in result.modal["components"])]
            self._wrong += _badly_said(server, titles)
        if not result.acknowledged:
            self._wrong.append(f"not answered: {result!r}")

    # The record

    async def _of_match(self, row: Row, rows: Tables) -> list[str]:
        seats, events = rows.seats[row["id"]], rows.events[row["id"]]
        told = Reconstruction(row, events, [seat["person"] for seat in seats])
        wrong = [*told.wrong, *_columns(told, seats), *_order(told)]
        known = await self.world.store.load(row["id"])
        wrong += _restored(row, told, known)
        if known.line and not wrong:
            wrong += _exported(known)
        wrong += self._posts(told, rows.posts[row["id"]], known)
        return wrong

    # The posts

    def _posts(self, told: Reconstruction, posts: list[Row], match: Match) -> Iterator[str]:
        numbers = [post["event"] for post in posts]
        if set(numbers) | told.shared() != told.posted() | told.shared():
            yield f"posts of {numbers}, and there is to be one of {sorted(told.posted())}"
        posts = [post for post in posts if post["state"] != "removed"]
        shown = [post["message"] for post in posts if post["message"]]
        if shown != sorted(shown):
            yield f"posts out of order: {shown}"
        for post in posts:
            if post["message"] is None:
                continue
            message = self.world.env.backend.get_message(post["channel"], post["message"])
            if marker(message.components) != Marker(post["match"], post["event"]):
                yield f"post {post['event']} shows {marker(message.components)}"
            yield from self._calls(told, post["event"], message)
        yield from self._dressed(posts, match)

    def _calls(self, told: Reconstruction, number: int, message: Message) -> Iterator[str]:
        """Yield a fault if a post pings anybody but those who have to act and followers.

        Another fault is a post that does not ping those who have to act.
        """
        event, called = told.events[number - 1], set(self.world.pinged[message.id])
        players = set(told.people) - {OPEN}
        wanted = _called(told, event)
        if (
            strange := called
            - (players if wanted is None else wanted)
            - self.followed[told.row["id"]]
        ):
            yield f"post {number} ({event['kind']}) calls {strange}"
        if wanted and event["kind"] in {"move", "start"} and wanted - called - self.hushed:
            yield f"post {number} ({event['kind']}) does not call {wanted - called}"

    def _dressed(self, posts: list[Row], match: Match) -> Iterator[str]:
        """Yield a fault for each post with buttons but the newest and the newest board.

        Missing buttons on the newest board of a live match are faults, too.
        """
        shown = [post for post in posts if post["message"]]
        boards = [post for post in shown if self._has_board(post)]
        for post in shown[:-1]:
            message = self.world.env.backend.get_message(post["channel"], post["message"])
            below = boards and post is boards[-1] and boards[-1] is not shown[-1]
            if controls(message.components) and not below:
                yield f"post {post['event']} still has buttons"
        if shown and match.status == "live":
            newest = (boards or shown)[-1]
            message = self.world.env.backend.get_message(newest["channel"], newest["message"])
            if not controls(message.components):
                yield f"post {newest['event']}, the newest board, has no buttons"
            needed = Action.RESIGN
            if boards and not match.outcome and button(message.components, needed) is None:
                yield f"post {newest['event']} has no button {needed}"

    def _has_board(self, post: Row) -> bool:
        message = self.world.env.backend.get_message(post["channel"], post["message"])
        return any("board.png" in str(part) for part in message.components)

    def _outbox(self, rows: Tables) -> Iterator[str]:
        for posts in rows.posts.values():
            for post in posts:
                if post["state"] == "joined" or (
                    post["state"] == "removed" and post is not posts[-1]
                ):
                    continue  # another post shows the same event
                if post["state"] != "shown" or post["message"] is None:
                    state = f"{post['state']}: {post['why']}"
                    yield f"#{post['match']}: post {post['event']} is {state}"

    # The channels

    def _of_channel(
        self, server: Server, channel: ChannelHandle, rows: Tables, *, final: bool
    ) -> Iterator[str]:
        known = {
            post["message"]: Marker(post["match"], post["event"])
            for posts in rows.posts.values()
            for post in posts
        }
        ours = [m for m in self.world.messages(channel) if m.author_id == self.world.me]
        markers = Counter(found for m in ours if (found := marker(m.components)) is not None)
        for twice in (found for found, count in markers.items() if count > 1):
            yield f"{twice} is shown {markers[twice]} times"
        for message in ours:
            stamp = message.edited_timestamp
            if message.id not in self._read or self._read[message.id] != stamp:
                self._read[message.id] = stamp
                yield from _badly_said(server, texts(message.content, message.components))
            if marker(message.components) != known.get(message.id):
                yield f"message {message.id} shows {marker(message.components)}, which no row says"
            elif final and message.id not in known and not self._may_stay(message):
                yield f"still there: {message.content!r} {message.components}"

    def _may_stay(self, message: Message) -> bool:
        if message.id in self.world.interrupted:
            return True  # the process that would have removed it has ended
        asked = (message.reference or {}).get("message_id")
        if asked is None:
            return False
        said = self.world.env.backend.get_message(message.channel_id, int(asked)).content
        return bool(LASTING & set(said.split()[1:2]))


def _is_refusal(error: BaseException) -> bool:
    while (inner := getattr(error, "original", None)) is not None:
        error = inner
    return isinstance(error, Refusal)


def _sources(rows: Tables) -> Iterator[str]:
    sources = Counter(e["source"] for events in rows.events.values() for e in events if e["source"])
    for source in (source for source, count in sources.items() if count > 1):
        yield f"{source} was acted on {sources[source]} times"


def _ratings(rows: Tables) -> Iterator[str]:
    """Yield the differences between the ratings and those computed anew from all results."""
    expected = rated(rows)
    for row in rows.others["ratings"]:
        rating = expected.pop((row["match"], row["person"]), None)
        written = (row["mu"], row["sigma"])
        if rating is None or not all(map(isclose, rating, written)):
            yield f"#{row['match']}: {row['person']} is rated {written}, and is to be {rating}"
    for (match, person), rating in expected.items():
        yield f"#{match}: {person} is not rated, and is to be {rating}"


def _columns(told: Reconstruction, seats: list[Row]) -> Iterator[str]:
    """Yield the differences between a match's columns and those that follow from its events."""
    row, events = told.row, told.events
    position = told.position
    expected = {
        "status": told.status,
        "version": len(events),
        "ended": told.ended,
        "created": moment(events[0]["at"]),
        "updated": moment(events[-1]["at"]),
    }
    for name, value in expected.items():
        written = moment(row[name]) if name in {"ended", "created", "updated"} else row[name]
        if written != value:
            yield f"column {name} is {written}, and is to be {value}"
    if [seat["seat"] for seat in seats] != list(range(len(seats))):
        yield f"seats {[seat['seat'] for seat in seats]}"
    if (ranks := [seat["rank"] for seat in seats]) != told.ranks:
        yield f"ranks {ranks}, and are to be {told.ranks}"
    if position and [s["team"] for s in seats] != [s.team for s in position.seats]:
        yield f"teams {[s['team'] for s in seats]}"
    if row["status"] == "over" and row["due"] is not None:
        yield f"over, and something is due {row['due']}"
    if row["status"] != "over" and row["due"] is None:
        yield "nothing is due though it is not over"


def _order(told: Reconstruction) -> Iterator[str]:
    """Yield the faults in the order of events: wrong numbers, times, people, or late events."""
    events = told.events
    if [event["number"] for event in events] != list(range(1, len(events) + 1)):
        yield f"numbers {[event['number'] for event in events]}"
    times = [event["at"] for event in events]
    if times != sorted(times):
        yield f"times {times}"
    over = False
    for event in events:
        if over and event["kind"] != "adjudicate":
            yield f"event {event['number']} ({event['kind']}) after the end"
        over = over or event["kind"] in {"result", "abort", "lapse", "adjudicate", "decline"}
        moderated = event["kind"] == "adjudicate"
        if event["person"] is not None and not moderated and event["person"] not in told.people:
            yield f"event {event['number']} by {event['person']}, who does not play"
    agreed = _agreed(events)
    if told.line and agreed != set(told.people):
        yield f"{agreed} agreed to play, and {set(told.people)} do"
    last = told.position.outcome() if told.position else None
    if any(event["kind"] == "result" for event in events) and last is None:
        yield "a result though the game is not over"


def _agreed(events: list[Row]) -> set[int]:
    """Return the people who agreed to play and did not leave before the start."""
    agreed: set[int] = set()
    for event in events:
        if event["kind"] in {"accept", "join", "challenge"}:
            agreed.add(event["person"])
        elif event["kind"] == "leave":
            agreed.discard(event["person"])
    return agreed


def _restored(row: Row, told: Reconstruction, known: Match) -> Iterator[str]:
    """Yield the differences between the match that the store loads and its rows."""
    if [e.number for e in known.events] != [e["number"] for e in told.events]:
        yield f"known with {len(known.events)} events, written with {len(told.events)}"
    for event, written in zip(known.events, told.events, strict=False):
        fields = {name: getattr(event, name) for name in ("seat", "person", "text", "position")}
        if any(written[name] != value for name, value in fields.items()):
            yield f"event {event.number} is known as {event}, and written as {written}"
        if moment(written["at"]) != event.at or written["source"] != event.source:
            yield f"event {event.number} is known as {event}, and written as {written}"
    again = Match.restore(
        id=row["id"],
        guild=row["guild"],
        channel=row["channel"],
        game=told.game,
        options=told.options,
        host=row["host"],
        people=tuple(told.people),
        drawn=bool(row["drawn"]),
        events=known.events,
        set_ups=known.set_ups,
        time=row["time"],
        rated=bool(row["rated"]),
        previous=row["previous"],
    )
    if again != known:
        yield f"restored as {again}, known as {known}"
    if known.due != moment(row["due"]):
        yield f"due {known.due}, and {row['due']} is written"
    if [place.read() for _, place in known.path] != [position for _, position in told.line]:
        yield "the line of play is another than its events make"


def _exported(match: Match) -> Iterator[str]:
    """Yield the faults of an exported match, such as one that reads back as another game."""
    record = archive.record_of(match, {person: f"P{person}" for person in match.people})
    again = archive.read(archive.write(record))
    if again != record:
        yield f"exported as {record}, read back as {again}"
    line = [step.position for step in again.positions() if step.action or not step.move]
    ours = [place.read() for _, place in match.path]
    if match.position.setup is None and line[: len(ours)] != ours:
        yield "the exported game has another line of play"


def _called(told: Reconstruction, event: Row) -> set[int] | None:
    """Return the people whom an event's post has to ping; None if that depends on offers."""
    kind, players = event["kind"], set(told.people) - {OPEN}
    if kind in FOR_NOBODY:
        return set()
    if kind in FOR_ALL or event["text"] == "untouched":
        return players
    if kind == "challenge":
        return players - {event["person"]}
    if kind == "decline":
        return {told.row["host"]}
    if kind in {"move", "start"}:
        acting = told.to_act(event["number"])
        if acting is None or told.offered(event["number"]):
            return None
        return acting - {event["person"]}
    return None


def _badly_said(server: Server, said: Any) -> Iterator[str]:  # noqa: ANN401 - texts of any kind
    for text in said:
        plain = _CODE.sub(" ", text)
        if _GAP.search(plain):
            yield f"unfinished: {text!r}"
        if server.language == "fr" and (found := words(text) & _english()):
            yield f"English ({', '.join(sorted(found))}) on a French server: {text!r}"
