"""The texts about the end of a match: the winners and the reason, or why it was broken off."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cogs.language.catalogues import Translate
from cogs.language.computer_names import of_level
from cogs.members.mentions import player, seat_of
from engine import Outcome, Text
from engine.scale import figures
from engine.table.decisions import COMPUTERS_LEFT, sentence_of
from engine.table.match import Match
from engine.table.record import Event, Kind, is_abroad
from engine.text import Words, counted, joined, together


def broken_off(match: Match, event: Event) -> Text:
    """Return the sentence about the end of a match that was not played out, closed by ``event``."""
    if match.imported:
        return Text("The record ends here.")
    who = player(match, event.person or 0)
    match event.kind:
        case Kind.LAPSE:
            return Text(
                "Nobody has played in this match for a long time; it is closed without a result."
            )
        case Kind.ABORT if event.text:
            return too_early(match, event)
        case Kind.ABORT if not match.persons:
            return Text("{person} ends the match; it has no result.", person=who)
        case Kind.ABORT:
            return Text(
                "{person} aborts the match before everyone has moved; it has no result.", person=who
            )
    if match.left_to_computers:
        return COMPUTERS_LEFT
    if event.kind is Kind.ADJUDICATE and is_abroad(event.person or 0):
        return _from_elsewhere(match, event)
    if match.outcome is None:
        reason = Words(event.text.partition("\n")[2])
        return Text("{person} ends the match without a result: {reason}", person=who, reason=reason)
    if not match.is_under_way:
        return Text(
            "{person} decides the match. It is not rated: {sides} have not moved.",
            person=who,
            sides=_sides(match),
        )
    return Text("{person} decides the match.", person=who)


def _from_elsewhere(match: Match, event: Event) -> Text:
    """Return the sentence about an end that a match between servers takes over from its twin."""
    sentence = sentence_of(event.text.partition("\n")[2])
    if match.outcome is not None:
        return Text("The match is over.")  # the line of the result has the sentence
    return joined([sentence, Text("It has no result.")])


def too_early(match: Match, event: Event) -> Text:
    """Return the sentence about a match that ``event`` closed before two sides had moved."""
    sides = _sides(match)
    if match.tournament is not None:
        return _walkover(match, event, sides)
    match event.text:
        case Kind.RESIGN:
            return Text(
                "{person} resigns before {sides} have moved: the match is aborted. It has no "
                "result and counts for nobody.",
                person=player(match, event.person or 0),
                sides=sides,
            )
        case Kind.TIMEOUT:
            return Text(
                "{person} runs out of time before {sides} have moved: the match is aborted. It "
                "has no result and counts for nobody.",
                person=player(match, match.players[event.seat or 0]),
                sides=sides,
            )
        case Kind.AGREE:
            return Text(
                "A draw is agreed on before {sides} have moved: the match is aborted. It has no "
                "result and counts for nobody.",
                sides=sides,
            )
    return Text(
        "It ended before {sides} had moved, so it is aborted: it has no result and counts for "
        "nobody.",
        sides=sides,
    )


def _walkover(match: Match, event: Event, sides: Text) -> Text:
    """Return the sentence about a tournament's match that ended before two sides had moved."""
    match event.text:
        case Kind.RESIGN:
            return Text(
                "{person} resigns before {sides} have moved: a walkover, which changes no rating.",
                person=player(match, event.person or 0),
                sides=sides,
            )
        case Kind.TIMEOUT:
            return Text(
                "{person} runs out of time before {sides} have moved: a walkover, which changes no "
                "rating.",
                person=player(match, match.players[event.seat or 0]),
                sides=sides,
            )
    return Text("It ended before {sides} had moved. It changes no rating.", sides=sides)


def uncounted_lines(match: Match, translated: Translate) -> Iterator[str]:
    """Yield a sentence for each reason why a result does not count for ratings or a level."""
    if match.ended_too_early:
        yield translated(
            Text(
                "It changes no rating, because it was given up or drawn before {sides} had "
                "moved three times.",
                sides=_sides(match),
            )
        )
    if match.lowered:
        yield translated(
            Text(
                "The computer made some moves at level 1, because a rated match had the same "
                "position, or one close to it. So the result does not count for its level."
            )
        )


def _sides(match: Match) -> Text:
    """Return the words for the two sides that have to move before a match counts."""
    teams = {seat.team for seat in match.seats}
    return Text("both sides") if len(teams) == 2 else Text("two sides")


def result_lines(match: Match, outcome: Outcome, translated: Translate) -> Iterator[str]:
    """Yield the line of the result: the winners, the losers, and the reason.

    If more than two sides played and not all drew, a line with the place of each seat follows.
    """
    best = [seat for seat, rank in enumerate(outcome.ranks) if rank == min(outcome.ranks)]
    sides = len({seat.team for seat in match.seats})
    between = " + " if sides == 2 else ", "
    names = _named(match, best, translated, between)
    if len(best) == len(outcome.ranks):
        drawn = together([seat_of(match, seat, translated) for seat in best])
        yield translated(
            Text("**A draw** between {players}: {reason}", players=drawn, reason=outcome.reason)
        )
    elif sides == 2:
        others = [seat for seat in range(len(outcome.ranks)) if seat not in best]
        against, reason = _named(match, others, translated, between), outcome.reason
        yield translated(
            Text(
                "**{winners} won** against {losers}: {reason}",
                winners=names,
                losers=against,
                reason=reason,
            )
        )
        return
    else:
        yield translated(Text("**{winners} won**: {reason}", winners=names, reason=outcome.reason))
    if len(outcome.ranks) > 2 and len(best) < len(outcome.ranks):
        ranked = sorted(range(len(outcome.ranks)), key=lambda seat: outcome.ranks[seat])
        for seat in ranked:
            unmoved = Text("has never moved, so it does not count")
            note = f" – {translated(unmoved)}" if seat in match.unmoved else ""
            yield f"{outcome.ranks[seat]}. {seat_of(match, seat, translated)}{note}"


def hint_lines(match: Match, translated: Translate) -> Iterator[str]:
    """Yield a sentence for each person who took hints, with the number of turns with hints."""
    for user in match.persons:
        turns = match.hints.turns_of(user)
        if turns:
            yield translated(
                counted(
                    "{person} took a hint in {count} turn.",
                    "{person} took a hint in {count} turns.",
                    turns,
                    person=player(match, user),
                )
            )


def next_level(match: Match, translated: Translate) -> Iterator[str]:
    """Yield a line that names the computer to play next, if the only person has beaten one."""
    if match.next_level is not None:
        known = figures(match.game, len(match.people), match.options)
        next_one = of_level(match.next_level, known.get(match.next_level))
        yield f"-# {translated(Text('`/play` now proposes {computer}.', computer=next_one))}"


def _named(match: Match, seats: Sequence[int], translated: Translate, between: str) -> str:
    return between.join(seat_of(match, seat, translated) for seat in seats)
