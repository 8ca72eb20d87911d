"""The conduct of tournaments: pairing rounds, beginning and scoring matches, sending posts.

What follows from the record belongs in ``engine.tournaments``, texts of posts in the package above.
"""
