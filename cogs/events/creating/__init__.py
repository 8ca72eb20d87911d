"""The creation of events: the draft, the terms that each form makes of it, and the panel.

Code for existing events belongs in the package above.
"""
