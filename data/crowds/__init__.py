"""Stored crowds of matches: their entries, their people, and the posts that show them."""
