"""Events in channels: cards and posts, buttons and forms, and automatic steps.

Leagues, tournaments, exhibitions and team matches. Pairings and scores belong in
``engine.tournaments``.
"""
