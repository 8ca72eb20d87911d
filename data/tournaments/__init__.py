"""Stored tournaments: their entries, the posts about them, and the final places.

The rules of tournaments belong in ``engine.tournaments``, matches in ``data.matches``.
"""
