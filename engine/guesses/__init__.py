"""Spectators' guesses: of the next move, and of the winner.

Everything follows from the match and the time of a guess. Who may watch, and the storage and
display of guesses, belong elsewhere.
"""
