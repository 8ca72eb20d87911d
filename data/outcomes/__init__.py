"""Results of matches and what follows from them: history, ratings, standings, and practice.

Nothing here changes a match.
"""
