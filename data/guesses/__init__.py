"""What people who watch matches have guessed, and how well they guess.

The rules of guessing are in ``engine.guessing``; matches themselves, in ``data.matches``.
"""
