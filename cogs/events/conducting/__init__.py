"""The conduct of tournaments: pairing rounds, beginning and scoring matches, sending posts.

Consequences of the record belong in ``engine.tournaments``, texts of posts in the package above.
"""
