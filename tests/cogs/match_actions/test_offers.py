"""Takebacks, draws and proposals: offered, accepted, declined, withdrawn."""

from __future__ import annotations

from engine.table.match import Match
from engine.table.record import Status
from tests.cogs.conftest import SHARED, Club, labels, picture_of, private_text

pytestmark = SHARED


async def three(club: Club) -> Match:
    """Begin Chinese checkers with Alice, Bob and Carol; Alice moves first."""
    await club.alice.send(
        club.channel,
        f"{club.me} challenge {club.bob.mention} {club.carol.mention} chinese-checkers red",
    )
    card = club.last
    await club.bob.click(card, label="Accept")
    await club.carol.click(card, label="Accept")
    return (await club.matches(status=Status.LIVE))[-1]


async def test_a_turn_is_taken_back_by_the_panel_and_the_opponents_button(club: Club) -> None:
    match = await club.start()
    await club.play("32-28", "18-23")
    await club.press_more(club.alice, "Take back")
    offer = club.last
    assert "a takeback of `32-28`" in club.text()
    assert labels(offer) == ["Accept", "Decline", "Withdraw"]
    assert club.pinged() == {club.bob.id}
    assert "it waits for an answer" in private_text(await club.alice.click(offer, label="Accept"))
    assert "not a player" in private_text(await club.carol.click(offer, label="Accept"))
    await club.restart()
    await club.bob.click(offer, label="Accept")
    assert "takes back `32-28`" in club.text()
    assert "it is your turn (White)" in club.text()
    assert club.pinged() == {club.alice.id}
    await picture_of(club.last)
    assert labels(await club.fetch(offer)) == []
    await club.play("33-28")
    assert (await club.reload(match)).record() == "1. 33-28"


async def test_a_takeback_is_typed_and_agreed_to_by_typing(club: Club) -> None:
    match = await club.start()
    await club.play("32-28")
    await club.alice.send(club.channel, f"{club.me} takeback")
    assert "a takeback of `32-28`" in club.text()
    await club.alice.send(club.channel, f"{club.me} takeback")
    assert "it waits for an answer" in club.text()
    await club.bob.send(club.channel, f"{club.me} takeback")
    assert (await club.reload(match)).moves == ()


async def test_a_takeback_by_slash_is_declined_and_not_asked_twice(club: Club) -> None:
    match = await club.start()
    await club.play("32-28")
    result = await club.alice.slash(club.channel, "match takeback")
    assert "the others have to agree" in private_text(result)
    result = await club.bob.slash(club.channel, "match decline")
    assert "You declined" in private_text(result)
    assert (
        club.text(club.public()[-1])
        .strip()
        .startswith(f"{club.bob.mention} declines a takeback of `32-28`; the match goes on.")
    )
    result = await club.alice.slash(club.channel, "match takeback")
    assert "already" in private_text(result)
    assert len((await club.reload(match)).moves) == 1


async def test_a_takeback_lapses_with_the_next_move(club: Club) -> None:
    await club.start()
    await club.play("32-28")
    await club.alice.send(club.channel, f"{club.me} takeback")
    offer = club.last
    await club.play("18-23")
    assert labels(await club.fetch(offer)) == []
    became = club.text(await club.fetch(offer))
    assert f"{club.alice.mention} proposed a takeback of `32-28`; the match has gone on" in became
    await club.bob.send(club.channel, f"{club.me} accept")
    assert "Nothing here waits for your answer" in club.text()


async def test_an_offer_is_withdrawn_by_who_made_it(club: Club) -> None:
    await club.start()
    await club.type(club.alice, "draw")
    offer = club.last
    result = await club.bob.click(offer, label="Withdraw")
    assert "Only the player who made" in private_text(result)
    await club.alice.click(offer, label="Withdraw")
    assert "no longer proposes a draw" in club.text(await club.fetch(offer))
    assert labels(await club.fetch(offer)) == []
    await club.play("32-28")
    await club.type(club.bob, "draw")
    offer = club.last
    await club.bob.send(club.channel, f"{club.me} withdraw")
    assert "no longer proposes a draw" in club.text(await club.fetch(offer))
    await club.bob.send(club.channel, f"{club.me} withdraw")
    assert "You have offered nothing here" in club.text()


