"""All actions on a match, as data.

``ACTIONS`` is the only table of them. Its rows determine the buttons, the slash commands, the words
that may be typed, the questions before an action, the motions of crowds, the panel behind *More*
and the help.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from discord import ButtonStyle
from discord.app_commands import locale_str

from engine import Refusal, Text
from engine.crowds.record import RESIGN
from engine.table.match import Match
from engine.table.match_state import TAKEBACK
from engine.table.record import Status
from engine.text import in_context
from engine.values import DRAW


class Action(StrEnum):
    """The actions on a match, by their names in the ids of buttons."""

    ACCEPT = "accept"
    JOIN = "join"
    LEAVE = "leave"
    BEGIN = "begin"
    BEGIN_NOW = "begin-now"
    ADD_COMPUTER = "add-computer"
    DECLINE = "decline"
    WITHDRAW = "withdraw"
    MOVE = "move"
    LEGAL = "legal"
    FLIP = "flip"
    DRAW = "draw"
    DRAW_NOW = "draw-now"
    AGREE = "agree"
    REFUSE = "refuse"
    RESIGN = "resign"
    RESIGN_NOW = "resign-now"
    SURRENDER_NOW = "surrender-now"
    CLAIM = "claim"
    SHOW = "show"
    HINT = "hint"
    SET_UP = "set-up"
    PLACE = "place"
    FILL_IN = "fill-in"
    CLEAR = "clear"
    READY = "ready"
    WHOLE = "whole"
    QUARTER = "quarter"
    PROPOSE = "propose"
    VIEW = "view"
    FIRST = "first"
    BACK = "back"
    NEXT = "next"
    LAST = "last"
    SIDE = "side"
    SHARE = "share"
    RECALL = "recall"
    TAKEBACK = "takeback"
    TAKEBACK_NOW = "takeback-now"
    ABORT = "abort"
    ABORT_NOW = "abort-now"
    CLAIM_TIME = "claim-time"
    CLAIM_LEFT = "claim-left"
    REPLACE_LEFT = "replace-left"
    REMATCH = "rematch"
    NEXT_LEVEL = "next-level"
    MORE = "more"
    RULES = "rules"
    FOLLOW = "follow"
    FOLLOW_END = "follow-end"
    FOLLOW_TURNS = "follow-turns"
    UNFOLLOW = "unfollow"
    REPLAY = "replay"
    EXPORT = "export"
    ANALYSE = "analyse"
    REVIEW = "review"
    LINE = "line"
    LINE_BACK = "line-back"
    LINE_NEXT = "line-next"
    LINE_END = "line-end"
    WORDS = "words"
    GUESS = "guess"
    WINNER = "winner"
    WINS = "wins"


Change = Callable[..., Match]
"""Returns a match after a person's action: ``change(match, person, now=…, source=…)``.

