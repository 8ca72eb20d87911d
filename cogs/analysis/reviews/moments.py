"""A moment of a review: its turn, the better move, and the picture of both."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

import discord

import render
from cogs.analysis.reviews.turns import as_judged
from cogs.language.actions import Action
from cogs.language.catalogues import Translate, translate_into, translator
from cogs.members.preferences import Look
from cogs.messages.buttons import MatchButton, labelled_button
from cogs.messages.layouts import PICTURE_SIZE, is_map, own_side, with_words
from cogs.watching.move_viewer import open_button
from engine import Move, Position, Text
from engine.study import explaining
from engine.study.endings import change_text, known_reason
from engine.study.judging import Judged
from engine.study.stories import Story
from engine.table.match import Match
from engine.table.steps import Step
from engine.text import joined

MARGIN: Final = 4
"""The number of squares shown around the moves on a map."""


@dataclass(frozen=True)
class ShownReview:
    """A review as shown to a person: the judged turns in their order.

    ``hidden`` are the events of turns that are not shown. ``who`` is the reader's id, None for the
    public. In a post, ``above`` is a line that names the person who posted the review, and
    ``owner`` is that person's id; in private they are None and 0. ``page`` is the event of the
    moment to show, 0 for the overview. ``fast`` says whether the turns got the nodes for a compiled
    engine.
    """

    match: Match
    turns: Sequence[Judged]
    look: Look
    locale: discord.Locale
    who: int | None = None
    hidden: Collection[int] = ()
    above: Text | None = None
    owner: int = 0
    page: int = 0
    fast: bool = False

    @property
    def told(self) -> Sequence[Judged]:
        """The turns that are not hidden."""
        return [turn for turn in self.turns if turn.event not in self.hidden]

    @property
    def translated(self) -> Translate:
        """The translator into the reader's language."""
        return translate_into(self.locale)

    @property
    def side(self) -> int:
        """The side from which the reader sees the boards."""
        return 0 if self.who is None else own_side(self.match, self.who, self.look)

    def is_own(self, seat: int) -> bool:
        """Return whether the reader played ``seat``, which texts then call "you"."""
        return self.who is not None and self.match.players[seat] == self.who


def title(match: Match, translated: Translate) -> str:
    """Return the first line of all pages of a review."""
    return f"### {translated(match.game.title)} · #{match.id} · {translated(Text('Review'))}"


def headline(shown: ShownReview, steps: Sequence[Step], turn: Judged) -> Text:
    """Return the text that names the turn of a moment."""
    step = _step(steps, turn)
    return Text(
        "Move {number}, {seat}: {move}",
        number=step.number,
        seat=shown.match.seats[turn.seat].name,
        move=f"`{step.event.text}`**{turn.mark or ''}**",
    )


def chances_lost(shown: ShownReview, turn: Judged) -> Text:
    """Return the text about how the winning chances of a turn's player changed."""
    before, after = round(100 * turn.chance), round(100 * (turn.chance - turn.lost))
    if shown.is_own(turn.seat):
        return Text("Your chances: {before}% → {after}%.", before=before, after=after)
    return Text("Chances {before}% → {after}%.", before=before, after=after)


def look_button(shown: ShownReview, steps: Sequence[Step], turn: Judged) -> MatchButton:
    """Return the button that shows a turn in the match; in private, in the same message."""
    step = _step(steps, turn)
    label = Text("Look at {number}. {move}", number=step.number, move=step.event.text)
    match = shown.match
    if shown.who is None:
        return open_button(match, shown.translated, turn.event, shown.side, label=label)
    return labelled_button(
        Action.LINE_END, match.id, turn.event, shown.side, translated=shown.translated, label=label
    )


def line_after(
    turns: Sequence[Judged], steps: Sequence[Step], index: int, hidden: Collection[int] = ()
) -> list[str]:
    """Return the computer's line after the turn at ``index``.

    Forced turns are part of the line, which ends before a ``hidden`` turn.
    """
    texts = {step.event.number: step.event.text for step in steps}
    line: list[str] = []
    for turn in turns[index + 1 :]:
        if turn.event in hidden:
            break
        if turn.line:
            return [*line, *turn.line]
        line.append(texts[turn.event])
    return line


