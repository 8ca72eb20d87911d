"""A position, a turn, or several turns, as a picture and in words.

Boards and pieces themselves are drawn elsewhere; here they are put together, with a turn's marks.
"""
