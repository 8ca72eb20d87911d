"""The database: the store that loads and saves matches, and the outbox of posts to send.

Only this package contains SQL; its callers see matches, posts and other values. Other packages
import the names listed here; the modules behind them are private to this package.
"""

from data.bulletins import Bulletin
from data.crowds.crowd_rows import CrowdPost, CrowdRecord
from data.crowds.crowds import Crowds, OpenCrowd
from data.database import backup
from data.database.backend import Inspection, Shards, shards_of
from data.database.connection import Spans, backup_of, once_more, restore_to, usual_backups
from data.database.errors import (
    Closed,
    Conflict,
    InUse,
    StoreError,
    Unavailable,
    UnknownCrowd,
    UnknownMatch,
    UnknownTournament,
)
from data.database.moving import copy_database
from data.guesses.guesses import Guessing
from data.inspection import inspect, settings_of
from data.keyed_locks import KeyedLocks
from data.learning.desks import ANYBODY, Desk
from data.learning.live_boards import LiveBoard
from data.learning.match_puzzles import MatchPuzzle, Search
from data.learning.posted_puzzles import DAILY_PUZZLE, SHARED_PUZZLE, DailyPuzzle, SharedPuzzle
from data.learning.progress import Rated, Seen, Solving
from data.learning.reviews import Review, Wait
from data.lists import Counts, Listed
from data.matches.memory import promptly
from data.matches.posts import DONE, Outgoing, Overview, Post, PostState
from data.matches.quotas import IMPORTS_KEPT, ComputerMatches
from data.members.blocks import EVERYBODY
from data.members.operator import Notice, Orders
from data.members.settings import (
    LIMITS,
    Boards,
    GuessSetting,
    PersonSettings,
    ServerSettings,
    Settings,
    Takeover,
    Where,
)
from data.outcomes.history import Tally, Viewer, Wanted
from data.outcomes.practice import Result
from data.outcomes.ratings import Step
from data.outcomes.seasons import ClosedSeason, Season
from data.outcomes.standings import Champion, Place, Standing
from data.servers.servers import BlockedServer, Twin
from data.signals import Signal
from data.store import OpenMatch, Store
from data.tournaments.bulletins import TOURNAMENT
from data.tournaments.titles import Title, TourPlace
from data.tournaments.tournament_rows import ListedTournament
from data.tournaments.tournaments import AdmitTournament, Card, OpenTournament, Tournaments

__all__ = [
    "ANYBODY",
    "DAILY_PUZZLE",
    "DONE",
    "EVERYBODY",
    "IMPORTS_KEPT",
    "LIMITS",
    "SHARED_PUZZLE",
    "TOURNAMENT",
    "AdmitTournament",
    "BlockedServer",
    "Boards",
    "Bulletin",
    "Card",
    "Champion",
    "Closed",
    "ClosedSeason",
    "ComputerMatches",
    "Conflict",
    "Counts",
    "CrowdPost",
    "CrowdRecord",
    "Crowds",
    "DailyPuzzle",
    "Desk",
    "GuessSetting",
    "Guessing",
    "InUse",
    "Inspection",
    "KeyedLocks",
    "Listed",
    "ListedTournament",
    "LiveBoard",
    "MatchPuzzle",
    "Notice",
    "OpenCrowd",
    "OpenMatch",
    "OpenTournament",
    "Orders",
    "Outgoing",
    "Overview",
    "PersonSettings",
    "Place",
    "Post",
    "PostState",
    "Rated",
    "Result",
    "Review",
    "Search",
    "Season",
    "Seen",
    "ServerSettings",
    "Settings",
    "Shards",
    "SharedPuzzle",
    "Signal",
    "Solving",
    "Spans",
    "Standing",
    "Step",
    "Store",
    "StoreError",
    "Takeover",
    "Tally",
    "Title",
    "TourPlace",
    "Tournaments",
    "Twin",
    "Unavailable",
    "UnknownCrowd",
    "UnknownMatch",
    "UnknownTournament",
    "Viewer",
    "Wait",
    "Wanted",
    "Where",
    "backup",
    "backup_of",
    "copy_database",
    "inspect",
    "once_more",
    "promptly",
    "restore_to",
    "settings_of",
    "shards_of",
    "usual_backups",
]
