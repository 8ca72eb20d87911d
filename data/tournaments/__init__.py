"""Stored tournaments: their entries, the posts about them, and their lasting results.

What follows from the entries belongs in ``engine.tournaments``; the matches are in ``matches``.
"""
