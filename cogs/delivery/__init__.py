"""Delivery: posts that the store holds are sent in order, once, and followers are called.

``poster`` sends the events of matches, ``outbox`` all else that is posted once.

The look of a post belongs to ``messages``.
"""
