"""The post of a match between servers: the challenge, the teams, the boards and the score."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

import discord
from discord import ui

from cogs.language.catalogues import Translate
from cogs.members.mentions import people, person
from cogs.messages.buttons import ControlKind, TextButton
from cogs.messages.challenge_cards import rule_lines
from cogs.messages.layouts import add_button_rows, text_layout
from engine import Text
from engine.server_matches.server_match import OFF_BY, WIN, Board, Phase, ServerMatch, score
from engine.server_matches.twins import TWO
from engine.table.match import Match
from engine.table.record import abroad
from engine.text import Words, counted


class ServerAction(StrEnum):
    """The actions of the post's buttons."""

    ACCEPT = "accept"
    DECLINE = "decline"
    BLOCK = "block"
    WITHDRAW = "withdraw"
    JOIN = "join"
    LEAVE = "leave"
    START = "start"
    OFF = "off"
    OFF_NOW = "offnow"


LABELS: Final = {
    ServerAction.ACCEPT: Text("Accept"),
    ServerAction.DECLINE: Text("Decline"),
    ServerAction.BLOCK: Text("Block this server"),
    ServerAction.WITHDRAW: Text("Withdraw"),
    ServerAction.JOIN: Text("Join"),
    ServerAction.LEAVE: Text("Leave"),
    ServerAction.START: Text("Start"),
    ServerAction.OFF: Text("Call off"),
    ServerAction.OFF_NOW: Text("Yes, call it off"),
}

STYLES: Final = {
    ServerAction.ACCEPT: discord.ButtonStyle.success,
    ServerAction.JOIN: discord.ButtonStyle.success,
    ServerAction.START: discord.ButtonStyle.primary,
    ServerAction.OFF_NOW: discord.ButtonStyle.danger,
}

CLOSED: Final = {
    Phase.DECLINED: Text("The challenge was declined."),
    Phase.WITHDRAWN: Text("The challenge was withdrawn."),
    Phase.EXPIRED: Text("The time for it is over: nobody has begun."),
    Phase.OFF: Text("The match between the two servers was called off."),
    Phase.GONE: Text("The other server cannot be reached any more."),
}


BROKEN_OFF: Final = frozenset({Phase.OFF, Phase.GONE, *OFF_BY})
"""The phases of a match that ended while boards may have been played."""


def button(action: ServerAction, match: ServerMatch, translated: Translate) -> TextButton:
    """Return a button of the post of a match between servers."""
    style = STYLES.get(action, discord.ButtonStyle.secondary)
    return TextButton(
        ControlKind.SERVERS, f"{action}:{match.id}", translated(LABELS[action]), style
    )


@dataclass(frozen=True)
class Shown:
    """The data for the post of a match on the server of a ``side``.

    ``twins`` are that server's matches by their ids, and ``links`` lead to their boards.
    """

    match: ServerMatch
    side: int
    twins: Mapping[int, Match]
    links: Mapping[int, str]


def card_of(shown: Shown, translated: Translate) -> ui.LayoutView:
    """Return the layout of the post of a match between servers, with its buttons."""
    match = shown.match
    lines = [f"### {translated(_title(shown))}", f"-# {translated(terms_text(match))}"]
    options = match.game.start(TWO, **match.options).options
    lines += [f"-# {line}" for line in rule_lines(match.game, options, translated)]
    layout = text_layout("\n".join([*lines, *_body(shown, translated)]))
    buttons = [button(action, match, translated) for action in _buttons(match, shown.side)]
    if buttons:
        add_button_rows(layout, buttons)
    return layout


def terms_text(match: ServerMatch) -> Text:
    """Return the text with the game, the size of the teams, and the time."""
    return counted(
        "{game} on {count} board, {time}; not rated",
        "{game} on up to {count} boards, {time}; not rated",
        match.most,
        game=match.game.title,
        time=match.time.text,
    )


def _other(shown: Shown) -> Words:
    return Words(shown.match.sides[1 - shown.side].name)


def _title(shown: Shown) -> Text:
    if not shown.match.sides[1 - shown.side].name:
        return Text("A challenge to another server")
    return Text("This server against {server}", server=_other(shown))


