"""Help: a first screen with the most important things, and a menu of further subjects."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import discord
from discord import app_commands, ui
from discord.app_commands import locale_str
from discord.ext import commands

import engine
from cogs.challenges.admission import may_create
from cogs.challenges.start_card import duty, first_buttons
from cogs.client import autocompletion
from cogs.client.client import SLASH, Context, Damier, Interaction
from cogs.client.commands import hybrid_command, slash_of
from cogs.client.replies import answer_to
from cogs.help.rules import Rules
from cogs.language.actions import Action, Subject, command_of, commands_about
from cogs.language.catalogues import (
    COMMAND,
    Translate,
    in_all_languages,
    in_code,
    translate_into,
    translator,
)
from cogs.language.did_you_mean import SHORTEST_PART
from cogs.language.game_names import DEFAULT_GAME, named_game
from cogs.language.typed_words import is_word, plain, without_marks, words_for
from cogs.messages.buttons import ControlKind, Menu, offered_buttons
from cogs.messages.layouts import text_layout
from engine import Refusal, Text
from engine.scale import figures
from engine.table.match import Match
from engine.table.record import Status
from engine.text import Words, joined, term, together
from engine.values import DRAW, NO_OPTIONS

AppCommand = app_commands.Command[Any, ..., Any] | app_commands.Group


_FIGURES = figures(engine.games[DEFAULT_GAME], 2, NO_OPTIONS)
"""The figures of the computer's strength in the game used in examples, by level."""


class HelpSubject(NamedTuple):
    """A subject of the help, with the commands that belong to it."""

    title: Text
    text: Callable[[Words], Text]
    """Makes the text, given the bot's name."""
    commands: tuple[str, ...]
    creating: Callable[[Words], Text] | None = None
    """Makes a first text, given the bot's name, for people who may create events."""


CREATING = frozenset({"tournament create", "simul", "teams"})
"""The commands that create events, listed only for people who may create them."""


SUBJECTS = {
    "people": HelpSubject(
        Text("Play people"),
        lambda bot: Text(
            "`@{bot} challenge @friend halma` challenges somebody. You may add which side you "
            "take, how long a turn may take, and rules that differ: `@{bot} challenge @friend "
            "halma red 1d 10x10`.\n"
            "`@{bot} open halma 4` looks for three others: anybody may join, and computers can "
            "have the seats that stay empty.",
            bot=bot,
        ),
        (
            "challenge", "open", "lobby", *commands_about(Subject.PEOPLE),
        ),
    ),
    "crowds": HelpSubject(
        Text("Play together"),
        lambda bot: Text(
            "`@{bot} relay frisian level 4`: the channel plays the computer, and whoever comes "
            "first moves. `@{bot} vote halma @friend 12h`: everybody types proposals, and the one "
            "with most votes is played. `@{bot} daily frisian 18h` is one move a day.\n"
            "Name roles for the sides (`@{bot} vote frisian @Reds against @Blues`), or use "
            "`/crowd`, which has all options. Type a move as usual to vote for it; a draw, "
            "resigning or a takeback needs two thirds of those who played lately, and a share of "
            "all who may play. Nobody plays, talks or is a captain for two sides, and while a "
            "rated match stands on the same position the computer helps no crowd.",
            bot=bot,
        ),
        ("crowd",),
    ),
    "computer": HelpSubject(
        Text("Play the computer"),
        lambda bot: Text(
            "`@{bot} play halma` begins at once. It proposes a level that suits you; you may say "
            "one, too: `@{bot} play halma level 3`. Level 1 learns the rules, level 8 does not "
            "forgive; `easy` is level 1, `medium` 4, `hard` 6, `expert` 8. In a direct message to "
            "me you practise unseen.\n"
            "Where you choose a level, a figure says how strong it is: level 4 of {game} is about "
            "{figure}. Level 1 has {least} in every game, and +400 means ten wins for each loss. "
            "The figures come from games between computers.",
            bot=bot,
            game=engine.games[DEFAULT_GAME].title,
            figure=_FIGURES[4],
            least=_FIGURES[1],
        ),
        ("play",),
    ),
    "learning": HelpSubject(
        Text("Learn by playing"),
        lambda bot: Text(
            "`@{bot} learn halma` teaches a game in a dozen small steps on a board that only you "
            "see. You may skip steps and do them again; at the end a match at the easiest level "
            "is offered.\n"
            "`@{bot} puzzle halma` gives everybody in the channel a puzzle to solve together; "
            "`/puzzle` is for you alone, and rated. Servers can have a puzzle of the day.",
            bot=bot,
        ),
        ("learn", "puzzle", *commands_about(Subject.LEARNING)),
    ),
    "match": HelpSubject(
        Text("During a match"),
        lambda _: Text(
            "Type your move and nothing else. For a capture, the first and the last square are "
            "enough if only one fits. If you are in several matches, reply to the board you "
            "mean. The buttons below the board show the legal moves and turn the board; *More* "
            "has the rest.",
        ),
        (*commands_about(Subject.MATCH), "holiday"),
    ),
    "watch": HelpSubject(
        Text("Look on and look back"),
        lambda bot: Text(
            "Everybody may watch. *Watch* lists what is being played; every match has a number, "
            "such as `#12`, by which you find it again: `@{bot} moves 12`. Where the server wants "
            "it, those who watch guess who wins, and what is played next: by buttons below the "
            "board, or with `/match guess`, which only you see.",
            bot=bot,
        ),
        ("games", "mygames", "match", *commands_about(Subject.WATCH), "history", "import"),
    ),
    "tournaments": HelpSubject(
        Text("Leagues and tournaments"),
        lambda bot: Text(
            "The card of an event has all buttons: join, check in, your next match, the standings, "
            "the rules. It runs itself; `@{bot} tournament` lists what there is. `@{bot} "
            "tournament tour` adds up the points of a year over all games, and `/profile` has the "
            "titles.",
            bot=bot,
        ),
        ("tournament", "simul", "teams"),
        lambda bot: Text(
            "`@{bot} tournament create halma` opens a panel: a league, a Swiss, a knockout, an "
            "arena or a ladder, at any pace. `@{bot} simul frisian 10 boards` lets you play "
            "against ten at the same time, and `@{bot} teams halma 4 boards` two teams against "
            "each other; people join by a button, and one picture shows all boards.",
            bot=bot,
        ),
    ),
    "servers": HelpSubject(
        Text("Server against server"),
        lambda bot: Text(
            "Those who manage a server choose a channel for matches with other servers in "
            "`/settings`, and challenge one by its number: `@{bot} servers challenge`. Each "
            "server gathers a team by the button below the post, and plays in its own channel; "
            "you see the others’ moves as usual, and what you write never crosses.",
            bot=bot,
        ),
        ("servers",),
    ),
    "ratings": HelpSubject(
        Text("Ratings"),
        lambda _: Text(
            "Each game has ratings of its own on each server. When you challenge somebody, you "
            "may add `unrated`; matches with a computer never count. Where the server has seasons, "
            "by month, quarter or year, `/leaderboard` with its option *season* shows the lists as "
            "they were at their ends.",
        ),
        ("leaderboard", "profile"),
    ),
    "settings": HelpSubject(
        Text("Settings and privacy"),
        lambda _: Text(
            "Choose how your boards look and when you are called. Those who manage the server set "
            "the channels, the language and the usual time limit.",
        ),
        ("settings", "privacy", "block", "unblock", "blocks", "admin"),
    ),
}  # fmt: skip
"""The subjects of the help, by their keys in the menu and in the menu's order."""


