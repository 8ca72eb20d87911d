"""The message of a review: an overview, its moments one by one, buttons, and hidden turns."""

from __future__ import annotations

import asyncio
import io
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, Final, NamedTuple

import discord
from discord import ui

import render
from cogs.analysis.reviews.moments import (
    ShownReview,
    chances_lost,
    headline,
    line_after,
    look_button,
    moment,
    title,
)
from cogs.analysis.reviews.turns import (
    LEVEL,
    as_judged,
    chances_of,
    judged_steps,
    share_of,
    sides_of,
)
from cogs.computers.fair_play import SOON, Asked, FairPlay, ended
from cogs.language.actions import Action, label_of
from cogs.language.catalogues import Translate, plainly, translate_into
from cogs.members.mentions import players
from cogs.messages.buttons import ControlKind, MatchButton, TextButton, labelled_button
from cogs.messages.layouts import board_layout, picture_file, picture_layout, text_layout
from cogs.watching.move_viewer import open_button
from data import Store
from engine import Text
from engine.study import explaining
from engine.study.judging import WORST, Judged, Mark, worst_of
from engine.study.stories import loses_and_takes, said
from engine.table.match import Match
from engine.table.record import Kind, Status
from engine.table.steps import Step, steps_of
from engine.text import conjugated, counted, joined

HIDDEN: Final = Text(
    "A match in progress has come here, too: the computer says what it thinks of it once that "
    "match is over."
)


async def judged_turns(store: Store, match: Match) -> Sequence[Judged]:
    """Return the judged turns of a match in their order; none if there is no finished review."""
    if match.status is not Status.OVER:
        return ()
    review = await store.reviews.of(match.id)
    return review.turns[::-1] if review.done else ()


async def untold(
    fair_play: FairPlay, match: Match, turns: Iterable[Judged], reader: discord.abc.User
) -> Collection[int]:
    """Return the events of the turns hidden from a reader for fair play.

    The position before or after such a turn is on the board of a match in progress, or near it.
    """
    steps = await asyncio.to_thread(steps_of, match)
    mutual = reader.mutual_guilds if isinstance(reader, discord.User | discord.Member) else ()
    guilds = {match.guild, *(guild.id for guild in mutual)}
    about = [*turns]
    over = ended(match)
    asked = await asyncio.to_thread(lambda: [_asked(steps, turn, over) for turn in about])
    hidden = await fair_play.forbidden(asked, reader.id, guilds)
    return {about[place].event for place in hidden}


def _asked(steps: Sequence[Step], turn: Judged, over: datetime | None) -> Asked:
    """Return the positions that lead to a turn, and those after it, as played and as expected.

    The later ones matter because the loss of the turn reveals their value.
    """
    at = next(n for n, step in enumerate(steps) if step.event.number == turn.event)
    before = [step.position for step in steps[max(at - 1 - SOON, 0) : at]]
    line = [position.seen_by(None) for position in before if position.setup is None]
    expected = [before[-1]]
    for move in explaining.read(before[-1], turn.line):
        expected.append(expected[-1].play(move))
    after = [steps[at].position, *expected[1:]]
    return Asked(line, [position.seen_by(None) for position in after], over)


WON: Final = 0.75
"""Winning chances above which a game stands well: losing them would be a blunder."""

COURSE_FILE: Final = "course.png"

OVERVIEW: Final = 0
"""The page before all moments; the moments' pages have the numbers of their events."""

EARLIER, LATER = Text("Earlier"), Text("Later")

ARROWS: Final = Text(
    "In the picture the arrow is the better move, the question mark the one that was played."
)


class Content(NamedTuple):
    """A review's message: its layout and its files."""

    layout: ui.LayoutView
    files: list[discord.File]


def waiting(match: Match, status: Text, locale: discord.Locale) -> ui.LayoutView:
    """Return the message for a person who waits for a review, with a button to look again."""
    translated = translate_into(locale)
    layout = text_layout(f"{title(match, translated)}\n{translated(status)}")
    layout.add_item(ui.ActionRow(review_button(match, translated)))
    return layout


