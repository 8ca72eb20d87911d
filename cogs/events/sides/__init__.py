"""Exhibitions and team matches in words: their rules, where they stand, who is on which side."""
