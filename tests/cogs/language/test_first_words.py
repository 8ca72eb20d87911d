"""What people say to the bot before they know its commands, and chat that means no command."""

from __future__ import annotations

import pytest

from cogs.language.challenge_parser import parse_challenge
from cogs.language.first_words import misspelt_game, request_in
from cogs.language.typed_words import without_courtesy
from engine import Refusal
from tests.cogs.moves.test_bare_messages import CHAT

SAID = {
    "checkers": ("play", "checkers"),
    "Checkers!": ("play", "checkers"),
    "fox": ("play", "fox-and-geese"),
    "goose": ("play", "fox-and-geese"),
    "geese, level 2": ("play", "fox-and-geese"),
    "turkish": ("play", "turkish"),
    "officers please": ("play", "assaut"),
    "American checkers": ("play", "checkers"),
    "Frisian level 2": ("play", "frisian"),
    "frisian please": ("play", "frisian"),
    "checkers levl 1": ("play", "checkers"),
    "halma 4": ("play", "halma"),
    "chinese checkers against you": ("play", "chinese-checkers"),
    "a game of Frysk": ("play", "frysk"),
    "hi, can I play checkers against you?": ("play", "checkers"),
    "I want to play halma": ("play", "halma"),
    "I'd like to play Turkish draughts, level 1": ("play", "turkish"),
    "let's play assaut": ("play", "assaut"),
    "can we play fox and geese?": ("play", "fox-and-geese"),
    "begin a game of halma": ("play", "halma"),
    "how about alliance?": ("play", "alliance"),
    "I want to play": ("play", ""),
    "can I play?": ("play", ""),
    "what games are there?": ("play", ""),
    "how do I start?": ("help", ""),
    "how do i start": ("help", ""),
    "what can you do": ("help", ""),
    "hello, how does this work?": ("help", ""),
    "what can I do here?": ("help", ""),
    "I'm new here": ("help", ""),
    "rules of assaut": ("rules", "assaut"),
    "what are the rules of halma?": ("rules", "halma"),
    "how do I play checkers": ("rules", "checkers"),
    "how is halma played?": ("rules", "halma"),
    "explain the rules": ("rules", ""),
    "teach me frisian": ("learn", "frisian"),
    "I want to learn how to play halma": ("learn", "halma"),
    "stop": ("resign", ""),
    "I quit": ("resign", ""),
    "end the game": ("resign", ""),
    "take that back": ("takeback", ""),
    "can I take that back?": ("takeback", ""),
    "undo the last move": ("takeback", ""),
    "language fr": ("settings", ""),
    "show me the rules of halma": ("rules", "halma"),
    "give me another checkers puzzle": ("puzzle", "checkers"),
    "what are my stats": ("profile", ""),
    "un autre problème": ("puzzle", ""),
    "comment on joue aux dames ?": ("rules", "dames"),
    "rules of fox": ("rules", "fox-and-geese"),
    "teach me goose": ("learn", "fox-and-geese"),
    # In French
    "renard": ("play", "fox-and-geese"),
    "les oies": ("play", "fox-and-geese"),
    "renard et les poules": ("play", "fox-and-geese"),
    "dames turques": ("play", "turkish"),
    "anglaises": ("play", "checkers"),
    "frisonnes": ("play", "frisian"),
    "internationales": ("play", "international"),
    "comment sa marche ?": ("help", ""),
    "quel sont les règles du halma": ("rules", "halma"),
    "dames anglaises": ("play", "checkers"),
    "frysk niveau 2": ("play", "frysk"),
    "halma s'il te plaît": ("play", "halma"),
    "Halma, à 4": ("play", "halma"),
    "dames chinoises contre toi": ("play", "chinese-checkers"),
    "une partie d’assaut": ("play", "assaut"),
    "bonjour, je peux jouer au halma ?": ("play", "halma"),
    "je veux jouer aux dames frisonnes": ("play", "frisian"),
    "on joue à l'assaut ?": ("play", "assaut"),
    "j'aimerais jouer aux dames turques, niveau 1": ("play", "turkish"),
    "dames russes contre l’ordinateur niveau 3": ("play", "russian"),
    "et si on jouait au renard et les oies": ("play", "fox-and-geese"),
    "je choisis dames-alliance": ("play", "alliance"),
    "je veux jouer": ("play", ""),
    "on joue ?": ("play", ""),
    "à quoi on peut jouer ?": ("play", ""),
    "comment commencer ?": ("help", ""),
    "comment on joue ?": ("help", ""),
    "qu'est-ce que tu sais faire": ("help", ""),
    "qu’est-ce que tu peux faire ?": ("help", ""),
    "salut, comment ça marche ?": ("help", ""),
    "je suis nouveau ici": ("help", ""),
    "les règles de l'assaut": ("rules", "assaut"),
    "quelles sont les règles du halma ?": ("rules", "halma"),
    "comment joue-t-on aux dames anglaises": ("rules", "checkers"),
    "c'est quoi le frysk ?": ("rules", "frysk"),
    "explique-moi les règles": ("rules", ""),
    "apprends-moi les dames frisonnes": ("learn", "frisian"),
    "je voudrais apprendre à jouer au halma": ("learn", "halma"),
    "arrête": ("resign", ""),
    "je veux arrêter": ("resign", ""),
    "finir la partie": ("resign", ""),
    "annuler le coup": ("takeback", ""),
    "annule mon dernier coup": ("takeback", ""),
    "tu parles français ?": ("settings", ""),
    "je peux reprendre mon coup ?": ("takeback", ""),
}
"""First words, each with the command they mean and the game they name, or an empty text."""

