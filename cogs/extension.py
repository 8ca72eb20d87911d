"""The extension that the client loads: every cog, with the others that it needs."""

from __future__ import annotations

from cogs.analysis.analyse_command import Analyse
from cogs.analysis.desks import Desks
from cogs.analysis.fair_play import FairPlay
from cogs.analysis.hints import Hints
from cogs.analysis.reviews.command import Reviews
from cogs.analysis.reviews.line import ComputersLine
from cogs.analysis.warnings import Warnings
from cogs.challenges.blocks import Blocks
from cogs.challenges.challenge_answers import Answers, CardButtons
from cogs.challenges.challenges import Challenges
from cogs.challenges.lobby import Lobby
from cogs.challenges.matchmaking import Matchmaking
from cogs.challenges.open_matches import ComputerSeats, OpenMatches
from cogs.challenges.play_command import PlayCommand
from cogs.challenges.rematches import Rematches
from cogs.client.client import Damier
from cogs.computers.computer_players import ComputerPlayers
from cogs.crowds.ballot_buttons import BallotButtons
from cogs.crowds.ballot_posts import BallotPosts
from cogs.crowds.ballot_view import standing_text
from cogs.crowds.commands import CrowdCommands
from cogs.crowds.conductor import CrowdConductor
from cogs.crowds.crowd_moves import CrowdMoves
from cogs.crowds.discussions import Discussions
from cogs.crowds.gathering import Gathering
from cogs.crowds.histories import Histories
from cogs.crowds.judgement import Judgement
from cogs.events.commands import TournamentCommands
from cogs.events.conducting.bulletins import Bulletins
from cogs.events.conducting.director import TournamentDirector
from cogs.events.conducting.events_and_roles import EventsAndRoles
from cogs.events.conducting.judging import Judging
from cogs.events.creating.creation import Creation
from cogs.events.exhibition_cards import ExhibitionCards
from cogs.events.side_commands import SideCommands
from cogs.guesses.move_guessing import MoveGuessing
from cogs.guesses.scoring import Scoring
from cogs.guesses.winner_guessing import WinnerGuessing
from cogs.help.help import Help
from cogs.help.rules import Rules
from cogs.language.catalogues import compile_catalogues
from cogs.language.typed_words import to_notation
from cogs.learning.daily_puzzles import DailyPuzzles
from cogs.learning.lessons import Lessons
from cogs.learning.match_search import MatchSearch
from cogs.learning.puzzles import Puzzles
from cogs.match_actions.agreements import Agreements
from cogs.match_actions.clocks import Clocks
from cogs.match_actions.confirmations import Confirmations
from cogs.match_actions.departures import Departures
from cogs.match_actions.holidays import Holidays
from cogs.match_actions.moderation import Adjudication, Removing
from cogs.match_actions.more_panel import MorePanel
from cogs.match_actions.setups import SetUps
from cogs.moves.bare_messages import BareWords, sample_positions
from cogs.moves.missed_messages import MissedMessages
from cogs.moves.move_menus import MoveMenus
from cogs.moves.play import Play
from cogs.moves.position_questions import PositionQuestions
from cogs.moves.private_boards import PrivateBoards
from cogs.moves.private_moves import PrivateMoves
from cogs.moves.typed_answers import TypedAnswers
from cogs.operating.maintenance import Maintenance
from cogs.operating.owner import Owner
from cogs.operating.recovery import Recovery
from cogs.server_matches.card_buttons import ServerCardButtons
from cogs.server_matches.commands import ServerCommands
from cogs.server_matches.conductor import ServerMatchConductor
from cogs.server_matches.couriers import Couriers
from cogs.settings.privacy import Privacy
from cogs.settings.settings import SettingsCog
from cogs.watching.following import Following
from cogs.watching.history import History
from cogs.watching.imports import Importing
from cogs.watching.live_matches import LiveMatches
from cogs.watching.match_files import Exporting
from cogs.watching.match_summary import MatchSummary
from cogs.watching.move_viewer import MoveViewer
from cogs.watching.overviews import Overviews
from cogs.watching.own_matches import OwnMatches
from cogs.watching.ratings import Ratings
from cogs.watching.replay import Replay
from cogs.watching.seasons import Seasons


