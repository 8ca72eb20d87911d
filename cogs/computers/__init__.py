"""Computer players: they think in processes of their own, and act in their matches.

Fair play decides what the computer may tell people.
"""
