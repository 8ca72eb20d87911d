"""Taking back, answering, aborting, deciding and playing again, as members do it."""

from __future__ import annotations

import discord
import pytest
from simcord import MemberActor

from engine.table.match import Match
from engine.table.record import Status
from tests.cogs.conftest import Club, labels, picture_of, private_text


async def now(club: Club, match: Match) -> Match:
    return await club.store.load(match.id)


async def press_more(club: Club, member: MemberActor, label: str) -> None:
    """A member presses a button of the panel behind More."""
    panel = await member.click(club.last, label="More")
    assert panel.response is not None
    await member.click(panel.response, label=label)


async def three(club: Club) -> Match:
    """Alice, Bob and Carol play on the star; Alice begins."""
    await club.alice.send(
        club.channel,
        f"{club.me} challenge {club.bob.mention} {club.carol.mention} chinese-checkers red",
    )
    card = club.last
    await club.bob.click(card, label="Accept")
    await club.carol.click(card, label="Accept")
    return (await club.store.matches(status=Status.LIVE))[-1]


# Taking back


async def test_a_turn_is_taken_back_by_the_panel_and_the_opponents_button(club: Club) -> None:
    match = await club.start()
    await club.play("32-28", "18-23")
    await press_more(club, club.alice, "Take back")
    offer = club.last
    assert "a takeback of `32-28`" in club.text()
    assert labels(offer) == ["Accept", "Decline", "Withdraw"]
    assert club.pinged() == {club.bob.id}
    assert "You have agreed" in private_text(await club.alice.click(offer, label="Accept"))
    assert "not a player" in private_text(await club.carol.click(offer, label="Accept"))
    await club.restart()
    await club.bob.click(offer, label="Accept")
    assert "takes back `32-28`" in club.text()
    assert "it is your turn (White)" in club.text()
    assert club.pinged() == {club.alice.id}
    await picture_of(club.last)
    assert labels(await club.fetch(offer)) == []
    await club.play("33-28")
    assert (await now(club, match)).record() == "1. 33-28"


async def test_a_takeback_is_typed_and_agreed_to_by_typing(club: Club) -> None:
    match = await club.start()
    await club.play("32-28")
    await club.alice.send(club.channel, f"{club.me} takeback")
    assert "a takeback of `32-28`" in club.text()
    await club.alice.send(club.channel, f"{club.me} takeback")
    assert "You have agreed" in club.text()
    await club.bob.send(club.channel, f"{club.me} takeback")
    assert (await now(club, match)).moves == ()


async def test_a_takeback_by_slash_is_declined_and_not_asked_twice(club: Club) -> None:
    match = await club.start()
    await club.play("32-28")
    result = await club.alice.slash(club.channel, "takeback")
    assert "the others have to agree" in private_text(result)
    result = await club.bob.slash(club.channel, "decline")
    assert "You declined" in private_text(result)
    assert "declines a takeback of `32-28`" in club.text(club.public()[-1])
    result = await club.alice.slash(club.channel, "takeback")
    assert "already" in private_text(result)
    assert len((await now(club, match)).moves) == 1


async def test_a_takeback_lapses_with_the_next_move(club: Club) -> None:
    await club.start()
    await club.play("32-28")
    await club.alice.send(club.channel, f"{club.me} takeback")
    offer = club.last
    await club.play("18-23")
    assert labels(await club.fetch(offer)) == []
    await club.bob.send(club.channel, f"{club.me} accept")
    assert "Nothing here waits for your answer" in club.text()


async def test_an_offer_is_withdrawn_by_who_made_it(club: Club) -> None:
    await club.start()
    await club.alice.send(club.channel, f"{club.me} draw")
    offer = club.last
    result = await club.bob.click(offer, label="Withdraw")
    assert "Only the player who made" in private_text(result)
    await club.alice.click(offer, label="Withdraw")
    assert "no longer proposes a draw" in club.text()
    assert labels(await club.fetch(offer)) == []
    await club.play("32-28")
    await club.bob.send(club.channel, f"{club.me} draw")
    await club.bob.send(club.channel, f"{club.me} withdraw")
    assert "no longer proposes a draw" in club.text()
    await club.bob.send(club.channel, f"{club.me} withdraw")
    assert "You have offered nothing here" in club.text()


