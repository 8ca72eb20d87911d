"""How matches end: by a hand-shake, by giving up, by the clock, by a moderator, or on the board."""

from __future__ import annotations

from datetime import timedelta

from cogs.messages.buttons import Action
from engine.table.match import Match
from engine.table.record import Status
from tests.tournament.hall import Hall, Table
from tests.tournament.reading import answers, button

FATES = (
    "resign",
    "draw",
    "time-out",
    "board",
    "decision",
    "decline",
    "claim",
    "abort",
    "resign",
    "withdraw",
    "draw",
    "lapse",
    "board",
    "expire",
    "resign",
)
"""How matches are to end, in turn."""


async def end(hall: Hall, table: Table) -> None:
    """Ends a match as it is meant to, or by giving it up where that cannot be any more."""
    match = await hall.load(table)
    if table.fate == "draw" and not match.setting_up:
        await _draw(hall, table, match)
    elif table.fate == "abort" and match.may_abort:
        await _abort(hall, table, match)
    elif table.fate in {"time-out", "claim"} and match.on_turn is not None and match.time:
        await _time_out(hall, table)
    elif table.fate == "decision":
        await decide(hall, table, match)
    if (await hall.load(table)).status is not Status.OVER:
        await resign(hall, table)


async def resign(hall: Hall, table: Table) -> None:
    """Everybody but one side gives up, by all ways."""
    for _ in range(len((await hall.load(table)).people)):
        match = await hall.load(table)
        if match.status is Status.OVER:
            return
        if match.outcome is not None:  # something is proposed though it is decided
            await _refuse(hall, table, match)
            continue
        active = {match.people[n] for n, seat in enumerate(match.seats) if seat.active}
        member = table.player(hall.chance.choice(sorted(active)))
        way = hall.chance.choice(("button", "typed", "slash"))
        if way == "typed":
            (question, *_) = await hall.command(table, member, "resign")
            other = hall.opponent(table, match, member.id)
            if not set(match.seats_of(other.id)) & set(match.seats_of(member.id)[:1]):
                await hall.press(table.server, other, question, Action.RESIGN_NOW)
                assert (await hall.load(table)).events == match.events, "resigned by another"
                hall.done["wrong person"] += 1
        elif way == "slash" and await _alone(hall, table, member.id):
            asked = await hall.slash(table.server, table.channel, member, "resign")
            question = answers(asked)[0]
        else:
            asked = await hall.press(table.server, member, await hall.board(table), Action.RESIGN)
            question = answers(asked)[0]
        await hall.press(table.server, member, question, Action.RESIGN_NOW)
        hall.done["resign"] += 1


async def _alone(hall: Hall, table: Table, person: int) -> bool:
    """Whether a person has no other match in the channel."""
    matches = await hall.venue.store.matches(
        status=Status.LIVE, channel=table.channel.id, person=person
    )
    return len(matches) == 1


async def _refuse(hall: Hall, table: Table, match: Match) -> None:
    member = table.player(hall.chance.choice(match.people))
    newest = await hall.venue.newest(table.match)
    if button(newest.components, Action.REFUSE):
        await hall.press(table.server, member, newest, Action.REFUSE)


async def _draw(hall: Hall, table: Table, match: Match) -> None:
    """Offered by one and accepted by all others."""
    active = sorted({match.people[n] for n, seat in enumerate(match.seats) if seat.active})
    first, *others = hall.chance.sample(active, len(active))
    if hall.chance.random() < 0.5:
        await hall.command(table, table.player(first), "draw")
    elif button((await hall.board(table)).components, Action.DRAW):
        await hall.press(table.server, table.player(first), await hall.board(table), Action.DRAW)
    if (await hall.load(table)).offer is None:
        return  # offered on this move already, or nothing to agree on
    for person in others:
        if hall.chance.random() < 0.5:
            await hall.command(table, table.player(person), "accept")
        else:
            newest = await hall.venue.newest(table.match)
            await hall.press(table.server, table.player(person), newest, Action.AGREE)
    assert (await hall.load(table)).outcome is not None, f"#{table.match}: no draw"
    hall.done["draw accepted"] += 1


async def _abort(hall: Hall, table: Table, match: Match) -> None:
    member = table.player(hall.chance.choice(match.people))
    if hall.chance.random() < 0.5:
        panel = await hall.press(table.server, member, await hall.board(table), Action.MORE)
        asked = await hall.press(table.server, member, answers(panel)[0], Action.ABORT)
        question = answers(asked)[0]
        hall.done["more"] += 1
    else:
        (question, *_) = await hall.command(table, member, "abort")
    await hall.press(table.server, member, question, Action.ABORT_NOW)
    assert (await hall.load(table)).status is Status.OVER, f"#{table.match} is not aborted"
    hall.done["abort"] += 1


async def _time_out(hall: Hall, table: Table) -> None:
    """Nobody moves until the time is over; the opponent claims, or it ends by itself."""
    for _ in range(20):
        match = await hall.load(table)
        if match.deadline is None or match.status is Status.OVER:
            break
        left = match.deadline - hall.venue.env.now()
        if match.time.claimed and match.flagged:
            await _claim(hall, table, match)
            continue
        await hall.venue.wait(max(left, timedelta()) / 2 + timedelta(seconds=1))
    hall.done["time-out"] += 1


async def _claim(hall: Hall, table: Table, match: Match) -> None:
    turn = match.seats[match.position.turn]
    rivals = [
        match.people[n] for n, s in enumerate(match.seats) if s.team != turn.team and s.active
    ]
    member = table.player(hall.chance.choice(rivals))
    loser = table.player(match.people[match.position.turn])
    notice = await hall.venue.newest(table.match)
    if button(notice.components, Action.CLAIM_TIME) and hall.chance.random() < 0.6:
        if loser is not member:
            await hall.press(table.server, loser, notice, Action.CLAIM_TIME)
            hall.done["wrong person"] += 1
        await hall.press(table.server, member, notice, Action.CLAIM_TIME)
    else:
        await hall.command(table, member, "claim")
    hall.done["claim"] += 1


async def decide(hall: Hall, table: Table, match: Match) -> None:
    """The server's keeper decides, before or after the end; nobody else can."""
    result = hall.chance.choice(["draw", "none", *(str(seat.name) for seat in match.seats)])
    reason = "12.3.4"
    stranger = hall.stranger(table, match)
    await hall.command(table, stranger, f"admin end {table.match} draw {reason}", about=False)
    assert (await hall.load(table)).events == match.events, "decided by a stranger"
    keeper = table.server.keeper
    if " " not in result and hall.chance.random() < 0.5:
        words = f"admin end {table.match} {result.lower()} {reason}"
        await hall.command(table, keeper, words, about=False)
    else:
        await hall.slash(
            table.server,
            table.channel,
            keeper,
            "admin end",
            match=table.match,
            result=result,
            reason=reason,
        )
    assert len((await hall.load(table)).events) > len(match.events), (
        f"#{table.match} is not decided"
    )
    hall.done["decision"] += 1
