"""The contents of messages about matches: the board drawn, the people pinged, the notes added."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Final, NamedTuple

import discord
from discord import ui

import render
from cogs.delivery.guess_notes import GuessNotes
from cogs.delivery.threads import Threads
from cogs.language.actions import Action
from cogs.members.calls import Call
from cogs.members.directory import members_of
from cogs.members.mentions import person
from cogs.members.preferences import Preferences
from cogs.members.visibility import may_see
from cogs.messages.layouts import (
    NOTHING_ADDED,
    Addition,
    describe,
    draw,
    has_board,
    posted_side,
)
from cogs.messages.match_posts import call, compose, files, first_words, is_asked, pings
from cogs.messages.move_lists import example_of, has_example
from cogs.messages.post_texts import PROVISIONAL, is_introduced
from data import Outgoing, Store, UnknownTournament
from engine import Text
from engine.table.match import Match
from engine.table.record import NOWHERE, Event, Kind, Status
from engine.text import joined
from engine.tournaments.stages import place_told

log = logging.getLogger(__name__)

UNCHANGED = frozenset({Kind.START, Kind.REPOST, Kind.REMIND})
"""Events whose post has a board on which nobody has moved."""

PREPARED: Final = 100
"""The most prepared posts kept until they are sent: some may never be."""


class PostContent(NamedTuple):
    """The content of a message, and the people it pings when it is sent."""

    view: ui.LayoutView
    files: Sequence[discord.File]
    allowed: discord.AllowedMentions


class Drawing(NamedTuple):
    """A board being drawn, and its description, which is known before the file is made.

    The result of both is None if drawing fails.
    """

    alt: asyncio.Future[Text | None]
    picture: asyncio.Future[render.Picture | None]


class Prepared(NamedTuple):
    """The parts made for the post of an event, perhaps before the event is saved."""

    event: Event
    drawing: Drawing
    followers: Mapping[int, bool]
    content: asyncio.Task[PostContent] | None
    """The content for ``followers``, None if it depends on more than these and the match."""

    def cancel(self) -> None:
        """Stop making the post."""
        self.drawing.picture.cancel()
        if self.content is not None:
            self.content.cancel()


class CrowdPosts:
    """The interface to the crowds' additions to posts; a room above this one implements it."""

    async def added(self, match: Match) -> Addition:
        """Return the additions to the post of a match's last event."""
        raise NotImplementedError  # ``cogs.crowds`` implements it

    async def kept(self, match: Match) -> Sequence[str]:
        """Return the added lines that stay once a later post takes the post's place."""
        raise NotImplementedError  # ``cogs.crowds`` implements it

    def held_for(self, match: Match) -> float:
        """Return the most seconds that the post of a match waits for a computer's answer."""
        raise NotImplementedError  # ``cogs.crowds`` implements it


