"""What is said and in which language: catalogues, and the words of moves, of challenges and of
time.

Nothing here knows the client or the store.
"""
