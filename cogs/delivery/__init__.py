"""The outbox's worker: posts what the store holds, in order, and calls the followers.

What a post looks like belongs to ``messages``.
"""