def review_button(match: Match, translated: Translate) -> MatchButton:
    """Return the button that asks for a review."""
    return labelled_button(Action.REVIEW, match.id, 0, translated=translated)


def moment_button(match: Match, event: int, translated: Translate) -> TextButton:
    """Return the button that shows the moment of an event, or the last one before it.

    A private message changes to show the moment.
    """
    label = translated(Text("To the review"))
    return TextButton(ControlKind.MOMENT, f"{match.id} {event} 0 0", label)


def content(shown: ShownReview) -> Content:
    """Return the message of a review: its overview or a moment. CPU work: call it in a thread."""
    steps, sides = steps_of(shown.match), sides_of(shown.match)
    worst = worst_of(shown.told, sides)
    pages = [OVERVIEW, *(turn.event for turn in worst)]
    page = page_at(pages, shown.page)
    if page == OVERVIEW:
        layout, files = _overview(shown, steps, sides, worst)
        look = open_button(shown.match, shown.translated)
    else:
        turn = worst[pages.index(page) - 1]
        picture, text = moment(shown, steps, turn, f"{pages.index(page)}/{len(worst)}")
        layout = board_layout(text, plainly(picture.alt, shown.locale))
        layout.add_item(ui.TextDisplay(f"-# {shown.translated(ARROWS)}"))
        files = [picture_file(picture)]
        look = look_button(shown, steps, turn)
    controls: list[ui.Item[Any]] = []
    if worst:
        about = f"{shown.match.id} {page} {shown.owner}"
        for label, way, end in ((EARLIER, -1, pages[0]), (LATER, 1, pages[-1])):
            name = shown.translated(label)
            walk = TextButton(ControlKind.MOMENT, f"{about} {way}", name, disabled=page == end)
            controls.append(walk)
    controls.append(look)
    if shown.who is not None:
        name = shown.translated(label_of(Action.SHARE))
        controls.append(TextButton(ControlKind.REVIEW, f"{shown.match.id} {page}", name))
    if shown.who is not None or not shown.match.imported:
        layout.add_item(ui.ActionRow(*controls))
    return Content(layout, files)


def page_at(pages: Sequence[int], event: int, way: int = 0) -> int:
    """Return the page of an event, or the last one before it; or the page next to that.

    ``pages`` are the events of the moments, after ``OVERVIEW``. ``way`` 1 goes one page on, -1 one
    page back, 0 stays; the first and last page have no page beyond.
    """
    if way > 0:
        return next((page for page in pages if page > event), pages[-1])
    if way < 0:
        return next((page for page in reversed(pages) if page < event), pages[0])
    return next((page for page in reversed(pages) if page <= event), pages[0])


def pages_of(shown: ShownReview) -> Sequence[int]:
    """Return the pages of a review: its overview, then the events of its moments."""
    return [OVERVIEW, *(turn.event for turn in worst_of(shown.told, sides_of(shown.match)))]


def _overview(
    shown: ShownReview, steps: Sequence[Step], sides: Sequence[int], worst: Sequence[Judged]
) -> tuple[ui.LayoutView, list[discord.File]]:
    """Return the first page of a review, without its buttons, and its files."""
    translated = shown.translated
    at = {step.event.number: number for number, step in enumerate(steps)}
    above = [translated(shown.above)] if shown.above is not None else []
    head = "\n".join([*above, *_heading(shown, sides)])
    files = []
    if shown.told:
        course = _course(shown, steps, sides, worst)
        layout = picture_layout(head, COURSE_FILE, plainly(course.alt, shown.locale))
        files.append(discord.File(io.BytesIO(course.png), COURSE_FILE))
    else:
        layout = text_layout(head)
    if worst:
        listed = [
            f"{number}. {translated(headline(shown, steps, turn))} "
            f"{translated(chances_lost(shown, turn))}"
            for number, turn in enumerate(worst, start=1)
        ]
        layout.add_item(ui.TextDisplay("\n".join(listed)))
    if shown.told and (besides := [*_besides(shown, steps, at, sides)]):
        said_first = Text("Also:")
        told = "\n".join(f"• {translated(one)}" for one in besides)
        layout.add_item(ui.TextDisplay(f"{translated(said_first)}\n{told}"))
    notes = "\n".join(f"-# {translated(note)}" for note in _notes(shown, steps))
    layout.add_item(ui.TextDisplay(notes))
    return layout, files


