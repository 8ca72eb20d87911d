"""Incidents in a match: offers, mistakes, chat, followers, settings, outages."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import timedelta

from simcord import MemberActor

from cogs.language.actions import Action
from engine.table.match import Match
from engine.table.match_state import TAKEBACK
from engine.table.record import Kind, Status
from tools.random_members import endings, moving
from tools.random_members.components import answers, button, control
from tools.random_members.driver import Driver, Table

Incident = Callable[[Driver, Table], Awaitable[None]]

CHAT = (
    "what a lovely board",
    "I had 3 coffees today",
    "brb",
    "@everyone look at this",
    "<@&1> is anybody there?",
    "gg 1-0",
    "1-0",
    "99-98",
    "a1",
    "🙂",
)

NONSENSE = (
    "1-1-1",
    "32-",
    "a1-z99",
    "huff",
    "force",
    "=",
    "@a1",
    "play something",
    "{move}",
    "`32-28`",
    "0-0-0",
    "resgin",
    "-5",
    "9999999999999999999999",
)


async def _unchanged(driver: Driver, table: Table, before: Match) -> None:
    """Check that the match has not changed, except for reminders."""
    after = await driver.load(table)
    new = [event for event in after.events[len(before.events) :] if event.kind is not Kind.REMIND]
    assert after.events[: len(before.events)] == before.events, f"#{table.match}"
    assert not new, f"#{table.match}: {new}"


# Mistakes


async def wrong_person(driver: Driver, table: Table) -> None:
    """Have others type a move and press the players' buttons; check that nothing changes."""
    match = await driver.load(table)
    text = moving.chosen(driver, match.position)
    stranger = driver.stranger(table, match)
    for member in (stranger, _waiting(driver, table, match)):
        await driver.command(table, member, text)
        await moving.by_tap(driver, table, member, text)
    for action in (Action.RESIGN, Action.DRAW):
        board = await driver.board(table)
        if button(board.components, action):
            await driver.press(table.server, stranger, board, action)
    await _unchanged(driver, table, match)


def _waiting(driver: Driver, table: Table, match: Match) -> MemberActor:
    """Return a player whose turn it is not."""
    turn = match.players[match.position.turn]
    return table.player(driver.chance.choice([p for p in match.people if p != turn]))


async def nonsense(driver: Driver, table: Table) -> None:
    """Enter texts that are no moves, in every way; check that nothing changes."""
    match = await driver.load(table)
    member = table.player(match.players[match.position.turn])
    for text in driver.chance.sample(NONSENSE, 3):
        if not match.position.notation.is_notation(text):
            await driver.command(table, member, text)
    await driver.slash(
        table.server, table.channel, member, "move", move=driver.chance.choice(NONSENSE[:6])
    )
    await moving.fill_in(driver, table, member, "nowhere")
    await _unchanged(driver, table, match)


async def chat(driver: Driver, table: Table) -> None:
    """Chat; check that nothing changes and nobody is answered."""
    match = await driver.load(table)
    stranger = driver.stranger(table, match)
    for text in driver.chance.sample(CHAT, 3):
        if await driver.world.store.matches(
            status=Status.LIVE, channel=table.channel.id, person=stranger.id
        ):
            break
        replies = await driver.say(table.server, table.channel, stranger, text)
        assert not replies, f"{text!r} is answered {[reply.content for reply in replies]}"
    await _unchanged(driver, table, match)


async def half_typed(driver: Driver, table: Table) -> None:
    """Type only a piece's square, which is answered with the piece's targets."""
    match = await driver.load(table)
    position = match.position
    member = table.player(match.players[position.turn])
    starts = [move.path[0] for move in position.legal_moves() if move.path]
    if not starts:
        return
    point = position.board.names[driver.chance.choice(starts)]
    for reply in await driver.command(table, member, point):
        if button(reply.components, Action.SHOW):
            await driver.press(table.server, member, reply, Action.SHOW)
    await _unchanged(driver, table, match)


