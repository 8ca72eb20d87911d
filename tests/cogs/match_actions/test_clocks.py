"""Time in the channel: limits, reminders, time-outs, outages and holidays."""

from __future__ import annotations

from datetime import datetime, timedelta

import discord
import pytest

from cogs.match_actions.clocks import Clocks
from engine.table.match import Match
from engine.table.record import Kind, Status
from tests.cogs.conftest import OWN, SHARED, UNSEEN, Club, labels, private_text

pytestmark = [SHARED, UNSEEN]


async def kinds(club: Club, match: Match) -> list[Kind]:
    return [event.kind for event in (await club.store.load(match.id)).events]


async def test_the_card_says_the_limit_and_what_happens_at_its_end(club: Club) -> None:
    await club.challenge("frisian white 1d")
    said = "Time: 1 day a turn; if you run out of it, you are out at once · Not rated"
    assert said in club.text()
    await club.alice.send(club.channel, f"{club.me} challenge {club.bob.mention} halma 10+10 claim")
    assert (
        "Time: 10 minutes each on the clock, 10 s more after every move; when it is over, an "
        "opponent may claim the game" in club.text()
    )
    await club.alice.send(club.channel, f"{club.me} challenge {club.bob.mention} assaut unrated")
    assert "No time limit · Not rated" in club.text()


async def test_the_slash_command_takes_a_limit_and_completes_it(club: Club) -> None:
    found = await club.alice.autocomplete(club.channel, "challenge", "time", "1")
    assert {"1h", "1d", "10+10", "1d claim"} <= {choice["value"] for choice in found}
    found = await club.alice.autocomplete(club.channel, "challenge", "time", "7+3")
    assert [choice["value"] for choice in found] == ["7+3", "7+3 claim"]
    await club.alice.slash(
        club.channel, "challenge", opponent=club.bob, game="frisian", time="3d claim", rated=False
    )
    (match,) = await club.matches(status=Status.CHALLENGE)
    assert (str(match.time), match.rated) == ("3d claim", False)


async def test_the_board_says_when_time_runs_out(club: Club) -> None:
    match = await club.start("frisian white 1h")
    assert match.deadline is not None
    assert f"Time runs out {discord.utils.format_dt(match.deadline, 'R')}" in club.text()


@OWN
async def test_the_clocks_are_below_the_move(club: Club) -> None:
    match = await club.start("frisian white 10+10")
    await club.wait(minutes=2)
    await club.play("32-28")
    shown = club.text()
    assert "White 8:0" in shown or "White 7:5" in shown
    assert "Time runs out" in shown
    assert "Black 10:00" not in shown, "that the post says by the moment when it runs out"
    assert match.id == 1


async def test_one_reminder_then_the_end_on_time(club: Club) -> None:
    match = await club.start("frisian white 1h")
    await club.play("31-26", "19-23", "32-28")
    await club.wait(minutes=44)
    assert (await kinds(club, match))[-1] is Kind.MOVE
    await club.wait(minutes=1)
    reminder = club.text()
    assert "a quarter of your time is left" in reminder
    assert "`32-28`" in reminder
    assert f"match #{match.id}" in reminder
    assert club.pinged() == {club.bob.id}
    await club.wait(minutes=5)
    assert (await kinds(club, match)).count(Kind.REMIND) == 1
    await club.wait(minutes=10)
    assert "White" in club.text()
    assert "Black ran out of time." in club.text()
    assert (await club.store.load(match.id)).status is Status.OVER


async def test_a_move_sent_in_time_counts_though_it_arrives_late(club: Club) -> None:
    match = await club.start("frisian white 1h")
    assert match.deadline is not None
    left = (match.deadline - club.env.now()).total_seconds()
    club.env.backend.advance_clock(left - 1)
    await club.alice.send(club.channel, "32-28")
    assert (await kinds(club, match))[-1] is Kind.MOVE


async def test_a_move_sent_too_late_is_refused_before_the_clock_has_struck(club: Club) -> None:
    match = await club.start("frisian white 1h")
    assert match.deadline is not None
    left = (match.deadline - club.env.now()).total_seconds()
    club.env.backend.advance_clock(left + 1)
    await club.alice.send(club.channel, "32-28")
    assert any("Your time was up" in club.text(message) for message in club.messages)
    await club.wait(seconds=10)
    assert (await kinds(club, match))[-2:] == [Kind.TIMEOUT, Kind.ABORT]


async def test_a_win_on_time_is_claimed_by_the_button_of_the_opponent(club: Club) -> None:
    match = await club.under_way("frisian white 1h claim")
    await club.wait(hours=1, minutes=1)
    assert "claim the game, or wait" in club.text()
    assert labels(club.last) == ["Claim the game"]
    assert club.pinged() == {club.bob.id}
    notice = club.last
    result = await club.carol.click(notice, label="Claim the game")
    assert "not a player" in private_text(result)
    result = await club.alice.click(notice, label="Claim the game")
    assert "other side" in private_text(result)
    await club.restart()
    await club.bob.click(notice, label="Claim the game")
    assert "White ran out of time." in club.text()
    assert (await club.store.load(match.id)).status is Status.OVER
    assert labels(await club.fetch(notice)) == []


async def test_who_moves_before_the_claim_plays_on(club: Club) -> None:
    match = await club.start("frisian white 1h claim")
    await club.wait(hours=1, minutes=1)
    notice = club.last
    await club.play("32-28")
    assert labels(await club.fetch(notice)) == []
    await club.bob.send(club.channel, f"{club.me} claim")
    assert (await club.store.load(match.id)).status is Status.LIVE


