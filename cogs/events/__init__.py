"""Leagues and tournaments in channels: cards and posts, what people press, what goes by itself.

Who plays whom and what it counts belongs in ``engine.tournaments``.
"""
