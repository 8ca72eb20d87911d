"""The computer as a player: one search for all games, and its levels.

What a game adds to it, an evaluation and a light state, is in ``engine.capabilities.thinking``
and in the game's own room.
"""
