"""Matches between two servers: teams and boards, and each board's two twin matches.

Seats and the record of a match belong in ``engine.table``.
"""
