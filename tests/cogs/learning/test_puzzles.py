"""Puzzles solved in private and in direct messages."""

from __future__ import annotations

import re

import pytest
from PIL import ImageChops
from simcord import InteractionResult, MemberActor, ResponseMessage

from cogs.learning.puzzle_boards import KIND, DeskPuzzle
from cogs.learning.puzzle_choice import Asker
from cogs.learning.puzzle_tries import attempt
from cogs.learning.puzzles import Puzzles
from data import Desk
from engine.puzzles import Puzzle, read
from engine.rating import NEW
from tests.cogs.conftest import OWN, SHARED, Club, alt_of, labels, picture_of, private_text
from tests.cogs.learning.conftest import PUZZLES

pytestmark = SHARED

CHECKERS = {puzzle.id: puzzle for puzzle in read(PUZZLES / "checkers.txt")}


async def desk_of(club: Club, member: MemberActor) -> Desk:
    desk = await club.store.desks.latest(member.id, KIND)
    assert desk is not None
    return desk


async def puzzle_of(club: Club, member: MemberActor) -> Puzzle:
    """Return the puzzle on a member's board."""
    return CHECKERS[DeskPuzzle.read((await desk_of(club, member)).about).puzzle]


def shown(result: InteractionResult) -> ResponseMessage:
    assert result.response is not None
    return result.response


async def begin(club: Club, member: MemberActor, game: str = "checkers") -> ResponseMessage:
    result = await member.slash(club.channel, "puzzle", game=game)
    assert "### Puzzle · Checkers (English draughts)" in private_text(result)
    return shown(result)


async def type_move(
    club: Club,
    member: MemberActor,
    message: ResponseMessage,
    text: str,
    label: str = "Type the move",
) -> InteractionResult:
    form = await member.click(message, label=label)
    return await member.submit_modal(form, club.form(form, text))


def puzzles_of(club: Club) -> Puzzles:
    return club.bot.cog(Puzzles)


def wrong_move(puzzle: Puzzle) -> str:
    position = puzzle.begin()
    return next(
        text for m in position.legal_moves() if (text := position.write(m)) != puzzle.solution[0]
    )


async def test_a_puzzle_is_solved_in_private_and_rated_once(club: Club) -> None:
    message = await begin(club, club.alice)
    puzzle = await puzzle_of(club, club.alice)
    text = club.text(message.message)
    assert re.search(r"\*\*(White|Black) to play and win 2 men\.\*\*", text)
    assert labels(message.message) == [
        "Type the move",
        "Flip",
        "Solution",
        "Next puzzle",
        "Post here",
    ]
    assert (await picture_of(message.message)).size[0] > 400
    assert not club.messages  # nobody else sees anything
    cost = "*Solution* counts as a wrong try."
    assert cost in text
    await type_move(club, club.alice, message, puzzle.solution[0])
    assert (await desk_of(club, club.alice)).lines.moves == puzzle.solution[:2]
    text = club.text(message.message)
    assert f"`{puzzle.solution[0]}` is right." in text
    assert f"After `{puzzle.solution[1]}`, go on!" in text
    await type_move(club, club.alice, message, puzzle.solution[2])
    text = club.text(message.message)
    assert "Solved!" in text
    assert "Shot: give 1, take 3" in text
    assert cost not in text
    assert "official rules" not in text
    rating = await club.store.puzzles.rating_of(club.alice.id, "checkers")
    assert f"Your rating in these puzzles: {NEW} → {rating}" in text
    assert rating.shown > NEW.shown
    assert labels(message.message) == ["Flip", "Back", "Next", "Next puzzle", "Post here"]
    profile = private_text(await club.alice.slash(club.channel, "profile"))
    assert f"**Checkers (English draughts)**, puzzles: **{rating}** · 1 solved" in profile
    assert "Playing on this server" not in profile
    seen = await club.store.puzzles.seen(club.alice.id, "checkers")
    assert seen[puzzle.id].right
    assert seen[puzzle.id].solved


async def test_a_wrong_try_is_refuted_and_counts_once(club: Club) -> None:
    message = await begin(club, club.alice)
    puzzle = await puzzle_of(club, club.alice)
    wrong = wrong_move(puzzle)
    await type_move(club, club.alice, message, wrong)
    text = club.text(message.message)
    assert f"`{wrong}` is not it. " in text
    rating = await club.store.puzzles.rating_of(club.alice.id, "checkers")
    assert rating.shown < NEW.shown
    assert f"{NEW} → {rating}" in text
    await type_move(club, club.alice, message, wrong)
    for move in puzzle.solution[::2]:
        await type_move(club, club.alice, message, move)
    text = club.text(message.message)
    assert "Solved!" in text
    assert "Your rating" not in text
    assert await club.store.puzzles.rating_of(club.alice.id, "checkers") == rating
    seen = await club.store.puzzles.seen(club.alice.id, "checkers")
    assert seen[puzzle.id].right is False
    assert seen[puzzle.id].solved


