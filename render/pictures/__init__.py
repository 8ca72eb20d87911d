"""A position, a turn, or several turns, as a picture and in words.

Boards and pieces are drawn elsewhere; here they are put together, with the marks of a turn.
"""
