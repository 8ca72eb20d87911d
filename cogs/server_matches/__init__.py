"""Matches between servers: challenges, teams, the boards' twins, and the posts that show them.

The transfer from one twin to the other belongs in ``engine.server_matches``.
"""
