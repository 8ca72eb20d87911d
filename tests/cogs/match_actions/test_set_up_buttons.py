"""The buttons of a secret set-up, the word that ends it, and the first board after it."""

from __future__ import annotations

import discord
import pytest
from simcord import InteractionResult, MemberActor

from cogs.messages.match_posts import texts_of
from engine.table.match import Match
from engine.table.record import SeatSetUp
from tests.cogs.conftest import SHARED, UNSEEN, Club, alt_of, labels, picture_of, private_text

pytestmark = SHARED


async def begin(club: Club, words: str) -> Match:
    match = await club.challenge(words)
    await club.bob.click(club.last, label="Accept")
    return await club.reload(match)


async def panel(member: MemberActor, board: discord.Message) -> discord.Message:
    """Return a member's private picture of their set-up."""
    shown = await member.click(board, label="Set up")
    assert shown.response is not None
    assert shown.response.ephemeral
    return shown.response.message


async def placed(club: Club, match: Match, seat: int) -> SeatSetUp:
    return (await club.reload(match)).set_up_of(seat)


def seat_of(match: Match, member: MemberActor) -> int:
    return match.seats_of(member.id)[0]


async def test_an_army_is_placed_by_buttons_alone(club: Club) -> None:
    match = await begin(club, "allies west")
    seat = seat_of(match, club.alice)
    board = club.last
    shown = await panel(club.alice, board)
    assert labels(shown) == ["Place", "Front", "Mixed", "Deep", "Clear", "Ready"]
    await club.alice.click(shown, label="Front")
    front = await placed(club, match, seat)
    assert len(front.arrangement) == 36
    await picture_of(shown)
    await club.alice.click(shown, label="Deep")
    deep = await placed(club, match, seat)
    assert len(deep.arrangement) == 36
    assert deep != front
    await club.alice.click(shown, label="Clear")
    assert (await placed(club, match, seat)).arrangement == {}
    await club.alice.click(shown, label="Mixed")
    ready = await club.alice.click(shown, label="Ready")
    assert private_text(ready).strip() == "You are ready; the others are still setting up."
    assert (await placed(club, match, seat)).ready
    assert (await club.reload(match)).moves == ()


@UNSEEN
async def test_what_was_placed_by_hand_stays_where_the_rest_is_filled_in(club: Club) -> None:
    match = await begin(club, "allies france-germany")
    seat = seat_of(match, club.alice)
    point = next(iter(match.setup.choices(seat)))
    await club.alice.send_dm(f"@{match.position.board.names[point]}")
    shown = await panel(club.alice, club.last)
    await club.alice.click(shown, label="Deep")
    arrangement = (await placed(club, match, seat)).arrangement
    assert point in arrangement
    assert len(arrangement) == 12


@UNSEEN
async def test_who_has_two_sides_is_led_from_the_one_to_the_other(club: Club) -> None:
    match = await begin(club, "allies battle")
    first, second = match.seats_of(club.alice.id)
    board = club.last
    shown = await panel(club.alice, board)
    (told,) = texts_of(shown.components)
    assert told.startswith(f"You set up {match.seats[first].name}. A ring marks each square")
    assert "*Front* fills in what is left near the enemy" in told
    await club.alice.click(shown, label="Front")
    next_one = await club.alice.click(shown, label="Ready")
    assert f"You set up {match.seats[second].name}." in private_text(next_one)
    await club.alice.click(shown, label="Deep")
    assert "Ready:" not in club.text(await club.fetch(board))
    done = await club.alice.click(shown, label="Ready")
    assert private_text(done).strip() == "You are ready; the others are still setting up."
    told_all = club.text(await club.fetch(board))
    assert f"{club.bob.mention}: set up your pieces" in told_all
    assert f"Ready: {club.alice.mention}." in told_all
    assert (await club.fetch(board)).attachments
    early = await club.bob.click(board, label="Ready")
    assert private_text(early).strip().startswith("You are not ready yet")

    await club.bob.send_dm("auto mixed")
    on_board = await club.bob.click(board, label="Ready")
    assert private_text(on_board).startswith("This side is ready; you have another one to set up")
    await club.bob.send_dm("auto mixed")
    await club.bob.click(board, label="Ready")
    begun = await club.reload(match)
    assert not begun.setting_up
    mover = begun.people[begun.position.turn]
    assert f"Entente West, <@{mover}>, to move. You are ❙❙❙ French and ★ Italian." in club.text()
    assert "Then Central East, Central West, Entente East." in club.text()
    await club.play(begun.example)
    assert begun.record().startswith("@")
    assert (await club.reload(match)).record(setup=False).startswith("1. ")


@UNSEEN
async def test_who_has_two_sides_is_shown_the_other_in_a_direct_message(club: Club) -> None:
    match = await begin(club, "allies battle")
    await club.alice.send_dm("auto mixed")
    await club.alice.send_dm("ready")
    second = match.seats_of(club.alice.id)[1]
    assert f"You set up {match.seats[second].name}." in club.text(
        club.alice.user.dm_channel.history()[-1]
    )
    await club.alice.send_dm("auto mixed")
    await club.alice.send_dm("ready")
    assert "You are ready; the others" in club.text(club.alice.user.dm_channel.history()[-1])


