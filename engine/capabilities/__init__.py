"""Capabilities of positions beyond the moves of a simple game.

``notation`` (how moves are read and written) has a default that suits simple games. Only some games
have huffs, claims, goals, something to show or to hide, secret set-ups, or a state that the
computer thinks with.
"""
