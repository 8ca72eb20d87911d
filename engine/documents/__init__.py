"""The games' documents: everything that people read about a game, in one Markdown file each.

``<game>.md`` has the title, a line for people choosing a game, other names; *In short*, *Summary*,
*Rules* page by page, *Draws* with the text for each limit by its key, and the steps of the
*Lesson*. The bot shows these texts, people read and edit the files as they are, and the catalogues
of translations have their sentences.

A paragraph is one unit for translators. Paragraphs of a page follow each other after a space, or on
a new line after ``<br>``, which also ends a line within a paragraph. ``{start=c3}`` is a field with
its value: translators see ``{start}``. A block ``board`` has a position and its details: ``move``,
``seats``, ``options``, ``led``, ``omitted``. A page or step that consists of a link to another
document has the contents of the section there. Markdown comments are for editors.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import takewhile
from pathlib import Path
from types import MappingProxyType
from typing import Final, NamedTuple

from engine.text import Text, in_context, joined
from engine.values import Options, OptionValue, Page

FOLDER: Final = Path(__file__).parent

ALIASES: Final = "Also typed: "
"""The beginning of the paragraph with the game's other names."""

TYPED: Final = "typed"
"""The context, in the catalogues, of words that people type."""

_HEADING: Final = re.compile(r"(#{1,3}) (.+)")
_FIELD: Final = re.compile(r"\{(\w+)=([^{}]*)\}")
_LINK: Final = re.compile(r"\[[^]]+\]\(([\w-]+)\.md#[\w-]+\)")
_ANSWER: Final = re.compile(r"\[([ x])\] \*\*(.+?)\*\* (.+)", re.DOTALL)
_SAYING: Final = re.compile(
    r"\*\*([\w-]+)\*\*(?: if `([^`]+)`(?: and `([^`]+)`)?)?: (.+)", re.DOTALL
)
_CODE: Final = re.compile(r"`([^`]+)`")
_CODES_ALONE: Final = ("Tries", "Reply")
"""The heads of items that have moves and no text."""
_PARTS: Final = ("In short", "Summary", "Rules", "Draws", "Lesson")
_ON_BOARDS: Final = ("position", "move", "seats", "options", "led", "omitted")


class Passage(NamedTuple):
    """Sentences translated as one unit, with the number of the line on which they begin."""

    line: int
    source: str
    """The sentences, with the values in the fields."""

    @property
    def template(self) -> str:
        """The sentences as translators see them."""
        return _FIELD.sub(r"{\1}", self.source.removesuffix("\n"))

    @property
    def text(self) -> Text:
        """The sentences for people."""
        return Text(self.template, **dict(_FIELD.findall(self.source)))


class Item(NamedTuple):
    """An item of a list: a goal or an answer of a step, or a draw by a limit.

    ``head`` is the bold word at its beginning; of an answer, ``x`` if it is right, else a space.
    ``codes`` are conditions or moves. ``passages`` are the texts; those of an answer are its label
    and the reply to it.
    """

    head: str
    codes: tuple[str, ...]
    passages: tuple[Passage, ...]


class Section(NamedTuple):
    """A heading and everything up to the next one."""

    level: int
    title: Passage
    passages: tuple[Passage, ...]
    board: Mapping[str, str]
    items: tuple[Item, ...]

    @property
    def same_in(self) -> str | None:
        """The game in whose document this section stands if it is only a link; None if not."""
        link = _LINK.fullmatch(self.passages[0].source) if len(self.passages) == 1 else None
        return link and link[1]

    @property
    def text(self) -> Text:
        """The paragraphs joined into one text."""
        whole, *others = self.passages
        text = whole.text
        for before, passage in zip(self.passages, others, strict=False):
            text = joined([text, passage.text], "\n" if before.source.endswith("\n") else " ")
        return text

    @property
    def seats(self) -> int | None:
        """The number of seats of the section's position, None for the usual number."""
        return int(self.board["seats"]) if "seats" in self.board else None

    @property
    def options(self) -> Options:
        """The options of the section's position."""
        words = self.board.get("options", "").split()
        return {name: _value(value) for name, _, value in (word.partition("=") for word in words)}


class Document(NamedTuple):
    """Everything that people read about a game."""

    title: Text
    summary: Text
    tagline: Text | None = None
    aliases: Text | None = None
    first_words: Text | None = None
    pages: tuple[Page, ...] = ()
    draws: Mapping[str, Text] = MappingProxyType({})
    """The texts about draws by a limit, by the limits' keys."""
    lesson: tuple[Section, ...] = ()
    """The steps of the lesson."""
    match: str = ""
    """The match to play after the lesson, as typed after ``play``, or ``""``."""


@cache
def document(name: str) -> Document:
    """Return the document of a game; without a file, its title and summary are the key ``name``.

    Raises ValueError, with the file and the line, for an unreadable document.
    """
    if not (FOLDER / f"{name}.md").exists():
        return Document(Text(name), Text(name))
    try:
        return _document(written(name))
    except ValueError as error:
        raise ValueError(f"{name}.md: {error}") from error


@cache
def written(name: str) -> list[Section]:
    """Return the sections of a game's file. Raises ValueError for an unreadable one."""
    return sections((FOLDER / f"{name}.md").read_text(encoding="utf-8"))


