"""The bot: its cogs, its controls, and how it answers what goes wrong."""

from __future__ import annotations

import hashlib
import json
import logging
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterable
from contextlib import asynccontextmanager
from datetime import datetime
from typing import Any, TypedDict

import discord
from discord import app_commands, ui
from discord.ext import commands
from discord.utils import MISSING

from cogs.delivery.poster import Poster
from cogs.language.catalogues import COMMAND, CommandTranslator, in_all_languages, say
from cogs.members.health import Health
from cogs.members.operator_settings import Upkeep
from cogs.members.preferences import Preferences
from cogs.members.visibility import UNKNOWN_MATCH
from cogs.messages.buttons import Action, MatchButton, Menu, TextButton, Use
from data import PersonSettings, ServerSettings, Store, UnknownMatch
from engine import Refusal, Text
from engine.table.match import Match
from engine.table.record import OPEN, Repeated, Status
from engine.text import term

log = logging.getLogger(__name__)

Context = commands.Context["Damier"]
Interaction = discord.Interaction["Damier"]

DIRECT_MESSAGE = Text(
    "I host games in the channels of a server: challenge somebody there with `/challenge`. "
    "`/help` there tells the rest."
)

OUT_OF_DATE = Text("This board is out of date; `/board` shows the current one.")

GONE = Text("That is out of date; `/board` shows how the match stands.")

OOPS = Text("Something went wrong here; nothing is lost. Please try again in a moment.")

REFUSAL_SHOWN_FOR = 30.0
"""Seconds after which a refusal of something typed is removed from the channel."""

Callback = Callable[..., Coroutine[Any, Any, None]]
Press = Callable[[Interaction, MatchButton], Awaitable[None]]
Carried = Callable[[Interaction, str], Awaitable[None]]
Choice = Callable[[Interaction, str, str], Awaitable[None]]
Entries = Callable[[Match, int, discord.Locale], Iterable[MatchButton]]