async def test_what_else_a_game_knows_is_proposed_by_words(club: Club) -> None:
    await club.start()
    await club.alice.send(club.channel, f"{club.me} propose a count")
    assert "You can propose `draw` (a draw)." in club.text()
    found = await club.alice.autocomplete(club.channel, "propose", "what", "")
    assert [choice["value"] for choice in found] == ["draw"]
    result = await club.alice.slash(club.channel, "propose", what="draw")
    assert "You proposed it" in private_text(result)
    board = club.public()[-1]
    await club.bob.send(club.channel, f"{club.me} withdraw", reply_to=board)
    assert "Only the player who made" in club.text()


async def test_a_draw_is_accepted_by_typing(club: Club) -> None:
    match = await club.start()
    await club.alice.send(club.channel, f"{club.me} draw")
    await club.bob.send(club.channel, f"{club.me} accept")
    assert (await now(club, match)).status is Status.OVER


async def test_a_challenge_is_accepted_declined_and_withdrawn_by_words(club: Club) -> None:
    await club.challenge()
    await club.alice.send(club.channel, f"{club.me} accept")
    assert "Nothing here waits" in club.text()
    result = await club.bob.slash(club.channel, "accept")
    assert "You accepted" in private_text(result)
    await club.challenge("assaut")
    await club.bob.send(club.channel, f"{club.me} decline")
    assert "declines the challenge" in club.text()
    await club.challenge("assaut")
    await club.alice.send(club.channel, f"{club.me} withdraw")
    assert "withdraws the challenge" in club.text()
    states = [match.status for match in await club.store.matches()]
    assert states == [Status.LIVE, Status.OVER, Status.OVER]


# Votes


async def test_of_three_all_vote_and_the_count_is_shown(club: Club) -> None:
    match = await three(club)
    people = {member.id: member for member in (club.alice, club.bob, club.carol)}
    first = people[match.people[match.position.turn]]
    others = [member for member in people.values() if member is not first]
    text = match.position.write(match.position.legal_moves()[0])
    await first.send(club.channel, text)
    await first.send(club.channel, f"{club.me} takeback")
    offer = club.last
    assert "All of them have to agree: 1 of 3 do." in club.text()
    await others[0].click(offer, label="Accept")
    assert "2 of 3 do" in club.text(await club.fetch(offer))
    await club.restart()
    await others[1].send(club.channel, f"{club.me} accept")
    assert (await now(club, match)).moves == ()


async def test_one_of_three_declines(club: Club) -> None:
    match = await three(club)
    await club.alice.send(club.channel, f"{club.me} draw")
    offer = club.last
    await club.bob.click(offer, label="Accept")
    await club.carol.click(offer, label="Decline")
    assert "declines a draw" in club.text()
    assert (await now(club, match)).offer is None


# Aborting


async def test_a_match_is_aborted_by_the_panel(club: Club) -> None:
    match = await club.start()
    await club.play("32-28")
    panel = await club.bob.click(club.last, label="More")
    assert panel.response is not None
    question = await club.bob.click(panel.response, label="Abort")
    assert "Do you want to abort match #1" in private_text(question)
    assert question.response is not None
    await club.bob.click(question.response, label="Yes, abort the match")
    assert "aborts the match before everyone has moved" in club.text()
    assert club.pinged() == {club.alice.id}
    assert labels(club.last) == ["Rematch", "More"]
    over = await now(club, match)
    assert (over.status, over.outcome) == (Status.OVER, None)


async def test_a_match_is_aborted_by_typing_and_only_by_who_was_asked(club: Club) -> None:
    match = await club.start()
    await club.alice.send(club.channel, f"{club.me} abort")
    question = club.last
    result = await club.bob.click(question, label="Yes, abort the match")
    assert "for your opponent" in private_text(result)
    await club.alice.click(question, label="Yes, abort the match")
    assert (await now(club, match)).status is Status.OVER


async def test_once_everyone_has_moved_nobody_aborts(club: Club) -> None:
    await club.start()
    await club.alice.send(club.channel, f"{club.me} abort")
    question = club.last
    await club.play("32-28", "18-23")
    result = await club.alice.click(question, label="Yes, abort the match")
    assert "Everyone has moved by now" in private_text(result)
    result = await club.alice.slash(club.channel, "abort")
    assert "Everyone has moved by now" in private_text(result)
    panel = await club.alice.click(club.public()[-1], label="More")
    assert panel.response is not None
    assert "Abort" not in labels(panel.response.message)