async def test_the_move_that_refutes_a_try_is_drawn(club: Club) -> None:
    message = await begin(club, club.alice)
    puzzle = await puzzle_of(club, club.alice)
    before = await picture_of(message.message)
    wrong = wrong_move(puzzle)
    await type_move(club, club.alice, message, wrong)
    drawn = await picture_of(message.message)
    position = puzzle.begin()
    made = await attempt(puzzle, (), [wrong])
    tried, reply = made.ways
    assert (position.write(tried.move), reply.better) == (wrong, True)
    box = ImageChops.difference(before.convert("RGB"), drawn.convert("RGB")).getbbox()
    assert box is not None
    assert f"`{wrong}` is not it." in alt_of(message.message)
    await club.alice.click(message, label="Flip")
    await club.alice.click(message, label="Flip")
    assert (await picture_of(message.message)).tobytes() == before.tobytes()  # it is drawn once


async def test_what_is_no_move_is_refused_and_costs_nothing(club: Club) -> None:
    message = await begin(club, club.alice)
    for text in ("99-98", "hello", "1-2 " * 500):
        label = "Type the move" if "Type the move" in labels(message.message) else "Correct it"
        await type_move(club, club.alice, message, text[:300], label)
    assert await club.store.puzzles.rating_of(club.alice.id, "checkers") == NEW
    assert (await desk_of(club, club.alice)).lines.moves == ()


async def test_the_solution_is_stepped_through_and_counts_as_not_solved(club: Club) -> None:
    message = await begin(club, club.alice)
    puzzle = await puzzle_of(club, club.alice)
    await club.alice.click(message, label="Solution")
    text = club.text(message.message)
    assert "  ".join(puzzle.solution) in text
    assert (await club.store.puzzles.rating_of(club.alice.id, "checkers")).shown < NEW.shown
    positions = [(await desk_of(club, club.alice)).lines.at]
    for label in ("Next", "Next", "Back"):
        await club.alice.click(message, label=label)
        positions.append((await desk_of(club, club.alice)).lines.at)
    assert positions == [1, 2, 3, 2]
    seen = await club.store.puzzles.seen(club.alice.id, "checkers")
    assert seen[puzzle.id].solved is None


async def test_none_comes_twice_until_all_were_there(club: Club) -> None:
    message = await begin(club, club.alice)
    had = []
    for _ in CHECKERS:
        had.append(await puzzle_of(club, club.alice))
        await club.alice.click(message, label="Solution")
        club.env.backend.advance_clock(1)
        assert "again" not in club.text(message.message)
        await club.alice.click(message, label="Next puzzle")
    assert len(set(had)) == len(CHECKERS)
    assert "You have had all 4 puzzles" in club.text(message.message)
    assert await puzzle_of(club, club.alice) == had[0]
    # It can be solved now, which no longer changes the rating; then the next one comes again.
    rating = await club.store.puzzles.rating_of(club.alice.id, "checkers")
    for move in had[0].solution[::2]:
        await type_move(club, club.alice, message, move)
    assert "Solved! This does not count for you" in club.text(message.message)
    assert await club.store.puzzles.rating_of(club.alice.id, "checkers") == rating
    await club.alice.click(message, label="Next puzzle")
    assert await puzzle_of(club, club.alice) == had[1]


async def test_who_presses_twice_or_comes_back_gets_the_same_puzzle(club: Club) -> None:
    message = await begin(club, club.alice)
    first = await desk_of(club, club.alice)
    await club.alice.click(message, label="Next puzzle")
    second = await desk_of(club, club.alice)
    assert second.id != first.id
    boards = puzzles_of(club).boards  # a second press on the first board
    user = await club.bot.fetch_user(club.alice.id)
    asker = Asker(user, club.guild.id, club.channel.id)
    assert await boards._next(asker, "checkers", first.id, second.used) == (second, None)
    await begin(club, club.alice)
    assert await puzzle_of(club, club.alice) == CHECKERS[DeskPuzzle.read(second.about).puzzle]
    assert len(await club.store.puzzles.seen(club.alice.id, "checkers")) == 2


async def test_it_goes_on_after_a_restart(club: Club) -> None:
    message = await begin(club, club.alice)
    puzzle = await puzzle_of(club, club.alice)
    await type_move(club, club.alice, message, puzzle.solution[0])
    await club.restart()
    await type_move(club, club.alice, message, puzzle.solution[2])
    assert "Solved!" in club.text(message.message)


