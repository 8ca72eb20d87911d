"""Draws and resignations."""

from __future__ import annotations

from engine.table.record import Status
from tests.cogs.conftest import SHARED, Club, labels, private_text

pytestmark = SHARED


async def test_a_draw_is_offered_and_accepted(club: Club) -> None:
    match = await club.start()
    await club.play("32-28", "19-23")
    board = club.last
    await club.confirm(club.alice, board, "Draw")
    assert f"{club.alice.mention} proposes a draw" in club.text()
    assert club.pinged() == {club.bob.id}
    assert labels(club.last) == ["Accept", "Decline", "Withdraw"]
    assert "Legal moves" in labels(await club.fetch(board))
    await club.bob.click(club.last, label="Accept")
    assert "**A draw** between White" in club.text()
    assert "1. 32-28 19-23" in club.text()
    assert labels(await club.fetch(board)) == []
    outcome = (await club.store.load(match.id)).outcome
    assert outcome is not None
    assert outcome.ranks == (1, 1)


async def test_a_draw_is_offered_once_it_is_confirmed(club: Club) -> None:
    match = await club.start()
    asked = await club.alice.click(club.last, label="Draw")
    assert private_text(asked) == (
        f"Do you want to offer {club.bob.mention} a draw in match #{match.id}, Frisian draughts?"
    )
    assert (await club.reload(match)).offer is None
    await club.alice.send(club.channel, f"{club.me} draw")
    assert "Do you want to offer a draw in match" in club.text()
    assert club.bob.mention not in club.text(), "a question that others read names nobody"
    assert asked.response is not None
    await club.play("32-28")
    late = await club.alice.click(asked.response, label="Yes, a draw")
    assert "out of date" in private_text(late)
    assert (await club.reload(match)).offer is None


async def test_which_of_several_matches_is_asked_without_a_name(club: Club) -> None:
    first = await club.start("frisian white")
    second = await club.start("turkish white")
    await club.alice.send(club.channel, "i resign")
    shown = [f"#{match.id} · {match.game.title}" for match in (first, second)]
    assert labels(club.last) == shown, "nobody else is to know whom it is against"
    asked = await club.alice.slash(club.channel, "match resign")
    assert private_text(asked)
    assert asked.response is not None
    assert "bob" in "".join(labels(asked.response.message)).lower()


async def test_a_typed_draw_is_confirmed_by_who_typed_it(club: Club) -> None:
    match = await club.start()
    await club.alice.send(club.channel, f"{club.me} draw")
    other = await club.bob.click(club.last, label="Yes, a draw")
    assert "for your opponent" in private_text(other)
    assert (await club.reload(match)).offer is None
    await club.alice.click(club.last, label="Yes, a draw")
    assert (await club.reload(match)).offer is not None


async def test_only_the_other_player_answers_an_offer(club: Club) -> None:
    await club.start()
    await club.confirm(club.alice, club.last, "Draw")
    offer = club.last
    own = await club.alice.click(offer, label="Accept")
    assert "it waits for an answer" in private_text(own)
    strangers = await club.carol.click(offer, label="Accept")
    assert "not a player" in private_text(strangers)
    assert (await club.matches(status=Status.LIVE)) != []


async def test_an_offer_is_declined(club: Club) -> None:
    await club.start()
    board = club.last
    await club.confirm(club.alice, board, "Draw")
    offer = club.last
    await club.bob.click(offer, label="Decline")
    assert f"{club.bob.mention} declines a draw" in club.text()
    assert labels(await club.fetch(offer)) == []
    again = await club.confirm(club.alice, board, "Draw")
    assert "already" in private_text(again)


async def test_the_next_move_of_the_other_declines_an_offer(club: Club) -> None:
    await club.start()
    await club.play("32-28")
    await club.confirm(club.alice, club.last, "Draw")
    offer = club.last
    await club.play("19-23")
    assert labels(await club.fetch(offer)) == []
    assert (await club.matches())[0].offer is None


async def test_an_offer_stays_on_the_board_after_ones_own_move(club: Club) -> None:
    await club.start()
    await club.play("31-26", "19-23")
    await club.confirm(club.alice, club.last, "Draw")
    await club.play("32-28")
    assert f"{club.alice.mention} proposes a draw" in club.text()
    assert labels(club.last)[1:3] == ["Accept", "Decline"]
    await club.bob.click(club.last, label="Accept")
    assert "A draw" in club.text()


async def test_both_press_draw(club: Club) -> None:
    match = await club.under_way()
    board = club.last
    await club.confirm(club.alice, board, "Draw")
    await club.confirm(club.bob, board, "Draw")
    assert (await club.store.load(match.id)).status is Status.OVER
    assert "A draw" in club.text()


async def test_a_draw_is_offered_by_typing_and_by_command(club: Club) -> None:
    match = await club.start()
    await club.type(club.alice, "draw")
    assert "proposes a draw" in club.text()
    result = await club.bob.slash(club.channel, "match draw")
    assert private_text(result) == (
        f"{club.alice.mention} offers a draw in match #{match.id}, Frisian draughts: do you agree?"
    )
    assert result.response is not None
    await club.bob.click(result.response, label="Yes, a draw")
    assert (await club.store.load(match.id)).status is Status.OVER


async def test_resigning_asks_first(club: Club) -> None:
    match = await club.under_way()
    asked = await club.alice.click(club.last, label="Resign")
    assert f"Do you want to resign match #{match.id}" in private_text(asked)
    assert (await club.store.load(match.id)).status is Status.LIVE
    assert asked.response is not None
    await club.alice.click(asked.response, label="Yes, I resign")
    assert f"Black {club.bob.mention} won" in club.text()


async def test_a_stranger_cannot_resign(club: Club) -> None:
    await club.start()
    pressed = await club.carol.click(club.last, label="Resign")
    assert "not a player" in private_text(pressed)


async def test_a_typed_resignation_is_confirmed_by_who_typed_it(club: Club) -> None:
    match = await club.under_way()
    await club.alice.send(club.channel, f"{club.me} resign")
    question = club.last
    other = await club.bob.click(question, label="Yes, I resign")
    assert "for your opponent" in private_text(other)
    assert (await club.store.load(match.id)).status is Status.LIVE
    await club.alice.click(question, label="Yes, I resign")
    outcome = (await club.store.load(match.id)).outcome
    assert outcome is not None
    assert outcome.ranks == (2, 1)
    assert question.id not in [message.id for message in club.messages]


async def test_to_surrender_is_to_resign(club: Club) -> None:
    await club.under_way()
    await club.alice.send(club.channel, f"{club.me} surrender")
    await club.alice.click(club.last, label="Yes, I resign")
    assert f"Black {club.bob.mention} won" in club.text()


async def test_a_match_that_is_over_stays_as_it_is(club: Club) -> None:
    await club.start()
    board = club.last
    club.env.inject_error("PATCH", "/channels/*/messages/*", status=500)
    asked = await club.alice.click(board, label="Resign")
    assert asked.response is not None
    await club.alice.click(asked.response, label="Yes, I resign")
    for label in ("Legal moves", "Draw", "Resign"):
        pressed = await club.bob.click(await club.fetch(board), label=label)
        assert "over" in private_text(pressed)


async def test_computers_of_one_level_are_named_once_where_all_are_asked(club: Club) -> None:
    await club.alice.send(club.channel, f"{club.me} play halma 4 level 1")
    await club.alice.send(club.channel, f"{club.me} draw")
    assert "Do you want to offer a draw in match" in club.text()
