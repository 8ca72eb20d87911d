"""Fits the weights of an evaluation to the results of games of the computer against itself.

The evaluation is the module ``engine.games.<package>.evaluation``, or another one. It has the
``NAMES`` of its terms; their ``WEIGHTS`` in points, the first of which is a man's; and
``terms(state)``, which returns the terms in a state, those of the first side less those of the
second.
"""
