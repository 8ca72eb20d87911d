"""The database: the store that loads and saves matches, and the outbox of what has to be posted.

The store alone knows SQL; whoever uses it sees matches and posts.
"""

from data.database import backup_of
from data.errors import StoreError, UnknownMatch
from data.post import Post, PostState
from data.settings import PersonSettings, ServerSettings
from data.store import Counts, Store, Table

__all__ = [
    "Counts",
    "PersonSettings",
    "Post",
    "PostState",
    "ServerSettings",
    "Store",
    "StoreError",
    "Table",
    "UnknownMatch",
    "backup_of",
]
