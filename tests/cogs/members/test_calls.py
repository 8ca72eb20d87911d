"""Nobody is called more often than the limit, and nobody misses a turn by it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from cogs.members.calls import MOST, Call, Calls
from tests.cogs.conftest import SHARED, UNSEEN, Club

pytestmark = [SHARED, UNSEEN]

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
MINUTE = timedelta(minutes=1)


def test_calls_of_an_hour_are_limited_and_a_post_composed_again_is_the_same() -> None:
    calls = Calls()
    for number in range(MOST):
        call = Call(str(number), NOON + number * MINUTE)
        assert calls.admit(1, call)
        assert calls.admit(1, call)
    late = NOON + timedelta(minutes=59)
    assert not calls.admit(1, Call("one more", late))
    assert calls.admit(2, Call("one more", late))
    assert calls.admit(1, Call("one more", late + MINUTE))


async def test_challenges_call_so_often_and_a_turn_calls_all_the_same(club: Club) -> None:
    challenge = f"{club.me} play frisian white @{club.bob.name}"
    for _ in range(MOST):
        await club.alice.send(club.channel, challenge)
        assert club.pinged() == {club.bob.id}
        await club.alice.click(club.last, label="Withdraw")
    await club.alice.send(club.channel, challenge)
    assert club.pinged() == set()
    assert club.bob.mention in club.text()
    await club.bob.click(club.last, label="Accept")
    await club.play("32-28")
    assert club.pinged() == {club.bob.id}
