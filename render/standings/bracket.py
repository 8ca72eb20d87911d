"""The bracket of a knockout: its last rounds side by side, winners advancing to the right."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from engine.text import ENGLISH, Text, Translator, in_context
from render.drawing.picture import Picture
from render.standings.alt_text import described, name_of
from render.standings.look import Look, look_of
from render.standings.names import legible
from render.standings.sheet import (
    HEAD,
    LINE,
    MARGIN,
    SIGN,
    SMALLER,
    WIDTH,
    Entry,
    Sheet,
    heading_height,
    legend_height,
    said,
    width_of,
)
from render.standings.tree import Bracket, Entrant, Pair, Window, completed, shown, windows

SIDE: Final = 45
"""Height of a side of a match."""
MATCH: Final = 2 * SIDE
APART: Final = 20
"""Room between matches of the first round shown."""
BETWEEN: Final = 28
"""Room between rounds."""
NAMES: Final = 29
"""Size of letters of names and scores."""
WIDEST: Final = 420
"""Greatest width of a match."""
SEED: Final = 34
"""Width of the room for the number of a seed."""


class _Box(NamedTuple):
    """The box of a match."""

    left: float
    top: float
    width: float

    @property
    def middle(self) -> float:
        return self.top + SIDE


def bracket(
    tree: Bracket,
    *,
    window: Window | None = None,
    theme: str = "wood",
    translator: Translator = ENGLISH,
) -> Picture:
    """Return the picture of a part of a knockout: by default the first of ``windows``.

    Earlier rounds are not shown, and the note says so. Raises ValueError for an unknown theme, an
    invalid tree, or a window that is not in the tree.
    """
    look = look_of(theme)
    window = windows(tree)[0] if window is None else window
    rounds = shown(tree, window)
    whole = completed(tree.rounds)
    ends = window.round + len(rounds) == len(whole) and len(rounds[-1]) == 1
    third = tree.third if ends and len(whole) > 1 else None
    note = " · ".join(text for text in _notes(tree, window, translator) if text)
    title = said(tree.title, translator)
    top = heading_height(title, note) + HEAD
    boxes = _boxes(rounds, top)
    final = boxes[-1][0]
    bottom = max(box.top + MATCH for column in boxes for box in column)
    third_box = final._replace(top=final.top + MATCH + APART + HEAD)
    if third is not None:
        bottom = max(bottom, third_box.top + MATCH)
    legend = _legend(rounds, third, look, translator)
    sheet = Sheet(look, bottom + APART + legend_height(legend) + MARGIN / 2)
    sheet.heading(title, note)
    seeded = any(
        side is not None and side.seed is not None
        for pairs in rounds
        for pair in pairs
        for side in pair.sides
    )
    for number, (pairs, column) in enumerate(zip(rounds, boxes, strict=True)):
        name = round_name(len(whole[window.round + number])).render(translator)
        left = column[0].left
        room = column[0].width + BETWEEN / 2
        sheet.write((left, top - HEAD / 2), name, look.pale, SMALLER, room=room)
        champion = ends and number + 1 == len(rounds)
        for at, (pair, box) in enumerate(zip(pairs, column, strict=True)):
            if number + 1 < len(rounds):
                _connect(sheet, box, boxes[number + 1][at // 2])
            _draw_pair(sheet, pair, box, translator, seeded=seeded, champion=champion)
    if third is not None:
        place = (third_box.left, third_box.top - HEAD / 2)
        words = in_context("standings", "3rd place").render(translator)
        sheet.write(place, words, look.pale, SMALLER, room=third_box.width)
        _draw_pair(sheet, third, third_box, translator, seeded=seeded)
    sheet.legend(legend, bottom + APART)
    return sheet.finish(_alt(tree, window, rounds, third))


def round_name(matches: int) -> Text:
    """Return the name of the round with this number of matches."""
    match matches:
        case 1:
            return in_context("standings", "Final")
        case 2:
            return in_context("standings", "Semi-finals")
        case 4:
            return in_context("standings", "Quarter-finals")
        case 8:
            return in_context("standings", "Round of 16")
        case 16:
            return in_context("standings", "Round of 32")
        case _:
            return in_context("standings", "Round of {players}", players=2 * matches)


def _notes(tree: Bracket, window: Window, translator: Translator) -> Iterator[str]:
    yield said(tree.note, translator)
    yield from (text.render(translator) for text in _parts_told(window))


def _parts_told(window: Window) -> Iterator[Text]:
    if window.parts > 1:
        yield Text("part {number} of {count}", number=window.part + 1, count=window.parts)
    if window.round:
        yield Text("without earlier rounds")


def _boxes(rounds: Sequence[Sequence[Pair]], top: float) -> list[list[_Box]]:
    """Return the boxes of each round's matches, each halfway between the two matches before it."""
    count = len(rounds)
    wide = min((WIDTH - 2 * MARGIN - BETWEEN * (count - 1)) / count, WIDEST)
    column = [_Box(MARGIN, top + at * (MATCH + APART), wide) for at in range(len(rounds[0]))]
    boxes = [column]
    for number in range(1, count):
        left = MARGIN + number * (wide + BETWEEN)
        column = [
            _Box(left, (one.top + other.top) / 2, wide)
            for one, other in zip(column[::2], column[1::2], strict=True)
        ]
        boxes.append(column)
    return boxes


