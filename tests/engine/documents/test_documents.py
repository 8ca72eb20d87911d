"""The games' documents are read, and translators get all their texts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import engine
from engine import documents
from engine.documents import document, messages
from engine.draughts import Draughts
from engine.lessons import LESSONS
from engine.lessons.lesson import Both, Captures, Plays, Safe, WrongMove
from engine.lessons.reading import lesson
from engine.text import Text, in_context
from engine.values import Page
from tests.engine.documents import forget

FILES = sorted(documents.FOLDER.glob("*.md"))

WRITTEN = """# Mini draughts

Small and quick

Also typed: tiny draughts

## In short

Men step.

They jump, too.

## Summary

A man goes
one square.<br>
- It jumps.

## Rules

### The aim

<!-- For those
who edit. -->
Win. Here the man goes from {start=13} to {end=10}.<br>

You may also lose.

```board
position: W:W13:B2
move: 13-10
seats: 2
options: size=8 setup=rows
```

### How to type

[As in Tiny draughts](tiny.md#how-to-type)

## Draws

- **long-way**: Ten moves without
  a capture.

## Lesson

After it: `play mini size=8`

### Taking

Take the man.

```board
position: W:W13:B10
led: 9-10
omitted: 9x11
```

- **Right** if `captures 1` and `safe`: Taken, on
  {square=6}.
- **Wrong** if `plays 13-9, 13 8`: That is a step.
- **Otherwise**: Look again.
- **Tries**: `13-9`, `13x4`
- **Reply**: `2-6`

### A question

Who wins?

```board
position: W:W13:B2
```

- [ ] **White** Not yet.
- [x] **Nobody** Right: `13-10` goes on.
"""

TINY = "# Tiny draughts\n\n## Summary\n\nTiny.\n\n## Rules\n\n### How to type\n\nType `1-2`.\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Return a temporary folder that holds the only documents, of ``mini`` and ``tiny``."""
    (tmp_path / "mini.md").write_text(WRITTEN, encoding="utf-8")
    (tmp_path / "tiny.md").write_text(TINY, encoding="utf-8")
    monkeypatch.setattr(documents, "FOLDER", tmp_path)
    forget()
    yield tmp_path
    forget()


@pytest.mark.usefixtures("folder")
def test_a_document_says_all_that_people_read_of_a_game() -> None:
    mini = document("mini")
    assert mini.title == Text("Mini draughts")
    assert mini.tagline == Text("Small and quick")
    assert mini.aliases == in_context("typed", "tiny draughts")
    assert str(mini.first_words) == "Men step. They jump, too."
    assert mini.summary == Text("A man goes one square.\n- It jumps.")
    aim, typing = mini.pages
    assert str(aim.text) == "Win. Here the man goes from 13 to 10.\nYou may also lose."
    assert aim._replace(text=Text("")) == Page(
        Text("The aim"), Text(""), "W:W13:B2", "13-10", 2, {"size": 8, "setup": "rows"}
    )
    assert mini.draws == {"long-way": Text("Ten moves without a capture.")}
    assert typing == Page(Text("How to type"), Text("Type `1-2`."))


@pytest.mark.usefixtures("folder")
def test_the_lesson_is_read_with_its_conditions() -> None:
    mini = lesson("mini")
    assert mini is not None
    assert mini.match == "mini size=8"
    taking, question = mini.steps
    (goal,) = taking.goals
    assert (taking.led, taking.omitted) == ("9-10", "9x11")
    assert goal.passes == Both(Captures(1), Safe())
    assert str(goal.right) == "Taken, on 6."
    assert goal.wrong == (WrongMove(Plays(("13-9", "13 8")), Text("That is a step.")),)
    assert goal.tries == ("13-9", "13x4")
    assert goal.reply == "2-6"
    assert [(str(a.label), str(a.says), a.right) for a in question.answers] == [
        ("White", "Not yet.", False),
        ("Nobody", "Right: `13-10` goes on.", True),
    ]
    assert lesson("tiny") is None


def test_translators_see_fields_without_values_and_each_paragraph_by_itself() -> None:
    assert list(messages(WRITTEN)) == [
        (1, None, "Mini draughts"),
        (3, None, "Small and quick"),
        (5, "typed", "tiny draughts"),
        (9, None, "Men step."),
        (11, None, "They jump, too."),
        (15, None, "A man goes one square.\n- It jumps."),
        (21, None, "The aim"),
        (25, None, "Win. Here the man goes from {start} to {end}."),
        (27, None, "You may also lose."),
        (36, None, "How to type"),
        (42, None, "Ten moves without a capture."),
        (49, None, "Taking"),
        (51, None, "Take the man."),
        (59, None, "Taken, on {square}."),
        (61, None, "That is a step."),
        (62, None, "Look again."),
        (66, None, "A question"),
        (68, None, "Who wins?"),
        (74, None, "White"),
        (74, None, "Not yet."),
        (75, None, "Nobody"),
        (75, None, "Right: `13-10` goes on."),
    ]


@pytest.mark.parametrize(
    ("right", "wrong", "said"),
    [
        ("# Mini draughts\n", "", "line 2: a document begins with its title"),
        ("## Summary", "## Sumary", "line 13: no heading of a document"),
        ("move: 13-10", "moves: 13-10", "line 29: a board has position, move"),
        ("- **Otherwise**: ", "- Otherwise: ", "line 62: neither a goal nor an answer"),
        ("tiny.md#how-to-type", "tiny.md#how-to-play", None),
        ("### How to type", "### How to play", "line 36: tiny.md has no such section"),
    ],
)
def test_what_cannot_be_read_is_named_with_its_line(
    folder: Path, right: str, wrong: str, said: str | None
) -> None:
    assert right in WRITTEN
    (folder / "mini.md").write_text(WRITTEN.replace(right, wrong), encoding="utf-8")
    if said is None:
        assert document("mini").pages  # sections are found by title; anchors are for readers
        return
    with pytest.raises(ValueError, match=rf"^mini\.md: {re.escape(said)}"):
        document("mini")


def test_a_step_that_cannot_be_read_is_named(folder: Path) -> None:
    for right, wrong in (
        ("captures 1", "takes 1"),
        ("- **Tries**: `13-9`, `13x4`\n", ""),
        ("- **Right**", "- **Wrong**"),
    ):
        forget()
        (folder / "mini.md").write_text(WRITTEN.replace(right, wrong, 1), encoding="utf-8")
        with pytest.raises(ValueError, match=r"^mini\.md: Taking: no step"):
            lesson("mini")


@pytest.mark.usefixtures("folder")
def test_a_game_without_a_document_is_called_by_its_key() -> None:
    none = document("nothing")
    assert (none.title, none.summary, none.pages, none.lesson) == (
        Text("nothing"),
        Text("nothing"),
        (),
        (),
    )


def test_every_game_has_a_document_and_every_document_a_game() -> None:
    assert {path.stem for path in FILES} == set(engine.games)


def test_each_limit_of_draughts_says_why_it_is_a_draw() -> None:
    counted = 0
    for name, game in engine.games.items():
        if isinstance(game, Draughts):
            keys = [limit.key for limit in game.position.limits]
            assert list(document(name).draws) == keys
            counted += len(keys)
        else:
            assert not document(name).draws
    assert counted > 10


def in_it(text: Text | None) -> Iterator[Text]:
    """Yield a text, or the texts it is joined from."""
    if text is not None:
        parts = [part for part in text.values.values() if isinstance(part, Text)]
        for part in parts:
            yield from in_it(part)
        if not parts:
            yield text


def read_by_people(name: str) -> Iterator[Text]:
    game = engine.games[name]
    for text in (game.title, game.tagline, game.aliases, game.first_words, game.summary):
        yield from in_it(text)
    for page in game.pages:
        yield from (page.title, *in_it(page.text))
    yield from game.document.draws.values()
    for step in LESSONS[name].steps if name in LESSONS else ():
        yield from (step.title, *in_it(step.task))
        for goal in step.goals:
            yield from (goal.right, goal.otherwise, *(wrong.says for wrong in goal.wrong))
        for answer in step.answers:
            yield from (answer.label, answer.says)


def test_translators_have_all_that_people_read_and_nothing_else() -> None:
    said = {text.template for name in engine.games for text in read_by_people(name)}
    seen = {
        template for path in FILES for _, _, template in messages(path.read_text(encoding="utf-8"))
    }
    assert said == seen
    assert not [text for name in engine.games for text in read_by_people(name) if not str(text)]


def anchors(source: str) -> set[str]:
    """Return the headings' anchors, as GitHub makes them."""
    found: set[str] = set()
    for title in re.findall(r"^#+ (.+)$", source, re.MULTILINE):
        anchor = re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-")
        number = 0
        while (name := f"{anchor}-{number}" if number else anchor) in found:
            number += 1
        found.add(name)
    return found


def test_links_between_documents_lead_to_a_heading() -> None:
    sources = {path.name: path.read_text(encoding="utf-8") for path in FILES}
    links = [link for one in sources.values() for link in re.findall(r"\]\((.*?)#(.*?)\)", one)]
    assert len(links) > 30
    assert [link for link in links if link[1] not in anchors(sources[link[0]])] == []
