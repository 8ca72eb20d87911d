"""Matches against the computer: every way to begin one, and what is refused."""

from __future__ import annotations

from datetime import timedelta

import pytest
from simcord import MemberActor
from simcord.builders import UserHandle

import engine
from cogs.challenges.matchmaking import proposed_level
from cogs.timekeeping.paces import Paces
from data import Result
from engine import scale
from engine.capabilities.thinking import LEVELS
from engine.rating import Rating
from engine.table.match import Match
from engine.table.record import Kind, Status, computer, level_of
from tests.cogs.conftest import SHARED, Club, labels, private_text
from tests.cogs.results import decided, ended

pytestmark = SHARED

FIGURES = (500, 800, 1100, 1400, 1700, 2000, 2300, 2600)
"""Figures of the levels, in place of the measured ones."""


async def say(club: Club, words: str) -> None:
    await club.alice.send(club.channel, f"{club.me} {words}")


async def begun(club: Club, words: str) -> Match:
    """Let Alice say something to the bot; return the match that it begins."""
    await say(club, words)
    (match,) = await club.matches(status=Status.LIVE)
    return match


async def test_one_sentence_and_the_board_is_there(club: Club) -> None:
    match = await begun(club, "play frisian white")
    assert match.people == (club.alice.id, computer(2))
    assert not match.rated
    assert "### Frisian draughts\nWhite " in club.text()
    assert "Black computer, level 2" in club.text()
    assert f"{club.alice.mention}, it is your turn (White)" in club.text()
    assert len(club.messages) == 2
    assert club.pinged() == {club.alice.id}


@pytest.mark.parametrize(
    ("words", "level", "seat"),
    [
        ("play frysk level 3 black", 3, 1),
        ("jouer frysk niveau 5 blancs", 5, 0),
        ("challenge computer frysk level 3 white", 3, 0),
        ("défi ordinateur 4 frysk noirs", 4, 1),
        ("challenge frysk computer level=8 white", 8, 0),
    ],
)
async def test_side_and_level_are_said_in_any_order(
    club: Club, words: str, level: int, seat: int
) -> None:
    match = await begun(club, words)
    assert match.game.name == "frysk"
    assert match.people[seat] == club.alice.id
    assert level_of(match.people[1 - seat]) == level


async def test_the_bot_is_challenged_by_its_mention(club: Club) -> None:
    match = await begun(club, f"challenge {club.me} frisian level 6 white")
    assert match.people == (club.alice.id, computer(6))


async def test_the_bot_is_challenged_by_slash_command(club: Club) -> None:
    me = MemberActor(club.env, club.guild, UserHandle(club.env, club.env.backend.bot_user))
    result = await club.alice.slash(
        club.channel, "challenge", opponent=me, game="frisian", seat="White", level=7
    )
    assert "You challenged computer, level 7 to Frisian draughts." in private_text(result)
    (match,) = await club.matches(status=Status.LIVE)
    assert match.people == (club.alice.id, computer(7))


async def test_the_slash_command_says_against_whom(club: Club) -> None:
    result = await club.alice.slash(club.channel, "play", game="halma", players=4, level=1)
    assert "3 computers, level 1" in private_text(result)
    (match,) = await club.matches(status=Status.LIVE)
    assert sorted(match.people) == sorted([club.alice.id, *(computer(1, n) for n in range(3))])


async def test_levels_are_completed_with_their_words(club: Club) -> None:
    levels = await club.alice.autocomplete(club.channel, "play", "level", "")
    assert [choice["value"] for choice in levels] == list(range(1, 9))
    assert levels[7]["name"] == "8 – does not forgive"
    known = scale.figures(engine.games["frisian"], 2, {})
    levels = await club.alice.autocomplete(club.channel, "play", "level", "", game="frisian")
    assert levels[3]["name"] == f"4, about {known[4]} – looks ahead"
    levels = await club.alice.autocomplete(
        club.channel, "play", "level", "", game="halma", players=4
    )
    assert levels[1]["name"] == "2 – plays for fun"


async def test_all_other_seats_are_computers(club: Club) -> None:
    match = await begun(club, "play chinese-checkers 5 level 2 level 7")
    assert sorted(map(level_of, match.computers)) == [2, 7, 7, 7]


