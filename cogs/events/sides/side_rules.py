"""Sentences about the rules of exhibitions and team matches, according to their terms."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

from engine import Text
from engine.table.clock import span_text
from engine.text import Words
from engine.tournaments.forms.conduct import POSTPONEMENTS
from engine.tournaments.forms.exhibition import PUT_OFF_BY
from engine.tournaments.forms.team_match import RESERVES
from engine.tournaments.terms import LONGEST_TEAM, HostsSeat, Terms


def exhibition_rules(terms: Terms) -> Iterator[Text]:
    """Yield the rules of an exhibition or a team match, one or two sentences for each subject."""
    if terms.form.traits.has_host:
        yield Text(
            "One host plays up to {count} guests at the same time, each at a board of their own.",
            count=terms.boards,
        )
        yield seats_text(terms)
    else:
        yield Text(
            "Two teams play at up to {count} boards: the strongest by rating meet at the first.",
            count=terms.boards,
        )
        yield Text("{team} moves first at the first board, then the teams take turns.",
                   team=team_of(terms, 0))  # fmt: skip
    yield Text("A win is 1 point, a draw ½.")
    yield from _time(terms)
    yield from _start(terms)
    yield Text("If you leave, you lose your game and cannot come back.")
    if terms.form.traits.has_teams:
        yield Text(
            "If all boards of your team are taken, you join as a reserve; a team has {most} "
            "reserves at most. Until somebody has moved at a board, the captain (who joined "
            "first) or the organiser may give it to a reserve.",
            most=RESERVES,
        )
    else:
        yield Text("A free board can be taken until the first game is over.")
    yield from filling(terms)


def filling(terms: Terms) -> Iterator[Text]:
    """Yield the sentence about computers at empty boards, if they are wanted."""
    if terms.level and terms.form.traits.has_teams:
        yield Text("Computers of level {level} complete the smaller team.", level=terms.level)
    elif terms.level:
        yield Text("Computers of level {level} take empty boards.", level=terms.level)


def seats_text(terms: Terms) -> Text:
    """Return the sentence about the first move in a simultaneous exhibition."""
    match terms.hosts_seat:
        case HostsSeat.FIRST:
            return Text("The host has the first move at every board.")
        case HostsSeat.SECOND:
            return Text("The guests have the first move.")
        case HostsSeat.TURNS:
            return Text("The host has the first move at every second board.")


def team_of(terms: Terms, side: int) -> Words:
    """Return the name of a team as a person has typed it, shortened if necessary."""
    return Words(terms.teams[side], LONGEST_TEAM)


def _time(terms: Terms) -> Iterator[Text]:
    if terms.form.traits.has_host and terms.time.bank is not None:
        yield Text(
            "At every board the host’s clock has as much time as the clocks of all guests "
            "together, three hours at most."
        )
    if terms.round_time:
        yield Text(
            "Games that are not over after {span} are judged: if the computer gives a side four "
            "fifths of the winning chances, it has won; otherwise it is a draw.",
            span=span_text(terms.round_time),
        )


def _start(terms: Terms) -> Iterator[Text]:
    if terms.form.traits.has_host and terms.is_live:
        yield Text(
            "It begins when the host presses *Start*. If the host is late, everybody waits "
            "{times} times {minutes} minutes.",
            times=POSTPONEMENTS,
            minutes=PUT_OFF_BY // timedelta(minutes=1),
        )
    elif terms.starts is not None:
        yield Text("It begins at its time, or when *Start* is pressed.")
    else:
        yield Text("It begins when all boards are taken, or when *Start* is pressed.")
