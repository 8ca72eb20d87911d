"""What a position can do besides what every game's does in a way of its own.

``notation`` (how moves are read and written) has a default that suits simple games; secrets,
secret set-ups, claims and warnings, what is shown besides the pieces, and what the computer thinks
with, only some games have.
"""
