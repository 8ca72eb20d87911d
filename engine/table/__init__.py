"""The table of one match, whatever the game: seats, record, offers, set-ups, time and result.

Rules of a game belong in ``engine.games``, files of games in ``engine.archive``.
"""
