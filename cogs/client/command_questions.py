"""Questions about an unclear command: the person chooses, and the command is run again.

A typed command is read again from its message, with the chosen word inserted; a slash command's
options are kept in the menu's id. For a misspelt command, similar ones are offered.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final, NamedTuple, Self
from urllib.parse import parse_qsl, quote, unquote, urlencode

import discord
from discord import app_commands
from discord.ext import commands
from discord.ext.commands.view import StringView

from cogs.client.commands import slash_of
from cogs.client.replies import Answer, acknowledge, answer_to, remove_question
from cogs.language.catalogues import (
    COMMAND,
    plainly,
    shortened,
    translator,
)
from cogs.language.did_you_mean import MATCH, OPPONENT, SURE, Entry, Unclear, likeness
from cogs.language.first_words import command_alone
from cogs.language.typed_words import (
    answer_in,
    is_word,
    plain,
    unwrapped,
    without_marks,
)
from cogs.members.match_lookup import AnyContext
from cogs.messages.buttons import LONGEST_ID, ControlKind, Menu, PersonMenu, TextButton
from cogs.messages.layouts import text_layout
from engine import Refusal, Text
from engine.text import quoted, term

CHOICES = 25
"""The most choices that Discord shows in one menu."""

BUTTONS, FIRST = 5, 3
"""The most choices that all get buttons; of more, the ``FIRST`` get them, and a menu has all."""

LONGEST_LABEL, LONGEST_LINE = 38, 100
"""The most characters of a button that all devices show, and of a menu's line."""

MENTION = "<@>"
"""The characters of a mention, which stay unescaped in an id to save space."""

NUMBER = "#"
"""The word that stands for a match's number in ``CommandQuestion.pairs``."""

SHOWN_FOR = 300.0
"""Seconds after which a menu in a channel is removed."""

OUT_OF_DATE = Text("That question is out of date: please say it again.")

OPTION = "command"
"""The option of a question about the command's own name."""

OFFERED = 3
"""The most commands that are offered."""


class CommandQuestion(NamedTuple):
    """The state of a question: the person asked, the option, and the typed word to replace.

    ``command`` is a slash command, with its options in ``pairs``. It is empty for a typed command;
    then ``pairs`` are the typed words and their replacements chosen so far.
    """

    person: int
    command: str
    option: str
    said: str
    pairs: tuple[tuple[str, str], ...]

    @classmethod
    def read(cls, about: str) -> Self:
        """Return the state in the ``about`` of a menu or button."""
        person, command, option, said, pairs = about.split("/")
        return cls(int(person), command, option, unquote(said), tuple(parse_qsl(pairs)))

    def write(self) -> str:
        """Return the ``about`` of a menu or button with this state."""
        said = quote(self.said, safe="")
        pairs = urlencode(self.pairs, safe=MENTION)
        return f"{self.person}/{self.command}/{self.option}/{said}/{pairs}"


async def ask(context: commands.Context[Any], unclear: Unclear) -> None:
    """Ask the author of a command to choose, by text alone if no control can hold the question."""
    answer = answer_to(context)
    rows = _rows(context, unclear, answer)
    if answer.is_private:
        await answer.show(unclear.text, *(item for row in rows for item in row))
        return
    layout = text_layout(answer.said(unclear.text))
    for row in rows:
        layout.add_item(discord.ui.ActionRow(*row))
    await answer.show(view=layout, shown_for=SHOWN_FOR)


