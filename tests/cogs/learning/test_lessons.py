"""Lessons: played from the first step to the match at the end, on each person's own board."""

from __future__ import annotations

import discord
import pytest
from simcord.results import ResponseMessage

import engine
from cogs.analysis.desk_keeper import DeskReader
from cogs.analysis.desks import Desks
from cogs.learning import lessons
from cogs.learning.lessons import KIND, LessonPlace
from cogs.messages.match_posts import texts_of
from data import Desk
from engine import Position
from engine.lessons import LESSONS
from engine.table.record import Status, level_of
from tests.cogs.conftest import SHARED, Club, alt_of, labels, picture_of, private_text

pytestmark = SHARED


def shown(club: Club) -> discord.Message:
    """Return the last direct message between Alice and the bot."""
    return club.alice.user.dm_channel.history()[-1]


async def desk_of(club: Club) -> Desk:
    found = await club.store.desks.latest(club.alice.id, KIND)
    assert found is not None
    return found


async def position_of(club: Club) -> Position:
    desks = club.bot.cog(Desks)
    return (await desks.seen(await desk_of(club))).position


async def begin(club: Club, game: str) -> discord.Message:
    await club.alice.send_dm(f"learn {game}")
    return shown(club)


async def press(club: Club, label: str) -> discord.Message:
    await club.alice.user.click(shown(club), label=label)
    return shown(club)


async def jump(club: Club, number: int) -> discord.Message:
    """Let Alice go to step ``number`` by the menu; return the last direct message then."""
    message = shown(club)
    menu = next(
        item
        for row in message.components
        for item in getattr(row, "children", ())
        if isinstance(item, discord.SelectMenu) and "lesson" in item.custom_id
    )
    await club.alice.user.select(message, [str(number - 1)], custom_id=menu.custom_id)
    return shown(club)


async def solve(club: Club, game: str) -> str:
    """Let Alice do the current step, by typing or by buttons; return the text shown then."""
    place = LessonPlace.of(await desk_of(club))
    step = LESSONS[game].steps[place.step]
    for answer in step.answers:
        if answer.right:
            await press(club, str(answer.label))
    for goal in step.goals:
        position = await position_of(club)
        moves = position.legal_moves()
        right = next(move for move in moves if goal.judge(position, move) is None)
        await club.alice.send_dm(position.write(right))
    return club.text(shown(club))


async def test_a_lesson_is_played_to_the_match_at_its_end(club: Club) -> None:
    lesson = LESSONS["halma"]
    board = await begin(club, "halma")
    assert "Halma · 1/12 · A step" in club.text(board)
    assert labels(board)[-1] == "Skip"
    assert "Red" in alt_of(board)
    await picture_of(board)
    for number, step in enumerate(lesson.steps):
        assert str(step.task) in club.text(shown(club))
        assert "✓" in await solve(club, "halma")
        done = {one.key for one in lesson.steps[: number + 1]}
        assert await club.store.lessons.done(club.alice.id, "halma") == done
        if number == len(lesson.steps) // 2:
            await club.restart()
        if step is not lesson.steps[-1]:
            await press(club, "Next")
    assert "12 of 12 steps are done" in club.text(shown(club))
    await press(club, "Play level 1")
    (match,) = await club.matches(Status.LIVE)
    assert match.game.name == "halma"
    assert match.position.options["size"] == 8
    assert [level_of(computer) for computer in match.computers] == [1]


async def test_what_is_wrong_is_said_and_put_back(club: Club) -> None:
    await begin(club, "halma")
    await jump(club, 2)
    told = await wrong(club, "e4-d5")
    assert "✗ That is a step. Jump with the piece on f3." in club.text(told)
    position = await position_of(club)
    assert position == LESSONS["halma"].steps[1].start(engine.games["halma"])
    await jump(club, 5)
    assert "✗ Jumps and steps do not mix" in club.text(await press(club, "Yes"))
    assert await club.store.lessons.done(club.alice.id, "halma") == frozenset()


