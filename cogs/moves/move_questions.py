"""Questions to a player before a move is played: the match, the target, or a confirmation.

The control of a question carries the person asked and the message or interaction of the move's
text. The text itself, which may be too long for an id, is the question's first code span.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from typing import Any, NamedTuple, Self

import discord
from discord import ui

from cogs.client.client import Damier, Interaction, Origin
from cogs.client.error_answers import OUT_OF_DATE
from cogs.client.replies import Answer
from cogs.language.actions import Action, label_of
from cogs.language.catalogues import Translate, plainly
from cogs.members.match_lookup import labels_of
from cogs.messages.buttons import ControlKind, MatchButton, Menu, TextButton
from cogs.messages.layouts import describe, draw, text_layout
from cogs.messages.match_posts import texts_of
from cogs.messages.move_lists import CHOICES, or_more
from cogs.moves.private_boards import list_moves, moves_from
from engine import Move, Refusal, Text
from engine.table.match import Match
from engine.text import Words, joined
from render import Picture, Way

ALL_THE_SAME = Text("Play it all the same")

SMALL = 450
"""The size in pixels of a small picture, such as that of a move not played yet."""

LONGEST_LABEL = 100
"""The most characters in the label of a menu's entry."""

SAY_WHICH = Text("This move is possible in several of your matches: reply to the board you mean.")

LONGEST_MOVE = 2000
"""The most characters of a text typed as a move: as many as a message may have."""

_SPAN = re.compile(r"`([^`]+)`")


class WhichMatch(Refusal):
    """A move fits several matches of the player.

    ``matches`` are the ones to choose from; there are none if the typed text cannot be quoted.
    """

    def __init__(self, typed: str, matches: Sequence[Match]) -> None:
        shown = Words(typed, LONGEST_MOVE)
        if "`" in typed:
            super().__init__(SAY_WHICH)
        else:
            super().__init__(Text("`{move}`: Which match do you mean?", move=shown))
        self.matches = () if "`" in typed else tuple(matches)


class HalfTyped(Refusal):
    """Only the first ``point`` of a move in a ``match`` was typed; the refusal lists its moves."""

    def __init__(self, match: Match, point: int) -> None:
        position = match.position.seen_by(match.position.turn)
        moves = moves_from(position, point)
        name = position.board.names[point]
        if moves:
            listed = list_moves(position, moves)
            text = Text("From {point}: {moves}", point=name, moves=listed)
            super().__init__(or_more(position, text))
        else:
            super().__init__(Text("Nothing can move from {point} now.", point=name))
        self.match = match
        self.point = point


class Unsure(Refusal):
    """A legal move that is played only once the player confirms it.

    ``typed`` is the text of the move, and ``played`` the match after it. ``warning`` is the reason
    to ask, None if the player wants to confirm every move. If others must not read the warning, the
    question is ``private``, and ``in_public`` is its text without the warning.
    """

    def __init__(
        self,
        typed: str,
        match: Match,
        played: Match,
        warning: Text | None,
        *,
        private: bool = False,
    ) -> None:
        shown = Words(typed, LONGEST_MOVE)
        moves = ", ".join(f"`{event.text}`" for event in played.last_turn)
        if warning is not None:
            super().__init__(Text("`{move}`: {warning}", move=shown, warning=warning))
        elif moves == f"`{shown}`":
            super().__init__(Text("`{move}`: do you want to play this?", move=shown))
        else:
            super().__init__(
                Text("`{move}` is {moves}: do you want to play this?", move=shown, moves=moves)
            )
        self.typed = typed
        self.match = match
        self.played = played
        self.warning = warning
        self.private = private
        self.in_public = Text(
            "`{move}`: do you want to look at this again? Only you see why.", move=shown
        )


class Doubtful(Unsure):
    """A legal move that is a blunder: ``warning`` is about the line of ``replies`` it allows."""

    def __init__(
        self, typed: str, match: Match, played: Match, warning: Text, replies: Sequence[Move]
    ) -> None:
        super().__init__(typed, match, played, warning, private=True)
        self.replies = replies


class Blunder(NamedTuple):
    """A sentence about a blunder, and the moves that would follow the blunder."""

    warning: Text
    replies: Sequence[Move]


class Doubts:
    """The interface for judging moves, which a package above this one implements."""

    async def doubt(self, match: Match, played: Match) -> Blunder | None:
        """Return the blunder made by the move from ``match`` to ``played``.

        None if the move is no blunder, or the judgement takes too long.
        """
        raise NotImplementedError  # ``cogs.analysis`` does


