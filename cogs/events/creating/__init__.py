"""Creating an event: the draft, what its form makes of it, and the panel to fill it in.

What an event is once it is created belongs in the room above.
"""
