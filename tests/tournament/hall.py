"""What everything that members do goes through: the act itself, its answer, and the count of it."""

from __future__ import annotations

import random
from collections import Counter, deque
from dataclasses import dataclass, field
from typing import Any

import discord
from simcord import ChannelHandle, InteractionResult, MemberActor, ResponseMessage

from cogs.messages.buttons import Action
from engine.table.match import Match
from tests.tournament.audit import Audit
from tests.tournament.reading import answers, button, control
from tests.tournament.venue import Server, Venue

LONGEST_PAUSE = 12.0
"""Seconds between two acts, at most."""

REMEMBERED = 30
"""Acts that are told of when something is found to be wrong."""


@dataclass
class Table:
    """A match, where it is played, and how its players mean to end it after so many turns."""

    match: int
    server: Server
    channel: ChannelHandle
    fate: str
    turns: int

    def player(self, person: int) -> MemberActor:
        """The member who plays."""
        return self.server.members[person]


@dataclass
class Hall:
    """The tournament's hall; ``done`` counts what was done in it, by name.

    ``story`` is what was done last.
    """

    venue: Venue
    audit: Audit
    chance: random.Random
    done: Counter[str] = field(default_factory=Counter)
    story: deque[str] = field(default_factory=lambda: deque(maxlen=REMEMBERED))

    @property
    def me(self) -> str:
        """How the bot is mentioned."""
        return f"<@{self.venue.me}>"

    async def load(self, table: Table) -> Match:
        """The match of a table as it is now."""
        return await self.venue.store.load(table.match)

    def stranger(self, table: Table, match: Match) -> MemberActor:
        """Somebody of the server who does not play in a match."""
        others = [m for m in table.server.members.values() if m.id not in match.people]
        return self.chance.choice(others)

    def opponent(self, table: Table, match: Match, person: int) -> MemberActor:
        """Another player of a match."""
        return table.player(self.chance.choice([p for p in match.people if p != person]))

    # Acts

    async def say(
        self,
        server: Server,
        channel: ChannelHandle,
        member: MemberActor,
        text: str,
        reply_to: ResponseMessage | None = None,
    ) -> list[ResponseMessage]:
        """Somebody types something; returns what the bot replies."""
        await self._pause(f"{member.name} in {channel.name} says {text!r}")
        message = await member.send(channel, text, reply_to=reply_to)
        replies = self.venue.replies(channel, message)
        self.audit.answers += len(replies)
        return replies

    async def command(
        self, table: Table, member: MemberActor, text: str, *, about: bool = True
    ) -> list[ResponseMessage]:
        """Somebody types a command, ``about`` the match by replying to its newest post."""
        shown = await self.venue.newest(table.match) if about else None
        return await self.say(table.server, table.channel, member, f"{self.me} {text}", shown)

    async def whisper(self, member: MemberActor, text: str) -> discord.Message:
        """Somebody writes to the bot in a direct message."""
        await self._pause(f"{member.name} whispers {text!r}")
        return await member.send_dm(text)

    async def slash(
        self,
        server: Server,
        channel: ChannelHandle,
        member: MemberActor,
        name: str,
        **options: Any,  # noqa: ANN401 - of every type
    ) -> InteractionResult:
        """Somebody uses a slash command."""
        await self._pause(f"{member.name} in {channel.name} uses /{name} {options}")
        return self._answered(server, await member.slash(channel, name, **options))

    async def menu(
        self,
        server: Server,
        channel: ChannelHandle,
        member: MemberActor,
        name: str,
        whom: MemberActor,
    ) -> InteractionResult:
        """Somebody chooses a command from the menu of another member."""
        await self._pause(f"{member.name} in {channel.name} uses the menu of {whom.name}: {name}")
        return self._answered(server, await member.context_menu(channel, name, whom))

    async def press(
        self, server: Server, member: MemberActor, shown: ResponseMessage, what: Action | str
    ) -> InteractionResult:
        """Somebody presses a button: that of an action, or whose id begins so."""
        found = (
            button(shown.components, what)
            if isinstance(what, Action)
            else control(shown.components, what)
        )
        assert found is not None, f"no button {what} in {shown.components}"
        await self._pause(f"{member.name} presses {found}")
        return self._answered(server, await member.click(shown, custom_id=found))

    async def choose(
        self, server: Server, member: MemberActor, shown: ResponseMessage, start: str, value: str
    ) -> InteractionResult:
        """Somebody chooses from the menu whose id begins so."""
        found = control(shown.components, start)
        await self._pause(f"{member.name} chooses {value!r} of {found}")
        return self._answered(server, await member.select(shown, [value], custom_id=found))

    async def fill(
        self, server: Server, member: MemberActor, form: InteractionResult, text: str
    ) -> InteractionResult:
        """Somebody fills in a form of one line and sends it."""
        assert form.modal is not None, f"no form but {answers(form)}"
        (label,) = form.modal["components"]
        await self._pause(f"{member.name} fills in {text!r}")
        result = await member.submit_modal(form, {label["component"]["custom_id"]: text})
        return self._answered(server, result)

    async def board(self, table: Table) -> ResponseMessage:
        """The newest post of a match that has the buttons of a board."""
        for post in reversed(await self.venue.store.outbox.posts(table.match)):
            assert post.message is not None
            shown = self.venue.message(post.channel, post.message)
            if button(shown.components, Action.RESIGN):
                return shown
        raise AssertionError(f"#{table.match} has no board with buttons")

    def _answered(self, server: Server, result: InteractionResult) -> InteractionResult:
        self.audit.answered(server, result)
        return result

    async def _pause(self, act: str) -> None:
        self.story.append(f"{self.venue.env.now():%d %H:%M:%S} {act}")
        await self.venue.pause(self.chance.uniform(0.5, LONGEST_PAUSE))
