"""Lines of moves explained in sentences: captures, promotions, and the winner."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from math import hypot
from typing import Final, NamedTuple

from engine.game import Position
from engine.pieces import Noun
from engine.study.endings import change_text
from engine.study.stories import (
    FIRST_WITHIN,
    QUIET,
    Story,
    both,
    happening,
    loses_and_takes,
    lost_in,
    said,
)
from engine.text import Text, conjugated, counted, joined
from engine.values import Move

ENOUGH: Final = 3
"""The number of plies without a capture that show that a move keeps everything safe."""

SHOWN: Final = 6
"""The most moves of a line that a sentence shows."""

MANY: Final = 2
"""The number of pieces given away that anybody notices, even if their loss changes nothing."""


def told(position: Position, moves: Sequence[Move], *, yours: bool = False) -> Text:
    """Return the end of a sentence on the effect of a line; its subject is the first move.

    The effect is that for the side to move: "takes 2 men", "loses 2 men and takes 3", "breaks
    through and becomes a king", "wins the game". If the move is ``yours``, the subject is "you":
    "take 2 men". But if the pieces have a goal, it is always the move, since the game's own clauses
    about goals are written for that.
    """
    yours = yours and may_be_yours(position)
    story = Story.of(position, moves)
    clauses = [*story.clauses(position, yours=yours)]
    if not clauses:
        return _uneventful(position, moves, yours=yours)
    if len(clauses) == 2 and story.taken and story.lost:  # the first has an "and" of its own
        return Text("{first}, and {last}", first=clauses[0], last=clauses[1])
    return clauses[0] if not clauses[1:] else both(joined(clauses[:-1], ", "), clauses[-1])


def may_be_yours(position: Position) -> bool:
    """Return whether sentences on a move can have the subject "you": the mover has no goal."""
    return position.goal is None or not position.goal.points(position.turn)


def refuted(position: Position, move: Move, replies: Sequence[Move]) -> Text:
    """Return a sentence on the damage of a legal move: "This lets Black take 3 men: 24x33x22x11."

    If the line proves no damage, the sentence is on the effect of the move on a known ending, or
    only says that there is a better move, or whom the move helps. ``replies`` are the moves
    expected after it, the best for the other side.
    """
    after = position.play(move)
    proved = proof(position, move, replies) or change_text(position, after)
    if proved is not None:
        return proved
    other, own = position.seats[after.turn], position.seats[position.turn].team
    if other.team == own or not replies:
        return Text("There is a much better move.")
    return Text("This helps {seat}: {moves}.", seat=other.name, moves=shown(after, replies[:QUIET]))


def proof(
    position: Position, move: Move, replies: Sequence[Move], *, yours: bool = False
) -> Text | None:
    """Return a sentence on why a move is bad, or None if the line does not show that.

    What the sentence claims about pieces happens in the moves that it shows. If the move is
    ``yours``, its subject may be "you".
    """
    after = position.play(move)
    own = position.seats[position.turn].team
    winner = Story.of(position, [move, *replies]).winner
    if winner is not None and winner != own:
        line = shown(after, replies) + (", …" if len(replies) > SHOWN else "")
        return Text("This loses: {moves}.", moves=line) if replies else Text("This loses.")
    story = Story.of(position, [move, *replies[:SHOWN]])
    told_of = max(len(story.happened) - 1, 1) if story.happened else QUIET
    line = shown(after, replies[:told_of])
    if story.lost.total() > story.taken.total():
        return robbed(position, story, line, yours=yours and may_be_yours(position))
    for ply in story.happened[1:]:
        if ply.became is not None and not ply.ours:
            return Text(
                "This lets {seat} get {piece}: {moves}.",
                seat=position.seats[ply.seat].name,
                piece=ply.became.single,
                moves=line,
            )
    if _towards_goal(position, move) < 0:
        return Text("This piece moves away from where it has to go.")
    return None


def taken_at_once(position: Position, move: Move) -> Move | None:
    """Return the reply that takes more pieces than ``move`` and cannot be answered by a capture.

    Of several such replies, return the one that takes the most pieces; return None without one.
    """
    after = position.play(move)
    own = position.seats[position.turn].team
    if after.outcome() is not None or after.seats[after.turn].team == own:
        return None
    found = [
        reply
        for reply in after.legal_moves()
        if len(reply.captured) > len(move.captured) and not _is_retaken(after.play(reply), own)
    ]
    return max(found, key=lambda reply: len(reply.captured), default=None)


def _is_retaken(position: Position, own: int) -> bool:
    """Return whether the team ``own`` is to move and can capture."""
    if position.outcome() is not None or position.seats[position.turn].team != own:
        return False
    return any(move.captured for move in position.legal_moves())


class GivenAway(NamedTuple):
    """The pieces that a move gives away, the pieces taken for them, and the moves in notation."""

    lost: Counter[Noun]
    taken: Counter[Noun]
    line: str

    @property
    def worth(self) -> int:
        """The number of pieces lost, less the number taken."""
        return self.lost.total() - self.taken.total()


def given_away(
    position: Position, move: Move, replies: Sequence[Move], better: Sequence[Move]
) -> GivenAway | None:
    """Return the pieces given away by a move that loses more than the line ``better``, or None.

    It is None for a small loss, or if the game ends: a loss is large from ``MANY`` pieces on, or if
    it has a promoted piece, such as a king. ``replies`` are the moves expected after ``move``.
    """
    if not better or move == better[0]:
        return None
    story = Story.of(position, [move, *replies[:SHOWN]])
    kept = Story.of(position, better)
    if story.winner is not None or story.lost.total() <= story.taken.total():
        return None
    kinds = position.game.kinds.values()
    crowned = {kind.noun for kind in kinds if kind.becoming is not None}

    def costs(one: Story, nouns: Collection[Noun]) -> int:
        return sum(one.lost[noun] - one.taken[noun] for noun in nouns)

    pieces = {kind.noun for kind in kinds}
    more = costs(story, pieces) - costs(kept, pieces)
    kings = costs(story, crowned) - costs(kept, crowned)
    if more < MANY and (kings < 1 or more < 1 or costs(story, crowned) < 1):
        return None
    line = shown(position.play(move), replies[: len(story.happened) - 1])
    return GivenAway(story.lost, story.taken, line)


def robbed(position: Position, story: Story, line: str, *, yours: bool = False) -> Text:
    """Return a sentence on a story in which the side to move loses more pieces than it takes.

    ``line`` is the moves that it shows, in notation.
    """
    others = [ply for ply in story.happened if ply.lost and not ply.ours]
    seat, *partners = dict.fromkeys(position.seats[ply.seat].name for ply in others)
    if partners and not story.taken:
        return Text("This loses {pieces}: {moves}.", pieces=said(story.lost), moves=line)
    huffed = lost_in(ply for ply in others if ply.claimed)
    rest = story.lost - huffed
    if story.taken:
        trade = loses_and_takes(story.lost, story.taken, yours=yours)
        return conjugated(
            "This move {trade}: {moves}.",
            "You {trade}: {moves}.",
            yours=yours,
            trade=trade,
            moves=line,
        )
    if not huffed:
        return Text(
            "This lets {seat} take {pieces}: {moves}.",
            seat=seat,
            pieces=said(rest),
            moves=line,
        )
    if not rest:
        return Text(
            "This lets {seat} huff {pieces}: {moves}.",
            seat=seat,
            pieces=said(huffed),
            moves=line,
        )
    return Text(
        "This lets {seat} huff {huffed} and take {pieces}: {moves}.",
        seat=seat,
        huffed=said(huffed),
        pieces=said(rest),
        moves=line,
    )


def shown(position: Position, moves: Sequence[Move], most: int = SHOWN) -> str:
    """Return the notation of the first ``most`` moves of a line, each marked as code."""
    written = []
    for move in moves[:most]:
        written.append(f"`{position.write(move)}`")
        position = position.play(move)
    return ", ".join(written)


def read(position: Position, written: Iterable[str]) -> tuple[Move, ...]:
    """Return the moves of a line written in notation. Raises MoveError."""
    moves = []
    for text in written:
        move = position.parse(text)
        moves.append(move)
        position = position.play(move)
    return tuple(moves)


def _uneventful(position: Position, moves: Sequence[Move], *, yours: bool) -> Text:
    """Return the end of a sentence on a line without any effect."""
    goal = position.goal
    if goal is None or not goal.points(position.turn):
        return _calm(position, moves, yours=yours)
    hops = len(moves[0].path) - 1
    next_hops = _next_hops(position, moves)
    if next_hops > max(hops, 2):
        return counted(
            "prepares a way of {count} jump", "prepares a way of {count} jumps", next_hops
        )
    if _towards_goal(position, moves[0]) <= 0:
        return Text("makes room for the others")
    if hops > 1:
        return counted("goes ahead with {count} jump", "goes ahead with {count} jumps", hops)
    return goal.nearing


def _calm(position: Position, moves: Sequence[Move], *, yours: bool) -> Text:
    """Return the end of a sentence on a line without any effect if the pieces have no goal."""
    own = position.seats[position.turn].team
    plies = []
    for move in moves[:FIRST_WITHIN]:
        after = position.play(move)
        plies.append(happening(position, move, after, own))
        position = after
    if any(ply.lost for ply in plies):
        return conjugated("leads to an exchange", "trade pieces", yours=yours)
    if len(plies) >= ENOUGH and all(ply.is_quiet for ply in plies):
        return conjugated(
            "keeps everything safe: nothing is taken in the next turns",
            "keep everything safe: nothing is taken in the next turns",
            yours=yours,
        )
    return conjugated("is a quiet move", "make a quiet move", yours=yours)


def _next_hops(position: Position, moves: Sequence[Move]) -> int:
    """Return the number of jumps in the second move of the seat to move, 0 without such a move."""
    seat = position.turn
    for number, move in enumerate(moves):
        if number and position.turn == seat:
            return len(move.path) - 1
        position = position.play(move)
    return 0


def _towards_goal(position: Position, move: Move) -> float:
    """Return the distance, in squares, that a move brings its piece nearer to its goal.

    It is 0 for a move into the goal, and if the piece has none.
    """
    goal = position.goal
    points = goal.points(position.turn) if goal is not None else frozenset()
    if not points or len(move.path) < 2 or move.path[-1] in points:
        return 0
    xy = position.board.xy
    x = sum(xy[point][0] for point in points) / len(points)
    y = sum(xy[point][1] for point in points) / len(points)
    (x0, y0), (x1, y1) = xy[move.path[0]], xy[move.path[-1]]
    return hypot(x0 - x, y0 - y) - hypot(x1 - x, y1 - y)
