"""Puzzles from matches of the server whose players have agreed in their preferences."""

from __future__ import annotations

import asyncio

import discord
import pytest
from simcord import ChannelHandle, MemberActor

from cogs.computers.worker import answer_to
from cogs.computers.worker_pool import Rank, Workers
from cogs.computers.worker_protocol import Answer, Question
from cogs.learning import match_search
from cogs.learning.match_search import EVERY
from cogs.learning.puzzle_boards import KIND, DeskPuzzle
from data import DailyPuzzle, MatchPuzzle
from engine import Refusal
from engine.puzzles import read
from engine.rating import NEW
from engine.table.match import Match
from tests.cogs.conftest import RARE_TICKS, Club, private_text
from tests.cogs.learning.conftest import PUZZLES
from tests.cogs.learning.test_puzzles import puzzles_of, type_move
from tests.cogs.results import begun

pytestmark = RARE_TICKS

PLAYED = """
34-29 19-24 39-34 18-23 29x18 8x30 32-27 12-18 40-34 30x39 49x29 24x33 43x21 3-8 38-33 7-12 42-38
2-7 38-32 20-25 35-30 25x34 44x24 14x34 33x35 9-14 32-28 11-17 31-26 14-20 36-31
"""
"""The moves of a match. Before the last, White could solve a puzzle, but plays something else."""

PROMISING = "W:W21,26-28,35-37,41,45-48,50:B1,4-8,10,12,13,15-17,20"

ANSWERS: dict[bytes, Answer] = {}
"""The answers by their written question, kept because they are the same in each test."""

BOOK = read(PUZZLES / "frisian.txt")


class Searching:
    """Searches ``PROMISING`` positions alone, in the test's own process.

    ``asked`` are the positions of all questions, in order.
    """

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.ranks: set[Rank] = set()
        self.ends_after = 1000

    async def study(self, question: Question, rank: Rank = Rank.REVIEW) -> Answer:
        if len(self.asked) >= self.ends_after:
            raise RuntimeError("It ends here.")
        self.asked.append(question.line[-1])
        self.ranks.add(rank)
        if not question.line[-1].startswith(PROMISING):
            return Answer()
        written = question.write()
        if written not in ANSWERS:
            ANSWERS[written] = await asyncio.to_thread(answer_to, question)
        return ANSWERS[written]


@pytest.fixture(autouse=True)
def searching(monkeypatch: pytest.MonkeyPatch) -> Searching:
    found = Searching()
    monkeypatch.setattr(Workers, "study", lambda _, *asked: found.study(*asked))
    return found


async def agree(club: Club, *members: MemberActor, answer: str = "off") -> None:
    """Let members press the switch of puzzles from their matches, whose label says ``answer``."""
    for member in members:
        panel = (await member.slash(club.channel, "settings")).response
        assert panel is not None
        await member.click(panel, label=f"Puzzles from my matches: {answer}")


async def played(club: Club, channel: ChannelHandle | None = None, *, over: bool = True) -> Match:
    """Store a match of Alice and Bob with the moves ``PLAYED``, after which Bob resigns.

    If it is not ``over``, the match goes on, and the last move is still to come.
    """
    match = await begun(club, channel=channel)
    now = discord.utils.utcnow()
    async with club.store.match(match.id) as table:
        for text in PLAYED.split()[: None if over else -1]:
            mover = table.match.people[table.match.position.turn]
            table.match = table.match.play(mover, text, now=now, source=None)
        if over:
            table.match = table.match.resign(club.bob.id, now=now, source=None)
    return table.match


async def look(club: Club) -> list[MatchPuzzle]:
    """Let the bot search due matches; return the puzzles that the server has then."""
    await club.env.advance_time(2 * EVERY.total_seconds())
    return await club.store.match_puzzles.of_server(club.guild.id, "frisian")


async def had_all(club: Club, *members: MemberActor) -> None:
    """Have the members see all puzzles of the book."""
    for member in members:
        for puzzle in BOOK:
            await club.store.puzzles.show(member.id, puzzle.id, "frisian", discord.utils.utcnow())


async def next_of(club: Club, member: MemberActor) -> str:
    """Let a member ask for a puzzle; return its id."""
    await member.slash(club.channel, "puzzle", game="frisian")
    desk = await club.store.desks.latest(member.id, KIND)
    assert desk is not None
    return DeskPuzzle.read(desk.about).puzzle


