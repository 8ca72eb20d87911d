"""While the database cannot be written nobody is left without an answer, and nobody loses time."""

from __future__ import annotations

import asyncio
import logging

import pytest

from cogs.client.error_answers import UNAVAILABLE
from cogs.moves.play import NOT_SAVED
from cogs.operating.log_lines import is_news
from data import outages
from engine.table.record import Kind, Status
from tests.cogs.conftest import Club, private_text
from tests.disks import limited


@pytest.fixture(autouse=True)
def _tried_seldom(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the database tried again only if a test lets a minute pass; the simulator waits less."""
    monkeypatch.setattr(outages, "TRIED_EVERY", 60.0)


async def over(club: Club) -> None:
    """Wait until the bot finds that the database can be written again."""
    await club.env.advance_time(2 * outages.TRIED_EVERY)
    assert club.store.is_available


async def test_a_move_that_cannot_be_saved_is_answered_and_can_be_sent_again(club: Club) -> None:
    match = await club.start()
    with limited():
        await club.alice.send(club.channel, "32-28")
        assert club.text() == str(NOT_SAVED)
        await club.alice.send(club.channel, f"{club.me} 32-28")
        assert club.text() == str(NOT_SAVED)
        pressed = await club.alice.slash(club.channel, "move", move="32-28")
        assert private_text(pressed) == str(UNAVAILABLE)
        await club.alice.send(club.channel, f"{club.me} resign")
        resigning = club.last
        pressed = await club.alice.click(resigning, label="Yes, I resign")
        assert private_text(pressed) == str(UNAVAILABLE)
    await over(club)
    assert (await club.reload(match)).moves == ()
    await club.play("32-28")
    assert "played `32-28`" in club.text()


async def test_nobody_is_out_of_time_because_no_move_could_be_saved(club: Club) -> None:
    match = await club.start("frisian white 1h")
    await club.play("31-26", "19-23", "33-28")
    await club.wait(minutes=30)
    with limited():
        await club.bob.send(club.channel, "20-24")
        assert club.text() == str(NOT_SAVED)
        await club.wait(hours=5)
        assert not club.store.is_available
    await over(club)
    await club.wait(seconds=1)
    match = await club.reload(match)
    assert match.status is Status.LIVE
    assert match.deadline is not None
    left = (match.deadline - club.bot.clock.now()).total_seconds() / 60
    assert 28 < left < 31
    await club.bob.send(club.channel, "20-24")
    assert "played `20-24`" in club.text()
    await club.wait(hours=2)
    assert (await club.reload(match)).events[-1].kind is Kind.RESULT


async def test_a_board_that_was_posted_and_not_ticked_off_is_posted_once(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await club.start()
    marks = club.store.outbox.mark_shown
    failed = asyncio.Event()

    async def fails(*args: object, **options: object) -> None:
        """Fill the disk once the board has been sent, and then try to tick the board off."""
        monkeypatch.undo()
        with limited():
            failed.set()
            await marks(*args, **options)  # type: ignore[arg-type] # passed on

    monkeypatch.setattr(club.store.outbox, "mark_shown", fails)
    await club.alice.send(club.channel, "32-28")
    assert failed.is_set()
    await over(club)
    club.env.backend.advance_clock(3600)
    await club.bot.poster.wake_all()
    await club.env.settle()
    boards = [text for text in map(club.text, club.messages) if "played `32-28`" in text]
    assert len(boards) == 1
    assert not await club.store.outbox.pending()
    assert (await club.reload(match)).moves


async def test_what_fails_meanwhile_is_logged_by_the_database_alone(
    club: Club, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    await club.start()
    caplog.clear()
    with limited():
        for _ in range(5):
            await club.alice.send(club.channel, "32-28")
            await club.wait(minutes=1)
    await over(club)
    said = [r.getMessage() for r in caplog.records if r.levelno > logging.INFO and is_news(r)]
    assert len(said) == 2
    assert " cannot be written: no larger file may be written in " in said[0]
    assert " operations failed meanwhile." in said[1]
