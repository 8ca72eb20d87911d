"""Spectators' guesses: of the next move, and of the winner.

Results follow from the match and the time of a guess. Permissions to watch, and the storage and
display of guesses, belong elsewhere.
"""
