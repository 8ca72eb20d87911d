"""The first minute: a game's name puts a board into the channel, and plain words are understood."""

from __future__ import annotations

from datetime import timedelta

import pytest

from cogs.timekeeping.paces import Paces
from engine.table.match import Match
from engine.table.record import OPEN, Status, level_of
from tests.cogs.conftest import SHARED, Club, labels, private_text

pytestmark = SHARED


async def say(club: Club, words: str) -> str:
    """Let Alice say something to the bot; return the last post's text."""
    await club.alice.send(club.channel, f"{club.me} {words}")
    return club.text()


async def live(club: Club) -> Match:
    (match,) = await club.matches(Status.LIVE)
    return match


@pytest.mark.parametrize(
    ("words", "game", "level"),
    [
        ("checkers", "checkers", 2),
        ("frisian level 3", "frisian", 3),
        ("frisian levl 3", "frisian", 3),
        ("hi, can I play checkers against you?", "checkers", 2),
        ("je veux jouer au halma, niveau 1", "halma", 1),
        ("play checkers beginner", "checkers", 1),
        ("play easy checkers", "checkers", 1),
        ("play checkers easy", "checkers", 1),
        ("jouer checkers facile contre l’ordi", "checkers", 1),
        ("play checkers medium against the ai", "checkers", 4),
        ("jouer russes difficile", "russian", 6),
        ("play allies duel", "allies", 2),
    ],
)
async def test_a_games_name_puts_a_board_into_the_channel(
    club: Club, words: str, game: str, level: int
) -> None:
    await say(club, words)
    match = await live(club)
    assert match.game.name == game
    assert [level_of(user) for user in match.computers] == [level]
    assert len([message for message in club.messages if message.attachments]) == 1


async def test_a_games_name_is_enough_in_private_and_to_challenge_somebody(club: Club) -> None:
    await club.alice.send_dm("frysk")
    assert (await live(club)).game.name == "frysk"
    await say(club, f"I want to play halma with {club.bob.mention}")
    (challenge,) = await club.matches(Status.CHALLENGE)
    assert set(challenge.people) == {club.alice.id, club.bob.id}


@pytest.mark.parametrize(
    "words",
    [
        "challenge Bob frisian",
        "play frisian against bob",
        "défier BOB, frisonnes",
        "frisian with Bob, please",
        "frisian Bob",
        "Bob frisian 10 + 10",
    ],
)
async def test_a_member_is_named_without_the_sign(club: Club, words: str) -> None:
    await say(club, words)
    (challenge,) = await club.matches(Status.CHALLENGE)
    assert challenge.game.name == "frisian"
    assert set(challenge.people) == {club.alice.id, club.bob.id}


@pytest.mark.parametrize(
    "words", ["dames contre Bob", "draughts with Bob", "draughts Bob", "Bob, dames ?"]
)
async def test_which_draughts_are_meant_is_asked_before_a_challenge(club: Club, words: str) -> None:
    game = "dames" if "dames" in words else "draughts"
    assert f"Several games are called `{game}`." in await say(club, words)
    await club.alice.click(club.last, label="International draughts")
    (challenge,) = await club.matches(Status.CHALLENGE)
    assert set(challenge.people) == {club.alice.id, club.bob.id}


async def test_several_members_are_named_without_the_sign(club: Club) -> None:
    club.guild.add_member(club.env.create_user("al"))
    await say(club, "challenge bob and carol and al halma")
    (challenge,) = await club.matches(Status.CHALLENGE)
    assert len(set(challenge.people)) == 4
    assert {club.bob.id, club.carol.id} < set(challenge.people)


async def test_a_word_of_ours_names_no_member(club: Club) -> None:
    for name in ("frisian", "easy", "white", "computer"):
        club.guild.add_member(club.env.create_user(name))
    await say(club, "play frisian easy white against a computer")
    match = await live(club)
    assert [level_of(user) for user in match.computers] == [1]


async def test_a_name_that_several_have_is_refused(club: Club) -> None:
    club.guild.add_member(club.env.create_user("robert"), nick="Bob")
    assert "Several members are called" in await say(club, "challenge Bob frisian")


@pytest.mark.parametrize("words", ["1v1 Bob", "fight Bob", "une partie contre Bob", "Bob"])
async def test_a_name_with_no_more_than_a_match_is_a_challenge(club: Club, words: str) -> None:
    assert "Which game?" in await say(club, words)
    await club.alice.click(club.last, label="Halma")
    (challenge,) = await club.matches(Status.CHALLENGE)
    assert challenge.game.name == "halma"
    assert set(challenge.people) == {club.alice.id, club.bob.id}


