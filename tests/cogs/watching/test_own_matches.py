"""``/mygames`` and the button Next match."""

from __future__ import annotations

from datetime import timedelta

import discord
from simcord import InteractionResult
from simcord.results import ResponseMessage

from engine.table.record import Status
from tests.cogs.conftest import SHARED, Club, labels, picture_of, private_text
from tests.cogs.results import begun, ended, posted

pytestmark = SHARED


def answer_of(result: InteractionResult) -> ResponseMessage:
    answer = result.followups[-1] if result.followups else result.response
    assert answer is not None
    return answer


async def test_what_waits_and_what_does_not(club: Club) -> None:
    mine = await begun(club)
    theirs = await begun(club, (club.bob, club.alice))
    await begun(club, (club.bob, club.carol))
    await club.challenge("assaut")
    text = private_text(await club.alice.slash(club.channel, "mygames"))
    waits, others, challenges = text.split("### ")[1:]
    assert waits.startswith("1 match waits for you")
    assert f"**#{mine.id}** Frisian draughts against {club.bob.mention}" in waits
    assert "last move <t:" in waits
    assert others.startswith("Waiting for others: 1")
    assert f"#{theirs.id}" in others
    assert challenges.startswith("Challenges that wait for others")
    assert "Assaut" in challenges
    text = private_text(await club.bob.slash(club.channel, "mygames"))
    assert text.lstrip().startswith("### 3 matches wait for you")
    assert "a challenge for you to answer" in text


async def test_nothing_waits(club: Club) -> None:
    text = private_text(await club.alice.slash(club.channel, "mygames"))
    assert "You have no match and no challenge." in text
    await begun(club)
    shown = await club.bob.slash(club.channel, "mygames")
    listed = private_text(shown).lstrip()
    assert listed.startswith("### Nothing waits for you\n### Waiting for others: 1")
    assert labels(answer_of(shown).message) == []


async def test_the_most_urgent_comes_first(club: Club) -> None:
    slow = await club.start("frisian white 3d")
    calm = await club.start("frisian white")
    quick = await club.start("frisian white 1h")
    text = private_text(await club.alice.slash(club.channel, "mygames"))
    places = [text.index(f"**#{match.id}**") for match in (quick, slow, calm)]
    assert places == sorted(places)
    assert text.count("time runs out <t:") == 2


async def test_an_offer_waits_too(club: Club) -> None:
    match = await club.start()
    await club.play("32-28")
    await club.type(club.bob, "draw")
    text = private_text(await club.alice.slash(club.channel, "mygames"))
    assert "an offer for you to answer" in text
    shown = await club.alice.click(
        answer_of(await club.alice.slash(club.channel, "mygames")), label="Next match"
    )
    assert labels(answer_of(shown).message)[:2] == ["Accept", "Decline"]
    await club.alice.click(answer_of(shown), label="Accept")
    assert (await club.store.load(match.id)).status is Status.OVER


async def test_by_mention_the_list_is_for_who_presses(club: Club) -> None:
    match = await begun(club)
    await club.alice.send(club.channel, f"{club.me} mygames")
    assert f"#{match.id}" not in club.text()
    question = club.last
    assert f"#{match.id}" in private_text(await club.alice.click(question, label="My matches"))
    own = await club.carol.click(question, label="My matches")
    assert "You have no match" in private_text(own)


async def test_next_goes_from_match_to_match(club: Club) -> None:
    first, second = await begun(club), await begun(club)
    listed = await club.alice.slash(club.channel, "mygames")
    shown = await club.alice.click(answer_of(listed), label="Next match")
    text = private_text(shown)
    assert f"Frisian draughts · #{first.id}" in text
    assert f"{club.alice.mention}, it is your turn" in text
    await picture_of(answer_of(shown).message)
    assert labels(answer_of(shown).message)[0] == "Legal moves"
    form = await club.open_form(club.alice, answer_of(shown))
    played = await club.alice.submit_modal(form, club.form(form, "32-28"))
    assert "You played `32-28`." in private_text(played)
    assert (await club.store.load(first.id)).moves[-1].text == "32-28"
    await posted(club)
    assert "played `32-28`" in club.text()
    following = await club.alice.click(answer_of(played), label="Next match")
    assert f"#{second.id}" in private_text(following)
    form = await club.open_form(club.alice, answer_of(following))
    await club.alice.submit_modal(form, club.form(form, "32-28"))
    assert answer_of(following).message.id not in {message.id for message in club.messages}


