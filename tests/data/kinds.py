"""Marks for what is particular to one kind of database."""

import pytest

on_sqlite = pytest.mark.parametrize("kind", ["sqlite"], indirect=True)
on_postgresql = pytest.mark.parametrize("kind", ["postgresql"], indirect=True)
