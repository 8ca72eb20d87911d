"""Events in channels: cards and posts, what people press, what goes by itself.

Leagues, tournaments, exhibitions and team matches. Pairings and scores belong in
``engine.tournaments``.
"""