async def test_next_turns_in_place_and_begins_again(club: Club) -> None:
    first, second = await begun(club), await begun(club)
    listed = await club.alice.slash(club.channel, "mygames")
    shown = await club.alice.click(answer_of(listed), label="Next match")
    await club.restart()
    turned = await club.alice.click(answer_of(shown), label="Next match")
    assert turned.response is not None
    assert f"#{second.id}" in club.text(turned.response.message)
    again = await club.alice.click(turned.response, label="Next match")
    assert again.response is not None
    assert f"· #{first.id}" in club.text(again.response.message)
    assert again.response.message.id == answer_of(shown).message.id


async def test_next_where_nothing_waits_any_more(club: Club) -> None:
    match = await begun(club)
    listed = await club.alice.slash(club.channel, "mygames")
    async with club.store.match(match.id) as table:
        table.match = table.match.resign(club.alice.id, now=discord.utils.utcnow(), source=None)
    shown = await club.alice.click(answer_of(listed), label="Next match")
    assert "Nothing waits for you now." in private_text(shown)


async def test_a_stale_board_says_so(club: Club) -> None:
    await begun(club)
    listed = await club.alice.slash(club.channel, "mygames")
    shown = await club.alice.click(answer_of(listed), label="Next match")
    await club.play("32-28")
    stale = await club.alice.click(answer_of(shown), label="Legal moves")
    assert "out of date" in private_text(stale)


async def test_matches_of_every_server_wait_in_one_list(club: Club) -> None:
    elsewhere = club.env.create_guild("Elsewhere")
    room = elsewhere.create_text_channel("room")
    dan = elsewhere.add_member(club.env.create_user("dan"))
    away = await begun(club, (club.alice, dan), channel=room, guild=elsewhere.id)
    here = await begun(club)
    listed = await club.alice.slash(club.channel, "mygames")
    text = private_text(listed)
    assert f"#{away.id}" in text
    assert "Elsewhere · [board](https://discord.com/channels/" in text
    shown = await club.alice.click(answer_of(listed), label="Next match")
    assert f"#{away.id}" in private_text(shown)
    form = await club.open_form(club.alice, answer_of(shown))
    played = await club.alice.submit_modal(form, club.form(form, "32-28"))
    assert "You played `32-28`." in private_text(played)
    await posted(club)
    assert "played `32-28`" in club.text(room.history()[-1])
    following = await club.alice.click(answer_of(played), label="Next match")
    assert f"#{here.id}" in private_text(following)


async def test_a_match_in_a_channel_that_one_cannot_see_is_still_ones_own(club: Club) -> None:
    secret = club.guild.create_text_channel("secret")
    match = await begun(club, channel=secret)
    await club.hide(secret, club.alice)
    listed = await club.alice.slash(club.channel, "mygames")
    assert f"#{match.id}" in private_text(listed)
    shown = await club.alice.click(answer_of(listed), label="Next match")
    form = await club.open_form(club.alice, answer_of(shown))
    await club.alice.submit_modal(form, club.form(form, "32-28"))
    assert len((await club.store.load(match.id)).moves) == 1


async def test_others_cannot_move_from_a_board_that_is_not_theirs(club: Club) -> None:
    match = await begun(club)
    listed = await club.alice.slash(club.channel, "mygames")
    await club.alice.click(answer_of(listed), label="Next match")
    none = await club.carol.slash(club.channel, "mygames")
    assert f"#{match.id}" not in private_text(none)


async def test_a_sealed_set_up_waits_for_both(club: Club) -> None:
    match = await begun(club, game="allies")
    text = private_text(await club.bob.slash(club.channel, "mygames"))
    assert match.setting_up
    assert "set up your pieces" in text
    shown = await club.bob.click(
        answer_of(await club.bob.slash(club.channel, "mygames")), label="Next match"
    )
    assert "Set up" in labels(answer_of(shown).message)


async def test_ended_matches_wait_no_more(club: Club) -> None:
    await ended(club)
    text = private_text(await club.alice.slash(club.channel, "mygames"))
    assert "You have no match" in text


async def test_a_long_list_fits_and_says_how_many_more(club: Club) -> None:
    for _ in range(30):
        await begun(club)
        club.env.backend.advance_clock(timedelta(minutes=1).total_seconds())
    text = private_text(await club.alice.slash(club.channel, "mygames"))
    assert text.lstrip().startswith("### 30 matches wait for you")
    assert "more." in text
    assert len(text) < 4000