async def test_a_claim_is_typed_or_made_by_slash(club: Club) -> None:
    match = await club.start("frisian white 1h claim")
    await club.bob.send(club.channel, f"{club.me} claim")
    assert "has time until" in club.text()
    await club.wait(hours=1, minutes=1)
    result = await club.bob.slash(club.channel, "match claim")
    assert "You claimed the game" in private_text(result)
    assert (await club.store.load(match.id)).status is Status.OVER


# Outages


async def test_the_time_that_the_bot_was_away_is_given_back(club: Club) -> None:
    match = await club.start("frisian white 1h")
    assert match.deadline is not None
    await club.wait(minutes=10)
    await club.later(hours=5)
    after = await club.store.load(match.id)
    assert after.status is Status.LIVE
    assert after.deadline is not None
    assert abs((after.deadline - match.deadline).total_seconds() - 5 * 3600) < 60
    assert "I was away for 300 minutes; that time is given back." in club.text()
    assert discord.utils.format_dt(after.deadline, "R") in club.text()
    assert club.pinged() == set()


async def test_a_move_typed_while_the_bot_was_away_counts_then(club: Club) -> None:
    match = await club.start("frisian white 1h")
    await club.wait(minutes=50)
    await club.away((club.alice, "32-28"))
    after = await club.store.load(match.id)
    assert [event.text for event in after.moves] == ["32-28"]
    assert after.time
    assert after.left(1, club.env.now()) is not None


async def test_a_match_without_a_limit_says_nothing_of_outages(club: Club) -> None:
    match = await club.start()
    await club.later(hours=5)
    assert Kind.OUTAGE not in await kinds(club, match)


# Holidays


async def test_a_holiday_stops_the_limit_visibly_and_ends(club: Club) -> None:
    match = await club.start("frisian white 1h")
    result = await club.alice.slash(club.channel, "holiday", days=7)
    assert "You are on holiday until" in private_text(result)
    assert "is on holiday until" in club.text(club.public()[-1])
    await club.wait(hours=3)
    assert (await club.store.load(match.id)).status is Status.LIVE
    await club.restart()
    result = await club.alice.slash(club.channel, "holiday", days=2)
    assert "You are on holiday until" in private_text(result)
    result = await club.alice.slash(club.channel, "holiday", days=0)
    assert "Welcome back" in private_text(result)
    assert "is back from holiday" in club.text(club.public()[-1])
    await club.wait(hours=1, minutes=1)
    assert (await club.store.load(match.id)).status is Status.OVER


async def test_a_match_that_begins_in_a_holiday_knows_of_it(club: Club) -> None:
    await club.alice.send(club.channel, f"{club.me} holiday 5")
    match = await club.start("frisian white 1d")
    await club.wait(seconds=30)
    assert (await club.store.load(match.id)).timing.holiday(0, club.env.now()) is not None


async def test_the_year_has_so_many_days_of_holiday(club: Club) -> None:
    result = await club.alice.slash(club.channel, "holiday")
    assert "30 days of holiday left" in private_text(result)
    result = await club.alice.slash(club.channel, "holiday", days=31)
    assert "30 days of holiday left" in private_text(result)
    await club.alice.slash(club.channel, "holiday", days=30)
    await club.later(days=31)
    result = await club.alice.slash(club.channel, "holiday", days=1)
    assert "no days of holiday left" in private_text(result)
    result = await club.alice.slash(club.channel, "holiday", days=0)
    assert "not on holiday" in private_text(result)
    await club.later(days=365)
    result = await club.alice.slash(club.channel, "holiday", days=1)
    assert "You are on holiday until" in private_text(result)


async def test_time_is_given_back_in_the_others_though_one_match_fails(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = [await club.start("frisian white 1h") for _ in range(3)]
    give_back = Match.give_back

    def stopped(match: Match, start: datetime, end: datetime, *, now: datetime) -> Match:
        if match.id == found[1].id:
            raise ValueError
        return give_back(match, start, end, now=now)

    monkeypatch.setattr(Match, "give_back", stopped)
    await club.later(minutes=10)
    clocks = club.bot.cog(Clocks)
    await clocks._give_back(club.bot.clock.now() - timedelta(minutes=10), None)
    ends = [(await kinds(club, match))[-1] in {Kind.OUTAGE, Kind.GAP} for match in found]
    assert ends == [True, False, True]


# Neglect


async def test_a_match_that_nobody_touches_is_closed_after_a_warning(club: Club) -> None:
    match = await club.start()
    await club.later(days=27, minutes=1)
    await club.wait()
    assert "nobody has played in this match" in club.text()
    assert club.pinged() == {club.alice.id, club.bob.id}
    await club.later(days=3)
    await club.wait()
    assert "closed without a result" in club.text()
    assert labels(club.last) == ["Rematch", "More"]
    over = await club.store.load(match.id)
    assert (over.status, over.outcome) == (Status.OVER, None)


async def test_every_set_up_is_reminded_and_completed_in_time(club: Club) -> None:
    match = await club.challenge("alliance setup=free 8h")
    await club.bob.click(club.last, label="Accept")
    await club.wait(hours=6, minutes=1)
    assert "The others are waiting" in club.text()
    await club.wait(hours=2)
    assert not (await club.store.load(match.id)).setting_up
