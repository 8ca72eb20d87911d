"""Hints in words: first the piece to look at, then its move, the gain and the next best move.

A hint describes the position as an attentive player sees it: with a capture that was omitted.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final, NamedTuple

from engine.capabilities.huffs import HUFF
from engine.game import Position
from engine.study.chances import CERTAIN, chances
from engine.study.endings import KnownReason, known_reason, result_text
from engine.study.explaining import SHOWN, refuted, shown, told
from engine.study.stories import Story
from engine.text import Text, joined
from engine.values import Move

WORSE: Final = 0.10
"""The next best move is called worse if it loses this much of the winning chances, or more."""

EXPECTED: Final = 1 + SHOWN
"""The most moves that are shown: the best one, and the moves expected after it."""

REPLIES: Final = 3
"""The most quiet replies that are tried to find out the threats of a move."""


class ValuedLine(NamedTuple):
    """Expected moves, and their value in points for the side that begins."""

    moves: Sequence[Move]
    value: int


def where_to_look(position: Position, move: Move) -> Text:
    """Return the first hint: the piece that moves, but not its destination."""
    if move.kind in {HUFF, "force"}:
        return Text("Before you move, look at what your opponent left undone.")
    name = position.board.names[move.path[0]]
    if all(point != move.path[0] for point, _ in position.pieces()):
        return Text("Look at {square}.", square=name)
    return Text("Look at the piece on {square}.", square=name)


def what_to_play(
    position: Position, best: ValuedLine, other: ValuedLine | None, threat: Sequence[Move] = ()
) -> Text:
    """Return the second hint: the move, its gain, and the value of the next best move.

    If the result of the position is known, it is told first and gives the reason. ``other`` is the
    line of the next best move, if any. ``threat`` has a reply that does nothing about the move,
    then the moves by which the side gains something; it is empty if there is no threat.
    """
    move = best.moves[0]
    story = Story.of(position, best.moves)
    known, reason = result_text(position), known_reason(position, move)
    sentences = [known] if known is not None else []
    sentences.append(_brings(position, best, story, reason))
    expected = best.moves[1 : min(max(len(story.happened), 1), EXPECTED)]
    after = position.play(move)
    if expected and after.turn == position.turn:
        sentences.append(Text("Go on with {move}.", move=shown(after, expected[:1])))
        after, expected = after.play(expected[0]), expected[1:]
    if expected:
        sentences.append(Text("I expect {moves}.", moves=shown(after, expected)))
    elif threat:
        later = after.play(threat[0])
        sentences.append(
            Text(
                "If {seat} does nothing about it, you go on with {move}: that {brings}.",
                seat=position.seats[after.turn].name,
                move=shown(later, threat[1:2]),
                brings=told(later, threat[1:]),
            )
        )
    if other is not None and not (reason is not None and reason.alone):
        sentences.append(_compared(position, best, other))
    return joined(sentences)


def _brings(position: Position, best: ValuedLine, story: Story, reason: KnownReason | None) -> Text:
    """Return a sentence on the effect of the best move, even if the effect is bad."""
    move = shown(position, best.moves[:1])
    if reason is not None:
        return Text("{move} {brings}.", move=move, brings=reason.text)
    brings = told(position, best.moves)
    if best.value <= -CERTAIN or story.winner not in {None, position.seats[position.turn].team}:
        return Text("{move} holds out longest; the game can hardly be saved.", move=move)
    if story.costs and story.winner is None:
        return Text("Nothing is better than {move}, which {brings}.", move=move, brings=brings)
    return Text("{move} {brings}.", move=move, brings=brings)


def _compared(position: Position, best: ValuedLine, other: ValuedLine) -> Text:
    """Return sentences that compare the next best move with the best one."""
    named = shown(position, other.moves[:1])
    teams, game = [seat.team for seat in position.seats], position.game
    if chances(game, best.value, teams) - chances(game, other.value, teams) < WORSE:
        return Text("{move} is about as good.", move=named)
    return joined(
        [
            Text("All other moves are worse, even {move}.", move=named),
            refuted(position, other.moves[0], other.moves[1:]),
        ]
    )


def quiet_replies(position: Position, move: Move) -> Iterator[Move]:
    """Yield a few quiet replies to a quiet move, by different pieces, to find out its threats.

    There are none unless ``move`` is quiet and passes the turn to a single opponent, none if the
    opponent can capture or claim something, and none if the opponent's pieces have a goal.
    """
    after = position.play(move)
    seats = position.seats
    if move.captured or after.outcome() is not None or len(seats) != 2:
        return
    if after.turn == position.turn or after.goal is not None:
        return
    replies = after.legal_moves()
    if any(reply.captured or reply.kind != "move" for reply in replies):
        return
    starts: set[int] = set()
    for reply in islice(replies, 200):
        if reply.path[0] not in starts:
            starts.add(reply.path[0])
            yield reply
            if len(starts) == REPLIES:
                return


def threatens(position: Position, moves: Sequence[Move]) -> bool:
    """Return whether a line gains something for the side to move, and begins to do so at once."""
    story = Story.of(position, moves)
    own = position.seats[position.turn].team
    if not story.happened or story.happened[0].is_quiet:
        return False
    became = story.happened[0].became is not None
    return story.winner == own or became or story.taken.total() > story.lost.total()
