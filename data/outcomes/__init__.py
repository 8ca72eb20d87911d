"""How matches ended, and what follows from that: history, ratings, standings, and practice.

Nothing here writes a match.
"""
