"""The effects of tournaments on their server: the winner's role, and Discord's scheduled event."""

from __future__ import annotations

from datetime import timedelta
from functools import partial
from itertools import pairwise

import discord
import pytest
from simcord import RoleHandle
from simcord.backend.models import ScheduledEvent

from cogs.events.conducting.events_and_roles import EventsAndRoles
from engine.table.clock import TimeControl
from engine.tournaments.scores import How
from engine.tournaments.terms import Form, Recurs
from engine.tournaments.tournament import Tournament
from tests.cogs.conftest import SHARED, UNSEEN, Club, private_text
from tests.cogs.events.hall import Hall, as_bot
from tests.patience import PATIENCE

pytestmark = [SHARED, UNSEEN, pytest.mark.usefixtures("plain_posts")]

GONE, ON, COMPLETED, CANCELLED = 1, 2, 3, 4
"""Discord's numbers for the states of a scheduled event; the first is *scheduled*."""


def holders(club: Club, role: RoleHandle) -> set[int]:
    members = club.env.backend.get_guild(club.guild.id).members
    return {person for person, member in members.items() if role.id in member.role_ids}


def events(club: Club) -> list[ScheduledEvent]:
    return [*club.env.backend.get_guild(club.guild.id).scheduled_events.values()]


async def look(club: Club) -> None:
    """Let the bot look at all tournaments, as it does every hour, and finish the work."""
    cog = club.bot.cog(EventsAndRoles)
    with as_bot(club.env):
        await cog.look()
        await cog._worker.finish(PATIENCE)


async def end(hall: Hall) -> None:
    """End a tournament with its present standings, after everybody has drawn with somebody."""
    now = hall.club.bot.clock.now()

    def ended(one: Tournament) -> Tournament:
        order = one.state.order
        one = one._pair([{"players": pair} for pair in pairwise([*order, order[0]])], now)
        for table in one.state.rounds[-1].tables:
            one = one.score_table(table, [1, 1], How.PLAYED, game=1, now=now)
        return one.end(hall.club.alice.id, "Late.", now=now)

    await hall.do(ended)


async def test_the_role_goes_from_winner_to_winner(club: Club) -> None:
    powers = discord.Permissions(manage_messages=True)
    prize = club.guild.create_role("Champion", permissions=powers)
    hall = await Hall.open(club, Form.LADDER, 3, wanted=2, recurs=Recurs.WEEK, role=prize.id)
    await hall.wait(seconds=1)
    await end(hall)
    await hall.wait(seconds=1)
    told = [message.content for message in club.alice.user.dm_channel.history()]
    assert ["manage the server" in text for text in told] == [True]
    assert not holders(club, prize)
    club.env.backend.edit_role(club.guild.id, prize.id, {"permissions": 0})
    await look(club)
    first, second, _ = (await hall.state()).order
    assert holders(club, prize) == {first}
    following = (await hall.state()).next
    assert following
    hall.number = following
    await hall.wait(days=8)
    now = club.bot.clock.now()
    await hall.do(partial(Tournament.leave, person=first, now=now, source=None))
    await end(hall)
    await hall.wait(seconds=1)
    assert holders(club, prize) == {second}
    assert len(club.alice.user.dm_channel.history()) == 1


async def test_only_who_could_give_a_role_makes_it_a_prize(club: Club) -> None:
    """The organiser may not choose any role, as they could win it themselves."""
    manages = discord.Permissions(manage_roles=True, manage_guild=True)
    above = club.guild.create_role("Managers", permissions=manages)
    prize = club.guild.create_role("Champion")
    hall = await Hall.open(club, Form.SWISS, 3)
    mona = club.guild.add_member(club.env.create_user("mona"), roles=[above])
    for member, said in ((club.alice, "below your own"), (mona, "the card says so")):
        card = await member.slash(club.channel, "tournament show", number=hall.number)
        assert card.response is not None
        panel = (await member.click(card.response, label="Organise")).response
        assert panel is not None
        menu = f"damier:role-organise:role:{hall.number}"
        chosen = await member.select(panel, [prize], custom_id=menu)
        assert said in private_text(chosen)
    assert (await hall.state()).role == prize.id
    assert panel is not None
    chosen = await mona.select(panel, [above], custom_id=menu)
    assert "below your own" in private_text(chosen)


async def test_an_evening_has_an_event_that_goes_with_it(club: Club) -> None:
    starts = club.bot.clock.now() + timedelta(days=3)
    live = TimeControl.read("5+3")
    hall = await Hall.open(club, Form.ARENA, 3, time=live, starts=starts, wanted=3)
    (event,) = events(club)
    assert (event.name, event.status, event.entity_metadata) == (
        "Club evening", GONE, {"location": "#draughts"}
    )  # fmt: skip
    assert event.scheduled_start_time == starts.isoformat()
    later, now = starts + timedelta(days=1), club.bot.clock.now()
    await hall.do(
        lambda t: t.organising.postpone(person=club.alice.id, starts=later, reason="Snow.", now=now,
                source=None)
    )  # fmt: skip
    await hall.wait(seconds=1)
    (event,) = events(club)
    assert event.scheduled_start_time == later.isoformat()
    fact = f"scheduled event of tournament {hall.number}"
    noted = await club.store.facts.get(fact)
    await club.store.facts.set(fact, "")  # as after a crash
    await look(club)
    assert await club.store.facts.get(fact) == noted
    assert len(events(club)) == 1
    await hall.start()
    assert [one.status for one in events(club)] == [ON]
    await end(hall)
    await hall.wait(seconds=1)
    assert [one.status for one in events(club)] == [COMPLETED]
