"""Pausing, moving and cancelling an event affect its matches, and so does withdrawing a player."""

from __future__ import annotations

from datetime import timedelta
from functools import partial

import pytest

from cogs.events.conducting.director import TournamentDirector
from cogs.language.catalogues import translate_into
from cogs.messages.buttons import ControlKind
from cogs.watching.match_summary import summary_of
from engine.table.clock import TimeControl
from engine.table.match import Match
from engine.table.record import Kind, Status
from engine.tournaments.log import MISSED
from engine.tournaments.record import Kind as Entry
from engine.tournaments.terms import Form
from engine.tournaments.tournament import Tournament
from tests.cogs.conftest import SHARED, UNSEEN, Club, labels, private_text
from tests.cogs.events.club import ENGLISH, pressed
from tests.cogs.events.hall import Hall

pytestmark = [SHARED, UNSEEN, pytest.mark.usefixtures("plain_posts")]

MINUTE, HOUR = timedelta(minutes=1), timedelta(hours=1)
EVENING = {"time": TimeControl.read("10+0"), "round_time": 2 * HOUR, "rounds": 2}


async def pause(hall: Hall) -> None:
    now, who = hall.club.bot.clock.now(), hall.club.alice.id
    await hall.do(lambda t: t.organising.pause(person=who, reason="Supper", now=now, source=None))


async def resume(hall: Hall) -> None:
    now, who = hall.club.bot.clock.now(), hall.club.alice.id
    await hall.do(lambda t: t.organising.resume(person=who, now=now, source=None))


async def cancel(hall: Hall) -> None:
    now, who = hall.club.bot.clock.now(), hall.club.alice.id
    await hall.do(lambda t: t.organising.cancel(person=who, reason="A storm", now=now, source=None))


async def begun(club: Club, **changed: object) -> tuple[Hall, list[Match]]:
    """Return a tournament of one evening with two matches, the first of them under way."""
    hall = await Hall.open(club, Form.SWISS, 4, **{**EVENING, **changed})
    await hall.start()
    first, second = await hall.live()
    await hall.move(first)
    await hall.move(first)
    return hall, [await club.reload(first), await club.reload(second)]


async def test_clocks_stand_in_a_pause_and_go_on_with_as_much_time(club: Club) -> None:
    hall, matches = await begun(club)
    await hall.wait(minutes=4)
    deadline = (await hall.state()).rounds[-1].deadline
    left = [match.left(match.position.turn, club.bot.clock.now()) for match in matches]
    paused_at = club.bot.clock.now()
    await pause(hall)
    await hall.wait()
    said = [club.text(post) for post in club.public()]
    assert sum("The event is paused." in text for text in said) == len(matches)
    for match in matches:
        standing = await club.reload(match)
        assert standing.paused == paused_at
        summary = "\n".join(summary_of(standing, translate_into(ENGLISH)))
        assert "paused, in" in summary
        assert "to move" not in summary
    shown = private_text(await club.alice.slash(club.channel, "games"))
    assert "paused" in shown
    assert "to move" not in shown
    await hall.wait(hours=5)
    assert [match.id for match in await hall.live()] == [match.id for match in matches]
    assert not any(one.kind is Kind.REMIND for match in await hall.live() for one in match.events)
    resumed_at = club.bot.clock.now()
    await resume(hall)
    await club.env.settle()
    for match, before in zip(await hall.live(), left, strict=True):
        assert before is not None
        assert match.deadline is not None
        resumed = match.events[-1]
        assert resumed.kind is Kind.RESUME
        assert match.left(match.position.turn, resumed.at) == before
        assert match.deadline == resumed.at + before
    assert (await hall.state()).rounds[-1].deadline == deadline + (resumed_at - paused_at)
    assert "The event goes on, with as much time as there was." in club.text()
    await hall.wait(minutes=8)
    assert {match.id for match in matches}.isdisjoint(match.id for match in await hall.live())


def called_in(club: Club, channel: int) -> list[int]:
    """Return the people called by the posts in a channel, in order."""
    path = f"/channels/{channel}/messages"
    sent = [r.json for r in club.env.http_requests if (r.method, r.path) == ("POST", path)]
    calls = [json["allowed_mentions"].get("users", ()) for json in sent if json]
    return [int(user) for users in calls for user in users]


