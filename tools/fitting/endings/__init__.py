"""Endgame tables by retrograde analysis.

A class of endings is the numbers of men and kings of the side to move and of its enemy. Its
positions are solved together with those of the class with the colours exchanged, after all classes
to which captures and promotions lead. The distance of a position is one more than the best of those
after its moves, which is computed again and again until nothing changes. Moves without capture are
generated in numpy, captures by the game's own states. ``engine.endings`` describes the contents of
the tables.
"""
