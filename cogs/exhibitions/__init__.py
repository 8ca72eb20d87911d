"""Exhibitions and team matches: how they are created and entered, and the picture of their boards.

Who plays whom belongs in ``engine.tournaments``, what goes by itself in ``cogs.events``.
"""
