"""The composition of a match's messages: their text, picture and buttons.

Sending messages belongs to ``delivery``.
"""
