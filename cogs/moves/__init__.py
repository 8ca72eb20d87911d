"""Moves: entering, asking about and listing them, and the private boards.

All other actions in a match belong to ``match_actions``.
"""
