"""Positions with exactly one winning blow, and a test of whether the computer finds it."""
