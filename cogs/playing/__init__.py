"""Playing a match: moves, set-ups, offers, clocks and ends.

How a match begins belongs to ``challenges``.
"""
