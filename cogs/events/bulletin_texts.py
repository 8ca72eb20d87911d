"""The posts of a tournament: the text of each, its picture, and the people it calls.

Posts are few and short: each player finds their own table under *My next match*, and everybody
finds all tables under *Standings*.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any, Final

import discord

from cogs.client.paged_lists import fitting
from cogs.events.card import (
    EventAction,
    can_do_something,
    cancelled,
    event_button,
    podium,
    round_until,
    standing_now,
    when,
)
from cogs.events.conducting.composers import Asked, Composer, Contents
from cogs.events.conducting.recurrence import start_of_next
from cogs.events.ending_story import moved_texts, story_of
from cogs.events.event_rules import HANDED_ON, who_does_not_come
from cogs.events.round_texts import (
    LONGEST,
    fitting_lines,
    round_lines,
    round_state_text,
    shortened,
    table_score_text,
)
from cogs.events.standings_pictures import add_pictures, standings_pictures
from cogs.language.catalogues import Translate
from cogs.members.mentions import person, person_text, post_links
from cogs.messages.buttons import ControlKind, TextButton
from cogs.messages.layouts import add_button_rows, text_layout
from engine import Text
from engine.table.clock import TimeControl, span_text
from engine.table.match import Match
from engine.table.record import OPEN
from engine.text import Words, counted, joined, listed, together
from engine.tournaments.log import MISSED
from engine.tournaments.record import Kind
from engine.tournaments.scores import How, Score
from engine.tournaments.stages import after_round, is_last_of, is_played, round_heading
from engine.tournaments.state import Phase, Table
from engine.tournaments.terms import Recurs
from engine.tournaments.tournament import GONE

MOST_CALLED: Final = 100
"""The most people that Discord lets one post call."""

LONGEST_MENTION: Final = 24
"""The most characters of a mention and the comma after it."""

CALLED_IN_A_POST: Final = min(MOST_CALLED, LONGEST // LONGEST_MENTION)

LOT: Final = "lot"
"""The name of the post about a drawn lot."""

TAKEN: Final = "taken"
"""The name of the post about a player who has taken the point of a no-show."""


RUNG: Final = "rung"
"""The name of the post about the result of a ladder's match."""


async def bulletin_of(asked: Asked) -> Contents | None:
    """Return the post of an entry, or a private note about the entry if ``asked`` names a person.

    Return None if no post is needed.
    """
    if asked.person is not None:
        return _note(asked)
    entry = asked.entry
    name: str = entry.kind
    if entry.kind is Kind.SCORE and not (entry.data.get("reason") or entry.data.get("decided")):
        name = LOT if "lot" in entry.data else RUNG if entry.person is None else TAKEN
    composer = COMPOSERS.get(name)
    return None if composer is None else await composer(asked)


def _post(
    asked: Asked, lines: Sequence[str], *presses: EventAction, calls: Collection[int] = ()
) -> Contents:
    layout = text_layout("\n".join(lines))
    number = asked.tournament.id
    usable = [one for one in presses if can_do_something(one, asked.tournament)]
    if usable:
        add_button_rows(layout, [event_button(one, number, asked.translated) for one in usable])
    return Contents(layout, calls=calls)


def _said(asked: Asked, *texts: Text) -> list[str]:
    return [asked.translated(text) for text in texts]


def reason_lines(data: Mapping[str, Any]) -> list[Text]:
    """Return the organiser's reason in an entry's ``data`` as one line; none if none was given."""
    given = str(data.get("reason", ""))
    return [Text("Reason: {reason}", reason=Words(given))] if given else []


def _by(asked: Asked) -> str | Text:
    return person(asked.entry.person or OPEN)


def in_portions(called: Sequence[int]) -> list[list[int]]:
    """Return people in groups small enough to be called in one post each."""
    size = CALLED_IN_A_POST
    return [list(called[start : start + size]) for start in range(0, len(called), size)]


def _mentions(people: Sequence[int], translated: Translate) -> str:
    shown = listed([person(one) for one in people])
    return shown if isinstance(shown, str) else translated(shown)


