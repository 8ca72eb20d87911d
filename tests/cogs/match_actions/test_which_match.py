"""Commands in a channel with several matches: buttons ask which, of those that make sense."""

from __future__ import annotations

from functools import partial
from unittest.mock import AsyncMock

import discord
import pytest

from cogs.moves.play import Play
from engine.table.match import Match
from engine.table.record import Status
from tests.cogs.conftest import SHARED, UNSEEN, Club, labels, private_text
from tests.nightly import at_night

pytestmark = [SHARED, UNSEEN]


async def several(club: Club) -> tuple[Match, Match]:
    """Begin two matches of Alice against Bob: of Frisian draughts, and of Halma."""
    return await club.start(), await club.start("halma red")


def label(match: Match) -> str:
    """Return the label of the button for a match."""
    return f"#{match.id} · bob · {match.game.title}"[:38]


def bare_label(match: Match) -> str:
    """Return the label of the button for a match to resign or draw, which names nobody."""
    return f"#{match.id} · {match.game.title}"


@pytest.mark.parametrize(
    "words", ["resign", "draw", "flip", *map(at_night, ("legal", "board", "moves", "match"))]
)
async def test_a_typed_command_asks_which_match(club: Club, words: str) -> None:
    frisian, halma = await several(club)
    await club.alice.send(club.channel, f"{club.me} {words}")
    asked = club.last
    assert "Which match do you mean?" in club.text()
    shown = bare_label if words in {"resign", "draw"} else label
    assert labels(asked) == [shown(frisian), shown(halma)]
    await club.alice.click(asked, label=shown(halma))
    assert asked.id not in [message.id for message in club.messages]


async def test_the_chosen_match_is_resigned(club: Club) -> None:
    frisian, halma = await several(club)
    await club.alice.send(club.channel, f"{club.me} resign")
    await club.alice.click(club.last, label=bare_label(halma))
    assert f"Do you want to resign match #{halma.id}" in club.text()
    await club.alice.click(club.last, label="Yes, I resign")
    assert (await club.reload(halma)).status is Status.OVER
    assert (await club.reload(frisian)).status is Status.LIVE


async def test_flip_is_shown_to_who_chose_alone(club: Club) -> None:
    _, halma = await several(club)
    await club.alice.send(club.channel, f"{club.me} flip")
    shown = await club.alice.click(club.last, label=label(halma))
    assert "From the side of" in private_text(shown)
    await club.alice.send(club.channel, f"{club.me} flip", reply_to=club.messages[-1])


async def test_a_match_in_which_it_makes_no_sense_is_not_in_the_menu(club: Club) -> None:
    _, halma = await several(club)
    await club.play_in(halma.id, "o5-n5")
    await club.alice.send(club.channel, f"{club.me} takeback")
    assert "a takeback of" in club.text()


async def test_a_claim_is_not_asked_for_in_a_game_that_has_none(club: Club) -> None:
    await club.start()
    await club.start("halma red")
    await club.start("assaut soldiers")
    await club.alice.send(club.channel, f"{club.me} huff")
    assert "Which match" not in club.text()


async def test_many_matches_are_in_a_menu(club: Club) -> None:
    started = [await club.start(f"{game} white") for game in ("frisian", "frysk", "international")]
    started += [await club.start(game) for game in ("halma red", "assaut soldiers", "checkers")]
    await club.alice.send(club.channel, f"{club.me} resign")
    assert labels(club.last) == [bare_label(match) for match in started[:3]]
    await club.alice.select(club.last, values=[str(started[-1].id)])
    assert f"resign match #{started[-1].id}" in club.text()


async def test_a_slash_command_asks_in_private_and_is_given_again(club: Club) -> None:
    _, halma = await several(club)
    asked = await club.alice.slash(club.channel, "match board")
    assert "Which match do you mean?" in private_text(asked)
    assert asked.response is not None
    shown = await club.alice.click(asked.response, label=label(halma))
    assert "Here is the board." in private_text(shown)
    assert "Halma" in club.text()


async def test_nobody_else_chooses(club: Club) -> None:
    _, halma = await several(club)
    await club.alice.send(club.channel, f"{club.me} resign")
    refused = await club.bob.click(club.last, label=bare_label(halma))
    assert "This question is for somebody else." in private_text(refused)


async def test_a_stale_menu_is_refused(club: Club) -> None:
    _, halma = await several(club)
    await club.alice.send(club.channel, f"{club.me} resign")
    asked, typed = club.messages[-1], club.messages[-2]
    await club.alice.delete(typed)
    refused = await club.alice.click(asked, label=bare_label(halma))
    assert "out of date" in private_text(refused)


async def test_a_match_that_ended_meanwhile_is_not_resigned(club: Club) -> None:
    _, halma = await several(club)
    await club.alice.send(club.channel, f"{club.me} resign")
    asked = club.last
    async with club.store.match(halma.id) as table:
        table.match = table.match.resign(club.alice.id, now=discord.utils.utcnow(), source=None)
    await club.alice.click(asked, label=bare_label(halma))
    assert "This match is over." in map(club.text, club.messages)  # before or after its last board


async def test_a_match_is_named_with_its_sign_or_without(club: Club) -> None:
    frisian, _ = await several(club)
    for number in (frisian.id, f"#{frisian.id}"):
        await club.carol.send(club.channel, f"{club.me} match {number}")
        assert f"Frisian draughts · #{frisian.id}" in club.text()


