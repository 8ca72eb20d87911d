from discord import Intents

from tests.loopback.conftest import Club


async def test_a_message_is_answered_with_a_reply(club: Club) -> None:
    await club.bot()
    said = await club.discord.say(club.ann, club.channel, "ping")
    await club.discord.until(lambda: club.discord.posts(club.channel))
    [post] = club.discord.posts(club.channel)
    assert (post.text, post.reply_to, post.pings) == ("pong", said, set())


async def test_a_board_has_its_picture_and_its_buttons(club: Club) -> None:
    await club.bot()
    await club.discord.say(club.ann, club.channel, "board")
    await club.discord.until(lambda: club.discord.posts(club.channel))
    [post] = club.discord.posts(club.channel)
    assert post.files == {"board.png": b"a picture"}
    assert post.text == "Whose turn?"
    assert post.custom_ids == ["tiny:note", "tiny:form", "tiny:take", "tiny:menu"]
    assert post.custom_id("Form") == "tiny:form"
    [item] = post.components[1]["items"]
    assert item["description"] == "a board"
    assert item["media"]["url"] == post.attachments[0].url
    assert all(component["id"] for component in post.components)


async def test_the_same_nonce_posts_once_and_another_one_twice(club: Club) -> None:
    bot = await club.bot()
    await club.discord.say(club.ann, club.channel, "nonce turn-17")
    await club.discord.until(lambda: "same" in bot.log)
    [post] = club.discord.posts(club.channel)
    assert (post.text, post.nonce) == (f"once {club.ann.mention}", "turn-17")
    assert post.pings == {club.ann.id}
    await club.discord.say(club.ann, club.channel, "nonce turn-18")
    await club.discord.until(lambda: len(club.discord.posts(club.channel)) == 2)


async def test_a_nonce_is_forgotten_after_a_while(club: Club) -> None:
    bot = await club.bot()
    await club.discord.say(club.ann, club.channel, "nonce turn-17")
    await club.discord.until(lambda: "same" in bot.log)
    club.discord.forget_nonces()
    await club.discord.say(club.ann, club.channel, "nonce turn-17")
    await club.discord.until(lambda: bot.log.count("same") == 2)
    assert [post.nonce for post in club.discord.posts(club.channel)] == ["turn-17", "turn-17"]


async def test_a_nonce_too_long_is_refused(club: Club) -> None:
    bot = await club.bot()
    await club.discord.say(club.ann, club.channel, "nonce " + 26 * "x")
    await club.discord.until(lambda: "failed nonce HTTPException 50035" in bot.log)


async def test_history_is_read_from_a_point_on_in_pages(club: Club) -> None:
    first = await club.discord.say(club.ann, club.channel, "unread")
    for number in range(120):
        await club.discord.say(club.ann, club.channel, str(number))
    bot = await club.bot()
    await club.discord.say(club.ann, club.channel, f"history {first.id}")
    await club.discord.until(lambda: "history [" in bot.log)
    [line] = [line for line in bot.log.splitlines() if line.startswith("history")]
    read = [str(number) for number in range(120)]
    assert line == f"history {[*read, f'history {first.id}']}"


async def test_history_is_empty_of_words_without_the_content_intent(club: Club) -> None:
    club.discord.world.approved_intents = Intents.none()
    await club.discord.say(club.ann, club.channel, "secret")
    bot = await club.bot(TINY_INTENTS="none")
    mine = club.discord.world.bot
    dm = club.discord.world.direct_messages(club.ann.user)
    await club.discord.say(club.ann.user, dm, "history")
    await club.discord.until(lambda: "history ['history']" in bot.log)
    assert mine not in {message.author for message in club.channel.messages.values()}


async def test_a_private_message_opens_a_channel(club: Club) -> None:
    await club.bot()
    await club.discord.say(club.ann, club.channel, "whisper psst")
    dm = club.discord.world.direct_messages(club.ann.user)
    await club.discord.until(lambda: club.discord.posts(dm))
    assert club.discord.posts(dm)[0].text == "psst"


async def test_permissions_taken_away_refuse_and_given_back_allow(club: Club) -> None:
    bot = await club.bot()
    await club.discord.deny(club.channel, "send_messages")
    await club.discord.say(club.ann, club.channel, "board")
    await club.discord.until(lambda: "failed board Forbidden 50013" in bot.log)
    await club.discord.allow(club.channel, "send_messages")
    await club.discord.deny(club.channel, "read_message_history")
    await club.discord.say(club.ann, club.channel, "ping")
    await club.discord.until(lambda: "failed ping HTTPException 160002" in bot.log)
    await club.discord.allow(club.channel, "read_message_history")
    await club.discord.say(club.ann, club.channel, "ping")
    await club.discord.until(lambda: club.discord.posts(club.channel))


async def test_a_channel_deleted_meanwhile_is_unknown(club: Club) -> None:
    bot = await club.bot()
    hold = club.discord.hold("POST", "/channels/*/messages")
    await club.discord.say(club.ann, club.channel, "board")
    await hold.reached()
    await club.discord.delete_channel(club.channel)
    hold.release()
    await club.discord.until(lambda: "failed board NotFound 10003" in bot.log)


async def test_a_hidden_channel_is_neither_heard_nor_written_to(club: Club) -> None:
    bot = await club.bot()
    hold = club.discord.hold("POST", "/channels/*/messages")
    await club.discord.say(club.ann, club.channel, "board")
    await hold.reached()
    await club.discord.deny(club.channel, "view_channel")
    await club.discord.say(club.ann, club.channel, "unheard")
    hold.release()
    await club.discord.until(lambda: "failed board Forbidden 50001" in bot.log)
    assert "unheard" not in bot.log
