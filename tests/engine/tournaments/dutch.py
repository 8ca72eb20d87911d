"""FIDE's Dutch system by ``caissify-pairings``, and the faults of a round by either system."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields

from caissify_pairings.engines.dutch import DutchEngine

from engine.tournaments.pairing.history import DOWN, FIRST, UP, History, Strength
from engine.tournaments.pairing.swiss import Round
from engine.tournaments.scores import WIN, How, Score

FLOATS = {DOWN: "down", UP: "up", 0: "none"}


def pair_dutch(
    players: Sequence[int], scores: Sequence[Score], number: int, *, rounds: int
) -> Round:
    """Return a round paired by the Dutch system, without absent players."""
    history = History(scores)
    entries = [
        {
            "id": player,
            "name": str(player),
            "score": history.points[player] / WIN,
            "rating": 3000 - seed,
            "starting_number": seed,
            "pairing_number": seed,
            "title": "",
            "color_hist": ["white" if side == FIRST else "black" for side in history.sides[player]],
            "float_history": [
                FLOATS[history.floats[player].get(one, 0)] for one in range(1, number)
            ],
            "bye_count": sum(s.how is How.BYE and player in s.players for s in scores),
            "forfeit_win_count": sum(
                s.how is How.WALKOVER and player in s.players and s.of(player) > 0 for s in scores
            ),
        }
        for seed, player in enumerate(players, start=1)
    ]
    met = {(min(pair), max(pair)) for pair in history.met}
    engine = DutchEngine(
        players=entries,
        previous_pairings=met,
        round_number=number,
        total_rounds=rounds,
        initial_color="white",
    )
    tables, bye = [], None
    for pair in engine.generate_pairings():
        if pair.get("black_id") is None or pair.get("bye"):
            bye = pair["white_id"]
        else:
            tables.append((pair["white_id"], pair["black_id"]))
    return Round(tuple(tables), bye)


@dataclass
class Faults:
    """The numbers of faults in one round or several."""

    repeats: int = 0
    second_byes: int = 0
    bye_points: int = 0
    """The half points of the players who get the bye."""
    three_times: int = 0
    """Players with the same side three times running, or three times more often than the other."""
    floats: int = 0
    """Tables of players with different points."""
    float_points: int = 0
    """The differences between the points at those tables, in half points."""
    sides: int = 0
    """Players without the side that was due to them."""
    strong_sides: int = 0
    """Players without a side that was strongly due to them."""
    floats_again: int = 0
    """Players who float the same way as in one of the last two rounds."""

    def add(self, other: Faults) -> None:
        """Add the faults of another round."""
        for one in fields(self):
            setattr(self, one.name, getattr(self, one.name) + getattr(other, one.name))


def faults_of(paired: Round, scores: Sequence[Score], number: int) -> Faults:
    """Return the faults of a round, given the scores before it."""
    history = History(scores)
    found = Faults()
    if paired.bye is not None:
        found.second_byes += paired.bye in history.had_bye
        found.bye_points += history.points[paired.bye]
    for table in paired.tables:
        found.repeats += history.met[frozenset(table)] > 0
        gap = history.points[table[0]] - history.points[table[1]]
        found.floats += gap != 0
        found.float_points += abs(gap)
        for player, side, direction in zip(table, (1, -1), (-gap, gap), strict=True):
            due = history.due(player)
            wrong = due.side == -side
            found.sides += wrong
            found.strong_sides += wrong and due.strength >= Strength.STRONG
            found.three_times += wrong and due.strength == Strength.ABSOLUTE
            if gap:
                way = UP if direction > 0 else DOWN
                before = (history.floats[player].get(number - back) for back in (1, 2))
                found.floats_again += way in before
    return found
