"""Tournaments and leagues: pairings, scores, and the course of the whole.

Everything follows from a tournament's record; the same record always gives the same pairings.
Matches themselves belong in ``engine.table``, times and channels in the bot.
"""
