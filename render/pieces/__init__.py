"""Pieces: their bodies, the symbols engraved on them, and the tiles pasted on boards.

Games declare the kinds of pieces; pieces are placed on boards elsewhere.
"""
