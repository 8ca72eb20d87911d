"""Empty boards that are maps: land and sea, squares, borders, fortresses, names and legends.

What a map shows is in its board; nothing here knows which map it is.
"""
