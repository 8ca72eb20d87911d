"""The start card: an introduction to the bot, its games with a picture, and buttons to begin."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Iterable, Sequence
from functools import lru_cache

import discord
from discord import ui

import engine
import render
from cogs.challenges.matchmaking import games_of
from cogs.client.autocompletion import game_options
from cogs.client.client import Damier
from cogs.language.catalogues import Translate, plainly, shortened, translate_into
from cogs.language.computer_names import IN_WORDS, level_text
from cogs.language.game_names import DEFAULT_GAME
from cogs.members.mentions import board_links, game_and_others, player
from cogs.messages.buttons import ControlKind, Menu, PersonMenu, TextButton
from cogs.messages.layouts import picture_layout, text_layout
from engine import Game, Text
from engine.scale import figures
from engine.table.match import Match
from engine.text import Words
from engine.values import NO_OPTIONS

BOARDS_FILE = "boards.png"

AGAINST_SOMEBODY = Text("Against somebody")

LONGEST_LABEL = 38
"""The most characters of a button's label that all devices show."""

LONGEST_LINE = 100
"""The most characters of a menu's entry, and of its description."""

SHOWN = 4
"""The number of games on the card: with their picture and buttons, it fits a phone's screen."""

MATCHES_SHOWN = 10
"""The most of a person's matches named if they mention the bot without a word."""

WHOM = Text("Whom do you challenge?")

BY_RESULTS = "0"
"""The value of the menu entry for the level that suits the person's results."""


async def start_card(
    bot: Damier, guild: discord.Guild | None, locale: discord.Locale, *, pictured: bool = True
) -> tuple[ui.LayoutView, list[discord.File]]:
    """Return the start card, with the file of its picture if ``pictured``.

    The picture names the games; without the picture, each game has a line.
    """
    translated = translate_into(locale)
    games = tuple(await games_of(bot, guild))[:SHOWN]
    text = translated(_card_text(_name_of(bot, guild)))
    lines: list[str] = []
    if not pictured:
        lines += [f"- **{translated(game.title)}**{_tagline(game, translated)}" for game in games]
    notice = bot.preferences.notice(bot.clock.now())
    whole = "\n".join([text, *lines, *([translated(notice)] if notice else [])])
    files = []
    if pictured:
        look = bot.preferences.look_of(guild.id if guild else 0)
        picture = await asyncio.to_thread(_boards, look.theme, locale, games)
        files.append(discord.File(io.BytesIO(picture.png), BOARDS_FILE))
        layout = picture_layout(whole, BOARDS_FILE, plainly(picture.alt, locale))
    else:
        layout = text_layout(whole)
    layout.add_item(ui.ActionRow(*_game_buttons(games, locale)))
    layout.add_item(ui.ActionRow(*_other_buttons(guild, translated)))
    return layout, files


def short_card(bot: Damier, guild: discord.Guild | None, translated: Translate) -> ui.LayoutView:
    """Return the start card in one line, for a channel that has just seen the full one."""
    text = Text(
        "I am here to play: choose what you would like to do, or type `@{bot} help`.",
        bot=_name_of(bot, guild),
    )
    layout = text_layout(translated(text))
    layout.add_item(ui.ActionRow(*first_buttons(guild, translated)))
    return layout


async def own_card(
    bot: Damier,
    guild: discord.Guild | None,
    translated: Translate,
    who: int,
    matches: Sequence[Match],
) -> ui.LayoutView:
    """Return a card of a person's matches in a channel, a line each, with the first buttons."""
    shown = matches[-MATCHES_SHOWN:]
    links = await board_links(bot.store, shown, translated)
    lines = [translated(Text("You play here:"))]
    for match in shown:
        what = game_and_others(match, who)
        waits = translated(duty(match, who, typed=bot.sees_messages))
        line = f"- **#{match.id}** {translated(what)} · {waits}"
        lines.append(f"{line} · {links[match.id]}")
    layout = text_layout("\n".join(lines))
    layout.add_item(ui.ActionRow(*first_buttons(guild, translated)))
    return layout


def duty(match: Match, who: int, *, typed: bool) -> Text:
    """Return the phrase that tells a player what their match waits for.

    It shows how a move is ``typed``, or says that it is tapped.
    """
    if who in {match.players[seat] for seat in match.setting_up}:
        return Text("set up your pieces")
    if match.setting_up:
        return Text("the others set up their pieces")
    if match.players[match.position.turn] == who and not typed:
        return Text("your turn: tap a move below the board")
    if match.players[match.position.turn] == who:
        return Text("your turn: type a move, such as `{example}`", example=match.example)
    return Text("{people} to move", people=player(match, match.players[match.position.turn]))


def _game_buttons(games: Sequence[Game], locale: discord.Locale) -> list[TextButton]:
    """Return the buttons that begin a match, one for each game, and the button *All games*."""
    names = [plainly(game.title, locale) for game in games]
    short = [name.partition(" (")[0] for name in names]
    labels = short if len(set(short)) == len(short) else names
    primary = discord.ButtonStyle.primary
    buttons = [
        TextButton(ControlKind.PLAY, game.name, shortened(label, LONGEST_LABEL), primary)
        for game, label in zip(games, labels, strict=True)
    ]
    return [*buttons, TextButton(ControlKind.PLAY, "", translate_into(locale)(Text("All games")))]


