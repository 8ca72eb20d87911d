"""Live games by appointment: players agree on a time, are called, and come or do not come."""

from __future__ import annotations

from collections import Counter
from datetime import datetime, timedelta
from functools import partial

import discord
from simcord import InteractionResult, MemberActor

from cogs.events.conducting.director import TournamentDirector
from cogs.events.conducting.table_matches import Game, begun
from cogs.members.calls import MOST, MOST_BY_ONE
from engine.table.clock import TimeControl
from engine.tournaments.record import Kind
from engine.tournaments.scores import How
from engine.tournaments.state import Table
from engine.tournaments.terms import Form
from engine.tournaments.tournament import Tournament
from tests.cogs.conftest import OWN, SHARED, UNSEEN, Club, labels, private_text
from tests.cogs.events.hall import Hall

pytestmark = [SHARED, UNSEEN]


class Round:
    """The only round of a tournament of four at 10+5, and the two players of its first table."""

    def __init__(self, hall: Hall, table: Table) -> None:
        self.hall, self.club = hall, hall.club
        self.one, self.other = (
            next(actor for actor in hall.players if actor.id == player) for player in table.players
        )

    @classmethod
    async def begin(cls, club: Club, form: Form = Form.SWISS) -> Round:
        live = TimeControl.read("10+5")
        hall = await Hall.open(club, form, 4, time=live, rounds=1)
        await hall.start()
        return cls(hall, (await hall.state()).tables[0])

    async def table(self) -> Table:
        return (await self.hall.state()).tables[0]

    def post(self, label: str) -> discord.Message:
        """Return the newest post that has a button with a label."""
        return next(m for m in reversed(self.club.public()) if label in labels(m))

    def post_saying(self, words: str) -> discord.Message:
        """Return the newest post that contains some words."""
        return next(m for m in reversed(self.club.public()) if words in self.club.text(m))

    async def press(self, actor: MemberActor, label: str) -> str:
        """Press a button of the newest post that has it; return the private answer."""
        return private_text(await actor.click(self.post(label), label=label))

    async def next_match(self, actor: MemberActor) -> InteractionResult:
        return await actor.click(self.post("My next match"), label="My next match")

    async def fill_in(self, actor: MemberActor, shown: InteractionResult, *times: str) -> str:
        assert shown.modal is not None
        fields = [one["component"]["custom_id"] for one in shown.modal["components"]]
        typed = dict(zip(fields, [*times, "", ""], strict=False))
        return private_text(await actor.submit_modal(shown, typed))

    async def agree(self, **span: float) -> None:
        """Let the two agree on a time that is a span from now."""
        now = self.club.bot.clock.now()
        times = [now + timedelta(**span)]
        for one in (self.one, self.other):
            await self.club.store.tournaments.change(
                self.hall.number, partial(_proposed, person=one.id, times=times, now=now)
            )
        await self.hall.wait(seconds=1)

    async def offer(self, actor: MemberActor, **span: float) -> None:
        """Let somebody propose a time that is a span from now, without the form."""
        now = self.club.bot.clock.now()
        times = [now + timedelta(**span)]
        await self.hall.do(partial(_proposed, person=actor.id, times=times, now=now))
        await self.club.env.settle()

    def calls(self) -> Counter[int]:
        """Return the number of pings of each person in the channel."""
        path = f"/channels/{self.club.channel.id}/messages"
        sent = [r.json for r in self.club.env.http_requests if (r.method, r.path) == ("POST", path)]
        allowed = [one.get("allowed_mentions", {}) for one in sent if one]
        return Counter(int(user) for one in allowed for user in one.get("users", ()))

    async def propose(self, actor: MemberActor, *times: str) -> str:
        answer = await self.next_match(actor)
        assert answer.response is not None
        form = await actor.click(answer.response, label="Propose times")
        return await self.fill_in(actor, form, *times)


