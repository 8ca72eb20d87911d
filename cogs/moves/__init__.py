"""Moves and positions: entering and listing moves, private boards, and questions about positions.

All other actions in a match belong to ``match_actions``.
"""
