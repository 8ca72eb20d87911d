"""Standings in words, for people who do not see the pictures: as much as fits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from engine.text import Text, Words, counted, joined, together
from render.drawing.picture import LONGEST_ALT_TEXT
from render.standings.people import Mark, Row

LONGEST_TITLE: Final = 120
LONGEST_NAME: Final = 40
"""Most characters of a title or note, and of a name."""
ORDER: Final = (Mark.CHAMPION, Mark.UP, Mark.DOWN, Mark.OUT)
"""The order in which marks are described."""
NAMED: Final = 3
"""The most players with the same mark who are named; of more players, only the number is told."""


def described(
    title: str | Text,
    note: str | Text,
    lines: Sequence[Text],
    after: Sequence[Text] = (),
    *,
    opening: Text | None = None,
) -> Text:
    """Return a description: title and note, the lines that fit, and the number of other lines.

    ``opening`` explains the lines. The texts ``after`` come last; if room is short, lines are
    dropped before these texts.
    """
    heads = [Text("{title}.", title=within(words)) for words in (title, note) if str(words).strip()]
    if opening is not None and lines:
        heads.append(opening)
    heads = heads or [Text("Standings.")]
    after, told = list(after), list(lines)
    while after and _length([*heads, *after]) > LONGEST_ALT_TEXT:
        after.pop()
    more: list[Text] = []
    while told and _length([*heads, *told, *more, *after]) > LONGEST_ALT_TEXT:
        told.pop()
        more = [Text("And {count} more.", count=len(lines) - len(told))]
    if not told:
        more = []
    return joined([*heads, *told, *more, *after])


def within(words: str | Text, longest: int = LONGEST_TITLE) -> str | Text:
    """Return the words of a title without a full stop at the end, cut to ``longest`` characters."""
    if isinstance(words, Text) and len(str(words)) <= longest:
        return words
    return Words(str(words).strip().rstrip("."), longest)


def name_of(name: str) -> Words:
    """Return a name for use in a sentence, cut to ``LONGEST_NAME`` characters."""
    return Words(name, LONGEST_NAME)


def row_told(row: Row, values: Sequence[str]) -> Text:
    """Return a row as a sentence: its place, its name, and these values."""
    place, name = str(row.place), name_of(row.name)
    written = ", ".join(value for value in values if value.strip())
    if not written:
        return Text("{place}. {name}.", place=place, name=name)
    return Text("{place}. {name}: {values}.", place=place, name=name, values=Words(written, 60))


def marks_told(rows: Sequence[Row]) -> Iterator[Text]:
    """Yield sentences about the players with marks, one for each mark."""
    by_mark = {mark: [name_of(row.name) for row in rows if row.mark is mark] for mark in ORDER}
    for mark, names in by_mark.items():
        if not names:
            continue
        if len(names) > NAMED:
            yield _number_told(mark, len(names))
        else:
            yield _names_told(mark, together(names))


def _names_told(mark: Mark, names: str | Text) -> Text:
    match mark:
        case Mark.UP:
            return Text("Rising: {names}.", names=names)
        case Mark.DOWN:
            return Text("Falling: {names}.", names=names)
        case Mark.OUT:
            return Text("Withdrawn: {names}.", names=names)
        case Mark.CHAMPION:
            return Text("Champion: {names}.", names=names)


def _number_told(mark: Mark, count: int) -> Text:
    match mark:
        case Mark.UP:
            return counted("{count} rises.", "{count} rise.", count)
        case Mark.DOWN:
            return counted("{count} falls.", "{count} fall.", count)
        case Mark.OUT:
            return counted("{count} has withdrawn.", "{count} have withdrawn.", count)
        case Mark.CHAMPION:
            return counted("{count} champion.", "{count} champions.", count)


def _length(texts: Sequence[Text]) -> int:
    return sum(len(str(text)) + 1 for text in texts)
