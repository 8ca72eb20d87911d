"""The operator's commands, typed to the bot in a direct message: ``owner …``.

The commands are in no list of commands. People who do not own the application get the same answers
as for any other text.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Final, NamedTuple

import discord
from discord.ext import commands

from cogs.client.client import Damier, Interaction
from cogs.client.error_answers import GONE, OOPS
from cogs.client.paged_lists import more_text
from cogs.client.replies import answer_to
from cogs.language.catalogues import Translate, translate
from cogs.members.mentions import person
from cogs.messages.buttons import ControlKind, TextButton
from cogs.moves.play import Play
from cogs.operating.owner_arguments import (
    NOT_THERE,
    person_named,
    read_notice,
    server_id,
    server_named,
    server_of,
)
from cogs.settings.privacy import leave_all
from engine import Refusal, Text
from engine.table.record import Status
from engine.text import Words, counted, joined

log = logging.getLogger(__name__)

OWNER: Final = "owner"
"""The word with which all of the operator's commands begin."""

LEAVE, BLOCK_SERVER, BLOCK_PERSON = "leave", "block-server", "block-person"
"""The names of the actions that have to be confirmed, as in the ids of their buttons."""

LISTED: Final = 30
"""The most servers, and the most persons, listed by ``owner blocks``."""

USAGE = Text(
    "Those who run me can type to me here:\n"
    "- `owner leave SERVER`: I leave a server. I can be invited again.\n"
    "- `owner block server SERVER`: I leave it now and whenever I am invited again. Its matches "
    "end without a result.\n"
    "- `owner block person PERSON`: they can do nothing with me, on any server. They resign the "
    "matches that they are playing.\n"
    "- `owner unblock server SERVER`, `owner unblock person PERSON`, `owner blocks`.\n"
    "- `owner notice TEXT`: every board from now on shows it, and so does `help`. `owner notice "
    "until 18:00 TEXT` or `owner notice until 2030-12-31 18:00 TEXT` says how long, in UTC. "
    "`owner notice` shows it, `owner notice clear` ends it.\n"
    "SERVER is an id or a name, PERSON an id, a mention or a user name such as `@ann`."
)


class OwnerReply(NamedTuple):
    """The answer to a command, with the button that confirms the command, if it needs one."""

    text: Text
    button: TextButton | None = None


