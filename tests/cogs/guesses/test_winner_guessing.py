"""Watchers guess the winner in secret; the post of the result says who was right."""

from __future__ import annotations

from cogs.guesses.winner_guessing import CLOSED
from cogs.language.actions import Action
from engine.guesses.move_guesses import PLAYERS_CANNOT
from engine.table.match import Match
from tests.cogs.conftest import SHARED, UNSEEN, Club, labels, private_text
from tests.cogs.guesses.test_move_guessing import begin, pressed

pytestmark = [SHARED, UNSEEN]

WINNER = "Who wins?"


async def played(club: Club, match: Match, number: int) -> list[str]:
    """Play a match up to move ``number``, avoiding captures; return the texts of its posts."""
    posts = list[str]()
    while match.move_number < number:
        moves = [m for m in match.position.legal_moves() if not m.captured]
        move = (moves or match.position.legal_moves())[0]
        match = await club.play(match.position.write(move))
        posts.append(club.text())
    return posts


async def test_the_winner_is_guessed_until_move_ten(club: Club) -> None:
    match = await begin(club, "5min", on="winner")
    dave = club.guild.add_member(club.env.create_user("dave"))
    assert "Guess the move" not in labels(club.last)
    refused = await club.bob.click(club.last, label=WINNER)
    assert private_text(refused) == str(PLAYERS_CANNOT)
    start = club.last
    for who, first, then in ((club.carol, "White", "Black"), (dave, "Draw", "White")):
        panel = await who.click(start, label=WINNER)
        assert panel.response is not None
        assert labels(panel.response.message) == ["White", "Black", "Draw"]
        await who.click(panel.response, label=first)
        shown = await who.click(start, label=WINNER)
        assert f"Your guess: **{first}**" in private_text(shown)
        assert shown.response is not None
        await who.click(shown.response, label=then)
    club.env.backend.advance_clock(1)
    posts = await played(club, match, 10)
    closed = [post for post in posts if "2 watchers have guessed" in post]
    assert closed == posts[-1:]
    assert not any("guess" in post for post in posts[:-1])
    assert WINNER not in labels(club.last)
    match = await club.reload(match)
    assert await pressed(club, club.carol, match, Action.WINS, 1) == str(CLOSED)
    await club.type(club.alice, "resign")
    assert f"Who wins? 1 of 2 guessed right: {club.carol.mention}." in club.text()


async def test_a_match_without_a_result_has_no_right_guess(club: Club) -> None:
    match = await begin(club, on="winner")
    await pressed(club, club.carol, match, Action.WINS, 1)
    await club.type(club.bob, "abort")
    assert "aborts the match" in club.text()
    assert "guessed" not in club.text()
