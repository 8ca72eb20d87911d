"""The contract that every game keeps, and the common part of games of two.

A ``Game`` starts and reads positions; a ``Position`` is an immutable value that lists and plays the
moves and reports the end of the game. No code outside ``engine/games`` asks which game a position
belongs to.

A simple game defines the abstract methods here and the attributes of its positions. Features of
only some games are capabilities: ``notation``, ``secrets``, ``setup``, ``claiming``, ``display``,
``goal``, ``race``. A position of a game of two is a ``Duel``, which adds resignations, agreed draws
and the third repetition, with their results.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Mapping
from copy import copy
from functools import cache, cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, Self

from engine.board import Board
from engine.capabilities.claims import Claiming
from engine.capabilities.goals import GoalPoints, Race
from engine.capabilities.notation import Notation
from engine.capabilities.set_ups import SetUp
from engine.capabilities.showing import Display, Secrets
from engine.capabilities.thinking import MAN, State, Thinking
from engine.documents import Document, document
from engine.errors import InvalidPosition
from engine.pieces import MAN_AND_KING, ColourSet, PieceKind
from engine.text import Text, either, quoted
from engine.values import (
    DRAW,
    NO_OPTIONS,
    Agreement,
    Move,
    Option,
    Options,
    OptionValue,
    Outcome,
    Page,
    PdnType,
    Piece,
    Seat,
)

KING: Final = 300
"""The default value of a piece of any kind but the game's first."""

_STEP: Final = 10
"""The value that a piece loses for each square between it and its goal."""

_NOTHING_TO_CLAIM: Final = Claiming()
_NOTHING_TO_SHOW: Final = Display()


