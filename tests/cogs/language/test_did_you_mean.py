"""Misspelt words: understood if one known word is clearly nearest; otherwise words are proposed."""

from __future__ import annotations

import discord
import pytest

import engine
from cogs.language.catalogues import available, translate
from cogs.language.challenge_parser import Terms, parse_challenge
from cogs.language.did_you_mean import LONGEST, Unclear, likeness
from cogs.language.game_names import find_game
from cogs.language.time_limits import read_time
from engine import Refusal


def asked(words: str) -> Unclear:
    """Return the question that the words of a challenge lead to."""
    with pytest.raises(Unclear) as raised:
        parse_challenge(words)
    return raised.value


def first(words: str) -> str:
    """Return the first proposal for the words of a challenge."""
    return asked(words).entries[0].value


@pytest.mark.parametrize(
    ("typed", "game"),
    [
        ("frisan", "frisian"),
        ("Frisian", "frisian"),
        ("frisian offical", "frisian-official"),
        ("checkers", "checkers"),
        ("checker", "checkers"),
        ("chinese", "chinese-checkers"),
        ("brasilian", "brazilian"),
        ("turkish draughs", "turkish"),
        ("internatinal", "international"),
        ("dames chinoise", "chinese-checkers"),
        ("allies", "allies"),
        ("aliance", "alliance"),
        ("assault", "assaut"),
    ],
)
def test_a_misspelt_game_is_understood(typed: str, game: str) -> None:
    assert find_game(typed).name == game
    assert parse_challenge(f"{typed} 1d").game.name == game


@pytest.mark.parametrize(
    ("typed", "nearest"),
    [
        ("chess", "checkers"),
        ("échecs", "checkers"),
        ("dama", "turkish"),
        ("damas", "brazilian"),
        ("draughts", "international"),
        ("dames", "international"),
        ("polish draughts", "international"),
        ("shashki", "russian"),
        ("risk", "allies"),
    ],
)
def test_of_another_game_the_nearest_is_proposed(typed: str, nearest: str) -> None:
    assert first(typed) == nearest
    text = str(asked(typed).text)
    assert "Did you mean" in text
    assert str(engine.games[nearest].title) in text
    assert {entry.value for entry in asked(typed).entries} == set(engine.games)


@pytest.mark.parametrize("typed", ["go", "poker", "x" * 2000, "🎲🎲🎲", "`rm`", "<@&5>"])
def test_of_what_is_like_nothing_all_games_are_offered(typed: str) -> None:
    question = asked(typed)
    assert len(question.entries) == len(engine.games)
    assert len(str(question.text)) < 250


@pytest.mark.parametrize("words", ["", "white", "10+10", "level 3", "rated", "free", "10x10"])
def test_where_no_game_is_named_it_is_asked_for(words: str) -> None:
    question = asked(words)
    assert str(question.text) == "Which game?"
    assert question.said == ""


@pytest.mark.parametrize(
    ("typed", "limit"),
    [
        ("1d", "1d"),
        ("1 day", "1d"),
        ("1day", "1d"),
        ("1 jour", "1d"),
        ("3j", "3d"),
        ("3 days", "3d"),
        ("24h", "1d"),
        ("60 min", "1h"),
        ("1 semaine", "7d"),
        ("5 minutes", "5min"),
        ("unlimited", "none"),
        ("3 days claim", "3d claim"),
        ("10 + 10", "10+10"),
        ("5|3", "5+3"),
        ("15'", "15+0"),
        ("15\u2019", "15+0"),
        ("10 min", "10+0"),
        ("90min", "90+0"),
        ("10 min + 5 s", "10+5"),
        ("10' + 5\"", "10+5"),
    ],
)
def test_time_is_said_in_many_ways(typed: str, limit: str) -> None:
    assert str(read_time(typed)) == limit
    assert str(parse_challenge(f"frisian {typed}").time) == limit


@pytest.mark.parametrize(
    ("typed", "nearest", "said"),
    [
        ("blitz", "5+5", "blitz"),
        ("rapide", "10+10", "rapide"),
        ("2 hours", "1h", "2 hours"),
        ("2d", "3d", "2d"),
        ("0 min", "5min", "0 min"),
        ("9999 weeks", "7d", "9999 weeks"),
    ],
)
def test_of_a_limit_that_there_is_not_the_nearest_is_proposed(
    typed: str, nearest: str, said: str
) -> None:
    question = asked(f"frisian {typed}")
    assert (question.entries[0].value, question.said) == (nearest, said)
    assert f"`{nearest}`" in str(question.text)
    assert all(read_time(entry.value) is not None for entry in question.entries)


