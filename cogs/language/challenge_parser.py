"""The parser of challenges: game, options, players, side, time limit, rating, computers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

import engine
from cogs.language.computer_names import (
    BY_WORD,
    COMPUTER,
    COMPUTERS,
    LEVEL,
    find_computers,
    known_level,
    level_named,
)
from cogs.language.did_you_mean import GAME, SHORTEST_PART, Entry, Near, Unclear, likeness, near
from cogs.language.game_names import (
    FILLER,
    KINDS,
    find_game,
    in_english,
    is_exact_name_part,
    is_in_any_game_name,
    is_similar_name_part,
    near_games,
    option_text,
    option_words,
    seat_names,
    sided_game,
    simplified,
    take_phrase,
    unknown_game,
    value_text,
    ways_to_choose,
    which_game,
)
from cogs.language.time_limits import is_time_word, read_time, take_times, with_clocks
from cogs.language.typed_words import without_marks, words_for
from engine import Game, Refusal, Text
from engine.capabilities.thinking import LEVELS
from engine.table.clock import TimeControl
from engine.text import either, in_context, listed, quoted, some
from engine.values import OptionValue

LEAVE_OUT: Final = Entry(FILLER, Text("Leave it out"))

MOST_PLAYERS: Final = 12
"""The largest number that is read as a number of players."""

SIZE: Final = "size"
"""The option for the size of a board, which may be typed as ``10x10``."""

MOST_WORDS: Final = 40
"""The most words of a challenge, because each unknown word is compared with all known ones."""

NAMED: Final = re.compile(r"<?@\S+")
"""The mention of a person, or the first word of a name."""

ANYBODY = in_context("typed", "open")
ANYONE = in_context("typed", "anyone anybody someone somebody everyone everybody")
"""The words that leave the other seats to people who join."""

FRIEND = in_context("typed", "friend friends mate buddy")
"""The words for an opponent who is not named yet."""

DUEL = in_context("typed", "duel 1v1")
"""The words for a match of two, in a game for more players."""

COUNTS: Final = {
    2: in_context("typed", "two"),
    3: in_context("typed", "three"),
    4: in_context("typed", "four"),
    6: in_context("typed", "six"),
}
"""The words for the numbers of players of a match."""

WATCH = in_context("typed", "watch")
"""The word that gives all seats to computers, for people to watch."""

RATED = in_context("typed", "rated")
UNRATED = in_context("typed", "unrated")
"""The words that decide whether a match is rated."""

BLINDFOLD = in_context("typed", "blindfold, blindfolded, blind")
"""The phrases, separated by commas, for a board without its pieces."""

KEYWORDS: Final = (
    LEVEL, COMPUTER, COMPUTERS, RATED, UNRATED, WATCH, ANYBODY, *BY_WORD.values(),
)  # fmt: skip
"""The words for challenges of any game that are read even if misspelt."""


class Reading(NamedTuple):
    """A word that was understood as another, such as a misspelt one: as typed, and as read."""

    said: str
    meant: Text | str


class Terms(NamedTuple):
    """The terms that a challenge proposes.

    ``players`` is None if the number of people named decides it; ``time`` and ``rated`` are None if
    the server's settings do. ``seat`` is the challenger's, None if they have not chosen one.
    ``computers`` is the number of computers named, with their ``levels``; they have all seats if
    the challenger wants to ``watch``. ``readings`` are the misspelt words that were understood, and
    the words for levels. In a ``blindfold`` match no piece is shown.
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
    readings: tuple[Reading, ...] = ()
    blindfold: bool = False


def readings_text(readings: Sequence[Reading]) -> Text | None:
    """Return the sentence about words that were understood, None if there are no ``readings``."""
    read = [
        Text("*{said}* as *{meant}*", said=quoted(reading.said), meant=reading.meant)
        for reading in readings
    ]
    return Text("I read {readings}.", readings=listed(read)) if read else None


