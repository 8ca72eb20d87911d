"""Sentences about the rules of a tournament, according to its terms."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from types import MappingProxyType
from typing import Final

from cogs.events.sides.side_lines import ENDS
from cogs.events.sides.side_rules import exhibition_rules
from cogs.language.catalogues import Translate
from cogs.messages.challenge_cards import rule_lines
from engine import Text
from engine.table.clock import span_text
from engine.text import Words, counted, joined, listed
from engine.tournaments.appointments import CALLED_BEFORE, GRACE, MOST_TIMES
from engine.tournaments.durations import about_text, last_games_time
from engine.tournaments.forms import CONDUCTS
from engine.tournaments.terms import CLIMB, LONGEST_NAME, Form, Recurs, Terms

FORMS: Final = MappingProxyType(
    {
        Form.LEAGUE: Text("League"),
        Form.SWISS: Text("Swiss tournament"),
        Form.KNOCKOUT: Text("Knockout"),
        Form.ARENA: Text("Arena"),
        Form.LADDER: Text("Ladder"),
        Form.SIMUL: Text("Simultaneous exhibition"),
        Form.TEAM: Text("Team match"),
    }
)
"""The names of the forms of tournaments."""

NO_HINTS: Final = Text("There are no hints in its matches, rated or not.")
"""The rule about advice: matches of events matter even if they are not rated."""

RECURRENCES: Final = MappingProxyType(
    {
        Recurs.NEVER: Text("Once"),
        Recurs.WEEK: Text("Every week"),
        Recurs.MONTH: Text("Every month"),
        Recurs.QUARTER: Text("Every quarter"),
        Recurs.SEASON: Text("Season after season"),
    }
)
"""The names of the recurrences of tournaments."""


def name_of(terms: Terms) -> Words:
    """Return the name of a tournament as a person has typed it, shortened if necessary."""
    return Words(terms.name, LONGEST_NAME)


def headline(terms: Terms) -> Text:
    """Return the terms in one line: ``League · Frysk! · 1 day a turn · rated``."""
    parts = [FORMS[terms.form], terms.game.title]
    if len(terms.game.seats) > 1 and not terms.is_exhibition:
        parts.append(Text("{count} at a table", count=terms.seats))
    parts += [terms.time.text, Text("Rated") if terms.rated else Text("Not rated")]
    if terms.recurs is not Recurs.NEVER:
        parts.append(RECURRENCES[terms.recurs])
    return joined(parts, " · ")


def option_lines(terms: Terms, translated: Translate) -> list[str]:
    """Return a line for each option of the game that differs from the usual rules."""
    options = terms.game.start(terms.seats, **terms.options).options
    return [*rule_lines(terms.game, options, translated)]


def who_does_not_come(terms: Terms) -> Text:
    """Return the rule about no-shows, the same one on the card and in every warning."""
    if terms.is_exhibition:
        return ENDS
    if terms.form.traits.by_challenge:
        return Text(
            "If you never make a move in a match, you lose it; the second time you leave the "
            "ladder."
        )
    check_in = (
        Text("Check in within the {span} before the start, or you are not paired.",
             span=span_text(terms.check_in))
        if terms.is_live and not terms.by_appointment
        else Text("Check in on the day before the start, or you are not paired.")
    )  # fmt: skip
    return joined([check_in, who_never_moves(terms)])


HANDED_ON: Final = Text(
    "The new player has all matches to come, and those in which nobody has moved yet. Matches "
    "under way end: the opponents get the points, and no rating changes."
)
"""The sentences about the matches of a player replaced in a league."""


def who_never_moves(terms: Terms) -> Text:
    """Return the sentence about the cost of not coming to a game, or of never moving in it."""
    if terms.form.traits.knocks_out and terms.by_appointment:
        return Text("If you find no time for your game, or do not come to it, you are out.")
    if terms.form.traits.knocks_out:
        return Text("If you never make a move in a round, you are out.")
    if terms.by_appointment:
        return Text(
            "If you find no time for your game, or do not come to it, you lose that round; the "
            "second time you are withdrawn."
        )
    if terms.together:
        return Text(
            "If you never make a move in a match, you lose it; matches that you lose in this way "
            "within half a day count as one, and the second time you are withdrawn."
        )
    if terms.form.traits.for_a_time:
        return Text(
            "If you never make a move in a match, you lose it; the second time you are withdrawn."
        )
    return Text(
        "If you never make a move in a round, you lose it; the second time you are withdrawn."
    )


def rules_of(terms: Terms) -> Iterator[Text]:
    """Yield the rules of a tournament, one or two sentences for each subject."""
    if terms.is_exhibition:
        yield from exhibition_rules(terms)
        yield NO_HINTS
        return
    yield from _form(terms)
    yield from _scoring(terms)
    if terms.by_appointment:
        yield Text(
            "You agree on the time of each game: propose up to {most}, or accept one. I call you "
            "{before} minutes before it and at the hour; if the others are not there {grace} "
            "minutes later, you may take the point.",
            most=MOST_TIMES,
            before=CALLED_BEFORE // timedelta(minutes=1),
            grace=GRACE // timedelta(minutes=1),
        )
        yield Text(
            "If no game is played in time, the point goes to the player who came to an agreed "
            "time and waited {grace} minutes. If nobody did, it goes to the one who offered more "
            "hours: several beat one, and one beats none. An offer counts if it named a time at "
            "least an hour ahead and stayed open for an hour. If you take an agreed time back "
            "early, or miss it, you have offered nothing.",
            grace=GRACE // timedelta(minutes=1),
        )
    yield who_does_not_come(terms)
    yield Text("A match lost like that changes no rating. Holidays count here as in any match.")
    if not terms.form.traits.for_a_time:
        yield Text(
            "Games that are not over in time are judged: if the computer gives a side four fifths "
            "of the winning chances, it has won; otherwise it is a draw. That changes no rating."
        )
    yield NO_HINTS
    yield from _leaving(terms)
    yield from _computers(terms)
    yield from _start(terms)
    yield from _organiser(terms)


def _organiser(terms: Terms) -> Iterator[Text]:
    if terms.form.traits.may_set_rounds:
        yield Text(
            "The organiser can decide a match, pair a round again before anybody has moved (three "
            "times at most), add, remove and replace players, change times and future rounds, and "
            "pause or end the event; everybody sees this, with the reason if there is one."
        )
    else:
        yield Text(
            "The organiser can decide a match, add, remove and replace players, change times, and "
            "pause or end the event; everybody sees this, with the reason if there is one."
        )
    yield Text(
        "Nobody decides a match of their own, and a rated match under way is rated as it is "
        "decided. A new organiser has to agree first."
    )


def _form(terms: Terms) -> Iterator[Text]:
    span = span_text(terms.round_time)
    traits = terms.form.traits
    if traits.in_groups:
        yield (
            Text("Everybody plays everybody in their group twice, with sides swapped.")
            if terms.double
            else Text("Everybody plays everybody in their group once.")
        )
        yield Text(
            "Groups have at most {count} players of similar strength. In the next season the "
            "first two of a group go up, and the last two go down.",
            count=terms.group,
        )
        if terms.together:
            yield Text(
                "All matches of a season begin together, and have to be over {span} later.",
                span=span,
            )
            return
        yield Text(
            "A round is paired every {span}; all matches have to be over when the last round is.",
            span=span,
        )
    elif traits.may_set_rounds:
        yield Text(
            "In each round you meet somebody who has about as many points as you, and nobody "
            "twice while that can be avoided; a game that was not played does not count as a "
            "meeting."
        )
        yield (
            counted("There is {count} round.", "There are {count} rounds.", terms.rounds)
            if terms.rounds
            else Text("The number of rounds follows from the number of players.")
        )
        yield Text(
            "A round takes at most {span}, and the next one begins as soon as all its matches "
            "are over. You may enter until half of the rounds are paired. The first round that you "
            "leave out gives you half a point.",
            span=span,
        )
    elif traits.knocks_out:
        yield Text(
            "If you lose, you are out. After a draw you play again with sides swapped; if that "
            "decides nothing, the higher seed goes on. If nobody has played at a table, a lot is "
            "drawn and announced."
        )
        yield Text("The losers of the semi-finals play for third place.")
        yield Text("A round takes at most {span}.", span=span)
    elif traits.for_a_time:
        yield Text(
            "For {span} you play as many matches as you can: whoever is free is paired at once. "
            "You may join later. No match begins in the last {rest}, so that all can be played "
            "to the end.",
            span=span,
            rest=about_text(last_games_time(terms)),
        )
    elif traits.by_challenge:
        yield Text(
            "Challenge somebody up to {count} places above you. If you win, you take their "
            "place, and they and those between go down by one.",
            count=CLIMB,
        )
        yield Text("A match takes at most {span}. Newcomers begin at the bottom.", span=span)


def _scoring(terms: Terms) -> Iterator[Text]:
    if not terms.form.traits.has_points:
        pass
    elif terms.seats > 2:
        yield Text(
            "At a table you get a point for everybody who finishes behind you, and half a point "
            "for everybody who ties with you."
        )
    else:
        yield Text("A win is 1 point, a draw ½.")
    if terms.games > 1:
        yield Text("A match is two games with sides swapped, which count together.")
    if tie_breaks := CONDUCTS[terms.form].tie_breaks:
        names = listed([one.label for one in tie_breaks])
        yield Text("If points are equal, these decide in this order: {names}.", names=names)


def _leaving(terms: Terms) -> Iterator[Text]:
    traits = terms.form.traits
    if traits.in_groups and terms.together:
        yield Text(
            "If you leave before half of your games are played, your results are struck out; "
            "later, you lose your remaining games. If you come after the start, you wait for the "
            "next season."
        )
    elif traits.in_groups:
        yield Text(
            "If you leave before half of your games are played, your results are struck out; "
            "later, you lose your remaining games. In the first half, a waiting player may take "
            "a free place."
        )
    elif traits.may_set_rounds:
        yield Text(
            "If you leave or are withdrawn, you can come back at the next round until half of "
            "the rounds are paired."
        )
    elif traits.for_a_time:
        yield Text("If you leave or are withdrawn, you can come back at any time.")
    elif traits.by_challenge:
        yield Text("If you leave or are withdrawn, you can come back, at the bottom.")
    elif traits.knocks_out:
        yield Text("If you leave, you cannot come back.")


def _computers(terms: Terms) -> Iterator[Text]:
    if terms.level:
        yield Text(
            "A computer of level {level} takes a seat that would stay empty; matches with it are "
            "not rated.",
            level=terms.level,
        )


def _start(terms: Terms) -> Iterator[Text]:
    if terms.form.traits.checks_in:
        yield counted(
            "It starts with {count} player at least; if fewer come, it is put off, three times at "
            "most.",
            "It starts with {count} players at least; if fewer come, it is put off, three times at "
            "most.",
            terms.least,
        )
    if terms.recurs is Recurs.SEASON:
        yield Text("The next season begins a week after this one has ended.")
    elif terms.recurs is not Recurs.NEVER:
        yield Text("The next one follows by itself.")
