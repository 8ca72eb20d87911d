"""Stored guesses of spectators, and their ratings as guessers.

The rules of guessing belong in ``engine.guesses``, matches in ``data.matches``.
"""
