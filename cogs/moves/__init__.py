"""Moves: how they are entered, asked about and listed, and the private boards.

All else that happens in a match belongs to ``playing``.
"""
