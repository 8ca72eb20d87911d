"""How a tournament is created: what was chosen for it, and the panel in which that is done.

What a tournament is once it is created belongs in the room above.
"""