def _other_buttons(guild: discord.Guild | None, translated: Translate) -> list[TextButton]:
    """Return the buttons of the card's second row: to play a member, learn, read rules, watch."""
    others = first_buttons(guild, translated)[1:]
    if guild is not None:
        others.insert(0, TextButton(ControlKind.RIVAL, "", translated(AGAINST_SOMEBODY)))
    return others


def first_buttons(guild: discord.Guild | None, translated: Translate) -> list[TextButton]:
    """Return the buttons people want first: Play, Learn, Rules and, on a server, Watch."""
    primary = discord.ButtonStyle.primary
    buttons = [
        TextButton(ControlKind.PLAY, "", translated(Text("Play")), primary),
        TextButton(ControlKind.LEARN, "", translated(Text("Learn"))),
        TextButton(ControlKind.RULES, "", translated(Text("Rules"))),
    ]
    if guild is not None:
        buttons.append(TextButton(ControlKind.WATCH, "", translated(Text("Watch"))))
    return buttons


def play_panel(
    guild: discord.Guild | None, translated: Translate, games: Sequence[Game]
) -> ui.LayoutView:
    """Return the panel that Play opens: the kinds of opponents, and the games to choose from."""
    buttons = [TextButton(ControlKind.LEVEL, "", translated(Text("Choose a level")))]
    if guild is None:
        text = Text("Choose a game, and the board appears here: you play the computer.")
    else:
        text = Text(
            "Choose a game, and the board is in the channel: you play the computer. To play people "
            "instead, challenge *somebody*, or *fill a table* that anybody may join."
        )
        buttons = [
            TextButton(ControlKind.RIVAL, "", translated(AGAINST_SOMEBODY)),
            TextButton(ControlKind.TABLE, "", translated(Text("Fill a table"))),
            *buttons,
        ]
    layout = text_layout(translated(text))
    layout.add_item(ui.ActionRow(games_menu("", translated, games)))
    layout.add_item(ui.ActionRow(*buttons))
    return layout


def games_menu(level: str, translated: Translate, games: Sequence[Game]) -> Menu:
    """Return the menu of games: the chosen one is played against the computer at once.

    ``level`` is the computer's level, or empty for the level that suits the person. If it is given,
    each game's entry shows the level's figure, if known for the fewest players.
    """
    options = []
    for game in games:
        about = _strength(game, level, translated) + _tagline(game, translated)
        options.append(
            discord.SelectOption(
                label=translated(game.title),
                value=game.name,
                description=about.removeprefix(" · ")[:LONGEST_LINE] or None,
            )
        )
    which = translated(Text("Against the computer: choose a game"))
    return Menu(ControlKind.PLAY, level, which, options)


def levels_menu(chosen: str, translated: Translate) -> Menu:
    """Return the menu of levels, one of which is ``chosen``."""
    labels = {BY_RESULTS: Text("A level that suits my results")}
    labels |= {str(level): level_text(level) for level in IN_WORDS}
    options = [
        discord.SelectOption(label=translated(label), value=value, default=value == chosen)
        for value, label in labels.items()
    ]
    return Menu(ControlKind.LEVEL, "", translated(Text("How well the computer plays")), options)


def rivals_menu(translated: Translate) -> PersonMenu:
    """Return the menu of people to challenge."""
    return PersonMenu(ControlKind.RIVAL, "", translated(WHOM))


def invitation_menu(person: str, translated: Translate, games: Iterable[Game]) -> Menu:
    """Return the menu of the games to which a person, given by their id, is challenged."""
    which, options = translated(Text("Which game?")), game_options(translated, games)
    return Menu(ControlKind.INVITE, person, which, options)


def tables_menu(translated: Translate, games: Sequence[Game]) -> Menu:
    """Return the menu of open matches: each of these games with every number of players."""
    options = []
    for game in games:
        for count in sorted(game.seats):
            label = Text("{game}: {count} players", game=game.title, count=count)
            if len(game.seats) == 1:
                label = game.title
            options.append(
                discord.SelectOption(label=translated(label), value=f"{game.name} {count}")
            )
    return Menu(ControlKind.TABLE, "", translated(Text("Which game?")), options)


def _card_text(bot: Words) -> Text:
    return Text(
        "### Hello, I am {bot}\n"
        "I host board games: play the computer or your friends. You move by typing, such as "
        "`{example}`, or with buttons. Choose a game, and the board appears here.",
        bot=bot,
        example=engine.games[DEFAULT_GAME].example,
    )


def _tagline(game: engine.Game, translated: Translate) -> str:
    return f" · {translated(game.tagline)}" if game.tagline is not None else ""


def _strength(game: Game, level: str, translated: Translate) -> str:
    """Return a level and its figure with the fewest players, or "" if the figure is unknown."""
    known = figures(game, min(game.seats), NO_OPTIONS) if level else {}
    if not level or int(level) not in known:
        return ""
    told = Text("level {level}, about {figure}", level=level, figure=known[int(level)])
    return translated(told)


def _name_of(bot: Damier, guild: discord.Guild | None) -> Words:
    me = guild.me if guild else bot.user
    return Words(me.display_name if me else "Damier")


@lru_cache(maxsize=32)
def _boards(theme: str, locale: discord.Locale, games: tuple[Game, ...]) -> render.Picture:
    """Return the picture of the games' boards. CPU work; the last pictures are cached."""
    translated = translate_into(locale)
    exhibits = [render.Exhibit(game, translated(game.title)) for game in games]
    return render.gallery(exhibits, theme=theme)
