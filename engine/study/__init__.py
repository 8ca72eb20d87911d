"""What is told of the computer's thoughts: lines as sentences, values as chances to win.

Lines of moves that branch are here, too, and what tells whether two boards look alike.
"""
