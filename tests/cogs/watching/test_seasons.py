"""Seasons of the ratings: each is closed once, at its end, and can be looked back on."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from cogs.timekeeping.seasons import end_of, season_at
from cogs.watching.seasons import EVERY
from data import Season
from tests.cogs.conftest import OWN, SHARED, UNSEEN, Club, private_text
from tests.cogs.results import ended
from tests.cogs.settings.test_settings import SELECT, manager, server_panel

pytestmark = [SHARED, UNSEEN]

PARIS = "Europe/Paris"

LOOKED = EVERY.total_seconds() + 1


async def until(club: Club, moment: datetime) -> None:
    """Let time pass until ``moment``, and let the bot look for seasons that have ended."""
    club.env.backend.advance_clock((moment - club.env.now()).total_seconds())
    await club.env.advance_time(LOOKED)


async def begin(club: Club, length: str, zone: str = "UTC") -> str:
    """Choose seasons of a length; return the code of the first one."""
    await club.bot.preferences.change_server(club.guild.id, seasons=length, daily_zone=zone)
    await club.env.advance_time(LOOKED)
    return season_at(length, zone, club.env.now())


def end(code: str, zone: str = "UTC") -> datetime:
    found = end_of(code, zone)
    assert found is not None
    return found


async def closed(club: Club) -> list[Season]:
    return await club.store.seasons.seasons_of(club.guild.id)


@OWN  # its clock begins in January
async def test_a_season_is_closed_at_its_end_in_the_servers_zone(club: Club) -> None:
    await ended(club)
    code = await begin(club, "month", PARIS)
    await until(club, end(code, PARIS) - timedelta(hours=1))
    assert await closed(club) == []
    await until(club, end(code, PARIS))
    assert [one.name for one in await closed(club)] == [code]
    for _ in range(6):
        await ended(club, (club.bob, club.alice))
    await club.restart()
    await club.env.advance_time(LOOKED)
    assert len(await closed(club)) == 1
    now = await club.carol.slash(club.channel, "leaderboard", game="frisian")
    assert f"\n– {club.bob.mention}" in private_text(now).partition(club.alice.mention)[0]
    assert now.response is not None
    (season,) = await closed(club)
    then = await club.carol.select(
        now.response, [str(season.id)], custom_id="damier:menu-leaders:frisian"
    )
    text = private_text(then)
    assert "Leaderboard: Frisian draughts, January 2026" in text
    assert f"\n– {club.alice.mention}" in text.partition(club.bob.mention)[0]
    assert "1 match\n" in text
    assert "As it was when the season was closed, <t:" in text
    await club.carol.send(club.channel, f"{club.me} leaderboard frisian janvier 2026")
    assert "Frisian draughts, January 2026" in club.text()
    await club.carol.send(club.channel, f"{club.me} leaderboard january 2026")
    assert "Frisian draughts, January 2026" in club.text()
    await club.carol.send(club.channel, f"{club.me} leaderboard frisian february 2026")
    assert "I know no closed season `frisian february 2026`; name January 2026." in club.text()
    refused = await club.carol.slash(club.channel, "leaderboard", season="may 2020")
    assert "I know no closed season `may 2020`; name January 2026." in private_text(refused)


async def test_a_bot_that_was_away_closes_the_season_late_and_once(club: Club) -> None:
    await ended(club)
    code = await begin(club, "month")
    await club.later(days=70)
    await club.env.advance_time(LOOKED)
    assert [one.name for one in await closed(club)] == [code]
    text = private_text(await club.carol.slash(club.channel, "leaderboard", season=code))
    assert "I was away when the season ended" in text


async def test_another_length_and_none_close_nothing(club: Club) -> None:
    await ended(club)
    await begin(club, "month")
    quarter = await begin(club, "quarter")
    await begin(club, "none")
    await until(club, end(quarter))
    later = await begin(club, "quarter")
    assert await closed(club) == []
    await until(club, end(later))
    assert [one.name for one in await closed(club)] == [later]


async def test_it_is_chosen_in_a_panel_of_its_own(club: Club) -> None:
    mona = manager(club)
    opened = await mona.click(await server_panel(club, mona), label="Tournaments and seasons")
    assert "ratings go on" in private_text(opened)
    assert opened.response is not None
    await mona.select(opened.response, ["quarter"], custom_id=f"{SELECT}server:seasons")
    assert club.bot.preferences.server(club.guild.id).seasons == "quarter"
    assert "Seasons of the ratings: **by quarter**" in club.text(opened.response.message)
    await mona.send(club.channel, f"{club.me} settings server seasons by year")
    assert club.bot.preferences.server(club.guild.id).seasons == "year"


def test_codes_of_seasons() -> None:
    moment = datetime(2026, 12, 31, 23, 30, tzinfo=UTC)
    found = [season_at(length, "UTC", moment) for length in ("month", "quarter", "year")]
    assert found == ["2026-12", "2026-Q4", "2026"]
    assert season_at("month", PARIS, moment) == "2027-01"
    assert {end_of(code, "UTC") for code in found} == {datetime(2027, 1, 1, tzinfo=UTC)}
    assert end_of("2026-03", PARIS) == datetime(2026, 3, 31, 22, tzinfo=UTC)  # in summer time
    assert end_of("autumn 2026", "UTC") is None