async def stale(driver: Driver, table: Table) -> None:
    """Press a button of an old panel; check that the match does not change."""
    match = await driver.load(table)
    member = table.player(match.players[match.position.turn])
    panel = answers(
        await driver.press(table.server, member, await driver.board(table), Action.MORE)
    )[0]
    confirm = (await driver.world.bot.preferences.person(member.id)).confirm
    shown = await moving.by_slash(driver, table, member, moving.chosen(driver, match.position))
    if confirm and any(control(each.components, moving.SURE) for each in shown):
        await moving.typed(driver, table, member, moving.chosen(driver, match.position))
    await moving.answer(driver, table, member, shown)
    before = await driver.load(table)
    if before.status is not Status.LIVE or before.setting_up:
        return
    if button(panel.components, Action.ABORT):
        asked = answers(await driver.press(table.server, member, panel, Action.ABORT))
        assert asked
    await _unchanged(driver, table, before)


# Offers


async def draw_declined(driver: Driver, table: Table) -> None:
    """Offer a draw, which another player declines."""
    match = await driver.load(table)
    member = await _offered(driver, table, match)
    if member is None:
        return
    other = _active_other(driver, table, match, member)
    if driver.chance.random() < 0.5:
        await driver.command(table, other, "decline")
    else:
        await driver.press(
            table.server, other, await driver.world.newest(table.match), Action.REFUSE
        )
    assert (await driver.load(table)).offer is None


async def draw_withdrawn(driver: Driver, table: Table) -> None:
    """Offer a draw and withdraw it; check that another player cannot."""
    match = await driver.load(table)
    member = await _offered(driver, table, match)
    if member is None:
        return
    offer = await driver.world.newest(table.match)
    other = _active_other(driver, table, match, member)
    await driver.press(table.server, other, offer, Action.RECALL)
    assert (await driver.load(table)).offer is not None
    if driver.chance.random() < 0.5:
        await driver.command(table, member, "withdraw")
    else:
        await driver.press(table.server, member, offer, Action.RECALL)
    assert (await driver.load(table)).offer is None


async def draw_lapses(driver: Driver, table: Table) -> None:
    """Offer a draw, which lapses when the other player plays on."""
    if await _offered(driver, table, await driver.load(table)) is not None:
        match = await driver.load(table)
        if match.offer and match.players[match.position.turn] not in match.offer.agreed:
            await moving.move(driver, table)
            after = await driver.load(table)
            assert after.offer is None or after.offer.number > match.offer.number


async def _offered(driver: Driver, table: Table, match: Match) -> MemberActor | None:
    """Have a player offer a draw; return that player, None if no offer is open then."""
    people = sorted({match.players[n] for n, seat in enumerate(match.seats) if seat.active})
    member = table.player(driver.chance.choice(people))
    await endings.offer_draw(driver, table, member)
    offer = (await driver.load(table)).offer
    stands = offer is not None and offer.by == member.id and not match.offer
    return member if stands else None


def _active_other(driver: Driver, table: Table, match: Match, member: MemberActor) -> MemberActor:
    active = {match.players[n] for n, seat in enumerate(match.seats) if seat.active}
    return table.player(driver.chance.choice(sorted(active - {member.id})))


async def takeback(driver: Driver, table: Table) -> None:
    """Ask to take back a turn, which the others accept or one declines."""
    if not (await driver.load(table)).turns:
        await moving.move(driver, table)
    match = await driver.load(table)
    if match.status is not Status.LIVE or match.outcome is not None:
        return
    movers = sorted({event.person for event in match.turns if event.person is not None})
    active = {match.players[n] for n, seat in enumerate(match.seats) if seat.active}
    movers = [person for person in movers if person in active]
    if not movers or match.offer:
        return
    member = table.player(driver.chance.choice(movers))
    way = driver.chance.choice(("panel", "typed"))
    if way == "panel":
        panel = await driver.press(table.server, member, await driver.board(table), Action.MORE)
        await driver.press(table.server, member, answers(panel)[0], Action.TAKEBACK)
        driver.done["more"] += 1
    else:
        await driver.command(table, member, "takeback")
    offer = (await driver.load(table)).offer
    if offer is None or not offer.agreement.name.startswith(TAKEBACK):
        return
    for person in sorted(active - {member.id}):
        other = table.player(person)
        newest = await driver.world.newest(table.match)
        ways = ["accept", "accept", "typed", *["decline"] * bool(driver.done["takeback agreed"])]
        way = driver.chance.choice(ways)
        if way == "decline":
            await driver.press(table.server, other, newest, Action.REFUSE)
            driver.done["takeback declined"] += 1
            return
        if way == "typed":
            await driver.command(table, other, "takeback")
        else:
            await driver.press(table.server, other, newest, Action.AGREE)
    after = await driver.load(table)
    number = int(offer.agreement.name.removeprefix(TAKEBACK))
    assert after.position == match.until(number - 1).position, f"#{table.match}: not taken back"
    driver.done["takeback agreed"] += 1