def _connect(sheet: Sheet, box: _Box, to: _Box) -> None:
    """Draw the line from a match to the match to which its winner advances."""
    right, x = box.left + box.width, to.left - BETWEEN / 2
    rule = sheet.look.rule
    sheet.fill((right, box.middle - LINE / 2, x + LINE / 2, box.middle + LINE / 2), rule)
    ys = sorted((box.middle, to.middle))
    sheet.fill((x - LINE / 2, ys[0] - LINE / 2, x + LINE / 2, ys[1] + LINE / 2), rule)
    sheet.fill((x, to.middle - LINE / 2, to.left, to.middle + LINE / 2), rule)


def _draw_pair(
    sheet: Sheet,
    pair: Pair,
    box: _Box,
    translator: Translator,
    *,
    seeded: bool,
    champion: bool = False,
) -> None:
    """Draw a match with the winner's side filled."""
    look = sheet.look
    right = box.left + box.width
    sheet.fill((box.left, box.top, right, box.top + MATCH), look.stripe)
    lonely = pair.sides[0] if pair.sides[0] is not None else pair.sides[1]
    sides = (lonely, None) if pair.bye else pair.sides
    room = max((width_of(score, NAMES) for score in pair.scores), default=0.0)
    for at, (side, score) in enumerate(zip(sides, pair.scores, strict=True)):
        top = box.top + at * SIDE
        won = pair.winner == at or (pair.bye and at == 0)
        if won:
            sheet.fill((box.left, top, right, top + SIDE), look.ink)
        ink = look.ground if won else look.pale if pair.winner is not None else look.ink
        y = top + SIDE / 2
        if side is None:
            words = in_context("standings", "bye").render(translator) if pair.bye else "–"
            indent = SEED + 8 if seeded else 12
            sheet.write((box.left + indent, y), words, look.pale, SMALLER, room=box.width)
            continue
        _write_side(sheet, side, (box, y), (ink, room), seeded=seeded, crowned=won and champion)
        sheet.write((right - 8, y), score, ink, NAMES, anchor="rm", room=box.width / 3)
    sheet.fill((box.left, box.middle - 1, right, box.middle + 1), look.ground)


def _write_side(
    sheet: Sheet,
    side: Entrant,
    place: tuple[_Box, float],
    style: tuple[tuple[int, int, int], float],
    *,
    seeded: bool,
    crowned: bool,
) -> None:
    """Write the seed and the name of a side, with a sign for a computer or a champion."""
    (box, y), (ink, score) = place, style
    x = box.left + 12
    if seeded:
        if side.seed is not None:
            sheet.write((box.left + SEED, y), str(side.seed), ink, SMALLER, anchor="rm", room=SEED)
        x = box.left + SEED + 8
    signs = [sign for sign, there in (("computer", side.computer), ("crown", crowned)) if there]
    room = box.left + box.width - x - 8 - (score + 10 if score else 0) - (SIGN + 6) * len(signs)
    wide = sheet.write((x, y), legible(side.name, side.handle), ink, NAMES, room=room)
    x += wide + 8 + SIGN / 2
    if side.computer:
        sheet.sign("computer", (x, y), ink)
        x += SIGN + 6
    if crowned:
        sheet.sign("crown", (x, y), ink)


def _legend(
    rounds: Sequence[Sequence[Pair]], third: Pair | None, look: Look, translator: Translator
) -> list[Entry]:
    """Return the legend: an entry for the sign of computers, if there are any."""
    pairs = [pair for column in rounds for pair in column]
    sides = [side for pair in (*pairs, *([third] if third else [])) for side in pair.sides]
    if not any(side is not None and side.computer for side in sides):
        return []
    return [Entry("computer", in_context("standings", "computer").render(translator), look.pale)]


def _alt(
    tree: Bracket, window: Window, rounds: Sequence[Sequence[Pair]], third: Pair | None
) -> Text:
    """Return the part of the tree that is shown, in words, the latest round first."""
    lines: list[Text] = []
    count = len(completed(tree.rounds)[window.round])
    for number, pairs in reversed(list(enumerate(rounds))):
        told = [sentence for pair in pairs if (sentence := _told(pair)) is not None]
        if told:
            name = round_name(count >> number)
            lines.append(Text("{round}: {match}", round=name, match=told[0]))
            lines += told[1:]
        if number + 1 == len(rounds) and third is not None:
            sentence = _told(third)
            if sentence is not None:
                name = in_context("standings", "3rd place")
                lines.append(Text("{round}: {match}", round=name, match=sentence))
    notes: list[str | Text] = [tree.note, *_parts_told(window)]
    notes = [note for note in notes if str(note).strip()]
    note = notes[0] if notes else ""
    for more in notes[1:]:
        note = Text("{note}, {part}", note=note, part=more)
    return described(
        tree.title, note, lines or [Text("No match is known yet.")], opening=Text("Bracket.")
    )


def _told(pair: Pair) -> Text | None:
    """Return a match as a sentence; None if neither side is known."""
    one, other = (None if side is None else name_of(side.name) for side in pair.sides)
    if pair.bye:
        name = one or other
        return None if name is None else Text("{name} has a bye.", name=name)
    if one is None or other is None:
        name = one or other
        return None if name is None else Text("{name} waits for an opponent.", name=name)
    score = "–".join(pair.scores) if all(pair.scores) else ""
    if pair.winner is None:
        if score:
            return Text("{one} – {other} {score}.", one=one, other=other, score=score)
        return Text("{one} – {other}.", one=one, other=other)
    if pair.winner == 1:
        one, other, score = other, one, "–".join(reversed(pair.scores)) if score else ""
    if score and pair.scores[0] == pair.scores[1]:
        return Text("{one} is ahead of {other} after {score}.", one=one, other=other, score=score)
    if score:
        return Text("{one} beats {other} {score}.", one=one, other=other, score=score)
    return Text("{one} beats {other}.", one=one, other=other)