def moment(
    shown: ShownReview, steps: Sequence[Step], turn: Judged, place: str
) -> tuple[render.Picture, str]:
    """Return the picture of a moment and the text above it, which names its ``place``."""
    step, translated = _step(steps, turn), shown.translated
    position = as_judged(steps[steps.index(step) - 1].position)
    played = position.parse(step.event.text)
    ways = [render.Way(played)]
    said = [chances_lost(shown, turn)]
    changed = change_text(position, position.play(played))
    if changed is not None:
        said.append(changed)
    better = explaining.read(position, turn.line)
    following = line_after(shown.turns, steps, shown.turns.index(turn), shown.hidden)
    replies = explaining.read(position.play(played), following)
    yours = shown.is_own(turn.seat)
    proof = explaining.proof(position, played, replies, yours=yours)
    gain = Story.of(position, [played, *replies[: explaining.SHOWN]]).gain
    if proof is not None:
        said.append(proof)
    elif not better and changed is None:
        said.append(explaining.refuted(position, played, replies))
    if better:
        ways.append(render.Way(better[0], better=True))
        said.append(_better(position, better, turn, gain=gain if proof else None, yours=yours))
    above = [translated(shown.above)] if shown.above is not None else []
    head = f"**{place}** · {translated(headline(shown, steps, turn))}"
    text = "\n".join([*above, title(shown.match, translated), head, *map(translated, said)])
    picture = render.picture(
        position,
        viewer=shown.side,
        theme=shown.look.theme,
        coordinates=shown.look.coordinates,
        ways=ways,
        region=around(position, [way.move for way in ways]) if is_map(position) else None,
        size=PICTURE_SIZE,
        translator=translator(shown.locale),
    )
    return picture, with_words(text, position, shown.look, shown.locale)


def around(position: Position, moves: Iterable[Move]) -> set[int]:
    """Return the points of a map within ``MARGIN`` squares of the rectangle around ``moves``.

    The squares of a whole map are too small on a phone.
    """
    xy = position.board.xy
    across, down = zip(*(xy[point] for move in moves for point in move.path), strict=True)
    return {
        point
        for point, (x, y) in enumerate(xy)
        if min(across) - MARGIN <= x <= max(across) + MARGIN
        and min(down) - MARGIN <= y <= max(down) + MARGIN
    }


def _better(
    position: Position, line: Sequence[Move], turn: Judged, *, gain: int | None, yours: bool
) -> Text:
    """Return the sentence about the better move and its gain in the moves shown.

    ``gain`` is the number of pieces that the turn is already said to have won, None if nothing is
    said. If the better move wins no more, the sentence says what it would have kept. In a known
    ending it says which result that move keeps.
    """
    reason = known_reason(position, line[0])
    if reason is not None:
        return Text("{move} is better: it {told}.", move=f"`{turn.line[0]}`", told=reason.text)
    line = line[: explaining.SHOWN]
    story = Story.of(position, line)
    move, told = f"`{turn.line[0]}`", explaining.told(position, line, yours=yours)
    claims = any(True for _ in story.clauses(position))
    after = explaining.shown(position.play(line[0]), line[1 : len(story.happened) * claims])
    if yours and explaining.may_be_yours(position):
        better = Text("{move} is better: you {told}.", move=move, told=told)
        if after:
            better = Text(
                "{move} is better: you {told} ({line}).", line=after, move=move, told=told
            )
    else:
        better = Text("{move} is better: it {told}.", move=move, told=told)
        if after:
            better = Text("{move} is better: it {told} ({line}).", line=after, move=move, told=told)
    if gain is not None and (story.gain > gain or not story.taken + story.lost):
        return better
    kept = Text("That keeps chances of {percent}%.", percent=round(100 * turn.chance))
    return joined([better, kept])


def _step(steps: Sequence[Step], turn: Judged) -> Step:
    return next(step for step in steps if step.event.number == turn.event)
