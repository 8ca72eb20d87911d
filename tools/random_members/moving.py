"""The ways in which members move and set up: typed, by reply, by command, by tap and by form."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable

from simcord import InteractionResult, MemberActor, ResponseMessage

from cogs.language.actions import Action
from engine import Move, Position
from engine.table.match import Match
from tools.random_members.components import answers, button, control, values
from tools.random_members.driver import Driver, Table

PICK, SURE = "damier:menu-pick:", "damier:text-sure:"
TAP, LIST = "damier:text-move:", "damier:menu-target:"

LOOKED_AT = 60
"""The most legal moves that a member chooses from."""

BOLD = 0.05
"""The share of moves chosen without regard to the bot's warnings."""


def chosen(driver: Driver, position: Position) -> str:
    """Return a random legal move in notation: one that captures most, so that games end."""
    moves = list(position.legal_moves())
    driver.chance.shuffle(moves)
    moves = moves[:LOOKED_AT]
    careful = [move for move in moves if position.claiming.warning(move) is None]
    if careful and driver.chance.random() > BOLD:
        moves = careful
    return position.write(max(moves, key=_promise))


def _promise(move: Move) -> int:
    return len(move.captured) + len(move.removed)


async def move(driver: Driver, table: Table) -> None:
    """Have the player to move make a move, in a random way; check that it is played."""
    match = await driver.load(table)
    member = table.player(match.players[match.position.turn])
    text = chosen(driver, match.position)
    ways = (typed, typed, typed, addressed, replied, by_slash, by_form, by_tap)
    way = driver.chance.choice(ways)
    shown = await way(driver, table, member, text)
    await answer(driver, table, member, shown)
    after = await driver.load(table)
    played = len(after.events) > len(match.events)
    said = [(each.content, each.components) for each in shown]
    late = match.deadline is not None and match.deadline <= driver.world.env.now()
    assert played or late, f"#{table.match}: {text} {way.__name__} was not played: {said}"
    driver.done[f"move {way.__name__}"] += 1


async def answer(
    driver: Driver, table: Table, member: MemberActor, shown: Iterable[ResponseMessage]
) -> None:
    """Answer the bot's questions: which match a move is for, and whether it is meant."""
    for question in shown:
        if control(question.components, PICK):
            chosen = str(table.match)
            result = await driver.choose(table.server, member, question, PICK, chosen)
            driver.done["which match"] += 1
        elif control(question.components, SURE):
            result = await driver.press(table.server, member, question, SURE)
            driver.done["sure"] += 1
        else:
            continue
        following = [reply for reply in answers(result) if reply.id != question.id]
        await answer(driver, table, member, following)


async def typed(
    driver: Driver, table: Table, member: MemberActor, text: str
) -> list[ResponseMessage]:
    """Type only the move; return the bot's replies."""
    return await driver.say(table.server, table.channel, member, text)


async def addressed(
    driver: Driver, table: Table, member: MemberActor, text: str
) -> list[ResponseMessage]:
    """Type the move after the bot's mention; return the bot's replies."""
    return await driver.command(table, member, text, about=False)


async def replied(
    driver: Driver, table: Table, member: MemberActor, text: str
) -> list[ResponseMessage]:
    """Type the move as a reply to the match's newest post; return the bot's replies."""
    shown = await driver.world.newest(table.match)
    return await driver.say(table.server, table.channel, member, text, shown)


async def by_slash(
    driver: Driver, table: Table, member: MemberActor, text: str
) -> list[ResponseMessage]:
    """Use ``/move``; return the answers."""
    return answers(await driver.slash(table.server, table.channel, member, "move", move=text))


async def by_tap(
    driver: Driver, table: Table, member: MemberActor, text: str
) -> list[ResponseMessage]:
    """Tap the move below the board, or type a move that is not there, such as a claim."""
    shown = await driver.board(table)
    pressed, menu = f"{TAP}{await _about(driver, table)} {text}", control(shown.components, LIST)
    if control(shown.components, pressed):
        return answers(await driver.press(table.server, member, shown, pressed))
    if menu and text in values(shown.components):
        return answers(await driver.choose(table.server, member, shown, LIST, text))
    return await typed(driver, table, member, text)


async def _about(driver: Driver, table: Table) -> str:
    return f"{table.match} {(await driver.load(table)).since}"


async def by_form(
    driver: Driver, table: Table, member: MemberActor, text: str
) -> list[ResponseMessage]:
    """Use the button Move and its form; return the answers."""
    return answers(await fill_in(driver, table, member, text))


async def fill_in(
    driver: Driver, table: Table, member: MemberActor, text: str
) -> InteractionResult:
    """Press Move, if necessary after More, open the form, and submit a text."""
    shown = await driver.board(table)
    if not button(shown.components, Action.MOVE):
        (shown, *_) = answers(await driver.press(table.server, member, shown, Action.MORE))
    asked = await driver.press(table.server, member, shown, Action.MOVE)
    form = await driver.press(table.server, member, answers(asked)[0], "damier:text-type")
    return await driver.fill(table.server, member, form, text)


# Setting up


async def set_up(driver: Driver, table: Table) -> None:
    """Have a player set up their pieces in secret, and declare them ready."""
    match = await driver.load(table)
    person = match.players[driver.chance.choice(match.setting_up)]
    member = table.player(person)
    alone = [m for m in await driver.world.store.matches(person=person) if _sets_up(m, person)]
    ways: list[Callable[[Driver, Table, MemberActor, str], Awaitable[None]]] = [placed]
    if len(alone) == 1:
        ways.append(whispered)
    await driver.chance.choice(ways)(driver, table, member, match.setup.completion)
    before, after = match.setting_up, (await driver.load(table)).setting_up
    assert len(after) < len(before), f"#{table.match}: {member.name} is not ready"
    driver.done["set-up"] += 1


def _sets_up(match: Match, person: int) -> bool:
    return (
        bool(match.line)
        and match.ended is None
        and person in {match.players[seat] for seat in match.setting_up}
    )


async def placed(driver: Driver, table: Table, member: MemberActor, text: str) -> None:
    """Set up by buttons and a form."""
    board = await driver.board(table)
    looked = await driver.press(table.server, member, board, Action.SET_UP)
    form = await driver.press(table.server, member, answers(looked)[0], Action.PLACE)
    await driver.fill(table.server, member, form, text)
    await driver.press(table.server, member, board, Action.READY)


async def whispered(driver: Driver, _table: Table, member: MemberActor, text: str) -> None:
    """Set up by direct messages, the first of which is nonsense."""
    await driver.whisper(member, "somewhere in the middle")
    await driver.whisper(member, text)
    await driver.whisper(member, "ready")
