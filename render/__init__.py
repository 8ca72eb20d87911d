"""Pictures of positions, ratings and standings.

Pure: nothing here knows Discord or the database.
"""

from render.drawing.picture import Picture
from render.pictures.alt_text import describe
from render.pictures.arrows import Arrow
from render.pictures.diagram import WHOLE_MAP, Diagram
from render.pictures.gallery import Caption, Exhibit, Hung, gallery, wall
from render.pictures.painter import drawn, picture
from render.pictures.replay import Frame, replay
from render.pictures.trail import Way
from render.plots.course import Curve, Moment, course
from render.plots.plot import Point, plot
from render.standings.bracket import bracket
from render.standings.cross_table import CrossRow, CrossTable, cross_table
from render.standings.ladder import Ladder, LadderRow, ladder
from render.standings.names import legible
from render.standings.people import Mark
from render.standings.rank_table import RankRow, RankTable, rank_table
from render.standings.round_table import Played, RoundRow, RoundTable, round_table
from render.standings.tree import Bracket, Entrant, Pair, Window, windows
from render.themes.catalogue import THEMES
from render.view.layout import turn_for

__all__ = [
    "THEMES",
    "WHOLE_MAP",
    "Arrow",
    "Bracket",
    "Caption",
    "CrossRow",
    "CrossTable",
    "Curve",
    "Diagram",
    "Entrant",
    "Exhibit",
    "Frame",
    "Hung",
    "Ladder",
    "LadderRow",
    "Mark",
    "Moment",
    "Pair",
    "Picture",
    "Played",
    "Point",
    "RankRow",
    "RankTable",
    "RoundRow",
    "RoundTable",
    "Way",
    "Window",
    "bracket",
    "course",
    "cross_table",
    "describe",
    "drawn",
    "gallery",
    "ladder",
    "legible",
    "picture",
    "plot",
    "rank_table",
    "replay",
    "round_table",
    "turn_for",
    "wall",
    "windows",
]