async def test_the_move_is_told_at_the_second_try_wrong_or_illegal(club: Club) -> None:
    await begin(club, "frisian")
    await jump(club, 3)
    board = await wrong(club, "38-32")
    first = club.text(board)
    assert "✗ You must capture 1 piece.\n" in first  # the game's own refusal, without its moves
    assert "38x18" not in first
    assert (await desk_of(club)).lines.moves == ()
    for chat in ("38 is mine?", "what now"):
        await club.alice.send_dm(chat)
    await club.restart()
    form = await club.alice.user.click(board, label="Correct it")
    await club.alice.user.submit_modal(form, club.form(form, "38x19"))
    (board,) = (one for one in club.alice.user.dm_channel.history() if one.id == board.id)
    assert "✗ A man moves one square diagonally. The move is `38x18`." in club.text(board)
    await begin(club, "frisian")
    await jump(club, 9)
    assert "✗ That is not the last row yet. Another man is nearer.\n" in club.text(
        await wrong(club, "33-28")
    )
    illegal = club.text(await wrong(club, "33-38"))
    assert "✗ A man moves forward only. A move that does it: `7-1`." in illegal
    assert "A king: two discs" in club.text(await wrong(club, "7-2"))
    await begin(club, "brazilian")
    assert "✗ There is no c4 on this board" in club.text(await wrong(club, "c3-c4"))


@pytest.mark.usefixtures("language")
@pytest.mark.parametrize("language", ["fr"])
async def test_in_a_channel_and_in_french_too(club: Club) -> None:
    asked = await club.alice.slash(club.channel, "learn", game="halma")
    board = asked.response
    assert board is not None

    def texts(answer: ResponseMessage) -> str:
        return "\n".join(texts_of(answer.message.components))

    form = await club.alice.click(board, label="Taper le coup")
    await club.alice.submit_modal(form, club.form(form, "e4-c6"))
    assert "✗ Il n’y a pas de pièce en d5 à sauter entre e4 et c6.\n" in texts(board)
    form = await club.alice.click(board, label="Corriger")
    await club.alice.submit_modal(form, club.form(form, "e4-c6"))
    assert "entre e4 et c6. Un coup qui convient\xa0: `e4-d3`." in texts(board)


async def test_moves_typed_in_the_channel_go_to_the_lesson_that_was_used_last(club: Club) -> None:
    asked = await club.alice.slash(club.channel, "learn", game="halma")
    assert asked.response is not None
    before = len(club.public())

    async def told(typed: str) -> str:
        """Let Alice type in the channel; return what only she is told."""
        known = len(club.only_for(club.alice))
        await club.alice.send(club.channel, typed)
        return "\n".join(map(club.text, club.only_for(club.alice)[known:]))

    assert "✗ " in await told("e4-c6")
    assert await told("hello there") == ""
    assert await told("e4 d3") != ""
    assert (await desk_of(club)).about.endswith("passed")
    assert len(club.public()) == before + 3, "nobody else is told anything"


async def test_ones_turn_in_a_match_goes_before_a_lesson(club: Club) -> None:
    match = await club.start("frisian white")
    await club.alice.slash(club.channel, "learn", game="frisian")
    await club.alice.send(club.channel, "32-28")
    assert (await club.reload(match)).moves[-1].text == "32-28"
    await club.play("19-23")
    before = await desk_of(club)
    await club.alice.send(club.channel, "5-6")
    assert (await desk_of(club)).version > before.version, "it cannot be played in the match"


async def test_a_lesson_takes_nothing_once_its_person_has_done_something_else(club: Club) -> None:
    await club.alice.slash(club.channel, "learn", game="halma")
    await club.alice.slash(club.channel, "help")
    before = await desk_of(club)
    await club.alice.send(club.channel, "e4-d3")
    assert await desk_of(club) == before


async def wrong(club: Club, typed: str) -> discord.Message:
    await club.alice.send_dm(typed)
    return shown(club)


async def test_a_step_goes_on_with_the_opponents_reply(club: Club) -> None:
    await begin(club, "frisian")
    await jump(club, 13)
    told = await wrong(club, "23-19")
    assert "It must be taken" in club.text(told)
    assert (await desk_of(club)).lines.moves == ("23-19", "9x29")
    assert "✓ A shot: one given, 2 taken." in club.text(await wrong(club, "30x26"))