def prepare() -> None:
    """Make what is made once and takes long. Call it before there is an event loop to be held."""
    compile_catalogues()
    sample_positions()
    to_notation("32-28")


async def setup(bot: Damier) -> None:
    """Add all cogs; panels show the buttons that cogs add to them in this order."""
    removing = Removing(bot)
    fair_play = FairPlay(bot.store)
    computers = ComputerPlayers(bot, fair_play.fair_level)
    matchmaking, viewer = Matchmaking(bot), MoveViewer(bot)
    holidays, set_ups = Holidays(bot), SetUps(bot)
    clocks, confirmations = Clocks(bot, holidays), Confirmations(bot)
    typed_answers, rules = TypedAnswers(bot), Rules(bot)
    words = BareWords(bot, confirmations, typed_answers)
    warnings = Warnings(bot, computers.workers, fair_play)
    play = Play(bot, clocks, set_ups, words, warnings.doubt)
    play.in_private.append(typed_answers.take)
    missed = MissedMessages(bot, play, set_ups, words)
    private_moves, desks = PrivateMoves(bot, play), Desks(bot, play)
    puzzles = Puzzles(
        bot, desks, play, confirmations, fair_play=fair_play, workers=computers.workers
    )
    playing = PlayCommand(bot, matchmaking, play)
    creation, sheets = Creation(bot, matchmaking), ExhibitionCards(bot)
    judgement = Judgement(computers.workers, fair_play)
    conductor = CrowdConductor(bot, clocks, judgement)
    crowd_moves = play.crowds = CrowdMoves(bot, conductor)
    couriers = Couriers(bot)
    presses = BallotButtons(bot, conductor, crowd_moves, judgement, standing_text)
    discussions, ratings = Discussions(bot, crowd_moves, desks), Ratings(bot)
    histories = Histories(bot, viewer, ratings)
    for cog in (
        playing,
        Challenges(bot, matchmaking),
        CardButtons(bot, matchmaking),
        ComputerSeats(bot, matchmaking),
        OpenMatches(bot, matchmaking),
        Lobby(bot, matchmaking),
        Blocks(bot),
        play,
        private_moves,
        MoveMenus(bot, private_moves),
        PrivateBoards(bot),
        PositionQuestions(bot, desks.last_used),
        set_ups,
        Agreements(bot),
        Answers(bot, matchmaking),
        viewer,
        Replay(bot),
        confirmations,
        Rematches(bot, matchmaking),
        computers,
        removing,
        Adjudication(bot, removing),
        Hints(bot, computers.workers, fair_play),
        warnings,
        MorePanel(bot),
        clocks,
        Departures(bot, clocks),
        holidays,
        Following(bot),
        MoveGuessing(bot),
        WinnerGuessing(bot),
        Scoring(bot),
        MatchSummary(bot),
        LiveMatches(bot),
        Overviews(bot),
        Help(bot, rules),
        rules,
        Recovery(bot, clocks, missed),
        ratings,
        Seasons(bot),
        History(bot, viewer),
        OwnMatches(bot),
        puzzles,
        DailyPuzzles(bot, puzzles),
        MatchSearch(bot, computers.workers, puzzles.book),
        Maintenance(bot, computers.workers.load),
        SettingsCog(bot),
        Privacy(bot),
        Owner(bot, play),
        Exporting(bot),
        Importing(bot, viewer),
        desks,
        Analyse(bot, desks, viewer, computers.workers, fair_play),
        Lessons(bot, desks, playing, play),
        Reviews(bot, computers.workers, fair_play),
        ComputersLine(bot, viewer, fair_play),
        TournamentDirector(
            bot,
            clocks,
            Judging(computers.workers, fair_play),
            Bulletins(bot, sheets.bulletin, sheets.card),
        ),
        EventsAndRoles(bot),
        TournamentCommands(bot, creation),
        conductor,
        presses,
        discussions,
        histories,
        BallotPosts(bot, discussions, histories),
        CrowdCommands(bot, Gathering(bot, matchmaking), conductor, crowd_moves),
        SideCommands(bot, creation),
        couriers,
        ServerMatchConductor(bot, couriers),
        ServerCardButtons(bot),
        ServerCommands(bot),
    ):
        await bot.add_cog(cog)
