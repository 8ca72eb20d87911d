"""Analysis boards: any position, both sides, other lines, and the computer's opinion if allowed."""

from __future__ import annotations

import re

import pytest
from simcord import InteractionResult, MemberActor, ResponseMessage

from cogs.analysis import analyse_command
from data import Desk
from tests.cogs.analysis.reviewed_matches import some_moves
from tests.cogs.conftest import SHARED, Club, alt_of, labels, picture_of, private_text
from tests.cogs.moves.test_move_menus import choose, options

pytestmark = SHARED


async def analyse(club: Club, **words: object) -> InteractionResult:
    return await club.alice.slash(club.channel, "match analyse", **words)


def answer(result: InteractionResult) -> ResponseMessage:
    found = result.followups[-1] if result.followups else result.response
    assert found is not None
    return found


async def press(club: Club, shown: InteractionResult, label: str) -> InteractionResult:
    return await club.alice.click(answer(shown), label=label)


async def type_move(club: Club, shown: InteractionResult, text: str) -> InteractionResult:
    form = await press(club, shown, "Type the move")
    return await club.alice.submit_modal(form, club.form(form, text))


async def desk_of(club: Club, member: MemberActor | None = None) -> Desk:
    desk = await club.store.desks.latest((member or club.alice).id)
    assert desk is not None
    return desk


async def test_a_match_is_thought_about_move_by_move(club: Club) -> None:
    match = await club.start("frisian white", "32-28", "19-23", "28x19", "14x23")
    shown = await analyse(club)
    assert f"Frisian draughts · #{match.id}" in private_text(shown)
    assert "**`14x23`**" in private_text(shown)
    assert "think without the computer" in private_text(shown)
    assert "Ask the computer" not in labels(answer(shown).message)
    await picture_of(answer(shown).message)
    shown = await press(club, await press(club, shown, "Back"), "Back")
    assert "**`19-23`** `28x19` `14x23`" in private_text(shown)
    shown = await type_move(club, shown, "28x19")
    assert (await desk_of(club)).lines.at == 3


async def test_one_goes_into_other_lines_and_chooses_between_them(club: Club) -> None:
    shown = await analyse(club, game="frisian")
    for text in ("32-28", "19-23"):
        shown = await type_move(club, shown, text)
    shown = await press(club, shown, "Back")
    shown = await type_move(club, shown, "18-23")
    assert "`32-28` **`18-23`**" in private_text(shown)
    shown = await press(club, shown, "First")
    assert "**start** `32-28` `19-23`" in private_text(shown)
    assert labels(answer(shown).message)[-4:] == ["First", "Back", "Next", "Last"]
    shown = await press(club, shown, "Next")
    assert {"19-23", "18-23"} <= options(shown).keys()
    await club.restart()
    shown = await choose(club.alice, shown, "18-23")
    assert "`32-28` **`18-23`**" in private_text(shown)
    shown = await press(club, await press(club, shown, "First"), "Last")
    assert "**`19-23`**" in private_text(shown)
    shown = await press(club, shown, "Start over")
    assert "**start**" in private_text(shown)
    assert not (await desk_of(club)).lines.branches


async def test_the_viewer_leads_to_it_and_it_is_seen_from_there(club: Club) -> None:
    match = await club.start("frisian white", "32-28", "19-23", "28x19", "14x23")
    viewer = await club.alice.slash(club.channel, "match moves", match=match.id)
    viewer = await press(club, await press(club, viewer, "Back"), "Flip")
    shown = await press(club, viewer, "Analyse")
    assert "**`28x19`** `14x23`" in private_text(shown)
    assert (await desk_of(club)).side == 1
    shown = await press(club, shown, "Flip")
    assert (await desk_of(club)).side == 0
    shown = await type_move(club, shown, "13x24")
    assert "`28x19` **`13x24`**" in private_text(shown)
    shown = await press(club, shown, "Start over")
    assert "**`28x19`** `14x23`" in private_text(shown)
    assert (await club.reload(match)).moves[-1].text == "14x23"  # the match has not changed


