"""A match as a message: its text, picture and buttons.

Composing only; sending belongs to ``delivery``.
"""