Raises Refusal if the person cannot do it.
"""

Question = Callable[..., Text]
"""Returns a question, given the fields of its text."""


def _last_event(match: Match) -> int:
    return match.events[-1].number


def _no_event(_match: Match) -> int:
    """Return 0, for a button about the whole match."""
    return 0


def _always(_match: Match, _person: int) -> bool:
    return True


class Subject(StrEnum):
    """The subjects of the help under which commands on a match are listed."""

    PEOPLE = "people"
    LEARNING = "learning"
    MATCH = "match"
    WATCH = "watch"


@dataclass(frozen=True, kw_only=True)
class Command:
    """The command of an action: its names, and the words that mean it.

    ``aliases`` are other names that may be typed. With a ``description`` there is a slash command,
    in the group ``/match`` if ``grouped``; the most important commands have no group. A ``direct``
    command works in direct messages, too. The help lists the command under ``subject``.

    ``alone`` are the words that mean the command in a channel without the bot's name, and
    ``phrases`` those that mean it after the name. If they are about a player's ``own`` moves,
    players may say them without the name. If ``on_turn``, the words are for players on turn.

    A ``late`` command is obeyed even if it was typed while the bot was away.
    """

    name: str
    description: locale_str | None = None
    aliases: tuple[str, ...] = ()
    subject: Subject | None = None
    direct: bool = False
    alone: Text | None = None
    phrases: Text | None = None
    own: bool = False
    on_turn: bool = False
    late: bool = False
    grouped: bool = True


@dataclass(frozen=True, kw_only=True)
class Traits:
    """The traits of an action: a row of ``ACTIONS``.

    ``label`` and ``style`` are those of the button; without a label here, the game labels the
    button. ``command`` is the command, if there is one. ``change`` is the effect on the match, if
    that depends on the person alone and needs no confirmation.

    ``confirmed`` is the action that confirms this one, if confirmation is needed; with ``at_once``,
    it is needed after a bare word but not after a button or a command. ``question`` returns the
    question for confirmation, given ``match`` and ``game``; ``question_to`` returns one that names
    the ``others``, too.

    ``agreement`` is the prefix of the name of the offer that the action makes or agrees to.
    ``motion`` is the corresponding motion of a crowd, and ``motion_text`` the words for that.
    ``offered`` returns whether panels have the button for a person; it is None if that depends on
    more than the match. ``event`` returns the number of the event that the button in a panel is
    about, by default the last.
    """

    label: Text | None = None
    style: ButtonStyle = ButtonStyle.secondary
    command: Command | None = None
    change: Change | None = None
    confirmed: Action | None = None
    at_once: bool = False
    question: Question | None = None
    question_to: Question | None = None
    agreement: str = ""
    motion: str = ""
    motion_text: Text | None = None
    offered: Callable[[Match, int], bool] | None = None
    event: Callable[[Match], int] = _last_event


def is_watched_by(match: Match, person: int) -> bool:
    """Return whether ``person`` created a live match between computers, and so may end it."""
    alone = not (match.persons or match.crowds)
    return match.status is Status.LIVE and alone and match.host == person


def taken_back(match: Match, person: int, **origin: object) -> Match:
    """Return the match with a takeback asked for, or agreed to if another player asks for one.

    Raises Refusal if neither is possible.
    """
    offer = match.offer
    if offer and offer.agreement.name.startswith(TAKEBACK) and offer.by != person:
        return match.agree(person, offer.number, **origin)  # type: ignore[arg-type] # an Origin
    return match.offer_takeback(person, **origin)  # type: ignore[arg-type] # an Origin


def _may_take_back(match: Match, person: int) -> bool:
    """Return whether a player may ask to take back their last turn; between servers nobody may."""
    live = match.status is Status.LIVE and not match.is_between_servers
    return live and bool(match.last_turn_of(person))


def _may_take_hint(match: Match, person: int) -> bool:
    try:
        match.hints.check(person)
    except Refusal:
        return False
    return True


_TABLE: Final = {
    # Before a match
    Action.JOIN: Traits(
        label=Text("Join"),
        style=ButtonStyle.success,
        command=Command(
            name="join",
            description=locale_str("Take an open seat"),
            subject=Subject.PEOPLE,
            alone=in_context("typed", "join, I join"),
            late=True,
        ),
    ),
    Action.LEAVE: Traits(
        label=Text("Leave"),
        command=Command(
            name="leave",
            description=locale_str("Give up the seat that you have taken, before the match begins"),
            subject=Subject.PEOPLE,
            late=True,
        ),
    ),
    Action.BEGIN: Traits(
        label=Text("Start now"),
        style=ButtonStyle.primary,
        command=Command(
            name="begin",
            description=locale_str("Start your open match with those who have joined"),
            subject=Subject.PEOPLE,
            late=True,
        ),
    ),
    Action.BEGIN_NOW: Traits(label=Text("Nobody: start without them")),
    Action.ADD_COMPUTER: Traits(label=Text("Add a computer")),
    Action.ACCEPT: Traits(
        label=Text("Accept"),
        style=ButtonStyle.success,
        command=Command(
            name="accept",
            description=locale_str(
                "Accept what is offered to you here: a match, a draw, a takeback"
            ),
            subject=Subject.PEOPLE,
            alone=in_context("typed", "accept, I accept"),
            late=True,
        ),
    ),
    Action.DECLINE: Traits(
        label=Text("Decline"),
        command=Command(
            name="decline",
            description=locale_str("Decline what is offered to you here"),
            subject=Subject.PEOPLE,
            alone=in_context("typed", "decline, I decline"),
            late=True,
        ),
    ),
    Action.WITHDRAW: Traits(
        label=Text("Withdraw"),
        command=Command(
            name="withdraw",
            description=locale_str("Withdraw your own challenge or offer here"),
            subject=Subject.PEOPLE,
            phrases=in_context(
                "typed",
                "cancel challenge, cancel the challenge, cancel my challenge, withdraw challenge, "
                "withdraw the challenge, withdraw my challenge, take back my challenge, take back "
                "the challenge",
            ),
            late=True,
        ),
    ),
    Action.REMATCH: Traits(
        label=Text("Rematch"),
        style=ButtonStyle.success,
        command=Command(
            name="rematch",
            description=locale_str("Play your last match here again"),
            aliases=("again",),
            subject=Subject.PEOPLE,
            direct=True,
            phrases=in_context(
                "typed", "play again, let's play again, one more game, once more, another round"
            ),
            late=True,
        ),
    ),
    Action.NEXT_LEVEL: Traits(label=Text("Next level"), style=ButtonStyle.primary),
    # Setting up
    Action.SET_UP: Traits(label=Text("Set up"), style=ButtonStyle.primary),
    Action.PLACE: Traits(label=Text("Place"), style=ButtonStyle.primary),
    Action.FILL_IN: Traits(),
    Action.CLEAR: Traits(label=Text("Clear")),
    Action.READY: Traits(label=Text("Ready"), style=ButtonStyle.success),
    # A turn
    Action.MOVE: Traits(
        label=Text("Move"),
        style=ButtonStyle.primary,
        command=Command(
            name="move",
            description=locale_str("Play a move in your match here"),
            subject=Subject.MATCH,
            direct=True,
            grouped=False,
        ),
    ),
    Action.LEGAL: Traits(
        label=Text("Legal moves"),
        command=Command(
            name="legal",
            direct=True,
            phrases=in_context(
                "typed",
                "legal moves, show legal moves, show me the legal moves, possible moves, show "
                "possible moves, show moves, show me the moves, my moves, which moves can I make, "
                "what moves can I make, where can I move, where can I go, what can I move, which "
                "moves are legal, move, moves",
            ),
            own=True,
            on_turn=True,
        ),
    ),
    Action.HINT: Traits(
        label=Text("Hint"),
        command=Command(
            name="hint",
            description=locale_str("A hint for your move, for you alone; not in rated matches"),
            aliases=("tip",),
            subject=Subject.MATCH,
            direct=True,
            grouped=False,
            alone=in_context("typed", "hint, hint?, a hint"),
            phrases=in_context(
                "typed",
                "best move, the best move, what is the best move, what's the best move, give me a "
                "hint, a hint, what should I play, what should I do, what would you play, help me "
                "move",
            ),
            own=True,
            on_turn=True,
        ),
        offered=_may_take_hint,
        event=lambda match: match.since,
    ),
    Action.SHOW: Traits(
        label=Text("Show me"),
        command=Command(
            name="board",
            description=locale_str("Show the board of the match here again"),
            subject=Subject.MATCH,
            direct=True,
            phrases=in_context(
                "typed",
                "show board, show the board, show me the board, see the board, the board, board "
                "please, where is the board, where's the board",
            ),
        ),
    ),
    Action.FLIP: Traits(
        label=Text("Flip"),
        command=Command(
            name="flip",
            direct=True,
            aliases=("rotate",),
            phrases=in_context(
                "typed",
                "flip the board, flip board, turn the board, rotate the board, turn it around",
            ),
        ),
    ),
    Action.WHOLE: Traits(label=Text("Whole map")),
    Action.QUARTER: Traits(),
    Action.WORDS: Traits(
        label=Text("In words"),
        command=Command(
            name="where",
            description=locale_str(
                "The board in words: all of it, a row, a line, one piece's moves, the clock"
            ),
            subject=Subject.MATCH,
            direct=True,
            alone=in_context("typed", "board as text, board in words, the board in words"),
        ),
        offered=_always,
        event=_no_event,
    ),
    Action.RULES: Traits(
        label=Text("Rules"),
        command=Command(
            name="rules",
            description=locale_str("A game explained from the beginning, with pictures"),
            direct=True,
            grouped=False,
            alone=in_context("typed", "rules, rules?, the rules, the rules?"),
            phrases=in_context(
                "typed",
                "what are the rules, the rules, show me the rules, explain the rules, explain the "
                "game, how does this game work, how does the game work",
            ),
            on_turn=True,
        ),
    ),
    Action.CLAIM: Traits(),
    Action.MORE: Traits(label=Text("More")),
    # Offers
    Action.DRAW: Traits(
        label=Text("Draw"),
        command=Command(
            name="draw",
            description=locale_str("Offer a draw in your match here, or accept one"),
            aliases=("tie",),
            subject=Subject.MATCH,
            direct=True,
            alone=in_context(
                "typed",
                "draw, draw?, offer a draw, offer draw, I offer a draw, let's call it a draw",
            ),
        ),
        confirmed=Action.DRAW_NOW,
        question=lambda match, game: Text(
            "Do you want to offer a draw in match {match}, {game}?", match=match, game=game
        ),
        question_to=lambda others, match, game: Text(
            "Do you want to offer {others} a draw in match {match}, {game}?",
            others=others,
            match=match,
            game=game,
        ),
        agreement=DRAW.name,
        motion=DRAW.name,
        motion_text=Text("to offer {agreement}", agreement=DRAW.text),
    ),
    Action.DRAW_NOW: Traits(
        label=Text("Yes, a draw"),
        style=ButtonStyle.primary,
        change=lambda match, person, **origin: match.offer_agreement(person, DRAW.name, **origin),
        agreement=DRAW.name,
    ),
    Action.TAKEBACK: Traits(
        label=Text("Take back"),
        command=Command(
            name="takeback",
            description=locale_str("Ask to take back your last turn, or agree to it"),
            aliases=("undo",),
            subject=Subject.MATCH,
            direct=True,
            alone=in_context("typed", "takeback, take back, undo"),
            phrases=in_context(
                "typed",
                "undo that, undo it, undo my move, undo the move, undo last move, undo the last "
                "move, take that back, take it back, I take that back, I take it back, take back "
                "my move, take my move back, take back the move, take the move back, can I take "
                "that back, can I take it back, can I take back my move, let me take that back, go "
                "back, one move back, how do I undo, how do I undo a move, how do I take back a "
                "move, how do I take it back",
            ),
            own=True,
            late=True,
        ),
        confirmed=Action.TAKEBACK_NOW,
        at_once=True,
        question=lambda match, game: Text(
            "Do you want to ask to take back your last turn in match {match}, {game}?",
            match=match,
            game=game,
        ),
        question_to=lambda others, match, game: Text(
            "Do you want to ask {others} to let you take back your last turn in match {match}, "
            "{game}?",
            others=others,
            match=match,
            game=game,
        ),
        agreement=TAKEBACK,
        motion=TAKEBACK,
        motion_text=Text("to ask for a takeback"),
        offered=_may_take_back,
    ),
    Action.TAKEBACK_NOW: Traits(
        label=Text("Yes, take it back"),
        style=ButtonStyle.primary,
        change=taken_back,
        agreement=TAKEBACK,
    ),
    Action.PROPOSE: Traits(
        command=Command(
            name="propose",
            description=locale_str("Propose another agreement, such as counting the kings"),
            subject=Subject.MATCH,
            direct=True,
            late=True,
        ),
    ),
    Action.AGREE: Traits(label=Text("Accept"), style=ButtonStyle.success),
    Action.REFUSE: Traits(label=Text("Decline")),
    Action.RECALL: Traits(label=Text("Withdraw")),
    # Ends
    Action.RESIGN: Traits(
        label=Text("Resign"),
        command=Command(
            name="resign",
            description=locale_str("Give up your match here"),
            aliases=("surrender", "concede", "forfeit"),
            subject=Subject.MATCH,
            direct=True,
            alone=in_context("typed", "resign, I resign, surrender, I give up"),
            phrases=in_context(
                "typed",
                "stop, stop it, stop playing, stop the game, stop the match, quit, I quit, quit "
                "the game, quit the match, I want to stop, I want to quit, exit, cancel, end, end "
                "it, end the game, end the match, give up, I give up, I'm done, I am done",
            ),
        ),
        confirmed=Action.RESIGN_NOW,
        question=lambda match, game: Text(
            "Do you want to resign match {match}, {game}?", match=match, game=game
        ),
        motion=RESIGN,
        motion_text=Text("to resign"),
    ),
    Action.RESIGN_NOW: Traits(
        label=Text("Yes, I resign"),
        style=ButtonStyle.danger,
        change=lambda match, person, **origin: match.resign(person, **origin),
    ),
    Action.SURRENDER_NOW: Traits(
        label=Text("Surrender alone"),
        style=ButtonStyle.danger,
        change=lambda match, person, **origin: match.surrender(person, **origin),
    ),
    Action.ABORT: Traits(
        label=Text("Abort"),
        command=Command(
            name="abort",
            description=locale_str(
                "End your match here without a result, before everyone has moved"
            ),
            subject=Subject.MATCH,
            direct=True,
            phrases=in_context(
                "typed",
                "I want to cancel, cancel the game, cancel the match, cancel my game, cancel my "
                "match, abort the game, abort the match",
            ),
        ),
        confirmed=Action.ABORT_NOW,
        question=lambda match, game: Text(
            "Do you want to abort match {match}, {game}?", match=match, game=game
        ),
        offered=lambda match, person: (
            is_watched_by(match, person) or (person in match.people and match.may_abort)
        ),
    ),
    Action.ABORT_NOW: Traits(
        label=Text("Yes, abort the match"),
        style=ButtonStyle.danger,
        change=lambda match, person, **origin: match.abort(person, **origin),
    ),
    Action.CLAIM_TIME: Traits(
        label=Text("Claim the game"),
        style=ButtonStyle.primary,
        command=Command(
            name="claim",
            description=locale_str("Claim the game when your opponent's time is over"),
            subject=Subject.MATCH,
            late=True,
        ),
    ),
    Action.CLAIM_LEFT: Traits(label=Text("Claim the game"), style=ButtonStyle.primary),
    Action.REPLACE_LEFT: Traits(label=Text("Let a computer play on")),
    # Looking on and back
    Action.VIEW: Traits(
        label=Text("Step through"),
        command=Command(
            name="moves",
            description=locale_str("Look through the moves of a match"),
            subject=Subject.WATCH,
            direct=True,
        ),
        offered=_always,
        event=_no_event,
    ),
    Action.FIRST: Traits(label=Text("First")),
    Action.BACK: Traits(label=Text("Back")),
    Action.NEXT: Traits(label=Text("Next")),
    Action.LAST: Traits(label=Text("Last")),
    Action.SIDE: Traits(label=Text("Flip")),
    Action.SHARE: Traits(label=Text("Post here")),
    Action.REPLAY: Traits(
        label=Text("Replay"),
        command=Command(
            name="animate",
            description=locale_str("A match, or some of its moves, as an animated picture"),
            aliases=("replay",),
            subject=Subject.WATCH,
            direct=True,
        ),
        offered=_always,
        event=_no_event,
    ),
    Action.FOLLOW: Traits(
        label=Text("Follow"),
        command=Command(
            name="follow",
            description=locale_str("Be told when a match ends, or at each turn"),
            subject=Subject.WATCH,
        ),
        offered=lambda match, person: (
            person not in match.people and match.status is not Status.OVER
        ),
        event=_no_event,
    ),
    Action.FOLLOW_END: Traits(label=Text("When it ends")),
    Action.FOLLOW_TURNS: Traits(label=Text("At each turn")),
    Action.UNFOLLOW: Traits(
        label=Text("Stop"),
        command=Command(
            name="unfollow",
            description=locale_str("Stop following a match"),
            subject=Subject.WATCH,
        ),
    ),
    Action.GUESS: Traits(
        label=Text("Guess the move"),
        command=Command(
            name="guess",
            description=locale_str("Guess the next move of a match that you watch"),
            subject=Subject.WATCH,
        ),
    ),
    Action.WINNER: Traits(label=Text("Who wins?")),
    Action.WINS: Traits(),
    Action.EXPORT: Traits(
        label=Text("Export"),
        command=Command(
            name="export",
            description=locale_str("The record of a match as a file"),
            subject=Subject.WATCH,
            direct=True,
        ),
        offered=lambda match, _: bool(match.line),
        event=_no_event,
    ),
    # Thinking
    Action.ANALYSE: Traits(
        label=Text("Analyse"),
        command=Command(
            name="analyse",
            description=locale_str("A private board to think on"),
            aliases=("analyze",),
            subject=Subject.LEARNING,
            direct=True,
        ),
    ),
    Action.REVIEW: Traits(
        label=Text("Review"),
        command=Command(
            name="review",
            description=locale_str(
                "What the computer thinks of an ended match: where it was won and lost"
            ),
            subject=Subject.LEARNING,
            direct=True,
        ),
        offered=lambda match, _: match.status is Status.OVER and bool(match.turns),
        event=_no_event,
    ),
    Action.LINE: Traits(label=Text("Computer’s line")),
    Action.LINE_BACK: Traits(label=Text("Back")),
    Action.LINE_NEXT: Traits(label=Text("Next")),
    Action.LINE_END: Traits(label=Text("To the match")),
}

ACTIONS: Final[Mapping[Action, Traits]] = MappingProxyType(_TABLE)
"""The traits of all actions, in the order in which the help lists the commands."""

MORE: Final = (
    Action.WORDS, Action.TAKEBACK, Action.VIEW, Action.ABORT, Action.HINT, Action.CLAIM_LEFT,
    Action.FOLLOW, Action.GUESS, Action.WINNER, Action.EXPORT, Action.REVIEW,
)  # fmt: skip
"""The actions behind *More*, in order, after those for which a board has no room."""

LOOKS: Final = (Action.VIEW, Action.REPLAY, Action.FOLLOW, Action.EXPORT, Action.REVIEW)
"""The actions for a closer look at a match, in order."""


def label_of(action: Action) -> Text:
    """Return the label of an action's button. Raises KeyError if a game labels it."""
    label = ACTIONS[action].label
    if label is None:
        raise KeyError(action)
    return label


