"""Matches between two servers: teams and boards, and the two twins that each board is.

Who sits where and what a match's record says belongs in ``engine.table``.
"""
