"""What lines of moves bring, in sentences: what is taken, who gets through, who wins.

A line is told as far as something happens in it. What it brings is summed up for a side: those
who win together.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from math import hypot
from typing import Final, NamedTuple

from engine.capabilities.huffs import HUFF
from engine.game import Position
from engine.pieces import Noun
from engine.text import Text, counted, joined
from engine.values import Move

FIRST_WITHIN: Final = 6
"""What happens first in more plies than these is too far away to be told."""

QUIET: Final = 2
"""After so many plies in which nothing happens the rest of a line is another story."""

SHOWN: Final = 6
"""So many moves of a line are written at most."""


def told(position: Position, moves: Sequence[Move]) -> Text:
    """Return what a line of moves brings to the side to move, the subject being its first move.

    It is the end of a sentence: "takes 2 men", "gives a man and takes 3 men", "breaks through
    and becomes a king", "wins".
    """
    story = Story.of(position, moves)
    clauses = [*story.clauses(position)]
    if not clauses:
        return _uneventful(position, moves)
    return clauses[0] if not clauses[1:] else _and(joined(clauses[:-1], ", "), clauses[-1])


def refuted(position: Position, move: Move, replies: Sequence[Move]) -> Text:
    """Return, in a sentence, what a legal move allows: "This lets Black take 3 men: 24x33x22x11."

    ``replies`` are how the game would go on after it, the best for the others.
    """
    story = Story.of(position, [move, *replies])
    after = position.play(move)
    told_of = max(len(story.happened) - 1, 1) if story.happened else QUIET
    line = shown(after, replies[:told_of])
    own = position.seats[position.turn].team
    if story.winner is not None and story.winner != own:
        return Text("This loses: {moves}.", moves=line) if replies else Text("This loses.")
    taker = next((h.seat for h in story.happened[1:] if h.lost and not h.ours), None)
    if taker is not None and story.lost.total() > story.taken.total():
        seat, pieces = position.seats[taker].name, said(story.lost)
        if any(h.claimed and not h.ours for h in story.happened):
            return Text(
                "This lets {seat} huff {pieces}: {moves}.", seat=seat, pieces=pieces, moves=line
            )
        if not story.taken:
            return Text(
                "This lets {seat} take {pieces}: {moves}.", seat=seat, pieces=pieces, moves=line
            )
        return Text(
            "This lets {seat} take {pieces} for {given}: {moves}.",
            seat=seat,
            pieces=pieces,
            given=said(story.taken),
            moves=line,
        )
    for happening in story.happened[1:]:
        if happening.became is not None and not happening.ours:
            return Text(
                "This lets {seat} get {piece}: {moves}.",
                seat=position.seats[happening.seat].name,
                piece=happening.became.single,
                moves=line,
            )
    if _towards_goal(position, move) < 0:
        return Text("This piece moves away from where it has to go.")
    other = position.seats[after.turn]
    if other.team == own or not line:
        return Text("There is much better.")
    return Text("This leaves {seat} better off: {moves}.", seat=other.name, moves=line)


def shown(position: Position, moves: Sequence[Move]) -> str:
    """Return the notation of the first moves of a line, as code."""
    written = []
    for move in moves[:SHOWN]:
        written.append(f"`{position.write(move)}`")
        position = position.play(move)
    return ", ".join(written)


def read(position: Position, written: Iterable[str]) -> tuple[Move, ...]:
    """Return the moves that a line's notation means. Raises MoveError."""
    moves = []
    for text in written:
        move = position.parse(text)
        moves.append(move)
        position = position.play(move)
    return tuple(moves)


def said(pieces: Counter[Noun]) -> Text:
    """Return pieces in words: "2 men and a king". Raises IndexError for none."""
    phrases = [noun.named(count) for noun, count in pieces.items() if count]
    return phrases[0] if not phrases[1:] else _and(joined(phrases[:-1], ", "), phrases[-1])


class Happened(NamedTuple):
    """What one ply of a line did: who moved, what was taken off, and what became of the piece.

    ``ours`` says whether the side moved that the line is told to; ``lost`` are pieces that the
    other side lost by it, of whichever ``ours`` says; ``entered`` the points of its goal that it
    came to.
    """

    seat: int
    ours: bool
    lost: Counter[Noun]
    became: Noun | None
    claimed: bool
    entered: int

    @property
    def is_quiet(self) -> bool:
        """Whether nothing happened."""
        return not self.lost and self.became is None and not self.entered


