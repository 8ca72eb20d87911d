"""Fits the weights of an evaluation to the results of games that the computer plays with itself.

A game takes part by the module ``engine.games.<package>.evaluation`` (or one that is named), which
has ``NAMES``, what each term counts; ``WEIGHTS``, what it is worth in points, the first that of a
man; and ``terms(state)``, what the terms are in a state, those of the first side less those of the
second.
"""
