"""Puzzles that a channel solves together."""

from __future__ import annotations

import discord
import pytest

from cogs.learning.puzzles import Puzzles
from data import SharedPuzzle
from engine.puzzles import Puzzle, read
from engine.rating import NEW
from tests.cogs.conftest import SHARED, Club, labels, picture_of, private_text
from tests.cogs.learning.conftest import PUZZLES
from tests.cogs.learning.test_puzzles import begin, puzzles_of, wrong_move

pytestmark = SHARED

ALL = {p.id: p for name in ("checkers", "frisian") for p in read(PUZZLES / f"{name}.txt")}


async def posted(club: Club, game: str = "checkers") -> tuple[SharedPuzzle, Puzzle]:
    """Have a puzzle posted in the channel; return it."""
    await club.alice.send(club.channel, f"{club.me} puzzle {game}")
    return await newest(club)


async def newest(club: Club) -> tuple[SharedPuzzle, Puzzle]:
    shared = await club.store.shared_puzzles.newest(club.channel.id)
    assert shared is not None
    return shared, ALL[shared.puzzle]


async def test_it_is_solved_by_moves_typed_in_the_channel(club: Club) -> None:
    shared, puzzle = await posted(club)
    post = club.last
    assert post.id == shared.message
    assert "to play and win 2 men" in club.text()
    assert labels(post) == ["Type the move", "Solution"]
    assert (await picture_of(post)).size[0] > 400
    await club.bob.send(club.channel, "what a nice one")
    assert club.last.author.id == club.bob.id
    await club.bob.send(club.channel, puzzle.solution[0])
    assert f"<@{club.bob.id}>: `{puzzle.solution[0]}` is right." in club.text()
    assert not club.pinged()
    await club.restart()
    await club.carol.send(club.channel, puzzle.solution[2])
    assert f"**Solved by <@{club.carol.id}>!**" in club.text()
    assert "Shot: give 1, take 3" in club.text()
    assert labels(club.last) == ["Next puzzle"]
    # People who find it later are told so if they reply; without a reply the move is chat.
    await club.bob.send(club.channel, puzzle.solution[0])
    assert club.last.author.id == club.bob.id
    await club.bob.send(club.channel, puzzle.solution[0], reply_to=post)
    assert f"That is right. <@{club.carol.id}> was first." in club.text()
    await club.bob.send(club.channel, wrong_move(puzzle), reply_to=post)
    assert "is not it." in club.text()
    # A shared puzzle is not rated, and its solver no longer gets it in private.
    assert await club.store.puzzles.rating_of(club.carol.id, "checkers") == NEW
    assert puzzle.id in await club.store.puzzles.seen(club.carol.id, "checkers")


async def test_wrong_moves_are_refuted(club: Club) -> None:
    _, puzzle = await posted(club)
    await club.bob.send(club.channel, wrong_move(puzzle))
    assert f"`{wrong_move(puzzle)}` is not it." in club.text()
    assert (await picture_of(club.last)).size[0] < 500  # with the move that refutes it
    assert (await newest(club))[0].line == ()
    await club.bob.send(club.channel, "1-32")  # without a mention it may be chat
    assert club.last.author.id == club.bob.id
    await club.bob.send(club.channel, f"{club.me} 1-32")
    assert club.last.author.id != club.bob.id
    await club.bob.send(club.channel, "22-18 " * 300)
    assert club.last.author.id == club.bob.id


