"""Positions with one winning blow, and whether the computer finds it."""