class Owner(commands.Cog):
    """Carries out the commands of the application's owner, or a member of its team."""

    def __init__(self, bot: Damier, play: Play) -> None:
        self.bot = bot
        play.in_private.append(self.take)

    async def cog_load(self) -> None:
        """Register the buttons."""
        self.bot.text_buttons[ControlKind.OWNER] = self.press

    async def take(self, message: discord.Message) -> bool:
        """Carry out a direct message if it is an owner's command; return whether it is."""
        said, _ = self.bot.addressed(message)
        first, _, rest = said.strip().partition(" ")
        if first.lower() != OWNER or not await self._is_owner(message.author):
            return False
        answer = self.bot.reply(message)
        try:
            told = await self._answer(message.author.id, rest.strip(), answer.said)
        except Refusal as refusal:
            told = OwnerReply(refusal.text)
        except Exception:
            log.exception("Command %r of owner %s", said, message.author.id)
            told = OwnerReply(OOPS)
        await answer.show(told.text, *([told.button] if told.button is not None else []))
        return True

    async def _is_owner(self, user: discord.User | discord.Member) -> bool:
        try:
            return await self.bot.is_owner(user)
        except discord.HTTPException as error:
            log.warning("Discord does not say whether person %s is an owner: %s", user.id, error)
            return False

    async def _answer(self, who: int, said: str, translated: Translate) -> OwnerReply:
        """Carry out a command, or ask to confirm it, and return the answer.

        ``said`` is the command without its first word. Raises Refusal.
        """
        match said.split():
            case ["leave", *_]:
                return await self._ask_to_leave(_after("leave", said), translated)
            case ["block", "server", *_]:
                return await self._ask_to_block_server(_after("block server", said), translated)
            case ["block", "person", *_]:
                return await self._ask_to_block_person(_after("block person", said), translated)
            case ["unblock", "server", *_]:
                return await self._unblock_server(who, _after("unblock server", said))
            case ["unblock", "person", *_]:
                return await self._unblock_person(who, _after("unblock person", said))
            case ["blocks"]:
                return OwnerReply(self._blocks())
            case ["notice"]:
                return OwnerReply(self._notice())
            case ["notice", "clear"]:
                return await self._clear_notice(who)
            case ["notice", *_]:
                return await self._set_notice(who, _after("notice", said))
        return OwnerReply(USAGE)

    # Servers

    async def _ask_to_leave(self, said: str, translated: Translate) -> OwnerReply:
        guild = await server_named(self.bot, said)
        text = Text(
            "Do you want me to leave {server}? Its matches stay, and go on if I am invited again.",
            server=_called(guild),
        )
        return OwnerReply(text, _button(LEAVE, guild.id, Text("Yes, leave"), translated))

    async def _ask_to_block_server(self, said: str, translated: Translate) -> OwnerReply:
        guild_id = server_id(self.bot, said)
        guild = await server_of(self.bot, guild_id)
        live = await self.bot.store.lists.of_server(guild_id, Status.LIVE)
        text = counted(
            "Do you want to block {server}? I leave it now and whenever I am invited again; "
            "{count} match that is played there ends without a result.",
            "Do you want to block {server}? I leave it now and whenever I am invited again; "
            "{count} matches that are played there end without a result.",
            len(live),
            server=_called(guild) if guild else f"`{guild_id}`",
        )
        return OwnerReply(text, _button(BLOCK_SERVER, guild_id, Text("Yes, block it"), translated))

    async def _leave(self, who: int, guild_id: int) -> Text:
        guild = await server_of(self.bot, guild_id)
        if guild is None:
            raise Refusal(NOT_THERE)
        await _leave(guild)
        log.info("Owner %s had the bot leave server %s", who, guild_id)
        return Text("I have left {server}.", server=f"`{guild_id}`")

    async def _block_server(self, who: int, guild_id: int) -> Text:
        """End the matches of a server, block the server, leave it, and return the answer.

        A server of another process is left by that process, which also posts the ends.
        """
        await self._end_matches(who, guild_id)
        await self.bot.store.operator.block_server(guild_id, self.bot.clock.now())
        await self.bot.preferences.load_orders()
        log.info("Owner %s blocked server %s", who, guild_id)
        guild = self.bot.get_guild(guild_id)
        if guild is not None:
            await self._leave_blocked(guild)
        return Text(
            "{server} is blocked: I leave it now, and whenever I am invited again.",
            server=f"`{guild_id}`",
        )

    async def _end_matches(self, who: int, guild_id: int) -> None:
        """End the matches on a server without a result, and close its challenges."""
        guild = await server_of(self.bot, guild_id)
        locale = self.bot.preferences.locale_of(guild)
        reason = translate(Text("The operator of this bot takes it off the server."), locale)
        now = self.bot.clock.now()
        for status in (Status.CHALLENGE, Status.LIVE):
            for listed in await self.bot.store.lists.of_server(guild_id, status):
                async with self.bot.store.match(listed.id) as table:
                    match = table.match
                    if match.status is Status.CHALLENGE:
                        table.match = match.leave(match.host, now=now)
                    elif match.status is Status.LIVE:
                        table.match = match.adjudicate(who, (), reason, now=now, source=None)

    async def _leave_blocked(self, guild: discord.Guild) -> None:
        """Leave a blocked server after the last posts. Raises Refusal if Discord refuses."""
        await self.bot.poster.finish()
        await _leave(guild)
        log.info("The bot has left server %s, which is blocked", guild.id)

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Leave a server that the bot has joined if it is blocked."""
        await self._leave_all_blocked([guild])

    @commands.Cog.listener()
    async def on_shard_ready(self, shard: int) -> None:
        """Leave the blocked servers to which the bot was invited while it was away."""
        await self._leave_all_blocked(guild for guild in self.bot.guilds if guild.shard_id == shard)

    @commands.Cog.listener()
    async def on_orders_changed(self) -> None:
        """Leave the servers that an owner has blocked through another process."""
        await self._leave_all_blocked(self.bot.guilds)

    async def _leave_all_blocked(self, guilds: Iterable[discord.Guild]) -> None:
        """Leave those of the servers that are blocked; log those that cannot be left."""
        blocked = self.bot.preferences.orders.servers
        for guild in [guild for guild in guilds if guild.id in blocked]:
            with suppress(Refusal):
                await self._leave_blocked(guild)

    async def _unblock_server(self, who: int, said: str) -> OwnerReply:
        guild_id = server_id(self.bot, said)
        was_blocked = await self.bot.store.operator.unblock_server(guild_id)
        await self.bot.preferences.load_orders()
        server = f"`{guild_id}`"
        if not was_blocked:
            raise Refusal(Text("{server} is not blocked; see `owner blocks`.", server=server))
        log.info("Owner %s unblocked server %s", who, guild_id)
        return OwnerReply(Text("{server} is not blocked any more: invite me again.", server=server))

    # Persons

    async def _ask_to_block_person(self, said: str, translated: Translate) -> OwnerReply:
        who = await person_named(self.bot, said)
        try:
            user = await self.bot.fetch_user(who)
        except discord.NotFound:
            raise Refusal(Text("Discord knows nobody with that id.")) from None
        if user == self.bot.user or await self._is_owner(user):
            raise Refusal(Text("You cannot block me, nor those who run me."))
        live = await self.bot.store.matches(status=Status.LIVE, person=who)
        text = counted(
            "Do you want to block {person}, {name}, on all servers? They resign {count} match that "
            "they are playing.",
            "Do you want to block {person}, {name}, on all servers? They resign {count} matches "
            "that they are playing.",
            len(live),
            person=person(who),
            name=Words(user.name),
        )
        return OwnerReply(text, _button(BLOCK_PERSON, who, Text("Yes, block them"), translated))

    async def _block_person(self, who: int, blocked: int) -> Text:
        await self.bot.store.operator.block_person(blocked, self.bot.clock.now())
        await self.bot.preferences.load_orders()
        log.info("Owner %s blocked person %s", who, blocked)
        await leave_all(self.bot, blocked)
        return Text(
            "{person} is blocked on all servers, and has resigned. They can still use `/privacy`.",
            person=person(blocked),
        )

    async def _unblock_person(self, who: int, said: str) -> OwnerReply:
        blocked = await person_named(self.bot, said)
        was_blocked = await self.bot.store.operator.unblock_person(blocked)
        await self.bot.preferences.load_orders()
        if not was_blocked:
            raise Refusal(
                Text("{person} is not blocked; see `owner blocks`.", person=person(blocked))
            )
        log.info("Owner %s unblocked person %s", who, blocked)
        return OwnerReply(Text("{person} is not blocked any more.", person=person(blocked)))

    def _blocks(self) -> Text:
        orders = self.bot.preferences.orders
        lines = list[Text]()
        if orders.servers:
            ids = [f"`{guild}`" for guild in sorted(orders.servers)]
            lines.append(Text("Servers blocked: {servers}", servers=", ".join(ids[:LISTED])))
            lines += _more(ids)
        if orders.persons:
            named = [f"<@{one}> (`{one}`)" for one in sorted(orders.persons)]
            lines.append(Text("Persons blocked: {persons}", persons=", ".join(named[:LISTED])))
            lines += _more(named)
        return joined(lines, "\n") if lines else Text("No server and no person is blocked.")

    # The notice

    def _notice(self) -> Text:
        shown = self.bot.preferences.notice(self.bot.clock.now())
        if shown is None:
            return Text("There is no notice; `owner notice TEXT` sets one.")
        return Text("Boards show: {notice}", notice=shown)

    async def _set_notice(self, who: int, said: str) -> OwnerReply:
        notice = read_notice(said, self.bot.clock.now())
        await self.bot.store.operator.set_notice(notice)
        await self.bot.preferences.load_orders()
        log.info("Owner %s set a notice until %s: %s", who, notice.until, notice.text)
        return OwnerReply(self._notice())

    async def _clear_notice(self, who: int) -> OwnerReply:
        await self.bot.store.operator.set_notice(None)
        await self.bot.preferences.load_orders()
        log.info("Owner %s cleared the notice", who)
        return OwnerReply(Text("There is no notice any more; boards posted from now on show none."))

    # Confirmed actions

    async def press(self, interaction: Interaction, about: str) -> None:
        """Handle the button by which an owner confirms an action: do the action. Raises Refusal."""
        what, _, which = about.partition(" ")
        if not await self._is_owner(interaction.user):
            raise Refusal(GONE)
        act = {
            LEAVE: self._leave,
            BLOCK_SERVER: self._block_server,
            BLOCK_PERSON: self._block_person,
        }[what]
        done = await act(interaction.user.id, int(which))
        await answer_to(interaction).replace(done)


async def _leave(guild: discord.Guild) -> None:
    """Leave a server. Raises Refusal if Discord does not let the bot leave."""
    try:
        await guild.leave()
    except discord.NotFound:
        return  # the bot is no longer on the server
    except (discord.HTTPException, discord.RateLimited) as error:
        log.warning("Server %s is not left: %s", guild.id, error)
        raise Refusal(
            Text(
                "Discord did not let me leave {server} just now. If it is blocked, I try again "
                "when I connect the next time; else say it again.",
                server=f"`{guild.id}`",
            )
        ) from None


def _after(words: str, said: str) -> str:
    """Return the rest of a command after its first ``words``, empty if there is no rest."""
    return said.split(maxsplit=len(words.split()))[-1] if said.split() != words.split() else ""


def _called(guild: discord.Guild) -> Text:
    return Text("{name} (`{id}`)", name=Words(guild.name), id=str(guild.id))


def _button(what: str, which: int, label: Text, translated: Translate) -> TextButton:
    style = discord.ButtonStyle.danger
    return TextButton(ControlKind.OWNER, f"{what} {which}", translated(label), style)


def _more(entries: Sequence[str]) -> Iterator[Text]:
    """Yield the text with the number of unlisted entries, if there are any."""
    if len(entries) > LISTED:
        yield more_text(len(entries) - LISTED)
