"""Playing a match besides its moves: set-ups, offers, clocks and ends.

How a match begins belongs to ``challenges``, its moves to ``moves``.
"""
