"""Endings of matches: by agreement, resignation, time, a moderator, or on the board."""

from __future__ import annotations

from datetime import timedelta

from simcord import MemberActor

from cogs.language.actions import Action
from engine.table.match import Match
from engine.table.record import Kind, Status
from tools.random_members.components import answers, button
from tools.random_members.driver import Driver, Table

FATES = (
    "resign",
    "draw",
    "time-out",
    "board",
    "decision",
    "claim",
    "decline",
    "abort",
    "resign",
    "withdraw",
    "draw",
    "lapse",
    "board",
    "expire",
    "resign",
)
"""The ways in which matches are to end, which take turns."""


async def end(driver: Driver, table: Table) -> None:
    """End a match as planned, or by resignation if that is impossible now."""
    match = await driver.load(table)
    if table.fate == "draw" and not match.setting_up:
        await _draw(driver, table, match)
    elif table.fate == "abort" and match.may_abort:
        await _abort(driver, table, match)
    elif table.fate in {"time-out", "claim"} and match.timing.on_turn is not None and match.time:
        await _time_out(driver, table)
    elif table.fate == "decision":
        await decide(driver, table, match)
    if (await driver.load(table)).status is not Status.OVER:
        await resign(driver, table)


async def resign(driver: Driver, table: Table) -> None:
    """Have players resign, each in a random way, until the match is over."""
    for _ in range(len((await driver.load(table)).people)):
        match = await driver.load(table)
        if match.status is Status.OVER:
            return
        if match.outcome is not None:  # an offer is open though the game is decided
            await _refuse(driver, table, match)
            continue
        active = {match.players[n] for n, seat in enumerate(match.seats) if seat.active}
        member = table.player(driver.chance.choice(sorted(active)))
        way = driver.chance.choice(("button", "typed", "slash"))
        if way == "typed":
            (question, *_) = await driver.command(table, member, "resign")
            other = driver.opponent(table, match, member.id)
            if not set(match.seats_of(other.id)) & set(match.seats_of(member.id)[:1]):
                await driver.press(table.server, other, question, Action.RESIGN_NOW)
                new = (await driver.load(table)).events[len(match.events) :]
                assert all(event.kind is Kind.FLAG for event in new), f"by another: {new}"
                driver.done["wrong person"] += 1
        elif way == "slash" and await _alone(driver, table, member.id):
            asked = await driver.slash(table.server, table.channel, member, "match resign")
            question = answers(asked)[0]
        else:
            asked = await driver.press(
                table.server, member, await driver.board(table), Action.RESIGN
            )
            question = answers(asked)[0]
        await driver.press(table.server, member, question, Action.RESIGN_NOW)
        driver.done["resign"] += 1


async def _alone(driver: Driver, table: Table, person: int) -> bool:
    """Return whether a person has exactly one live match in the channel."""
    matches = await driver.world.store.matches(
        status=Status.LIVE, channel=table.channel.id, person=person
    )
    return len(matches) == 1


async def _refuse(driver: Driver, table: Table, match: Match) -> None:
    member = table.player(driver.chance.choice(match.people))
    newest = await driver.world.newest(table.match)
    if button(newest.components, Action.REFUSE):
        await driver.press(table.server, member, newest, Action.REFUSE)


async def _draw(driver: Driver, table: Table, match: Match) -> None:
    """Have one player offer a draw, and all others accept it."""
    active = sorted({match.players[n] for n, seat in enumerate(match.seats) if seat.active})
    first, *others = driver.chance.sample(active, len(active))
    await offer_draw(driver, table, table.player(first))
    if (await driver.load(table)).offer is None:
        return  # offered on this move already, or nothing to agree on
    for person in others:
        if driver.chance.random() < 0.5:
            await driver.command(table, table.player(person), "accept")
        else:
            newest = await driver.world.newest(table.match)
            await driver.press(table.server, table.player(person), newest, Action.AGREE)
    assert (await driver.load(table)).outcome is not None, f"#{table.match}: no draw"
    driver.done["draw accepted"] += 1


async def offer_draw(driver: Driver, table: Table, member: MemberActor) -> None:
    """Have a member offer a draw, in a random way, if that is possible now."""
    board = await driver.board(table)
    if driver.chance.random() < 0.5 and button(board.components, Action.DRAW):
        asked = answers(await driver.press(table.server, member, board, Action.DRAW))
    else:
        asked = await driver.command(table, member, "draw")
    if button(asked[0].components, Action.DRAW_NOW):
        await driver.press(table.server, member, asked[0], Action.DRAW_NOW)


async def _abort(driver: Driver, table: Table, match: Match) -> None:
    member = table.player(driver.chance.choice(match.people))
    if driver.chance.random() < 0.5:
        panel = await driver.press(table.server, member, await driver.board(table), Action.MORE)
        asked = await driver.press(table.server, member, answers(panel)[0], Action.ABORT)
        question = answers(asked)[0]
        driver.done["more"] += 1
    else:
        (question, *_) = await driver.command(table, member, "abort")
    await driver.press(table.server, member, question, Action.ABORT_NOW)
    assert (await driver.load(table)).status is Status.OVER, f"#{table.match} is not aborted"
    driver.done["abort"] += 1


async def _time_out(driver: Driver, table: Table) -> None:
    """Let the time run out; an opponent claims the game, or it ends by itself."""
    for _ in range(20):
        match = await driver.load(table)
        if match.deadline is None or match.status is Status.OVER:
            break
        left = match.deadline - driver.world.env.now()
        if match.time.claimed and match.timing.flagged:
            await _claim(driver, table, match)
            continue
        await driver.world.wait(max(left, timedelta()) / 2 + timedelta(seconds=1))
    driver.done["time-out"] += 1


async def _claim(driver: Driver, table: Table, match: Match) -> None:
    turn = match.seats[match.position.turn]
    rivals = [
        match.players[n] for n, s in enumerate(match.seats) if s.team != turn.team and s.active
    ]
    member = table.player(driver.chance.choice(rivals))
    loser = table.player(match.players[match.position.turn])
    notice = await driver.world.newest(table.match)
    if button(notice.components, Action.CLAIM_TIME) and driver.chance.random() < 0.6:
        if loser is not member:
            await driver.press(table.server, loser, notice, Action.CLAIM_TIME)
            driver.done["wrong person"] += 1
        await driver.press(table.server, member, notice, Action.CLAIM_TIME)
    else:
        await driver.command(table, member, "claim")
    driver.done["claim"] += 1


async def decide(driver: Driver, table: Table, match: Match) -> None:
    """Have the server's keeper decide a match; check that a stranger cannot."""
    result = driver.chance.choice(["draw", "none", *(str(seat.name) for seat in match.seats)])
    reason = "12.3.4"
    stranger = driver.stranger(table, match)
    await driver.command(table, stranger, f"admin end {table.match} draw {reason}", about=False)
    assert (await driver.load(table)).events == match.events, "decided by a stranger"
    keeper = table.server.keeper
    if " " not in result and driver.chance.random() < 0.5:
        words = f"admin end {table.match} {result.lower()} {reason}"
        await driver.command(table, keeper, words, about=False)
    else:
        await driver.slash(
            table.server,
            table.channel,
            keeper,
            "admin end",
            match=table.match,
            result=result,
            reason=reason,
        )
    assert len((await driver.load(table)).events) > len(match.events), (
        f"#{table.match} is not decided"
    )
    driver.done["decision"] += 1
