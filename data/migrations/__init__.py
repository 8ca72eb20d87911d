"""The steps that migrate a database of any earlier version to the present one.

A change of ``data.database.schema`` comes with a new file in ``versions``, whose ``down_revision``
is the last one's ``revision``. A test compares the result of all steps with the schema. Released
files are never changed.
"""
