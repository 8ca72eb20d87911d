"""Les Alliés through the bot: secret placement, four seats for two or four people, claims."""

from __future__ import annotations

import random

import discord
import pytest
from PIL import Image
from simcord import MemberActor

from cogs.language.catalogues import translator
from engine.table.match import Match
from engine.table.record import Status
from render.pictures import painter
from render.pictures.diagram import WHOLE_MAP, Diagram
from tests.cogs.conftest import SHARED, UNSEEN, Club, labels, placing, private_text
from tests.nightly import at_night

pytestmark = SHARED


async def only(club: Club) -> Match:
    (match,) = await club.matches()
    return match


async def place(club: Club, member: MemberActor, board: discord.Message, text: str) -> None:
    """Let a member place an army by the form, and press Ready."""
    form = await placing(member, board)
    shown = await member.submit_modal(form, club.form(form, text))
    assert private_text(shown)
    await member.click(board, label="Ready")


async def placed(club: Club, words: str) -> Match:
    """Begin a match for which Alice and Bob place their armies by buttons and forms."""
    await club.alice.send(club.channel, f"{club.me} challenge {club.bob.mention} allies {words}")
    await club.bob.click(club.last, label="Accept")
    board = club.last
    for _ in range(2):
        for member in (club.alice, club.bob):
            if any(club_seat(await only(club), member)):
                await place(club, member, board, "auto mixed")
    return await only(club)


