"""People and servers: their names and settings, and the matches that people mean or may see.

Showing and changing a match belong elsewhere.
"""
