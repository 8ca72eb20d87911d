"""The database itself: its tables, how it is opened, written and copied, and what can go wrong.

The contents of the tables belong in the packages of matches and of members.
"""
