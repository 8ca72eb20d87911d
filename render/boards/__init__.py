"""Empty boards of squares, lines and holes: drawn once, and used under all pieces.

Maps have a room of their own; pieces and the marks of a turn are drawn elsewhere.
"""
