"""What the boards of crowds show while they move and vote, and afterwards."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import discord
import pytest

from cogs.client.client import Origin
from cogs.crowds import ballot_posts, ballot_view
from cogs.crowds.ballot_buttons import BallotButtons
from cogs.crowds.ballot_posts import BallotPosts
from cogs.delivery.standing_posts import FAILED_FOR
from cogs.language.catalogues import ENGLISH, translate_into
from cogs.timekeeping.keyed_worker import FIRST_PAUSE
from cogs.timekeeping.paces import Paces
from data import StoreError
from engine.crowds.ballot import Ballot
from engine.crowds.crowd import Crowd
from engine.table.match import Match
from engine.table.record import crowd
from tests.cogs.computers.conftest import answered
from tests.cogs.conftest import OWN, SHARED, UNSEEN, Club, labels, private_text
from tests.cogs.crowds.conftest import crowd_of, gathered, thoughts, typed
from tests.cogs.events.hall import as_bot
from tests.cogs.requests import messages
from tests.patience import looked_up

pytestmark = [SHARED, UNSEEN, pytest.mark.usefixtures("thoughts")]

__all__ = ["thoughts"]


def board(club: Club) -> discord.Message:
    """Return the newest board."""
    return next(m for m in reversed(club.messages) if "match #" in club.text(m) and m.attachments)


async def shown(club: Club, holds: Callable[[str], bool]) -> str:
    """Return the text of the newest board once it is up to date; fail unless it ``holds``."""
    await club.env.settle()
    text = club.text(board(club))
    assert holds(text), text
    return text


def says(words: str, text: str) -> bool:
    """Return whether ``text`` has ``words``."""
    return words in text


def alt(message: discord.Message) -> str:
    """Return the description of a board's picture."""
    galleries = [c for c in message.components if isinstance(c, discord.MediaGalleryComponent)]
    return galleries[0].items[0].description or ""


async def test_numbers_are_hidden_until_one_has_voted_and_told_with_the_move(club: Club) -> None:
    await gathered(club, f"vote frisian computer 1 1h quorum 3 captain {club.bob.mention}")
    await typed(club, club.alice, "32-28")
    await typed(club, club.bob, "31-27")
    text = await shown(club, lambda text: "2 people have voted" in text)
    assert "Proposals: **A** `32-28` · **B** `31-27`\nThe count of votes is shown to those" in text
    post = board(club)
    assert labels(post)[:5] == ["A 32-28", "B 31-27", "How it stands", "Close the vote", "Veto"]
    assert "Proposed: A 32-28, B 31-27." in alt(post)
    told = private_text(await club.bob.click(post, label="How it stands"))
    assert f"**B** `31-27`: 1, {club.bob.mention}" in told
    unknown = private_text(await club.carol.click(post, label="How it stands"))
    assert "`" not in unknown
    await club.carol.click(post, label="B 31-27")
    await club.bob.click(post, label="Close the vote")
    text = await shown(club, lambda text: "closed" in text)
    assert "The captain closed the vote. `31-27` had 2 of 3 votes. The others: `32-28` 1." in text
    viewed = await club.alice.slash(club.channel, "match moves")
    assert viewed.response is not None
    while "`31-27` had 2 of 3 votes" not in club.text(viewed.response.message):
        await club.alice.click(viewed.response, label="Back")
    profile = private_text(await club.bob.slash(club.channel, "profile"))
    assert "**Crowds**: 1 of 1 vote or move was played, in 1 match." in profile


async def test_the_card_and_the_first_board_say_the_terms(club: Club) -> None:
    words = f"captain {club.carol.mention} quorum 3 guard forfeit"
    await gathered(club, f"vote frisian {club.bob.mention} 12h {words}")
    said = (
        "The crowd is everybody in this channel. Each move is voted on, for 12 hours at most. "
        f"{club.carol.mention} is the captain and chooses if fewer than 3 vote. The computer "
        "drops moves that lose more than a piece for nothing. If nobody votes, the time is "
        "extended once; then the side has lost.\n"
    )
    assert said in club.text(club.last)
    assert "Not rated: a crowd plays" in club.text(club.last)
    await club.bob.click(club.last, label="Accept")
    assert said in await shown(club, lambda text: "The vote ends" in text)
    await gathered(club, "daily frysk computer 1 19h friday monday")
    days = "until 19:00 (UTC) on these days: Monday, Friday."
    text = await shown(club, lambda text: days in text)
    assert "then a computer of level 1 moves." in text


