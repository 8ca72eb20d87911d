"""Events in channels: cards and posts, what people press, what goes by itself.

Leagues, tournaments, exhibitions and team matches. Who plays whom and what it counts belongs in
``engine.tournaments``.
"""
