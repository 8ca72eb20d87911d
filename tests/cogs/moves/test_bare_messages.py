"""Messages in a channel without a mention: moves, words that are commands, chat, and hints."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

import pytest

import engine
from cogs.language.typed_words import bare_command, is_marked, to_notation
from cogs.moves.bare_messages import hint, is_meant, off_board
from cogs.moves.play import fits
from engine.table.match import Match
from engine.table.record import Event, Kind, Line, Status
from tests.cogs.conftest import SHARED, Club, labels, private_text
from tests.nightly import FAMILIES, at_night, one_of_each_family

pytestmark = SHARED


CHAT = tuple(
    line
    for file in sorted(Path(__file__).with_name("chat").glob("*.txt"))
    for line in file.read_text(encoding="utf-8").splitlines()
)
"""The messages of chat in channels, in English and French.

Chat that is a legal move as it stands, such as *10-15*, cannot be told from a move.
"""

READ_AS_MOVES = frozenset({
    "10-20", "15-25", "20-30", "21-7", "24-3", "24-7", "24-12", "28-3", "30-15", "40-30", "12 30",
    "10 to 12", "12 to 1", "10 à 12", "12 à 14", "d6",
})  # fmt: skip
"""The chat that is answered: 16 of 950 lines, if the player to move says them. That player has a
piece on the first square, or may place one on the only square named."""

ANN, BEN = 1, 2


@cache
def read_chat() -> list[tuple[str, str, bool]]:
    """Return each line of the chat, the line as notation, and whether it has marks around it."""
    return [(line, to_notation(line), is_marked(line)) for line in CHAT]


def matches(name: str, turns: int = 41) -> Iterator[Match]:
    """Yield a match of two people before some of its ``turns`` random turns."""
    game, chance = engine.games[name], random.Random(name)
    position = game.start(2)
    for number in range(turns):
        moves = position.legal_moves()
        if not moves or position.outcome() is not None:
            return
        if number in {0, 12, 40}:
            now = datetime(2026, 1, 1, tzinfo=UTC)
            start = Event(1, Kind.START, now, None, None, "", position.fen(), None)
            yield Match(
                id=1,
                guild=1,
                channel=1,
                game=game,
                options={},
                host=ANN,
                people=(ANN, BEN),
                drawn=True,
                events=(start,),
                line=Line.of([position]),
            )
        position = position.play(chance.choice(moves))


def test_the_corpus_is_large() -> None:
    assert len(set(CHAT)) > 700


@pytest.mark.parametrize("name", one_of_each_family())
def test_chat_is_left_alone_in_every_game(name: str) -> None:
    answered = set()
    for match in matches(name):
        for person in (ANN, BEN):
            for line, text, marked in read_chat():
                told = is_meant(match, person, text, marked=marked)
                if marked:  # only a legal move is answered
                    told = told and not fits(match, text)
                elif not told:
                    told = bool(hint(match, person, text) or off_board(match, person, text))
                if told:
                    answered.add(line)
    assert answered <= READ_AS_MOVES


async def test_nobody_is_answered_who_chats_while_every_game_is_played(club: Club) -> None:
    started = [await club.start(name) for name in FAMILIES.values()]
    shown, said = len(club.messages), CHAT[::150]
    for line in said:
        for member in (club.alice, club.bob):
            await member.send(club.channel, line)
    assert len(club.messages) == shown + 2 * len(said)
    for match in started:
        assert len((await club.reload(match)).events) == len(match.events)


@pytest.mark.parametrize(
    ("game", "typed", "move"),
    [
        at_night(("turkish", "c3c4", "c3-c4")),
        ("turkish", "C3.C4", "c3-c4"),
        ("frisian", "3228", "32-28"),
        at_night(("frisian", "32.28", "32-28")),
        at_night(("frisian", "32,28", "32-28")),
        at_night(("frisian", "32>28", "32-28")),
        at_night(("frisian", "32->28", "32-28")),
        ("frisian", "32 → 28", "32-28"),
        ("frisian", "1. 32-28", "32-28"),
        at_night(("frisian", "32-28!", "32-28")),
        at_night(("frisian", "32-28 please", "32-28")),
        ("frisian", "je joue 32-28, s'il vous plaît !", "32-28"),
        at_night(("checkers", "1115", "11-15")),
        at_night(("checkers", "11.15", "11-15")),
        ("assaut", "c6,e6", "@c6,e6"),
        ("assaut", "c6 et e6", "@c6,e6"),
        at_night(("alliance", "c3-c4+", "c3-c4=+")),
        ("alliance", "c3c4+", "c3-c4=+"),
    ],
)
async def test_what_people_type_is_read(club: Club, game: str, typed: str, move: str) -> None:
    match = await club.start(game)
    person = match.people[match.position.turn]
    await (club.alice if person == club.alice.id else club.bob).send(club.channel, typed)
    said = move.replace("@", "on ").replace(",", " and ") if "@" in move else f"played `{move}`"
    assert said in club.text()


async def test_half_a_placement_is_explained(club: Club) -> None:
    match = await club.start("assaut")
    officers, other = club.alice, club.bob
    if match.people[match.position.turn] == club.bob.id:
        officers, other = other, officers
    await officers.send(club.channel, "c7")
    assert "Both officers are placed in one move" in club.text()
    await officers.send(club.channel, "c7 and g4")
    assert "g4 is not one of them" in club.text()
    await other.send(club.channel, "c7")
    assert club.last.content == "c7"


async def test_what_may_be_chat_is_no_move_of_who_is_not_to_move(club: Club) -> None:
    match = await club.start()
    shown = len(club.messages)
    for text in ("19.23", "1923", "19 23", "19,23", "17:22", "32.28?"):
        await club.bob.send(club.channel, text)
    assert len(club.messages) == shown + 6
    await club.alice.send(club.channel, "32-28")
    shown = len(club.messages)
    for text in ("19:23", "2024", "2025"):  # a time, and years
        await club.bob.send(club.channel, text)
    assert len(club.messages) == shown + 3
    await club.bob.send(club.channel, "1923")
    assert [move.text for move in (await club.reload(match)).moves] == ["32-28", "19-23"]


@pytest.mark.parametrize("text", ["32_28", at_night("32~28"), at_night("32|28"), "32-82"])
async def test_a_move_that_cannot_be_read_gets_a_hint_that_goes_away(club: Club, text: str) -> None:
    await club.start()
    await club.alice.send(club.channel, text)
    reply = club.last
    assert (
        "That is not a move I can read: from 32 you can play `32-27` or `32-28`." in reply.content
    )
    assert reply.reference is not None
    assert club.replied_without_ping()
    await club.env.advance_time(31)
    assert reply.id not in [message.id for message in club.messages]


async def test_what_looks_like_a_move_is_answered_every_time_in_letters(club: Club) -> None:
    await club.start("turkish white")
    for text in ("c3/c4", "c3 c5", "c3/c4", "a2 a3", "c3 to c5"):
        shown = len(club.messages)
        await club.alice.send(club.channel, text)
        assert len(club.messages) == shown + 2, text
    await club.alice.send(club.channel, "from c3 to c4")
    assert "`c3-c4`" in club.text()
    await club.bob.send(club.channel, "c6-c5")
    await club.alice.send(club.channel, "d3 e5")
    assert "capturing is compulsory" in club.last.content


@pytest.mark.parametrize(
    ("game", "text", "point"),
    [
        ("checkers white", "50-1", "50"),
        ("turkish white", "k13-l13", "k13"),
        at_night(("assaut", "C23-C24", "c23")),
    ],
)
async def test_a_point_that_does_not_exist_is_named(
    club: Club, game: str, text: str, point: str
) -> None:
    match = await club.start(game)
    alice_moves = match.people[match.position.turn] == club.alice.id
    mover, other = (club.alice, club.bob) if alice_moves else (club.bob, club.alice)
    shown = len(club.messages)
    for member in (other, club.carol):
        await member.send(club.channel, text)
    assert len(club.messages) == shown + 2
    for _ in range(2):
        await mover.send(club.channel, text)
    assert len(club.messages) == shown + 6
    assert any(
        message.content.startswith(f"There is no {point} on this board")
        for message in club.messages
    )


async def test_moves_on_ones_turn_are_answered_every_time(club: Club) -> None:
    await club.start("international white")
    for text in ("28-20", "15-20", "20-25", "32 34", "32 to 34", "32-34", "22-18", "28-20"):
        shown = len(club.messages)
        await club.alice.send(club.channel, text)
        assert len(club.messages) == shown + 2, text
        assert club.last.reference is not None
        assert club.last.reference.message_id == club.messages[-2].id
    await club.alice.send(club.channel, "32 to 28")
    assert "played `32-28`" in club.text()
    shown = len(club.messages)
    for text in ("15-20", "20-25", "32 34", "32 to 28", "9 to 5", "10 to 12"):
        await club.alice.send(club.channel, text)
    assert len(club.messages) == shown + 6, "it is not her turn any more"


async def test_nobody_else_gets_a_hint(club: Club) -> None:
    await club.start()
    shown = len(club.messages)
    await club.bob.send(club.channel, "32_28")
    await club.carol.send(club.channel, "32_28")
    assert len(club.messages) == shown + 2


async def test_a_command_that_cannot_be_read_is_answered_in_private(club: Club) -> None:
    await club.start()
    result = await club.alice.slash(club.channel, "move", move="32_28")
    assert "a move looks like" in private_text(result)


async def test_a_step_that_looks_like_a_score_is_told_what_is_wrong_with_it(club: Club) -> None:
    await club.start("checkers")
    match = await club.play("9-14", "23-18")
    first = match.people[match.position.turn] == club.alice.id
    mover, other = (club.alice, club.bob) if first else (club.bob, club.alice)
    shown = len(club.messages)
    for text in ("5-9", "6-9"):
        await other.send(club.channel, text)
    for text in ("1-0", "2-1", "5-1", "6-1", "5:9", "5.9"):
        await mover.send(club.channel, text)
    assert len(club.messages) == shown + 8
    await mover.send(club.channel, "5-9")
    assert club.last.content.startswith("You must capture: `14x23`.")


def of_black(fen: str) -> Match:
    """Return a match of Frisian draughts in which Ben has to move."""
    (match, *_) = matches("frisian", turns=1)
    position = match.game.read(fen)
    start = replace(match.events[0], position=position.fen())
    return replace(match, events=(start,), line=Line.of([position]))


@pytest.mark.parametrize(
    ("fen", "told", "chat"),
    [
        ("B:W46,47:B1,6,10,15", ["1-6", "10-15", "10-5"], ["6-1", "2-1", "6.1", "10.15"]),
        ("B:W45,47:B1,7", ["28x19", "46 x 37", "29×18"], ["4x4", "3x2", "10x45", "28*19"]),
        ("B:W28,46:B1,7,10,23", ["10-15", "1 – 6", "15-20"], ["1-7", "7-1", "1:6", "2-1", "15-25"]),
    ],
)
def test_a_score_is_a_step_only_where_the_piece_might_go_there(
    fen: str, told: list[str], chat: list[str]
) -> None:
    match = of_black(fen)
    assert [text for text in told + chat if is_meant(match, BEN, text)] == told
    assert not any(is_meant(match, ANN, text) for text in told)


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("resign", "resign"),
        ("I resign.", "resign"),
        ("RESIGN!", "resign"),
        ("j’abandonne", "resign"),
        ("j'abandonne", "resign"),
        ("abandonner", "resign"),
        ("draw?", "draw"),
        ("nulle ?", "draw"),
        ("nulle\u202f?", "draw"),
        ("take back", "takeback"),
        ("accepte", "accept"),
        ("je refuse", "decline"),
        ("rejoindre", "join"),
        ("join?", None),
        ("resign?", None),
        ("I will resign soon", None),
        ("draw a card", None),
        ("nul", None),
        ("", None),
    ],
)
def test_a_word_alone_is_a_command_in_any_language(text: str, command: str | None) -> None:
    assert bare_command(text) == command


@pytest.mark.parametrize(
    "word", ["resign", "j’abandonne", "/resign", "/match resign", "/partie abandonner"]
)
async def test_resigning_is_asked_about_first(club: Club, word: str) -> None:
    match = await club.start()
    await club.play("32-28", "19-23")
    await club.alice.send(club.channel, word)
    assert "Do you want to resign" in club.text()
    assert (await club.reload(match)).status is Status.LIVE
    stranger = await club.bob.click(club.last, label="Yes, I resign")
    assert "for your opponent" in private_text(stranger)
    await club.alice.click(club.last, label="Yes, I resign")
    assert (await club.reload(match)).status is Status.OVER


async def test_a_draw_is_asked_about_by_who_offers_and_by_who_accepts(club: Club) -> None:
    match = await club.start()
    await club.play("32-28", "19-23")
    await club.alice.send(club.channel, "draw")
    assert (await club.reload(match)).offer is None
    (yes,) = labels(club.last)
    await club.alice.click(club.last, label=yes)
    assert (await club.reload(match)).offer is not None
    await club.bob.send(club.channel, "accept")
    assert (await club.reload(match)).status is Status.LIVE
    assert "Do you want to accept a draw" in club.text()
    (yes,) = labels(club.last)
    await club.bob.click(club.last, label=yes)
    assert (await club.reload(match)).status is Status.OVER


@pytest.mark.parametrize("words", ["takeback", "undo my move", "annuler le coup"])
async def test_a_takeback_is_asked_about_and_declined(club: Club, words: str) -> None:
    match = await club.start()
    await club.play("32-28")
    await club.alice.send(club.channel, words)
    assert (await club.reload(match)).offer is None
    (yes,) = labels(club.last)
    await club.alice.click(club.last, label=yes)
    assert (await club.reload(match)).offer is not None
    await club.bob.send(club.channel, "decline")
    assert (await club.reload(match)).offer is None


async def test_a_challenge_is_accepted(club: Club) -> None:
    match = await club.challenge()
    await club.carol.send(club.channel, "accept")
    assert (await club.reload(match)).status is Status.CHALLENGE
    await club.bob.send(club.channel, "accept")
    assert (await club.reload(match)).status is Status.LIVE


async def test_a_challenge_is_declined(club: Club) -> None:
    match = await club.challenge()
    await club.bob.send(club.channel, "je refuse")
    assert (await club.reload(match)).status is Status.OVER


async def test_an_open_seat_is_taken(club: Club) -> None:
    await club.alice.send(club.channel, f"{club.me} open frisian")
    (match,) = await club.matches(status=Status.CHALLENGE)
    await club.alice.send(club.channel, "join")
    assert (await club.reload(match)).status is Status.CHALLENGE
    await club.bob.send(club.channel, "join")
    assert (await club.reload(match)).status is Status.LIVE


async def test_where_a_word_makes_no_sense_it_is_chat(club: Club) -> None:
    await club.start()
    said = ["resign", "draw", "takeback", "accept", "decline", "join", "nulle", "refuse"]
    for word in (*said, "undo that", "/resign", "/match takeback", "/match", "/"):
        plays = word in {"resign", "draw", "nulle", "/resign"}
        for member in (club.carol,) if plays else (club.carol, club.bob):
            await member.send(club.channel, word)
            assert club.last.content == word


ON_TURN = {
    "help": "How to play",
    "aide ?": "How to play",
    "hint": "only you see it, but everybody sees that you took one.",
    "indice": "only you see it, but everybody sees that you took one.",
    "rules?": "Frisian draughts: ",
    "règles": "Frisian draughts: ",
    "move": "Legal moves",
    "coup ?": "Legal moves",
    "where can I go?": "Legal moves",
    "que jouer ?": "only you see it, but everybody sees that you took one.",
}
"""The words that are answered on one's own turn, each with a phrase of the answer."""


@pytest.mark.parametrize("word", ON_TURN)
async def test_who_is_to_move_gets_help_by_a_word(club: Club, word: str) -> None:
    await club.start("frisian white")
    await club.alice.send(club.channel, word)
    assert ON_TURN[word] in "\n".join((club.text(), *labels(club.last)))
    for member, said in ((club.bob, word), (club.carol, word), (club.alice, f"!{word}")):
        await member.send(club.channel, said)
        assert club.last.content == said


async def test_where_several_matches_are_possible_a_menu_asks(club: Club) -> None:
    first, second = await club.start(), await club.start("frysk white")
    await club.alice.send(club.channel, "resign")
    assert "Which match do you mean?" in club.text()
    (label,) = [label for label in labels(club.last) if f"#{second.id}" in label]
    await club.alice.click(club.last, label=label)
    assert "Do you want to resign" in club.text()
    assert f"#{second.id}" in club.text()
    assert (await club.reload(first)).status is (await club.reload(second)).status is Status.LIVE


async def test_a_word_below_a_board_is_about_its_match(club: Club) -> None:
    first = await club.start()
    board = club.last
    await club.start("frysk white")
    await club.alice.send(club.channel, "resign", reply_to=board)
    assert f"#{first.id}" in club.text()