# Watchers


async def follows(driver: Driver, table: Table) -> None:
    """Have a stranger follow the match by a command or by the panel, and perhaps stop."""
    match = await driver.load(table)
    stranger = driver.stranger(table, match)
    driver.audit.followed[table.match].add(stranger.id)
    told = driver.chance.choice(("end", "turns"))
    if driver.chance.random() < 0.5:
        await driver.slash(
            table.server, table.channel, stranger, "match follow", match=table.match, told=told
        )
    else:
        panel = await driver.press(table.server, stranger, await driver.board(table), Action.MORE)
        asked = await driver.press(table.server, stranger, answers(panel)[0], Action.FOLLOW)
        choice = answers(asked)[0]
        both = (Action.FOLLOW_TURNS, Action.FOLLOW_END)
        action = next(each for each in both if button(choice.components, each))
        await driver.press(table.server, stranger, choice, action)
        driver.done["more"] += 1
    assert stranger.id in await driver.world.store.followers.of(table.match)
    if driver.chance.random() < 0.3:
        await driver.command(table, stranger, f"unfollow {table.match}", about=False)
        assert stranger.id not in await driver.world.store.followers.of(table.match)


async def looks(driver: Driver, table: Table) -> None:
    """Look at legal moves, the board from the other side, lists and the match."""
    match = await driver.load(table)
    member = driver.chance.choice(list(table.server.members.values()))
    board = await driver.board(table)
    for action in (Action.LEGAL, Action.FLIP, Action.WHOLE, Action.MORE):
        if button(board.components, action):
            await driver.press(table.server, member, board, action)
    command = driver.chance.choice(("games", "lobby", "match show", "match board", "help"))
    options = {"match": table.match} if command == "match show" else {}
    if command != "match board" or member.id in match.people:
        await driver.slash(table.server, table.channel, member, command, **options)
    await _unchanged(driver, table, await driver.load(table))


# Persons


async def sets(driver: Driver, table: Table) -> None:
    """Change a member's settings and, as the keeper, those of the server."""
    member = driver.chance.choice(list(table.server.members.values()))
    words = driver.chance.choice(
        (
            "theme slate",
            "confirm on",
            "confirm off",
            "pings off",
            "pings on",
            "side on",
            "theme server",
        )
    )
    if words == "pings off":
        driver.audit.hushed.add(member.id)
    if driver.chance.random() < 0.5:
        await driver.slash(table.server, table.channel, member, "settings", words=words)
    else:
        await driver.command(table, member, f"settings {words}", about=False)
    theme = driver.chance.choice(("wood", "slate"))
    await driver.command(table, member, f"settings server theme {theme}", about=False)
    await driver.command(table, table.server.keeper, f"settings server theme {theme}", about=False)
    assert driver.world.bot.preferences.server(table.server.guild.id).theme == theme


async def blocks(driver: Driver, table: Table) -> None:
    """Block a member, check that their challenge is refused, and unblock them."""
    blocker, blocked = driver.chance.sample(list(table.server.members.values()), 2)
    if driver.chance.random() < 0.5:
        await driver.slash(table.server, table.channel, blocker, "people block", person=blocked)
    else:
        await driver.command(table, blocker, f"block {blocked.mention}", about=False)
    before = len(await driver.world.store.matches(status=Status.CHALLENGE))
    words = f"challenge {blocker.mention} assaut soldiers"
    await driver.command(table, blocked, words, about=False)
    assert len(await driver.world.store.matches(status=Status.CHALLENGE)) == before
    await driver.command(table, blocker, f"unblock {blocked.mention}", about=False)


async def holidays(driver: Driver, table: Table) -> None:
    """Have a player go on holiday, and come back."""
    match = await driver.load(table)
    member = table.player(driver.chance.choice(match.people))
    await driver.command(table, member, "holiday 1", about=False)
    if driver.chance.random() < 0.5:
        await driver.world.wait(timedelta(minutes=1))
    await driver.slash(table.server, table.channel, member, "holiday", days=0)


# Trouble


async def restarts(driver: Driver, _table: Table) -> None:
    """Restart the bot."""
    await driver.world.restart()