async def test_what_else_a_game_knows_is_proposed_by_words(club: Club) -> None:
    await club.start()
    await club.alice.send(club.channel, f"{club.me} propose a count")
    assert "What do you propose?" in club.text()
    assert labels(club.last) == ["a draw"]
    found = await club.alice.autocomplete(club.channel, "match propose", "what", "")
    assert [choice["value"] for choice in found] == ["draw"]
    result = await club.alice.slash(club.channel, "match propose", what="draw")
    assert "You proposed it" in private_text(result)
    board = club.public()[-1]
    await club.bob.send(club.channel, f"{club.me} withdraw", reply_to=board)
    assert "Only the player who made" in club.text()


async def test_a_draw_is_accepted_by_typing(club: Club) -> None:
    match = await club.start()
    await club.type(club.alice, "draw")
    await club.bob.send(club.channel, f"{club.me} accept")
    assert (await club.reload(match)).status is Status.OVER


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
    assert (await club.reload(match)).moves == ()


async def test_one_of_three_declines(club: Club) -> None:
    match = await three(club)
    await club.type(club.alice, "draw")
    offer = club.last
    await club.bob.click(offer, label="Accept")
    posts = len(club.public())
    await club.carol.click(offer, label="Decline")
    assert f"{club.carol.mention} declines a draw" in club.text(await club.fetch(offer))
    assert labels(await club.fetch(offer)) == []
    assert len(club.public()) == posts
    assert (await club.reload(match)).offer is None


async def test_who_accepts_is_said_in_the_offer(club: Club) -> None:
    await club.under_way()
    await club.type(club.alice, "draw")
    offer = club.last
    await club.bob.click(offer, label="Accept")
    said = club.text(await club.fetch(offer))
    assert f"{club.bob.mention} accepts a draw." in said
    assert "accept, decline" not in said


async def test_no_offer_takes_the_place_of_another_unseen(club: Club) -> None:
    match = await club.start()
    await club.play("32-28", "18-23")
    await club.type(club.alice, "draw")
    first = club.last
    refused = await club.bob.slash(club.channel, "match takeback")
    assert "There is an open offer already (a draw): it has to be answered first." in private_text(
        refused
    )
    await club.alice.send(club.channel, f"{club.me} takeback")
    assert "proposes a takeback" in club.text()
    assert "another proposal took its place" in club.text(await club.fetch(first))
    assert labels(await club.fetch(first)) == []
    offer = (await club.reload(match)).offer
    assert offer is not None
    assert offer.agreement.name.startswith("takeback")


async def test_an_answer_is_written_though_the_bot_ended_meanwhile(club: Club) -> None:
    match = await club.start()
    await club.type(club.alice, "draw")
    offer = club.last
    club.store.saved.disconnect(club.bot.poster.take)  # this process posts nothing any more
    await club.bob.click(offer, label="Decline")
    assert "accept, decline" in club.text(await club.fetch(offer))
    await club.restart()
    await club.env.settle()
    assert "declines a draw; the match goes on." in club.text(await club.fetch(offer))
    assert labels(await club.fetch(offer)) == []
    assert (await club.reload(match)).offer is None


async def test_an_answer_is_posted_where_the_offer_was_deleted(club: Club) -> None:
    await club.start()
    await club.type(club.alice, "draw")
    club.env.backend.delete_message(club.channel.id, club.last.id)
    await club.bob.send(club.channel, f"{club.me} decline")
    assert "declines a draw; the match goes on." in club.text()


async def test_an_offer_stays_where_it_is_when_something_else_is_posted(club: Club) -> None:
    await club.start("frisian white 1d")
    await club.type(club.alice, "draw")
    offer = club.last
    await club.alice.slash(club.channel, "holiday", days=3)
    await club.wait(minutes=1)
    assert "on holiday" in club.text(club.public()[-1])
    assert labels(await club.fetch(offer)) == ["Accept", "Decline", "Withdraw"]


async def test_after_ones_own_move_an_offer_is_answered_on_the_board(club: Club) -> None:
    await club.start()
    await club.type(club.alice, "draw")
    offer = club.last
    await club.play("32-28")
    board = club.last
    assert "the answer is further down" in club.text(await club.fetch(offer))
    await club.bob.click(board, label="Decline")
    for shown in (offer, board):
        assert "declines a draw; the match goes on." in club.text(await club.fetch(shown))
    assert "Legal moves" in labels(await club.fetch(board))
    await picture_of(await club.fetch(board))
