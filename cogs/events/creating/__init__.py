"""Creating a tournament: the draft, and the panel to fill it in.

What a tournament is once it is created belongs in the room above.
"""