async def typed_while_away(driver: Driver, table: Table) -> None:
    """Type a move while the bot is away, and start the bot again."""
    match = await driver.load(table)
    member = table.player(match.players[match.position.turn])
    away = driver.chance.choice((5, 90, 600))
    position = match.position
    texts = [
        position.write(m) for m in position.legal_moves() if position.claiming.warning(m) is None
    ]
    await driver.world.leave()
    await driver.world.pause(away)
    if texts:
        await driver.say(table.server, table.channel, member, driver.chance.choice(texts))
    await driver.world.restart()


async def failing(driver: Driver, table: Table) -> None:
    """Have Discord refuse a board once; then have a player ask for it."""
    match = await driver.load(table)
    member = table.player(match.players[match.position.turn])
    path = f"/channels/{table.channel.id}/messages"
    driver.world.env.inject_error("POST", path, status=403, code=50013)
    shown = await moving.by_slash(driver, table, member, moving.chosen(driver, match.position))
    await moving.answer(driver, table, member, shown)
    driver.world.env.backend.faults.clear()
    last = [post for post in await driver.world.store.outbox.posts(table.match) if post.message][-1]
    above = driver.world.message(last.channel, last.message or 0)
    await driver.say(table.server, table.channel, member, f"{driver.me} board", above)


async def forbidden(driver: Driver, table: Table) -> None:
    """Deny the bot the permission to post in the channel for a while."""
    await driver.world.forbid(table.channel, "send_messages", "attach_files")
    match = await driver.load(table)
    member = table.player(match.players[match.position.turn])
    shown = await moving.by_slash(driver, table, member, moving.chosen(driver, match.position))
    await moving.answer(driver, table, member, shown)
    await driver.world.forbid(table.channel)
    await driver.world.wait(timedelta(minutes=1, seconds=1))


async def waits(driver: Driver, _table: Table) -> None:
    """Let some time pass."""
    await driver.world.wait(timedelta(minutes=driver.chance.choice((1, 2, 3))))


# When it is over


async def rematch(driver: Driver, table: Table) -> Table | None:
    """Ask for a rematch, which the others accept; return its table, None if it is refused."""
    match = await driver.load(table)
    first = table.player(driver.chance.choice(match.people))
    newest = await driver.world.newest(table.match)
    if driver.chance.random() < 0.5 and button(newest.components, Action.REMATCH):
        await driver.press(table.server, first, newest, Action.REMATCH)
    else:
        order = driver.chance.choice(("", " loser", " same", " random"))
        await driver.command(table, first, f"rematch{order}")
    found = [
        m
        for m in await driver.world.store.matches(status=Status.CHALLENGE, channel=table.channel.id)
        if m.previous == table.match
    ]
    if not found:
        return None
    again = Table(found[0].id, table.server, table.channel, "resign", 2)
    for person in dict.fromkeys(match.people):
        if person != first.id:
            shown = await driver.world.newest(again.match)
            await driver.press(table.server, table.player(person), shown, Action.ACCEPT)
    assert (await driver.load(again)).status is Status.LIVE, f"#{again.match}: no rematch"
    return again


async def decided_anew(driver: Driver, table: Table) -> None:
    """Change the result of a match that is over, as the keeper."""
    await endings.decide(driver, table, await driver.load(table))


async def steps_through(driver: Driver, table: Table) -> None:
    """Step through a match that is over."""
    member = driver.chance.choice(list(table.server.members.values()))
    shown = await driver.slash(table.server, table.channel, member, "match show", match=table.match)
    layout = answers(shown)[0]
    if button(layout.components, Action.VIEW):
        viewer = answers(await driver.press(table.server, member, layout, Action.VIEW))[0]
        for action in (Action.FIRST, Action.NEXT, Action.LAST):
            if button(viewer.components, action):
                await driver.press(table.server, member, viewer, action)
    await driver.press(table.server, member, await driver.world.newest(table.match), Action.MORE)


INCIDENTS: tuple[Incident, ...] = (
    wrong_person,
    nonsense,
    chat,
    half_typed,
    stale,
    draw_declined,
    draw_withdrawn,
    draw_lapses,
    takeback,
    takeback,
    follows,
    looks,
    sets,
    blocks,
    holidays,
    restarts,
    typed_while_away,
    failing,
    forbidden,
    waits,
)
"""The incidents that may happen in a live match; one listed twice is drawn more often."""