async def test_members_solve_what_was_played_on_their_server(
    club: Club, searching: Searching
) -> None:
    await agree(club, club.alice)
    match = await played(club)
    assert await look(club) == []  # Bob has not agreed
    assert not searching.asked
    await agree(club, club.bob)
    (found,) = await look(club)
    assert found.match == match.id
    assert searching.ranks == {Rank.PUZZLES}
    assert len(searching.asked) == len(PLAYED.split()) + 1  # the last one is after resigning
    await had_all(club, club.alice, club.bob, club.carol)
    shown = await club.carol.slash(club.channel, "puzzle", game="frisian")
    by = f"<@{club.alice.id}> and <@{club.bob.id}>."
    assert f"From a match of {by}" in private_text(shown)
    assert shown.response is not None
    message = shown.response
    for move in found.puzzle.solution[::2]:
        await type_move(club, club.carol, message, move)
    text = club.text(message.message)
    assert "Solved!" in text
    assert f"From match #{match.id} of {by}" in text
    assert (await club.store.puzzles.rating_of(club.carol.id, "frisian")).shown > NEW.shown
    # The players of the match do not get its puzzle.
    assert await next_of(club, club.alice) != found.puzzle.id
    # A player withdraws consent: the puzzle is gone, even from the board of a solver.
    await agree(club, club.bob, answer="on")
    await club.carol.click(message, label="Flip")
    assert "no longer in my book" in club.text(message.message)
    assert await next_of(club, club.carol) != found.puzzle.id


async def test_who_may_not_see_the_match_is_not_shown_its_puzzle(club: Club) -> None:
    await agree(club, club.alice, club.bob)
    hidden = club.guild.create_text_channel("hidden")
    match = await played(club, hidden)
    (found,) = await look(club)
    await club.hide_from_everybody(hidden)
    await had_all(club, club.carol)
    assert await next_of(club, club.carol) != found.puzzle.id
    choice = puzzles_of(club).choice
    channels = [club.bot.get_channel(one.id) for one in (club.channel, hidden)]
    there = club.env.create_guild("Other").create_text_channel("draughts")
    for channel in (channels[0], club.bot.get_channel(there.id)):
        assert isinstance(channel, discord.TextChannel)
        with pytest.raises(Refusal, match="not everybody here may see"):
            await choice.check_may_be_posted(found.puzzle, channel)
        assert (await choice.for_channel("frisian", channel, {p.id for p in BOOK})) in BOOK
    assert isinstance(channels[1], discord.TextChannel)
    await choice.check_may_be_posted(found.puzzle, channels[1])
    # A member who has blocked a player is not told who played; others are.
    assert await choice.match_told(match.id, club.carol.id, over=False)
    await club.store.blocks.add(club.carol.id, club.bob.id)
    assert await choice.match_told(match.id, club.carol.id, over=False) is None


async def test_what_stands_on_a_live_board_is_no_puzzle_now(club: Club) -> None:
    await agree(club, club.alice, club.bob)
    await played(club)
    (found,) = await look(club)
    live = await played(club, over=False)
    await had_all(club, club.carol)
    assert await next_of(club, club.carol) != found.puzzle.id
    async with club.store.match(live.id) as table:
        table.match = table.match.resign(club.bob.id, now=discord.utils.utcnow(), source=None)
    await club.carol.click(
        (await club.carol.slash(club.channel, "puzzle", game="frisian")).response,  # type: ignore[arg-type] # it is there
        label="Next puzzle",
    )
    assert await next_of(club, club.carol) == found.puzzle.id


async def test_the_puzzle_of_the_day_may_be_from_a_match_of_the_server(club: Club) -> None:
    await agree(club, club.alice, club.bob)
    await played(club)
    (found,) = await look(club)
    day = discord.utils.utcnow().date()
    one = DailyPuzzle(club.guild.id, day, found.puzzle.id, "frisian", club.channel.id, None)
    await club.store.daily_puzzles.put(one)
    await club.bot.preferences.change_server(
        club.guild.id, daily_channel=club.channel.id, daily_hour=0, daily_zone="UTC"
    )
    await club.env.advance_time(60)
    assert f"From a match of <@{club.alice.id}> and <@{club.bob.id}>." in club.text()
    # A player of the match may solve it, but does not count.
    opened = await club.alice.click(club.last, label="Solve")
    assert opened.response is not None
    for move in found.puzzle.solution[::2]:
        await type_move(club, club.alice, opened.response, move)
    assert "Solved! This does not count for you" in club.text(opened.response.message)
    assert await club.store.daily_puzzles.solvers(club.guild.id, day) == 0
    assert await club.store.puzzles.rating_of(club.alice.id, "frisian") == NEW


async def test_a_restart_in_the_middle_loses_and_doubles_nothing(
    club: Club, searching: Searching, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(match_search, "NOTED_EVERY", 5)
    await agree(club, club.alice, club.bob)
    await played(club)
    for ends_after in (7, 31, 1000):
        searching.ends_after = ends_after
        await club.restart()
        found = await look(club)
    (one,) = found
    assert 0 < len(searching.asked) - len(set(searching.asked)) < 2 * 5
    assert set(searching.asked) >= {searching.asked[0], one.puzzle.position}
    assert await club.store.match_puzzles.next_search() is None
