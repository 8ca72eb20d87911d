"""Stored tournaments: their entries, the posts about them, and what remains of them.

Consequences of the entries belong in ``engine.tournaments``; their matches are in ``matches``.
"""
