"""The painter: positions as pictures. Pure; it knows neither Discord nor the store."""

from render.alt import describe
from render.painter import Picture, picture
from render.plot import Point, plot
from render.replay import Frame, replay
from render.themes import THEMES

__all__ = ["THEMES", "Frame", "Picture", "Point", "describe", "picture", "plot", "replay"]
