"""People and servers: who is meant, what they have set, and which matches they may see.

How a match is shown or changed belongs elsewhere.
"""