async def test_crosses_are_set_by_buttons(club: Club) -> None:
    match = await begin(club, "alliance free white")
    shown = await panel(club.alice, club.last)
    assert labels(shown) == ["Place", "All ×", "All +", "Clear", "Ready"]
    await club.alice.click(shown, label="All +")
    assert set((await placed(club, match, 0)).arrangement.values()) == {"+"}
    await club.alice.click(shown, label="All ×")
    assert set((await placed(club, match, 0)).arrangement.values()) == {"x"}


@UNSEEN
async def test_ready_is_understood_where_the_bot_is_mentioned(club: Club) -> None:
    match = await begin(club, "allies france-germany")
    await club.alice.send(club.channel, f"{club.me} K7-L8")
    await club.bob.send(club.channel, f"{club.me} K7-L8")
    refused = [club.text(message) for message in club.messages[-3::2]]
    assert all("The pieces are set up first" in text for text in refused)
    await club.alice.send(club.channel, f"{club.me} ready")
    assert "You are not ready yet: your set-up is not complete" in club.text()
    assert "French" not in club.text()
    for member in (club.alice, club.bob):
        await club.alice.send(club.channel, "ready")
        assert not (await placed(club, match, seat_of(match, member))).ready
        await member.send_dm("auto mixed")
        await member.send(club.channel, f"{club.me} Ready")
    match = await club.reload(match)
    assert not match.setting_up
    assert "All pieces are set up" in club.text()


async def test_the_alt_text_says_that_it_is_a_set_up(club: Club) -> None:
    await begin(club, "allies france-germany")
    assert club.alt().startswith("Pieces are set up in secret before the first move.")
    assert "to move" not in club.alt()
    private = alt_of(await panel(club.alice, club.last))
    assert "points are marked where pieces may stand" in private
    assert "legal moves" not in private


@pytest.mark.parametrize("words", ["allies france-germany", "alliance free white"])
async def test_the_first_board_marks_nothing_as_a_move(club: Club, words: str) -> None:
    match = await club.start(words)
    assert match.moves
    assert match.last_moves() == (None, ())
    assert " played " not in club.alt()


@UNSEEN
async def test_of_squares_in_the_form_the_wrong_one_is_named_and_the_others_stand(
    club: Club,
) -> None:
    match = await begin(club, "allies france-germany")
    seat = seat_of(match, club.alice)
    names = [match.position.board.names[point] for point in list(match.setup.choices(seat))[:6]]
    shown = await panel(club.alice, club.last)
    form = await club.alice.click(shown, label="Place")
    submitted = await club.alice.submit_modal(form, Club.form(form, f"@{' '.join(names)} A1"))
    told = private_text(submitted)
    assert "Not placed: `A1`." in told
    arrangement = (await placed(club, match, seat)).arrangement
    assert [match.position.board.names[point] for point in sorted(arrangement)] == sorted(
        names, key=match.position.board.names.index
    )
    again = await club.alice.click(shown, label="Place")
    assert default_of(again) == "A1"
    assert not any("A1" in club.text(message) for message in club.messages)
    refused = await club.alice.submit_modal(again, Club.form(again, "@A1 A2"))
    assert "Not placed" not in private_text(refused)
    assert refused.response is not None
    assert labels(refused.response.message)[0] == "Place"  # which brings the form back
    again = await club.alice.click(shown, label="Place")
    assert default_of(again) == "@A1 A2"
    await club.alice.submit_modal(again, Club.form(again, f"@{names[0]}"))
    assert default_of(await club.alice.click(shown, label="Place")) is None


@UNSEEN
async def test_of_crosses_in_a_message_the_wrong_one_is_named_and_the_others_stand(
    club: Club,
) -> None:
    match = await begin(club, "alliance free white")
    await club.alice.send_dm("@a1=x c1=+ e9=x")
    assert "Not placed: `e9=x`." in club.text(club.alice.user.dm_channel.history()[-1])
    assert len((await placed(club, match, 0)).arrangement) == 2


def default_of(form: InteractionResult) -> object:
    """Return the text in the field of a form when the form opens, or None."""
    assert form.modal is not None
    (field,) = form.modal["components"]
    return field["component"].get("value")


@UNSEEN
async def test_ready_too_early_shows_the_ways_to_go_on_as_buttons(club: Club) -> None:
    match = await begin(club, "allies france-germany")
    early = await club.alice.click(club.last, label="Ready")
    assert early.response is not None
    assert early.response.ephemeral
    assert "You are not ready yet: something is still missing." in private_text(early)
    shown = early.response.message
    assert labels(shown) == ["Place", "Front", "Mixed", "Deep", "Clear", "Ready"]
    await club.alice.click(shown, label="Ready")
    assert not (await placed(club, match, seat_of(match, club.alice))).ready
    await club.alice.click(shown, label="Mixed")
    await club.alice.click(shown, label="Ready")
    assert (await placed(club, match, seat_of(match, club.alice))).ready
