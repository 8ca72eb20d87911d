"""Open challenges and the lobby: who may open and join matches, and where."""

from __future__ import annotations

import discord
import pytest
from simcord import InteractionResult, MemberActor
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

import engine
from engine.scale import figures
from engine.table.clock import TimeControl
from engine.table.match import Match
from engine.table.record import OPEN, Status
from tests.cogs.conftest import SHARED, Club, labels, private_text

pytestmark = SHARED


OPEN_CARD = ["Join", "Add a computer", "Start now", "Close"]
JOINED_CARD = ["Join", "Leave", "Add a computer", "Start now", "Close"]
"""The buttons of a card with several open seats."""


@pytest.fixture
async def dan(club: Club) -> MemberActor:
    return club.guild.add_member(club.env.create_user("dan"))


async def opened(club: Club, words: str = "frisian") -> Match:
    """Let Alice open a match; return it."""
    await club.alice.send(club.channel, f"{club.me} open {words}")
    return (await club.matches(status=Status.CHALLENGE))[-1]


async def only(club: Club) -> Match:
    (match,) = await club.matches()
    return match


def panel_of(result: InteractionResult) -> discord.Message:
    assert result.response is not None
    assert result.response.ephemeral
    return result.response.message


# Opening


async def test_anyone_joins_an_open_challenge(club: Club) -> None:
    match = await opened(club)
    assert f"{club.alice.mention} looks for players" in club.text()
    assert labels(club.last) == ["Join", "Add a computer", "Close"]
    assert club.pinged() == set()
    await club.carol.click(club.last, label="Join")
    match = await club.store.load(match.id)
    assert match.status is Status.LIVE
    assert set(match.people) == {club.alice.id, club.carol.id}


async def test_a_card_whose_edit_failed_is_edited_later_even_by_the_next_process(
    club: Club,
) -> None:
    await opened(club, "halma 4")
    card = club.last
    for _ in range(2):
        club.env.inject_error("PATCH", f"/channels/*/messages/{card.id}", status=500)
        await club.bob.click(card, label="Join")
        await club.posted()
        assert labels(await club.fetch(card)) == OPEN_CARD
        await club.bot.poster.retry(channel=club.channel.id)
        await club.posted()
        assert labels(await club.fetch(card)) == JOINED_CARD
        await club.bob.click(card, label="Leave")
        await club.posted()
    club.env.inject_error("PATCH", f"/channels/*/messages/{card.id}", status=500)
    await club.bob.click(card, label="Join")
    await club.posted()
    await club.restart()
    await club.posted()
    assert labels(await club.fetch(card)) == JOINED_CARD


async def test_a_card_that_is_true_is_not_edited(club: Club) -> None:
    match = await opened(club, "halma 4")
    path = f"/channels/{club.channel.id}/messages/{club.last.id}"
    await club.bob.click(club.last, label="Join")
    for _ in range(2):
        await club.bot.poster.refresh(match.id)
        await club.posted()
    assert len([r for r in club.env.http_requests if (r.method, r.path) == ("PATCH", path)]) == 1


async def test_the_lobby_says_what_options_mean(club: Club) -> None:
    await opened(club, "assaut capture=auto")
    shown = private_text(await club.bob.slash(club.channel, "lobby"))
    assert "· An officer that omits a capture is taken off at once ·" in shown


async def test_who_joined_leaves_again_by_button_words_or_slash(club: Club) -> None:
    match = await opened(club, "halma 4")
    card = club.last
    await club.bob.click(card, label="Join")
    assert labels(await club.fetch(card)) == JOINED_CARD
    refused = await club.carol.click(card, label="Leave")
    assert "have not joined" in private_text(refused)
    await club.restart()
    await club.bob.click(card, label="Leave")
    assert labels(await club.fetch(card)) == OPEN_CARD
    assert club.bob.mention not in club.text(await club.fetch(card))
    await club.bob.send(club.channel, f"{club.me} join")
    await club.bob.send(club.channel, f"{club.me} leave")
    await club.bob.slash(club.channel, "match join")
    result = await club.bob.slash(club.channel, "match leave", match=match.id)
    assert f"You left match #{match.id}" in private_text(result)
    assert (await club.store.load(match.id)).people.count(OPEN) == 3
    assert labels(await club.fetch(card)) == OPEN_CARD