def _rows(
    context: commands.Context[Any], unclear: Unclear, answer: Answer
) -> list[list[discord.ui.Item[Any]]]:
    """Return the rows of controls: buttons for a few choices, and for many also a menu of all."""
    command, pairs = "", tuple[tuple[str, str], ...]()
    if context.interaction is None:
        pairs = context.corrected if isinstance(context, AnyContext) else ()
    elif isinstance(context.command, commands.HybridCommand):
        command = context.command.name
        pairs = tuple((name, str(value)) for name, value in context.kwargs.items() if value)
        if isinstance(context, AnyContext) and context.match is not None:
            pairs = (*pairs, (NUMBER, str(context.match)))
    else:
        return []
    about = CommandQuestion(context.author.id, command, unclear.option, unclear.said, pairs).write()
    longest = max((len(quote(entry.value, safe="")) for entry in unclear.entries), default=0)
    if len(f"damier:person-{ControlKind.AGAIN}:{about}/") + longest > LONGEST_ID:
        return []
    choose = answer.said(Text("Choose"))
    if unclear.option == OPPONENT:
        return [[PersonMenu(ControlKind.AGAIN, about, choose)]]

    def shown(text: Text | str) -> str:
        return plainly(text, answer.locale) if isinstance(text, Text) else text

    few = unclear.entries if len(unclear.entries) <= BUTTONS else unclear.entries[:FIRST]
    rows: list[list[discord.ui.Item[Any]]] = []
    if few:
        rows.append(
            [
                TextButton(
                    ControlKind.AGAIN,
                    f"{about}/{quote(entry.value, safe='')}",
                    shortened(shown(entry.label), LONGEST_LABEL),
                )
                for entry in few
            ]
        )
    if len(few) < len(unclear.entries):
        options = [
            discord.SelectOption(
                label=shown(entry.label)[:LONGEST_LINE],
                value=entry.value,
                description=shown(entry.description or "")[:LONGEST_LINE] or None,
            )
            for entry in unclear.entries[:CHOICES]
        ]
        rows.append([Menu(ControlKind.AGAIN, about, choose, options)])
    return rows


_IN_HAND: Final[set[int]] = set()
"""Ids of questions in channels whose command is being run again: two presses run it once."""


async def press_again(interaction: discord.Interaction[Any], about: str) -> None:
    """Run a command again with the choice of the pressed button. Raises Refusal."""
    about, _, choice = about.rpartition("/")
    await give_again(interaction, about, unquote(choice))


async def give_again(interaction: discord.Interaction[Any], about: str, choice: str) -> None:
    """Run a command again with its author's choice. Raises Refusal for anybody else."""
    asked = CommandQuestion.read(about)
    if interaction.user.id != asked.person:
        raise Refusal(Text("This question is for somebody else."))
    if asked.command:
        await _give(interaction, asked, choice)
        return
    question = interaction.message.id if interaction.message else 0
    if question in _IN_HAND:
        await acknowledge(interaction)
        return
    _IN_HAND.add(question)
    try:
        await _read_again(interaction, asked, choice)
    finally:
        _IN_HAND.discard(question)


async def _give(interaction: discord.Interaction[Any], asked: CommandQuestion, choice: str) -> None:
    """Run a slash command again, with a private answer. Raises Refusal if it is gone."""
    command, message = interaction.client.get_command(asked.command), interaction.message
    if command is None or message is None:
        raise Refusal(OUT_OF_DATE)
    context: AnyContext = AnyContext(
        message=message,
        bot=interaction.client,
        view=StringView(""),
        interaction=interaction,
        command=command,
    )
    context.author = interaction.user
    options: dict[str, Any] = {
        name: int(value) if value.isdecimal() else value for name, value in asked.pairs
    }
    context.match = options.pop(NUMBER, None)
    if asked.option == MATCH:
        context.match = int(choice)
    elif (given := options.get(asked.option)) and asked.said:
        options[asked.option] = replaced(str(given), asked.said, choice)
    else:
        options[asked.option] = f"{given or ''} {choice}".strip()
    context.kwargs = options
    try:
        await command.callback(command.cog, context, **options)
    except Unclear as unclear:
        await ask(context, unclear)


