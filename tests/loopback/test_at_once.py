"""Acts at the same instant: they have one consistent result, and everybody gets an answer."""

from tests.loopback.interactions import Interaction
from tests.loopback.table import Table, labels, reference


async def answered(table: Table, *interactions: Interaction) -> None:
    await table.discord.until(lambda: all(one.answered for one in interactions))


async def test_both_players_type_at_once(guest: Table) -> None:
    await guest.begin()
    await guest.discord.say(guest.ann, guest.channel, "32-28")
    await guest.discord.say(guest.ben, guest.channel, "19-23")
    await guest.shown(4)
    await guest.settled()
    await guest.play("28x19")
    assert guest.replies == []
    await guest.check("move", "move", "move")


async def test_a_burst_of_moves_is_played_in_order(guest: Table) -> None:
    moves = ["32-28", "19-23", "28x19", "14x23", "33-28", "23x32"]
    await guest.begin()
    for ply, move in enumerate(moves):
        who = guest.ben if ply % 2 else guest.ann
        await guest.discord.say(who, guest.channel, move)
    await guest.shown(8)
    assert guest.replies == []
    await guest.check(*["move" for _ in moves])
    assert guest.moves == moves


async def test_the_same_move_typed_twice_at_once_is_played_once(guest: Table) -> None:
    await guest.begin()
    await guest.discord.say(guest.ann, guest.channel, "32-28")
    await guest.discord.say(guest.ann, guest.channel, "32-28")
    await guest.shown(3)
    await guest.discord.until(lambda: guest.replies)
    assert guest.replies == ["It is not your turn: Black to move."]
    await guest.check("move")


async def test_a_move_typed_and_commanded_at_once_is_played_once(guest: Table) -> None:
    await guest.begin()
    options = {"move": "32-28"}
    commanded = await guest.discord.slash(guest.ann, guest.channel, "move", options, patience=None)
    await guest.discord.say(guest.ann, guest.channel, "32-28")
    await answered(guest, commanded)
    await guest.discord.until(lambda: guest.replies or "not your turn" in commanded.text)
    assert len(guest.replies) + ("not your turn" in commanded.text) == 1
    await guest.shown(3)
    await guest.check("move")


async def test_accept_clicked_twice_starts_once(guest: Table) -> None:
    await guest.challenge()
    clicks = [await guest.press(guest.ben, "Accept", patience=None) for _ in range(2)]
    await answered(guest, *clicks)
    assert [click.text for click in clicks if click.text] == [
        "This challenge has been accepted already."
    ]
    await guest.shown(2)
    await guest.check()


async def test_accept_and_withdraw_at_once(guest: Table) -> None:
    await guest.challenge()
    accept = await guest.press(guest.ben, "Accept", patience=None)
    withdraw = await guest.press(guest.ann, "Withdraw", patience=None)
    await answered(guest, accept, withdraw)
    await guest.shown(2)
    await guest.settled()
    await guest.leave()
    assert (guest.kinds, bool(accept.text), bool(withdraw.text)) in (
        (["challenge", "accept", "start"], False, True),
        (["challenge", "withdraw"], True, False),
    )
    guest.check_shown()


async def test_both_press_draw_at_once(guest: Table) -> None:
    await guest.begin()
    await guest.play("32-28", "19-23")
    asked = [(who, await guest.ask(who, "Draw")) for who in (guest.ann, guest.ben)]
    clicks = [await guest.confirm(who, question, patience=None) for who, question in asked]
    await answered(guest, *clicks)
    await guest.discord.until(lambda: "A draw" in guest.last.text)
    await guest.check("move", "move", "offer", "agree", "result")


async def test_one_presses_draw_twice_at_once(guest: Table) -> None:
    await guest.begin()
    question = await guest.ask(guest.ann, "Draw")
    clicks = [await guest.confirm(guest.ann, question, patience=None) for _ in range(2)]
    await answered(guest, *clicks)
    assert len([click for click in clicks if click.text]) == 1
    await guest.shown(3)
    await guest.check("offer")


async def test_draw_and_resignation_at_once(guest: Table) -> None:
    await guest.begin()
    await guest.play("32-28", "19-23")
    question = await guest.ask(guest.ben, "Resign")
    offer = await guest.ask(guest.ann, "Draw")
    draw = await guest.confirm(guest.ann, offer, patience=None)
    resign = await guest.confirm(guest.ben, question, patience=None)
    await answered(guest, draw, resign)
    await guest.discord.until(lambda: "won" in guest.last.text)
    await guest.settled()
    await guest.leave()
    offered = [] if draw.text else ["offer"]
    assert guest.kinds[5:] == [*offered, "resign", "result"]
    guest.check_shown()


async def test_a_move_and_a_resignation_at_once(guest: Table) -> None:
    await guest.begin()
    await guest.press(guest.ben, "Resign")
    question = guest.private(guest.ben)
    yes = question.custom_id("Yes, I resign")
    await guest.discord.say(guest.ann, guest.channel, "32-28")
    resign = await guest.discord.press(guest.ben, question, yes, patience=None)
    await answered(guest, resign)
    await guest.discord.until(lambda: "aborted" in guest.last.text)
    await guest.settled()
    await guest.leave()
    assert guest.kinds[3:] in (["move", "resign", "abort"], ["resign", "abort"])
    guest.check_shown()


