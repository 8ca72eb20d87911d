"""Endgame tables: the result of every ending of few pieces, and the plies until then.

A table holds, for all positions of a class (the men and kings of the side to move and of its
enemy), whether they are won, lost or drawn by perfect play from both sides, and the distance: the
plies until the losing side cannot move. ``python -m tools.fitting.endings GAME`` makes them by
retrograde analysis; ``engine.endings.table`` describes their format.

**Distances and the limits of draws.** A game is drawn once a count has reached its limit, and some
counts go on through captures and new kings: in Russian draughts the five moves for a king and a man
against a king are also those for the two kings that they become. So a distance is to the end of the
game, and not to the next capture. A position counts as won only if its distance fits into each
limit that counts there. Then the distances after it, each a ply less, fit as well, and the game is
won from there before any draw. If it does not fit and a capture or a new king may restart the
count, the position is neither certainly won nor certainly drawn, and nothing is said of it. The
limits on kings alone and on turns that change nothing are compared with the longest row of such
turns in any won line of a class. If something has been counted already, a distance that does not
fit into the rest says nothing, either. The limits and their sources are in each game's module.

Tables do not know the earlier positions of the line; positions of a won line never repeat.
"""
