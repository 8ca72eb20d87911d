"""Empty boards of squares, lines and holes: drawn once, and used under all pieces.

Maps belong in ``render.maps``; pieces and the marks of a turn are drawn elsewhere.
"""
