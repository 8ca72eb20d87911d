"""Nobody is mentioned more often than the limit, and nobody misses a turn because of it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from cogs.members.calls import MOST, MOST_BY_ONE, Call, Calls
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


def test_nobody_uses_up_the_calls_of_others_or_those_of_an_event() -> None:
    calls = Calls()

    def called(by: int | None, count: int, at: datetime = NOON, *, within: bool = False) -> int:
        names = (f"{by} {within} {at} {which}" for which in range(count))
        return sum(calls.admit(1, Call(name, at, by, within)) for name in names)

    assert called(2, 20) == MOST_BY_ONE
    assert called(3, 20) == MOST - MOST_BY_ONE
    assert called(None, 20) == MOST
    assert called(5, 20, within=True) == MOST_BY_ONE, "the opponent at one's own table"
    assert called(6, 20, within=True) == MOST - MOST_BY_ONE
    assert called(4, 1) == 0
    assert called(4, 1, NOON - 3 * timedelta(hours=1)) == 1, "the clock was put right"


async def test_challenges_call_so_often_and_a_turn_calls_all_the_same(club: Club) -> None:
    challenge = f"{club.me} play frisian white @{club.bob.name}"
    for _ in range(MOST_BY_ONE):
        await club.alice.send(club.channel, challenge)
        assert club.pinged() == {club.bob.id}
        await club.alice.click(club.last, label="Withdraw")
    await club.alice.send(club.channel, challenge)
    assert club.pinged() == set()
    assert club.bob.mention in club.text()
    await club.bob.click(club.last, label="Accept")
    await club.play("32-28")
    assert club.pinged() == {club.bob.id}
