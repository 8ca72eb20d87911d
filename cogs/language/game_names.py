"""The words that people type for games, their seats and their options.

Titles of games, names of seats and words for options are understood in every language that has a
catalogue, with or without accents.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Final

import engine
from cogs.language.catalogues import CHOICE, in_all_languages, without_accents
from cogs.language.did_you_mean import GAME, SURE, Entry, Near, Unclear, likeness, near
from cogs.language.typed_words import without_marks, words_for
from engine import Game, Text
from engine.text import either, in_context, quoted, term
from engine.values import OptionValue

DEFAULT_GAME = "frisian"

NAMED = 3
"""The most games that a sentence names as the closest; the menu has all."""

FILLERS = in_context(
    "typed",
    "to a at in as game of players with please me my vs versus against and the on for you us now "
    "here today one some new quick another any anything something whatever random",
)
"""The words of a challenge that mean nothing: "to a game of"."""

QUALIFIERS: Final = in_context("typed", "official rules")
"""The words in the names of games that by themselves name no game."""

FILLER: Final = "with"
"""The filler that replaces a word if the person chooses to leave that out."""

_ELIDED: Final = re.compile(r"(?<!\S)[ld]'(?=\w)")
"""The articles that French joins to a word: l'ordinateur, d'assaut."""

AKIN: Final = MappingProxyType(
    {
        "chess": ("checkers", "international", "alliance"),
        "echecs": ("checkers", "international", "alliance"),
        "shatranj": ("turkish", "checkers"),
        "dama": ("turkish", "international", "russian"),
        "damas": ("brazilian", "international"),
        "dammen": ("international", "frisian"),
        "shashki": ("russian",),
        "polish": ("international",),
        "english": ("checkers",),
        "american": ("checkers",),
        "sternhalma": ("chinese-checkers", "halma"),
        "ugolki": ("halma",),
        "asalto": ("assaut",),
        "siege": ("assaut",),
        "diplomacy": ("allies",),
        "risk": ("allies",),
        "stratego": ("allies",),
    }
)
"""The keys of the closest games, by names of related games for which people ask."""


KINDS: Final = MappingProxyType(
    {
        "draughts": (
            "international", "checkers", "frisian", "russian", "brazilian", "italian", "turkish",
        ),
        "dames": (
            "international", "frisian", "checkers", "russian", "brazilian", "italian", "turkish",
        ),
    }
)  # fmt: skip
"""The keys of the games that share a name, the game meant most often first."""


def find_game(name: str) -> Game:
    """Return the game with a key, a title in any language, or a similar name.

    Raises Unclear if several games have similar names, or none has.
    """
    key = simplified(name)
    if key in engine.games:
        return engine.games[key]
    found = near_games(key)
    if found.sure is not None:
        return found.sure
    if len(keys := {word for word in key.split() if word in engine.games}) == 1:
        return engine.games[keys.pop()]
    raise unknown_game(key, found.proposed)


def named_game(words: str) -> Game | None:
    """Return the game that words name, None if they are only fillers, such as "me please".

    Raises Unclear as ``find_game`` does.
    """
    return find_game(words) if simplified(words) else None


def near_games(said: str) -> Near[Game]:
    """Return the games whose names are similar to the simplified words ``said``.

    The name of a related game proposes the closest games, and a name shared by several all of them;
    the name of a side unique to a game is sure.
    """
    akin = KINDS.get(said) or [key for word in said.split() for key in AKIN.get(word, ())]
    if akin:
        return Near(None, tuple(engine.games[key] for key in dict.fromkeys(akin)))
    if said in _sides():
        return Near(_sides()[said], (_sides()[said],))
    found = near(said, _names())
    return found._replace(sure=None) if is_qualifier(said) else found


def is_qualifier(said: str) -> bool:
    """Return whether all simplified words are qualifiers of games, or misspellings of some."""
    known = words_for(QUALIFIERS)
    return bool(said) and all(
        any(likeness(word, one) >= SURE for one in known) for word in said.split()
    )


def sided_game(said: str) -> Game | None:
    """Return the game that simplified words name by a side that only this game has, or None."""
    games = {game for side, game in _sides().items() if f" {side} " in f" {said} "}
    return games.pop() if len(games) == 1 else None


def is_similar_name_part(word: str, game: Game) -> bool:
    """Return whether a simplified word is, or is similar to, a part of a game's names."""
    parts = {part for name in _names()[game] for part in name.split()} | {game.name}
    return any(likeness(word, part) >= SURE for part in parts)


