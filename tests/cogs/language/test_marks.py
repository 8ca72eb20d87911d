"""Marks around words that the bot reads: they never change the meaning."""

from __future__ import annotations

from itertools import chain

import pytest

from cogs.language.catalogues import ALIAS, COMMAND, in_all_languages
from cogs.language.first_words import names_game, request_in
from cogs.language.typed_words import (
    answer_in,
    bare_command,
    to_notation,
    unwrapped,
    without_marks,
)
from engine.text import term
from tests.cogs.conftest import OWN, SHARED, Club, labels
from tests.each import check_each

pytestmark = SHARED

FIRST_WORDS = {
    "rules?": "rules",
    "rules.": "rules",
    ": rules": "rules",
    ", resign": "resign",
    "**rules**": "rules",
    "__*rules*__": "rules",
    "`rules`": "rules",
    "||rules||": "rules",
    "“rules”": "rules",
    "« règles »": "règles",
    "«\u00a0règles\u202f»": "règles",
    "règles\u00a0?": "règles",
    "aide\u202f!": "aide",
    "classement !": "classement",
    "> hint": "hint",
    "- board": "board",
    "— board…": "board",
    "/rules": "rules",
    "¿rules?": "rules",
    "(rules)": "rules",
    "**rules** frysk": "rules",
    "rules, frysk": "rules",
    "\ufeffrules": "rules",
}

WHOLE = {
    "**rules frysk!**": "rules frysk",
    "jouer frysk !": "jouer frysk",
    "« jouer frysk »": "jouer frysk",
    ": 32-28": "32-28",
    "import 1. 32-28 19-23 *": "import 1. 32-28 19-23 *",
    "challenge <@1456074443980800112>": "challenge <@1456074443980800112>",
}

REQUESTS = {
    "checkers rules": ("rules", "checkers"),
    "frysk, rules": ("rules", "frysk"),
    "fox and geese rules?": ("rules", "fox-and-geese"),
    "règles du halma\u202f?": ("rules", "halma"),
    "dames anglaises règles": ("rules", "checkers"),
    "halma puzzle": ("puzzle", "halma"),
    "frysk leaderboard": ("leaderboard", "frysk"),
    "halma leçon": ("learn", "halma"),
    "start a tournament": ("tournament", "create"),
    "let's have a tournament!": ("tournament", "create"),
    "start a tournament of halma": ("tournament", "create of halma"),
    "lance un tournoi": ("tournament", "create"),
    "« halma »": ("play", "halma"),
    "frysk\u00a0!": ("play", "frysk"),
    "**frysk** level 2": ("play", "frysk level 2"),
}

MOVES = {
    "`32-28`": "32-28",
    "**32-28**": "32-28",
    "*32-28*": "32-28",
    "__32-28__!": "32-28!",
    "||32-28||": "||32-28||",
    "~~32-28~~": "~~32-28~~",
    "“32-28”": "32-28",
    "« 32-28 »": "32-28",
    "'32-28'": "32-28",
    "(32-28).": "32-28",
    "[32-28]": "32-28",
    ": 32-28": "32-28",
    "> 32-28": "32-28",
    "**32-28** please": "32-28",
    "`32`-`28`": "32-28",
    "> `#` 32-28": "# 32-28",
    "с3-е5": "c3-e5",
    "С3 х Е5": "C3 x E5",
    "**с3хе5**": "c3xe5",
    "22х31": "22x31",
    "c3:e5": "c3:e5",
    "e4:": "e4:",
    "c3-c4=+": "c3-c4=+",
    "@a1=x": "@a1=x",
    "W:W31-50:B1-20": "W:W31-50:B1-20",
    "хорошо": "хорошо",
    "souffle с6": "huff c6",
}

ANSWERS = {
    "yes": "accept",
    "Yes!": "accept",
    "ok.": "accept",
    "**yes**": "accept",
    "yes please": "accept",
    "oui": "accept",
    "oui\u202f!": "accept",
    "d’accord": "accept",
    "d'accord": "accept",
    "no": "decline",
    "No, thanks": "decline",
    "non merci": "decline",
    "non.": "decline",
    "yes, yes": "accept",
    "no :)": "decline",
    # A question, a quotation, and struck-out or hidden words are no answers.
    "ok?": None,
    "no?": None,
    "“yes”": None,
    "> yes": None,
    "~~yes~~": None,
    "||no||": None,
    "yes or no": None,
    "no 32-28": None,
    "okay then, where were we": None,
}


