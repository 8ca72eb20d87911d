"""The bot: its connection to Discord, its cogs, and its handling of messages and interactions."""

from __future__ import annotations

import logging
import re
import sys
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from datetime import datetime
from itertools import product
from typing import Any, TypedDict, TypeVar

import discord
from discord import app_commands, ui
from discord.ext import commands
from discord.ext.commands.hybrid import HybridAppCommand

from cogs.client.command_questions import give_again, press_again
from cogs.client.commands import GROUPS, GroupedCommand, Publication, slash_path
from cogs.client.error_answers import (
    BLOCKED,
    GONE,
    PRIVACY,
    answer_command_error,
    answer_tree_error,
    answering,
    is_about_privacy,
)
from cogs.client.incoming import RefusedMessages, finish_handlers, leave_out_unreadable
from cogs.client.open_questions import OpenQuestions
from cogs.client.operator_settings import OperatorSettings
from cogs.client.rate_limits import Limits, clear_seldom
from cogs.client.replies import Reply, answer_to, expect_answer, open_form, reply_to
from cogs.delivery.outbox import Outbox
from cogs.delivery.post_contents import CrowdPosts
from cogs.delivery.poster import Poster
from cogs.language.actions import Action
from cogs.language.catalogues import (
    ALIAS,
    COMMAND,
    CommandTranslator,
    Translate,
    in_all_languages,
)
from cogs.language.challenge_parser import readings_text
from cogs.language.first_words import is_phrase, names_game, request_in, ungreeted
from cogs.language.typed_words import (
    Numbered,
    bare_command,
    match_named,
    unwrapped,
    without_courtesy,
    without_marks,
)
from cogs.members.directory import Directory
from cogs.members.match_lookup import AnyContext
from cogs.members.preferences import Preferences
from cogs.messages.buttons import (
    ChoiceHandler,
    ControlKind,
    CrowdPress,
    MatchButton,
    Menu,
    PersonMenu,
    PressHandler,
    TextButton,
    TextHandler,
)
from cogs.messages.forms import FormBuilder, FormPress, form_again, refused_form, take_form
from cogs.timekeeping.discord_clock import DiscordClock
from cogs.timekeeping.keyed_worker import DONE, KeyedWorker, Rest
from cogs.timekeeping.paces import Paces
from data import Signal, Store, UnknownMatch
from engine import Refusal
from engine.archive import is_record
from engine.table.match import Match
from engine.text import term

log = logging.getLogger(__name__)

Interaction = discord.Interaction["Damier"]

_NUMBER = re.compile(r"(?<!\S)#([0-9]+)(?!\S)")
"""A match's number as shown in posts."""

SLASH = "/"
"""The sign of a slash command; in a message, it begins a command that Discord did not recognise."""

IMPORT = "import"
"""The command that imports records of games; a record alone, without its name, runs it, too."""

RECORDS = (".pdn", ".txt")
"""The suffixes of files with records of games."""

MATCH_OPTION = "match"
OTHER_OPTIONS = ("what", "seats")
"""The option for a match's number, and other options that accept a match's number, too."""

C = TypeVar("C")

CrowdCommand = Callable[..., Awaitable[bool]]
"""Handles an action's command for a member of a crowd: ``take(context, action, what, bare=False)``.

A ``bare`` command, typed without the bot's mention, may be chat. Returns whether the command was
for a crowd.
"""

ButtonMaker = Callable[[Match, int, Translate], Iterable[MatchButton]]


LONGEST_WAIT = 60.0
"""The most seconds a request waits for one of Discord's limits; beyond that it fails at once."""


def intents(*, sees_messages: bool) -> discord.Intents:
    """Return the kinds of events that the bot asks Discord for."""
    wanted = discord.Intents.none()
    wanted.guilds = wanted.messages = True
    wanted.message_content = sees_messages
    return wanted


class Context(AnyContext):
    """The context of a command; ``pressed`` is the press that ran a typed command again, if any."""

    bot: Damier
    pressed: Interaction | None = None

    async def reply(self, content: str | None = None, **more: Any) -> discord.Message:  # noqa: ANN401 - what a send takes
        """Answer a command; if it was typed, as a reply to its message."""
        if self.interaction is not None:
            return await self.send(content, **more)
        more.pop("ephemeral", None)
        return await reply_to(self.message, content or "", **more)


