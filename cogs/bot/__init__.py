"""The client: start, events, errors, and what every cog uses to answer.

What a command does belongs to the rooms above.
"""
