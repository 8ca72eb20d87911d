"""Endgame tables by retrograde analysis.

A class of endings is the numbers of men and kings of the side to move and of its enemy. Its
positions are solved together with those of the class with the colours exchanged, once all classes
are known to which captures and promotions lead: the distance of each is the best of those after its
moves and one more, found by repeating this until nothing changes. Moves without capture are found
in numpy, captures by the game's own states. See ``engine.endings`` for what the tables hold.
"""