class Tree(app_commands.CommandTree["Damier"]):
    """The slash commands, open to all people whom the bot admits."""

    def add_command(self, command: Any, /, **more: Any) -> None:  # noqa: ANN401 - as discord.py has it
        """Add a command; a grouped one joins its group, which the first one creates."""
        typed = getattr(command, "wrapped", None)
        if not isinstance(typed, GroupedCommand):
            super().add_command(command, **more)
            return
        group = self.get_command(typed.group)
        if not isinstance(group, app_commands.Group):
            group = app_commands.Group(
                name=typed.group,
                description=GROUPS[typed.group],
                allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True),
            )
            super().add_command(group)
        group.add_command(command)

    def remove_command(self, command: str, /, **more: Any) -> Any:  # noqa: ANN401 - as discord.py has it
        """Remove the command of that name, grouped or not, and return it if there is one."""
        for name in GROUPS:
            group = self.get_command(name)
            if not isinstance(group, app_commands.Group):
                continue
            for one in group.commands:
                if isinstance(one, HybridAppCommand) and one.wrapped.name == command:
                    return group.remove_command(one.name)
        return super().remove_command(command, **more)

    async def interaction_check(self, interaction: Interaction, /) -> bool:
        """Return whether the bot admits a command's author; tell others why not."""
        if interaction.type is discord.InteractionType.autocomplete:  # cannot show a refusal
            await self.client.preferences.speak_to(interaction)
            return self.client.admits(interaction.user.id)
        async with answering(interaction):
            await self.client.admit(interaction)
            return True
        return False


class MissingCog(LookupError):
    """The bot has no cog of a type: the cog's room is loaded later, or not at all."""


