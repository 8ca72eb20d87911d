"""The themes of boards and pieces as tables of data, and the palettes made from them.

Nothing here draws.
"""
