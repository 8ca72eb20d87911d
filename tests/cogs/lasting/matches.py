"""Challenges, offers, set-ups and moves by controls."""

from __future__ import annotations

from cogs.language.actions import Action
from cogs.messages.buttons import ControlKind, TextButton
from engine.table.match import Match
from tests.cogs.conftest import Club, labels
from tests.cogs.lasting import (
    Press,
    action,
    control,
    menu,
    of_match,
    offered,
    opened,
    over,
    posted_and_loaded,
    practising,
    setting_up,
    use,
)
from tests.cogs.match_actions.test_partners import four

# Challenges


@action(Action.ACCEPT)
async def accept(club: Club) -> Press:
    return await of_match(club, club.bob, Action.ACCEPT, await club.challenge())


@action(Action.DECLINE)
async def decline(club: Club) -> Press:
    return await of_match(club, club.bob, Action.DECLINE, await club.challenge())


@action(Action.WITHDRAW)
async def withdraw(club: Club) -> Press:
    return await of_match(club, club.alice, Action.WITHDRAW, await club.challenge())


@action(Action.JOIN)
async def join(club: Club) -> Press:
    return await of_match(club, club.bob, Action.JOIN, await opened(club, "halma 4"))


@action(Action.LEAVE)
async def leave(club: Club) -> Press:
    match = await opened(club, "halma 4")
    await club.bob.click(club.last, label="Join")
    return await of_match(club, club.bob, Action.LEAVE, await club.reload(match))


@action(Action.BEGIN_NOW)
async def begin_now(club: Club) -> Press:
    match = await opened(club, "chinese-checkers 4")
    await club.bob.click(club.last, label="Join")
    return await of_match(club, club.alice, Action.BEGIN_NOW, await club.reload(match))


@action(Action.REMATCH)
async def rematch(club: Club) -> Press:
    return await of_match(club, club.bob, Action.REMATCH, await over(club))


@action(Action.NEXT_LEVEL)
async def next_level(club: Club) -> Press:
    match = await practising(club)
    async with club.store.match(match.id) as table:
        table.match = table.match.adjudicate(
            club.carol.id, (1, 2), "for the next level", now=club.env.now(), source=None
        )
    return await of_match(
        club, club.alice, Action.NEXT_LEVEL, await posted_and_loaded(club, match), 3
    )


# Offers and ends


@action(Action.DRAW_NOW)
async def draw(club: Club) -> Press:
    return await of_match(club, club.alice, Action.DRAW_NOW, await club.under_way())


@action(Action.RESIGN_NOW)
async def resign(club: Club) -> Press:
    return await of_match(club, club.alice, Action.RESIGN_NOW, await club.under_way())


@action(Action.ABORT_NOW)
async def abort(club: Club) -> Press:
    return await of_match(club, club.alice, Action.ABORT_NOW, await club.start())


@action(Action.TAKEBACK_NOW)
async def take_back_now(club: Club) -> Press:
    return await of_match(club, club.alice, Action.TAKEBACK_NOW, await club.under_way())


@action(Action.TAKEBACK)
async def take_back(club: Club) -> Press:
    return await of_match(club, club.alice, Action.TAKEBACK, await club.under_way())


@action(Action.SURRENDER_NOW)
async def surrender(club: Club) -> Press:
    dan = club.guild.add_member(club.env.create_user("dan"))
    match = await four(club, dan, "allies")
    seat = match.seats_of(club.alice.id)[0]
    return await of_match(club, club.alice, Action.SURRENDER_NOW, match, seat)


@action(Action.PROPOSE)
async def propose(club: Club) -> Press:
    return await of_match(club, club.alice, Action.PROPOSE, await club.under_way())


@action(Action.AGREE)
async def agree(club: Club) -> Press:
    return await of_match(club, club.bob, Action.AGREE, await offered(club))


@action(Action.REFUSE)
async def refuse(club: Club) -> Press:
    return await of_match(club, club.bob, Action.REFUSE, await offered(club))


@action(Action.RECALL)
async def recall(club: Club) -> Press:
    return await of_match(club, club.alice, Action.RECALL, await offered(club))


@action(Action.CLAIM_TIME)
async def claim_time(club: Club) -> Press:
    match = await club.under_way("frisian white 1h claim")
    await club.wait(hours=1, minutes=1)
    return await of_match(club, club.bob, Action.CLAIM_TIME, await club.reload(match))


@action(Action.CLAIM_LEFT)
async def claim_left(club: Club) -> Press:
    return await of_match(club, club.alice, Action.CLAIM_LEFT, await departed(club), 1)


@action(Action.REPLACE_LEFT)
async def replace_left(club: Club) -> Press:
    return await of_match(club, club.alice, Action.REPLACE_LEFT, await departed(club), 1)


