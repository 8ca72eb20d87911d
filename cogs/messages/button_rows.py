"""The buttons below a post."""

from __future__ import annotations

from collections.abc import Iterator

from cogs.language.catalogues import Translate
from cogs.messages.buttons import LABELS, Action, MatchButton, labelled_button
from cogs.messages.layouts import BUTTONS_IN_A_ROW
from cogs.messages.pictures import has_board
from engine import Text
from engine.table.match import Match
from engine.table.record import OPEN, Kind, Status
from engine.values import DRAW

BOARD_ACTIONS = (Action.MOVE, Action.LEGAL, Action.FLIP, Action.DRAW, Action.RESIGN)
"""The buttons below every board."""

DRAFTING_ACTIONS = (Action.SET_UP, Action.READY, Action.RESIGN, Action.MORE)
"""The buttons below a board that is still being set up."""


def button_rows(match: Match, translated: Translate) -> Iterator[list[MatchButton]]:
    """The rows of buttons, each button with the number of the event that it belongs to."""

    def button(
        action: Action, event: int, which: int = 0, label: Text | None = None
    ) -> MatchButton:
        return labelled_button(action, match.id, event, which, translated=translated, label=label)

    if match.status is Status.CHALLENGE:
        number = match.events[-1].number
        yield [button(action, number, label=label) for action, label in _answers(match)]
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
            yield [button(action, since) for action in DRAFTING_ACTIONS]
            return
        if match.outcome:
            return
        useless = {
            Action.DRAW: DRAW not in position.agreements(),
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


def _answers(match: Match) -> Iterator[tuple[Action, Text]]:
    """What can be answered to a challenge, and what the button says."""
    asked = set(match.people) - match.accepted - {OPEN}
    if asked:
        yield Action.ACCEPT, LABELS[Action.ACCEPT]
        yield Action.DECLINE, LABELS[Action.DECLINE]
    if OPEN in match.people:
        yield Action.JOIN, LABELS[Action.JOIN]
    if match.joined:
        yield Action.LEAVE, LABELS[Action.LEAVE]
    if not asked and match.fewer is not None:
        yield Action.BEGIN, LABELS[Action.BEGIN]
    closes = OPEN in match.people and not asked
    yield Action.WITHDRAW, Text("Close") if closes else LABELS[Action.WITHDRAW]
