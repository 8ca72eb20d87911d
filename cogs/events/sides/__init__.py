"""Exhibitions and team matches in words: their rules, their state, and their sides."""
