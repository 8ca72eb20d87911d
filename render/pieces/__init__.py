"""Pieces: their bodies, the symbols engraved on them, and the tiles pasted on boards.

The games declare the kinds; the places of pieces are decided elsewhere.
"""
