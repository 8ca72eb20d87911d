"""Runs the tests that a change could break, as many as fit into a minute."""
