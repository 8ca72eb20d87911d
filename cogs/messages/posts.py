"""What a match looks like in its channel: the post that belongs to each event.

A post is composed from the match as it was right after the event, and from nothing else, so
that it can be composed again at any time: after a crash, to take its buttons off, or to find
it among the channel's messages by the reference in its last line.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import discord
from discord import ui

import render
from cogs.language.catalogues import translate_into
from cogs.members.names import opponents, people
from cogs.messages.button_rows import button_rows
from cogs.messages.pictures import board_layout, picture_file
from cogs.messages.wording import footer, text_lines
from engine import Text
from engine.table.match import Match
from engine.table.record import OPEN, POSTED, Kind, Reminder, Status

RECORD_FILE = "game.txt"

SILENT = frozenset({Kind.REPOST, Kind.WITHDRAW, Kind.EXPIRE, Kind.OUTAGE, Kind.HOLIDAY, Kind.BACK})
"""Events whose post calls nobody."""

FOR_ALL = frozenset({Kind.RESULT, Kind.ABORT, Kind.LAPSE, Kind.ADJUDICATE})
"""Events whose post calls all players but who did it."""

LONGEST_RECORD = 2500
"""Characters of a game's notation in a post, which may have 4,000; a longer one is a file."""


def reference(match: Match) -> str:
    """What names this post among all: the match and the event it shows."""
    shown = next(event.number for event in reversed(match.events) if event.kind in POSTED)
    return f"#{match.id}.{shown}"


def pings(match: Match) -> list[int]:
    """The people whom the post of the last event calls."""
    last = match.events[-1]
    match last.kind:
        case kind if kind in SILENT:
            people: set[int] = set()
        case Kind.DECLINE:
            people = {match.host}
        case kind if kind in FOR_ALL or last.text == Reminder.UNTOUCHED:
            did = match.events[-2].person if kind is Kind.RESULT else last.person
            people = set(match.people) - {did}
        case Kind.FLAG:
            people = {person for _, person in opponents(match)}
        case Kind.TAKEBACK:
            people = {match.people[seat] for seat in match.to_act}
        case _:
            people = {match.people[seat] for seat in match.to_act} - {last.person, OPEN}
    return sorted(people)


def compose(
    match: Match,
    locale: discord.Locale,
    alt: Text | None,
    *,
    current: bool = True,
    followers: Sequence[int] = (),
    note: Text | None = None,
) -> ui.LayoutView:
    """The post of the match's last event; ``alt`` describes its picture, where it has one.

    Unless it is ``current``, a later post has taken its place: it has no buttons, and says no more
    until when, or how, something can be done.

    ``followers`` are those whom it pings. They are named when it is sent and not when it is edited:
    an edit pings nobody. ``note`` is a text that does not follow from the match alone; it is there
    when it is sent, too.
    """
    translated = translate_into(locale)
    said = text_lines(match, translated, current=current)
    lines = "\n".join([*said, *([translated(note)] if note else [])])
    if alt is not None:
        layout = board_layout(lines, translated(alt))
    else:
        layout = ui.LayoutView(timeout=None)
        layout.add_item(ui.TextDisplay(lines))
    if match.status is Status.OVER and match.moves:
        record = match.record()
        if len(record) <= LONGEST_RECORD:
            layout.add_item(ui.TextDisplay(f"```\n{record}\n```"))
        else:
            layout.add_item(ui.File(f"attachment://{RECORD_FILE}"))
    if followers:
        following = translated(Text("Followers: {people}", people=people(followers)))
        layout.add_item(ui.TextDisplay(f"-# {following}"))
    hint = footer(match, translated, current=current)
    layout.add_item(ui.TextDisplay(f"-# {hint} · {reference(match)}"))
    if current:
        for row in button_rows(match, translated):
            if row:
                layout.add_item(ui.ActionRow(*row))
    return layout


def files(match: Match, picture: render.Picture | None) -> list[discord.File]:
    """The files that the post of the last event comes with."""
    found = []
    if picture is not None:
        found.append(picture_file(picture))
    record = match.record()
    if match.status is Status.OVER and len(record) > LONGEST_RECORD:
        found.append(discord.File(io.BytesIO(record.encode()), RECORD_FILE))
    return found


def is_post(message: discord.Message, match: Match) -> bool:
    """Whether a message of the bot shows the match's last event."""
    return any(text.endswith(f" {reference(match)}") for text in texts(message.components))


def texts(components: Iterable[Any]) -> Iterator[str]:
    """All texts in the components of a message."""
    for component in components:
        if isinstance(component, discord.components.TextDisplay):
            yield component.content
        yield from texts(getattr(component, "children", ()))