class Damier(commands.AutoShardedBot):
    """The bot. All matches are in ``store``, and ``poster`` sends their posts.

    ``outbox`` sends all other posts that are sent once. ``preferences`` are the settings of servers
    and people, ``directory`` finds people by name. ``buttons``, ``menus``, ``text_buttons`` and
    ``forms`` are the handlers of controls and forms, registered by cogs; ``form_builders`` build
    refused forms again. ``more_buttons`` has, by action, the makers of buttons behind *More* that
    need more than the match. ``match_changed`` signals every written match. ``crowd_buttons`` and
    ``crowd_commands`` have, by action, the handlers of players' buttons and commands for members of
    crowds; each returns whether the press or command was for a crowd. ``clock`` is Discord's time,
    the only clock to ask. ``paces`` are the spans of time that tests change. ``limits`` counts the
    rate limits met. ``open_questions`` are questions that a typed "yes" may answer, ``refused`` the
    messages that are read again after an edit. ``sees_messages`` is False if Discord does not let
    the bot read messages not addressed to it.
    """

    answering = staticmethod(answering)

    def __init__(
        self,
        store: Store,
        *,
        sees_messages: bool = True,
        test_guild: int | None = None,
        operator_settings: OperatorSettings | None = None,
        paces: Paces | None = None,
        **options: Any,  # noqa: ANN401 - what discord.py's own client takes
    ) -> None:
        self.clock = DiscordClock(self._ask_for_time)
        self.limits = Limits()
        super().__init__(
            command_prefix=self._prefixes,
            tree_cls=Tree,
            help_command=None,
            intents=intents(sees_messages=sees_messages),
            case_insensitive=True,
            strip_after_prefix=True,
            allowed_mentions=discord.AllowedMentions.none(),
            allowed_contexts=app_commands.AppCommandContext(guild=True),
            allowed_installs=app_commands.AppInstallationType(guild=True),
            max_messages=None,
            chunk_guilds_at_startup=False,
            max_ratelimit_timeout=LONGEST_WAIT,
            http_trace=self.limits.watch(self.clock.trace),
            **(_sharded(store) | options),
        )
        leave_out_unreadable(self._connection.parsers)
        clear_seldom(self.http)
        self.store, self.paces = store, paces or Paces()
        self.preferences = Preferences(store)
        self.directory = Directory()
        self.poster = Poster(
            self,
            store,
            self.preferences,
            self.clock,
            self.paces,
            crowds=lambda: self.cog(CrowdPosts),
            replies_are_read=sees_messages,
        )
        self.outbox = Outbox(self, store, self.preferences, self.clock)
        self.operator_settings = operator_settings or OperatorSettings()
        self.sees_messages = sees_messages
        self.open_questions, self.refused = OpenQuestions(), RefusedMessages()
        self._news = KeyedWorker[tuple[str, int]]("news of", self._look_at, self.clock.elapsed)
        self.buttons: dict[Action, PressHandler] = {}
        self.menus: dict[ControlKind, ChoiceHandler] = {}
        self.text_buttons: dict[ControlKind, TextHandler] = {}
        self.forms: dict[ControlKind, FormPress] = {}
        self.form_builders: dict[ControlKind, FormBuilder] = {}
        self.more_buttons: dict[Action, ButtonMaker] = {}
        self._grouped: dict[tuple[str, ...], str] = {}
        self.match_changed = Signal[Match]()
        self.crowd_buttons: dict[Action, CrowdPress] = {}
        self.crowd_commands: dict[Action, CrowdCommand] = {}
        self.menus[ControlKind.AGAIN] = give_again
        self.text_buttons[ControlKind.AGAIN] = press_again
        self.text_buttons[ControlKind.FORM] = self._open_form_again
        self.tree.error(answer_tree_error)
        self._test_guild = discord.Object(test_guild) if test_guild else None
        self._publication = Publication(self.tree, store, self._test_guild, self.clock.elapsed)

    async def setup_hook(self) -> None:
        """Load the settings and the cogs, listen to old buttons, and publish changed commands."""
        self.add_dynamic_items(MatchButton, Menu, PersonMenu, TextButton)
        self.add_listener(answer_command_error, "on_command_error")
        await self.preferences.load()
        await self.load_cogs()
        await self.poster.load()
        await self.outbox.load()
        await self.tree.set_translator(CommandTranslator())
        if self._test_guild is not None:
            self.tree.copy_global_to(guild=self._test_guild)
        if self.store.shards.have_first:
            await self._publication.begin()
        self.store.heard.connect(self._hear)
        self.store.changed.connect(self._changed)

    def cog(self, kind: type[C]) -> C:
        """Return the cog of a type. Raises MissingCog if no loaded room has one.

        A room asks for the cogs of rooms below it in its ``setup``. For a cog of a room above it,
        the room has a base class of its own, and asks for the cog of that class at each use.
        """
        found = next((cog for cog in self.cogs.values() if isinstance(cog, kind)), None)
        if found is None:
            raise MissingCog(f"No cog that is loaded is a {kind.__module__}.{kind.__qualname__}")
        return found

    async def load_cogs(self) -> None:
        """Load the cogs, and let commands be typed by their names and aliases in any language."""
        await self.load_extension("cogs.extension")
        for command in set(self.walk_commands()):
            siblings = (command.parent or self).all_commands
            names = in_all_languages(term(COMMAND, command.name))
            others = [
                said.split()
                for word in (command.name, *command.aliases)
                for said in in_all_languages(term(ALIAS, word))
            ]
            for name in sorted(names.union(*others)):
                if (meant := siblings.setdefault(name, command)) is not command:
                    log.error("The word %r is that of two commands: %s, %s", name, meant, command)
            if path := slash_path(command):
                words = [in_all_languages(term(COMMAND, word)) for word in path.split()]
                self._grouped |= dict.fromkeys(product(*words), command.name)

    def _changed(self, match: Match) -> None:
        """Announce a written match; higher layers get only their own events."""
        self.match_changed(match)
        if match.crowds:
            self.dispatch("match_of_crowds", match)
        if match.tournament is not None:
            self.dispatch("match_of_tournament", match)
        if self.preferences.server(match.guild).guesses != "none":
            self.dispatch("guessed_match", match)
        if match.is_between_servers:
            self.dispatch("twin_changed", match)

    def _hear(self, what: str, which: int) -> None:
        """Start handling a change by another process: its kind, and the id of the changed thing."""
        self._news.wake((what, which))

    async def _look_at(self, news: tuple[str, int]) -> Rest:
        what, which = news
        with suppress(UnknownMatch):
            await self.preferences.refresh(what, which)
            if what == "match":
                self.poster.wake(which)
                self.store.changed(await self.store.load(which))
            elif what == "crowd":
                self.dispatch("crowd_changed", which)
            elif what == "tournament":
                self.dispatch("tournament_changed", which)
            elif what in {"twin", "servers"}:
                self.dispatch(f"{what}_heard", which)
            elif what == "orders":
                log.info("The operator's orders have changed")
                self.dispatch("orders_changed")
            elif what == "everything":
                await self.poster.wake_all()
                await self.outbox.wake_all()
        return DONE

    async def finish_answers(self) -> None:
        """Wait, for some seconds at most, until everything received from Discord is answered.

        This is not part of ``close``: a simulated clock stands still by then.
        """
        await self._publication.close()
        await finish_handlers()

    async def close(self) -> None:
        """Finish the posts that are being sent, then disconnect. The store stays open."""
        self.store.heard.disconnect(self._hear)
        self.store.changed.disconnect(self._changed)
        await self._news.close()
        await self._publication.close()
        await self.poster.close()
        await self.outbox.close()
        await super().close()

    async def _ask_for_time(self) -> None:
        """Make a cheap request to Discord, whose answer carries Discord's time."""
        if self.user is not None:
            await self.fetch_user(self.user.id)

    async def get_context(
        self,
        origin: discord.Message | discord.Interaction[Any],
        /,
        *,
        cls: type[Any] = Context,
    ) -> Any:  # noqa: ANN401 - as discord.py has it
        """Return the context of a command; a match is named by its number, with or without #.

        Polite words around the command are left out. If the words together mean another command
        than the first word alone, that command is meant: "partie nulle" is ``draw``, not ``match``;
        "I want to play halma" is ``play``. A message with only a record of a game imports it.
        """
        context = await super().get_context(origin, cls=cls)
        view = context.view
        said = view.buffer[len(context.prefix or "") :]
        if context.prefix is not None and context.command is None and _brings(context, said):
            context.command, context.invoked_with = self.get_command(IMPORT), IMPORT
            return _with_words(context, IMPORT, said.strip())
        if context.prefix is None or not said.strip():
            return context
        said = unwrapped(said)
        if not is_phrase(ungreeted(said)):  # "my move" is no courtesy in "take back my move"
            said = without_courtesy(said)
        said = ungreeted(said)
        if not said:
            return context
        said = self._without_group(said)
        if (named := match_named(said)) is not None:
            said = self._with_match(context, said, named)
        said = _NUMBER.sub(r"\1", said)
        word, *rest = said.split(maxsplit=1)
        word = without_marks(word) or word
        context.command, context.invoked_with = self.all_commands.get(word), word
        if (meant := bare_command(said)) is not None:
            context.command, rest = self.get_command(meant), []
        elif request := request_in(said, is_command=context.command is not None):
            context.command, rest = self.get_command(request.command), [request.words]
            context.readings = request.readings
        return _with_words(context, word, "".join(rest))

    def without_slash(self, said: str) -> str:
        """Return a slash command sent as text in the words of a typed command; others unchanged."""
        text = said.strip()
        return self._without_group(text[1:]) if text[:1] == SLASH and text[1:].strip() else said

    def _without_group(self, said: str) -> str:
        """Return a grouped slash command, ``match resign``, in the words of the typed command.

        Other texts are returned unchanged.
        """
        words = said.split(maxsplit=2)
        typed = self._grouped.get(tuple(without_marks(word.lower()) for word in words[:2]))
        return said if typed is None else " ".join([typed, *words[2:]])

    def _with_match(self, context: Context, said: str, named: Numbered) -> str:
        """Return a command's text with the number of its match, if the command takes a number.

        If the command has no option for it, the context gets the number instead.
        """
        word, *rest = named.text.split(maxsplit=1)
        word = without_marks(word) or word
        name = bare_command(named.text)
        if name is not None:
            word, rest = name, []
        elif (
            word not in self.all_commands
            and (request := request_in(named.text, is_command=False)) is not None
        ):
            name = request.command
        command = self.get_command(name) if name is not None else self.all_commands.get(word)
        if command is None:
            return said
        options = command.clean_params
        if MATCH_OPTION in options:
            meant = named.signed or named.first
            return " ".join([word, str(named.number), *rest]) if meant else said
        if not options or (named.signed and not options.keys().isdisjoint(OTHER_OPTIONS)):
            context.match = named.number
            return named.text
        return said

    async def get_bare_context(
        self, message: discord.Message, command: str, match: int | None = None
    ) -> Context:
        """Return the context of a command word without the bot's mention.

        ``match`` is the number of the match named beside the word.
        """
        context: Context = await self.get_context(message)
        context.match = match
        context.command = self.get_command(command)
        context.invoked_with, context.prefix = command, ""
        return _with_words(context, command, "")

    async def invoke(self, context: commands.Context[Any], /) -> None:
        """Run a command, and tell the author which misspelt words were corrected."""
        await super().invoke(context)
        readings = context.readings if isinstance(context, AnyContext) else ()
        if (text := readings_text(readings)) is not None:
            await answer_to(context).briefly(text)

    async def on_message(self, message: discord.Message) -> None:
        """Run a command addressed to the bot, or dispatch a message that may be a move."""
        self.clock.received(message.edited_at or message.created_at)
        if message.author == self.user:
            self.refused.note_reply(message)
        if message.author.bot or message.webhook_id is not None:
            return
        if message.guild is None:
            await self._expect_language(message.author)
        context: Context = await self.get_context(message)
        named = context.command.name if context.command is not None else None
        if not self.admits(message.author.id) and named != PRIVACY:
            if context.prefix is not None:
                await self.reply(message).briefly(BLOCKED)
        elif context.command is not None:
            await self.invoke(context)
        else:
            what = "direct_message" if message.guild is None else "channel_message"
            self.dispatch(what, message)

    def reply(self, message: discord.Message) -> Reply:
        """Return a reply to a message, in its server's language or, in private, its author's."""
        return Reply(message, self.preferences.locale_of(message.guild, message.author.id))

    async def on_raw_message_edit(self, payload: discord.RawMessageUpdateEvent) -> None:
        """Read a refused message again if it was edited soon after it was sent."""
        if await self.refused.take_back(payload.message):
            await self.on_message(payload.message)

    async def on_raw_message_delete(self, payload: discord.RawMessageDeleteEvent) -> None:
        """Forget a removed question: it can no longer be answered."""
        self.open_questions.close(payload.message_id)

    async def _expect_language(self, author: discord.abc.User) -> None:
        """Note the language to expect of a person whose own is unknown: that of their servers.

        The servers of somebody who has not played are unknown, since Discord does not list its
        members; then all servers of the bot count.
        """
        if await self.preferences.is_language_unknown(author.id):
            played = await self.store.live_boards.guilds_of([author.id])
            shared = [one for one in self.guilds if one.id in played or one.get_member(author.id)]
            self.preferences.expect_language(author.id, shared or self.guilds)

    async def on_interaction(self, interaction: Interaction) -> None:
        """Make sure that an interaction is answered in time, and handle forms.

        The press of a control that its message no longer has is answered here: discord.py ignores
        it. In direct messages, note the language of the person.
        """
        expect_answer(interaction, self.paces.acknowledged_after)
        self.clock.received(interaction.created_at)
        if interaction.guild_id is None:
            await self.preferences.note_language(interaction)
        if interaction.type is discord.InteractionType.modal_submit:
            await self._take_form(interaction)
        message = interaction.message
        if interaction.type is not discord.InteractionType.component or message is None:
            return
        kind = ui.LayoutView if message.flags.components_v2 else ui.View
        shown = {
            getattr(item, "custom_id", None) for item in kind.from_message(message).walk_children()
        }
        if str(interaction.data and interaction.data.get("custom_id")) not in shown:
            await self.preferences.speak_to(interaction)
            await answer_to(interaction).show(GONE)

    async def _take_form(self, interaction: discord.Interaction[Any]) -> None:
        async with self.answering(interaction):
            await self.admit(interaction)
            try:
                lost = await take_form(interaction, self.forms)
            except Refusal as refusal:
                again = refused_form(interaction, refusal, self.form_builders)
                if again is None:
                    raise
                await answer_to(interaction).show(view=again)
                return
            if lost is not None:
                said, files = lost
                await answer_to(interaction).show(said, files=files)

    async def _open_form_again(self, interaction: discord.Interaction[Any], about: str) -> None:
        """Reopen a refused form with everything that was typed. Raises Refusal."""
        await open_form(interaction, await form_again(interaction, about, self.form_builders))

    async def admit(self, interaction: discord.Interaction[Any]) -> None:
        """Set an interaction's language to the person's. Raises Refusal if they are blocked.

        Blocked people can still get the data kept about them.
        """
        await self.preferences.speak_to(interaction)
        if not self.admits(interaction.user.id) and not is_about_privacy(interaction):
            raise Refusal(BLOCKED)

    def admits(self, person: int) -> bool:
        """Return whether a person may use the bot: the operator has not blocked them."""
        return person not in self.preferences.orders.persons

    def addressed(self, message: discord.Message) -> tuple[str, bool]:
        """Return a message's text without the bot's mention before it, and whether it had one."""
        for prefix in self._prefixes(self, message):
            if message.content.startswith(prefix):
                return message.content[len(prefix) :].strip(), True
        return message.content, False

    async def on_error(self, event: str, /, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401 - as discord.py has it
        """Log an error of a listener, with the listener's arguments."""
        log.error("In %s of %r", event, args, exc_info=sys.exc_info())

    def shard_of(self, guild: int) -> int:
        """Return the shard that receives the events of a server."""
        return (guild >> 22) % (self.shard_count or 1)

    @staticmethod
    def _prefixes(bot: Damier, message: discord.Message) -> list[str]:
        """Return the ways to address the bot in a message: its mention, its role's, @ and a name.

        A direct message needs none.
        """
        if bot.user is None:
            return []
        prefixes = [f"<@{bot.user.id}>", f"<@!{bot.user.id}>"]
        if message.guild is not None and not message.content.startswith(("<", "@")):
            return prefixes  # true of most messages: no other prefix can match
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
        return prefixes if message.guild is not None else [*prefixes, ""]


def _with_words(context: Context, command: str, words: str) -> Context:
    """Set the words that a command gets as its arguments, and return the context."""
    view = context.view
    view.buffer = f"{context.prefix} {command} "
    view.index = len(view.buffer)
    view.buffer += words
    view.end = len(view.buffer)
    return context


def _brings(context: Context, said: str) -> bool:
    """Return whether a message has a record of a game without any command.

    The record is the message's text or a file, beside which at most a game is named.
    """
    files = context.message.attachments
    if any(file.filename.lower().endswith(RECORDS) for file in files):
        return not said.strip() or names_game(said)
    return is_record(said)


def _sharded(store: Store) -> dict[str, Any]:
    """Return the client's options for the shards of this process; none if there is one shard."""
    shards = store.shards
    if shards.count == 1:
        return {}
    return {"shard_count": shards.count, "shard_ids": sorted(shards.ids)}


class Origin(TypedDict):
    """The time of an action, and the message or interaction it came from."""

    now: datetime
    source: str


def origin_of(cause: discord.Message | discord.Interaction[Any] | AnyContext) -> Origin:
    """Return Discord's time of a message or interaction, and its name in the record."""
    if isinstance(cause, AnyContext):
        cause = cause.interaction or cause.pressed or cause.message
    if isinstance(cause, discord.Message):  # an edited message counts from its edit
        return Origin(now=cause.edited_at or cause.created_at, source=f"message:{cause.id}")
    return Origin(now=cause.created_at, source=f"interaction:{cause.id}")
