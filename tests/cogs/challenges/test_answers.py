"""Accept, decline and withdraw as commands."""

from __future__ import annotations

from engine.table.record import Status
from tests.cogs.conftest import Club, private_text


async def test_a_challenge_is_accepted_declined_and_withdrawn_by_words(club: Club) -> None:
    await club.challenge()
    await club.alice.send(club.channel, f"{club.me} accept")
    assert "Nothing here waits" in club.text()
    result = await club.bob.slash(club.channel, "match accept")
    assert "You accepted" in private_text(result)
    await club.challenge("assaut")
    await club.bob.send(club.channel, f"{club.me} decline")
    assert "declines the challenge" in club.text()
    await club.challenge("assaut")
    await club.alice.send(club.channel, f"{club.me} withdraw")
    assert "withdraws the challenge" in club.text()
    states = [match.status for match in await club.store.matches()]
    assert states == [Status.LIVE, Status.OVER, Status.OVER]
