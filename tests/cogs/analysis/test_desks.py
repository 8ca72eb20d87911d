"""Desks: moves by menu, form and direct message, whatever the desk does with them."""

from __future__ import annotations

import discord
import pytest

import engine
from cogs.analysis.desk_keeper import DeskContents, DeskReader, Moved, SeenDesk
from cogs.analysis.desks import Desks
from data import Desk
from engine import Text
from tests.cogs.conftest import SHARED, Club, alt_of, labels, picture_of, private_text

pytestmark = SHARED

START = engine.games["frisian"].start()


class Parrot:
    """A kind of desk that answers 32-28 with 19-23, refuses 31-27, and is done after any other."""

    async def shown(self, seen: SeenDesk, reader: DeskReader) -> DeskContents:
        return DeskContents(
            f"Moves: {' '.join(seen.desk.lines.moves)}", moving=seen.desk.about != "done"
        )

    async def moved(self, before: SeenDesk, after: SeenDesk, reader: DeskReader) -> Moved:
        assert before.desk.lines.moves == after.desk.lines.moves[:-1]
        assert before.position.play(after.moves[0]) == after.position
        match after.desk.lines.moves[-1]:
            case "32-28":
                return Moved(after.desk.played("19-23"), Text("Good."))
            case "31-27":
                return Moved(before.desk, Text("Not that one."))
        return Moved(after.desk.saying("done"))


@pytest.fixture
async def desk(club: Club) -> Desk:
    found = club.bot.cog(Desks)
    found.keepers["parrot"] = Parrot()
    now = club.bot.clock.now()
    return await club.store.desks.add(Desk.of(START, club.alice.id, "parrot"), now)


def shown(club: Club) -> discord.Message:
    """Return the last direct message between Alice and the bot."""
    return club.alice.user.dm_channel.history()[-1]


async def panel(club: Club, typed: str) -> discord.Message:
    """Let Alice write ``typed`` to the bot in private; return the last direct message then."""
    await club.alice.send_dm(typed)
    return shown(club)


def menu_of(message: discord.Message) -> discord.SelectMenu:
    found = [
        item
        for row in message.components
        for item in getattr(row, "children", ())
        if isinstance(item, discord.SelectMenu)
    ]
    return found[0]


def chosen(message: discord.Message) -> list[str]:
    return [option.label for option in menu_of(message).options]


async def moves(club: Club, desk: Desk) -> tuple[str, ...]:
    found = await club.store.desks.get(desk.id)
    assert found is not None
    return found.lines.moves


async def choose(club: Club, message: discord.Message, label: str) -> discord.Message:
    """Let Alice choose ``label`` from the message's menu; return the last direct message then."""
    menu = menu_of(message)
    value = next(option.value for option in menu.options if option.label == label)
    await club.alice.user.select(message, [value], custom_id=menu.custom_id)
    return shown(club)


async def press(club: Club, message: discord.Message, label: str) -> discord.Message:
    await club.alice.user.click(message, label=label)
    return shown(club)


async def test_a_move_in_a_direct_message_is_for_the_desk(club: Club, desk: Desk) -> None:
    board = await panel(club, "32-28")
    assert "Good.\nMoves: 32-28 19-23" in club.text(board)
    assert await moves(club, desk) == ("32-28", "19-23")
    assert "White to move" in alt_of(board)
    await picture_of(board)
    assert labels(board) == ["Type the move", "Flip"]


async def test_pieces_and_targets_are_chosen(club: Club, desk: Desk) -> None:
    board = await choose(club, await panel(club, "31"), "31-26")
    assert await moves(club, desk) == ("31-26",)
    assert "Moves: 31-26" in club.text(board)
    assert labels(board) == ["Flip"]  # the desk is done


async def test_a_desk_works_after_a_restart(club: Club, desk: Desk) -> None:
    board = await panel(club, "32-28")
    await club.restart()
    found = club.bot.cog(Desks)
    found.keepers["parrot"] = Parrot()
    assert chosen(await press(club, board, "Flip")) == chosen(board)
    (capture,) = chosen(board)
    board = await choose(club, shown(club), capture)
    assert await moves(club, desk) == ("32-28", "19-23", capture)


async def test_a_form_that_was_open_at_a_restart_is_answered(club: Club, desk: Desk) -> None:
    board = await panel(club, "32-28")
    form = await club.alice.user.click(board, label="Type the move")
    await club.restart()
    found = club.bot.cog(Desks)
    found.keepers["parrot"] = Parrot()
    (capture,) = chosen(board)
    await club.alice.user.submit_modal(form, club.form(form, capture))
    assert await moves(club, desk) == ("32-28", "19-23", capture)


async def test_what_a_kind_takes_back_is_not_there(club: Club, desk: Desk) -> None:
    board = await panel(club, "31-27")
    assert "Not that one.\nMoves: " in club.text(board)
    assert await moves(club, desk) == ()


async def test_a_refused_move_is_told_and_can_be_mended(club: Club, desk: Desk) -> None:
    assert "27 or 28" in (await panel(club, "32-22")).content
    board = await panel(club, "31")
    form = await club.alice.user.click(board, label="Type the move")
    await club.alice.user.submit_modal(form, club.form(form, "31-22"))
    assert "the man on 31 can go to 26 or 27" in club.text(shown(club))
    assert await moves(club, desk) == ()
    form = await club.alice.user.click(shown(club), label="Correct it")
    assert form.modal is not None
    assert form.modal["components"][0]["component"]["value"] == "31-22"
    await club.alice.user.submit_modal(form, club.form(form, "32"))
    assert "From 32: where to?" in club.text(shown(club))
    for text in ("x" * 2000, "`32`:28:" * 200, "32-28 " * 300):
        await club.alice.send_dm(text)
        assert await moves(club, desk) == ()


async def test_what_is_pressed_twice_happens_once(club: Club, desk: Desk) -> None:
    first, second = await panel(club, "31"), await panel(club, "31")
    await choose(club, first, "31-26")
    assert "This board was changed meanwhile" in club.text(await choose(club, second, "31-27"))
    assert await moves(club, desk) == ("31-26",)


async def test_a_desk_is_for_its_person_alone(club: Club, desk: Desk) -> None:
    found = club.bot.cog(Desks)
    view = await found.view(desk, DeskReader(club.alice.id, discord.Locale.american_english))
    channel = club.bot.get_channel(club.channel.id)
    assert isinstance(channel, discord.TextChannel)
    await channel.send(view=view.layout, file=view.file)
    assert "somebody else's" in private_text(await club.bob.click(club.last, label="Flip"))
    assert "somebody else's" in private_text(await club.bob.click(club.last, label="Type the move"))
    await club.bob.send_dm("32-28")
    assert await moves(club, desk) == ()


async def test_a_match_that_waits_there_comes_first(club: Club, desk: Desk) -> None:
    await club.alice.send_dm("play frisian white level 1")
    await club.alice.send_dm("32-28")
    assert await moves(club, desk) == ()
    (match,) = await club.store.matches(person=club.alice.id)
    assert match.moves[0].text == "32-28"


async def test_talk_is_no_move(club: Club, desk: Desk) -> None:
    for text in ("hello", "at 11:15", "20-15?", "2026"):
        await club.alice.send_dm(text)
    assert await moves(club, desk) == ()
