"""What is on a picture, in words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from engine.game import Position
from engine.text import Text, counted, joined
from engine.values import Move

LONGEST = 950
"""Characters of a description in English. Discord takes 1,024; the rest is for languages that
need more room."""

_KINDS: dict[str, Callable[[int], Text]] = {
    "man": lambda count: counted("{count} man", "{count} men", count),
    "x": lambda count: counted(
        "{count} man with a diagonal cross", "{count} men with diagonal crosses", count
    ),
    "+": lambda count: counted(
        "{count} man with an upright cross", "{count} men with upright crosses", count
    ),
    "unset": lambda count: counted(
        "{count} man without a cross", "{count} men without crosses", count
    ),
    "king": lambda count: counted("{count} king", "{count} kings", count),
    "soldier": lambda count: counted("{count} soldier", "{count} soldiers", count),
    "officer": lambda count: counted("{count} officer", "{count} officers", count),
    "FR soldier": lambda count: counted("{count} French soldier", "{count} French soldiers", count),
    "FR general": lambda count: counted("{count} French General", "{count} French Generals", count),
    "IT soldier": lambda count: counted(
        "{count} Italian soldier", "{count} Italian soldiers", count
    ),
    "IT general": lambda count: counted(
        "{count} Italian General", "{count} Italian Generals", count
    ),
    "DW soldier": lambda count: counted(
        "{count} German soldier of the West", "{count} German soldiers of the West", count
    ),
    "DW general": lambda count: counted(
        "{count} German General of the West", "{count} German Generals of the West", count
    ),
    "AW soldier": lambda count: counted(
        "{count} Austrian soldier of the West", "{count} Austrian soldiers of the West", count
    ),
    "AW general": lambda count: counted(
        "{count} Austrian General of the West", "{count} Austrian Generals of the West", count
    ),
    "RU soldier": lambda count: counted(
        "{count} Russian soldier", "{count} Russian soldiers", count
    ),
    "RU general": lambda count: counted(
        "{count} Russian General", "{count} Russian Generals", count
    ),
    "DE soldier": lambda count: counted(
        "{count} German soldier of the East", "{count} German soldiers of the East", count
    ),
    "DE general": lambda count: counted(
        "{count} German General of the East", "{count} German Generals of the East", count
    ),
    "AE soldier": lambda count: counted(
        "{count} Austrian soldier of the East", "{count} Austrian soldiers of the East", count
    ),
    "AE general": lambda count: counted(
        "{count} Austrian General of the East", "{count} Austrian Generals of the East", count
    ),
    "piece": lambda count: counted("{count} piece", "{count} pieces", count),
}


def describe(
    position: Position,
    moves: Sequence[Move] = (),
    before: Position | None = None,
    marks: Sequence[Move] = (),
) -> Text:
    """Whose turn it is, the last turn, and which pieces stand where.

    At most ``LONGEST`` characters in English; where that is not enough the pieces are only
    counted.
    """
    sentences = [_state(position)]
    if before is not None and moves:
        sentences.append(_turn(before, moves))
        if huffed := sum(len(move.removed) for move in moves):
            sentences.append(
                counted("{count} piece was huffed.", "{count} pieces were huffed.", huffed)
            )
    if marks:
        sentences.append(
            counted("{count} legal move is marked.", "{count} legal moves are marked.", len(marks))
        )
    complete = joined([*sentences, *_pieces(position, squares=True)])
    if len(str(complete)) <= LONGEST:
        return complete
    return joined([*sentences, *_pieces(position, squares=False)])


def _state(position: Position) -> Text:
    outcome = position.outcome()
    if outcome is not None:
        return Text("The game is over: {reason}", reason=outcome.reason)
    return Text("{seat} to move.", seat=position.seats[position.turn].name)


def _turn(before: Position, moves: Sequence[Move]) -> Text:
    seat = before.seats[before.turn].name
    taken = sum(len(move.captured) for move in moves)
    written = []
    for number, move in enumerate(moves):
        written.append(before.write(move))
        if number + 1 < len(moves):
            before = before.play(move)
    played = ", ".join(written)
    if not taken:
        return Text("{seat} played {move}.", seat=seat, move=played)
    return counted(
        "{seat} played {move} and took {count} piece.",
        "{seat} played {move} and took {count} pieces.",
        taken,
        seat=seat,
        move=played,
    )


def _pieces(position: Position, *, squares: bool) -> Iterable[Text]:
    """One sentence a seat."""
    names = position.board.names
    standing: dict[int, dict[str, list[str]]] = {}
    for point, (seat, kind) in sorted(position.pieces()):
        standing.setdefault(seat, {}).setdefault(kind, []).append(names[point])
    for seat, kinds in sorted(standing.items()):
        groups = []
        for kind in sorted(kinds, key=[*_KINDS, *kinds].index):
            where = kinds[kind]
            group = _KINDS.get(kind, _KINDS["piece"])(len(where))
            if squares:
                group = Text("{pieces} on {squares}", pieces=group, squares=", ".join(where))
            groups.append(group)
        pieces = joined(groups, "; ")
        yield Text("{seat}: {pieces}.", seat=position.seats[seat].name, pieces=pieces)