@pytest.mark.parametrize("has_panel", [False, True], ids=["here", "panel"])
async def test_the_matches_of_a_channel_that_is_gone_move_with_their_event(
    club: Club, *, has_panel: bool
) -> None:
    hall, matches = await begun(club)
    await hall.wait(minutes=4)
    gone_at = club.bot.clock.now()
    left = [match.left(match.position.turn, gone_at) for match in matches]
    told = club.complaints()
    await club.delete(club.channel)
    await hall.wait(hours=5)
    assert (await hall.state()).paused
    assert all(match.hidden for match in await hall.live())
    assert club.complaints() - told == 2 * len(matches)
    other = club.guild.create_text_channel("elsewhere")
    moved_at = club.bot.clock.now()
    if has_panel:
        home = club.guild.create_text_channel("office")
        club.channel = home
        moved = await pressed(
            club, club.alice, ControlKind.ORGANISE, f"move:{hall.number}", str(other.id)
        )
    else:
        moved = await club.alice.slash(other, "tournament here", number=hall.number)
    said = private_text(moved)
    assert "with a new card" in said
    assert "match" not in said.partition("with a new card")[2].partition("\n")[0]
    await hall.wait()
    for match, before in zip(matches, left, strict=True):
        now = await club.reload(match)
        assert (now.channel, now.hidden, now.paused) == (other.id, None, None)
        assert before is not None
        assert now.deadline is not None
        assert abs(now.deadline - moved_at - before) < MINUTE
        posts = [post for post in other.history() if f"#{match.id}" in club.text(post)]
        boards = [post for post in posts if "Legal moves" in labels(post)]
        assert len(boards) == 1
        player = now.people[now.position.turn]
        assert called_in(club, other.id).count(player) == 1
    await hall.wait(minutes=8)
    assert {match.id for match in matches}.isdisjoint(match.id for match in await hall.live())


async def test_of_an_event_that_moves_only_matches_that_cannot_be_shown_come_along(
    club: Club,
) -> None:
    hall, (first, second) = await begun(club)
    other, closed = (club.guild.create_text_channel(name) for name in ("elsewhere", "closed"))
    now = club.bot.clock.now()
    await hall.play(first, lambda one: one.relocate(closed.id, now=now, source="interaction:1"))
    await hall.wait()
    moved = await club.alice.slash(other, "tournament here", number=hall.number)
    assert "2 matches go on where their boards are." in private_text(moved)
    await hall.wait()
    places = [(await club.reload(match)).channel for match in (first, second)]
    assert places == [closed.id, club.channel.id]
    assert "#1" not in "".join(club.text(post) for post in other.history())
    await club.delete(closed)
    await hall.wait()
    places = [(await club.reload(match)).channel for match in (first, second)]
    assert places == [other.id, club.channel.id]
    shown = await club.reload(first)
    assert shown.hidden is None
    assert called_in(club, other.id) == [shown.people[shown.position.turn]]
    back = await club.alice.slash(club.channel, "tournament here", number=hall.number)
    assert "1 match goes on where its board is." in private_text(back)


