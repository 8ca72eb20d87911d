"""The board of a turn is drawn while the turn is saved, and never sent before."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import discord
import pytest
from discord import ui

from cogs.client.error_answers import OOPS
from cogs.delivery import post_contents
from data import Outgoing, StoreError
from data.database.connection import Database
from render.pictures import painter
from tests.cogs.conftest import SHARED, Club
from tests.patience import PATIENCE

pytestmark = SHARED

Transact = Callable[..., Any]


class Gate:
    """Holds a turn's commit until its board is drawn; the commit then succeeds, or ``fails``."""

    def __init__(self, club: Club, patch: pytest.MonkeyPatch, *, fails: bool) -> None:
        self._club, self._fails = club, fails
        self._loop = asyncio.get_running_loop()
        self._drawn = asyncio.Event()
        self.shown: int | None = None
        """The number of messages when the board was drawn and the turn not saved."""
        self.drawings = 0
        self._draw: Callable[..., Any] = vars(post_contents)["draw"]
        self._transact: Transact = Database.transact
        patch.setattr(post_contents, "draw", self.draw)

        async def transact(
            database: Database, statements: Transact, *given: object, **named: object
        ) -> object:
            async def gated(*more: object, **others: object) -> object:
                done = await statements(*more, **others)
                await self.pass_through()
                return done

            return await self._transact(database, gated, *given, **named)

        patch.setattr(Database, "transact", transact)

    def draw(self, *given: object, **more: object) -> object:
        """Draw, and open the gate."""
        drawn = self._draw(*given, **more)
        self.drawings += 1
        self._loop.call_soon_threadsafe(self._drawn.set)
        return drawn

    async def pass_through(self) -> None:
        """Wait for the first drawing; then raise StoreError if this gate fails."""
        if self.shown is None:
            await asyncio.wait_for(self._drawn.wait(), PATIENCE)
            for _ in range(100):
                await asyncio.sleep(0)
            self.shown = len(self._club.messages)
            if self._fails:
                raise StoreError("The disk is full.")


async def test_a_board_is_drawn_before_its_turn_is_saved_and_sent_after_that(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    await club.start()
    before = len(club.messages)
    gate = Gate(club, monkeypatch, fails=False)
    await club.play("32-28")
    assert gate.shown == before + 1  # Alice's typed move
    assert "played `32-28`" in club.text()
    assert gate.drawings == 1


async def test_what_was_drawn_for_a_turn_that_is_not_saved_is_never_sent(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await club.start()
    with monkeypatch.context() as patch:
        gate = Gate(club, patch, fails=True)
        await club.alice.send(club.channel, "32-28")
        assert gate.drawings == 1
    assert club.text() == str(OOPS)
    assert (await club.reload(match)).moves == ()
    assert match.id not in club.bot.poster._contents._prepared
    await club.play("33-28")
    assert "played `33-28`" in club.text()
    assert not [text for text in map(club.text, club.messages) if "played `32-28`" in text]


async def test_a_board_that_was_drawn_early_is_the_one_that_is_shown(club: Club) -> None:
    match = await club.start()
    await club.play("32-28")
    assert match.id not in club.bot.poster._contents._prepared


async def test_a_turn_is_composed_anew_for_who_follows_meanwhile(club: Club) -> None:
    match = await club.start()
    await club.play("32-28")
    match, made = await club.reload(match), club.bot.poster._contents
    made.prepare(match)
    assert (prepared := made._prepared[match.id].content) is not None
    assert await made.of_post(match, Outgoing(match, (), {})) is prepared.result()
    made.prepare(match)
    content = await made.of_post(match, Outgoing(match, (), {club.carol.id: True}))
    texts = [item for item in content.view.walk_children() if isinstance(item, ui.TextDisplay)]
    assert any(club.carol.mention in text.content for text in texts)


async def test_boards_that_nobody_takes_are_bounded(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await club.start()
    monkeypatch.setattr(post_contents, "draw", lambda *_, **__: None)
    drawn = club.bot.poster._contents
    for number in range(post_contents.PREPARED + 5):
        drawn.prepare(replace(match, id=number))
    assert len(drawn._prepared) == post_contents.PREPARED
    await asyncio.gather(*(prepared.drawing.picture for prepared in drawn._prepared.values()))


async def test_a_turn_whose_picture_fails_at_the_last_moment_is_told_in_words(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    await club.start()

    def encode(_: object) -> bytes:
        raise MemoryError

    with monkeypatch.context() as patch:
        patch.setattr(painter, "encode", encode)  # after the board was described
        await club.play("32-28")
    assert "played `32-28`" in club.text()
    kinds = {type(component) for component in club.last.components}
    assert discord.components.MediaGalleryComponent not in kinds
    assert not club.last.attachments
