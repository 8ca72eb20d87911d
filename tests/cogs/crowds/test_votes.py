"""Votes: proposals, captains, the computer's judgement, and what happens if nobody votes."""

from __future__ import annotations

from datetime import timedelta

import pytest

from cogs.computers.fair_play import FairPlay
from cogs.computers.worker_pool import ThoughtFailed, Workers
from cogs.crowds.controls import CrowdAction
from cogs.crowds.judgement import Judgement
from cogs.crowds.terms_words import with_words
from engine.crowds.terms import CrowdTerms, Nobody, Shown, Way
from engine.table.match import Match
from engine.table.record import Kind, Status, crowd
from tests.cogs.computers.conftest import answered
from tests.cogs.conftest import SHARED, UNSEEN, Club
from tests.cogs.crowds.conftest import crowd_of, gathered, played, pressed, typed
from tests.cogs.lasting import officer

pytestmark = [SHARED, UNSEEN, pytest.mark.usefixtures("thoughts")]

FIRST, SECOND = crowd(1), crowd(2)


def test_the_options_of_a_crowd_are_words_in_any_language() -> None:
    said = "frisian 1 12h garde quorum 3 secret forfeit white"
    terms, rest = with_words(CrowdTerms(Way.VOTE), said.split())
    assert rest == ["frisian", "1", "white"]
    assert terms == CrowdTerms(
        Way.VOTE,
        span=timedelta(hours=12),
        guard=True,
        quorum=3,
        shown=Shown.END,
        nobody=Nobody.CLOCK,
    )
    terms, rest = with_words(CrowdTerms(Way.DAILY), ["frysk", "20h", "lundi", "friday", "3d"])
    assert (terms.hour, rest) == (20, ["frysk", "3d"])
    assert terms.weekdays == {0, 4}


async def test_two_crowds_of_two_vote_with_a_captain_and_a_tie_and_resign(club: Club) -> None:
    dave = club.guild.add_member(club.env.create_user("dave"))
    alice, bob, carol = club.alice, club.bob, club.carol
    match = await gathered(
        club,
        f"vote frisian {alice.mention} {bob.mention} against {carol.mention} <@{dave.id}> 12h "
        f"captain {alice.mention}",
    )
    assert match.people == (FIRST, SECOND)
    await typed(club, carol, "32-28")
    assert "the members who were named" in club.text()
    await typed(club, bob, "31-27")
    assert "Only the captain" in await pressed(club, bob, CrowdAction.CLOSE, user=FIRST)
    match = await typed(club, alice, "32-28")
    assert played(match) == ["31-27"]
    await typed(club, dave, "20-25")
    match = await typed(club, carol, "19-23")
    await club.wait(hours=13)
    assert played(await club.reload(match)) == ["31-27", "20-25"]
    for who in (alice, bob):
        await typed(club, who, "resign")
        assert (await club.reload(match)).status is Status.LIVE
        await who.click(club.last, label="Yes, let us vote")
    match = await club.reload(match)
    assert match.status is Status.OVER
    assert [e.person for e in match.events if e.kind is Kind.RESIGN] == [FIRST]
    ended = [crowd_now.is_over for crowd_now in await club.store.crowds.of_match(match.id)]
    assert ended == [True, True]


@pytest.mark.usefixtures("judge")
async def test_what_loses_pieces_is_dropped_by_the_guard_or_vetoed_by_the_captain(
    club: Club,
) -> None:
    dave = club.guild.add_member(club.env.create_user("dave"))
    await gathered(club, f"vote frisian {dave.mention} 1d captain {club.alice.mention}")
    await dave.click(club.last, label="Accept")
    await typed(club, club.bob, "32-28")
    await pressed(club, club.alice, CrowdAction.CLOSE)
    match = await typed(club, dave, "20-25")
    assert played(match) == ["32-28", "20-25"]
    losing, harmless = await losing_and_harmless(club, match)
    await typed(club, club.bob, losing)
    await typed(club, club.carol, harmless)
    assert "does not lose at once" in await pressed(club, club.alice, CrowdAction.VETO, "1")
    assert "have vetoed" in await pressed(club, club.alice, CrowdAction.VETO, "0")
    await typed(club, club.alice, losing)
    assert "The captain has vetoed" in club.text()


