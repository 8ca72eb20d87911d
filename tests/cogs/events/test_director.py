"""The director pairs, begins, scores and judges by itself, and creates the next tournaments."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Sequence
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from simcord import MemberActor

import engine
from cogs.computers.worker_pool import Workers
from cogs.computers.worker_protocol import Answer
from cogs.events.conducting.director import TournamentDirector
from cogs.settings.privacy import Privacy
from data import StoreError
from engine.table.clock import TimeControl
from engine.table.match import Match
from engine.table.record import Status
from engine.tournaments.record import Kind
from engine.tournaments.scores import How
from engine.tournaments.state import Phase
from engine.tournaments.terms import Form, Recurs
from engine.tournaments.tournament import Tournament
from tests.cogs.conftest import SHARED, UNSEEN, Club, labels
from tests.cogs.events.hall import Hall, as_bot

pytestmark = [SHARED, UNSEEN, pytest.mark.usefixtures("plain_posts")]

DAY = timedelta(days=1)

POSTS = {Kind.CALL, Kind.PAIR, Kind.PAUSE, Kind.END}


def about(hall: Hall) -> list[str]:
    """Return the kinds of entries in the plain posts about the tournament, in order."""
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
    assert sum("a walkover, which changes no rating" in text for text in hall.said()) == 2
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


async def test_what_is_not_over_in_time_is_judged(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def study(*_: object) -> Answer:
        return Answer(value=2000)

    monkeypatch.setattr(Workers, "study", study)
    hall = await Hall.open(
        club, Form.SWISS, 6, rounds=1, round_time=DAY, time=TimeControl.read("3d"), wanted=4
    )
    await hall.start()
    begun, half, untouched = await hall.live()
    await hall.move(begun)
    await hall.move(begun)
    await hall.move(half)
    await hall.wait(hours=23, minutes=58)
    assert len(await hall.live()) == 3
    await hall.wait(minutes=3)
    state = await hall.state()
    tables = {match: table for table in state.tables for match in table.matches.values()}
    found = {match: state.score_of(table) for match, table in tables.items()}
    judged, missed, never = found[begun.id], found[half.id], found[untouched.id]
    assert judged is not None
    assert (judged.points, judged.how) == ((2, 0), How.PLAYED)
    assert missed is not None
    assert (missed.points, missed.how) == ((2, 0), How.WALKOVER)
    assert never is not None
    assert (never.points, never.how) == ((0, 2), How.WALKOVER)
    absent = {one.player for one in state.entrants.values() if one.missed}
    assert absent == {half.people[1], untouched.people[0]}
    assert state.phase is Phase.OVER
    assert not await hall.live()
    outcome = (await club.reload(begun)).outcome
    assert outcome is not None
    assert str(outcome.reason).startswith("Time is up: the computer judges it")
    rated = [match.id for match in (begun, half, untouched)
             if await club.store.ratings.changes(match.id)]  # fmt: skip
    assert rated == []  # judged matches are not rated


async def test_a_late_table_on_the_board_of_a_rated_match_is_judged_without_a_figure(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def study(*_: object) -> Answer:
        return Answer(value=2000)

    monkeypatch.setattr(Workers, "study", study)
    game, time = engine.games["frisian"], TimeControl.read("3d")
    hall = await Hall.open(
        club, Form.SWISS, 4, rounds=1, round_time=DAY, time=time, game=game, rated=False
    )
    await hall.start()
    first, second = await hall.live()
    rated = await club.start("frisian white rated")
    for _ in range(22):
        for match in (first, rated):
            await hall.move(match)
    for _ in range(4):
        await hall.move(second)
    await hall.wait(hours=24)
    reasons = [(await club.reload(match)).outcome for match in (first, second)]
    said = [str(outcome.reason) for outcome in reasons if outcome is not None]
    assert said[0].startswith("Time is up: the computer judges it won for White.")
    assert said[1].startswith("Time is up: the computer judges it won for White (99%).")


async def test_a_game_that_nobody_could_see_has_as_much_more_time(club: Club) -> None:
    hall = await Hall.open(club, Form.SWISS, 4, rounds=1, round_time=DAY, wanted=4)
    await hall.start()
    await hall.wait(hours=20)
    await club.forbid("send_messages")
    for match in await hall.live():
        await hall.move(match)
    await club.posted()
    await hall.wait(days=2)
    assert len(await hall.live()) == 2
    await club.forbid()
    await hall.wait(hours=3)
    assert len(await hall.live()) == 2
    await hall.wait(hours=2)
    assert not await hall.live()


async def test_who_leaves_gives_their_games_up(club: Club) -> None:
    hall = await Hall.open(club, Form.SWISS, 4, rounds=1)
    await hall.start()
    first, second = await hall.live()
    await hall.move(first)
    await hall.move(first)
    now = club.bot.clock.now()
    for person in (first.people[0], second.people[1]):
        await hall.do(partial(Tournament.leave, person=person, now=now, source=None))
        await hall.wait(seconds=1)
    scores = (await hall.state()).scores
    assert [score.points for score in scores] == [(0, 2), (2, 0)]
    assert [score.how for score in scores] == [How.PLAYED, How.WALKOVER]
    assert (await hall.tournament()).phase is Phase.OVER


async def test_who_has_left_the_server_is_not_paired(club: Club) -> None:
    hall = await Hall.open(club, Form.SWISS, 5, rounds=1)
    await hall.check_in()
    await club.leave(hall.players[0])
    await hall.start()
    state = await hall.state()
    assert hall.players[0].id not in state.order
    assert len(state.order) == 4


async def test_many_matches_have_threads_and_begin_a_few_at_a_time(club: Club) -> None:
    hall = await Hall.open(club, Form.SWISS, 10, rounds=1)
    await hall.check_in()
    while not await hall.live():
        await hall.wait(hours=6)
    matches = await hall.live()
    assert len(matches) == 5
    assert sorted(thread.id for thread in club.channel.threads) == [m.channel for m in matches]
    made = [entry.data["matches"] for entry in (await hall.tournament()).entries
            if entry.kind is Kind.MAKE]  # fmt: skip
    assert [len(some) for some in made] == [4, 1]
    first, last = (match.events[0].at for match in (matches[0], matches[-1]))
    assert last - first > timedelta(seconds=5)
    thread = next(one for one in club.channel.threads if one.id == matches[0].channel)
    (board,) = (post for post in thread.history() if not post.flags.ephemeral)
    assert "Legal moves" in labels(board)


async def test_a_step_that_fails_is_taken_again(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    hall = await Hall.open(club, Form.SWISS, 4, rounds=1)
    await hall.check_in()
    follow = club.store.tournaments.change
    failed: list[int] = []

    async def change(number: int, change: Callable[[Tournament], Tournament]) -> bool:
        if number == hall.number and len(failed) < 2:
            failed.append(number)
            raise StoreError("the database is away")
        return await follow(number, change)

    monkeypatch.setattr(club.store.tournaments, "change", change)
    await hall.start()
    assert failed == [hall.number] * 2
    assert len(await hall.live()) == 2


async def test_a_tournament_whose_channel_is_gone_waits_for_its_organiser(club: Club) -> None:
    hall = await Hall.open(club, Form.SWISS, 4)
    await club.delete(club.channel)
    await hall.wait(seconds=1)
    assert (await hall.state()).paused
    told = club.alice.user.dm_channel.history()
    assert "`/tournament here`" in told[-1].content
    assert len(told) == 1


async def test_what_cannot_be_posted_is_posted_later_in_order_and_once(club: Club) -> None:
    hall = await Hall.open(club, Form.SWISS, 4, rounds=1)
    await club.forbid("send_messages")
    await hall.start()
    assert about(hall) == []
    assert (await hall.state()).rounds
    told = [message.content for message in club.alice.user.dm_channel.history()]
    assert sum("I cannot post in" in text for text in told) == 1
    await club.forbid()
    await hall.wait(seconds=1)
    assert about(hall) == ["call", "pair"]
    for status in (500, 429):
        path = f"/channels/{club.channel.id}/messages"
        club.env.inject_error("POST", path, status=status, times=5)
    await hall.play_out()
    for _ in range(9):
        await hall.wait(seconds=1)
    assert about(hall) == ["call", "pair", "end"]


async def test_a_round_that_is_paired_anew_gets_other_matches(club: Club) -> None:
    hall = await Hall.open(club, Form.SWISS, 4, rounds=1)
    await hall.start()
    before = await hall.live()
    now = club.bot.clock.now()
    await hall.do(lambda t: t.organising.unpair(club.alice.id, "a mistake", now=now, source=None))
    await hall.wait(seconds=1)
    after = await hall.live()
    assert len(after) == 2
    assert {match.id for match in before}.isdisjoint(match.id for match in after)
    broken = [await club.reload(match) for match in before]
    assert [(match.status, match.outcome) for match in broken] == [(Status.OVER, None)] * 2
    assert not (await hall.state()).scores
    made = [m for table in (await hall.state()).tables for m in table.matches.values()]
    assert made == [match.id for match in after]


async def test_a_row_leaves_no_pins_and_no_memory_of_what_is_over(club: Club) -> None:
    hall = await Hall.open(club, Form.SWISS, 4, rounds=1, recurs=Recurs.WEEK)
    first = hall.number
    assert await _pinned(club) == [(await club.store.tournaments.card_of(first)).message]
    await hall.start()
    await hall.play_out()
    hall.number = (await hall.state()).next or 0
    await hall.wait(minutes=2)
    assert await _pinned(club) == [(await club.store.tournaments.card_of(hall.number)).message]
    director = club.bot.cog(TournamentDirector)
    cards = director.bulletins._cards._posts
    for known in (cards._shown, cards._rested, cards._pauses, director._losses._asked):
        assert first not in known


async def _pinned(club: Club) -> list[int]:
    """Return the ids of the channel's pinned messages."""
    return [post.id for post in club.messages if (await club.fetch(post)).pinned]


