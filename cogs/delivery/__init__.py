"""Delivery: stored posts are sent in order, once, and followers are called.

``poster`` sends the events of matches, ``outbox`` all other posts that are sent once.

The look of a post belongs to ``messages``.
"""
