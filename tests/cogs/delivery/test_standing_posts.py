"""Standing posts: when they are sent and edited, and what they do when Discord refuses."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest

from cogs.delivery.standing_posts import (
    FAILED_FOR,
    FORBIDDEN_FOR,
    LONGEST_PAUSE,
    EditedPost,
    StandingPost,
    StandingPosts,
)
from cogs.timekeeping.discord_clock import DiscordClock
from cogs.timekeeping.paces import USUAL

TOO_MANY, UNKNOWN = 30046, 10008


def error(kind: type[discord.HTTPException], status: int, code: int) -> discord.HTTPException:
    response: Any = SimpleNamespace(status=status, reason="")
    return kind(response, {"code": code, "message": ""})


class Client:
    """A client to which Discord sends no notice of a pin."""

    async def wait_for(self, _event: str, **_: object) -> discord.Message:
        raise TimeoutError


class Bench(StandingPost[str]):
    """A standing post that records in ``done`` what is done with it, and a clock that tests set."""

    def __init__(self, *, pins: bool = False) -> None:
        super().__init__(None, pins=pins)
        self.seconds = 0.0
        clock: Any = DiscordClock(self.compose)
        clock.elapsed = lambda: self.seconds
        clock.now = lambda: discord.utils.snowflake_time(1) + timedelta(seconds=self.seconds)
        client: Any = Client()
        self.posts = StandingPosts[int]("post", client, clock, USUAL)
        self.says, self.done = "0", list[str]()
        self.fails = list[Exception]()
        self.sent_before: int | None = None

    async def compose(self) -> str:
        return self.says

    def shown_by(self, content: str) -> object:
        return content

    async def find(self) -> int | None:
        return self.sent_before

    def _do(self, what: str) -> discord.Message:
        if self.fails:
            raise self.fails.pop(0)
        self.done.append(f"{what} at {self.seconds:.0f}")

        async def pin() -> None:
            self._do("pin")

        return cast("discord.Message", SimpleNamespace(id=1, pinned=False, pin=pin))

    async def send(self, content: str) -> discord.Message:
        return self._do(f"send {content}")

    async def edit(self, content: str) -> discord.Message | None:
        return self._do(f"edit {content}")

    async def note(self, message: int | None) -> None:
        self.done.append(f"note {message}")

    async def show(self, says: str = "", *, at: float | None = None) -> float:
        self.says = says or self.says
        self.seconds = self.seconds if at is None else at
        return await self.posts.try_to_show(1, self)


@pytest.fixture
def bench() -> Bench:
    return Bench()


async def test_it_is_sent_once_and_edited_only_if_it_changes_at_its_pace(bench: Bench) -> None:
    assert await bench.show("a") == 0
    assert await bench.show("b", at=2) == 3  # the seconds until it is due
    assert await bench.show("b", at=5) == 0
    assert await bench.show("b", at=20) == 0
    assert bench.done == ["send a at 0", "note 1", "edit b at 5"]
    await bench.show("c", at=4000)
    assert await bench.show("d", at=4005) == 55  # it is older than an hour
    await bench.show("d", at=4060)
    assert bench.done[3:] == ["edit c at 4000", "edit d at 4060"]


async def test_one_that_was_sent_and_not_noted_is_found_and_brought_up_to_date(
    bench: Bench,
) -> None:
    bench.sent_before = 1
    assert await bench.show("a") == 0
    assert bench.done == ["note 1", "edit a at 0"]


async def test_one_that_somebody_has_deleted_is_sent_anew_at_once(bench: Bench) -> None:
    await bench.show("a")
    bench.fails = [error(discord.NotFound, 404, UNKNOWN)]
    assert await bench.show("b", at=10) == 0
    assert bench.done == ["send a at 0", "note 1", "note None", "send b at 10", "note 1"]


@pytest.mark.parametrize(
    ("failure", "first"),
    [
        (error(discord.HTTPException, 400, TOO_MANY), 60),
        (error(discord.HTTPException, 429, 0), 60),
        (discord.RateLimited(100), 60),
        (error(discord.DiscordServerError, 500, 0), FAILED_FOR),
        (OSError(), FAILED_FOR),
        (error(discord.Forbidden, 403, 50001), FORBIDDEN_FOR),
        (error(discord.NotFound, 404, 10003), FORBIDDEN_FOR),
    ],
)
async def test_an_edit_that_is_refused_waits_longer_and_longer(
    bench: Bench, failure: Exception, first: float
) -> None:
    await bench.show("a")
    bench.fails, pauses = [failure] * 12, list[float]()
    for _ in range(12):
        pauses.append(await bench.show("b", at=bench.seconds + 10_000))
        assert await bench.show(at=bench.seconds + 1) == pauses[-1] - 1  # not tried sooner
    assert pauses[:2] == [first, 2 * first]
    assert pauses[-1] == LONGEST_PAUSE
    assert len(bench.done) == 2
    bench.posts.ask_again(lambda key: key == 2)
    assert await bench.show() > 0
    bench.posts.ask_again(lambda key: key == 1)  # permissions have changed
    assert await bench.show() == 0
    assert bench.done[2].startswith("edit b")
    bench.fails = [failure]
    assert await bench.show("c", at=bench.seconds + 10_000) == first


class Edited(EditedPost[str]):
    """A post that others send, edited to the content of a bench's post."""

    every = 1.0

    def __init__(self, bench: Bench) -> None:
        super().__init__(1)
        self._bench = bench

    async def compose(self) -> str:
        return await self._bench.compose()

    def shown_by(self, content: str) -> object:
        return content

    async def edit(self, content: str) -> discord.Message | None:
        return await self._bench.edit(content)


