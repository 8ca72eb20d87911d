"""The puzzle of the day: once a day, at the server's hour, whatever happens."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from itertools import pairwise

import pytest
from simcord import ChannelHandle

from cogs.learning.daily_puzzles import EVERY, due_day
from cogs.learning.puzzles import Puzzles
from data import DailyPuzzle
from engine.puzzles import Puzzle
from engine.rating import NEW
from tests.cogs.conftest import RARE_TICKS, Club, labels, picture_of, private_text
from tests.cogs.learning.test_puzzles import type_move
from tests.cogs.learning.test_shared_puzzles import ALL

pytestmark = RARE_TICKS

FIRST = date(2026, 1, 1)
PARIS = "Europe/Paris"


async def at(club: Club, **span: float) -> None:
    """Let time pass, and let the bot look for due puzzles."""
    club.env.backend.advance_clock(timedelta(**span).total_seconds())
    await club.env.advance_time(2 * EVERY.total_seconds())


async def wanted(club: Club, hour: int = 18, channel: ChannelHandle | None = None) -> None:
    """Have the server want a puzzle every day at ``hour``, UTC."""
    where = (channel or club.channel).id
    await club.bot.preferences.change_server(
        club.guild.id, daily_channel=where, daily_hour=hour, daily_zone="UTC"
    )


async def kept(club: Club) -> list[DailyPuzzle]:
    return await club.store.daily_puzzles.of_server(club.guild.id, limit=9)


async def solved_by_alice(club: Club) -> Puzzle:
    """Have Alice solve the puzzle that was posted last; return it."""
    opened = await club.alice.click(club.last, label="Solve")
    assert "### Puzzle of the day · " in private_text(opened)
    assert opened.response is not None
    message = opened.response
    assert "Post here" not in labels(message.message)
    puzzle = ALL[(await kept(club))[0].puzzle]
    for move in puzzle.solution[::2]:
        await type_move(club, club.alice, message, move)
    assert "Solved!" in club.text(message.message)
    return puzzle


async def test_it_comes_at_its_hour_and_its_solution_a_day_later(club: Club) -> None:
    await wanted(club)
    await at(club, hours=17)
    assert not club.messages
    await at(club, hours=1)
    (post,) = club.messages
    assert labels(post) == ["Solve"]
    assert "### Puzzle of the day · " in club.text(post)
    assert (await picture_of(post)).size[0] > 400
    assert not club.pinged()
    puzzle = await solved_by_alice(club)
    again = await club.alice.click(post, label="Solve")
    assert "  ".join(puzzle.solution) in private_text(again)  # as it stands, not begun again
    await club.restart()
    await at(club, hours=5)
    assert len(club.messages) == 1
    await club.bob.click(post, label="Solve")  # without solving it
    await at(club, hours=19)
    assert len(club.messages) == 2
    text = club.text()
    assert "1 member solved it" in text
    assert "  ".join(puzzle.solution) in text
    assert f"/{club.channel.id}/{post.id}" in text
    first, second = reversed(await kept(club))
    assert first.game != second.game  # the games take turns
    assert (first.day, second.day) == (FIRST, FIRST + timedelta(days=1))


async def test_the_computer_helps_nobody_with_it_also_where_it_was_not_posted(club: Club) -> None:
    cog = club.bot.cog(Puzzles)
    await wanted(club)
    await at(club, hours=18)
    (one,) = await kept(club)

    async def is_open(game: str) -> bool:
        return ALL[one.puzzle] in await cog.choice.open_for(club.carol.id, {game})

    assert await is_open(one.game)
    assert not await is_open("halma")
    await at(club, hours=24)
    assert not await is_open(one.game)


async def test_a_start_between_noting_and_sending_posts_that_one(club: Club) -> None:
    puzzle = next(iter(ALL.values()))
    one = DailyPuzzle(club.guild.id, FIRST, puzzle.id, puzzle.game, club.channel.id, None)
    await club.store.daily_puzzles.put(one)
    await wanted(club, hour=0)
    await at(club, minutes=1)
    assert await kept(club) == [one._replace(message=club.last.id)]
    await at(club, minutes=1)
    assert len(club.messages) == 1


async def test_one_that_an_update_took_away_before_it_was_sent_is_replaced(club: Club) -> None:
    one = DailyPuzzle(club.guild.id, FIRST, "checkers-gone", "checkers", club.channel.id, None)
    await club.store.daily_puzzles.put(one)
    await wanted(club, hour=0)
    await at(club, minutes=1)
    (posted,) = await kept(club)
    assert posted.puzzle in ALL
    assert posted.message == club.last.id
    await club.store.daily_puzzles.put(posted._replace(puzzle="checkers-gone"))
    gone = await club.alice.click(club.last, label="Solve")
    assert "no longer in my book" in private_text(gone)


async def test_managers_are_told_once_and_it_goes_on(club: Club) -> None:
    other = club.guild.create_text_channel("puzzles")
    await wanted(club, hour=0, channel=other)
    await club.delete(other)
    told = len([r for r in club.env.http_requests if r.method == "POST" and "messages" in r.path])
    for _ in range(3):
        await at(club, days=1)
    await club.restart()
    await at(club, days=1)
    sent = [r.json for r in club.env.http_requests if r.method == "POST" and "messages" in r.path]
    (said,) = sent[told:]
    assert said is not None
    assert "The channel that was chosen for it is gone" in str(said)
    assert not await kept(club)
    await wanted(club, hour=0)
    await club.forbid("attach_files")
    await at(club, hours=1)
    assert not await kept(club)
    await club.forbid()
    await at(club, minutes=1)
    assert len(await kept(club)) == 1


async def test_where_the_owner_takes_no_messages_it_is_said_in_the_server(club: Club) -> None:
    other = club.guild.create_text_channel("puzzles")
    club.env.backend.guilds[club.guild.id].system_channel_id = club.channel.id
    await club.restart()
    await wanted(club, hour=0, channel=other)
    await club.delete(other)
    club.env.inject_error("POST", "/users/@me/channels", status=403, code=50007)
    await at(club, hours=1)
    (said,) = club.messages
    assert "The channel that was chosen for it is gone" in club.text(said)


async def test_who_was_shown_the_solution_has_not_solved_it(club: Club) -> None:
    await wanted(club)
    await at(club, hours=18)
    (one,) = await kept(club)
    puzzle = ALL[one.puzzle]
    told = await club.alice.click(club.last, label="Solve")
    assert told.response is not None
    await club.alice.click(told.response, label="Solution")
    lost = await club.store.puzzles.rating_of(club.alice.id, puzzle.game)
    await club.alice.slash(club.channel, "puzzle", game=puzzle.game)  # another desk
    again = await club.alice.click(club.last, label="Solve")
    late = await club.bob.click(club.last, label="Solve")
    for member, shown in ((club.alice, again.response), (club.bob, late.response)):
        if member is club.bob:
            await at(club, hours=24)  # now the solution is posted
        assert shown is not None
        for move in puzzle.solution[::2]:
            await type_move(club, member, shown, move)
        assert "Solved! This does not count for you" in club.text(shown.message)
    assert await club.store.daily_puzzles.solvers(club.guild.id, one.day) == 0
    assert await club.store.puzzles.rating_of(club.alice.id, puzzle.game) == lost
    assert await club.store.puzzles.rating_of(club.bob.id, puzzle.game) == NEW


async def test_a_time_zone_that_is_changed_brings_no_second_one(club: Club) -> None:
    await wanted(club, hour=0)
    await at(club, minutes=1)
    assert len(club.messages) == 1
    change = club.bot.preferences.change_server
    await change(club.guild.id, daily_zone="Pacific/Auckland")  # where it is the afternoon
    await at(club, hours=11)  # and now the next day
    assert len(club.messages) == 1
    await at(club, hours=1)
    assert [one.day for one in await kept(club)] == [FIRST + timedelta(days=1), FIRST]
    await change(club.guild.id, daily_zone="UTC", daily_hour=13)  # on the first day again
    await at(club, hours=1)
    await club.restart()
    await at(club, hours=22)
    assert len(club.messages) == 2
    await at(club, hours=3)  # the hour of the second day, which has had its puzzle
    assert len(club.messages) == 2
    await at(club, days=1)
    assert [one.day for one in await kept(club)] == [
        FIRST + timedelta(days=number) for number in (2, 1, 0)
    ]
    assert len(club.messages) == 3


async def test_who_turns_it_off_gets_none(club: Club) -> None:
    await wanted(club, hour=0)
    await club.bot.preferences.change_server(club.guild.id, daily_channel=None)
    await at(club, days=1)
    assert not club.messages


async def test_moves_below_it_are_not_read_aloud(club: Club) -> None:
    await wanted(club, hour=0)
    await at(club, minutes=1)
    puzzle = ALL[(await kept(club))[0].puzzle]
    await club.bob.send(club.channel, puzzle.solution[0], reply_to=club.last)
    assert "Press *Solve*" in club.text()
    assert "right" not in club.text()


@pytest.mark.parametrize(
    ("now", "expected"),
    [
        ("2026-01-15 16:59", None),
        ("2026-01-15 17:00", date(2026, 1, 15)),
        ("2026-01-15 22:59", date(2026, 1, 15)),
        ("2026-01-15 23:00", None),
        ("2026-01-16 00:00", None),
    ],
)
def test_what_is_due_at_six_in_paris(now: str, expected: date | None) -> None:
    moment = datetime.fromisoformat(now).replace(tzinfo=UTC)
    assert due_day(18, PARIS, moment) == expected


def test_a_late_hour_is_due_past_midnight_too() -> None:
    after = datetime(2026, 1, 16, 1, 30, tzinfo=UTC)  # half past two in Paris
    assert due_day(22, PARIS, after) == date(2026, 1, 15)


@pytest.mark.parametrize(
    ("hour", "zone"), [(2, PARIS), (0, "Africa/Cairo"), (2, "Australia/Lord_Howe")]
)
def test_each_day_of_a_year_is_due_once_also_where_clocks_are_changed(hour: int, zone: str) -> None:
    """The hour is one that these clocks leave out in spring, and pass twice in autumn."""
    moment = datetime(2026, 1, 1, tzinfo=UTC)
    due: dict[date, datetime] = {}
    while moment.year == 2026:
        day = due_day(hour, zone, moment)
        if day is not None:
            due.setdefault(day, moment)
        moment += timedelta(minutes=30)
    assert [*due] == [min(due) + timedelta(days=number) for number in range(len(due))]
    assert len(due) >= 365
    apart = [after - before for before, after in pairwise([*due.values()][1:])]
    assert min(apart) >= timedelta(hours=23)
    assert max(apart) <= timedelta(hours=25)
