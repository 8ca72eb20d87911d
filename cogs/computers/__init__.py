"""The computers at the tables: they think in processes of their own, and act in their matches.

What they may tell people is decided by fair play.
"""
