"""The post of a round shows results as they come in, byes, players who advance, and standings."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from functools import partial

import discord
import pytest

import engine
from data import Bulletin
from engine.table.match import Match
from engine.tournaments.terms import Form
from engine.values import DRAW
from tests.cogs.conftest import OWN, SHARED, UNSEEN, Club, labels
from tests.cogs.events.hall import Hall

pytestmark = [SHARED, UNSEEN]


def post_of(club: Club, heading: str) -> str:
    """Return the text of the only post that contains a heading."""
    (found,) = [said for post in club.public() if heading in (said := club.text(post))]
    return found


def pictures_of(club: Club, heading: str) -> list[discord.MediaGalleryComponent]:
    (post,) = [one for one in club.public() if heading in club.text(one)]
    return [one for one in post.components if isinstance(one, discord.MediaGalleryComponent)]


async def agree_on_a_draw(hall: Hall, match: Match) -> None:
    for _ in range(4):
        await hall.move(match)
    one, other = match.people
    now = hall.club.bot.clock.now()
    for player in (one, other):
        await hall.play(
            match,
            partial(Match.offer_agreement, person=player, name=DRAW.name, now=now, source=None),
        )


async def test_a_round_fills_with_results_and_ends_with_the_standings(club: Club) -> None:
    hall = await Hall.open(club, Form.SWISS, 5, rounds=2)
    await hall.start()
    first, second = await hall.live()
    said = post_of(club, "round 1 of 2")
    bye = next(t.players[0] for t in (await hall.state()).tables if len(t.players) == 1)
    assert f"<@{bye}> rests because the number of players is odd, and gets the point" in said
    assert "](https" in said, "the boards are linked once they are there"
    await hall.finish(first)
    await hall.wait(minutes=1)
    said = post_of(club, "round 1 of 2")
    assert said.count("1 – 0") + said.count("0 – 1") == 1
    assert "At the latest until" in said
    assert not pictures_of(club, "round 1 of 2")
    await hall.finish(second)
    await hall.wait(minutes=1)
    said = post_of(club, "round 1 of 2")
    assert "All matches of this round are over." in said
    assert "until" not in said.lower()
    (gallery,) = pictures_of(club, "round 1 of 2")
    assert "Cross table" in str(gallery.items[0].description)
    await hall.play_out()
    (still,) = pictures_of(club, "round 1 of 2")
    assert still.items[0].description == gallery.items[0].description
    assert not pictures_of(club, "round 2 of 2"), "the last post has the standings"
    assert len(pictures_of(club, "is over")) == 2


async def test_a_correction_reaches_the_post_of_a_round_that_is_over(club: Club) -> None:
    hall = await Hall.open(club, Form.SWISS, 4, rounds=2)
    await hall.start()
    for match in await hall.live():
        await hall.finish(match)
    await hall.wait(minutes=1)
    now = club.bot.clock.now()
    await hall.do(
        lambda t: t.organising.decide(
            club.alice.id, 1, 1, [1, 1], "They agreed", now=now, source=None
        )
    )
    await hall.wait(hours=2)
    assert "½ – ½" in post_of(club, "round 1 of 2")
    (gallery,) = pictures_of(club, "round 1 of 2")
    assert "Round 1 of 2" in str(gallery.items[0].description), "as it stood after that round"


async def test_an_event_that_is_paused_names_no_time(club: Club) -> None:
    hall = await Hall.open(club, Form.SWISS, 4, rounds=2)
    await hall.start()
    now = club.bot.clock.now()
    await hall.do(lambda t: t.organising.pause(club.alice.id, "", now=now, source=None))
    await hall.wait(minutes=2)
    card = next(club.text(post) for post in club.public() if "Organiser:" in club.text(post))
    for said in (post_of(club, "round 1 of 2"), card):
        assert "Paused" in said
        assert "latest" not in said
    assert "Check in" not in card.replace("Check-in", "")


def buttons_of(club: Club, heading: str) -> list[str]:
    """Return the labels of the buttons below the only post that contains a heading."""
    (post,) = [one for one in club.public() if heading in club.text(one)]
    return labels(post)


@pytest.mark.parametrize("is_cancelled", [False, True], ids=["played", "cancelled"])
async def test_posts_lose_the_buttons_that_can_do_nothing_any_more(
    club: Club, *, is_cancelled: bool
) -> None:
    hall = await Hall.open(club, Form.SWISS, 4, rounds=1)
    await hall.check_in(3)
    assert buttons_of(club, ": check in") == ["Check in", "Leave"]
    await hall.start()
    await hall.wait(minutes=2)
    assert buttons_of(club, ": check in") == []
    assert "Check-in is closed." in post_of(club, ": check in")
    now, who = club.bot.clock.now(), club.alice.id
    await hall.do(lambda t: t.organising.call_players(who, "Hurry", now=now, source=None))
    await hall.do(lambda t: t.organising.name(who, club.bob.id, now=now, source=None))
    await hall.wait(minutes=2)
    assert buttons_of(club, "a message from") == ["My next match"]
    assert buttons_of(club, "asks you to organise") == ["I organise it"]
    if is_cancelled:
        await hall.do(lambda t: t.organising.cancel(who, "A storm", now=now, source=None))
    else:
        await hall.play_out()
    await hall.wait(hours=2)
    assert "Hurry" in post_of(club, "a message from")
    shown = {label for post in club.public() if not is_board(club, post) for label in labels(post)}
    assert shown <= {"Standings", "Rules of this event"}


async def test_what_ends_while_a_post_is_sent_takes_the_buttons_of_earlier_ones_away(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    hall = await Hall.open(club, Form.SWISS, 4, rounds=1)
    await hall.start()
    now, who, waiting = club.bot.clock.now(), club.alice.id, club.store.bulletins.waiting
    await hall.do(lambda t: t.organising.call_players(who, "Hurry", now=now, source=None))
    await hall.wait(minutes=2)
    assert buttons_of(club, "a message from") == ["My next match"]

    async def meanwhile(kind: str, about: int) -> list[Bulletin]:
        if not (await hall.tournament()).is_over:
            await hall.do(lambda t: t.organising.cancel(who, "A storm", now=now, source=None))
        return await waiting(kind, about)

    with monkeypatch.context() as patch:
        patch.setattr(club.store.bulletins, "waiting", meanwhile)
        await hall.do(lambda t: t.organising.name(who, club.bob.id, now=now, source=None))
        await hall.wait(hours=2)
    assert "A storm" in post_of(club, "is cancelled")
    assert buttons_of(club, "a message from") == []


async def test_a_call_that_is_deleted_is_not_sent_anew(club: Club) -> None:
    hall = await Hall.open(club, Form.SWISS, 4, rounds=1)
    await hall.check_in()
    (call,) = [one for one in club.public() if ": check in" in club.text(one)]
    club.env.backend.delete_message(club.channel.id, call.id)
    await hall.start()
    await hall.wait(hours=2)
    assert not [one for one in club.public() if ": check in" in club.text(one)]
    assert buttons_of(club, "round 1 of 1") == ["My next match", "Standings"]


def is_board(club: Club, post: discord.Message) -> bool:
    return "match #" in club.text(post)


async def test_a_knockout_says_who_goes_on_and_why(club: Club) -> None:
    hall = await Hall.open(club, Form.KNOCKOUT, 3)
    await hall.start()
    (match,) = await hall.live()
    said = post_of(club, "semi-finals")
    assert "goes straight to the final" in said
    await agree_on_a_draw(hall, match)
    await hall.wait(minutes=1)
    (again,) = await hall.live()
    assert "a second game, since the first was drawn" in post_of(club, "semi-finals")
    boards = [club.text(post) for post in club.public() if f"#{again.id}" in club.text(post)]
    assert "**Club evening, semi-final, a second game, since the first was drawn**" in boards[-1]
    await hall.move(again)
    await hall.wait(seconds=1)
    boards = [club.text(post) for post in club.public() if f"#{again.id}" in club.text(post)]
    assert "-# Club evening, semi-final, game 2 · " in boards[-1]
    await agree_on_a_draw(hall, again)
    await hall.wait(minutes=1)
    higher = min(match.people, key=(await hall.state()).order.index)
    assert f"<@{higher}> goes on as the higher seed" in post_of(club, "semi-finals")
    (final,) = await hall.live()
    await hall.finish(final)
    await hall.wait(minutes=1)
    assert f"<@{min(final.people)}> has won" in post_of(club, ": final")


async def test_each_board_names_its_event_and_round(club: Club) -> None:
    hall = await Hall.open(club, Form.LEAGUE, 3, round_time=timedelta(days=7))
    await hall.start()
    assert "rests: the group has an odd number of players" in post_of(club, "round 1 of 3")
    (match,) = await hall.live()
    await hall.move(match)
    await hall.wait(seconds=1)
    boards = [club.text(post) for post in club.public() if f"match #{match.id}" in club.text(post)]
    assert "-# Club evening, round 1 · " in boards[-1]


async def test_the_options_of_a_game_are_on_the_card_alone(club: Club) -> None:
    halma = engine.games["halma"]
    hall = await Hall.open(club, Form.LEAGUE, 3, game=halma, options={"size": 10})
    option = "• The board has 10×10 squares"
    await hall.start()
    assert "**Club evening, round 1" in post_of(club, "### Halma")
    assert "**Club evening, round 1" not in post_of(club, option)


async def test_all_matches_of_a_league_that_begin_together_have_threads(club: Club) -> None:
    hall = await Hall.open(club, Form.LEAGUE, 4, together=True)
    await hall.start()
    matches = await hall.live()
    assert len(matches) == 6
    assert len({match.channel for match in matches} - {club.channel.id}) == 6
    assert "rests" not in post_of(club, "all matches begin")


async def test_results_of_a_ladder_are_told(club: Club) -> None:
    hall = await Hall.open(club, Form.LADDER, 4)
    await hall.wait(minutes=1)
    one, other = (await hall.state()).order[:2]
    now = club.bot.clock.now()
    await hall.do(lambda t: t.challenge(other, one, now=now, source=None))
    await hall.wait(minutes=1)
    (match,) = await hall.live()
    for _ in range(4):
        await hall.move(match)
    await hall.play(match, partial(Match.resign, person=one, now=now, source=None))
    await hall.wait(minutes=1)
    said = post_of(club, "Club evening: a result")
    assert f"<@{other}> has won against <@{one}>, 1 – 0, and takes place 1" in said


@OWN
async def test_a_post_that_was_not_edited_is_after_a_restart(club: Club) -> None:
    hall = await Hall.open(club, Form.SWISS, 4, rounds=2)
    await hall.start()
    (match, _) = await hall.live()
    (post,) = [one for one in club.public() if "round 1 of 2" in club.text(one)]
    path = f"/channels/{club.channel.id}/messages/{post.id}"
    club.env.inject_error("PATCH", path, status=403, code=50013, times=None)
    await hall.finish(match)
    await club.env.advance_time(30)
    assert " – 0" not in post_of(club, "round 1 of 2")
    club.env.backend.faults.clear()
    await club.restart()
    await hall.wait(minutes=1)
    said = post_of(club, "round 1 of 2")
    assert said.count("1 – 0") + said.count("0 – 1") == 1


@OWN
async def test_a_refused_picture_leaves_the_results(club: Club) -> None:
    hall = await Hall.open(club, Form.SWISS, 4, rounds=2)
    await hall.start()
    first, second = await hall.live()
    await hall.finish(first)
    await hall.wait(minutes=1)
    (post,) = [one for one in club.public() if "round 1 of 2" in club.text(one)]
    path = f"/channels/{club.channel.id}/messages/{post.id}"
    club.env.inject_error("PATCH", path, status=400, code=50006, times=1)
    await hall.finish(second)
    await hall.wait(minutes=2)
    assert "All matches of this round are over." in post_of(club, "round 1 of 2")
    assert not pictures_of(club, "round 1 of 2")


@OWN
async def test_a_call_that_was_sent_before_a_crash_says_after_it_that_check_in_is_closed(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def killed(*_: object) -> None:
        raise asyncio.CancelledError

    hall = await Hall.open(club, Form.SWISS, 4, rounds=1)
    with monkeypatch.context() as crash:
        crash.setattr(type(club.store.bulletins), "mark_shown", killed)
        await hall.check_in()
        assert buttons_of(club, ": check in") == ["Check in", "Leave"]
        await hall.start()
    await club.restart()
    await hall.wait(minutes=2)
    assert buttons_of(club, ": check in") == []
    assert "Check-in is closed." in post_of(club, ": check in")
