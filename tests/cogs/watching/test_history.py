"""Histories of a person, of two people and of a game, and who may see which match."""

from __future__ import annotations

from tests.cogs.conftest import SHARED, Club, labels, picture_of, private_text
from tests.cogs.results import begun, decided, ended

pytestmark = SHARED


async def test_a_line_tells_who_won_why_and_where(club: Club) -> None:
    match = await club.start()
    await club.play("32-28", "19-23")
    await decided(club, match)
    post = club.last
    text = private_text(await club.carol.slash(club.channel, "history", person=club.alice))
    assert f"Matches of {club.alice.mention}" in text
    (line,) = [line for line in text.splitlines() if line.startswith("- ")]
    players = f"**White {club.alice.mention}** won against Black {club.bob.mention}"
    assert line.startswith(f"- **#{match.id}** Frisian draughts: {players} · As agreed · 2 moves")
    assert "<t:" in line
    assert f"/channels/{club.guild.id}/{club.channel.id}/{post.id})" in line


async def test_draws_and_matches_without_a_result(club: Club) -> None:
    await ended(club, ranks=(1, 1))
    await ended(club, ranks=())
    await begun(club)
    text = private_text(await club.alice.slash(club.channel, "history"))
    assert "draw: As agreed · " in text
    assert "no result" in text
    assert "**White" not in text
    assert len([line for line in text.splitlines() if line.startswith("- ")]) == 2


async def test_declined_challenges_are_no_matches(club: Club) -> None:
    await club.challenge()
    await club.bob.click(club.last, label="Decline")
    text = private_text(await club.alice.slash(club.channel, "history"))
    assert text == f"Matches of {club.alice.mention}: there is none here yet."


async def test_two_against_each_other_with_their_score(club: Club) -> None:
    await ended(club)
    await ended(club)
    await ended(club, (club.bob, club.alice))
    await ended(club, ranks=(1, 1))
    await ended(club, (club.alice, club.carol))
    asked = {"person": club.bob, "against": club.alice}
    text = private_text(await club.carol.slash(club.channel, "history", **asked))
    assert f"Matches of {club.bob.mention} against {club.alice.mention}" in text
    assert "1 win, 1 draw, 2 losses" in text
    assert club.carol.mention not in text
    own = private_text(await club.bob.slash(club.channel, "history", against=club.alice))
    assert "1 win, 1 draw, 2 losses" in own


async def test_a_game_on_the_server(club: Club) -> None:
    await ended(club)
    await ended(club, (club.bob, club.carol), game="assaut")
    text = private_text(await club.alice.slash(club.channel, "history", game="assaut"))
    assert "Matches · Assaut" in text
    assert club.carol.mention in text
    assert "Frisian" not in text


async def test_what_makes_no_sense_is_said(club: Club) -> None:
    await ended(club)
    both = {"person": club.alice, "against": club.alice}
    text = private_text(await club.carol.slash(club.channel, "history", **both))
    assert "Nobody plays against themselves" in text
    text = private_text(await club.carol.slash(club.channel, "history", game="chess"))
    assert "I have no game `chess`" in text
    trio = f"{club.alice.mention} {club.bob.mention} {club.carol.mention}"
    await club.carol.send(club.channel, f"{club.me} history {trio}")
    assert "Name one member, or two" in club.text()


async def test_pages_outlive_the_process(club: Club) -> None:
    matches = [await ended(club) for _ in range(10)]
    shown = await club.carol.slash(club.channel, "history", person=club.bob)
    text = private_text(shown)
    assert f"#{matches[-1].id}**" in text
    assert f"**#{matches[1].id}**" not in text
    assert text.endswith("-# 1")
    answer = shown.followups[-1] if shown.followups else shown.response
    assert answer is not None
    await club.restart()
    turned = await club.carol.click(answer, label="Next")
    assert turned.response is not None
    later = club.text(turned.response.message)
    assert f"**#{matches[1].id}**" in later
    assert later.endswith("-# 2")
    second = await club.carol.slash(club.channel, "history", person=club.bob, page=2)
    assert f"**#{matches[1].id}**" in private_text(second)
    beyond = await club.carol.slash(club.channel, "history", person=club.bob, page=99)
    assert private_text(beyond).endswith("-# 2")