async def test_the_card_says_who_is_there_until_the_seats_are_full(
    club: Club, dan: MemberActor
) -> None:
    await opened(club, "halma 4 teams 1d unrated")
    card = club.last
    text = club.text()
    assert "1 day a turn" in text
    assert "Not rated" in text
    assert text.count("open") >= 3
    for member in (club.bob, club.carol):
        await member.click(card, label="Join")
        assert f"{member.mention} ✓" in club.text(await club.fetch(card))
    assert f"{club.alice.mention} looks for players" in club.text(await club.fetch(card))
    assert (await only(club)).people.count(OPEN) == 1
    await club.restart()
    await dan.click(card, label="Join")
    assert (await only(club)).status is Status.LIVE
    assert f"{club.alice.mention} looks for players" in club.text(await club.fetch(card))
    assert all(m.mention in club.text() for m in (club.alice, club.bob, club.carol, dan))
    assert labels(await club.fetch(card)) == []


async def test_the_host_starts_with_fewer_where_the_rules_allow_it(club: Club) -> None:
    await opened(club, "chinese-checkers 4")
    card = club.last
    assert labels(card) == OPEN_CARD
    await club.bob.click(card, label="Join")
    assert labels(await club.fetch(card)) == JOINED_CARD
    other = await club.bob.click(card, label="Start now")
    assert "Only the host" in private_text(other)
    asked = await club.alice.click(card, label="Start now")
    assert "2 places are free." in private_text(asked)
    assert asked.response is not None
    await club.alice.click(asked.response, label="Nobody: start without them")
    match = await only(club)
    assert match.status is Status.LIVE
    assert len(match.people) == 2


async def test_the_host_starts_by_typing(club: Club) -> None:
    await opened(club, "chinese-checkers 3")
    await club.bob.send(club.channel, f"{club.me} join")
    await club.alice.send(club.channel, f"{club.me} begin")
    assert (await only(club)).status is Status.LIVE


async def test_what_begins_with_fewer_says_what_it_is_now(club: Club) -> None:
    for joining, said, asked in (
        ([club.bob], "begins as a duel", "Without them it is a duel"),
        ([club.bob, club.carol], "begins with 3 players instead of 4", "Without them, 3 play."),
    ):
        await opened(club, "star 4")
        card = club.last
        for member in joining:
            await member.send(club.channel, f"{club.me} join")
        assert asked in private_text(await club.alice.click(card, label="Start now"))
        newest = club.newest
        await club.alice.send(club.channel, f"{club.me} begin")
        assert any(said in club.text(post) for post in club.since(newest))
        (match,) = await club.matches(Status.LIVE)
        async with club.store.match(match.id) as table:
            table.match = table.match.abort(match.host, now=club.env.now(), source=None)
        await club.posted()


async def test_the_host_closes_it_and_nobody_else(club: Club) -> None:
    match = await opened(club)
    other = await club.bob.click(club.last, label="Close")
    assert "Only the challenger" in private_text(other)
    await club.alice.click(club.last, label="Close")
    assert (await club.store.load(match.id)).status is Status.OVER


async def test_a_match_for_two_on_four_seats_begins_with_the_second(club: Club) -> None:
    match = await opened(club, "allies battle 2")
    await club.bob.click(club.last, label="Join")
    match = await club.store.load(match.id)
    assert match.status is Status.LIVE
    assert sorted(map(len, map(match.seats_of, (club.alice.id, club.bob.id)))) == [2, 2]


async def test_a_side_is_chosen_by_who_opens(club: Club) -> None:
    result = await club.alice.slash(
        club.channel, "open", game="frisian", seat="Black", time="10+10", rated=False
    )
    assert "You are looking for players of Frisian draughts" in private_text(result)
    match = await only(club)
    assert match.drawn
    assert match.people == (OPEN, club.alice.id)
    assert (str(match.time), match.rated) == ("10+10", False)
    assert "White open" in club.text()


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("frisian @bob", "An open challenge names nobody"),
        ("chess", "I have no game `chess`"),
        ("halma 3", "Halma is for 2 or 4 players."),
    ],
)
async def test_words_that_open_nothing(club: Club, words: str, sentence: str) -> None:
    await club.alice.send(club.channel, f"{club.me} open {words}")
    assert sentence in club.text()
    assert await club.matches() == []


@pytest.mark.parametrize("players", [-1, 0, 3, 2**40])
async def test_so_many_do_not_play(club: Club, players: int) -> None:
    result = await club.alice.slash(club.channel, "open", game="halma", players=players)
    assert "players" in private_text(result)
    assert await club.matches() == []


async def test_the_same_game_is_not_opened_twice(club: Club) -> None:
    await opened(club)
    await opened(club)
    assert "You are looking for players of Frisian draughts already" in club.text()
    assert len(await club.matches()) == 1


