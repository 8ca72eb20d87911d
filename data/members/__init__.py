"""What is kept of persons and servers: settings, blocks, holidays, the operator's orders.

How a person is forgotten is here, too.

What came of their matches belongs in ``data.matches``.
"""
