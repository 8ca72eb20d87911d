"""Empty boards of squares, lines and holes: what is drawn once, and what pieces are put on.

Maps have a room of their own; pieces and the marks of a turn are drawn elsewhere.
"""
