"""The lines about a round: pairings, results so far, byes, and players who advance."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from cogs.client.paged_lists import fitting, more_text
from cogs.events.card import PAUSED
from cogs.language.catalogues import Translate
from cogs.members.mentions import person_text
from engine import Text
from engine.text import together
from engine.tournaments.forms.knockout import winner_of
from engine.tournaments.scores import How
from engine.tournaments.stages import MORE_GAMES, SECOND_GAME, is_played, level_after, resting
from engine.tournaments.standings.report import points_text
from engine.tournaments.state import State, Table
from engine.tournaments.tournament import Tournament

LONGEST: Final = 3400
"""The most characters of a list in a post; Discord allows 4,000 for all texts of a post."""


def table_score_text(points: Sequence[int]) -> str:
    """Return the score of a table in points, such as ``1½ – ½``; ``points`` are half points."""
    return " – ".join(map(points_text, points))


def fitting_lines(
    lines_of: Callable[[Mapping[int, str]], list[str]],
    tournament: Tournament,
    links: Mapping[int, str],
) -> list[str]:
    """Return the lines that ``lines_of`` makes of links to boards, if they fit into a post.

    If the lines with all links do not fit, only open tables are linked, and otherwise none.
    """
    still_open = {match for one in tournament.state.open_tables for match in one.matches.values()}
    fewer = {match: link for match, link in links.items() if match in still_open}
    for known in (links, fewer):
        lines = lines_of(known)
        if len(fitting(lines, LONGEST)) == len(lines):
            return lines
    return lines_of({})


def shortened(lines: Sequence[str], translated: Translate) -> list[str]:
    """Return the lines that fit into a post, and a last line with the number of the others."""
    shown = fitting(lines, LONGEST)
    if len(shown) < len(lines):
        shown.append(translated(more_text(len(lines) - len(shown))))
    return shown


def round_lines(
    tournament: Tournament, number: int, links: Mapping[int, str], translated: Translate
) -> list[str]:
    """Return a line for each table of a round, and for each league player who rests."""
    tables = tournament.state.rounds[number - 1].tables
    lines = [table_line(tournament, one, links, translated) for one in tables]
    for player in resting(tournament.state, number):
        text = Text("{person} rests: the group has an odd number of players",
                    person=person_text(player, translated))  # fmt: skip
        lines.append(f"– {translated(text)}")
    return lines


def table_line(
    tournament: Tournament, table: Table, links: Mapping[int, str], translated: Translate
) -> str:
    """Return the line of a table: the players, the score if there is one, links to the boards."""
    state = tournament.state
    score = state.score_of(table)
    names = [person_text(one, translated) for one in table.players]
    if len(names) == 1:
        return f"{table.number}. {translated(_alone(names[0], state, table))}"
    knockout = tournament.terms.form.traits.knocks_out
    if knockout and table.number > 1 and table.round == state.planned:
        line = f"{table.number}. {translated(Text('For third place:'))} {' – '.join(names)}"
    else:
        line = f"{table.number}. {' – '.join(names)}"
    if knockout and 0 not in table.results and level_after(state, table):
        more = SECOND_GAME if tournament.terms.games == 1 else MORE_GAMES
        line = f"{line} · {translated(more)}"
    out = [name for one, name in zip(table.players, names, strict=True) if one in state.struck]
    if score is not None and out:
        struck = Text("does not count: {people} left early", people=together(out))
        line = f"{line} · {translated(struck)}"
    elif score is not None:
        line = f"{line} · {table_score_text(score.points)}"
        if score.how is How.WALKOVER:
            how = Text("walkover") if any(score.points) else Text("nobody came")
            line = f"{line}, {translated(how)}"
    if knockout and (winner := winner_of(state, table)) is not None:
        line = f"{line} · {translated(_goes_on(state, table, person_text(winner, translated)))}"
    if {*table.players} in map(set, state.fixed.get(table.round, ())):
        line = f"{line} · {translated(Text('paired by the organiser'))}"
    elif score is None and meets_again(state, table):
        line = f"{line} · {translated(Text('again, since no other pairing was left'))}"
    boards = [links[match] for match in table.matches.values() if match in links]
    return " · ".join([line, *boards])


def meets_again(state: State, table: Table) -> bool:
    """Return whether the players of a Swiss table have already played each other."""
    if not state.terms.form.traits.may_set_rounds or len(table.players) != 2:
        return False
    return any(
        one.has_games and one.round < table.round and {*one.players} == {*table.players}
        for one in state.tables
    )


def _alone(name: str, state: State, table: Table) -> Text:
    """Return the text about a player without an opponent."""
    if table.how is How.BYE and state.terms.form.traits.knocks_out:
        return _straight_on(name, state.planned - table.round)
    if table.how is How.BYE and state.terms.seats > 2:
        return Text("{person} rests because a seat is lacking, and gets the point", person=name)
    if table.how is How.BYE:
        return Text(
            "{person} rests because the number of players is odd, and gets the point", person=name
        )
    if table.how is How.HALF_BYE:
        return Text("{person} leaves the round out, for half a point", person=name)
    return Text("{person} is not paired", person=name)


def _straight_on(name: str, left: int) -> Text:
    """Return the text about a player who advances without playing; ``left`` rounds remain."""
    match left:
        case 1:
            return Text("{person} goes straight to the final", person=name)
        case 2:
            return Text("{person} goes straight to the semi-finals", person=name)
        case 3:
            return Text("{person} goes straight to the quarter-finals", person=name)
    return Text("{person} goes straight to the next round", person=name)


def _goes_on(state: State, table: Table, winner: str) -> Text:
    """Return the text about the winner of a knockout's table.

    If the points are equal, it names the lot or the seed that has decided.
    """
    score = state.score_of(table)
    tied = score is not None and len(score.leaders) > 1
    by_lot, by_seed = tied and table.lot is not None, tied and table.lot is None
    if table.round < state.planned:
        if by_lot:
            return Text("{person} goes on by lot", person=winner)
        if by_seed:
            return Text("{person} goes on as the higher seed", person=winner)
        return Text("{person} goes on", person=winner)
    if table.number > 1:
        if by_lot:
            return Text("{person} is third by lot", person=winner)
        if by_seed:
            return Text("{person} is third as the higher seed", person=winner)
        return Text("{person} is third", person=winner)
    if by_lot:
        return Text("{person} has won by lot", person=winner)
    if by_seed:
        return Text("{person} has won as the higher seed", person=winner)
    return Text("{person} has won", person=winner)


def round_state_text(tournament: Tournament, number: int, until: Text) -> Text:
    """Return the sentence about the state of a round: over, paused, or ``until`` if it goes on."""
    if is_played(tournament.state, number):
        return Text("All matches of this round are over.")
    if tournament.is_over:
        return Text("The tournament ended before this round did.")
    return PAUSED if tournament.state.paused else until
