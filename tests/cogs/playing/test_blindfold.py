"""A match played blindfold: nobody is shown a piece before it is over."""

from __future__ import annotations

import pytest

import engine
import render
from cogs.language.challenge_parser import parse_challenge
from engine.table.match import Match
from engine.table.record import Status
from tests.cogs.conftest import SHARED, Club, alt_of, labels, private_text

pytestmark = SHARED

REFUSED = "This match is played blindfold: the pieces are shown once it is over."


@pytest.mark.parametrize("name", ["international", "chinese-checkers", "allies"])
def test_the_picture_shows_no_piece(name: str) -> None:
    start = engine.games[name].start()
    later = start
    while later.setup is not None or dict(later.pieces()) == dict(start.pieces()):
        later = later.play(later.legal_moves()[0])
    blind = [render.picture(position, size=400, blind=True) for position in (start, later)]
    assert blind[0].png == blind[1].png
    assert str(blind[1].alt).endswith("The board is shown without its pieces.")


@pytest.mark.parametrize(
    "said", ["frisian blindfold", "blindfolded frisian 1d", "dames frisonnes à l’aveugle, blancs"]
)
def test_it_is_said_in_both_languages(said: str) -> None:
    terms = parse_challenge(said)
    assert terms.blindfold
    assert terms.game.name == "frisian"
    assert not parse_challenge("frisian").blindfold


async def blindfold(club: Club) -> Match:
    await club.start("international white blindfold")
    return await club.play("32-28", "19-23")


async def test_what_is_posted_and_shown_tells_of_no_piece(club: Club) -> None:
    await club.bot.preferences.change_person(club.alice.id, text_first=True)
    match = await blindfold(club)
    assert match.blindfold
    said = [club.alt(), club.text()]
    assert "Legal moves" not in labels(club.last)
    said.append(private_text(await club.alice.slash(club.channel, "moves")))
    for name in ("moves", "mygames"):
        shown = await club.alice.slash(club.channel, name)
        assert shown.response is not None
        said.append(club.text(shown.response.message))
        if name == "moves":
            said.append(alt_of(shown.response.message))
    flipped = await club.alice.click(club.last, label="Flip")
    assert flipped.response is not None
    said += [private_text(flipped), alt_of(flipped.response.message)]
    await club.carol.send(club.channel, f"{club.me} board")
    said.append(club.alt())
    told = "\n".join(said)
    assert "The board is shown without its pieces." in told
    assert " men on " not in told
    assert "20 men" not in told


async def test_questions_about_the_position_are_not_answered(club: Club) -> None:
    await blindfold(club)
    for what in ("", "row 4", "line 46-5", "from 31", "28"):
        given = {"what": what} if what else {}
        for member in (club.alice, club.carol):
            shown = await member.slash(club.channel, "where", **given)
            assert private_text(shown) == REFUSED, what
    last = private_text(await club.alice.slash(club.channel, "where", what="last"))
    assert "played `19-23`" in last
    who = private_text(await club.alice.slash(club.channel, "where", what="who"))
    assert "White to move." in who
    assert "No time limit" in private_text(
        await club.alice.slash(club.channel, "where", what="clock")
    )
    for command in ("analyse", "animate"):
        assert private_text(await club.alice.slash(club.channel, command)) == REFUSED, command


async def test_moves_are_typed_and_no_list_of_them_is_shown(club: Club) -> None:
    match = await blindfold(club)
    assert not await club.alice.autocomplete(club.channel, "move", "move", "")
    board = club.last
    form = await club.alice.click(board, label="Move")
    assert form.modal is not None
    await club.alice.submit_modal(form, club.form(form, "28x19"))
    assert (await club.reload(match)).moves[-1].text == "28x19"
    assert board.id in [message.id for message in club.messages]
    await club.bob.send(club.channel, f"{club.me} 14")
    assert not labels(club.last), "half a move has no list of its targets"
    assert "14x23" not in club.text()
    await club.bob.send(club.channel, f"{club.me} move nonsense")
    assert "such as `32-28`" in club.text(), "no move that is legal now"


async def test_once_it_is_over_all_is_shown_and_the_rematch_is_blindfold_too(club: Club) -> None:
    match = await blindfold(club)
    summary = private_text(await club.carol.slash(club.channel, "match"))
    assert "Blindfold: the board is shown without its pieces until the match is over." in summary
    await club.confirm(club.bob, club.last, "Resign")
    assert (await club.reload(match)).status is Status.OVER
    assert "White: 20 men on " in club.alt()
    shown = await club.alice.slash(club.channel, "where", what=f"#{match.id}")
    assert "White: 20 men on " in private_text(shown)
    who = private_text(await club.alice.slash(club.channel, "where", what=f"who #{match.id}"))
    assert "You play" not in who
    assert "White won" in who
    await club.alice.click(club.last, label="Rematch")
    (again,) = await club.matches(Status.CHALLENGE)
    assert again.blindfold
    assert "Blindfold: the board is shown without its pieces" in club.text()


async def test_pieces_are_still_set_up_in_secret_by_those_who_see_them(club: Club) -> None:
    await club.challenge("alliance white free blindfold")
    await club.bob.click(club.last, label="Accept")
    shown = await club.alice.click(club.last, label="Set up")
    assert shown.response is not None
    assert "White: " in alt_of(shown.response.message)
    assert "White: " not in club.alt()


async def test_a_hint_would_tell_where_a_piece_stands(club: Club) -> None:
    await club.alice.send(club.channel, f"{club.me} play international level 1 white blindfold")
    shown = await club.alice.slash(club.channel, "hint")
    assert private_text(shown) == REFUSED
