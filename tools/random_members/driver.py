"""The driver, through which all members act: it pauses before each act and audits the answer."""

from __future__ import annotations

import random
from collections import Counter, deque
from dataclasses import dataclass, field
from typing import Any

import discord
from simcord import ChannelHandle, InteractionResult, MemberActor, ResponseMessage

from cogs.language.actions import Action
from engine.table.match import Match
from tools.random_members.audit import Audit
from tools.random_members.components import answers, button, control
from tools.random_members.world import Server, World

LONGEST_PAUSE = 12.0
"""The most seconds between two acts."""

REMEMBERED = 30
"""The number of last acts that are reported with a fault."""


@dataclass
class Table:
    """A match, its place, and the way in which it is to end (``fate``) after ``turns`` turns."""

    match: int
    server: Server
    channel: ChannelHandle
    fate: str
    turns: int

    def player(self, person: int) -> MemberActor:
        """Return the member with this person's id."""
        return self.server.members[person]


@dataclass
class Driver:
    """Acts for members. ``done`` counts the acts by name; ``story`` has the last acts as text."""

    world: World
    audit: Audit
    chance: random.Random
    done: Counter[str] = field(default_factory=Counter)
    story: deque[str] = field(default_factory=lambda: deque(maxlen=REMEMBERED))

    @property
    def me(self) -> str:
        """The mention of the bot."""
        return f"<@{self.world.me}>"

    async def load(self, table: Table) -> Match:
        """Return the match of a table as it is now."""
        return await self.world.store.load(table.match)

    def stranger(self, table: Table, match: Match) -> MemberActor:
        """Return a member of the server who does not play in a match."""
        others = [m for m in table.server.members.values() if m.id not in match.people]
        return self.chance.choice(others)

    def opponent(self, table: Table, match: Match, person: int) -> MemberActor:
        """Return another player of a match."""
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
        """Have a member write in a channel; return the bot's replies."""
        await self._pause(f"{member.name} in {channel.name} says {text!r}")
        message = await member.send(channel, text, reply_to=reply_to)
        replies = self.world.replies(channel, message)
        self.audit.answers += len(replies)
        return replies

    async def command(
        self, table: Table, member: MemberActor, text: str, *, about: bool = True
    ) -> list[ResponseMessage]:
        """Have a member type a command, as a reply to the match's newest post if ``about``.

        Return the bot's replies.
        """
        shown = await self.world.newest(table.match) if about else None
        return await self.say(table.server, table.channel, member, f"{self.me} {text}", shown)

    async def whisper(self, member: MemberActor, text: str) -> discord.Message:
        """Have a member send the bot a direct message; return it."""
        await self._pause(f"{member.name} whispers {text!r}")
        return await member.send_dm(text)

    async def slash(
        self,
        server: Server,
        channel: ChannelHandle,
        member: MemberActor,
        name: str,
        /,
        **options: Any,  # noqa: ANN401 - of every type
    ) -> InteractionResult:
        """Have a member use a slash command."""
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
        """Have a member use a command from the context menu of another member."""
        await self._pause(f"{member.name} in {channel.name} uses the menu of {whom.name}: {name}")
        return self._answered(server, await member.context_menu(channel, name, whom))

    async def press(
        self, server: Server, member: MemberActor, shown: ResponseMessage, what: Action | str
    ) -> InteractionResult:
        """Have a member press a button: that of an action, or the first whose id begins with
        ``what``.
        """
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
        """Have a member choose a value from the first menu whose id begins with ``start``."""
        found = control(shown.components, start)
        await self._pause(f"{member.name} chooses {value!r} of {found}")
        return self._answered(server, await member.select(shown, [value], custom_id=found))

    async def fill(
        self, server: Server, member: MemberActor, form: InteractionResult, text: str
    ) -> InteractionResult:
        """Have a member fill in a form of one line and submit it."""
        assert form.modal is not None, f"no form but {answers(form)}"
        (label,) = form.modal["components"]
        await self._pause(f"{member.name} fills in {text!r}")
        result = await member.submit_modal(form, {label["component"]["custom_id"]: text})
        return self._answered(server, result)

    async def board(self, table: Table) -> ResponseMessage:
        """Return a match's newest post with a board's buttons. Raises AssertionError if none."""
        for post in reversed(await self.world.store.outbox.posts(table.match)):
            if not post.stands or post.message is None:
                continue
            shown = self.world.message(post.channel, post.message)
            if button(shown.components, Action.RESIGN):
                return shown
        raise AssertionError(f"#{table.match} has no board with buttons")

    def _answered(self, server: Server, result: InteractionResult) -> InteractionResult:
        self.audit.answered(server, result)
        return result

    async def _pause(self, act: str) -> None:
        self.story.append(f"{self.world.env.now():%d %H:%M:%S} {act}")
        await self.world.pause(self.chance.uniform(0.5, LONGEST_PAUSE))
