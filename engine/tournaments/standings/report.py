"""Tables for other programs: CSV, and FIDE's tournament report.

The tournament report file, which pairing programs read, has columns that FIDE's Handbook defines
(C.04 Annex 2, TRF16). It is for matches of one game between two players. Data for further pairing
are not in the Handbook: pairing programs agree on ``XXR`` for the number of rounds, on ``XXC`` for
the colour of the first player in the first round, and on byes in the column of the round to be
paired, with their points in the sum. A game without a result has no place in the file.
"""

from __future__ import annotations

import csv
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from io import StringIO
from types import MappingProxyType
from typing import Final

from engine.tournaments.scores import DRAW, WIN, How, Score
from engine.tournaments.standings.table import Line

NAME = 33
"""The width of a name in a tournament report, in columns."""

Names = Mapping[int, str]

NOBODY: Final[Mapping[int, How]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Heading:
    """The facts about the tournament itself in a tournament report."""

    name: str
    start: date
    end: date
    rounds: int
    """The number of planned rounds."""
    kind: str
    """The kind of tournament, such as "Individual: Swiss-System"."""
    place: str = ""
    arbiter: str = ""
    first_begins: bool = False
    """Whether the first player was to begin in the first round; the sides of all others follow."""


def has_report(scores: Sequence[Score]) -> bool:
    """Return whether a tournament can be reported: all its matches are one game for two."""
    return all(len(score.players) <= 2 and score.games == 1 for score in scores)


def fide_report(
    heading: Heading,
    players: Sequence[int],
    scores: Sequence[Score],
    lines: Sequence[Line],
    *,
    names: Names,
    ratings: Mapping[int, int],
    following: int = 0,
    away: Mapping[int, How] = NOBODY,
) -> str:
    """Return the tournament report; ``players``, in the order of seeding, get numbers from 1.

    ``ratings`` are the ratings with which the players came. For a Swiss that goes on, ``following``
    is the round to be paired, and ``away`` has the players not paired in it. Raises ValueError
    unless all matches are one game for two.
    """
    if not has_report(scores):
        raise ValueError("a FIDE report has matches of one game for two")
    number = {player: index for index, player in enumerate(players, start=1)}
    place = {line.player: line.place for line in lines}
    cells: dict[int, dict[int, str]] = {player: {} for player in players}
    points = dict.fromkeys(players, 0)
    for score in scores:
        for player, half in zip(score.players, score.points, strict=True):
            points[player] += half
            cells[player][score.round] = _cell(score, player, number)
    for player, how in away.items():
        points[player] += DRAW if how is How.HALF_BYE else 0
        cells[player][following] = _without_opponent(how)
    rated = sum(player in ratings for player in players)
    report = [
        _line("012", heading.name),
        *([_line("022", heading.place)] if heading.place else ()),
        f"042 {heading.start:%Y/%m/%d}",
        f"052 {heading.end:%Y/%m/%d}",
        f"062 {len(players)}",
        f"072 {rated}",
        _line("092", heading.kind),
        *([_line("102", heading.arbiter)] if heading.arbiter else ()),
        f"XXR {heading.rounds}",
        *(["XXC white1"] if heading.first_begins else ()),
    ]
    for player in players:
        name = _plain(names[player])[:NAME] or str(number[player])
        rating = str(ratings.get(player, ""))
        head = f"001 {number[player]:>4} {'':4} {name:<{NAME}} {rating:>4}"
        rest = f"{points[player] / WIN:4.1f} {place[player]:>4}"
        rounds = range(1, max(cells[player], default=0) + 1)
        games = "".join(f"  {cells[player].get(one, ''):8}" for one in rounds)
        report.append(f"{head:<80}{rest}{games}")
    return "".join(f"{line}\r\n" for line in report)


def _cell(score: Score, player: int, number: Mapping[int, int]) -> str:
    """Return a player's cell for a round: opponent, side and result, in eight columns at most."""
    mine = score.of(player)
    if len(score.players) == 1:
        return _without_opponent(score.how, otherwise="F" if mine else "Z")
    seat = score.players.index(player)
    result = ("+" if mine else "-") if score.how is How.WALKOVER else "0=1"[mine]
    return f"{number[score.players[1 - seat]]:>4} {'wb'[seat]} {result}"


def _without_opponent(how: How, *, otherwise: str = "Z") -> str:
    """Return the cell of a player without an opponent in a round."""
    letters = {How.BYE: "U", How.HALF_BYE: "H", How.ABSENT: "Z"}
    return f"0000 - {letters.get(how, otherwise)}"


def _line(code: str, text: str) -> str:
    return f"{code} {_plain(text)}"


def _plain(text: str) -> str:
    """Return a text on one line, without unprintable and combining characters."""
    shown = (
        char
        for char in unicodedata.normalize("NFC", text)
        if (char.isprintable() or char.isspace()) and not unicodedata.combining(char)
    )
    return " ".join("".join(shown).split())


def cross_table(players: Sequence[int], scores: Sequence[Score]) -> tuple[tuple[str, ...], ...]:
    """Return the results of each player against each, such as "1", "½", "0 1", by row and column.

    Rows and columns are in the order of ``players``. Players who have not met have "". A walkover
    is "+" or "-". At a table of more than two, "1" stands for more points than the other player.
    """
    index = {player: place for place, player in enumerate(players)}
    cells: list[list[list[str]]] = [[[] for _ in players] for _ in players]
    for score in sorted(scores, key=lambda score: score.round):
        for player in score.players:
            for other in score.players:
                if player != other and player in index and other in index:
                    cells[index[player]][index[other]].append(_against(score, player, other))
    return tuple(tuple(" ".join(cell) for cell in row) for row in cells)


def _against(score: Score, player: int, other: int) -> str:
    mine, theirs = score.of(player), score.of(other)
    if score.how is How.WALKOVER:
        return "+" if mine > theirs else "-"
    if len(score.players) > 2:
        return "1" if mine > theirs else "½" if mine == theirs else "0"
    return points_text(mine)


def result_text(score: Score, player: int) -> str:
    """Return a player's result in a round: "1", "½"; "+" or "-" for a walkover or a bye."""
    mine = score.of(player)
    if score.how in {How.WALKOVER, How.BYE}:
        return "+" if mine else "-"
    return points_text(mine)


def points_text(half_points: int) -> str:
    """Return half points as chess players write points: "0", "½", "3", "3½"."""
    whole, half = divmod(half_points, WIN)
    return f"{whole or ''}½" if half else str(whole)


def standings_csv(lines: Sequence[Line], names: Names, headings: Sequence[str]) -> str:
    """Return the standings as CSV, with ``headings`` as the first row.

    The columns are place, name, points, the tie-breaks, and matches played, won, drawn and lost.
    """
    rows = [
        [
            line.place,
            _harmless(names[line.player]),
            line.points / WIN,
            *("" if value is None else value for value in line.values),
            line.played,
            line.wins,
            line.draws,
            line.losses,
        ]
        for line in lines
    ]
    text = StringIO()
    csv.writer(text).writerows([list(headings), *rows])
    return text.getvalue()


def _harmless(name: str) -> str:
    """Return a name in a form that no spreadsheet takes for a formula."""
    plain = " ".join(name.split())
    return f"'{plain}" if plain[:1] in {"=", "+", "-", "@"} else plain
