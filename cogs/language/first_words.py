"""Requests in plain words, from people who do not know the bot's commands yet.

Examples are ``checkers``, ``I want to play halma``, ``how do I start?``, ``rules of assaut`` and
``stop``. They are read after the bot's mention, or in a direct message. In people's own chat, only
phrases of players about their own moves are read. The phrases are data, in every language that has
a catalogue.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

import engine
from cogs.language import actions
from cogs.language.catalogues import in_all_languages
from cogs.language.challenge_parser import Reading, parse_challenge
from cogs.language.computer_names import LEVEL, level_named
from cogs.language.did_you_mean import GAME, SHORTEST_PART, Unclear
from cogs.language.game_names import (
    AKIN,
    FILLERS,
    KINDS,
    is_exact_name_part,
    is_qualifier,
    is_similar_name_part,
    near_games,
    sided_game,
    simplified,
    unknown_game,
)
from cogs.language.typed_words import (
    MARKS,
    bare_command,
    is_phrase_of,
    plain,
    unwrapped,
    without_marks,
    words_for,
)
from engine import Game, Refusal, Text
from engine.text import in_context

GREETINGS: Final = in_context("typed", "hi, hello, hey, ok, okay, so, well, yes, good evening")
"""Words that may precede a request."""

_OTHERS: Final = {
    "help": in_context(
        "typed",
        "how do I start, how to start, how can I start, how do we start, where do I start, how do "
        "I begin, how do I play, how to play, how can I play, how do we play, how does it work, "
        "how does this work, how do you work, how do I use this, how do I use you, what can you "
        "do, what do you do, what can I do, what do I do, what do I do now, what now, what is "
        "this, what are you, who are you, I am new, I'm new, I need help, help me, can you help, "
        "can you help me, please help me, show me how, what are the commands, what commands are "
        "there, how do I move, instructions",
    ),
    "play": in_context(
        "typed",
        "which games do you have, which games are there, what games do you have, what games are "
        "there, which games can I play, what games can I play, what can I play, what can we play, "
        "which games, what games, list of games, show me the games, all games",
    ),
    "learn": in_context(
        "typed",
        "teach me, teach me to play, can you teach me, I want to learn, I'd like to learn, I don't "
        "know how to play, I do not know how to play, I can't play, I have never played",
    ),
    "settings": in_context(
        "typed",
        "language, my language, change language, change the language, change my language, language "
        "fr, language en, language french, language english, speak french, speak english, french "
        "please, english please, do you speak french, do you speak english, options, preferences, "
        "dark mode, light mode, change the colours, change the colors, change colours, change "
        "colors",
    ),
    "games": in_context(
        "typed",
        "live, live games, live matches, what matches are on, which matches are on, what games are "
        "on, what is being played, what's being played, who is playing, who's playing",
    ),
    "mygames": in_context(
        "typed",
        "my games, my matches, my game, my match, my turn, my turns, is it my turn, show my games, "
        "show my matches, show me my games, show me my matches, where are my games, where is my "
        "game, whose turn is it, whose turn, whose move is it, who am I playing, who do I play",
    ),
    "leaderboard": in_context(
        "typed",
        "top, top 10, top ten, top players, best players, the best players, who is the best, who "
        "is best, who's the best, high scores, leader board",
    ),
    "history": in_context(
        "typed",
        "my last games, my last matches, my past games, my past matches, my old games, last games, "
        "past games, old games, previous games",
    ),
    "puzzle": in_context(
        "typed",
        "next puzzle, daily puzzle, the daily puzzle, puzzle of the day, today's puzzle",
    ),
}
"""The complete phrases for commands that are not about a match, by command."""

WHOLE: Final = _OTHERS | {
    one.name: one.phrases for one in actions.commands() if one.phrases is not None
}
"""The complete phrases for all commands, by command."""

OF_MOVES: Final = tuple(one.name for one in actions.commands() if one.own)
"""The commands about a player's own moves, whose phrases need no name of the bot."""

BEFORE: Final = {
    "rules": in_context(
        "typed",
        "the rules of, rules of, rules for, what are the rules of, what are the rules for, show me "
        "the rules of, explain the rules of, explain to me, explain, how do I play, how do you "
        "play, how do we play, how to play, how can I play, how does, how is, what is, what's, "
        "tell me about",
    ),
    "learn": in_context(
        "typed",
        "teach me how to play, teach me to play, teach me, can you teach me how to play, can you "
        "teach me, I want to learn how to play, I want to learn, I'd like to learn, I would like "
        "to learn, learn how to play, learn to play, show me how to play, a lesson in, a lesson on",
    ),
    "play": in_context(
        "typed",
        "begin a game of, start a game of, another game of, one game of, a game of, how about a "
        "game of, how about, what about, fancy a game of, I choose, I take, I'll take, I want, "
        "I'd like, let me try, let's try, I want to try, try",
    ),
}
"""The phrases before the name of a game, by command."""