def parse_challenge(words: str) -> Terms:
    """Return the terms named in the words of a challenge, in any order.

    Examples are ``frisian white``, ``halma 10x10``, ``assaut free no-block``, ``halma 4 teams``,
    ``alliance setup=plus``, ``frisian 1d unrated``, ``computer frisian level 3``. Words similar to
    known ones are understood. Raises Unclear for a word without a meaning, and if no game is named;
    Refusal for contradictory words, an unknown level, and too many words.
    """
    shown, blindfold = take_phrase(simplified(with_clocks(words)), BLINDFOLD)
    said = [_in_figures(word) for word in shown.split()]
    if len(said) > MOST_WORDS:
        raise Refusal(
            Text("That is too long for a challenge: name the game, and whatever else you want.")
        )
    readings: list[Reading] = []
    corrected = [_corrected(word, readings) for word in said]
    computers, levels, found = find_computers(corrected)
    readings += _levels_read(corrected)
    time, found = take_times(found)
    yes, no, watch = words_for(RATED), words_for(UNRATED), words_for(WATCH)
    rated = [word in yes for word in found if word in yes | no]
    watched = any(word in watch for word in found)
    game, found = _take_game([word for word in found if word not in yes | no | watch], readings)
    found = _with_duel_counted(game, found)
    numbers = [int(word) for word in found if word in map(str, game.seats)]
    players = numbers[-1] if numbers and len(game.seats) > 1 else None
    options: dict[str, OptionValue] = {}
    rest, sides = _long_sides(game, players, _with_values(game, found))
    for word in rest:
        if word in words_for(ANYBODY) | words_for(ANYONE):
            players = players or game.seats[0]
        elif players is not None and word == str(players):
            continue
        elif (option := _option(game, word)) is not None:
            options[option[0]] = option[1]
            if word not in _other_words():
                readings.append(Reading(word, option_text(*option)))
        elif _may_count(word):
            raise _unknown_count(game, word)  # "5 white" is near the name of a side
        else:
            sides.append(word)
    side = " ".join(sides)
    seat = find_seat(game, side, players, options)
    if seat is not None and side not in seat_names(game, players, options)[seat]:
        readings.append(Reading(side, game.start(players, **options).seats[seat].name))
    return Terms(
        game,
        options,
        players,
        seat,
        time,
        rated[-1] if rated else None,
        computers,
        levels,
        watched,
        tuple(readings),
        blindfold,
    )


def _in_figures(word: str) -> str:
    """Return a number of players in digits if a word names one, else the word unchanged."""
    return next((str(n) for n, known in COUNTS.items() if word in words_for(known)), word)


def _levels_read(words: Sequence[str]) -> list[Reading]:
    """Return the readings of words for levels, such as ``easy`` for level 1."""
    named = [(word, level_named(word)) for word in words]
    return [Reading(word, Text("level {level}", level=level)) for word, level in named if level]


def _with_duel_counted(game: Game, found: Sequence[str]) -> list[str]:
    """Return the words with ``2`` instead of a word for a duel.

    If the game has only one number of players, the word is left out.
    """
    count = ["2"] if len(game.seats) > 1 else []
    return [one for word in found for one in (count if word in words_for(DUEL) else [word])]


def names_anybody(words: str) -> bool:
    """Return whether the words of a challenge leave seats to people who join."""
    known = words_for(ANYBODY) | words_for(ANYONE)
    return not known.isdisjoint(simplified(words).split())


def friend_in(words: str) -> str | None:
    """Return the word of a challenge for an unnamed opponent, such as ``friend``, or None."""
    return next((word for word in simplified(words).split() if word in words_for(FRIEND)), None)


def strange_words(words: str) -> list[str]:
    """Return the words of a challenge that have no meaning as typed, and may be names of people."""
    return [
        word
        for word in without_marks(NAMED.sub(" ", words)).split()
        if (said := simplified(word)).isalpha()
        and not (_is_known(said) or is_in_any_game_name(said))
    ]


def _corrected(word: str, readings: list[Reading]) -> str:
    """Return the keyword of which ``word`` is a misspelling, if there is only one; else the word.

    A correction is added to ``readings``. Words with a meaning stay unchanged.
    """
    known = {text: words_for(text) for text in KEYWORDS}
    if not word.isalpha() or len(word) < SHORTEST_PART:
        return word
    if _is_known(word) or is_in_any_game_name(word):
        return word
    found = near(word, known).sure
    if found is None or near_games(word).sure is not None:
        return word
    meant = max(sorted(known[found]), key=lambda name: likeness(word, name))
    readings.append(Reading(word, meant))
    return meant


def is_near_nothing(unclear: Unclear, words: str) -> bool:
    """Return whether the question about a challenge is about a word similar to no known word."""
    if unclear.said not in map(simplified, strange_words(words)):
        return False
    if unclear.option == GAME:
        return near_games(unclear.said) == Near(None, ())
    return unclear.entries[:1] == (LEAVE_OUT,)


