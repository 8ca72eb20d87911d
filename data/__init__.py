"""The database: the store that loads and saves matches, and the outbox of what has to be posted.

The store alone knows SQL; whoever uses it sees matches and posts.
"""

from data.errors import StoreError, UnknownMatch
from data.post import Post, PostState
from data.settings import PersonSettings, ServerSettings
from data.store import Store, Table

__all__ = [
    "PersonSettings",
    "Post",
    "PostState",
    "ServerSettings",
    "Store",
    "StoreError",
    "Table",
    "UnknownMatch",
]