async def test_a_position_of_ones_own(club: Club) -> None:
    shown = await analyse(club, game="frisian", position="W:WK28:B19,20")
    assert "White to move" in alt_of(answer(shown).message)
    form = await press(club, shown, "Position")
    assert form.modal is not None
    assert form.modal["components"][0]["component"]["value"] == "W:WK28:B19,20"
    shown = await club.alice.submit_modal(form, club.form(form, "W:W99:B1"))
    assert "99" in private_text(shown)
    assert (await desk_of(club)).start == "W:WK28:B19,20"
    form = await press(club, shown, "Position")
    shown = await club.alice.submit_modal(form, club.form(form, '[FEN "B : W28 : B 19, 20"]'))
    assert (await desk_of(club)).start == "B:W28:B19,20"
    assert "Black to move." in private_text(shown)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ({"game": "frisian", "position": "W:W99:B1"}, "99"),
        ({"game": "halma", "position": "W:W31-50:B1-20"}, ""),
        ({"game": "frisian", "position": "/" * 2000}, ""),
        ({"match": 77}, "do not know that match"),
        ({}, "No match has been played"),
    ],
)
async def test_what_cannot_be_shown_is_said_in_a_sentence(
    club: Club, words: dict[str, object], said: str
) -> None:
    refused = private_text(await analyse(club, **words))
    assert said in refused
    assert refused.endswith(".")
    assert len(refused) < 400
    assert await club.store.desks.latest(club.alice.id) is None


async def test_it_is_typed_too(club: Club) -> None:
    await club.alice.send(club.channel, f"{club.me} analyse halma 4 players")
    opened = await club.alice.click(club.last, label="Open the board")
    assert "Halma" in private_text(opened)
    assert (await desk_of(club)).seats == 4
    for text in ('[FEN "B : W28 : B19–21."]', "b : w 28 : b 19 - 21"):
        await club.alice.send(club.channel, f"{club.me} analyse frisian {text}")
        await club.alice.click(club.last, label="Open the board")
        assert (await desk_of(club)).start == "B:W28:B19-21"
    refused = await club.bob.click(club.last, label="Open the board")
    assert "somebody else's" in private_text(refused)
    await club.alice.send_dm("analyse frisian W:WK28:B19,20")
    board = club.alice.user.dm_channel.history()[-1]
    assert "Frisian draughts" in club.text(board)
    await club.alice.send_dm("28x40")
    assert "**`28x40`**" in club.text(club.alice.user.dm_channel.history()[-1])
    await club.alice.send_dm("analyse")  # without a match, the board that was used last
    assert "**`28x40`**" in club.text(club.alice.user.dm_channel.history()[-1])


async def test_nobody_thinks_before_the_pieces_are_set_up(club: Club) -> None:
    await club.alice.send(
        club.channel, f"{club.me} challenge {club.bob.mention} alliance setup=free"
    )
    await club.bob.click(club.last, label="Accept")
    assert "before the pieces are set up" in private_text(await analyse(club))
    shown = await analyse(club, game="alliance", options="setup=free")
    assert "White to move." in private_text(shown)
    assert options(shown)


async def test_who_may_not_see_a_match_does_not_see_it_here(club: Club) -> None:
    match = await club.start()
    await club.hide(club.channel, club.carol)
    other = club.guild.create_text_channel("other")
    refused = await club.carol.slash(other, "match analyse", match=match.id)
    assert "do not know that match" in private_text(refused)


# The computer


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the computer think at level 1, which is quick."""
    monkeypatch.setattr(analyse_command, "THOROUGH", 1)


async def ask(club: Club, position: str, game: str = "frisian") -> str:
    """Return the computer's opinion of a position, as Alice reads it."""
    shown = await analyse(club, game=game, position=position)
    return private_text(await press(club, shown, "Ask the computer"))


WINNING = "W:WK28,K33,31,32,36,37,46,47:B2,3"
"""A position that stands on no live board."""

SILENT = "The computer says nothing about this position"