async def test_one_menu_answered_twice_at_once_moves_once(guest: Table) -> None:
    both = [str(reference(await guest.begin())[0]) for _ in range(2)]
    await guest.say(guest.ann, "32-28")
    await guest.discord.until(lambda: guest.replies)
    menu = next(p for p in guest.discord.posts(guest.channel) if p.reply_to)
    choices = [
        await guest.discord.choose(guest.ann, menu, menu.custom_ids[0], [match], patience=None)
        for match in both
    ]
    await answered(guest, *choices)
    await guest.shown(5)
    await guest.settled()
    await guest.leave()
    assert guest.moves == ["32-28"]
    guest.check_shown()


# Who plays


async def test_accept_typed_and_pressed_at_once_starts_once(guest: Table) -> None:
    card = await guest.challenge()
    await guest.discord.say(guest.ben, guest.channel, f"{guest.mention} accept")
    click = await guest.press(guest.ben, "Accept", on=card, patience=None)
    await answered(guest, click)
    await guest.discord.until(lambda: guest.replies or click.text)
    assert len(guest.replies) + bool(click.text) == 1
    await guest.shown(2)
    await guest.check()


async def test_two_join_for_the_last_seat(guest: Table) -> None:
    carol = guest.discord.world.member(guest.guild, "Carol")
    await guest.say(guest.ann, f"{guest.mention} open frisian white")
    card = await guest.shown(1)
    clicks = [await guest.press(who, "Join", on=card, patience=None) for who in (guest.ben, carol)]
    await answered(guest, *clicks)
    await guest.shown(2)
    assert len([click for click in clicks if click.text]) == 1
    await guest.settled()
    await guest.leave()
    assert guest.kinds == ["challenge", "join", "start"]
    guest.check_shown()


async def test_somebody_joins_while_the_host_starts(guest: Table) -> None:
    carol = guest.discord.world.member(guest.guild, "Carol")
    await guest.say(guest.ann, f"{guest.mention} open chinese-checkers 4")
    card = await guest.shown(1)
    await guest.press(guest.ben, "Join", on=card)
    await guest.discord.until(lambda: any("Start now" in labels(post) for post in guest.posts))
    await guest.press(guest.ann, "Start now", on=card)
    asked = guest.private(guest.ann)
    without = asked.custom_id("Nobody: start without them")
    start = await guest.discord.press(guest.ann, asked, without, patience=None)
    join = await guest.press(carol, "Join", on=card, patience=None)
    await answered(guest, start, join)
    await guest.shown(2)
    await guest.settled()
    await guest.leave()
    ((seats,),) = guest.query("SELECT count(*) FROM seats")
    assert (guest.kinds, seats, bool(join.text)) in (
        (["challenge", "join", "start"], 2, True),
        (["challenge", "join", "join", "start"], 3, False),
    )
    guest.check_shown()


async def test_both_press_rematch_at_once(guest: Table) -> None:
    first, _ = reference(await guest.begin())
    await guest.press(guest.ann, "Resign")
    question = guest.private(guest.ann)
    await guest.discord.press(guest.ann, question, question.custom_id("Yes, I resign"))
    await guest.shown(3)
    await guest.settled()
    clicks = [await guest.press(who, "Rematch", patience=None) for who in (guest.ann, guest.ben)]
    await answered(guest, *clicks)
    await guest.shown(5)
    assert [click.text for click in clicks] == ["", ""]
    await guest.check("resign", "abort", "challenge", "accept", "start")
    assert guest.query("SELECT previous FROM matches ORDER BY id") == [(None,), (first,)]


# Second thoughts, and other ends


async def test_a_move_and_the_consent_to_a_takeback_at_once(guest: Table) -> None:
    await guest.begin()
    await guest.play("32-28", "19-23")
    await guest.discord.slash(guest.ann, guest.channel, "match takeback")
    await guest.shown(5)
    await guest.settled()
    consent = await guest.press(guest.ben, "Accept", patience=None)
    await guest.discord.say(guest.ann, guest.channel, f"{guest.mention} 28x19")
    await answered(guest, consent)
    await guest.discord.until(lambda: guest.replies or consent.text)
    await guest.shown(6)
    await guest.settled()
    await guest.leave()
    assert (guest.kinds[6:], len(guest.replies), bool(consent.text)) in (
        (["agree", "takeback"], 1, False),
        (["move"], 0, True),
    )
    guest.check_shown()


async def test_a_move_and_an_abort_at_once(guest: Table) -> None:
    await guest.begin()
    await guest.discord.slash(guest.ben, guest.channel, "match abort")
    question = guest.private(guest.ben)
    yes = question.custom_id("Yes, abort the match")
    await guest.discord.say(guest.ann, guest.channel, "32-28")
    abort = await guest.discord.press(guest.ben, question, yes, patience=None)
    await answered(guest, abort)
    await guest.discord.until(lambda: "aborts" in guest.last.text)
    await guest.settled()
    await guest.leave()
    assert guest.kinds[3:] in (["move", "abort"], ["abort"])
    guest.check_shown()


async def test_two_decisions_at_once_are_made_one_after_the_other(guest: Table) -> None:
    match, _ = reference(await guest.begin())
    decisions = [
        await guest.discord.slash(
            guest.ann,
            guest.channel,
            "admin end",
            {"match": match, "result": result, "reason": f"{result} it is."},
            patience=None,
        )
        for result in ("White", "draw")
    ]
    await answered(guest, *decisions)
    await guest.shown(4)
    await guest.check("adjudicate", "adjudicate")
    ranks = [rank for (rank,) in guest.query("SELECT rank FROM seats ORDER BY seat")]
    assert ranks == ([1, 1] if "draw it is" in guest.last.text else [1, 2])