def command_of(action: Action) -> Command:
    """Return the command of an action. Raises KeyError if it has none."""
    command = ACTIONS[action].command
    if command is None:
        raise KeyError(action)
    return command


def commands() -> Iterator[Command]:
    """Yield the commands of all actions."""
    return (traits.command for traits in ACTIONS.values() if traits.command is not None)


def commands_about(subject: Subject) -> tuple[str, ...]:
    """Return the names of the commands that the help lists under a subject."""
    return tuple(one.name for one in commands() if one.subject is subject)


def change_of(action: Action) -> Change | None:
    """Return the change of a match by an action, once confirmed; None if it needs more input."""
    confirmed = ACTIONS[action].confirmed
    return ACTIONS[action if confirmed is None else confirmed].change


def action_of(command: str) -> Action:
    """Return the action whose command has a name. Raises KeyError if there is none."""
    for action, traits in ACTIONS.items():
        if traits.command is not None and traits.command.name == command:
            return action
    raise KeyError(command)


def agreeing(name: str) -> Action | None:
    """Return the action that makes an offer or agrees to it, by the offer's name, or None."""
    return next(
        (
            action
            for action, traits in ACTIONS.items()
            if traits.command is not None and traits.agreement and name.startswith(traits.agreement)
        ),
        None,
    )
