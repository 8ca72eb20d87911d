"""Playing moves: messages are recognised as moves, and every move ends in ``Play.play``."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Coroutine
from contextlib import asynccontextmanager
from functools import partial
from typing import Any, NamedTuple

import discord
from discord.ext import commands

from cogs.client.client import Damier, Origin, origin_of
from cogs.client.error_answers import OOPS, OUT_OF_DATE
from cogs.client.replies import Reply
from cogs.language.typed_words import READY, is_marked, is_word, match_named, to_notation
from cogs.match_actions.clocks import Clocks
from cogs.match_actions.setups import SetUps
from cogs.members.match_lookup import NoMatch, match_replied_to, no_match, not_here
from cogs.messages.layouts import picture_file
from cogs.moves import bare_messages
from cogs.moves.bare_messages import BareWords, is_notation, sample_positions
from cogs.moves.move_questions import (
    Doubtful,
    Doubts,
    HalfTyped,
    Unsure,
    WhichMatch,
    control_of,
    look_again,
    picture_of,
    question,
)
from cogs.moves.typed_answers import TypedAnswers
from data import KeyedLocks, Store, Unavailable, once_more, promptly
from engine import AmbiguousMove, InvalidMove, MoveError, Refusal, Text
from engine.capabilities import notation
from engine.capabilities.set_ups import is_placing
from engine.event_log import Repeated
from engine.table.match import Match
from engine.table.record import NoMoveNow, NotAPlayer, NotYourTurn, Warned, is_crowd

log = logging.getLogger(__name__)

QUESTION_SHOWN_FOR = 300.0
"""Seconds after which a question asked in the channel is removed."""

NOT_SAVED = Text(
    "This could not be saved: my database cannot be used at the moment. Nothing that was saved "
    "before is lost; please send it again in a few minutes."
)


class MoveRequest(NamedTuple):
    """A person's request to play the moves of a text, and the conditions for playing them.

    A ``bare`` text may be chat: it is a move only if ``bare_messages.is_meant``. A ``late`` text
    was typed during an outage: it is refused as out of date if anybody has acted in the match
    since. ``since`` is the number of the board that the move is for, None for the current one. A
    person who is ``sure`` is not asked for confirmation.
    """

    person: int
    text: str
    origin: Origin
    bare: bool = False
    late: bool = False
    since: int | None = None
    sure: bool = False

    @property
    def written(self) -> str:
        """The text with its signs replaced by those of notation."""
        return to_notation(self.text)

    @property
    def is_marked(self) -> bool:
        """Whether the text is marked as a remark to people, for example by brackets."""
        return is_marked(self.text)


class TypedMove(NamedTuple):
    """A message understood as a move: the request, and the match that it names or replies to.

    ``is_move`` is whether the text looks like a move of any game. If not, the message was taken
    because it is addressed to the bot or names a match.
    """

    request: MoveRequest
    match_id: int | None
    is_move: bool


class Crowds:
    """The interface for moves of crowds, people who play one seat together.

    A package above this one implements the interface.
    """

    def note(self, member: discord.abc.User, /) -> None:
        """Remember the roles of a member who has written something."""
        raise NotImplementedError  # ``cogs.crowds`` does, as all these

    async def in_thread(self, channel: int, /) -> Collection[int]:
        """Return the ids of the matches that crowds discuss in a thread."""
        raise NotImplementedError  # see above

    async def seat_holder(self, match: Match, person: int, /) -> int | None:
        """Return the player for whom a person moves in a match: the person, a crowd, or None."""
        raise NotImplementedError  # see above

    async def play(self, request: MoveRequest, match: Match, /) -> Match:
        """Play a move of a crowd's member as ``Play.play`` does."""
        raise NotImplementedError  # see above


