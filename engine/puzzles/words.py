"""Words for puzzles: their goals and their themes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from engine.game import Game, Position
from engine.puzzles.finding.weighing import settled
from engine.puzzles.puzzle import (
    KEEPING,
    RACES,
    Puzzle,
    PuzzleGoal,
    plain_noun,
    strong_noun,
)
from engine.puzzles.trying import Tried
from engine.study.explaining import shown
from engine.study.sums import Sum
from engine.text import Text, counted, joined
from engine.values import Move

_MUCH_BETTER: Final = Text("There is a much better move.")

_THEMES: Final[Mapping[str, Callable[[int], Text]]] = {
    "shot": lambda count: counted("Shot of one piece", "Shot of {count} pieces", count),
    "stroke": lambda count: counted("Stroke of one piece", "Stroke of {count} pieces", count),
    "chain": lambda count: counted("Chain of one capture", "Chain of {count} captures", count),
    "exchange": lambda _: Text("Exchange that wins"),
    "trap": lambda _: Text("Trapped piece"),
    "breakthrough": lambda _: Text("Breakthrough to the king row"),
    "king-hunt": lambda _: Text("Catching a king"),
    "general-hunt": lambda _: Text("Catching a General"),
    "opposition": lambda _: Text("Opposition"),
    "blocked": lambda _: Text("No move left"),
    "ending": lambda _: Text("Endgame"),
    "defence": lambda _: Text("Defence"),
    "cross": lambda _: Text("Turning the cross"),
    "huff": lambda _: Text("Huff trap"),
    "sortie": lambda _: Text("Sortie of the officers"),
    "fortress": lambda _: Text("Encircled fortress"),
    "storm": lambda _: Text("Storming a fortress"),
    "ladder": lambda _: Text("Ladder into the camp"),
    "bridge": lambda _: Text("Building a bridge"),
    "cut": lambda _: Text("Cutting a ladder"),
    "stragglers": lambda _: Text("Last stragglers"),
}

_SHOTS: Final[Mapping[str, Callable[[int, int], Text]]] = {
    "shot": lambda given, taken: Text("Shot: give {given}, take {taken}", given=given, taken=taken),
    "stroke": lambda given, taken: Text(
        "Stroke: give {given}, take {taken}", given=given, taken=taken
    ),
}
"""The themes named by the pieces given and taken."""

THEMES: Final = tuple(_THEMES)
"""The kinds of themes."""


def theme_told(puzzle: Puzzle) -> Text:
    """Return the name of a puzzle's theme: "Shot of 4 pieces".

    If the solver gives pieces for those of a shot, the name has both numbers: "Shot: give 2, take
    3". Raises KeyError for an unknown theme, and MoveError if the solution cannot be played.
    """
    theme = puzzle.theme
    told = _THEMES[theme.kind](theme.pieces)
    if theme.kind not in _SHOTS:
        return told
    given, taken = _exchanged(puzzle)
    return _SHOTS[theme.kind](given, taken) if given > 0 else told


def _exchanged(puzzle: Puzzle) -> tuple[int, int]:
    """Return the numbers of pieces that the solver gives and takes, until no capture pays."""
    first, last = puzzle.begin(), settled(puzzle.line()[-1])
    team = first.seats[puzzle.solver].team
    before, after = (
        Counter(position.seats[piece.seat].team == team for _, piece in position.pieces())
        for position in (first, last)
    )
    return before[True] - after[True], before[False] - after[False]


def goal_told(puzzle: Puzzle) -> Text:
    """Return the task of a puzzle: "White to play and win 2 men"."""
    position = puzzle.begin()
    return _goal(position, puzzle.goal)


def _goal(position: Position, goal: PuzzleGoal) -> Text:
    seat = position.seats[position.turn].name
    game = position.game
    if goal.kind == "gain" and goal.men < 0:
        return Text(
            "{seat} to play and win {prize} for {price}",
            seat=seat,
            prize=strong_noun(game).named(goal.kings),
            price=plain_noun(game).named(-goal.men),
        )
    prize = _prize(game, goal.men, goal.kings)
    if goal.kind == "gain" and prize is not None:
        return Text("{seat} to play and win {prize}", seat=seat, prize=prize)
    if goal.kind == "crown":
        crown = strong_noun(game).named(1)
        if prize is None:
            return Text("{seat} to play and get {crown}", seat=seat, crown=crown)
        return Text(
            "{seat} to play, get {crown} and win {prize}", seat=seat, crown=crown, prize=prize
        )
    if goal.kind == "hold":
        return Text("{seat} to play and hold the draw", seat=seat)
    if goal.kind == "keep":
        return Text("{seat} to play: find the only move that loses nothing", seat=seat)
    if goal.kind == "grip":
        return Text("{seat} to play: find the only move that keeps the upper hand", seat=seat)
    if goal.kind in RACES:
        return _of_race(position, goal)
    return Text("{seat} to play and win", seat=seat)


def _of_race(position: Position, goal: PuzzleGoal) -> Text:
    seat, other = (position.seats[seat].name for seat in (position.turn, 1 - position.turn))
    if goal.kind == "home":
        return Text(
            "{seat} to play and bring the last {pieces} pieces into the camp in {count} turns",
            seat=seat,
            pieces=goal.men,
            count=goal.turns,
        )
    if goal.kind == "cut":
        return Text(
            "{seat} to play and stop the piece on {point}: it would get into its camp next turn",
            seat=seat,
            point=goal.piece,
        )
    return Text(
        "{seat} to play and bring the piece on {point} into the camp within {count} turns, "
        "whatever {other} replies",
        seat=seat,
        point=goal.piece,
        count=goal.turns,
        other=other,
    )


def missed(puzzle: Puzzle, after: Position, refutation: Sequence[Move]) -> Text:
    """Return a sentence on why a wrong turn in a race misses the goal.

    ``after`` is the position after that turn, ``refutation`` the other side's reply to it, if any.
    """
    goal = puzzle.goal
    moves = ", ".join(f"`{after.write(move)}`" for move in refutation)
    if goal.kind == "home":
        return Text("That way it takes more than {count} turns.", count=goal.turns)
    if goal.kind == "cut":
        return Text("The piece gets into its camp all the same: {moves}.", moves=moves)
    if not moves:
        return Text("That way the piece is not in the camp in time.")
    return Text("After {moves} the piece is not in the camp in time.", moves=moves)


def refuted_told(puzzle: Puzzle, position: Position, move: Move, refutation: Tried) -> Text:
    """Return a sentence on the refutation of a wrong move in a puzzle that is no race.

    If the sentence counts pieces, the counts of both sides hold after the moves that it shows.
    """
    replies = refutation.refutation
    if not replies or not refutation.at_rest:
        return _MUCH_BETTER
    after, own = position.play(move), position.seats[position.turn].team
    line = shown(after, replies, len(replies))
    whole = Sum.of(position, (move, *replies))
    if whole.winner is not None:
        return _MUCH_BETTER if whole.winner == own else Text("This loses: {moves}.", moves=line)
    other = next(seat.name for seat in position.seats if seat.team != own)
    keeping, helps = puzzle.goal.kind in KEEPING, refutation.helps
    sentence = whole.told(line, position)
    if sentence is None:
        if helps:
            return Text("This helps {seat}: {moves}.", seat=other, moves=line)
        return _MUCH_BETTER if keeping else Text("That wins nothing: I expect {moves}.", moves=line)
    if refutation.gain < 0 or (refutation.gain == 0 and not keeping):
        return sentence
    better = Text("The advantage is with {seat}.", seat=other) if helps else _MUCH_BETTER
    shows = refutation.is_short or keeping or puzzle.goal.kind == "win"
    return joined([sentence, better]) if shows else better


def _prize(game: Game, men: int, kings: int) -> Text | None:
    """Return the names of pieces with their numbers, or None for no pieces."""
    named = [
        *([strong_noun(game).named(kings)] if kings > 0 else []),
        *([plain_noun(game).named(men)] if men > 0 else []),
    ]
    if len(named) == 2:
        return Text("{first} and {last}", first=named[0], last=named[1])
    return named[0] if named else None
