"""Crowds of matches: their records, their people, and the posts that show them."""
