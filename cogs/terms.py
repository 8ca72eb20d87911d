"""What the words of a challenge mean: the game, its options, how many play, and a side."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import engine
from engine import Game, Refusal, Text
from engine.game import OptionValue

DEFAULT_GAME = "frisian"

ANYBODY = "open"
"""The word that leaves the other seats to whoever joins."""

FILLERS = frozenset({"to", "a", "at", "in", "as", "game", "of", "players", "with"})
"""Words of a challenge that mean nothing: "to a game of"."""


class Terms(NamedTuple):
    """What a challenge proposes. ``players`` is None where the people named decide it."""

    game: Game
    options: dict[str, OptionValue]
    players: int | None = None
    seat: int | None = None


def read(words: str) -> Terms:
    """The terms named in the words of a challenge, in any order.

    ``frisian white``, ``halma 10x10``, ``assaut free no-block``, ``halma 4 teams``,
    ``alliance setup=plus``. Raises Refusal for a word that means nothing.
    """
    found = [word for word in _plain(words).split() if word not in FILLERS]
    keys = [word for word in found if word in engine.games]
    game = engine.games[keys[0] if keys else DEFAULT_GAME]
    options: dict[str, OptionValue] = {}
    players: int | None = None
    sides: list[str] = []
    for word in found:
        option = _option(game, word)
        if word in keys:
            continue
        if word == ANYBODY:
            players = players or game.seats[0]
        elif len(game.seats) > 1 and word in map(str, game.seats):
            players = int(word)
        elif option is not None:
            options[option[0]] = option[1]
        else:
            sides.append(word)
    if len(keys) > 1 or len(sides) > 1:
        raise Refusal(_unknown(game, sides[-1] if sides else keys[-1]))
    return Terms(game, options, players, find_seat(game, " ".join(sides), players, options))


def find_game(name: str) -> Game:
    """The game with that key or title. Raises Refusal for none."""
    wanted = name.strip().lower()
    for key, game in engine.games.items():
        if wanted in {key, str(game.title).lower()}:
            return game
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
    """The seat of that name, None for no name. Raises Refusal for another."""
    wanted = _plain(name).strip()
    if not wanted:
        return None
    seats = [_plain(str(seat.name)) for seat in game.start(players, **(options or {})).seats]
    if wanted not in seats:
        raise Refusal(_unknown(game, wanted))
    return seats.index(wanted)


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
    return words.lower().replace(",", " ").replace("chinese checkers", "chinese-checkers")


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
    seats = [_plain(str(seat.name)) for seat in game.start().seats]
    return values[0] if len(values) == 1 and word not in seats else None


def _bools(game: Game, name: str) -> list[OptionValue]:
    choices = game.options[name].choices if name in game.options else ()
    return [choice for choice in choices if isinstance(choice, bool)]


def _unknown(game: Game, word: str) -> Text:
    """That a word means nothing, and which ones would."""
    shown = word[:50].replace("`", "")
    sides = ", ".join(f"`{_plain(str(seat.name))}`" for seat in game.start().seats)
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