def _body(shown: Shown, translated: Translate) -> Iterator[str]:
    match = shown.match
    due = discord.utils.format_dt(match.due, "R") if match.due else ""
    if match.phase is Phase.ASKED and shown.side:
        text = Text(
            "{server} challenges this server. Whoever manages it answers; the challenge expires "
            "{when}.",
            server=_other(shown),
            when=due,
        )
        yield translated(text)
    elif match.phase is Phase.ASKED:
        yield translated(Text("It waits for an answer from there, and expires {when}.", when=due))
    elif match.phase is Phase.GATHERING:
        yield from _teams(shown, due, translated)
    elif match.boards:
        yield translated(_score(shown))
        for board in match.boards:
            yield f"{board.number}. {_board(shown, board, translated)}"
    if match.phase in OFF_BY:
        ours = match.phase is OFF_BY[shown.side]
        by_us = Text("This server has called off the match.")
        by_them = Text("{server} has called off the match.", server=_other(shown))
        yield translated(by_us if ours else by_them)
    elif match.phase in CLOSED:
        yield translated(CLOSED[match.phase])
    if match.phase in BROKEN_OFF and any(one.outcome is None for one in shown.twins.values()):
        yield translated(Text("Boards that were being played ended without a result."))


def _teams(shown: Shown, due: str, translated: Translate) -> Iterator[str]:
    match, side = shown.match, shown.side
    team, others, most = match.team(side), len(match.team(1 - side)), match.most
    named = people([one.person for one in team]) if team else Text("nobody yet")
    ours = Text("Our team, {count} of {most}: {people}", count=len(team), most=most, people=named)
    yield translated(ours)
    yield translated(Text("Their team: {count} of {most}", count=others, most=most))
    ready = [match.sides[one].ready for one in (side, 1 - side)]
    if any(ready):
        yield translated(
            Text("We are ready; they are not yet.")
            if ready[0]
            else Text("They are ready; we are not yet.")
        )
    about = Text(
        "It begins when both teams are full, or when those who manage the servers start it; "
        "otherwise the teams are dissolved {when}. Players are seated by rating, and the first "
        "move alternates from board to board.",
        when=due,
    )
    yield f"-# {translated(about)}"


def _score(shown: Shown) -> Text:
    ours, theirs = score(shown.twins.values())
    points = f"**{_points(ours)} – {_points(theirs)}**"
    if shown.match.phase is Phase.OVER:
        if ours == theirs:
            return Text("A draw between this server and {server}: {score}",
                        server=_other(shown), score=points)  # fmt: skip
        if ours > theirs:
            return Text("This server has won against {server}: {score}",
                        server=_other(shown), score=points)  # fmt: skip
        return Text("This server has lost to {server}: {score}",
                    server=_other(shown), score=points)  # fmt: skip
    return Text("This server against {server}: {score}", server=_other(shown), score=points)


def _board(shown: Shown, board: Board, translated: Translate) -> str:
    side = shown.side
    seated = shown.match.player(board.players[side]).person, abroad(board.players[1 - side])
    one, other = map(person, seated)
    twin = shown.twins.get(board.matches[side] or 0)
    if twin is None:
        return translated(Text("{one} – {other}", one=one, other=other))
    result = Text("{one} – {other}: {result}", one=one, other=other, result=_result(twin))
    return f"{translated(result)} {shown.links.get(twin.id, '')}".rstrip()


def _result(twin: Match) -> str | Text:
    if twin.outcome is None:
        return Text("no result") if twin.ended is not None else Text("being played")
    ours, theirs = score([twin])
    return f"**{_points(ours)} – {_points(theirs)}**"


def _points(half: int) -> str:
    """Return a number of half points as players write points: ``2½``."""
    whole = "" if half == 1 else str(half // WIN)
    return whole + "½" * (half % WIN)


def _buttons(match: ServerMatch, side: int) -> Sequence[ServerAction]:
    match match.phase:
        case Phase.ASKED:
            return (
                (ServerAction.ACCEPT, ServerAction.DECLINE, ServerAction.BLOCK)
                if side
                else (ServerAction.WITHDRAW,)
            )
        case Phase.GATHERING:
            return (ServerAction.JOIN, ServerAction.LEAVE, ServerAction.START, ServerAction.OFF)
        case Phase.PLAYING:
            return (ServerAction.OFF,)
    return ()
