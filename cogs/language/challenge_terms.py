"""What the words of a challenge mean: the game, its options, how many play, and a side.

Games, sides and the little words between are understood in every language that has a catalogue,
with their accents or without; options are words of the rules and the same in all languages.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

import engine
from cogs.language.catalogues import in_all_languages, without_accents
from engine import Game, Refusal, Text
from engine.game import OptionValue
from engine.table.clock import TimeControl, is_time
from engine.text import in_context, joined

DEFAULT_GAME = "frisian"

ANYBODY = in_context("typed", "open")
"""The word that leaves the other seats to whoever joins."""

FILLERS = in_context("typed", "to a at in as game of players with")
"""Words of a challenge that mean nothing: "to a game of"."""


RATED = in_context("typed", "rated")
UNRATED = in_context("typed", "unrated")
"""The words that say whether a match counts for the ratings."""


class Terms(NamedTuple):
    """What a challenge proposes.

    ``players`` is None where the people named decide it, ``time`` and ``rated`` where the
    server's own settings do.
    """

    game: Game
    options: dict[str, OptionValue]
    players: int | None = None
    seat: int | None = None
    time: TimeControl | None = None
    rated: bool | None = None


def read(words: str) -> Terms:
    """The terms named in the words of a challenge, in any order.

    ``frisian white``, ``halma 10x10``, ``assaut free no-block``, ``halma 4 teams``,
    ``alliance setup=plus``, ``frisian 1d unrated``. Raises Refusal for a word that means nothing.
    """
    found = _plain(words).split()
    timed = [word for word in found if is_time(word)]
    yes, no = _words_for(RATED), _words_for(UNRATED)
    rated = [word in yes for word in found if word in yes | no]
    found = [word for word in found if not is_time(word) and word not in yes | no]
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
        if word in _words_for(ANYBODY):
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
    )


def find_game(name: str) -> Game:
    """The game with that key, or title in any language. Raises Refusal for none."""
    key = _plain(name)
    if key in engine.games:
        return engine.games[key]
    raise Refusal(
        Text(
            "I do not know the game `{name}`; I host {games}.",
            name=name[:50].replace("`", ""),
            games=", ".join(f"`{key}`" for key in engine.games),
        )
    )


def find_seat(
    game: Game, name: str, players: int | None = None, options: dict[str, OptionValue] | None = None
) -> int | None:
    """The seat of that name in any language, None for no name. Raises Refusal for another."""
    wanted = _plain(name)
    if not wanted:
        return None
    for seat, names in enumerate(_sides(game, players, options)):
        if wanted in names:
            return seat
    raise Refusal(_unknown(game, wanted))


def words_of(game: Game) -> Iterator[str]:
    """The words that choose the options of a game, the default ones left out."""
    for name, option in game.options.items():
        for choice in option.choices:
            if choice is True:
                yield name.replace("_", "-")
            elif choice is False:
                yield f"no-{name.replace('_', '-')}"
            else:
                yield f"{name}={choice}"


def _plain(words: str) -> str:
    """Words in small plain letters, titles of games as their keys, without what means nothing."""
    plain = without_accents(words.lower()).replace("\u2019", "'").replace(",", " ")
    spaced = f" {' '.join(plain.split())} "
    for title, key in _titles():
        spaced = spaced.replace(f" {title} ", f" {key} ")
    return " ".join(word for word in spaced.split() if word not in _words_for(FILLERS))


@lru_cache(maxsize=1)
def _titles() -> tuple[tuple[str, str], ...]:
    """The titles of the games in all languages in plain letters, the longest first, with keys."""
    titles = {
        without_accents(title.lower()): key
        for key, game in engine.games.items()
        for title in in_all_languages(game.title)
    }
    return tuple(sorted(titles.items(), key=lambda named: -len(named[0])))


@lru_cache(maxsize=8)
def _words_for(text: Text) -> frozenset[str]:
    """The words of a text, which every language has its own of."""
    return frozenset(
        without_accents(word.lower()) for words in in_all_languages(text) for word in words.split()
    )


def _sides(
    game: Game, players: int | None = None, options: dict[str, OptionValue] | None = None
) -> tuple[frozenset[str], ...]:
    """Seat by seat, what it is called in the languages."""
    seats = game.start(players, **(options or {})).seats
    return tuple(frozenset(map(_plain, in_all_languages(seat.name))) for seat in seats)


def _long_sides(game: Game, players: int | None, found: list[str]) -> tuple[list[str], list[str]]:
    """The words without names of seats that are more than one word, and those names."""
    rest, sides = f" {' '.join(found)} ", []
    for name in frozenset().union(*_sides(game, players)):
        if " " in name and f" {name} " in rest:
            rest = rest.replace(f" {name} ", " ")
            sides.append(name)
    return rest.split(), sides


def _option(game: Game, word: str) -> tuple[str, OptionValue] | None:
    """The option and the value that a word chooses, None for other words. Raises Refusal."""
    name, equals, value = word.replace("-", "_").partition("=")
    if name in game.options and equals:
        for choice in game.options[name].choices:
            if value == str(choice).lower():
                return name, choice
        raise Refusal(_unknown(game, word))
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
    seats = frozenset().union(*_sides(game))
    return values[0] if len(values) == 1 and word not in seats else None


def _bools(game: Game, name: str) -> list[OptionValue]:
    choices = game.options[name].choices if name in game.options else ()
    return [choice for choice in choices if isinstance(choice, bool)]


def _unknown(game: Game, word: str) -> Text:
    """That a word means nothing, and which ones would."""
    shown = word[:50].replace("`", "")
    sides = joined([Text("`{side}`", side=seat.name) for seat in game.start().seats], ", ")
    options = ", ".join(f"`{known}`" for known in words_of(game))
    if not options:
        return Text(
            "I do not know what `{word}` means here: say the game ({games}) and perhaps one side "
            "({sides}).",
            word=shown,
            games=", ".join(f"`{key}`" for key in engine.games),
            sides=sides,
        )
    return Text(
        "I do not know what `{word}` means in {game}: say perhaps one side ({sides}) and "
        "options ({options}).",
        word=shown,
        game=game.title,
        sides=sides,
        options=options,
    )
