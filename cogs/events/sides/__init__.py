"""Exhibitions and team matches in words: their rules, their standing, and their sides."""
