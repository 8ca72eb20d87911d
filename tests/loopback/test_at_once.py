"""What happens at the same instant: one consistent result, and everybody gets an answer."""

from tests.loopback.interactions import Interaction
from tests.loopback.table import Table


async def answered(table: Table, *interactions: Interaction) -> None:
    await table.discord.until(lambda: all(one.answered for one in interactions))


async def test_both_players_type_at_once(table: Table) -> None:
    await table.start()
    await table.begin()
    await table.discord.say(table.ann, table.channel, "32-28")
    await table.discord.say(table.ben, table.channel, "19-23")
    await table.shown(4)
    await table.settled()
    await table.play("28x19")
    assert table.replies == []
    await table.check("move", "move", "move")


async def test_a_burst_of_moves_is_played_in_order(table: Table) -> None:
    moves = ["32-28", "19-23", "28x19", "14x23", "33-28", "23x32"]
    await table.start()
    await table.begin()
    for ply, move in enumerate(moves):
        who = table.ben if ply % 2 else table.ann
        await table.discord.say(who, table.channel, move)
    await table.shown(8)
    assert table.replies == []
    await table.check(*["move" for _ in moves])
    assert table.moves == moves


async def test_the_same_move_typed_twice_at_once_is_played_once(table: Table) -> None:
    await table.start()
    await table.begin()
    await table.discord.say(table.ann, table.channel, "32-28")
    await table.discord.say(table.ann, table.channel, "32-28")
    await table.shown(3)
    await table.discord.until(lambda: table.replies)
    assert table.replies == ["It is not your turn: Black is to move."]
    await table.check("move")


async def test_a_move_typed_and_commanded_at_once_is_played_once(table: Table) -> None:
    await table.start()
    await table.begin()
    options = {"move": "32-28"}
    commanded = await table.discord.slash(table.ann, table.channel, "move", options, patience=None)
    await table.discord.say(table.ann, table.channel, "32-28")
    await answered(table, commanded)
    await table.discord.until(lambda: table.replies or "not your turn" in commanded.text)
    assert len(table.replies) + ("not your turn" in commanded.text) == 1
    await table.shown(3)
    await table.check("move")


async def test_accept_clicked_twice_starts_once(table: Table) -> None:
    await table.start()
    await table.challenge()
    clicks = [await table.press(table.ben, "Accept", patience=None) for _ in range(2)]
    await answered(table, *clicks)
    assert [click.text for click in clicks if click.text] == [
        "This challenge has been accepted already."
    ]
    await table.shown(2)
    await table.check()


async def test_accept_and_withdraw_at_once(table: Table) -> None:
    await table.start()
    await table.challenge()
    accept = await table.press(table.ben, "Accept", patience=None)
    withdraw = await table.press(table.ann, "Withdraw", patience=None)
    await answered(table, accept, withdraw)
    await table.shown(2)
    await table.settled()
    await table.leave()
    assert (table.kinds, bool(accept.text), bool(withdraw.text)) in (
        (["challenge", "accept", "start"], False, True),
        (["challenge", "withdraw"], True, False),
    )
    table.check_shown()


async def test_both_press_draw_at_once(table: Table) -> None:
    await table.start()
    await table.begin()
    clicks = [await table.press(who, "Draw", patience=None) for who in (table.ann, table.ben)]
    await answered(table, *clicks)
    await table.discord.until(lambda: "A draw" in table.last.text)
    await table.check("offer", "agree", "result")


async def test_one_presses_draw_twice_at_once(table: Table) -> None:
    await table.start()
    await table.begin()
    clicks = [await table.press(table.ann, "Draw", patience=None) for _ in range(2)]
    await answered(table, *clicks)
    assert len([click for click in clicks if click.text]) == 1
    await table.shown(3)
    await table.check("offer")


async def test_draw_and_resignation_at_once(table: Table) -> None:
    await table.start()
    await table.begin()
    await table.press(table.ben, "Resign")
    question = table.private(table.ben)
    yes = question.custom_id("Yes, I resign")
    draw = await table.press(table.ann, "Draw", patience=None)
    resign = await table.discord.press(table.ben, question, yes, patience=None)
    await answered(table, draw, resign)
    await table.discord.until(lambda: "wins" in table.last.text)
    await table.settled()
    await table.leave()
    offered = [] if draw.text else ["offer"]
    assert table.kinds[3:] == [*offered, "resign", "result"]
    table.check_shown()


async def test_a_move_and_a_resignation_at_once(table: Table) -> None:
    await table.start()
    await table.begin()
    await table.press(table.ben, "Resign")
    question = table.private(table.ben)
    yes = question.custom_id("Yes, I resign")
    await table.discord.say(table.ann, table.channel, "32-28")
    resign = await table.discord.press(table.ben, question, yes, patience=None)
    await answered(table, resign)
    await table.discord.until(lambda: "wins" in table.last.text)
    await table.settled()
    await table.leave()
    assert table.kinds[3:] in (["move", "resign", "result"], ["resign", "result"])
    table.check_shown()


async def test_one_menu_answered_twice_at_once_moves_once(table: Table) -> None:
    await table.start()
    await table.begin()
    await table.begin()
    await table.say(table.ann, "32-28")
    await table.discord.until(lambda: table.replies)
    menu = next(p for p in table.discord.posts(table.channel) if p.reply_to)
    choices = [
        await table.discord.choose(table.ann, menu, menu.custom_ids[0], [match], patience=None)
        for match in ("1", "2")
    ]
    await answered(table, *choices)
    await table.shown(5)
    await table.settled()
    await table.leave()
    assert table.moves == ["32-28"]
    table.check_shown()