# Before the start


async def _call(asked: Asked) -> Contents | None:
    """Return the post that calls people to check in.

    Return None if check-in closed before the post was sent.
    """
    state = asked.tournament.state
    if asked.tournament.phase is not Phase.CHECK_IN:
        title = Text("### {name}: check in", name=asked.name)
        closed = Text("Check-in is closed.")
        return _post(asked, _said(asked, title, closed)) if asked.is_sent else None
    called = [one.player for one in state.entrants.values() if not one.checked_in]
    starts = when(state.starts) if state.starts else ""
    texts = [
        Text("### {name}: check in", name=asked.name),
        Text("Press *Check in* before it starts, {when}.", when=starts),
        who_does_not_come(asked.tournament.terms),
    ]
    heading, first, rule = _said(asked, *texts)
    portions = in_portions(called) or [[]]
    now, *later = portions
    lines = [heading, *([_mentions(now, asked.translated)] if now else []), first, f"-# {rule}"]
    more = [
        _post(asked, [_mentions(part, asked.translated), first], EventAction.CHECK_IN, calls=part)
        for part in later
    ]
    return _post(asked, lines, EventAction.CHECK_IN, EventAction.LEAVE, calls=now)._replace(
        more=more
    )


async def _postponed(asked: Asked) -> Contents:
    starts = when(datetime.fromisoformat(asked.data["starts"]))
    terms, entries = asked.tournament.terms, asked.tournament.entries
    shown = asked.entry.number if asked.is_sent else len(entries)
    state = replace(asked.tournament, entries=entries[:shown]).state
    heading = Text("### {name} starts later", name=asked.name)
    then = Text("It starts {when}.", when=starts)
    if "reason" in asked.data:
        heading = Text("### {name}: another start", name=asked.name)
        texts = [heading, then, *reason_lines(asked.data)]
        return _post(asked, _said(asked, *texts))
    there = sum(one.checked_in for one in state.entrants.values())
    few = counted(
        "{count} player has checked in, and {least} are needed.",
        "{count} players have checked in, and {least} are needed.",
        there,
        least=terms.least,
    )
    called = [one.player for one in state.entrants.values() if not one.checked_in]
    now = called[:CALLED_IN_A_POST]
    lines = _said(asked, heading, joined([few, then]))
    if now:
        lines.insert(1, _mentions(now, asked.translated))
    return _post(asked, lines, EventAction.CHECK_IN, EventAction.JOIN, calls=now)


async def _cancelled(asked: Asked) -> Contents:
    heading = Text("### {name} does not take place", name=asked.name)
    if asked.tournament.state.rounds:
        heading = Text("### {name} is cancelled: nothing of it counts", name=asked.name)
    if asked.entry.person is not None:
        by = Text("{person} has cancelled it.", person=_by(asked))
        return _post(asked, _said(asked, heading, by, *reason_lines(asked.data)))
    return _post(asked, _said(asked, heading, cancelled(asked.tournament)))


# Rounds


async def _paired(asked: Asked) -> Contents | None:
    """Return the post of a round: its tables with their results so far, and a call to its players.

    Rounds that begin together share one post, that of the last round. The post of a finished round
    has a picture of the standings, except in the last round.
    """
    tournament, state = asked.tournament, asked.tournament.state
    number = int(asked.data["round"])
    if tournament.terms.together:
        return await _all_paired(asked) if number == state.planned else None
    heading = round_heading(asked.name, state, number)
    if not is_last_of(tournament, asked.entry):
        anew = Text("These pairs do not count: the round is paired again.")
        return _post(asked, _said(asked, heading, anew))
    this = state.rounds[number - 1]
    links = await _links(asked, this.tables)
    lines = fitting_lines(
        lambda known: round_lines(tournament, number, known, asked.translated), tournament, links
    )
    until = round_until(tournament, this)
    if tournament.terms.by_appointment:
        agree = Text("Agree on a time with your opponent: *My next match*.")
        until = joined([until, agree])
    shown = shortened(lines, asked.translated)
    count = len(shown) if len(shown) == len(lines) else len(shown) - 1
    playing = [
        player
        for table in this.tables[:count]
        if len(table.players) > 1 and state.score_of(table) is None
        for player in table.players
        if player > OPEN
    ]
    texts = _said(asked, heading, round_state_text(tournament, number, until))
    layout = text_layout("\n".join([*texts, *shown]))
    files = list[discord.File]()
    if is_played(state, number) and (number < state.planned or not state.planned):
        then = after_round(tournament, number)
        pictures = await standings_pictures(asked.bot, then, asked.locale, whole=False)
        files = add_pictures(layout, pictures, asked.locale)
    goes_on = not tournament.is_over and not is_played(state, number)
    presses = [EventAction.NEXT] * goes_on + [EventAction.STANDINGS]
    add_button_rows(layout, [event_button(p, tournament.id, asked.translated) for p in presses])
    return Contents(layout, files, playing[:MOST_CALLED])


