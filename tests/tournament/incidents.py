"""What else happens at a table: offers, mistakes, chat, watchers, settings, and trouble."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import timedelta

from simcord import MemberActor

from cogs.messages.buttons import Action
from engine.table.match import Match
from engine.table.offers import TAKEBACK
from engine.table.record import Status
from tests.tournament import endings, moving
from tests.tournament.hall import Hall, Table
from tests.tournament.reading import answers, button, control

Incident = Callable[[Hall, Table], Awaitable[None]]

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
    "frisian",
    "0-0-0",
    "resgin",
    "-5",
    "9999999999999999999999",
)


async def _unchanged(hall: Hall, table: Table, before: Match) -> None:
    """Nothing may have come of it in the match."""
    after = await hall.load(table)
    assert after.events == before.events, f"#{table.match}: {after.events[len(before.events) :]}"


# Mistakes


async def wrong_person(hall: Hall, table: Table) -> None:
    """Somebody else types the move, and presses what is not theirs."""
    match = await hall.load(table)
    text = moving.chosen(hall, match.position)
    stranger = hall.stranger(table, match)
    for member in (stranger, _waiting(hall, table, match)):
        await hall.command(table, member, text)
        await hall.press(table.server, member, await hall.board(table), Action.MOVE)
    for action in (Action.RESIGN, Action.DRAW):
        board = await hall.board(table)
        if button(board.components, action):
            await hall.press(table.server, stranger, board, action)
    await _unchanged(hall, table, match)


def _waiting(hall: Hall, table: Table, match: Match) -> MemberActor:
    """A player who is not on turn."""
    turn = match.people[match.position.turn]
    return table.player(hall.chance.choice([p for p in match.people if p != turn]))


async def nonsense(hall: Hall, table: Table) -> None:
    """Whoever's turn it is types what is no move, in every way."""
    match = await hall.load(table)
    member = table.player(match.people[match.position.turn])
    for text in hall.chance.sample(NONSENSE, 3):
        if not match.position.notation.is_notation(text):
            await hall.command(table, member, text)
    await hall.slash(
        table.server, table.channel, member, "move", move=hall.chance.choice(NONSENSE[:6])
    )
    form = await hall.press(table.server, member, await hall.board(table), Action.MOVE)
    await hall.fill(table.server, member, form, "nowhere")
    await _unchanged(hall, table, match)


async def chat(hall: Hall, table: Table) -> None:
    """People talk, which moves nothing and gets no answer."""
    match = await hall.load(table)
    stranger = hall.stranger(table, match)
    for text in hall.chance.sample(CHAT, 3):
        if await hall.venue.store.matches(
            status=Status.LIVE, channel=table.channel.id, person=stranger.id
        ):
            break
        replies = await hall.say(table.server, table.channel, stranger, text)
        assert not replies, f"{text!r} is answered {[reply.content for reply in replies]}"
    await _unchanged(hall, table, match)


async def half_typed(hall: Hall, table: Table) -> None:
    """Only where a piece stands is typed: the bot shows where it can go."""
    match = await hall.load(table)
    position = match.position
    member = table.player(match.people[position.turn])
    starts = [move.path[0] for move in position.legal_moves() if move.path]
    if not starts:
        return
    point = position.board.names[hall.chance.choice(starts)]
    for reply in await hall.command(table, member, point):
        if button(reply.components, Action.SHOW):
            await hall.press(table.server, member, reply, Action.SHOW)
    await _unchanged(hall, table, match)


async def stale(hall: Hall, table: Table) -> None:
    """A panel and a question are kept open while the match goes on, and pressed then."""
    match = await hall.load(table)
    member = table.player(match.people[match.position.turn])
    panel = answers(await hall.press(table.server, member, await hall.board(table), Action.MORE))[0]
    confirm = (await hall.venue.bot.preferences.person(member.id)).confirm
    shown = await moving.by_slash(hall, table, member, moving.chosen(hall, match.position))
    if confirm and any(control(each.components, moving.SURE) for each in shown):
        await moving.typed(hall, table, member, moving.chosen(hall, match.position))
    await moving.answer(hall, table, member, shown)
    before = await hall.load(table)
    if before.status is not Status.LIVE or before.setting_up:
        return
    if button(panel.components, Action.ABORT):
        asked = answers(await hall.press(table.server, member, panel, Action.ABORT))
        assert asked
    await _unchanged(hall, table, before)