@pytest.mark.usefixtures("quick")
async def test_the_computer_says_in_words_who_is_better(club: Club) -> None:
    said = await ask(club, WINNING)
    assert re.search(r"advantage for White: [0-9]+% winning chances\.|win for White\.", said)
    assert re.search(r"The best move is `[0-9x-]+`: it ", said)
    shown = await analyse(club, game="chinese-checkers", options="3")
    assert "% winning chances" in private_text(await press(club, shown, "Ask the computer"))
    lost = await ask(club, "B:WK28,K33,31,32,36,37,46,47:B2,3")
    assert "White" in lost.split("The best move")[0]


def turned(position: str) -> str:
    """Return a position of Frisian draughts turned round, with the colours exchanged."""
    turn, white, black = position.split(":")

    def from_there(pieces: str) -> str:
        numbers = range_of(pieces)
        return ",".join(str(51 - number) for number in numbers)

    return f"{'BW'[turn == 'B']}:W{from_there(black)}:B{from_there(white)}"


def range_of(pieces: str) -> list[int]:
    """Return the squares in a FEN's list of men, such as ``W31-33,40``."""
    found: list[int] = []
    for part in pieces[1:].split(","):
        first, _, last = part.partition("-")
        found += range(int(first), int(last or first) + 1)
    return found


@pytest.mark.usefixtures("quick")
async def test_the_computer_is_silent_of_what_stands_on_a_live_board(club: Club) -> None:
    match = await club.start(
        "frisian white", "32-28", "19-23", "28x19", "14x23", "37-32", "10-14", "41-37"
    )
    line = [position.fen() for position in (await club.reload(match)).line]
    position = (await club.reload(match)).position
    official = position.fen()
    after = [position.play(move) for move in position.legal_moves()]
    for told in (official, line[-2], after[0].fen(), after[-1].fen()):
        assert SILENT in await ask(club, told), told
    assert SILENT in await ask(club, official, "frisian-official")
    assert SILENT in await ask(club, turned(official))
    assert SILENT in await ask(club, f"W{official[1:]}")  # whoever is to move
    assert SILENT not in await ask(club, WINNING)
    shown = await analyse(club, game="frisian", position=official)
    shown = await type_move(club, shown, position.write(position.legal_moves()[0]))
    shown = await type_move(club, shown, after[0].write(after[0].legal_moves()[0]))
    assert SILENT in private_text(await press(club, shown, "Ask the computer"))
    await club.confirm(club.alice, club.public()[-1], "Resign")
    assert (await club.reload(match)).outcome is not None
    assert SILENT not in await ask(club, official)
    shown = await analyse(club, match=match.id)
    assert "`10-14` **`41-37`**" in private_text(shown)  # where Alice resigned
    assert "The best move is" in private_text(await press(club, shown, "Ask the computer"))


@pytest.mark.usefixtures("quick")
async def test_the_computer_is_silent_near_a_rated_match(club: Club) -> None:
    match = await club.start("frisian white rated", *some_moves(24))
    line = (await club.reload(match)).line
    position = line[-1]
    ahead = position
    for _ in range(2):
        ahead = ahead.play(ahead.legal_moves()[0])
    taken = {position.board.names[point] for point, _ in position.pieces()}
    square = next(name for name in map(str, range(16, 36)) if name not in taken)
    more = position.fen().replace(":W", f":W{square},", 1)
    for told in (ahead.fen(), more, line[-3].fen()):
        assert SILENT in await ask(club, told), told
    assert SILENT not in await ask(club, line[5].fen())
    assert SILENT not in await ask(club, WINNING)
    await club.confirm(club.alice, club.public()[-1], "Resign")
    for told in (ahead.fen(), more):
        assert SILENT not in await ask(club, told), told


async def test_a_capture_that_was_omitted_is_seen_once_the_match_is_over(club: Club) -> None:
    match = await club.start(
        "assaut officers unrated", "@c6,e6", "e4-e5", "c6-c5", "huff e6", "d4-d5"
    )
    await club.confirm(club.alice, club.last, "Resign")
    shown = await analyse(club, match=match.id)
    assert "`c6-c5` `huff e6` **`d4-d5`**" in private_text(shown)
