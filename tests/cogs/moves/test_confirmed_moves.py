"""Moves of people who want to be asked whether they mean them."""

from __future__ import annotations

import discord
import pytest
from simcord import InteractionResult

from tests.cogs.conftest import SHARED, Club, labels, picture_of, private_text

pytestmark = SHARED


def question_of(result: InteractionResult) -> discord.Message:
    """Return the private question that answers a move."""
    assert result.response is not None
    assert result.response.ephemeral
    return result.response.message


async def test_a_typed_move_counts_once_it_is_confirmed(club: Club) -> None:
    match = await club.start()
    await club.bot.preferences.change_person(club.alice.id, confirm=True)
    await club.alice.send(club.channel, "32-28")
    assert "`32-28`: do you want to play this?" in club.text()
    assert (await club.store.load(match.id)).moves == ()
    other = await club.bob.click(club.last, label="Play it")
    assert "for somebody else" in private_text(other)
    await club.restart()
    await club.alice.click(club.last, label="Play it")
    assert [event.text for event in (await club.store.load(match.id)).moves] == ["32-28"]
    assert "do you want to play" not in club.text()


async def test_an_illegal_move_is_refused_at_once_and_not_asked_about(club: Club) -> None:
    await club.start()
    await club.bot.preferences.change_person(club.alice.id, confirm=True)
    await club.alice.send(club.channel, "32-10")
    assert "Play it" not in labels(club.last)


@pytest.mark.parametrize("way", ["slash", "form"])
async def test_a_move_entered_in_private_is_confirmed_beside_its_picture(
    club: Club, way: str
) -> None:
    match = await club.start()
    await club.bot.preferences.change_person(club.alice.id, confirm=True)
    if way == "slash":
        result = await club.alice.slash(club.channel, "move", move="32-28")
    else:
        form = await club.open_form(club.alice)
        result = await club.alice.submit_modal(form, club.form(form, "32-28"))
    question = question_of(result)
    image = await picture_of(question)
    assert max(image.size) == 450
    assert (await club.store.load(match.id)).moves == ()
    await club.alice.click(question, label="Play it")
    assert len((await club.store.load(match.id)).moves) == 1


async def test_a_move_is_played_once_however_often_it_is_confirmed(club: Club) -> None:
    match = await club.start()
    await club.bot.preferences.change_person(club.alice.id, confirm=True)
    question = question_of(await club.alice.slash(club.channel, "move", move="32-28"))
    again = question_of(await club.alice.slash(club.channel, "move", move="33-29"))
    await club.alice.click(question, label="Play it")
    late = await club.alice.click(again, label="Play it")
    assert "out of date" in private_text(late)
    assert [event.text for event in (await club.store.load(match.id)).moves] == ["32-28"]


async def test_a_confirmed_move_counts_by_the_moment_it_was_sent(club: Club) -> None:
    match = await club.start()
    await club.bot.preferences.change_person(club.alice.id, confirm=True)
    await club.alice.send(club.channel, "32-28")
    sent = club.messages[-2].created_at
    club.env.backend.advance_clock(40)
    await club.alice.click(club.last, label="Play it")
    assert (await club.store.load(match.id)).moves[-1].at == sent


@pytest.mark.parametrize("why", ["thinking", "something happened"])
async def test_a_confirmed_move_counts_by_the_press_if_it_is_late_or_something_happened(
    club: Club, why: str
) -> None:
    match = await club.start()
    await club.bot.preferences.change_person(club.alice.id, confirm=True)
    board = club.last
    await club.alice.send(club.channel, "32-28")
    question = club.last
    sent = club.messages[-2].created_at
    club.env.backend.advance_clock(61 if why == "thinking" else 20)
    if why == "something happened":
        await club.confirm(club.bob, board, "Draw")
        club.env.backend.advance_clock(20)
    await club.alice.click(question, label="Play it")
    move = (await club.store.load(match.id)).moves[-1]
    assert (move.at - sent).total_seconds() >= 40


@pytest.mark.parametrize("way", ["typed", "slash"])
async def test_a_text_longer_than_an_id_is_confirmed(club: Club, way: str) -> None:
    match = await club.start()
    await club.bot.preferences.change_person(club.alice.id, confirm=True)
    words = f"32{' -' * 50} 28"
    if way == "slash":
        question = question_of(await club.alice.slash(club.channel, "move", move=words))
    else:
        await club.alice.send(club.channel, f"{club.me} {words}")
        question = club.last
    assert "is `32-28`: do you want to play this?" in club.text(question)
    await club.alice.click(question, label="Play it")
    assert [event.text for event in (await club.store.load(match.id)).moves] == ["32-28"]


async def test_a_claim_by_its_button_is_confirmed_too(club: Club) -> None:
    match = await club.start("assaut soldiers")
    await club.play("@d6,d7", "d4-d5")
    position = (await club.store.load(match.id)).position
    omitted = next(move for move in position.legal_moves() if not move.captured)
    await club.play(position.write(omitted))
    await club.bob.click(club.last, label="Play it all the same")
    await club.bot.preferences.change_person(club.alice.id, confirm=True)
    question = question_of(await club.alice.click(club.last, label="Huff"))
    before = len((await club.store.load(match.id)).moves)
    await club.alice.click(question, label="Play it")
    moves = (await club.store.load(match.id)).moves
    assert len(moves) == before + 1
    assert moves[-1].text.startswith("huff")


async def test_in_several_matches_it_is_asked_which_and_then_whether(club: Club) -> None:
    await club.start("frisian white")
    second = await club.start("frisian white")
    await club.bot.preferences.change_person(club.alice.id, confirm=True)
    words = f"32{' -' * 50} 28"
    await club.alice.send(club.channel, f"{club.me} {words}")
    assert "Which match do you mean?" in club.text()
    result = await club.alice.select(club.last, [str(second.id)])
    await club.alice.click(question_of(result), label="Play it")
    played = [match.id for match in await club.matches() if match.moves]
    assert played == [second.id]
