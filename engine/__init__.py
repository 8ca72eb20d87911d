"""The rules of the games. Pure: no I/O, no clock, no randomness of its own.

>>> import engine
>>> position = engine.games["frisian"].start()
>>> position = position.play(position.parse("32-28"))
>>> position.fen()
'B:W28,31,33-50:B1-20'
"""
