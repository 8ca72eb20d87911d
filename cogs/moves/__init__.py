"""Moves: how they are entered, asked about and listed, and the private boards.

What else happens in a match belongs to ``playing``.
"""
