"""Tie-breaks: the order of players with the same points.

They follow FIDE's Tie-Break Regulations (Handbook C.07, 2024); comments name the articles. Unplayed
rounds count in a Swiss according to Article 16. A walkover in a round robin counts against the
scheduled opponent as if it had been played (Article 15.2).

At a table of more than two, every other player is an opponent: more points than an opponent has at
that table are a win against that opponent, and equal points are a draw.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from enum import Enum
from fractions import Fraction
from typing import NamedTuple

from engine.text import Text
from engine.tournaments.scores import DRAW, WIN, How, Score


class TieBreak(Enum):
    """The ways of breaking ties."""

    DIRECT = "direct"
    SOLKOFF = "solkoff"
    SONNEBORN = "sonneborn"
    WINS = "wins"
    PROGRESSIVE = "progressive"

    @property
    def label(self) -> Text:
        """The name of the tie-break."""
        return _LABELS[self]

    @property
    def explanation(self) -> Text:
        """The sentence that explains how the tie-break is counted."""
        return _EXPLANATIONS[self]


_LABELS = {
    TieBreak.DIRECT: Text("Direct encounter"),
    TieBreak.SOLKOFF: Text("Solkoff (Buchholz)"),
    TieBreak.SONNEBORN: Text("Sonneborn-Berger"),
    TieBreak.WINS: Text("Wins"),
    TieBreak.PROGRESSIVE: Text("Progressive score"),
}
_EXPLANATIONS = {
    TieBreak.DIRECT: Text("The points from the matches of those who are tied with each other."),
    TieBreak.SOLKOFF: Text("The sum of the points of all your opponents."),
    TieBreak.SONNEBORN: Text(
        "The points of the opponents you beat, and half the points of those you drew with."
    ),
    TieBreak.WINS: Text("The matches that you played and won."),
    TieBreak.PROGRESSIVE: Text("The sum of your points after each round."),
}


class Meeting(NamedTuple):
    """A round of a player against an opponent (None: without one), with the half points won.

    At a table of more than two, a round has several meetings.
    """

    round: int
    points: int
    opponent: int | None
    played: bool


class Sheet:
    """All rounds of a tournament, by player, for counting tie-breaks.

    A round without a score of a player is not over for that player. ``everybody_meets`` is True for
    a round robin.
    """

    def __init__(
        self, players: Iterable[int], scores: Iterable[Score], *, everybody_meets: bool
    ) -> None:
        self.everybody_meets = everybody_meets
        self.scores: defaultdict[int, list[Score]] = defaultdict(list)
        self.meetings: defaultdict[int, list[Meeting]] = defaultdict(list)
        self.last = 0
        """The last round with a score."""
        for score in sorted(scores, key=lambda score: score.round):
            self.last = score.round
            for player in score.players:
                self.scores[player].append(score)
                self.meetings[player] += self._meetings(player, score)
        self.points = {p: sum(s.of(p) for s in self.scores[p]) for p in {*players, *self.scores}}
        self.adjusted = {player: self._adjusted(player) for player in self.points}

    def _meetings(self, player: int, score: Score) -> list[Meeting]:
        played = score.how is How.PLAYED or (self.everybody_meets and score.how is How.WALKOVER)
        mine = score.of(player)
        others = [other for other in score.players if other != player]
        if not played or not others:
            return [Meeting(score.round, mine, None, played=False)]
        if len(others) == 1:
            return [Meeting(score.round, mine, others[0], played=True)]
        return [
            Meeting(score.round, _against(mine, score.of(other)), other, played=True)
            for other in others
        ]

    def _adjusted(self, player: int) -> int:
        """Return a player's half points for their opponents' tie-breaks (Article 16.3).

        Byes on request and absences count as draws if the player never came back.
        """
        points = self.points[player]
        if self.everybody_meets:
            return points
        for score in reversed(self.scores[player]):
            mine = score.of(player)
            if score.how in {How.HALF_BYE, How.ABSENT}:
                points += DRAW * score.games - mine
            elif score.how is not How.WALKOVER or mine:
                break
        return points

    def value(self, tie_break: TieBreak, player: int) -> float:
        """Return a player's value of a tie-break, in whole points.

        Raises ValueError for the direct encounter.
        """
        match tie_break:
            case TieBreak.SOLKOFF:  # Article 8.1
                return sum(self._theirs(player, m) for m in self.meetings[player]) / WIN
            case TieBreak.SONNEBORN:  # Article 9.1
                against = (m.points * self._theirs(player, m) for m in self.meetings[player])
                return sum(against) / WIN**2
            case TieBreak.WINS:  # Article 7.2
                return float(sum(is_won(player, score) for score in self.scores[player]))
            case TieBreak.PROGRESSIVE:  # Article 7.5
                left = ((s.of(player), self.last + 1 - s.round) for s in self.scores[player])
                return sum(points * rounds for points, rounds in left) / WIN
            case TieBreak.DIRECT:
                raise ValueError("the direct encounter has a value only among those who are tied")

    def _theirs(self, player: int, meeting: Meeting) -> int:
        """Return the opponent's half points, or the player's own for an unplayed round (16.4)."""
        if meeting.opponent is None:
            return self.points[player]
        return self.adjusted[meeting.opponent]

    def encounters(self, tied: Sequence[int]) -> dict[int, float]:
        """Return the whole points of each tied player from games with the other tied players."""
        return {
            player: sum(m.points for m in self.meetings[player] if m.opponent in tied) / WIN
            for player in tied
        }

    def tells_apart(self, tied: Sequence[int]) -> bool:
        """Return whether direct encounters decide a tie: all tied have met, or one leads."""
        if len(tied) < 2:
            return False
        all_met = not any(self._missing(player, tied) for player in tied)
        return all_met or len(self.by_encounters(tied)) > 1

    def by_encounters(self, tied: Sequence[int]) -> list[list[int]]:
        """Return tied players in groups by their encounters, the best first (Article 6).

        Several matches of two count as their average. If some have not met, a player is ahead if
        the others could not have reached them even by winning the missing games (Article 6.3).
        Groups that are still tied are split by their own encounters in turn.
        """
        have = {player: self._average(player, tied) for player in tied}
        missing = {player: self._missing(player, tied) for player in tied}
        if not any(missing.values()):
            parts = _by_value(tied, have)
            if len(parts) == 1:
                return parts
            return [group for part in parts for group in self.by_encounters(part)]
        for player in tied:
            others = [other for other in tied if other != player]
            if all(have[other] + missing[other] < have[player] for other in others):
                return [[player], *self.by_encounters(others)]
        return [list(tied)]

    def _average(self, player: int, others: Sequence[int]) -> Fraction:
        """Return a player's half points against ``others``, several matches of a pair averaged."""
        against: defaultdict[int, list[int]] = defaultdict(list)
        for meeting in self.meetings[player]:
            if meeting.opponent is not None and meeting.opponent in others:
                against[meeting.opponent].append(meeting.points)
        return sum((Fraction(sum(p), len(p)) for p in against.values()), Fraction())

    def _missing(self, player: int, others: Sequence[int]) -> int:
        """Return the half points that a player could have won against ``others`` not met."""
        met = {meeting.opponent for meeting in self.meetings[player]}
        most = max((score.games for score in self.scores[player]), default=1) * WIN
        return sum(most for other in others if other != player and other not in met)


def is_won(player: int, score: Score) -> bool:
    """Return whether a player won a match that was played.

    That is so if nobody at the table had more points, and somebody had fewer.
    """
    mine = score.of(player)
    return score.how is How.PLAYED and max(score.points) == mine > min(score.points)


def is_lost(player: int, score: Score) -> bool:
    """Return whether a player lost a match that was played.

    That is so if nobody at the table had fewer points, and somebody had more.
    """
    mine = score.of(player)
    return score.how is How.PLAYED and min(score.points) == mine < max(score.points)


def _against(mine: int, theirs: int) -> int:
    return WIN * (mine > theirs) + DRAW * (mine == theirs)


def _by_value(players: Sequence[int], value: dict[int, Fraction]) -> list[list[int]]:
    return [
        [p for p in players if value[p] == v] for v in sorted(set(value.values()), reverse=True)
    ]