def name_of_nobody(unclear: Unclear, words: str) -> str | None:
    """Return the word of a challenge that is similar to no known word, and so must be a name.

    ``unclear`` is the question about the challenge. If it only asks for one of several games, the
    words are parsed again with one of these. Return None if there is no such word.
    """
    if is_near_nothing(unclear, words):
        return unclear.said
    if unclear.option != GAME or unclear.said not in KINDS:
        return None
    try:
        parse_challenge(simplified(words).replace(unclear.said, KINDS[unclear.said][0]))
    except Unclear as other:
        return other.said if is_near_nothing(other, words) else None
    except Refusal:
        return None
    return None


def is_all_known(words: str) -> bool:
    """Return whether each word has a meaning in a challenge without correction."""
    return all(_is_known(word) or is_in_any_game_name(word) for word in simplified(words).split())


def _is_known(word: str) -> bool:
    """Return whether a simplified word has a meaning in a challenge without correction.

    Parts of games' names do not count.
    """
    if word in _other_words() or word in engine.games or is_time_word(word):
        return True
    return any(word in words_for(text) for text in (*KEYWORDS, *COUNTS.values(), FRIEND))


def most_opponents(words: str) -> int:
    """Return the largest number of opponents that the words of a challenge may name.

    It is one less than the number of players. If the words name no number, the largest number of
    the game counts, or of all games if the words cannot be read.
    """
    seats = max(max(game.seats) for game in engine.games.values())
    try:
        terms = parse_challenge(NAMED.sub(" ", words))
        seats = terms.players or max(terms.game.seats)
    except Refusal:
        pass  # the words may contain the rest of a name with spaces
    return seats - 1


def find_seat(
    game: Game, name: str, players: int | None = None, options: dict[str, OptionValue] | None = None
) -> int | None:
    """Return the seat with a name, in any language, or with a similar one; None for no name.

    Raises Unclear for an unknown name, and Refusal for the names of several seats.
    """
    wanted = simplified(name)
    if not wanted:
        return None
    known = dict(enumerate(seat_names(game, players, options)))
    for seat, names in known.items():
        if wanted in names:
            return seat
    if (found := near(wanted, known).sure) is not None:
        return found
    for word in wanted.split():
        if not any(word in name.split() for names in known.values() for name in names):
            raise unknown_word(game, word, players)
    raise Refusal(
        Text("`{words}` names several sides, and you can take only one.", words=quoted(wanted))
    )


def unknown_word(game: Game, word: str, players: int | None = None) -> Unclear:
    """Return the question about an unknown word in the challenge of a game, with possible words."""
    if _may_count(word):
        return _unknown_count(game, word)
    sides = some([seat.name for seat in game.start(players).seats])
    parts: list[str | Text] = [Text("which side you take ({sides})", sides=sides)]
    if len(game.seats) > 1:
        parts.append(Text("how many play ({counts})", counts=either([*map(str, game.seats)])))
    parts.append(Text("how long a turn may take (`1d`, `10+10`)"))
    if game.options:
        parts.append(Text("rules that differ from the usual ones"))
    text = Text(
        "I do not know what `{word}` means in {game}. You can say {parts}.",
        word=quoted(word),
        game=game.title,
        parts=either(parts),
    )
    entries = {
        str(seat.name): Entry(str(seat.name), seat.name) for seat in game.start(players).seats
    }
    entries |= {
        word: Entry(word, game.options[option].said(value))
        for word, option, value in option_words(game)
        if value != game.options[option].default
    }
    ways = ways_to_choose(game)
    nearest = near(word, {said: ways.get(said, (said.lower(),)) for said in entries})
    others = [entry for said, entry in entries.items() if said not in nearest.proposed]
    first = [entries[said] for said in nearest.proposed]
    return Unclear(text, [*first, LEAVE_OUT, *others], option="options", said=word)


def _may_count(word: str) -> bool:
    """Return whether a word may be meant as the number of players."""
    return word.isdecimal() and int(word[:3]) <= MOST_PLAYERS


