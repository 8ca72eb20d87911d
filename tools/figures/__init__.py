"""Counts of duplicated mechanisms in the code."""
