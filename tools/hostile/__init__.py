"""Runs the tests on machines that are unlike the one they were written on."""
