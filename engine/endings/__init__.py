"""Endgame tables: the result of every ending of few pieces, and the plies to the end.

A class of positions is defined by the numbers of men and kings of the side to move and of its
enemy. Its table holds, for each position, whether it is won, lost or drawn if both sides play
perfectly, and the distance: the plies until the losing side cannot move. ``python -m
tools.fitting.endings GAME`` makes the tables by retrograde analysis; ``engine.endings.table``
describes their format.

**Distances and the limits of draws.** A game is drawn once a count has reached its limit, and some
counts go on through captures and new kings: in Russian draughts the five moves for a king and a man
against a king are also those for the two kings that they become. So a distance is to the end of the
game, and not to the next capture.

A position counts as won only if its distance fits into each limit that counts there. Then the
distances after it, each a ply less, fit as well, and the game is won before any draw. If the
distance does not fit, and a capture or a new king may restart the count, the position is neither
certainly won nor certainly drawn, and the table has no result for it. The limits on kings' moves
alone and on turns that change nothing are compared with the longest row of such turns in any won
line of a class. If a count has begun already, a distance that does not fit into the rest of its
limit gives no result, either. The limits and their sources are in each game's module.

Tables do not consider the earlier positions of a game; positions of a won line never repeat.
"""
