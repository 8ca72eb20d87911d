import pytest

from tests.loopback.commands import UsageError, Value
from tests.loopback.conftest import Club
from tests.loopback.world import Message


async def board(club: Club) -> Message:
    await club.bot()
    await club.discord.say(club.ann, club.channel, "board")
    await club.discord.until(lambda: club.discord.posts(club.channel))
    return club.discord.posts(club.channel)[0]


async def test_a_slash_command_is_answered_in_the_channel(club: Club) -> None:
    bot = await club.bot()
    options: dict[str, Value] = {"text": "hello", "to": club.ben}
    echoed = await club.discord.slash(club.ann, club.channel, "echo", options)
    assert echoed.text == "hello to Ben"
    [post] = club.discord.posts(club.channel)
    assert post is echoed.original
    await club.discord.until(lambda: f"answered with {post.id}" in bot.log)


async def test_a_slash_command_completes_what_is_typed(club: Club) -> None:
    await club.bot()
    typed = await club.discord.autocomplete(club.ann, club.channel, "echo", "text", {"text": "32"})
    assert [choice["value"] for choice in typed.choices] == ["3232"]


async def test_a_deferred_answer_comes_later_and_privately(club: Club) -> None:
    await club.bot()
    asked = await club.discord.slash(club.ann, club.channel, "thinking")
    await club.discord.until(lambda: asked.text == "thought")
    assert asked.original is not None
    assert asked.original.ephemeral
    assert not asked.original.loading
    assert club.discord.posts(club.channel) == []


async def test_a_command_cannot_be_sent_otherwise_than_it_was_registered(club: Club) -> None:
    await club.bot()
    for name, options in (("echo", {}), ("echo", {"text": "x", "more": "y"}), ("sing", {})):
        with pytest.raises(UsageError):
            await club.discord.slash(club.ann, club.channel, name, options)


async def test_a_button_answers_privately_and_then_for_all(club: Club) -> None:
    post = await board(club)
    pressed = await club.discord.press(club.ann, post, post.custom_id("Note"))
    await club.discord.until(lambda: len(pressed.answers) == 2)
    private, public = pressed.answers
    assert (private.text, private.ephemeral) == ("only for you", True)
    assert club.discord.posts(club.channel) == [post, public]


async def test_a_form_is_opened_and_sent(club: Club) -> None:
    post = await board(club)
    form = await club.discord.press(club.ann, post, post.custom_id("Form"))
    assert form.modal is not None
    with pytest.raises(UsageError):
        await club.discord.submit(form, {"move": ""})
    sent = await club.discord.submit(form, {"move": "32-28"})
    assert sent.text == "you wrote 32-28"


async def test_an_update_takes_buttons_and_picture_off(club: Club) -> None:
    post = await board(club)
    late = post.custom_id("Note")
    await club.discord.press(club.ann, post, post.custom_id("Take"))
    assert (post.text, post.custom_ids, post.files, post.edits) == ("taken", [], {}, 1)
    with pytest.raises(UsageError):
        await club.discord.press(club.ann, post, late)
    pressed = await club.discord.press(club.ann, post, late, even_if_gone=True)
    assert pressed.text.startswith("only for you")


async def test_a_choice_from_a_menu(club: Club) -> None:
    post = await board(club)
    chosen = await club.discord.choose(club.ann, post, "tiny:menu", ["halma"])
    assert chosen.text == "chose ['halma']"
    with pytest.raises(UsageError):
        await club.discord.choose(club.ann, post, "tiny:menu", ["chess"])


async def test_a_command_from_the_menu_of_a_person_pings_that_person(club: Club) -> None:
    await club.bot()
    greeted = await club.discord.context_menu(club.ann, club.channel, "Greet", club.ben)
    assert greeted.text == f"hello {club.ben.mention}"
    assert greeted.original is not None
    assert greeted.original.pings == {club.ben.id}


async def test_two_presses_at_once_are_both_delivered(club: Club) -> None:
    post = await board(club)
    custom_id = post.custom_id("Note")
    presses = [
        await club.discord.press(who, post, custom_id, patience=None)
        for who in (club.ann, club.ben)
    ]
    await club.discord.until(lambda: all(len(pressed.answers) == 2 for pressed in presses))


async def test_an_expired_interaction_takes_no_more_answers(club: Club) -> None:
    post = await board(club)
    hold = club.discord.hold("POST", "/interactions/*/*/callback")
    pressed = await club.discord.press(club.ann, post, "tiny:note", patience=None)
    request = await hold.reached()
    pressed.expired = True
    hold.release()
    await club.discord.until(lambda: request.status == 404)
    assert pressed.answers == []