def level_text(share: float, left_out: int) -> Text:
    """Return the sentence about how deeply turns were judged, and how many were left out."""
    told = Text("Judged by the computer at level {level}.", level=LEVEL)
    if share != 1:
        told = Text(
            "Judged by the computer at level {level}, with {percent}% of its usual thought.",
            percent=round(100 * share),
            level=LEVEL,
        )
    if not left_out:
        return told
    left = counted(
        "The first {count} turn is left out.", "The first {count} turns are left out.", left_out
    )
    return joined([told, left])


def _notes(shown: ShownReview, steps: Sequence[Step]) -> Iterator[Text]:
    """Yield the notes that explain the review."""
    if hidden := len(shown.turns) - len(shown.told):
        yield counted(
            "Nothing is said about {count} turn yet: a match in progress has come to the same "
            "position, or close to it.",
            "Nothing is said about {count} turns yet: a match in progress has come to the same "
            "positions, or close to them.",
            hidden,
        )
    sides = sides_of(shown.match)
    if len(set(sides)) > 2:
        yield Text("The chances are those of finishing ahead of another player.")
    moves = sum(1 for step in steps if step.event.kind is Kind.MOVE and step.before is not None)
    share = share_of(len(shown.turns), sides, shown.match.game.name, fast=shown.fast)
    yield level_text(share, moves - len(judged_steps(steps)))


def _besides(
    shown: ShownReview, steps: Sequence[Step], at: Mapping[int, int], sides: Sequence[int]
) -> Iterator[Text]:
    """Yield sentences about pieces given away, and about a game resigned although it stood well.

    Beginners feel these losses, though the chances hardly change.
    """
    found = []
    for index, turn in enumerate(shown.turns):
        if turn.mark is not None or not turn.line or turn.event in shown.hidden:
            continue
        step = steps[at[turn.event]]
        position = as_judged(steps[at[turn.event] - 1].position)
        played = position.parse(step.event.text)
        better = explaining.read(position, turn.line)
        if played == better[0]:
            continue
        following = line_after(shown.turns, steps, index, shown.hidden)
        replies = explaining.read(position.play(played), following)
        given = explaining.given_away(position, played, replies, better)
        if given is not None:
            found.append((given, turn, step))
    most = sorted(found, key=lambda one: -one[0].worth)[:WORST]
    for given, turn, step in sorted(most, key=lambda one: one[1].event):
        yield Text(
            "Move {number}, {seat}: {move}. {told}: {moves}.",
            number=step.number,
            seat=shown.match.seats[turn.seat].name,
            move=f"`{step.event.text}`",
            told=_given(
                given,
                turn.chance - turn.lost,
                yours=shown.is_own(turn.seat) and explaining.may_be_yours(position),
            ),
            moves=given.line,
        )
    last, end = shown.turns[-1], steps[-1].event
    if end.kind is not Kind.RESIGN or end.seat is None or len(set(sides)) != 2:
        return
    if last.event in shown.hidden or at[last.event] != len(steps) - 2:
        return
    after = last.chance - last.lost
    chance = after if sides[last.seat] == sides[end.seat] else 1 - after
    if chance >= WON:
        yield Text(
            "{seat} resigned a game that stood well: winning chances of {percent}%.",
            seat=shown.match.seats[end.seat].name,
            percent=round(100 * chance),
        )