async def test_a_time_out_waits_for_the_pause_though_nobody_has_carried_it_out_yet(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    hall, matches = await begun(club)
    director = club.bot.cog(TournamentDirector)

    async def killed(*_: object) -> bool:
        return False

    with monkeypatch.context() as patch:  # as if the process had ended after saving the pause
        patch.setattr(director, "_step", killed)
        await pause(hall)
        await hall.wait(hours=3)
    assert len(await hall.live()) == len(matches)
    await resume(hall)
    await hall.wait()
    assert all(match.deadline is not None for match in await hall.live())


async def test_a_match_that_is_paused_while_its_event_looks_at_it_is_paused_once(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    hall, matches = await begun(club)
    some = club.store.some

    async def late(ids: list[int]) -> list[Match]:
        """Read matches, and pause them in the store before the reader looks at them."""
        read = await some(ids)
        paused = (await hall.state()).paused_since
        assert paused is not None
        for match in read:
            async with club.store.match(match.id) as table:
                table.match = table.match.pause(paused, now=club.bot.clock.now())
        return read

    with monkeypatch.context() as patch:
        patch.setattr(club.store, "some", late)
        await pause(hall)
        await hall.wait()
    for match in matches:
        kinds = [one.kind for one in (await club.reload(match)).events]
        assert (kinds.count(Kind.PAUSE), kinds.count(Kind.RESUME)) == (1, 0)


@pytest.mark.parametrize("ends", [Entry.CANCEL, Entry.END])
async def test_the_matches_of_an_event_that_is_called_off_end_without_result(
    club: Club, ends: Entry
) -> None:
    hall, matches = await begun(club)
    if ends is Entry.CANCEL:
        await cancel(hall)
    else:
        now, who = club.bot.clock.now(), club.alice.id
        await hall.do(lambda t: t.end(who, "A storm", now=now))
    await hall.wait()
    over = [await club.reload(match) for match in matches]
    assert [match.status for match in over] == [Status.OVER] * 2
    assert [match.outcome for match in over] == [None] * 2
    why = "was cancelled\\: A storm" if ends is Entry.CANCEL else "has ended"
    posts = [text for text in hall.said() if "without a result" in text]
    assert len(posts) == 2
    assert [text for text in posts if why not in text] == []
    assert not any("a walkover" in text for text in hall.said())
    for player in hall.players:
        assert await club.store.standings.rating(club.guild.id, player.id, "frysk") is None


async def test_a_cancelled_match_ends_after_the_process_was_killed(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    hall, matches = await begun(club)
    director = club.bot.cog(TournamentDirector)

    async def killed(*_: object) -> bool:
        return False

    with monkeypatch.context() as patch:
        patch.setattr(director, "_step", killed)
        await cancel(hall)
        await hall.wait(hours=3)
        director._matches.forget(hall.number)  # notes in memory are lost, too
    assert len(await hall.live()) == len(matches)
    await hall.wait(minutes=6)
    for _ in range(31):
        await hall.wait()
    assert not await hall.live()


async def test_who_leaves_loses_a_match_under_way_and_the_board_says_why(club: Club) -> None:
    hall, (first, second) = await begun(club)
    for match in (first, second):
        person, now = match.people[0], club.bot.clock.now()
        leave = partial(Tournament.leave, person=person, now=now, source=None)
        await hall.do(leave)
    await hall.wait()
    decided, undecided = await club.reload(first), await club.reload(second)
    assert decided.outcome is not None
    assert decided.outcome.ranks == (2, 1)
    assert undecided.status is Status.OVER
    assert undecided.outcome is None
    assert sum("A player has left the tournament." in text for text in hall.said()) == 2
    state = await hall.state()
    scores = {score.players: score.points for score in state.scores if score.round == 1}
    assert [scores[match.people] for match in (first, second)] == [(0, 2)] * 2


async def test_who_leaves_in_a_pause_has_lost_before_it_goes_on(club: Club) -> None:
    hall, (first, second) = await begun(club)
    await pause(hall)
    await hall.wait()
    for match in (first, second):
        person, now = match.people[0], club.bot.clock.now()
        await hall.do(partial(Tournament.leave, person=person, now=now, source=None))
    await hall.wait()
    assert not await hall.live()
    state = await hall.state()
    assert state.paused
    scores = {score.players: score.points for score in state.scores}
    assert scores == {match.people: (0, 2) for match in (first, second)}


async def test_who_is_taken_out_gets_no_result_and_the_other_the_point(club: Club) -> None:
    hall, (first, _) = await begun(club)
    person, now = first.people[0], club.bot.clock.now()
    await hall.do(lambda t: t.add(Entry.WITHDRAW, now, person, why=MISSED))
    await hall.wait()
    over = await club.reload(first)
    assert (over.status, over.outcome) == (Status.OVER, None)
    assert any("A player is out of the tournament." in text for text in hall.said())
    scores = {score.players: score.points for score in (await hall.state()).scores}
    assert scores[first.people] == (0, 2)