class Help(commands.Cog):
    """``/help``."""

    def __init__(self, bot: Damier, rules: Rules) -> None:
        self.bot = bot
        self._rules = rules

    async def cog_load(self) -> None:
        """Register the menu of subjects."""
        self.bot.menus[ControlKind.HELP] = self.choose

    @hybrid_command(
        "help", locale_str("How to play, and everything else I do"), "commands", direct=True
    )
    @app_commands.describe(game=locale_str("A game whose rules you want to read"))
    @app_commands.autocomplete(game=autocompletion.games)
    async def show(self, context: Context, *, game: str = "") -> None:
        """``/help``, ``@Damier help frisian``, ``@Damier help tournaments``."""
        answer = answer_to(context)
        if (subject := subject_named(game) or self._subject_of_path(game)) is not None:
            name = _name_of(self.bot, context.guild)
            creates = self._may_create(context.guild, context.author)
            await answer.show(subject_text(self.bot, subject, name, answer.locale, creates=creates))
            return
        if named_game(game) is not None:
            await self._rules.show(context, game=game)
            return
        who = context.author.id
        matches = await self.bot.store.matches(
            status=Status.LIVE, channel=context.channel.id, person=who
        )
        view = help_layout(self.bot, context.guild, answer.said, matches, who)
        await answer.show(view=view)

    def _subject_of_path(self, words: str) -> HelpSubject | None:
        """Return the subject of a slash command, such as ``tournament create``.

        Return None if the words are no such command.
        """
        typed = self.bot.without_slash(SLASH + words.strip().removeprefix(SLASH))
        first, _, rest = typed.removeprefix(SLASH).partition(" ")
        is_path = any(
            is_word(first, term(COMMAND, group.name)) and is_word(rest, term(COMMAND, one.name))
            for group in self.bot.tree.get_commands(type=discord.AppCommandType.chat_input)
            if isinstance(group, app_commands.Group)
            for one in group.commands
        )
        return subject_named(first if is_path else typed)

    async def choose(self, interaction: Interaction, about: str, choice: str) -> None:
        """Handle the menu: show the help about a subject. Raises Refusal for an unknown one."""
        if choice not in SUBJECTS:
            raise Refusal(Text("That is out of date; `/help` tells what there is now."))
        name = _name_of(self.bot, interaction.guild)
        creates = self._may_create(interaction.guild, interaction.user)
        answer = answer_to(interaction)
        text = subject_text(self.bot, SUBJECTS[choice], name, answer.locale, creates=creates)
        await answer.show(text)

    def _may_create(self, guild: discord.Guild | None, member: discord.abc.User) -> bool:
        return guild is None or may_create(self.bot.preferences.server(guild.id), member)