async def test_two_join_the_last_seat_at_the_same_moment(club: Club) -> None:
    match = await opened(club)
    for member in (club.bob, club.carol):
        club.env.backend.create_message(club.channel.id, member.id, f"{club.me} join {match.id}")
    await club.env.settle()
    match = await club.store.load(match.id)
    assert match.status is Status.LIVE
    assert len(match.people) == 2
    assert any("accepted already" in club.text(message) for message in club.messages)


# Other ways to join


async def test_the_card_is_up_to_date_however_somebody_joins(club: Club, dan: MemberActor) -> None:
    match = await opened(club, "halma 4")
    card = club.last
    await club.bob.send(club.channel, f"{club.me} join {match.id}")
    assert f"{club.bob.mention} ✓" in club.text(await club.fetch(card))
    result = await club.carol.slash(club.channel, "match join", match=match.id)
    assert f"You joined match #{match.id}." in private_text(result)
    assert f"{club.carol.mention} ✓" in club.text(await club.fetch(card))
    result = await dan.slash(club.channel, "lobby")
    await dan.click(panel_of(result), label=f"Join #{match.id}")
    assert (await only(club)).status is Status.LIVE


async def test_without_a_number_the_only_open_match_here_is_meant(club: Club) -> None:
    nothing = await club.bob.slash(club.channel, "match join")
    assert "`/lobby`" in private_text(nothing)
    first = await opened(club)
    await opened(club, "frysk")
    which = await club.bob.slash(club.channel, "match join")
    assert "Which match do you mean?" in private_text(which)
    await club.alice.send(club.channel, f"{club.me} withdraw", reply_to=club.last)
    await club.bob.slash(club.channel, "match join")
    assert (await club.store.load(first.id)).status is Status.LIVE


async def test_a_hidden_match_cannot_be_joined(club: Club) -> None:
    match = await opened(club)
    other = club.guild.create_text_channel("hall")
    await club.hide(club.channel, club.bob)
    result = await club.bob.slash(other, "match join", match=match.id)
    assert "do not know that match" in private_text(result)
    result = await club.bob.slash(other, "lobby")
    assert "Nothing is open" in private_text(result)


async def test_an_open_match_ends_as_an_invitation(club: Club) -> None:
    await opened(club, "frysk")
    assert "The invitation expires <t:" in club.text()
    await club.wait(days=1)
    assert f"The invitation of {club.alice.mention} to Frysk! has expired." in club.text()
    await opened(club, "frysk")
    await club.alice.click(club.last, label="Close")
    assert f"{club.alice.mention} no longer looks for players of Frysk!" in club.text()
    assert "Frysk!." not in "".join(map(club.text, club.messages))


async def test_of_one_place_a_computer_is_asked_about_in_the_singular(club: Club) -> None:
    await opened(club, "halma 2")
    asked = await club.alice.click(club.last, label="Add a computer")
    assert "1 place is free." in private_text(asked)
    assert asked.response is not None
    (row,) = asked.response.message.components
    assert isinstance(row, discord.ActionRow)
    (menu,) = row.children
    assert isinstance(menu, discord.SelectMenu)
    said = [option.label for option in menu.options]
    assert said[0] == "A computer, at a level that suits my results"
    figure = figures(engine.games["halma"], 2, {})[2]
    assert said[2] == f"A computer, at level 2, about {figure} – plays for fun"


# The list


async def test_the_lobby_lists_what_is_open_with_its_terms(club: Club) -> None:
    match = await opened(club, "halma 4 teams 1d")
    result = await club.bob.slash(club.channel, "lobby")
    text = private_text(result)
    assert f"**#{match.id}** Halma: {club.alice.mention}" in text
    assert "3 seats open" in text
    assert "1 day a turn" in text
    assert "Not rated" in text
    assert f"/{club.channel.id}/{club.messages[-1].id})" in text
    assert labels(panel_of(result)) == [f"Join #{match.id}"]
    own = await club.alice.slash(club.channel, "lobby")
    assert labels(panel_of(own)) == []


async def test_joining_in_the_lobby_updates_it_and_the_card_after_a_restart(club: Club) -> None:
    match = await opened(club, "halma 4")
    card = club.last
    panel = panel_of(await club.bob.slash(club.channel, "lobby"))
    await club.restart()
    await club.bob.click(panel, label=f"Join #{match.id}")
    assert f"{club.bob.mention} ✓" in club.text(await club.fetch(card))
    again = await club.bob.slash(club.channel, "lobby")
    assert "2 seats open" in private_text(again)
    assert labels(panel_of(again)) == []


