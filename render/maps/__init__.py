"""Empty boards that are maps: land and sea, squares, borders, fortresses, names and legends.

The contents of a map are in its board; nothing here knows which map it is.
"""
