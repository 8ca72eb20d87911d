"""Moves, in every way to enter one, and what the channel sees of them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from PIL import Image

from data.matches import saving
from engine.table.match import Match
from engine.table.record import Kind, Status
from tests.cogs.conftest import SHARED, Club, labels, picture_of, private_text
from tests.nightly import thinned

pytestmark = SHARED


BOARD_BUTTONS = ["Legal moves", "Flip", "Rules", "Draw", "Resign", "More"]


async def test_the_match_begins_with_a_board_and_calls_who_is_to_move(club: Club) -> None:
    await club.accepted()
    assert "### Frisian draughts" in club.text()
    assert f"**Move 1**: {club.alice.mention}, it is your turn (White)." in club.text()
    assert labels(club.last) == BOARD_BUTTONS
    assert club.pinged() == {club.alice.id}
    picture = await picture_of(club.last)
    assert picture.size == (900, 900)
    assert labels(club.messages[-2]) == []


async def test_a_typed_move_is_answered_with_the_board(club: Club) -> None:
    await club.start()
    old = club.last
    before = await picture_of(old)
    await club.alice.send(club.channel, "32-28")
    assert f"White {club.alice.mention} played `32-28`." in club.text()
    assert f"**Move 1**: {club.bob.mention}, it is your turn (Black)." in club.text()
    assert club.pinged() == {club.bob.id}
    assert labels(club.last) == BOARD_BUTTONS
    assert labels(await club.fetch(old)) == []
    assert not (await club.fetch(old)).attachments
    assert (await picture_of(club.last)).tobytes() != before.tobytes()
    assert "White played 32-28" in club.alt()


@pytest.mark.parametrize(
    "text", thinned(["32-28", "32 28", "32x28", "32×28", "32:28", "32–28", " 32 - 28 ", "32X28"], 3)
)
async def test_any_separator_does(club: Club, text: str) -> None:
    await club.start()
    await club.alice.send(club.channel, text)
    assert "played `32-28`" in club.text()


@pytest.mark.parametrize(
    "text",
    thinned(["３２-２８", "３２－２８", "３２‐２８", "32‐28", "32‑28", "32‒28", "32−28", "32―28",
             "٣٢-٢٨", "\u200e32-28", "\u206632-28\u2069", "32\u300028", "𝟑𝟐-𝟐𝟖"], 4),
)  # fmt: skip
async def test_signs_of_other_keyboards_are_read_as_what_they_are(club: Club, text: str) -> None:
    await club.start()
    await club.alice.send(club.channel, text)
    assert "played `32-28`" in club.text()


async def test_signs_of_other_keyboards_are_read_in_every_way_to_enter_a_move(club: Club) -> None:
    match = await club.start()
    await club.alice.slash(club.channel, "move", move="３２－２８")
    form = await club.open_form(club.bob)
    await club.bob.submit_modal(form, club.form(form, "１９‐２３"))
    await club.alice.send(club.channel, f"{club.me} ２８×１９")
    moves = (await club.reload(match)).moves
    assert [move.text for move in moves] == ["32-28", "19-23", "28x19"]


async def test_numbers_in_other_signs_that_are_no_moves_are_left_alone(club: Club) -> None:
    await club.start()
    for text in ("²²-²⁸", "①⑨-②③", "３２", "２０２４", "１-０", "10²", "½-½"):
        await club.alice.send(club.channel, text)
        assert club.last.content == text


async def test_a_mention_enters_a_move(club: Club) -> None:
    await club.start()
    await club.alice.send(club.channel, f"{club.me} 32-28")
    assert "played `32-28`" in club.text()


async def test_a_plain_at_name_enters_a_move(club: Club) -> None:
    await club.start()
    await club.alice.send(club.channel, "@TestBot 32-28")
    assert "played `32-28`" in club.text()


async def test_a_reply_to_the_board_enters_a_move(club: Club) -> None:
    await club.start()
    await club.alice.send(club.channel, "32-28", reply_to=club.last)
    assert "played `32-28`" in club.text()


async def test_the_command_enters_a_move(club: Club) -> None:
    await club.start()
    result = await club.alice.slash(club.channel, "move", move="32-28")
    assert result.response is not None
    assert result.response.id == club.last.id
    assert "played `32-28`" in club.text()


async def test_the_form_enters_a_move(club: Club) -> None:
    await club.start()
    form = await club.open_form(club.alice)
    assert form.modal is not None
    await club.alice.submit_modal(form, club.form(form, "32-28"))
    assert "played `32-28`" in club.text()


async def test_digits_of_full_width_and_other_hyphens_are_read_wherever_a_move_is(
    club: Club,
) -> None:
    await club.start()
    offered = await club.alice.autocomplete(club.channel, "move", "move", "３２－")
    assert {choice["value"] for choice in offered} == {"32-27", "32-28"}
    result = await club.alice.slash(club.channel, "move", move="３２－２８")
    assert result.response is not None
    assert "played `32-28`" in club.text()
    form = await club.open_form(club.bob)
    await club.bob.submit_modal(form, club.form(form, "19\u201023"))
    assert "played `19-23`" in club.text(club.public()[-1])
    await club.alice.send(club.channel, f"{club.me} ２８ｘ１９")
    assert "played `28x19`" in club.text()


CHAT = (
    "see you at 10-20", "32-28 looks good", "I would play 32-28", "32", "hello", "32-28?",
    "(32-33)", "> 19-23", "~~32-28~~", "||32-28||", "https://example.org/32-28", "12:30pm",
)  # fmt: skip


async def test_chat_is_left_alone(club: Club) -> None:
    match = await club.start()
    for chat in CHAT:
        await club.alice.send(club.channel, chat)
        assert club.last.content == chat
    assert (await club.store.load(match.id)).moves == ()


async def test_a_strangers_bare_move_is_chat(club: Club) -> None:
    match = await club.start()
    count = len(club.messages)
    await club.carol.send(club.channel, "32-28")
    assert len(club.messages) == count + 1
    assert (await club.store.load(match.id)).moves == ()


async def test_a_stranger_who_speaks_to_the_bot_is_told_that_they_do_not_play(club: Club) -> None:
    await club.start()
    board = club.last
    await club.carol.send(club.channel, f"{club.me} 32-28")
    assert "You have no match in this channel; `/play` begins one." in club.text()
    await club.carol.send(club.channel, "32-28", reply_to=board)
    assert "You are not a player in this match." in club.text()
    pressed = await club.carol.select(board, ["32-28"])
    assert "You are not a player in this match." in private_text(pressed)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("28-22", "empty"),
        ("19-23", "opponent"),
        ("32-37", "27 or 28"),
        ("31-32", "31"),
    ],
)
async def test_a_typed_mistake_gets_a_short_reply_without_a_ping_that_goes_away(
    club: Club, text: str, sentence: str
) -> None:
    match = await club.start()
    await club.alice.send(club.channel, text)
    reply = club.last
    assert sentence in reply.content
    assert reply.reference is not None
    assert club.replied_without_ping()
    assert (await club.store.load(match.id)).moves == ()
    await club.env.advance_time(31)
    assert reply.id not in [message.id for message in club.messages]


async def test_a_mistake_in_a_command_or_form_is_private(club: Club) -> None:
    await club.start()
    count = len(club.messages)
    await club.play("32-28", "20-24")
    count += 4
    result = await club.alice.slash(club.channel, "move", move="28-32")
    assert "forward" in private_text(result)
    form = await club.open_form(club.alice)
    result = await club.alice.submit_modal(form, club.form(form, "nonsense"))
    assert "a move looks like `31-26`" in private_text(result)
    assert len(club.public()) == count


async def test_who_is_not_to_move_is_told_whose_turn_it_is(club: Club) -> None:
    await club.start()
    await club.bob.send(club.channel, "19-23")
    assert "It is not your turn: White to move." in club.text()
    pressed = await club.bob.select(club.messages[-3], ["32-28"])
    assert "It is not your turn" in private_text(pressed)


async def test_a_mistake_said_to_the_bot_shows_an_example(club: Club) -> None:
    await club.start()
    await club.alice.send(club.channel, f"{club.me} let us begin")
    assert "you type a move, such as `32-28`" in club.text()


async def test_completion_offers_the_legal_moves_that_begin_with_what_is_typed(club: Club) -> None:
    await club.start()
    choices = await club.alice.autocomplete(club.channel, "move", "move", "32 ")
    assert [choice["value"] for choice in choices] == ["32-27", "32-28"]
    assert await club.bob.autocomplete(club.channel, "move", "move", "") == []
    every = await club.alice.autocomplete(club.channel, "move", "move", "")
    assert [choice["value"] for choice in every] == [
        "31-26", "31-27", "32-27", "32-28", "33-28", "33-29", "34-29", "34-30", "35-30",
    ]  # fmt: skip


async def test_the_legal_moves_are_shown_in_private(club: Club) -> None:
    await club.start()
    result = await club.carol.click(club.last, label="Legal moves")
    assert "White can play" in private_text(result)
    assert "`32-28`" in private_text(result)
    assert result.response is not None
    assert len(result.response.attachments) == 1


async def test_flip_shows_the_other_side_in_private(club: Club) -> None:
    await club.start()
    result = await club.bob.click(club.last, label="Flip")
    assert "From the side of Black" in private_text(result)
    assert result.response is not None
    flipped = await picture_of(result.response.message)
    assert flipped.tobytes() != (await picture_of(club.last)).tobytes()


async def test_a_button_of_an_old_board_is_answered_in_private(club: Club) -> None:
    match = await club.start()
    old = club.last
    club.env.inject_error("PATCH", "/channels/*/messages/*", status=500)
    await club.play("32-28")
    assert labels(await club.fetch(old)) == BOARD_BUTTONS
    for label in ("Legal moves", "Flip"):
        pressed = await club.bob.click(await club.fetch(old), label=label)
        assert "out of date" in private_text(pressed)
    chosen = await club.bob.select(await club.fetch(old), ["31-27"])
    assert "out of date" in private_text(chosen)
    assert len((await club.store.load(match.id)).moves) == 1


async def test_buttons_work_after_a_restart(club: Club) -> None:
    await club.start()
    await club.restart()
    form = await club.open_form(club.alice)
    await club.alice.submit_modal(form, club.form(form, "32-28"))
    assert "played `32-28`" in club.text()


async def test_moves_typed_while_the_bot_was_away_are_played_when_it_is_back(club: Club) -> None:
    match = await club.start()
    await club.away(
        (club.alice, "good luck"), (club.alice, "31-99"), (club.alice, "32-28"), (club.bob, "19-23")
    )
    assert [move.text for move in (await club.store.load(match.id)).moves] == ["32-28", "19-23"]
    assert "played `19-23`" in club.text()
    await club.restart()
    assert len((await club.store.load(match.id)).moves) == 2


async def test_what_was_refused_once_is_not_played_after_a_restart(club: Club) -> None:
    match = await club.start()
    await club.alice.send(club.channel, "28x19")
    await club.play("32-28", "19-23")
    await club.restart()
    assert len((await club.store.load(match.id)).moves) == 2


async def test_what_was_refused_once_is_not_played_where_an_idle_match_has_it_read_again(
    club: Club,
) -> None:
    await club.alice.send(club.channel, f"{club.me} challenge {club.carol.mention} frysk black")
    await club.carol.click(club.last, label="Accept")
    match = await club.start()
    for member, text in (
        (club.alice, "28x19"),
        (club.alice, "32-28"),
        (club.bob, "19-23"),
    ):
        club.env.backend.advance_clock(1)
        await member.send(club.channel, text)
    assert [m.text for m in (await club.store.load(match.id)).moves] == ["32-28", "19-23"]
    await club.restart()
    assert [m.text for m in (await club.store.load(match.id)).moves] == ["32-28", "19-23"]


async def test_two_messages_at_the_same_instant_are_one_move_each_turn(club: Club) -> None:
    match = await club.start()
    for text in ("32-28", "31-27"):
        club.env.backend.create_message(club.channel.id, club.alice.id, text)
    await club.env.settle()
    assert len((await club.store.load(match.id)).moves) == 1


class TestSeveralMatches:
    """One person, two matches in one channel."""

    async def two(self, club: Club) -> tuple[int, int]:
        first = await club.start("frisian white")
        second = await club.start("frysk white")
        return first.id, second.id

    async def test_the_match_that_a_move_fits_is_meant(self, club: Club) -> None:
        _, second = await self.two(club)
        await club.alice.send(club.channel, "47-41")
        assert [m.text for m in (await club.store.load(second)).moves] == ["47-41"]

    async def test_a_reply_says_which(self, club: Club) -> None:
        first, second = await self.two(club)
        await club.play_in(first, "31-26")
        assert (await club.store.load(second)).moves == ()

    async def test_where_several_fit_a_menu_asks(self, club: Club) -> None:
        first = await club.start("frisian white")
        second = await club.start("frisian-official white")
        await club.alice.send(club.channel, "32-28")
        question = club.last
        assert "Which match do you mean?" in club.text()
        stranger = await club.bob.select(question, values=[str(second.id)])
        assert "for somebody else" in private_text(stranger)
        await club.alice.select(question, values=[str(second.id)])
        assert (await club.store.load(first.id)).moves == ()
        assert [m.text for m in (await club.store.load(second.id)).moves] == ["32-28"]
        assert question.id not in [message.id for message in club.messages]

    async def test_the_command_asks_in_private(self, club: Club) -> None:
        await club.start("frisian white")
        second = await club.start("frisian-official white")
        result = await club.alice.slash(club.channel, "move", move="32-28")
        assert "Which match" in private_text(result)
        assert result.response is not None
        await club.alice.select(result.response, values=[str(second.id)])
        assert [m.text for m in (await club.store.load(second.id)).moves] == ["32-28"]


async def test_a_whole_match_ends_with_result_reason_picture_and_notation(club: Club) -> None:
    match = await club.start()
    await club.play("32-28", "19-23", "28x19")
    asked = await club.bob.click(club.last, label="Resign")
    assert asked.response is not None
    await club.bob.click(asked.response, label="Yes, I resign")
    text = club.text()
    assert f"White {club.alice.mention} won" in text
    assert "Black resigned." in text
    assert "1. 32-28 19-23 2. 28x19" in text
    assert isinstance(await picture_of(club.last), Image.Image)
    assert labels(club.last) == ["Rematch", "Review", "More"]
    assert club.pinged() == {club.alice.id}
    assert (await club.store.load(match.id)).status is Status.OVER


async def test_the_example_for_what_cannot_be_read_is_legal_now(club: Club) -> None:
    match = await club.start()
    await club.play("32-28", "19-23")
    example = (await club.store.load(match.id)).example
    await club.alice.send(club.channel, f"{club.me} move nonsense")
    assert f"you type a move, such as `{example}`" in club.text()
    assert example != "32-28"


async def elsewhere(club: Club, change: Callable[[Match], Match]) -> None:
    """Change the live match as another process does, before this process hears of it."""
    (before,) = await club.matches(status=Status.LIVE)
    database = club.store._database
    await database.write(saving.append, before, change(before), lambda: None, database.backend)


async def test_a_match_that_another_process_has_changed_is_looked_at_once_more(club: Club) -> None:
    match = await club.start()
    now = match.events[-1].at
    await elsewhere(club, lambda m: m.offer_agreement(club.bob.id, "draw", now=now, source=None))
    await club.alice.send(club.channel, "32-28")
    assert "played `32-28`" in club.text()
    await elsewhere(club, lambda m: m.play(club.bob.id, "19-23", now=now, source="another"))
    await club.bob.send(club.channel, f"{club.me} 19-24")
    assert "It is not your turn" in club.text()
    moves = [event.text for event in (await club.reload(match)).events if event.kind is Kind.MOVE]
    assert moves == ["32-28", "19-23"]


async def test_buttons_and_commands_meet_what_another_process_has_changed(club: Club) -> None:
    match = await club.start()
    await club.play("32-28", "19-23")
    now = (await club.reload(match)).events[-1].at
    await club.type(club.alice, "draw")
    until = now + timedelta(days=2)
    await elsewhere(club, lambda m: m.start_holiday(club.bob.id, until, now=now, source=None))
    await club.bob.click(club.last, label="Decline")
    assert (await club.reload(match)).offer is None
    await club.type(club.bob, "draw")
    await elsewhere(club, lambda m: m.end_holiday(club.bob.id, now=now, source=None))
    await club.alice.slash(club.channel, "match accept")
    assert (await club.store.load(match.id)).status is Status.OVER
