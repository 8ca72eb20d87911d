"""Every place that passes the computer's thoughts to people, and how it asks fair play."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from tests.sources import ROOT, having, nodes

ASKING: Final = frozenset({"forbids", "forbidden", "forbids_in_match", "fair_level", "untold"})
"""The functions that ask fair play."""

NAMES: Final = frozenset({"Computer", "judged_turns"})
THINKING: Final = frozenset({"study", "think"})
"""``NAMES`` think or read thoughts wherever they are used; ``THINKING`` methods ask a process."""

KEPT: Final[Mapping[str, frozenset[str]]] = {
    "_thoughts": frozenset({"best", "next_best", "threat", "line_from", "compared"}),
    "_judgement": frozenset({"loss", "losing", "move_for"}),
    "_judging": frozenset({"verdict"}),
    "_looks": frozenset({"attempt"}),
    "reviews": frozenset({"of"}),
    "match_puzzles": frozenset({"get", "of_server"}),
}
"""The methods that pass thoughts on, by the name of the attribute they are called on."""


class Door(NamedTuple):
    """A place that gets thoughts: what they are for, or why fair play need not be asked.

    ``asks`` is the function that asks fair play, as ``file:name``; empty if none does.
    """

    told: str
    asks: str = ""


HINTS, DESK = "cogs/analysis/hints.py:Hints", "cogs/analysis/analyse_command.py:Analyse"
WARNINGS, REVIEW = "cogs/analysis/warnings.py:Warnings", "cogs/analysis/reviews/command.py:Reviews"
LINE, CHOICE = "cogs/analysis/reviews/line.py:ComputersLine", "cogs/learning/puzzle_choice.py:"
JUDGEMENT, THOUGHTS = "cogs/crowds/judgement.py:Judgement", "cogs/analysis/thoughts.py:Thoughts"
PLAYERS = "cogs/computers/computer_players.py:ComputerPlayers"
FAIR_CHOICE = f"{CHOICE}PuzzleChoice._is_fair"
FAIR_HINT, SAYS_NOTHING = f"{HINTS}._give_to", f"{JUDGEMENT}.is_silent"

DOORS: Final[Mapping[str, Door]] = {
    # Matches
    f"{PLAYERS}._think": Door("moves and answers of computers", f"{PLAYERS}._question"),
    f"{HINTS}._give_to": Door("hints", FAIR_HINT),
    f"{HINTS}._second": Door("second hints, after the first", FAIR_HINT),
    f"{WARNINGS}._found": Door("warnings of blunders", f"{WARNINGS}._is_unfair"),
    "cogs/messages/move_lists.py:_good_move": Door(
        "the example below a board whose side has not moved yet: an opening, which everybody knows"
    ),
    # Crowds and events
    "cogs/crowds/ballot_buttons.py:BallotButtons._veto": Door("a captain's vetoes", SAYS_NOTHING),
    "cogs/crowds/conductor.py:CrowdConductor._drop_losing": Door("the guard", SAYS_NOTHING),
    "cogs/crowds/conductor.py:CrowdConductor._tick": Door("votes without votes", SAYS_NOTHING),
    "cogs/events/conducting/late_tables.py:LateTables._adjudicate": Door(
        "the judging of late tables", "cogs/events/conducting/judging.py:Judging.verdict"
    ),
    "cogs/events/ending_story.py:_praised": Door(
        "the best move of an event", "cogs/events/ending_story.py:_praised"
    ),
    # Analysis boards and reviews
    f"{DESK}._answer": Door("opinions on a board to think on", f"{DESK}._opinion"),
    f"{REVIEW}.share": Door("reviews that are shared", f"{REVIEW}._told"),
    f"{REVIEW}.turn": Door("the moments of reviews", f"{REVIEW}._told"),
    f"{REVIEW}._show": Door("reviews", f"{REVIEW}._told"),
    f"{LINE}.marks": Door("marks in the viewer", f"{LINE}.marks"),
    f"{LINE}.walk": Door("the computer's lines in the viewer", f"{LINE}.walk"),
    # Puzzles
    f"{CHOICE}PuzzleChoice.get": Door(
        "a puzzle that a person, a channel or a day has got already", FAIR_CHOICE
    ),
    f"{CHOICE}PuzzleChoice._chosen": Door("puzzles from matches", FAIR_CHOICE),
    f"{CHOICE}PuzzleChoice.check_may_be_posted": Door("puzzles that are posted", FAIR_CHOICE),
    f"{CHOICE}PuzzleChoice.is_known": Door("nothing of the puzzle, but whether it is known"),
    f"{CHOICE}PuzzleChoice.match_of": Door("nothing of the puzzle, but its match"),
    "cogs/learning/puzzle_boards.py:PuzzleBoards.moved": Door(
        "whether a try solves a puzzle that the person has got already", FAIR_CHOICE
    ),
    "cogs/learning/shared_puzzles.py:SharedPuzzles._enter": Door(
        "whether a try solves a puzzle that is posted already", FAIR_CHOICE
    ),
    # Places that keep thoughts or pass them on to the places above
    f"{THOUGHTS}.line_from": Door("to hints and warnings"),
    f"{THOUGHTS}.compared": Door("to warnings"),
    f"{THOUGHTS}._blow": Door("to hints"),
    f"{THOUGHTS}._once": Door("to hints and warnings"),
    f"{JUDGEMENT}._looked_at": Door("to vetoes and the guard", SAYS_NOTHING),
    f"{JUDGEMENT}.move_for": Door("to votes without votes", SAYS_NOTHING),
    "cogs/events/conducting/judging.py:Judging.verdict": Door("to late tables"),
    "cogs/learning/second_looks.py:SecondLooks._looked_at": Door("to tries of puzzles"),
    "cogs/learning/match_search.py:MatchSearch._looked_at": Door("to puzzles from matches"),
    "cogs/analysis/reviews/posts.py:judged_turns": Door("to the viewer and the ends of events"),
    "cogs/analysis/reviews/waiting.py:ReviewQueue._do": Door("to reviews"),
    "cogs/computers/worker.py:answer_to": Door("to those who ask the process"),
    "cogs/computers/worker.py:_placed": Door("to those who ask the process"),
}


class Use(NamedTuple):
    """A name or an attribute used in ``where``, as ``file:function``.

    ``holder`` is the name before an attribute's dot; None for a plain name.
    """

    where: str
    name: str
    holder: str | None = None

    @property
    def thinks(self) -> bool:
        """Return whether this use gets a thought."""
        if self.holder is None:
            return self.name in NAMES
        return self.name in THINKING or self.name in KEPT.get(self.holder, ())


def _uses(node: ast.AST, where: str) -> Iterator[Use]:
    """Yield the names and attributes used in each function of a file, called or not."""
    if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
        where = f"{where}{'' if where.endswith(':') else '.'}{node.name}"
    elif isinstance(node, ast.Name):
        yield Use(where, node.id)
    elif isinstance(node, ast.Attribute):
        held = node.value
        yield Use(where, node.attr, getattr(held, "attr", getattr(held, "id", "")))
    for child in ast.iter_child_nodes(node):
        yield from _uses(child, where)


def test_every_place_that_gets_a_thought_is_known_and_asks_fair_play() -> None:
    thinking, asking = set[str](), set[str]()
    # The engine is left out: the bot has thoughts from its processes alone.
    names = "|".join((*NAMES, *THINKING, *KEPT, *ASKING))
    for file in having(rf"\b(?:{names})\b", "bot.py", "cogs", "data", "playground", "render"):
        for use in _uses(nodes(file)[0], f"{file.relative_to(ROOT).as_posix()}:"):
            if use.thinks:
                thinking.add(use.where)
            if use.name in ASKING:
                asking.add(use.where)
    assert sorted(thinking) == sorted(DOORS)
    assert {door.asks for door in DOORS.values() if door.asks} - asking == set()