async def test_one_that_others_send_has_its_own_pace_and_is_not_sent_anew(bench: Bench) -> None:
    post = Edited(bench)
    for at, says, wait in [(0, "a", 0), (0.5, "b", 0.5), (1, "b", 0), (3, "b", 0)]:
        bench.seconds, bench.says = at, says
        assert await bench.posts.try_to_show(1, post) == wait
    assert bench.done == ["edit a at 0", "edit b at 1"]
    bench.says, bench.fails = "c", [error(discord.NotFound, 404, UNKNOWN)]
    assert await bench.posts.try_to_show(1, post) == FORBIDDEN_FOR
    bench.posts.shows(1, "a")  # a new message
    assert await bench.posts.try_to_show(1, post) == 0
    assert bench.done[2:] == ["edit c at 3"]


async def test_what_cannot_be_sent_is_sent_later_and_who_wants_to_know_is_told(
    bench: Bench,
) -> None:
    forbidden = error(discord.Forbidden, 403, 50001)
    bench.fails = [forbidden, forbidden]
    with pytest.raises(discord.Forbidden):
        await bench.posts.show(1, bench)
    assert await bench.show("a") == FORBIDDEN_FOR
    assert await bench.show("a", at=FORBIDDEN_FOR) == 0
    assert bench.done == [f"send a at {FORBIDDEN_FOR:.0f}", "note 1"]


async def test_it_is_pinned_once_if_it_may_be() -> None:
    bench = Bench(pins=True)
    await bench.show("a")
    assert bench.posts.pinned == {1}
    await bench.show("b", at=10)  # somebody has unpinned it
    assert bench.done == ["send a at 0", "note 1", "pin at 0", "edit b at 10"]
    assert bench.posts.pinned == set()


@pytest.mark.parametrize(
    "forget",
    [lambda posts: posts.forget(1), lambda posts: posts.forget_but(lambda _: False)],
)
async def test_of_one_that_is_gone_nothing_is_remembered(
    bench: Bench, forget: Callable[[StandingPosts[int]], None]
) -> None:
    bench.pins = True
    await bench.show("a")
    bench.fails = [OSError()]
    await bench.show("b", at=10)
    forget(bench.posts)
    posts = bench.posts
    assert not any((posts._shown, posts._rested, posts._pauses, posts.pinned))