def subject_named(words: str) -> HelpSubject | None:
    """Return the subject that words name by its title, key or a command, in any language.

    A word of a title is enough if no other title has it. Return None if no subject is named.
    """
    said = plain(without_marks(words))
    for key, subject in SUBJECTS.items():
        named = {key, *in_all_languages(subject.title)}
        for command in subject.commands:
            named |= in_all_languages(term(COMMAND, command))
        if said in map(plain, named):
            return subject
    having = [one for one in SUBJECTS.values() if said in words_for(one.title)]
    return having[0] if len(having) == 1 and len(said) >= SHORTEST_PART else None


def help_layout(
    bot: Damier,
    guild: discord.Guild | None,
    translated: Translate,
    matches: Sequence[Match],
    who: int,
) -> ui.LayoutView:
    """Return the first screen: a text, the first buttons, and the menu of subjects.

    If the person has live ``matches`` in the channel, the text begins with one of them.
    """
    text = first_text(bot, guild, translated)
    if matches:
        text = f"{_match_text(bot, guild, matches, who, translated)}\n{text}"
    layout = text_layout(text)
    layout.add_item(ui.ActionRow(*first_buttons(guild, translated)))
    options = [
        discord.SelectOption(label=translated(subject.title), value=key)
        for key, subject in SUBJECTS.items()
    ]
    layout.add_item(
        ui.ActionRow(Menu(ControlKind.HELP, "", translated(Text("More help")), options))
    )
    return layout


def first_text(bot: Damier, guild: discord.Guild | None, translated: Translate) -> str:
    """Return the text of the first screen: how to begin, move and learn; the operator's notice."""
    name, example = _name_of(bot, guild), engine.games[DEFAULT_GAME].example
    begin = Text(
        "**Begin.** *Play* begins a match, against the computer or a friend. Typed: the name of a "
        "game, `@{bot} halma`, or `@{bot} challenge @friend`.",
        bot=name,
    )
    move = Text(
        "**Move.** When it is your turn, type the move and nothing else: `{example}`. Or tap it "
        "below the board.",
        example=example,
    )
    if not bot.sees_messages:
        move = Text(
            "**Move.** When it is your turn, tap a move below the board. Typed: `@{bot} "
            "{example}`, because here I read only what is addressed to me.",
            bot=name,
            example=example,
        )
    learn = Text("**Learn a game.** *Rules* explains each on a few pages with pictures.")
    notice = bot.preferences.notice(bot.clock.now())
    texts = [Text("### How to play"), begin, move, learn, *([notice] if notice else [])]
    return "\n".join(map(translated, texts))


def _match_text(
    bot: Damier,
    guild: discord.Guild | None,
    matches: Sequence[Match],
    who: int,
    translated: Translate,
) -> str:
    """Return the next steps of a person in one of their matches, one that waits before others."""
    waiting = [match for match in matches if who in {match.players[seat] for seat in match.to_act}]
    match = (waiting or matches)[-1]
    texts = [
        Text(
            "**You play match {match} here** · {duty}.",
            match=f"#{match.id}",
            duty=duty(match, who, typed=bot.sees_messages),
        )
    ]
    buttons = offered_buttons(match, who, (Action.HINT, Action.TAKEBACK), translated)
    labels = [f"*{button.item.label}*" for button in buttons]
    if labels:
        texts.append(Text("*More* below the board has {buttons}.", buttons=together(labels)))
    before = "" if bot.sees_messages else f"@{in_code(_name_of(bot, guild))} "
    typed = [Action.RESIGN, *[Action.DRAW] * (DRAW in match.position.agreements())]
    words = [translated(term(COMMAND, command_of(action).name)) for action in typed]
    said = together([f"`{before}{word}`" for word in words])
    texts.append(Text("You can also type {words}.", words=said))
    return translated(joined(texts))


def subject_text(
    bot: Damier, subject: HelpSubject, name: Words, locale: discord.Locale, *, creates: bool
) -> str:
    """Return the help about a subject, with a line for each of its commands.

    ``name`` is the bot's. Texts and commands about creating events are left out unless ``creates``.
    """
    translated = translate_into(locale)
    lines = [f"### {translated(subject.title)}"]
    if creates and subject.creating is not None:
        lines.append(translated(subject.creating(name)))
    lines.append(translated(subject.text(name)))
    for command in subject.commands:
        found = slash_of(bot, command)
        if found is None:
            continue
        lines += [
            _line(part, translated, locale)
            for part in getattr(found, "commands", [found])
            if creates or part.qualified_name not in CREATING
        ]
    return "\n".join(lines)


def _line(command: AppCommand, translated: Translate, locale: discord.Locale) -> str:
    """Return a command's name and description in a language, as Discord shows them."""
    names = [translated(term(COMMAND, name)) for name in command.qualified_name.split()]
    return f"`/{' '.join(names)}` · {translator(locale).gettext(command.description)}"


def _name_of(bot: Damier, guild: discord.Guild | None) -> Words:
    """Return the name that the bot has on a server."""
    me = guild.me if guild else bot.user
    return Words(me.display_name if me else "Damier")
