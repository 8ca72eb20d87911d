"""The analysis board: one person moves for both sides and goes back, forward and to other lines."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final, NamedTuple, Self

import discord
from discord import ui

from cogs.analysis.desk_keeper import DeskContents, DeskReader, Moved, SeenDesk
from cogs.analysis.desk_view import stamp
from cogs.analysis.desks import button
from cogs.computers.fair_play import ended
from cogs.language.actions import Action, label_of
from cogs.language.catalogues import translate_into
from cogs.messages.buttons import ControlKind, Menu
from cogs.messages.layouts import over
from cogs.messages.move_lists import CHOICES
from data import Desk, Store, UnknownMatch
from engine import Game, Position, Refusal, Text
from engine.capabilities.set_ups import placing_moves
from engine.study import likeness
from engine.study.branching_lines import MOST_MOVES, Lines
from engine.table.match import Match
from engine.table.record import Status
from engine.table.steps import Step
from engine.values import OptionValue

KIND: Final = "analysis"

BEFORE, AFTER = 7, 3
"""Numbers of moves written before and after the current one."""

LONGEST_LABEL: Final = 100
"""The most characters of a menu's entry."""

SETTING_UP: Final = Text("There is nothing to think about before the pieces are set up.")


class DeskOrigin(NamedTuple):
    """The match that a board began with and the moves it had then.

    ``match`` is the match's id, 0 for none. ``at`` is the number of the move at which the board
    began, among the ``moves`` moves.
    """

    match: int = 0
    moves: int = 0
    at: int = 0

    @classmethod
    def of(cls, desk: Desk) -> Self:
        """Return the origin written in ``desk.about``."""
        return cls(*map(int, desk.about.split()))

    def written(self) -> str:
        """Return the three numbers as a text, for ``Desk.about``."""
        return " ".join(map(str, self))


