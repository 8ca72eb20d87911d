"""Crowds: seats of a match that many people hold together, by relay, by votes, or a move a day.

The package has their commands, the handling of what they type and press, the conductor that begins
and ends their votes, and the display of a vote. The rules of crowds are in ``engine.crowds``.
"""