def _unknown_count(game: Game, said: str) -> Unclear:
    """Return the question about a number of players for which a game is not made."""
    counts = [*map(str, game.seats)]
    text = Text("{game} is for {counts} players.", game=game.title, counts=either(counts))
    entries = [Entry(count, Text("{count} players", count=count)) for count in counts]
    if len(counts) == 1 and said in map(str, LEVELS):
        text = Text(
            "{game} is for {counts} players. If the computer is to play at level {level}, type "
            "`level {level}`.",
            game=game.title,
            counts=either(counts),
            level=said,
        )
        entries.append(Entry(f"level {said}", Text("Computer at level {level}", level=said)))
    return Unclear(text, [*entries[len(counts) < 2 :], LEAVE_OUT], option="players", said=said)


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
    """Return the terms named by the options of a slash command.

    The words in ``options`` are read as in ``parse_challenge``; the other options take precedence.
    Raises Refusal and Unclear as ``parse_challenge`` and ``find_seat`` do.
    """
    terms = parse_challenge(f"{find_game(game).name} {options}")
    players = terms.players if players is None else players
    return terms._replace(
        players=players,
        seat=find_seat(terms.game, seat, players, terms.options),
        time=read_time(time) if time else terms.time,
        rated=terms.rated if rated is None else rated,
        computers=computers or terms.computers,
        levels=terms.levels if level is None else (known_level(level),),
    )


def against_computers(terms: Terms) -> Terms:
    """Return the terms of a match with computers in all unnamed seats.

    If the computers named can fill a match by themselves, and no match has one player more, they
    play each other and the person watches.
    """
    seats = terms.game.seats
    if terms.watch or (terms.players is not None and terms.computers):
        return terms
    if not terms.computers:
        return terms._replace(computers=(terms.players or min(seats)) - 1)
    return terms._replace(watch=1 + terms.computers not in seats and terms.computers in seats)


def with_computers(terms: Terms, *, named: int, bots: int) -> Terms:
    """Return the terms with the computers among the named opponents added to ``computers``.

    ``named`` is the number of opponents named, ``bots`` the number of computers among them. Raises
    Refusal for contradictory terms, and for a number of players that the game does not have.
    """
    seats = terms.game.seats
    computers = terms.computers + bots
    if terms.watch and named:
        raise Refusal(Text("When you watch, only computers play: name nobody."))
    if terms.watch:
        computers = computers or terms.players or max(len(terms.levels), min(seats))
    if terms.levels and not computers:
        raise Refusal(Text("Only a computer has a level: say that one plays."))
    if len(terms.levels) > max(computers, 1):
        raise Refusal(Text("Name one level for each computer, not more."))
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
    """Return the words without names of seats that have several words, and the names found."""
    rest, sides = f" {' '.join(found)} ", []
    for name in frozenset().union(*seat_names(game, players)):
        if " " in name and f" {name} " in rest:
            rest = rest.replace(f" {name} ", " ")
            sides.append(name)
    return rest.split(), sides


def _take_game(found: Sequence[str], readings: list[Reading]) -> tuple[Game, list[str]]:
    """Return the game named among words, and the other words.

    A misspelt name is added to ``readings``. Raises Unclear if no game is named, or an unknown or
    ambiguous one, and Refusal for several games.
    """
    game, name = _game_among(found)
    if not all(is_exact_name_part(word, game) for word in name):
        readings.append(Reading(" ".join(name), game.title))
    rest = list(found)
    for word in name:
        rest.remove(word)
    return game, rest


def _game_among(found: Sequence[str]) -> tuple[Game, list[str]]:
    """Return the game named among words, and the words that are its name.

    There are none if a side or an option names the game. Raises Unclear and Refusal as
    ``_take_game`` does.
    """
    said = [word for word in found if word not in _other_words()]
    whole = near_games(" ".join(said)).sure if said else None
    if whole is not None and all(is_similar_name_part(word, whole) for word in said):
        return whole, said
    keys = list(dict.fromkeys(word for word in found if word in engine.games))
    if len(keys) > 1:
        titles = either([engine.games[key].title for key in keys])
        raise Refusal(Text("A match is of one game only: choose {games}.", games=titles))
    if keys:
        return engine.games[keys[0]], keys
    if (sided := sided_game(" ".join(found))) is not None:
        return sided, []
    for word in said:
        if (game := near_games(word).sure) is not None:
            return game, [word]
    meant = [game for game in engine.games.values() if not _fields(game).isdisjoint(found)]
    if len(meant) == 1:
        return meant[0], []
    for word in said:
        if proposed := near_games(word).proposed:
            raise unknown_game(word, proposed)
    raise unknown_game(said[0], ()) if said else which_game()


