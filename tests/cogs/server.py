"""A server with a channel and three members: its posts, its time, and its permissions."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any

import discord
from discord.ext import commands
from simcord import ChannelHandle, Env, GuildHandle, MemberActor
from simcord.backend.models import Message, Overwrite
from simcord.enums import OverwriteType
from simcord.results import to_discord_message

from cogs.client.client import Damier
from cogs.match_actions.clocks import GRACE
from cogs.messages.match_posts import texts_of
from cogs.timekeeping.paces import USUAL
from data import Store
from tests.simulator import hang_up

NONE = discord.Intents.none()


@dataclass
class Server:
    """A server with a channel, three members and the bot, as a test sees and changes it."""

    env: Env
    store: Store
    guild: GuildHandle
    channel: ChannelHandle
    alice: MemberActor
    bob: MemberActor
    carol: MemberActor
    file: Path
    """The file of the database."""

    def __post_init__(self) -> None:
        """Note the bot's paces, for the bots that ``restart`` begins."""
        self._paces = self.bot.paces

    @property
    def bot(self) -> Damier:
        assert isinstance(self.env.bot, Damier)
        return self.env.bot

    @property
    def me(self) -> str:
        """Return the mention of the bot."""
        assert self.bot.user is not None
        return self.bot.user.mention

    @property
    def messages(self) -> list[discord.Message]:
        """Return the messages of the channel, oldest first."""
        return self.channel.history()

    @property
    def last(self) -> discord.Message:
        """Return the newest message that everybody sees, without building the others."""
        newest = max((m for m in self._posted() if m.visible_to(None)), key=lambda m: m.id)
        return to_discord_message(self.env, newest)

    @property
    def newest(self) -> int:
        """Return the id of the newest message; 0 if there is none."""
        return max((m.id for m in self._posted()), default=0)

    def since(self, newest: int) -> list[discord.Message]:
        """Return the messages for everybody after the id ``newest``, oldest first.

        Earlier messages are not built.
        """
        posted = (m for m in self._posted() if m.id > newest and m.visible_to(None))
        return [to_discord_message(self.env, m) for m in sorted(posted, key=lambda m: m.id)]

    def only_for(self, member: MemberActor) -> list[discord.Message]:
        """Return the messages that only ``member`` sees, oldest first."""
        seen = (m for m in self._posted() if m.visible_to(member.id) and not m.visible_to(None))
        return [to_discord_message(self.env, m) for m in sorted(seen, key=lambda m: m.id)]

    def _posted(self) -> Iterable[Message]:
        return self.env.backend.messages[self.channel.id].values()

    async def fetch(self, message: discord.Message) -> discord.Message:
        """Return a message as it is now."""
        return next(m for m in self.messages if m.id == message.id)

    def public(self) -> list[discord.Message]:
        """Return the messages that everybody sees, oldest first."""
        return [message for message in self.messages if not message.flags.ephemeral]

    def text(self, message: discord.Message | None = None) -> str:
        """Return all texts of a message, by default the last one."""
        shown = message or self.last
        return "\n".join([shown.content, *texts_of(shown.components)])

    def pinged(self, words: str = "") -> set[int]:
        """Return the people whom the last post with these words pings."""
        return {int(user) for user in self._last_allowed(words).get("users", ())}

    def replied_without_ping(self) -> bool:
        """Return whether the last post does not ping the author of the message it replies to."""
        return not self._last_allowed().get("replied_user")

    def _last_allowed(self, words: str = "") -> dict[str, Any]:
        path = f"/channels/{self.channel.id}/messages"
        posted = [r.json for r in self.env.http_requests if (r.method, r.path) == ("POST", path)]
        sent = [one for one in posted if words in str(one)]
        assert sent[-1] is not None
        allowed: dict[str, Any] = sent[-1]["allowed_mentions"]
        return allowed

    def complaints(self) -> int:
        """Return the number of messages that say that the bot cannot post."""
        sent = [r.json for r in self.env.http_requests if r.method == "POST" and r.json]
        return sum("I cannot post" in str(json.get("content")) for json in sent)

    async def posted(self) -> None:
        """Wait until everything stored is posted, and the earlier posts are edited."""
        workers = self.bot.poster._worker, self.bot.outbox._worker
        while working := [task for worker in workers for task in worker._tasks.values()]:
            await asyncio.wait(working)
        edits, earlier = self.bot.poster._edits, self.bot.poster._earlier._worker
        while edits._urgent or edits._worker.is_working or earlier.is_working:
            hands = (edits._worker._tasks.values(), earlier._tasks.values())
            await asyncio.wait([*edits._urgent, *hands[0], *hands[1]])
        await self.env.settle()

    async def restart(self) -> None:
        """End the bot's process and begin a new one."""
        await hang_up(self.env, self.store)
        await self.env.restart_bot(Damier(self.store, shard_count=1, paces=self._paces))

    async def gone(self) -> None:
        """Stop the bot; ``restart`` brings it back."""
        await hang_up(self.env, self.store)
        await self.env.restart_bot(commands.AutoShardedBot("!", intents=NONE, shard_count=1))

    async def later(self, **span: float) -> None:
        """Stop the bot, let time pass, and start it again."""
        await self.gone()
        self.env.backend.advance_clock(timedelta(**span).total_seconds())
        await self.restart()

    async def away(self, *said: tuple[MemberActor, str]) -> None:
        """Stop the bot, let members type in the channel, and start the bot again."""
        await self.gone()
        for member, text in said:
            self.env.backend.advance_clock(1)
            await member.send(self.channel, text)
        await self.restart()

    async def wait(self, **span: float) -> None:
        """Let time pass while the bot runs, and enough more for it to do what is due."""
        self.env.backend.advance_clock(timedelta(**span).total_seconds())
        await self.env.advance_time((GRACE + 2 * USUAL.clocks).total_seconds())

    async def forbid(self, *permissions: str) -> None:
        """Deny the bot permissions in the channel; without any, give all of them back."""
        assert self.bot.user is not None
        denied = discord.Permissions(**dict.fromkeys(permissions, True)).value
        await self._overwrite(self.channel, self.bot.user.id, denied)

    async def leave(self, member: MemberActor) -> None:
        """Remove a member from the server."""
        self.env.backend.remove_member(self.guild.id, member.id)
        await self.env.settle()

    async def archive(self, thread: ChannelHandle) -> None:
        """Archive a thread."""
        self.env.backend.edit_channel(thread.id, {}, thread_metadata={"archived": True})
        await self.env.settle()

    async def delete(self, channel: ChannelHandle) -> None:
        """Delete a channel or thread."""
        self.env.backend.delete_channel(channel.id)
        await self.env.settle()

    async def hide(self, channel: ChannelHandle, member: MemberActor) -> None:
        """Hide a channel from a member."""
        await self._overwrite(channel, member.id, discord.Permissions(view_channel=True).value)

    async def silence(self, channel: ChannelHandle, member: MemberActor) -> None:
        """Forbid a member to write in a channel that they can see."""
        await self._overwrite(channel, member.id, discord.Permissions(send_messages=True).value)

    async def hide_from_everybody(self, channel: ChannelHandle) -> None:
        """Hide a channel from everybody except Alice, Bob and the bot."""
        hidden = discord.Permissions(view_channel=True).value
        overwrite = Overwrite(self.guild.id, OverwriteType.ROLE, allow=0, deny=hidden)
        self.env.backend.set_overwrite(channel.id, overwrite)
        assert self.bot.user is not None
        for person in (self.alice.id, self.bob.id, self.bot.user.id):
            seen = Overwrite(person, OverwriteType.MEMBER, allow=hidden, deny=0)
            self.env.backend.set_overwrite(channel.id, seen)
        await self.env.settle()

    async def _overwrite(self, channel: ChannelHandle, person: int, denied: int) -> None:
        overwrite = Overwrite(person, OverwriteType.MEMBER, allow=0, deny=denied)
        self.env.backend.set_overwrite(channel.id, overwrite)
        await self.env.settle()
