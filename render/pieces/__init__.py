"""Pieces: their bodies, the symbols engraved on them, and the tiles that are pasted on boards.

Which kinds there are is for the games to declare; where pieces stand is decided elsewhere.
"""
