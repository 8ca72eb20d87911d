"""Threads in which crowds discuss their moves, and boards there to try proposals on.

The only crowd of a match has a public thread at the match's first board; crowds that play each
other have private ones, which their people enter by a button. On the boards to try proposals, the
computer says nothing while the match goes on.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

import discord
from cachetools import LRUCache
from discord import ui
from discord.ext import commands

from cogs.analysis.analysis import board_of_step
from cogs.analysis.desks import Desks, reader_of
from cogs.client.client import Damier, Interaction, origin_of
from cogs.client.error_answers import OUT_OF_DATE
from cogs.client.replies import answer_to
from cogs.crowds import ballot_view
from cogs.crowds.crowd_moves import CrowdMoves
from cogs.delivery.threads import ARCHIVED_AFTER, HAS_THREAD, LONGEST_NAME
from cogs.language.catalogues import plainly
from cogs.members.match_lookup import visible_match
from cogs.members.mentions import person, side_name
from cogs.messages.buttons import ControlKind, Menu, TextButton
from data import ANYBODY, Desk, Outgoing, Post, Signal, UnknownCrowd
from engine import Refusal, Text
from engine.crowds.crowd import Crowd
from engine.table.match import Match
from engine.table.record import Kind, Status
from engine.table.steps import steps_of
from engine.text import joined

log = logging.getLogger(__name__)

TRIED: Final = 1_000
"""The most boards remembered, so that each proposal has only one."""

UNKNOWN_CHANNEL: Final = 10003
"""Discord's error for a thread that is gone."""

NO_THREAD: Final = Text("There is no thread for this side, and I cannot make one now.")


