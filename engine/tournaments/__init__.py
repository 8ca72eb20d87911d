"""Tournaments and leagues: their pairings, scores and course from the sign-up to the end.

Everything follows from a tournament's record; the same record always gives the same pairings.
Matches themselves belong in ``engine.table``, times and channels in the bot.
"""
