"""The view of a board in one picture: its side, size and colours, and the places of names.

Nothing here draws a board or a piece.
"""
