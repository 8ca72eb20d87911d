"""The match that a command is about: by number, by a reply to its board, by channel, or chosen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

import discord
from discord.ext import commands

from cogs.language.challenge_parser import Reading
from cogs.language.computer_names import computer_name
from cogs.language.did_you_mean import MATCH, Entry, Unclear
from cogs.members.directory import Directory
from cogs.members.mentions import mark_of, post_links
from cogs.members.visibility import all_may_see, may_see
from data import Post, Store, UnknownMatch
from engine import Game, Refusal, Text
from engine.table.match import Match
from engine.table.record import NotAPlayer, Status, is_computer
from engine.text import Words, listed, together

UNKNOWN_MATCH = Text("I do not know that match.")

MOST_NAMED = 10
"""The most matches named in one answer."""

MOST_ASKED = 3
"""The most channels that Discord is asked about for one command, from the newest matches on."""

MOST_LOOKED_AT = 10
"""The most ended matches searched for the last one that suits a command."""

NONE_LIVE = Text("No match is being played in this channel.")

NONE_PLAYED = Text(
    "No match has been played in this channel yet. Name one from elsewhere by its number, such as "
    "`#12`."
)

NOT_BEGUN = Text("This match has not begun.")

NOT_FOR_ALL = Text(
    "Not everybody here may see that match. Ask where it is played, or with the slash command: its "
    "answer is for you alone."
)

Cause = discord.Interaction[Any] | commands.Context[Any] | discord.Message
"""The interaction, command or message that asks for a match."""


class AnyContext(commands.Context[Any]):
    """The context of a command, which may be run again after a question to its author.

    If it is run again, ``pressed`` is the interaction with the author's choice, ``match`` the
    number of the match chosen, and ``corrected`` has pairs of a typed word and its replacement.
    ``readings`` are misspelt words that were understood.
    """

    pressed: discord.Interaction[Any] | None = None
    match: int | None = None
    corrected: tuple[tuple[str, str], ...] = ()
    readings: tuple[Reading, ...] = ()


class NoMatch(NotAPlayer):
    """A person wants to act in a match, but has none in the channel."""

    def __init__(self, text: Text | None = None) -> None:
        none = Text("You have no match in this channel; `/play` begins one.")
        Refusal.__init__(self, none if text is None else text)


async def no_match(store: Store, channel: object, person: int, *, is_move: bool = False) -> NoMatch:
    """Return the refusal for a person without a match in a channel.

    The refusal names the person's matches in the channel's threads that all readers of the channel
    may see. A command can name one of them by its number; what is refused because it ``is_move``
    has to be typed there.
    """
    guild, here = getattr(channel, "guild", None), getattr(channel, "id", 0)
    if not isinstance(guild, discord.Guild):
        return NoMatch()
    found, asked = list[Match](), 0
    for match in reversed(await store.matches(status=Status.LIVE, guild=guild.id, person=person)):
        thread: object = guild.get_channel_or_thread(match.channel)
        if thread is None and asked < MOST_ASKED:
            asked += 1
            thread = await _archived(guild, match.channel)
        inside = isinstance(thread, discord.Thread) and thread.parent_id == here
        if inside and await all_may_see(store, channel, match):
            found.insert(0, match)
    if not found:
        return NoMatch()
    links = await post_links(store, found, lambda match: f"#{match.id}")
    named = [
        Text("{link} ({game})", link=links[match.id], game=match.game.title)
        for match in found[-MOST_NAMED:]
    ]
    matches = together(named)
    if is_move:
        return NoMatch(
            Text(
                "Your matches here are in threads: {matches}. Type the move there.", matches=matches
            )
        )
    return NoMatch(
        Text(
            "Your matches here are in threads: {matches}. Say it there, or add the number of the "
            "match.",
            matches=matches,
        )
    )


async def not_here(store: Store, channel: object, person: int, number: int) -> Refusal:
    """Return the refusal for a person whose move names a match that is not played in a channel.

    If it is theirs, and all readers of the channel may see it, the refusal links to its board.
    """
    with suppress(UnknownMatch):
        match = await store.load(number)
        theirs = match.status is Status.LIVE and person in match.people
        if theirs and await all_may_see(store, channel, match):
            links = await post_links(store, [match], lambda match: f"#{match.id}")
            return Refusal(
                Text("You play match {match} elsewhere: type the move there.", match=links[number])
            )
    return Refusal(Text("You are not playing match {match} in this channel.", match=f"#{number}"))


async def _archived(guild: discord.Guild, thread: int) -> object:
    try:
        return await guild.fetch_channel(thread)
    except (discord.HTTPException, discord.InvalidData):
        return None


async def own_match(
    store: Store,
    context: commands.Context[Any],
    makes_sense: Callable[[Match], bool] = lambda _: True,
    *,
    named: bool = True,
) -> Match:
    """Return the live match of the author that a command is about.

    The match is the one chosen or replied to, else the author's only one in the channel, else the
    only one of these for which the command ``makes_sense``. Raises NoMatch if the author has no
    match in the channel, and Unclear to ask which of several is meant, with the opponents if
    ``named``.
    """
    if (chosen := await chosen_match(store, context)) is not None:
        return chosen
    matches = await store.matches(
        status=Status.LIVE, channel=context.channel.id, person=context.author.id
    )
    if not matches:
        raise await no_match(store, context.channel, context.author.id)
    sensible = [match for match in matches if makes_sense(match)] or matches
    if len(sensible) > 1:
        raise await which_match(context, sensible, named=named)
    return sensible[0]


def possible(change: Callable[[Match], object]) -> Callable[[Match], bool]:
    """Return a predicate that is true for matches in which a change raises no Refusal."""

    def makes_sense(match: Match) -> bool:
        try:
            change(match)
        except Refusal:
            return False
        return True

    return makes_sense


async def match_here(
    store: Store,
    context: commands.Context[Any],
    number: int | None,
    makes_sense: Callable[[Match], bool] = lambda _: True,
    none: Text = NONE_LIVE,
) -> Match:
    """Return the match that a command is about: begun, and visible to the readers of the answer.

    A slash command is answered in private, a typed one before all readers of the channel.

    The match is the first of these that exists: the one with the ``number``; the one chosen or
    replied to; a live one of the author in this channel, or of anybody there; without any, a live
    one of the author whose channel is gone; any match of this thread. Among several, the one for
    which the command ``makes_sense`` is taken. Raises Refusal, with the text ``none`` if there is
    no match, and Unclear to ask which of several is meant.
    """
    guild, who, here = context.guild, context.author, context.channel.id
    match = await chosen_match(store, context) if number is None else None
    if number is not None:
        match = await visible_match(store, context, number)
    if match is not None:
        if not match.line:
            raise Refusal(NOT_BEGUN)
        await _check_readers(store, context, match)
        return match
    candidates = await _live_here(store, guild, who.id, here)
    if not candidates and isinstance(context.channel, discord.Thread):
        candidates = [match for match in await store.matches(channel=here) if match.line]
    if not candidates:
        raise Refusal(none)
    sensible = [match for match in candidates if makes_sense(match)] or candidates
    if len(sensible) > 1:
        raise await which_match(context, sensible)
    return sensible[0]


async def last_match(
    store: Store,
    context: commands.Context[Any],
    number: int | None,
    makes_sense: Callable[[Match], bool] = lambda _: True,
) -> Match:
    """Return the match that is meant by a command for ended matches.

    The match is the one with the ``number``, else the one chosen or replied to, else the last one
    that ended in this channel and for which the command ``makes_sense``, the author's own before
    others'. The author's own live match there, once somebody has moved in it, is before those that
    others have ended. Without any, the result or the error is that of ``match_here``.
    """
    if number is None and await chosen_match(store, context) is None:
        who, here = context.author.id, context.channel.id
        live = await store.matches(status=Status.LIVE, channel=here, person=who)
        plays = any(own.turns and makes_sense(own) for own in live)
        for person in (who,) if plays else (who, None):
            ended = await ended_here(store, context, person)
            match = next(filter(makes_sense, ended), None)
            if match is not None:
                await _check_readers(store, context, match)
                return match
    return await match_here(store, context, number, makes_sense, NONE_PLAYED)


async def ended_here(
    store: Store, context: commands.Context[Any], person: int | None
) -> list[Match]:
    """Return the last matches of a person, None for anybody, that ended in the command's channel.

    The match that ended last comes first.
    """
    return await store.some(
        await store.lists.last_ended(context.channel.id, person, MOST_LOOKED_AT)
    )


async def which_match(
    context: commands.Context[Any], matches: Sequence[Match], *, named: bool = True
) -> Unclear:
    """Return the question which of several matches a command is about.

    The opponents are ``named`` unless they should not know of the command yet.
    """
    guild, author = context.guild, context.author.id
    labels = {match.id: _label(match) for match in matches}
    if named:
        labels = await labels_of(context.bot.directory, guild, matches, author)
    entries = [Entry(str(match.id), labels[match.id]) for match in matches]
    return Unclear(Text("Which match do you mean?"), entries, option=MATCH)


async def labels_of(
    directory: Directory, guild: discord.Guild | None, matches: Sequence[Match], person: int
) -> dict[int, Text]:
    """Return a label for each match of a person, by its id: the number, opponents and game.

    Opponents are left out if they have left the server, and without a server all persons are.
    """
    people = {user for match in matches for user in match.people if user != person}
    known = await directory.names_of(guild, people) if guild is not None else {}
    labels = {}
    for match in matches:
        names = [
            computer_name(user) if is_computer(user) else Words(known[user])
            for user in dict.fromkeys(match.people)
            if user != person and (user in known or is_computer(user))
        ]
        label = _label(match)
        if names:
            label = Text(
                "#{match} · {people} · {game}",
                match=match.id,
                people=listed(names),
                game=match.game.title,
            )
        labels[match.id] = label
    return labels


def _label(match: Match) -> Text:
    return Text("#{match} · {game}", match=match.id, game=match.game.title)


async def chosen_match(store: Store, context: commands.Context[Any]) -> Match | None:
    """Return the match that a command's author has chosen or replies to, None without one.

    Raises Refusal if the author or the readers of the answer may not see the chosen match.
    """
    if isinstance(context, AnyContext) and context.match is not None:
        match = await visible_match(store, context, context.match)
        await _check_readers(store, context, match)
        return match
    return await match_replied_to(store, context.message)


async def game_here(store: Store, context: commands.Context[Any]) -> Game | None:
    """Return the game that a command is most likely about, None if there is none or several.

    It is the game of the post replied to, else the only game that the author plays in this
    channel, else the only one played there.
    """
    replied = await match_replied_to(store, context.message)
    if replied is not None:
        return replied.game
    matches = await store.matches(status=Status.LIVE, channel=context.channel.id)
    own = [match for match in matches if context.author.id in match.people]
    games = {match.game.name: match.game for match in own or matches}
    return games.popitem()[1] if len(games) == 1 else None


async def visible_match(store: Store, cause: Cause, number: int) -> Match:
    """Return the match with a number. All commands get numbered matches by this function.

    The match may not have begun yet. Raises one and the same Refusal if there is no such match, if
    it is of another server, or if the person may not see its channel.
    """
    try:
        match = await store.load(number)
    except UnknownMatch:
        raise Refusal(UNKNOWN_MATCH) from None
    person = cause.user if isinstance(cause, discord.Interaction) else cause.author
    if not await may_see(store, person, match, cause.channel.id if cause.channel else 0):
        raise Refusal(UNKNOWN_MATCH)
    return match


async def _check_readers(store: Store, context: commands.Context[Any], match: Match) -> None:
    """Raise Refusal if any reader of a command's answer may not see its match.

    If the channel of a match is gone, its players may show it in any channel of the server.
    """
    if context.interaction is not None or await all_may_see(store, context.channel, match):
        return
    guild = context.guild
    plays = context.author.id in match.people
    is_theirs = guild is not None and plays and match.guild == guild.id
    if guild is None or not is_theirs or not await is_gone(guild, match.channel):
        raise Refusal(NOT_FOR_ALL)


async def is_gone(guild: discord.Guild, channel: int) -> bool:
    """Return whether a channel is deleted, or hidden from the bot."""
    if guild.get_channel_or_thread(channel) is not None:
        return False
    try:
        await guild.fetch_channel(channel)
    except (discord.NotFound, discord.Forbidden):
        return True
    except (discord.HTTPException, discord.InvalidData):
        return False
    return False


async def _live_here(store: Store, guild: discord.Guild | None, who: int, here: int) -> list[Match]:
    matches = await store.matches(status=Status.LIVE, channel=here)
    own = [match for match in matches if who in match.people]
    if matches or guild is None:
        return own or matches
    elsewhere = await store.matches(status=Status.LIVE, guild=guild.id, person=who)
    unknown = [m for m in elsewhere if guild.get_channel_or_thread(m.channel) is None]
    return [match for match in unknown[-MOST_ASKED:] if await is_gone(guild, match.channel)]


async def match_replied_to(store: Store, message: discord.Message) -> Match | None:
    """Return the match of the post that a message replies to, None for any other message.

    A reply to a post of a match that the author may not see is ignored.
    """
    post = await post_replied_to(store, message)
    if post is None:
        return None
    match = await store.load(post.match)
    return match if await may_see(store, message.author, match, message.channel.id) else None


async def post_replied_to(store: Store, message: discord.Message) -> Post | None:
    """Return the post that a message replies to, None for any other message.

    A post can be replied to before the bot has noted its message, or when the bot stopped before
    it could. The post is then found by its mark.
    """
    reply = message.reference
    if reply is None or reply.message_id is None:
        return None
    noted = await store.outbox.post_of_message(reply.message_id)
    if noted is not None or not isinstance(reply.resolved, discord.Message):
        return noted
    if (mark := mark_of(reply.resolved)) is None:
        return None
    sent = (one for one in await store.outbox.posts(mark.match) if one.event == mark.event)
    post = next(sent, None)
    is_there = post is not None and post.channel == message.channel.id and not post.stands
    return post if is_there else None
