"""Matches between servers: challenges, teams, boards, the posts that show them, and blocks.

The matches on the boards are like all others and belong in ``data.matches``.
"""
