"""Draughts as the search sees it: sets of places as integers, and moves as integers.

``layout`` orders the places so that a step is a shift; ``rules`` holds what a variant decides as
tables; ``captures``, ``counting`` and ``state`` apply it; ``thinking`` ties it to a position.
"""