async def test_a_long_lobby_says_how_many_more_there_are(club: Club) -> None:
    await club.bot.preferences.change_server(club.guild.id, open_challenges=50)
    for game in ("frisian", "frysk", "alliance", "halma", "chinese-checkers"):
        for size in ("", "1h", "1d", "3d", "7d"):
            await club.bot.store.create(_draft(club, game, size))
    result = await club.bob.slash(club.channel, "lobby")
    text = private_text(result)
    assert len(text) <= 4000
    shown = text.count("seat open")
    assert 10 < shown <= 20
    assert f"… and {25 - shown} more." in text
    assert len(labels(panel_of(result))) == shown


def _draft(club: Club, game: str, time: str) -> Match:
    return Match.challenge(
        guild=club.guild.id,
        channel=club.channel.id,
        game=engine.games[game],
        options={},
        host=club.alice.id,
        opponents=[OPEN],
        seat=None,
        time=TimeControl.read(time),
        now=discord.utils.utcnow(),
        source=None,
    )


async def test_a_typed_lobby_shows_everybody_what_everybody_may_see(club: Club) -> None:
    secret = club.guild.create_text_channel("secret")
    await club.alice.send(secret, f"{club.me} open frysk")
    everyone = club.guild.default_role
    denied = discord.Permissions(view_channel=True).value
    _hide_from(club, secret.id, everyone.id, denied)
    await opened(club)
    await club.alice.send(club.channel, f"{club.me} lobby")
    assert "Frisian draughts" in club.text()
    assert "Frysk" not in club.text()
    listed = club.last
    await club.bob.click(listed, label=labels(listed)[0])
    assert "Nothing is open" in club.text(await club.fetch(listed))


def _hide_from(club: Club, channel: int, role: int, denied: int) -> None:
    club.env.backend.set_overwrite(channel, Overwrite(role, OverwriteType.ROLE, 0, denied))


# Where, and who


async def test_other_channels_than_those_for_matches_are_refused_by_name(club: Club) -> None:
    games = club.guild.create_text_channel("games")
    await club.bot.preferences.change_server(club.guild.id, channels=(games.id,))
    for words in (f"challenge {club.bob.mention} frisian", "open frisian"):
        await club.alice.send(club.channel, f"{club.me} {words}")
        assert f"matches are played in <#{games.id}>" in club.text()
    await club.alice.send(games, f"{club.me} open frisian")
    assert len(await club.matches()) == 1


async def test_a_match_whose_channel_is_gone_goes_on_in_a_channel_for_matches(club: Club) -> None:
    match = await club.start()
    games, hall = (club.guild.create_text_channel(name) for name in ("games", "hall"))
    await club.bot.preferences.change_server(club.guild.id, channels=(games.id,))
    channel = club.bot.get_channel(club.channel.id)
    assert isinstance(channel, discord.TextChannel)
    await channel.delete()
    await club.env.settle()
    result = await club.alice.slash(hall, "match board")
    assert f"played in <#{games.id}>" in private_text(result)
    await club.alice.slash(games, "match board")
    assert (await club.store.load(match.id)).channel == games.id


async def test_threads_of_a_channel_for_matches_count(club: Club) -> None:
    await club.bot.preferences.change_server(club.guild.id, channels=(club.channel.id,))
    channel = club.bot.get_channel(club.channel.id)
    assert isinstance(channel, discord.TextChannel)
    await channel.create_thread(name="evening", type=discord.ChannelType.public_thread)
    await club.env.settle()
    (thread,) = club.channel.threads
    await club.alice.send(thread, f"{club.me} open frisian")
    assert len(await club.matches()) == 1


async def test_only_a_role_opens_matches_and_everybody_joins(club: Club) -> None:
    role = club.guild.create_role("Players")
    await club.bot.preferences.change_server(club.guild.id, opener=role.id)
    await opened_by(club, club.alice)
    assert "members with the role Players open" in club.text()
    player = club.guild.add_member(club.env.create_user("paula"), roles=[role])
    await opened_by(club, player)
    await club.alice.click(club.last, label="Join")
    manages = discord.Permissions(manage_guild=True)
    boss = club.guild.create_role("Boss", permissions=manages)
    mona = club.guild.add_member(club.env.create_user("mona"), roles=[boss])
    await opened_by(club, mona)
    assert len(await club.matches()) == 2


async def opened_by(club: Club, member: MemberActor) -> None:
    await member.send(club.channel, f"{club.me} open frisian")
