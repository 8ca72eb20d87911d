"""Creating an event: the draft, its terms according to its form, and the panel to fill it in.

Code for existing events belongs in the package above.
"""
