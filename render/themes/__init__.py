"""The themes of boards and pieces as tables of data, and the palettes made of them.

Nothing here draws.
"""