# Offers


async def draw_declined(hall: Hall, table: Table) -> None:
    """A draw is offered, and declined by one of those asked."""
    match = await hall.load(table)
    member = await _offered(hall, table, match)
    if member is None:
        return
    other = _active_other(hall, table, match, member)
    if hall.chance.random() < 0.5:
        await hall.command(table, other, "decline")
    else:
        await hall.press(table.server, other, await hall.venue.newest(table.match), Action.REFUSE)
    assert (await hall.load(table)).offer is None


async def draw_withdrawn(hall: Hall, table: Table) -> None:
    """A draw is offered and withdrawn, by the member who offered it alone."""
    match = await hall.load(table)
    member = await _offered(hall, table, match)
    if member is None:
        return
    offer = await hall.venue.newest(table.match)
    other = _active_other(hall, table, match, member)
    await hall.press(table.server, other, offer, Action.RECALL)
    assert (await hall.load(table)).offer is not None
    if hall.chance.random() < 0.5:
        await hall.command(table, member, "withdraw")
    else:
        await hall.press(table.server, member, offer, Action.RECALL)
    assert (await hall.load(table)).offer is None


async def draw_lapses(hall: Hall, table: Table) -> None:
    """A draw is offered, and the other simply plays on."""
    if await _offered(hall, table, await hall.load(table)) is not None:
        match = await hall.load(table)
        if match.offer and match.people[match.position.turn] not in match.offer.agreed:
            await moving.move(hall, table)
            after = await hall.load(table)
            assert after.offer is None or after.offer.number > match.offer.number


async def _offered(hall: Hall, table: Table, match: Match) -> MemberActor | None:
    """Somebody offers a draw; None where they may not now."""
    people = sorted({match.people[n] for n, seat in enumerate(match.seats) if seat.active})
    member = table.player(hall.chance.choice(people))
    board = await hall.board(table)
    if hall.chance.random() < 0.5 and button(board.components, Action.DRAW):
        await hall.press(table.server, member, board, Action.DRAW)
    else:
        await hall.command(table, member, "draw")
    offer = (await hall.load(table)).offer
    stands = offer is not None and offer.by == member.id and not match.offer
    return member if stands else None


def _active_other(hall: Hall, table: Table, match: Match, member: MemberActor) -> MemberActor:
    active = {match.people[n] for n, seat in enumerate(match.seats) if seat.active}
    return table.player(hall.chance.choice(sorted(active - {member.id})))


async def takeback(hall: Hall, table: Table) -> None:
    """A turn is taken back by consent, or that is declined."""
    if not (await hall.load(table)).turns:
        await moving.move(hall, table)
    match = await hall.load(table)
    if match.status is not Status.LIVE or match.outcome is not None:
        return
    movers = sorted({event.person for event in match.turns if event.person is not None})
    active = {match.people[n] for n, seat in enumerate(match.seats) if seat.active}
    movers = [person for person in movers if person in active]
    if not movers or match.offer:
        return
    member = table.player(hall.chance.choice(movers))
    way = hall.chance.choice(("panel", "typed"))
    if way == "panel":
        panel = await hall.press(table.server, member, await hall.board(table), Action.MORE)
        await hall.press(table.server, member, answers(panel)[0], Action.TAKEBACK)
        hall.done["more"] += 1
    else:
        await hall.command(table, member, "takeback")
    offer = (await hall.load(table)).offer
    if offer is None or not offer.agreement.name.startswith(TAKEBACK):
        return
    for person in sorted(active - {member.id}):
        other = table.player(person)
        newest = await hall.venue.newest(table.match)
        ways = ["accept", "accept", "typed", *["decline"] * bool(hall.done["takeback agreed"])]
        way = hall.chance.choice(ways)
        if way == "decline":
            await hall.press(table.server, other, newest, Action.REFUSE)
            hall.done["takeback declined"] += 1
            return
        if way == "typed":
            await hall.command(table, other, "takeback")
        else:
            await hall.press(table.server, other, newest, Action.AGREE)
    after = await hall.load(table)
    number = int(offer.agreement.name.removeprefix(TAKEBACK))
    assert after.position == match.until(number - 1).position, f"#{table.match}: not taken back"
    hall.done["takeback agreed"] += 1


