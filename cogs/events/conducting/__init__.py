"""The conduct of tournaments: pairing rounds, beginning and scoring matches, sending posts.

Rules that need the record alone belong in ``engine.tournaments``; the texts of posts belong in the
package above.
"""
