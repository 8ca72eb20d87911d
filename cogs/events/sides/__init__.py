"""Exhibitions and team matches in words: their rules, where they stand, who is on which side.

What they show of boards, and what people press in them, belongs in ``cogs.exhibitions``.
"""
