"""Autocompletion of command options: games, their options, sides, time controls."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final

import discord
from discord import app_commands
from discord.app_commands import locale_str

import engine
from cogs.client.client import Interaction
from cogs.client.replies import answer_to
from cogs.language.catalogues import Translate, plainly
from cogs.language.challenge_parser import BLINDFOLD, terms_from_options
from cogs.language.computer_names import level_text
from cogs.language.did_you_mean import Unclear
from cogs.language.game_names import (
    find_game,
    in_english,
    near_games,
    option_text,
    option_words,
    simplified,
)
from cogs.language.time_limits import CLOCKS, read_time
from cogs.messages.challenge_cards import BLINDFOLD_RULE
from engine import Game, Refusal, Text
from engine.capabilities.thinking import LEVELS
from engine.scale import figures
from engine.table.clock import TURN_LIMITS, UNLIMITED, TimeControl


async def games(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Suggest the games whose names contain the typed text, or else those with similar names."""
    return suggested(engine.games.values(), answer_to(interaction).said, typed)


async def games_to_open(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Suggest the games that may be opened on the server, as ``games`` does."""
    found = interaction.client.preferences.games_of(interaction.guild_id or 0)
    return suggested(found, answer_to(interaction).said, typed)


def suggested(
    games: Iterable[Game], translated: Translate, typed: str
) -> list[app_commands.Choice[str]]:
    """Return choices of the games whose names contain ``typed``, or else are similar to it."""
    titles = {game: translated(game.title) for game in games}
    wanted = simplified(typed)
    found = [
        game
        for game, title in titles.items()
        if typed.lower() in title.lower() or wanted in game.name
    ]
    if not found:
        found = [game for game in near_games(wanted).proposed if game in titles]
    return [app_commands.Choice(name=titles[game], value=game.name) for game in found]


def game_options(
    translated: Translate, found: Iterable[Game] | None = None
) -> list[discord.SelectOption]:
    """Return games, by default all of them, as the options of a menu."""
    return [
        discord.SelectOption(label=translated(game.title), value=game.name)
        for game in found or engine.games.values()
    ]


async def options(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Suggest words for the options of the chosen game, each after the words typed already."""
    try:
        game = find_game(str(interaction.namespace.game))
    except Refusal:
        return []
    *chosen, begun = typed.lower().split(" ")
    answer, known = answer_to(interaction), {in_english(simplified(word)) for word in chosen}
    shown = {
        " ".join([*chosen, plainly(option_text(name, value), answer.locale)]): answer.said(
            game.options[name].said(value)
        )
        for word, name, value in option_words(game)
        if word not in known and value != game.options[name].default
    }
    if (word := str(BLINDFOLD).split(",")[0]) not in chosen:
        shown[" ".join([*chosen, word])] = answer.said(BLINDFOLD_RULE)
    return [
        app_commands.Choice(name=f"{word} · {text}"[:100], value=word[:100])
        for word, text in shown.items()
        if begun in word.split(" ")[-1] or begun in text.lower()
    ][:25]


async def seats(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Suggest the sides of the chosen game."""
    try:
        game = find_game(str(interaction.namespace.game))
        start = game.start(getattr(interaction.namespace, "players", None))
    except Refusal:
        return []
    names = [answer_to(interaction).said(seat.name) for seat in start.seats]
    return [
        app_commands.Choice(name=name, value=str(seat.name))
        for name, seat in zip(names, start.seats, strict=True)
        if typed.lower() in name.lower()
    ]


async def times(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Suggest the usual time controls, or the typed one; each with both ways to win on time."""
    written = [UNLIMITED, *TURN_LIMITS, *CLOCKS]
    controls = [TimeControl.read(word) for word in written if typed.lower() in word]
    if not controls:
        try:
            controls = [read_time(typed)]
        except Unclear as unclear:
            controls = [TimeControl.read(entry.value) for entry in unclear.entries]
        except Refusal:
            return []
    controls += [replace(control, claimed=True) for control in controls if control]
    said = answer_to(interaction).said
    return [
        app_commands.Choice(name=said(control_text(control))[:100], value=str(control))
        for control in controls
    ][:25]


async def levels(interaction: Interaction, typed: str) -> list[app_commands.Choice[int]]:
    """Suggest the levels of the computer, each with its description and its figure in the match."""
    known, said = _figures(interaction), answer_to(interaction).said
    named = {level: said(level_text(level, known.get(level))) for level in LEVELS}
    return [
        app_commands.Choice(name=name, value=level)
        for level, name in named.items()
        if str(typed).lower() in name.lower()
    ]


def _figures(interaction: Interaction) -> Mapping[int, int]:
    """Return the levels' figures in the match that a command's options describe so far.

    Return none if they are unknown or the options are wrong.
    """
    given = interaction.namespace
    players = getattr(given, "players", None)
    if getattr(given, "computers", None) or getattr(given, "second", None):
        return {}  # more than two play
    try:
        terms = terms_from_options(
            str(given.game), str(given.options or ""), players=players, seat="", time=""
        )
        seats = len(terms.game.start(terms.players, **terms.options).seats)
    except Refusal:
        return {}
    return figures(terms.game, seats, terms.options)


def control_text(control: TimeControl) -> Text:
    """Return a time control in words, and how a match is won on time."""
    if control.claimed:
        return Text("{limit}; a win on time has to be claimed", limit=control.text)
    return control.text


TERMS: Final = MappingProxyType(
    {
        "game": locale_str("Which game"),
        "options": locale_str("Rules that differ from the usual ones"),
        "seat": locale_str("Your side; drawn by lot if you do not choose"),
        "time": locale_str("How long a turn may take, or a clock such as 10+10"),
        "rated": locale_str("Count the match for the ratings"),
    }
)
"""The options of a command for the terms of a match, with their descriptions."""

GAME_HERE: Final = locale_str("The game; by default that of the match here")
LEVEL: Final = locale_str("How well the computer plays, from 1 to 8")
MATCH: Final = locale_str("The number of the match")
MATCH_OF_SEVERAL: Final = locale_str("The number of the match, if there are several")
"""Descriptions of other options that several commands share."""

FOR_GAMES: Final = MappingProxyType({"game": games_to_open, "options": options})
FOR_EVENTS: Final = MappingProxyType({"game": games_to_open, "options": options, "time": times})
FOR_TERMS: Final = MappingProxyType(
    {"game": games_to_open, "options": options, "seat": seats, "time": times}
)
"""The functions that suggest values of these options."""


def described(*names: str) -> dict[str, locale_str]:
    """Return the named options of ``TERMS``, for a command that does not take all of them."""
    return {name: TERMS[name] for name in names}