@pytest.mark.parametrize(
    "words",
    [
        "resign #{}",
        "{} resign",
        *map(at_night, ("resign {}", "#{} resign", "stop {}", "resign match {}")),
    ],
)
async def test_a_number_beside_a_command_is_its_match(club: Club, words: str) -> None:
    frisian, halma = await several(club)
    for match in (frisian, halma):
        await club.alice.send(club.channel, f"{club.me} {words.format(match.id)}")
        assert f"Do you want to resign match #{match.id}" in club.text()


async def test_a_number_beside_a_word_alone_is_its_match(club: Club) -> None:
    frisian, halma = await several(club)
    for words in (f"resign {frisian.id}", f"#{frisian.id} I resign"):
        await club.alice.send(club.channel, words)
        assert f"Do you want to resign match #{frisian.id}" in club.text()
    for words in (f"resign {halma.id + 100}", f"{halma.id} ok"):
        await club.alice.send(club.channel, words)
        assert club.last.content == words


async def test_a_number_of_a_match_elsewhere_is_not_told_of(club: Club) -> None:
    hidden = club.guild.create_text_channel("hidden")
    await club.alice.send(hidden, f"{club.me} play halma level 1")
    (match,) = await club.matches(Status.LIVE)
    await club.hide(hidden, club.bob)
    await club.alice.send(club.channel, f"{club.me} resign {match.id}")
    assert "Not everybody here may see that match" in club.text()
    await club.alice.send(club.channel, f"{club.me} #{match.id} c4-c5")
    assert f"You are not playing match #{match.id} in this channel." in club.text()
    await club.carol.send(club.channel, f"{club.me} resign 99999")
    assert "I do not know that match." in club.text()


@pytest.mark.parametrize("words", ["#{} {}", "{} {}", "match {} {}"])
async def test_a_number_beside_a_move_is_its_match(club: Club, words: str) -> None:
    first, second = await club.start("halma red"), await club.start("halma red")
    for match in (second, first):
        move = match.position.write(match.position.legal_moves()[0])
        await club.alice.send(club.channel, words.format(match.id, move))
    for match in (second, first):
        assert len((await club.reload(match)).moves) == 1
    await club.alice.send(club.channel, f"{club.me} #99999 e4-e5")
    assert "You are not playing match #99999 in this channel." in club.text()


async def test_a_plain_number_before_numbered_squares_may_be_a_square(club: Club) -> None:
    first, second = await club.start(), await club.start()
    play = club.bot.cog(Play)
    named = partial(play.named_match, club.alice.id, club.channel.id, sure=False)
    with pytest.MonkeyPatch.context() as patch:
        for number, meant in ((5, ("5 32-28", None)), (120, ("32-28", 120))):
            live = {key: [club.alice.id] for key in (1, number)}
            patch.setattr(club.store, "played_in", AsyncMock(return_value=live))
            patch.setattr(club.store, "load", AsyncMock(return_value=second))
            assert await named(f"{number} 32-28") == meant
    move = await club.alice.slash(club.channel, "move", move=f"#{second.id} 32-28")
    assert move.response is not None
    assert [event.text for event in (await club.reload(second)).moves] == ["32-28"]
    await club.alice.send(club.channel, f"32-28 #{first.id}")
    assert [event.text for event in (await club.reload(first)).moves] == ["32-28"]


async def test_what_is_proposed_is_asked_for_in_the_match_that_was_chosen(club: Club) -> None:
    _, halma = await several(club)
    await club.alice.send(club.channel, f"{club.me} propose")
    await club.alice.click(club.last, label=label(halma))
    assert "What do you propose?" in club.text()
    await club.alice.click(club.last, label="a draw")
    offer = (await club.reload(halma)).offer
    assert offer is not None
    assert offer.by == club.alice.id


async def test_the_same_is_asked_of_a_slash_command(club: Club) -> None:
    _, halma = await several(club)
    asked = await club.alice.slash(club.channel, "match propose")
    assert asked.response is not None
    what = await club.alice.click(asked.response, label=label(halma))
    assert "What do you propose?" in private_text(what)
    assert what.response is not None
    await club.alice.click(what.response, label="a draw")
    assert (await club.reload(halma)).offer is not None


@pytest.mark.parametrize(
    ("words", "question", "choices"),
    [
        ("follow 1 tomorrow", "When do you want to be told?", ["When it ends", "At each turn"]),
        ("export 1 jpeg", "In which form do you want the record?", ["Plain text", "PDN"]),
        ('follow 1 "turns', "Please say that without quotation marks", []),
        ("privacy please", "Get it as a file", ["Get it as a file", "Delete it"]),
        ("board 99999999999999999999999", "I do not know that match.", []),
    ],
)
async def test_other_commands_ask_too(
    club: Club, words: str, question: str, choices: list[str]
) -> None:
    await club.start()
    await club.carol.send(club.channel, f"{club.me} {words}")
    assert question in "\n".join([club.text(), *labels(club.last)])
    assert labels(club.last) == choices


async def test_a_choice_is_carried_out(club: Club) -> None:
    match = await club.start()
    await club.carol.send(club.channel, f"{club.me} follow {match.id} tomorrow")
    await club.carol.click(club.last, label="At each turn")
    assert "You are told at each turn" in club.text()
