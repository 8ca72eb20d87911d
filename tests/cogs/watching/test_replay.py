"""Replays as animated pictures."""

from __future__ import annotations

import io

import discord
import pytest
from PIL import Image

import engine
from engine.table.steps import steps_of
from tests.cogs.conftest import SHARED, Club, labels, private_text
from tests.cogs.watching.test_move_viewer import played
from tests.nightly import one_of_each_board

pytestmark = SHARED


GAMES = sorted(engine.games)


async def frames(message: discord.Message) -> int:
    """Return the number of pictures in the replay of a message."""
    (attachment,) = message.attachments
    image = Image.open(io.BytesIO(await attachment.read()))
    assert image.format == "GIF"
    return int(getattr(image, "n_frames", 1))


@pytest.mark.parametrize("name", one_of_each_board())
async def test_every_game_is_replayed_in_private_and_posted(club: Club, name: str) -> None:
    number = await played(club, name, 3)
    steps = steps_of(await club.store.load(number))
    result = await club.carol.slash(club.channel, "match animate", match=number)
    assert f"Steps 0 to {len(steps) - 1}" in private_text(result)
    shown = result.response
    assert shown is not None
    assert await frames(shown.message) == len(steps)
    await club.carol.click(shown, label="Post here")
    posted = club.public()[-1]
    assert f"{club.carol.mention} shows" in club.text(posted)
    assert await frames(posted) == len(steps)
    assert club.pinged() == set()


async def test_a_span_typed_is_shown_to_everybody(club: Club) -> None:
    match = await club.start("frisian white", "32-28", "19-23", "28x19")
    await club.carol.send(club.channel, f"{club.me} replay {match.id} 1 3")
    assert "Steps 1 to 3 of 3" in club.text()
    assert await frames(club.last) == 3
    assert labels(club.last) == []


@pytest.mark.parametrize("span", [(3, 1), (-1, 2), (0, 9)])
async def test_steps_that_there_are_not(club: Club, span: tuple[int, int]) -> None:
    match = await club.start("frisian white", "32-28", "19-23", "28x19")
    first, last = span
    await club.carol.send(club.channel, f"{club.me} replay {match.id} {first} {last}")
    assert "has the steps 0 to 3" in club.text()
    result = await club.carol.slash(
        club.channel, "match animate", match=match.id, **{"from": 3, "to": 1}
    )
    assert "has the steps 0 to 3" in private_text(result)


async def test_a_replay_that_is_too_long_is_refused(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    await club.start("frisian white", "32-28", "19-23", "28x19")
    monkeypatch.setattr("cogs.watching.replay.LONGEST", 3)
    assert "too long" in private_text(await club.carol.slash(club.channel, "match animate"))
    shown = await club.carol.slash(club.channel, "match animate", **{"from": 1})
    assert "Steps 1 to 3" in private_text(shown)


async def test_the_button_outlives_the_process_and_the_public_sees_what_it_may(club: Club) -> None:
    match = await club.start("frisian white", "32-28")
    result = await club.bob.slash(club.channel, "match animate")
    shown = result.response
    assert shown is not None
    await club.restart()
    await club.play("19-23")
    await club.bob.click(shown, label="Post here")
    assert "Steps 0 to 1 of 2" in club.text(club.public()[-1])
    lobby = club.guild.create_text_channel("lobby")
    elsewhere = (await club.carol.slash(lobby, "match animate", match=match.id)).response
    assert elsewhere is not None
    await club.hide(club.channel, club.carol)
    again = await club.carol.click(elsewhere, label="Post here")
    assert "I do not know that match." in private_text(again)


async def test_two_at_once(club: Club) -> None:
    await club.start("frisian white", "32-28")
    panel = (await club.carol.slash(club.channel, "match moves")).response
    assert panel is not None
    first = await club.carol.click(panel, label="Replay")
    second = await club.bob.slash(club.channel, "match animate")
    for result in (first, second):
        assert result.response is not None
        assert await frames(result.response.message) == 2
