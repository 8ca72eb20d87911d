"""Creating an event: the draft, what its form makes of it, and the panel to fill it in.

Code for events that exist belongs in the package above.
"""
