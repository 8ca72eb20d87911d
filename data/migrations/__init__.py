"""The steps that bring a database of any earlier version to the present one.

A change of ``data.database.schema`` comes with a new file in ``versions``, whose ``down_revision``
is the last one's ``revision``. A test compares what they make with the schema. Files that have
been released are never changed.
"""
