"""How members move: typed, addressed, as a reply, by slash command and by form; and set up."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable

from simcord import MemberActor, ResponseMessage

from cogs.messages.buttons import Action
from engine import Move, Position
from engine.table.match import Match
from tests.tournament.hall import Hall, Table
from tests.tournament.reading import answers, control

PICK, SURE = "damier:menu-pick:", "damier:text-sure:"

LOOKED_AT = 60
"""Moves of a position that a member thinks about, at most."""

BOLD = 0.05
"""How often a member plays what they would be warned of."""


def chosen(hall: Hall, position: Position) -> str:
    """A legal move in notation: a capture where there is one, so that games come to an end."""
    moves = list(position.legal_moves())
    hall.chance.shuffle(moves)
    moves = moves[:LOOKED_AT]
    careful = [move for move in moves if position.claiming.warning(move) is None]
    if careful and hall.chance.random() > BOLD:
        moves = careful
    return position.write(max(moves, key=_promise))


def _promise(move: Move) -> int:
    return len(move.captured) + len(move.removed)


async def move(hall: Hall, table: Table) -> None:
    """Whoever's turn it is moves, by one of all ways."""
    match = await hall.load(table)
    member = table.player(match.people[match.position.turn])
    text = chosen(hall, match.position)
    ways = (typed, typed, typed, addressed, replied, by_slash, by_form)
    way = hall.chance.choice(ways)
    shown = await way(hall, table, member, text)
    await answer(hall, table, member, shown)
    after = await hall.load(table)
    played = len(after.events) > len(match.events)
    said = [(each.content, each.components) for each in shown]
    late = match.deadline is not None and match.deadline <= hall.venue.env.now()
    assert played or late, f"#{table.match}: {text} {way.__name__} was not played: {said}"
    hall.done[f"move {way.__name__}"] += 1


async def answer(
    hall: Hall, table: Table, member: MemberActor, shown: Iterable[ResponseMessage]
) -> None:
    """Answers the bot's questions on a move: which match is meant, and whether they are sure."""
    for question in shown:
        if control(question.components, PICK):
            chosen = str(table.match)
            result = await hall.choose(table.server, member, question, PICK, chosen)
            hall.done["which match"] += 1
        elif control(question.components, SURE):
            result = await hall.press(table.server, member, question, SURE)
            hall.done["sure"] += 1
        else:
            continue
        following = [reply for reply in answers(result) if reply.id != question.id]
        await answer(hall, table, member, following)


async def typed(hall: Hall, table: Table, member: MemberActor, text: str) -> list[ResponseMessage]:
    """The move and nothing else."""
    return await hall.say(table.server, table.channel, member, text)


async def addressed(
    hall: Hall, table: Table, member: MemberActor, text: str
) -> list[ResponseMessage]:
    """After the bot's mention."""
    return await hall.command(table, member, text, about=False)


async def replied(
    hall: Hall, table: Table, member: MemberActor, text: str
) -> list[ResponseMessage]:
    """As a reply to the newest post of the match."""
    shown = await hall.venue.newest(table.match)
    return await hall.say(table.server, table.channel, member, text, shown)


async def by_slash(
    hall: Hall, table: Table, member: MemberActor, text: str
) -> list[ResponseMessage]:
    """``/move``."""
    return answers(await hall.slash(table.server, table.channel, member, "move", move=text))


async def by_form(
    hall: Hall, table: Table, member: MemberActor, text: str
) -> list[ResponseMessage]:
    """By the button *Move*."""
    form = await hall.press(table.server, member, await hall.board(table), Action.MOVE)
    return answers(await hall.fill(table.server, member, form, text))


# Setting up


async def set_up(hall: Hall, table: Table) -> None:
    """Somebody sets up their pieces in secret, and says that they are ready."""
    match = await hall.load(table)
    person = match.people[hall.chance.choice(match.setting_up)]
    member = table.player(person)
    alone = [m for m in await hall.venue.store.matches(person=person) if _sets_up(m, person)]
    ways: list[Callable[[Hall, Table, MemberActor, str], Awaitable[None]]] = [placed]
    if len(alone) == 1:
        ways.append(whispered)
    await hall.chance.choice(ways)(hall, table, member, match.setup.completion)
    before, after = match.setting_up, (await hall.load(table)).setting_up
    assert len(after) < len(before), f"#{table.match}: {member.name} is not ready"
    hall.done["set-up"] += 1


def _sets_up(match: Match, person: int) -> bool:
    return (
        bool(match.line)
        and match.ended is None
        and person in {match.people[seat] for seat in match.setting_up}
    )


async def placed(hall: Hall, table: Table, member: MemberActor, text: str) -> None:
    """By the buttons and the form."""
    board = await hall.board(table)
    looked = await hall.press(table.server, member, board, Action.SET_UP)
    form = await hall.press(table.server, member, answers(looked)[0], Action.PLACE)
    await hall.fill(table.server, member, form, text)
    await hall.press(table.server, member, board, Action.READY)


async def whispered(hall: Hall, _table: Table, member: MemberActor, text: str) -> None:
    """In direct messages, the first of which makes no sense."""
    await hall.whisper(member, "somewhere in the middle")
    await hall.whisper(member, text)
    await hall.whisper(member, "ready")
