"""The text of a challenge's card, and sentences on challenges that end without a match."""

from __future__ import annotations

from collections.abc import Iterator

import discord

from cogs.language.catalogues import Translate
from cogs.language.time_limits import time_text
from cogs.members.mentions import people, person, player
from engine import Game, Text
from engine.table.match import Match
from engine.table.record import MOST_RATED, OPEN, Event, Kind, Stakes
from engine.values import Options

TOO_OFTEN = Text(
    "Not rated: the same people have played {count} rated matches of it within a day",
    count=MOST_RATED,
)

BLINDFOLD_RULE = Text("Blindfold: the board is shown without its pieces until the match is over.")


def card(match: Match, translated: Translate, *, current: bool) -> Iterator[str]:
    """Yield the lines of a challenge's card: the game, the people, the rules, sides and time.

    The last line of a ``current`` card tells when the challenge expires.
    """
    yield f"### {translated(match.game.title)}"
    yield translated(invitation(match))
    start = match.game.start(len(match.people), **match.options)
    yield from own_rules(match, translated)
    if (remark := match.game.remark(start)) is not None:
        yield translated(remark)
    begins = start.seats[start.turn].name
    if match.drawn:
        yield " · ".join(_place(match, seat, translated) for seat in range(len(match.people)))
        yield translated(Text("First to move: {seat}.", seat=begins))
    else:
        if len(match.people) > 2:
            # A person with several sides is named once; each open seat is named by itself.
            named = {(user, seat * (user == OPEN)): user for seat, user in enumerate(match.people)}
            yield " · ".join(_taken(match, user, translated) for user in named.values())
        yield translated(Text("Sides are drawn by lot; first to move: {seat}.", seat=begins))
    yield " · ".join(map(translated, (time_text(match), _stakes(match))))
    if current:
        when = discord.utils.format_dt(match.timing.expires, "R")
        if is_invitation(match):
            yield translated(Text("The invitation expires {when}.", when=when))
        else:
            yield translated(Text("The challenge expires {when}.", when=when))


def is_invitation(match: Match) -> bool:
    """Return whether a match that has not begun challenges nobody, so that anybody may join."""
    return not _challenged(match)


def _challenged(match: Match) -> list[int]:
    return [user for user in match.persons if user not in {match.host, *match.joined}]


def invitation(match: Match) -> Text:
    """Return the sentence that names the host and the people challenged, if any."""
    host = person(match.host)
    if not is_invitation(match):
        challenged = people(_challenged(match))
        return Text("{host} challenges {people}.", host=host, people=challenged)
    return Text("{host} looks for players.", host=host)


def own_rules(match: Match, translated: Translate) -> Iterator[str]:
    """Yield a line for each rule of a match that differs from its game's usual rules."""
    begun = match.position if match.line else match.game.start(len(match.people), **match.options)
    yield from (f"• {line}" for line in rule_lines(match.game, begun.options, translated))
    if match.blindfold:
        yield f"• {translated(BLINDFOLD_RULE)}"


def rule_lines(game: Game, options: Options, translated: Translate) -> Iterator[str]:
    """Yield the texts of the options of a game that differ from the defaults."""
    for name, value in options.items():
        option = game.options[name]
        if value != option.default:
            yield translated(option.said(value))


def _place(match: Match, seat: int, translated: Translate) -> str:
    """Return the name of a seat of a challenge, and its person or *open*."""
    return f"{translated(match.seats[seat].name)} {_taken(match, match.people[seat], translated)}"


def _taken(match: Match, user: int, translated: Translate) -> str:
    if user == OPEN:
        return translated(Text("open"))
    ready = " ✓" if len(match.people) > 2 and user in match.accepted else ""
    return translated(Text("{person}", person=player(match, user))) + ready


def _stakes(match: Match) -> Text:
    """Return the text on whether a match is rated, with a reason unless it is the usual one."""
    host = person(match.host)
    if match.played_too_often:
        return TOO_OFTEN
    match (match.rated, match.stakes):
        case (True, Stakes.SAID):
            return Text("Rated, by choice of {host}", host=host)
        case (True, _):
            return Text("Rated")
        case (False, _) if match.computers:
            return Text("Not rated: a computer plays")
        case (False, _) if match.crowds:
            return Text("Not rated: a crowd plays")
        case (False, Stakes.FIRST):
            return Text("Not rated: the game is new here")
        case (False, Stakes.SAID):
            return Text("Not rated, by choice of {host}", host=host)
    return Text("Not rated")


def closing(match: Match, last: Event) -> Text:
    """Return the sentence about the end of a challenge that did not become a match."""
    host, game = person(match.host), match.game.title
    if last.kind is Kind.DECLINE:
        return Text(
            "{person} declines the challenge of {host} to {game}.",
            person=person(last.person or 0),
            host=host,
            game=game,
        )
    if is_invitation(match):
        if last.kind is Kind.WITHDRAW:
            return Text("{host} no longer looks for players of {game}.", host=host, game=game)
        return Text("The invitation of {host} to {game} has expired.", host=host, game=game)
    if last.kind is Kind.WITHDRAW:
        return Text("{host} withdraws the challenge to {game}.", host=host, game=game)
    return Text("The challenge of {host} to {game} has expired.", host=host, game=game)


def rated_text(match: Match) -> Text:
    """Return the words on whether a match is rated."""
    return Text("Rated") if match.rated else Text("Not rated")
