"""What happens at the same instant: one consistent result, and everybody gets an answer."""

from tests.loopback.interactions import Interaction
from tests.loopback.table import Table, labels


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
    assert table.replies == ["It is not your turn: Black to move."]
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
    await table.play("32-28", "19-23")
    asked = [(who, await table.ask(who, "Draw")) for who in (table.ann, table.ben)]
    clicks = [await table.confirm(who, question, patience=None) for who, question in asked]
    await answered(table, *clicks)
    await table.discord.until(lambda: "A draw" in table.last.text)
    await table.check("move", "move", "offer", "agree", "result")


async def test_one_presses_draw_twice_at_once(table: Table) -> None:
    await table.start()
    await table.begin()
    question = await table.ask(table.ann, "Draw")
    clicks = [await table.confirm(table.ann, question, patience=None) for _ in range(2)]
    await answered(table, *clicks)
    assert len([click for click in clicks if click.text]) == 1
    await table.shown(3)
    await table.check("offer")


async def test_draw_and_resignation_at_once(table: Table) -> None:
    await table.start()
    await table.begin()
    await table.play("32-28", "19-23")
    question = await table.ask(table.ben, "Resign")
    offer = await table.ask(table.ann, "Draw")
    draw = await table.confirm(table.ann, offer, patience=None)
    resign = await table.confirm(table.ben, question, patience=None)
    await answered(table, draw, resign)
    await table.discord.until(lambda: "won" in table.last.text)
    await table.settled()
    await table.leave()
    offered = [] if draw.text else ["offer"]
    assert table.kinds[5:] == [*offered, "resign", "result"]
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
    await table.discord.until(lambda: "aborted" in table.last.text)
    await table.settled()
    await table.leave()
    assert table.kinds[3:] in (["move", "resign", "abort"], ["resign", "abort"])
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


# Who plays


async def test_accept_typed_and_pressed_at_once_starts_once(table: Table) -> None:
    await table.start()
    card = await table.challenge()
    await table.discord.say(table.ben, table.channel, f"{table.mention} accept")
    click = await table.press(table.ben, "Accept", on=card, patience=None)
    await answered(table, click)
    await table.discord.until(lambda: table.replies or click.text)
    assert len(table.replies) + bool(click.text) == 1
    await table.shown(2)
    await table.check()


async def test_two_join_for_the_last_seat(table: Table) -> None:
    carol = table.discord.world.member(table.guild, "Carol")
    await table.start()
    await table.say(table.ann, f"{table.mention} open frisian white")
    card = await table.shown(1)
    clicks = [await table.press(who, "Join", on=card, patience=None) for who in (table.ben, carol)]
    await answered(table, *clicks)
    await table.shown(2)
    assert len([click for click in clicks if click.text]) == 1
    await table.settled()
    await table.leave()
    assert table.kinds == ["challenge", "join", "start"]
    table.check_shown()


async def test_somebody_joins_while_the_host_starts(table: Table) -> None:
    carol = table.discord.world.member(table.guild, "Carol")
    await table.start()
    await table.say(table.ann, f"{table.mention} open chinese-checkers 4")
    card = await table.shown(1)
    await table.press(table.ben, "Join", on=card)
    await table.discord.until(lambda: any("Start now" in labels(post) for post in table.posts))
    await table.press(table.ann, "Start now", on=card)
    asked = table.private(table.ann)
    without = asked.custom_id("Nobody: start without them")
    start = await table.discord.press(table.ann, asked, without, patience=None)
    join = await table.press(carol, "Join", on=card, patience=None)
    await answered(table, start, join)
    await table.shown(2)
    await table.settled()
    await table.leave()
    ((seats,),) = table.query("SELECT count(*) FROM seats")
    assert (table.kinds, seats, bool(join.text)) in (
        (["challenge", "join", "start"], 2, True),
        (["challenge", "join", "join", "start"], 3, False),
    )
    table.check_shown()


async def test_both_press_rematch_at_once(table: Table) -> None:
    await table.start()
    await table.begin()
    await table.press(table.ann, "Resign")
    question = table.private(table.ann)
    await table.discord.press(table.ann, question, question.custom_id("Yes, I resign"))
    await table.shown(3)
    await table.settled()
    clicks = [await table.press(who, "Rematch", patience=None) for who in (table.ann, table.ben)]
    await answered(table, *clicks)
    await table.shown(5)
    assert [click.text for click in clicks] == ["", ""]
    await table.check("resign", "abort", "challenge", "accept", "start")
    assert table.query("SELECT previous FROM matches ORDER BY id") == [(None,), (1,)]


# Second thoughts, and other ends


async def test_a_move_and_the_consent_to_a_takeback_at_once(table: Table) -> None:
    await table.start()
    await table.begin()
    await table.play("32-28", "19-23")
    await table.discord.slash(table.ann, table.channel, "takeback")
    await table.shown(5)
    await table.settled()
    consent = await table.press(table.ben, "Accept", patience=None)
    await table.discord.say(table.ann, table.channel, f"{table.mention} 28x19")
    await answered(table, consent)
    await table.discord.until(lambda: table.replies or consent.text)
    await table.shown(6)
    await table.settled()
    await table.leave()
    assert (table.kinds[6:], len(table.replies), bool(consent.text)) in (
        (["agree", "takeback"], 1, False),
        (["move"], 0, True),
    )
    table.check_shown()


async def test_a_move_and_an_abort_at_once(table: Table) -> None:
    await table.start()
    await table.begin()
    await table.discord.slash(table.ben, table.channel, "abort")
    question = table.private(table.ben)
    yes = question.custom_id("Yes, abort the match")
    await table.discord.say(table.ann, table.channel, "32-28")
    abort = await table.discord.press(table.ben, question, yes, patience=None)
    await answered(table, abort)
    await table.discord.until(lambda: "aborts" in table.last.text)
    await table.settled()
    await table.leave()
    assert table.kinds[3:] in (["move", "abort"], ["abort"])
    table.check_shown()


async def test_a_claim_and_the_move_at_once(table: Table) -> None:
    await table.start()
    await table.begin("frisian white 1h claim")
    await table.later(minutes=61)
    await table.shown(3)
    await table.settled()
    claim = await table.press(table.ben, "Claim the game", patience=None)
    await table.discord.say(table.ann, table.channel, "32-28")
    await answered(table, claim)
    await table.shown(4)
    await table.settled()
    await table.leave()
    assert (table.kinds[3:], bool(claim.text)) in (
        (["flag", "timeout", "abort"], False),
        (["flag", "move"], True),
    )
    table.check_shown()


async def test_two_decisions_at_once_are_made_one_after_the_other(table: Table) -> None:
    await table.start()
    await table.begin()
    decisions = [
        await table.discord.slash(
            table.ann,
            table.channel,
            "admin end",
            {"match": 1, "result": result, "reason": f"{result} it is."},
            patience=None,
        )
        for result in ("White", "draw")
    ]
    await answered(table, *decisions)
    await table.shown(4)
    await table.check("adjudicate", "adjudicate")
    ranks = [rank for (rank,) in table.query("SELECT rank FROM seats ORDER BY seat")]
    assert ranks == ([1, 1] if "draw it is" in table.last.text else [1, 2])