# Watchers


async def follows(hall: Hall, table: Table) -> None:
    """Somebody follows the match, by a command or by the panel, and perhaps no more."""
    match = await hall.load(table)
    stranger = hall.stranger(table, match)
    hall.audit.followed[table.match].add(stranger.id)
    told = hall.chance.choice(("end", "turns"))
    if hall.chance.random() < 0.5:
        await hall.slash(
            table.server, table.channel, stranger, "follow", match=table.match, told=told
        )
    else:
        panel = await hall.press(table.server, stranger, await hall.board(table), Action.MORE)
        asked = await hall.press(table.server, stranger, answers(panel)[0], Action.FOLLOW)
        choice = answers(asked)[0]
        both = (Action.FOLLOW_TURNS, Action.FOLLOW_END)
        action = next(each for each in both if button(choice.components, each))
        await hall.press(table.server, stranger, choice, action)
        hall.done["more"] += 1
    assert stranger.id in await hall.venue.store.followers.of(table.match)
    if hall.chance.random() < 0.3:
        await hall.command(table, stranger, f"unfollow {table.match}", about=False)
        assert stranger.id not in await hall.venue.store.followers.of(table.match)


async def looks(hall: Hall, table: Table) -> None:
    """Somebody looks: at what can be played, from the other side, at lists and at the match."""
    match = await hall.load(table)
    member = hall.chance.choice(list(table.server.members.values()))
    board = await hall.board(table)
    for action in (Action.LEGAL, Action.FLIP, Action.WHOLE, Action.MORE):
        if button(board.components, action):
            await hall.press(table.server, member, board, action)
    command = hall.chance.choice(("games", "lobby", "match", "board", "help"))
    options = {"match": table.match} if command == "match" else {}
    if command != "board" or member.id in match.people:
        await hall.slash(table.server, table.channel, member, command, **options)
    await _unchanged(hall, table, await hall.load(table))


# Persons


