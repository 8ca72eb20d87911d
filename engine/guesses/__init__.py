"""Guesses of people who watch a match: of the next move, and of the winner.

Everything follows from the match and the time of a guess. Who may watch, and where guesses are
kept and shown, belongs elsewhere.
"""
