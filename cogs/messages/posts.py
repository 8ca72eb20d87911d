"""Posts: the message in the channel that belongs to an event of a match, whole.

A post is composed from the match as it was right after the event, and from nothing else, so
that it can be composed again at any time: after a crash, to remove its buttons, or to find it
among the channel's messages by the reference in its last line.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import discord
from discord import ui

import render
from cogs.language.catalogues import Translate, translate_into
from cogs.members.names import opponents, people
from cogs.messages.buttons import LABELS, Action, MatchButton, labelled_button
from cogs.messages.layouts import BUTTONS_IN_A_ROW, text_layout
from cogs.messages.pictures import board_layout, has_board, picture_file
from cogs.messages.post_texts import footer, text_lines
from engine import Text
from engine.table.match import Match
from engine.table.record import OPEN, POSTED, Kind, Reminder, Status
from engine.values import DRAW

RECORD_FILE = "game.txt"

SILENT = frozenset({Kind.REPOST, Kind.WITHDRAW, Kind.EXPIRE, Kind.OUTAGE, Kind.HOLIDAY, Kind.BACK})
"""Events whose post pings nobody."""

FOR_ALL = frozenset({Kind.RESULT, Kind.ABORT, Kind.LAPSE, Kind.ADJUDICATE})
"""Events whose post pings all players but the one who caused it."""

BOARD_ACTIONS = (Action.MOVE, Action.LEGAL, Action.FLIP, Action.DRAW, Action.RESIGN)
"""The buttons below every board."""

SET_UP_ACTIONS = (Action.SET_UP, Action.READY, Action.RESIGN, Action.MORE)
"""The buttons below a board that is still being set up."""

LONGEST_RECORD = 2500
"""Characters of a game's notation in a post, which may have 4,000; a longer one is a file."""


def reference(match: Match) -> str:
    """Return the reference in the post's last line: the numbers of the match and of its event."""
    shown = next(event.number for event in reversed(match.events) if event.kind in POSTED)
    return f"#{match.id}.{shown}"


def pings(match: Match) -> list[int]:
    """Return the players whom the post of the match's last event pings."""
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
    """Return the post of the match's last event; ``alt`` describes its picture if it has one.

    It is ``current`` until a later post takes its place. From then on it has no buttons, and does
    not say until when or how something can be done.

    ``followers`` are those whom it pings. They are named when it is sent and not when it is edited:
    an edit pings nobody. ``note`` is a text that does not follow from the match alone; it is there
    when it is sent, too.
    """
    translated = translate_into(locale)
    said = text_lines(match, translated, current=current)
    lines = "\n".join([*said, *([translated(note)] if note else [])])
    layout = text_layout(lines) if alt is None else board_layout(lines, translated(alt))
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


def button_rows(match: Match, translated: Translate) -> Iterator[list[MatchButton]]:
    """Yield the rows of buttons; each carries the number of the event that it belongs to."""

    def button(
        action: Action, event: int, which: int = 0, label: Text | None = None
    ) -> MatchButton:
        return labelled_button(action, match.id, event, which, translated=translated, label=label)

    if match.status is Status.CHALLENGE:
        number = match.events[-1].number
        yield [button(action, number, label=label) for action, label in _challenge_buttons(match)]
    if match.status is Status.OVER and match.line:
        yield [button(action, match.events[-1].number) for action in (Action.REMATCH, Action.MORE)]
    if match.status is not Status.LIVE:
        return
    if match.events[-1].kind is Kind.FLAG:
        yield [button(Action.CLAIM_TIME, match.events[-1].number)]
    if match.offer:
        answers = [Action.AGREE, Action.REFUSE, *[Action.RECALL] * (match.offer.by is not None)]
        yield [button(action, match.offer.number) for action in answers]
    if has_board(match):
        position, since = match.position, match.since
        if match.setting_up:
            yield [button(action, since) for action in SET_UP_ACTIONS]
            return
        if match.outcome:
            return
        watched = not match.persons
        useless = {
            Action.MOVE: watched,
            Action.DRAW: watched or DRAW not in position.agreements(),
            Action.RESIGN: watched,
            Action.FLIP: position.board.style == "map",
        }
        yield [button(action, since) for action in BOARD_ACTIONS if not useless.get(action)]
        claims = [
            button(Action.CLAIM, since, number, claim.label)
            for number, claim in enumerate(position.claiming.claims())
        ]
        proposals = [
            button(Action.PROPOSE, since, number, Text("Propose {what}", what=agreement.text))
            for number, agreement in enumerate(position.agreements())
            if agreement != DRAW
        ]
        whole = [button(Action.WHOLE, since)] if position.display.view() is not None else []
        more = button(Action.MORE, since)
        yield [*(claims + proposals + whole)[: BUTTONS_IN_A_ROW - 1], more]


def _challenge_buttons(match: Match) -> Iterator[tuple[Action, Text]]:
    """Yield the buttons of a challenge that can be answered, with their labels."""
    asked = set(match.people) - match.accepted - {OPEN}
    if asked:
        yield Action.ACCEPT, LABELS[Action.ACCEPT]
        yield Action.DECLINE, LABELS[Action.DECLINE]
    if OPEN in match.people:
        yield Action.JOIN, LABELS[Action.JOIN]
    if match.joined.intersection(match.persons):
        yield Action.LEAVE, LABELS[Action.LEAVE]
    if not asked and OPEN in match.people:
        yield Action.ADD_COMPUTER, LABELS[Action.ADD_COMPUTER]
        if match.fewer is not None or match.people.count(OPEN) > 1:
            yield Action.BEGIN, LABELS[Action.BEGIN]
    closes = OPEN in match.people and not asked
    yield Action.WITHDRAW, Text("Close") if closes else LABELS[Action.WITHDRAW]


def files(match: Match, picture: render.Picture | None) -> list[discord.File]:
    """Return the files of the post of the match's last event."""
    found = []
    if picture is not None:
        found.append(picture_file(picture))
    record = match.record()
    if match.status is Status.OVER and len(record) > LONGEST_RECORD:
        found.append(discord.File(io.BytesIO(record.encode()), RECORD_FILE))
    return found


def is_post(message: discord.Message, match: Match) -> bool:
    """Return whether a message of the bot shows the match's last event."""
    return any(text.endswith(f" {reference(match)}") for text in texts_of(message.components))


def texts_of(components: Iterable[Any]) -> Iterator[str]:
    """Yield all texts in the components of a message."""
    for component in components:
        if isinstance(component, discord.components.TextDisplay):
            yield component.content
        yield from texts_of(getattr(component, "children", ()))
