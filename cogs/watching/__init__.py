"""Looking on and looking back: boards, replays, histories, ratings and records.

Nothing here changes a match.
"""
