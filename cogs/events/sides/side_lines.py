"""Lines about an exhibition or a team match: the score, the boards, the people on each side."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import discord

from cogs.client.paged_lists import fitting, more_text
from cogs.events.sides.side_rules import filling, seats_text, team_of
from cogs.language.catalogues import Translate
from cogs.members.mentions import person, person_text
from engine import Text
from engine.text import counted, joined
from engine.tournaments.state import Phase, Table
from engine.tournaments.tournament import Tournament

LONGEST_LIST: Final = 900
"""The most characters of the names of a side."""

LONGEST_BOARDS: Final = 2800
"""The most characters of the list of boards; Discord allows 4,000 for all texts of a message."""

HOST_TO_MOVE: Final = Text("the host to move")
GUEST_TO_MOVE: Final = Text("the guest to move")

NOBODY_YET: Final = Text("nobody yet")

ENDS: Final = Text("If you leave or run out of time, you lose your game.")


def halves_text(points: int) -> str:
    """Return a number of half points as points, such as ``3½``."""
    whole, half = divmod(points, 2)
    return f"{whole or ''}½" if half else str(whole)


# The state


def sides_now(tournament: Tournament) -> Iterator[Text]:
    """Yield the sentence about the start of an event, or about its score once it has begun."""
    state = tournament.state
    if state.phase in {Phase.RUNNING, Phase.OVER}:
        yield sides_score_text(tournament)
    elif state.phase is Phase.SIGN_UP:
        yield _before(tournament)


def _before(tournament: Tournament) -> Text:
    state, boards = tournament.state, tournament.terms.boards
    if state.pressed or tournament.sides.begins_when_full:
        return Text("It begins now.")
    if state.starts is not None:
        moment = state.starts
        shown = f"{discord.utils.format_dt(moment, 'f')} ({discord.utils.format_dt(moment, 'R')})"
        return Text("It starts {when}.", when=shown)
    if tournament.terms.form.traits.has_teams:
        return Text(
            "It starts when each team has {count} players, or when *Start* is pressed.",
            count=boards,
        )
    if tournament.sides.awaits_host:
        return Text(
            "It starts when the host presses *Start*; I call them once all boards are taken."
        )
    return Text("It starts when all boards are taken, or when *Start* is pressed.")


def sides_score_text(tournament: Tournament) -> Text:
    """Return the score of the two sides and, before the end, the number of boards in play."""
    first, second = map(halves_text, tournament.sides.points)
    if tournament.terms.form.traits.has_teams:
        one, other = (team_of(tournament.terms, side) for side in (0, 1))
        score = Text("**{team} {points} – {others} {other}**", team=one, points=first,
                     others=second, other=other)  # fmt: skip
    else:
        score = Text("**{person}: {points} – {others} guests**",
                     person=person(tournament.sides.host or 0),
                     points=first, others=second)  # fmt: skip
    playing = len(tournament.state.open_tables)
    if not playing or tournament.is_over:
        return score
    return joined([score, Text("{count} still playing", count=playing)], ", ")


# The boards


def board_lines(
    tournament: Tournament,
    translated: Translate,
    *,
    links: Mapping[int, str] | None = None,
    turns: Mapping[int, int] | None = None,
) -> Iterator[str]:
    """Yield a line for each board: the players, the score or the player on turn, and the link.

    The host of a simultaneous exhibition is not named in the lines; their points come first. In a
    team match, the first team's player comes first. ``links`` and ``turns`` are the links to
    matches and the players on turn, by match.
    """
    host = tournament.sides.host
    for number, table in enumerate(tournament.state.tables, 1):
        others = [one for one in players_of(tournament, table) if one != host]
        parts = [f"{number}. {' – '.join(person_text(one, translated) for one in others)}"]
        score = tournament.state.score_of(table)
        match = next(iter(table.matches.values()), 0)
        if score is not None:
            order = others if host is None else [host, *others]
            parts.append(" – ".join(halves_text(score.of(one)) for one in order))
        elif turns and match in turns:
            parts.append(translated(_turn_text(turns[match], host)))
        if links and match in links:
            parts.append(links[match])
        yield " · ".join(parts)


def players_of(tournament: Tournament, table: Table) -> Sequence[int]:
    """Return the players of a board; in a team match, the first team's player comes first."""
    if not tournament.terms.form.traits.has_teams:
        return table.players
    entrants = tournament.state.entrants
    return sorted(table.players, key=lambda player: entrants[player].side)