PLAY: Final = in_context(
    "typed",
    "I want to play, I wanna play, I'd like to play, I would like to play, I'll play, I will play, "
    "I feel like playing, can I play, could I play, may I play, can we play, could we play, shall "
    "we play, let's play, lets play, let us play, let me play, want to play, wanna play, do you "
    "want to play, would you like to play, will you play, do you play, play me, play with me",
)
"""The phrases that mean the command to play, whatever follows them."""

CHALLENGE: Final = in_context(
    "typed",
    "I challenge, I want to challenge, I would like to challenge, I'd like to challenge, let me "
    "challenge, can I challenge, duel, a duel with, a duel against, fight, let me fight",
)
"""The phrases that mean to challenge somebody, whatever follows them."""

OPEN: Final = in_context(
    "typed",
    "anyone for, anybody for, anyone up for, anybody up for, who is up for, who's up for, who "
    "wants to play, who would like to play, who will play, who plays, does anyone want to play, "
    "does anybody want to play, anyone want to play, anybody want to play, looking for an "
    "opponent, looking for opponents, looking for players, I am looking for an opponent, I'm "
    "looking for an opponent, I need an opponent, find me an opponent, find an opponent, open "
    "challenge, an open challenge",
)
"""The phrases that mean to look for players, whatever follows them."""

TOURNAMENT: Final = in_context(
    "typed",
    "create tournament, make tournament, start a tournament, start tournament, start a league, "
    "create a tournament, create a league, "
    "make a tournament, organise a tournament, organize a tournament, host a tournament, run a "
    "tournament, hold a tournament, open a tournament, new tournament, a new tournament, set up a "
    "tournament, I want to start a tournament, I want a tournament, let's have a tournament, play "
    "a tournament, let's play a tournament",
)
"""The phrases that mean to create a tournament, whatever follows them."""

QUESTIONS: Final = in_context(
    "typed",
    "how do, how does, how can, how is, how are, how to, how many, what is, what's, what are, what "
    "does, what do, what happens, when do, when does, when can, when is, must, can a, can the, can "
    "I, may a, may I, is it allowed to, am I allowed to, explain, why, do, does",
)
"""The words with which questions about the rules begin."""

RULED: Final = in_context(
    "typed",
    "king kings man men piece pieces pawn pawns capture captures capturing captured take takes "
    "taking taken jump jumps jumping jumped huff huffs huffing huffed win wins winning won lose "
    "loses losing lost promote promotes promoted promotion crown crowned crowns backwards backward",
)
"""The words that make a question one about the rules: "how does a king move"."""

BESIDE_GAME: Final = {
    "rules": in_context("typed", "rules rule"),
    "learn": in_context("typed", "lesson lessons tutorial"),
    "puzzle": in_context("typed", "puzzle puzzles"),
    "leaderboard": in_context(
        "typed", "leaderboard scoreboard rank ranks ranking rankings rating ratings"
    ),
}
"""The words that mean a command alone, and before or after a game: "checkers rules"."""

ALONE: Final = {
    "profile": in_context("typed", "profile stats statistics scores results"),
    "settings": in_context("typed", "settings options preferences"),
    "games": in_context("typed", "watch spectate"),
    "history": in_context("typed", "history"),
}
"""The words that mean a command without a game: "show me my stats"."""

OPENERS: Final = in_context(
    "typed",
    "show give get see view let's what's what is are which can could may i i'd like want would "
    "need my our another more any games match matches",
)
"""The words beside those of ``BESIDE_GAME`` and ``ALONE`` that add nothing."""

WITH: Final = in_context("typed", "with against vs versus")
"""The words before the names of opponents."""

AFTER: Final = in_context("typed", "played work works go again too")
"""The words after a game that add nothing: "how is halma played"."""

MOST_OF_A_NAME: Final = 4
"""The most words of a game's name at the end of a question: "how do I win at fox and geese"."""

MOST_SLIPS: Final = 2
"""The most misspelt words in a phrase that is understood; they are at most half of its words."""

SHORTEST_MISSPELT, LONG = 3, 8
"""The fewest characters of a word that is read despite one slip, and despite two."""

