"""People and servers: their names, their settings, and the matches they mean or may see.

Showing and changing a match belong elsewhere.
"""
