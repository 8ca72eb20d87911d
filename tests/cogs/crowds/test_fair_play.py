"""Crowds are no way to cheat: by advice for a rated match, on two sides, or as a few for all."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest
from simcord import MemberActor, RoleHandle

from cogs.computers.fair_play import LOW
from cogs.crowds.controls import CrowdAction
from cogs.crowds.judgement import Judgement
from data import Result
from engine.crowds.record import How
from engine.table.match import Match
from engine.table.record import Status, computer, crowd
from tests.cogs.computers.conftest import Thoughts, against, answered, play
from tests.cogs.conftest import SHARED, UNSEEN, Club, labels, private_text
from tests.cogs.crowds.conftest import crowd_of, gathered, played, pressed, typed
from tests.cogs.crowds.test_ballot_posts import board, shown
from tests.cogs.events.hall import as_bot
from tests.cogs.lasting import officer

pytestmark = [SHARED, UNSEEN, pytest.mark.usefixtures("thoughts")]

FIRST, SECOND = crowd(1), crowd(2)

COPIED = 22
"""The number of plies that are copied from one match to another."""


async def copied(club: Club, match: Match) -> Match:
    """Store ``COPIED`` random moves in a match: always the same ones on this server.

    On another server they are others.
    """
    chance = random.Random(club.guild.id)
    with as_bot(club.env):
        async with club.store.match(match.id) as table:
            for _ in range(COPIED):
                one, now = table.match, table.match.events[-1].at
                move = one.position.write(chance.choice(one.position.legal_moves()))
                who = one.players[one.position.turn]
                table.match = one.play(who, move, now=now, source=None, sure=True)
    await answered(club)
    return await club.reload(match)


def member(club: Club, name: str, roles: Sequence[RoleHandle] = ()) -> MemberActor:
    return club.guild.add_member(club.env.create_user(name), roles=roles)


async def votes_on_a_copy(club: Club, words: str) -> Match:
    """Let Carol play a crowd in the position of a rated match of Alice and Bob."""
    await copied(club, await club.start("frisian white rated"))
    match = await gathered(club, f"vote frisian {club.carol.mention} 1h level 8 {words}")
    await club.carol.click(club.last, label="Accept")
    return await copied(club, match)


async def test_vetoes_guard_and_computer_give_no_advice_for_a_rated_match(
    club: Club, thoughts: Thoughts, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def loses_two(*_: object) -> float:
        return 2

    monkeypatch.setattr(Judgement, "_looked_at", loses_two)
    dave = member(club, "dave")
    match = await votes_on_a_copy(club, f"captain {dave.mention} guard")
    await typed(club, dave, move := match.position.write(match.position.legal_moves()[0]))
    ballot = (await crowd_of(club, match)).open_ballot
    assert ballot is not None
    assert (list(ballot.votes), dict(ballot.dropped)) == ([dave.id], {})
    assert "judges no move now" in await pressed(club, dave, CrowdAction.VETO, "0")
    await club.wait(hours=1)
    match = await club.reload(match)
    assert played(match)[COPIED:] == [move]
    reply = match.position.write(match.position.legal_moves()[0])
    await typed(club, club.carol, reply)
    rated = (await club.matches())[0]
    with as_bot(club.env):  # the rated match goes the same way
        async with club.store.match(rated.id) as table:
            for text in (move, reply):
                one, now = table.match, table.match.events[-1].at
                who = one.players[one.position.turn]
                table.match = one.play(who, text, now=now, source=None, sure=True)
    asked = len(thoughts.asked)
    for _ in range(2):  # nobody votes, and the time is extended once
        await club.wait(hours=1)
    decided = (await crowd_of(club, match)).decided
    assert decided is not None
    assert decided.how is How.COMPUTER
    assert [one.level for one in thoughts.asked[asked:] if one.match == match.id] == [LOW]


async def test_a_computer_plays_badly_on_the_board_of_a_rated_match(
    club: Club, thoughts: Thoughts
) -> None:
    for rated, level in ((False, 3), (True, LOW)):
        if rated:
            await copied(club, await club.start("frisian white rated"))
        match = await copied(club, await against(club, computer(3)))
        await play(club, match, match.position.write(match.position.legal_moves()[0]))
        await answered(club)
        assert thoughts.asked[-1].level == level, rated
        match = await club.reload(match)
        person = match.persons[0]
        ranks = [1 + match.is_computers(seat) for seat in range(2)]
        with as_bot(club.env):
            async with club.store.match(match.id) as table:
                one, now = table.match, table.match.events[-1].at
                table.match = one.adjudicate(99, ranks, "It is late", now=now, source=None)
        await club.posted()
        assert ("does not count for its level" in club.text()) is rated
        won = Result(3, won=True, lost=False)  # only the first of the two counts
        assert await club.store.practice.latest(person, match.game.name) == [won]
        assert match.lowered == tuple(s for s in range(2) if rated and match.is_computers(s))


# A few for all


@pytest.mark.parametrize(("way", "hours"), [("daily frisian 18h", 24), ("vote frisian 2h", 2)])
async def test_two_members_do_not_take_over_a_vote_of_everybody(
    club: Club, way: str, hours: int
) -> None:
    for number in range(4):
        member(club, f"guest{number}")
    match = await gathered(club, f"{way} computer 1")
    for turn in range(2):  # in the second, nobody else has voted lately
        for who in (club.alice, club.bob):
            await typed(club, who, (await club.reload(match)).example)
        assert len(played(await club.reload(match))) == 2 * turn
        await club.wait(hours=hours)
        await answered(club)
        assert len(played(await club.reload(match))) == 2 * turn + 2


async def test_a_vote_of_a_role_ends_when_the_others_who_have_it_cannot_change_it(
    club: Club,
) -> None:
    role = club.guild.create_role("Reds")
    reds = [member(club, name, roles=[role]) for name in ("dave", "eve", "fay", "gil", "hal")]
    match = await gathered(club, "vote frisian @Reds computer 1 1d")
    for number, who in enumerate(reds[:3]):
        assert len(played(await club.reload(match))) == 0, number
        await typed(club, who, "32-28")
    assert len(played(await club.reload(match))) == 2


async def test_few_do_not_resign_for_all(club: Club) -> None:
    for number in range(30):
        member(club, f"guest{number}")
    match = await gathered(club, f"vote frisian {club.carol.mention} 1h")
    await club.carol.click(club.last, label="Accept")
    for who in (club.alice, club.bob):
        await typed(club, who, "32-28")
    await typed(club, club.alice, f"{club.me} resign")
    assert "once it has played a move" in club.text()
    await club.wait(hours=1)
    await typed(club, club.carol, "20-25")
    for who in (club.alice, club.bob):
        await typed(club, who, "resign")
        assert "at least 4" in club.text()
        await who.click(club.last, label="Yes, let us vote")
    await shown(club, lambda text: "2 for it, 0 against it; 4 have to be for it" in text)
    assert (await club.reload(match)).status is Status.LIVE


async def test_who_does_not_see_the_channel_is_not_counted(club: Club) -> None:
    for number in range(40):
        member(club, f"guest{number}")
    await club.hide_from_everybody(club.channel)
    match = await gathered(club, "vote frisian computer 1 1h")
    for _ in range(4):  # until the crowd's first turns are over
        for who in (club.alice, club.bob):
            await typed(club, who, (await club.reload(match)).example)
        await club.wait(hours=1)
        await answered(club)
    for who in (club.alice, club.bob):
        await typed(club, who, "resign")
        await who.click(club.last, label="Yes, let us vote")
    assert (await club.reload(match)).status is Status.OVER


# Sides


ONE_SIDE = "play for that side only"


async def captain(club: Club, by: MemberActor, match: Match, who: MemberActor) -> str:
    """Let ``by`` name ``who`` the captain; return the answer."""
    said = await by.slash(club.channel, "crowd captain", match=match.id, member=who)
    return private_text(said)


async def test_a_captain_is_not_the_opponent_nor_named_by_them(club: Club) -> None:
    rivals = f"vote frisian {club.bob.mention} 1h"
    await club.alice.send(club.channel, f"{club.me} {rivals} captain {club.bob.mention}")
    assert ONE_SIDE in club.text()
    assert not await club.matches()
    match = await gathered(club, rivals)
    await club.bob.click(club.last, label="Accept")
    olga = officer(club)
    for by in (club.alice, olga):  # the host, and a member who manages messages
        assert ONE_SIDE in await captain(club, by, match, club.bob)
    assert "is the captain now" in await captain(club, olga, match, club.carol)
    match = await gathered(club, f"vote frisian {olga.mention} 1h")
    await olga.click(club.last, label="Accept")
    assert ONE_SIDE in await captain(club, olga, match, club.carol)


async def of_two_roles(club: Club) -> tuple[Match, Sequence[MemberActor]]:
    """Let two roles play each other; Dave has both and is the captain of the first.

    Eve has the first, and Fay the second.
    """
    reds, blues = club.guild.create_role("Reds"), club.guild.create_role("Blues")
    dave = member(club, "dave", roles=[reds, blues])
    eve, fay = member(club, "eve", roles=[reds]), member(club, "fay", roles=[blues])
    words = f"vote frisian @Reds against @Blues 1h captain {dave.mention}"
    return await gathered(club, words), (dave, eve, fay)


async def test_a_captain_who_has_played_for_the_other_side_decides_nothing(club: Club) -> None:
    match, (dave, eve, fay) = await of_two_roles(club)
    assert ONE_SIDE in await captain(club, dave, match, fay)
    await typed(club, eve, "32-28")
    await club.wait(hours=1)
    await typed(club, dave, "19-23")  # for the second side
    await club.wait(hours=1)
    match = await typed(club, eve, "28x19")
    for action, rest in ((CrowdAction.CLOSE, ""), (CrowdAction.VETO, "0")):
        assert "play for the other side" in await pressed(club, dave, action, rest, user=FIRST)
    assert (await crowd_of(club, match, 1)).open_ballot is not None


async def test_who_has_both_roles_talks_with_one_side(club: Club) -> None:
    _, (dave, *_) = await of_two_roles(club)
    text = await shown(club, lambda text: "The vote ends" in text)
    for side in ("White (Reds)", "Black (Blues)", "Reds is whoever has the role", "Talk: Reds"):
        assert side in text or side in labels(board(club)), side
    assert "crowd A" not in text
    told = private_text(await dave.click(board(club), label="Talk: Reds"))
    assert "You play for no other side in this match now." in told
    refused = private_text(await dave.click(board(club), label="Talk: Blues"))
    assert "You play for the other side in this match." in refused


async def test_a_secret_set_up_of_a_crowd_is_not_computed_by_the_other_side(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    system = random.Random(2026)  # real chance could repeat a set-up below
    monkeypatch.setattr(random, "SystemRandom", lambda: system)
    before = system.getstate()
    match = await gathered(club, f"relay allies 2 {club.carol.mention}")
    await club.carol.click(club.last, label="Accept")
    match = await club.reload(match)
    seat = match.players.index(crowd())
    assert match.set_up_of(seat).ready
    for seed in (seat, match.id, match.id + seat):
        computed = match.setup.arrange(seat, match.setup.completion, {}, random.Random(seed))
        assert match.set_up_of(seat).arrangement != computed
    assert system.getstate() != before