class Damier(commands.AutoShardedBot):
    """The bot. Everything that matters is in ``store``; ``poster`` shows what it holds.

    ``preferences`` are what servers and persons have set.
    ``upkeep`` is what its operator has set, ``health`` how it is doing.

    ``presses``, ``menus`` and ``texts`` are filled by the cogs: who answers which control;
    ``more`` makes the buttons that a match has for a person besides those below the board.
    ``match_items`` makes those with which anybody looks closer at a match.
    ``sees_messages`` is False when Discord does not let it read what is not addressed to it.
    """

    def __init__(
        self,
        store: Store,
        *,
        sees_messages: bool = True,
        test_guild: int | None = None,
        upkeep: Upkeep | None = None,
        **options: Any,  # noqa: ANN401 - what discord.py's own client takes
    ) -> None:
        intents = discord.Intents.none()
        intents.guilds = intents.messages = True
        intents.message_content = sees_messages
        super().__init__(
            command_prefix=self._prefixes,
            help_command=None,
            intents=intents,
            case_insensitive=True,
            strip_after_prefix=True,
            allowed_mentions=discord.AllowedMentions.none(),
            allowed_contexts=app_commands.AppCommandContext(guild=True),
            allowed_installs=app_commands.AppInstallationType(guild=True),
            max_messages=None,
            chunk_guilds_at_startup=False,
            **options,
        )
        self.store = store
        self.preferences = Preferences(store)
        self.poster = Poster(self, store)
        self.upkeep = upkeep or Upkeep()
        self.health = Health()
        self.sees_messages = sees_messages
        self.presses: dict[Action, Press] = {}
        self.menus: dict[Use, Choice] = {}
        self.texts: dict[Use, Carried] = {}
        self.more: list[Entries] = []
        self.match_items: list[Entries] = []
        self.tree.error(self._on_command_error)
        self._test_guild = discord.Object(test_guild) if test_guild else None

    async def setup_hook(self) -> None:
        """Loads the cogs, listens to old buttons, publishes the commands where they changed."""
        self.add_dynamic_items(MatchButton, Menu, TextButton)
        self.add_listener(self._command_failed, "on_command_error")
        await self.preferences.load()
        await self.load_cogs()
        await self.poster.load()
        await self.tree.set_translator(CommandTranslator())
        if self._test_guild is not None:
            self.tree.copy_global_to(guild=self._test_guild)
        await self._publish_commands()

    async def load_cogs(self) -> None:
        """Loads the cogs; their typed commands answer to their names in every language."""
        await self.load_extension("cogs.extension")
        for command in set(self.walk_commands()):
            siblings = (command.parent or self).all_commands
            for name in sorted(in_all_languages(term(COMMAND, command.name))):
                if siblings.setdefault(name, command) is not command:
                    raise commands.CommandRegistrationError(name, alias_conflict=True)

    async def close(self) -> None:
        """Finishes the posts in hand, then leaves Discord. The store stays open."""
        await self.poster.close()
        await super().close()

    @asynccontextmanager
    async def answering(self, interaction: Interaction) -> AsyncIterator[None]:
        """Turns what goes wrong inside into a private sentence for the person."""
        try:
            yield
        except Repeated:
            await acknowledge(interaction)
        except Refusal as refusal:
            await private(interaction, say(refusal.text, interaction.locale))
        except Exception:
            log.exception(
                "%s by %s in %s", _named(interaction), interaction.user, interaction.channel
            )
            await private(interaction, say(OOPS, interaction.locale))

    async def on_message(self, message: discord.Message) -> None:
        """A command said to the bot by mention, or else perhaps a move."""
        if message.author.bot or message.webhook_id is not None:
            return
        if message.guild is None:
            self.dispatch("secret", message)
            return
        context: Context = await self.get_context(message)
        if context.command is not None:
            await self.invoke(context)
        else:
            self.dispatch("words", message)

    async def on_interaction(self, interaction: Interaction) -> None:
        """Answers who pressed what was taken off meanwhile, of which discord.py says nothing."""
        message = interaction.message
        if interaction.type is not discord.InteractionType.component or message is None:
            return
        kind = ui.LayoutView if message.flags.components_v2 else ui.View
        shown = {
            getattr(item, "custom_id", None) for item in kind.from_message(message).walk_children()
        }
        if str(interaction.data and interaction.data.get("custom_id")) not in shown:
            await private(interaction, say(GONE, interaction.locale))

    def addressed(self, message: discord.Message) -> tuple[str, bool]:
        """The text of a message without the bot's mention before it, and whether it had one."""
        for prefix in self._prefixes(self, message):
            if message.content.startswith(prefix):
                return message.content[len(prefix) :].strip(), True
        return message.content, False

    async def _command_failed(self, context: Context, error: commands.CommandError) -> None:
        """Answers what goes wrong in a command typed after a mention, or in its slash twin."""
        cause = cause_of(error)
        if isinstance(cause, Repeated):
            return
        if not isinstance(cause, Refusal | commands.UserInputError):
            log.error("Command %r", context.message.content, exc_info=cause)
        text = _answer(cause)
        if context.interaction is not None:
            await private(context.interaction, say(text, context.interaction.locale))
        else:
            await self.briefly(context.message, text)

    async def _on_command_error(
        self, interaction: Interaction, error: app_commands.AppCommandError
    ) -> None:
        async with self.answering(interaction):
            raise cause_of(error)

    async def on_error(self, event: str, /, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401 - as discord.py has it
        """Logs what a listener did not expect, with what it was given."""
        log.error("In %s of %r", event, args, exc_info=sys.exc_info())

    async def change(self, match_id: int, change: Callable[[Match], Match]) -> Match:
        """Changes a match and saves what happened; what has to be shown is then posted.

        Raises what ``change`` raises, and Refusal for a match that does not exist.
        """
        try:
            async with self.store.match(match_id) as table:
                before = table.match
                table.match = change(before)
        except UnknownMatch:
            raise Refusal(UNKNOWN_MATCH) from None
        self.health.changed(before, table.match)
        return table.match

    async def load(self, match_id: int) -> Match:
        """The match as it is now. Raises Refusal for one that does not exist."""
        try:
            return await self.store.load(match_id)
        except UnknownMatch:
            raise Refusal(UNKNOWN_MATCH) from None

    async def match_meant(
        self, person: int, channel: int, reply: discord.MessageReference | None
    ) -> Match:
        """The live match of a person that is meant: of the board replied to, or the only one here.

        Raises Refusal where there is none, or more than one.
        """
        if reply is not None and reply.message_id is not None:
            post = await self.store.outbox.post_of_message(reply.message_id)
            if post is not None:
                return await self.load(post.match)
        matches = await self.store.matches(status=Status.LIVE, channel=channel, person=person)
        if not matches:
            raise Refusal(Text("You have no match in this channel."))
        if len(matches) > 1:
            raise Refusal(
                Text("You have several matches here: use the buttons of the board, or reply to it.")
            )
        return matches[0]

    def locale_of(self, guild: discord.Guild | None) -> discord.Locale:
        """The language of public posts there: what the server has set, or else its own."""
        if guild is None:
            return discord.Locale.american_english
        chosen = self.server(guild.id).language
        known = (locale for locale in discord.Locale if locale.value == chosen)
        return next(known, guild.preferred_locale)

    def shard_of(self, guild: int) -> int:
        """The shard through which Discord tells of a server."""
        return (guild >> 22) % (self.shard_count or 1)

    def server(self, guild: int) -> ServerSettings:
        """What a server has set."""
        return self.preferences.server(guild)

    async def person(self, user: int) -> PersonSettings:
        """What a person has set."""
        return await self.preferences.person(user)

    async def pinged(self, people: Iterable[int]) -> list[discord.Object]:
        """Those of these people who want to be called by posts, for ``AllowedMentions``."""
        return [
            discord.Object(user)
            for user in people
            if user > OPEN and (await self.person(user)).pings
        ]

    async def briefly(
        self, message: discord.Message, text: Text, locale: discord.Locale | None = None
    ) -> None:
        """Replies to something typed, without a ping, and takes the reply away after a while.

        It is in the language of the server; where there is none, one may be given.
        """
        said = say(text, locale or self.locale_of(message.guild))
        try:
            reply = await message.reply(said, mention_author=False)
            if message.guild is not None:
                await reply.delete(delay=REFUSAL_SHOWN_FOR)
        except discord.HTTPException as error:
            log.info("Message %s gets no reply: %s", message.id, error)

    @staticmethod
    def _prefixes(bot: Damier, message: discord.Message) -> list[str]:
        """How the bot may be addressed: by mention, by its role's mention, by ``@`` and name."""
        if bot.user is None:
            return []
        prefixes = [f"<@{bot.user.id}>", f"<@!{bot.user.id}>"]
        names = {bot.user.name, bot.user.display_name}
        if message.guild is not None:
            names.add(message.guild.me.display_name)
            if message.guild.self_role is not None:
                prefixes.append(message.guild.self_role.mention)
        for name in names:
            start = message.content[: len(name) + 1]
            following = message.content[len(name) + 1 : len(name) + 2]
            if start.lower() == f"@{name}".lower() and not following.isalnum():
                prefixes.append(start)
        return prefixes

    async def _publish_commands(self) -> None:
        """Publishes the commands, only where they changed: creations are counted by the day."""
        guild = self._test_guild
        ours = self.tree.get_commands(guild=guild)
        translator = CommandTranslator()
        payload = [await command.get_translated_payload(self.tree, translator) for command in ours]
        digest = hashlib.sha256(json.dumps(payload, sort_keys=True).encode()).hexdigest()
        fact = f"commands of {self.application_id} in {guild.id if guild else 'all servers'}"
        published = {command.name for command in await self.tree.fetch_commands(guild=guild)}
        if await self.store.facts.get(fact) == digest and published == {c.name for c in ours}:
            return
        await self.tree.sync(guild=guild)
        await self.store.facts.set(fact, digest)
        log.info("Published %s commands", len(ours))


def two_way(
    name: str, description: app_commands.locale_str, *aliases: str
) -> Callable[[Callback], commands.HybridCommand[Any, ..., None]]:
    """A command of servers that works typed after the bot's mention and with a slash.

    ``aliases`` are other words for it where it is typed.
    """

    def decorate(callback: Callback) -> commands.HybridCommand[Any, ..., None]:
        callback = app_commands.guild_only(commands.guild_only()(callback))
        return commands.HybridCommand(
            callback, name=name, description=description, aliases=list(aliases)
        )

    return decorate


class Origin(TypedDict):
    """When something was done, and the message or interaction it came from."""

    now: datetime
    source: str


def locale_for(context: Context) -> discord.Locale:
    """The language of the answer to a command: the person's in private, the server's in public."""
    if context.interaction is not None:
        return context.interaction.locale
    return context.bot.locale_of(context.guild)


def origin_of(cause: discord.Message | discord.Interaction[Any]) -> Origin:
    """The moment that Discord gives a message or interaction, and its name in the record."""
    kind = "message" if isinstance(cause, discord.Message) else "interaction"
    return Origin(now=cause.created_at, source=f"{kind}:{cause.id}")


async def private(interaction: discord.Interaction[Any], text: str = "", **more: Any) -> None:  # noqa: ANN401 - what a send takes
    """Answers so that only the person sees it, whether or not something was answered before."""
    try:
        if interaction.response.is_done():
            await interaction.followup.send(text or MISSING, ephemeral=True, **more)
        else:
            await interaction.response.send_message(text or None, ephemeral=True, **more)
    except discord.HTTPException as error:
        log.warning("Interaction %s is not answered: %s", interaction.id, error)


async def answer(context: Context, text: Text) -> None:
    """Answers a command: privately, or for a while where it was typed."""
    if context.interaction is not None:
        await private(context.interaction, say(text, context.interaction.locale))
    else:
        await context.bot.briefly(context.message, text)


async def confirm(context: Context, text: Text) -> None:
    """Says privately that a command is done; for one that was typed its post says so."""
    if context.interaction is not None:
        await private(context.interaction, say(text, context.interaction.locale))


async def acknowledge(interaction: discord.Interaction[Any]) -> None:
    """Says that the press has arrived, where nothing has been answered yet."""
    if not interaction.response.is_done():
        await interaction.response.defer()


def _named(interaction: discord.Interaction[Any]) -> str:
    """What was pressed or called, for the log: not what was typed, which may be secret."""
    data: dict[str, Any] = dict(interaction.data or {})
    return str(data.get("custom_id") or data.get("name"))


def cause_of(error: BaseException) -> BaseException:
    """What was raised inside a command, out of the wrappings of the command frameworks."""
    while (inner := getattr(error, "original", None)) is not None:
        error = inner
    return error


def _answer(cause: BaseException) -> Text:
    if isinstance(cause, Refusal):
        return cause.text
    if isinstance(cause, commands.UserInputError):
        return Text("I did not understand that; `/help` says what to type.")
    return OOPS
