"""Tournaments that go on by themselves: paired, begun, scored, judged, and followed by others."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta

import pytest

from engine.table.record import Status
from engine.tournaments.record import Kind
from engine.tournaments.scores import How
from engine.tournaments.state import Phase
from engine.tournaments.terms import Form, Recurs
from tests.cogs.conftest import SHARED, UNSEEN, Club
from tests.cogs.events.hall import Hall

pytestmark = [SHARED, UNSEEN, pytest.mark.usefixtures("plain_posts")]

POSTS = {Kind.CALL, Kind.PAIR, Kind.PAUSE, Kind.END}


def about(hall: Hall) -> list[str]:
    """What the posts about the tournament say, without its card."""
    texts = [text.removeprefix("Club evening: ") for text in hall.said()]
    return [text for text in texts if text in POSTS]


async def test_a_swiss_runs_by_itself(club: Club) -> None:
    hall = await Hall.open(club, Form.SWISS, 4, rounds=3)
    await hall.start()
    assert len(await hall.live()) == 2
    await hall.play_out()
    state = await hall.state()
    assert state.phase is Phase.OVER
    assert [len(one.tables) for one in state.rounds] == [2, 2, 2]
    made = [match for table in state.tables for match in table.matches.values()]
    assert sorted(made) == [match.id for match in await club.matches(Status.OVER)]
    assert about(hall) == ["call", "pair", "pair", "pair", "end"]
    await hall.wait(minutes=2)
    assert hall.said()[0] == "card of Club evening: over"


async def test_a_league_goes_on_by_the_week_without_those_who_do_not_come(club: Club) -> None:
    hall = await Hall.open(club, Form.LEAGUE, 3, recurs=Recurs.SEASON, wanted=3)
    await hall.start()
    (first,) = await hall.live()
    absent = first.people[1]
    for _ in range(40):
        for match in await hall.live():
            await (hall.move(match, absent) if absent in match.people else hall.finish(match))
        await hall.wait(days=1)
        if (await hall.tournament()).is_over:
            break
    state = await hall.state()
    hows = Counter(score.how for score in map(state.score_of, state.tables) if score)
    assert hows == {How.WALKOVER: 2, How.PLAYED: 1}
    assert state.entrants[absent].missed == 2
    assert state.entrants[absent].withdrawn
    (following,) = await club.store.tournaments.in_server(club.guild.id)
    season = await club.store.tournaments.load(following)
    assert season.previous == hall.number
    assert state.next == following
    assert set(season.state.entrants) == {p.id for p in hall.players} - {absent}
    assert state.ended is not None
    assert season.state.starts is not None
    assert timedelta(days=6) < season.state.starts - state.ended.at < timedelta(days=8)