def test_marks_around_words_are_left_out() -> None:
    def leads(text: str) -> None:
        first = unwrapped(text).split()[0]
        assert without_marks(first) == FIRST_WORDS[text]

    def holds(text: str) -> None:
        assert unwrapped(text) == WHOLE[text]

    check_each(leads, {text: text for text in FIRST_WORDS})
    check_each(holds, {text: text for text in WHOLE})


def test_requests_are_understood_with_their_marks() -> None:
    def means(text: str) -> None:
        request = request_in(text, is_command=False)
        assert request is not None
        assert (request.command, request.words) == REQUESTS[text]

    check_each(means, {text: text for text in REQUESTS})


def test_a_move_is_read_in_its_marks_and_with_letters_that_look_latin() -> None:
    def means(text: str) -> None:
        assert to_notation(text) == MOVES[text]

    check_each(means, {text: text for text in MOVES})


def test_an_answer_is_read_in_any_language_and_chat_is_none() -> None:
    def answers(text: str) -> None:
        assert answer_in(text) == ANSWERS[text]

    check_each(answers, {text: text for text in ANSWERS})


def test_a_word_in_bold_that_stands_alone_is_said_and_a_quoted_one_is_not() -> None:
    assert bare_command("**resign**") == bare_command("resign\u202f!") == "resign"
    assert bare_command("~~resign~~") is None
    assert bare_command('"resign"') is bare_command("> resign") is bare_command("resign?") is None


@OWN
async def test_no_word_for_a_command_names_a_game(club: Club) -> None:
    names = {command.qualified_name for command in club.bot.walk_commands()}
    names |= {name for command in club.bot.commands for name in command.aliases}
    known = set(
        chain(
            *(in_all_languages(term(COMMAND, name)) for name in names),
            *(in_all_languages(term(ALIAS, name)) for name in names),
            names,
        )
    ) | {"official", "official rules", "règles officielles"}

    def is_no_game(word: str) -> None:
        for text in (word, f"{word}?", f"**{word}**", f"ok, {word}"):
            assert not names_game(text)
            request = request_in(text, is_command=False)
            assert request is None or request.command != "play" or not request.words

    check_each(is_no_game, {word: word for word in sorted(known)})


async def test_commands_with_marks_do_what_they_say_and_start_nothing(club: Club) -> None:
    for words, shown in (
        ("rules?", "explained?"),
        (": règles\u202f?", "explained?"),
        ("**rules frysk**", "Frysk!"),
        ("checkers rules", "Checkers"),
        ("aide ?", "How to play"),
        ("help tournaments", "/tournament create"),
        ("help settings", "/privacy"),
        ("official", "Choose a game"),
        ("classement !", "Nobody is rated"),
    ):
        await club.alice.send(club.channel, f"{club.me} {words}")
        assert shown in club.text(), words
    await club.alice.send(club.channel, f"{club.me} start a tournament")
    assert labels(club.last)
    assert "frysk" not in club.text().lower()
    assert not await club.matches()
    await club.alice.send(club.channel, f"{club.me}, jouer frysk !")
    (match,) = await club.matches()
    assert match.game.name == "frysk"
    await club.alice.send(club.channel, f"{club.me}, resign")
    assert "Do you want to resign" in club.text()


@pytest.mark.parametrize("text", ["`32-28`", "**32-28**", "> 32-28", "(32-28)", "« 32-28 »"])
async def test_a_move_in_marks_is_played(club: Club, text: str) -> None:
    match = await club.start()
    await club.alice.send(club.channel, text)
    assert (await club.reload(match)).last_turn[0].text == "32-28"


async def test_cyrillic_letters_are_played_on_a_lettered_board(club: Club) -> None:
    match = await club.start("russian white")
    await club.alice.send(club.channel, "с3-d4")
    assert (await club.reload(match)).last_turn[0].text == "c3-d4"


async def test_no_refusal_shows_what_was_typed_as_what_a_move_looks_like(club: Club) -> None:
    match = await club.start()
    for typed in ("32-28 \N{HUNDRED POINTS SYMBOL}", "I go 32-28 now", "{32-28}", "32-28 or so"):
        await club.alice.send(club.channel, f"{club.me} {typed}")
        assert "stands alone" in club.text(), typed
        assert "32-28" not in club.text(), typed
    await club.alice.send(club.channel, f"{club.me} 32-77")
    assert "There is no 77 on this board; a move looks like `32-28`" in club.text()
    assert not (await club.reload(match)).last_turn
