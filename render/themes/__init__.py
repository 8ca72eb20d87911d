"""What boards and pieces are made of: the themes as tables of data, and the palettes made of them.

Nothing here draws.
"""
