"""Texts and buttons about exhibitions and team matches: rules, boards, and the two sides."""