async def departed(club: Club) -> Match:
    """Begin a match in which it is noted that Bob has left the server."""
    match = await club.under_way()
    await club.leave(club.bob)
    async with club.store.match(match.id) as table:
        table.match = table.match.note_departed(club.bob.id, now=club.env.now())
    await club.posted()
    return table.match


# Moves and set-ups


@action(Action.CLAIM)
async def claim(club: Club) -> Press:
    await club.start("assaut soldiers")
    match = await club.play("@d6,d7", "d4-d5")
    omitted = next(move for move in match.position.legal_moves() if not move.captured)
    await club.play(match.position.write(omitted))
    await club.bob.click(club.last, label="Play it all the same")
    return await of_match(club, club.alice, Action.CLAIM, await club.reload(match))


@action(Action.FILL_IN)
async def fill_in(club: Club) -> Press:
    return await of_match(club, club.alice, Action.FILL_IN, await setting_up(club))


@action(Action.CLEAR)
async def clear(club: Club) -> Press:
    match = await setting_up(club)
    await (await of_match(club, club.alice, Action.FILL_IN, match))
    return await of_match(club, club.alice, Action.CLEAR, match)


@action(Action.READY)
async def ready(club: Club) -> Press:
    match = await setting_up(club)
    await (await of_match(club, club.alice, Action.FILL_IN, match))
    return await of_match(club, club.alice, Action.READY, match)


@use(ControlKind.TARGET)
async def target(club: Club) -> Press:
    match = await club.start()
    about = f"{match.id} {match.since}"
    return await control(club, club.alice, menu(ControlKind.TARGET, about, "32-28"), "32-28")


@use(ControlKind.MOVE)
async def tapped(club: Club) -> Press:
    match = await club.start()
    about = f"{match.id} {match.since} 32-28"
    return await control(club, club.alice, TextButton(ControlKind.MOVE, about, "32-28"))


@use(ControlKind.PIECE)
async def piece(club: Club) -> Press:
    """The piece on 35 can go to 30 alone, so choosing it plays the move."""
    match = await club.start()
    about = f"{match.id} {match.since} 0"
    point = str(match.position.board.names.index("35"))
    return await control(club, club.alice, menu(ControlKind.PIECE, about, point), point)


@use(ControlKind.PICK)
async def pick(club: Club) -> Press:
    number = str((await club.start()).id)
    asked = menu(ControlKind.PICK, f"{club.alice.id}:message:1", number)
    return await control(club, club.alice, asked, number)


@use(ControlKind.SURE)
async def sure(club: Club) -> Press:
    match = await club.start()
    about = f"{club.alice.id}:message:{club.last.id}:{match.id}:{match.since}"
    return await control(club, club.alice, TextButton(ControlKind.SURE, about, "x"))


@use(ControlKind.AGAIN)
async def again(club: Club) -> Press:
    await club.alice.send(club.channel, f"{club.me} challenge {club.bob.mention} 10+10")
    return club.alice.select(club.last, values=["halma"])


@use(ControlKind.AGAIN)
async def again_by_button(club: Club) -> Press:
    await club.start("halma red")
    await club.alice.send(club.channel, f"{club.me} challenge {club.carol.mention}")
    return club.alice.click(club.last, label=labels(club.last)[0])


# Beginning matches


@use(ControlKind.INVITE)
async def invite(club: Club) -> Press:
    asked = menu(ControlKind.INVITE, str(club.bob.id), "frysk")
    return await control(club, club.alice, asked, "frysk")


@use(ControlKind.PLAY)
async def play(club: Club) -> Press:
    return await control(club, club.alice, menu(ControlKind.PLAY, "1", "frisian"), "frisian")


@use(ControlKind.TABLE)
async def fill_a_table(club: Club) -> Press:
    return await control(club, club.alice, menu(ControlKind.TABLE, "", "halma 4"), "halma 4")


@use(ControlKind.SEAT)
async def seat(club: Club) -> Press:
    match = await opened(club, "halma 4")
    return await control(club, club.alice, menu(ControlKind.SEAT, str(match.id), "3"), "3")


@use(ControlKind.FILL)
async def fill(club: Club) -> Press:
    match = await opened(club, "halma 4")
    return await control(club, club.alice, menu(ControlKind.FILL, str(match.id), "1"), "1")


@use(ControlKind.LOBBY)
async def lobby(club: Club) -> Press:
    match = await opened(club, "halma 4")
    return await control(club, club.bob, TextButton(ControlKind.LOBBY, str(match.id), "x"))


# Records


@use(ControlKind.IMPORT_AS)
async def read_as_another_game(club: Club) -> Press:
    await club.alice.send(club.channel, f"{club.me} import 1. 32-28 19-23")
    return club.alice.click(club.last, label="Frisian draughts (official rules)")
