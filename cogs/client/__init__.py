"""The client: start, events, errors, and the functions with which every cog answers.

The commands themselves belong to the rooms above.
"""
