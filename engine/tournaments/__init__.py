"""Tournaments and leagues: who plays whom, what it counts, and how the whole goes on.

Everything follows from a tournament's record, the same record the same pairings. Matches themselves
belong in ``engine.table``; the hour and the channel, in the bot.
"""
