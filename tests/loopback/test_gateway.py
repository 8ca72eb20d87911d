from discord import Intents

from tests.loopback.conftest import TINY_BOT, Club


async def test_a_bot_logs_in_and_registers_its_commands(club: Club) -> None:
    bot = await club.bot()
    await club.discord.until(lambda: "ready ['Club']" in bot.log)
    assert "registered ['echo', 'thinking', 'Greet']" in bot.log
    [command, *_] = club.discord.world.commands[None]
    assert [option["name"] for option in command["options"]] == ["text", "to"]


async def test_a_command_that_did_not_change_keeps_its_id_and_version(club: Club) -> None:
    async with club.discord.bot(TINY_BOT):
        before = club.discord.world.commands[None]
    async with club.discord.bot(TINY_BOT):
        assert club.discord.world.commands[None] == before


async def test_a_wrong_token_is_refused(club: Club) -> None:
    bot = await club.discord.bot(TINY_BOT, token="wrong").start()  # noqa: S106 - it opens nothing
    assert await bot.exit() == 3
    assert "bad token" in bot.log
    assert [request.status for request in club.discord.requests] == [401]


async def test_an_intent_that_is_not_approved_is_refused(club: Club) -> None:
    club.discord.world.approved_intents = Intents(members=True)
    bot = await club.discord.bot(TINY_BOT).start()
    assert await bot.exit() == 4
    assert "refused intent" in bot.log
    assert club.discord.gateway.refused == [4014]


async def test_without_the_content_intent_a_bot_reads_only_what_is_for_it(club: Club) -> None:
    club.discord.world.approved_intents = Intents.none()
    bot = await club.bot(TINY_INTENTS="none")
    mine = club.discord.world.bot.mention
    await club.discord.say(club.ann, club.channel, "secret")
    await club.discord.say(club.ann, club.channel, f"{mine} hello")
    dm = club.discord.world.direct_messages(club.ann.user)
    await club.discord.say(club.ann.user, dm, "ping")
    await club.discord.until(lambda: club.discord.posts(dm))
    [pong] = club.discord.posts(dm)
    await club.discord.say(club.ann.user, dm, "thanks", reply_to=pong)
    await club.discord.until(lambda: "thanks" in bot.log)
    reads = [line for line in bot.log.splitlines() if line.startswith("read ")]
    assert reads == ["read ''", f"read '{mine} hello'", "read 'ping'", "read 'thanks'"]


async def test_a_reply_is_readable_without_the_intent_only_if_it_pings(club: Club) -> None:
    bot = await club.bot(TINY_INTENTS="none")
    await club.discord.say(club.ann, club.channel, f"{club.discord.world.bot.mention} x")
    await club.discord.until(lambda: "read " in bot.log)
    dm = club.discord.world.direct_messages(club.ann.user)
    await club.discord.say(club.ann.user, dm, "board")
    await club.discord.until(lambda: club.discord.posts(dm))
    board = club.discord.posts(dm)[0]
    await club.discord.say(club.ann, club.channel, "quiet", reply_to=board, ping=False)
    await club.discord.say(club.ann, club.channel, "loud", reply_to=board)
    await club.discord.until(lambda: "read 'loud'" in bot.log)
    assert "quiet" not in bot.log


async def test_what_happens_while_cut_off_is_told_once_on_resuming(club: Club) -> None:
    bot = await club.bot()
    await club.discord.say(club.ann, club.channel, "ping 1")
    await club.discord.until(lambda: len(club.discord.posts(club.channel)) == 1)
    async with club.discord.outage():
        await club.discord.say(club.ann, club.channel, "ping 2")
        await club.discord.say(club.ben, club.channel, "ping 3")
    await club.discord.until(lambda: len(club.discord.posts(club.channel)) == 3)
    await club.discord.until(lambda: "resumed" in bot.log)
    await club.discord.say(club.ben, club.channel, "ping 4")
    await club.discord.until(lambda: "read 'ping 4'" in bot.log)
    await club.discord.until(lambda: len(club.discord.posts(club.channel)) == 4)
    assert [post.text for post in club.discord.posts(club.channel)] == [
        f"pong {number}" for number in (1, 2, 3, 4)
    ]
    assert (club.discord.gateway.identified, club.discord.gateway.resumed) == (1, 1)