async def test_a_page_begins_after_the_match_that_ended_the_one_before(club: Club) -> None:
    matches = [await ended(club) for _ in range(18)]
    shown = await club.carol.slash(club.channel, "history", person=club.bob)
    panel = shown.followups[-1] if shown.followups else shown.response
    assert panel is not None
    new = await ended(club)  # the pages move on by one
    seen = [private_text(shown)]
    for label in ("Next", "Next", "Back", "Back"):
        turned = await club.carol.click(panel, label=label)
        assert turned.response is not None
        seen.append(club.text(turned.response.message))
    listed = [[m.id for m in [*matches, new] if f"**#{m.id}**" in text] for text in seen]
    ids = [match.id for match in matches]
    assert listed == [ids[10:], ids[2:10], ids[:2], ids[2:10], [*ids[11:], new.id]]


async def test_a_match_of_the_list_is_opened(club: Club) -> None:
    match = await club.start()
    await club.play("32-28")
    await decided(club, match)
    shown = await club.carol.slash(club.channel, "history", game="frisian")
    answer = shown.followups[-1] if shown.followups else shown.response
    assert answer is not None
    opened = await club.carol.select(answer, values=[str(match.id)])
    assert f"#{match.id}" in private_text(opened)
    assert opened.response is not None
    await picture_of(opened.response.message)
    assert "Back" in labels(opened.response.message)


async def test_matches_of_hidden_channels_are_for_those_who_see_them(club: Club) -> None:
    secret = club.guild.create_text_channel("secret")
    hidden = await ended(club, channel=secret)
    seen = await ended(club)
    await club.hide(secret, club.carol)
    await club.hide(secret, club.bob)
    text = private_text(await club.carol.slash(club.channel, "history", game="frisian"))
    assert f"#{seen.id}" in text
    assert f"#{hidden.id}" not in text
    score = {"person": club.alice, "against": club.bob}
    assert "1 win," in private_text(await club.carol.slash(club.channel, "history", **score))
    assert "2 wins," in private_text(await club.bob.slash(club.channel, "history", **score))


async def test_what_everybody_reads_has_only_what_everybody_may_see(club: Club) -> None:
    secret = club.guild.create_text_channel("secret")
    hidden = await ended(club, channel=secret)
    seen = await ended(club)
    await club.hide_from_everybody(secret)
    await club.alice.send(club.channel, f"{club.me} history {club.alice.mention} frisian")
    assert f"#{seen.id}" in club.text()
    assert f"#{hidden.id}**" not in club.text()
    assert club.pinged() == set()
    public = club.last
    own = private_text(await club.alice.slash(club.channel, "history"))
    assert f"#{hidden.id}**" in own
    await club.alice.send(secret, f"{club.me} history @alice @bob 1")
    assert f"#{hidden.id}**" in club.text(secret.history()[-1])
    assert public.id == club.last.id


async def test_a_deleted_channel_leaves_its_matches_to_their_players(club: Club) -> None:
    gone = club.guild.create_text_channel("gone")
    match = await ended(club, channel=gone)
    club.env.backend.delete_channel(gone.id)
    await club.env.settle()
    assert f"#{match.id}" in private_text(await club.alice.slash(club.channel, "history"))
    result = await club.carol.slash(club.channel, "history", person=club.alice)
    assert "there is none here yet" in private_text(result)


async def test_other_servers_have_histories_of_their_own(club: Club) -> None:
    await ended(club)
    elsewhere = club.env.create_guild("Elsewhere")
    room = elsewhere.create_text_channel("room")
    dan = elsewhere.add_member(club.env.create_user("dan"))
    result = await dan.slash(room, "history", game="frisian")
    assert "there is none here yet" in private_text(result)
