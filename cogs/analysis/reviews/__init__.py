"""Reviews of ended matches: the computer's opinion of their turns, and its presentation."""
