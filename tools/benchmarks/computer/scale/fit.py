"""The ratings that best explain the results of series: an Elo-like scale.

The model is R. A. Bradley and M. E. Terry's ("Rank Analysis of Incomplete Block Designs",
Biometrika 39, 1952) in A. E. Elo's units: a player 400 points ahead wins ten times as often as
the other, and a draw is half a victory. One drawn game is added to each pair that has met, so that
a series in which one player won everything gives a rating, too. The errors follow from how sharply
the likelihood falls off around its maximum.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

import numpy as np

from tools.benchmarks.computer.scale.results import Meeting

UNIT: Final = np.log(10) / 400
"""The natural logarithm of the odds a point of difference."""

ASSUMED: Final = 1.0
"""The number of drawn games added to each pair."""

SURE: Final = 1.96
"""The standard deviations to each side that hold 95 % of a normal distribution."""

STEPS: Final = 200
"""The most steps of Newton's method, which needs about ten."""


class Figure(NamedTuple):
    """A player's rating, and half the width of its 95 % confidence interval, in points."""

    value: float
    error: float


def fit(meetings: Sequence[Meeting], anchor: str, at: float) -> Mapping[str, Figure]:
    """Return the rating of each player connected with the anchor, whose rating is ``at``.

    The errors are those of the distance from the anchor, whose own error is 0.
    """
    names = connected(meetings, anchor)
    place = {name: number for number, name in enumerate(names)}
    met = [meeting for meeting in meetings if meeting.player in place]
    ours = np.array([place[meeting.player] for meeting in met], dtype=int)
    theirs = np.array([place[meeting.other] for meeting in met], dtype=int)
    points = np.array([meeting.points for meeting in met], dtype=float)
    games = np.array([meeting.games for meeting in met], dtype=float)
    pairs = {frozenset((meeting.player, meeting.other)) for meeting in met}
    for first, second in sorted(map(sorted, pairs)):
        ours, theirs = np.append(ours, place[first]), np.append(theirs, place[second])
        points, games = np.append(points, ASSUMED / 2), np.append(games, ASSUMED)
    values = np.zeros(len(names))
    free = np.arange(1, len(names))  # the anchor is the first
    information = np.zeros((len(names), len(names)))
    for _ in range(STEPS):
        expected = 1 / (1 + np.exp(-(values[ours] - values[theirs])))
        slope = np.zeros(len(names))
        np.add.at(slope, ours, points - games * expected)
        np.add.at(slope, theirs, games * expected - points)
        weight = games * expected * (1 - expected)
        information = np.zeros((len(names), len(names)))
        np.add.at(information, (ours, ours), weight)
        np.add.at(information, (theirs, theirs), weight)
        np.add.at(information, (ours, theirs), -weight)
        np.add.at(information, (theirs, ours), -weight)
        step = np.linalg.solve(information[np.ix_(free, free)], slope[free])
        values[free] += np.clip(step, -1, 1)
        if np.abs(step).max(initial=0) < 1e-9:
            break
    spread = np.linalg.inv(information[np.ix_(free, free)])
    errors = np.concatenate([[0.0], SURE * np.sqrt(np.diag(spread))])
    return {
        name: Figure(at + values[place[name]] / UNIT, errors[place[name]] / UNIT) for name in names
    }


def connected(meetings: Sequence[Meeting], anchor: str) -> list[str]:
    """Return the anchor, and all players connected with it by a chain of meetings."""
    found = [anchor]
    for name in found:
        for meeting in meetings:
            for one, other in (meeting[:2], meeting[1::-1]):
                if one == name and other not in found:
                    found.append(other)
    return found