class Position(ABC):
    """A state of a game: an immutable and hashable value.

    Counters and claims that a rule needs are part of a position and of its text; history is not.
    """

    __slots__ = ()

    if TYPE_CHECKING:
        # For type checkers only: a game may store each of these, or compute it in a property.

        @property
        def game(self) -> Game:
            """The game that the position belongs to."""

        @property
        def board(self) -> Board:
            """The board of the position."""

        @property
        def seats(self) -> tuple[Seat, ...]:
            """The seats in order of play."""

        @property
        def turn(self) -> int:
            """Index of the seat to move."""

        @property
        def state(self) -> Hashable:
            """Everything about the position except its game, options and result."""

        @property
        def options(self) -> Options:
            """The values of all options of the game, by name."""

        @property
        def result(self) -> str:
            """Name of a noted result (by resignation, agreement or rule), ``""`` for none."""

        @property
        def _moves(self) -> object:
            """The cached legal moves in the game's own form, None before they are listed.

            A game that does not cache its moves leaves the value at None.
            """

    else:
        options = NO_OPTIONS
        result = ""
        _moves = None

    @abstractmethod
    def legal_moves(self) -> tuple[Move, ...]:
        """Return the moves that the rules of movement allow: distinct in effect, in a stable order.

        There may be some after the end of the game, too: only ``outcome`` reports the end.
        """

    @abstractmethod
    def play(self, move: Move) -> Self:
        """Return the position after a legal move; this one is unchanged.

        The result for an illegal move is undefined: take moves from ``legal_moves`` or ``parse``.
        """

    @abstractmethod
    def resign(self, seat: int) -> Self:
        """Return the position after ``seat`` resigned or ran out of time."""

    @abstractmethod
    def outcome(self) -> Outcome | None:
        """Return the outcome of the game, None while it goes on."""

    @abstractmethod
    def pieces(self) -> Iterable[tuple[int, Piece]]:
        """Return the pieces on the board, each as its point and the piece."""

    @abstractmethod
    def fen(self) -> str:
        """Return the position as a line of text, which the game's ``read`` reads losslessly."""

    # Defaults that suit a simple game

    @property
    def complete(self) -> bool:
        """Whether ``legal_moves`` returns every legal move; if not, the others can be typed."""
        return True

    @property
    def remembered_moves(self) -> int:
        """The number of cached legal moves, for estimates of memory."""
        return 0 if self._moves is None else len(self.legal_moves())

    @property
    def key(self) -> Hashable:
        """The value by which the rule of the third repetition compares positions."""
        return self.state

    def agreements(self) -> tuple[Agreement, ...]:
        """Return the agreements that the seats may make now; none once the game is over."""
        return (DRAW,) if self.outcome() is None else ()

    def even_agreement(self, seat: int) -> Agreement | None:
        """Return the agreement by which a seat can end its game or fight without a winner.

        None if there is no such agreement.
        """
        for agreement in self.agreements():
            if agreement.even and (not agreement.seats or seat in agreement.seats):
                return agreement
        return None

    def agree(self, agreement: Agreement) -> Self:
        """Return the position after the seats made one of the possible ``agreements()``."""
        return self.ended(AGREED)

    def repeated(self) -> Self:
        """Return the position after its third occurrence: unchanged unless a rule applies to it."""
        return self

    def continued(self) -> Self:
        """Return the position without its draw by rule, so that the game goes on.

        A game's counts towards a draw start again. This serves records of other programs, which may
        play without that rule.
        """
        return self._with_result("") if self.result else self

    def ended(self, result: str) -> Self:
        """Return the position with that ``result``, unless the game is already over."""
        return self if self.outcome() is not None else self._with_result(result)

    def _with_result(self, result: str) -> Self:
        after = copy(self)
        object.__setattr__(after, "result", result)
        return after

    def piece_on(self, point: int) -> Piece | None:
        """Return the piece on a point, None if there is none."""
        return next((piece for at, piece in self.pieces() if at == point), None)

    def seen_by(self, seat: int | None) -> Self:
        """Return the position as ``seat`` may see it; None stands for the public."""
        secrets = self.secrets
        return self if secrets is None else secrets.seen_by(seat)

    def parse(self, text: str) -> Move:
        """Return the legal move meant by ``text``.

        Raises InvalidMove (not readable as a move), IllegalMove (readable and refused) or
        AmbiguousMove (fits several).
        """
        return self.notation.parse(text)

    def parse_all(self, text: str) -> tuple[Move, ...]:
        """Return the moves of one message, to be played one after the other: all or none.

        Raises what ``parse`` raises.
        """
        return self.notation.parse_all(text)

    def write(self, move: Move) -> str:
        """Return the canonical text of a legal move."""
        return self.notation.write(move)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, type(self)):
            return NotImplemented
        return (
            self.game is other.game
            and self.state == other.state
            and self.result == other.result
            and self.options == other.options
        )

    def __hash__(self) -> int:
        return hash(self.state)

    def __repr__(self) -> str:
        return f"<{self.game.name} {self.fen()}>"

    # Capabilities of some games

    @property
    def notation(self) -> Notation:
        """The reader and writer of the position's moves."""
        return Notation(self)

    @property
    def secrets(self) -> Secrets[Self] | None:
        """The hidden parts of the position, None if everybody sees everything."""
        return None

    @property
    def setup(self) -> SetUp[Self] | None:
        """The secret set-up in progress, None if there is none."""
        return None

    @property
    def claiming(self) -> Claiming:
        """The claims that may be made, and the warnings that players get."""
        return _NOTHING_TO_CLAIM

    @property
    def display(self) -> Display:
        """Things to show besides the pieces."""
        return _NOTHING_TO_SHOW

    @property
    def goal(self) -> GoalPoints | None:
        """The points that pieces have to reach; None in games without such points."""
        return None

    @property
    def race(self) -> Race | None:
        """The position as a race of two; None in other games, and for more than two seats."""
        return None

    @property
    def thinking(self) -> Thinking[State] | None:
        """The state that the computer searches; None if it searches the positions themselves."""
        return None

    def worth_of(self, seat: int) -> int:
        """Return the value of a seat's pieces and places, in points: 100 is a man.

        The computer maximises it unless the game has its own state for the search. By default a
        piece of the game's first kind is worth 100, any other 300, and each square between a piece
        and its ``goal`` takes away 10. A game overrides this with what a player would count: its
        pieces, their places, their freedom to move.
        """
        first, goal = next(iter(self.game.kinds)), self.goal
        worth = 0
        for point, piece in self.pieces():
            if piece.seat == seat:
                worth += MAN if piece.kind == first else KING
                if goal is not None:
                    worth -= round(_STEP * goal.away(self.board, seat, point))
        return worth

    @property
    def pace(self) -> int:
        """Measured speed of a search in pure Python, in thousands of nodes a second.

        A level gives slower games fewer nodes.
        """
        return 20

    @property
    def usual_moves(self) -> int:
        """Usual number of a seat's moves between equals, measured at level 4."""
        return 55

    @property
    def easier(self) -> int | None:
        """The seat that wins more often between good players; None if the game is balanced.

        On this seat the levels 5 to 7 see less, so that they can be beaten from the other side.
        """
        return None


AGREED: Final = "agreed"
"""The result of a draw by agreement."""