@lru_cache(maxsize=64)
def _fields(game: Game) -> frozenset[OptionValue]:
    """Return the words for values of a game's options that can name the game, too.

    They are the English words, such as ``france-germany``, and translations with a hyphen. A
    translation of a single word may be an ordinary word.
    """
    words = {
        choice
        for option in game.options.values()
        for choice in option.choices
        if isinstance(choice, str)
    }
    ways = (way for known in ways_to_choose(game).values() for way in known)
    return frozenset((*words, *(way for way in ways if "-" in way and in_english(way) in words)))


@lru_cache(maxsize=1)
def _other_words() -> frozenset[str]:
    """Return the words with a meaning other than a game: sides, options, numbers of players."""
    known = {word for text in (ANYBODY, ANYONE, DUEL) for word in words_for(text)}
    for game in engine.games.values():
        known |= {str(count) for count in game.seats}
        for names in seat_names(game):
            known |= {word for name in names for word in name.split()}
        for word, option, _ in option_words(game):
            value = word.partition("=")[2]
            known |= {word, option, option.replace("_", "-"), value, f"{value}x{value}"}
        for ways in ways_to_choose(game).values():
            known |= {*ways, *(way.partition("=")[0] for way in ways)}
    return frozenset(known)


def _with_values(game: Game, words: Sequence[str]) -> list[str]:
    """Return the words with each option and its value joined: ``first=officers``.

    The value may follow the option or precede it. A number before an option stays separate, as it
    may be the number of players.
    """
    joined: list[str] = []
    waiting = list(words)
    while waiting:
        word, *waiting = waiting
        if waiting and _value_of(game, word, waiting[0]):
            joined.append(f"{word}={waiting.pop(0)}")
        elif waiting and not word.isdecimal() and _value_of(game, waiting[0], word):
            joined.append(f"{waiting.pop(0)}={word}")
        else:
            joined.append(word)
    return joined


def _value_of(game: Game, name: str, value: str) -> bool:
    """Return whether ``name`` is an option of a game, and ``value`` one of its words or numbers."""
    option = game.options.get(in_english(name).replace("-", "_"))
    said = in_english(value)
    return option is not None and any(
        not isinstance(choice, bool) and said == str(choice).lower() for choice in option.choices
    )


def _option(game: Game, word: str) -> tuple[str, OptionValue] | None:
    """Return the option and the value that a word, or a similar one, chooses; None for others.

    Raises Unclear for a value that the option does not have.
    """
    typed, word = word, in_english(word)
    name, equals, value = word.partition("=")
    name = name.replace("-", "_")
    if name in game.options and equals:
        for choice in game.options[name].choices:
            if value == str(choice).lower():
                return name, choice
        raise _unknown_value(game, name, typed)
    if name in game.options and True in _bools(game, name):
        return name, True
    if name.startswith("no_") and False in _bools(game, name.removeprefix("no_")):
        return name.removeprefix("no_"), False
    if word.isdecimal() and int(word[:3]) <= max(game.seats):
        return None  # the number of players
    number, cross, same = word.partition("x")
    size = number if cross and number == same else word
    values = [
        (option, choice)
        for option, known in game.options.items()
        for choice in known.choices
        if not isinstance(choice, bool) and size == str(choice)
    ]
    seats = dict(enumerate(seat_names(game)))
    if len(values) == 1 and not any(word in names for names in seats.values()):
        return values[0]
    if near(word, seats).proposed:
        return None
    if cross and number.isdecimal():
        raise _unknown_value(game, SIZE, word) if SIZE in game.options else unknown_word(game, word)
    named = near(word, ways_to_choose(game))
    return _option(game, named.sure) if named.sure not in {None, word} else None


def _unknown_value(game: Game, option: str, said: str) -> Unclear:
    """Return the question about a value ``said`` that an option does not have."""
    found = [(word, value) for word, name, value in option_words(game) if name == option]
    text = Text(
        "{game} has no `{word}`. You can choose {values}.",
        game=game.title,
        word=quoted(said),
        values=either([value_text(value) for _, value in found]),
    )
    entries = [Entry(word, game.options[option].said(value)) for word, value in found]
    entries.append(LEAVE_OUT)
    return Unclear(text, entries, option="options", said=said)


def _bools(game: Game, name: str) -> list[OptionValue]:
    choices = game.options[name].choices if name in game.options else ()
    return [choice for choice in choices if isinstance(choice, bool)]
