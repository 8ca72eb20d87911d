"""The database itself: its tables, how it is opened, written and copied, and what can go wrong.

What is in the tables belongs in the rooms of matches and of members.
"""