def is_exact_name_part(word: str, game: Game) -> bool:
    """Return whether a simplified word that is no filler is exactly a part of a game's names."""
    parts = {part for name in _names()[game] for part in name.split()}
    return word in parts | {game.name} and word not in words_for(FILLERS)


def is_in_any_game_name(word: str) -> bool:
    """Return whether a simplified word is a part of any game's names, or names a related game."""
    return word in _words_of_names() or word in AKIN


@lru_cache(maxsize=1)
def _words_of_names() -> frozenset[str]:
    titles = [title for title, _ in _titles()]
    names = (*titles, *_sides(), *frozenset().union(*_names().values()))
    return frozenset(word for name in names for word in name.split())


def unknown_game(said: str, nearest: Sequence[Game]) -> Unclear:
    """Return the question about a game with an unknown or shared name, with the nearest first."""
    shown = quoted(said)
    if nearest:
        titles = either([game.title for game in nearest[:NAMED]])
        text = Text("I have no game `{name}`. Did you mean {games}?", name=shown, games=titles)
        if said in KINDS:
            text = Text(
                "Several games are called `{name}`. Did you mean {games}?", name=shown, games=titles
            )
    else:
        text = Text("I have no game `{name}`. Which of these would you like?", name=shown)
    entries = _entries([*nearest, *engine.games.values()])
    return Unclear(text, entries, option=GAME, said=said)


def which_game(games: Iterable[Game] | None = None) -> Unclear:
    """Return the question for a game if none is named, by default with all games as choices."""
    entries = _entries(engine.games.values() if games is None else games)
    return Unclear(Text("Which game?"), entries, option=GAME)


def _entries(games: Iterable[Game]) -> list[Entry]:
    return [Entry(game.name, game.title, game.tagline) for game in dict.fromkeys(games)]


def seat_names(
    game: Game, players: int | None = None, options: dict[str, OptionValue] | None = None
) -> tuple[frozenset[str], ...]:
    """Return the simplified names of each seat in all languages, with and without a final *s*."""
    seats = game.start(players, **(options or {})).seats
    named = [set(map(simplified, in_all_languages(seat.name))) for seat in seats]
    return tuple(frozenset(names | {name.removesuffix("s") for name in names}) for names in named)


def option_words(game: Game) -> Iterator[tuple[str, str, OptionValue]]:
    """Yield the English word for each value of a game's options, the option's name, and the value.

    ``option_text`` has the words in other languages.
    """
    for name, option in game.options.items():
        for choice in option.choices:
            yield str(option_text(name, choice)), name, choice


def option_text(name: str, value: OptionValue) -> Text:
    """Return the word that chooses a value of an option, such as ``field=battle``, ``no-block``."""
    word = name.replace("_", "-")
    if isinstance(value, bool):
        return term(CHOICE, word if value else f"no-{word}")
    return Text("{option}={value}", option=term(CHOICE, word), value=value_text(value))


def value_text(value: OptionValue) -> Text | str:
    """Return the text of an option's value, which is a word or a number but not yes or no."""
    return term(CHOICE, value) if isinstance(value, str) else str(value)


def option_terms() -> Iterator[str]:
    """Yield the English words for all options and their values that the catalogues translate."""
    for game in engine.games.values():
        for word, name, value in option_words(game):
            yield from [word] if isinstance(value, bool) else [name.replace("_", "-")]
            if isinstance(value, str):
                yield value


def in_english(word: str) -> str:
    """Return a simplified word for an option, in any language, in English; others unchanged."""
    name, equals, value = word.partition("=")
    name = name.replace("_", "-")
    known = _english_terms()
    return f"{known[name]}{equals}{known.get(value, value)}" if name in known else word