def _turn_text(player: int, host: int | None) -> Text:
    """Return the text about the player on turn, who is named only if there is no host."""
    if host is None:
        return Text("{person} to move", person=person(player))
    return HOST_TO_MOVE if player == host else GUEST_TO_MOVE


def fitting_boards(lines: Sequence[str], translated: Translate) -> list[str]:
    """Return the lines of boards that fit into a message, and one with the number of the others."""
    shown = fitting(lines, LONGEST_BOARDS)
    if len(shown) < len(lines):
        shown.append(translated(more_text(len(lines) - len(shown))))
    return shown


def board_number(tournament: Tournament, table: Table) -> int:
    """Return the number of a table among all boards."""
    return tournament.state.tables.index(table) + 1


# The people


def side_lines(tournament: Tournament, translated: Translate) -> Iterator[str]:
    """Yield the lines about the people on each side before the start, and afterwards about
    reserves and free boards. Yield nothing after the end.
    """
    terms, state = tournament.terms, tournament.state
    if tournament.is_over:
        return
    if terms.form.traits.has_teams:
        for side in (0, 1):
            yield from _team(tournament, side, translated)
        if state.phase is not Phase.RUNNING:
            yield from map(translated, filling(terms))
        return
    if state.phase is not Phase.RUNNING:
        host = Text("**Host:** {person}", person=person(tournament.sides.host or 0))
        yield f"{translated(host)}. {translated(seats_text(terms))}"
        guests = state.side(1)
        taken = Text("**{count} of {all} boards taken:**", count=len(guests), all=terms.boards)
        yield f"{translated(taken)} {_names(guests, translated) or translated(NOBODY_YET)}"
        yield from map(translated, filling(terms))
    elif tournament.may_enter_late:
        free = terms.boards - len(state.side(1))
        text = counted(
            "{count} board is free until the first game is over.",
            "{count} boards are free until the first game is over.",
            free,
        )
        yield translated(text)


def _team(tournament: Tournament, side: int, translated: Translate) -> Iterator[str]:
    """Yield the line of a team's players or, after the start, of its reserves if it has any.

    Invited people who have not joined yet are in brackets.
    """
    terms, team = tournament.terms, team_of(tournament.terms, side)
    if tournament.phase is Phase.RUNNING:
        reserves = tournament.sides.reserves[side]
        if reserves and tournament.state.rounds:  # before the first round, nobody has a board
            head = Text("Reserves of {team}:", team=team)
            yield f"{translated(head)} {_names(reserves, translated)}"
        return
    there = tournament.state.side(side)
    head = Text("**{team}, {count} of {all}:**", team=team, count=len(there), all=terms.boards)
    role = terms.roles[side] if side < len(terms.roles) else 0
    only = f" <@&{role}>" if role else ""
    invited = [*tournament.state.named[side]] if tournament.state.named else []
    waited = [one for one in invited if one not in there]
    names = _names(there, translated)
    if waited:
        names = f"{names} ({_names(waited, translated)})".strip()
    yield f"{translated(head)}{only} {names or translated(NOBODY_YET)}"


def _names(players: Sequence[int], translated: Translate) -> str:
    shown = fitting([person_text(one, translated) for one in players], LONGEST_LIST)
    names = ", ".join(shown)
    if len(shown) < len(players):
        names = f"{names} {translated(more_text(len(players) - len(shown)))}"
    return names
