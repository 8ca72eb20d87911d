"""How a board is seen in one picture: from which side, how large, in which colours, and where the
names of its points stand. Nothing here draws a board or a piece.
"""
