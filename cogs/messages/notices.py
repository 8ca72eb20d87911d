"""What posts say of anything but moves: reminders, holidays, outages, and ends without a result."""

from __future__ import annotations

from datetime import datetime, timedelta

import discord

from cogs.language.time_texts import clock_texts
from cogs.members.names import opponents, people, person
from engine import Text
from engine.table.match import Match
from engine.table.record import Event, Kind, Reminder
from engine.text import counted, joined


def notice(match: Match, event: Event) -> Text:
    """What happened beside the board."""
    who = person(event.person or 0)
    match event.kind:
        case Kind.REFUSE:
            agreement = match.agreement_of(event).text
            offers = (e for e in reversed(match.events) if e.kind is Kind.OFFER)
            if next(offers).person == event.person:
                return Text(
                    "{person} no longer proposes {agreement}.", person=who, agreement=agreement
                )
            return Text(
                "{person} declines {agreement}; the match goes on.",
                person=who,
                agreement=agreement,
            )
        case Kind.HOLIDAY:
            until = discord.utils.format_dt(datetime.fromisoformat(event.text), "D")
            return Text(
                "{person} is on holiday until {when}; the time of those turns stands still.",
                person=who,
                when=until,
            )
        case Kind.BACK:
            return Text("{person} is back from holiday; time runs again.", person=who)
        case Kind.FLAG:
            return Text(
                "The time of {player} is over. {others}: claim the game, or wait for the move.",
                player=person(match.people[match.position.turn]),
                others=people(dict.fromkeys(user for _, user in opponents(match))),
            )
    start, end = map(datetime.fromisoformat, event.text.split())
    minutes = max(round((end - start) / timedelta(minutes=1)), 1)
    away = counted(
        "I was away for {count} minute; that time is given back.",
        "I was away for {count} minutes; that time is given back.",
        minutes,
    )
    return joined([away, *clock_texts(match)])


def heading(match: Match, event: Event) -> Text:
    """What a post with a board begins with, where it is no move."""
    who = person(event.person or 0)
    match event.kind:
        case Kind.TAKEBACK:
            return Text(
                "{person} takes back {moves}.", person=who, moves=match.taken_back(int(event.text))
            )
        case Kind.IMPORT:
            return Text("So far goes the record.")
        case Kind.ABORT:
            return Text(
                "{person} aborts the match before everyone has moved; it has no result.", person=who
            )
        case Kind.LAPSE:
            return Text("Nobody has touched this match for long; it is closed without a result.")
        case Kind.ADJUDICATE if match.outcome is None:
            reason = event.text.partition("\n")[2]
            return Text(
                "{person} ends the match without a result: {reason}", person=who, reason=reason
            )
        case Kind.ADJUDICATE:
            return Text("{person} decides the match.", person=who)
        case _ if event.text == Reminder.UNTOUCHED:
            return Text(
                "{people}: nobody has touched this match for long. It is closed without a result "
                "{when}, unless somebody moves.",
                people=people(dict.fromkeys(match.people)),
                when=discord.utils.format_dt(match.lapses or event.at, "R"),
            )
        case _ if event.text == Reminder.TIME:
            turn = person(match.people[match.position.turn])
            return Text("{person}: a quarter of your time is left.", person=turn)
    return Text("The others are waiting.")
