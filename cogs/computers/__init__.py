"""The computers at the tables: what they have to do is thought about in processes of their own,
and done in their matches.
"""