class Story(NamedTuple):
    """What happens in a line: ply by ply as far as it is told, and what it comes to.

    ``taken`` is what the side to move gains, ``lost`` what it loses. ``winner`` is the team that
    has won at the end of the whole line, if it ends there; ``drawn`` says that nobody has.
    """

    happened: Sequence[Happened]
    taken: Counter[Noun]
    lost: Counter[Noun]
    winner: int | None
    drawn: bool

    @classmethod
    def of(cls, position: Position, moves: Sequence[Move]) -> Story:
        """Return the story of a line, for the side that is to move in the position."""
        own = position.seats[position.turn].team
        happened: list[Happened] = []
        now = position
        for move in moves:
            after = now.play(move)
            happened.append(_happened(now, move, after, own))
            now = after
        told_of = _told_of(happened, _settled(now))
        taken: Counter[Noun] = Counter()
        lost: Counter[Noun] = Counter()
        for ply in happened[:told_of]:
            (taken if ply.ours else lost).update(ply.lost)
        winner, drawn = _result(now)
        if winner is not None:
            told_of = len(happened)
        return cls(happened[:told_of], taken, lost, winner, drawn)

    def clauses(self, position: Position) -> Iterator[Text]:
        """Yield what it brings to the side to move, in the order in which it is told."""
        own = position.seats[position.turn].team
        if self.winner is not None and self.winner != own:
            yield Text("loses")
            return
        if self.taken or self.lost:
            yield self._captures()
        for number, ply in enumerate(self.happened):
            if ply.became is not None and ply.ours:
                piece = ply.became.single
                if number == 0:
                    yield Text("becomes {piece}", piece=piece)
                else:
                    yield Text("breaks through and becomes {piece}", piece=piece)
                break
        goal = position.goal
        entered = sum(ply.entered for ply in self.happened if ply.ours)
        if goal is not None and entered:
            yield goal.entering(entered)
        if self.winner is not None:
            yield Text("wins")
        elif self.drawn:
            yield Text("draws")

    def _captures(self) -> Text:
        if not self.lost:
            first = self.happened[0]
            taken = said(self.taken)
            if first.claimed:
                return Text("huffs {pieces}", pieces=taken)
            return (
                Text("takes {pieces}", pieces=taken)
                if first.lost
                else Text("wins {pieces}", pieces=taken)
            )
        if not self.taken:
            return Text("loses {pieces}", pieces=said(self.lost))
        taken, lost = said(self.taken), said(self.lost)
        if self.taken == self.lost:
            return Text("exchanges {lost} for {pieces}", lost=lost, pieces=taken)
        if next(ply.ours for ply in self.happened if ply.lost):
            return Text("takes {pieces} for {lost}", pieces=taken, lost=lost)
        return Text("gives {lost} and takes {pieces}", lost=lost, pieces=taken)


def _happened(before: Position, move: Move, after: Position, own: int) -> Happened:
    """Return what a move did, in a line that is told to a team."""
    kinds = before.game.kinds
    stood = dict(before.pieces())
    team = before.seats[before.turn].team
    lost: Counter[Noun] = Counter()
    for point in (*move.captured, *move.removed):
        piece = stood.get(point)
        if piece is not None and before.seats[piece.seat].team != team:
            lost[kinds[piece.kind].noun] += 1
    became, entered = None, 0
    if move.kind == "move":
        was = stood.get(move.path[0])
        now = dict(after.pieces()).get(move.path[-1])
        if was is not None and now is not None and now.seat == was.seat:
            noun = kinds[now.kind].noun
            became = noun if noun != kinds[was.kind].noun else None
        goal = before.goal
        if goal is not None and now is not None:
            points = goal.points(before.turn)
            entered = (move.path[-1] in points) - (move.path[0] in points)
    return Happened(before.turn, team == own, lost, became, move.kind == HUFF, max(entered, 0))


def _settled(position: Position) -> bool:
    """Return whether a line may end in a position: nothing can be captured in it at once."""
    over = position.outcome() is not None
    return over or not any(move.captured for move in position.legal_moves())


def _told_of(happened: Sequence[Happened], settled: bool) -> int:
    """Return how many plies of a line are told: none where nothing happens soon.

    Nor is it told how an exchange begins that goes on when the line ends; but for its first move.
    """
    last = None
    for number, ply in enumerate(happened):
        if ply.is_quiet:
            since = number - last if last is not None else 0
            if since >= QUIET or (last is None and number >= FIRST_WITHIN):
                break
        else:
            last = number
    if last is None:
        return 0
    if last == len(happened) - 1 and not settled:
        while last >= 0 and not happened[last].is_quiet:
            last -= 1
        while last >= 0 and happened[last].is_quiet:
            last -= 1
        return last + 1 if last >= 0 else int(not happened[0].is_quiet)
    return last + 1


def _result(position: Position) -> tuple[int | None, bool]:
    """Return the team that has won, if one has, and whether the game is drawn."""
    outcome = position.outcome()
    if outcome is None:
        return None, False
    best = min(outcome.ranks)
    teams = {
        seat.team for seat, rank in zip(position.seats, outcome.ranks, strict=True) if rank == best
    }
    return (teams.pop(), False) if len(teams) == 1 else (None, True)


def _uneventful(position: Position, moves: Sequence[Move]) -> Text:
    """Return what is told of a line in which nothing happens."""
    goal = position.goal
    if goal is None or not goal.points(position.turn):
        return Text("keeps everything safe: nothing is taken in the next turns")
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


def _next_hops(position: Position, moves: Sequence[Move]) -> int:
    """Return the steps of the next move of the seat to move, after its first one."""
    seat = position.turn
    for number, move in enumerate(moves):
        if number and position.turn == seat:
            return len(move.path) - 1
        position = position.play(move)
    return 0


def _towards_goal(position: Position, move: Move) -> float:
    """Return how much nearer a move brings its piece to where it has to go, in squares."""
    goal = position.goal
    points = goal.points(position.turn) if goal is not None else frozenset()
    if not points or len(move.path) < 2 or move.path[-1] in points:
        return 0
    xy = position.board.xy
    x = sum(xy[point][0] for point in points) / len(points)
    y = sum(xy[point][1] for point in points) / len(points)
    (x0, y0), (x1, y1) = xy[move.path[0]], xy[move.path[-1]]
    return hypot(x0 - x, y0 - y) - hypot(x1 - x, y1 - y)


def _and(first: Text, last: Text) -> Text:
    return Text("{first} and {last}", first=first, last=last)
