"""The database itself: its tables; opening, writing and copying it; and what can go wrong.

The contents of the tables belong in the packages of matches and of members.
"""
