"""When the next tournament of a row starts."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from cogs.events.conducting.recurrence import next_start
from engine.tournaments.terms import Recurs
from tests.each import for_each

PARIS = "Europe/Paris"
DAY = timedelta(days=1)


def at(year: int, month: int, day: int, hour: int) -> datetime:
    return datetime(year, month, day, hour, tzinfo=UTC)


@for_each(
    [
        # eight in the evening in Paris, before and after the clocks are changed
        (Recurs.WEEK, at(2026, 3, 24, 19), at(2026, 3, 24, 21), at(2026, 3, 31, 18)),
        (Recurs.WEEK, at(2026, 10, 20, 18), at(2026, 10, 20, 20), at(2026, 10, 27, 19)),
        (Recurs.WEEK, at(2026, 1, 6, 19), at(2026, 1, 20, 12), at(2026, 1, 27, 19)),  # it took long
        (Recurs.MONTH, at(2026, 1, 31, 19), at(2026, 2, 1, 1), at(2026, 2, 28, 19)),
        (Recurs.MONTH, at(2026, 2, 28, 19), at(2026, 3, 1, 1), at(2026, 3, 31, 18)),
        (Recurs.MONTH, at(2025, 12, 15, 19), at(2025, 12, 15, 20), at(2026, 1, 15, 19)),
        (Recurs.QUARTER, at(2025, 11, 30, 19), at(2025, 12, 30, 9), at(2026, 2, 28, 19)),
        (Recurs.SEASON, at(2026, 3, 1, 19), at(2026, 3, 24, 7), at(2026, 3, 31, 18)),
    ]
)
def test_it_is_at_the_same_hour_by_the_clocks_of_the_server(
    case: tuple[Recurs, datetime, datetime, datetime],
) -> None:
    recurs, first, ended, starts = case
    assert next_start(recurs, first, ended, DAY, PARIS) == starts
