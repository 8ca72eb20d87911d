"""Capabilities of positions beyond the moves of a simple game.

``notation`` (reading and writing moves) has a default that suits simple games. Only some games have
huffs, claims, goals, things to show or to hide, secret set-ups, or a state of their own for the
computer's search.
"""