class Play(commands.Cog):
    """Plays moves. However a move is entered, it ends in ``play``.

    A message is first understood as a ``MoveRequest``. The match is found by ``match_for``, the
    move is played by ``play``, and a refusal is answered. Presses and slash commands make their own
    request and continue in the same way.

    ``words`` handles one-word messages before they are tried as moves, and ``answers`` handles a
    typed *yes* or *no* in direct messages.
    """

    def __init__(
        self,
        bot: Damier,
        clocks: Clocks,
        set_ups: SetUps,
        words: BareWords,
        answers: TypedAnswers,
    ) -> None:
        self.bot, self.words = bot, words
        self._clocks, self._set_ups = clocks, set_ups
        self._in_order = KeyedLocks[int]()
        self._thinking = KeyedLocks[int]()
        self.in_channels: list[Callable[[discord.Message], Awaitable[bool]]] = []
        """Functions that may handle a channel's message before it is tried as a move in a match."""
        self.in_private: list[Callable[[discord.Message], Awaitable[bool]]] = [answers.take]
        """Functions that may handle a direct message before it is tried as a set-up or a move."""
        self.elsewhere: list[Callable[[discord.Message], Awaitable[bool]]] = []
        """Functions that may handle a direct message while no match there waits for its author.

        The functions of all three lists return whether they handled the message.
        """

    @property
    def crowds(self) -> Crowds:
        """The cog that plays the moves of crowds."""
        return self.bot.cog(Crowds)

    @once_more
    async def play(self, request: MoveRequest, match_id: int) -> Match:
        """Play the requested moves in a match; return the match after them.

        Raises HalfTyped or Unsure (Doubtful for a blunder) if the person has to answer a question,
        NotAPlayer if a bare text is no move, other Refusals if the request is out of date, and the
        errors of ``Match.play``.
        """
        person, origin, text = request.person, request.origin, request.written
        match = await self.bot.store.load(match_id)
        if match.crowds and person not in match.people:
            return await self.crowds.play(request, match)
        settings = await self.bot.preferences.person(person)
        confirms = not request.sure and settings.confirm
        thinks = settings.warn and not (request.sure or request.late)
        doubt = await self._doubtful(request, match_id) if thinks else None
        async with self.bot.store.match(match_id) as table:
            match = table.match
            if is_chat(request, match, person):
                raise NotAPlayer
            if request.late:
                check_late(match, origin)
            if request.since not in {None, match.since}:
                raise Refusal(OUT_OF_DATE)
            if match.deadline is not None and match.deadline <= origin["now"]:
                match = self._clocks.given_back(match, origin["now"])
            played = await match_after_moves(match, person, text, origin, sure=request.sure)
            if doubt is not None and doubt.match.since == match.since:
                raise doubt
            if confirms:
                raise Unsure(text, match, played, None)
            table.match = played
        return played

    async def _doubtful(self, request: MoveRequest, match_id: int) -> Doubtful | None:
        """Return the question about a requested blunder, None for any other move or for no move.

        The judgement is made before the match is locked, so that nobody has to wait for it.
        """
        person, origin, text = request.person, request.origin, request.written
        match = await self.bot.store.load(match_id)
        if is_chat(request, match, person):
            return None
        try:
            played = await promptly(partial(match.play, person, text, **origin, sure=True))
        except Refusal:
            return None
        found = await self.bot.cog(Doubts).doubt(match, played)
        return None if found is None else Doubtful(text, match, played, *found)

    async def match_for(self, request: MoveRequest, channel: int) -> int:
        """Return the id of the person's match in a channel that a request is meant for.

        Among several matches, it is the one that the text fits. For a late request only those count
        in which nothing has happened since. Raises NoMatch if the person has none, WhichMatch if
        the text fits several, and Refusal if something has happened in all that it may mean.
        """
        person = request.person
        ids = await self._open_to(person, channel)
        if len(ids) == 1:
            return ids[0]
        marked, text = request.is_marked, request.written
        held = await held_by(self.bot.store, self.crowds, ids, person)
        matches = [match for match, _ in held]
        for match in matches:
            await promptly(match.position.legal_moves)
        sent = request.origin["now"]
        overtaken = [one for one in held if request.late and one[0].timing.touched >= sent]
        held = [one for one in held if one not in overtaken]
        readable = [
            (match, who)
            for match, who in held
            if bare_messages.is_meant(match, who, text, marked=marked)
        ]
        held = readable if request.bare else readable or held
        matches = [match for match, _ in held]
        turns = [match for match, who in held if match.players[match.position.turn] == who]
        fitting = [match for match in turns if fits(match, text)]
        candidates = fitting or turns or matches
        if not candidates:
            if any(
                bare_messages.is_meant(match, who, text, marked=marked) for match, who in overtaken
            ):
                raise Refusal(OUT_OF_DATE)
            if request.bare:
                raise NoMatch
            here = self.bot.get_channel(channel)
            raise await no_match(self.bot.store, here, person, is_move=True)
        if len(candidates) > 1:
            raise WhichMatch(text, candidates)
        return candidates[0].id

    async def turns_of(self, person: int, channel: int) -> list[Match]:
        """Return the matches of a channel that wait for a person or their crowd."""
        held = await self.held_in(channel, person)
        return [match for match, who in held if match.players[match.position.turn] == who]

    async def held_in(self, channel: int, person: int) -> list[tuple[Match, int]]:
        """Return a channel's live matches in which a person may move, as ``held_by`` does."""
        ids = await self._open_to(person, channel)
        return await held_by(self.bot.store, self.crowds, ids, person)

    async def _open_to(self, person: int, channel: int) -> list[int]:
        """Return the ids of a channel's live matches in which a person or a crowd has a seat.

        Without any, return the ids of the matches that crowds discuss in the channel.
        """
        played = await self.bot.store.played_in(channel)
        ids = [
            match_id
            for match_id, people in played.items()
            if person in people or any(map(is_crowd, people))
        ]
        if not ids:
            ids = [*await self.crowds.in_thread(channel)]
        return ids

    async def named_match(
        self, person: int, channel: int, text: str, *, sure: bool
    ) -> tuple[str, int | None]:
        """Return a move's text without the number of its match, and that number, None without one.

        A number without ``#`` counts only if the person has several matches in the channel and the
        number cannot be part of the move, as in ``5 32-28``. Raises Refusal if the text is ``sure``
        to be meant for the bot, but names with ``#`` a match that is not the person's there.
        """
        named = match_named(text)
        if named is None:
            return text, None
        own = await self._open_to(person, channel)
        if named.number not in own:
            if sure and named.signed:
                here = self.bot.get_channel(channel)
                raise await not_here(self.bot.store, here, person, named.number)
            return text, None
        if not named.signed:
            position = (await self.bot.store.load(named.number)).position
            written = to_notation(named.text)
            is_move = position.notation.is_notation
            if len(own) == 1 or is_notation(to_notation(text)) or not is_move(written):
                return text, None
        return named.text, named.number

    # Typed in a channel

    @commands.Cog.listener()
    async def on_channel_message(self, message: discord.Message) -> None:
        """Handle a channel's message that is no command: a word such as ``resign``, or a move."""
        async with self._answering(message):
            if await self.words.take(message):
                return
            for take in self.in_channels:
                if await take(message):
                    return
            await self.handle_message(message)

    @commands.Cog.listener()
    async def on_direct_message(self, message: discord.Message) -> None:
        """Handle a direct message that is no command: an answer, a set-up, or a move."""
        async with self._answering(message):
            for take in self.in_private:
                if await take(message):
                    return
            if await self._set_ups.take(message):
                return
            if not await self._is_awaited(message):
                for take in self.elsewhere:
                    if await take(message):
                        return
            await self.handle_message(message)

    @asynccontextmanager
    async def _answering(self, message: discord.Message) -> AsyncIterator[None]:
        """Return a context that replies if its block cannot save a message meant for the bot."""
        try:
            with self.bot.poster.expected():
                yield
        except Unavailable:
            text, addressed = self.bot.addressed(message)
            if addressed or message.guild is None or is_notation(to_notation(text)):
                await self._not_saved(message)

    async def _not_saved(self, message: discord.Message) -> None:
        await self.bot.reply(message).briefly(NOT_SAVED)

    async def _is_awaited(self, message: discord.Message) -> bool:
        """Return whether a match of the channel waits for a message's author.

        True as well if the message replies to the post of a match.
        """
        store, who = self.bot.store, message.author.id
        for match_id in await store.live_of(who, message.channel.id):
            match = await store.load(match_id)
            if match.players[match.position.turn] == who:
                return True
        return await match_replied_to(store, message) is not None

    async def handle_message(self, message: discord.Message, *, late: bool = False) -> None:
        """Play the move of a message, unless that is neither a move nor addressed to the bot.

        A refused move is answered. For a ``late`` message, sent while the bot was away, Refusal is
        raised instead, and Unavailable if the move cannot be saved. The messages of a channel are
        handled one after the other, since after an outage a move and the reply to it may arrive
        together.
        """
        if message.author.bot:
            return
        self.bot.refused.note(message)
        async with self._in_order[message.channel.id]:
            answer = await self._take(message, late=late)
        if answer is not None:
            await answer

    async def _take(self, message: discord.Message, *, late: bool) -> Awaitable[None] | None:
        """Play the move of a message; return the rest of the work, to be awaited unlocked, or None.

        That is an answer to send, or the whole move if its player wants warnings of blunders.
        """
        try:
            typed = await self._understood(message, late=late)
        except Refusal as refusal:
            if late:
                raise
            return self._answer(message, refusal, is_move=True)
        if typed is None:
            return None
        playing = self._play_typed(message, typed)
        if late or not (await self.bot.preferences.person(message.author.id)).warn:
            return await playing
        return self._in_own_time(message.author.id, playing)

    async def _understood(self, message: discord.Message, *, late: bool) -> TypedMove | None:
        """Return the request of a message, None if the message is no move and not for the bot.

        None as well if the message was handled here, as a set-up typed in public or as *ready*.
        Raises Refusal if it is addressed to the bot and names a match not played by its author.
        """
        text, addressed = self.bot.addressed(message)
        who, here = message.author.id, message.channel.id
        text, named = await self.named_match(who, here, text, sure=addressed)
        written = to_notation(text)
        in_public = message.guild is not None and is_placing(written)
        if in_public and await self._set_ups.refuse_in_public(message):
            return None
        is_move = is_notation(written) or bare_messages.may_be_move(written)
        if addressed and is_word(text, READY) and await self._said_ready(message):
            return None
        replied = message.reference.message_id if message.reference else None
        half = (replied or named) and any(
            notation.read_start(position.board, written) is not None
            for position in sample_positions()
        )
        if not (is_move or addressed or half):
            return None
        answered = await match_replied_to(self.bot.store, message) if replied else None
        match_id = named if named is not None or answered is None else answered.id
        if not (is_move or addressed or match_id is not None):
            return None
        bare = not addressed and match_id is None
        request = MoveRequest(who, text, origin_of(message), bare=bare, late=late)
        return TypedMove(request, match_id, is_move)

    async def _in_own_time(
        self, person: int, playing: Coroutine[Any, Any, Awaitable[None] | None]
    ) -> None:
        """Play a move that is judged first, while other messages of the channel are handled.

        The messages of one person are still handled one after the other.
        """
        async with self._thinking[person]:
            answer = await playing
        if answer is not None:
            await answer

    async def _play_typed(
        self, message: discord.Message, typed: TypedMove
    ) -> Awaitable[None] | None:
        """Play a typed move in the match that it names or replies to, or else the one it fits.

        Return the answer to send, None without one. A ``late`` move raises its errors instead.
        """
        request, match_id, is_move = typed
        if await self._may_be_for_crowd(message):
            self.crowds.note(message.author)
        try:
            if request.late and await self.bot.store.knows(request.origin["source"]):
                raise Repeated
            if match_id is None:
                match_id = await self.match_for(request, message.channel.id)
            await self.play(request, match_id)
            self.bot.refused.forget(message)
        except Refusal as refusal:
            if request.late:
                raise
            if request.bare and isinstance(refusal, NotAPlayer):
                return None if request.is_marked else self._hint(message, request.written)
            return self._answer(message, refusal, is_move=is_move)
        except Unavailable:
            if request.late:
                raise
            return self._not_saved(message)
        except Exception:
            text = request.text
            log.exception("Move %r by %s in channel %s", text, message.author, message.channel)
            return self.bot.reply(message).briefly(OOPS)
        return None

    async def _may_be_for_crowd(self, message: discord.Message) -> bool:
        """Return whether a crowd plays in the channel of a message, or may discuss there."""
        played = await self.bot.store.played_in(message.channel.id)
        in_thread = isinstance(message.channel, discord.Thread)
        return in_thread or any(is_crowd(one) for people in played.values() for one in people)

    async def _said_ready(self, message: discord.Message) -> bool:
        """Accept the set-up of a message's author, or refuse it; return whether they have one."""
        try:
            return await self._set_ups.ready_in_public(message)
        except Refusal as refusal:
            await self.bot.reply(message).briefly(refusal.text)
            return True

    async def _hint(self, message: discord.Message, text: str) -> None:
        """Reply to a text that looks like a move but is none; keep silent about chat."""
        person = message.author.id
        ids = await self._open_to(person, message.channel.id)
        for match, who in await held_by(self.bot.store, self.crowds, ids, person):
            hint = None if match.hides_pieces else bare_messages.hint(match, who, text)
            hint = hint or bare_messages.off_board(match, who, text)
            if hint is not None:
                await self.bot.reply(message).briefly(hint)
                return

    async def _answer(self, message: discord.Message, refusal: Refusal, *, is_move: bool) -> None:
        """Reply to a typed move that is not played, with a control if the refusal is a question.

        A move that was already played needs no reply. A message that was not understood as a move
        is dispatched as the event ``not_understood``.
        """
        if isinstance(refusal, Repeated):
            self.bot.refused.forget(message)
            return
        answer = self.bot.reply(message)
        if isinstance(refusal, Unsure) and refusal.private:
            await self._answer_doubt(message, refusal, answer)
            return
        text, addressed = self.bot.addressed(message)
        in_words = addressed and not any(map(str.isdecimal, text))
        no_move = (NotAPlayer, NotYourTurn, NoMoveNow, InvalidMove, WhichMatch)
        unread = no_move if in_words else NotAPlayer
        if isinstance(refusal, unread) and not is_move:
            self.bot.dispatch("not_understood", message)
            return
        control = await control_of(
            self.bot, message.author.id, origin_of(message), refusal, answer, message.guild
        )
        if control is None:
            await answer.briefly(refusal.text)
            return
        view = question(refusal.text, control, None, answer)
        shown = await answer.send(view=view, shown_for=QUESTION_SHOWN_FOR)
        _note_question(self.bot, self.play, message, refusal, shown)

    async def _answer_doubt(self, message: discord.Message, refusal: Unsure, answer: Reply) -> None:
        """Reply to a move that has a private warning; in a channel, leave the warning out."""
        who, origin = message.author.id, origin_of(message)
        if message.guild is not None:
            view = look_again(who, origin, refusal, answer.said)
            shown = await answer.send(view=view, shown_for=QUESTION_SHOWN_FOR)
            _note_question(self.bot, self.play, message, refusal, shown)
            return
        picture = await picture_of(self.bot, refusal, who, answer.locale)
        control = await control_of(self.bot, who, origin, refusal, answer, message.guild)
        view = question(refusal.text, control, picture, answer)
        shown = await answer.send(view=view, file=picture_file(picture))
        _note_question(self.bot, self.play, message, refusal, shown)


