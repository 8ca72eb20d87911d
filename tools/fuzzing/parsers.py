"""All parsers of what people type, with texts that they read and the errors they may raise."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from functools import partial
from random import Random
from types import SimpleNamespace
from typing import Any, Final, NamedTuple

import engine
from cogs.language.challenge_parser import most_opponents, parse_challenge
from cogs.language.computer_names import known_level
from cogs.language.first_words import request_in
from cogs.language.game_names import find_game
from cogs.language.moments import read_moment
from cogs.language.time_limits import read_time, take_times
from cogs.language.typed_words import answer_in, bare_command, to_notation, unwrapped
from cogs.moves.bare_messages import is_notation, may_be_move
from cogs.settings.known_settings import SERVER_SETTINGS, read_changes
from cogs.watching.history import Query
from data import ServerSettings
from engine import MoveError, Position, Refusal, archive
from engine.capabilities.notation import read_start
from engine.errors import InvalidPosition
from tests.engine.setups import Setup, name_of, setups

TURNS: Final = 24
"""The number of turns before a position of the middle game."""

WRITTEN: Final = 12
"""The number of legal moves whose notation is mutated."""

RECORDS: Final = (
    "game: frisian\nseats: 2\n\n32-28 19-23 28x19 14x23",
    '[GameType "20"]\n[White "Ann"]\n[Result "*"]\n\n1. 32-28 19-23 2. 28x19 14x23 *',
    '[GameType "25,W,8,8,A0,0"]\n[FEN "W:Wa1,c1:Bb8,Kd8"]\n\n1. a1-b2 {so} (1. c1-d2) *',
    '[Event "The "open" 1"]\n[White Elo "9"]\n[Result "½-½"]\n\n1) 32 - 28! $1 19–23 (1-2) ½-½',
    "1. cd4 dc5 2. gh4 {[%clk 0:01]} c5:e3 f2:d4 ; so\n% no\n0-2 more",
    '[Event "1"]\n11-15 23-19 1-0\n\n[Event "2"]\n[FEN "W:W31,K46:B1-5:H0:F1:+2+0"]\n/W:W1:/ --',
)


class Parser(NamedTuple):
    """A parser; it is sent mutations of ``texts``, and may raise what is ``documented``."""

    name: str
    read: Callable[[str], object]
    texts: Sequence[str]
    documented: type[Exception] | tuple[()] = ()


def of_games(chance: Random, some: Sequence[Setup] = ()) -> list[Parser]:
    """Return the parsers of games in some setups, or in all."""
    return [parser for setup in some or setups() for parser in _of_game(setup, chance)]


def _of_game(setup: Setup, chance: Random) -> Iterator[Parser]:
    """Yield the parsers of a game at its start, during its set-up if any, and in its middle."""
    start = setup.start()
    for when, position in (("start", start), ("middle", _played(start, chance))):
        name = f"{name_of(setup)} {when}"
        legal = position.legal_moves()
        moves = [position.write(move) for move in chance.sample(legal, min(len(legal), WRITTEN))]
        texts = [*moves, " ".join(moves[:2]), "huff c6 d4-d5", setup.game.example]
        yield Parser(f"{name}: parse", position.parse, texts, MoveError)
        yield Parser(f"{name}: parse_all", position.parse_all, texts, MoveError)
        yield Parser(f"{name}: is_notation", position.notation.is_notation, texts)
        yield Parser(f"{name}: read_start", partial(read_start, position.board), texts)
        yield Parser(f"{name}: read", setup.read, [position.fen()], InvalidPosition)
        if position.setup is not None:
            orders = [*texts, " ".join(moves), "auto front FR", "clear DW", "@DW", "@x", "K11=FR"]
            for seat in position.setup.seats():
                yield Parser(
                    f"{name}: arrange {seat}", _arranging(position, seat), orders, MoveError
                )


def _arranging(position: Position, seat: int) -> Callable[[str], object]:
    def arrange(text: str) -> object:
        assert position.setup is not None
        arrangement = position.setup.arrange(seat, text, {}, Random(0))
        position.setup.missing(seat, arrangement)
        return position.setup.shown(seat, arrangement)

    return arrange


def _played(position: Position, chance: Random) -> Position:
    """Return a position after its set-up, if any, and TURNS turns, all at random."""
    turns = 0
    while turns < TURNS and position.outcome() is None:
        turns += position.setup is None
        position = position.play(chance.choice(position.legal_moves()))
    return position


def _files(text: str) -> None:
    """Read the games in a file with this text, in several encodings."""
    for code in ("utf-8", "utf-16", "cp1251", "cp1252"):
        archive.games_in(archive.decoded(text.encode(code, errors="replace")))


def of_words() -> Iterator[Parser]:
    """Yield the parsers of records, commands and settings."""
    guild: Any = SimpleNamespace(text_channels=[], threads=[], roles=[], channels=[], get_role=None)
    games = [*engine.games]
    challenges = [
        "frisian white 1d rated", "halma 4 computers 2 level 3", "alliance free=yes 3d claim",
        "play frysk watch", "chinese-checkers six 10m+5s", "allies field=west @x",
    ]  # fmt: skip
    times = [
        "1d",
        "3d claim",
        "5|3",
        "15'",
        "10 min + 5 s",
        "10m+5s",
        "2 heures",
        "1 day 12 hours",
        "none",
    ]
    numbers = [setting for setting in SERVER_SETTINGS if setting.field in NAMED]
    settings = ["theme slate", "time 3d", "challenges 5 matches 7", "hour 18", "zone Europe/Paris"]
    yield Parser("records", archive.readings, RECORDS, archive.InvalidRecord)
    yield Parser("files", _files, RECORDS, archive.InvalidRecord)
    yield Parser("challenges", parse_challenge, challenges, Refusal)
    yield Parser("opponents", most_opponents, challenges)
    yield Parser("times", read_time, times, Refusal)
    yield Parser("times among words", lambda text: take_times(text.split()), times, Refusal)
    yield Parser("games", find_game, games, Refusal)
    yield Parser("levels", known_level, ["1", "8", "level 3"], Refusal)
    yield Parser("notation", to_notation, ["32-28", "souffler c6", "> **с3хе5**", "`32`-`28`"])
    yield Parser("commands", bare_command, ["resign", "nulle ?", "take back"])
    yield Parser("answers", answer_in, ["yes!", "d’accord", "**no**"])
    yield Parser("first words", lambda text: request_in(unwrapped(text), is_command=False), SAID)
    yield Parser("moments", lambda text: read_moment(text, zone="Europe/Paris", now=NOW), MOMENTS,
                 Refusal)  # fmt: skip
    yield Parser("bare moves", may_be_move, ["32-28", "e4 e5", "3228"])
    yield Parser("bare notation", is_notation, ["32-28", "@c6,e6", "K7-L8"])
    yield Parser("lists", Query.read, ["12:0:frisian", "0:0:"], Refusal)
    yield Parser("settings", lambda text: read_changes(text, numbers, guild, ServerSettings()),
                 settings, Refusal)  # fmt: skip


SAID: Final = (": rules?", "**checkers rules**", "start a tournament", "je veux jouer au halma")
"""Messages of people who do not know the bot's commands yet."""

MOMENTS: Final = ("sunday 8 pm", "2026-12-31T20:00+02:00", "20.00 UTC+2", "in 2 days", "noon Paris")
NOW: Final = datetime(2026, 10, 25, 0, 40, tzinfo=UTC)
"""MOMENTS are times as people write them, read at NOW, shortly before clocks go back."""

NAMED: Final = (
    "theme", "time", "language", "boards", "overview", "takeover", "threads", "rated",
    "open_challenges", "person_matches", "channel_matches", "computer_matches", "daily_hour",
    "daily_zone",
)  # fmt: skip
"""The fields of settings whose values need no channel or role."""