async def test_a_pulled_cable_is_resumed_too(club: Club) -> None:
    bot = await club.bot()
    async with club.discord.outage(code=None):
        await club.discord.say(club.ann, club.channel, "ping")
    await club.discord.until(lambda: club.discord.posts(club.channel))
    await club.discord.until(lambda: "resumed" in bot.log)
    assert club.discord.gateway.resumed == 1


async def test_op_7_makes_the_bot_come_back(club: Club) -> None:
    bot = await club.bot()
    club.discord.gateway.ask_to_reconnect()
    await club.discord.until(lambda: "resumed" in bot.log)


async def test_a_forgotten_session_begins_anew_and_misses_what_was_said(club: Club) -> None:
    bot = await club.bot()
    async with club.discord.outage():
        club.discord.forget_sessions()
        await club.discord.say(club.ann, club.channel, "ping")
    await club.discord.until(lambda: club.discord.gateway.identified == 2)
    await club.discord.say(club.ann, club.channel, "history")
    await club.discord.until(lambda: "history ['history', 'ping']" in bot.log)
    assert "read 'ping'" not in bot.log


async def test_members_are_found_by_the_beginning_of_their_names(club: Club) -> None:
    bot = await club.bot(TINY_INTENTS="content")
    await club.discord.say(club.ann, club.channel, "find be")
    await club.discord.until(lambda: "found ['Ben']" in bot.log)


async def test_departures_are_told(club: Club) -> None:
    bot = await club.bot()
    other = await club.discord.create_channel(club.guild, "halma")
    await club.discord.delete_channel(other)
    await club.discord.until(lambda: "deleted halma" in bot.log)
    await club.discord.member_leaves(club.ben)
    await club.discord.until(lambda: "left Ben" in bot.log)
    await club.discord.throw_bot_out(club.guild)
    await club.discord.until(lambda: "thrown out of Club" in bot.log)
    await club.discord.invite_bot(club.guild)
    await club.discord.say(club.ann, club.channel, "ping")
    await club.discord.until(lambda: club.discord.posts(club.channel))


async def test_sigterm_lets_the_bot_leave(club: Club) -> None:
    bot = await club.bot()
    assert await bot.terminate() == 0
    assert bot.log.endswith("left\n")


async def test_a_shard_receives_what_happens_in_its_own_guilds(club: Club) -> None:
    discord = club.discord
    guilds = [discord.world.guild(f"Club {shard}", shard=shard, shards=3) for shard in range(3)]
    channels = [discord.world.channel(guild, "draughts") for guild in guilds]
    anns = [discord.world.member(guild, club.ann.user) for guild in guilds]
    bots = [await club.bot(TINY_SHARD=f"{shard}/3") for shard in range(3)]
    direct = discord.world.direct_messages(club.ann.user)
    await discord.say(club.ann.user, direct, "ping alone")
    for ann, channel in zip(anns, channels, strict=True):
        await discord.say(ann, channel, "ping")
        await discord.say(ann, channel, "board")
        await discord.until(lambda: len(discord.posts(channel)) == 2)  # noqa: B023 - awaited here
        await discord.press(ann, discord.posts(channel)[-1], "tiny:note")
    await discord.until(lambda: discord.posts(direct))
    for shard, bot in enumerate(bots):
        await discord.until(lambda: f"'Club {shard}'" in bot.log)  # noqa: B023 - awaited here
        assert bot.log.count("read 'ping") == (2 if shard == 0 else 1)
        assert bot.log.count("read 'board'") == 1
        await bot.end()


async def test_a_shard_that_there_is_not_is_refused(club: Club) -> None:
    bot = await club.discord.bot(TINY_BOT, env={"TINY_SHARD": "3/3"}).start()
    await club.discord.until(lambda: club.discord.gateway.refused == [4010])
    await bot.end()
