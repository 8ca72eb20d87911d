"""The buttons below the post of a match: the most used first, in two rows at most."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from cogs.language.catalogues import Translate
from cogs.messages.buttons import LABELS, Action, MatchButton, labelled_button
from cogs.messages.layouts import BUTTONS_IN_A_ROW, rows_of
from cogs.messages.offer_texts import is_answered
from cogs.messages.pictures import has_board
from engine import Text
from engine.table.match import Match
from engine.table.record import OPEN, Kind, Status
from engine.values import DRAW

ROWS: Final = 2
"""Rows of buttons below a board: more push the next message off the screen of a phone."""

SET_UP_ACTIONS = (Action.SET_UP, Action.READY, Action.RULES, Action.RESIGN, Action.MORE)
"""The buttons below a board that is still being set up."""


def button_rows(
    match: Match, translated: Translate, *, later: Match | None = None
) -> Iterator[list[MatchButton]]:
    """Yield the rows of buttons; each carries the number of the event that it belongs to.

    An offer that was answered ``later`` has none any more.
    """
    answers = [] if later is not None and is_answered(match, later) else _answers(match)
    yield from rows_of(list(_buttons(match, answers, translated)))


def rare_buttons(match: Match, translated: Translate) -> list[MatchButton]:
    """Return the buttons that a match has now but not below its board."""
    if match.status is not Status.LIVE or match.setting_up or match.outcome:
        return []
    room = _room(_answers(match))
    return [*_usual(match, room, translated)[room:], *_proposals(match, translated)]


def _buttons(
    match: Match, answers: Sequence[Action], translated: Translate
) -> Iterator[MatchButton]:
    """Yield the buttons of the post of the match's last event."""
    number = match.events[-1].number
    match match.status:
        case Status.CHALLENGE:
            for action, label in _challenge_buttons(match):
                yield _button(match, translated, action, number, label=label)
        case Status.OVER if match.line:
            higher = [Action.NEXT_LEVEL] * (match.next_level is not None)
            reviewed = [Action.REVIEW] * bool(match.turns)
            for action in (*higher, Action.REMATCH, *reviewed, Action.MORE):
                yield _button(match, translated, action, number)
        case Status.LIVE:
            if match.events[-1].kind is Kind.FLAG:
                yield _button(match, translated, Action.CLAIM_TIME, number)
            for action in answers:
                yield _button(match, translated, action, match.offer.number if match.offer else 0)
            if has_board(match):
                yield from _below_board(match, _room(answers), translated)


def _below_board(match: Match, room: int, translated: Translate) -> Iterator[MatchButton]:
    if match.setting_up:
        for action in SET_UP_ACTIONS:
            yield _button(match, translated, action, match.since)
    elif not match.outcome:
        yield from _usual(match, room, translated)[:room]
        yield _button(match, translated, Action.MORE, match.since)


def _room(answers: Sequence[Action]) -> int:
    """Return how many buttons fit below a board beside the answers to an offer and More."""
    return ROWS * BUTTONS_IN_A_ROW - 1 - len(answers)


def _answers(match: Match) -> list[Action]:
    """Return the actions that answer the offer of a match, none without an offer."""
    if match.offer is None:
        return []
    return [Action.AGREE, Action.REFUSE, *[Action.RECALL] * (match.offer.by is not None)]


def _usual(match: Match, room: int, translated: Translate) -> list[MatchButton]:
    """Return the buttons of a board, the most used first; ``room`` is how many fit."""
    position, since = match.position, match.since
    claims = [
        _button(match, translated, Action.CLAIM, since, number, label=claim.label)
        for number, claim in enumerate(position.claiming.claims())
    ]
    useful = {
        Action.FLIP: position.board.style != "map",
        Action.WHOLE: position.board.style == "map",
        Action.DRAW: bool(match.persons) and DRAW in position.agreements(),
        Action.RESIGN: bool(match.persons),
    }

    def of(*actions: Action) -> list[MatchButton]:
        return [_button(match, translated, a, since) for a in actions if useful.get(a, True)]

    first = of(*([Action.MOVE] if match.persons else []), Action.LEGAL, Action.WHOLE)
    last = of(Action.FLIP, Action.RULES, Action.DRAW, Action.RESIGN)
    claimed = max(room - len(first) - len(last), 0)
    return [*first, *claims[:claimed], *last, *claims[claimed:]]


def _proposals(match: Match, translated: Translate) -> list[MatchButton]:
    """Return the buttons that propose other agreements than a draw."""
    return [
        _button(
            match,
            translated,
            Action.PROPOSE,
            match.since,
            number,
            label=Text("Propose {what}", what=agreement.label or agreement.text),
        )
        for number, agreement in enumerate(match.position.agreements())
        if agreement != DRAW
    ]


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


def _button(
    match: Match,
    translated: Translate,
    action: Action,
    event: int,
    which: int = 0,
    *,
    label: Text | None = None,
) -> MatchButton:
    return labelled_button(action, match.id, event, which, translated=translated, label=label)
