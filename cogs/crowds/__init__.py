"""Crowds: seats of a match that many people hold together, by relay, by votes, or a move a day.

It has their commands, what they type and press, the conductor that begins and ends their votes, and
what people see of a vote. The rules of crowds are in ``engine.crowds``.
"""