def _document(parts: Sequence[Section]) -> Document:
    """Return the document made of its sections."""
    head = parts[0]
    aliases = [p.source.removeprefix(ALIASES) for p in head.passages if _is_aliases(p)]
    tagline = [p.text for p in head.passages if not _is_aliases(p)]
    named = {part.title.source: part for part in parts if part.level == 2}
    below: dict[str, list[Section]] = {"Rules": [], "Lesson": []}
    under = ""
    for part in parts:
        if part.level == 3:
            below[under].append(_original(part, under))
        else:
            under = part.title.source
    after = named["Lesson"].passages if "Lesson" in named else ()
    draws = named["Draws"].items if "Draws" in named else ()
    return Document(
        head.title.text,
        named["Summary"].text,
        tagline[0] if tagline else None,
        in_context(TYPED, aliases[0]) if aliases else None,
        named["In short"].text if "In short" in named else None,
        tuple(_page(part) for part in below["Rules"]),
        {item.head: item.passages[0].text for item in draws},
        tuple(below["Lesson"]),
        _CODE.findall(after[0].source)[0].removeprefix("play ") if after else "",
    )


def _original(section: Section, under: str) -> Section:
    """Return the section that a link leads to, or the section itself."""
    name = section.same_in
    if name is None:
        return section
    above = ""
    for part in written(name):
        if part.level < 3:
            above = part.title.source
        elif (above, part.title.source) == (under, section.title.source):
            return part
    raise ValueError(f"line {section.title.line}: {name}.md has no such section")


def _page(section: Section) -> Page:
    board = section.board
    position, move = board.get("position", ""), board.get("move", "")
    return Page(section.title.text, section.text, position, move, section.seats, section.options)


def _is_aliases(passage: Passage) -> bool:
    return passage.source.startswith(ALIASES)


def messages(source: str) -> Iterator[tuple[int, str | None, str]]:
    """Yield the passages of a document for translators: the line, the context, the template."""
    for section in sections(source):
        if section.level != 2:
            yield section.title.line, None, section.title.template
        in_words = section.level != 2 or section.title.source != "Lesson"
        for passage in section.passages if in_words and section.same_in is None else ():
            template = passage.template
            if section.level == 1 and _is_aliases(passage):
                yield passage.line, TYPED, template.removeprefix(ALIASES)
            else:
                yield passage.line, None, template
        for item in section.items:
            for passage in item.passages:
                yield passage.line, None, passage.template


def sections(source: str) -> list[Section]:
    """Return the sections of a document. Raises ValueError, with the line, for an error in it."""
    found: list[Section] = []
    for number, block in _blocks(re.sub(r"<!--.*?-->", _blank, source, flags=re.DOTALL)):
        first = block[0]
        heading = _HEADING.fullmatch(first)
        if heading:
            level, title = len(heading[1]), heading[2]
            if (level == 1) == bool(found) or (level == 2 and title not in _PARTS):
                raise ValueError(f"line {number}: no heading of a document")
            found.append(Section(level, Passage(number, title), (), {}, ()))
            continue
        if not found:
            raise ValueError(f"line {number}: a document begins with its title")
        if first == "```board":
            board = {name: value for name, _, value in (line.partition(": ") for line in block[1:])}
            if not board.keys() <= set(_ON_BOARDS):
                raise ValueError(f"line {number}: a board has {', '.join(_ON_BOARDS)}")
            found[-1] = found[-1]._replace(board=board)
        elif first.startswith("- "):
            item = _item(number, _flowing([first[2:], *block[1:]]))
            found[-1] = found[-1]._replace(items=(*found[-1].items, item))
        else:
            passage = Passage(number, _flowing(block))
            found[-1] = found[-1]._replace(passages=(*found[-1].passages, passage))
    return found


def _blank(comment: re.Match[str]) -> str:
    """Return the line breaks of a comment alone, so that later lines keep their numbers."""
    return "\n" * comment[0].count("\n")


def _blocks(source: str) -> Iterator[tuple[int, list[str]]]:
    """Yield headings, fenced blocks, items and paragraphs, each after its first line's number."""
    lines = enumerate(source.splitlines(), 1)
    block: list[str] = []
    begun = 0
    for number, line in lines:
        alone = line.startswith(("#", "```"))
        item = line.startswith("- ") and not (block and block[-1].endswith("<br>"))
        if block and (alone or item or not line.strip()):
            yield begun, block
            block = []
        if alone:
            fenced = takewhile(lambda one: one != "```", (one for _, one in lines))
            yield number, [line, *fenced] if line.startswith("`") else [line]
        elif line.strip():
            begun = begun if block else number
            block.append(line.strip())
    if block:
        yield begun, block


def _flowing(lines: Sequence[str]) -> str:
    """Return lines joined by spaces, with a line break for each ``<br>``."""
    return " ".join(lines).replace("<br> ", "\n").replace("<br>", "\n")


def _item(line: int, source: str) -> Item:
    """Return an item of a list. Raises ValueError for text in no form of an item."""
    if answer := _ANSWER.fullmatch(source):
        return Item(answer[1], (), (Passage(line, answer[2]), Passage(line, answer[3])))
    head, _, codes = source.removeprefix("**").partition("**: ")
    if head in _CODES_ALONE:
        return Item(head, tuple(_CODE.findall(codes)), ())
    saying = _SAYING.fullmatch(source)
    if saying is None:
        raise ValueError(f"line {line}: neither a goal nor an answer")
    conditions = tuple(code for code in saying.group(2, 3) if code)
    return Item(saying[1], conditions, (Passage(line, saying[4]),))


def _value(text: str) -> OptionValue:
    """Return the value of an option from its text."""
    return int(text) if text.isdecimal() else text