class MoveQuestion(NamedTuple):
    """The state of a question, carried by its control.

    ``person`` is the person asked. ``kind`` and ``number`` identify the message or interaction with
    the typed text. ``match`` and ``since`` are the match and the event of its board; both are 0 if
    the question is which match is meant.
    """

    person: int
    kind: str
    number: int
    match: int = 0
    since: int = 0

    @classmethod
    def read(cls, about: str) -> Self:
        """Return the state from the ``about`` of a control."""
        person, kind, *numbers = about.split(":")
        return cls(int(person), kind, *map(int, numbers))

    @property
    def source(self) -> str:
        """The message or interaction with the text, as the record of a match names it."""
        return f"{self.kind}:{self.number}"


def typed_in(message: discord.Message) -> str:
    """Return the typed move in a question's message. Raises LookupError for other messages."""
    said = "\n".join([message.content, *texts_of(message.components)])
    span = _SPAN.search(said)
    if span is None:
        raise LookupError(message.id)
    return span[1]


def asked_in(interaction: Interaction, about: str) -> tuple[MoveQuestion, str]:
    """Return the state of a question, and the typed move.

    Raises Refusal if another person was asked.
    """
    asked = MoveQuestion.read(about)
    if interaction.user.id != asked.person:
        raise Refusal(Text("This question is for somebody else."))
    if interaction.message is None:
        raise Refusal(OUT_OF_DATE)
    return asked, typed_in(interaction.message)


async def control_of(  # noqa: PLR0917 - the parts of a question
    bot: Damier,
    person: int,
    origin: Origin,
    refusal: Refusal,
    answer: Answer,
    guild: discord.Guild | None,
) -> ui.Item[Any] | None:
    """Return the control for answering a refusal that is a question, None for other refusals."""
    about = f"{person}:{origin['source']}"
    match refusal:
        case HalfTyped():
            label = answer.said(label_of(Action.SHOW))
            meant, point = refusal.match, refusal.point
            return MatchButton(Action.SHOW, meant.id, meant.since, point, label=label)
        case WhichMatch() if refusal.matches:
            matches = refusal.matches[:CHOICES]
            labels = await labels_of(bot.directory, guild, matches, person)
            options = [
                discord.SelectOption(
                    label=plainly(labels[match.id], answer.locale)[:LONGEST_LABEL],
                    description=plainly(
                        Text("move {number}", number=match.move_number), answer.locale
                    ),
                    value=str(match.id),
                )
                for match in matches
            ]
            return Menu(ControlKind.PICK, about, answer.said(Text("Which match?")), options)
        case Unsure():
            about = f"{about}:{refusal.match.id}:{refusal.match.since}"
            if refusal.warning is not None:
                all_the_same = answer.said(ALL_THE_SAME)
                return TextButton(ControlKind.SURE, about, all_the_same, discord.ButtonStyle.danger)
            play = answer.said(Text("Play it"))
            return TextButton(ControlKind.SURE, about, play, discord.ButtonStyle.success)
    return None


def look_again(
    person: int, origin: Origin, refusal: Unsure, translated: Translate
) -> ui.LayoutView:
    """Return the public question for a move whose warning stays private."""
    about = f"{person}:{origin['source']}:{refusal.match.id}:{refusal.match.since}"
    layout = ui.LayoutView(timeout=None)
    layout.add_item(ui.TextDisplay(translated(refusal.in_public)))
    why = TextButton(ControlKind.WHY, about, translated(Text("Show me why")))
    danger = discord.ButtonStyle.danger
    play = TextButton(ControlKind.SURE, about, translated(ALL_THE_SAME), danger)
    layout.add_item(ui.ActionRow(why, play))
    return layout


async def picture_of(bot: Damier, refusal: Unsure, person: int, locale: discord.Locale) -> Picture:
    """Return the small picture of a match after an unconfirmed move, as its player sees it.

    For a blunder, the reply that the move allows is drawn.
    """
    match = refusal.played
    look = await bot.preferences.look_for(person, match.guild)
    seat = match.last_turn[-1].seat
    side = (seat or 0) if look.own_side else 0
    ways = [Way(move, better=True) for move in _drawable_reply(refusal)]
    picture = await asyncio.to_thread(
        draw, match, seat, side=side, ways=ways, look=look, size=SMALL, locale=locale
    )
    if not isinstance(refusal, Doubtful) or refusal.warning is None:
        return picture
    return picture._replace(alt=joined([describe(match), refusal.warning]))


def _drawable_reply(refusal: Unsure) -> Sequence[Move]:
    """Return the first reply to a blunder that can be drawn as a move; none for other moves."""
    if not isinstance(refusal, Doubtful):
        return ()
    on_board = [move for move in refusal.replies if move.kind == "move"]
    return on_board[:1]


def question(
    text: Text, control: ui.Item[Any] | None, picture: Picture | None, answer: Answer
) -> ui.LayoutView:
    """Return the layout of a question: its text, the picture of the move, and the control."""
    said = answer.said(text)
    layout = answer.board(said, picture) if picture is not None else text_layout(said)
    if control is not None:
        layout.add_item(ui.ActionRow(control))
    return layout
