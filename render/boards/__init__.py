"""Empty boards of squares, lines and holes: drawn once, for pieces to be put on.

Maps have a room of their own; pieces and the marks of a turn are drawn elsewhere.
"""
