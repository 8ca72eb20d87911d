"""Legal moves: the list, the picture and its description say the same."""

from __future__ import annotations

import pytest

import engine
import render
from cogs.moves.move_questions import HalfTyped
from cogs.moves.position_answers import Asked, AskedBoard, Question, answer
from cogs.moves.private_boards import list_moves
from engine import Position
from engine.capabilities import captures
from engine.values import Move
from tests.cogs.conftest import SHARED, Club, private_text
from tests.cogs.moves.test_move_menus import standing
from tests.cogs.results import posted
from tests.nightly import one_of_each_family

pytestmark = SHARED


def claimable() -> tuple[Position, tuple[Move, ...]]:
    """Return a position, and a claim and many moves for its list."""
    position = engine.games["allies"].start(2)
    while position.setup is not None:
        position = position.play(position.legal_moves()[0])
    claims = tuple(Move("huff", (move.path[0],)) for move in position.legal_moves()[:1])
    return position, claims + position.legal_moves() * 4


def test_claims_are_listed_by_their_names() -> None:
    position, moves = claimable()
    listed = list_moves(position, moves)
    piece = position.board.names[moves[0].path[0]]
    assert listed.startswith(f"`huff {piece}`\n")
    assert f"-{piece} " not in listed
    assert f"-{piece}\n" not in listed
    few = list_moves(position, moves[:3])
    assert few.startswith(f"`huff {piece}`")


def test_the_description_has_the_claims_by_their_names() -> None:
    position, moves = claimable()
    said = str(render.describe(position, marks=moves))
    piece = position.board.names[moves[0].path[0]]
    assert f"Claims are marked, too: huff {piece}." in said
    assert f"{len(moves) - 1} legal moves are marked." in said


async def test_turns_are_listed_in_alliance_and_the_description_agrees(club: Club) -> None:
    match = await club.start("alliance white")
    position = match.position
    shown = await club.alice.click(club.last, label="Legal moves")
    text = private_text(shown)
    moves = position.legal_moves()
    for move in moves:
        target = f"-{position.board.names[move.path[-1]]}"
        assert target + (f"={move.suffix}" if move.suffix else "") in text
    (line,) = [line for line in text.splitlines() if line.startswith("**c3**")]
    assert set(line.split()[1:]) == {
        position.write(move).removeprefix("c3")
        for move in moves
        if position.write(move).startswith("c3")
    }
    assert shown.response is not None
    (alt,) = [
        item.description
        for part in shown.response.message.components
        for item in getattr(part, "items", ())
    ]
    assert f"{len(moves)} legal moves are marked." in alt
    assert "Pieces that can move: " in alt
    assert "c3" in alt.partition("Pieces that can move: ")[2].partition(".")[0]


@pytest.mark.parametrize("name", one_of_each_family())
async def test_the_list_names_every_piece_that_the_picture_marks(club: Club, name: str) -> None:
    match = await club.start(name)
    seat = match.position.turn
    member = club.alice if match.people[seat] == club.alice.id else club.bob
    text = private_text(await member.click(club.public()[-1], label="Legal moves"))
    position = match.position.seen_by(seat)
    for move in position.legal_moves():
        assert "(+" in text or position.board.names[move.path[0]] in text


async def test_a_list_that_cannot_have_every_capture_says_so_wherever_it_is_shown(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    fen = "W:WK2:B3,5,10-14,16,17,20,23,25,28,30,32,38-41,43"
    whole = engine.games["frisian"].read(fen)
    all_of_them = whole.legal_moves()
    monkeypatch.setattr(captures, "STATES", 5_000)
    match = await standing(club, "frisian", fen)
    listed = match.position.legal_moves()
    assert len(listed) < len(all_of_them)
    await posted(club)
    board, cut = club.public()[-1], "These are not all"
    assert cut in private_text(await club.alice.click(board, label="Legal moves"))
    assert cut in private_text(await club.alice.click(board, label="From 2"))
    assert cut in str(HalfTyped(match, whole.board.point["2"]).text)
    asked = AskedBoard.of(match, club.alice.id)
    told = answer(asked, Question(Asked.FROM, "2"), str, club.env.now())
    assert cut in told[-1]
    (unlisted, *_) = [
        move
        for move in all_of_them
        if not any(
            (move.path[-1], {*move.captured}) == (one.path[-1], {*one.captured}) for one in listed
        )
    ]
    typed = "x".join(whole.board.names[point] for point in unlisted.path)
    await club.alice.send(club.channel, typed)
    assert (await club.reload(match)).position == whole.play(unlisted)
    monkeypatch.undo()
    await standing(club, "frisian", fen)
    await posted(club)
    board = club.public()[-1]
    assert cut not in private_text(await club.alice.click(board, label="Legal moves"))
