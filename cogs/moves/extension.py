"""The cogs of moves and of questions about positions."""

from __future__ import annotations

from cogs.client.client import Damier
from cogs.match_actions.clocks import Clocks
from cogs.match_actions.confirmations import Confirmations
from cogs.match_actions.setups import SetUps
from cogs.moves.bare_messages import BareWords
from cogs.moves.move_menus import MoveMenus
from cogs.moves.play import Play
from cogs.moves.position_questions import PositionQuestions
from cogs.moves.private_boards import PrivateBoards
from cogs.moves.private_moves import PrivateMoves
from cogs.moves.typed_answers import TypedAnswers


async def setup(bot: Damier) -> None:
    """Load the cogs for typing and choosing moves, private boards, and questions on positions."""
    answers = TypedAnswers(bot)
    words = BareWords(bot, bot.cog(Confirmations), answers)
    play = Play(bot, bot.cog(Clocks), bot.cog(SetUps), words, answers)
    private_moves = PrivateMoves(bot, play)
    for cog in (
        play,
        private_moves,
        MoveMenus(bot, private_moves),
        PrivateBoards(bot),
        PositionQuestions(bot),
    ):
        await bot.add_cog(cog)
