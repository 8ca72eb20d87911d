"""Matches between servers: challenges, teams, boards, the posts that show them, and blocks.

The matches on the boards are ordinary ones and belong in ``data.matches``.
"""
