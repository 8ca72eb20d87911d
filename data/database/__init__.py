"""The database itself: its tables; opening, writing and copying it; and its errors.

Statements about one subject belong in the package of that subject, such as ``data.matches``.
"""
