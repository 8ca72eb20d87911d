"""Delivery: posts that the store holds are sent in order, once, and followers are called.

The look of a post belongs to ``messages``.
"""