async def test_what_is_said_of_a_member_is_no_challenge(club: Club) -> None:
    for words in ("thanks Bob", "Bob plays well", "is Bob a good player", "32-28 Bob"):
        await say(club, words)
        assert "Which game?" not in club.text()
    assert not await club.matches()


@pytest.mark.parametrize("words", ["défier Zorro dames", "challenge Zorro draughts"])
async def test_a_name_that_nobody_has_is_asked_about_before_the_game(
    club: Club, words: str
) -> None:
    assert "Nobody here is called `zorro`. Whom do you challenge?" in await say(club, words)
    await club.alice.select(club.last, values=[club.bob])
    assert "Several games are called" in club.text()
    await club.alice.click(club.last, label="International draughts")
    (challenge,) = await club.matches(Status.CHALLENGE)
    assert set(challenge.people) == {club.alice.id, club.bob.id}


async def test_the_level_that_a_word_means_is_said(club: Club) -> None:
    newest = club.newest
    await say(club, "play checkers easy")
    assert "I read *easy* as *level 1*." in [club.text(post) for post in club.since(newest)]


async def test_thanks_are_taken(club: Club) -> None:
    for words in ("thanks", "thank you!", "merci"):
        assert await say(club, words) == "With pleasure."


async def test_players_are_counted_in_words(club: Club) -> None:
    await say(club, "open star four")
    (match,) = await club.matches(Status.CHALLENGE)
    assert (match.game.name, len(match.people)) == ("chinese-checkers", 4)
    await say(club, "halma à quatre")
    assert len((await live(club)).people) == 4


@pytest.mark.parametrize("words", ["challenge Zorro frisian", "challenge Zorro"])
async def test_who_challenges_a_name_that_nobody_has_is_told_so(club: Club, words: str) -> None:
    assert "Nobody here is called `zorro`. Whom do you challenge?" in await say(club, words)
    await club.alice.select(club.last, values=[club.bob])
    if "frisian" in words:
        (challenge,) = await club.matches(Status.CHALLENGE)
        assert set(challenge.people) == {club.alice.id, club.bob.id}
    else:
        assert "Which game?" in club.text()


async def test_a_role_is_named_without_the_sign(club: Club) -> None:
    club.guild.create_role("Keepers")
    assert "Keepers is a role" in await say(club, "challenge keepers frisian")


async def test_a_friend_is_asked_for_by_name(club: Club) -> None:
    assert "Whom do you challenge?" in await say(club, "play frisian against my friend")
    await club.alice.select(club.last, values=[club.bob])
    (challenge,) = await club.matches(Status.CHALLENGE)
    assert set(challenge.people) == {club.alice.id, club.bob.id}
    await club.alice.send_dm("play frisian with a friend")
    assert len(await club.matches()) == 1, "there is nobody else in private"


async def test_anybody_may_take_the_seat_that_is_left_to_anyone(club: Club) -> None:
    for words in (
        "play frysk with anyone",
        "anyone for frysk?",
        "frysk avec quelqu’un",
        "qui veut jouer au frysk ?",
    ):
        await say(club, words)
        match = (await club.matches(Status.CHALLENGE))[-1]
        assert OPEN in match.people
        await say(club, "withdraw")


async def test_misspelt_words_are_asked_about_once_and_the_rest_is_said(club: Club) -> None:
    assert "There is no command `plya`" in await say(club, "plya chekers")
    assert labels(club.last)[0] == "play"
    await club.alice.click(club.last, label="play")
    assert (await live(club)).game.name == "checkers"
    texts = [club.text(message) for message in club.messages]
    assert any("I read *chekers* as *Checkers (English draughts)*." in text for text in texts)


async def test_a_misspelt_phrase_is_understood_and_said(club: Club) -> None:
    assert "I read *strat* as *start*." in await say(club, "how do i strat")
    assert "Play" in labels(club.messages[-2])
    await say(club, "I want to paly chekers levl 1 wite")
    read = "I read *paly* as *play*, *levl* as *level*, *chekers* as *Checkers"
    assert any(read in club.text(message) for message in club.messages)


@pytest.mark.parametrize(
    ("words", "game", "seat"),
    [("fox", "fox-and-geese", 1), ("renard", "fox-and-geese", 1), ("officer", "assaut", 1)],
)
async def test_a_side_that_one_game_alone_has_names_game_and_side(
    club: Club, words: str, game: str, seat: int
) -> None:
    await say(club, words)
    match = await live(club)
    assert match.game.name == game
    assert match.people[seat] == club.alice.id
    assert not any("I read" in club.text(message) for message in club.messages)


async def test_a_misspelt_game_alone_is_asked_about_once(club: Club) -> None:
    assert "Did you mean Checkers" in await say(club, "chekers level 1")
    await club.alice.click(club.last, label="Checkers (English draughts)")
    match = await live(club)
    assert [level_of(user) for user in match.computers] == [1]