def is_over_now(done: object, number: int) -> bool:
    """Return whether work in a thread returned tournament ``number``, and that is over."""
    return isinstance(done, Tournament) and done.id == number and done.is_over


async def test_data_are_deleted_in_the_middle_of_what_is_done_with_an_event(
    club: Club, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    hall = await Hall.open(club, Form.SWISS, 6, rounds=1)
    leaver, early, late, *_ = hall.players
    privacy, forgotten = club.bot.cog(Privacy), list[int]()

    def delete(member: MemberActor, of: object, name: str, is_time: Callable[..., bool]) -> None:
        """Delete a member's data after the first call of a method for which ``is_time`` is true.

        ``is_time`` gets the result of the call, and its arguments.
        """
        before = getattr(of, name)

        async def after(*given: Any, **more: Any) -> Any:  # noqa: ANN401 - any arguments
            found = await before(*given, **more)
            if member.id not in forgotten and is_time(found, *given):
                forgotten.append(member.id)
                await privacy.forget(member.id)
            return found

        monkeypatch.setattr(of, name, after)

    async def resign(match: Match) -> None:
        async with club.store.match(match.id) as table:
            if table.match.status is Status.LIVE:
                one, now = table.match, club.bot.clock.now()
                person = late.id if late.id in one.people else one.people[0]
                table.match = one.resign(person, now=now, source=None)

    def is_over(found: Sequence[Match], *_: object) -> bool:
        return any(one.status is Status.OVER and late.id in one.people for one in found)

    await hall.check_in()
    delete(early, club.store.tournaments, "matches_of", lambda _, number: number == hall.number)
    delete(late, club.store, "some", is_over)
    delete(leaver, asyncio, "to_thread", lambda done, *_: is_over_now(done, hall.number))
    await hall.start()
    now = club.bot.clock.now()
    await hall.do(partial(Tournament.leave, person=leaver.id, now=now, source=None))
    for _ in range(4):
        with as_bot(club.env):
            for match in await hall.live():
                await resign(match)
        await hall.wait(hours=1)
    assert not [one for one in caplog.records if one.levelname == "ERROR"]
    assert forgotten == [early.id, late.id, leaver.id]
    for person in forgotten:
        kept = await club.store.kept_about(person)
        assert (kept["tournaments"], kept["matches"]) == ([], [])


async def test_no_computer_takes_the_place_of_who_gives_up_at_a_table_of_an_event(
    club: Club,
) -> None:
    await club.bot.preferences.change_server(club.guild.id, takeover="always")
    game = engine.games["chinese-checkers"]
    hall = await Hall.open(
        club, Form.SWISS, 3, game=game, seats=3, options=game.start(3).options, wanted=3
    )
    await hall.start()
    (match,) = await hall.live()
    for _ in range(3):
        await hall.move(match)
    people = (await club.reload(match)).people
    first, second = (one for who in people[:2] for one in hall.players if one.id == who)
    await club.type(first, "resign")
    assert (await club.reload(match)).people == people
    await club.type(second, "resign")
    await hall.wait(seconds=1)
    assert (await hall.kinds()).count(Kind.SCORE) == 1
