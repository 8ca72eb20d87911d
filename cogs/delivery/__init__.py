"""Delivery: posts that the store holds are sent in order, once, and followers are called.

What a post looks like belongs to ``messages``.
"""
