"""What only some games have: secrets, secret set-ups, claims and warnings, more to show.

A game without one of them does nothing about it; how moves are read and written, which every
game has, is ``engine.notation``.
"""
