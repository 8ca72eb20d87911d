"""Games, their seats and their options by the words that people type for them.

Titles of games and names of seats are understood in every language that has a catalogue, with
their accents or without; options are words of the rules and the same in all languages.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import engine
from cogs.language.catalogues import in_all_languages, without_accents
from cogs.language.typed_words import quotable
from engine import Game, Refusal, Text
from engine.text import in_context, joined
from engine.values import OptionValue

DEFAULT_GAME = "frisian"

FILLERS = in_context("typed", "to a at in as game of players with")
"""Words between the others that mean nothing: "to a game of"."""


def find_game(name: str) -> Game:
    """Return the game with that key, or that title in any language. Raise Refusal for none."""
    key = simplified(name)
    if key in engine.games:
        return engine.games[key]
    raise Refusal(
        Text(
            "I do not know the game `{name}`; I host {games}.",
            name=quotable(name),
            games=", ".join(f"`{key}`" for key in engine.games),
        )
    )


def find_seat(
    game: Game, name: str, players: int | None = None, options: dict[str, OptionValue] | None = None
) -> int | None:
    """Return the seat with that name in any language, None for no name.

    Raise Refusal for another name.
    """
    wanted = simplified(name)
    if not wanted:
        return None
    for seat, names in enumerate(seat_names(game, players, options)):
        if wanted in names:
            return seat
    raise Refusal(unknown_word(game, wanted))


def seat_names(
    game: Game, players: int | None = None, options: dict[str, OptionValue] | None = None
) -> tuple[frozenset[str], ...]:
    """Return what each seat is called in all languages, simplified."""
    seats = game.start(players, **(options or {})).seats
    return tuple(frozenset(map(simplified, in_all_languages(seat.name))) for seat in seats)


def option_words(game: Game) -> Iterator[str]:
    """Yield the words that choose a game's options, without those of the defaults."""
    for name, option in game.options.items():
        for choice in option.choices:
            if choice is True:
                yield name.replace("_", "-")
            elif choice is False:
                yield f"no-{name.replace('_', '-')}"
            else:
                yield f"{name}={choice}"


def simplified(words: str) -> str:
    """Return words in small letters without accents, titles of games as keys, without fillers."""
    plain = without_accents(words.lower()).replace("\u2019", "'").replace(",", " ")
    spaced = f" {' '.join(plain.split())} "
    for title, key in _titles():
        spaced = spaced.replace(f" {title} ", f" {key} ")
    return " ".join(word for word in spaced.split() if word not in words_for(FILLERS))


@lru_cache(maxsize=64)
def words_for(text: Text) -> frozenset[str]:
    """Return the words of a text in all languages, without accents."""
    return frozenset(
        without_accents(word.lower()) for words in in_all_languages(text) for word in words.split()
    )


def unknown_word(game: Game, word: str) -> Text:
    """Return that a word means nothing in a game, and which words would."""
    shown = quotable(word)
    sides = joined([Text("`{side}`", side=seat.name) for seat in game.start().seats], ", ")
    options = ", ".join(f"`{known}`" for known in option_words(game))
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


@lru_cache(maxsize=1)
def _titles() -> tuple[tuple[str, str], ...]:
    """Return the titles of the games in all languages with their keys, the longest first."""
    titles = {
        without_accents(title.lower()): key
        for key, game in engine.games.items()
        for title in in_all_languages(game.title)
    }
    return tuple(sorted(titles.items(), key=lambda named: -len(named[0])))
