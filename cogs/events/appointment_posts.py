"""Posts, sentences and buttons about agreeing on the time of a game."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

import discord

from cogs.events.bulletin_texts import TAKEN
from cogs.events.conducting.composers import Asked, Composer, Contents
from cogs.events.event_rules import who_never_moves
from cogs.language.catalogues import Translate
from cogs.members.mentions import person
from cogs.messages.buttons import ControlKind, TextButton
from cogs.messages.layouts import add_button_rows, text_layout
from engine import Text
from engine.table.record import OPEN, is_computer
from engine.text import together
from engine.tournaments.appointments import CALLED_BEFORE, GRACE
from engine.tournaments.record import About, Kind
from engine.tournaments.state import Phase, Table
from engine.tournaments.tournament import Tournament

MOST_TABLES: Final = 3
"""The most tables of a person whose buttons are shown at once."""

MOST_TO_ACCEPT: Final = 5
"""The most proposed times of a table that have an *Accept* button."""

GRACE_MINUTES: Final = GRACE // timedelta(minutes=1)


class Act(StrEnum):
    """Actions of the buttons about the time of a table's game."""

    PROPOSE = "propose"
    ACCEPT = "accept"
    HERE = "here"
    WAIT = "wait"
    ANOTHER = "another"
    TAKE = "take"


LABELS: Final = {
    Act.PROPOSE: Text("Propose times"),
    Act.ACCEPT: Text("Accept"),
    Act.HERE: Text("I am here"),
    Act.WAIT: Text("Wait"),
    Act.ANOTHER: Text("Another time"),
    Act.TAKE: Text("Take the point"),
}

OTHER_TIMES: Final = Text("Other times")

STYLES: Final = {
    Act.PROPOSE: discord.ButtonStyle.primary,
    Act.ACCEPT: discord.ButtonStyle.success,
    Act.HERE: discord.ButtonStyle.success,
}
"""The styles of the buttons that are not grey."""


def time_button(
    act: Act,
    tournament: Tournament,
    table: Table,
    translated: Translate,
    *,
    label: Text | None = None,
    at: datetime | None = None,
) -> TextButton:
    """Return a button about the time of a table's game.

    A button that accepts a time carries that time, ``at``.
    """
    about = f"{act}:{tournament.id}.{table.round}.{table.number}"
    if at is not None:
        about = f"{about}.{int(at.timestamp())}"
    style = STYLES.get(act, discord.ButtonStyle.secondary)
    return TextButton(ControlKind.APPOINTMENT, about, translated(label or LABELS[act]), style)


def people_of(table: Table, *but: int | None) -> list[int]:
    """Return the people at a table except ``but``; computers are left out."""
    return [one for one in table.players if not is_computer(one) and one not in but]


def mentions_of(players: Collection[int]) -> str | Text:
    """Return the mentions of players as one text."""
    return together([person(one) for one in players])


# In the answer to *My next match*


def is_to_agree(tournament: Tournament, table: Table) -> bool:
    """Return whether a table's players still have to agree on a time, or to come to their game."""
    running = tournament.phase is Phase.RUNNING
    return (
        tournament.terms.by_appointment
        and running
        and not tournament.appointments.is_to_begin(table)
    )


def own_proposals(table: Table, person_id: int) -> Iterator[Text]:
    """Yield a sentence about each player's proposed times, those of ``person_id`` first.

    Times that this person can accept are numbered like their buttons, if there are several.
    """
    numbers = {at: number for number, at in enumerate(_acceptable(table, person_id), 1)}
    for player in sorted(table.proposals, key=lambda one: one != person_id):
        shown = [
            f"{numbers[at]}. {day_and_hour(at)}"
            if len(numbers) > 1 and at in numbers
            else day_and_hour(at)
            for at in table.proposals[player]
        ]
        if player == person_id:
            yield Text("You have proposed {times}.", times=together(shown))
        else:
            yield Text("{person} proposes {times}.", person=person(player), times=together(shown))


def _acceptable(table: Table, person_id: int) -> list[datetime]:
    """Return the times that a player of a table can accept, the earliest first.

    There are at most ``MOST_TO_ACCEPT``.
    """
    others = {at for who, times in table.proposals.items() if who != person_id for at in times}
    return sorted(others - {*table.proposals.get(person_id, ())})[:MOST_TO_ACCEPT]


def own_buttons(
    tournament: Tournament,
    tables: Sequence[Table],
    person_id: int,
    now: datetime,
    translated: Translate,
) -> Iterator[TextButton]:
    """Yield the buttons about the times of a person's tables that can be used now.

    If there are several tables, each button names its round.
    """
    for table in tables[:MOST_TABLES]:
        for act, label, at in _own_acts(table, person_id, now):
            shown = label
            if len(tables) > 1:
                shown = Text("{what} (round {number})", what=label, number=table.round)
            yield time_button(act, tournament, table, translated, label=shown, at=at)