async def test_the_card_says_nothing_that_is_usual(club: Club) -> None:
    await gathered(club, f"vote frisian {club.bob.mention} 12h")
    usual = "The crowd is everybody in this channel. Each move is voted on, for 12 hours at most.\n"
    assert usual in club.text(club.last)
    for word in ("early", "nobody votes", "two thirds", "rated match", "computer", "How a vote"):
        assert word not in club.text(club.last)
    await gathered(club, f"vote frisian {club.carol.mention} 12h quorum 5 secret")
    said = "A vote may end early once 5 have voted. The votes are shown once voting has ended.\n"
    assert usual[:-1] + " " + said in club.text(club.last)
    await gathered(club, f"vote frisian {club.carol.mention} 12h visible")
    assert "Everybody sees how a vote stands.\n" in club.text(club.last)


async def test_the_card_has_a_sides_name_and_says_once_what_is_of_both(club: Club) -> None:
    reds, blues = club.guild.create_role("Reds *1*"), club.guild.create_role("Blues")
    await gathered(club, f"vote frisian {reds.mention} {club.bob.mention} 12h")
    assert "White Reds \\*1\\* · Black" in club.text(club.last)
    match = await gathered(club, f"vote frisian {reds.mention} against {blues.mention} 12h secret")
    text = await shown(club, lambda text: f"match #{match.id}" in text)
    for role in (reds, blues):
        assert f"is whoever has the role {role.mention}." in text
    assert text.count("Each move is voted on, for 12 hours at most. The votes are shown") == 1


async def vote(club: Club, match: Match, numbers: range) -> None:
    """Let people with the ids ``numbers`` vote."""
    with as_bot(club.env):
        await _vote(club, match, numbers)


async def _vote(club: Club, match: Match, numbers: range) -> None:
    async with club.store.crowds.open(match.id, crowd()) as table:
        for number in numbers:
            move, now = ("32-28", "31-27", "34-29")[number % 3], club.bot.clock.now()
            table.crowd = table.crowd.vote(2**60 + number, move, now=now, source=None)