async def test_slips_are_corrected_and_said_in_one_step(club: Club) -> None:
    await say(club, "play checkers levl 1 wite")
    read = "I read *levl* as *level*, *wite* as *White*."
    assert read in [club.text(message).strip() for message in club.messages]
    match = await live(club)
    assert [level_of(user) for user in match.computers] == [1]
    assert match.people[1] == club.alice.id
    answered = await club.bob.slash(club.channel, "play", game="halma", options="unratd 4")
    assert "I read *unratd* as *unrated*." in private_text(answered)


async def test_a_newcomer_begins_and_later_sides_are_drawn_by_lot(club: Club) -> None:
    for side in ("checkers", "assaut", "frysk"):
        await say(club, side)
        match = (await club.matches(Status.LIVE))[-1]
        assert match.people[match.position.turn] == club.alice.id
        assert "by lot" not in club.text()
    await club.play_in(match.id, match.position.write(match.position.legal_moves()[0]))
    await say(club, "frysk")
    begun = [text for message in club.messages if "Sides by lot" in (text := club.text(message))]
    assert len(begun) >= 1


async def test_stop_quit_and_undo_are_what_they_mean_in_a_match(club: Club) -> None:
    assert "You have no match in this channel" in await say(club, "stop")
    await club.under_way("frisian white")
    assert "Do you want to resign match" in await say(club, "stop")
    assert "Do you want to resign match" in await say(club, "leave")
    for words in ("undo", "take that back", "annuler le coup", "annule mon coup"):
        assert "takeback of `31-26`" in await say(club, words)
        await club.bob.send(club.channel, f"{club.me} decline")


@pytest.mark.parametrize("words", ["stop", "undo", "annuler"])
async def test_stop_and_undo_withdraw_a_challenge_without_a_match(club: Club, words: str) -> None:
    challenge = await club.challenge()
    await club.bob.send(club.channel, f"{club.me} {words}")
    assert "you are asked to play one: `accept` or `decline`." in club.text()
    await club.carol.send(club.channel, f"{club.me} {words}")
    assert "You have no match in this channel; `/play` begins one." in club.text()
    await say(club, words)
    assert "withdraws the challenge" in club.text()
    assert (await club.reload(challenge)).status is Status.OVER
    first, second = [await club.challenge(game) for game in ("halma", "frysk")]
    assert "Which match do you mean?" in await say(club, words)
    await club.alice.click(club.last, label=f"#{second.id} · bob · Frysk!")
    assert (await club.reload(second)).status is Status.OVER
    assert (await club.reload(first)).status is Status.CHALLENGE


async def test_who_watches_computers_stops_them(
    club: Club, paces: Paces, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(paces, "between_turns", timedelta(hours=1))  # the computers do not move
    await say(club, "frysk watch")
    await say(club, "stop")
    question = next(post for post in club.messages if "Do you want to abort" in club.text(post))
    await club.alice.click(question, label="Yes, abort the match")
    assert not await club.matches(Status.LIVE)


async def test_an_unknown_word_in_a_match_is_not_read_as_a_move(club: Club) -> None:
    await club.accepted()
    await club.play("32-28", "19-23")
    for words in ("blorb", "what a match"):
        said = await say(club, words)
        assert f"I do not know what `{words}` means. In match #" in said
    await club.bob.send(club.channel, f"{club.me} blorb")
    assert "I do not know what `blorb` means." in club.text()
    await club.start("halma red")
    assert "I do not know what `blorb` means." in await say(club, "blorb")


async def test_an_unknown_word_while_pieces_are_set_up_is_not_read_as_a_move(club: Club) -> None:
    match = await club.challenge("allies france-germany")
    await club.bob.click(club.last, label="Accept")
    for words in ("what a pity", "easy puzle please"):
        said = await say(club, words)
        assert (
            f"I do not know what `{words}` means. In match #{match.id} the pieces are set" in said
        )
    assert "set up first, in secret" in await say(club, "J5-J6")


async def test_the_bots_name_alone_shows_the_match_of_who_says_it(club: Club) -> None:
    first = await club.under_way("frisian white")
    assert f"**#{first.id}** Frisian draughts against {club.bob.mention} · your turn" in await say(
        club, ""
    )
    second = await club.start("halma red")
    said = await say(club, "")
    assert f"#{first.id}" in said
    assert f"#{second.id}" in said
    assert labels(club.last) == ["Play", "Learn", "Rules", "Watch"]
    await club.bob.send(club.channel, club.me)
    assert f"{club.alice.mention} to move" in club.text()
    assert f"In match #{second.id}" in await say(club, "blorb")