MISSPELT = {
    "how do i strat": ("help", "", "strat as start"),
    "waht can you do": ("help", "", "waht as what"),
    "what cna you do": ("help", "", "cna as can"),
    "ruels of assaut": ("rules", "assaut", "ruels as rules"),
    "waht are teh rules of halma": ("rules", "halma", "waht as what, teh as the"),
    "I want to paly halma": ("play", "halma", "paly as play"),
    "take taht back": ("takeback", "", "taht as that"),
    "stpo the game": ("resign", "", "stpo as stop"),
    "comment on comence": ("help", "", "comence as commence"),
    "qu'est-ce que tu sais fiare ?": ("help", "", "fiare as faire"),
    "les règels de l'assaut": ("rules", "assaut", "règels as règles"),
    "je veux apprednre à jouer au halma": ("learn", "halma", "apprednre as apprendre"),
    "annuler mon derneir coup": ("takeback", "", "derneir as dernier"),
}
"""Phrases with a slip or two, each with its command, its game, and how the slips are read."""

TO_EACH_OTHER = (
    "nice allies you have", "frisian is cool", "I want a pizza", "can I play 32-28?", "try again",
    "what is your name", "explain yourself", "how about lunch", "stop spamming me", "free", "white",
    "level 3", "10+10", "je veux dormir", "c'est quoi ton nom", "et toi", "dames et pions",
    "how are you", "red", "in english please", "how do I place a bet", "who are they",
    "halma at 5 pm",
    "the rules are the rules", "halma or checkers", "I lost at halma", "x" * 1900, "", "?", "…",
)  # fmt: skip


@pytest.mark.parametrize(("said", "meant"), SAID.items())
def test_first_words_are_what_they_mean(said: str, meant: tuple[str, str]) -> None:
    request = request_in(without_courtesy(said), is_command=False)
    assert request is not None
    command, game = meant
    assert request.command == command
    if command == "play" and game:
        assert parse_challenge(request.words).game.name == game
    else:
        assert request.words == game


@pytest.mark.parametrize(
    "said", ["frisian 2 hours", "halma 5", "halma 12x12", "checkers level 9", "frisonnes niveau 0"]
)
def test_a_term_that_the_game_does_not_have_is_asked_about(said: str) -> None:
    request = request_in(said, is_command=False)
    assert request is not None
    assert request.command == "play"
    with pytest.raises(Refusal, match=r"[Ll]evel|limit|players|choose"):
        parse_challenge(request.words)


@pytest.mark.parametrize(("said", "meant"), MISSPELT.items())
def test_misspelt_phrases_are_what_they_mean_and_what_was_read_is_known(
    said: str, meant: tuple[str, str, str]
) -> None:
    request = request_in(without_courtesy(said), is_command=False)
    assert request is not None
    read = ", ".join(f"{reading.said} as {reading.meant}" for reading in request.readings)
    assert (request.command, request.words, read) == meant


@pytest.mark.parametrize("said", ["star halma with 5 computers", "sternhalma with Bob"])
def test_a_game_and_opponents_are_a_request_by_any_name(said: str) -> None:
    request = request_in(said, is_command=False)
    assert request is not None
    assert (request.command, request.words) == ("play", said)


def test_chat_is_no_request_even_if_it_is_said_to_the_bot() -> None:
    meant = {said: request_in(said, is_command=False) for said in (*CHAT, *TO_EACH_OTHER)}
    asked = {said: found for said, found in meant.items() if found is not None}
    to_the_bot = {
        "can you take that back?",
        "my turn?",
        "anyone up for a game?",
        "whose turn is it",
        "c’est à qui ?",
    }
    assert asked.keys() <= to_the_bot | {"who wants to play?", "on rejoue ?", "top 10"}
    assert [said for said in CHAT if misspelt_game(said) is not None] == []


@pytest.mark.parametrize(
    ("said", "command"),
    [
        ("rules of assaut", None),
        ("begin a game of halma", "play"),
        ("start the game", None),
        ("annuler", None),
        ("annuler le coup", "takeback"),
        ("play with me", "play"),
        ("try halma", None),
    ],
)
def test_a_command_stays_what_it_is_unless_a_phrase_says_more(
    said: str, command: str | None
) -> None:
    request = request_in(said, is_command=True)
    assert (request.command if request else None) in {command, said.split(maxsplit=1)[0]}


@pytest.mark.parametrize(
    ("said", "nearest"),
    [
        ("chekers", "checkers"),
        ("chess", "checkers"),
        ("dames", "international"),
        ("hlama", "halma"),
    ],
)
def test_a_misspelt_game_is_asked_about_once(said: str, nearest: str) -> None:
    question = misspelt_game(said)
    assert question is not None
    assert question.entries[0].value == nearest
    assert "Did you mean" in str(question.text)