def _proposed(
    tournament: Tournament, *, person: int, times: list[datetime], now: datetime
) -> Tournament:
    return tournament.appointments.propose(person, 1, 1, times, now=now, source=None)


def _come(tournament: Tournament, *, person: int, now: datetime) -> Tournament:
    return tournament.appointments.come(person, 1, 1, now=now, source=None)


async def test_two_agree_come_and_play(club: Club) -> None:
    round_ = await Round.begin(club)
    one, other = round_.one, round_.other
    assert "as a time" in await round_.propose(one, "whenever")
    assert "You can come" in await round_.propose(one, "tomorrow 19:00", "in 3 days")
    assert club.pinged() == {other.id}
    assert "do not play at this table" in await round_.press(club.alice, "Accept time 1")
    assert "said yes to that time" in await round_.press(one, "Accept time 1")
    assert "Agreed" in await round_.press(other, "Accept time 1")
    assert "agreed on already" in await round_.press(other, "Accept time 1")
    assert club.pinged() == {one.id, other.id}
    agreed = (await round_.table()).agreed
    assert agreed is not None
    await round_.hall.wait(seconds=(agreed - club.bot.clock.now()).total_seconds() - 500)
    assert club.pinged() == {one.id, other.id}
    assert "otherwise I ask you" in await round_.press(one, "I am here")
    assert "I know that you are here" in await round_.press(one, "I am here")
    await round_.hall.wait(seconds=500)
    assert club.pinged() == {other.id}
    assert "the board comes" in await round_.press(other, "I am here")
    await round_.hall.wait(seconds=1)
    (match,) = await round_.hall.live()
    assert set(match.people) == {one.id, other.id}
    assert "has begun, or is over" in await round_.press(one, "I am here")


async def test_who_waits_in_vain_is_asked_and_takes_the_point(club: Club) -> None:
    round_ = await Round.begin(club)
    one, other = round_.one, round_.other
    await round_.agree(hours=1)
    await round_.hall.wait(minutes=61)
    await round_.press(one, "I am here")
    assert "Only a player who came" in await round_.press(other, "Another time")
    await round_.hall.wait(minutes=15)
    assert club.pinged() == {one.id}
    assert labels(club.last) == ["Wait", "Another time", "Take the point", "I am here"]
    assert "Only a player who came" in await round_.press(other, "Take the point")
    assert "otherwise I ask you" in await round_.press(one, "Wait")
    assert "15 minutes" in await round_.press(one, "Take the point")
    await round_.hall.wait(minutes=16)
    assert "The point is yours" in await round_.press(one, "Take the point")
    assert "has begun, or is over" in await round_.press(other, "I am here")
    await round_.hall.wait(seconds=1)
    assert "takes the point of round 1" in club.text(round_.post_saying("takes the point"))
    state = await round_.hall.state()
    score = state.score_of(state.tables[0])
    assert score is not None
    assert (score.of(one.id), score.of(other.id), score.how) == (2, 0, How.WALKOVER)
    assert state.entrants[other.id].missed == 1


async def test_nobody_comes_and_times_are_found_anew(club: Club) -> None:
    round_ = await Round.begin(club)
    await round_.agree(hours=1)
    await round_.hall.wait(minutes=61)
    await round_.hall.wait(minutes=15)
    assert "nobody came" in club.text()
    assert club.pinged() == {round_.one.id, round_.other.id}
    form = await round_.one.click(club.last, label="Propose times")
    assert "too near" in await round_.fill_in(round_.one, form, "in 1 minute")
    await round_.agree(hours=2)
    assert "asks for another time" not in club.text()
    assert "The agreed time no longer counts" in await round_.press(round_.one, "Another time")
    assert "asks for another time" in club.text()
    assert club.pinged() == {round_.other.id}
    assert "No time has been agreed on" in await round_.press(round_.other, "I am here")