async def test_an_update_may_take_the_puzzle_away(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    message = await begin(club, club.alice)
    puzzle = await puzzle_of(club, club.alice)
    form = await club.alice.click(message, label="Type the move")
    book = puzzles_of(club).book
    monkeypatch.delitem(book._by_id, puzzle.id)
    others = tuple(one for one in CHECKERS.values() if one != puzzle)
    monkeypatch.setitem(book._games, "checkers", others)
    answer = await club.alice.submit_modal(form, club.form(form, puzzle.solution[0]))
    assert "no longer in my book" in private_text(answer)
    await club.alice.click(message, label="Flip")
    assert "no longer in my book" in club.text(message.message)
    await club.alice.click(message, label="Next puzzle")
    assert await puzzle_of(club, club.alice) in others


async def test_an_update_may_end_the_solution_sooner(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    message = await begin(club, club.alice)
    puzzle = await puzzle_of(club, club.alice)
    await type_move(club, club.alice, message, puzzle.solution[0])
    ended = puzzle._replace(solution=puzzle.solution[:1])
    monkeypatch.setitem(puzzles_of(club).book._by_id, puzzle.id, ended)
    form = await club.alice.click(message, label="Type the move")
    answer = await club.alice.submit_modal(form, club.form(form, puzzle.solution[2]))
    assert "no longer in my book" in private_text(answer)
    await club.alice.click(message, label="Solution")
    assert "no longer in my book" in club.text(message.message)


async def test_in_a_direct_message_bare_moves_work(club: Club) -> None:
    await club.alice.send_dm("puzzle checkers")
    puzzle = await puzzle_of(club, club.alice)
    await club.alice.send_dm(puzzle.solution[0])
    assert (await desk_of(club, club.alice)).lines.moves == puzzle.solution[:2]
    await club.alice.send_dm(puzzle.solution[2])
    assert DeskPuzzle.read((await desk_of(club, club.alice)).about).state == "solved"


async def test_another_game_is_chosen_from_the_menu(club: Club) -> None:
    message = await begin(club, club.alice)
    await club.alice.click(message, label="Solution")
    (menu,) = [
        child.custom_id
        for row in message.message.components
        for child in getattr(row, "children", ())
        if child.custom_id.startswith("damier:menu-puzzle")
    ]
    await club.alice.select(message, ["frisian"], custom_id=menu)
    assert "### Puzzle · Frisian draughts" in club.text(message.message)
    again = await club.alice.slash(club.channel, "puzzle")  # of the same game by default
    assert "### Puzzle · Frisian draughts" in private_text(again)


async def test_a_game_without_puzzles_is_named(club: Club) -> None:
    answer = await club.alice.slash(club.channel, "puzzle", game="halma")
    assert "I have no puzzles of Halma yet" in private_text(answer)


async def test_the_computer_helps_with_no_puzzle_that_still_counts(club: Club) -> None:
    message = await begin(club, club.alice)
    puzzle = await puzzle_of(club, club.alice)

    async def said(who: MemberActor) -> str:
        shown = await who.slash(
            club.channel, "match analyse", game=puzzle.game, position=puzzle.position
        )
        assert shown.response is not None
        await who.click(shown.response, label="Ask the computer")
        return club.text(shown.response.message)

    assert "The computer says nothing about this position" in await said(club.alice)
    assert "The computer says nothing" not in await said(club.bob)
    await club.alice.click(message, label="Solution")
    assert "The computer says nothing" not in await said(club.alice)


async def test_in_a_direct_message_it_is_given_up_by_a_word(club: Club) -> None:
    for word in ("solution", "I give up", "la solution ?", "j'abandonne"):
        await club.alice.send_dm("puzzle checkers")
        puzzle = await puzzle_of(club, club.alice)
        await club.alice.send_dm(word)
        standing = DeskPuzzle.read((await desk_of(club, club.alice)).about)
        assert (standing.puzzle, standing.state) == (puzzle.id, "given"), word
        seen = await club.store.puzzles.seen(club.alice.id, "checkers")
        assert seen[puzzle.id].told is not None


@OWN
@pytest.mark.parametrize(
    ("words", "is_easy"),
    [
        ("easy puzzle", True),
        ("hard puzzle", False),
        ("un problème facile", True),
        ("problème difficile", False),
    ],
)
async def test_an_easy_or_a_hard_one_is_asked_for(club: Club, words: str, is_easy: bool) -> None:
    ranked = sorted(puzzles_of(club).book.of("checkers"), key=lambda puzzle: puzzle.rating)
    half = ranked[: len(ranked) // 2 + 1] if is_easy else ranked[len(ranked) // 2 :]
    await club.alice.send_dm("puzzle checkers")
    await club.alice.send_dm(words)
    assert await puzzle_of(club, club.alice) in half
    await club.alice.send(club.channel, f"{club.me} {words} checkers")
    shared = await club.store.shared_puzzles.newest(club.channel.id)
    assert shared is not None
    assert shared.puzzle in {puzzle.id for puzzle in half}
