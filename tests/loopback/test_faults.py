import pytest

from tests.loopback.conftest import TINY_BOT, Club
from tests.loopback.killing import KILLED
from tests.loopback.server import LoopbackDiscord

SEND = "POST", "/channels/*/messages"


def sends(club: Club) -> list[int | None]:
    return [request.status for request in club.discord.requests if request.matches(*SEND)]


async def test_a_rate_limit_is_waited_out(club: Club) -> None:
    await club.bot()
    club.discord.rate_limit_next(*SEND, retry_after=0.3)
    await club.discord.say(club.ann, club.channel, "ping")
    await club.discord.until(lambda: club.discord.posts(club.channel))
    refused, sent = (request for request in club.discord.requests if request.matches(*SEND))
    assert (refused.status, sent.status) == (429, 200)
    assert sent.at - refused.at >= 0.3


async def test_a_bucket_announced_in_headers_is_never_overdrawn(club: Club) -> None:
    await club.bot()
    bucket = club.discord.rate_limit(*SEND, limit=2, per=0.3)
    for number in range(6):
        await club.discord.say(club.ann, club.channel, f"ping {number}")
    await club.discord.until(lambda: len(club.discord.posts(club.channel)) == 6)
    assert (sends(club), bucket.refused) == ([200] * 6, 0)
    first, *_, last = (r.at for r in club.discord.requests if r.matches(*SEND))
    assert last - first >= 2 * bucket.per


async def test_a_server_error_is_tried_again(club: Club) -> None:
    await club.bot()
    club.discord.fail_next(*SEND, status=500)
    await club.discord.say(club.ann, club.channel, "ping")
    await club.discord.until(lambda: club.discord.posts(club.channel))
    assert sends(club) == [500, 200]


async def test_an_error_after_storing_posts_once_for_discord_py_adds_a_nonce(club: Club) -> None:
    await club.bot()
    club.discord.fail_next(*SEND, status=502, after_storing=True)
    await club.discord.say(club.ann, club.channel, "board")
    await club.discord.until(lambda: sends(club) == [502, 200])
    assert len(club.discord.posts(club.channel)) == 1


async def test_a_lost_answer_is_an_error_although_the_message_stands(club: Club) -> None:
    bot = await club.bot()
    club.discord.fail_next(*SEND, drop=True, after_storing=True)
    await club.discord.say(club.ann, club.channel, "ping")
    await club.discord.until(lambda: "failed ping ServerDisconnectedError" in bot.log)
    assert [post.text for post in club.discord.posts(club.channel)] == ["pong"]
    assert sends(club) == [0]


async def test_killed_while_a_message_is_on_its_way(club: Club) -> None:
    bot = await club.bot()
    other = await club.discord.create_channel(club.guild, "halma")
    lost, arriving = (club.discord.hold(*SEND) for _ in range(2))
    await club.discord.say(club.ann, club.channel, "ping")
    await lost.reached()
    await club.discord.say(club.ann, other, "board")
    await arriving.reached()
    assert await bot.kill() == KILLED
    lost.drop()
    arriving.release()
    await club.discord.until(lambda: club.discord.posts(other))
    assert club.discord.posts(club.channel) == []


async def test_killed_before_the_answer_arrives(club: Club) -> None:
    bot = await club.bot()
    hold = club.discord.hold(*SEND, after_storing=True)
    await club.discord.say(club.ann, club.channel, "ping")
    await hold.reached()
    await bot.kill()
    assert len(club.discord.posts(club.channel)) == 1


@pytest.mark.parametrize(
    ("fault", "posted"),
    [
        ("before:discord.http:HTTPClient.send_message", 0),
        ("after:discord.http:HTTPClient.send_message", 1),
        ("before:discord.http:HTTPClient.send_message#2", 1),
        ("after:discord.http:HTTPClient.send_message#2", 2),
        ("before:discord.gateway:DiscordWebSocket.identify", 0),
        ("before:tests.loopback.tiny_bot:Tiny.board", 0),
        ("before:tests.loopback.tiny_bot:typing", 0),
        ("after:tests.loopback.tiny_bot:typing", 1),
        ("after:tests.loopback.tiny_bot:tell#4", 1),
    ],
)
async def test_it_dies_at_its_fault_point(club: Club, fault: str, posted: int) -> None:
    bot = await club.discord.bot(TINY_BOT, fault=fault).start()
    await club.discord.until(lambda: "ready" in bot.log or bot.status is not None)
    await club.discord.say(club.ann, club.channel, "board")
    if fault.endswith("#2"):
        await club.discord.until(lambda: sends(club) == [200] or bot.status is not None)
        await club.discord.say(club.ann, club.channel, "board")
    elif fault.endswith("#4"):
        # `tell` is called for its commands, for being ready, and for both messages read.
        await club.discord.until(lambda: club.discord.posts(club.channel))
        await club.discord.say(club.ann, club.channel, "last words")
    assert await bot.exit() == KILLED
    assert len(club.discord.posts(club.channel)) == posted


async def use_a_gap() -> None:
    async with LoopbackDiscord() as discord:
        guild = discord.world.guild()
        channel, ann = discord.world.channel(guild, "draughts"), discord.world.member(guild, "Ann")
        bot = await discord.bot(TINY_BOT).ready()
        await discord.say(ann, channel, "pin")
        await discord.until(lambda: "failed pin" in bot.log)


async def test_what_is_not_served_does_not_pass_unnoticed() -> None:
    with pytest.raises(AssertionError, match="not served"):
        await use_a_gap()


async def test_a_fault_can_be_an_error(club: Club) -> None:
    bot = await club.bot("raise:tests.loopback.tiny_bot:Tiny.board")
    await club.discord.say(club.ann, club.channel, "board")
    await club.discord.say(club.ann, club.channel, "ping")
    await club.discord.until(lambda: club.discord.posts(club.channel))
    await club.discord.until(lambda: "FaultError: call 1 of Tiny.board" in bot.log)


async def test_after_a_kill_a_new_process_goes_on(club: Club) -> None:
    bot = await club.bot("after:discord.http:HTTPClient.send_message")
    said = await club.discord.say(club.ann, club.channel, "nonce turn-17")
    assert await bot.exit() == KILLED
    await club.discord.say(club.ann, club.channel, "said meanwhile")
    again = await club.bot()
    await club.discord.say(club.ann, club.channel, "nonce turn-17")
    await club.discord.until(lambda: "same" in again.log)
    [post] = club.discord.posts(club.channel)
    await club.discord.say(club.ann, club.channel, f"history {said.id}")
    await club.discord.until(lambda: "said meanwhile" in again.log)
    assert post.nonce == "turn-17"


async def test_a_fault_point_that_does_not_exist_is_an_error(club: Club) -> None:
    bot = await club.discord.bot(TINY_BOT, fault="before:json:nothing").start()
    assert await bot.exit() == 1
    assert "AttributeError" in bot.log
