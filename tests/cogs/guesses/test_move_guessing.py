"""Watchers guess the next move in private; the post of the move says who was right."""

from __future__ import annotations

import discord
import pytest
from simcord import MemberActor
from simcord.enums import InteractionType

from cogs.guesses.move_guessing import OFF
from cogs.language.actions import Action
from cogs.messages.buttons import MatchButton
from cogs.messages.layouts import view_of
from data import GuessSetting
from data.guesses.guesses import Guesses
from engine.guesses.move_guesses import PLAYERS_CANNOT, TOO_LATE
from engine.table.match import Match
from tests.cogs.conftest import OWN, SHARED, UNSEEN, Club, labels, private_text
from tests.data.plans import watched

pytestmark = [SHARED, UNSEEN]

GUESS = "Guess the move"


async def begin(club: Club, words: str = "1d", *, on: GuessSetting = "moves") -> Match:
    """Begin a match of Alice, who is White, and Bob on a server with this setting of guesses."""
    await club.bot.preferences.change_server(club.guild.id, guesses=on)
    return await club.start(f"frisian white {words}")


def board(club: Club) -> discord.Message:
    """Return the last board with the button to guess."""
    return next(message for message in reversed(club.public()) if GUESS in labels(message))


async def guess(club: Club, who: MemberActor, move: str) -> str:
    """Let ``who`` guess a move by the button, which takes a second; return the private answer."""
    form = await who.click(board(club), label=GUESS)
    club.env.backend.advance_clock(1)
    return private_text(await who.submit_modal(form, club.form(form, move)))


async def play(club: Club, move: str) -> str:
    """Play a move a second later; return the text of the last post."""
    club.env.backend.advance_clock(1)
    await club.play(move)
    return club.text()


async def pressed(club: Club, who: MemberActor, match: Match, does: Action, which: int = 0) -> str:
    """Let ``who`` press a button that no current post has; return the private answer."""
    place = club.bot.get_channel(club.channel.id)
    assert isinstance(place, discord.TextChannel)
    button = MatchButton(does, match.id, match.since, which, label="old")
    sent = await place.send("old", view=view_of(button))
    return private_text(await who.click(await club.fetch(sent)))


async def test_nothing_is_guessed_unless_the_server_wants_it(club: Club) -> None:
    match = await club.start("frisian white 1d")
    assert GUESS not in labels(club.last)
    assert await pressed(club, club.carol, match, Action.GUESS) == str(OFF)
    asked = await club.carol.slash(club.channel, "match guess", move="32-28")
    assert private_text(asked) == str(OFF)
    with watched(club.store) as queries:
        await club.play("32-28")
    assert not [query for query, _ in queries if "guess" in query]


async def test_a_guess_is_secret_until_the_move_and_changed_until_then(club: Club) -> None:
    match = await begin(club)
    dave = club.guild.add_member(club.env.create_user("dave"))
    for player in (club.alice, club.bob):
        assert private_text(await player.click(board(club), label=GUESS)) == str(PLAYERS_CANNOT)
    before = [club.text(message) for message in club.public()]
    assert "You guess `31-27`" in await guess(club, club.carol, "31-27")
    changed = await club.carol.slash(club.channel, "match guess", move="32-28", match=match.id)
    assert "You guess `32-28` now, no longer `31-27`." in private_text(changed)
    assert "already" in await guess(club, club.carol, "32 28")
    assert "`1`" not in await guess(club, dave, "1-2")  # refused, and not kept
    assert "You guess `33-29`" in await guess(club, dave, "33-29")
    await club.carol.send(club.channel, f"{club.me} guess 32-28")
    assert "The players would read your guess here" in club.text()
    assert [club.text(message) for message in club.public()][: len(before)] == before
    post = await play(club, "32-28")
    assert f"1 of 2 guessed `32-28`: {club.carol.mention}." in post
    assert club.carol.id not in club.pinged()
    told = await guess(club, club.carol, "19-23")
    assert told.startswith("You guess `19-23`")
    assert "So far you have guessed 1 of 1 move in this game: 16" in told
    assert "Nobody guessed `20-24`; one watcher tried." in await play(club, "20-24")
    (carol,) = await club.store.guesses.standing(club.carol.id)
    assert (carol.guesses, carol.right) == (2, 1)
    assert "guessing moves" in private_text(await club.carol.slash(club.channel, "profile"))


async def test_a_form_that_is_late_is_for_no_other_turn(club: Club) -> None:
    match = await begin(club)
    form = await club.carol.click(board(club), label=GUESS)
    other = await club.carol.click(board(club), label=GUESS)
    await play(club, "32-28")
    late = await club.carol.submit_modal(form, club.form(form, "32-28"))
    assert private_text(late) == str(TOO_LATE)
    assert other.modal is not None
    data = {  # as a process gets it that has not opened the form
        "custom_id": f"damier:form-guess:{match.id}.{match.since}:1",
        "components": [{"type": 18, "component": {"type": 4, "custom_id": "1", "value": "19-23"}}],
    }
    result = await club.carol._dispatch_interaction(
        InteractionType.MODAL_SUBMIT, club.channel, data
    )
    assert private_text(result) == str(TOO_LATE)
    assert not await club.store.guesses.awaits_score(match.id)


async def test_boards_that_stay_keep_who_was_right(club: Club) -> None:
    await begin(club, on="both")
    assert {GUESS, "Who wins?"} <= {*labels(club.last)}
    await club.bot.preferences.change_server(club.guild.id, boards="keep")
    await guess(club, club.carol, "32-28")
    told = await play(club, "32-28")
    shown = club.last
    assert GUESS in labels(shown)
    assert "Who wins?" not in labels(shown)  # on a phone there is no room for both
    more = (await club.carol.click(shown, label="More")).response
    assert more is not None
    assert {GUESS, "Who wins?"} <= {*labels(more.message)}
    await play(club, "19-23")
    assert "1 of 1 guessed" in told
    assert "1 of 1 guessed" in club.text(await club.fetch(shown))
    assert labels(await club.fetch(shown)) == []


@OWN
async def test_what_a_crash_left_unscored_is_scored_later(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await begin(club)
    await guess(club, club.carol, "32-28")

    async def killed(*_: object) -> bool:
        return False

    with monkeypatch.context() as patch:
        patch.setattr(Guesses, "awaits_score", killed)
        assert "1 of 1 guessed" in await play(club, "32-28")
    assert await club.store.guesses.standing(club.carol.id) == []
    await club.restart()
    await club.wait(minutes=1)
    (carol,) = await club.store.guesses.standing(club.carol.id)
    assert (carol.guesses, carol.right) == (1, 1)
    assert not await club.store.guesses.awaits_score(match.id)
