"""A process that thinks: ``python -m cogs.computers.worker NICENESS``.

It reads questions and writes answers, a line each, until its input ends, at the latest when the bot
ends. During a thought it may be told that fewer nodes are enough. Of our own code it imports only
the engine and the protocol.
"""

from __future__ import annotations

import contextlib
import math
import os
import random
import signal
import sys
import threading
import traceback
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from queue import SimpleQueue
from typing import Final, NamedTuple

import engine
from cogs.computers.worker_protocol import Answer, Enough, Question
from engine import Move, Position
from engine.capabilities.set_ups import placing_moves
from engine.computer import Computer
from engine.puzzles import puzzles_in, to_text
from engine.puzzles.looking import LeftOffError, Looks
from engine.puzzles.verifying import faults
from engine.values import OptionValue

_KEPT: Final = 1000
"""The most positions cached: most of a line was already in the question before."""


def main() -> None:
    """Answer questions until there are no more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the bot, which ends its input
    with contextlib.suppress(AttributeError, OSError):
        os.nice(int(sys.argv[1]))
    asked: SimpleQueue[QuestionLine] = SimpleQueue()
    threading.Thread(target=_listen, args=(sys.stdin.buffer, asked), daemon=True).start()
    while True:
        line, budget = asked.get()
        try:
            answer = answer_to(Question.read(line), budget)
        except Exception:
            answer = Answer(error=traceback.format_exc())
        try:
            sys.stdout.buffer.write(answer.write())
            sys.stdout.buffer.flush()
        except BrokenPipeError:  # the bot has been killed
            os._exit(1)


class Budget:
    """The most nodes that a question gets; the number can be reduced during the thought."""

    def __init__(self) -> None:
        self.nodes: float = math.inf

    def is_used_up(self, nodes: int) -> bool:
        """Return whether ``nodes`` searched nodes use up the budget."""
        return nodes >= self.nodes


class QuestionLine(NamedTuple):
    """The line of a question, and its budget."""

    line: bytes
    budget: Budget


def _listen(lines: Iterable[bytes], asked: SimpleQueue[QuestionLine]) -> None:
    """Queue questions and reduce budgets until the input ends; then end this process."""
    budget = Budget()
    for line in lines:
        enough = Enough.read(line)
        if enough is None:
            budget = Budget()
            asked.put(QuestionLine(line, budget))
        else:
            budget.nodes = enough.nodes
    os._exit(0)


def answer_to(question: Question, budget: Budget | None = None) -> Answer:
    """Return the answer to a question. Raises the engine's errors."""
    line = [_position(text, question) for text in question.line]
    position = line[-1]
    enough = budget.is_used_up if budget is not None else None
    if question.puzzle:
        return Answer(puzzle=_puzzle(line, question.nodes or 0, enough))
    computer = Computer(question.level, question.seed, enough=enough)
    if question.placing:
        return Answer(_placed(position, question.seat, computer, question.seed))
    if question.answering:
        value, drawn = computer.judge(line, question.seat, question.nodes)
        return Answer(value=value, drawn=drawn)
    if question.nodes is not None and question.compared:
        compared = [position.parse(text) for text in question.compared]
        return Answer(values=computer.compare(line, compared, question.nodes))
    if question.nodes is not None and question.besides:
        second = computer.second(line, position.parse(question.besides), question.nodes)
        if second is None:
            return Answer()
        variation = _written(position, second.variation)
        return Answer(
            values=[second.value], value=second.value, nodes=second.nodes, variation=variation
        )
    thought = computer.think(line, nodes=question.nodes)
    early = [thought.early(nodes) for nodes in question.early]
    return Answer(
        moves=[position.write(thought.move)],
        variation=_written(position, thought.variation),
        value=thought.value,
        depth=thought.depth,
        nodes=thought.nodes,
        drawn=thought.drawn,
        early=[(position.write(held.move), held.value) for held in early],
    )


def _written(position: Position, moves: Iterable[Move]) -> list[str]:
    """Return consecutive moves in notation."""
    written = []
    for move in moves:
        written.append(position.write(move))
        position = position.play(move)
    return written


def _puzzle(line: Sequence[Position], nodes: int, enough: Callable[[int], bool] | None) -> str:
    """Return the text of the puzzle in the last of two positions, empty if it is no puzzle.

    The search gets at most ``nodes``, and the verification no more than these.
    """
    with contextlib.suppress(LeftOffError):
        for puzzle in puzzles_in(line, Looks(nodes, enough)):
            if not faults(puzzle, Looks(nodes, enough)):
                return to_text(puzzle)
    return ""


def _position(text: str, question: Question) -> Position:
    return _read(question.game, text, question.seats, tuple(sorted(question.options.items())))


@lru_cache(_KEPT)
def _read(
    game: str, text: str, seats: int, options: tuple[tuple[str, OptionValue], ...]
) -> Position:
    return engine.games[game].read(text, seats, **dict(options))


def _placed(position: Position, seat: int, computer: Computer, seed: int) -> list[str]:
    """Return the moves of a seat's set-up, which does not depend on the pieces already placed."""
    chance = random.Random(seed)
    written: list[str] = []
    while (setup := position.setup) is not None and seat in setup.seats():
        if position.turn == seat:
            moves: Iterable[Move] = [computer.think([position.seen_by(seat)]).move]
            written += map(position.write, moves)
        else:
            moves = placing_moves(setup.arrange(position.turn, setup.completion, {}, chance))
        for move in moves:
            position = position.play(move)
    return written


if __name__ == "__main__":
    main()