async def test_strangers_find_nothing_to_end_in_the_panel(club: Club) -> None:
    await club.start()
    await club.play("32-28")
    panel = await club.carol.click(club.last, label="More")
    assert panel.response is not None
    assert not {"Abort", "Take back"} & set(labels(panel.response.message))


# Decisions


def moderator(club: Club) -> MemberActor:
    role = club.guild.create_role(
        "Moderators", permissions=discord.Permissions(manage_messages=True)
    )
    return club.guild.add_member(club.env.create_user("mona"), roles=[role])


async def test_a_moderator_decides_a_match_and_changes_the_result(club: Club) -> None:
    match, mona = await club.start(), moderator(club)
    await club.play("32-28")
    board = club.last
    result = await mona.slash(
        club.channel, "admin end", match=match.id, result="White", reason="Black has left"
    )
    assert "Match #1 is decided" in private_text(result)
    shown = club.text(club.public()[-1])
    assert "decides the match" in shown
    assert "wins**: Black has left" in shown
    assert club.pinged() == {club.alice.id, club.bob.id}
    assert labels(await club.fetch(board)) == []
    await mona.send(club.channel, f"{club.me} admin end 1 none it was a test")
    assert "ends the match without a result: it was a test" in club.text()
    assert (await now(club, match)).outcome is None


async def test_the_ways_a_match_can_end_are_completed(club: Club) -> None:
    match, mona = await club.start(), moderator(club)
    found = await mona.autocomplete(club.channel, "admin end", "result", "", match=match.id)
    assert [c["value"] for c in found] == ["White", "Black", "draw", "no result"]
    found = await mona.autocomplete(club.channel, "admin end", "match", "")
    assert [c["value"] for c in found] == [match.id]


async def test_others_decide_nothing(club: Club) -> None:
    match = await club.start()
    await club.carol.send(club.channel, f"{club.me} admin end 1 draw I say so")
    assert "for those who may manage messages" in club.text()
    assert (await now(club, match)).status is Status.LIVE


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("end", "`admin end 12 draw both agreed`"),
        ("end 7 draw why", "do not know that match"),
        ("end 1 purple why", "`White`, `Black`"),
        ("end 1 draw", "needs a reason"),
    ],
)
async def test_a_decision_that_is_none_is_refused(club: Club, words: str, sentence: str) -> None:
    match, mona = await club.start(), moderator(club)
    await mona.send(club.channel, f"{club.me} admin {words}")
    assert sentence in club.text()
    assert (await now(club, match)).status is Status.LIVE


# Rematches


async def test_one_press_proposes_a_rematch_and_the_opponents_accepts_it(club: Club) -> None:
    match = await club.start("frisian white 1d")
    await club.bob.send(club.channel, f"{club.me} resign")
    await club.bob.click(club.last, label="Yes, I resign")
    result = club.public()[-1]
    assert labels(result) == ["Rematch", "More"]
    stranger = await club.carol.click(result, label="Rematch")
    assert "for those who played" in private_text(stranger)
    await club.bob.click(result, label="Rematch")
    card = club.text()
    assert "challenges" in card
    assert "1 day a turn" in card
    again = await club.bob.click(result, label="Rematch")
    assert "proposed already" in private_text(again)
    await club.restart()
    await club.alice.click(result, label="Rematch")
    (live,) = await club.store.matches(status=Status.LIVE)
    assert live.people == (match.people[1], match.people[0])
    assert live.previous == match.id
    late = await club.alice.click(result, label="Rematch")
    assert "being played" in private_text(late)


@pytest.mark.parametrize(
    ("words", "white"), [("", "bob"), ("loser", "bob"), ("same", "alice"), ("rotate", "bob")]
)
async def test_the_seats_of_a_rematch_are_said(club: Club, words: str, white: str) -> None:
    await club.start()
    await club.bob.send(club.channel, f"{club.me} resign")
    await club.bob.click(club.last, label="Yes, I resign")
    await club.alice.send(club.channel, f"{club.me} rematch {words}")
    await club.bob.send(club.channel, f"{club.me} accept")
    (live,) = await club.store.matches(status=Status.LIVE)
    assert live.people[0] == (club.bob.id if white == "bob" else club.alice.id)


async def test_a_rematch_of_nothing_is_refused(club: Club) -> None:
    result = await club.alice.slash(club.channel, "rematch")
    assert "no ended match" in private_text(result)
    await club.alice.send(club.channel, f"{club.me} rematch upside down")
    assert "`rotate`" in club.text()
