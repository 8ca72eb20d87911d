"""What a position can do besides what every game's does in a way of its own.

``notation`` (how moves are read and written) has a default that suits simple games; secrets,
secret set-ups, claims and warnings, and what is shown besides the pieces, only some games have.
"""