@pytest.fixture
def _in_no_hurry(paces: Paces, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have computers that play each other wait an hour between turns."""
    monkeypatch.setattr(paces, "between_turns", timedelta(hours=1))


@pytest.mark.usefixtures("_in_no_hurry")
async def test_two_computers_play_each_other(club: Club) -> None:
    match = await begun(club, "play frisian computer computer level 3 level 5")
    assert [level_of(user) for user in match.people] == [3, 5]
    asked = await club.alice.slash(club.channel, "match abort")
    assert asked.response is not None
    await club.alice.click(asked.response, label="Yes, abort the match")
    await say(club, "play frysk watch")
    (watched,) = await club.matches(status=Status.LIVE)
    assert [level_of(user) for user in watched.people] == [6, 6]  # whatever the watcher's level
    await say(club, "play halma watch")
    texts = [club.text(message) for message in club.messages]
    assert any("Computers are playing each other here already" in text for text in texts)


@pytest.mark.usefixtures("_in_no_hurry")
async def test_who_watches_ends_it_and_nobody_else(club: Club) -> None:
    match = await begun(club, "play frisian watch")
    await club.bob.slash(club.channel, "match abort")
    assert (await club.reload(match)).status is Status.LIVE
    asked = await club.alice.slash(club.channel, "match abort")
    assert asked.response is not None
    await club.alice.click(asked.response, label="Yes, abort the match")
    assert (await club.reload(match)).status is Status.OVER


@pytest.mark.parametrize(
    ("words", "refusal"),
    [
        ("play frisian level 9", "A computer has a level from `1` to `8`"),
        ("play frisian level", "A computer has a level from `1` to `8`"),
        ("open frisian computers 5", "Frisian draughts is not for 6 players."),
        ("open halma 4 computers 999", "Halma is not for 1000 players."),
        ("challenge computer frisian rated", "Matches with a computer are not rated."),
        ("open halma 4 level 3", "Only a computer has a level"),
        ("play frisian level 3 level 5", "Name one level for each computer"),
        ("play frisian watch 3", "Frisian draughts is for 2 players."),
        ("play nonsense", "I have no game `nonsense`"),
        ("play " + "x" * 1900, "I have no game `xxx"),
        ("play 32-28", "You have no match in this channel; `/play` begins one."),
    ],
)
async def test_what_cannot_be_is_said_in_a_sentence(club: Club, words: str, refusal: str) -> None:
    await say(club, words)
    assert refusal in club.text()
    assert await club.matches() == []


async def test_a_number_may_be_meant_as_a_level(club: Club) -> None:
    await say(club, "play frisian 5 white")
    assert "If the computer is to play at level 5, type `level 5`." in club.text()
    await club.alice.click(club.last, label="Computer at level 5")
    (match,) = await club.matches()
    assert [level_of(user) for user in match.computers] == [5]


async def test_a_person_who_is_named_is_challenged(club: Club) -> None:
    await say(club, f"play frysk {club.bob.mention} white")
    assert f"{club.alice.mention} challenges {club.bob.mention}." in club.text()
    assert labels(club.last) == ["Accept", "Decline", "Withdraw"]


async def test_a_move_after_play_is_a_move(club: Club) -> None:
    await begun(club, "play frisian white")
    await say(club, "play 32-28")
    (match,) = await club.matches()
    assert [event.text for event in match.moves][:1] == ["32-28"]


async def test_a_rematch_begins_at_once(club: Club) -> None:
    match = await begun(club, "play frisian white level 4")
    await say(club, "resign")
    await club.alice.click(club.last, label="Yes, I resign")
    await say(club, "rematch")
    (again,) = await club.matches(status=Status.LIVE)
    assert again.previous == match.id
    assert again.people == (computer(4), club.alice.id)


@pytest.mark.parametrize(
    ("latest", "rating", "level"),
    [
        ([], None, 2),
        ([Result(3, won=True, lost=False)], None, 4),
        ([Result(8, won=True, lost=False)], None, 8),
        ([Result(3, won=False, lost=True)], None, 3),
        ([Result(3, won=False, lost=False)], None, 3),
        ([Result(3, won=False, lost=True)] * 2, None, 2),
        ([Result(1, won=False, lost=True)] * 2, None, 1),
        ([Result(5, won=False, lost=True), Result(4, won=True, lost=False)], None, 5),
        ([], Rating(26.9, 1), 4),  # 1580: a newcomer should win first games
        ([], Rating(80, 1), 8),
        ([], Rating(0, 1), 1),
        ([Result(6, won=False, lost=False)], Rating(25, 1), 6),
    ],
)
def test_the_level_follows_from_the_last_results_or_else_from_the_rating(
    latest: list[Result], rating: Rating | None, level: int
) -> None:
    assert proposed_level(latest, rating, dict(zip(LEVELS, FIGURES, strict=True))) == level


def test_without_figures_the_first_level_is_that_of_a_newcomer() -> None:
    assert proposed_level([], Rating(80, 1), {}) == 2


async def test_the_first_level_suits_the_rating_and_its_figure_is_said(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Alice has a rating, and Carol has none."""
    monkeypatch.setattr(scale, "_FIGURES", {"frisian": FIGURES})
    await ended(club)
    result = await club.alice.slash(club.channel, "play", game="frisian")
    assert "You play against the computer, level 4, about 1400." in private_text(result)
    (match,) = await club.matches(status=Status.LIVE)
    assert "computer, level 4" in club.text()
    assert "about" not in club.text()
    await decided(club, match, [2 if user < 0 else 1 for user in match.people])
    assert "`/play` now proposes computer, level 5, about 1700." in club.text()
    await say(club, "play frisian")
    (match,) = await club.matches(status=Status.LIVE)
    assert [level_of(user) for user in match.computers] == [5]
    result = await club.carol.slash(club.channel, "play", game="frisian")
    assert "You play against the computer, level 2, about 800." in private_text(result)


async def test_a_rating_of_any_server_suits_a_direct_message(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scale, "_FIGURES", {"frisian": FIGURES})
    await ended(club)
    await club.alice.send_dm("play frisian")
    (match,) = await club.matches(status=Status.LIVE)
    assert [level_of(user) for user in match.computers] == [4]


async def test_without_permissions_nothing_begins(club: Club) -> None:
    await club.forbid("attach_files")
    await say(club, "play frisian")
    assert "I am missing the permission Attach Files" in club.text()
    assert await club.matches() == []


async def test_the_record_has_the_challenge_and_the_start(club: Club) -> None:
    match = await begun(club, "play frysk white")
    assert [event.kind for event in match.events] == [Kind.CHALLENGE, Kind.START]


async def test_where_the_computer_begins_the_first_board_says_who_plays(club: Club) -> None:
    await begun(club, "play frisian black level 1")
    board = next(text for text in map(club.text, club.messages) if "played" in text)
    assert "### Frisian draughts\nWhite computer, level 1 – Black" in board
    assert "White computer, level 1 played" in board


async def test_only_people_are_asked_to_set_up_their_pieces(club: Club) -> None:
    await say(club, "play alliance setup=free level 1")
    board = next(text for text in map(club.text, club.messages) if "set up your pieces" in text)
    assert f"{club.alice.mention}: set up your pieces in secret" in board
