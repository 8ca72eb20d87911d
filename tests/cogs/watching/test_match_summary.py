"""``/match show``."""

from __future__ import annotations

from tests.cogs.conftest import SHARED, UNSEEN, Club, labels, private_text

pytestmark = [SHARED, UNSEEN]


async def test_a_live_match(club: Club) -> None:
    match = await club.start("halma 10x10 red")
    result = await club.carol.slash(club.channel, "match show", match=match.id)
    text = private_text(result)
    assert f"### Halma · #{match.id}" in text
    assert "• The board has 10×10 squares" in text
    assert f"Red {club.alice.mention} – Blue {club.bob.mention}" in text
    assert "0 moves so far" in text
    assert "Red to move" in text
    assert result.response is not None
    assert {"Step through", "Follow"} <= set(labels(result.response.message))
    opened = await club.carol.click(result.response, label="Step through")
    assert "**start**" in private_text(opened)


async def test_an_ended_match_has_its_result_and_nothing_to_follow(club: Club) -> None:
    match = await club.start()
    await club.play("32-28", "19-23")
    asked = await club.bob.click(club.last, label="Resign")
    assert asked.response is not None
    await club.bob.click(asked.response, label="Yes, I resign")
    await club.carol.send(club.channel, f"{club.me} match {match.id}")
    assert f"White {club.alice.mention} won" in club.text()
    assert "2 moves" in club.text()
    assert "Step through" in labels(club.last)
    assert "Follow" not in labels(club.last)
    assert club.pinged() == set()