class Analysis:
    """The keeper of analysis boards."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def shown(self, seen: SeenDesk, reader: DeskReader) -> DeskContents:
        """Return the text about the position and its line, with the controls to step through."""
        desk, translated = seen.desk, translate_into(reader.locale)
        goes_on = await self.is_going_on(desk)
        lines = desk.lines
        onward = len(lines.continuations)

        def of(label: Text, does: str, *, enabled: bool = True) -> ui.Item[discord.ui.View]:
            return button(desk, ControlKind.ANALYSE, translated(label), does, disabled=not enabled)

        buttons = [of(Text("Position"), "text")]
        if not goes_on and seen.position.outcome() is None:
            buttons.insert(0, of(Text("Ask the computer"), "think"))
        begun = begun_with(desk)
        if desk.lines != begun:
            buttons.append(of(Text("Start over"), "new"))
        steps = [
            of(label_of(Action.FIRST), "first", enabled=lines.at > 0),
            of(label_of(Action.BACK), "back", enabled=lines.at > 0),
            of(label_of(Action.NEXT), "next", enabled=onward > 0),
            of(label_of(Action.LAST), "last", enabled=onward > 0),
        ]
        text = "\n".join(_lines(seen, reader, goes_on=goes_on))
        return DeskContents(text, buttons, [_branches(seen, reader)] if onward > 1 else [], [steps])

    async def moved(self, before: SeenDesk, after: SeenDesk, reader: DeskReader) -> Moved:
        """Return the board with the move, which may be of either side."""
        return Moved(after.desk)

    async def is_going_on(self, desk: Desk) -> bool:
        """Return whether the match that a desk began with is in progress."""
        match = await self._match(desk)
        return match is not None and match.status is Status.LIVE

    async def ended(self, desk: Desk) -> datetime | None:
        """Return the end of the match in which a desk's position was played.

        Return None if it was not played in a match, or if ``fair_play.ended`` returns None.
        """
        match = await self._match(desk)
        if match is None or desk.lines.at > DeskOrigin.of(desk).moves:
            return None
        return ended(match)

    async def _match(self, desk: Desk) -> Match | None:
        """Return the match that a desk began with, or None if it has none or the match is gone."""
        number = DeskOrigin.of(desk).match
        try:
            return await self._store.load(number) if number else None
        except UnknownMatch:
            return None


def _lines(seen: SeenDesk, reader: DeskReader, *, goes_on: bool) -> Iterator[str]:
    """Yield the lines of text above the picture."""
    translated, position = translate_into(reader.locale), seen.position
    number = DeskOrigin.of(seen.desk).match
    title = translated(position.game.title)
    yield f"### {title} · #{number}" if number else f"### {title}"
    yield _notation(seen.desk.lines, translated(Text("start")))
    yield from map(translated, position.display.news())
    outcome = position.outcome()
    if outcome is not None:
        yield translated(over(position.seats, outcome))
    else:
        turn = position.seats[position.turn].name
        yield translated(Text("{seat} to move.", seat=turn))
    private = Text("Only you see this board: move for both sides.")
    if goes_on:
        private = Text("Only you see this board. The match goes on: think without the computer.")
    yield f"-# {translated(private)}"


def _notation(lines: Lines, start: str) -> str:
    """Return the moves around the current one, which is in bold."""
    path = lines.path
    words = [f"`{lines.text(number)}`" for number in path[-1 - BEFORE :]] or [start]
    words[-1] = f"**{words[-1]}**"
    if len(path) > 1 + BEFORE:
        words.insert(0, "…")
    ahead = lines
    for _ in range(AFTER):
        if not ahead.continuations:
            return " ".join(words)
        ahead = ahead.forward()
        words.append(f"`{ahead.text(ahead.at)}`")
    return " ".join([*words, "…"] if ahead.continuations else words)


def _branches(seen: SeenDesk, reader: DeskReader) -> Menu:
    """Return the menu of the lines that continue from here."""
    desk, translated = seen.desk, translate_into(reader.locale)
    options = []
    for number in desk.lines.continuations[:CHOICES]:
        branch = desk.lines.to(number)
        following = []
        for _ in range(AFTER):
            if branch.continuations:
                branch = branch.forward()
                following.append(branch.text(branch.at))
        options.append(
            discord.SelectOption(
                label=desk.lines.text(number)[:LONGEST_LABEL],
                value=str(number),
                description=" ".join(following)[:LONGEST_LABEL] or None,
            )
        )
    return Menu(ControlKind.ANALYSE, stamp(desk), translated(Text("Which line?")), options)


def begun_with(desk: Desk) -> Lines:
    """Return the lines that a desk began with."""
    given = DeskOrigin.of(desk)
    return Lines(desk.lines.branches[: given.moves], given.at)


# Where a board begins


def board_of(position: Position, person: int, *, side: int = 0) -> Desk:
    """Return a board that begins with a position."""
    return Desk.of(position, person, KIND, about=DeskOrigin().written(), side=side)


def started(
    game: Game, seats: int | None, options: dict[str, OptionValue], chance: random.Random
) -> Position:
    """Return the start of a game; pieces to be set up first are set up at random.

    Raises Refusal if the options do not go together.
    """
    position = game.start(seats, **options)
    while (setup := position.setup) is not None:
        arrangement = setup.arrange(setup.seats()[0], setup.completion, {}, chance)
        for move in placing_moves(arrangement):
            position = position.play(move)
    return position


def board_of_step(
    match: Match, steps: Sequence[Step], index: int, person: int, *, side: int
) -> Desk:
    """Return a board at a step of a match, with the moves before and after it.

    The positions are as the person's seat sees them, or complete in an ended match. Moves are
    included as long as each leads from one such position to the next, at most a quarter of
    ``MOST_MOVES`` in either direction. CPU work. Raises Refusal while pieces are set up.
    """
    while index and not steps[index].moves and _looks_alike(steps[index - 1], steps[index]):
        index -= 1  # a step without a move, such as a resignation: there is nothing to analyse
    seat = match.until(steps[index].event.number).seat_seen_by(person)
    if steps[index].position.setup is not None:
        raise Refusal(SETTING_UP)

    def see(position: Position) -> Position:
        return position if match.status is Status.OVER else position.seen_by(seat)

    seen = see(steps[index].position)
    earlier: list[str] = []
    first, at = seen, index
    while at > 0 and len(earlier) < MOST_MOVES // 4 and (played := _written(steps[at], first, see)):
        text, first = played
        earlier.insert(0, text)
        at -= 1
    later: list[str] = []
    last = seen
    for step in steps[index + 1 : index + 1 + MOST_MOVES // 4]:
        if step.before is None or see(step.before) != last:
            break
        after = see(step.position)
        if (found := _written(step, after, see)) is None:
            break
        later.append(found[0])
        last = after
    lines = Lines.of([*earlier, *later], len(earlier))
    given = DeskOrigin(match.id, len(lines.branches), lines.at)
    return Desk.of(first, person, KIND, about=given.written(), side=side, lines=lines)


def _looks_alike(one: Step, other: Step) -> bool:
    """Return whether two steps show the same board."""
    return likeness.shown(one.position) == likeness.shown(other.position)


def _written(
    step: Step, after: Position, see: Callable[[Position], Position]
) -> tuple[str, Position] | None:
    """Return a step's move as text and the position seen before it.

    Return None if the step has no such move, or if the move does not lead to ``after``.
    """
    if step.before is None or step.before.setup is not None:
        return None
    before = see(step.before)
    try:
        move = before.parse(step.event.text)
    except Refusal:
        return None
    return (before.write(move), before) if before.play(move) == after else None


def reset(desk: Desk) -> Desk:
    """Return a desk with only the lines that it began with."""
    return replace(desk, lines=begun_with(desk))