async def _links(asked: Asked, tables: Sequence[Table]) -> dict[int, str]:
    """Return links to the boards of tables by match, as many as fit into a post."""
    ids = [match for table in tables for match in table.matches.values()]
    matches = await asked.bot.store.some(ids[: LONGEST // LONGEST_MENTION])
    return await post_links(asked.bot.store, matches, _number_of)


def _number_of(match: Match) -> str:
    return f"#{match.id}"


async def _all_paired(asked: Asked) -> Contents:
    """Return the post of a league whose matches all begin together, with the results so far."""
    tournament, state = asked.tournament, asked.tournament.state
    links = await _links(asked, state.tables)

    def lines_of(known: Mapping[int, str]) -> list[str]:
        lines = list[str]()
        for one in state.rounds:
            lines.append(asked.translated(Text("**Round {number}**", number=one.number)))
            lines += round_lines(tournament, one.number, known, asked.translated)
        return lines

    lines = fitting_lines(lines_of, tournament, links)
    shown = fitting(lines, LONGEST)
    if len(shown) < len(lines):
        shown.append("…")
    texts = [Text("### {name}: all matches begin", name=asked.name)]
    if not state.open_tables:
        texts = [Text("### {name}: all matches are over", name=asked.name)]
    elif not tournament.is_over:
        texts.append(
            Text(
                "All matches of the season have to be over by {when}. *My next match* has yours.",
                when=when(state.rounds[-1].deadline),
            )
        )
    playing = [one for one in state.order if one > OPEN and state.is_in(one)]
    presses = [EventAction.NEXT] * bool(state.open_tables) + [EventAction.STANDINGS]
    return _post(asked, [*_said(asked, *texts), *shown], *presses, calls=playing[:MOST_CALLED])


# The organiser's actions


async def _shifted(asked: Asked) -> Contents:
    heading = Text("### {name}: the round ends on another date", name=asked.name)
    if asked.tournament.terms.together:
        heading = Text("### {name}: the season ends on another date", name=asked.name)
    until = when(datetime.fromisoformat(asked.data["until"]))
    now = Text("The round now lasts until {when} at the latest.", when=until)
    if asked.tournament.terms.has_dates:
        now = Text("The round now lasts until {when}.", when=until)
    given = _until(asked, now)
    if asked.entry.person is not None:
        return _post(asked, _said(asked, heading, *given, *reason_lines(asked.data)))
    return _post(asked, _said(asked, heading, *_until(asked, _longer(asked, until))))


def _longer(asked: Asked, until: str) -> Text:
    """Return the sentence about the end of a round that is extended after a pause."""
    if asked.tournament.terms.has_dates:
        return Text("The round is extended by the length of the pause: until {when}.", when=until)
    return Text(
        "The round lasts as much longer as it was paused: until {when} at the latest.", when=until
    )


def _until(asked: Asked, text: Text) -> list[Text]:
    """Return ``text``, about the end of a round, and one on the season's end if that is later.

    Matches of a league may be played until the end of its season.
    """
    tournament, last = asked.tournament, asked.tournament.state.round
    if tournament.is_over or last is None or tournament.season_ends in {None, last.deadline}:
        return [text]
    end = when(tournament.season_ends or last.deadline)
    return [text, Text("All matches have to be over by {end}.", end=end)]


async def _unpaired(asked: Asked) -> Contents:
    heading = Text(
        "### {name}: round {number} is paired again",
        name=asked.name,
        number=asked.data["round"],
    )
    void = Text("The matches that had begun count for nothing.")
    return _post(asked, _said(asked, heading, void, *reason_lines(asked.data)))


async def _paused(asked: Asked) -> Contents:
    heading = Text("### {name} is paused", name=asked.name)
    text = Text(
        "{person} has stopped it: no clock runs, nothing is paired, and nobody is late.",
        person=_by(asked),
    )
    return _post(asked, _said(asked, heading, text, *reason_lines(asked.data)))


async def _resumed(asked: Asked) -> Contents:
    """Return the post about a resumed tournament, with the end of its round after the pause."""
    tournament, heading = (
        asked.tournament,
        Text("### {name} goes on", name=asked.name),
    )
    state = tournament.state
    if tournament.is_over:
        return _post(asked, _said(asked, heading))
    if state.round is not None and tournament.terms.form.traits.in_rounds:
        until = when(state.round.deadline)
        return _post(asked, _said(asked, heading, *_until(asked, _longer(asked, until))))
    return _post(asked, _said(asked, heading, *standing_now(tournament)))


async def _asked_to_organise(asked: Asked) -> Contents:
    other = int(asked.data["organiser"])
    text = Text(
        "{other}: {person} asks you to organise {name}. From then on you would make its decisions.",
        other=person(other),
        person=_by(asked),
        name=asked.name,
    )
    contents = _post(asked, _said(asked, text), calls=[other])
    if asked.tournament.is_over:
        return contents
    label = asked.translated(Text("I organise it"))
    button = TextButton(
        ControlKind.ORGANISE, f"agree:{asked.tournament.id}", label, discord.ButtonStyle.success
    )
    add_button_rows(contents.layout, [button])
    return contents


async def _scored(asked: Asked) -> Contents:
    """Return the post about an organiser's decision on a table."""
    table = asked.tournament.state.table(asked.data["round"], asked.data["table"])
    players = [] if table is None else [person_text(one, asked.translated) for one in table.players]
    heading = Text("### {name}: a decision", name=asked.name)
    text = Text(
        "{person} has decided round {round}, table {table}: {players}, {score}.",
        person=_by(asked),
        round=asked.data["round"],
        table=asked.data["table"],
        players=" – ".join(players),
        score=table_score_text(asked.data["points"]),
    )
    return _post(asked, _said(asked, heading, text, *reason_lines(asked.data)))


async def _drawn(asked: Asked) -> Contents:
    """Return the post about the lot that decides a table at which nobody has played."""
    table = asked.tournament.state.table(asked.data["round"], asked.data["table"])
    players = [] if table is None else [person_text(one, asked.translated) for one in table.players]
    heading = Text("### {name}: a lot is drawn", name=asked.name)
    text = Text(
        "In round {round} nobody has played at table {table}: {players}. {person} goes on by lot.",
        round=asked.data["round"],
        table=asked.data["table"],
        players=" – ".join(players),
        person=person(asked.data["lot"]),
    )
    return _post(asked, _said(asked, heading, text))


async def _rung(asked: Asked) -> Contents | None:
    """Return the post about a result on a ladder and its effect on places; None without a score."""
    number, data = asked.entry.number, asked.data
    before, after = (
        replace(asked.tournament, entries=asked.tournament.entries[:count]).state
        for count in (number - 1, number)
    )
    table = after.table(data["round"], data["table"])
    score = after.score_of(table) if table is not None else None
    if table is None or score is None:
        return None
    winner = score.leaders[0]
    names = {player: person_text(player, asked.translated) for player in table.players}
    loser = next(name for player, name in names.items() if player != winner)
    if len(score.leaders) > 1:
        text = Text(
            "{people} have drawn: both keep their places.", people=together([*names.values()])
        )
    elif after.order == before.order:
        text = Text(
            "{winner} has won against {loser}, {score}: both keep their places.",
            winner=names[winner],
            loser=loser,
            score=_won(score),
        )
    else:
        place = after.order.index(winner) + 1
        text = Text(
            "{winner} has won against {loser}, {score}, and takes place {place}; those who are "
            "passed go down by one.",
            winner=names[winner],
            loser=loser,
            score=_won(score),
            place=place,
        )
    links = await _links(asked, [table])
    heading = asked.translated(Text("### {name}: a result", name=asked.name))
    told = " · ".join([asked.translated(text), *links.values()])
    return _post(asked, [heading, told], EventAction.STANDINGS)


def _won(score: Score) -> str | Text:
    """Return the score of a decisive match, the winner's points first."""
    if score.how is How.WALKOVER:
        return Text("a walkover")
    return table_score_text(sorted(score.points, reverse=True))


async def _taken_out(asked: Asked) -> Contents:
    """Return the post about a player whom the organiser has withdrawn."""
    text = Text(
        "{person} has taken {player} out of {name}.",
        person=person(asked.data["by"]),
        player=person(asked.entry.person or OPEN),
        name=asked.name,
    )
    return _post(asked, _said(asked, text, *reason_lines(asked.data)))


async def _added(asked: Asked) -> Contents | None:
    """Return the post about a player whom the organiser has entered, maybe in another's place.

    Return None if the player has entered by themselves.
    """
    if "by" not in asked.data:
        return None
    new, by = asked.entry.person or OPEN, asked.data["by"]
    before = asked.tournament.entries[asked.entry.number - 2]
    out = before.kind in {Kind.LEAVE, Kind.WITHDRAW} and before.data.get("by") == by
    if out and before.at == asked.entry.at:
        text = Text(
            "In {name} {person} has {new} play in the place of {old}.",
            name=asked.name,
            person=person(by),
            new=person(new),
            old=person(before.person or OPEN),
        )
    else:
        text = Text(
            "{person} has entered {new} for {name}.",
            person=person(by),
            new=person(new),
            name=asked.name,
        )
    return _post(asked, _said(asked, text), calls=[new])


async def _replaced(asked: Asked) -> Contents | None:
    """Return the post about a player who replaces another one, None if no reason was stored."""
    if "reason" not in asked.data:
        return None
    new = asked.entry.person or OPEN
    text = Text(
        "In {name}, {person} has replaced {old} with {new}.",
        name=asked.name,
        person=person(asked.data["by"]),
        new=person(new),
        old=person(asked.data["place"]),
    )
    more = [HANDED_ON] if asked.tournament.terms.form.traits.in_groups else []
    return _post(asked, _said(asked, text, *more, *reason_lines(asked.data)), calls=[new])


async def _changed(asked: Asked) -> Contents:
    """Return the post about changed terms."""
    data, texts = asked.data, list[Text]()
    if "name" in data:
        now, before = Words(data["name"]), Words(data.get("before", ""))
        texts.append(Text("Its name is {name} now; it was {before}.", name=now, before=before))
    if "time" in data:
        time = TimeControl.read(data["time"]).text
        texts.append(Text("Future matches have the time limit {time}.", time=time))
    if "round_time" in data:
        span = span_text(timedelta(seconds=data["round_time"]))
        texts.append(Text("Future rounds last {span}.", span=span))
    if data.get("rounds"):
        texts.append(Text("It has {count} rounds now.", count=data["rounds"]))
    if "most" in data:
        texts.append(Text("Most players: {count}.", count=data["most"]))
    heading = Text("### {name}: changed by {person}", name=asked.name, person=_by(asked))
    return _post(asked, _said(asked, heading, *texts))


async def _message(asked: Asked) -> Contents:
    """Return the post of an organiser's message, with as many more as are needed to call people."""
    heading = Text(
        "### {name}: a message from {person}",
        name=asked.name,
        person=_by(asked),
    )
    now, *later = in_portions(asked.data["called"]) or [[]]
    text = Words(asked.data["text"])
    lines = [
        *_said(asked, heading, Text("“{words}”", words=text)),
        _mentions(now, asked.translated),
    ]
    more = [_post(asked, [_mentions(part, asked.translated)], calls=part) for part in later]
    return _post(asked, lines, EventAction.NEXT, calls=now)._replace(more=more)


# Withdrawn people


def _note(asked: Asked) -> Contents:
    """Return the private note to a withdrawn person."""
    tournament = asked.tournament
    texts = [Text("### {name}", name=asked.name)]
    by_rounds = tournament.terms.form.traits.in_rounds and not tournament.terms.together
    if asked.data.get("why") == MISSED and by_rounds:
        texts.append(Text("You made no move in two rounds, so you are withdrawn."))
    elif asked.data.get("why") == MISSED:
        texts.append(Text("You made no move in two matches, so you are withdrawn."))
    elif asked.data.get("why") == GONE:
        texts.append(Text("You have left the server, so you are withdrawn."))
    else:
        texts.append(Text("You are withdrawn."))
    texts += reason_lines(asked.data)
    if tournament.is_over or tournament.state.is_in(asked.entry.person or OPEN):
        return _post(asked, _said(asked, *texts))
    if tournament.terms.is_exhibition:
        return _post(asked, _said(asked, *texts))
    if not tournament.may_come_back:
        texts.append(Text("You are welcome again when the next one begins."))
        return _post(asked, _said(asked, *texts))
    if tournament.terms.form.traits.in_rounds:
        texts.append(Text("You can come back as of the next round."))
    else:
        texts.append(Text("You can come back."))
    return _post(asked, _said(asked, *texts), EventAction.BACK)


# The end


async def _ended(asked: Asked) -> Contents:
    """Return the last post: podium, promotions and relegations, longest match, best move.

    A picture of the standings follows.
    """
    tournament = asked.tournament
    lines = _said(asked, Text("### {name} is over", name=asked.name))
    by = asked.entry.person
    if by is not None:
        lines += _said(
            asked, Text("{person} has ended it.", person=person(by)), *reason_lines(asked.data)
        )
    lines += _said(asked, *podium(tournament), *moved_texts(tournament))
    lines += _said(asked, *await story_of(asked.bot, tournament), *_following(asked))
    layout = text_layout("\n".join(lines))
    pictures = await standings_pictures(asked.bot, tournament, asked.locale)
    files = add_pictures(layout, pictures, asked.locale)
    add_button_rows(layout, [event_button(EventAction.STANDINGS, tournament.id, asked.translated)])
    return Contents(layout, files)


def _following(asked: Asked) -> Iterator[Text]:
    """Yield the sentence about the start of the series' next tournament, if there is one."""
    tournament, state = asked.tournament, asked.tournament.state
    terms, zone = tournament.terms, asked.bot.preferences.server(tournament.guild).daily_zone
    if terms.recurs is not Recurs.NEVER and state.ended is not None:
        starts = start_of_next(tournament, state.ended.at, zone)
        yield Text(
            "The next one starts {when}. If you have chosen to join every time, you are in it.",
            when=when(starts),
        )


COMPOSERS: Final[dict[str, Composer]] = {
    Kind.CALL: _call,
    Kind.POSTPONE: _postponed,
    Kind.PAIR: _paired,
    Kind.SHIFT: _shifted,
    Kind.UNPAIR: _unpaired,
    Kind.PAUSE: _paused,
    Kind.RESUME: _resumed,
    Kind.ASK: _asked_to_organise,
    Kind.WITHDRAW: _taken_out,
    Kind.LEAVE: _taken_out,
    Kind.JOIN: _added,
    Kind.RETURN: _added,
    Kind.REPLACE: _replaced,
    Kind.CHANGE: _changed,
    Kind.MESSAGE: _message,
    Kind.SCORE: _scored,
    LOT: _drawn,
    RUNG: _rung,
    Kind.END: _ended,
    Kind.CANCEL: _cancelled,
}
"""The composers of posts, by kind of entry or name of post. Other modules add theirs."""
