"""Empty boards that are maps: land and sea, squares, borders, fortresses, names and legends.

The contents of a map come from its board; nothing here depends on a particular map.
"""
