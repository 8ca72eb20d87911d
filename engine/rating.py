"""Ratings: estimates of the strength of players from their results.

The model is Plackett-Luce with openskill's default parameters. A result between any number of teams
of any size updates each player's estimate and its uncertainty. Source: R. C. Weng and C.-J. Lin,
"A Bayesian Approximation Method for Online Ranking", Journal of Machine Learning Research 12
(2011).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from openskill.models import PlackettLuce

_MODEL: Final = PlackettLuce()

CENTRE: Final = 1500
"""The rating shown for a player who has not played a rated match."""

SCALE: Final = 42
"""Points shown for one point of the model, so that the initial uncertainty is shown as 350."""

SETTLED_BELOW: Final = 6.0
"""A rating less uncertain than this is no longer provisional.

Two people of equal strength get there after 12 matches against each other, or a few fewer against
many opponents. A player who always wins needs more matches, because their results reveal less.
"""

CAUTION: Final = 2.0
"""Standard deviations below the rating at which players are compared: a cautious estimate."""


class Rating(NamedTuple):
    """An estimate of a player's strength ``mu``, and its standard deviation ``sigma``."""

    mu: float = _MODEL.mu
    sigma: float = _MODEL.sigma

    @property
    def shown(self) -> int:
        """The rating as people see it."""
        return round(CENTRE + SCALE * (self.mu - _MODEL.mu))

    @property
    def deviation(self) -> int:
        """The standard deviation on the same scale."""
        return round(SCALE * self.sigma)

    @property
    def settled(self) -> bool:
        """Whether the rating is certain enough to be compared with others."""
        return self.sigma < SETTLED_BELOW

    def __str__(self) -> str:
        """Return the rating as people see it, with a question mark while it is provisional."""
        return f"{self.shown}{'' if self.settled else '?'}"


NEW: Final = Rating()
"""The rating of a player who has not played a rated match."""


def rate(teams: Sequence[Sequence[Rating]], ranks: Sequence[int]) -> list[list[Rating]]:
    """Return the players' ratings after a match, team by team, in the order of ``teams``.

    ``ranks`` are those of the teams, 1 the best, equal ranks a draw. Raises ValueError for fewer
    than two teams, or an empty team.
    """
    rated = _MODEL.rate(
        [[_MODEL.rating(mu=mu, sigma=sigma) for mu, sigma in team] for team in teams],
        ranks=[float(rank) for rank in ranks],
    )
    return [[Rating(player.mu, player.sigma) for player in team] for team in rated]
