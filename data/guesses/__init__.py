"""The guesses of people who watch matches, and their ratings as guessers.

The rules of guessing are in ``engine.guesses``, the matches in ``data.matches``.
"""
