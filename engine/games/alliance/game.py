"""Dames-Alliance: the game."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from engine.game import Game
from engine.games.alliance import position_text
from engine.games.alliance.board import BLACK, SETS, STARTS, WHITE
from engine.games.alliance.position import AlliancePosition
from engine.games.alliance.state import AllianceState
from engine.pieces import MAN, MAN_AND_KING, Noun, PieceKind, kind_in_context
from engine.text import Text, in_context
from engine.values import Option, Options, OptionValue

_UPRIGHT_ROWS: Final = SETS.named("b2 d2 f2 h2 a7 c7 e7 g7")
"""The men whose crosses are upright in the set-up ``rows``."""

_CROWNED: Final = in_context("Dames-Alliance", "It becomes a king.")
_KING: Final = Noun(
    "{count} king", "{count} kings", in_context("Dames-Alliance", "a king"), "Dames-Alliance"
)
_DIAGONAL: Final = Text("Its cross is switched to × (diagonal).")
_UPRIGHT: Final = Text("Its cross is switched to + (upright).")


_NO_PROGRESS: Final = (40, 80, 120)
"""The choices of the option ``no_progress``: turns without progress that make a draw."""


class DamesAlliance(Game):
    """Dames-Alliance: draughts on all 64 squares, with men that carry a cross.

    Twelve men a side. A man captures along the four arms of its cross, diagonal (x) or
    orthogonal (+), and moves one square along the other lines, never backward; after its move
    it may be turned. A man that ends on the last rank becomes a king, which moves and captures
    in all eight directions, one square or a short jump, and which no man can jump. Capturing
    is compulsory, and so is the capture that takes the most. A side that cannot move has lost.

    Source: Vincent Everaert's presentation of the game (2007), escaleajeux.fr. The photo of its
    starting position is lost. Decided here: the men begin on the squares of English draughts;
    White begins; sideways is not backward; a third repetition and a long time without progress
    are draws; and the notation.

    Options: ``setup``, the crosses at the start; ``kings_only``, whether kings are counted by
    agreement or at once when only kings are left; ``no_progress``, the turns after which a game
    without progress is drawn.
    """

    name = "alliance"
    options: Mapping[str, Option] = MappingProxyType(
        {
            "setup": Option(
                ("x", "plus", "rows", "free"),
                "x",
                Text("Crosses at the start"),
                (
                    Text("All crosses are diagonal (×) at the start"),
                    Text("All crosses are upright (+) at the start"),
                    Text(
                        "At the start the crosses of each side's middle row are upright (+), all "
                        "others diagonal (×)"
                    ),
                    Text("Before the first move both players set their own crosses, in secret"),
                ),
            ),
            "kings_only": Option(
                ("agree", "auto"),
                "agree",
                Text("When only kings are left"),
                (
                    Text("When only kings are left, the players may agree to count them"),
                    Text("When only kings are left, they are counted at once"),
                ),
            ),
            "no_progress": Option(
                _NO_PROGRESS,
                80,
                Text("Draw without progress"),
                tuple(
                    Text(
                        "It is a draw after {turns} turns ({each} by each side) without a capture "
                        "and without a man changing rank",
                        turns=turns,
                        each=turns // 2,
                    )
                    for turns in _NO_PROGRESS
                ),
            ),
        }
    )
    example = "c3-c4"
    kinds = MappingProxyType(
        {
            "x": PieceKind(
                "{count} man with a diagonal cross",
                "{count} men with diagonal crosses",
                symbol="diagonal cross",
                becoming=_DIAGONAL,
                noun=MAN,
            ),
            "+": PieceKind(
                "{count} man with an upright cross",
                "{count} men with upright crosses",
                symbol="upright cross",
                becoming=_UPRIGHT,
                noun=MAN,
            ),
            "unset": PieceKind(
                "{count} man without a cross", "{count} men without crosses", noun=MAN
            ),
            "king": kind_in_context(
                "Dames-Alliance",
                "{count} king",
                "{count} kings",
                MAN_AND_KING["king"]._replace(becoming=_CROWNED, noun=_KING),
            ),
        }
    )

    def start(self, seats: int | None = None, **options: OptionValue) -> AlliancePosition:
        """Return the starting position: White, at the bottom, begins."""
        _, settled = self.settle(seats, options)
        return AlliancePosition(self, MappingProxyType(settled), _start(settled))

    def read(self, text: str, seats: int | None = None, **options: OptionValue) -> AlliancePosition:
        """Return the position in a text by ``AlliancePosition.fen``. Raises InvalidPosition."""
        _, settled = self.settle(seats, options)
        state, result = position_text.read(text, settled)
        return AlliancePosition(self, MappingProxyType(settled), state, result)


def _start(options: Options) -> AllianceState:
    """Return the state before the first move, or before the crosses are set."""
    upright = {"x": 0, "plus": ~0, "rows": _UPRIGHT_ROWS, "free": 0}[str(options["setup"])]
    unset = STARTS[WHITE] | STARTS[BLACK] if options["setup"] == "free" else 0
    white, black = (start & ~unset for start in STARTS)
    return AllianceState(
        WHITE,
        white & ~upright,
        white & upright,
        0,
        black & ~upright,
        black & upright,
        0,
        unset,
        0,
        int(options["no_progress"]),
        options["kings_only"] == "auto",
    )


GAMES: Final = (DamesAlliance(),)
