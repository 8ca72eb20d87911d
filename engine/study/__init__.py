"""The computer's thoughts for people: lines of moves as sentences, values as chances to win.

Lines of moves that branch are here, too, and the comparison of boards that look alike.
"""
