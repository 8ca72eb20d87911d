"""Teams in a channel: one leaves, and the partner plays on; ranks and ratings go by team."""

from __future__ import annotations

import pytest
from simcord import MemberActor

from cogs.timekeeping.paces import Paces
from engine.table.match import Match
from engine.table.record import Status
from tests.cogs.conftest import SHARED, UNSEEN, Club, labels, private_text
from tests.cogs.results import posted
from tests.cogs.watching.test_overviews import calm, only, wanted
from tests.nightly import at_night
from tests.opening import under_way

pytestmark = [SHARED, UNSEEN]


@pytest.fixture
def dan(club: Club) -> MemberActor:
    return club.guild.add_member(club.env.create_user("dan"))


async def four(club: Club, dan: MemberActor, words: str = "halma teams", times: int = 1) -> Match:
    """Begin a match of Alice and Carol against Bob and Dan; all have moved ``times`` times."""
    named = f"{club.bob.mention} {club.carol.mention} {dan.mention}"
    seat = "entente-west" if words == "allies" else "red"
    await club.alice.send(club.channel, f"{club.me} challenge {named} {words} 1d rated {seat}")
    card = club.last
    for member in (club.bob, club.carol, dan):
        await member.click(card, label="Accept")
    (match,) = await club.matches(Status.LIVE)
    async with club.store.match(match.id) as table:
        table.match = under_way(table.match, times=times)
    await posted(club)
    return table.match


def team_of(match: Match, person: int) -> set[int]:
    seats = zip(match.people, match.seats, strict=True)
    own = match.seats[match.people.index(person)].team
    return {user for user, seat in seats if seat.team == own}


@pytest.mark.parametrize(
    "words", [at_night("halma teams"), at_night("chinese-checkers 4 teams"), "allies"]
)
async def test_the_partner_plays_on_and_both_win(club: Club, dan: MemberActor, words: str) -> None:
    match = await four(club, dan, words)
    people = {member.id: member for member in (club.alice, club.bob, club.carol, dan)}
    (partner,) = team_of(match, club.alice.id) - {club.alice.id}
    asked = await club.alice.click(club.public()[-1], label="Resign")
    question = private_text(asked)
    assert f"<@{partner}> plays on for you, and you win or lose together." in question
    assert asked.response is not None
    alone = words == "allies"
    assert labels(asked.response.message)[1:] == ["Surrender alone"] * alone
    await club.alice.click(asked.response, label="Yes, I resign")
    assert f"{club.alice.mention} resigned." in club.text()
    assert f"<@{partner}>, you play " in club.text()
    assert partner in club.pinged()
    assert (await club.reload(match)).status is Status.LIVE
    again = await club.alice.click(club.public()[-1], label="Resign")
    assert "out of this match" in private_text(again)
    await club.restart()
    for _ in range(4):
        match = await club.reload(match)
        text = match.position.write(match.position.legal_moves()[0])
        mover = people[match.players[match.position.turn]]
        called = "to move" if words == "allies" else "it is your turn"
        assert f"{mover.mention}, {called}" in club.text(club.public()[-1])
        await mover.send(club.channel, text)
        assert f"{mover.mention} played `{text}`" in club.text(club.public()[-1])
    for enemy in sorted(set(match.people) - team_of(match, club.alice.id)):
        await club.confirm(people[enemy], club.public()[-1], "Resign")
    match = await club.reload(match)
    assert match.status is Status.OVER
    assert "won**" in club.text()
    first = club.text().partition("won**")[0]
    assert all(f"<@{winner}>" in first for winner in (club.alice.id, partner))
    changes = {one.person: one for one in await club.store.ratings.changes(match.id)}
    assert changes.keys() == set(match.people)
    for person, change in changes.items():
        won = person in {club.alice.id, partner}
        assert (change.after.mu > change.before.mu) is won
    history = private_text(await club.carol.slash(club.channel, "history", person=club.alice))
    assert all(f"<@{winner}>**" in history for winner in (club.alice.id, partner))


async def test_the_last_of_a_team_gives_up_for_both(club: Club, dan: MemberActor) -> None:
    match = await four(club, dan, times=2)
    await club.confirm(club.alice, club.public()[-1], "Resign")
    asked = await club.carol.click(club.public()[-1], label="Resign")
    assert "Victory then goes to" in private_text(asked)
    assert "The match is rated." in private_text(asked)
    assert asked.response is not None
    await club.carol.click(asked.response, label="Yes, I resign")
    match = await club.reload(match)
    assert match.outcome is not None
    assert match.outcome.ranks == (2, 1, 2, 1)
    text = club.text()
    assert text.index(f"{club.bob.mention}") < text.index("won**")
    assert text.index(f"{dan.mention}") < text.index("won**")


async def test_the_overview_names_the_partner_who_is_to_move_now(
    club: Club, dan: MemberActor, paces: Paces, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(paces, "edited_every", 0.0)  # it is edited at once
    await wanted(club, "channel")
    match = await four(club, dan, "allies")
    left = match.players[match.position.turn]
    (member,) = (one for one in (club.alice, club.bob, club.carol, dan) if one.id == left)
    asked = await member.click(club.public()[-1], label="Resign")
    assert asked.response is not None
    await member.click(asked.response, label="Yes, I resign")
    now = await club.reload(match)
    partner = now.players[now.position.turn]
    assert now.people[now.position.turn] == left != partner
    await calm(club)
    assert f" · <@{partner}> to move, last move" in club.text(only(club))


async def test_the_partner_of_who_runs_out_of_time_plays_on(club: Club, dan: MemberActor) -> None:
    match = await four(club, dan)
    await club.wait(days=1)
    match = await club.reload(match)
    assert match.status is Status.LIVE
    assert match.players == (club.carol.id, club.bob.id, club.carol.id, dan.id)
    assert f"Red {club.alice.mention} ran out of time and is out." in club.text()
    assert f"{club.carol.mention}, you play Red + Yellow from now on." in club.text()
    assert club.pinged() == {club.carol.id}


async def test_who_has_their_data_deleted_leaves_the_seat_to_the_partner(
    club: Club, dan: MemberActor
) -> None:
    match = await four(club, dan)
    asked = await club.alice.slash(club.channel, "privacy", what="delete")
    assert asked.response is not None
    await club.alice.click(asked.response, label="Yes, delete everything")
    match = await club.reload(match)
    assert match.status is Status.LIVE
    assert match.players[0] == club.carol.id
    assert match.people[0] < 0


async def test_the_question_says_what_resigning_does(club: Club) -> None:
    await club.start("frisian white rated")
    asked = private_text(await club.alice.click(club.last, label="Resign"))
    assert "the match ends without a result, and nobody loses" in asked
    await club.play("32-28", "19-23")
    asked = private_text(await club.alice.click(club.last, label="Resign"))
    assert "It changes no rating: some players have moved fewer than three times." in asked
    await club.play("28x19", "14x23", "37-32", "10-14")
    asked = private_text(await club.alice.click(club.last, label="Resign"))
    assert f"Victory then goes to {club.bob.mention}. The match is rated." in asked
    await club.alice.send(club.channel, f"{club.me} resign")
    assert "The match is rated." in club.text()
    assert club.bob.mention not in club.text(), "a question that others read names nobody"
    named = f"{club.bob.mention} {club.carol.mention}"
    await club.alice.send(club.channel, f"{club.me} challenge {named} chinese-checkers")
    card = club.last
    for member in (club.bob, club.carol):
        await member.click(card, label="Accept")
    asked = private_text(await club.alice.click(club.last, label="Resign"))
    assert "The others play on without you" in asked
