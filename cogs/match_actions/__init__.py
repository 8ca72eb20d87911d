"""Playing a match besides its moves: set-ups, offers, clocks and ends.

The beginning of a match belongs to ``challenges``, its moves to ``moves``.
"""
