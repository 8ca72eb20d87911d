"""Tools for drawing any picture: colours, smooth shapes, palettes, type, files.

Nothing here knows a board, a piece, a game or a theme.
"""