async def test_the_huff_has_its_button_from_the_step_that_teaches_it_on(club: Club) -> None:
    await begin(club, "assaut")
    for number, has_it in ((2, False), (4, False), (8, True), (10, True)):
        message = await jump(club, number)
        assert ("Huff" in labels(message)) is has_it
        (menu,) = [
            item
            for row in message.components
            for item in getattr(row, "children", ())
            if isinstance(item, discord.SelectMenu) and "lesson" in item.custom_id
        ]
        assert [option.value for option in menu.options if option.default] == [str(number - 1)]


async def test_an_omitted_capture_is_shown_until_a_move_is_made(club: Club) -> None:
    await begin(club, "assaut")
    board = await jump(club, 8)
    omitted = "Omitted: e5xc5, which captures d5."
    assert f"Officers played e5-e6. {omitted}" in alt_of(board)
    await picture_of(board)
    assert omitted in alt_of(await wrong(club, "f5-e5"))  # the move is taken back
    assert omitted not in alt_of(await wrong(club, "huff"))
    assert "Omitted: c7xc5, which captures c6." in alt_of(await jump(club, 9))
    await begin(club, "allies")
    for number in (7, 8):
        assert "Omitted: M7xO9, which captures N8." in alt_of(await jump(club, number))


async def test_a_huff_counts_whatever_is_typed_behind_it(club: Club) -> None:
    await begin(club, "assaut")
    await jump(club, 8)
    assert "By moving you let it pass" in club.text(await wrong(club, "f5-e5"))
    assert "✓ It is gone" in club.text(await wrong(club, "huff e6 f5-e5"))


async def test_one_goes_on_where_one_has_stopped_and_may_skip_and_repeat(club: Club) -> None:
    await begin(club, "checkers")
    await solve(club, "checkers")
    await press(club, "Next")
    await press(club, "Skip")
    assert "3/14" in club.text(shown(club))
    await club.restart()
    assert "2/14" in club.text(await begin(club, "checkers"))  # the first that is not done
    await jump(club, 1)
    await solve(club, "checkers")
    await press(club, "Again")
    assert "✓ Right" not in club.text(shown(club))
    await club.alice.send_dm("learn frisian")
    assert "1/17" in club.text(shown(club))


async def test_who_is_in_a_lesson_that_an_update_changes_goes_on(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    halma = LESSONS["halma"]
    first, second, *others = halma.steps
    await begin(club, "halma")
    await solve(club, "halma")
    await press(club, "Next")
    turned = halma._replace(steps=(*others, second, first))
    monkeypatch.setattr(lessons, "LESSONS", {"halma": turned})
    assert "11/12 · A jump" in club.text(await wrong(club, "f3-d5"))
    assert "✓" in club.text(shown(club))
    done = await club.store.lessons.done(club.alice.id, "halma")
    assert done == {first.key, second.key}
    await begin(club, "halma")
    changed = others[0]._replace(position=second.position)
    monkeypatch.setattr(lessons, "LESSONS", {"halma": halma._replace(steps=(second, changed))})
    assert "has been changed" in (await wrong(club, "e4-c6")).content
    await begin(club, "halma")
    assert "2/2" in club.text(shown(club))


async def test_a_lesson_begins_in_a_channel_for_one_alone(club: Club) -> None:
    await club.alice.send(club.channel, f"{club.me} learn assaut")
    board = await club.bob.click(club.last, label="Open the lesson")  # his own
    assert "Assaut · 1/12" in private_text(board)
    assert (await club.store.desks.latest(club.bob.id)) is not None
    assert await club.store.desks.latest(club.alice.id) is None
    asked = await club.alice.slash(club.channel, "learn")
    assert "Which game would you like to learn?" in private_text(asked)
    rules = await club.alice.slash(club.channel, "rules", game="halma")
    assert rules.response is not None
    learning = await club.alice.click(rules.response, label="Learn by playing")
    assert "Halma · 1/12" in private_text(learning)


async def test_anothers_lesson_is_refused(club: Club) -> None:
    await begin(club, "halma")
    desks = club.bot.cog(Desks)
    view = await desks.view(
        await desk_of(club), DeskReader(club.alice.id, discord.Locale.american_english)
    )
    channel = club.bot.get_channel(club.channel.id)
    assert isinstance(channel, discord.TextChannel)
    await channel.send(view=view.layout, file=view.file)
    assert "somebody else's" in private_text(await club.bob.click(club.last, label="Skip"))
    assert LessonPlace.of(await desk_of(club)).step == 0