@pytest.mark.parametrize("typed", ["soon", "", "1 parsec", "-5 min", "99999999999999 min"])
def test_what_is_no_time_is_refused_in_a_sentence(typed: str) -> None:
    with pytest.raises(Unclear) as raised:
        read_time(typed)
    assert "I have no time limit" in str(raised.value.text)


@pytest.mark.parametrize(
    ("words", "seat"),
    [("frisian wite", 0), ("frisian blak", 1), ("halma reed", 0), ("assaut oficers", 1)],
)
def test_a_misspelt_side_is_understood(words: str, seat: int) -> None:
    assert parse_challenge(words).seat == seat


@pytest.mark.parametrize(
    ("words", "options"),
    [
        ("halma 10x10", {"size": 10}),
        ("alliance no-progres=40", {"no_progress": 40}),
        ("assaut forwrd", {"soldiers": "forward"}),
    ],
)
def test_a_misspelt_rule_is_understood(words: str, options: dict[str, object]) -> None:
    assert parse_challenge(words).options == options


@pytest.mark.parametrize(
    ("words", "options", "seat", "players"),
    [
        ("assaut first officers", {"first": "officers"}, None, None),
        ("assaut officers first", {"first": "officers"}, None, None),
        ("assaut premier officiers soldiers", {"first": "officers"}, 0, None),
        ("assaut officers", {}, 1, None),
        ("halma size 10 deadline 0", {"size": 10, "deadline": 0}, None, None),
        ("halma 4 first 3", {"first": 3}, None, 4),
        ("halma 4 teams", {"teams": True}, None, 4),
    ],
)
def test_an_option_and_its_value_are_two_words(
    words: str, options: dict[str, object], seat: int | None, players: int | None
) -> None:
    terms = parse_challenge(words)
    assert (terms.options, terms.seat, terms.players) == (options, seat, players)


@pytest.mark.parametrize(
    ("words", "entries", "sentence"),
    [
        ("halma 12x12", ["size=16", "size=10", "size=8"], "You can choose 16, 10 or 8."),
        ("alliance setup=z", ["setup=x", "setup=plus"], "You can choose x, plus, rows or free."),
        ("halma 5", ["2", "4"], "Halma is for 2 or 4 players."),
        ("chinese-checkers 7", ["2", "3"], "Chinese checkers is for 2, 3, 4, 5 or 6 players."),
        ("alliance foo", ["with", "White"], "which side you take (White or Black)"),
        ("chinese foo", ["with", "Red"], "I do not know what `foo` means in Chinese checkers"),
        ("halma french", ["with", "Red", "Blue"], "which side you take (Red or Blue)"),
        ("assaut whites", ["with", "Soldiers"], "which side you take (Soldiers or Officers)"),
    ],
)
def test_what_can_be_said_instead_is_offered(words: str, entries: list[str], sentence: str) -> None:
    question = asked(words)
    assert [entry.value for entry in question.entries][: len(entries)] == entries
    assert sentence in str(question.text)


@pytest.mark.parametrize("game", engine.games.values(), ids=list(engine.games))
def test_a_refusal_names_no_option_as_programs_do(game: engine.Game) -> None:
    for code, _ in available():
        question = asked(f"{game.name} nonsense")
        text = translate(question.text, discord.Locale(code))
        assert not any(name in text for name in game.options if len(name) > 6), text
        assert "=" not in text
        assert len(text) < 500


@pytest.mark.parametrize("game", engine.games.values(), ids=list(engine.games))
def test_what_is_offered_is_read(game: engine.Game) -> None:
    for entry in asked(f"{game.name} nonsense").entries:
        assert isinstance(parse_challenge(f"{game.name} {entry.value}"), Terms)


def test_a_text_that_is_longer_than_any_name_is_near_none() -> None:
    said = "frisian" * 15
    assert likeness(said, said) == 0
    assert likeness(said[:LONGEST], said[:LONGEST]) == 100


def test_two_games_or_two_sides_are_one_too_many() -> None:
    with pytest.raises(Refusal, match="A match is of one game only: choose Frisian"):
        parse_challenge("frisian halma")
    with pytest.raises(Refusal, match="names several sides"):
        parse_challenge("frisian white black")