@pytest.fixture
def drawn(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> list[Diagram]:
    """The diagrams of all pictures drawn, which are blank."""
    request.getfixturevalue("unseen_pictures")
    blank = painter.paint
    found: list[Diagram] = []

    def paint(diagram: Diagram) -> Image.Image:
        found.append(diagram)
        return blank(diagram)

    monkeypatch.setattr(painter, "paint", paint)
    return found


async def propose(club: Club, board: discord.Message) -> None:
    """Let Alice propose to leave a fight undecided; the button is behind More."""
    panel = await club.alice.click(board, label="More")
    assert panel.response is not None
    proposals = [x for x in labels(panel.response.message) if x.startswith("Propose")]
    await club.alice.click(panel.response, label=proposals[0])


def club_seat(match: Match, member: MemberActor) -> list[bool]:
    return [True for seat in match.setting_up if match.people[seat] == member.id]


@UNSEEN
@pytest.mark.parametrize("words", [at_night("france-germany"), at_night("east"), "battle"])
async def test_two_place_in_secret_and_play(club: Club, words: str) -> None:
    match = await placed(club, words)
    assert not match.setting_up
    assert match.status is Status.LIVE
    chance = random.Random(1)
    for _ in range(5):
        match = await only(club)
        position = match.position
        moves = position.legal_moves()
        taking = [move for move in moves if move.captured] or moves
        move = position.write(chance.choice(taking))
        person = match.people[position.turn]
        mover = club.alice if person == club.alice.id else club.bob
        await mover.send(club.channel, move)
        assert f"`{move}`" in club.text(), move
    assert "Legal moves" in labels(club.public()[-1])


@UNSEEN
async def test_nothing_is_seen_before_all_are_ready(club: Club) -> None:
    await club.alice.send(club.channel, f"{club.me} challenge {club.bob.mention} allies east")
    await club.bob.click(club.last, label="Accept")
    before = len(club.public())
    board = club.last
    await place(club, club.alice, board, "auto front")
    match = await only(club)
    assert match.moves == ()
    assert len(club.public()) == before
    seen = await club.bob.slash(club.channel, "match board", match=match.id)
    assert private_text(seen)
    assert all(
        club.alice.id != post.author.id or "auto" not in post.content for post in club.public()
    )


@UNSEEN
async def test_two_persons_share_the_battle_by_alliances(club: Club) -> None:
    await club.alice.send(club.channel, f"{club.me} challenge {club.bob.mention} allies battle")
    match = await only(club)
    assert len(match.people) == 4
    assert match.people[0] == match.people[2] != match.people[1] == match.people[3]
    assert club.text().count(club.bob.mention) == 2, "who is challenged, and their place"


@UNSEEN
async def test_two_who_name_no_field_play_a_duel(club: Club) -> None:
    await club.alice.send(club.channel, f"{club.me} challenge {club.bob.mention} allies")
    match = await only(club)
    assert len(match.people) == 2
    assert "• France fights Germany, alone" in club.text()


@UNSEEN
async def test_a_quiet_move_is_warned_of_and_can_be_huffed(club: Club) -> None:
    await club.start("allies france-germany")
    chance = random.Random(2)
    for _ in range(200):
        match = await only(club)
        position = match.position
        moves = position.legal_moves()
        quiet = [move for move in moves if not move.captured and not move.removed]
        person = match.people[position.turn]
        mover = club.alice if person == club.alice.id else club.bob
        if any(move.captured for move in moves):
            break
        await mover.send(club.channel, position.write(chance.choice(quiet)))
    move = position.write(quiet[0])
    await mover.send(club.channel, move)
    assert "You can take with" in club.text()
    await mover.click(club.last, label="Play it all the same")
    match = await only(club)
    assert match.moves[-1].text == move
    claims = [label for label in labels(club.public()[-1]) if "uff" in label or "orce" in label]
    assert claims
    other = club.bob if mover is club.alice else club.alice
    await other.click(club.public()[-1], label=claims[-1])
    assert len((await only(club)).moves) == len(match.moves) + 1


async def test_the_whole_map_and_its_quarters_are_a_button_away(
    club: Club, drawn: list[Diagram]
) -> None:
    await club.start("allies battle")
    shown = await club.carol.click(club.public()[-1], label="Whole map")
    assert shown.response is not None
    message = shown.response.message
    quarters = ["North-west", "North-east", "South-west", "South-east"]
    assert labels(message) == quarters
    assert (drawn[-1].region, drawn[-1].quarter) == (WHOLE_MAP, None)
    for number, quarter in enumerate(quarters):
        edited = (await club.carol.click(message, label=quarter)).response
        assert edited is not None
        assert edited.message.id == message.id
        assert labels(edited.message) == [*(q for q in quarters if q != quarter), "Whole map"]
        assert drawn[-1].quarter == number
    edited = (await club.carol.click(message, label="Whole map")).response
    assert edited is not None
    assert (drawn[-1].region, drawn[-1].quarter) == (WHOLE_MAP, None)


async def test_all_fronts_and_a_button_for_the_whole_map_are_on_a_board_that_is_set_up(
    club: Club, drawn: list[Diagram]
) -> None:
    await club.alice.send(club.channel, f"{club.me} challenge {club.bob.mention} allies battle")
    await club.bob.click(club.last, label="Accept")
    board = club.last
    assert (drawn[-1].region, drawn[-1].front) == (None, None), "of nobody in particular"
    assert labels(board) == ["Set up", "Ready", "Whole map", "Rules", "Resign", "More"]
    await club.carol.click(board, label="Whole map")
    assert (drawn[-1].region, drawn[-1].quarter) == (WHOLE_MAP, None)


@UNSEEN
async def test_the_whole_map_never_gives_way_to_other_buttons(club: Club) -> None:
    await club.start("allies battle")
    assert "Whole map" in labels(club.public()[-1])[:5]
    await propose(club, club.public()[-1])
    await club.bob.click(club.public()[-1], label="Accept")
    assert "Whole map" in labels(club.public()[-1])[:5]


async def test_the_alt_text_tells_of_both_fronts_since_the_last_turn(
    club: Club, drawn: list[Diagram]
) -> None:
    match = await club.start("allies battle")
    order = []
    for _ in range(5):
        match = await only(club)
        position = match.position
        order.append(position.turn)
        moves = [move for move in position.legal_moves() if not move.captured]
        mover = club.alice if match.people[position.turn] == club.alice.id else club.bob
        await mover.send(club.channel, position.write(moves[0]))
    assert order == [0, 3, 1, 2, 0]
    match = await only(club)
    before, shown = match.last_moves()
    assert len(shown) == 3  # since the last turn of Central East, who is to move
    last = drawn[-1]
    assert (tuple(last.moves), last.before) == (tuple(shown), before)
    assert (last.position, match.position.turn) == (match.position, 3)
    assert (last.region, last.front) == (None, None), "the front of who is to move"
    alt = club.alt()
    assert alt.startswith("Central East to move.")
    for seat in ("Central West", "Entente East", "Entente West"):
        assert f"{seat} played" in alt


@UNSEEN
class TestTheTableOfFour:
    """The agreements of the four seats, here of two people, in the full battle."""

    async def test_a_fight_is_left_undecided_by_its_directors_and_the_match_goes_on(
        self, club: Club
    ) -> None:
        await club.start("allies battle")
        board = club.public()[-1]
        assert "Draw" not in labels(board)
        assert not [label for label in labels(board) if label.startswith("Propose")]
        await propose(club, board)
        await club.bob.click(club.public()[-1], label="Accept")
        match = await only(club)
        assert match.status is Status.LIVE
        assert "Legal moves" in labels(club.public()[-1])
        assert "ndecided" in club.text(club.public()[-1])

    @pytest.mark.parametrize("again", [True, False])
    async def test_both_undecided_the_bot_asks_whether_to_begin_anew(
        self, club: Club, again: bool
    ) -> None:
        match = await club.start("allies battle")
        while not match.is_under_way:
            match = await club.play(match.position.write(match.position.legal_moves()[0]))
        for _ in range(2):
            await propose(club, club.public()[-1])
            await club.bob.click(club.public()[-1], label="Accept")
        question = club.public()[-1]
        assert "begin anew" in club.text(question) or "new battle" in club.text(question)
        assert labels(question) == ["Accept", "Decline"]
        match = await only(club)
        person = match.people[match.position.turn]
        mover = club.alice if person == club.alice.id else club.bob
        await mover.send(club.channel, f"{club.me} K5-L6")
        assert "The game is over" in club.text()
        if again:
            await club.alice.click(question, label="Accept")
            await club.bob.click(question, label="Accept")
            match = await only(club)
            assert match.status is Status.LIVE
            assert match.setting_up
            assert "Set up" in labels(club.public()[-1])
        else:
            await club.bob.click(question, label="Decline")
            match = await only(club)
            assert match.status is Status.OVER
            assert match.outcome is not None
            assert "A draw" in club.text(club.public()[-1])


class TestInFrench:
    """Les Alliés on a French server."""

    @pytest.fixture
    def language(self) -> str:
        return "fr"

    async def test_the_map_is_french_in_public_and_in_private(
        self, club: Club, drawn: list[Diagram]
    ) -> None:
        await club.start("allies east")
        french = translator(discord.Locale.french)
        assert drawn[-1].translator is french
        shown = await club.alice.click(club.public()[-1], label="Carte entière")
        assert shown.response is not None
        assert drawn[-1].region == WHOLE_MAP
        assert drawn[-1].translator is french
        assert labels(shown.response.message)[0] == "Nord-ouest"