LONGEST: Final = 200
"""The most characters of a text that is read as a request."""

_NAMED: Final = re.compile(r"<?@\S+")
_DIGIT: Final = re.compile(r"[0-9]")
_NUMBER: Final = re.compile(r"(?<!\S)[0-9]+(?!\S)")

_MOVE: Final = re.compile(r"[a-z]?[0-9]{1,2}\s?[-x:]\s?[a-z]?[0-9]{1,2}", re.IGNORECASE)


class Request(NamedTuple):
    """A command requested in plain words, and the words that follow its name.

    ``readings`` are the misspelt words of the request that were understood.
    """

    command: str
    words: str
    readings: tuple[Reading, ...] = ()


class _Part(NamedTuple):
    """A part of a typed word: in plain form, with the index of the word, and as typed."""

    text: str
    word: int
    typed: str


_Phrase = tuple[str, ...]


class _Lead(NamedTuple):
    """A phrase before a game's name, and its command, which ``is_sure`` whatever follows."""

    phrase: _Phrase
    command: str
    is_sure: bool


def ungreeted(said: str) -> str:
    """Return a text without the greeting at its beginning; a greeting alone stays."""
    words = said.split()
    parts = _all_parts(words)
    rest = _after_greeting(parts)
    return said if rest is parts else unwrapped(" ".join(words[rest[0].word :]))


def request_in(said: str, *, is_command: bool) -> Request | None:
    """Return the request in a text addressed to the bot in plain words, None if there is none.

    ``is_command`` says that the first word names a command. Such a text is a request only if it is
    a known phrase, or begins with one of several words.
    """
    if len(said) > LONGEST:
        return None
    words = said.split()
    parts = _all_parts(words)
    if (asked := _after_greeting(parts)) is not parts:
        parts, is_command = asked, False
    if (whole := _whole_of(parts)) is not None:
        return Request(whole, "")
    if (named := _thing_named(parts) or _question_of_rules(parts)) is not None:
        return named
    for lead in _leads():
        if _begins(parts, lead.phrase) and not (is_command and len(lead.phrase) == 1):
            start = len(lead.phrase)
            rest = without_marks(" ".join(words[parts[start].word :])) if len(parts) > start else ""
            if (request := _after(lead, rest)) is not None:
                return request
    if is_command or not parts:
        return None
    rest = without_marks(" ".join(words[parts[0].word :]))
    if names_game(rest) or _names_game_and_people(rest):
        return Request("play", rest)
    return _misspelt(parts, words)


def is_phrase(said: str) -> bool:
    """Return whether a whole text is a complete phrase for a command, such as "undo my move"."""
    return _whole_of(_all_parts(said.split())) is not None


def command_alone(said: str) -> str | None:
    """Return the command that a whole text means without the bot's name, None if it means none.

    The text is a word such as "resign", or a phrase about one's own moves such as "undo that".
    """
    if (command := bare_command(said)) is not None:
        return command
    return next((one for one in OF_MOVES if is_phrase_of(said, WHOLE[one])), None)


def _all_parts(words: Sequence[str]) -> list[_Part]:
    return [
        _Part(plain(typed), at, typed) for at, word in enumerate(words) for typed in _parts_of(word)
    ]


def _after_greeting(parts: list[_Part]) -> list[_Part]:
    """Return the parts after a greeting; the same list if there is none, or nothing after it."""
    for greeting in _phrases(GREETINGS):
        if _begins(parts, greeting) and len(parts) > len(greeting):
            return parts[len(greeting) :]
    return parts


def _thing_named(parts: Sequence[_Part]) -> Request | None:
    """Return the request in a text that only names a thing, None if it says anything else.

    Examples are "show me the rules of halma", "checkers puzzle", "my stats" and "the easiest".
    """
    idle = words_for(OPENERS) | words_for(FILLERS)
    texts = [part.text for part in parts]
    told = [text for text in texts if text not in idle]
    levels = [text for text in told if level_named(text) is not None]
    if told and told == levels:
        return Request("play", " ".join(told))
    for command, text in (*BESIDE_GAME.items(), *ALONE.items()):
        known = words_for(text)
        grades = levels if command == "puzzle" else []
        said = [one for one in told if one not in grades]
        if len(said) == 1 and said[0] in known:
            return Request(command, " ".join(grades))
        if command not in BESIDE_GAME or known.isdisjoint({*said[:1], *said[-1:]}):
            continue
        game = _asked_in(" ".join(said[1:] if said[0] in known else said[:-1]))
        return Request(command, " ".join([*grades, game])) if game is not None else None
    return None


