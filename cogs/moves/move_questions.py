"""Questions to a player before a typed move is played: in which match, where to, and whether.

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
"""Size in pixels of the picture of a move that is not played yet."""

LONGEST_LABEL = 100
"""Characters of the longest label of a menu's choice."""

SAY_WHICH = Text("This move is possible in several of your matches: reply to the board you mean.")

LONGEST_MOVE = 2000
"""Characters of the longest text typed for a move: as many as a message has."""

_SPAN = re.compile(r"`([^`]+)`")


class WhichMatch(Refusal):
    """A move fits several matches of the player: ``matches``."""

    def __init__(self, typed: str, matches: Sequence[Match]) -> None:
        shown = Words(typed, LONGEST_MOVE)
        if "`" in typed:
            super().__init__(SAY_WHICH)
        else:
            super().__init__(Text("`{move}`: Which match do you mean?", move=shown))
        self.matches = () if "`" in typed else tuple(matches)


class HalfTyped(Refusal):
    """Only the first ``point`` of a move in ``match`` was typed."""

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
    """A legal move that is played once the player confirms it.

    ``warning`` is the reason to ask, None if they want to be asked before every move; ``typed`` is
    the text of the move, and ``played`` the match after it. A ``private`` question has a warning
    that others may not read; ``in_public`` is the version for them.
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
    """A legal move that is a blunder: ``warning`` says what it allows, ``replies`` are the line."""

    def __init__(
        self, typed: str, match: Match, played: Match, warning: Text, replies: Sequence[Move]
    ) -> None:
        super().__init__(typed, match, played, warning, private=True)
        self.replies = replies


class Blunder(NamedTuple):
    """A blunder: a sentence about it, and the moves that would follow."""

    warning: Text
    replies: Sequence[Move]


class Doubts:
    """Doubts about moves; the room that judges moves is above this one."""

    async def doubt(self, match: Match, played: Match) -> Blunder | None:
        """Return why a move is a blunder, from the match before and after it; None for no blunder.

        It is also None if that is not found in time.
        """
        raise NotImplementedError  # ``cogs.analysis`` does


class MoveQuestion(NamedTuple):
    """The person asked, and the message or interaction of the text; the match and its event."""

    person: int
    kind: str
    number: int
    match: int = 0
    since: int = 0

    @classmethod
    def read(cls, about: str) -> Self:
        """Return the state in the ``about`` of a control."""
        person, kind, *numbers = about.split(":")
        return cls(int(person), kind, *map(int, numbers))

    @property
    def source(self) -> str:
        """The name of the message or interaction with the text, as used in the record."""
        return f"{self.kind}:{self.number}"


def typed_in(message: discord.Message) -> str:
    """Return the text that a question is about. Raises LookupError for other messages."""
    said = "\n".join([message.content, *texts_of(message.components)])
    span = _SPAN.search(said)
    if span is None:
        raise LookupError(message.id)
    return span[1]


def asked_in(interaction: Interaction, about: str) -> tuple[MoveQuestion, str]:
    """Return the state and the text of a question. Raises Refusal if another person was asked."""
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
    """Return the control for answering a refusal that asks something, None for any other
    refusal.
    """
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
    """Return the small picture of a match as it would be after a move, as that person sees it.

    For a blunder, the reply that it allows is drawn.
    """
    match = refusal.played
    look = await bot.preferences.look_for(person, match.guild)
    seat = match.last_turn[-1].seat
    side = (seat or 0) if look.own_side else 0
    ways = [Way(move, better=True) for move in _blows(refusal)]
    picture = await asyncio.to_thread(
        draw, match, seat, side=side, ways=ways, look=look, size=SMALL, locale=locale
    )
    if not isinstance(refusal, Doubtful) or refusal.warning is None:
        return picture
    return picture._replace(alt=joined([describe(match), refusal.warning]))


def _blows(refusal: Unsure) -> Sequence[Move]:
    """Return the reply to a blunder to be drawn: the first one that is a move on the board."""
    if not isinstance(refusal, Doubtful):
        return ()
    on_board = [move for move in refusal.replies if move.kind == "move"]
    return on_board[:1]


def question(
    text: Text, control: ui.Item[Any] | None, picture: Picture | None, answer: Answer
) -> ui.LayoutView:
    """Return the message of a question: its text, control, and picture of the move if given."""
    said = answer.said(text)
    layout = answer.board(said, picture) if picture is not None else text_layout(said)
    if control is not None:
        layout.add_item(ui.ActionRow(control))
    return layout
