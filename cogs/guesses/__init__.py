"""Guesses of spectators: the winner, and the next move.

The lines about guesses in posts are composed in ``cogs.delivery``; the rules are in
``engine.guesses``.
"""
