"""The computer's thoughts for people: lines of moves as sentences, values as winning chances.

Branching lines of moves and the comparison of boards that look alike are here, too.
"""
