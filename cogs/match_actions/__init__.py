"""Everything in a match but its moves: set-ups, offers, clocks and ends.

Beginning a match belongs to ``challenges``, its moves to ``moves``.
"""