async def sets(hall: Hall, table: Table) -> None:
    """Somebody changes their settings, and the keeper those of the server."""
    member = hall.chance.choice(list(table.server.members.values()))
    words = hall.chance.choice(
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
        hall.audit.hushed.add(member.id)
    if hall.chance.random() < 0.5:
        await hall.slash(table.server, table.channel, member, "settings", words=words)
    else:
        await hall.command(table, member, f"settings {words}", about=False)
    theme = hall.chance.choice(("wood", "slate"))
    await hall.command(table, member, f"settings server theme {theme}", about=False)
    await hall.command(table, table.server.keeper, f"settings server theme {theme}", about=False)
    assert hall.venue.bot.preferences.server(table.server.guild.id).theme == theme


async def blocks(hall: Hall, table: Table) -> None:
    """Somebody blocks another, whose challenge is refused then."""
    blocker, blocked = hall.chance.sample(list(table.server.members.values()), 2)
    if hall.chance.random() < 0.5:
        await hall.slash(table.server, table.channel, blocker, "block", person=blocked)
    else:
        await hall.command(table, blocker, f"block {blocked.mention}", about=False)
    before = len(await hall.venue.store.matches(status=Status.CHALLENGE))
    words = f"challenge {blocker.mention} assaut soldiers"
    await hall.command(table, blocked, words, about=False)
    assert len(await hall.venue.store.matches(status=Status.CHALLENGE)) == before
    await hall.command(table, blocker, f"unblock {blocked.mention}", about=False)


async def holidays(hall: Hall, table: Table) -> None:
    """Somebody goes on holiday, and comes back."""
    match = await hall.load(table)
    member = table.player(hall.chance.choice(match.people))
    await hall.command(table, member, "holiday 1", about=False)
    if hall.chance.random() < 0.5:
        await hall.venue.wait(timedelta(minutes=1))
    await hall.slash(table.server, table.channel, member, "holiday", days=0)


# Trouble


async def restarts(hall: Hall, _table: Table) -> None:
    """The bot's process begins anew."""
    await hall.venue.restart()


async def typed_while_away(hall: Hall, table: Table) -> None:
    """The bot is away while somebody moves, and reads it when it is back."""
    match = await hall.load(table)
    member = table.player(match.people[match.position.turn])
    away = hall.chance.choice((5, 90, 600))
    position = match.position
    texts = [
        position.write(m) for m in position.legal_moves() if position.claiming.warning(m) is None
    ]
    await hall.venue.leave()
    await hall.venue.pause(away)
    if texts:
        await hall.say(table.server, table.channel, member, hall.chance.choice(texts))
    await hall.venue.restart()


async def failing(hall: Hall, table: Table) -> None:
    """Discord refuses a board for once; it is posted when a player asks for it."""
    match = await hall.load(table)
    member = table.player(match.people[match.position.turn])
    path = f"/channels/{table.channel.id}/messages"
    hall.venue.env.inject_error("POST", path, status=403, code=50013)
    shown = await moving.by_slash(hall, table, member, moving.chosen(hall, match.position))
    await moving.answer(hall, table, member, shown)
    hall.venue.env.backend.faults.clear()
    last = [post for post in await hall.venue.store.outbox.posts(table.match) if post.message][-1]
    above = hall.venue.message(last.channel, last.message or 0)
    await hall.say(table.server, table.channel, member, f"{hall.me} board", above)


async def forbidden(hall: Hall, table: Table) -> None:
    """The bot may not post in the channel for a while."""
    await hall.venue.forbid(table.channel, "send_messages", "attach_files")
    match = await hall.load(table)
    member = table.player(match.people[match.position.turn])
    shown = await moving.by_slash(hall, table, member, moving.chosen(hall, match.position))
    await moving.answer(hall, table, member, shown)
    await hall.venue.forbid(table.channel)
    await hall.venue.wait(timedelta(minutes=1, seconds=1))


async def waits(hall: Hall, _table: Table) -> None:
    """Some time passes."""
    await hall.venue.wait(timedelta(minutes=hall.chance.choice((1, 2, 3))))


# When it is over


async def rematch(hall: Hall, table: Table) -> Table | None:
    """Somebody asks for a rematch, and the others accept it: the table of it."""
    match = await hall.load(table)
    first = table.player(hall.chance.choice(match.people))
    newest = await hall.venue.newest(table.match)
    if hall.chance.random() < 0.5 and button(newest.components, Action.REMATCH):
        await hall.press(table.server, first, newest, Action.REMATCH)
    else:
        order = hall.chance.choice(("", " loser", " same", " random"))
        await hall.command(table, first, f"rematch{order}")
    found = [
        m
        for m in await hall.venue.store.matches(status=Status.CHALLENGE, channel=table.channel.id)
        if m.previous == table.match
    ]
    if not found:
        return None
    again = Table(found[0].id, table.server, table.channel, "resign", 2)
    for person in dict.fromkeys(match.people):
        if person != first.id:
            shown = await hall.venue.newest(again.match)
            await hall.press(table.server, table.player(person), shown, Action.ACCEPT)
    assert (await hall.load(again)).status is Status.LIVE, f"#{again.match}: no rematch"
    return again


async def decided_anew(hall: Hall, table: Table) -> None:
    """The keeper changes the result of a match that is over."""
    await endings.decide(hall, table, await hall.load(table))


async def steps_through(hall: Hall, table: Table) -> None:
    """Somebody looks through a match that is over."""
    member = hall.chance.choice(list(table.server.members.values()))
    shown = await hall.slash(table.server, table.channel, member, "match", match=table.match)
    layout = answers(shown)[0]
    if button(layout.components, Action.VIEW):
        viewer = answers(await hall.press(table.server, member, layout, Action.VIEW))[0]
        for action in (Action.FIRST, Action.NEXT, Action.LAST):
            if button(viewer.components, action):
                await hall.press(table.server, member, viewer, action)
    await hall.press(table.server, member, await hall.venue.newest(table.match), Action.MORE)


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
"""What may happen at a table that is being played."""
