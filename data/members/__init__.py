"""What is kept of persons and servers: settings, blocks, holidays, and how a person is forgotten.

What came of their matches belongs in ``data.matches``.
"""