async def message_asked_about(interaction: discord.Interaction[Any]) -> discord.Message:
    """Return the message to which an interaction's question replies. Raises Refusal."""
    question = interaction.message
    if question is None or question.reference is None or question.reference.message_id is None:
        raise Refusal(OUT_OF_DATE)
    try:
        typed = await question.channel.fetch_message(question.reference.message_id)
    except discord.HTTPException:
        raise Refusal(OUT_OF_DATE) from None
    return typed


async def _read_again(
    interaction: discord.Interaction[Any], asked: CommandQuestion, choice: str
) -> None:
    """Run a typed command again, with the choice in its text, and remove the question.

    Raises Refusal if the message with the command is gone.
    """
    typed = await message_asked_about(interaction)
    typed.author = interaction.user  # has the permissions that a fetched message's author lacks
    pairs = asked.pairs
    if asked.option == OPPONENT:
        pairs = (*pairs, (asked.said, f"<@{choice}>"))
    elif asked.option == MATCH:
        pairs = (*pairs, (NUMBER, choice))
    else:
        pairs = (*pairs, (asked.said, choice))
    for said, chosen in pairs:
        if said != NUMBER:
            typed.content = replaced(typed.content, said, chosen)
    context: AnyContext = await interaction.client.get_context(typed)
    said, _ = interaction.client.addressed(typed)
    bare = command_alone(typed.content) or answer_in(said)
    if context.command is None and bare is not None:
        context = await interaction.client.get_bare_context(typed, bare)
    if context.command is None:
        raise Refusal(OUT_OF_DATE)
    context.pressed, context.corrected = interaction, pairs
    context.match = next((int(to) for said, to in pairs if said == NUMBER), context.match)
    await interaction.client.invoke(context)
    await remove_question(interaction)


def replaced(content: str, said: str, chosen: str) -> str:
    """Return a typed text with the words ``said`` replaced by ``chosen``.

    If ``said`` is empty or not in the text, ``chosen`` is added at the end.
    """
    words, wanted = content.split(), said.split()
    for start in range(len(words) - len(wanted) + 1):
        if wanted and [_bare(word) for word in words[start : start + len(wanted)]] == wanted:
            return " ".join([*words[:start], chosen, *words[start + len(wanted) :]])
    return f"{content} {chosen}"


def _bare(word: str) -> str:
    return plain(without_marks(word))


async def offer_near(
    bot: commands.AutoShardedBot,
    message: discord.Message,
    text: str,
    *,
    least: float = SURE,
    among: Collection[str] = (),
) -> bool:
    """Offer the commands whose names are similar to the first word of a typed ``text``.

    ``least`` is the least similarity, 0 to 1; ``among``, if given, restricts the commands. Return
    whether a command was offered.
    """
    said = plain(without_marks(unwrapped(text)).partition(" ")[0])
    slash = [command.name for command in bot.tree.get_commands()]
    if any(is_word(said, term(COMMAND, name)) for name in slash):
        return False  # not misspelt: a slash command
    alike = dict.fromkeys(set(bot.commands), 0.0)
    for name, command in bot.all_commands.items():
        alike[command] = max(alike[command], likeness(said, plain(name)))
    found = [command for command in alike if alike[command] >= least]
    found = [command for command in found if not among or command.name in among]
    if not found:
        return False
    found.sort(key=lambda command: (-alike[command], command.name))
    context: commands.Context[Any] = await bot.get_context(message)
    answer = answer_to(context)
    entries = [_entry(bot, command.name, answer) for command in found[:OFFERED]]
    question = Text("There is no command `{word}`. Did you mean this?", word=quoted(said))
    await ask(context, Unclear(question, entries, option=OPTION, said=said))
    return True


def _entry(bot: commands.AutoShardedBot, command: str, answer: Answer) -> Entry:
    """Return the menu entry of a command: its name and description in the answer's language."""
    name, slash = answer.said(term(COMMAND, command)), slash_of(bot, command)
    if not isinstance(slash, app_commands.Command):
        return Entry(name, name)
    return Entry(name, name, translator(answer.locale).gettext(slash.description))
