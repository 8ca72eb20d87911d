"""The story of a line of moves: captures, losses, promotions, and the winner.

A line is told only as far as its plies have such effects. Gains and losses are summed up for a
side: the seats that win together.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from engine.capabilities.huffs import HUFF
from engine.game import Position
from engine.pieces import Noun
from engine.text import Text, conjugated, joined
from engine.values import Move

FIRST_WITHIN: Final = 6
"""The number of plies within which the first effect of a line must happen to be told."""

QUIET: Final = 2
"""The number of plies without an effect that end the story of a line."""


class Happened(NamedTuple):
    """The effects of one ply, which ``seat`` played.

    ``ours`` says whether ``seat`` is on the side for which the line is told. ``lost`` are the
    pieces that the opponents of ``seat`` lost by the ply. ``became`` is the new piece after a
    promotion. ``claimed`` says whether the ply was a huff. ``entered`` is 1 if the piece came into
    its goal, else 0. ``number`` is the index of the ply in the line. ``same`` says whether the ply
    moved the piece that made the first move of the line.
    """

    seat: int
    ours: bool
    lost: Counter[Noun]
    became: Noun | None
    claimed: bool
    entered: int
    number: int = 0
    same: bool = False

    @property
    def is_quiet(self) -> bool:
        """Whether the ply captured nothing, promoted nothing and brought no piece into a goal."""
        return not self.lost and self.became is None and not self.entered


class Story(NamedTuple):
    """The story of a line: its told plies, and the result.

    ``taken`` are the pieces that the side to move takes in the told plies, ``lost`` the pieces that
    it loses in them. ``winner`` is the team that has won at the end of the whole line, or None.
    ``drawn`` says that the game ends there without a winner.
    """

    happened: Sequence[Happened]
    taken: Counter[Noun]
    lost: Counter[Noun]
    winner: int | None
    drawn: bool

    @classmethod
    def of(cls, position: Position, moves: Sequence[Move]) -> Story:
        """Return the story of a line, for the side to move in ``position``."""
        own = position.seats[position.turn].team
        happened: list[Happened] = []
        now = position
        followed = moves[0].path[0] if moves and moves[0].kind == "move" else None
        for number, move in enumerate(moves):
            after = now.play(move)
            same = move.kind == "move" and move.path[0] == followed
            happened.append(happening(now, move, after, own)._replace(number=number, same=same))
            if same:
                followed = move.path[-1]
            now = after
        told_of = _told_of(happened, _is_settled(now))
        taken: Counter[Noun] = Counter()
        lost: Counter[Noun] = Counter()
        for ply in happened[:told_of]:
            (taken if ply.ours else lost).update(ply.lost)
        winner, drawn = _result(now)
        if winner is not None:
            told_of = len(happened)
        return cls(happened[:told_of], taken, lost, winner, drawn)

    @property
    def crowned(self) -> Happened | None:
        """The first ply with a promotion, preferably one of the side to move."""
        return next(
            (
                ply
                for ours in (True, False)
                for ply in self.happened
                if ply.became is not None and ply.ours == ours
            ),
            None,
        )

    @property
    def gain(self) -> int:
        """The number of pieces that the side to move takes, less the number that it loses."""
        return self.taken.total() - self.lost.total()

    @property
    def costs(self) -> bool:
        """Whether the other side gains more than the side to move: pieces or else a promotion."""
        lost, taken = self.lost.total(), self.taken.total()
        return lost > taken or (
            lost == taken and self.crowned is not None and not self.crowned.ours
        )

    def clauses(self, position: Position, *, yours: bool = False) -> Iterator[Text]:
        """Yield the clauses on the effects of the line for the side to move, in their order.

        The subject of the clauses is the first move, or "you" if the move is ``yours``.
        """
        own = position.seats[position.turn].team
        if self.winner is not None and self.winner != own:
            yield conjugated("holds out longest", "hold out longest", yours=yours)
            return
        yield from self._captures(yours=yours)
        yield from self._becoming(position, yours=yours)
        goal = position.goal
        entered = sum(ply.entered for ply in self.happened if ply.ours)
        if goal is not None and entered:
            yield goal.entering(entered)
        if self.winner is not None:
            yield conjugated("wins the game", "win the game", yours=yours)
        elif self.drawn:
            yield conjugated("draws", "draw the game", yours=yours)

    def _captures(self, *, yours: bool) -> Iterator[Text]:
        """Yield the clauses on captures and losses."""
        if not self.taken and not self.lost:
            return
        first = self.happened[0]
        if first.claimed:
            yield conjugated(
                "huffs {pieces}", "huff {pieces}", yours=yours, pieces=said(first.lost)
            )
            if rest := self.taken - first.lost:
                yield takes(rest, yours=yours)
            if self.lost:
                yield loses(self.lost, yours=yours)
        elif not self.lost:
            won = conjugated("wins {pieces}", "win {pieces}", yours=yours, pieces=said(self.taken))
            yield (takes(self.taken, yours=yours) if first.lost else won)
        elif not self.taken:
            yield loses(self.lost, yours=yours)
        elif self.taken == self.lost:
            yield conjugated(
                "exchanges {pieces}", "exchange {pieces}", yours=yours, pieces=said(self.taken)
            )
        elif next(ply.ours for ply in self.happened if ply.lost):
            yield takes_and_loses(self.taken, self.lost, yours=yours)
        else:
            yield loses_and_takes(self.lost, self.taken, yours=yours)

    def _becoming(self, position: Position, *, yours: bool) -> Iterator[Text]:
        """Yield the clause on a promoted piece, preferably one of the side to move."""
        new = self.crowned
        if new is None or new.became is None or (self.winner is not None and new.number):
            return
        piece = new.became.single
        through = new.number > 0 and new.same and not self.taken and not self.lost
        if not new.ours:
            seat = position.seats[new.seat].name
            yield conjugated(
                "lets {seat} get {piece}",
                "let {seat} get {piece}",
                yours=yours,
                seat=seat,
                piece=piece,
            )
        elif new.number == 0:
            yield conjugated("becomes {piece}", "get {piece}", yours=yours, piece=piece)
        elif through:
            yield conjugated(
                "breaks through and becomes {piece}",
                "break through and get {piece}",
                yours=yours,
                piece=piece,
            )
        else:
            yield conjugated("gets {piece}", "get {piece}", yours=yours, piece=piece)


def said(pieces: Counter[Noun]) -> Text:
    """Return pieces in words: "2 men and a king". Raises IndexError for none."""
    phrases = [noun.named(count) for noun, count in pieces.items() if count]
    return phrases[0] if not phrases[1:] else both(joined(phrases[:-1], ", "), phrases[-1])


def takes(pieces: Counter[Noun], *, yours: bool) -> Text:
    """Return the clause on a line that takes pieces: "takes 2 men", or "take 2 men" for "you"."""
    return conjugated("takes {pieces}", "take {pieces}", yours=yours, pieces=said(pieces))


def loses(pieces: Counter[Noun], *, yours: bool) -> Text:
    """Return the clause on a line that loses pieces: "loses 2 men", or "lose 2 men" for "you"."""
    return conjugated("loses {pieces}", "lose {pieces}", yours=yours, pieces=said(pieces))


def takes_and_loses(taken: Counter[Noun], lost: Counter[Noun], *, yours: bool = False) -> Text:
    """Return the clause on a line that takes and then loses pieces: "takes 3 men and loses 2".

    The subject of the clause is the move, or "you".
    """
    if len(taken) == 1 and taken.keys() == lost.keys():
        return conjugated(
            "takes {pieces} and loses {count}",
            "take {pieces} and lose {count}",
            yours=yours,
            pieces=said(taken),
            count=lost.total(),
        )
    return conjugated(
        "takes {pieces} and loses {lost}",
        "take {pieces} and lose {lost}",
        yours=yours,
        pieces=said(taken),
        lost=said(lost),
    )


def loses_and_takes(lost: Counter[Noun], taken: Counter[Noun], *, yours: bool = False) -> Text:
    """Return the clause on a line that loses and then takes pieces: "loses 2 men and takes 3".

    The subject of the clause is the move, or "you".
    """
    if len(taken) == 1 and taken.keys() == lost.keys():
        return conjugated(
            "loses {lost} and takes {count}",
            "lose {lost} and take {count}",
            yours=yours,
            lost=said(lost),
            count=taken.total(),
        )
    return conjugated(
        "loses {lost} and takes {pieces}",
        "lose {lost} and take {pieces}",
        yours=yours,
        lost=said(lost),
        pieces=said(taken),
    )


def lost_in(plies: Iterable[Happened]) -> Counter[Noun]:
    """Return all pieces that were lost in ``plies``."""
    lost: Counter[Noun] = Counter()
    for ply in plies:
        lost.update(ply.lost)
    return lost


def happening(before: Position, move: Move, after: Position, own: int) -> Happened:
    """Return the effects of ``move``; they are ``ours`` if the team ``own`` played it."""
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


def _is_settled(position: Position) -> bool:
    """Return whether a line may end in a position: it is over, or nothing can be captured."""
    over = position.outcome() is not None
    return over or not any(move.captured for move in position.legal_moves())


def _told_of(happened: Sequence[Happened], settled: bool) -> int:
    """Return the number of plies of a line that are told: 0 if no effect comes soon enough.

    If the line ends before an exchange is over, the beginning of the exchange is not told either,
    unless it is the first move of the line.
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
    """Return the team that has won, or None, and whether the game is drawn."""
    outcome = position.outcome()
    if outcome is None:
        return None, False
    best = min(outcome.ranks)
    teams = {
        seat.team for seat, rank in zip(position.seats, outcome.ranks, strict=True) if rank == best
    }
    return (teams.pop(), False) if len(teams) == 1 else (None, True)


def both(first: Text, last: Text) -> Text:
    """Return two parts of a sentence joined by "and"."""
    return Text("{first} and {last}", first=first, last=last)
