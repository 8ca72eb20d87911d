"""Spectators' guesses in posts: the buttons, and the lines about finished guesses.

A guess is shown with the move it was about, and not before. Nothing is read for servers without
guesses.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from cogs.language.actions import Action
from cogs.members.mentions import people
from cogs.members.preferences import Preferences
from cogs.messages.layouts import has_board
from data import Store
from engine import Text
from engine.guesses import move_guesses, winner_guesses
from engine.guesses.move_guesses import Guessed
from engine.table.match import Match
from engine.table.record import Kind, Status
from engine.text import counted, joined

NAMED: Final = 10
"""The most people named for a right guess; of more, some are only counted."""

SHOWING_A_MOVE: Final = frozenset({Kind.MOVE, Kind.OFFER, Kind.RESULT, Kind.REPOST})
"""Events whose post tells of guesses of the last move; other posts only repeat that move."""


class GuessNotes:
    """The lines about guesses, and the buttons for them."""

    def __init__(self, store: Store, preferences: Preferences) -> None:
        self._store = store
        self._preferences = preferences

    def actions(self, match: Match) -> list[Action]:
        """Return the guesses open to spectators on the board of a match. CPU work.

        Only the first board offers both, since two more buttons need a third row on a phone. Behind
        *More*, both are always offered.
        """
        on = self._preferences.server(match.guild).guesses
        if match.status is not Status.LIVE or not has_board(match):
            return []
        moves = on in {"moves", "both"} and move_guesses.is_open(match)
        winner = on in {"winner", "both"} and winner_guesses.is_open(match)
        actions = [*[Action.GUESS] * moves, *[Action.WINNER] * winner]
        return actions if match.events[-1].kind is Kind.START else actions[:1]

    async def of(self, match: Match) -> Text | None:
        """Return the lines for the post of a match's last event, or None if there are none."""
        on = self._preferences.server(match.guild).guesses
        lines = list[Text]()
        if on in {"moves", "both"} and match.events[-1].kind in SHOWING_A_MOVE:
            lines += await self._of_move(match)
        if on in {"winner", "both"}:
            lines += await self._of_winner(match)
        return joined(lines, "\n") if lines else None

    async def _of_move(self, match: Match) -> Sequence[Text]:
        move = move_guesses.guessed_move(match)
        if move is None:
            return ()
        guesses = await self._store.guesses.of_turn(match.id, move_guesses.turn_of(match, move))
        return tuple(_move_lines(move_guesses.summed_up(guesses, move), move.text))

    async def _of_winner(self, match: Match) -> Sequence[Text]:
        winner = winner_guesses.winner_of(match)
        if winner is None and not winner_guesses.have_closed(match):
            return ()
        guessed = await self._store.guesses.of_winner(match.id)
        if not guessed:
            return ()
        if winner is None:
            closed = counted(
                "Who wins? {count} watcher has guessed; the guesses are closed now.",
                "Who wins? {count} watchers have guessed; the guesses are closed now.",
                len(guessed),
            )
            return (closed,)
        return tuple(_winner_lines(winner_guesses.summed_up(guessed, match)))


def _move_lines(guessed: Guessed, move: str) -> Iterator[Text]:
    count, right = guessed
    if count and not right:
        yield counted(
            "Nobody guessed `{move}`; one watcher tried.",
            "Nobody guessed `{move}`; {count} watchers tried.",
            count,
            move=move,
        )
    elif count:
        yield counted(
            "{right} of {count} guessed `{move}`: {people}.",
            "{right} of {count} guessed `{move}`: {people}.",
            count,
            right=len(right),
            move=move,
            people=_named(right),
        )


def _winner_lines(guessed: Guessed) -> Iterator[Text]:
    count, right = guessed
    if count and not right:
        yield counted(
            "Who wins? Nobody guessed right; one watcher tried.",
            "Who wins? Nobody guessed right; {count} watchers tried.",
            count,
        )
    elif count:
        yield counted(
            "Who wins? {right} of {count} guessed right: {people}.",
            "Who wins? {right} of {count} guessed right: {people}.",
            count,
            right=len(right),
            people=_named(right),
        )


def _named(who: Sequence[int]) -> str | Text:
    """Return the names of people; of many, only the first names, and the number of the others."""
    if len(who) <= NAMED:
        return people(who)
    return Text(
        "{people} and {count} others", people=people(who[: NAMED - 1]), count=len(who) - NAMED + 1
    )