class Discussions(commands.Cog):
    """Opens the threads of crowds, and analysis boards in them.

    ``changed`` signals the id of a match whose threads have changed.
    """

    def __init__(self, bot: Damier, moves: CrowdMoves, desks: Desks) -> None:
        self.bot = bot
        self.changed = Signal[int]()
        self._moves, self._desks = moves, desks
        self._boards: LRUCache[tuple[int, int, int, str], str] = LRUCache(TRIED)
        self._lock = asyncio.Lock()
        self._deleted: set[tuple[int, int]] = set()
        """The matches and crowds whose thread somebody deleted: the bot makes no new one itself."""

    async def cog_load(self) -> None:
        """Register the controls."""
        self.bot.text_buttons[ControlKind.TALK] = self.press
        self.bot.menus[ControlKind.TALK] = self.choose

    # Threads

    async def open(self, outgoing: Outgoing, post: Post, crowd: Crowd) -> None:
        """Open the thread of a crowd at the first board of its match, if the bot may."""
        match = outgoing.match
        is_first = match.until(post.event).events[-1].kind is Kind.START
        if not is_first or (match.id, crowd.user) in self._deleted:
            return
        if await self.bot.store.crowds.thread_of(match.id, crowd.user) is None:
            await self._make(match, crowd, post)

    async def _make(self, match: Match, crowd: Crowd, post: Post | None) -> int | None:
        """Return the id of a crowd's thread, made if there is none; None if it cannot be made."""
        async with self._lock:
            known = await self.bot.store.crowds.thread_of(match.id, crowd.user)
            place = self._place(match)
            if known is not None or place is None or self._missing(match):
                return known
            name = self._name(match, crowd)
            try:
                if ballot_view.several(match):
                    thread = await _private_thread(place, name)
                else:
                    thread = await _public_thread(place, name, post)
            except (discord.HTTPException, OSError) as error:
                log.info("A crowd of match %s gets no thread: %r", match.id, error)
                return None
            await self.bot.store.crowds.set_thread(match.id, crowd.user, thread)
        return thread

    def _place(self, match: Match) -> discord.TextChannel | None:
        """Return the channel for a match's threads, None if there is none.

        The only crowd of a match in a thread needs no other; several crowds use its parent channel.
        """
        guild = self.bot.get_guild(match.guild)
        channel = guild.get_channel_or_thread(match.channel) if guild else None
        if isinstance(channel, discord.Thread) and ballot_view.several(match):
            channel = channel.parent
        return channel if isinstance(channel, discord.TextChannel) else None

    def _missing(self, match: Match) -> list[Text]:
        """Return the names of the permissions that the bot lacks for a thread."""
        place = self._place(match)
        if place is None:
            return []
        may = place.permissions_for(place.guild.me)
        makes = may.create_public_threads, Text("Create Public Threads")
        if ballot_view.several(match):
            makes = may.create_private_threads, Text("Create Private Threads")
        writes = may.send_messages_in_threads, Text("Send Messages in Threads")
        return [name for given, name in (makes, writes) if not given]

    def lacking(self, match: Match) -> Iterator[Text]:
        """Yield sentences about missing permissions for threads, at the first board of a match."""
        missing = self._missing(match) if match.events[-1].kind is Kind.START else []
        if missing:
            yield Text(
                "To open a thread for talk I need the permission {permissions}.",
                permissions=joined(missing, ", "),
            )

    def _name(self, match: Match, crowd: Crowd) -> str:
        locale = self.bot.preferences.locale_of(self.bot.get_guild(match.guild))
        name = Text(
            "{game}: {crowd} (match {match})",
            game=match.game.title,
            crowd=side_name(match, crowd.user),
            match=f"#{match.id}",
        )
        return plainly(name, locale)[:LONGEST_NAME]

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """Forget a thread that somebody has deleted; the button makes another one."""
        await self._forget(payload.thread_id)

    async def _forget(self, thread: int) -> None:
        found = await self.bot.store.crowds.in_thread(thread)
        if found is not None:
            self._deleted.add(found)
            await self.bot.store.crowds.set_thread(*found, None)
            self.changed(found[0])

    # Controls

    def buttons(
        self, match: Match, crowd: Crowd, thread: int | None, locale: discord.Locale
    ) -> Iterator[ui.Item[Any]]:
        """Yield the buttons that try out a proposal and that open a crowd's thread, if possible."""
        ballot = crowd.open_ballot
        present = ballot is not None and ballot.event == match.since
        if ballot is not None and present and ballot.standing:
            about = f"try {match.id} {crowd.user} {ballot.event}"
            yield TextButton(ControlKind.TALK, about, plainly(Text("Try it"), locale))
        if ballot_view.several(match):
            label = Text("Talk: {crowd}", crowd=side_name(match, crowd.user))
        elif thread is None and self._place(match) is not None and not self._missing(match):
            label = Text("Talk about it")
        else:
            return
        yield TextButton(
            ControlKind.TALK, f"talk {match.id} {crowd.user} 0", plainly(label, locale)
        )

    async def press(self, interaction: Interaction, about: str) -> None:
        """Handle the buttons *Talk* and *Try it*. Raises Refusal for people outside the crowd."""
        does, match, crowd, event = await self._read(interaction, about)
        if does == "talk":
            await self._let_in(interaction, match, crowd)
            return
        there = self._proposals(match, crowd, event)
        if len(there) == 1:
            await self._try(interaction, match, crowd, there[0].text)
            return
        options = [
            discord.SelectOption(label=f"{one.name} {one.text}"[:100], value=str(one.place))
            for one in there[: ballot_view.MOST_LISTED]
        ]
        answer = answer_to(interaction)
        menu = Menu(ControlKind.TALK, about, answer.said(Text("Which proposal?")), options)
        said = Text("The proposal is tried on a board; the computer says nothing there.")
        await answer.show(said, menu)

    async def choose(self, interaction: Interaction, about: str, choice: str) -> None:
        """Handle the menu of proposals to try."""
        _, match, crowd, event = await self._read(interaction, about)
        there = self._proposals(match, crowd, event)
        one = next((one for one in there if str(one.place) == choice), None)
        if one is None:
            raise Refusal(OUT_OF_DATE)
        await self._try(interaction, match, crowd, one.text)

    async def _read(self, interaction: Interaction, about: str) -> tuple[str, Match, Crowd, int]:
        """Return a control's action, its match, its crowd and its event. Raises Refusal."""
        try:
            does, *numbers = about.split(" ")
            number, user, event = map(int, numbers)
        except ValueError:
            raise Refusal(OUT_OF_DATE) from None
        match = await visible_match(self.bot.store, interaction, number)
        try:
            crowd = await self.bot.store.crowds.load(match.id, user)
        except UnknownCrowd:
            raise Refusal(OUT_OF_DATE) from None
        if match.status is not Status.LIVE:
            raise Refusal(OUT_OF_DATE)
        self._moves.note(interaction.user)
        member = await self._moves.facts(match, crowd, interaction.user.id)
        crowd.check_may_play(member, origin_of(interaction)["now"], match.persons)
        return does, match, crowd, event

    def _proposals(self, match: Match, crowd: Crowd, event: int) -> list[ballot_view.Listed]:
        """Return the present proposals. Raises Refusal in another turn, or if there are none."""
        ballot = crowd.open_ballot
        if ballot is None or ballot.event != event or match.since != event:
            raise Refusal(OUT_OF_DATE)
        there = ballot_view.listed(ballot, open_=False)
        if not there:
            raise Refusal(Text("Nobody has voted yet."))
        return there

    async def _let_in(self, interaction: Interaction, match: Match, crowd: Crowd) -> None:
        """Add a member to a crowd's thread, and tell them where it is. Raises Refusal.

        Before people are let into a private thread, they are bound to that side for good.
        """
        if ballot_view.several(match):
            who, origin = interaction.user.id, origin_of(interaction)
            await self._moves.act(
                match, crowd.user, who, origin, lambda one: one.join(who, **origin)
            )
        number = await self._make(match, crowd, None)
        if number is None:
            raise Refusal(NO_THREAD)
        thread = await self._thread(match, number)
        if thread is None:
            await self._forget(number)
            number = await self._make(match, crowd, None)
            thread = await self._thread(match, number) if number is not None else None
        if thread is None:
            raise Refusal(NO_THREAD)
        try:
            if thread.archived and not thread.locked:
                thread = await thread.edit(archived=False)
            await thread.add_user(discord.Object(interaction.user.id))
        except discord.HTTPException as error:
            log.info("Nobody is added to thread %s: %s", thread.id, error)
            if ballot_view.several(match):
                raise Refusal(Text("I cannot let you into the thread now.")) from None
        self.changed(match.id)
        where = Text("Your side talks here: {thread}", thread=f"<#{thread.id}>")
        if ballot_view.several(match):
            where = joined([where, Text("You play for no other side in this match now.")], "\n")
        await answer_to(interaction).show(where)

    async def _thread(self, match: Match, number: int) -> discord.Thread | None:
        """Return a thread, None if it is gone; Discord is asked about an archived one."""
        guild = self.bot.get_guild(match.guild)
        if guild is None:
            return None
        try:
            found = guild.get_thread(number) or await guild.fetch_channel(number)
        except (discord.NotFound, discord.Forbidden, discord.InvalidData):
            return None
        return found if isinstance(found, discord.Thread) else None

    # Trying

    async def _try(self, interaction: Interaction, match: Match, crowd: Crowd, text: str) -> None:
        """Show a proposal on a board in the crowd's thread, or else to the person alone."""
        match.check_shown()
        key = (match.id, crowd.user, match.since, text)
        if key in self._boards:
            there = Text("It is already being tried: {where}", where=self._boards[key])
            await answer_to(interaction).show(there)
            return
        number = await self.bot.store.crowds.thread_of(match.id, crowd.user)
        if number is None and not ballot_view.several(match) and self._place(match) is None:
            number = match.channel  # the match is in a thread
        thread = await self._thread(match, number) if number is not None else None
        if thread is not None and not thread.locked:
            url = await self._post(interaction, match, thread, text)
            if url is not None:
                self._boards[key] = url
                there = Text("You can try it here: {where}", where=url)
                await answer_to(interaction).show(there)
                return
        own = await asyncio.to_thread(_board, match, interaction.user.id, text)
        await self._desks.open(interaction, own)

    async def _post(
        self, interaction: Interaction, match: Match, thread: discord.Thread, text: str
    ) -> str | None:
        """Post a board that all people in a thread can use; return its URL, None if refused."""
        desk = await asyncio.to_thread(_board, match, ANYBODY, text)
        desk = await self.bot.store.desks.add(desk, origin_of(interaction)["now"])
        reader = reader_of(interaction)._replace(
            locale=self.bot.preferences.locale_of(interaction.guild)
        )
        said = Text("{person} tries `{move}`.", person=person(interaction.user.id), move=text)
        view = await self._desks.view(desk, reader, said=said)
        try:
            message = await thread.send(
                view=view.layout,
                file=view.file,
                allowed_mentions=discord.AllowedMentions.none(),
            )
        except discord.HTTPException as error:
            log.info("No board is posted in thread %s: %s", thread.id, error)
            if error.code == UNKNOWN_CHANNEL:
                await self._forget(thread.id)
            return None
        return message.jump_url