def _question_of_rules(parts: Sequence[_Part]) -> Request | None:
    """Return the request for the rules if a text asks about them: "how does a king move".

    The request names the game if the text ends with its name.
    """
    asks = any(_begins(parts, phrase) for phrase in _phrases(QUESTIONS))
    if not asks or words_for(RULED).isdisjoint(part.text for part in parts):
        return None
    texts = [part.text for part in parts]
    tails = (" ".join(texts[-count:]) for count in range(1, MOST_OF_A_NAME + 1))
    return Request("rules", next(filter(None, map(_asked_in, tails)), ""))


def _names_game_and_people(words: str) -> bool:
    """Return whether words name a game followed by opponents: "halma with Bob"."""
    said = words.split()
    found = [at for at, word in enumerate(said) if plain(word) in words_for(WITH)]
    if not found or found[0] + 1 == len(said):
        return False
    named = " ".join(said[: found[0]])
    is_game = simplified(named) in KINDS or names_game(named)
    return is_game or misspelt_game(named) is not None


def _misspelt(parts: Sequence[_Part], words: Sequence[str]) -> Request | None:
    """Return the request of a phrase with one or two misspelt words, None if there is none."""
    whole = list(parts)
    while len(whole) > 1:
        for phrase, command in _whole().items():
            if read := _slips(whole, phrase):
                return Request(command, "", read)
        if whole.pop().text not in words_for(FILLERS):
            break
    for lead in _leads():
        start = len(lead.phrase)
        if start < len(parts) and (read := _slips(parts[:start], lead.phrase)):
            rest = without_marks(" ".join(words[parts[start].word :]))
            is_game = names_game(rest) or _game_in(rest) is not None
            if is_game or (lead.is_sure and misspelt_game(rest) is not None):
                request = _after(lead, rest)
                return request._replace(readings=read) if request is not None else None
    return None


def _slips(said: Sequence[_Part], phrase: _Phrase) -> tuple[Reading, ...]:
    """Return the readings of the misspelt words with which the parts spell a phrase.

    Return none if they are another phrase, or too many are misspelt.
    """
    if len(said) != len(phrase):
        return ()
    wrong = [(part, meant) for part, meant in zip(said, phrase, strict=True) if part.text != meant]
    if len(wrong) > MOST_SLIPS or (len(phrase) > 1 and 2 * len(wrong) > len(phrase)):
        return ()
    if not all(_is_slip(part.text, meant) for part, meant in wrong):
        return ()
    return tuple(Reading(part.typed, _spelled().get(meant, meant)) for part, meant in wrong)


def _is_slip(typed: str, meant: str) -> bool:
    """Return whether a typed word is unknown, and one slip away from ``meant``, or two if long."""
    from rapidfuzz.distance import OSA  # noqa: PLC0415 - only misspelt words need it

    if typed in _spelled() or min(len(typed), len(meant)) < SHORTEST_MISSPELT:
        return False
    most = 1 + (len(meant) >= LONG)
    if len(typed) < SHORTEST_PART and sorted(typed) != sorted(meant):
        return False  # in a short word, only the order of letters may be wrong
    return OSA.distance(typed, meant, score_cutoff=most) <= most


def _after(lead: _Lead, rest: str) -> Request | None:
    """Return the request of a phrase and the words after it, None if they make no request."""
    if not simplified(rest) and lead.command != "tournament":
        whole = _whole().get(lead.phrase, lead.command if lead.is_sure else None)
        return Request(whole, "") if whole is not None else None
    if lead.command == "play":
        is_sure = lead.is_sure and _MOVE.fullmatch(rest) is None
        return Request("play", rest) if is_sure or names_game(rest) else None
    if lead.command == "tournament":
        return Request("tournament", f"create {rest}".strip())
    if lead.command in {"challenge", "open"}:
        return Request(lead.command, rest)
    game = _asked_in(rest)
    return Request(lead.command, game) if game is not None else None


def names_game(words: str) -> bool:
    """Return whether words name a game exactly, and besides it only the terms of a match.

    A number or a time that the game does not have counts as a term: the bot will ask about it.
    """
    said = simplified(_without_people(words))
    try:
        terms = parse_challenge(_without_people(words))
    except Unclear as unclear:
        rest = said.replace(unclear.said, " ") if unclear.said else said
        return rest != said and _DIGIT.search(unclear.said) is not None and names_game(rest)
    except Refusal:  # such as a level that no computer has
        rest = " ".join(word for word in said.split() if word not in words_for(LEVEL))
        return rest != said and names_game(_NUMBER.sub(" ", rest))
    if sided_game(said) is terms.game:
        return True
    return any(is_exact_name_part(word, terms.game) for word in said.split())