class PostContents:
    """Makes the contents of the messages of matches.

    ``crowds`` returns the cog that makes additions to the posts of matches in which crowds play.
    """

    def __init__(
        self,
        client: discord.Client,
        store: Store,
        preferences: Preferences,
        threads: Threads,
        crowds: Callable[[], CrowdPosts],
    ) -> None:
        self._client = client
        self._store, self._crowds = store, crowds
        self._preferences = preferences
        self._threads = threads
        self._guesses = GuessNotes(store, preferences)
        self._prepared: OrderedDict[int, Prepared] = OrderedDict()

    def prepare(self, match: Match) -> Callable[[], None]:
        """Begin to make the post of a match's last event while the event is saved.

        The board is drawn, and the post of a turn is composed once the board is described.
        ``of_post`` takes the result. Return the function that discards it.
        """
        if not has_board(match) or match.crowds:
            return lambda: None
        drawing = self._drawing(match)
        posted = self._store.memory.posted(match.id)
        followers = posted.followers if posted else {}
        content = None
        if match.events[-1].kind is Kind.MOVE and match.status is Status.LIVE:
            content = asyncio.create_task(self._composed(match, followers, drawing))
        prepared = self._prepared[match.id] = Prepared(
            match.events[-1], drawing, followers, content
        )
        if len(self._prepared) > PREPARED:
            self._prepared.popitem(last=False)

        def throw_away() -> None:
            if self._prepared.get(match.id) is prepared:
                del self._prepared[match.id]
            prepared.cancel()

        return throw_away

    async def of_post(self, match: Match, outgoing: Outgoing) -> PostContent:
        """Return the post of the match's last event, the prepared one if there is one.

        A post that Discord refused before leaves out the time that was left then.
        """
        followers = outgoing.followers
        later = outgoing.match if outgoing.match.hidden is not None else None
        prepared = self._prepared.get(match.id)
        if prepared is None or prepared.event is not match.events[-1]:
            added = await self.added(match)
            drawing = self._drawing(match, added.arrows) if has_board(match) else None
            return await self._composed(match, followers, drawing, added, later=later)
        del self._prepared[match.id]
        if prepared.content is not None and prepared.followers == followers and later is None:
            return await prepared.content
        return await self._composed(match, followers, prepared.drawing, later=later)

    async def added(self, match: Match) -> Addition:
        """Return the additions to the post of the match's last event."""
        return await self._crowds().added(match) if match.crowds else NOTHING_ADDED

    async def kept(self, match: Match) -> Sequence[str]:
        """Return the added lines that the post of the last event keeps once a later post stands."""
        return await self._crowds().kept(match) if match.crowds else ()

    async def again(
        self, match: Match, later: Match, added: Addition, *, drawn: bool
    ) -> PostContent:
        """Return the post of the match's last event with another addition ``added``.

        The content is for an edit of the match's newest board; ``later`` is the match now. The
        board is drawn again only if ``drawn``.
        """
        alt = describe(match, added.arrows)
        picture = None
        if drawn:
            drawing = self._drawing(match, added.arrows)
            picture = await drawing.picture
        view = compose(
            match,
            self.locale(match),
            alt,
            later=later,
            text_first=await self._text_first(match),
            move_buttons=await self.move_buttons(match, added),
            note=await self.of_guesses(match),
            guessed=self.guessed(match),
            added=added,
            event=await self.event_of(match),
        )
        return PostContent(view, files(match, picture), discord.AllowedMentions.none())

    async def _text_first(self, match: Match) -> bool:
        return await self._preferences.has_text_first(
            [match.players[seat] for seat in match.to_act]
        )

    async def move_buttons(self, match: Match, added: Addition) -> bool:
        """Return whether buttons for moves stand below the board; added buttons replace them."""
        return not added.rows and await self._preferences.move_buttons(match)

    async def _composed(
        self,
        match: Match,
        followers: Mapping[int, bool],
        drawing: Drawing | None,
        added: Addition = NOTHING_ADDED,
        *,
        later: Match | None = None,
    ) -> PostContent:
        """Return the post of the match's last event, once its picture is drawn.

        The post is composed while the picture's file is made.
        """
        alt = await drawing.alt if drawing is not None else None
        called, following = await self._called(match, followers)
        begins = match.events[-1].kind is Kind.START
        if has_board(match) and match.status is Status.LIVE and has_example(match):
            await asyncio.to_thread(example_of, match)  # cached, so that composing is quick
        composed = partial(
            compose,
            match,
            self.locale(match),
            later=later,
            followers=following,
            note=await self._note(match),
            explanation=await self._explanation(match),
            threads=begins and await self._threads.recommends(match),
            notice=self._preferences.notice(match.events[-1].at),
            text_first=await self._text_first(match),
            move_buttons=await self.move_buttons(match, added),
            guessed=self.guessed(match),
            added=added,
            event=await self.event_of(match),
        )
        view = composed(alt=alt)
        picture = await drawing.picture if drawing is not None else None
        if picture is None and alt is not None:
            view = composed(alt=None)
        return PostContent(view, files(match, picture), _pinging([*called, *following]))

    async def of_call(
        self, match: Match, followers: Mapping[int, bool], url: str
    ) -> PostContent | None:
        """Return the message that pings people for the match's last event; None if it pings nobody.

        ``url`` is the URL of the post.
        """
        called, following = await self._called(match, followers)
        if not called and not following:
            return None
        view = call(match, self.locale(match), called, following, url)
        return PostContent(view, (), _pinging([*called, *following]))

    def locale(self, match: Match) -> discord.Locale:
        """Return the language of a match's posts."""
        return self._preferences.locale_of(self._client.get_guild(match.guild), match.host)

    async def _called(
        self, match: Match, followers: Mapping[int, bool]
    ) -> tuple[list[int], list[int]]:
        """Return the players and the followers pinged for the last event."""
        last = match.events[-1]
        call = None
        if is_asked(match):
            within = bool(match.line) and last.person is not None
            call = Call(f"m{match.id}.{last.number}", last.at, last.person, within)
        players = [who.id for who in await self._preferences.pinged(pings(match), call)]
        return players, await self._followers_pinged(match, followers)

    async def _followers_pinged(self, match: Match, followers: Mapping[int, bool]) -> list[int]:
        """Return the followers pinged by the post of the match's last event.

        The end of a match pings all of its followers, a turn those who asked for each turn.
        Followers are left out if they play in the match, want no pings, have left the server, or
        may not see the channel.
        """
        ended = bool(match.line) and match.status is Status.OVER
        if not ended and (not has_board(match) or match.events[-1].kind in UNCHANGED):
            return []
        asked = [who for who, turns in followers.items() if turns or ended]
        wanted = [
            who.id for who in await self._preferences.pinged(asked) if who.id not in match.people
        ]
        guild = self._client.get_guild(match.guild)
        if guild is None or not wanted:
            return []
        members = await members_of(guild, wanted)
        return [
            who
            for who in wanted
            if who in members and await may_see(self._store, members[who], match)
        ]

    async def _explanation(self, match: Match) -> Text | None:
        """Return the explanation for newcomers below the board, None if nobody is new."""
        found = tuple(first_words(match))
        people = frozenset[int]().union(*(words.people for words in found))
        if not people:
            return None
        new = await self._store.history.newcomers(match.game.name, people, before=match.id)
        told = [words.text for words in found if words.people & new]
        return joined(told) if told else None

    async def _note(self, match: Match) -> Text | None:
        """Return the lines in the post of the last event that do not come from the match itself."""
        notes = await self._ratings(match), await self.of_guesses(match)
        told = [note for note in notes if note is not None]
        return joined(told, "\n") if told else None

    async def event_of(self, match: Match) -> Text | None:
        """Return the text that names a match's event and round, None if it belongs to no event."""
        if match.tournament is None:
            return None
        try:
            tournament = await self._store.tournaments.load(match.tournament)
        except UnknownTournament:
            return None
        return place_told(tournament, match.events[0].source, begins=is_introduced(match))

    async def of_guesses(self, match: Match) -> Text | None:
        """Return the lines about guesses; nothing is read for a server without guesses."""
        if self._preferences.server(match.guild).guesses == "none":
            return None
        return await self._guesses.of(match)

    def guessed(self, match: Match) -> Sequence[Action]:
        """Return the guesses open to a match's spectators now."""
        if self._preferences.server(match.guild).guesses == "none":
            return ()
        return self._guesses.actions(match)

    async def _ratings(self, match: Match) -> Text | None:
        """Return the text about a match's effect on its players' ratings, None if it had none."""
        if match.status is not Status.OVER or match.outcome is None:
            return None
        changes = await self._store.ratings.changes(match.id)
        if not changes:
            return None
        each = [
            Text(
                "{person} {before} → {after}",
                person=person(change.person),
                before=str(change.before),
                after=str(change.after),
            )
            for change in changes
        ]
        ratings = Text("Ratings: {changes}", changes=joined(each, ", "))
        if all(change.after.settled for change in changes):
            return ratings
        return joined([ratings, PROVISIONAL], " · ")

    def _drawing(self, match: Match, arrows: Sequence[render.Arrow] = ()) -> Drawing:
        """Begin to draw the board of a match, and return the drawing."""
        alt: asyncio.Future[Text | None] = asyncio.get_running_loop().create_future()
        return Drawing(alt, asyncio.create_task(self._draw(match, arrows, alt)))

    async def _draw(
        self,
        match: Match,
        arrows: Sequence[render.Arrow],
        alt: asyncio.Future[Text | None],
    ) -> render.Picture | None:
        """Return the board's picture, None if drawing fails: the match goes on without a picture.

        ``alt`` gets the description of the picture, or None if drawing fails.
        """
        loop = asyncio.get_running_loop()

        def described(text: Text) -> None:
            loop.call_soon_threadsafe(_settle, alt, text)

        try:
            look = self._preferences.look_of(match.guild)
            if match.guild == NOWHERE:
                look = await self._preferences.look_for(match.host, match.guild)
            side = await posted_side(match, self._preferences)
            locale = self.locale(match)
            drawn = partial(draw, match, look=look, side=side, locale=locale, arrows=arrows)
            return await asyncio.to_thread(_drawn, match, partial(drawn, described=described))
        finally:
            _settle(alt, None)


def _settle(alt: asyncio.Future[Text | None], text: Text | None) -> None:
    """Set an awaited description, unless it is known or nobody waits any more."""
    if not alt.done():
        alt.set_result(text)


def _drawn(match: Match, drawn: Callable[[], render.Picture]) -> render.Picture | None:
    try:
        return drawn()
    except Exception:
        log.exception("The board of match %s after %s", match.id, match.position.fen())
        return None


def _pinging(people: Sequence[int]) -> discord.AllowedMentions:
    return discord.AllowedMentions(users=list(map(discord.Object, people)), replied_user=False)