async def held_by(
    store: Store, crowds: Crowds, ids: Collection[int], person: int
) -> list[tuple[Match, int]]:
    """Return the matches in which a person may move, each with the player for whom they move.

    That player is the person or a crowd.
    """
    held = []
    for match in await store.some([*ids]) if ids else ():
        who: int | None = person
        if match.crowds:
            who = await crowds.seat_holder(match, person)
        if who is not None:
            held.append((match, who))
    return held


def fits(match: Match, text: str) -> bool:
    """Return whether a text is a legal move in a match, or an ambiguous one."""
    try:
        match.position.parse_all(text)
    except AmbiguousMove:
        return True
    except MoveError:
        return False
    return True


def is_chat(request: MoveRequest, match: Match, player: int) -> bool:
    """Return whether a bare text is chat rather than a player's move in a match."""
    if not request.bare:
        return False
    marked = request.is_marked
    return not bare_messages.is_meant(match, player, request.written, marked=marked)


def check_late(match: Match, origin: Origin) -> None:
    """Raise Refusal if anybody has acted in a match since a late text was typed."""
    if match.timing.touched >= origin["now"]:
        raise Refusal(OUT_OF_DATE)


async def match_after_moves(
    match: Match, player: int, text: str, origin: Origin, *, sure: bool
) -> Match:
    """Return a match after a player's moves in a text, without saving it.

    Raises Unsure if the game warns of the move, HalfTyped if the text is only the beginning of a
    move, and the errors of ``Match.play``.
    """
    try:
        return await promptly(partial(match.play, player, text, **origin, sure=sure))
    except Warned as warned:
        played = match.play(player, text, **origin, sure=True)
        private = match.position.claiming.warns_in_private
        raise Unsure(text, match, played, warned.text, private=private) from None
    except InvalidMove:
        point = notation.read_start(match.position.board, text)
        if point is None or match.hides_pieces:
            raise
        raise HalfTyped(match, point) from None


def _note_question(
    bot: Damier,
    play: Callable[[MoveRequest, int], Awaitable[object]],
    message: discord.Message,
    refusal: Refusal,
    shown: discord.Message,
) -> None:
    """Note the question ``shown``, so that its addressee can answer it by typing "yes".

    Only an Unsure refusal is such a question; others are ignored. ``play`` is ``Play.play``.
    """
    if not isinstance(refusal, Unsure):
        return
    person, match = message.author.id, refusal.match
    source = origin_of(message)["source"]

    async def answer(yes: discord.Message) -> None:
        origin = Origin(now=origin_of(yes)["now"], source=source)
        request = MoveRequest(person, refusal.typed, origin, since=match.since, sure=True)
        await play(request, match.id)

    bot.open_questions.note(person, shown, answer)
