"""Stored data of people and servers: settings, blocks, holidays, the operator's orders.

The deletion of a person's data belongs here, too. Matches belong in ``data.matches``, their results
in ``data.outcomes``.
"""
