"""Matches between servers: challenges, teams, the twin matches of each board, and their posts.

The rules for transferring events between twins belong in ``engine.server_matches``.
"""
