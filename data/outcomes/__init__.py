"""Results of matches, and data derived from them: history, ratings, standings, and practice.

Nothing here changes a match.
"""