def _own_acts(
    table: Table, person_id: int, now: datetime
) -> Iterator[tuple[Act, Text, datetime | None]]:
    """Yield the acts open to a person at a table, each with its label and the accepted time."""
    if table.agreed is None:
        times = _acceptable(table, person_id)
        for number, at in enumerate(times, 1):
            yield Act.ACCEPT, _accept(number, len(times)), at
        yield Act.PROPOSE, OTHER_TIMES if table.proposals else LABELS[Act.PROPOSE], None
        return
    if person_id not in table.there:
        if now >= table.agreed - CALLED_BEFORE:
            yield Act.HERE, LABELS[Act.HERE], None
    elif table.reminded == About.ALONE:
        yield Act.WAIT, LABELS[Act.WAIT], None
        yield Act.TAKE, LABELS[Act.TAKE], None
    if now < table.agreed or person_id in table.there:
        yield Act.ANOTHER, LABELS[Act.ANOTHER], None


def _accept(number: int, of: int) -> Text:
    """Return the label of an *Accept* button, with the time's ``number`` unless it is the only one.

    ``of`` is the number of times.
    """
    return LABELS[Act.ACCEPT] if of == 1 else Text("Accept time {number}", number=number)


# Posts


async def _proposed(asked: Asked) -> Contents | None:
    """Return the post that asks the other players to accept a proposed time."""
    table = _table(asked)
    if table is None:
        return None
    times = [datetime.fromisoformat(one) for one in asked.data["times"]]
    others = people_of(table, asked.entry.person)
    text = Text(
        "{people}: when do you play in round {round} of {name}? {person} can come:",
        people=mentions_of(others),
        round=table.round,
        name=asked.name,
        person=person(asked.entry.person or OPEN),
    )
    buttons = [
        time_button(
            Act.ACCEPT,
            asked.tournament,
            table,
            asked.translated,
            label=_accept(number, len(times)),
            at=at,
        )
        for number, at in enumerate(times, 1)
    ]
    buttons.append(
        time_button(Act.PROPOSE, asked.tournament, table, asked.translated, label=OTHER_TIMES)
    )
    lines = [*map(day_and_hour, times)]
    if len(times) > 1:
        lines = [f"{number}. {line}" for number, line in enumerate(lines, 1)]
    return _post(asked, [asked.translated(text), *lines], buttons, others)


async def _agreed(asked: Asked) -> Contents | None:
    """Return the post about an agreed time, or about a request for another one."""
    table = _table(asked)
    if table is None:
        return None
    if not asked.data["at"]:
        return _another(asked, table)
    called = people_of(table)
    texts = [
        Text(
            "{people}: agreed. Round {round} of {name}: {when}.",
            people=mentions_of(called),
            round=table.round,
            name=asked.name,
            when=day_and_hour(datetime.fromisoformat(asked.data["at"])),
        ),
        Text(
            "I call you {minutes} minutes before; the game begins when all have pressed "
            "*I am here*.",
            minutes=CALLED_BEFORE // timedelta(minutes=1),
        ),
    ]
    return _told(asked, table, texts, [Act.ANOTHER], called)


def _another(asked: Asked, table: Table) -> Contents:
    """Return the post about a player who asks for another time than the agreed one."""
    others = people_of(table, asked.entry.person)
    text = Text(
        "{people}: {person} asks for another time for round {round} of {name}. The agreed time no "
        "longer counts; propose others.",
        people=mentions_of(others),
        person=person(asked.entry.person or OPEN),
        round=table.round,
        name=asked.name,
    )
    return _told(asked, table, [text], [Act.PROPOSE], others)


async def _reminded(asked: Asked) -> Contents | None:
    """Return the post that calls the players to their game, or asks those present for a decision.

    If nobody came, or nobody decided, the post asks all of them for another time.
    """
    table = _table(asked)
    if table is None:
        return None
    there, people = table.there & {*table.players}, people_of(table)
    absent = [one for one in people if one not in there]
    texts, acts, called = (
        [Text("### {name}", name=asked.name)],
        [Act.HERE],
        absent,
    )
    match asked.data["about"]:
        case About.SOON:
            texts.append(
                Text(
                    "{people}: your game begins {when}. Press *I am here*.",
                    people=mentions_of(absent),
                    when=_from_now(table.agreed),
                )
            )
            acts, called = [Act.HERE, Act.ANOTHER], absent
        case About.NOW:
            texts.append(
                Text(
                    "{people}: it is time for your game. Press *I am here*.",
                    people=mentions_of(absent),
                )
            )
            if there:
                texts.append(_here(there))
            texts.append(
                Text(
                    "If you are not here {minutes} minutes after the hour, you may lose the game: "
                    "the others can take the point.",
                    minutes=GRACE_MINUTES,
                )
            )
        case About.ALONE:
            texts += _alone(there, absent)
            acts, called = [Act.WAIT, Act.ANOTHER, Act.TAKE, Act.HERE], sorted(there)
        case _:
            texts += _nobody(there, absent, people)
            acts, called = [Act.PROPOSE], people
    if asked.data["about"] in {About.SOON, About.NOBODY}:
        texts.append(who_never_moves(asked.tournament.terms))
    return _told(asked, table, texts, acts, called)


