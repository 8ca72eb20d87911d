"""The extension that the client loads: every cog, with the others that it needs."""

from __future__ import annotations

from cogs.abroad.commands import ServerCommands
from cogs.abroad.conductor import ServerConductor
from cogs.abroad.couriers import Couriers
from cogs.abroad.presses import ServerPresses
from cogs.bot.client import Damier
from cogs.challenges.blocks import Blocks
from cogs.challenges.challenge_answers import Answers, CardButtons
from cogs.challenges.challenges import Challenges
from cogs.challenges.lobby import Lobby
from cogs.challenges.matchmaking import Matchmaking
from cogs.challenges.open_matches import ComputerSeats, OpenMatches
from cogs.challenges.play_command import PlayCommand
from cogs.challenges.rematches import Rematches
from cogs.computers.computer_players import ComputerPlayers
from cogs.crowds.ballot_posts import BallotPosts
from cogs.crowds.ballot_view import standing_text
from cogs.crowds.commands import CrowdCommands
from cogs.crowds.conductor import Conductor
from cogs.crowds.crowd_moves import CrowdMoves
from cogs.crowds.discussions import Discussions
from cogs.crowds.gathering import Gathering
from cogs.crowds.histories import Histories
from cogs.crowds.judgement import Judgement
from cogs.crowds.presses import Presses
from cogs.events.bulletin_texts import bulletin_of
from cogs.events.card import card_of
from cogs.events.commands import TournamentCommands
from cogs.events.conducting.bulletins import Bulletins
from cogs.events.conducting.director import Director
from cogs.events.conducting.judging import Judging
from cogs.events.conducting.on_the_server import OnTheServer
from cogs.events.creating.creation import Creation
from cogs.events.sheets import Sheets
from cogs.events.side_commands import SideCommands
from cogs.guessing.move_guessing import MoveGuessing
from cogs.guessing.scoring import Scoring
from cogs.guessing.winner_guessing import WinnerGuessing
from cogs.house.help import Help
from cogs.house.privacy import Privacy
from cogs.house.rules import Rules
from cogs.house.settings import SettingsCog
from cogs.language.catalogues import compile_catalogues
from cogs.language.typed_words import to_notation
from cogs.learning.daily_puzzles import DailyPuzzles
from cogs.learning.lessons import Lessons
from cogs.learning.match_search import MatchSearch
from cogs.learning.puzzles import Puzzles
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
from cogs.playing.agreements import Agreements
from cogs.playing.clocks import Clocks
from cogs.playing.confirmations import Confirmations
from cogs.playing.departures import Departures
from cogs.playing.holidays import Holidays
from cogs.playing.moderation import Adjudication, Removing
from cogs.playing.more_panel import MorePanel
from cogs.playing.setups import SetUps
from cogs.study.analyse_command import Analyse
from cogs.study.desks import Desks
from cogs.study.fair_play import FairPlay
from cogs.study.hints import Hints
from cogs.study.reviews.command import Reviews
from cogs.study.reviews.line import ComputersLine
from cogs.study.warnings import Warnings
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
    creation, sheets = Creation(bot, matchmaking), Sheets(bot, card_of, bulletin_of)
    judgement = Judgement(computers.workers, fair_play)
    conductor = Conductor(bot, clocks, judgement)
    crowd_moves = play.crowds = CrowdMoves(bot, conductor)
    couriers = Couriers(bot)
    presses = Presses(bot, conductor, crowd_moves, judgement, standing_text)
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
        Director(
            bot,
            clocks,
            Judging(computers.workers, fair_play),
            Bulletins(bot, sheets.bulletin, sheets.card),
        ),
        OnTheServer(bot),
        TournamentCommands(bot, creation),
        conductor,
        presses,
        discussions,
        histories,
        BallotPosts(bot, discussions, histories),
        CrowdCommands(bot, Gathering(bot, matchmaking), conductor, crowd_moves),
        SideCommands(bot, creation),
        couriers,
        ServerConductor(bot, couriers),
        ServerPresses(bot),
        ServerCommands(bot),
    ):
        await bot.add_cog(cog)
