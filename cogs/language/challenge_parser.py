"""The terms of a challenge, parsed from its words: game, options, players, side, time, level."""

from __future__ import annotations

from typing import NamedTuple

import engine
from cogs.language.computer_words import find_computers, known_level
from cogs.language.game_names import (
    DEFAULT_GAME,
    find_game,
    find_seat,
    seat_names,
    simplified,
    unknown_word,
    words_for,
)
from engine import Game, Refusal, Text
from engine.table.clock import TimeControl, is_time
from engine.text import in_context
from engine.values import OptionValue

ANYBODY = in_context("typed", "open")
"""The word that leaves the other seats to whoever joins."""

WATCH = in_context("typed", "watch")
"""The word that leaves all seats to computers, for people to look on."""

RATED = in_context("typed", "rated")
UNRATED = in_context("typed", "unrated")
"""The words that say whether a match counts for the ratings."""


class Terms(NamedTuple):
    """What a challenge proposes.

    ``players`` is None where the members named decide it, ``time`` and ``rated`` where the
    server's own settings do. So many ``computers`` are named, with their ``levels``; all seats
    are theirs where somebody wants to ``watch``.
    """

    game: Game
    options: dict[str, OptionValue]
    players: int | None = None
    seat: int | None = None
    time: TimeControl | None = None
    rated: bool | None = None
    computers: int = 0
    levels: tuple[int, ...] = ()
    watch: bool = False


def parse_challenge(words: str) -> Terms:
    """Return the terms named in the words of a challenge, in any order.

    ``frisian white``, ``halma 10x10``, ``assaut free no-block``, ``halma 4 teams``,
    ``alliance setup=plus``, ``frisian 1d unrated``, ``computer frisian level 3``. Raise Refusal
    for a word that means nothing.
    """
    computers, levels, found = find_computers(simplified(words).split())
    timed = [word for word in found if is_time(word)]
    yes, no = words_for(RATED), words_for(UNRATED)
    rated = [word in yes for word in found if word in yes | no]
    watch = any(word in words_for(WATCH) for word in found)
    said = yes | no | words_for(WATCH)
    found = [word for word in found if not is_time(word) and word not in said]
    key = next((word for word in found if word in engine.games), DEFAULT_GAME)
    game = engine.games[key]
    numbers = [int(word) for word in found if word in map(str, game.seats)]
    players = numbers[-1] if numbers and len(game.seats) > 1 else None
    options: dict[str, OptionValue] = {}
    rest, sides = _long_sides(game, players, found)
    if key in rest:
        rest.remove(key)
    for word in rest:
        option = _option(game, word)
        if word in words_for(ANYBODY):
            players = players or game.seats[0]
        elif players is not None and word == str(players):
            continue
        elif option is not None:
            options[option[0]] = option[1]
        else:
            sides.append(word)
    return Terms(
        game,
        options,
        players,
        find_seat(game, " ".join(sides), players, options),
        TimeControl.read(" ".join(timed)) if timed else None,
        rated[-1] if rated else None,
        computers,
        levels,
        watch,
    )


def terms_from_options(
    game: str,
    options: str,
    *,
    players: int | None,
    seat: str,
    time: str,
    rated: bool | None = None,
    computers: int = 0,
    level: int | None = None,
) -> Terms:
    """Return the terms named by the options of a slash command. Raise Refusal as above.

    Words in ``options`` may say what other options leave open.
    """
    terms = parse_challenge(f"{find_game(game).name} {options}")
    players = terms.players if players is None else players
    return terms._replace(
        players=players,
        seat=find_seat(terms.game, seat, players, terms.options),
        time=TimeControl.read(time) if time else terms.time,
        rated=terms.rated if rated is None else rated,
        computers=computers or terms.computers,
        levels=terms.levels if level is None else (known_level(level),),
    )


def against_computers(terms: Terms) -> Terms:
    """Return the terms of a match in which computers have all seats that nobody is named for.

    Where as many computers are named as can play among themselves, and not one less, they do.
    """
    seats = terms.game.seats
    if terms.watch or (terms.players is not None and terms.computers):
        return terms
    if not terms.computers:
        return terms._replace(computers=(terms.players or min(seats)) - 1)
    return terms._replace(watch=1 + terms.computers not in seats and terms.computers in seats)


def with_computers(terms: Terms, *, named: int, bots: int) -> Terms:
    """Return the terms with the computers that are to play, of ``named`` opponents so many bots.

    Raise Refusal for terms that contradict each other.
    """
    seats = terms.game.seats
    computers = terms.computers + bots
    if terms.watch and named:
        raise Refusal(Text("Only computers play where you watch: name nobody."))
    if terms.watch:
        computers = computers or terms.players or max(len(terms.levels), min(seats))
    if terms.levels and not computers:
        raise Refusal(Text("Only a computer has a level: say that one plays."))
    if terms.rated and computers:
        raise Refusal(Text("Matches with a computer are not rated."))
    players = max(terms.players or 0, 1 + named - bots + computers)
    if terms.watch:
        players = computers
    if terms.players not in {None, *seats} or players > max(seats):
        raise Refusal(
            Text("{game} is not for {count} players.", game=terms.game.title, count=players)
        )
    return terms._replace(computers=computers)


def _long_sides(game: Game, players: int | None, found: list[str]) -> tuple[list[str], list[str]]:
    """Return the words without names of seats that are several words, and those names."""
    rest, sides = f" {' '.join(found)} ", []
    for name in frozenset().union(*seat_names(game, players)):
        if " " in name and f" {name} " in rest:
            rest = rest.replace(f" {name} ", " ")
            sides.append(name)
    return rest.split(), sides


def _option(game: Game, word: str) -> tuple[str, OptionValue] | None:
    """Return the option and the value that a word chooses, None for another word.

    Raise Refusal for a value that the option does not have.
    """
    name, equals, value = word.replace("-", "_").partition("=")
    if name in game.options and equals:
        for choice in game.options[name].choices:
            if value == str(choice).lower():
                return name, choice
        raise Refusal(unknown_word(game, word))
    if name in game.options and True in _bools(game, name):
        return name, True
    if name.startswith("no_") and False in _bools(game, name.removeprefix("no_")):
        return name.removeprefix("no_"), False
    number, cross, same = word.partition("x")
    size = number if cross and number == same else word
    values = [
        (option, choice)
        for option, known in game.options.items()
        for choice in known.choices
        if not isinstance(choice, bool) and size == str(choice)
    ]
    seats = frozenset().union(*seat_names(game))
    return values[0] if len(values) == 1 and word not in seats else None


def _bools(game: Game, name: str) -> list[OptionValue]:
    choices = game.options[name].choices if name in game.options else ()
    return [choice for choice in choices if isinstance(choice, bool)]
