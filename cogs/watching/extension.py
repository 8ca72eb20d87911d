"""The cogs of watching and looking back."""

from __future__ import annotations

from cogs.client.client import Damier
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


async def setup(bot: Damier) -> None:
    """Load the cogs of boards, replays, lists and histories, ratings and records."""
    viewer = MoveViewer(bot)
    for cog in (
        viewer,
        Replay(bot),
        Following(bot),
        MatchSummary(bot),
        LiveMatches(bot),
        Overviews(bot),
        Ratings(bot),
        Seasons(bot),
        History(bot, viewer),
        OwnMatches(bot),
        Exporting(bot),
        Importing(bot, viewer),
    ):
        await bot.add_cog(cog)
