"""The start of a series' next tournament."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import engine
from cogs.events.conducting.recurrence import next_start, start_of_next
from engine.tournaments.terms import Form, Recurs, Terms
from tests.each import for_each
from tests.engine.tournaments.club import Club

PARIS = "Europe/Paris"
DAY = timedelta(days=1)


def at(year: int, month: int, day: int, hour: int) -> datetime:
    return datetime(year, month, day, hour, tzinfo=UTC)


@for_each(
    [
        # eight in the evening in Paris, before and after the change of clocks
        (Recurs.WEEK, at(2026, 3, 24, 19), at(2026, 3, 24, 21), at(2026, 3, 31, 18)),
        (Recurs.WEEK, at(2026, 10, 20, 18), at(2026, 10, 20, 20), at(2026, 10, 27, 19)),
        (Recurs.WEEK, at(2026, 1, 6, 19), at(2026, 1, 20, 12), at(2026, 1, 27, 19)),  # two weeks
        (Recurs.MONTH, at(2026, 1, 31, 19), at(2026, 2, 1, 1), at(2026, 2, 28, 19)),
        (Recurs.MONTH, at(2026, 2, 28, 19), at(2026, 3, 1, 1), at(2026, 3, 28, 19)),
        (Recurs.MONTH, at(2026, 4, 30, 18), at(2026, 5, 1, 1), at(2026, 5, 30, 18)),
        (Recurs.MONTH, at(2025, 12, 15, 19), at(2025, 12, 15, 20), at(2026, 1, 15, 19)),
        (Recurs.QUARTER, at(2025, 11, 30, 19), at(2025, 12, 30, 9), at(2026, 2, 28, 19)),
        (Recurs.SEASON, at(2026, 3, 1, 1), at(2026, 3, 22, 7), at(2026, 3, 29, 1)),
        (Recurs.SEASON, at(2026, 3, 1, 19), at(2026, 3, 24, 7), at(2026, 3, 31, 18)),
    ]
)
def test_it_is_at_the_same_hour_by_the_clocks_of_the_server(
    case: tuple[Recurs, datetime, datetime, datetime],
) -> None:
    recurs, first, ended, starts = case
    assert next_start(recurs, first, first, ended, DAY, PARIS) == starts


@for_each(
    [
        # half past two, an hour that the clocks skip on 29 March 2026
        (Recurs.WEEK, [at(2026, 3, 22, 1), at(2026, 3, 29, 1), at(2026, 4, 5, 0)]),
        (Recurs.MONTH, [at(2026, 1, 30, 1), at(2026, 2, 28, 1), at(2026, 3, 30, 0)]),
        (Recurs.MONTH, [at(2026, 1, 31, 1), at(2026, 2, 28, 1), at(2026, 3, 31, 0)]),
        (Recurs.QUARTER, [at(2026, 11, 30, 1), at(2027, 2, 28, 1), at(2027, 5, 30, 0)]),
    ]
)
def test_what_one_month_or_week_lacks_does_not_shift_those_after_it(
    case: tuple[Recurs, list[datetime]],
) -> None:
    """The starts are those of tournaments that follow one another, as stored."""
    recurs, starts = case
    wanted = [one + timedelta(minutes=30) for one in starts]
    made = [Club(Form.SWISS, recurs=recurs, starts=wanted[0]).tournament]
    for _ in wanted[1:]:
        before = made[-1]
        at_end = before.terms.starts
        assert at_end is not None
        ended = before.end(None, "", now=at_end)
        after = ended.following(start_of_next(ended, at_end, PARIS), now=at_end)
        assert after is not None
        stored = Terms.read(after.terms.data(), engine.games)
        made.append(replace(after, terms=stored))
    assert [one.terms.starts for one in made] == wanted
