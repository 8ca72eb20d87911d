"""The texts of tournaments' posts, and the people they call: exactly those who have to act."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import discord
import pytest
from discord import ui

from cogs.delivery.marked_posts import Part
from cogs.events.bulletin_texts import bulletin_of
from cogs.events.card import card_of
from cogs.events.conducting.composers import Asked, Contents
from cogs.events.conducting.director import TournamentDirector
from cogs.events.standings_pictures import number_text, standings_contents
from data import TOURNAMENT
from engine.table.record import is_computer
from engine.tournaments.record import Entry, Kind
from engine.tournaments.scores import How
from engine.tournaments.terms import Form, Recurs
from engine.tournaments.tournament import Tournament
from tests.cogs.conftest import SHARED, UNSEEN, Club, labels_in, texts_in
from tests.cogs.events.club import ENGLISH
from tests.cogs.events.hall import Hall
from tests.cogs.lasting.tournaments import terms_of

pytestmark = [SHARED, UNSEEN]

FRENCH = discord.Locale.french

PEOPLE = range(10**18, 10**18 + 256)

LONGEST = 4000
"""The most characters that Discord accepts in all texts of a message."""


def opened(club: Club, people: Sequence[int], form: Form, **more: object) -> Tournament:
    """Return a tournament, not stored, that ``people`` have joined."""
    now = club.env.now()
    terms = terms_of(form, starts=now + timedelta(days=9), **more)
    one = Tournament.create(
        guild=club.guild.id, channel=1, terms=terms, person=7, now=now, source=None
    )
    for person in people:
        one = one.join(person, every=False, now=now, source=None)
    return one


def called(one: Tournament) -> Tournament:
    starts = one.terms.starts
    assert starts is not None
    return one.tick(now=starts - timedelta(hours=20), strengths={})


def paired(one: Tournament, *but: int) -> Tournament:
    """Return a tournament with its first round paired; all have checked in except ``but``."""
    starts = one.terms.starts
    assert starts is not None
    one = called(one)
    for person in one.state.people:
        if person not in but:
            one = one.check_in(person, now=starts - timedelta(hours=9), source=None)
    for _ in range(2):
        one = one.tick(now=starts, strengths={})
    return one


def last(one: Tournament, kind: Kind) -> Entry:
    return next(entry for entry in reversed(one.entries) if entry.kind is kind)


async def told(
    club: Club, one: Tournament, kind: Kind, locale: discord.Locale = ENGLISH
) -> Contents:
    found = await bulletin_of(Asked(club.bot, one, last(one, kind), locale))
    assert found is not None
    return found


def text(layout: ui.LayoutView) -> str:
    """Return the texts of a layout, after a check that Discord accepts their length."""
    said = "\n".join(texts_in(layout))
    assert len(said) <= LONGEST
    return said


async def test_a_post_waits_until_its_entry_is_in_memory_too(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    hall = await Hall.open(club, Form.SWISS, 4)
    director, units = club.bot.cog(TournamentDirector), club.store.tournaments.units
    write, composed = units.write, list[asyncio.Task[Sequence[Part]]]()

    async def and_look_at_once(*given: Any) -> None:  # noqa: ANN401 - passed on
        await write(*given)
        for one in await club.store.bulletins.waiting(TOURNAMENT, hall.number):
            composed.append(asyncio.create_task(director.bulletins.compose(one, ENGLISH)))
        await asyncio.sleep(0)  # they look before the entry is in memory

    with monkeypatch.context() as patch:
        patch.setattr(units, "write", and_look_at_once)
        now = club.bot.clock.now()
        await hall.do(lambda t: t.organising.pause(7, "Supper", now=now, source=None))
    (post,) = await composed[0]
    assert "is paused" in " ".join(texts_in(post.layout))


@pytest.mark.parametrize("locale", [ENGLISH, FRENCH], ids=str)
async def test_hundreds_are_called_in_several_posts(club: Club, locale: discord.Locale) -> None:
    one = called(opened(club, PEOPLE, Form.SWISS))
    first = await told(club, one, Kind.CALL, locale)
    posts = [first, *first.more]
    for post in posts:
        said = text(post.layout)
        assert len(post.calls) <= 100  # Discord's limit for one message
        assert all(f"<@{person}>" in said for person in post.calls)
    assert sorted(person for post in posts for person in post.calls) == [*PEOPLE]
    card = card_of(one, locale)
    assert "256" in text(card)


@pytest.mark.parametrize("locale", [ENGLISH, FRENCH], ids=str)
async def test_a_round_of_128_tables_fits_one_post(club: Club, locale: discord.Locale) -> None:
    one = paired(opened(club, PEOPLE, Form.SWISS))
    post = await told(club, one, Kind.PAIR, locale)
    said = text(post.layout)
    assert not post.more
    assert 0 < len(post.calls) <= 100
    assert all(f"<@{person}>" in said for person in post.calls)
    assert len(labels_in(post.layout)) == 2  # for one's own table, and for all tables


async def test_no_card_says_that_checking_in_opens_in_the_past(club: Club) -> None:
    now, starts = club.env.now(), club.env.now() + timedelta(hours=20)
    one = opened(club, [*PEOPLE][:3], Form.SWISS)
    assert "Check-in opens" in text(card_of(one, ENGLISH))
    soon = one.organising.postpone(7, starts, "", now=now, source=None)
    assert "Check-in opens" not in text(card_of(soon, ENGLISH))


async def test_a_round_calls_neither_computers_nor_byes_nor_who_is_not_in_it(club: Club) -> None:
    people = [*PEOPLE][:7]
    one = paired(opened(club, people, Form.SWISS), people[0])
    post = await told(club, one, Kind.PAIR)
    assert sorted(post.calls) == people[1:]
    one = paired(opened(club, people, Form.SWISS))
    bye = next(t.players[0] for t in one.state.rounds[0].tables if len(t.players) == 1)
    post = await told(club, one, Kind.PAIR)
    assert sorted(post.calls) == sorted({*people} - {bye})
    assert "the number of players is odd" in text(post.layout)
    one = paired(opened(club, people, Form.SWISS, level=3))
    assert any(map(is_computer, one.state.order))
    post = await told(club, one, Kind.PAIR)
    assert sorted(post.calls) == people
    assert "computer, level 3" in text(post.layout)


async def test_who_has_not_checked_in_is_called_again_when_it_is_put_off(club: Club) -> None:
    people = [*PEOPLE][:5]
    one = called(opened(club, people, Form.LEAGUE))
    starts = one.terms.starts
    assert starts is not None
    one = one.check_in(people[3], now=starts - timedelta(hours=1), source=None)
    one = one.tick(now=starts, strengths={})
    post = await told(club, one, Kind.POSTPONE)
    assert sorted(post.calls) == sorted({*people} - {people[3]})
    assert "1 player has checked in, and 3 are needed" in text(post.layout)


async def test_decisions_have_their_reason_without_its_markup(club: Club) -> None:
    people, now = [*PEOPLE][:4], club.env.now() + timedelta(days=10)
    one = paired(opened(club, people, Form.LEAGUE))
    swiss = paired(opened(club, people, Form.SWISS))
    evil = "**big** @everyone [x](https://e.evil)"
    for done, kind in (
        (one.organising.decide(7, 1, 1, [2, 0], evil, now=now, source=None), Kind.SCORE),
        (one.organising.shift(7, now + timedelta(days=5), evil, now=now, source=None), Kind.SHIFT),
        (swiss.organising.unpair(7, evil, now=now, source=None), Kind.UNPAIR),
        (one.organising.pause(7, evil, now=now, source=None), Kind.PAUSE),
        (one.organising.cancel(7, evil, now=now, source=None), Kind.CANCEL),
    ):
        said = text((await told(club, done, kind)).layout)
        assert r"\*\*big\*\* \@everyone \[x\](https\:\/\/e.evil)" in said, kind


async def test_the_rounds_of_a_knockout_have_their_names(club: Club) -> None:
    for count, name in ((4, "semi-finals"), (8, "quarter-finals"), (16, "round 1 of 4")):
        one = paired(opened(club, [*PEOPLE][:count], Form.KNOCKOUT))
        assert text((await told(club, one, Kind.PAIR)).layout).startswith(f"### Winter: {name}\n")


def test_parts_of_points_are_written_in_one_form() -> None:
    for value, written in (
        (0.0, "0"), (0.5, "½"), (7.75, "7¾"), (3.0, "3"), (0.25, "¼"), (10.5, "10½"),
        (4 + 1 / 3, "4.33"), (4 + 2 / 3, "4.67"), (None, ""),
    ):  # fmt: skip
        assert number_text(value) == written, value


async def test_a_private_note_leads_back_where_one_may_come_back(club: Club) -> None:
    people, now = [*PEOPLE][:4], club.env.now() + timedelta(days=10)
    for form, buttons in ((Form.SWISS, ["Come back"]), (Form.LEAGUE, [])):
        one = paired(opened(club, people, form))
        for number in (0, 1):
            table = one.state.rounds[0].tables[number]
            one = one.score_table(table, [0, 2], How.WALKOVER, absent=[people[0]], now=now)
        asked = Asked(club.bot, one, last(one, Kind.WITHDRAW), ENGLISH, people[0])
        note = await bulletin_of(asked)
        assert note is not None
        assert "you are withdrawn" in text(note.layout)
        assert labels_in(note.layout) == buttons


async def test_the_end_tells_the_podium_who_moves_and_when_the_next_one_starts(
    club: Club,
) -> None:
    people, now = [*PEOPLE][:8], club.env.now() + timedelta(days=10)
    one = paired(opened(club, people, Form.LEAGUE, group=4, recurs=Recurs.SEASON))
    assert len(one.state.groups) == 2
    one = one.end(None, "", now=now)
    post = await told(club, one, Kind.END)
    said = text(post.layout)
    assert "**Group 1:**" in said
    assert "go up" in said
    assert "The next one starts <t:" in said
    assert len(post.files) == 1
    assert not post.calls


async def test_a_tournament_that_has_begun_meanwhile_calls_nobody_to_check_in(club: Club) -> None:
    one = called(opened(club, PEOPLE[:4], Form.SWISS))
    begun = paired(one)
    assert await bulletin_of(Asked(club.bot, begun, last(begun, Kind.CALL), ENGLISH)) is None


async def test_a_result_that_is_struck_is_no_walkover(club: Club) -> None:
    one = paired(opened(club, PEOPLE[:4], Form.LEAGUE))
    now = one.entries[-1].at
    leaver = one.state.tables[0].players[0]
    one = one.leave(leaver, now=now, source=None)
    one = one.tick(now=now, strengths={})
    text = "\n".join(texts_in((await told(club, one, Kind.PAIR)).layout))
    assert "left early" in text
    assert "walkover" not in text


async def test_who_meets_again_in_a_swiss_is_told_why(club: Club) -> None:
    one = paired(opened(club, PEOPLE[:4], Form.SWISS, rounds=3))
    now = one.entries[-1].at
    first, second = one.state.tables
    for table in (first, second):
        one = one.score_table(table, (2, 0), How.PLAYED, game=1, now=now)
    for player in second.players:
        one = one.leave(player, now=now, source=None)
    one = one.tick(now=now, strengths={})
    assert {*one.state.rounds[-1].tables[0].players} == {*first.players}
    text = "\n".join(texts_in((await told(club, one, Kind.PAIR)).layout))
    assert text.count("again, since no other pairing was left") == 1


def season(club: Club, people: Sequence[int], **more: object) -> Tournament:
    """Return a league whose due steps are all taken."""
    one = paired(opened(club, people, Form.LEAGUE, **more))
    while (after := one.tick(now=one.entries[-1].at, strengths={})) is not one:
        one = after
    return one


async def test_matches_that_begin_together_have_one_post_with_the_date_of_the_end(
    club: Club,
) -> None:
    people = PEOPLE[:6]
    one = season(club, people, together=True, round_time=timedelta(days=60))
    ends = one.season_ends
    assert ends is not None
    pairings = [entry for entry in one.entries if entry.kind is Kind.PAIR]
    posts = [await bulletin_of(Asked(club.bot, one, entry, ENGLISH)) for entry in pairings]
    (post,) = [found for found in posts if found is not None]
    said = text(post.layout)
    assert f"have to be over by {discord.utils.format_dt(ends, 'f')}" in said
    assert said.count(" – ") == 15  # everybody against everybody
    assert {*post.calls} == {*people}
    card = card_of(one, ENGLISH)
    moment = f"<t:{int(ends.timestamp())}"
    assert f"**0 of 15 matches are over**; the others have to end by {moment}" in text(card)


async def test_rounds_of_a_league_say_when_its_season_ends(club: Club) -> None:
    one = season(club, PEOPLE[:4], round_time=timedelta(days=7), together=False)
    ends = one.season_ends
    assert ends is not None
    assert f"matches have to be over by {discord.utils.format_dt(ends, 'f')}" in text(
        (await told(club, one, Kind.PAIR)).layout
    )
    now = one.entries[-1].at
    paused = one.organising.pause(7, "snow", now=now, source=None)
    resumed = paused.organising.resume(7, now=now + timedelta(days=2), source=None)
    later = discord.utils.format_dt(ends + timedelta(days=2), "f")
    assert f"over by {later}" in text((await told(club, resumed, Kind.RESUME)).layout)
    assert f"over by {later}" in text(card_of(resumed, ENGLISH))


async def test_an_arena_says_until_when_matches_begin(club: Club) -> None:
    one = paired(opened(club, PEOPLE[:4], Form.ARENA, round_time=timedelta(hours=2)))
    until = one.arena_pairs_until
    assert until is not None
    assert f"New matches begin until <t:{int(until.timestamp())}:t>" in text(card_of(one, ENGLISH))


@pytest.mark.parametrize("locale", [ENGLISH, FRENCH], ids=str)
async def test_a_date_that_can_come_earlier_says_so(club: Club, locale: discord.Locale) -> None:
    latest = "at the latest" if locale is ENGLISH else "au plus tard"
    evening = timedelta(hours=2)
    for form, span, can_be_earlier in (
        (Form.KNOCKOUT, timedelta(days=7), True),
        (Form.SWISS, timedelta(days=7), True),
        (Form.LEAGUE, timedelta(days=7), False),
        (Form.LEAGUE, evening, True),
    ):
        one = paired(opened(club, PEOPLE[:4], form, round_time=span))
        assert one.state.round is not None
        moment = f"<t:{int(one.state.round.deadline.timestamp())}:f>"
        later = one.organising.shift(
            7, one.state.round.deadline + evening, "", now=one.entries[-1].at, source=None
        )
        posts = [
            text(card_of(one, locale)),
            text((await told(club, one, Kind.PAIR, locale)).layout),
        ]
        assert all(moment in said for said in posts)
        posts.append(text((await told(club, later, Kind.SHIFT, locale)).layout))
        for said in posts:
            assert (latest in said.lower()) is can_be_earlier, said


async def test_standings_name_who_is_in_before_there_are_any(club: Club) -> None:
    signed = opened(club, PEOPLE[:4], Form.KNOCKOUT)
    for one in (signed, paired(signed)):
        layout, files = await standings_contents(club.bot, one, ENGLISH, who=PEOPLE[0])
        assert bool(files) is (one is not signed)
        said = text(layout)
        assert "**4 players:**" in said
        assert all(f"<@{person}>" in said for person in PEOPLE[:4])
    assert "It has not begun: there are no standings yet." in text(
        (await standings_contents(club.bot, signed, ENGLISH, who=PEOPLE[0]))[0]
    )
