"""Stored data of persons and servers: settings, blocks, holidays, the operator's orders.

The deletion of a person's data is here, too. Matches belong in ``data.matches``, their results in
``data.outcomes``.
"""