async def test_an_update_may_end_the_solution_sooner(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, puzzle = await posted(club)
    await club.bob.send(club.channel, puzzle.solution[0])
    ended = puzzle._replace(solution=puzzle.solution[:1])
    monkeypatch.setitem(puzzles_of(club).book._by_id, puzzle.id, ended)
    await club.carol.send(club.channel, puzzle.solution[2])
    assert "no longer in my book" in club.text()
    await club.start("assaut soldiers")
    await club.bob.send(club.channel, puzzle.solution[2])
    assert "no longer in my book" not in club.text()


async def test_what_fits_no_match_of_its_author_is_for_the_puzzle(club: Club) -> None:
    shared, puzzle = await posted(club)
    post = club.last
    match = await club.start("assaut soldiers")
    mover, other = (club.alice, club.bob)
    if match.people[match.position.turn] != club.alice.id:
        mover, other = other, mover
    placed = match.position.write(match.position.legal_moves()[0])
    await mover.send(club.channel, placed)
    assert len((await club.reload(match)).moves) == 1
    await mover.send(club.channel, f"{club.me} z1-z9")  # fits neither board: the match answers
    assert (await newest(club))[0].line == ()
    await other.send(club.channel, wrong_move(puzzle))  # the bot has posted the match since
    assert club.last.author.id == other.id
    await other.send(club.channel, wrong_move(puzzle), reply_to=post)
    assert f"`{wrong_move(puzzle)}` is not it." in club.text()
    await other.send(club.channel, puzzle.solution[0])
    assert (await newest(club))[0].line == puzzle.solution[:2]
    await mover.send(club.channel, puzzle.solution[2])
    found = await club.store.shared_puzzles.get(shared.id)
    assert found is not None
    assert found.solver == mover.id
    assert len((await club.reload(match)).moves) == 1


async def test_ones_own_turn_goes_first(club: Club) -> None:
    puzzles, channel = club.bot.cog(Puzzles), club.bot.get_channel(club.channel.id)
    assert isinstance(channel, discord.TextChannel)
    puzzle, both = ALL["checkers-b3b20c"], "12-16"
    await puzzles._shared.post(channel, puzzle, club.bot.clock.now())
    await club.posted()
    post = club.last
    match = await club.start("checkers white")
    mover = club.alice if match.people[match.position.turn] == club.alice.id else club.bob
    rival = club.bob if mover is club.alice else club.alice
    await mover.send(club.channel, both, reply_to=post)
    assert f"Puzzle · Checkers (English draughts): `{both}` is not it." in club.text()
    await mover.send(club.channel, puzzle.solution[0])  # they tried it, but it is their turn
    assert "Puzzle" not in club.text()
    assert (await newest(club))[0].line == ()
    await mover.send(club.channel, both)
    assert [event.text for event in (await club.reload(match)).moves] == [both]
    await rival.send(club.channel, "22-18")
    assert len((await club.reload(match)).moves) == 2


async def test_a_puzzle_far_above_takes_no_moves_but_of_those_who_tried_it(club: Club) -> None:
    _, puzzle = await posted(club)
    await club.bob.send(club.channel, wrong_move(puzzle))
    assert "Puzzle · Checkers (English draughts): " in club.text()
    await club.carol.send(club.channel, wrong_move(puzzle))  # the answer to Bob is of the puzzle
    assert "is not it." in club.text()
    await club.alice.send(club.channel, f"{club.me} help")
    dave = club.guild.add_member(club.env.create_user("dave"))
    for text in (wrong_move(puzzle), f"{club.me} {wrong_move(puzzle)}"):
        await dave.send(club.channel, text)
        assert "is not it." not in club.text()
    assert "You have no match in this channel" in club.text()
    await club.bob.send(club.channel, puzzle.solution[0])
    assert (await newest(club))[0].line == puzzle.solution[:2]
    await dave.send(club.channel, puzzle.solution[2])  # Bob's move has made it the last post again
    assert f"**Solved by <@{dave.id}>!**" in club.text()


async def test_a_move_is_typed_into_a_form(club: Club) -> None:
    _, puzzle = await posted(club)
    post = club.last
    opened = await club.bob.click(post, label="Type the move")
    wrong = await club.bob.submit_modal(opened, club.form(opened, wrong_move(puzzle)))
    assert "is not it." in private_text(wrong)
    opened = await club.bob.click(post, label="Type the move")
    await club.bob.submit_modal(opened, club.form(opened, puzzle.solution[0]))
    assert (await newest(club))[0].line == puzzle.solution[:2]
    assert f"<@{club.bob.id}>: `{puzzle.solution[0]}` is right." in club.text()


async def test_the_solution_is_for_who_asks_and_the_next_one_for_all(club: Club) -> None:
    _, puzzle = await posted(club)
    asked = await club.bob.click(club.last, label="Solution")
    assert "  ".join(puzzle.solution) in private_text(asked)
    for move in puzzle.solution[::2]:
        await club.carol.send(club.channel, move)
    solved = club.last
    await club.bob.click(solved, label="Next puzzle")
    second, other = await newest(club)
    assert other != puzzle
    late = await club.bob.click(solved, label="Next puzzle")  # pressed twice
    assert "There is a newer puzzle in this channel." in private_text(late)
    assert (await newest(club))[0] == second


async def test_a_private_one_is_posted_once(club: Club) -> None:
    message = await begin(club, club.alice)
    await club.alice.click(message, label="Post here")
    shared, _ = await newest(club)
    assert shared.message == club.last.id
    again = await club.alice.click(message, label="Post here")
    assert "It is posted here already." in private_text(again)
    assert len(club.messages) == 1


async def test_without_a_permission_it_is_not_posted(club: Club) -> None:
    message = await begin(club, club.alice)
    await club.forbid("attach_files")
    refused = await club.alice.click(message, label="Post here")
    assert "I am missing the permission Attach Files" in private_text(refused)
    await club.alice.send(club.channel, f"{club.me} puzzle frisian")
    assert "I am missing the permission Attach Files" in club.text()


async def test_what_was_played_before_an_end_of_the_process_is_shown(club: Club) -> None:
    shared, puzzle = await posted(club)
    # The process ends between storing a move and posting its result.
    await club.store.shared_puzzles.play(shared, puzzle.solution[:2], None, club.env.now())
    await club.restart()
    now, _ = await newest(club)
    assert (now.message, now.line) == (club.last.id, puzzle.solution[:2])
    assert "  ".join(puzzle.solution[:2]) in club.text()
    await club.store.shared_puzzles.play(now, puzzle.solution, club.bob.id, club.env.now())
    await club.restart()
    assert f"**Solved by <@{club.bob.id}>!**" in club.text()
    count = len(club.messages)
    await club.restart()
    assert len(club.messages) == count


async def test_after_a_day_bare_moves_are_chat(club: Club) -> None:
    _, puzzle = await posted(club)
    await club.later(days=2)
    await club.bob.send(club.channel, puzzle.solution[0])
    assert (await newest(club))[0].line == ()
    await club.bob.send(club.channel, f"{club.me} {puzzle.solution[0]}")
    assert (await newest(club))[0].line == puzzle.solution[:2]


@pytest.mark.usefixtures("language")
@pytest.mark.parametrize("language", ["fr"])
async def test_in_french(club: Club) -> None:
    await club.alice.send(club.channel, f"{club.me} problème dames frisonnes")
    _, puzzle = await newest(club)
    assert "### Problème · " in club.text()
    await club.bob.send(club.channel, puzzle.solution[0])
    await club.bob.send(club.channel, puzzle.solution[2])
    assert f"**Résolu par <@{club.bob.id}>\u202f!**" in club.text()


async def test_who_was_shown_a_solution_in_a_channel_gains_nothing_by_it(club: Club) -> None:
    _, puzzle = await posted(club)
    await club.bob.click(club.last, label="Solution")  # what others solve counts as seen by all
    for member in (club.bob, club.carol):
        made = await club.store.puzzles.seen(member.id, "checkers")
        assert (puzzle.id in made) == (member is club.bob)
    choice = puzzles_of(club).choice
    assert await choice.is_known(puzzle, club.bob.id, club.guild.id)
    assert not await choice.is_known(puzzle, club.carol.id, club.guild.id)
    for move in puzzle.solution[::2]:
        await club.alice.send(club.channel, move)
    assert await choice.is_known(puzzle, club.carol.id, club.guild.id)
    assert not await choice.is_known(puzzle, club.carol.id, 1)


@pytest.mark.parametrize("word", ["solution", "I give up", "la solution ?"])
async def test_who_gives_it_up_sees_the_solution_alone(club: Club, word: str) -> None:
    shared, puzzle = await posted(club)
    for said in (word, f"{club.me} {word}"):
        await club.bob.send(club.channel, said)
        assert club.text().startswith("Only the person who presses it sees the solution.")
        told = private_text(await club.bob.click(club.last, label="Solution"))
        assert puzzle.solution[0] in told
    await club.bob.send(club.channel, puzzle.solution[0])
    assert (await newest(club))[0].line, "others go on, and it is still the last thing said"
    assert shared.id == (await newest(club))[0].id


async def test_giving_up_below_other_posts_is_chat(club: Club) -> None:
    await posted(club)
    await club.start("frisian white")
    for member in (club.bob, club.carol):
        await member.send(club.channel, "solution")
        assert club.last.author.id == member.id
    await club.alice.send(club.channel, "I give up")
    assert "Do you want to resign" in club.text()


async def test_how_to_answer_is_said_as_it_is_where_moves_are_played(club: Club) -> None:
    await posted(club)
    assert "Type a move here, or as a reply" in club.text()
    await club.start("frisian white")
    await posted(club)
    assert "Type a move as a reply to this post." in club.text()