async def test_a_veto_without_an_answer_says_that_it_took_too_long(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fails(*_: object) -> float:
        raise ThoughtFailed("It fails.")

    monkeypatch.setattr(Judgement, "_looked_at", fails)
    await gathered(club, f"vote frisian computer 1 1d captain {club.alice.mention}")
    await typed(club, club.bob, "32-28")
    said = await pressed(club, club.alice, CrowdAction.VETO, "0")
    assert said.strip() == "That took too long: please ask again."


async def test_the_guard_drops_what_loses_pieces_before_it_can_win(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def loses_two(*_: object) -> float:
        return 2

    monkeypatch.setattr(Judgement, "_looked_at", loses_two)
    match = await gathered(club, "vote frisian computer 1 1h guard quorum 1")
    await typed(club, club.bob, "32-28")
    ballot = (await crowd_of(club, match)).open_ballot
    assert ballot is not None
    assert set(ballot.dropped) == {"32-28"}
    await typed(club, club.carol, "32-28")
    assert "loses more than a piece" in club.text()
    await club.wait(hours=1)
    assert not (await club.reload(match)).moves


async def losing_and_harmless(club: Club, match: Match) -> tuple[str, str]:
    """Return a move that loses pieces for nothing, and one that does not."""
    judgement, found = Judgement(Workers(), FairPlay(club.store)), dict[bool, str]()
    crowd_now = await crowd_of(club, match)
    for move in match.position.legal_moves():
        text = match.position.write(move)
        found.setdefault(bool(await judgement.loss(match, crowd_now, text)), text)
    return found[True], found[False]


async def test_if_nobody_votes_there_is_more_time_and_then_the_computer_moves(club: Club) -> None:
    match = await gathered(club, "daily frisian 18h computer 1")
    turns = [(await crowd_of(club, match)).ballot]
    for _ in range(2):
        await club.wait(days=1)
        turns.append((await crowd_of(club, match)).ballot)
    await answered(club)
    match = await club.reload(match)
    assert len(match.moves) == 2
    ends = [turn.ends for turn in turns if turn is not None and turn.ends is not None]
    assert [end.hour for end in ends] == [18, 18, 18]
    assert ends[1] - ends[0] == timedelta(days=1)
    await typed(club, club.bob, match.example)
    await club.wait(days=1)
    assert played(await club.reload(match))[2] == match.example


async def test_a_void_vote_is_not_cast_again_by_having_ones_data_deleted(club: Club) -> None:
    match = await gathered(club, "vote frisian computer 1 12h quorum 2")
    await typed(club, club.bob, "32-28")
    await officer(club).send(club.channel, f"{club.me} crowd void {match.id} {club.bob.mention}")
    await club.bob.send(club.channel, f"{club.me} privacy delete")
    await club.bob.click(club.last, label="Yes, delete everything")
    await club.bob.send(club.channel, f"{club.me} 31-27")
    assert "You had your data deleted" in club.text()
    ballot = (await crowd_of(club, match)).ballot
    assert ballot is not None
    assert not ballot.votes


async def test_the_captain_sees_a_secret_vote_and_nobody_else(club: Club) -> None:
    await gathered(club, f"vote frisian computer 1 1d secret captain {club.alice.mention}")
    await typed(club, club.bob, "32-28")
    for who, sees in ((club.alice, True), (club.bob, False), (club.carol, False)):
        told = await pressed(club, who, CrowdAction.STANDING)
        assert ("**A** `32-28`" in told) is sees
        assert ("shown at the end" in told) is not sees