def misspelt_game(words: str) -> Unclear | None:
    """Return the question about a game whose misspelt name is all that words say; None for others.

    The name may stand beside the terms of a match if it is read with certainty.
    """
    words = _without_people(words)
    try:
        terms = parse_challenge(words)
    except Unclear as unclear:
        is_alone = unclear.option == GAME and unclear.said == simplified(words)
        return unclear if is_alone and _is_like_a_game(unclear.said) else None
    except Refusal:
        return None
    said = [reading.said for reading in terms.readings if reading.meant == terms.game.title]
    return unknown_game(said[0], [terms.game]) if said else None


def _is_like_a_game(said: str) -> bool:
    """Return whether words name a related game, or are surely part of the name of a game here."""
    if is_qualifier(said):
        return False
    nearest = near_games(said).proposed[:1]
    return said in AKIN or any(
        all(is_similar_name_part(word, game) for word in said.split()) for game in nearest
    )


def _game_in(words: str) -> Game | None:
    """Return the game that words name, None if they name no game or say more."""
    said = simplified(_without_people(words)).split()
    while len(said) > 1 and said[-1] in words_for(AFTER):
        said.pop()
    return near_games(" ".join(said)).sure or engine.games.get(" ".join(said))


def _asked_in(words: str) -> str | None:
    """Return the key of the game that words name, or a name shared by several; None for others."""
    game = _game_in(words)
    kind = simplified(words)
    return game.name if game is not None else (kind if kind in KINDS else None)


def _without_people(words: str) -> str:
    """Return words without mentions of people, and without the marks around each word."""
    return without_marks(_NAMED.sub(" ", words))


def _whole_of(parts: Sequence[_Part]) -> str | None:
    """Return the command that a whole text means, apart from fillers at its end, or None."""
    texts = [part.text for part in parts]
    while texts:
        if (command := _whole().get(tuple(texts))) is not None:
            return command
        if texts.pop() not in words_for(FILLERS):
            break
    return None


def _parts_of(word: str) -> list[str]:
    """Return the parts of a word between its hyphens, without the marks around it."""
    return [part for part in word.replace("’", "'").strip(MARKS).split("-") if part]


def _begins(parts: Sequence[_Part], phrase: _Phrase) -> bool:
    return tuple(part.text for part in parts[: len(phrase)]) == phrase


@lru_cache(maxsize=64)
def _phrases(text: Text) -> tuple[_Phrase, ...]:
    """Return the phrases of a text in all languages, the longest first."""
    said = {
        tuple(plain(part) for word in phrase.split() for part in _parts_of(word))
        for phrases in in_all_languages(text)
        for phrase in phrases.split(",")
    }
    return tuple(sorted(said, key=lambda phrase: (-len(phrase), phrase)))


@lru_cache(maxsize=1)
def _whole() -> Mapping[_Phrase, str]:
    return {phrase: command for command, text in WHOLE.items() for phrase in _phrases(text)}


@lru_cache(maxsize=1)
def _spelled() -> Mapping[str, str]:
    """Return the words of all phrases as they are spelt, by their forms without accents."""
    leads = (PLAY, CHALLENGE, OPEN, TOURNAMENT)
    texts = (*leads, GREETINGS, AFTER, FILLERS, *WHOLE.values(), *BEFORE.values())
    said = (phrases for text in texts for phrases in in_all_languages(text))
    words = {part for phrases in said for word in phrases.split() for part in _parts_of(word)}
    return {plain(word): word for word in sorted(words)}  # words with accents come last, and win


@lru_cache(maxsize=1)
def _leads() -> tuple[_Lead, ...]:
    """Return the phrases before the name of a game, the longest first."""
    sure = {"tournament": TOURNAMENT, "play": PLAY, "challenge": CHALLENGE, "open": OPEN}
    known = [
        _Lead(phrase, command, is_sure=True)
        for command, text in sure.items()
        for phrase in _phrases(text)
    ]
    known += [
        _Lead(phrase, command, is_sure=False)
        for command, text in BEFORE.items()
        for phrase in _phrases(text)
    ]
    return tuple(sorted(known, key=lambda lead: -len(lead.phrase)))
