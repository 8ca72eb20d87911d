"""Runs the tests under conditions of machines unlike those on which they were written."""
