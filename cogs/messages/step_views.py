"""The picture and the text of one step of a match, for people who step through the match."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final

import discord

import render
from cogs.language.catalogues import ENGLISH, Translate, translator
from cogs.members.mentions import players
from cogs.members.preferences import DEFAULT_LOOK, Look
from cogs.messages.end_texts import result_lines, too_early
from cogs.messages.layouts import PICTURE_SIZE, is_map, standing
from cogs.messages.post_texts import heading
from engine import Move, Position, Text
from engine.table.match import Match
from engine.table.record import CLOSED, Kind, Status
from engine.table.steps import Step

AROUND = 4
"""The number of steps written before and after the shown one."""

NO_MARKS: Final[Mapping[int, str]] = MappingProxyType({})

LONGEST_LINE = 300
"""The most characters of the notation above the picture."""


def next_side(position: Position, side: int) -> int:
    """Return the next side from which the board looks different.

    A map has only two: 0 for a part, 1 for the whole.
    """
    if is_map(position):
        return 1 - side
    count = len(position.seats)
    following = [(side + step) % count for step in range(1, count + 1)]
    here = render.turn_for(position, side)
    return next((one for one in following if render.turn_for(position, one) != here), side)


def picture_of(
    match: Match,
    step: Step,
    person: int | None,
    side: int,
    *,
    look: Look = DEFAULT_LOOK,
    size: int = PICTURE_SIZE,
    locale: discord.Locale = ENGLISH,
) -> render.Picture:
    """Return the picture of a step's board as a person may see it; None is the public.

    CPU work: call it in a thread. ``side`` is the seat from whose side the board is seen; on a map,
    1 shows the whole. An unfinished blindfold match is drawn without pieces.
    """
    at = match.until(step.event.number)
    seat = None if person is None else at.seat_seen_by(person)
    position = step.position.seen_by(seat)
    before = step.before.seen_by(seat) if step.before else None
    state = standing(match if step.event.number == match.since else at)
    if match.imported and match.outcome is None and step.event.number == match.since:
        state = Text("The record ends here.")
    return board_from(
        position,
        before,
        step.moves,
        side,
        part=(before or position).display.view(),
        look=look,
        size=size,
        locale=locale,
        state=state,
        blind=match.hides_pieces,
    )


def board_from(
    position: Position,
    before: Position | None,
    moves: Sequence[Move],
    side: int,
    *,
    part: Collection[int] | None = None,
    marks: Sequence[Move] = (),
    ways: Sequence[render.Way] = (),
    look: Look = DEFAULT_LOOK,
    size: int = PICTURE_SIZE,
    locale: discord.Locale = ENGLISH,
    state: Text | None = None,
    blind: bool = False,
) -> render.Picture:
    """Return the picture of a position reached by ``moves`` from the position ``before``.

    CPU work: call it in a thread. ``side`` is the seat from whose side the board is seen; on a map,
    1 shows the whole and 0 a ``part``, by default the front of the seat to move. ``marks`` are
    moves whose squares are marked. ``ways`` are drawn as moves played in the position or better
    ones, in place of the last move; captures that the last move omitted are drawn with it. If
    ``blind``, no piece is drawn.
    """
    flat = is_map(position)
    led = all(way.omitted for way in ways)
    return render.picture(
        position,
        before=before if led else None,
        moves=moves if led else (),
        viewer=0 if flat else side,
        theme=look.theme,
        coordinates=look.coordinates,
        marks=marks,
        ways=ways,
        size=size,
        region=render.WHOLE_MAP if flat and side else part,
        translator=translator(locale),
        state=state,
        blind=blind,
    )


def lines(
    match: Match,
    steps: Sequence[Step],
    index: int,
    side: int,
    translated: Translate,
    *,
    marks: Mapping[int, str] = NO_MARKS,
) -> Iterator[str]:
    """Yield the lines above the picture of the step with an index.

    ``marks`` are signs written after moves, by the numbers of the moves' events.
    """
    step = steps[index]
    yield f"### {translated(match.game.title)} · #{match.id}"
    yield players(match, translated)
    yield notation(match, steps, index, translated, marks)
    if not match.hides_pieces:
        yield from map(translated, step.position.seen_by(None).display.news())
    if index < len(steps) - 1 or match.status is Status.LIVE:
        yield translated(Text("{seat} to move.", seat=match.seats[step.position.turn].name))
    else:
        yield from ending(match, translated)
    yield f"-# {index}/{len(steps) - 1} · {translated(side_text(match, side))}"


def ending(match: Match, translated: Translate) -> Iterator[str]:
    """Yield the lines about the end of a finished match: its reason and its result."""
    closed = next(event for event in reversed(match.events) if event.kind in CLOSED)
    if match.is_aborted and closed.kind is not Kind.ABORT:
        yield translated(too_early(match, closed))
    elif closed.kind is not Kind.RESULT and (closed.kind is not Kind.IMPORT or not match.outcome):
        yield translated(heading(match, closed))
    if match.outcome is not None:
        yield from result_lines(match, match.outcome, translated)


def side_text(match: Match, side: int) -> Text:
    """Return the words for the side from which a board is seen, or the part of a map."""
    if is_map(match.position):
        return Text("the whole map") if side else Text("where it happens")
    return Text("from the side of {seat}", seat=match.seats[side].name)


def notation(
    match: Match,
    steps: Sequence[Step],
    index: int,
    translated: Translate,
    marks: Mapping[int, str] = NO_MARKS,
) -> str:
    """Return the steps around the one with an index, in bold: ``… 3. `32-28` **`19-23`** …``.

    Steps at either end are left out if the line would be too long.
    """
    first, last = max(index - AROUND, 0), min(index + AROUND, len(steps) - 1)
    while True:
        words: list[str] = []
        number = None
        for at in range(first, last + 1):
            step = steps[at]
            if step.event.kind is Kind.MOVE and step.number not in {0, number}:
                number = step.number
                goes_on = at > 0 and steps[at - 1].number == number and steps[at - 1].moves
                words.append(f"{number}…" if goes_on else f"{number}.")
            elif at == first > 0:
                words.append("…")
            written = step_text(match, step, translated) + marks.get(step.event.number, "")
            words.append(f"**{written}**" if at == index else written)
        if last < len(steps) - 1:
            words.append("…")
        line = " ".join(words)
        if len(line) <= LONGEST_LINE or first == last:
            return line
        first, last = first + (first < index), last - (last > index)


def step_text(match: Match, step: Step, translated: Translate) -> str:
    """Return the notation of a move, or a few words for another step."""
    event = step.event
    match event.kind:
        case Kind.START:
            return translated(Text("start"))
        case Kind.MOVE if step.before is None:
            return translated(Text("set-up"))
        case Kind.MOVE:
            return f"`{event.text}`"
        case Kind.RESIGN if event.seat is not None:
            return translated(Text("{seat} resigns", seat=match.seats[event.seat].name))
        case Kind.TIMEOUT if event.seat is not None:
            return translated(Text("{seat} out of time", seat=match.seats[event.seat].name))
        case Kind.AGREE:
            return translated(match.agreement_of(event).text)
    return "–"