async def _public_thread(place: discord.TextChannel, name: str, post: Post | None) -> int:
    """Make a thread that everybody sees, from a post if there is one; return its id.

    A thread made from a message has the message's id, so a thread made before is found.
    """
    if post is None or post.message is None or post.channel != place.id:
        thread = await place.create_thread(
            name=name,
            type=discord.ChannelType.public_thread,
            auto_archive_duration=ARCHIVED_AFTER,
        )
        return thread.id
    try:
        await place.get_partial_message(post.message).create_thread(
            name=name, auto_archive_duration=ARCHIVED_AFTER
        )
    except discord.HTTPException as error:
        if error.code != HAS_THREAD:
            raise
    return post.message


async def _private_thread(place: discord.TextChannel, name: str) -> int:
    """Make a thread that only admitted people see; return its id.

    A thread of the same name that the bot has made before is reused.
    """
    me = place.guild.me.id
    there = (one for one in place.threads if one.name == name and one.owner_id == me)
    found = next((one for one in there if one.is_private()), None)
    if found is not None:
        return found.id
    thread = await place.create_thread(
        name=name,
        type=discord.ChannelType.private_thread,
        invitable=False,
        auto_archive_duration=ARCHIVED_AFTER,
    )
    return thread.id


def _board(match: Match, who: int, text: str) -> Desk:
    """Return an analysis board with a proposal played on it. CPU work. Raises Refusal."""
    steps = steps_of(match)
    position, written = match.position, list[str]()
    for move in position.parse_all(text):
        written.append(position.write(move))
        position = position.play(move)
    desk = board_of_step(match, steps, len(steps) - 1, who, side=0)
    return replace(desk.played(*written), person=who)
