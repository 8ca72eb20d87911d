"""The painter: positions as pictures. Pure; it knows neither Discord nor the database."""

from render.drawing.picture import Picture
from render.pictures.alt_text import describe
from render.pictures.gallery import Exhibit, gallery
from render.pictures.painter import WHOLE_MAP, picture
from render.pictures.replay import Frame, replay
from render.pictures.trail import Way
from render.plots.course import Curve, Moment, course
from render.plots.plot import Point, plot
from render.themes.catalogue import THEMES
from render.view.layout import turn_for

__all__ = [
    "THEMES",
    "WHOLE_MAP",
    "Curve",
    "Exhibit",
    "Frame",
    "Moment",
    "Picture",
    "Point",
    "Way",
    "course",
    "describe",
    "gallery",
    "picture",
    "plot",
    "replay",
    "turn_for",
]
