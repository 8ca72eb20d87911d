"""Stored tournaments: their entries, the posts about them, and what remains of them.

What follows from the entries belongs in ``engine.tournaments``; their matches are in ``matches``.
"""