@lru_cache(maxsize=1)
def _english_terms() -> Mapping[str, str]:
    """Return the English words for options and values by the simplified words of all languages."""
    terms = list(dict.fromkeys(option_terms()))
    said = {one: word for word in terms for one in map(simplified, _all_said(word)) if one}
    return said | {word: word for word in terms}


def _all_said(word: str) -> frozenset[str]:
    """Return the words in all languages for the English word of an option or a value."""
    said = in_all_languages(term(CHOICE, word))
    return frozenset(one for forms in said for one in forms.split())


@lru_cache(maxsize=64)
def ways_to_choose(game: Game) -> Mapping[str, tuple[str, ...]]:
    """Return the words in all languages that choose a value, by the English word for the value."""
    ways: dict[str, tuple[str, ...]] = {}
    for word, name, value in option_words(game):
        said = {*in_all_languages(option_text(name, value))}
        if isinstance(value, str):
            said |= in_all_languages(term(CHOICE, value))
        elif not isinstance(value, bool):
            said.add(str(value))
        ways[word] = tuple(sorted({word, *map(without_accents, said)}))
    return ways


def simplified(words: str) -> str:
    """Return words in lower case, without accents, marks and fillers, and with keys for titles."""
    plain = without_accents(words.lower()).replace("\u2019", "'").replace(",", " ")
    plain = without_marks(_ELIDED.sub("", plain))
    spaced = f" {' '.join(plain.split())} "
    for title, key in _titles():
        spaced = spaced.replace(f" {title} ", f" {key} ")
    return " ".join(word for word in spaced.split() if word not in words_for(FILLERS))


def take_phrase(said: str, phrases: Text) -> tuple[str, bool]:
    """Return simplified words without some phrases, in any language, and whether one was found.

    Commas separate the ``phrases``.
    """
    rest = f" {said} "
    for phrase in _phrases(phrases):
        rest = rest.replace(f" {phrase} ", " ")
    return rest.strip(), rest.strip() != said


@lru_cache(maxsize=8)
def _phrases(phrases: Text) -> list[str]:
    known = {simplified(one) for said in in_all_languages(phrases) for one in said.split(",")}
    return sorted(known, key=len, reverse=True)


@lru_cache(maxsize=1)
def _names() -> Mapping[Game, frozenset[str]]:
    """Return the names of each game: its key and its titles; a part in brackets is a name, too."""
    named: dict[Game, set[str]] = {
        game: {game.name.replace("-", " ")} for game in engine.games.values()
    }
    for game, names in named.items():
        for title in in_all_languages(game.title):
            names |= {part.strip(" ()") for part in without_accents(title.lower()).split("(")}
    return {game: frozenset(names) for game, names in named.items()}


def _aliases(game: Game) -> frozenset[str]:
    """Return the other names of a game in all languages, in lower case without accents.

    They have to be typed exactly: no similar word is read as one of them.
    """
    said = in_all_languages(game.aliases) if game.aliases is not None else ()
    return frozenset(
        without_accents(one.strip().lower()) for names in said for one in names.split(",")
    )


@lru_cache(maxsize=1)
def _sides() -> Mapping[str, Game]:
    """Return the games by the names of sides that only one game has, such as "officers", "fox"."""
    games: dict[str, list[Game]] = {}
    for game in engine.games.values():
        for side in frozenset().union(*seat_names(game)):
            games.setdefault(side, []).append(game)
    return {side: having[0] for side, having in games.items() if len(having) == 1}


@lru_cache(maxsize=1)
def _titles() -> tuple[tuple[str, str], ...]:
    """Return the titles and other names of the games, with their keys, the longest first."""
    titles = {
        without_marks(title): key
        for key, game in engine.games.items()
        for title in _aliases(game).union(
            without_accents(title.lower()) for title in in_all_languages(game.title)
        )
    }
    return tuple(sorted(titles.items(), key=lambda named: -len(named[0])))