class Game(ABC):
    """The rules of one game, under its key in ``engine.games``."""

    name: str
    """The key in ``engine.games``."""
    example: str
    """An example move in the game's notation."""
    seats: tuple[int, ...] = (2,)
    """The possible numbers of seats, the usual one first."""
    options: Mapping[str, Option] = MappingProxyType({})
    """The options of the game, by name."""
    solo_teams: bool = False
    """Whether one person may hold all seats of a team."""
    pdn: PdnType | None = None
    """The game's type in Portable Draughts Notation, None if PDN has no type for it."""
    kinds: Mapping[str, PieceKind] = MAN_AND_KING
    """The kinds of pieces by ``Piece.kind``, in the order in which they are named."""
    colours: ColourSet = "draughts"
    """The set of a theme's colours for the board and the pieces."""

    # Texts for people, from the game's document

    @cached_property
    def document(self) -> Document:
        """The title, the rules and the lesson, from ``engine/documents/<name>.md``."""
        return document(self.name)

    @property
    def title(self) -> Text:
        """The game's name for people."""
        return self.document.title

    @property
    def tagline(self) -> Text | None:
        """The game's character in one line, for people who choose a game."""
        return self.document.tagline

    @property
    def aliases(self) -> Text | None:
        """Other names that mean this game and no other, separated by commas."""
        return self.document.aliases

    @property
    def first_words(self) -> Text | None:
        """Two sentences on how the game works, for people who see its board for the first time."""
        return self.document.first_words

    @property
    def summary(self) -> Text:
        """A summary of the rules."""
        return self.document.summary

    @property
    def pages(self) -> tuple[Page, ...]:
        """The rules for a newcomer: aim, moves, captures, end, notation, options."""
        return self.document.pages

    @abstractmethod
    def start(self, seats: int | None = None, **options: OptionValue) -> Position:
        """Return the starting position.

        ``seats`` and the options default to the game's own. Raises ValueError for an impossible
        combination.
        """

    @abstractmethod
    def read(self, text: str, seats: int | None = None, **options: OptionValue) -> Position:
        """Return the position in a text written by ``Position.fen``.

        Raises ValueError with a sentence saying what is wrong and where.
        """

    def kind(self, name: str) -> PieceKind:
        """Return the kind of piece of that name. Raises KeyError for an undeclared one."""
        if name not in self.kinds:
            raise KeyError(f"{self.name} has no piece {name!r}; it has {', '.join(self.kinds)}.")
        return self.kinds[name]

    def remark(self, position: Position) -> Text | None:
        """Return a remark for invited players, such as the length of the game, or None."""
        return None

    def settle(self, seats: int | None, options: Options) -> tuple[int, dict[str, OptionValue]]:
        """Return the number of seats and the value of every option, given or default.

        Raises InvalidPosition for seats, options or values unknown to the game. The caller checks
        whether they go together.
        """
        if seats is None:
            seats = self.seats[0]
        if seats not in self.seats:
            raise InvalidPosition(
                Text(
                    "{game} is played by {seats}, not by {given}.",
                    game=self.title,
                    seats=either([str(number) for number in self.seats]),
                    given=seats,
                )
            )
        for name, value in options.items():
            if name not in self.options:
                raise InvalidPosition(
                    Text("{game} has no option `{name}`.", game=self.title, name=quoted(name))
                )
            choices = self.options[name].choices
            # 1 and True are equal, but different choices.
            if not any(value == choice and type(value) is type(choice) for choice in choices):
                raise InvalidPosition(
                    Text(
                        "The option `{name}` can be {choices}, not `{value}`.",
                        name=quoted(name),
                        choices=either([f"`{choice}`" for choice in choices]),
                        value=quoted(str(value)),
                    )
                )
        return seats, {name: o.default for name, o in self.options.items()} | dict(options)


# Games of two

REPETITION: Final = "repetition"

WHITE_AND_BLACK: Final = (Seat(Text("White"), team=0), Seat(Text("Black"), team=1))
"""The seats of most games of two."""


class Duel(Position):
    """A position of a game of two. The game only defines the result on the board."""

    __slots__ = ()

    @abstractmethod
    def decided(self) -> Outcome | None:
        """Return the outcome of the game on the board, None while it goes on."""

    def outcome(self) -> Outcome | None:
        """Return the noted result, else the result on the board, None while the game goes on."""
        result = self.result
        return noted_results(self.seats)[result] if result else self.decided()

    def resign(self, seat: int) -> Self:
        """Return the position after ``seat`` resigned or ran out of time, and so lost."""
        return self.ended(_resigned(self.seats[seat]))

    def repeated(self) -> Self:
        """Return the position as a draw by its third occurrence."""
        return self.ended(REPETITION)


def win(seat: int, reason: Text) -> Outcome:
    """Return the win of ``seat`` (0 or 1) in a game of two."""
    return Outcome((2, 1) if seat else (1, 2), reason)


def draw(reason: Text) -> Outcome:
    """Return a draw in a game of two."""
    return Outcome((1, 1), reason)


@cache
def noted_results(seats: tuple[Seat, ...]) -> Mapping[str, Outcome]:
    """Return results by resignation, agreement and rule, by their names in positions' texts."""
    return {
        **{
            _resigned(seat): win(1 - number, Text("{seat} resigned.", seat=seat.name))
            for number, seat in enumerate(seats)
        },
        AGREED: draw(Text("The players agreed on it.")),
        REPETITION: draw(Text("The same position stood for the third time.")),
    }


def _resigned(seat: Seat) -> str:
    return f"{seat.name}-resigned".lower()
