"""Guesses of those who watch: who wins, and what is played next.

What posts show of guesses is composed in ``cogs.delivery``; the rules are in ``engine.guesses``.
"""