async def test_a_board_is_edited_seldom_however_many_vote_and_true_in_the_end(
    club: Club, paces: Paces, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(paces, "edited_every", 60.0)
    match = await gathered(club, "vote frisian computer 1 1h visible quorum 9")
    await club.env.advance_time(2 * club.bot.paces.edited_every)  # the board may be edited again
    await vote(club, match, range(10))
    await shown(club, lambda text: "10 people have voted" in text)
    before = len(edits(club))
    for first in range(10, 500, 10):
        await vote(club, match, range(first, first + 10))
        if not first % 100:
            await club.env.settle()
    await club.env.settle()
    assert len(edits(club)) == before
    await club.env.advance_time(club.bot.paces.edited_every + 1)
    text = await shown(club, lambda text: "500 people have voted" in text)
    assert "**A** `32-28` 167 · **B** `31-27` 167 · **C** `34-29` 166" in text
    assert len(edits(club)) == before + 1
    post = await club.store.crowds.post_of(match.id, crowd())
    assert (post.message, post.shown) == (board(club).id, (await crowd_of(club, match)).count)


def edits(club: Club) -> list[str]:
    """Return the edits of messages in the club's channel."""
    sent = [what for what, _ in messages(club.env.http_requests)]
    return [what for what in sent if what.startswith(f"PATCH /channels/{club.channel.id}/")]


async def test_a_board_whose_picture_cannot_be_changed_says_what_is_proposed(club: Club) -> None:
    await gathered(club, "vote frisian computer 1 1h quorum 3")
    await shown(club, lambda text: "The vote ends" in text)
    for status in (500, 429, 400):  # a failure, a rate limit, a refused picture
        club.env.inject_error("PATCH", f"/channels/{club.channel.id}/*", status=status, times=1)
    await typed(club, club.alice, "32-28")
    await club.env.advance_time(4 * FAILED_FOR)
    await shown(club, lambda text: "**A** `32-28`" in text)
    sent = [json for what, json in messages(club.env.http_requests) if what in edits(club)]
    refused, kept = (int(json["attachments"][0]["id"]) for json in sent[-2:])
    assert refused == 0  # a new file
    assert kept == board(club).attachments[0].id


async def test_a_board_that_was_refused_is_edited_once_the_bot_may_post_again(club: Club) -> None:
    await gathered(club, "vote frisian computer 1 1h quorum 3")
    await shown(club, lambda text: "The vote ends" in text)
    path = f"/channels/{club.channel.id}/messages/{board(club).id}"
    club.env.inject_error("PATCH", path, status=403, code=50001, times=1)
    await typed(club, club.alice, "32-28")
    await shown(club, lambda text: "32-28" not in text)
    with as_bot(club.env):
        club.bot.dispatch("may_post_again", club.guild.id, None)
    await shown(club, lambda text: "**A** `32-28`" in text)


@OWN
async def test_what_a_killed_process_has_saved_is_shown_by_the_next(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    await gathered(club, "vote frisian computer 1 1h quorum 3")
    await club.env.settle()
    posts = club.bot.cog(BallotPosts)
    monkeypatch.setattr(posts._worker, "wake", lambda _: None)  # killed before the edit
    await typed(club, club.alice, "32-28")
    assert "32-28" not in club.text(board(club))
    monkeypatch.setattr(Crowd, "give_back", lambda crowd, *_, **_more: crowd)  # nor extended
    await club.restart()
    await shown(club, lambda text: "**A** `32-28`" in text)


async def test_a_relay_names_who_moved_and_in_the_end_all(club: Club) -> None:
    await gathered(club, "relay frisian computer 1")
    match = await typed(club, club.bob, "32-28")
    text = await shown(club, lambda text: "is by" in text)
    assert f"`32-28` is by {club.bob.mention}." in text
    assert "Take it back" in labels(board(club))
    await typed(club, club.carol, match.example)
    await typed(club, club.bob, "resign")
    await club.bob.click(club.last, label="Yes, let us vote")
    await typed(club, club.carol, "resign")
    await club.carol.click(club.last, label="Yes, let us vote")
    text = await shown(club, lambda text: "Those who played for the crowd:" in text)
    assert f"the crowd: <@{club.bob.id}> (1), <@{club.carol.id}> (1)." in text
    assert "Review" in labels(board(club))
    assert (await club.reload(match)).outcome is not None


@pytest.mark.parametrize("boards", ["fold", "keep"])
async def test_an_earlier_board_still_says_how_its_move_was_found(club: Club, boards: str) -> None:
    await club.bot.preferences.change_server(club.guild.id, boards=boards)
    match = await gathered(club, f"vote frisian computer 1 1h captain {club.carol.mention}")
    moves = list[str]()
    for _ in range(2):
        position = (await club.reload(match)).position
        moves.append(move := position.write(position.legal_moves()[0]))
        await typed(club, club.carol, move)
        await shown(club, lambda text: "1 person has voted" in text)
        before = board(club)
        await club.carol.click(before, label="Close the vote")
        await answered(club)
        await shown(club, partial(says, f"`{move}` had 1 of 1 vote."))
    await club.env.settle()
    told = f"it was the captain’s choice. `{moves[0]}` had 1 of 1 vote"
    (earlier,) = [text for text in map(club.text, club.messages) if told in text]
    assert (f"played `{moves[0]}`" in earlier, "Move" in earlier) == (True, boards == "keep")


async def test_a_close_that_comes_late_leaves_the_next_vote_open(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The vote that the captain sees is over before they are looked up as a member."""
    match = await gathered(club, f"vote frisian computer 1 1h captain {club.carol.mention}")
    moves, carol = club.bot.cog(BallotButtons)._moves, club.carol.id
    act = moves.act

    async def late(
        seen: Match, user: int, person: int, origin: Origin, change: Callable[[Crowd], Crowd]
    ) -> Crowd:
        monkeypatch.setattr(moves, "act", act)
        other = Origin(now=origin["now"], source="another press")
        await act(seen, user, person, other, lambda one: one.close(person, **other))
        await looked_up(ballot, bool)
        now = await club.reload(match)
        text = now.position.write(now.position.legal_moves()[0])
        await moves.decide(now, user, carol, text, Origin(now=origin["now"], source="a vote"))
        return await act(seen, user, person, origin, change)

    async def ballot() -> Ballot | None:
        (crowd,) = await club.store.crowds.of_match(match.id)
        return crowd.open_ballot

    await typed(club, club.carol, "32-28")
    await shown(club, lambda text: "1 person has voted" in text)
    monkeypatch.setattr(moves, "act", late)
    assert "out of date" in private_text(
        await club.carol.click(board(club), label="Close the vote")
    )
    still = await ballot()
    assert still is not None
    assert still.standing


async def test_a_move_of_the_day_is_one_post_with_the_computers_answer(club: Club) -> None:
    match = await gathered(club, "daily frisian computer 1 18h")
    assert club.bot.cog(BallotPosts).held_for(match) == ballot_posts.HELD
    await typed(club, club.alice, "32-28")
    await shown(club, lambda text: "**A** `32-28`" in text)
    before = club.newest
    await club.wait(days=2)
    (post,) = club.since(before)
    text = await shown(club, lambda text: "Too few had voted" in text)
    assert post.id == board(club).id
    assert "White (the crowd) played `32-28`.\nBlack" in text


async def test_two_crowds_are_named_on_their_turns_and_a_tie_is_explained(club: Club) -> None:
    dave = club.guild.add_member(club.env.create_user("dave"))
    one, other = f"{club.alice.mention} {club.bob.mention}", f"{club.carol.mention} {dave.mention}"
    await gathered(club, f"vote frisian {one} against {other} 12h")
    text = await shown(club, lambda text: "The vote ends" in text)
    assert "type a move such as `" in text.lower()
    await typed(club, club.alice, "32-28")
    await typed(club, club.bob, "31-27")
    text = await shown(club, lambda text: "earlier proposal wins" in text)
    tied = text.index("`32-28` had 1 of 2 votes. The others: `31-27` 1. With equal votes")
    assert tied < text.index(f"Crowd B is {club.carol.mention}, {dave.mention}.\nThe vote")
    for who in (club.carol, dave):
        await typed(club, who, "19-23")
    text = await shown(club, lambda text: "`19-23` had" in text)
    assert text.index("`19-23` had") < text.index("Crowd A is")


def test_of_five_hundred_the_most_faithful_are_named() -> None:
    match = Match.__new__(Match)
    object.__setattr__(match, "people", (crowd(),))
    object.__setattr__(match, "players", (crowd(),))
    faithful = [(2**60 + number, crowd(), 500 - number, 3) for number in range(500)]
    (line,) = ballot_view.taken_part(match, faithful, translate_into(ENGLISH))
    begin = f"Those who played for the crowd: <@{2**60}> (500), <@{2**60 + 1}> (499)"
    assert line.startswith(begin)
    named = line.count("<@")
    assert line.endswith(f" and {500 - named} others.")
    assert len(line) < 800


async def test_a_board_is_true_in_the_end_though_the_database_fails(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await gathered(club, "vote frisian computer 1 1h visible quorum 9")
    await club.env.advance_time(2 * club.bot.paces.edited_every)
    with monkeypatch.context() as patch:

        async def failing(*_: object) -> None:
            raise StoreError("It fails.")

        patch.setattr(type(club.store.crowds), "of_match", failing)
        await vote(club, match, range(3))
        await club.env.settle()
    assert "3 people have voted" not in club.text(board(club))
    await club.env.advance_time(4 * FIRST_PAUSE)
    await shown(club, lambda text: "3 people have voted" in text)
