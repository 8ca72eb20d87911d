"""Questions about a position are answered in words, in private, and tell no secret."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import discord
import pytest

import engine
from cogs.language.catalogues import ENGLISH, locale_named, translate_into
from cogs.moves.bare_messages import sample_positions
from cogs.moves.position_answers import (
    Asked,
    AskedBoard,
    Question,
    answer,
    read_question,
    split,
)
from engine import Position, Refusal
from tests.cogs.conftest import SHARED, Club, labels, private_text

pytestmark = SHARED

NOW = discord.utils.utcnow()

FRENCH = locale_named("fr")


def told(position: Position, said: str, locale: discord.Locale = ENGLISH) -> str:
    """Return the answer to the question ``said`` without its heading, or the refusal."""
    asked = read_question(said)
    try:
        return "\n".join(answer(AskedBoard(position), asked, translate_into(locale), NOW)[1:])
    except Refusal as refusal:
        return translate_into(locale)(refusal.text)


@pytest.mark.parametrize(
    ("said", "asked"),
    [
        ("where", Question(Asked.WHERE)),
        ("Board as text", Question(Asked.WHERE)),
        ("where row 3?", Question(Asked.ROW, "3")),
        ("the moves from 28", Question(Asked.FROM, "28")),
        ("last move", Question(Asked.LAST, "move")),
        ("line a1–h8", Question(Asked.LINE, "a1-h8")),
        ("où", Question(Asked.WHERE)),
        ("plateau en texte", Question(Asked.WHERE)),
        ("rangée 3", Question(Asked.ROW, "3")),
        ("ligne a1-h8", Question(Asked.LINE, "a1-h8")),
        ("depuis 28", Question(Asked.FROM, "28")),
        ("Qui joue ?", Question(Asked.WHO, "joue")),
        ("pendule", Question(Asked.CLOCK)),
        ("e4", Question(Asked.WHERE, "e4")),
    ],
)
def test_questions_are_read_in_both_languages(said: str, asked: Question) -> None:
    assert read_question(said) == asked


def test_rows_and_lines_are_told_with_the_names_of_each_board() -> None:
    numbered = engine.games["international"].start()
    lettered = engine.games["turkish"].start()
    star = engine.games["chinese-checkers"].start()
    cross = engine.games["assaut"].start()
    chart = engine.games["allies"].start()
    assert told(numbered, "row 4") == "Row 4, 16 to 20 – 16, 17, 18, 19, 20: Black, 5 men."
    assert told(numbered, "line 46-5") == (
        "From 46 to 5 – 46, 41, 37, 32: White, 4 men. 28, 23: empty. 19, 14, 10, 5: Black, 4 men."
    )
    assert told(lettered, "row 3").startswith("Row 3 – a3 to h3: White, 8 men.")
    assert told(lettered, "file c").startswith("File c – c1: empty. c2, c3: White, 2 men")
    assert told(lettered, "line 3") == told(lettered, "row 3")
    assert told(star, "row m").startswith("Row m – m1 to m13: empty.")
    assert told(star, "line a1-e5").startswith(
        "From a1 to e5 – a1 to d1: Red, 4 pieces. e5: empty."
    )
    assert told(cross, "row 4").startswith("Row 4 – a4 to g4: Soldiers, 7 soldiers.")
    assert told(chart, "row a") == "Row a – A3, A25, A27: empty."
    assert told(numbered, "rangée 4", FRENCH).startswith("Rangée 4, de 16 à 20 – 16, 17")


def test_a_wrong_point_or_line_gets_one_sentence() -> None:
    position = engine.games["turkish"].start()
    assert told(position, "from k13") == (
        "k13 is no point of this board; its points have names like a8 and h1."
    )
    assert told(position, "line a1-b3") == (
        "a1 and b3 are not on one line: no direction leads from one to the other."
    )
    assert told(position, "row 9").startswith("There is no row `9` on this board.")
    assert told(position, "where is everybody").startswith(
        "I read out the board: *where* is every piece"
    )
    assert told(position, "row " + "9" * 2000).startswith("There is no row")


def test_the_moves_of_a_piece_are_told_or_why_it_has_none() -> None:
    position = engine.games["international"].start()
    assert told(position, "from 32") == "32: White, 1 man. Its moves: `32-27` `32-28`"
    assert told(position, "from 46") == "46: White, 1 man. It has no legal move now."
    assert told(position, "from 25") == "25 is empty."
    assert told(position, "from 20") == ("20: Black, 1 man. It cannot move now. White to move.")


def test_every_board_can_be_asked_about() -> None:
    for position in sample_positions():
        board = position.board
        for name in board.rows:
            assert told(position, f"row {name}").startswith(("Row ", "File "))
        assert board.names[0] in told(position, f"where {board.names[0]}")
        assert told(position, f"where {position.seats[0].name}").startswith(
            (f"{position.seats[0].name}: ", f"{position.seats[0].name} has")
        )


def lines(count: int, length: int) -> Iterator[str]:
    return (f"{number} " + "word " * length for number in range(count))


def test_a_long_answer_is_split_between_words() -> None:
    whole = [*lines(3, 500), "end"]
    parts = [*split(whole, 1900)]
    assert max(map(len, parts)) <= 1900
    assert " ".join(parts).split() == " ".join(whole).split()


async def test_a_slash_command_is_answered_in_private_for_players_and_watchers(club: Club) -> None:
    await club.start("international white 1d")
    await club.play("32-28", "19-23", "28x19")
    for member in (club.alice, club.carol):
        text = private_text(await member.slash(club.channel, "match where"))
        assert "Black to move.\nWhite: 20 men on 19," in text
        assert "\nBlack: 19 men on 1," in text
    last = private_text(await club.alice.slash(club.channel, "match where", what="last"))
    assert "played `28x19`. It takes the piece on 23." in last
    assert "20 men" not in last
    who = private_text(await club.bob.slash(club.channel, "match where", what="who"))
    assert f"White {club.alice.mention} – Black {club.bob.mention}\nYou play Black." in who
    clock = private_text(await club.bob.slash(club.channel, "match where", what="clock"))
    assert "Time: " in clock
    assert "Time runs out" in clock
    refused = private_text(await club.bob.slash(club.channel, "match where", what="from 77"))
    assert refused == "77 is no point of this board; its points have names like 1 and 50."


async def test_typed_in_a_channel_it_is_answered_in_private(club: Club) -> None:
    match = await club.start("international white")
    before = len(club.public())
    await club.alice.send(club.channel, f"{club.me} from 32")
    told = f"**International draughts · #{match.id}**\n32: White, 1 man. Its moves: `32-27` `32-28`"
    assert len(club.public()) == before + 1, "it is answered where nobody else reads"
    channel = club.alice.user.dm_channel
    assert channel.history()[-1].content == told
    route = f"/channels/{channel.id}/messages"
    club.env.inject_error("POST", route, status=403, code=50007, message="Cannot send messages")
    await club.alice.send(club.channel, f"{club.me} from 32")
    assert private_text(await club.carol.click(club.last, label="Tell me")) == told


async def test_it_is_asked_in_direct_messages_about_a_match_on_the_server(club: Club) -> None:
    match = await club.start("international white")
    answered = await club.alice.send_dm("rangée 7")
    channel = answered.channel
    texts = [message.content for message in [m async for m in channel.history(limit=3)]]
    assert any(text.endswith("31, 32, 33, 34, 35: White, 5 men.") for text in texts), texts
    assert any(text.startswith(f"**International draughts · #{match.id}**") for text in texts)


async def test_of_several_matches_the_one_that_waits_is_meant_or_it_is_asked(club: Club) -> None:
    first = await club.start("international white")
    second = await club.start("halma red 8x8")
    answered = await club.alice.send_dm("where")
    (asked,) = [message async for message in answered.channel.history(limit=1)]
    assert "Which match do you mean?" in club.text(asked)
    label = next(label for label in labels(asked) if label.startswith(f"#{second.id} "))
    await club.alice.user.click(asked, label=label)
    texts = [message.content async for message in answered.channel.history(limit=3)]
    assert any(text.startswith(f"**Halma · #{second.id}**") for text in texts), texts
    await club.play_in(first.id, "32-28")
    answered = await club.alice.send_dm("who")
    texts = [message.content async for message in answered.channel.history(limit=2)]
    assert any(text.startswith(f"**Halma · #{second.id}**") for text in texts), texts


async def test_a_set_up_is_told_to_its_player_alone(club: Club) -> None:
    await club.challenge("alliance white free")
    await club.bob.click(club.last, label="Accept")
    (match,) = await club.matches()
    seat = match.seats_of(club.alice.id)[0]
    point = next(iter(match.setup.choices(seat)))
    name = match.position.board.names[point]
    await club.alice.send_dm(f"@{name}=x")
    own = private_text(await club.alice.slash(club.channel, "match where", what=name))
    assert "with a diagonal cross" in own
    for member in (club.bob, club.carol):
        seen = private_text(await member.slash(club.channel, "match where", what=name))
        assert "diagonal" not in seen, seen


async def test_the_time_left_is_told_as_it_is_now(club: Club) -> None:
    await club.under_way("international white 10+10")
    club.env.backend.advance_clock(timedelta(minutes=4).total_seconds())
    clock = private_text(await club.alice.slash(club.channel, "match where", what="clock"))
    assert "White 6:" in clock or "White 5:5" in clock, clock


async def test_a_lesson_or_puzzle_used_last_is_what_is_asked_about(club: Club) -> None:
    await club.start("international white")
    await club.alice.send_dm("learn frisian")
    answered = await club.alice.send_dm("where")
    texts = [m.content async for m in answered.channel.history(limit=3)]
    assert any(text.startswith("**Frisian draughts**\n") for text in texts), texts
    club.env.backend.advance_clock(1)
    await club.play("32-28")
    answered = await club.alice.send_dm("last")
    texts = [m.content async for m in answered.channel.history(limit=3)]
    assert any("played `32-28`" in text for text in texts), texts


async def test_a_board_of_ones_own_is_asked_about_where_no_match_is(club: Club) -> None:
    told = private_text(await club.carol.slash(club.channel, "match where"))
    assert told == "No match is being played in this channel."
    await club.carol.slash(club.channel, "learn", game="frisian")
    told = private_text(await club.carol.slash(club.channel, "match where"))
    assert told.startswith("**Frisian draughts**\n")
    clock = private_text(await club.carol.slash(club.channel, "match where", what="clock"))
    assert clock.endswith("There is no clock on this board.")