def _given(given: explaining.GivenAway, chance: float, *, yours: bool) -> Text:
    """Return the beginning of a sentence about pieces given away, with the chances afterwards."""
    what = Text("that was {pieces} for nothing", pieces=said(given.lost))
    if given.taken:
        trade = loses_and_takes(given.lost, given.taken, yours=yours)
        what = conjugated("that move {trade}", "you {trade}", yours=yours, trade=trade)
    if chance >= WON:
        return Text("Still winning, but {what}", what=what)
    if chance <= 1 - WON:
        return Text("Losing already, and {what}", what=what)
    return Text("The chances hardly change, but {what}", what=what)


def _heading(shown: ShownReview, sides: Sequence[int]) -> Iterator[str]:
    match, translated = shown.match, shown.translated
    yield title(match, translated)
    yield players(match, translated)
    marks: dict[int, Counter[Mark]] = {side: Counter() for side in sides}
    for turn in shown.told:
        if turn.mark is not None:
            marks[sides[turn.seat]][turn.mark] += 1
    for side, found in marks.items():
        counts = [_counted(mark, found[mark]) for mark in Mark if found[mark]]
        said = joined(counts, ", ") if counts else Text("no mistake that the computer sees")
        yield translated(Text("**{side}**: {what}", side=_name(match, sides, side), what=said))


def _counted(mark: Mark, count: int) -> Text:
    match mark:
        case Mark.BLUNDER:
            return counted("{count} blunder (`??`)", "{count} blunders (`??`)", count)
        case Mark.MISTAKE:
            return counted("{count} mistake (`?`)", "{count} mistakes (`?`)", count)
        case Mark.ONLY:
            return counted("{count} only good move (`!`)", "{count} only good moves (`!`)", count)


def _name(match: Match, sides: Sequence[int], side: int) -> Text:
    """Return the name of a side: its seat's, or those of its team's seats."""
    names = [seat.name for seat, of in zip(match.seats, sides, strict=True) if of == side]
    return joined(names, ", ")


def _course(
    shown: ShownReview, steps: Sequence[Step], sides: Sequence[int], worst: Sequence[Judged]
) -> render.Picture:
    """Return the plot of the sides' chances."""
    match, translated = shown.match, shown.translated
    count = len(set(sides))
    points: dict[int, list[tuple[int, float]]] = {side: [] for side in range(count)}
    for number, turn in enumerate(shown.turns):
        if turn.event in shown.hidden:
            continue
        side = sides[turn.seat]
        if count == 2:
            points[0].append((number, turn.chance if side == 0 else 1 - turn.chance))
        else:
            points[side].append((number, turn.chance))
    last = shown.turns[-1]
    end = chances_of(match.outcome) if match.outcome is not None else None
    if count == 2 and last.event not in shown.hidden:
        after = last.chance - last.lost
        final = after if sides[last.seat] == 0 else 1 - after
        played_out = steps[-1].event.kind is Kind.MOVE and end is not None
        points[0].append((len(shown.turns), end[0] if end and played_out else final))
    numbers = {step.event.number: step.number for step in steps}
    texts = {step.event.number: step.event.text for step in steps}
    place = {turn.event: number for number, turn in enumerate(shown.turns, start=1)}
    return render.course(
        match.game,
        [
            render.Curve(translated(_name(match, sides, side)), sides.index(side), points[side])
            for side in range(count)
        ],
        [numbers[turn.event] for turn in shown.turns],
        [
            render.Moment(
                place[turn.event],
                f"{texts[turn.event]}{turn.mark or ''}",
                sides[turn.seat],
                turn.chance,
                turn.chance - turn.lost,
            )
            for turn in worst
        ],
        seats=len(sides),
        hidden=[n for n, turn in enumerate(shown.turns) if turn.event in shown.hidden],
        theme=shown.look.theme,
    )