async def test_a_time_that_is_taken_back_wins_nothing_and_no_seed_wins_unplayed(club: Club) -> None:
    """In a knockout, a lot decides the other table, because nobody played there."""
    round_ = await Round.begin(club, Form.KNOCKOUT)
    one, other = round_.one, round_.other
    await round_.agree(hours=1)
    await round_.hall.wait(minutes=57)
    assert "otherwise I ask you" in await round_.press(one, "I am here")
    assert "The agreed time no longer counts" in await round_.press(one, "Another time")
    await round_.propose(other, "in 2 days", "in 3 days")
    await round_.hall.wait(days=7)
    state = await round_.hall.state()
    score = state.score_of(state.tables[0])
    assert score is not None
    assert (score.of(one.id), score.of(other.id)) == (0, 2)
    drawn = state.tables[1].lot
    assert drawn in state.tables[1].players
    assert f"<@{drawn}> goes on by lot" in club.text(round_.post_saying("a lot is drawn"))
    rules = await one.slash(club.channel, "tournament rules", number=round_.hall.number)
    assert "you have offered nothing" in private_text(rules)


async def test_proposals_do_not_post_and_call_without_end(club: Club) -> None:
    round_ = await Round.begin(club)
    one, other = round_.one, round_.other
    for hours in range(2, 8):
        for who in (one, other):
            await round_.offer(who, hours=hours, minutes=who is one)
    posts = len(club.public())
    shown = await round_.next_match(one)
    assert shown.response is not None
    form = await one.click(shown.response, label="Other times")
    assert "6 times within a day" in await round_.fill_in(one, form, "in 9 days")
    assert len(club.public()) == posts
    assert max(round_.calls().values()) <= 8
    assert "Agreed" in await round_.press(one, "Accept")


@OWN
async def test_a_match_begins_once_although_the_bot_is_killed_when_all_are_there(
    club: Club,
) -> None:
    """The bot is killed after the agreement, and again when the match is made but not noted."""
    round_ = await Round.begin(club)
    await round_.agree(minutes=15)
    await club.restart()
    await round_.hall.wait(minutes=6)
    assert club.pinged() == {round_.one.id, round_.other.id}
    director = club.bot.cog(TournamentDirector)
    club.store.tournaments.saved.disconnect(director._saved)  # the director hears of no changes
    now = club.bot.clock.now()
    for one in (round_.one, round_.other):
        await club.store.tournaments.change(
            round_.hall.number,
            partial(_come, person=one.id, now=now),
        )
    table = await round_.table()
    assert not table.matches
    made = await begun(
        club.store, await round_.hall.tournament(), Game(table, 1), {}, club.bot.clock.now()
    )
    await club.restart()
    await round_.hall.wait(seconds=1)
    await club.restart()
    await round_.hall.wait(seconds=1)
    (match,) = await round_.hall.live()
    assert (await round_.table()).matches == {1: match.id} == {1: made}
    reminded = [kind for kind in await round_.hall.kinds() if kind is Kind.REMIND]
    assert len(reminded) == 1


async def test_challenges_of_others_do_not_drown_the_call_to_a_game(club: Club) -> None:
    round_ = await Round.begin(club)
    await round_.propose(round_.one, "tomorrow 19:00", "in 3 days")
    await round_.press(round_.other, "Accept time 1")
    agreed = (await round_.table()).agreed
    assert agreed is not None
    await round_.hall.wait(seconds=(agreed - club.bot.clock.now()).total_seconds() - 700)
    challenge = f"{club.me} play frisian white @{round_.other.name}"
    for who, times in ((club.alice, MOST_BY_ONE), (club.carol, MOST - MOST_BY_ONE)):
        for _ in range(times):
            await who.send(club.channel, challenge)
            assert club.pinged() == {round_.other.id}
            await who.click(club.last, label="Withdraw")
    await club.carol.send(club.channel, challenge)
    assert club.pinged() == set()
    await round_.hall.wait(seconds=200)
    assert club.pinged() == {round_.one.id, round_.other.id}