def _here(there: Collection[int]) -> Text:
    if len(there) == 1:
        return Text("{person} is here.", person=mentions_of(there))
    return Text("{people} are here.", people=mentions_of(there))


def _alone(there: Collection[int], absent: Collection[int]) -> Iterator[Text]:
    """Yield the sentences that ask the players present for a decision about the absent ones."""
    yield (
        Text(
            "{people}: {person} has not come.",
            people=mentions_of(there),
            person=mentions_of(absent),
        )
        if len(absent) == 1
        else Text(
            "{people}: {absent} have not come.",
            people=mentions_of(there),
            absent=mentions_of(absent),
        )
    )
    yield Text(
        "Will you wait, ask for another time, or take the point? If nobody answers within "
        "{minutes} minutes, another time has to be found.",
        minutes=GRACE_MINUTES,
    )


def _nobody(
    there: Collection[int], absent: Collection[int], people: Collection[int]
) -> Iterator[Text]:
    """Yield the sentences about a game to which nobody came, or about which nobody decided."""
    if there:
        yield Text(
            "{people}: {absent} did not come, and nobody has decided. Propose another time; if "
            "nothing is played in time, the point goes to {there}.",
            people=mentions_of(people),
            absent=mentions_of(absent),
            there=mentions_of(there),
        )
    else:
        yield Text("{people}: nobody came. Propose another time.", people=mentions_of(people))


async def _taken(asked: Asked) -> Contents | None:
    """Return the post about a player who has taken the point from no-shows."""
    table = _table(asked)
    if table is None:
        return None
    absent = list(asked.data["absent"])
    texts = [
        Text("### {name}", name=asked.name),
        Text(
            "{person} takes the point of round {round}: {absent} did not come.",
            person=person(asked.entry.person or OPEN),
            round=table.round,
            absent=mentions_of(absent),
        ),
        Text("No rating changes. Two no-shows, and you are withdrawn."),
    ]
    return _told(asked, table, texts, [], absent)


def _table(asked: Asked) -> Table | None:
    """Return the table of an entry as it was after the entry; None if it was paired again since."""
    entries = asked.tournament.entries[: asked.entry.number]
    wanted = asked.data["round"], asked.data["table"]
    now = asked.tournament.state.table(*wanted)
    then = replace(asked.tournament, entries=entries).state.table(*wanted)
    return then if now is not None and then is not None and now.players == then.players else None


def _told(
    asked: Asked, table: Table, texts: Sequence[Text], acts: Sequence[Act], calls: Collection[int]
) -> Contents:
    """Return a post of sentences, one a line, with buttons for ``acts`` at a table."""
    lines = [asked.translated(text) for text in texts]
    buttons = [time_button(act, asked.tournament, table, asked.translated) for act in acts]
    return _post(asked, lines, buttons, calls)


def _post(
    asked: Asked, lines: Sequence[str], buttons: Sequence[TextButton], calls: Collection[int]
) -> Contents:
    """Return a post, with ``buttons`` only as long as its table can still be played."""
    layout = text_layout("\n".join(lines))
    state = asked.tournament.state
    table = state.table(asked.data["round"], asked.data["table"])
    is_open = table is not None and state.score_of(table) is None
    if buttons and is_open and not asked.tournament.is_over:
        add_button_rows(layout, buttons)
    return Contents(layout, calls=calls)


def day_and_hour(at: datetime) -> str:
    """Return a time with its day of the week and its distance, in each reader's own time zone."""
    return f"{discord.utils.format_dt(at, 'F')} ({discord.utils.format_dt(at, 'R')})"


def _from_now(at: datetime | None) -> str:
    return "" if at is None else discord.utils.format_dt(at, "R")


POSTS: Final[dict[str, Composer]] = {
    Kind.PROPOSE: _proposed,
    Kind.AGREE: _agreed,
    Kind.REMIND: _reminded,
    TAKEN: _taken,
}
"""The composers of posts about times, by kind of entry or name of post."""
