"""People and servers: their names, their settings, and the matches that they mean or may see.

How a match is shown or changed belongs elsewhere.
"""
